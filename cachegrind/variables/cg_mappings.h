/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_mappings.h: names for memory of which only the mapping is known. */

#ifndef CG_MAPPINGS_H
#define CG_MAPPINGS_H

#include "pub_tool_basics.h"

#include "guest/cg_range.h"
#include "variables/cg_resolved.h"

/* Call it once. */
void cg_mappings_init(void);

/* The core has loaded the debug information of the object that is mapped at
   `addr'.  Call it before anything else asks about memory. */
void cg_mappings_loaded(Addr addr);

/* The memory of `s' has been mapped or unmapped: drop what is known of it. */
void cg_mappings_forget(Range s);

/* Whether cg_mappings_resolve has already found that `addr' is in no symbol. To
   ask the core takes a time that grows with the number of objects. */
Bool cg_mappings_is_in_no_symbol(Addr addr);

/* Set r->range and r->variable for `addr', which is in no block of the heap, in
   no stack that a thread was given, and in no symbol.  Cannot fail: memory that
   is not the program's is VARIABLE_UNKNOWN. */
void cg_mappings_resolve(Addr addr, Resolved* r);

#endif /* CG_MAPPINGS_H */
