/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_sim.c: the cache simulator; cg_sim.h says what it models.

   The two levels represent recency differently.  I1 and D1 keep a time of last
   use for each line: a hit costs one store, and a miss searches all ways of the
   set.  LL, which sees only the misses, keeps its ways in the order of their
   last use: the search nearly always ends after the first few. */

#include "sim/cg_sim.h"

/* The limit for the predictions of D1, which has at least two. */
#define MAX_PREDICTIONS (1UL << 20)

#define ALWAYS_INLINE inline __attribute__((always_inline))

static UInt log2_of(UWord power_of_two)
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
      .line_bits = log2_of(g->line_size),
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

static void init_last_level(LastLevel* c, const CacheGeometry* g,
                            void* (*alloc)(SizeT n_bytes))
{
   c->sets  = shape_of(g);
   c->front = alloc(n_sets_of(g) * sizeof(Addr));
   c->rest  = alloc(n_sets_of(g) * (g->assoc - 1) * sizeof(Addr));
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

static inline Way* set_of(const DataCache* c, Addr line)
{
   return &c->ways[cg_sim_set_of(&c->sets, line) * c->sets.n_ways];
}

/* The way among the `n' ways of `set' that holds `line', or NULL. */
static inline Way* find_among(Way* set, UInt n, Addr line)
{
   for (UInt i = 0; i < n; i++)
      if (UNLIKELY(set[i].line == line) && set[i].last_use)
         return &set[i];
   return NULL;
}

/* The least recently used of the `n' ways of `set', perhaps an empty one.
   Which of two ways is older is as good as random, so the comparisons must not
   become branches.  Odd and even ways are compared separately: two short
   dependency chains instead of a long one, since sets may have a thousand ways.
 */
static inline Way* oldest_among(Way* set, UInt n)
{
   Way*  way    = set;
   Way*  last   = way + n - 1;
   Way * oldest = last, *oldest_odd = last;
   ULong least = last->last_use, least_odd = least;

   for (; way < last; way += 2) {
      oldest     = way[0].last_use < least ? &way[0] : oldest;
      least      = way[0].last_use < least ? way[0].last_use : least;
      oldest_odd = way[1].last_use < least_odd ? &way[1] : oldest_odd;
      least_odd  = way[1].last_use < least_odd ? way[1].last_use : least_odd;
   }
   return least_odd < least ? oldest_odd : oldest;
}

/* The way of D1 that holds `line', or its victim.  The function is not inlined,
   because the compiler would merge the last comparison with a branch of the
   caller. */
static __attribute__((noinline)) Way* way_for(const DataCache* c, Addr line)
{
   Way* set   = set_of(c, line);
   Way* found = find_among(set, c->sets.n_ways, line);

   return found ? found : oldest_among(set, c->sets.n_ways);
}

Way* cg_sim_victim(const DataCache* c, Addr line)
{
   return oldest_among(set_of(c, line), c->sets.n_ways);
}

static inline void predict(const DataCache* c, Addr line, Way* way)
{
   *cg_sim_prediction(c, line) = (Prediction){line, way};
}

static inline void replace(const DataCache* c, Way* way, Addr line)
{
   Prediction* old = cg_sim_prediction(c, way->line);

   if (old->line == way->line)
      old->line ^= c->elsewhere;
   way->line = line;
   predict(c, line, way);
}

void cg_sim_replace(const DataCache* c, Way* way, Addr line)
{
   replace(c, way, line);
}

Way* cg_sim_find(const DataCache* c, Addr line)
{
   Prediction* p = cg_sim_prediction(c, line);

   if (p->line == line)
      return p->way;
   Way* way = find_among(set_of(c, line), c->sets.n_ways, line);
   if (way)
      predict(c, line, way);
   return way;
}

/* Touch a line.  Returns True if it was not in D1; now it is. */
static ALWAYS_INLINE Bool touch_data_misses(CacheSim* sim, Addr line)
{
   const DataCache* c      = &sim->D1;
   Prediction*      p      = cg_sim_prediction(c, line);
   Way*             way    = p->way;
   Bool             misses = False;

   if (p->line != line) {
      way    = way_for(c, line);
      misses = way->line != line || !way->last_use;
      if (misses)
         replace(c, way, line);
      else
         predict(c, line, way);
   }
   way->last_use = sim->now++;
   return misses;
}

/*------------------------------------------------------------*/
/*--- The last level                                       ---*/
/*------------------------------------------------------------*/

/* Make the line `name', which is not the front of `set', its front.  Returns
   True if it was not in the set.  In one pass, each line ahead of it moves back
   by one way, until the line itself or an empty way is reached.  If neither is,
   the last line is *evicted. */
static ALWAYS_INLINE Bool ll_reorder_misses(const LastLevel* c, Addr name,
                                            UWord set, Addr* evicted)
{
   UInt  n_rest  = c->sets.n_ways - 1;
   Addr* rest    = &c->rest[set * n_rest];
   Addr  carried = c->front[set];

   c->front[set] = name;
   for (UInt way = 0; carried && way < n_rest; way++) {
      Addr displaced = rest[way];
      rest[way]      = carried;
      if (displaced == name)
         return False;
      carried = displaced;
   }
   *evicted = carried;
   return True;
}

static __attribute__((noinline)) Bool ll_search_misses(const LastLevel* c,
                                                       Addr name, UWord set)
{
   Addr evicted;

   return ll_reorder_misses(c, name, set, &evicted);
}

static inline Bool ll_touch_misses(const CacheSim* sim, Addr line)
{
   UWord set  = cg_sim_LL_set_of(sim, line);
   Addr  name = line + 1;

   if (LIKELY(sim->LL.front[set] == name))
      return False;
   return ll_search_misses(&sim->LL, name, set);
}

Bool cg_sim_touch_LL_misses(CacheSim* sim, Addr line, Addr* evicted)
{
   UWord set  = cg_sim_LL_set_of(sim, line);
   Addr  name = line + 1;

   *evicted = 0;
   return sim->LL.front[set] != name
          && ll_reorder_misses(&sim->LL, name, set, evicted);
}

/*------------------------------------------------------------*/
/*--- Both                                                 ---*/
/*------------------------------------------------------------*/

static inline SimResult ll_result(const CacheSim* sim, Addr addr, UInt size)
{
   Addr first  = addr & sim->LL.sets.line_mask;
   Addr last   = (addr + size - 1) & sim->LL.sets.line_mask;
   Bool misses = ll_touch_misses(sim, first);

   if (UNLIKELY(last != first))
      misses |= ll_touch_misses(sim, last);
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
