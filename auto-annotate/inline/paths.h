/* SPDX-License-Identifier: GPL-2.0-or-later */
/* paths.h: the path of a source file that DWARF debug information numbers,
   written as the tool writes it, so that one source is one file. */

#ifndef PATHS_H
#define PATHS_H

#include <elfutils/libdw.h>
#include <glib.h>

/* Returns the path of the file with that number in the table of a unit; NULL if
   there is no such file.  `known' is a set of the paths that the profile has,
   or NULL: the versions of Valgrind write a relative path with the directory of
   the compilation in front of it, or without, and the one that the profile has
   is taken.  The caller frees the result. */
char* paths_of(Dwarf_CU* cu, Dwarf_Word number, GHashTable* known);

/* The same for the number that is the value of an attribute, such as
   DW_AT_decl_file; NULL if the attribute is NULL. */
char* paths_of_attribute(Dwarf_Attribute* file, GHashTable* known);

#endif
