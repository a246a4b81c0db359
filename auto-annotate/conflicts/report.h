/* SPDX-License-Identifier: GPL-2.0-or-later */
/* report.h: the conflict report - which sets of D1 and LL have too many lines
   in use, and which variables and source lines are the cause.  It has three
   forms: text to read, JSON for programs, and a few lines for the summary of a
   run.

   The manual's section "The format of conflict reports in JSON" describes the
   members of the JSON.

   The counts of a run (counts_file.h) and its trace give the same bytes.

   report_text.c with opening.c, report_json.c and report_summary.c write what
   ranking.h has sorted. */

#ifndef REPORT_H
#define REPORT_H

#include "sim/types.h"

#include <glib.h>

#include "conflicts/cg_conflict_counts.h"
#include "sim/cache/cg_sim.h"

typedef struct {
   const HChar*          command;  /* not used by the summary */
   const CacheGeometry*  geometry; /* [N_CACHES] */
   const ConflictCounts* conflict_counts;
   const GPtrArray*      variables; /* names, by number in `conflict_counts' */

   /* NULL: two levels of LRU.  Otherwise the machine whose caches stand for I1,
      D1 and LL, as cg_machine_classes.h says; `geometry' is theirs. */
   const struct Machine_* machine;
   const HChar* machine_name; /* by which the user chose it, if there is one */

   /* True for the set-local model of cg_conflicts: the report has D1 only,
      whose misses are classified by reuse distances within each set
      (distances.h). */
   Bool set_local;
} Report;

/* Append the report in one of its forms.  The summary's lines that would have
   nothing to report are left out. */
void report_text(const Report* r, GString* to);
void report_json(const Report* r, GString* to);
void report_summary(const Report* r, GString* to);

/*------------------------------------------------------------*/
/*--- For the files that write it                          ---*/
/*------------------------------------------------------------*/

/* Returns how many levels the report has: D1 only, or D1 and LL. */
Level report_n_levels(const Report* r);

/* Returns which cache of r->machine stands for a level, a LevelId. */
UInt report_level_id(const Report* r, Level level);

/* Returns in how many slices the sets of a level are. */
UInt report_n_slices(const Report* r, Level level);

/* Writes "; addresses 4,096 bytes apart share one", a set of the level, unless
   a hash of the address chooses it. */
void report_put_distance(GString* to, const Report* r, Level level);

/* Returns the cache of a level. */
static inline const CacheGeometry* report_geometry(const Report* r, Level level)
{
   return &r->geometry[level == LEVEL_D1 ? CACHE_D1 : CACHE_LL];
}

#endif
