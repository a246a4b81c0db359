/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_mappings.h: names for memory about which only its mapping is known. */

#ifndef CG_MAPPINGS_H
#define CG_MAPPINGS_H

#include "pub_tool_basics.h"

#include "variables/cg_answer.h"

/* Set a->range and a->variable for `addr', which is in no block of the heap, in
   no stack that a thread was given, and in no symbol.  There is always an
   answer: VARIABLE_UNKNOWN for memory that is not the program's. */
void cg_mappings_answer(Addr addr, Answer* a);

#endif /* CG_MAPPINGS_H */
