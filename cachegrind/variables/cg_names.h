/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_names.h: the names of variables, and their numbers.

   Variables are numbered from 0, in the order in which they get their names.
   The first numbers are the fixed ones of cg_conflict_counts.h.  Number and
   name stay until the end of the run.  Variables with equal names are one
   variable. */

#ifndef CG_NAMES_H
#define CG_NAMES_H

#include "pub_tool_basics.h"

/* Call it once, before any other function here. */
void cg_names_init(void);

/* The number of the variable called `name'.  A new name gets a new number.  The
   name is copied. */
UInt cg_names_variable(const HChar* name);

/* The same for a name in three parts, such as "heap (", "main" and ")". */
UInt cg_names_variable_with(const HChar* before, const HChar* name,
                            const HChar* after);

/* The number of variables, and the name of number `variable', which must be
   less than that (asserted by the core).  The caller must not free or change
   the name. */
UInt         cg_names_n_variables(void);
const HChar* cg_names_of(UInt variable);

#endif /* CG_NAMES_H */
