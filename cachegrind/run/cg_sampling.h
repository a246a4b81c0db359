/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_sampling.h: when the core of a machine and its branch predictor are
   simulated, and what is computed from the parts of a run in which they are.

   Caches and TLBs see every reference: lines that came and went unseen would
   look cold.  What the core waits for and which branches are mispredicted needs
   much less of a past, so it is enough to look from time to time:

      first part |  ...  | warm | measured |    ...    | warm | measured | ...
      ^^^^^^^^^^                 ^^^^^^^^^^
      each run counts once       each counts `weight' times

   A segment's first runs are measured, too, and count once, so code that is
   rare has its counts.  What is `warm' is simulated and counts nothing.  The
   distance between two samples varies, so that they do not follow the loops of
   a program.

   So each line has two counts of instructions: those that ran, and those that
   the measured runs stand for.  What is only counted in measured runs after the
   first part is multiplied by the ratio of both there (cg_sampling_settle).
   Lines that ran as often in the samples as elsewhere hardly change.

   The first runs of code are not like its later ones: no branch is learned, and
   no chain has begun.  So they do not stand for a line that no sample has. What
   it ran besides is taken to be like its own first part, as far as it ran
   there, and like lines that ran about as often and are in samples.

   How far that may be from a simulation of everything follows from how much the
   samples differ, or lines from each other: Cyv is the variance of a line's
   cycles.  What one sample has, or a line without others like it, may be all
   wrong.  Variances add up, over lines and over runs.  They do not know that a
   predictor that sees less learns less.

   Like cg_segment, this module calls Valgrind only through cg_costs. */

#ifndef CG_SAMPLING_H
#define CG_SAMPLING_H

#include "cg_config.h"
#include "run/cg_segment.h"

/* The first runs of a segment that are measured. */
#define CG_SAMPLING_FIRST_RUNS 16

/* until: the number of instructions at which another phase begins.  measured: a
   run is measured, or warms up, if its segment has had no more than so many
   before.  weight: how often each event of such a run counts. */
typedef struct {
   ULong until, measured, weight;
   Bool  is_used; /* not everything is measured */
} Sampling;

extern Sampling cg_sampling;

/* Start, if the configuration has samples.  Call it once, after cg_costs_init.
   `alloc' is as for cg_sim_init. */
void cg_sampling_init(const RunConfig* config, void* (*alloc)(SizeT n_bytes));

/* There have been `now' instructions, at least cg_sampling.until. */
void cg_sampling_next_phase(ULong now);

/* Whether the run of `seg' that is counted in its `execs' is simulated by the
   core and the predictor.  One that is not collected may have none there: it is
   simulated if all are. */
static inline Bool cg_sampling_measures(const Segment* seg)
{
   return seg->execs - 1 <= cg_sampling.measured;
}

/* How often the events of such a run count. */
static inline ULong cg_sampling_weight(const Segment* seg)
{
   return cg_segment_collecting
          * (cg_sampling.is_used && seg->execs <= CG_SAMPLING_FIRST_RUNS
                ? 1
                : cg_sampling.weight);
}

/* `seg' has such a run. */
void cg_sampling_add(Segment* seg);

/* Segments will be freed or folded: keep what is to be kept of them. */
void cg_sampling_catch_up(void);

/* Multiply the counts of sampled events of all cost centres and contexts, as
   above, and set Cyv.  All segments must be folded.  What is measured later may
   be added, and all settled again. */
void cg_sampling_settle(void);

#endif /* CG_SAMPLING_H */
