/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_analysis.h: the options that ask why data misses - the classes of misses,
   the conflict report and the trace. */

#ifndef CG_ANALYSIS_H
#define CG_ANALYSIS_H

#include "pub_tool_basics.h"

#include "cg_config.h"

/* If `arg' is one of this module's options, take it and return True.  If its
   value cannot be, say so in one line and exit with status 1. */
Bool cg_analysis_process_option(const HChar* arg);

/* The part of --help that describes these options. */
void cg_analysis_print_usage(void);

/* Put into `config', which says whether caches are simulated, what these
   options ask for.  What they cannot have ends the run in one line and with
   status 1. */
void cg_analysis_configure(RunConfig* config);

/* See that these options name neither the file `path', that of `option', nor
   both the same one.  If they do, say so in one line and exit with status 1.
   Only regular files count: /dev/null can be named twice. */
void cg_analysis_check_paths(const RunConfig* config, const HChar* option,
                             const HChar* path);

/* Get ready for segments that take the full path, after cg_sim_init and before
   cg_frames_init.  `alloc' returns that many zeroed bytes and never fails.  A
   file that cannot be written ends the run here.  `config' is kept. */
void cg_analysis_init(const RunConfig* config, void* (*alloc)(SizeT n_bytes));

/* Write the conflict report, and the trace's last part, so that both are
   complete if this is the end. */
void cg_analysis_write(void);

/* This is the end: print the summary of the conflict report if wanted, and put
   the trace in place.  Without `complete', leave no trace. */
void cg_analysis_end(Bool complete);

#endif /* CG_ANALYSIS_H */
