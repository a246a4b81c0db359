/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_hierarchy.c: simulates the caches and TLBs of a machine; the rules are in
   cg_hierarchy.h.

   Each cache finds its lines with cg_ways.h.  The front (cg_front.h) has what
   L1 knows of its ways: the times of use, and who made a line dirty.  The
   victim of an L1 whose policy follows from these times is computed from them;
   with all other policies that hits matter for, the front has no predictions,
   and each hit comes here. */

#include "sim/machine/cg_hierarchy.h"

#include "sim/cg_bits.h"
#include "sim/cache/cg_pages.h"
#include "sim/machine/cg_tlb.h"
#include "sim/machine/cg_ways.h"

#define ALWAYS_INLINE inline __attribute__((always_inline))

static const UInt page_bits[N_PAGE_SIZES] = {[PAGE_4K] = 12, [PAGE_2M] = 21};

typedef struct Cache_ {
   Ways           ways;
   UInt           line_bits; /* log2 of the line size */
   Inclusion      inclusion;
   RefSource      source;      /* of what hits here */
   struct Cache_* below;       /* NULL: memory */
   LevelCounts*   counts;      /* but for hits and misses */
   Bool           drops_clean; /* nobody needs to know of its clean victims */

   /* Of L1 only. */
   LineSlot*  slots; /* by place: set * ways + way */
   FrontSide* front;
   Policy     policy;
   Bool       by_uses;  /* the victim follows from the times of use */
   Bool       predicts; /* hits need only the front */

   /* By place: whose prefetch brought a line with CG_WAYS_FRESH.  NULL: no
      prefetches. */
   UInt* prefetched_by;
} Cache;

/* A second-level TLB, or its part for one page size.  Nearly all that it is
   asked hits, so a hit only stores the time. */
typedef struct {
   Ways   ways;
   ULong* uses; /* by place: when each way was last used */
} SecondTlb;

static const Policy lru = {.kind = POLICY_LRU};

struct Hierarchy_ {
   Front*      front;
   Cache       caches[N_MACHINE_LEVELS];
   LevelCounts level_counts[N_MACHINE_LEVELS];
   ULong       n_from[N_REF_KINDS][N_SOURCES]; /* references */
   Addr        line_mask; /* clears an address's offset in its line */

   Tlb*      tlbs[N_FRONT_SIDES][N_PAGE_SIZES]; /* NULL: there is none */
   PageSlot  no_page[N_FRONT_SIDES];            /* where there is no TLB */
   SecondTlb second_tlb[N_PAGE_SIZES];
   ULong     n_tlb_misses[N_REF_KINDS], n_walks[N_REF_KINDS];

   Prefetchers* prefetchers; /* NULL: prefetching is off */
   void (*prefetch_ended)(UInt owner, Bool useful);
   Addr origin_ip;
   UInt origin_owner;

   /* Who follows the lines of L1D; NULL: nobody. */
   void (*line_used)(UWord place);
   void (*line_left)(UWord place, ULong bytes);

   RefLines* observer;       /* NULL: none */
   Bool      has_huge_pages; /* otherwise huge_pages is not initialised */
   PageTable huge_pages;     /* of ULong: a bit for each 2 MiB */
   void* (*alloc)(SizeT n_bytes);
};

/* A line on its way from one cache to another. */
typedef struct {
   Addr addr;
   UInt owner; /* who made it dirty; 0: it is clean */
} Line;

/*------------------------------------------------------------*/
/*--- Construction                                         ---*/
/*------------------------------------------------------------*/

/* The front's side of an L1.  Hot code is spread over more memory than hot
   data, and a fetch that shares its prediction with another costs much more
   than one that does not, so code has more predictions for each line. */
static void init_front(Hierarchy* h, Cache* c, FrontSideId side, UWord n_lines)
{
   UWord per_line = side == FRONT_CODE ? 8 : 4;
   UWord blocks   = (UWord)1 << c->line_bits >> CG_FRONT_BLOCK_BITS;
   UWord n        = per_line << cg_bits_log2(n_lines * (blocks ? blocks : 1));

   c->front    = &h->front->sides[side];
   c->slots    = h->alloc(n_lines * sizeof *c->slots);
   c->by_uses  = cg_policy_follows_from_uses(&c->policy);
   c->predicts = c->by_uses || cg_policy_ignores_hits(&c->policy);
   cg_front_init(c->front, h->alloc(n * sizeof *c->front->predictions), n,
                 (Addr)1 << c->line_bits);
}

static void init_cache_level(Hierarchy* h, LevelId id, const Machine* machine)
{
   Cache*            c     = &h->caches[id];
   const CacheModel* m     = &machine->caches[id];
   Bool              is_L1 = id <= LEVEL_L1D;
   ULong             lines = m->size / machine->line_size;

   c->counts    = &h->level_counts[id];
   c->line_bits = cg_bits_log2(machine->line_size);
   c->inclusion = is_L1 ? CACHE_NINE : m->inclusion;
   c->source    = is_L1 ? FROM_L1 : id == LEVEL_L2 ? FROM_L2 : FROM_L3;
   c->policy    = m->policy;
   if (m->size == 0)
      return;
   if (is_L1)
      init_front(h, c, id == LEVEL_L1I ? FRONT_CODE : FRONT_DATA, lines);
   cg_ways_init(
      &c->ways,
      &(WaysShape){.ways       = m->ways,
                   .slices     = m->slices,
                   .set_bits   = cg_bits_log2(lines / m->ways / m->slices),
                   .policy     = c->by_uses ? NULL : &m->policy,
                   .has_owners = !is_L1,
                   .seed       = c->source},
      h->alloc);
}

