/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_branchpred.c: the branch predictor simulator; cg_branchpred.h says what
   it models.

   The index of a conditional branch's counter, 14 bits:

       13         7 6          0
      +------------+------------+
      |  history   |  address   |    history: outcomes of the last 7
      +------------+------------+    conditional branches, the latest lowest

   On x86 and amd64 instructions start at any byte, so the low bits of their
   addresses all tell branches apart and none is dropped. */

#include "cg_branchpred.h"

#define HISTORY_BITS 7
#define ADDRESS_BITS 7
#define N_COUNTERS   (1 << (HISTORY_BITS + ADDRESS_BITS))
#define N_TARGETS    512

#define LOW_BITS(n) ((1UL << (n)) - 1)

static UWord history;             /* HISTORY_BITS wide */
static UChar counter[N_COUNTERS]; /* 0..3, taken is predicted from 2 up */
static Addr  last_target[N_TARGETS];

/* Up if taken, down if not, but not past the ends.  Simulated outcomes are as
   hard to predict for the host as for the simulated machine, so it gets no
   branch to predict. */
static const UChar next_count[4][2] = {{0, 1}, {0, 2}, {1, 3}, {2, 3}};

void cg_branchpred_init(void)
{
   history = 0;
   for (UInt i = 0; i < N_COUNTERS; i++)
      counter[i] = 0;
   for (UInt i = 0; i < N_TARGETS; i++)
      last_target[i] = 0;
}

Bool cg_predict_cond(Addr instr_addr, Bool taken)
{
   UChar* c         = &counter[(history << ADDRESS_BITS)
                       | (instr_addr & LOW_BITS(ADDRESS_BITS))];
   Bool   predicted = *c >= 2;

   *c      = next_count[*c][taken];
   history = ((history << 1) | taken) & LOW_BITS(HISTORY_BITS);
   return predicted != taken;
}

Bool cg_predict_indirect(Addr instr_addr, Addr target)
{
   Addr* last      = &last_target[instr_addr % N_TARGETS];
   Addr  predicted = *last;

   *last = target;
   return predicted != target;
}
