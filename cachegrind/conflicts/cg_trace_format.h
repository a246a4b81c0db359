/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_trace_format.h: the numbers that the format of traces is made of, for who
   writes traces (the tool) and who reads them (cg_conflicts).

   The manual's section "The format of traces" gives it to the byte. */

#ifndef CG_TRACE_FORMAT_H
#define CG_TRACE_FORMAT_H

#define CG_TRACE_FORMAT_MAGIC       "CGTRACE\1"
#define CG_TRACE_FORMAT_MAGIC_BYTES 8

/* The kinds of records. */
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
   TRACE_FIRST_RUN = 16
} TraceRecord;

typedef enum { TRACE_READ, TRACE_WRITE, TRACE_MODIFY } TraceRefKind;

#endif /* CG_TRACE_FORMAT_H */
