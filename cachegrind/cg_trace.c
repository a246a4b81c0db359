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

/* A trace is written in large blocks; what is written at once, of bounded
   length, is put together where there is room for all of it. */
static UChar  buffer[1 << 18];
static UChar* next = buffer;

#define MAX_BYTES_AT_ONCE 80

_Static_assert(MAX_RUN_ARGS == 5, "cg_trace_run knows no more");

static void flush(void)
{
   if (next > buffer)
      to.write(buffer, next - buffer);
   next = buffer;
}

/* Room for a few numbers, or for a run. */
static inline void make_room(void)
{
   if (UNLIKELY(buffer + sizeof buffer - next < MAX_BYTES_AT_ONCE))
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

void cg_trace_segment(WatchedSegment* watched, const TraceInstr instrs[],
                      UInt n_instrs, const TraceRef refs[], UInt n_refs)
{
   Addr   end   = 0;
   UChar* begin = watched->run_record;

   if (!tracing)
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

/* A region that is new, or holds new contents, comes from region_at and so by
   here before a reference can be found to lie in it. */
static __attribute__((noinline)) void find_regions(WatchedRef ref[], UInt n,
                                                   const Addr ea[])
{
   for (UInt i = 0; i < n; i++)
      define_region(cg_region_of(&ref[i], ea[i], to.region_at));
}

/* Which of 1, 2, 4 or 8 bytes hold `n', as 0, 1, 2 or 3.  It is as good as
   random, so no branch asks it. */
static inline UInt size_code(Long n)
{
   return (n != (Char)n) + (n != (Short)n) + (n != (Int)n);
}

/* `n' is a constant wherever this is inlined, so that no loop remains. */
static inline __attribute__((always_inline)) void
trace_run(WatchedSegment* watched, UInt n, const Addr ea[])
{
   WatchedRef* ref   = watched->refs;
   Bool        known = True;

   for (UInt i = 0; i < n; i++)
      known &= cg_in_region(ref[i].region, ea[i]);
   if (UNLIKELY(!known))
      find_regions(ref, n, ea);
   make_room();

   __builtin_memcpy(next, watched->run_record, sizeof watched->run_record);
   UChar* codes = next + watched->n_run_record;
   UChar* p     = codes + (n + 3) / 4;
   UInt   all   = 0;

   for (UInt i = 0; i < n; i++) {
      Long delta = (ULong)ea[i] - ref[i].ea;
      UInt code  = size_code(delta);

      __builtin_memcpy(p, &delta, sizeof delta);
      p += 1 << code;
      all |= code << 2 * i;
      ref[i].ea = ea[i];
   }
   if (n > 0)
      codes[0] = (UChar)all;
   if (n > 4)
      codes[1] = (UChar)(all >> 8);
   next = p;
   n_refs_traced += n;
}

void cg_trace_run(const Segment* seg, WatchedSegment* watched, const Addr ea[])
{
   if (!tracing)
      return;
   if (UNLIKELY(collecting != cg_collecting))
      collecting_changed();
   switch (seg->n_refs) {
   case 0:
      trace_run(watched, 0, ea);
      break;
   case 1:
      trace_run(watched, 1, ea);
      break;
   case 2:
      trace_run(watched, 2, ea);
      break;
   case 3:
      trace_run(watched, 3, ea);
      break;
   case 4:
      trace_run(watched, 4, ea);
      break;
   case 5:
      trace_run(watched, 5, ea);
      break;
   }
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
