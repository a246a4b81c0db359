/* SPDX-License-Identifier: GPL-2.0-or-later */
/* demangle.c: see demangle.h. */

#include <setjmp.h>
#include <string.h>

#include <libiberty/demangle.h>

#include "conflicts/cg_mangled.h"
#include "lib/demangle.h"

/* The core demangles the symbol table with these options, too. */
#define OPTIONS (DMGL_PARAMS | DMGL_ANSI)

/* A name that libiberty writes piece by piece. */
typedef struct {
   GString* text;
   jmp_buf  too_long;
} Name;

static void append_piece(const char* piece, size_t length, void* data)
{
   Name* name = data;

   g_string_append_len(name->text, piece, length);
   if (name->text->len > CG_MANGLED_MAX_BYTES)
      longjmp(name->too_long, 1);
}

/* Writes the name of a symbol, and returns whether it has one that is short
   enough.  libiberty has only memory on the stack here, but for a few bytes, so
   it may be left at any piece. */
static gboolean write_demangled(Name* name, const char* symbol)
{
   if (setjmp(name->too_long))
      return FALSE;
   if (rust_demangle_callback(symbol, OPTIONS, append_piece, name))
      return TRUE;
   g_string_truncate(name->text, 0);
   return cplus_demangle_v3_callback(symbol, OPTIONS, append_piece, name);
}

char* demangle_symbol(const char* symbol)
{
   Name     name = {.text = g_string_new(NULL)};
   gboolean good =
      cg_mangled_is_safe(symbol) && write_demangled(&name, symbol);

   if (!good)
      g_string_assign(name.text, symbol);
   return g_string_free(name.text, FALSE);
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
