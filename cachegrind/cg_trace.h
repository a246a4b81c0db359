/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_trace.h: the trace of a run - every memory reference in its order, code
   and data, with thread, source line and variable - and how it is written.

   A trace is 8 bytes, "CGTRACE" and the version of the format, 1, and then
   records up to the last one, which is an END.  All that follows the 8 bytes
   is made of

      number   unsigned, up to 64 bits, 7 bits in each byte, the lowest first;
               the top bit is set in all bytes but the last (LEB128)
      signed   the number 2 n for n >= 0, -2 n - 1 for n < 0
      string   its length in bytes, a number, and the bytes

   A record begins with a number that says what it is:

      0  END       data references in all RUNs before it, a number
      1  COMMAND   string: the program and its arguments, words apart by spaces
      2  CACHES    of I1, D1, LL each: size in bytes, ways, line size; of the
                   run that wrote the trace
      3  LOCATION  string: file, string: function, number: line (0: unknown)
      4  VARIABLE  string: its name
      5  SEGMENT   n, then n instructions; m, then m data references
           instruction  signed: address minus the end of the instruction before
                        (the first: minus 0); size in bytes; its LOCATION
           reference    instructions of the segment that precede it; kind:
                        0 read, 1 write, 2 modify; size in bytes; its LOCATION
      6  REGION    address, size in bytes, VARIABLE: what lies there from now on
      7  THREAD    number, from 1 in the order of their first run: runs from now
                   on (thread 1 at the start)
      8  COLLECT   0 or 1: what follows is collected (1 at the start), or was
                   run outside of what the user wanted to see
     16+ RUN       of SEGMENT record - 16.  What follows is not made of numbers:
                   for each of its data references 2 bits, the first in the
                   lowest, in as many bytes as that takes; then for each

                      the address minus that in the segment's RUN before (the
                      first: minus 0), modulo 2^64

                   as a two's complement, lowest byte first, of 1, 2, 4 or 8
                   bytes if its bits are 0, 1, 2 or 3

   LOCATIONs, VARIABLEs and SEGMENTs are numbered from 0 in the order in which
   they stand, and stand before they are used.  The variable of a reference is
   that of the last REGION that contains its first byte.  A record END may be
   followed by others: then the program went on after it had tried to become
   another, and a later END follows.

   This writes to memory and knows neither files nor Valgrind. */

#ifndef CG_TRACE_H
#define CG_TRACE_H

#include "pub_tool_basics.h"

#include "cg_segment.h"
#include "cg_sim.h"

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
   times as long as without a trace instead of @ times. */

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

/* A segment runs that has `n' data references, a constant, at `ea'. */
static inline __attribute__((always_inline)) void
cg_trace_run(WatchedSegment* watched, UInt n, const Addr ea[])
{
   WatchedRef* ref   = watched->refs;
   Bool        known = True;

   if (!cg_trace.on)
      return;
   if (UNLIKELY(cg_trace.collecting != cg_collecting))
      cg_trace_collecting();
   for (UInt i = 0; i < n; i++)
      known &= cg_in_region(ref[i].region, ea[i]);
   if (UNLIKELY(!known))
      cg_trace_regions(ref, n, ea);
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
