/* SPDX-License-Identifier: GPL-2.0-or-later */
/* model_prefetch.h: brute-force models of prefetchers, for the unit tests.

   They are written from the rules in sim/machine/cg_prefetch.h, not from
   sim/machine/cg_prefetch.c.  All numbers are of lines, and the streamer keeps
   its pages in the order of their last use. */

#ifndef MODEL_PREFETCH_H
#define MODEL_PREFETCH_H

#include "sim/machine/cg_prefetch.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct {
   bool     known, has_strides;
   uint64_t ip, addr;
   int64_t  bytes, lines; /* the last stride */
} StrideModel;

typedef struct {
   uint64_t page, line; /* the last that was asked for */
   bool     streams;
   bool     down;
   uint64_t farthest;
} WatchedPage;

typedef struct {
   UInt        of[N_MACHINE_LEVELS];
   uint64_t    line_size;
   StrideModel strides[64];
   UInt        n_watched;
   WatchedPage watched[32]; /* the latest first */
} PrefetchModel;

typedef struct {
   UInt     n;
   uint64_t number[8];
} LinesModel;

static inline void mp_init(PrefetchModel* p, const Machine* machine)
{
   memset(p, 0, sizeof *p);
   p->line_size = machine->line_size;
   for (int i = 0; i < N_MACHINE_LEVELS; i++)
      p->of[i] = machine->caches[i].prefetch;
}

static inline bool mp_is_same_page(const PrefetchModel* p, uint64_t a,
                                   uint64_t b)
{
   return a * p->line_size / 4096 == b * p->line_size / 4096;
}

static inline void mp_add(LinesModel* lines, uint64_t number)
{
   lines->number[lines->n++] = number;
}

static inline void mp_stride(PrefetchModel* p, uint64_t ip, uint64_t addr,
                             LinesModel* lines)
{
   StrideModel* e    = &p->strides[ip % 64 ^ ip / 64 % 64 ^ ip / 4096 % 64];
   uint64_t     here = addr / p->line_size, ahead = here;
   if (!e->known || e->ip != ip) {
      *e = (StrideModel){.known = true, .ip = ip, .addr = addr};
      return;
   }
   int64_t bytes = (int64_t)addr - (int64_t)e->addr;
   int64_t moved = (int64_t)here - (int64_t)(e->addr / p->line_size);
   if (moved == 0)
      return;
   if (e->has_strides && bytes == e->bytes)
      ahead = (addr + (uint64_t)bytes) / p->line_size;
   else if (e->has_strides && moved == e->lines)
      ahead = here + (uint64_t)moved;
   if (ahead != here && mp_is_same_page(p, ahead, here))
      mp_add(lines, ahead);
   *e = (StrideModel){true, true, ip, addr, bytes, moved};
}

static inline LinesModel mp_for_L1(PrefetchModel* p, int level, uint64_t ip,
                                   uint64_t addr, bool misses)
{
   LinesModel lines = {0, {0}};
   if (misses && p->of[level] & 1 << PREFETCH_NEXT_LINE)
      mp_add(&lines, addr / p->line_size + 1);
   if (ip != 0 && p->of[level] & 1 << PREFETCH_IP_STRIDE)
      mp_stride(p, ip, addr, &lines);
   return lines;
}

/* Whether `line' is after the last one, and at most one after the farthest. */
static inline bool mp_goes_on(const WatchedPage* w, uint64_t line)
{
   if (!w->streams)
      return false;
   return w->down ? line < w->line && line + 1 >= w->farthest
                  : line > w->line && line <= w->farthest + 1;
}

static inline uint64_t mp_distance(uint64_t a, uint64_t b)
{
   return a < b ? b - a : a - b;
}

/* The streamer's page with `line' moves to the front. */
static inline WatchedPage* mp_watch(PrefetchModel* p, uint64_t line, bool* new)
{
   uint64_t    page = line * p->line_size / 4096;
   UInt        i    = 0;
   WatchedPage w    = {.page = page, .line = line};
   while (i < p->n_watched && p->watched[i].page != page)
      i++;
   *new = i == p->n_watched;
   if (!*new)
      w = p->watched[i];
   else if (p->n_watched < 32)
      p->n_watched++;
   else
      i = 31;
   memmove(&p->watched[1], &p->watched[0], i * sizeof w);
   p->watched[0] = w;
   return &p->watched[0];
}

static inline void mp_stream(PrefetchModel* p, uint64_t line, LinesModel* lines)
{
   bool new;
   WatchedPage* w = mp_watch(p, line, &new);
   if (new || line == w->line)
      return;
   if (!mp_goes_on(w, line)) {
      w->streams  = mp_distance(line, w->line) == 1;
      w->down     = line < w->line;
      w->farthest = line;
   } else if (w->down ? line < w->farthest : line > w->farthest) {
      w->farthest = line;
   }
   w->line = line;
   for (int i = 0; w->streams && i < 2; i++) {
      uint64_t next = w->down ? w->farthest - 1 : w->farthest + 1;
      if (!mp_is_same_page(p, next, line) || mp_distance(next, line) > 20)
         break;
      mp_add(lines, next);
      w->farthest = next;
   }
}

static inline LinesModel mp_for_L2(PrefetchModel* p, uint64_t line, bool misses)
{
   LinesModel lines = {0, {0}};
   if (p->of[LEVEL_L2] & 1 << PREFETCH_STREAMER)
      mp_stream(p, line, &lines);
   if (misses && p->of[LEVEL_L2] & 1 << PREFETCH_ADJACENT_LINE)
      mp_add(&lines, line % 2 ? line - 1 : line + 1);
   return lines;
}

#endif /* MODEL_PREFETCH_H */
