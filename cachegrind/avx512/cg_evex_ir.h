/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_evex_ir.h: an AVX-512 instruction as IR: the address of its operand, a
   call of its stub, and what becomes of the result. */

#ifndef CG_EVEX_IR_H
#define CG_EVEX_IR_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "avx512/cg_evex_decode.h"

/* Append the instruction at the address `ip' to `sb', but for going on to the
   next one.  Returns whether there is a stub of it; if not, nothing was
   appended. */
Bool cg_evex_ir_append(IRSB* sb, const EvexInstr* instr, Addr ip);

/* Append what sets *was_used, has the core translate all code again, and starts
   again at the instruction at `ip': code that was translated before does not
   clear the upper halves of vectors. */
void cg_evex_ir_append_restart(IRSB* sb, Bool* was_used, Addr ip);

/* The instruction whose IR are the statements of `sb' from number `from' on was
   not one of AVX-512.  If it has a VEX prefix, it clears the upper halves of
   the vectors that it writes. */
void cg_evex_ir_clear_uppers(IRSB* sb, Int from);

/* VEX's last statement for an instruction that goes on sets RIP, and has to
   stay the last.  Take it off; the caller appends it again. */
IRStmt* cg_evex_ir_take_last(IRSB* sb);

/* Declare that a call reads or writes a part of the guest state. */
void cg_evex_ir_add_effect(IRDirty* call, IREffect fx, UInt offset, UInt size);

#endif /* CG_EVEX_IR_H */
