/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_sim.c: the cache simulator; cg_sim.h says what it models.

   The two levels represent recency differently.  I1 and D1 keep a time of last
   use for each line: a hit costs one store, and a miss searches all ways of the
   set.  LL, which sees only the misses, keeps its ways in the order of their
   last use: the search nearly always ends after the first few. */

#include "sim/cache/cg_sim.h"

/* The limit for the predictions of D1, which has at least two. */
#define MAX_PREDICTIONS (1UL << 20)

/* Programs have addresses of up to so many bits, of which LL's tags have room
   for 32.  If those above a line's set are more, tags are wide from the start,
   so that the tool never needs memory for them later. */
#define PROGRAM_ADDRESS_BITS 48

#define ALWAYS_INLINE inline __attribute__((always_inline))

static UInt set_log2(UWord power_of_two)
{
   UInt bits = 0;
   while (power_of_two >>= 1)
      bits++;
   return bits;
}

static UWord n_sets_of(const CacheGeometry* g)
{
   return g->size / g->line_size / g->assoc;
}

static SetShape shape_of(const CacheGeometry* g)
{
   return (SetShape){
      .line_mask = ~((Addr)g->line_size - 1),
      .set_mask  = n_sets_of(g) - 1,
      .line_bits = set_log2(g->line_size),
      .n_ways    = g->assoc,
   };
}

static void init_I1(InstrCache* c, const CacheGeometry* g,
                    void* (*alloc)(SizeT n_bytes))
{
   c->sets = shape_of(g);
   c->ways = alloc(n_sets_of(g) * g->assoc * sizeof *c->ways);
   cg_pages_init(&c->lines, CG_PAGES_LINES * sizeof(CodeLine), alloc);
}

static void init_D1(DataCache* c, const CacheGeometry* g,
                    void* (*alloc)(SizeT n_bytes))
{
   UWord n_blocks = (UWord)g->size >> CG_SIM_BLOCK_BITS;
   UWord n        = 2; /* predictions */

   /* Two predictions for each line, so that few lines share one. */
   while (n < 2 * n_blocks && n < MAX_PREDICTIONS)
      n *= 2;
   while (n < 2 * (UWord)g->line_size >> CG_SIM_BLOCK_BITS)
      n *= 2;
   c->sets        = shape_of(g);
   c->predictions = alloc(n * sizeof *c->predictions);
   c->block_mask  = (n - 1) & (c->sets.line_mask >> CG_SIM_BLOCK_BITS);
   c->ways        = alloc(n_sets_of(g) * g->assoc * sizeof *c->ways);

   /* Zeroed predictions name line 0.  Only references that use the first one
      could match that, so only the first one needs another name. */
   c->elsewhere = (c->block_mask & -c->block_mask) << CG_SIM_BLOCK_BITS;
   c->predictions[0].line = c->elsewhere;
}

/* The memory for the tags of LL, all of them empty ways. */
static void allocate_tags(LastLevel* c)
{
   UWord n_sets = c->sets.set_mask + 1;
   SizeT size   = c->wide ? sizeof(UWord) : sizeof(UInt);

   c->front = c->alloc(n_sets * size);
   c->rest  = c->alloc(n_sets * c->sets.n_ways * size);
}

static void init_last_level(LastLevel* c, const CacheGeometry* g,
                            void* (*alloc)(SizeT n_bytes))
{
   c->sets      = shape_of(g);
   c->tag_shift = c->sets.line_bits + set_log2(n_sets_of(g));
   c->wide      = c->tag_shift + 32 < PROGRAM_ADDRESS_BITS;
   c->alloc     = alloc;
   allocate_tags(c);
}

void cg_sim_init(CacheSim* sim, const CacheGeometry geometry[N_CACHES],
                 void* (*alloc)(SizeT n_bytes))
{
   init_I1(&sim->I1, &geometry[CACHE_I1], alloc);
   init_D1(&sim->D1, &geometry[CACHE_D1], alloc);
   init_last_level(&sim->LL, &geometry[CACHE_LL], alloc);
   sim->now = 1;
}

/*------------------------------------------------------------*/
/*--- Code                                                 ---*/
/*------------------------------------------------------------*/

static CodeLine* code_line(CacheSim* sim, Addr addr)
{
   UWord     n    = addr >> sim->I1.sets.line_bits;
   CodeLine* page = cg_pages_at(&sim->I1.lines, n >> CG_PAGES_BITS);

   page[n % CG_PAGES_LINES].line = cg_sim_line_of(&sim->I1.sets, addr);
   return &page[n % CG_PAGES_LINES];
}

SimInstr cg_sim_instr(CacheSim* sim, Addr addr, UInt size)
{
   SimInstr instr = {addr, size, code_line(sim, addr), NULL};

   instr.last =
      cg_sim_line_of(&sim->I1.sets, addr + size - 1) == instr.first->line
         ? instr.first
         : code_line(sim, addr + size - 1);
   return instr;
}

