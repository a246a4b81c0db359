/* SPDX-License-Identifier: GPL-2.0-or-later */
/* model_hierarchy.h: a brute-force model of a machine's caches and TLBs, for
   the unit tests.

   It is written from the rules in sim/machine/cg_hierarchy.h, not from
   sim/machine/cg_hierarchy.c.  Each line has all that is known of it in one
   record, and nothing is found without searching a whole set.  The model is
   slow, and nothing in it is clever. */

#ifndef MODEL_HIERARCHY_H
#define MODEL_HIERARCHY_H

#include "sim/machine/cg_hierarchy.h"
#include "model_policy.h"
#include "model_prefetch.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_ENDED = 256 };

typedef struct {
   bool     dirty;
   uint64_t number; /* address / line size */
   UInt     owner;
} HeldLine; /* if its way is used, which the set's model knows */

/* How a line of L1D was used since it came in. */
typedef struct {
   UInt user;       /* who was the first to use it; 0: nobody */
   bool is_counted; /* nobody is to be told when it leaves */
   bool byte[256];  /* which were used */
} UsedModel;

typedef struct {
   UInt     n;
   uint64_t number[256];
} LostModel;

typedef struct {
   CacheModel  shape;
   uint64_t    sets_per_slice;
   ModelPolicy policy;
   ModelSet*   sets;
   HeldLine*   lines; /* set after set */
   UInt*       by;    /* by line: whose prefetch it is that was not used */
   UsedModel*  uses;  /* by line; of L1D */
   LevelCounts counts;
   LostModel   lost; /* lines that left during a reference */
} LevelModel;

typedef struct {
   uint64_t page, bytes, last_use; /* 0 bytes: empty */
} HeldPage;

typedef struct {
   TlbModel  shape;
   HeldPage* pages; /* set after set */
} TlbPartModel;

enum { MAX_REQUESTS = 4096 };

/* What prefetchers asked for, and when, so that this can be done again without
   them, and without one of the requests.  The origin of a request is its
   number, from 1 on. */
typedef struct {
   bool replays;
   UInt n;                /* requests: recorded, or replayed so far */
   UInt touch;            /* lines that references touched */
   UInt watched, dropped; /* the number of a request; 0: none */
   struct {
      UInt     touch;
      int      level;
      uint64_t number;
      bool     came_in; /* the cache did not have the line */
   } request[MAX_REQUESTS];
   enum { NOT_ASKED, HIT, MISSED } first_ask; /* for the line that is watched */
} PrefetchLog;

typedef struct {
   UInt       line_size;
   LevelModel level[N_MACHINE_LEVELS];

   /* Prefetches: the origin of those that a reference makes, how many it made,
      and which ended. */
   bool          prefetches;
   PrefetchModel prefetchers;
   PrefetchLog*  log; /* NULL: none */
   uint64_t      ip;
   UInt          origin, n_prefetched, n_ended;
   struct {
      UInt owner;
      Bool useful;
   } ended[MAX_ENDED];

   /* Who makes a reference, from 1 on, how many lines it was the first to use,
      and what is called when such a line leaves; NULL: nothing. */
   UInt user, n_first;
   void (*left)(UInt user, UInt n_bytes);

   TlbPartModel tlb[N_TLBS][N_PAGE_SIZES];
   LevelCounts  tlb_counts[N_TLBS];
   uint64_t     now; /* for TLBs */
   bool (*is_huge)(uint64_t addr);
   bool replaces_dirty;          /* a reference, in L1 */
   UInt n_written, written[256]; /* of a reference: the owners of the lines */
   UInt n_touched;               /* of a reference: lines that were asked for */
   struct {
      uint64_t number;
      int      level, from; /* that was asked, and that had it */
      bool     prefetches;
   } touched[64];
} MachineModel;

/* --- Construction -------------------------------------------------------- */

