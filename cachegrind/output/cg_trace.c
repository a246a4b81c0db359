/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_trace.c: writes traces.  Their format is defined in the manual's "The
   format of traces". */

#include "conflicts/cg_text.h"
#include "output/cg_trace.h"

static TraceConfig config;

/* By SourceLine.number: the number of the source line in the trace, + 1; 0: not
   there yet. */
static UInt* location;
static UInt  n_locations, location_size;
static UInt  n_variables; /* written so far: all with lower numbers */
static UInt  n_segments;
static UInt  thread;

/* A trace is passed on in large blocks.  What is written in one piece has at
   most MAX_BYTES_AT_ONCE bytes, so `end' leaves room for that. */
static UChar buffer[1 << 18];

#define MAX_BYTES_AT_ONCE 96

TraceBuffer cg_trace = {
   .next = buffer,
   .end  = buffer + sizeof buffer - MAX_BYTES_AT_ONCE,
};

void cg_trace_flush(void)
{
   if (cg_trace.next > buffer)
      config.write(buffer, cg_trace.next - buffer);
   cg_trace.next = buffer;
}

/* Make room for MAX_BYTES_AT_ONCE bytes. */
static inline void make_trace_room(void)
{
   if (UNLIKELY(cg_trace.next >= cg_trace.end))
      cg_trace_flush();
}

/*------------------------------------------------------------*/
/*--- Numbers and strings                                  ---*/
/*------------------------------------------------------------*/

/* Store a number at `p'.  Returns the address after it. */
static inline UChar* put_varint(UChar* p, ULong n)
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
   return put_varint(p, n << 1 ^ (ULong)((Long)n >> 63));
}

static void write_number(ULong n)
{
   make_trace_room();
   cg_trace.next = put_varint(cg_trace.next, n);
}

static void write_signed(ULong n)
{
   make_trace_room();
   cg_trace.next = put_signed(cg_trace.next, n);
}

/* The longest string, in bytes; readers refuse longer ones. */
#define MAX_STRING_BYTES (16 * 1024 * 1024)

static void write_bytes(const HChar* s, SizeT length)
{
   write_number(length);
   for (; length > 0; length--) {
      make_trace_room();
      *cg_trace.next++ = *s++;
   }
}

/* Write a string, or its beginning. */
static void write_string(const HChar* s)
{
   SizeT length = 0;

   while (s[length] && length < MAX_STRING_BYTES)
      length++;
   write_bytes(s, length);
}

/* Write the name of a file or a function, or its beginning. */
static void write_name(const HChar* name)
{
   static SizeT taken;

   write_bytes(name, cg_text_name_bytes(name, &taken));
}

/*------------------------------------------------------------*/
/*--- Definitions                                          ---*/
/*------------------------------------------------------------*/

static void enlarge_locations(UInt number)
{
   UInt  size    = location_size > 0 ? location_size : 1024;
   UInt* smaller = location;

   while (size <= number)
      size *= 2;
   location = config.alloc(size * sizeof *location);
   for (UInt i = 0; i < location_size; i++)
      location[i] = smaller[i];
   location_size = size;
}

static void define_location(const SourceLine* loc)
{
   if (loc->number >= location_size)
      enlarge_locations(loc->number);
   if (location[loc->number])
      return;
   location[loc->number] = ++n_locations;
   write_number(TRACE_LOCATION);
   write_name(loc->file);
   write_name(loc->fn);
   write_number(loc->lineno);
}

static void write_location(const SourceLine* loc)
{
   write_number(location[loc->number] - 1);
}

void cg_trace_segment(TraceSegment* seg, const TraceInstr instrs[],
                      UInt n_instrs, const TraceRef refs[], UInt n_refs)
{
   Addr   end   = 0;
   UChar* begin = seg->run_record;

   for (UInt i = 0; i < n_refs; i++)
      seg->last_ea[i] = 0;
   if (!cg_trace.on)
      return;
   seg->n_run_record =
      put_varint(begin, (ULong)n_segments++ + TRACE_FIRST_RUN) - begin;

   for (UInt i = 0; i < n_instrs; i++)
      define_location(instrs[i].loc);
   for (UInt i = 0; i < n_refs; i++)
      define_location(refs[i].loc);

   write_number(TRACE_SEGMENT);
   write_number(n_instrs);
   for (UInt i = 0; i < n_instrs; i++) {
      write_signed((ULong)instrs[i].addr - end);
      write_number(instrs[i].size);
      write_location(instrs[i].loc);
      end = instrs[i].addr + instrs[i].size;
   }
   write_number(n_refs);
   for (UInt i = 0; i < n_refs; i++) {
      write_number(refs[i].instrs_before);
      write_number(refs[i].kind - REF_READ);
      write_number(refs[i].size);
      write_location(refs[i].loc);
   }
}

void cg_trace_branch(const TraceBranch* branch)
{
   if (!cg_trace.on)
      return;
   define_location(branch->loc);
   write_number(TRACE_BRANCH);
   write_number(n_segments - 1);
   write_number(branch->type);
   write_number(branch->addr);
   write_number(branch->size);
   write_location(branch->loc);
   write_signed((ULong)branch->target - branch->addr);
}

void cg_trace_region(Addr start, SizeT size, UInt variable)
{
   if (!cg_trace.on)
      return;
   for (; n_variables <= variable; n_variables++) {
      write_number(TRACE_VARIABLE);
      write_string(config.variable_name(n_variables));
   }
   make_trace_room();
   cg_trace.next = put_varint(cg_trace.next, TRACE_REGION);
   cg_trace.next = put_varint(cg_trace.next, start);
   cg_trace.next = put_varint(cg_trace.next, size);
   cg_trace.next = put_varint(cg_trace.next, variable);
}

/*------------------------------------------------------------*/
/*--- Runs                                                 ---*/
/*------------------------------------------------------------*/

void cg_trace_outcome(Bool taken)
{
   cg_trace.pending[0] = taken ? TRACE_TAKEN : TRACE_NOT_TAKEN;
   cg_trace.n_pending  = 1;
}

void cg_trace_target(Addr addr, Addr target)
{
   UChar* p = cg_trace.pending;

   *p++               = TRACE_TARGET;
   p                  = put_signed(p, (ULong)target - addr);
   cg_trace.n_pending = p - cg_trace.pending;
}

void cg_trace_collecting(ULong collecting)
{
   cg_trace.collecting = collecting;
   write_number(TRACE_COLLECT);
   write_number(collecting);
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

void cg_trace_begin(const TraceConfig* asked_for, const HChar* command,
                    const CacheGeometry geometry[N_CACHES])
{
   config              = *asked_for;
   cg_trace.on         = True;
   thread              = 1;
   location_size       = 0;
   n_locations         = 0;
   n_variables         = 0;
   n_segments          = 0;
   cg_trace.n_refs     = 0;
   cg_trace.collecting = 1;
   cg_trace.n_pending  = 0;
   for (UInt i = 0; i < CG_TRACE_FORMAT_MAGIC_BYTES; i++)
      *cg_trace.next++ = CG_TRACE_FORMAT_MAGIC[i];
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
