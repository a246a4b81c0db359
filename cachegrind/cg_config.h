/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_config.h: what the user wants of this run.

   cg_main.c stores its options here while the core reads the command line; the
   other modules add theirs right afterwards, with their cg_X_configure.  Then
   nothing changes any more, and modules get a const RunConfig. */

#ifndef CG_CONFIG_H
#define CG_CONFIG_H

#include "sim/cg_sim.h"
#include "sim/types.h"

typedef struct {
   /* What is simulated. */
   Bool          cache_sim;
   Bool          branch_sim;
   CacheGeometry geometry[N_CACHES];

   /* What is counted: from the start, or when the program asks for it; and
      only in certain functions. */
   Bool instr_at_start;
   Bool toggle_collect;
   Bool collect_cold; /* caches and predictor do not see what runs outside */

   /* What is written.  These are names as the user gave them, with %p and
      %q{VAR}; NULL: not asked for. */
   const HChar* profile_name;
   const HChar* report_name;
   Bool         report_json;
   const HChar* trace_name;
   Bool         miss_classes; /* the events D1cold to DLconf */

   /* What follows from that. */
   Bool full_path; /* segments take it, see cg_full.h */
   Bool locals;    /* local variables are named, so helpers look at the
                      guest's registers */
} RunConfig;

/* Whether more is asked for than counts. */
static inline Bool cg_config_analyses(const RunConfig* config)
{
   return config->miss_classes || config->report_name || config->trace_name;
}

#endif /* CG_CONFIG_H */
