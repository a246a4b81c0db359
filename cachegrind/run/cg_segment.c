/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_segment.c: the size and the folding of segments. */

#include "run/cg_segment.h"

SegmentMachine cg_segment_machine;
ULong          cg_segment_collecting = 1;

UInt cg_segment_column[REF_MODIFY + 1];
UInt cg_segment_missed[N_BRANCH_TYPES];

static UInt taken_at; /* Bct is so far behind Bc, if it is recorded */

void cg_segment_init(const RunConfig* config)
{
   static const Event first[REF_MODIFY + 1] = {
      [REF_FETCH]  = EV_I1mr,
      [REF_READ]   = EV_D1mr,
      [REF_MODIFY] = EV_D1mr,
      [REF_WRITE]  = EV_D1mw,
   };

   for (RefKind kind = 0; config->cache_sim && kind <= REF_MODIFY; kind++)
      cg_segment_column[kind] = cg_costs_column(first[kind]);
   cg_segment_missed[TYPE_CONDITIONAL]   = cg_costs_column(EV_Bcm);
   cg_segment_missed[TYPE_INDIRECT_JUMP] = cg_costs_column(EV_Bim);
   cg_segment_missed[TYPE_INDIRECT_CALL] = cg_costs_column(EV_Bim);
   cg_segment_missed[TYPE_RETURN]        = cg_costs_column(EV_Brm);
   taken_at = cg_costs_column(EV_Bct) - cg_costs_column(EV_Bc);
}

SizeT cg_segment_size(const Segment* seg)
{
   return seg->costs_at + seg->n_costs * sizeof(StaticCost);
}

void cg_segment_fold(Segment* seg)
{
   ULong             execs = seg->execs, measured = seg->measured;
   const StaticCost* cost = cg_segment_costs(seg);

   seg->execs = seg->measured = 0;
   if (execs == 0)
      return;
   for (UInt i = 0; i < seg->n_costs; i++, cost++) {
      cg_costs_add(cost->cc, EV_Ir, execs * cost->n_Ir);
      if (cost->unknown_Ir)
         *cost->unknown_Ir += execs * cost->n_Ir;
      if (cost->n_Dr)
         cg_costs_add(cost->cc, EV_Dr, execs * cost->n_Dr);
      if (cost->n_Dw)
         cg_costs_add(cost->cc, EV_Dw, execs * cost->n_Dw);
      if (cost->n_free)
         cg_costs_add(cost->cc, EV_Cyi, execs * cost->n_free);
      if (cost->n_lost)
         cg_costs_add(cost->cc, EV_Ls, execs * (ULong)cost->n_lost);
      if (measured)
         cg_costs_add(cost->cc, EV_Irs, measured * cost->n_Ir);
   }
   if (seg->branch_kind != BRANCH_NONE && seg->branch_counts)
      seg->branch_counts[0] += execs;
   if (seg->n_taken)
      seg->branch_counts[taken_at] += seg->n_taken;
   seg->n_taken = 0;
}
