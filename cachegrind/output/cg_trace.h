/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_trace.h: the trace of a run - every memory reference in its order, code
   and data, with thread, source line and variable - and how it is written.

   The manual's section "The format of traces" gives it to the byte.

   This writes to memory and knows neither files nor Valgrind. */

#ifndef CG_TRACE_H
#define CG_TRACE_H

#include "conflicts/cg_source_line.h"
#include "conflicts/cg_trace_format.h"
#include "sim/cg_sim.h"
#include "sim/types.h"

/* An instruction and a data reference of a segment, for its definition. */
typedef struct {
   Addr              addr;
   UInt              size; /* bytes */
   const SourceLine* loc;
} TraceInstr;

typedef struct {
   UInt              instrs_before;
   TraceRefKind      kind;
   UInt              size; /* bytes, not cut down to a line */
   const SourceLine* loc;
} TraceRef;

/* Where a trace goes, and the functions that it calls. */
typedef struct {
   void (*write)(const void* bytes, SizeT n_bytes);
   const HChar* (*variable_name)(UInt variable);

   /* Returns that many zeroed bytes, which are never freed. */
   void* (*alloc)(SizeT n_bytes);
} TraceConfig;

/* Begin the trace; only one can be open.  `config' is copied. */
void cg_trace_begin(const TraceConfig* config, const HChar* command,
                    const CacheGeometry geometry[N_CACHES]);

/* What the trace keeps of a segment. */
typedef struct {
   UChar run_record[7]; /* what the record of a run begins with */
   UChar n_run_record;  /* bytes of it that are in use */
   Addr  last_ea[];     /* of each data reference, as the trace has it */
} TraceSegment;

/* The bytes of a TraceSegment with so many data references. */
static inline SizeT cg_trace_segment_size(UInt n_refs)
{
   return sizeof(TraceSegment) + n_refs * sizeof(Addr);
}

/* Define a segment, of at most 8 data references, and fill in `seg'. */
void cg_trace_segment(TraceSegment* seg, const TraceInstr instrs[],
                      UInt n_instrs, const TraceRef refs[], UInt n_refs);

/* From now on `size' bytes from `start' on belong to `variable'. */
void cg_trace_region(Addr start, SizeT size, UInt variable);

/* From now on thread `number' runs. */
void cg_trace_thread(UInt number);

/* Write an END, and all that was not written yet. */
void cg_trace_end(void);

/* Forget what was not written yet, and trace nothing from now on. */
void cg_trace_abandon(void);

/*------------------------------------------------------------*/
/*--- A run                                                ---*/
/*------------------------------------------------------------*/

/* Writing a run is inlined where segments run.  A function that is called, and
   reads the number of references and their addresses from memory, is slower:
   bench/README.md, "Tricks and what they gain". */

/* What has been put together and not yet been written. */
typedef struct {
   UChar* next;       /* free from here */
   UChar* end;        /* a run that begins before this has room */
   ULong  n_refs;     /* in RUNs so far */
   ULong  collecting; /* as the trace has it */
   Bool   on;
} TraceBuffer;

extern TraceBuffer cg_trace;

/* From now on what runs is counted (1) or not (0). */
void cg_trace_collecting(ULong collecting);

/* Write what has been put together. */
void cg_trace_flush(void);

/* Which of 1, 2, 4 or 8 bytes hold `n', as 0, 1, 2 or 3.  Computed without
   branches, because the host could not predict them. */
static inline UInt cg_trace_size_code(ULong n)
{
   return (n + 0x80 > 0xff) + (n + 0x8000 > 0xffff)
          + (n + 0x80000000u > 0xffffffffu);
}

/* A segment runs that has `n' data references, a constant, to the addresses
   `ea'; the regions there are defined.  `collecting' is 1 if it is counted,
   else 0. */
static inline __attribute__((always_inline)) void
cg_trace_run(TraceSegment* seg, UInt n, const Addr ea[], ULong collecting)
{
   if (UNLIKELY(cg_trace.collecting != collecting))
      cg_trace_collecting(collecting);
   if (UNLIKELY(cg_trace.next >= cg_trace.end))
      cg_trace_flush();

   __builtin_memcpy(cg_trace.next, seg->run_record, sizeof seg->run_record);
   UChar* codes = cg_trace.next + seg->n_run_record;
   UChar* p     = codes + (n + 3) / 4;
   UInt   all   = 0;

#pragma GCC unroll 8
   for (UInt i = 0; i < n; i++) {
      ULong delta = (ULong)ea[i] - seg->last_ea[i];
      UInt  code  = cg_trace_size_code(delta);

      __builtin_memcpy(p, &delta, sizeof delta);
      p += 1 << code;
      all |= code << 2 * i;
      seg->last_ea[i] = ea[i];
   }
   if (n > 0)
      codes[0] = (UChar)all;
   if (n > 4)
      codes[1] = (UChar)(all >> 8);
   cg_trace.next = p;
   cg_trace.n_refs += n;
}

#endif /* CG_TRACE_H */
