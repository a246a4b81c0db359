/* SPDX-License-Identifier: GPL-2.0-or-later */
/* profile.c: see profile.h. */

#include "lib/profile.h"

void profile_write_place(Output* output, const char* file, const char* function)
{
   output_literal(output, "fl=");
   output_string(output, file);
   output_literal(output, "\nfn=");
   output_string(output, function);
   output_literal(output, "\n");
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