static inline void mm_init(MachineModel* m, const Machine* machine,
                           bool (*is_huge)(uint64_t addr))
{
   memset(m, 0, sizeof *m);
   m->line_size = machine->line_size;
   m->is_huge   = is_huge;
   for (int i = 0; i < N_MACHINE_LEVELS; i++) {
      LevelModel* l = &m->level[i];
      l->shape      = machine->caches[i];
      if (l->shape.size == 0)
         continue;
      uint64_t n_lines  = l->shape.size / m->line_size;
      uint64_t n_sets   = n_lines / l->shape.ways;
      l->sets_per_slice = n_sets / l->shape.slices;
      l->policy         = (ModelPolicy){.policy = l->shape.policy,
                                        .ways   = (int)l->shape.ways,
                                        .n_sets = n_sets};
      l->sets           = calloc(n_sets, sizeof *l->sets);
      l->lines          = calloc(n_lines, sizeof *l->lines);
      l->by             = calloc(n_lines, sizeof *l->by);
      l->uses           = calloc(n_lines, sizeof *l->uses);
      for (uint64_t set = 0; set < n_sets; set++)
         model_set_init(&l->sets[set]);
   }
   for (int id = 0; id < N_TLBS; id++)
      for (int size = 0; size < N_PAGE_SIZES; size++) {
         TlbPartModel* t = &m->tlb[id][size];
         t->shape        = machine->tlbs[id][size];
         t->pages        = calloc(t->shape.entries + 1, sizeof *t->pages);
      }
}

static inline void mm_free(MachineModel* m)
{
   for (int i = 0; i < N_MACHINE_LEVELS; i++) {
      free(m->level[i].sets);
      free(m->level[i].lines);
      free(m->level[i].by);
      free(m->level[i].uses);
   }
   for (int i = 0; i < N_TLBS * N_PAGE_SIZES; i++)
      free(m->tlb[i / N_PAGE_SIZES][i % N_PAGE_SIZES].pages);
}

/* --- One cache --------------------------------------------------------------
 */

static inline uint64_t mm_set(const LevelModel* l, uint64_t number)
{
   uint64_t above = number / l->sets_per_slice;
   uint64_t fold  = above % 65536 ^ above / 65536 % 65536
                   ^ above / 65536 / 65536 % 65536
                   ^ above / 65536 / 65536 / 65536;
   return fold % l->shape.slices * l->sets_per_slice
          + number % l->sets_per_slice;
}

/* The line, or NULL.  Its way in *way. */
static inline HeldLine* mm_find(LevelModel* l, uint64_t number, int* way)
{
   for (uint64_t set = 0; l->shape.size && set == 0; set++)
      for (*way = 0; *way < l->policy.ways; (*way)++) {
         uint64_t  s    = mm_set(l, number);
         HeldLine* line = &l->lines[s * l->shape.ways + (uint64_t)*way];
         if (l->sets[s].used[*way] && line->number == number)
            return line;
      }
   return NULL;
}

/* The next level below that there is; N_MACHINE_LEVELS is memory. */
static inline int mm_below(const MachineModel* m, int level)
{
   level = level < LEVEL_L2 ? LEVEL_L2 : level + 1;
   while (level < N_MACHINE_LEVELS && m->level[level].shape.size == 0)
      level++;
   return level;
}

/* The line in a way is used, or leaves.  Returns whether it was prefetched and
   not yet used. */
static inline bool mm_end(MachineModel* m, LevelModel* l, uint64_t set, int way,
                          Bool useful)
{
   UInt* by = &l->by[set * l->shape.ways + (uint64_t)way];
   if (!*by)
      return false;
   m->ended[m->n_ended].owner    = *by;
   m->ended[m->n_ended++].useful = useful;
   l->counts.useful += useful;
   l->counts.useless += !useful;
   *by = 0;
   return true;
}

/* The line with this index leaves L1D, or is counted as if it did. */
static inline void mm_leave(MachineModel* m, UsedModel* use)
{
   UInt n = 0;
   for (UInt i = 0; i < 256; i++)
      n += use->byte[i];
   if (m->left && use->user && !use->is_counted)
      m->left(use->user, n);
   use->is_counted = true;
}

/* The line in a way leaves, or another one comes in, which nobody has used. */
static inline void mm_come_or_go(MachineModel* m, LevelModel* l, uint64_t set,
                                 int way)
{
   UsedModel* use = &l->uses[set * l->shape.ways + (uint64_t)way];
   mm_leave(m, use);
   *use = (UsedModel){.user = 0};
}

/* All lines in L1D are counted now, and not when they leave. */
static inline void mm_settle(MachineModel* m)
{
   const LevelModel* l = &m->level[LEVEL_L1D];
   for (uint64_t i = 0; i < l->shape.size / m->line_size; i++)
      mm_leave(m, &l->uses[i]);
}

/* The bytes from `first' to `last', addresses on one line, are used. */
static inline void mm_use(MachineModel* m, UsedModel* use, uint64_t first,
                          uint64_t last)
{
   if (!use->user) {
      *use = (UsedModel){.user = m->user};
      m->n_first++;
   }
   for (uint64_t i = first; i <= last; i++)
      use->byte[i % m->line_size] = true;
}

