/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_branchpred.h: the branch predictor simulator.

   A global-history table of two-bit counters for conditional branches, and a
   table of last targets for indirect ones.  Like cg_sim it calls nothing of
   Valgrind and also builds on the host.  The rules are those of the manual's
   "Branch Simulation Specifics". */

#ifndef CG_BRANCHPRED_H
#define CG_BRANCHPRED_H

#include "pub_tool_basics.h"

/* Forget all history: every counter at 0, every last target 0. */
void cg_branchpred_init(void);

/* A conditional branch at `instr_addr' was executed and `taken' says whether
   it jumped.  Predicts, learns, and returns True if mispredicted. */
Bool cg_predict_cond(Addr instr_addr, Bool taken);

/* An indirect jump or call at `instr_addr' went to `target'.  Predicts,
   learns, and returns True if mispredicted. */
Bool cg_predict_indirect(Addr instr_addr, Addr target);

#endif /* CG_BRANCHPRED_H */
