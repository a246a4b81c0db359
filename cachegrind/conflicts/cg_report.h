/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_report.h: the conflict report - which sets of D1 and LL have too many
   lines in use, and which variables and source lines are to blame - as text to
   read, as JSON for programs, and in a few lines for the summary of a run.

   The manual's section "The format of conflict reports in JSON" describes its
   members.

   One run gives the same bytes wherever the report is made: in the tool or by
   cg_conflicts.  Like cg_sim, this calls nothing of Valgrind.

   cg_report_text.c, cg_report_json.c and cg_report_summary.c write what
   cg_ranking.h has sorted. */

#ifndef CG_REPORT_H
#define CG_REPORT_H

#include "sim/types.h"

#include "conflicts/cg_conflict_counts.h"
#include "sim/cg_sim.h"

typedef struct {
   const HChar*          command;  /* not looked at by the summary */
   const CacheGeometry*  geometry; /* [N_CACHES] */
   const ConflictCounts* conflict_counts;
   /* Returns the name of a variable by its number in `conflict_counts'. */
   const HChar* (*variable_name)(UInt variable);

   /* D1 only, its misses classed by reuse distances within each set: a report
      that cg_conflicts makes. */
   Bool set_local;

   /* Takes the report piece by piece, `length' characters at a time; `to' is
      handed on to it.  It keeps errors to itself. */
   void (*put)(const HChar* text, SizeT length, void* to);
   void* to;

   /* As for cg_conflict_counts_init.  What is asked for is never freed. */
   void* (*alloc)(SizeT n_bytes);
} Report;

/* Write the whole report to r->put. */
void cg_report_text(const Report* r);
void cg_report_json(const Report* r);

/* Write a few lines, and none that has nothing to say; each is one call of
   r->put, without the newline at its end. */
void cg_report_summary(const Report* r);

/*------------------------------------------------------------*/
/*--- For those that write it                              ---*/
/*------------------------------------------------------------*/

/* The report is of the levels below this number. */
static inline Level cg_report_n_levels(const Report* r)
{
   return r->set_local ? LEVEL_D1 + 1 : N_LEVELS;
}

/* The cache of a level. */
static inline const CacheGeometry* cg_report_geometry(const Report* r,
                                                      Level         level)
{
   return &r->geometry[level == LEVEL_D1 ? CACHE_D1 : CACHE_LL];
}

#endif /* CG_REPORT_H */
