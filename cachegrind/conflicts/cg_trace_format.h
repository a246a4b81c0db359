/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_trace_format.h: the constants of the format of traces, for the tool, which
   writes traces, and cg_conflicts and cg_branches, which read them.

   The manual's section "The format of traces" defines the format byte by
   byte. */

#ifndef CG_TRACE_FORMAT_H
#define CG_TRACE_FORMAT_H

#define CG_TRACE_FORMAT_MAGIC       "CGTRACE\1"
#define CG_TRACE_FORMAT_MAGIC_BYTES 8

/* The kinds of records.  TRACE_FIRST_RUN + n is a run of segment n. */
typedef enum {
   TRACE_END,
   TRACE_COMMAND,
   TRACE_CACHES,
   TRACE_LOCATION,
   TRACE_VARIABLE,
   TRACE_SEGMENT,
   TRACE_REGION,
   TRACE_THREAD,
   TRACE_COLLECT,
   TRACE_BRANCH,
   TRACE_NOT_TAKEN,
   TRACE_TAKEN,
   TRACE_TARGET,
   TRACE_FIRST_RUN = 16
} TraceRecord;

#endif /* CG_TRACE_FORMAT_H */
