/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_hierarchy.c: simulates the caches and TLBs of a machine; the rules are in
   cg_hierarchy.h. */

#include "sim/cg_hierarchy.h"

#include "sim/cg_pages.h"

#define ALWAYS_INLINE inline __attribute__((always_inline))

/* A line in a cache has a name: its address, whose lowest bits are free because
   a line has 16 bytes or more, with these.  A page in a TLB has one, too.  0 is
   an empty way. */
#define NAME_VALID 1
#define NAME_DIRTY 2
#define NAME_HUGE  4 /* a page of 2 MiB */

#define ABSENT (~(UWord)0)

/* Each set has a row of digests: a byte for each of its ways, in words of eight
   ways, the lowest way in the lowest byte.  A search compares the digests of a
   word at once, and the names of only those ways whose digests are equal.  So
   it seldom needs the names of other lines, which fill several lines of the
   host's caches.  A line's digest has the highest bit set.  An empty way has 0.
   The bytes after the last way have NO_DIGEST, which is neither. */
#define WAYS_PER_WORD 8
#define DIGEST_BIT    0x80
#define NO_DIGEST     1
#define EACH_BYTE     0x0101010101010101ULL

#define HOST_LINE 64 /* bytes; of most hosts, and it matters for speed only */

static const UInt page_bits[N_PAGE_SIZES] = {[PAGE_4K] = 12, [PAGE_2M] = 21};

/* A cache or a TLB.  A place is a way of a set: set x ways + way.  The first
   levels predict the place of a line; a prediction is right if the line's name
   is there. */
typedef struct Cache_ {
   UInt           ways;     /* 0: the machine does not have it */
   UInt           set_bits; /* log2 of the sets per slice */
   UInt           slices;
   UInt           line_bits; /* log2 of the line size; a page says its own */
   UWord*         names;     /* by place */
   UInt*          owners;    /* by place: who made the line dirty */
   ULong*         digests;   /* by set: a row of n_words */
   UInt           n_words;
   UInt*          predicted; /* a place for each low part of a line's number */
   UWord          prediction_mask;
   UWord          last; /* the place that was touched last; predictions only */
   PolicySets     sets;
   Inclusion      inclusion;
   RefSource      source; /* of what hits here */
   struct Cache_* below;  /* NULL: memory */
   LevelCounts*   counts;
} Cache;

struct Hierarchy_ {
   Cache       caches[N_MACHINE_LEVELS];
   Cache       tlbs[N_TLBS][N_PAGE_SIZES];
   LevelCounts level_counts[N_MACHINE_LEVELS];
   LevelCounts tlb_counts[N_TLBS];
   Addr        line_mask;         /* clears an address's offset in its line */
   UWord       last_page[N_TLBS]; /* address / 4 KiB: of the last reference */
   Bool        has_huge_pages;    /* otherwise huge_pages is not initialised */
   PageTable   huge_pages;        /* of ULong: a bit for each 2 MiB */
   void* (*alloc)(SizeT n_bytes);
};

/* A line on its way from one cache to another. */
typedef struct {
   Addr addr;
   Bool dirty;
   UInt owner; /* if it is dirty */
} Line;

/*------------------------------------------------------------*/
/*--- Construction                                         ---*/
/*------------------------------------------------------------*/

static UInt log2_of(ULong power_of_two)
{
   UInt bits = 0;
   while (power_of_two >>= 1)
      bits++;
   return bits;
}

static void init_digests(Hierarchy* h, Cache* c, UWord n_sets)
{
   UInt  in_last = c->ways % WAYS_PER_WORD;
   ULong last    = in_last ? (EACH_BYTE * NO_DIGEST) << 8 * in_last : 0;

   c->n_words = (c->ways + WAYS_PER_WORD - 1) / WAYS_PER_WORD;
   c->digests = h->alloc(n_sets * c->n_words * sizeof *c->digests);
   for (UWord set = 0; last && set < n_sets; set++)
      c->digests[(set + 1) * c->n_words - 1] = last;
}

