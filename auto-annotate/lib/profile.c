/* SPDX-License-Identifier: GPL-2.0-or-later */
/* profile.c: see profile.h. */

#include "lib/profile.h"

/* Writes a line "KEY=NAME" unless the name is NULL. */
static void write_name(Output* output, const char* key, const char* name)
{
   if (!name)
      return;
   output_literal(output, key);
   output_string(output, name);
   output_literal(output, "\n");
}

void profile_write_place(Output* output, const char* file, const char* function)
{
   write_name(output, "fl=", file);
   write_name(output, "fn=", function);
}

void profile_write_object(Output* output, const char* object)
{
   output_literal(output, "ob=");
   output_string(output, object ? object : "");
   output_literal(output, "\n");
}

void profile_write_call(Output* output, const ProfileCallee* callee,
                        Count number, Position target, gboolean instructions)
{
   write_name(output, "cob=", callee->object);
   write_name(output, "cfi=", callee->file);
   write_name(output, "cfn=", callee->function);
   output_literal(output, "calls=");
   char* to = output_reserve(output, OUTPUT_MAX_NUMBER_BYTES
                                        + PROFILE_MAX_POSITION_BYTES + 2);
   to       = output_format_number(to, number);
   *to++    = ' ';
   to       = profile_format_position(to, target, instructions);
   *to++    = '\n';
   output_use(output, to);
}

char* profile_format_position(char* to, Position position,
                              gboolean instructions)
{
   if (instructions) {
      guint digits = (67 - __builtin_clzll(position.address | 1)) / 4;
      *to++        = '0';
      *to++        = 'x';
      while (digits-- > 0)
         *to++ = "0123456789abcdef"[position.address >> 4 * digits & 0xf];
      *to++ = ' ';
   }
   return output_format_number(to, position.line);
}

void profile_write_counts(Output* output, const char* before,
                          const Count* counts, guint n, const char* after)
{
   while (n > 0 && counts[n - 1] == COUNT_NONE)
      n--;
   output_literal(output, before);
   for (guint i = 0; i < n;) {
      guint last = MIN(n, i + 100);
      char* to   = output_reserve(output, 100 * (OUTPUT_MAX_NUMBER_BYTES + 1));
      for (; i < last; i++) {
         if (i > 0)
            *to++ = ' ';
         if (counts[i] == COUNT_NONE)
            *to++ = '.';
         else
            to = output_format_number(to, counts[i]);
      }
      output_use(output, to);
   }
   output_literal(output, after);
}
