/* SPDX-License-Identifier: GPL-2.0-or-later */
/* substitution.h: Perl's search-and-replace expressions, applied to names.

      s/version[0-9]/versionN/      any punctuation but \ _ ': s!a!b!  s{a}{b}
      s/(\w+)\.\d+$/$1/             captures: $1 ${1} \1, and $& for all
      s/THIS/that/gi                flags: g i x

   See perlop(1), "Regexp Quote-Like Operators".  The pattern is one of PCRE2,
   without variables.  The replacement may contain captures, \t, and a backslash
   before punctuation; "$" must begin a capture. */

#ifndef SUBSTITUTION_H
#define SUBSTITUTION_H

#include <glib.h>

typedef struct Substitution Substitution;

/* Parses an expression.  Returns NULL and `error', "at character N: what", if
   it is wrong. */
Substitution* substitution_parse(const char* expression, GError** error);

/* Returns the name after the substitution; the caller frees it.  Returns NULL
   and `error' if PCRE2 fails, for instance because matching takes too long. */
char* substitution_apply(const Substitution* substitution, const char* name,
                         GError** error);

/* Frees a substitution, which must not be NULL. */
void substitution_free(Substitution* substitution);

#endif
