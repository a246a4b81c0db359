/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_trace.h: the trace of a run - every memory reference in its order, code
   and data, with thread, source line and variable - and how it is written.

   The manual's section "The format of traces" gives it to the byte.

   This writes to memory and knows neither files nor Valgrind. */

#ifndef CG_TRACE_H
#define CG_TRACE_H

#include "sim/types.h"

#include "cg_segment.h"
#include "sim/cg_sim.h"

#define TRACE_MAGIC       "CGTRACE\1"
#define TRACE_MAGIC_BYTES 8

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

/* An instruction and a data reference of a segment, for its definition. */
typedef struct {
   Addr        addr;
   UInt        size;
   CostCentre* cc;
} TraceInstr;

typedef struct {
   UInt         instrs_before;
   TraceRefKind kind;
   UInt         size; /* bytes, not cut down to a line */
   CostCentre*  cc;
} TraceRef;

/* Where a trace goes and what it asks. */
typedef struct {
   void (*write)(const void* bytes, SizeT n_bytes);
   Region* (*region_at)(Addr ea);
   const HChar* (*variable_name)(UInt variable);
} TraceTo;

/* Begin a trace.  `to' is copied. */
void cg_trace_begin(const TraceTo* to, const HChar* command,
                    const CacheGeometry geometry[N_CACHES]);

/* Define a segment, of at most 8 data references; `watched' gets
   what its runs begin with. */
void cg_trace_segment(WatchedSegment* watched, const TraceInstr instrs[],
                      UInt n_instrs, const TraceRef refs[], UInt n_refs);

/* From now on thread `number' runs. */
void cg_trace_thread(UInt number);

/* Write an END, and all that was not written yet. */
void cg_trace_end(void);

/* Forget what was not written yet, and trace nothing from now on. */
void cg_trace_abandon(void);

/*------------------------------------------------------------*/
/*--- A run                                                ---*/
/*------------------------------------------------------------*/

/* This is inlined where segments run: a function that is called, and finds the
   number of references and their addresses in memory, makes bzip2 take 2.3
   times as long as without a trace instead of 1.7 times. */

/* What has been put together and not yet been written. */
typedef struct {
   UChar* next;       /* free from here */
   UChar* end;        /* a run that begins before this has room */
   ULong  n_refs;     /* in RUNs so far */
   ULong  collecting; /* as the trace has it */
   Bool   on;
} TraceBuffer;

extern TraceBuffer cg_trace;

/* See below. */
void cg_trace_collecting(void);
void cg_trace_regions(WatchedRef ref[], UInt n, const Addr ea[]);
void cg_trace_flush(void);

/* Which of 1, 2, 4 or 8 bytes hold `n', as 0, 1, 2 or 3.  It is as good as
   random, so no branch asks it. */
static inline UInt cg_trace_size_code(ULong n)
{
   return (n + 0x80 > 0xff) + (n + 0x8000 > 0xffff)
          + (n + 0x80000000u > 0xffffffffu);
}

/* A segment runs that has `n' data references, a constant, the first n of the
   addresses theirs. */
static inline __attribute__((always_inline)) void
cg_trace_run(WatchedSegment* watched, UInt n, Addr a, Addr b, Addr c, Addr d,
             Addr e)
{
   const Addr  ea[]  = {a, b, c, d, e}; /* in registers */
   WatchedRef* ref   = watched->refs;
   Bool        known = True;

   if (!cg_trace.on)
      return;
   if (UNLIKELY(cg_trace.collecting != cg_collecting))
      cg_trace_collecting();
   for (UInt i = 0; i < n; i++)
      known &= cg_region_holds(ref[i].region, ea[i]);
   if (UNLIKELY(!known)) {
      const Addr in_memory[] = {a, b, c, d, e};

      cg_trace_regions(ref, n, in_memory);
   }
   if (UNLIKELY(cg_trace.next >= cg_trace.end))
      cg_trace_flush();

   __builtin_memcpy(cg_trace.next, watched->run_record,
                    sizeof watched->run_record);
   UChar* codes = cg_trace.next + watched->n_run_record;
   UChar* p     = codes + (n + 3) / 4;
   UInt   all   = 0;

   for (UInt i = 0; i < n; i++) {
      ULong delta = (ULong)ea[i] - ref[i].ea;
      UInt  code  = cg_trace_size_code(delta);

      __builtin_memcpy(p, &delta, sizeof delta);
      p += 1 << code;
      all |= code << 2 * i;
      ref[i].ea = ea[i];
   }
   if (n > 0)
      codes[0] = (UChar)all;
   if (n > 4)
      codes[1] = (UChar)(all >> 8);
   cg_trace.next = p;
   cg_trace.n_refs += n;
}

#endif /* CG_TRACE_H */
