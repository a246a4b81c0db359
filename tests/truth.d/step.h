/* SPDX-License-Identifier: GPL-2.0-or-later */
/* step.h: what step.c needs to know of a CPU.  step_x86.c and step_arm64.c say
   it for theirs; only the one for this machine is compiled. */

#ifndef STEP_H
#define STEP_H

#include <sys/types.h>
#include <sys/user.h>

typedef struct user_regs_struct Registers;

typedef enum { PLAIN, CONDITIONAL, INDIRECT, RETURN, REP_STRING } Kind;

enum { LONGEST = 15 }; /* bytes of an instruction */

typedef struct {
   unsigned long at;
   unsigned char bytes[LONGEST];
   unsigned      length; /* in bytes; 0: nothing is decoded here yet */
   Kind          kind;
   int           jumps; /* always, to a fixed address */
   int           calls; /* a call, direct or not, but not of what follows it */
   unsigned      reads, writes;

   /* Of x86. */
   unsigned id;          /* capstone's */
   int      count_bytes; /* how wide rcx is, as a loop's or rep's count */
   int      compares;    /* a rep string instruction that also tests ZF */
   int      while_equal; /* repe rather than repne */
} Decoded;

typedef struct {
   unsigned long Ir, Ir_rep_extra, Ir_rep_once, Bc, Bcm, Bi, Bim, Br, Brm, Bct,
      Dr, Dw;
} Counts;

/* Exit statuses. */
enum { STEP_WRONG = 2, STEP_NO_PTRACE = 3 };

/* Print what failed, with errno, and exit with STEP_WRONG. */
void step_die(const char* what);

/* How many low bits of an instruction's address the predictor leaves out. */
extern const unsigned STEP_CODE_ADDRESS_SHIFT;

/* The registers of a stopped process. */
Registers step_registers(pid_t pid);

unsigned long step_pc(const Registers* r);
unsigned long step_sp(const Registers* r);

/* Whether a function can return with SP as it was on entry. */
extern const int STEP_RETURNS_AT_EQUAL_SP;

/* Set all other members of *d, whose address and bytes are set.  Code runs
   there with the registers *r.  Exits if it is no instruction that ever runs.
 */
void step_decode(Decoded* d, const Registers* r);

/* Whether conditional branch `d' is taken, if these are the registers before
   it.  The address after it does not tell: a branch may go to the next
   instruction. */
int step_is_taken(const Decoded* d, const Registers* r);

/* Whether a step that ended in a trap, with these registers before and after
   it, ran an instruction. */
int step_ran(const Registers* before, const Registers* after);

/* Count instruction `d', which ran, but not as a branch. */
void step_count(Counts* c, const Decoded* d, const Registers* before,
                const Registers* after);

#endif /* STEP_H */
