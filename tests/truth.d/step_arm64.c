/* SPDX-License-Identifier: GPL-2.0-or-later */
/* step_arm64.c: instructions of arm64; see step.h. */

#include <elf.h>
#include <sys/ptrace.h>
#include <sys/uio.h>

#include "step.h"

const unsigned STEP_CODE_ADDRESS_SHIFT = 2;

Registers step_registers(pid_t pid)
{
   Registers    r;
   struct iovec where = {&r, sizeof r};

   if (ptrace(PTRACE_GETREGSET, pid, NT_PRSTATUS, &where) != 0)
      step_die("PTRACE_GETREGSET");
   return r;
}

unsigned long step_pc(const Registers* r)
{
   return r->pc;
}

csh step_open_capstone(const Registers* r)
{
   csh capstone;

   if (cs_open(CS_ARCH_ARM64, CS_MODE_LITTLE_ENDIAN, &capstone) != CS_ERR_OK)
      step_die("capstone");
   return capstone;
}

static Kind kind_of(const cs_insn* insn)
{
   switch (insn->id) {
   case ARM64_INS_B:
      /* Without a condition, capstone says that it has none, or "always". */
      return insn->detail->arm64.cc == ARM64_CC_INVALID
                   || insn->detail->arm64.cc >= ARM64_CC_AL
                ? PLAIN
                : CONDITIONAL;
   case ARM64_INS_CBZ:
   case ARM64_INS_CBNZ:
   case ARM64_INS_TBZ:
   case ARM64_INS_TBNZ:
      return CONDITIONAL;
   case ARM64_INS_BR:
   case ARM64_INS_BLR:
      return INDIRECT;
   default:
      return PLAIN;
   }
}

void step_describe(Decoded* d, const cs_insn* insn)
{
   d->kind      = kind_of(insn);
   d->condition = insn->detail->arm64.cc;
}

/* Whether the condition holds, as "C1.2.4 Condition code" of Arm's
   "Architecture Reference Manual for A-profile" says. */
static int holds(int condition, const Registers* r)
{
   const int n = r->pstate >> 31 & 1;
   const int z = r->pstate >> 30 & 1;
   const int c = r->pstate >> 29 & 1;
   const int v = r->pstate >> 28 & 1;

   switch (condition) {
   case ARM64_CC_EQ:
      return z;
   case ARM64_CC_NE:
      return !z;
   case ARM64_CC_HS:
      return c;
   case ARM64_CC_LO:
      return !c;
   case ARM64_CC_MI:
      return n;
   case ARM64_CC_PL:
      return !n;
   case ARM64_CC_VS:
      return v;
   case ARM64_CC_VC:
      return !v;
   case ARM64_CC_HI:
      return c && !z;
   case ARM64_CC_LS:
      return !c || z;
   case ARM64_CC_GE:
      return n == v;
   case ARM64_CC_LT:
      return n != v;
   case ARM64_CC_GT:
      return !z && n == v;
   default:
      return z || n != v;
   }
}

int step_is_taken(const Decoded* d, const Registers* r)
{
   const unsigned insn = d->bytes[0] | d->bytes[1] << 8 | d->bytes[2] << 16
                         | (unsigned)d->bytes[3] << 24;
   const unsigned      reg   = insn & 31; /* 31 is zero */
   const unsigned long value = reg == 31 ? 0 : r->regs[reg];
   const unsigned long all   = insn >> 31 ? value : value & 0xFFFFFFFF;
   const unsigned      bit   = (insn >> 31) << 5 | (insn >> 19 & 31);

   switch (d->id) {
   case ARM64_INS_CBZ:
      return all == 0;
   case ARM64_INS_CBNZ:
      return all != 0;
   case ARM64_INS_TBZ:
      return !(value >> bit & 1);
   case ARM64_INS_TBNZ:
      return value >> bit & 1;
   default:
      return holds(d->condition, r);
   }
}

void step_count(Counts* c, const Decoded* d, const Registers* before,
                const Registers* after)
{
   c->Ir++;
   c->Ir_rep_once++;
}
