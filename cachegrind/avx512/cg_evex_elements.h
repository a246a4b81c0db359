/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_evex_elements.h: which elements of memory an instruction with a mask
   touches, for run/cg_elements.h. */

#ifndef CG_EVEX_ELEMENTS_H
#define CG_EVEX_ELEMENTS_H

#include "pub_tool_basics.h"

#include "avx512/cg_evex_decode.h"
#include "run/cg_elements.h"

/* The function that lists the elements.  The program's code passes it the guest
   state, the address of the memory operand, the mask, and `packed'.  `size' is
   that of each listed element, in bytes. */
typedef struct {
   void* fn;
   ULong packed;
   UInt  size;
} EvexList;

/* For an instruction whose access is not ACCESS_WHOLE. */
EvexList cg_evex_elements_of(const EvexInstr* instr);

#endif /* CG_EVEX_ELEMENTS_H */
