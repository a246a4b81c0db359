/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_names.h: the names of variables, and their numbers.

   Variables are numbered from 0 as they are met, those of cg_region.h first,
   and keep number and name to the end.  Who has the same name is the same
   variable. */

#ifndef CG_NAMES_H
#define CG_NAMES_H

#include "pub_tool_basics.h"

/* Call it once, before all else here. */
void cg_names_init(void);

/* The number of the variable with this name, which is copied; a new one if it
   was not met before. */
UInt cg_names_variable(const HChar* name);

/* The same, with a name of three parts, such as "heap (", "main" and ")". */
UInt cg_names_variable_with(const HChar* before, const HChar* name,
                            const HChar* after);

/* How many variables there are, and the name of one.  The name is not the
   caller's to free. */
UInt         cg_names_n_variables(void);
const HChar* cg_names_of(UInt variable);

/* A file's name without its folder: the end of `path'. */
const HChar* cg_base_name(const HChar* path);

#endif /* CG_NAMES_H */
