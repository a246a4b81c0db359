/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_analysis.h: the options that explain why data misses - the classes of
   misses, the conflict report and the trace. */

#ifndef CG_ANALYSIS_H
#define CG_ANALYSIS_H

#include "pub_tool_basics.h"

#include "cg_config.h"

/* Ask the core for what reports and traces need, if the user wants one: the
   names of inlined functions, unless the user decides on --read-inline-info.
   Call it in pre_clo_init. */
void cg_analysis_prepare_core(void);

/* If `arg' is one of this module's options, store its value and return True;
   else return False.  A value other than yes and no, where only these are
   allowed, ends the run with a message and exit status 1. */
Bool cg_analysis_process_option(const HChar* arg, RunConfig* config);

/* Print the part of --help that describes these options. */
void cg_analysis_print_usage(void);

/* Complete these options in `config', and set config->locals.  Call it once,
   when the command line has been read; config->cache_sim must be set.  An empty
   file name, or an option that needs --cache-sim=yes without it, ends the run
   with one line and exit status 1. */
void cg_analysis_configure(RunConfig* config);

/* Check that no two of these files are the same regular file: the conflict
   report, the trace, and `path', which is the expanded value of `option'.  If
   two are, print one line and exit with status 1.  Other files may be named
   twice, for instance /dev/null. */
void cg_analysis_check_paths(const RunConfig* config, const HChar* option,
                             const HChar* path);

/* Prepare the analyses, and the report and the trace that `config' names.
   Call it once, also without these options, after cg_sim_init or
   cg_machine_run_init (if caches are simulated) and before cg_frames_init.
   `config' must stay valid until the end of the run.  `alloc' returns `n_bytes'
   zeroed bytes and never fails.  If a file cannot be written, print one line
   and exit with status 1; a bad report is only a warning with
   --trace-children=yes (cg_out_check). */
void cg_analysis_init(const RunConfig* config, void* (*alloc)(SizeT n_bytes));

/* Write the conflict report, and the trace up to here.  Both files are then
   complete even if the process ends, but the run may continue, and so does the
   trace.  The program cg_conflicts makes the report.  If it cannot, or the
   process probably continues (not `is_last'), the file of the report has the
   counts instead, of which cg_conflicts can make it later.  If something fails,
   the user is told. */
void cg_analysis_write(Bool is_last);

/* The run ends: put the trace in place and, unless the run is quiet (-q), print
   the summary of the conflict report if there is one.  If not `complete',
   discard the trace and print no summary.  If the trace cannot be written, the
   user is told. */
void cg_analysis_end(Bool complete);

#endif /* CG_ANALYSIS_H */
