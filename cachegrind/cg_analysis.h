/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_analysis.h: the options that ask why data misses - the classes of misses,
   the conflict report and the trace. */

#ifndef CG_ANALYSIS_H
#define CG_ANALYSIS_H

#include "pub_tool_basics.h"

#include "sim/cg_sim.h"

/* If `arg' is one of this module's options, take it and return True.  If its
   value cannot be, say so in one line and exit with status 1. */
Bool cg_analysis_process_option(const HChar* arg);

/* The part of --help that describes these options. */
void cg_analysis_print_usage(void);

/* Whether one of these options was given: whether segments are to be watched.
   In one line and with status 1 it ends a run without `cache_sim'. */
Bool cg_analysis_used(Bool cache_sim);

/* See that these options name neither the file `path', that of `option', nor
   both the same one.  If they do, say so in one line and exit with status 1.
   What is no plain file, as /dev/null, can be named twice. */
void cg_analysis_check_paths(const HChar* option, const HChar* path);

/* Whether the events D1cold to DLconf are recorded. */
Bool cg_analysis_classes(void);

/* Whether cg_analysis_end prints the sums of the classes. */
Bool cg_analysis_summarizes(void);

/* Whether the runners of segments look at the guest's registers. */
Bool cg_analysis_reads_registers(void);

/* Get ready, after cg_sim_init and before cg_frames_init.  `alloc' returns that
   many zeroed bytes and never fails.  A file that cannot be written ends the
   run here. */
void cg_analysis_init(const CacheGeometry geometry[N_CACHES],
                      void* (*alloc)(SizeT n_bytes));

/* Write the conflict report, and the trace's last part, so that both are
   complete if this is the end. */
void cg_analysis_write(void);

/* This is the end: print the summary of the conflict report if wanted, and put
   the trace in place.  Without `complete', leave no trace. */
void cg_analysis_end(Bool complete);

#endif /* CG_ANALYSIS_H */