/* `level' is asked for a line from above, or by the program. */
static inline void mm_asked(MachineModel* m, int level, uint64_t number,
                            bool hits)
{
   PrefetchLog* log = m->log;
   if (!log || !log->watched || log->n < log->watched || log->first_ask)
      return;
   if (log->request[log->watched - 1].level == level
       && log->request[log->watched - 1].number == number)
      log->first_ask = hits ? HIT : MISSED;
}

/* `level' was asked for a line, which came from level `from'. */
static inline void mm_touched(MachineModel* m, int level, uint64_t number,
                              int from, bool prefetches)
{
   UInt i                   = m->n_touched++;
   m->touched[i].number     = number;
   m->touched[i].level      = level;
   m->touched[i].from       = from;
   m->touched[i].prefetches = prefetches;
}

/* --- Lines between caches ----------------------------------------------------
 */

static inline void mm_arrive(MachineModel* m, int level, HeldLine line);

static inline bool mm_is_above(MachineModel* m, int level, uint64_t number)
{
   int way;
   for (int i = 0; i < level && level >= LEVEL_L2; i++)
      if (mm_find(&m->level[i], number, &way))
         return true;
   return false;
}

static inline void mm_lose(LevelModel* l, uint64_t number)
{
   l->lost.number[l->lost.n++] = number;
}

/* `line' was evicted from `level'. */
static inline void mm_evicted(MachineModel* m, int level, HeldLine line)
{
   LevelModel* l     = &m->level[level];
   int         below = mm_below(m, level), way;
   l->counts.evicted++;
   mm_lose(l, line.number);
   /* From the level next to this one up to the data cache, the latest owner. */
   for (int i = 0; i < 3 && l->shape.inclusion == CACHE_INCLUSIVE; i++) {
      static const int up[] = {LEVEL_L2, LEVEL_L1I, LEVEL_L1D};
      LevelModel*      u    = &m->level[up[i]];
      HeldLine* copy = up[i] < level ? mm_find(u, line.number, &way) : NULL;
      if (!copy || level <= LEVEL_L1D)
         continue;
      u->counts.invalidated++;
      mm_lose(u, line.number);
      mm_end(m, u, mm_set(u, line.number), way, False);
      mm_come_or_go(m, u, mm_set(u, line.number), way);
      model_remove(&u->sets[mm_set(u, line.number)], way);
      if (copy->dirty)
         line = *copy;
   }
   if (line.dirty)
      l->counts.written++;
   if (below == N_MACHINE_LEVELS) {
      if (line.dirty)
         m->written[m->n_written++] = line.owner;
   } else if (line.dirty
              || (m->level[below].shape.inclusion == CACHE_EXCLUSIVE
                  && !mm_is_above(m, below, line.number))) {
      mm_arrive(m, below, line);
   }
}

/* The way that a line which is not in `level' is to take there. */
static inline int mm_choose(MachineModel* m, int level, uint64_t number)
{
   LevelModel* l = &m->level[level];
   return model_choose(&l->policy, &l->sets[mm_set(l, number)]);
}

/* The line comes into that way. */
static inline void mm_come_in(MachineModel* m, int level, HeldLine line,
                              int way)
{
   LevelModel* l        = &m->level[level];
   uint64_t    set      = mm_set(l, line.number);
   HeldLine*   held     = &l->lines[set * l->shape.ways + (uint64_t)way];
   HeldLine    gone     = *held;
   bool        replaces = l->sets[set].used[way];
   mm_end(m, l, set, way, False);
   mm_come_or_go(m, l, set, way);
   model_fill(&l->policy, &l->sets[set], set, way);
   *held = line;
   l->counts.filled++;
   if (replaces)
      mm_evicted(m, level, gone);
}

static inline void mm_arrive(MachineModel* m, int level, HeldLine line)
{
   int       way;
   HeldLine* held = mm_find(&m->level[level], line.number, &way);
   if (!held)
      mm_come_in(m, level, line, mm_choose(m, level, line.number));
   else if (line.dirty)
      *held = line;
}

/* Bring a line to the cache above `level'.  Returns from which level it comes,
   and in *line whether it is dirty there. */