static void init_second_tlb(Hierarchy* h, PageSize size, const TlbModel* m)
{
   SecondTlb* t = &h->second_tlb[size];

   if (m->entries == 0)
      return;
   cg_ways_init(&t->ways,
                &(WaysShape){.ways     = m->ways,
                             .slices   = 1,
                             .set_bits = cg_bits_log2(m->entries / m->ways)},
                h->alloc);
   t->uses = h->alloc(m->entries * sizeof *t->uses);
}

/* Without a part for pages of 2 MiB, these are in the other one. */
static void init_tlbs(Hierarchy* h, const Machine* machine, PageSize size)
{
   for (TlbId id = TLB_I; id <= TLB_D; id++) {
      const TlbModel* m = &machine->tlbs[id][size];
      Tlb**           t = &h->tlbs[id][size];

      *t = m->entries > 0 ? h->alloc(sizeof **t) : h->tlbs[id][PAGE_4K];
      if (m->entries > 0)
         cg_tlb_init(*t, h->front, id == TLB_I ? FRONT_CODE : FRONT_DATA,
                     m->entries, m->ways, h->alloc);
   }
   init_second_tlb(h, size, &machine->tlbs[TLB_2][size]);
}

/* The next cache below `id' that the machine has. */
static Cache* next_below(Hierarchy* h, LevelId id)
{
   for (id = id <= LEVEL_L1D ? LEVEL_L2 : id + 1; id < N_MACHINE_LEVELS; id++)
      if (h->caches[id].ways.ways)
         return &h->caches[id];
   return NULL;
}

static void connect(Hierarchy* h, LevelId id)
{
   Cache* c = &h->caches[id];

   c->below       = next_below(h, id);
   c->drops_clean = c->inclusion != CACHE_INCLUSIVE
                    && (!c->below || c->below->inclusion != CACHE_EXCLUSIVE);
}

Hierarchy* cg_hierarchy_new(const Machine* machine, Front* front,
                            void* (*alloc)(SizeT n_bytes))
{
   Hierarchy* h = alloc(sizeof *h);

   h->front     = front;
   h->alloc     = alloc;
   h->line_mask = ~((Addr)machine->line_size - 1);
   front->now   = 1;
   for (LevelId id = LEVEL_L1I; id < N_MACHINE_LEVELS; id++)
      init_cache_level(h, id, machine);
   for (LevelId id = LEVEL_L1I; id < N_MACHINE_LEVELS; id++)
      connect(h, id);
   for (FrontSideId side = FRONT_CODE; side < N_FRONT_SIDES; side++)
      h->no_page[side].bits = page_bits[PAGE_4K];
   for (PageSize size = PAGE_4K; size < N_PAGE_SIZES; size++)
      init_tlbs(h, machine, size);
   return h;
}

/*------------------------------------------------------------*/
/*--- Lines in a cache                                     ---*/
/*------------------------------------------------------------*/

static ALWAYS_INLINE WaysKey cache_key(const Cache* c, Addr line)
{
   return cg_ways_key(&c->ways, line >> c->line_bits, line | CG_WAYS_VALID);
}

static inline UInt find(const Cache* c, const WaysKey* k)
{
   return c->ways.ways ? cg_ways_search(&c->ways, k) : CG_WAYS_ABSENT;
}

static ALWAYS_INLINE LineSlot* slot_of(const Cache* c, const WaysKey* k,
                                       UInt way)
{
   return &c->slots[k->set * c->ways.ways + way];
}

/* Who made the line in `way' dirty, whose name is `name'; 0: it is clean. */
static ALWAYS_INLINE UInt owner_of_line(const Cache* c, const WaysKey* k,
                                        UInt way, UWord name)
{
   return c->slots ? slot_of(c, k, way)->owner
                   : cg_ways_owner(&c->ways, k, way, name);
}

/* A new line in `way', or one that is there, has this owner; 0: it is clean. */
static ALWAYS_INLINE void set_owner(const Cache* c, const WaysKey* k, UInt way,
                                    UInt owner)
{
   if (c->slots)
      slot_of(c, k, way)->owner = owner;
   else if (owner)
      cg_ways_make_dirty(&c->ways, k, way, owner);
}

/* A prefetched line has its end, the first of two: it is used, or it leaves
   `c'. */
static __attribute__((noinline)) void count_end(const Hierarchy* h,
                                                const Cache*     c,
                                                const WaysKey* k, UInt way,
                                                Bool useful)
{
   h->prefetch_ended(c->prefetched_by[k->set * c->ways.ways + way], useful);
   if (useful)
      c->counts->useful++;
   else
      c->counts->useless++;
}

