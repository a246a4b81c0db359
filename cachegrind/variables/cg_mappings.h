/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_mappings.h: names for memory of which only the mapping is known. */

#ifndef CG_MAPPINGS_H
#define CG_MAPPINGS_H

#include "pub_tool_basics.h"

#include "variables/cg_resolved.h"

/* Set r->range and r->variable for `addr', which is in no block of the heap, in
   no stack that a thread was given, and in no symbol.  Cannot fail: memory that
   is not the program's is VARIABLE_UNKNOWN. */
void cg_mappings_resolve(Addr addr, Resolved* r);

#endif /* CG_MAPPINGS_H */
