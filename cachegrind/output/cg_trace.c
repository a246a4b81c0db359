/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_trace.c: writes a trace; see the manual's "The format of
   traces". */

#include "output/cg_trace.h"

#include "cg_full.h"

static TraceTo to;

static UInt n_locations;
static UInt n_variables; /* written so far, all with lower numbers */
static UInt n_segments;
static UInt thread;

/* A trace is written in large blocks; what is written at once, of bounded
   length, is put together where there is room for all of it. */
static UChar buffer[1 << 18];

#define MAX_BYTES_AT_ONCE 80

TraceBuffer cg_trace = {
   .next = buffer,
   .end  = buffer + sizeof buffer - MAX_BYTES_AT_ONCE,
};

void cg_trace_flush(void)
{
   if (cg_trace.next > buffer)
      to.write(buffer, cg_trace.next - buffer);
   cg_trace.next = buffer;
}

/* Room for a few numbers, or for a run. */
static inline void make_room(void)
{
   if (UNLIKELY(cg_trace.next >= cg_trace.end))
      cg_trace_flush();
}

/*------------------------------------------------------------*/
/*--- Numbers and strings                                  ---*/
/*------------------------------------------------------------*/

/* `p' is where they go; returns what follows. */
static inline UChar* put_number(UChar* p, ULong n)
{
   while (n >= 0x80) {
      *p++ = (UChar)n | 0x80;
      n >>= 7;
   }
   *p++ = (UChar)n;
   return p;
}

static inline UChar* put_signed(UChar* p, ULong n)
{
   return put_number(p, n << 1 ^ (ULong)((Long)n >> 63));
}

static void write_number(ULong n)
{
   make_room();
   cg_trace.next = put_number(cg_trace.next, n);
}

static void write_signed(ULong n)
{
   make_room();
   cg_trace.next = put_signed(cg_trace.next, n);
}

static void write_string(const HChar* s)
{
   SizeT length = 0;

   while (s[length])
      length++;
   write_number(length);
   for (; length > 0; length--) {
      make_room();
      *cg_trace.next++ = *s++;
   }
}

/*------------------------------------------------------------*/
/*--- Definitions                                          ---*/
/*------------------------------------------------------------*/

static void define_location(SourceLine* loc)
{
   if (loc->traced)
      return;
   loc->traced = ++n_locations;
   write_number(TRACE_LOCATION);
   write_string(loc->file);
   write_string(loc->fn);
   write_number(loc->lineno);
}

void cg_trace_segment(WatchedSegment* watched, const TraceInstr instrs[],
                      UInt n_instrs, const TraceRef refs[], UInt n_refs)
{
   Addr   end   = 0;
   UChar* begin = watched->run_record;

   if (!cg_trace.on)
      return;
   watched->n_run_record =
      put_number(begin, (ULong)n_segments++ + TRACE_FIRST_RUN) - begin;

   for (UInt i = 0; i < n_instrs; i++)
      define_location(&instrs[i].cc->loc);
   for (UInt i = 0; i < n_refs; i++)
      define_location(&refs[i].cc->loc);

   write_number(TRACE_SEGMENT);
   write_number(n_instrs);
   for (UInt i = 0; i < n_instrs; i++) {
      write_signed((ULong)instrs[i].addr - end);
      write_number(instrs[i].size);
      write_number(instrs[i].cc->loc.traced - 1);
      end = instrs[i].addr + instrs[i].size;
   }
   write_number(n_refs);
   for (UInt i = 0; i < n_refs; i++) {
      write_number(refs[i].instrs_before);
      write_number(refs[i].kind);
      write_number(refs[i].size);
      write_number(refs[i].cc->loc.traced - 1);
   }
}

static void define_region(Region* region)
{
   if (region->traced == region->serial)
      return;
   for (; n_variables <= region->variable; n_variables++) {
      write_number(TRACE_VARIABLE);
      write_string(to.variable_name(n_variables));
   }
   make_room();
   cg_trace.next  = put_number(cg_trace.next, TRACE_REGION);
   cg_trace.next  = put_number(cg_trace.next, region->start);
   cg_trace.next  = put_number(cg_trace.next, region->size);
   cg_trace.next  = put_number(cg_trace.next, region->variable);
   region->traced = region->serial;
}

/*------------------------------------------------------------*/
/*--- Runs                                                 ---*/
/*------------------------------------------------------------*/

void cg_trace_collecting(void)
{
   cg_trace.collecting = cg_collecting;
   write_number(TRACE_COLLECT);
   write_number(cg_collecting);
}

/* A region that is new, or holds new contents, comes from region_at and so by
   here before a reference can be found to lie in it. */
void cg_trace_regions(WatchedRef ref[], UInt n, const Addr ea[])
{
   for (UInt i = 0; i < n; i++)
      define_region(cg_region_of(&ref[i], ea[i], to.region_at));
}

void cg_trace_thread(UInt number)
{
   if (!cg_trace.on || number == thread)
      return;
   thread = number;
   write_number(TRACE_THREAD);
   write_number(number);
}

/*------------------------------------------------------------*/
/*--- Beginning and end                                    ---*/
/*------------------------------------------------------------*/

void cg_trace_begin(const TraceTo* where, const HChar* command,
                    const CacheGeometry geometry[N_CACHES])
{
   to                  = *where;
   cg_trace.on         = True;
   thread              = 1;
   cg_trace.collecting = 1;
   for (UInt i = 0; i < TRACE_MAGIC_BYTES; i++)
      *cg_trace.next++ = TRACE_MAGIC[i];
   write_number(TRACE_COMMAND);
   write_string(command);
   write_number(TRACE_CACHES);
   for (CacheId id = CACHE_I1; id < N_CACHES; id++) {
      write_number(geometry[id].size);
      write_number(geometry[id].assoc);
      write_number(geometry[id].line_size);
   }
}

void cg_trace_end(void)
{
   if (!cg_trace.on)
      return;
   write_number(TRACE_END);
   write_number(cg_trace.n_refs);
   cg_trace_flush();
}

void cg_trace_abandon(void)
{
   cg_trace.on   = False;
   cg_trace.next = buffer;
}
