/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_branch.h: a branch that a program executed, as the simulated predictors
   get it.  This module calls neither Valgrind nor the C library. */

#ifndef CG_BRANCH_H
#define CG_BRANCH_H

#include "sim/types.h"

/* What a branch instruction is, whatever it does. */
typedef enum {
   TYPE_CONDITIONAL, /* always direct: jcc, jrcxz, loop; b.cond, cbz, tbz */
   TYPE_JUMP,
   TYPE_INDIRECT_JUMP,
   TYPE_CALL,
   TYPE_INDIRECT_CALL,
   TYPE_RETURN,
   N_BRANCH_TYPES
} BranchType;

typedef struct {
   Addr  pc;     /* of the instruction */
   Addr  target; /* where it jumps; of a conditional branch, 0 if unknown */
   UChar type;   /* BranchType */
   UChar size;   /* of the instruction, in bytes; 0: unknown */
   UChar taken;  /* 0 or 1; 1 for all but conditional branches */
} Branch;

#endif /* CG_BRANCH_H */