static void init_cache(Hierarchy* h, Cache* c, const Policy* policy, UInt ways,
                       UInt slices, UInt set_bits)
{
   UWord n_sets = (UWord)slices << set_bits;

   c->ways     = ways;
   c->slices   = slices;
   c->set_bits = set_bits;
   c->names    = h->alloc(n_sets * ways * sizeof *c->names);
   init_digests(h, c, n_sets);
   cg_policy_init(&c->sets, policy, ways, n_sets, c->source, h->alloc);
}

/* Two predictions for each line, so that few lines share one. */
static void init_predictions(Hierarchy* h, Cache* c)
{
   UWord n = 2;

   while (n < 2 * c->sets.n_sets * c->ways)
      n *= 2;
   c->predicted       = h->alloc(n * sizeof *c->predicted);
   c->prediction_mask = n - 1;
}

static void init_level(Hierarchy* h, LevelId id, const Machine* machine)
{
   Cache*            c     = &h->caches[id];
   const CacheModel* m     = &machine->caches[id];
   ULong             lines = m->size / machine->line_size;

   c->counts    = &h->level_counts[id];
   c->line_bits = log2_of(machine->line_size);
   c->inclusion = id <= LEVEL_L1D ? CACHE_NINE : m->inclusion;
   c->source = id <= LEVEL_L1D ? FROM_L1 : id == LEVEL_L2 ? FROM_L2 : FROM_L3;
   if (m->size == 0)
      return;
   init_cache(h, c, &m->policy, m->ways, m->slices,
              log2_of(lines / m->ways / m->slices));
   c->owners = h->alloc((SizeT)lines * sizeof *c->owners);
   if (id <= LEVEL_L1D)
      init_predictions(h, c);
}

static void init_tlb(Hierarchy* h, TlbId id, PageSize size, const TlbModel* m)
{
   static const Policy lru = {.kind = POLICY_LRU};
   Cache*              c   = &h->tlbs[id][size];

   c->counts = &h->tlb_counts[id];
   if (m->entries == 0)
      return;
   init_cache(h, c, &lru, m->ways, 1, log2_of(m->entries / m->ways));
   init_predictions(h, c);
}

/* The next cache below `id' that the machine has. */
static Cache* next_below(Hierarchy* h, LevelId id)
{
   for (id = id <= LEVEL_L1D ? LEVEL_L2 : id + 1; id < N_MACHINE_LEVELS; id++)
      if (h->caches[id].ways)
         return &h->caches[id];
   return NULL;
}

Hierarchy* cg_hierarchy_new(const Machine* machine,
                            void* (*alloc)(SizeT n_bytes))
{
   Hierarchy* h = alloc(sizeof *h);

   h->alloc     = alloc;
   h->line_mask = ~((Addr)machine->line_size - 1);
   for (LevelId id = LEVEL_L1I; id < N_MACHINE_LEVELS; id++)
      init_level(h, id, machine);
   for (LevelId id = LEVEL_L1I; id < N_MACHINE_LEVELS; id++)
      h->caches[id].below = next_below(h, id);
   for (TlbId id = TLB_I; id < N_TLBS; id++) {
      for (PageSize size = PAGE_4K; size < N_PAGE_SIZES; size++)
         init_tlb(h, id, size, &machine->tlbs[id][size]);
      h->last_page[id] = ABSENT;
   }
   return h;
}

/*------------------------------------------------------------*/
/*--- One cache                                            ---*/
/*------------------------------------------------------------*/

/* The slice of a line, from the bits of its number above the set's. */
static UWord slice_of(const Cache* c, UWord high_bits)
{
   UWord folded = 0;

   for (; high_bits; high_bits >>= 16)
      folded ^= high_bits & 0xFFFF;
   return (UInt)folded % c->slices;
}

/* The set of line or page `number'. */
static ALWAYS_INLINE UWord set_of(const Cache* c, UWord number)
{
   UWord set = number & (((UWord)1 << c->set_bits) - 1);

   if (c->slices > 1)
      set |= slice_of(c, number >> c->set_bits) << c->set_bits;
   return set;
}

static ALWAYS_INLINE Bool is_at(const Cache* c, UWord place, UWord name)
{
   return (c->names[place] | NAME_DIRTY) == (name | NAME_DIRTY);
}

/* The digest of line or page `number'.  The highest bits of the product depend
   on all bits of the number; the factor is 2^64 / the golden ratio. */