static inline int mm_bring(MachineModel* m, int level, HeldLine* line)
{
   if (level == N_MACHINE_LEVELS)
      return level;
   int         way   = 0;
   LevelModel* l     = &m->level[level];
   bool        moves = l->shape.inclusion == CACHE_EXCLUSIVE;
   HeldLine*   held  = mm_find(l, line->number, &way);
   ModelSet*   set   = &l->sets[mm_set(l, line->number)];
   mm_asked(m, level, line->number, held != NULL);
   if (held && moves) {
      *line = *held;
      model_remove(set, way);
      l->counts.moved++;
      return level;
   }
   if (held) {
      mm_end(m, l, mm_set(l, line->number), way, True);
      model_hit(&l->policy, set, way);
      return level;
   }
   if (moves)
      return mm_bring(m, mm_below(m, level), line);
   way      = mm_choose(m, level, line->number);
   int from = mm_bring(m, mm_below(m, level), line);
   mm_come_in(m, level, *line, way);
   line->dirty = false;
   return from;
}

/* Bring a line into `level', of which a prefetcher thinks that it is needed.
   Returns from where it came; `level' if it was there. */
static inline int mm_prefetch_into(MachineModel* m, int level, uint64_t number)
{
   LevelModel* l    = &m->level[level];
   HeldLine    line = {false, number, 0};
   int         way, from = level;
   bool        held = mm_find(l, number, &way) != NULL;
   if (m->log && !m->log->replays) {
      UInt i = m->log->n++;
      assert_true(i < MAX_REQUESTS);
      m->log->request[i].touch   = m->log->touch;
      m->log->request[i].level   = level;
      m->log->request[i].number  = number;
      m->log->request[i].came_in = !held;
      m->origin                  = i + 1;
   }
   if (held) {
      model_hit(&l->policy, &l->sets[mm_set(l, number)], way);
      mm_touched(m, level, number, from, true);
      return from;
   }
   way  = mm_choose(m, level, number);
   from = mm_bring(m, mm_below(m, level), &line);
   mm_come_in(m, level, line, way);
   l->by[mm_set(l, number) * l->shape.ways + (uint64_t)way] = m->origin;
   l->counts.prefetched++;
   m->n_prefetched++;
   mm_touched(m, level, number, from, true);
   return from;
}

/* L1 asked for a line, which came from level `from'. */
static inline void mm_prefetch_for_L2(MachineModel* m, uint64_t number,
                                      int from)
{
   LinesModel lines = mp_for_L2(&m->prefetchers, number, from > LEVEL_L2);
   for (UInt i = 0; i < lines.n; i++)
      mm_prefetch_into(m, LEVEL_L2, lines.number[i]);
}

/* Make the requests again that were made after this touch of a line. */
static inline void mm_replay(MachineModel* m)
{
   PrefetchLog* log = m->log;
   while (log->request[log->n].touch == log->touch) {
      UInt i = log->n++;
      if (log->n != log->dropped)
         mm_prefetch_into(m, log->request[i].level, log->request[i].number);
   }
}

/* The line with `addr' was touched in `level', an L1, and came from `from'. */
static inline void mm_prefetch(MachineModel* m, int level, uint64_t addr,
                               int from)
{
   if (from > level)
      mm_prefetch_for_L2(m, addr / m->line_size, from);
   LinesModel lines =
      mp_for_L1(&m->prefetchers, level, m->ip, addr, from > level);
   for (UInt i = 0; i < lines.n; i++) {
      int source = mm_prefetch_into(m, level, lines.number[i]);
      if (source > level)
         mm_prefetch_for_L2(m, lines.number[i], source);
   }
}

/* `addr' is on the line; the bytes from `first' to `last' are those of the
   reference that are on it. */
static inline int mm_line(MachineModel* m, RefKind kind, uint64_t addr,
                          uint64_t first, uint64_t last, UInt owner)
{
   uint64_t    number = addr / m->line_size;
   int         level  = kind == REF_FETCH ? LEVEL_L1I : LEVEL_L1D, way;
   LevelModel* l      = &m->level[level];
   HeldLine*   held   = mm_find(l, number, &way);
   int         from   = level;
   bool        learns = !held;
   mm_asked(m, level, number, held != NULL);
   if (held) {
      learns = mm_end(m, l, mm_set(l, number), way, True);
      model_hit(&l->policy, &l->sets[mm_set(l, number)], way);
   } else {
      HeldLine line = {false, number, 0};
      way           = mm_choose(m, level, number);
      from          = mm_bring(m, mm_below(m, level), &line);
      held = &l->lines[mm_set(l, number) * l->shape.ways + (uint64_t)way];
      m->replaces_dirty |= held->dirty && l->sets[mm_set(l, number)].used[way];
      mm_come_in(m, level, line, way);
      held = mm_find(l, number, &way);
   }
   mm_touched(m, level, number, from, false);
   if (kind == REF_WRITE || kind == REF_MODIFY)
      *held = (HeldLine){true, number, owner};
   if (kind != REF_FETCH)
      mm_use(m, &l->uses[held - l->lines], first, last);
   if (m->log)
      m->log->touch++;
   if (m->log && m->log->replays)
      mm_replay(m);
   else if (m->prefetches && learns)
      mm_prefetch(m, level, addr, from);
   return from;
}

