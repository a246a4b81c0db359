/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_branchpred.c: the state of the branch predictor simulator, which is in
   cg_branchpred.h. */

#include "sim/cg_branchpred.h"

UWord cg_history;
UChar cg_counter[1 << (CG_HISTORY_BITS + CG_ADDRESS_BITS)];
Addr  cg_last_target[CG_N_TARGETS];

const UChar cg_next_count[4][2] = {{0, 1}, {0, 2}, {1, 3}, {2, 3}};

void cg_branchpred_init(void)
{
   cg_history = 0;
   for (UInt i = 0; i < sizeof cg_counter; i++)
      cg_counter[i] = 0;
   for (UInt i = 0; i < CG_N_TARGETS; i++)
      cg_last_target[i] = 0;
}