static ALWAYS_INLINE UInt digest_of(UWord number)
{
   return DIGEST_BIT | (UInt)(number * 0x9E3779B97F4A7C15ULL >> 57);
}

/* Returns 0x80 in each byte that is 0 in `word', and 0 in all others. */
static ALWAYS_INLINE ULong zero_bytes(ULong word)
{
   ULong low_bits = EACH_BYTE * 0x7F;

   return ~(((word & low_bits) + low_bits) | word | low_bits);
}

static ALWAYS_INLINE ULong* row_of(const Cache* c, UWord set)
{
   return &c->digests[set * c->n_words];
}

/* The way of the lowest byte of `bytes', from zero_bytes, that is not 0; and of
   the highest one.  The word is number `i' of its row. */
static ALWAYS_INLINE UInt lowest_way(UInt i, ULong bytes)
{
   return i * WAYS_PER_WORD + (UInt)__builtin_ctzll(bytes) / 8;
}

static inline UInt highest_way(UInt i, ULong bytes)
{
   return i * WAYS_PER_WORD + (63 - (UInt)__builtin_clzll(bytes)) / 8;
}

static ALWAYS_INLINE void set_digest(const Cache* c, UWord set, UInt way,
                                     ULong digest)
{
   ULong* word  = &row_of(c, set)[way / WAYS_PER_WORD];
   UInt   shift = 8 * (way % WAYS_PER_WORD);

   *word = (*word & ~(0xFFULL << shift)) | digest << shift;
}

/* The place of the line or page `number', which has a name, or ABSENT. */
static ALWAYS_INLINE UWord search(const Cache* c, UWord set, UWord number,
                                  UWord name)
{
   const ULong* row    = row_of(c, set);
   ULong        digest = EACH_BYTE * digest_of(number);

   for (UInt i = 0; i < c->n_words; i++)
      for (ULong same = zero_bytes(row[i] ^ digest); same; same &= same - 1) {
         UWord place = set * c->ways + lowest_way(i, same);

         if (LIKELY(is_at(c, place, name)))
            return place;
      }
   return ABSENT;
}

/* The same, for the caches that predict. */
static ALWAYS_INLINE UWord predict(const Cache* c, UWord number, UWord name)
{
   UInt* predicted = &c->predicted[number & c->prediction_mask];

   if (LIKELY(is_at(c, *predicted, name)))
      return *predicted;

   UWord place = search(c, set_of(c, number), number, name);

   if (place != ABSENT)
      *predicted = place;
   return place;
}

static EmptyWays empty_ways(const Cache* c, UWord set)
{
   EmptyWays    empty = {c->ways, c->ways};
   const ULong* row   = row_of(c, set);

   for (UInt i = c->n_words; i-- > 0;) {
      ULong zeros = zero_bytes(row[i]);

      if (LIKELY(zeros == 0))
         continue;
      empty.lowest = lowest_way(i, zeros);
      if (empty.highest == c->ways)
         empty.highest = highest_way(i, zeros);
   }
   return empty;
}

/* The place that a line or page which is not there is to take. */
static UWord choose(Cache* c, UWord number)
{
   UWord set = set_of(c, number);

   return set * c->ways + cg_policy_choose(&c->sets, set, empty_ways(c, set));
}

/* Put `name' into the place that was chosen for it.  Returns the name that was
   there. */
static UWord fill(Cache* c, UWord number, UWord name, UWord place)
{
   UWord set      = set_of(c, number);
   UInt  way      = place - set * c->ways;
   UWord replaced = c->names[place];

   cg_policy_fill(&c->sets, set, way, replaced == 0);
   c->names[place] = name;
   set_digest(c, set, way, digest_of(number));
   if (c->predicted)
      c->predicted[number & c->prediction_mask] = place;
   return replaced;
}

static void hit(Cache* c, UWord number, UWord place)
{
   UWord set = set_of(c, number);

   cg_policy_hit(&c->sets, set, place - set * c->ways);
}

/* A hit in a cache that predicts.  Programs often touch a line several times in
   a row. */
static ALWAYS_INLINE void hit_predicted(Cache* c, UWord number, UWord place)
{
   if (place != c->last || !c->sets.repeats_are_free)
      hit(c, number, place);
   c->last = place;
}

