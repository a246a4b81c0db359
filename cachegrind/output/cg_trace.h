/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_trace.h: writes the trace of a run: all references to memory in their
   order, code and data, with thread, source line and variable.

   The manual's section "The format of traces" defines the format byte by byte.

   This module collects the trace in memory, and passes it on in blocks.  It
   calls neither Valgrind nor the C library. */

#ifndef CG_TRACE_H
#define CG_TRACE_H

#include "conflicts/cg_source_line.h"
#include "conflicts/cg_trace_format.h"
#include "sim/branch/cg_branch.h"
#include "sim/machine/cg_hierarchy.h"
#include "sim/cache/cg_sim.h"
#include "sim/types.h"

/* An instruction and a data reference of a segment, as cg_trace_segment takes
   them. */
typedef struct {
   Addr              addr;
   UInt              size; /* bytes */
   const SourceLine* loc;
} TraceInstr;

typedef struct {
   UInt              instrs_before; /* in the segment, with its own */
   RefKind           kind;
   UInt              size; /* bytes, also if larger than a cache line */
   const SourceLine* loc;
} TraceRef;

/* The branch that ends a segment, as cg_trace_branch takes it. */
typedef struct {
   BranchType type;
   Addr       addr;
   UInt       size;   /* bytes */
   Addr       target; /* where it goes, if taken; if each run tells, as
                         addr */
   const SourceLine* loc;
} TraceBranch;

/* The functions that a trace calls.  `write' receives the next bytes of the
   trace, and must handle errors itself.  `variable_name' returns the name of a
   variable by its number. */
typedef struct {
   void (*write)(const void* bytes, SizeT n_bytes);
   const HChar* (*variable_name)(UInt variable);

   /* Returns `n_bytes' zeroed bytes, and does not return if it cannot.  They
      are never freed. */
   void* (*alloc)(SizeT n_bytes);
} TraceConfig;

/* Begin the trace of the command line `command', with the caches of the run.
   Only one trace can be open.  `config' is copied. */
void cg_trace_begin(const TraceConfig* config, const HChar* command,
                    const CacheGeometry geometry[N_CACHES]);

/* What the trace has to remember of a segment. */
typedef struct {
   UChar run_record[7]; /* what each of its RUN records begins with */
   UChar n_run_record;  /* bytes of run_record that are in use */
   Addr  last_ea[];     /* of each data reference, in the last RUN */
} TraceSegment;

/* Returns the size of a TraceSegment with `n_refs' data references, in
   bytes. */
static inline SizeT cg_trace_segment_size(UInt n_refs)
{
   return sizeof(TraceSegment) + n_refs * sizeof(Addr);
}

/* Define a segment of at most 8 data references, and fill in `seg', which has
   cg_trace_segment_size bytes.  Does not define it if no trace is open. */
void cg_trace_segment(TraceSegment* seg, const TraceInstr instrs[],
                      UInt n_instrs, const TraceRef refs[], UInt n_refs);

/* The segment that was defined last ends in this branch.  Does nothing if no
   trace is open. */
void cg_trace_branch(const TraceBranch* branch);

/* The branch of the next run is a conditional one and was taken, or not. */
void cg_trace_outcome(Bool taken);

/* The branch of the next run, at `addr', goes to `target', which its definition
   does not tell. */
void cg_trace_target(Addr addr, Addr target);

/* From now on, the `size' bytes from `start' belong to `variable'.  Does
   nothing if no trace is open. */
void cg_trace_region(Addr start, SizeT size, UInt variable);

/* From now on, thread `number' runs.  The trace begins with thread 1.  Does
   nothing if no trace is open. */
void cg_trace_thread(UInt number);

/* Write an END record, and pass on all that is left.  Does nothing if no trace
   is open. */
void cg_trace_end(void);

/* Drop what has not been passed on, and trace nothing from now on. */
void cg_trace_abandon(void);

/*------------------------------------------------------------*/
/*--- A run                                                ---*/
/*------------------------------------------------------------*/

/* Runs are written by an inline function.  A function that is called, and reads
   the number of references and their addresses from memory, is slower:
   bench/README.md, "Tricks and what they gain". */

#define CG_TRACE_MAX_PENDING 16 /* bytes: of a kind and a number, 11 */

/* The part of the trace that has not been passed on. */
typedef struct {
   UChar* next;       /* the first free byte */
   UChar* end;        /* there is room for a RUN that begins before this */
   ULong  n_refs;     /* in all RUNs so far */
   ULong  collecting; /* what the last COLLECT says */
   Bool   on;

   /* What is to come right before the next RUN: the record of its branch. */
   UInt  n_pending; /* bytes */
   UChar pending[CG_TRACE_MAX_PENDING];
} TraceBuffer;

extern TraceBuffer cg_trace;

/* From now on, what runs is counted (1) or not counted (0). */
void cg_trace_collecting(ULong collecting);

/* Pass on what has been collected. */
void cg_trace_flush(void);

/* How many bytes hold the signed number `n': 1, 2, 4 or 8, as 0, 1, 2 or 3.
   Computed without branches, because the host could not predict them. */
static inline UInt cg_trace_size_code(ULong n)
{
   return (n + 0x80 > 0xff) + (n + 0x8000 > 0xffff)
          + (n + 0x80000000u > 0xffffffffu);
}

/* Write a run of a segment with `n' data references, a constant, to the
   addresses `ea'.  The regions at these addresses must have been defined.
   `collecting' is 1 if the run is counted, else 0.  Call it only while
   cg_trace.on is True. */
static inline __attribute__((always_inline)) void
cg_trace_run(TraceSegment* seg, UInt n, const Addr ea[], ULong collecting)
{
   if (UNLIKELY(cg_trace.collecting != collecting))
      cg_trace_collecting(collecting);
   if (UNLIKELY(cg_trace.next >= cg_trace.end))
      cg_trace_flush();
   if (UNLIKELY(cg_trace.n_pending > 0)) {
      __builtin_memcpy(cg_trace.next, cg_trace.pending, CG_TRACE_MAX_PENDING);
      cg_trace.next += cg_trace.n_pending;
      cg_trace.n_pending = 0;
   }

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