/* The line in `way' is used, or leaves `c'.  Returns whether it was prefetched
   and not yet used. */
static ALWAYS_INLINE Bool end_prefetch(const Hierarchy* h, const Cache* c,
                                       const WaysKey* k, UInt way, Bool useful)
{
   UWord* name = &cg_ways_names(&c->ways, k)[way];

   if (LIKELY((*name & CG_WAYS_FRESH) == 0))
      return False;
   *name &= ~(UWord)CG_WAYS_FRESH;
   count_end(h, c, k, way, useful);
   return True;
}

/* Remove the line in `way'.  If it was dirty, *line becomes so. */
static void take_out(const Hierarchy* h, Cache* c, const WaysKey* k, UInt way,
                     Line* line)
{
   end_prefetch(h, c, k, way, False);

   UInt owner = owner_of_line(c, k, way, cg_ways_names(&c->ways, k)[way]);

   if (owner)
      line->owner = owner;
   set_owner(c, k, way, 0);
   cg_ways_remove(&c->ways, k, way);
   if (c->front)
      cg_front_forget_line(c->front, line->addr);
}

/*------------------------------------------------------------*/
/*--- The observer                                         ---*/
/*------------------------------------------------------------*/

static __attribute__((noinline)) void tell_lost(Hierarchy* h, const Cache* c,
                                                Addr line)
{
   LostLines* lost = c == &h->caches[LEVEL_L1D]         ? &h->observer->of_L1D
                     : c->below || c->source == FROM_L1 ? NULL
                                                        : &h->observer->of_last;

   if (lost)
      lost->line[lost->n++] = line;
}

static __attribute__((noinline)) void store_touch(Hierarchy* h, LevelId cache,
                                                  Addr line, RefSource source,
                                                  Bool prefetches)
{
   LineTouch* touch = &h->observer->touched[h->observer->n_touched++];

   touch->line       = line;
   touch->source     = source;
   touch->cache      = cache;
   touch->prefetches = prefetches;
}

/* Tell the observer, if there is one, that `cache' was asked for a line. */
static inline void tell_touch(Hierarchy* h, LevelId cache, Addr line,
                              RefSource source, Bool prefetches)
{
   if (UNLIKELY(h->observer != NULL))
      store_touch(h, cache, line, source, prefetches);
}

/* Tell the observer, if there is one, that a line left `c'. */
static inline void lose(Hierarchy* h, const Cache* c, Addr line)
{
   if (UNLIKELY(h->observer != NULL))
      tell_lost(h, c, line);
}

void cg_hierarchy_observe(Hierarchy* h, RefLines* lines)
{
   h->observer = lines;
}

void cg_hierarchy_follow(Hierarchy* h, void (*used)(UWord place),
                         void (*left)(UWord place, ULong bytes))
{
   h->line_used = used;
   h->line_left = left;
}

/*------------------------------------------------------------*/
/*--- Lines between caches                                 ---*/
/*------------------------------------------------------------*/

/* The caches above others, the nearest to memory first: above L3 are all of
   them, above L2 those from the second on. */
static const LevelId upwards[] = {LEVEL_L2, LEVEL_L1I, LEVEL_L1D};
#define N_UPWARDS 3

static inline UInt first_above(const Cache* c)
{
   return c->source == FROM_L3 ? 0 : 1;
}

/* Remove the victim of `c', an inclusive cache, from all caches above.  The
   latest of its owners, which the cache nearest to the core has, comes last. */
static void invalidate_above(Hierarchy* h, const Cache* c, Line* victim)
{
   for (UInt i = first_above(c); i < N_UPWARDS; i++) {
      Cache*  above = &h->caches[upwards[i]];
      WaysKey k     = cache_key(above, victim->addr);
      UInt    way   = find(above, &k);

      if (way == CG_WAYS_ABSENT)
         continue;
      take_out(h, above, &k, way, victim);
      above->counts->invalidated++;
      lose(h, above, victim->addr);
   }
}

static Bool is_held_above(const Hierarchy* h, const Cache* c, Addr line)
{
   for (UInt i = first_above(c); i < N_UPWARDS; i++) {
      const Cache* above = &h->caches[upwards[i]];
      WaysKey      k     = cache_key(above, line);

      if (find(above, &k) != CG_WAYS_ABSENT)
         return True;
   }
   return False;
}

/* Whether a victim of `c' has to go to the next cache.  No cache above holds
   the victim of an inclusive one any more. */
static Bool goes_below(const Hierarchy* h, const Cache* c, const Line* victim)
{
   return victim->owner
          || (c->below->inclusion == CACHE_EXCLUSIVE
              && (c->inclusion == CACHE_INCLUSIVE
                  || !is_held_above(h, c->below, victim->addr)));
}

/* A line moves or is written to a cache. */
static void put_cache_line(Hierarchy* h, Cache* c, const Line* line,
                           RefResult* result);

/* A line left `c' because another one replaced it, and it is dirty, or caches
   beside `c' want to know. */
