/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_report.h: the conflict report - which sets of D1 and LL have too many
   lines in use, and which variables and source lines are the cause.  It has
   three forms: text to read, JSON for programs, and a few lines for the summary
   of a run.

   The manual's section "The format of conflict reports in JSON" describes the
   members of the JSON.

   The same run gives the same bytes, whether the tool makes the report or
   cg_conflicts.

   cg_report_text.c with cg_opening.c, cg_report_json.c and cg_report_summary.c
   write what cg_ranking.h has sorted.  They call neither Valgrind nor the C
   library. */

#ifndef CG_REPORT_H
#define CG_REPORT_H

#include "sim/types.h"

#include "conflicts/cg_conflict_counts.h"
#include "conflicts/cg_writer.h"
#include "sim/cache/cg_sim.h"

typedef struct {
   const HChar*          command;  /* not used by the summary */
   const CacheGeometry*  geometry; /* [N_CACHES] */
   const ConflictCounts* conflict_counts;
   /* Returns the name of a variable by its number in `conflict_counts'. */
   const HChar* (*variable_name)(UInt variable);

   /* NULL: two levels of LRU.  Otherwise the machine whose caches stand for I1,
      D1 and LL, as cg_machine_classes.h says; `geometry' is theirs. */
   const struct Machine_* machine;
   const HChar* machine_name; /* by which the user chose it, if there is one */

   /* True for the set-local model of cg_conflicts: the report has D1 only,
      whose misses are classified by reuse distances within each set
      (distances.h). */
   Bool set_local;

   /* Receives the report in pieces of `length' characters, and `to' with each.
      It must handle errors itself: the report ignores them. */
   void (*put)(const HChar* text, SizeT length, void* to);
   void* to;

   /* As for cg_conflict_counts_init.  Its memory is never freed. */
   void* (*alloc)(SizeT n_bytes);
} Report;

/* Write the whole report with r->put.  Cannot fail. */
void cg_report_text(const Report* r);
void cg_report_json(const Report* r);

/* Write the few lines for the summary.  Lines that would have nothing to report
   are left out.  Each line is one call of r->put, without a newline. */
void cg_report_summary(const Report* r);

/*------------------------------------------------------------*/
/*--- For the files that write it                          ---*/
/*------------------------------------------------------------*/

/* Returns how many levels the report has: D1 only, or D1 and LL. */
Level cg_report_n_levels(const Report* r);

/* Returns which cache of r->machine stands for a level, a LevelId. */
UInt cg_report_level_id(const Report* r, Level level);

/* Returns in how many slices the sets of a level are. */
UInt cg_report_n_slices(const Report* r, Level level);

/* Writes "; addresses 4,096 bytes apart share one", a set of the level, unless
   a hash of the address chooses it. */
void cg_report_put_distance(Writer* w, const Report* r, Level level);

/* Returns the cache of a level. */
static inline const CacheGeometry* cg_report_geometry(const Report* r,
                                                      Level         level)
{
   return &r->geometry[level == LEVEL_D1 ? CACHE_D1 : CACHE_LL];
}

#endif /* CG_REPORT_H */