static inline UWord name_of(Addr line)
{
   return line | NAME_VALID;
}

static inline UWord number_of(const Cache* c, Addr line)
{
   return line >> c->line_bits;
}

/* The place of a line, or ABSENT. */
static UWord find(const Cache* c, Addr line)
{
   if (c->ways == 0)
      return ABSENT;

   UWord number = number_of(c, line);

   return search(c, set_of(c, number), number, name_of(line));
}

static ALWAYS_INLINE void make_dirty(Cache* c, UWord place, UInt owner)
{
   c->names[place] |= NAME_DIRTY;
   c->owners[place] = owner;
}

/* Remove the line at `place'.  If it was dirty, *line becomes so. */
static void take_out(Cache* c, UWord place, Line* line)
{
   UWord set = set_of(c, number_of(c, line->addr));
   UInt  way = place - set * c->ways;

   if (c->names[place] & NAME_DIRTY) {
      line->dirty = True;
      line->owner = c->owners[place];
   }
   c->names[place] = 0;
   set_digest(c, set, way, 0);
   cg_policy_remove(&c->sets, set, way);
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
      Cache* above = &h->caches[upwards[i]];
      UWord  place = find(above, victim->addr);

      if (place == ABSENT)
         continue;
      take_out(above, place, victim);
      above->counts->invalidated++;
   }
}

static Bool is_held_above(const Hierarchy* h, const Cache* c, Addr line)
{
   for (UInt i = first_above(c); i < N_UPWARDS; i++)
      if (find(&h->caches[upwards[i]], line) != ABSENT)
         return True;
   return False;
}

/* Whether a victim of `c' has to go to the next cache.  No cache above holds
   the victim of an inclusive one any more. */
static Bool goes_below(const Hierarchy* h, const Cache* c, const Line* victim)
{
   return victim->dirty
          || (c->below->inclusion == CACHE_EXCLUSIVE
              && (c->inclusion == CACHE_INCLUSIVE
                  || !is_held_above(h, c->below, victim->addr)));
}

static void put(Hierarchy* h, Cache* c, const Line* line, RefResult* result);

/* A line left `c' because another one replaced it. */
static void dispose(Hierarchy* h, Cache* c, Line* victim, RefResult* result)
{
   Cache* below = c->below;

   c->counts->evicted++;
   if (c->inclusion == CACHE_INCLUSIVE)
      invalidate_above(h, c, victim);
   if (victim->dirty)
      c->counts->written++;
   if (!below && victim->dirty)
      result->owners[result->n_written++] = victim->owner;
   else if (below && goes_below(h, c, victim))
      put(h, below, victim, result);
}

/* Put a line into the place that was chosen for it. */
static void insert(Hierarchy* h, Cache* c, const Line* line, UWord place,
                   RefResult* result)
{
   UWord replaced =
      fill(c, number_of(c, line->addr), name_of(line->addr), place);
   Line victim = {.addr = replaced & h->line_mask};

   if (replaced & NAME_DIRTY) {
      victim.dirty = True;
      victim.owner = c->owners[place];
   }
   if (line->dirty)
      make_dirty(c, place, line->owner);
   c->counts->filled++;
   if (replaced)
      dispose(h, c, &victim, result);
}

/* A line moves or is written to a cache. */
static void put(Hierarchy* h, Cache* c, const Line* line, RefResult* result)
{
   UWord place = find(c, line->addr);

   if (place == ABSENT)
      insert(h, c, line, choose(c, number_of(c, line->addr)), result);
   else if (line->dirty)
      make_dirty(c, place, line->owner);
}

/* The state of a large cache is seldom in the host's caches.  Ask for all that
   a set has there before it is needed: without this, misses of L2 wait for the
   host's memory. */
static inline void prefetch(const Cache* c, Addr line)
{
   UWord        set   = set_of(c, number_of(c, line));
   const UWord* names = &c->names[set * c->ways];

   __builtin_prefetch(row_of(c, set));
   __builtin_prefetch(&c->owners[set * c->ways]);
   __builtin_prefetch(&c->sets.words[set]);
   for (UInt way = 0; way < c->ways; way += HOST_LINE / sizeof *names)
      __builtin_prefetch(&names[way]);
}