static __attribute__((noinline)) void dispose(Hierarchy* h, Cache* c,
                                              Line* victim, RefResult* result)
{
   Cache* below = c->below;

   lose(h, c, victim->addr);
   if (c->inclusion == CACHE_INCLUSIVE)
      invalidate_above(h, c, victim);
   if (victim->owner)
      c->counts->written++;
   if (!below && victim->owner)
      result->owners[result->n_written++] = victim->owner;
   else if (below && goes_below(h, c, victim))
      put_cache_line(h, below, victim, result);
}

/* A line moves or is written to `c', which is no L1.  If it is there, it only
   becomes dirty, if it is dirty itself.  Returns whether it is there; *k is its
   key. */
static ALWAYS_INLINE Bool joins(const Cache* c, const Line* line, WaysKey* k)
{
   *k       = cache_key(c, line->addr);
   UInt way = cg_ways_search(&c->ways, k);

   if (way == CG_WAYS_ABSENT)
      return False;
   if (line->owner)
      cg_ways_make_dirty(&c->ways, k, way, line->owner);
   return True;
}

/* The same for a dirty victim of `c', an L1, and the next cache: that nearly
   always holds it, so this is not worth a call. */
static ALWAYS_INLINE Bool is_written_back(const Cache* c, const Line* victim)
{
   WaysKey k;

   if (!c->below || !joins(c->below, victim, &k))
      return False;
   c->counts->written++;
   return True;
}

/* Another line comes into this slot of L1.  Code has no bytes used. */
static ALWAYS_INLINE void end_use(const Hierarchy* h, const Cache* c,
                                  LineSlot* slot)
{
   if (slot->used && h->line_left)
      h->line_left((UWord)(slot - c->slots), slot->used);
   slot->used = 0;
}

/* Put a line into the way that was chosen for it.  `slot' is the way's slot in
   L1, or NULL in other caches. */
static ALWAYS_INLINE void insert(Hierarchy* h, Cache* c, const WaysKey* k,
                                 UInt way, LineSlot* slot, UInt line_owner,
                                 RefResult* result)
{
   end_prefetch(h, c, k, way, False);
   if (slot)
      end_use(h, c, slot);

   UWord replaced = cg_ways_fill(&c->ways, k, way);
   Line  victim   = {.addr  = replaced & h->line_mask,
                     .owner = slot ? slot->owner
                                   : cg_ways_owner(&c->ways, k, way, replaced)};

   if (slot)
      slot->owner = line_owner;
   else if (line_owner)
      cg_ways_make_dirty(&c->ways, k, way, line_owner);
   c->counts->filled++;
   if (UNLIKELY(!replaced))
      return;
   c->counts->evicted++;
   if (slot)
      cg_front_forget_line(c->front, victim.addr);
   if (slot && victim.owner && !h->observer && is_written_back(c, &victim))
      return;
   if (victim.owner || !c->drops_clean || h->observer)
      dispose(h, c, &victim, result);
}

static void put_cache_line(Hierarchy* h, Cache* c, const Line* line,
                           RefResult* result)
{
   WaysKey k;

   if (!joins(c, line, &k))
      insert(h, c, &k, cg_ways_choose(&c->ways, &k), NULL, line->owner, result);
}

/* The victim of `c' may move below: ask the host for its set there.  Without
   this, misses of L2 wait for the host's memory. */
static inline void prefetch_below(const Hierarchy* h, const Cache* c,
                                  const WaysKey* k, UInt way)
{
   UWord name = cg_ways_names(&c->ways, k)[way];

   if (c->below && (name & CG_WAYS_DIRTY || (name && !c->drops_clean))) {
      WaysKey below = cache_key(c->below, name & h->line_mask);

      cg_ways_prefetch_set(&c->below->ways, &below);
   }
}

/* Get a line that cache `c' lacks from those below; else as get. */
static RefSource get_missing(Hierarchy* h, Cache* c, const WaysKey* k,
                             UInt* owner, RefResult* result);

/* Get a line from cache `c' or from below, for the cache above it.  `k' is its
   key in `c'.  If `c' is NULL, the line is in memory, and `k' is not used.
   Returns from where the line comes.  *owner is 0; if the line moves up and was
   dirty, it becomes the line's. */
static ALWAYS_INLINE RefSource get_line(Hierarchy* h, Cache* c,
                                        const WaysKey* k, UInt* owner,
                                        RefResult* result)
{
   if (!c)
      return FROM_MEMORY;

   UInt way = cg_ways_search(&c->ways, k);

   if (way == CG_WAYS_ABSENT)
      return get_missing(h, c, k, owner, result);
   if (c->inclusion == CACHE_EXCLUSIVE) {
      Line line = {.addr = k->name & h->line_mask};

      take_out(h, c, k, way, &line);
      *owner = line.owner;
      c->counts->moved++;
   } else {
      end_prefetch(h, c, k, way, True);
      cg_ways_hit(&c->ways, k, way);
   }
   return c->source;
}

