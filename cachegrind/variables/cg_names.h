/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_names.h: the names of variables, and their numbers.

   Variables are numbered from 0 in the order in which they are met, after those
   that cg_region.h fixes.  Number and name stay until the end of the run.
   Variables with equal names are one variable. */

#ifndef CG_NAMES_H
#define CG_NAMES_H

#include "pub_tool_basics.h"

/* Call it once, before any other function here. */
void cg_names_init(void);

/* The number of the variable called `name'; a new number if the name is new.
   The name is copied. */
UInt cg_names_variable(const HChar* name);

/* The same for a name in three parts, such as "heap (", "main" and ")". */
UInt cg_names_variable_with(const HChar* before, const HChar* name,
                            const HChar* after);

/* How many variables there are, and the name of number `variable', which must
   be less (asserted by the core).  The name belongs to this module. */
UInt         cg_names_n_variables(void);
const HChar* cg_names_of(UInt variable);

#endif /* CG_NAMES_H */