/* Put `line' into I1, in the place of the least recently used line of its set.
 */
static void fill_I1(CacheSim* sim, CodeLine* line)
{
   InstrCache* c = &sim->I1;
   CodeLine**  set =
      &c->ways[cg_sim_set_of(&c->sets, line->line) * c->sets.n_ways];
   CodeLine** oldest = set;
   ULong      least  = ~0ULL;

   for (UInt i = 0; i < c->sets.n_ways; i++) {
      ULong last_use = set[i] ? set[i]->last_use : 0;

      /* Not a branch: the outcome is as good as random. */
      oldest = last_use < least ? &set[i] : oldest;
      least  = last_use < least ? last_use : least;
   }
   if (*oldest)
      (*oldest)->last_use = 0;
   *oldest = line;
}

static inline Bool touch_code_misses(CacheSim* sim, CodeLine* line)
{
   Bool misses = line->last_use == 0;

   if (misses) {
      fill_I1(sim, line);
   }
   line->last_use = sim->now++;
   return misses;
}

Bool cg_sim_touch_I1_misses(CacheSim* sim, const SimInstr* instr)
{
   Bool misses = touch_code_misses(sim, instr->first);

   if (instr->last != instr->first)
      misses |= touch_code_misses(sim, instr->last);
   return misses;
}

/*------------------------------------------------------------*/
/*--- Data                                                 ---*/
/*------------------------------------------------------------*/

static inline Way* cache_set(const DataCache* c, Addr line)
{
   return &c->ways[cg_sim_set_of(&c->sets, line) * c->sets.n_ways];
}

static inline Bool holds(const Way* way, Addr line)
{
   return way->name == line + 1;
}

/* How old a way is: a smaller number is older.  The way that holds `line'
   counts as the oldest of all, so that one pass finds it or the victim. */
static inline Long order_of(const Way* way, Addr line)
{
   return (Long)(way->last_use | -(ULong)holds(way, line));
}

/* The way of D1 that holds `line', or else its victim, perhaps an empty way.
   Which of two ways is older is as good as random, so the comparisons must not
   become branches.  For the same reason the function is not inlined: the
   compiler would merge the last comparison with a branch of the caller.  Odd
   and even ways are compared separately: two short dependency chains instead of
   a long one, since sets may have a thousand ways. */
static __attribute__((noinline)) Way* search(const DataCache* c, Addr line)
{
   Way* way    = cache_set(c, line);
   Way* last   = way + c->sets.n_ways - 1;
   Way *oldest = last, *oldest_odd = last;
   Long least = order_of(last, line), least_odd = least;

   for (; way < last; way += 2) {
      Long even = order_of(&way[0], line), odd = order_of(&way[1], line);

      oldest     = even < least ? &way[0] : oldest;
      least      = even < least ? even : least;
      oldest_odd = odd < least_odd ? &way[1] : oldest_odd;
      least_odd  = odd < least_odd ? odd : least_odd;
   }
   return least_odd < least ? oldest_odd : oldest;
}

Way* cg_sim_way_for(const DataCache* c, Addr line)
{
   Prediction* p = cg_sim_prediction(c, line);

   return p->line == line ? p->way : search(c, line);
}

Bool cg_sim_holds(const Way* way, Addr line)
{
   return holds(way, line);
}

/* Put `line' into `way' in the place of the line that is there.  If the way is
   empty, `evicted' is ~0, which is no line. */
static inline void replace(const DataCache* c, Way* way, Addr line)
{
   Addr        evicted = way->name - 1;
   Prediction* p       = cg_sim_prediction(c, evicted);

   if (p->line == evicted)
      p->line ^= c->elsewhere;
   way->name = line + 1;
}

static ALWAYS_INLINE void place(const DataCache* c, Way* way, Addr line)
{
   if (!holds(way, line))
      replace(c, way, line);
   *cg_sim_prediction(c, line) = (Prediction){line, way};
}

void cg_sim_place(const DataCache* c, Way* way, Addr line)
{
   place(c, way, line);
}

/* Touch a line.  Returns True if it was not in D1; now it is. */
static ALWAYS_INLINE Bool touch_data_misses(CacheSim* sim, Addr line)
{
   const DataCache* c      = &sim->D1;
   Prediction*      p      = cg_sim_prediction(c, line);
   Way*             way    = p->way;
   Bool             misses = False;

   if (p->line != line) {
      way    = search(c, line);
      misses = !holds(way, line);
      place(c, way, line);
   }
   way->last_use = sim->now++;
   return misses;
}

/*------------------------------------------------------------*/
/*--- The last level                                       ---*/
/*------------------------------------------------------------*/

static inline UWord tag_of(const LastLevel* c, Addr addr)
{
   return (addr >> c->tag_shift) + 1;
}

static ALWAYS_INLINE UWord get_tag(const void* tags, UWord i, Bool wide)
{
   return wide ? ((const UWord*)tags)[i] : ((const UInt*)tags)[i];
}