static __attribute__((noinline)) RefSource get_missing(Hierarchy* h, Cache* c,
                                                       const WaysKey* k,
                                                       UInt*          owner,
                                                       RefResult*     result)
{
   WaysKey   below = {.name = 0};
   UInt      way   = CG_WAYS_ABSENT;
   RefSource source;

   if (c->below) {
      below = cache_key(c->below, k->name & h->line_mask);
      cg_ways_prefetch_set(&c->below->ways, &below);
   }
   if (c->inclusion != CACHE_EXCLUSIVE) {
      way = cg_ways_choose(&c->ways, k);
      prefetch_below(h, c, k, way);
   }
   source = get_line(h, c->below, &below, owner, result);
   if (way != CG_WAYS_ABSENT) {
      insert(h, c, k, way, NULL, *owner, result);
      *owner = 0;
   }
   return source;
}

/* The slots of a set of code get the times of fetches. */
static ALWAYS_INLINE void settle_set(const Hierarchy* h, const Cache* c,
                                     const WaysKey* k, LineSlot* slots)
{
   const UWord* names = cg_ways_names(&c->ways, k);

   for (UInt way = 0; way < c->ways.ways; way++)
      if (LIKELY(names[way]))
         slots[way].last_use =
            cg_front_last_use(c->front, names[way] & h->line_mask, &slots[way]);
}

/* The way of L1 that a new line is to take; `slots' are its set's. */
static ALWAYS_INLINE UInt choose_L1(const Hierarchy* h, FrontSideId side,
                                    Cache* c, const WaysKey* k, LineSlot* slots)
{
   if (!c->by_uses)
      return cg_ways_choose(&c->ways, k);

   UInt lowest = cg_ways_empty(&c->ways, k).lowest;

   if (UNLIKELY(lowest < c->ways.ways) && c->policy.kind != POLICY_PLRU)
      return lowest;
   if (side == FRONT_CODE)
      settle_set(h, c, k, slots);
   return cg_policy_least_used(&c->policy, c->ways.ways, &slots->last_use,
                               sizeof(LineSlot) / sizeof(ULong));
}

/*------------------------------------------------------------*/
/*--- Prefetches                                           ---*/
/*------------------------------------------------------------*/

void cg_hierarchy_prefetch(Hierarchy* h, const Machine* machine,
                           void (*ended)(UInt owner, Bool useful),
                           void* (*alloc)(SizeT n_bytes))
{
   h->prefetchers    = alloc(sizeof *h->prefetchers);
   h->prefetch_ended = ended;
   cg_prefetch_init(h->prefetchers, machine, alloc);
   for (LevelId id = LEVEL_L1I; id <= LEVEL_L2; id++) {
      const CacheModel* m = &machine->caches[id];

      if (m->prefetch)
         h->caches[id].prefetched_by =
            alloc(m->size / machine->line_size * sizeof(UInt));
   }
}

void cg_hierarchy_set_origin(Hierarchy* h, Addr ip, UInt owner)
{
   h->origin_ip    = ip;
   h->origin_owner = owner;
}

/* A prefetched line came into `way'. */
static void note_prefetched(const Hierarchy* h, const Cache* c,
                            const WaysKey* k, UInt way, RefResult* result)
{
   cg_ways_names(&c->ways, k)[way] |= CG_WAYS_FRESH;
   c->prefetched_by[k->set * c->ways.ways + way] = h->origin_owner;
   c->counts->prefetched++;
   result->n_prefetched++;
}

static void prefetch_into_L2(Hierarchy* h, Cache* c, Addr line,
                             RefResult* result)
{
   WaysKey   k      = cache_key(c, line);
   UInt      way    = cg_ways_search(&c->ways, &k);
   UInt      owner  = 0;
   RefSource source = FROM_L2;

   if (way != CG_WAYS_ABSENT) {
      cg_ways_hit(&c->ways, &k, way);
   } else {
      source = get_missing(h, c, &k, &owner, result);
      note_prefetched(h, c, &k, cg_ways_search(&c->ways, &k), result);
   }
   tell_touch(h, LEVEL_L2, line, source, True);
}

/* L2 was asked for a line, which came from `source'. */
static void prefetch_for_L2(Hierarchy* h, Addr line, RefSource source,
                            RefResult* result)
{
   Cache*        c = &h->caches[LEVEL_L2];
   PrefetchLines lines;

   if (!c->prefetched_by)
      return;
   cg_prefetch_for_L2(h->prefetchers, line, source > FROM_L2, &lines);
   for (UInt i = 0; i < lines.n; i++)
      prefetch_into_L2(h, c, lines.line[i], result);
}

static void prefetch_into_L1(Hierarchy* h, FrontSideId side, Cache* c,
                             Addr line, RefResult* result)
{
   WaysKey   k = cache_key(c, line), below = {.name = 0};
   UInt      way    = cg_ways_search(&c->ways, &k);
   LineSlot* slots  = slot_of(c, &k, 0);
   UInt      moved  = 0;
   RefSource source = FROM_L1;

   if (way != CG_WAYS_ABSENT) {
      cg_ways_hit(&c->ways, &k, way);
   } else {
      way = choose_L1(h, side, c, &k, slots);
      if (c->below)
         below = cache_key(c->below, line);
      source = get_line(h, c->below, &below, &moved, result);
      insert(h, c, &k, way, &slots[way], moved, result);
      note_prefetched(h, c, &k, way, result);
   }
   slots[way].last_use = h->front->now++;
   tell_touch(h, side == FRONT_CODE ? LEVEL_L1I : LEVEL_L1D, line, source,
              True);
   if (source != FROM_L1)
      prefetch_for_L2(h, line, source, result);
}

