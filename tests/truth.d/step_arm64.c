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

unsigned long step_sp(const Registers* r)
{
   return r->sp;
}

const int STEP_RETURNS_AT_EQUAL_SP = 1;

/* The instruction as one word. */
static unsigned word_of(const Decoded* d)
{
   return d->bytes[0] | d->bytes[1] << 8 | d->bytes[2] << 16
          | (unsigned)d->bytes[3] << 24;
}

/* The branches of "C4.1.65 Branches, Exception Generating and System
   instructions" in Arm's "Architecture Reference Manual for A-profile", those
   that authenticate pointers left out.  A return is an instruction like any
   other: it is not counted as a branch. */
static int is_b_cond(unsigned insn)
{
   return (insn & 0xFF000010) == 0x54000000;
}

/* cbz or cbnz */
static int is_cb(unsigned insn)
{
   return (insn & 0x7E000000) == 0x34000000;
}

/* tbz or tbnz */
static int is_tb(unsigned insn)
{
   return (insn & 0x7E000000) == 0x36000000;
}

/* br or blr */
static int is_register_branch(unsigned insn)
{
   return (insn & 0xFFDFFC1F) == 0xD61F0000;
}

static int is_blr(unsigned insn)
{
   return (insn & 0xFFFFFC1F) == 0xD63F0000;
}

static int is_bl(unsigned insn)
{
   return (insn & 0xFC000000) == 0x94000000;
}

static int is_ret(unsigned insn)
{
   return (insn & 0xFFFFFC1F) == 0xD65F0000;
}

/* The condition of a b.cond.  Two of its codes mean "always". */
static unsigned condition_of(unsigned insn)
{
   return insn & 15;
}

void step_decode(Decoded* d, const Registers* r)
{
   const unsigned insn = word_of(d);

   d->length = sizeof insn;
   if ((is_b_cond(insn) && condition_of(insn) < 14) || is_cb(insn)
       || is_tb(insn))
      d->kind = CONDITIONAL;
   else if (is_register_branch(insn))
      d->kind = INDIRECT;
   else if (is_ret(insn))
      d->kind = RETURN;
   d->jumps = insn >> 26 == 5; /* b */
   d->calls = is_bl(insn) || is_blr(insn);
}

/* Whether the condition holds, as "C1.2.4 Condition code" of the same manual
   says.  The lowest bit inverts the other three. */
static int holds(unsigned condition, const Registers* r)
{
   const int n               = r->pstate >> 31 & 1;
   const int z               = r->pstate >> 30 & 1;
   const int c               = r->pstate >> 29 & 1;
   const int v               = r->pstate >> 28 & 1;
   const int holds_upright[] = {z, c, n, v, c && !z, n == v, !z && n == v, 1};

   return holds_upright[condition >> 1] != (int)(condition & 1);
}

int step_is_taken(const Decoded* d, const Registers* r)
{
   const unsigned      insn   = word_of(d);
   const unsigned      reg    = insn & 31; /* 31 is zero */
   const unsigned long value  = reg == 31 ? 0 : r->regs[reg];
   const unsigned long all    = insn >> 31 ? value : value & 0xFFFFFFFF;
   const unsigned      bit    = (insn >> 31) << 5 | (insn >> 19 & 31);
   const int           if_set = insn >> 24 & 1; /* cbnz, tbnz */

   if (is_cb(insn))
      return (all != 0) == if_set;
   if (is_tb(insn))
      return (int)(value >> bit & 1) == if_set;
   return holds(condition_of(insn), r);
}

/* Linux for arm64 reports a trap after a system call and on the way into a
   handler, and then the processor's own, before anything ran.  No instruction
   that stays where it is ever ends. */
int step_ran(const Registers* before, const Registers* after)
{
   return before->pc != after->pc;
}

void step_count(Counts* c, const Decoded* d, const Registers* before,
                const Registers* after)
{
   c->Ir++;
   c->Ir_rep_once++;
}
