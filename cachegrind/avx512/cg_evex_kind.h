/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_evex_kind.h: what kind of operation an AVX-512 instruction is, for
   cg_latency.c.  The name of the call that executes it says so. */

#ifndef CG_EVEX_KIND_H
#define CG_EVEX_KIND_H

#include "sim/machine/cg_machine.h"
#include "sim/types.h"

/* Between registers and memory, or from one to another, without an operation.
 */
#define CG_EVEX_KIND_MOVE N_OP_KINDS

/* `map' and `opcode' are the instruction's; `rounds' says whether its result
   depends on the rounding mode.  Returns the name of the call. */
const HChar* cg_evex_kind_name(UInt map, UInt opcode, Bool rounds);

/* Whether the call with this name executes such an instruction; if so, sets
 *kind to its OpKind or to CG_EVEX_KIND_MOVE. */
Bool cg_evex_kind_of_call(const HChar* name, UInt* kind);

#endif /* CG_EVEX_KIND_H */
