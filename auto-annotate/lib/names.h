/* SPDX-License-Identifier: GPL-2.0-or-later */
/* names.h: short names of functions, for narrow outputs.  Names of C++, Rust
   and others, as the demangler writes them, can have thousands of letters, most
   of them in template arguments:

      std::map<int, std::vector<int> >::operator[](int const&)
      std::map<…>::operator[] */

#ifndef NAMES_H
#define NAMES_H

#include <glib.h>

#include "lib/output.h"

/* Returns a short form of a function's name; the caller frees it.  Each list of
   template arguments becomes "<", `dots' and ">".  Lists of parameters are left
   out, with the "const" and so on after them.  Everything else stays: return
   types, "(anonymous namespace)", "{lambda(int)#1}", "[clone .part.0]".  Where
   brackets do not match, the rest of the name stays as it is.  Any bytes are
   allowed. */
char* names_short(const char* name, const char* dots);

/* Returns the short form with width_dots() of the name of a function, which
   stays where it is to the end, as does the result.  It is made once: a long
   name can be in many rows. */
const char* names_short_kept(const char* name);

/* The same, and in Rust as its older mangling has it, which shows less: of
   "<Map<K>>::get::<Q>", Map<...>::get. */
const char* names_plain_kept(const char* name);

/* When names_write() writes short names: never, always, or where the line would
   otherwise be cut. */
typedef enum { NAMES_LONG, NAMES_SHORT, NAMES_FITTING } NamesStyle;

/* Writes a function's name, which stays where it is to the end, and which ends
   its line; the caller writes the line break. */
void names_write(Output* output, const char* name, NamesStyle style);

#endif
