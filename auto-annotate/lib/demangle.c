/* SPDX-License-Identifier: GPL-2.0-or-later */
/* demangle.c: see demangle.h. */

#include <stdlib.h>
#include <string.h>

#include <libiberty/demangle.h>

#include "conflicts/cg_mangled.h"
#include "lib/demangle.h"

/* The core demangles the symbol table with these options, too. */
#define OPTIONS (DMGL_PARAMS | DMGL_ANSI)

char* demangle_symbol(const char* symbol)
{
   char* text =
      cg_mangled_is_short(symbol) ? cplus_demangle(symbol, OPTIONS) : NULL;
   char* name = g_strdup(text ? text : symbol);

   free(text); /* libiberty's own memory */
   return name;
}

/* Appends the name of the symbol from `begin' to `end'.  A symbol can begin
   with dots, and a version or "plt" can follow it after '@'; neither is
   mangled. */
static void append_symbol(GString* to, const char* begin, const char* end)
{
   gsize       before = strspn(begin, ".$");
   const char* at     = memchr(begin, '@', end - begin);

   if (begin + before > end)
      before = 0;
   if (!at)
      at = end;
   char* symbol = g_strndup(begin + before, at - begin - before);
   char* name   = demangle_symbol(symbol);
   g_string_append_len(to, begin, before);
   g_string_append(to, name);
   g_string_append_len(to, at, end - at);
   g_free(symbol);
   g_free(name);
}

/* Returns where the offset in "SYMBOL+0x1f" begins, or `end'. */
static const char* offset_of(const char* begin, const char* end)
{
   const char* digits = end;

   while (digits > begin && g_ascii_isxdigit(digits[-1]))
      digits--;
   return digits < end && digits - begin > 3 && digits[-1] == 'x'
                && digits[-2] == '0' && (digits[-3] == '+' || digits[-3] == '-')
             ? digits - 3
             : end;
}

char* demangle_operands(const char* text)
{
   GString*    to = g_string_new(NULL);
   const char *begin, *end;

   while ((begin = strchr(text, '<')) && (end = strchr(begin, '>'))) {
      const char* offset = offset_of(begin + 1, end);
      g_string_append_len(to, text, begin + 1 - text);
      append_symbol(to, begin + 1, offset);
      g_string_append_len(to, offset, end - offset);
      text = end;
   }
   g_string_append(to, text);
   return g_string_free(to, FALSE);
}