/* The origin touched `addr' on a line that came from `source', or was the first
   to touch it since it was prefetched. */
static __attribute__((noinline)) void prefetch(Hierarchy* h, FrontSideId side,
                                               Addr addr, RefSource source,
                                               RefResult* result)
{
   LevelId       L1 = side == FRONT_CODE ? LEVEL_L1I : LEVEL_L1D;
   Cache*        c  = &h->caches[L1];
   PrefetchLines lines;

   if (source != FROM_L1)
      prefetch_for_L2(h, addr & h->line_mask, source, result);
   if (!c->prefetched_by)
      return;
   cg_prefetch_for_L1(h->prefetchers, L1, h->origin_ip, addr, source != FROM_L1,
                      &lines);
   for (UInt i = 0; i < lines.n; i++)
      prefetch_into_L1(h, side, c, lines.line[i], result);
}

/*------------------------------------------------------------*/
/*--- Pages                                                ---*/
/*------------------------------------------------------------*/

/* The word with the bit of the 2 MiB that hold `addr', and that bit. */
static ULong* huge_page_word(Hierarchy* h, Addr addr, ULong* bit)
{
   UWord number = addr >> page_bits[PAGE_2M];

   *bit = 1ULL << number % 64;
   return cg_pages_at(&h->huge_pages, number / 64);
}

static inline PageSize page_size_at(Hierarchy* h, Addr addr)
{
   ULong bit;

   if (LIKELY(!h->has_huge_pages))
      return PAGE_4K;
   return *huge_page_word(h, addr, &bit) & bit ? PAGE_2M : PAGE_4K;
}

static void forget_pages(FrontSide* f)
{
   if (f->predictions)
      cg_front_forget_all(f);
}

void cg_hierarchy_set_pages(Hierarchy* h, Addr start, ULong size,
                            PageSize pages)
{
   Addr  huge = (Addr)1 << page_bits[PAGE_2M];
   Addr  last = start + (size - 1);
   ULong bit;

   if (size == 0 || (pages == PAGE_4K && !h->has_huge_pages))
      return;
   if (!h->has_huge_pages)
      cg_pages_init(&h->huge_pages, sizeof(ULong), h->alloc);
   h->has_huge_pages = True;
   for (FrontSideId side = FRONT_CODE; side < N_FRONT_SIDES; side++)
      forget_pages(&h->front->sides[side]);
   for (UWord n = start / huge; n <= last / huge; n++) {
      Addr   first = n * huge;
      Bool   whole = first >= start && first + (huge - 1) <= last;
      ULong* word  = huge_page_word(h, first, &bit);

      if (pages == PAGE_2M && whole)
         *word |= bit;
      else
         *word &= ~bit;
   }
}

/* Look up a page in the second level, which then holds it.  Returns whether it
   did not. */
static inline Bool second_tlb_misses(Hierarchy* h, Addr addr, UWord name,
                                     PageSize size)
{
   SecondTlb* t = &h->second_tlb[h->second_tlb[size].uses ? size : PAGE_4K];

   if (!t->uses)
      return True;

   WaysKey k      = cg_ways_key(&t->ways, addr >> page_bits[size], name);
   ULong*  uses   = &t->uses[k.set * t->ways.ways];
   UInt    way    = cg_ways_search(&t->ways, &k);
   Bool    misses = way == CG_WAYS_ABSENT;

   if (UNLIKELY(misses)) {
      way = cg_ways_empty(&t->ways, &k).lowest;
      if (way == t->ways.ways)
         way = cg_policy_least_used(&lru, t->ways.ways, uses, 1);
      cg_ways_fill(&t->ways, &k, way);
   }
   uses[way] = h->front->now;
   return misses;
}

/* Put a page into the first level, and into the second. */
static __attribute__((noinline)) PageSlot* fill_page(Hierarchy* h, Tlb* t,
                                                     Addr addr, UWord name,
                                                     PageSize   size,
                                                     RefResult* result)
{
   PageSlot* page = cg_tlb_fill(t, addr >> page_bits[size], name,
                                page_bits[size], h->front->now);

   result->tlb_miss = True;
   if (second_tlb_misses(h, addr, name, size))
      result->page_walk = True;
   return page;
}

/* Returns the entry of the page with `addr', which a TLB holds then.  A TLB
   that the machine does not have never misses. */
static ALWAYS_INLINE PageSlot* touch_page(Hierarchy* h, FrontSideId side,
                                          Addr addr, PageSize size,
                                          RefResult* result)
{
   Tlb* t = h->tlbs[side][size];

   if (UNLIKELY(!t))
      return &h->no_page[side];

   UWord number = addr >> page_bits[size];
   UWord name   = number << page_bits[size] | CG_WAYS_VALID
                | (size == PAGE_2M ? CG_WAYS_HUGE : 0);
   PageSlot* page = cg_tlb_find(t, number, name);

   if (UNLIKELY(!page))
      page = fill_page(h, t, addr, name, size, result);
   page->last_use = h->front->now;
   return page;
}

