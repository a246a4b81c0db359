/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_mappings.h: memory of which nothing is known but how it was mapped. */

#ifndef CG_MAPPINGS_H
#define CG_MAPPINGS_H

#include "pub_tool_basics.h"

#include "variables/cg_answer.h"

/* Answer: there is always something to be said.  `addr' is in no block of the
   heap, no thread's stack and no symbol. */
void cg_mappings_answer(Addr addr, Answer* a);

#endif /* CG_MAPPINGS_H */