/* Get a line from cache `c' or from below, for the cache above it.  Returns
   from where it comes.  `line' is clean; it becomes dirty if it moves up and
   was. */
static RefSource get(Hierarchy* h, Cache* c, Line* line, RefResult* result)
{
   if (!c)
      return FROM_MEMORY;

   UWord place = find(c, line->addr);

   if (place != ABSENT && c->inclusion == CACHE_EXCLUSIVE) {
      take_out(c, place, line);
      c->counts->moved++;
      return c->source;
   }
   if (place != ABSENT) {
      hit(c, number_of(c, line->addr), place);
      return c->source;
   }

   if (c->inclusion == CACHE_EXCLUSIVE)
      return get(h, c->below, line, result);
   place = choose(c, number_of(c, line->addr));
   if (c->below && c->names[place]) /* The line there may move below. */
      prefetch(c->below, c->names[place] & h->line_mask);

   RefSource source = get(h, c->below, line, result);

   insert(h, c, line, place, result);
   line->dirty = False;
   return source;
}

/* A miss in a first level: get the line.  Returns from where it comes, and its
   place in *place. */
static __attribute__((noinline)) RefSource
get_L1(Hierarchy* h, Cache* c, Addr addr, UWord* place, RefResult* result)
{
   Line line = {.addr = addr};

   for (const Cache* below = c->below; below; below = below->below)
      prefetch(below, addr);
   *place = c->last = choose(c, number_of(c, addr));

   RefSource source = get(h, c->below, &line, result);

   insert(h, c, &line, *place, result);
   return source;
}

