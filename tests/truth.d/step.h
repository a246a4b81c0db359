/* SPDX-License-Identifier: GPL-2.0-or-later */
/* step.h: what step.c needs to know of a CPU.  step_x86.c and step_arm64.c say
   it for theirs; only the one for this machine is compiled. */

#ifndef STEP_H
#define STEP_H

#include <capstone/capstone.h>
#include <sys/types.h>
#include <sys/user.h>

typedef struct user_regs_struct Registers;

typedef enum { PLAIN, CONDITIONAL, INDIRECT, REP_STRING } Kind;

enum { LONGEST = 15 }; /* bytes of an instruction */

typedef struct {
   unsigned long at;
   unsigned char bytes[LONGEST];
   unsigned      length; /* in bytes; 0: nothing is decoded here yet */
   Kind          kind;
   unsigned      id; /* capstone's */
   unsigned      reads, writes;

   /* Of x86. */
   int count_bytes; /* how wide rcx is, as a loop's or rep's count */
   int compares;    /* a rep string instruction that also tests ZF */
   int while_equal; /* repe rather than repne */

   /* Of arm64. */
   int condition; /* of b.cond, capstone's */
} Decoded;

typedef struct {
   unsigned long Ir, Ir_rep_extra, Ir_rep_once, Bc, Bcm, Bi, Bim, Dr, Dw;
} Counts;

/* Print what failed, with errno, and exit. */
void step_die(const char* what);

/* How many low bits of an instruction's address the predictor leaves out. */
extern const unsigned STEP_CODE_ADDRESS_SHIFT;

/* The registers of a stopped process. */
Registers step_registers(pid_t pid);

unsigned long step_pc(const Registers* r);

/* A disassembler for the code that runs with these registers. */
csh step_open_capstone(const Registers* r);

/* Set the kind, the references and the CPU's own members. */
void step_describe(Decoded* d, const cs_insn* insn);

/* Whether conditional branch `d' is taken, if these are the registers before
   it.  The address after it does not tell: a branch may go to the next
   instruction. */
int step_is_taken(const Decoded* d, const Registers* r);

/* Count instruction `d', which ran, but not as a branch. */
void step_count(Counts* c, const Decoded* d, const Registers* before,
                const Registers* after);

#endif /* STEP_H */
