/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_config.h: what the user wants of this run.

   Each module stores its options here while the core reads the command line,
   with its cg_X_process_option.  Afterwards its cg_X_configure checks and
   completes them.  Then nothing changes any more, and modules get a const
   RunConfig. */

#ifndef CG_CONFIG_H
#define CG_CONFIG_H

#include "sim/cache/cg_geometry.h"
#include "sim/machine/cg_machine.h"
#include "sim/branch/cg_predictor.h"
#include "sim/cache/cg_sim.h"
#include "sim/types.h"

/* Instructions at the start of a run, of which nothing is left out. */
#define CG_CONFIG_UNSAMPLED 20000000

typedef struct {
   /* What is simulated. */
   Bool           cache_sim;
   Bool           branch_sim;
   CacheGeometry  geometry[N_CACHES];
   const Machine* machine;      /* instead of that geometry; NULL: none */
   const HChar*   machine_name; /* as the user gave it; "classic" is no machine
                                   and NULL here, too */
   Bool huge_pages;             /* of the program, where it asks for them */
   Bool prefetch;               /* there is a machine with prefetchers, and
                                   they run */
   PredictorKind predictor;     /* of branches */
   UInt          return_stack;  /* calls that it remembers */

   Bool sample; /* the machine's core and the predictor are simulated for parts
                   of the run only, after CG_CONFIG_UNSAMPLED instructions */

   /* How. */
   Bool branches_as_vex; /* VEX's exits count as branches, not the branch
                            instructions of the processor */
   Bool rep_once;        /* a string instruction with a rep prefix counts once,
                            not once for each iteration and once at its end */
   Bool stable;          /* random numbers are the same in every run */

   /* What the command `cachegrind' asks for (cg_preset.h). */
   Bool preset; /* what nobody gave is not what --help says */
   Bool brief; /* no summary: who started the run says what is in the profile */

   /* What is counted: from the start, or only when the program asks for it;
      everything, or only what runs in certain functions. */
   Bool         instr_at_start;
   Bool         toggle_collect;
   Bool         calls;            /* also who calls whom */
   Bool         separate_threads; /* each thread has a profile */
   const HChar* jit_map;          /* the value of --jit-map, or NULL */
   Bool collect_cold; /* caches and predictor ignore what runs outside */

   /* What has counts of its own: each source line, or also each object, or
      each instruction, which implies `objects'. */
   Bool objects;
   Bool instructions;

   /* What is written.  In the names %q{VAR} is expanded, but %p is not.  NULL:
      not wanted. */
   const HChar* profile_name;
   const HChar* report_name;
   Bool         report_json;
   const HChar* trace_name;
   Bool trace_to_command; /* it begins with |, and a command follows; the
                             value of a variable (%q) is none */
   Bool trace_branches;   /* the trace has the branches, too */
   Bool inlined;          /* cg_inline rewrites the profile; implies
                             `instructions' */
   Bool inlined_lines;    /* ... and drops the instructions */
   Bool miss_classes;     /* the events D1cold to DLconf */

   /* Derived from the members above. */
   Bool locals; /* local variables get names, so helpers read the guest's
                   registers */

   Bool is_child; /* a traced program started this one, or became it */
} RunConfig;

/* Whether the user wants more than the counts of lines: classes of misses, a
   conflict report or a trace. */
static inline Bool cg_config_analyses(const RunConfig* config)
{
   return config->miss_classes || config->report_name || config->trace_name;
}

/* Whether returns are predicted and counted. */
static inline Bool cg_config_predicts_returns(const RunConfig* config)
{
   return config->branch_sim && cg_predictor_has_returns(config->predictor);
}

/* Whether each branch that the predictor or the trace needs is told to
   cg_prediction.h, with its whole address.  If not, the helpers of cg_count.h
   tell them to the classic predictor. */
static inline Bool cg_config_branches_apart(const RunConfig* config)
{
   return config->predictor != PREDICTOR_CLASSIC || config->machine
          || cg_config_analyses(config);
}

/* Whether the helpers of segments that run on a machine predict branches: its
   core must know of each. */
static inline Bool cg_config_runs_predict(const RunConfig* config)
{
   return config->branch_sim && config->machine
          && config->machine->core.width > 0 && !cg_config_analyses(config);
}

/* Whether misses are classified, to count the classes or to report them. */
static inline Bool cg_config_classifies(const RunConfig* config)
{
   return config->miss_classes || config->report_name;
}

/* Whether it is counted how much of the lines of L1D is used:
   cg_hierarchy_follow knows bytes of lines up to this size. */
static inline Bool cg_config_follows_lines(const RunConfig* config)
{
   return config->machine && config->machine->line_size <= 64;
}

/* The largest data reference that is simulated, in bytes.  The rest of a larger
   one is ignored. */
static inline UInt cg_config_largest_ref(const RunConfig* config)
{
   return config->machine ? config->machine->line_size
                          : (UInt)cg_geometry_smallest_line(config->geometry);
}

#endif /* CG_CONFIG_H */
