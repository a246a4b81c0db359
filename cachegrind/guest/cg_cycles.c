/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_cycles.c: what events cost; see cg_cycles.h. */

#include "guest/cg_cycles.h"

typedef Int Cycles[N_MACHINE_LEVELS + 1]; /* by level; the last is memory's */

/* The weights of misses of one kind, whose events are adjacent: what a level
   takes more than the one that missed. */
static void set_misses(Int weights[N_EVENTS], const Machine* m, Event first,
                       const Cycles cycles)
{
   LevelId nearer = LEVEL_L1D;

   for (LevelId id = LEVEL_L2; id < N_MACHINE_LEVELS; id++) {
      if (m->caches[id].size == 0)
         continue;
      weights[nearer == LEVEL_L1D ? first : first + 1] =
         cycles[id] - cycles[nearer];
      nearer = id;
   }
   weights[first + 2] = cycles[N_MACHINE_LEVELS] - cycles[nearer];
}

static void set_all_misses(Int weights[N_EVENTS], const Machine* m,
                           Bool overlap)
{
   Cycles latency  = {[N_MACHINE_LEVELS] = m->memory_latency};
   Cycles transfer = {[N_MACHINE_LEVELS] = m->memory_transfer};
   Cycles rest, code;

   for (LevelId id = LEVEL_L1I; id < N_MACHINE_LEVELS; id++) {
      latency[id]  = m->caches[id].latency;
      transfer[id] = m->caches[id].transfer;
      code[id]     = latency[id];
   }
   code[N_MACHINE_LEVELS] = m->memory_latency;
   if (overlap && m->caches[LEVEL_L2].size > 0)
      code[LEVEL_L1D] = latency[LEVEL_L2] - transfer[LEVEL_L2];
   for (UInt i = 0; i <= N_MACHINE_LEVELS; i++)
      rest[i] = latency[i] - transfer[i];
   set_misses(weights, m, EV_I1mr, code);
   set_misses(weights, m, EV_D1mr, overlap ? transfer : latency);
   set_misses(weights, m, EV_D1mw, overlap ? transfer : latency);
   if (overlap)
      set_misses(weights, m, EV_D1mo, rest);
}

void cg_cycles_weights(const Machine* m, Bool overlap, Int weights[N_EVENTS])
{
   for (Event ev = 0; ev < N_EVENTS; ev++)
      weights[ev] = 0;
   weights[EV_Cyi] = weights[EV_Ls] = weights[EV_Cyw] = 1;
   set_all_misses(weights, m, overlap);
   weights[EV_ITm]                     = m->tlb2_latency;
   weights[overlap ? EV_DTmo : EV_DTm] = m->tlb2_latency;
   weights[overlap ? EV_STmo : EV_STm] = m->walk_latency;
   weights[EV_Sys]                     = CG_CYCLES_SYSTEM_CALL;
   weights[EV_Wsf] = weights[EV_Wst] = CG_CYCLES_SHARED;
   weights[EV_Bcm] = weights[EV_Bim] = weights[EV_Brm] = m->core.mispredict;
}
