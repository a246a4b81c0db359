/* SPDX-License-Identifier: GPL-2.0-or-later */
/* substitution.h: Perl's search-and-replace expressions, applied to names.

      s/version[0-9]/versionN/      any delimiter but ': s!a!b!  s{a}{b}
      s/(\w+)\.\d+$/$1/             captures: $1 ${1} \1, and $& for all
      s/THIS/that/gi                flags: g i x

   See perlop(1), "Regexp Quote-Like Operators".  The pattern is one of PCRE2,
   without variables.  In the replacement, \t and a
   backslash before punctuation are known, and "$" must begin a capture. */

#ifndef SUBSTITUTION_H
#define SUBSTITUTION_H

#include <glib.h>

typedef struct Substitution Substitution;

/* Parses an expression.  NULL and `error', "at character N: what", if it is
   not one. */
Substitution* substitution_parse(const char* expression, GError** error);

/* The name after the substitution, which the caller frees; NULL and `error' if
   matching took too long. */
char* substitution_apply(const Substitution* substitution, const char* name,
                         GError** error);

void substitution_free(Substitution* substitution);

#endif
