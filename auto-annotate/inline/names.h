/* SPDX-License-Identifier: GPL-2.0-or-later */
/* names.h: the name of a function that is described by DWARF debug information,
   written as the tool writes the names of the symbol table. */

#ifndef NAMES_H
#define NAMES_H

#include <elfutils/libdw.h>
#include <glib.h>

#include "inline/texts.h"

/* What was found out for earlier names of functions in the same ELF file. */
typedef struct Names Names;

/* Returns an empty Names for an ELF file; names_free() must be called before
   that is closed.  All names that are returned are in `texts', which bounds
   them. */
Names* names_new(Texts* texts);
void   names_free(Names* names);

/* Returns the name of the function that `function' or the DIE (debugging
   information entry) that it refers to describes: the demangled linkage name,
   such as "geo::twice(int)".  Without a linkage name, it is the function's own
   name, after the names of the namespaces and classes around it, or "???" if it
   has none. */
const char* names_of(Names* names, Dwarf_Die* function);

/* Returns whether names_of() would have to leave out the parameters that the
   symbol table has: in C++, compilers omit the linkage names of functions that
   no other file can call. */
gboolean names_lack_parameters(Dwarf_Die* function);

/* Returns the text of an attribute of a DIE, or of the DIE that it refers to,
   or NULL.  It lives as long as the ELF file is open. */
const char* names_attribute(Dwarf_Die* die, unsigned int attribute);

/* Returns the demangled name of a C++ symbol, without what the compiler adds
   for a copy, such as ".isra.0". */
const char* names_of_symbol(Names* names, const char* symbol);

/* Returns the name of the stub that calls the function of a symbol:
   "geo::twice(int)@plt". */
const char* names_of_stub(Names* names, const char* symbol);

#endif