static ALWAYS_INLINE void put_tag(void* tags, UWord i, UWord tag, Bool wide)
{
   if (wide)
      ((UWord*)tags)[i] = tag;
   else
      ((UInt*)tags)[i] = tag;
}

/* Make room for tags of more than 32 bits.  The memory of sets that were never
   used stays untouched. */
static void widen(LastLevel* c)
{
   LastLevel narrow = *c;
   UWord     n_sets = c->sets.set_mask + 1;

   c->wide = True;
   allocate_tags(c);
   for (UWord set = 0; set < n_sets; set++) {
      UWord tag = get_tag(narrow.front, set, False);

      if (tag == 0)
         continue;
      put_tag(c->front, set, tag, True);
      for (UWord i = set * c->sets.n_ways;
           (tag = get_tag(narrow.rest, i, False)) != 0; i++)
         put_tag(c->rest, i, tag, True);
   }
}

/* Make the line of `tag', which is not the front of `set', its front.  Returns
   False if it was in the set.  In one pass, each line ahead of it moves back by
   one way, until the line itself or an empty way is reached.  If neither is,
   returns True and the last line's tag in *evicted; 0 if no line is evicted. */
static ALWAYS_INLINE Bool reorder_misses(const LastLevel* c, UWord tag,
                                         UWord set, UWord* evicted, Bool wide)
{
   UInt  n_rest  = c->sets.n_ways - 1;
   UWord first   = set * c->sets.n_ways;
   UWord carried = get_tag(c->front, set, wide);

   put_tag(c->front, set, tag, wide);
   for (UWord i = first; carried && i < first + n_rest; i++) {
      UWord displaced = get_tag(c->rest, i, wide);

      put_tag(c->rest, i, carried, wide);
      if (displaced == tag)
         return False;
      carried = displaced;
   }
   *evicted = carried;
   return True;
}

static __attribute__((noinline)) Bool
ll_reorder_misses(LastLevel* c, UWord tag, UWord set, UWord* evicted)
{
   if (!c->wide && tag != (UInt)tag)
      widen(c);
   return c->wide ? reorder_misses(c, tag, set, evicted, True)
                  : reorder_misses(c, tag, set, evicted, False);
}

/* Touch a line, as cg_sim_touch_LL_misses.  *evicted becomes the tag of the
   line that was evicted, or 0. */
static inline Bool ll_touch_misses(CacheSim* sim, Addr line, UWord* evicted)
{
   LastLevel* c   = &sim->LL;
   UWord      set = cg_sim_LL_set_of(sim, line);
   UWord      tag = tag_of(c, line);

   if (LIKELY(get_tag(c->front, set, c->wide) == tag))
      return False;
   return ll_reorder_misses(c, tag, set, evicted);
}

Bool cg_sim_touch_LL_misses(CacheSim* sim, Addr line, Bool* evicts,
                            Addr* evicted)
{
   const LastLevel* c      = &sim->LL;
   UWord            tag    = 0;
   Bool             misses = ll_touch_misses(sim, line, &tag);

   *evicts  = tag != 0;
   *evicted = (tag - 1) << c->tag_shift
              | cg_sim_LL_set_of(sim, line) << c->sets.line_bits;
   return misses;
}

/*------------------------------------------------------------*/
/*--- Both                                                 ---*/
/*------------------------------------------------------------*/

static inline SimResult ll_result(CacheSim* sim, Addr addr, UInt size)
{
   Addr  first = addr & sim->LL.sets.line_mask;
   Addr  last  = (addr + size - 1) & sim->LL.sets.line_mask;
   UWord evicted;
   Bool  misses = ll_touch_misses(sim, first, &evicted);

   if (UNLIKELY(last != first))
      misses |= ll_touch_misses(sim, last, &evicted);
   return misses ? SIM_LL_MISS : SIM_L1_MISS;
}

SimResult cg_sim_fetch(CacheSim* sim, const SimInstr* instr)
{
   return cg_sim_touch_I1_misses(sim, instr)
             ? ll_result(sim, instr->addr, instr->size)
             : SIM_HIT;
}

static __attribute__((noinline)) SimResult
straddling_data(CacheSim* sim, Addr addr, UInt size, Addr first, Addr last)
{
   Bool misses = touch_data_misses(sim, first);

   misses |= touch_data_misses(sim, last);
   return misses ? ll_result(sim, addr, size) : SIM_HIT;
}

SimResult cg_sim_data(CacheSim* sim, Addr addr, UInt size)
{
   Addr first = cg_sim_line_of(&sim->D1.sets, addr);
   Addr last  = cg_sim_line_of(&sim->D1.sets, addr + size - 1);

   if (UNLIKELY(last != first))
      return straddling_data(sim, addr, size, first, last);
   return touch_data_misses(sim, first) ? ll_result(sim, addr, size) : SIM_HIT;
}