static ALWAYS_INLINE RefSource touch_line(Hierarchy* h, RefKind kind, Addr line,
                                          UInt owner, RefResult* result)
{
   Cache*    c      = &h->caches[kind == REF_FETCH ? LEVEL_L1I : LEVEL_L1D];
   UWord     place  = predict(c, number_of(c, line), name_of(line));
   RefSource source = FROM_L1;

   if (LIKELY(place != ABSENT))
      hit_predicted(c, number_of(c, line), place);
   else
      source = get_L1(h, c, line, &place, result);
   if (kind == REF_WRITE || kind == REF_MODIFY)
      make_dirty(c, place, owner);
   return source;
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

static PageSize page_size_at(Hierarchy* h, Addr addr)
{
   ULong bit;

   if (!h->has_huge_pages)
      return PAGE_4K;
   return *huge_page_word(h, addr, &bit) & bit ? PAGE_2M : PAGE_4K;
}

void cg_hierarchy_set_pages(Hierarchy* h, Addr start, ULong size,
                            PageSize pages)
{
   Addr  huge = (Addr)1 << page_bits[PAGE_2M];
   Addr  last = start + (size - 1);
   ULong bit;

   if (size == 0)
      return;
   if (!h->has_huge_pages)
      cg_pages_init(&h->huge_pages, sizeof(ULong), h->alloc);
   h->has_huge_pages   = True;
   h->last_page[TLB_I] = h->last_page[TLB_D] = ABSENT;
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

/* Look up a page in a TLB, which then holds it.  Returns whether it did not.  A
   TLB that the machine does not have holds nothing. */
static Bool touch_page_misses(Cache tlb[N_PAGE_SIZES], Addr addr, PageSize size)
{
   Cache* t      = &tlb[tlb[size].ways ? size : PAGE_4K];
   UWord  number = addr >> page_bits[size];
   UWord  name   = number << page_bits[size] | NAME_VALID;

   if (size == PAGE_2M)
      name |= NAME_HUGE;
   if (t->ways == 0)
      return True;

   UWord place = predict(t, number, name);

   if (place != ABSENT) {
      hit_predicted(t, number, place);
      return False;
   }
   t->last = choose(t, number);
   fill(t, number, name, t->last);
   return True;
}

static void touch_page(Hierarchy* h, TlbId id, Addr addr, RefResult* result)
{
   PageSize size = page_size_at(h, addr);

   h->last_page[id] = addr >> page_bits[PAGE_4K];
   if (!touch_page_misses(h->tlbs[id], addr, size))
      return;
   result->tlb_miss = True;
   if (touch_page_misses(h->tlbs[TLB_2], addr, size))
      result->page_walk = True;
}

static Bool has_tlb(const Hierarchy* h, TlbId id)
{
   return h->tlbs[id][PAGE_4K].ways != 0;
}

/* Touch the pages of a reference from `addr' to `last', at least one of which
   is not the page of the last reference on this side. */
static __attribute__((noinline)) void touch_pages(Hierarchy* h, TlbId id,
                                                  RefKind kind, Addr addr,
                                                  Addr last, RefResult* result)
{
   if (!has_tlb(h, id))
      return;
   touch_page(h, id, addr, result);
   if (addr >> page_bits[PAGE_4K] != last >> page_bits[PAGE_4K])
      touch_page(h, id, last, result);
   if (!result->tlb_miss) {
      h->tlb_counts[id].hits[kind]++;
      return;
   }
   h->tlb_counts[id].misses[kind]++;
   if (!has_tlb(h, TLB_2))
      return;
   if (result->page_walk)
      h->tlb_counts[TLB_2].misses[kind]++;
   else
      h->tlb_counts[TLB_2].hits[kind]++;
}

/*------------------------------------------------------------*/
/*--- References                                           ---*/
/*------------------------------------------------------------*/

/* The page of the last reference is the first in the TLB's order, so touching
   it again changes nothing. */
static ALWAYS_INLINE void translate(Hierarchy* h, RefKind kind, Addr addr,
                                    Addr last, RefResult* result)
{
   TlbId id   = kind == REF_FETCH ? TLB_I : TLB_D;
   UWord page = h->last_page[id];

   if (LIKELY(addr >> page_bits[PAGE_4K] == page
              && last >> page_bits[PAGE_4K] == page))
      h->tlb_counts[id].hits[kind]++;
   else
      touch_pages(h, id, kind, addr, last, result);
}

static void count(Hierarchy* h, LevelId id, RefKind kind, RefSource source)
{
   Cache* c = &h->caches[id];

   if (c->ways == 0 || source < c->source)
      return;
   if (source == c->source)
      c->counts->hits[kind]++;
   else
      c->counts->misses[kind]++;
}

static __attribute__((noinline)) void count_miss(Hierarchy* h, LevelId l1,
                                                 RefKind kind, RefSource source)
{
   h->level_counts[l1].misses[kind]++;
   count(h, LEVEL_L2, kind, source);
   count(h, LEVEL_L3, kind, source);
}

void cg_hierarchy_access(Hierarchy* h, RefKind kind, Addr addr, UInt size,
                         UInt owner, RefResult* result)
{
   LevelId l1    = kind == REF_FETCH ? LEVEL_L1I : LEVEL_L1D;
   Addr    end   = addr + size - 1;
   Addr    first = addr & h->line_mask;
   Addr    last  = end & h->line_mask;
   RefKind as    = kind == REF_MODIFY ? REF_READ : kind; /* it counts as this */

   result->tlb_miss = result->page_walk = False;
   result->n_written                    = 0;
   translate(h, as, addr, end, result);

   RefSource source = touch_line(h, kind, first, owner, result);

   if (UNLIKELY(last != first)) {
      RefSource of_last = touch_line(h, kind, last, owner, result);

      source = of_last > source ? of_last : source;
   }
   result->source = source;
   if (LIKELY(source == FROM_L1))
      h->level_counts[l1].hits[as]++;
   else
      count_miss(h, l1, as, source);
}

const LevelCounts* cg_hierarchy_level(const Hierarchy* h, LevelId id)
{
   return &h->level_counts[id];
}

const LevelCounts* cg_hierarchy_tlb(const Hierarchy* h, TlbId id)
{
   return &h->tlb_counts[id];
}

Bool cg_hierarchy_holds(const Hierarchy* h, LevelId id, Addr addr, Bool* dirty,
                        UInt* owner)
{
   const Cache* c     = &h->caches[id];
   UWord        place = find(c, addr & h->line_mask);

   if (place == ABSENT)
      return False;
   *dirty = (c->names[place] & NAME_DIRTY) != 0;
   *owner = c->owners[place];
   return True;
}