/*------------------------------------------------------------*/
/*--- References                                           ---*/
/*------------------------------------------------------------*/

/* These bytes of a line of L1D are used. */
static ALWAYS_INLINE void use_bytes(const Hierarchy* h, const Cache* c,
                                    LineSlot* slot, ULong bytes)
{
   Bool is_first = slot->used == 0;

   slot->used |= bytes;
   if (is_first && h->line_used)
      h->line_used((UWord)(slot - c->slots));
}

/* Touch the line that `addr' is in, for which there may be no prediction, and
   its page.  The host gets the state of the next cache while the page is looked
   up.  `bytes': those of data that are used (cg_front.h). */
static ALWAYS_INLINE RefSource touch_side(Hierarchy* h, FrontSideId side,
                                          Addr addr, ULong bytes, UInt owner,
                                          RefResult* result)
{
   Cache*    c    = &h->caches[side == FRONT_CODE ? LEVEL_L1I : LEVEL_L1D];
   Addr      line = addr & h->line_mask;
   WaysKey   k = cache_key(c, line), below = {.name = 0};
   UInt      way    = cg_ways_search(&c->ways, &k);
   Bool      misses = way == CG_WAYS_ABSENT;
   RefSource source = FROM_L1;
   Bool      learns = misses; /* the prefetchers do */

   if (misses && c->below) {
      below = cache_key(c->below, line);
      cg_ways_prefetch(&below);
   }

   PageSize  size  = page_size_at(h, addr);
   PageSlot* page  = touch_page(h, side, addr, size, result);
   LineSlot* slots = slot_of(c, &k, 0);

   if (misses) {
      UInt moved = 0;

      way    = choose_L1(h, side, c, &k, slots);
      source = get_line(h, c->below, &below, &moved, result);
      if (slots[way].owner)
         result->replaces_dirty = True;
      insert(h, c, &k, way, &slots[way], moved, result);
   } else {
      learns = end_prefetch(h, c, &k, way, True);
      cg_ways_hit(&c->ways, &k, way);
   }
   slots[way].last_use = h->front->now++;
   if (side == FRONT_DATA)
      use_bytes(h, c, &slots[way], bytes);
   if (owner)
      slots[way].owner = owner;
   if (c->predicts)
      cg_front_predict(c->front, line, addr, &slots[way], page);
   tell_touch(h, side == FRONT_CODE ? LEVEL_L1I : LEVEL_L1D, line, source,
              False);
   if (UNLIKELY(h->prefetchers != NULL) && learns)
      prefetch(h, side, addr, source, result);
   return source;
}

/* One copy for each side: nearly all that a miss needs is in places that the
   compiler then knows. */
static __attribute__((noinline)) RefSource touch_code(Hierarchy* h, Addr addr,
                                                      RefResult* result)
{
   return touch_side(h, FRONT_CODE, addr, 0, 0, result);
}

static __attribute__((noinline)) RefSource
touch_data(Hierarchy* h, Addr addr, ULong bytes, UInt owner, RefResult* result)
{
   return touch_side(h, FRONT_DATA, addr, bytes, owner, result);
}

static inline RefSource hierarchy_touch(Hierarchy* h, RefKind kind, Addr addr,
                                        ULong bytes, UInt owner,
                                        RefResult* result)
{
   return kind == REF_FETCH ? touch_code(h, addr, result)
                            : touch_data(h, addr, bytes, owner, result);
}

/* A reference to `addr' in a line that has a prediction. */
static ALWAYS_INLINE void touch_found(Hierarchy* h, LinePrediction* found,
                                      RefKind kind, Addr addr, ULong bytes,
                                      UInt owner)
{
   ULong now = h->front->now++;

   if (kind == REF_FETCH)
      cg_front_fetch(found, now);
   else
      cg_front_touch(found, now, bytes, kind < REF_WRITE ? 0 : owner);
   tell_touch(h, kind == REF_FETCH ? LEVEL_L1I : LEVEL_L1D, addr & h->line_mask,
              FROM_L1, False);
}

/* One line of a reference that straddles two. */
static RefSource touch_one(Hierarchy* h, RefKind kind, Addr addr, ULong bytes,
                           UInt owner, RefResult* result)
{
   const FrontSide* f =
      &h->front->sides[kind == REF_FETCH ? FRONT_CODE : FRONT_DATA];
   LinePrediction* found;

   if (UNLIKELY(!cg_front_find(f, addr, ~(UInt)h->line_mask, &found)))
      return hierarchy_touch(h, kind, addr, bytes, owner, result);
   touch_found(h, found, kind, addr, bytes, owner);
   return FROM_L1;
}

