/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_prefetch.c: which lines the prefetchers of a machine ask for; the rules
   are in cg_prefetch.h. */

#include "sim/machine/cg_prefetch.h"

#include "sim/cg_bits.h"

#define PAGE_BITS   12
#define PAGE_SIZE   ((Addr)1 << PAGE_BITS)
#define END         CG_PREFETCH_STREAMS /* of the ring */
#define MAX_AHEAD   20                  /* lines */
#define MAX_AT_ONCE 2                   /* lines of a stream */

static Addr prefetch_page(Addr addr)
{
   return addr & -PAGE_SIZE;
}

static Addr prefetch_line(const Prefetchers* p, Addr addr)
{
   return addr & -p->line_size;
}

static Bool has(const Prefetchers* p, LevelId id, Prefetcher prefetcher)
{
   return (p->of[id] >> prefetcher & 1) != 0;
}

static void add_prefetch(PrefetchLines* lines, Addr line)
{
   lines->line[lines->n++] = line;
}

void cg_prefetch_init(Prefetchers* p, const Machine* machine,
                      void* (*alloc)(SizeT n_bytes))
{
   const WaysShape one_set = {.ways = CG_PREFETCH_STREAMS, .slices = 1};

   *p = (Prefetchers){.line_size = machine->line_size,
                      .line_bits = cg_bits_log2(machine->line_size)};
   for (LevelId id = LEVEL_L1I; id < N_MACHINE_LEVELS; id++)
      p->of[id] = machine->caches[id].prefetch;
   cg_ways_init(&p->pages, &one_set, alloc);
   for (UInt i = 0; i < CG_PREFETCH_STREAMS; i++) {
      p->earlier[i]   = i + 1;
      p->later[i + 1] = i;
   }
   p->earlier[END] = 0;
   p->later[0]     = END;
   p->latest_page  = 1;
}

Bool cg_prefetch_has_any(const Machine* machine)
{
   UInt any = 0;

   for (LevelId id = LEVEL_L1I; id < N_MACHINE_LEVELS; id++)
      any |= machine->caches[id].prefetch;
   return any != 0;
}

/*------------------------------------------------------------*/
/*--- L1                                                   ---*/
/*------------------------------------------------------------*/

static void ask_ahead(const Prefetchers* p, Addr addr, Addr ahead,
                      PrefetchLines* lines)
{
   if (prefetch_page(ahead) == prefetch_page(addr)
       && prefetch_line(p, ahead) != prefetch_line(p, addr))
      add_prefetch(lines, prefetch_line(p, ahead));
}

static void follow_stride(Prefetchers* p, Addr ip, Addr addr,
                          PrefetchLines* lines)
{
   StrideEntry* e = &p->strides[(ip ^ ip >> 6 ^ ip >> 12) % CG_PREFETCH_IPS];
   Word         stride = (Word)(addr - e->addr);
   Word         line_stride =
      (Word)(prefetch_line(p, addr) - prefetch_line(p, e->addr));

   if (e->ip != ip) {
      *e = (StrideEntry){.ip = ip, .addr = addr};
      return;
   }
   if (line_stride == 0)
      return;
   if (stride == e->stride)
      ask_ahead(p, addr, addr + (UWord)stride, lines);
   else if (line_stride == e->line_stride)
      ask_ahead(p, addr, addr + (UWord)line_stride, lines);
   *e = (StrideEntry){ip, addr, stride, line_stride};
}

void cg_prefetch_for_L1(Prefetchers* p, LevelId L1, Addr ip, Addr addr,
                        Bool misses, PrefetchLines* lines)
{
   lines->n = 0;
   if (misses && has(p, L1, PREFETCH_NEXT_LINE))
      add_prefetch(lines, prefetch_line(p, addr) + p->line_size);
   if (ip && has(p, L1, PREFETCH_IP_STRIDE))
      follow_stride(p, ip, addr, lines);
}

/*------------------------------------------------------------*/
/*--- L2                                                   ---*/
/*------------------------------------------------------------*/

/* The page in `way' becomes the latest in the ring. */
static void make_latest(Prefetchers* p, UInt way)
{
   UInt earlier = p->earlier[way], later = p->later[way];

   p->earlier[later] = earlier;
   p->later[earlier] = later;
   p->earlier[way]   = p->earlier[END];
   p->later[way]     = END;

   p->later[p->earlier[END]] = way;
   p->earlier[END]           = way;
}

/* Returns what is known of a page; if it is new, it replaces another one.
   Mostly it is the page of the call before, because a next line for L1 asks L2,
   too: this takes 2 to 5 % off the time of programs that miss. */
static PrefetchStream* stream_of(Prefetchers* p, Addr page)
{
   if (page == p->latest_page)
      return &p->streams[p->earlier[END]];

   WaysKey k = cg_ways_key(&p->pages, page >> PAGE_BITS, page | CG_WAYS_VALID);
   UInt    way = cg_ways_search(&p->pages, &k);

   if (way == CG_WAYS_ABSENT) {
      way = p->later[END];
      cg_ways_fill(&p->pages, &k, way);
      p->streams[way] = (PrefetchStream){.last = -2};
   }
   make_latest(p, way);
   p->latest_page = page;
   return &p->streams[way];
}

/* The line `at' of the page is asked for, which is not the last one.  Begins a
   stream, goes on with one, or ends it. */
static void move(PrefetchStream* s, Int at)
{
   Int by = at - s->last, ahead = (s->farthest - at) * s->step;

   s->last = at;
   if (by * s->step <= 0 || ahead < -1)
      s->step = by == 1 || by == -1 ? by : 0;
   else if (ahead >= 0)
      return;
   s->farthest = at;
}

static void follow_stream(Prefetchers* p, Addr line, PrefetchLines* lines)
{
   Addr            page = prefetch_page(line);
   PrefetchStream* s    = stream_of(p, page);
   Int             n    = 1 << (PAGE_BITS - p->line_bits); /* lines of a page */
   Int             at   = (Int)((line - page) >> p->line_bits);

   if (at == s->last)
      return;
   move(s, at);
   for (UInt i = 0; s->step && i < MAX_AT_ONCE; i++) {
      Int next = s->farthest + s->step;

      if (next < 0 || next >= n || (next - at) * s->step > MAX_AHEAD)
         return;
      add_prefetch(lines, page + ((Addr)next << p->line_bits));
      s->farthest = next;
   }
}

void cg_prefetch_for_L2(Prefetchers* p, Addr line, Bool misses,
                        PrefetchLines* lines)
{
   lines->n = 0;
   if (has(p, LEVEL_L2, PREFETCH_STREAMER))
      follow_stream(p, line, lines);
   if (misses && has(p, LEVEL_L2, PREFETCH_ADJACENT_LINE))
      add_prefetch(lines, line ^ p->line_size);
}
