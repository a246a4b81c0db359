/* SPDX-License-Identifier: GPL-2.0-or-later */
/* profile.c: see profile.h. */

#include <string.h>

#include "conflicts/cg_text.h"
#include "lib/hash.h"
#include "lib/input.h"
#include "lib/profile.h"

/* The longest text in a line, in bytes.  With the key before it and "..." it is
   a line that can be read. */
#define MAX_TEXT_BYTES (INPUT_MAX_LINE_BYTES - 64)

/* Returns a text as it can be written: the beginning of a longer one and "...",
   in one line.  Names come from debug information, which can have any. */
static char* fit_text(const char* text, gsize length)
{
   GString* fit;

   if (length <= MAX_TEXT_BYTES)
      return g_strdelimit(g_strndup(text, length), "\n", ' ');
   fit = g_string_new_len(text, cg_text_cut(text, MAX_TEXT_BYTES));
   g_string_append(fit, "...");
   return g_strdelimit(g_string_free(fit, FALSE), "\n", ' ');
}

void profile_write_line(Output* output, const char* key, const char* text)
{
   gsize length = strlen(text);

   output_literal(output, key);
   if (length > MAX_TEXT_BYTES || memchr(text, '\n', length)) {
      char* fit = fit_text(text, length);
      output_string(output, fit);
      g_free(fit);
   } else {
      output_text(output, text, length);
   }
   output_literal(output, "\n");
}

void profile_names_init(ProfileNames* names)
{
   names->long_bytes = 0;
   for (guint i = 0; i < N_NAME_KINDS; i++)
      names->numbers[i] = g_hash_table_new(hash_text, g_str_equal);
}

void profile_names_destroy(ProfileNames* names)
{
   for (guint i = 0; i < N_NAME_KINDS; i++)
      g_hash_table_destroy(names->numbers[i]);
}

/* Whether a name gets a number.  The tool does the same (output/cg_profile.c).
 */
static gboolean is_numbered(ProfileNames* names, const char* name)
{
   gsize length = strlen(name);

   if (length > CG_TEXT_LONG_NAME)
      names->long_bytes += length;
   return (length > CG_TEXT_LONG_NAME
           && names->long_bytes > CG_TEXT_MAX_LONG_BYTES)
          || (name[0] == '(' && g_ascii_isdigit(name[1]));
}

static void write_name(Output* output, ProfileNames* names, NameKind kind,
                       const char* key, const char* name)
{
   GHashTable* numbers = names->numbers[kind];
   char        prefix[40];

   if (!is_numbered(names, name)) {
      profile_write_line(output, key, name);
      return;
   }

   guint    number = GPOINTER_TO_UINT(g_hash_table_lookup(numbers, name));
   gboolean first  = number == 0;

   if (first) {
      number = g_hash_table_size(numbers) + 1;
      g_hash_table_insert(numbers, (gpointer)name, GUINT_TO_POINTER(number));
   }
   g_snprintf(prefix, sizeof prefix, "%s(%u)%s", key, number, first ? " " : "");
   profile_write_line(output, prefix, first ? name : "");
}

void profile_write_place(Output* output, ProfileNames* names, const char* file,
                         const char* function)
{
   if (file)
      write_name(output, names, NAME_FILE, "fl=", file);
   write_name(output, names, NAME_FUNCTION, "fn=", function);
}

void profile_write_object(Output* output, ProfileNames* names,
                          const char* object)
{
   write_name(output, names, NAME_OBJECT, "ob=", object ? object : "");
}

void profile_write_call(Output* output, ProfileNames* names,
                        const ProfileCallee* callee, Count number,
                        Position target, gboolean instructions)
{
   if (callee->object)
      write_name(output, names, NAME_OBJECT, "cob=", callee->object);
   if (callee->file)
      write_name(output, names, NAME_FILE, "cfi=", callee->file);
   write_name(output, names, NAME_FUNCTION, "cfn=", callee->function);
   output_literal(output, "calls=");
   char* to = output_reserve(output, OUTPUT_MAX_NUMBER_BYTES
                                        + PROFILE_MAX_POSITION_BYTES + 2);
   to       = output_format_number(to, number);
   *to++    = ' ';
   to       = profile_format_position(to, target, instructions);
   *to++    = '\n';
   output_use(output, to);
}

void profile_write_context_place(Output* output, ProfileNames* names,
                                 const char* object, const char* file,
                                 const char* function)
{
   if (object)
      write_name(output, names, NAME_OBJECT, "#ob=", object);
   write_name(output, names, NAME_FILE, "#fl=", file);
   write_name(output, names, NAME_FUNCTION, "#fn=", function);
}

void profile_write_context(Output* output, guint depth, guint64 call,
                           Count number, const Count* counts, guint n)
{
   const Count numbers[] = {depth, call, number};

   profile_write_counts(output, "#", numbers, G_N_ELEMENTS(numbers), "");
   while (n > 0 && counts[n - 1] == COUNT_NONE)
      n--;
   profile_write_counts(output, n > 0 ? " " : "", counts, n, "\n");
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

/* output_reserve() has room for the counts of a line. */
G_STATIC_ASSERT(PROFILE_MAX_EVENTS*(OUTPUT_MAX_NUMBER_BYTES + 1)
                <= OUTPUT_MAX_RESERVE);

void profile_write_counts(Output* output, const char* before,
                          const Count* counts, guint n, const char* after)
{
   while (n > 0 && counts[n - 1] == COUNT_NONE)
      n--;
   output_literal(output, before);
   char* to = output_reserve(output, n * (OUTPUT_MAX_NUMBER_BYTES + 1));
   for (guint i = 0; i < n; i++) {
      if (i > 0)
         *to++ = ' ';
      if (counts[i] == COUNT_NONE)
         *to++ = '.';
      else
         to = output_format_number(to, counts[i]);
   }
   output_use(output, to);
   output_literal(output, after);
}