/* A reference that straddles two lines is from where the farther one is. */
static __attribute__((noinline)) RefSource touch_both(Hierarchy* h,
                                                      RefKind kind, Addr addr,
                                                      Addr end, UInt owner,
                                                      RefResult* result)
{
   Addr  last_line = end & h->line_mask;
   ULong at_first =
      cg_front_bytes(addr, (UInt)((addr | ~h->line_mask) - addr) + 1);
   ULong     at_last = cg_front_bytes(last_line, (UInt)(end - last_line) + 1);
   RefSource first   = touch_one(h, kind, addr, at_first, owner, result);
   RefSource last    = touch_one(h, kind, end, at_last, owner, result);

   return first > last ? first : last;
}

void cg_hierarchy_access_unpredicted(Hierarchy* h, RefKind kind, Addr addr,
                                     UInt size, UInt owner, RefResult* result)
{
   RefKind as  = kind == REF_MODIFY ? REF_READ : kind; /* it counts as this */
   Addr    end = addr + size - 1;

   if (kind < REF_WRITE)
      owner = 0;
   result->tlb_miss       = False;
   result->page_walk      = False;
   result->replaces_dirty = False;
   result->n_prefetched   = 0;
   result->n_written      = 0;
   result->source =
      LIKELY(((addr ^ end) & h->line_mask) == 0)
         ? hierarchy_touch(h, kind, addr, cg_front_bytes(addr, size), owner,
                           result)
         : touch_both(h, kind, addr, end, owner, result);
   h->n_from[as][result->source]++;
   h->n_tlb_misses[as] += result->tlb_miss;
   h->n_walks[as] += result->page_walk;
}

void cg_hierarchy_access(Hierarchy* h, RefKind kind, Addr addr, UInt size,
                         UInt owner, RefResult* result)
{
   const FrontSide* f =
      &h->front->sides[kind == REF_FETCH ? FRONT_CODE : FRONT_DATA];
   UInt            line_size = ~(UInt)h->line_mask + 1;
   LinePrediction* found;

   if (UNLIKELY(size > line_size
                || !cg_front_find(f, addr, line_size - size, &found))) {
      cg_hierarchy_access_unpredicted(h, kind, addr, size, owner, result);
      return;
   }
   result->source         = FROM_L1;
   result->tlb_miss       = False;
   result->page_walk      = False;
   result->replaces_dirty = False;
   result->n_prefetched   = 0;
   result->n_written      = 0;
   touch_found(h, found, kind, addr, cg_front_bytes(addr, size), owner);
   h->n_from[kind == REF_MODIFY ? REF_READ : kind][FROM_L1]++;
}

/*------------------------------------------------------------*/
/*--- Counts                                               ---*/
/*------------------------------------------------------------*/

LevelCounts cg_hierarchy_level(const Hierarchy* h, LevelId id)
{
   const Cache* c      = &h->caches[id];
   LevelCounts  counts = h->level_counts[id];
   RefKind      first  = id == LEVEL_L1D ? REF_READ : REF_FETCH;
   RefKind      last   = id == LEVEL_L1I ? REF_FETCH : REF_WRITE;

   for (RefKind kind = first; c->ways.ways && kind <= last; kind++) {
      counts.hits[kind] = h->n_from[kind][c->source];
      for (RefSource s = c->source + 1; s < N_SOURCES; s++)
         counts.misses[kind] += h->n_from[kind][s];
   }
   return counts;
}

LevelCounts cg_hierarchy_tlb(const Hierarchy* h, TlbId id)
{
   LevelCounts counts = {.filled = 0};

   for (RefKind kind = REF_FETCH; kind < N_REF_KINDS; kind++) {
      TlbId first  = kind == REF_FETCH ? TLB_I : TLB_D;
      ULong misses = h->n_tlb_misses[kind];

      if (id == TLB_2 && h->second_tlb[PAGE_4K].uses) {
         counts.misses[kind] = h->n_walks[kind];
         counts.hits[kind]   = misses - h->n_walks[kind];
      } else if (id == first && h->tlbs[id][PAGE_4K]) {
         counts.misses[kind] = misses;
         for (RefSource s = FROM_L1; s < N_SOURCES; s++)
            counts.hits[kind] += h->n_from[kind][s];
         counts.hits[kind] -= misses;
      }
   }
   return counts;
}

ULong cg_hierarchy_bytes_used(const Hierarchy* h, UWord place)
{
   return h->caches[LEVEL_L1D].slots[place].used;
}

Bool cg_hierarchy_predicts(const Hierarchy* h, LevelId L1)
{
   return h->caches[L1].predicts;
}

const ULong* cg_hierarchy_code_losses(const Hierarchy* h)
{
   return &h->level_counts[LEVEL_L1I].invalidated;
}

UWord cg_hierarchy_set_of(const Hierarchy* h, LevelId id, Addr addr)
{
   return cache_key(&h->caches[id], addr).set;
}

Bool cg_hierarchy_holds(const Hierarchy* h, LevelId id, Addr addr, Bool* dirty,
                        UInt* owner)
{
   const Cache* c   = &h->caches[id];
   WaysKey      k   = cache_key(c, addr & h->line_mask);
   UInt         way = find(c, &k);

   if (way == CG_WAYS_ABSENT)
      return False;
   *owner = owner_of_line(c, &k, way, cg_ways_names(&c->ways, &k)[way]);
   *dirty = *owner != 0;
   return True;
}
