/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_ranking.h: what a Tally says, sorted: which variables push out which, in
   which sets, on which source lines.  cg_report.c writes it out.

   Names take the place of the tally's numbers and pointers, so that the order
   depends on nothing else: two variables of one name are one here, and so are
   two places of the same file, line and function.

   Like cg_sim, it calls nothing of Valgrind. */

#ifndef CG_FINDINGS_H
#define CG_FINDINGS_H

#include "sim/types.h"

#include "conflicts/cg_tally.h"

/* A sum of Blames.  What it is a sum over is 0. */
typedef struct {
   UInt  variable; /* index of Findings.variables */
   UInt  evictor;  /* likewise, of conflicts only */
   UInt  place;    /* index of Findings.places */
   UInt  set;
   UInt  thread;
   ULong misses[N_CLASSES];
} Finding;

/* `n' findings. */
typedef struct {
   Finding** items;
   UWord     n;
} FindingList;

/* Conflict misses of one variable, on one source line, in lines that one
   variable pushed out; `sets' has an item for each set, in their order. */
typedef struct {
   FindingList sets;
   ULong       misses;
} Conflict;

/* A set of one thread where something happened. */
typedef struct {
   UInt             set;
   const SetCounts* counts;
   FindingList      conflicts; /* most misses first */
} SetFindings;

typedef struct {
   FindingList by_variable; /* most misses first, like all that follows */
   FindingList by_place;
   Conflict**  conflicts;
   UWord       n_conflicts;
   FindingList by_set; /* conflicts by thread and set; see cg_findings_sets */
} LevelFindings;

typedef struct {
   const Tally*       tally;
   const HChar**      variables; /* sorted by name */
   const SourceLine** places;    /* sorted by file, line, function */
   LevelFindings      level[N_LEVELS];
   void* (*alloc)(SizeT n_bytes);
} Findings;

/* Sort what `tally' has.  `variable_name' gives the name of a number that it
   was told; `alloc' is as for cg_tally_init, and nothing is freed. */
void cg_findings_make(Findings* f, const Tally* tally,
                      const HChar* (*variable_name)(UInt variable),
                      void* (*alloc)(SizeT n_bytes));

/* The sets of `thread', which ran, in which anything happened, in the order of
   their numbers; their number is put in *n. */
SetFindings* cg_findings_sets(const Findings* f, Level level, UInt thread,
                              UWord* n);

/* The same again, most conflict misses first: only those that have any.  Takes
   and returns what the function above did. */
SetFindings** cg_findings_worst_sets(const Findings* f, SetFindings* sets,
                                     UWord* n);

/* All classes together. */
ULong cg_all_misses(const ULong misses[N_CLASSES]);

#endif /* CG_FINDINGS_H */
