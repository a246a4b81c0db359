/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_trace.c: writes a trace; cg_trace.h gives the format. */

#include "cg_trace.h"

#include "cg_watched.h"

static TraceTo to;
static Bool    tracing;

static UInt  n_locations;
static UInt  n_variables; /* written so far, all with lower numbers */
static UInt  n_segments;
static ULong n_refs_traced;
static UInt  thread;
static ULong collecting;

/* A trace is written in large blocks; a record of bounded length is put
   together where there is room for all of it. */
static UChar  buffer[1 << 18];
static UChar* next = buffer;

#define MAX_NUMBER_BYTES    10
#define MAX_NUMBERS_AT_ONCE 8

static void flush(void)
{
   if (next > buffer)
      to.write(buffer, next - buffer);
   next = buffer;
}

/* Room for so many numbers, at most MAX_NUMBERS_AT_ONCE. */
static inline void make_room(void)
{
   if (UNLIKELY(buffer + sizeof buffer - next
                < MAX_NUMBER_BYTES * MAX_NUMBERS_AT_ONCE))
      flush();
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
   next = put_number(next, n);
}

static void write_signed(ULong n)
{
   make_room();
   next = put_signed(next, n);
}

static void write_string(const HChar* s)
{
   SizeT length = 0;

   while (s[length])
      length++;
   write_number(length);
   for (; length > 0; length--) {
      make_room();
      *next++ = *s++;
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

UInt cg_trace_segment(const TraceInstr instrs[], UInt n_instrs,
                      const TraceRef refs[], UInt n_refs)
{
   Addr end = 0;

   if (!tracing)
      return 0;
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
   return n_segments++;
}

static void define_region(Region* region)
{
   for (; n_variables <= region->variable; n_variables++) {
      write_number(TRACE_VARIABLE);
      write_string(to.variable_name(n_variables));
   }
   make_room();
   next           = put_number(next, TRACE_REGION);
   next           = put_number(next, region->start);
   next           = put_number(next, region->size);
   next           = put_number(next, region->variable);
   region->traced = region->serial;
}

/*------------------------------------------------------------*/
/*--- Runs                                                 ---*/
/*------------------------------------------------------------*/

static __attribute__((noinline)) void collecting_changed(void)
{
   collecting = cg_collecting;
   write_number(TRACE_COLLECT);
   write_number(collecting);
}

void cg_trace_run(const Segment* seg, WatchedSegment* watched, const Addr ea[])
{
   WatchedRef* ref = watched->refs;
   UInt        n   = seg->n_refs;

   if (!tracing || (to.cold && !cg_collecting))
      return;
   if (collecting != cg_collecting)
      collecting_changed();
   for (UInt i = 0; i < n; i++) {
      Region* region = cg_region_of(&ref[i], ea[i], to.region_at);

      if (UNLIKELY(region->traced != region->serial))
         define_region(region);
   }
   make_room();

   UChar* p = put_number(next, (ULong)watched->number + TRACE_FIRST_RUN);
   for (UInt i = 0; i < n; i++) {
      p         = put_signed(p, (ULong)ea[i] - ref[i].ea);
      ref[i].ea = ea[i];
   }
   next = p;
   n_refs_traced += n;
}

void cg_trace_thread(UInt number)
{
   if (!tracing || number == thread)
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
   to         = *where;
   tracing    = True;
   thread     = 1;
   collecting = 1;
   for (UInt i = 0; i < TRACE_MAGIC_BYTES; i++)
      *next++ = TRACE_MAGIC[i];
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
   if (!tracing)
      return;
   write_number(TRACE_END);
   write_number(n_refs_traced);
   flush();
}

void cg_trace_abandon(void)
{
   tracing = False;
   next    = buffer;
}
