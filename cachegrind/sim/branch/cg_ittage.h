/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_ittage.h: ITTAGE of 64 KiB, a predictor of the targets of indirect jumps
   and calls.

   It is the one of "A 64-Kbytes ITTAGE indirect branch predictor" (A. Seznec,
   3rd Championship Branch Prediction, 2011).  Predictions are the same as those
   of the published program, bit for bit, if it learns from each branch at once.

   Tables hold the target of a branch after the branches before it, each for a
   longer history.  The longest one with the right tag predicts, unless its
   entry is new and the one of the next match does better.

      tables                entries   tag      history, bits
       0     the base          4096   0 bits   none
       1, 2  share             4096   9        0, 10
       3 to 10  share          4096   13       16 to 449
      11 to 15  share          2048   15       487 to 3881

   history   Indirect jumps and calls push 10 bits, direct calls 5.  They are of
             the branch's address and target.
   entries   A tag, a target, how sure it is (0 to 3), and whether the entry is
             useful.  Only those that are not may be replaced.
   targets   18 bits, and the number of a region, which has the bits above.
             There are 128 regions.  If all are in use, they are used anew from
             the first one on, and the entries that name it get another target.
   learning  A wrong target takes up to three entries with longer histories.  If
             that fails too often, no entry is useful any more.

   All state begins as zero.  The details are in cg_ittage.c.  This module calls
   neither Valgrind nor the C library. */

#ifndef CG_ITTAGE_H
#define CG_ITTAGE_H

#include "sim/branch/cg_branch.h"
#include "sim/types.h"

typedef struct Ittage Ittage;

/* Returns a predictor that knows nothing.  `alloc' is as for cg_sim_init.
   Cannot fail. */
Ittage* cg_ittage_new(void* (*alloc)(SizeT n_bytes));

/* Returns the predicted target of a TYPE_INDIRECT_JUMP or TYPE_INDIRECT_CALL,
   and learns the one that it had.  Cannot fail. */
Addr cg_ittage_indirect(Ittage* t, const Branch* b);

/* A branch of another type was executed, conditional ones included, taken or
   not.  Cannot fail. */
void cg_ittage_other(Ittage* t, const Branch* b);

#endif /* CG_ITTAGE_H */