/* --- Pages -------------------------------------------------------------------
 */

static inline bool mm_tlb_hits(MachineModel* m, int id, uint64_t addr)
{
   uint64_t      bytes = m->is_huge(addr) ? 2 << 20 : 4096;
   TlbPartModel* t     = &m->tlb[id][PAGE_4K];
   if (bytes > 4096 && m->tlb[id][PAGE_2M].shape.entries)
      t = &m->tlb[id][PAGE_2M];
   if (t->shape.entries == 0)
      return false;
   uint64_t  n_sets = t->shape.entries / t->shape.ways;
   HeldPage* set    = &t->pages[addr / bytes % n_sets * t->shape.ways];
   HeldPage* oldest = set;
   for (HeldPage* p = set; p < set + t->shape.ways; p++) {
      if (p->bytes == bytes && p->page == addr / bytes) {
         p->last_use = ++m->now;
         return true;
      }
      if (p->last_use < oldest->last_use)
         oldest = p;
   }
   *oldest = (HeldPage){addr / bytes, bytes, ++m->now};
   return false;
}

/* The page of `addr' is needed.  The result is as that of a reference. */
static inline void mm_page(MachineModel* m, int id, uint64_t addr,
                           RefResult* result)
{
   if (mm_tlb_hits(m, id, addr))
      return;
   result->tlb_miss = True;
   if (!mm_tlb_hits(m, TLB_2, addr))
      result->page_walk = True;
}

static inline void mm_pages(MachineModel* m, RefKind kind, uint64_t first,
                            uint64_t last, RefResult* result)
{
   int id = kind == REF_FETCH ? TLB_I : TLB_D;
   if (m->tlb[id][PAGE_4K].shape.entries == 0)
      return;
   mm_page(m, id, first, result);
   if (first / 4096 != last / 4096)
      mm_page(m, id, last, result);
   m->tlb_counts[id].hits[kind] += !result->tlb_miss;
   m->tlb_counts[id].misses[kind] += result->tlb_miss;
   if (m->tlb[TLB_2][PAGE_4K].shape.entries && result->tlb_miss) {
      m->tlb_counts[TLB_2].hits[kind] += !result->page_walk;
      m->tlb_counts[TLB_2].misses[kind] += result->page_walk;
   }
}

/* --- References --------------------------------------------------------------
 */

/* Returns the level from which the reference came, N_MACHINE_LEVELS for memory;
   m->n_written and m->written tell what it wrote back. */
static inline int mm_access(MachineModel* m, RefKind kind, uint64_t addr,
                            UInt size, UInt owner, RefResult* result)
{
   uint64_t end   = addr + size - 1;
   uint64_t first = addr / m->line_size, last = end / m->line_size;
   uint64_t start   = last * m->line_size; /* of the last line */
   int      counted = kind == REF_MODIFY ? REF_READ : kind;
   int      level   = kind == REF_FETCH ? LEVEL_L1I : LEVEL_L1D;
   *result          = (RefResult){.n_written = 0};
   m->n_written = m->n_touched = m->n_prefetched = m->n_ended = m->n_first = 0;
   m->replaces_dirty = false;
   for (int i = 0; i < N_MACHINE_LEVELS; i++)
      m->level[i].lost.n = 0;
   mm_pages(m, counted, addr, end, result);
   int from =
      mm_line(m, kind, addr, addr,
              last == first ? end : (first + 1) * m->line_size - 1, owner);
   if (last != first) {
      int of_last = mm_line(m, kind, end, start, end, owner);
      from        = of_last > from ? of_last : from;
   }
   for (; level < from; level = mm_below(m, level))
      m->level[level].counts.misses[counted]++;
   if (level < N_MACHINE_LEVELS)
      m->level[level].counts.hits[counted]++;
   return from;
}

#endif /* MODEL_HIERARCHY_H */
