/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_evex_stub.h: code that runs one AVX-512 instruction on the registers of a
   thread.

   For vaddps %zmm17,%zmm2,%zmm3 it is

      vmovups  LOWER(2)(%rdi),%ymm2     the registers that it reads
      vinserti64x4 $1,UPPER(2)(%rdi),%zmm2,%zmm2
      vmovups  ALL(17)(%rdi),%zmm17
      vaddps   %zmm17,%zmm2,%zmm3       the instruction itself
      vmovups  %ymm3,LOWER(3)(%rdi)     those that it writes
      vextracti64x4 $1,%zmm3,UPPER(3)(%rdi)
      vzeroupper
      ret

   If the instruction fails, for instance because a page is not there, nothing
   has been written, and the core passes the signal on to the program. */

#ifndef CG_EVEX_STUB_H
#define CG_EVEX_STUB_H

#include "pub_tool_basics.h"

#include "avx512/cg_evex_decode.h"

/* Called by the program's code with the guest state, the program's rounding
   mode as MXCSR has it, the address of the memory operand, and the general
   register that the instruction reads; what the instruction does not need may
   be anything. Returns the general register that it writes, or the flags. */
typedef ULong (*EvexStub)(void* guest, ULong rounding, Addr address,
                          ULong general);

/* Registers that an instruction reads, or that it writes: one bit for each. */
typedef struct {
   UInt vectors, masks;
} EvexRegisters;

void cg_evex_stub_registers(const EvexInstr* instr, EvexRegisters* read,
                            EvexRegisters* written);

/* Whether the upper halves of the vectors that are read matter. */
Bool cg_evex_stub_reads_upper(const EvexInstr* instr);

/* The stub of this instruction; it lives as long as the tool does.  NULL: there
   is no memory for it. */
EvexStub cg_evex_stub_get(const EvexInstr* instr);

#endif /* CG_EVEX_STUB_H */
