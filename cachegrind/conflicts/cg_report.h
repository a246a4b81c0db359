/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_report.h: the conflict report - which sets of D1 and LL have too many
   lines in use, and which variables and source lines are to blame - as text to
   read, as JSON for programs, and in a few lines for the summary of a run.

   The manual's section "The format of conflict reports in JSON" describes its
   members.

   One run gives the same bytes wherever the report is made: in the tool or by
   cg_conflicts.  Like cg_sim, this calls nothing of Valgrind. */

#ifndef CG_REPORT_H
#define CG_REPORT_H

#include "sim/types.h"

#include "conflicts/cg_tally.h"
#include "sim/cg_sim.h"

#define REPORT_VERSION 1

typedef struct {
   const HChar*         command;
   const CacheGeometry* geometry; /* [N_CACHES] */
   const Tally*         tally;
   const HChar* (*variable_name)(UInt variable);

   /* D1 only, its misses classed by reuse distances within each set: a report
      that cg_conflicts makes. */
   Bool set_local;

   /* Takes the report piece by piece; `to' is handed on to it. */
   void (*put)(const HChar* text, SizeT length, void* to);
   void* to;

   /* As for cg_tally_init.  What is asked for is never freed. */
   void* (*alloc)(SizeT n_bytes);
} Report;

/* The whole report. */
void cg_report_text(const Report* r);
void cg_report_json(const Report* r);

/* A few lines, without a line for nothing; each is one call of r->put, without
   the newline at its end. */
void cg_report_summary(const Report* r);

#endif /* CG_REPORT_H */
