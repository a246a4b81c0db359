/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_classes.c: cold, capacity and conflict misses; cg_classes.h defines them.

   The fully associative cache of N lines holds the N lines that were used last.
   So a line is in it if and only if it was used after the `horizon', which is
   the last use of the line that was evicted last.  A hit changes only the
   line's time of last use, which the set-associative cache stores anyway.
   There is work only if a line comes in that was last used at the horizon or
   before: then the oldest of N + 1 lines is evicted.

   The oldest line is found in a row of all lines in the cache.  They are sorted
   by the last use that each had at the time of the sort, and examined in this
   order:

      | used since, or come in since | not examined yet, oldest first |
      0                              next                      capacity

   If the line at `next' was not used since the sort, it is the oldest: all
   lines before it were used after the sort, and all lines after it were used
   later than it.  It is evicted, and the line that comes in takes its place.
   Otherwise it stays, and the next line is examined.  When all lines have been
   examined, each was used or came in since the sort, and the row is sorted
   again.  So each entry's share of the next sort is paid for by a use or by a
   line that came in.  A reference takes amortized constant time: a step for
   each byte of its time.  A hit in both caches takes one comparison.

   (Lists that are reordered at each reference, as in R. L. Mattson et al.,
   "Evaluation techniques for storage hierarchies", IBM Systems Journal 9(2),
   1970, or trees, as in F. Olken, LBL-12370, 1981, would take time for each
   hit.) */

#include "sim/cg_classes.h"

#include "sim/cg_pages.h"

/* All lines that were ever touched.  If the lines of D1 and LL have the same
   size, both levels share one table, because they touch the same lines
   together, too. */
typedef struct {
   TouchedLine lines[CG_PAGES_LINES][N_LEVELS];
} Page;

typedef struct LineTable_ {
   PageTable pages;     /* of Page */
   UInt      line_bits; /* log2 of the line size */
} LineTable;

typedef struct ShadowEntry_ {
   ULong        last_use; /* when the row was sorted, or the line came in */
   TouchedLine* line;
} Entry;

/*------------------------------------------------------------*/
/*--- Lines                                                ---*/
/*------------------------------------------------------------*/

static TouchedLine* touched_line(const Shadow* s, Addr line)
{
   LineTable* t    = s->table;
   UWord      n    = line >> t->line_bits;
   Page*      page = cg_pages_at(&t->pages, n >> CG_PAGES_BITS);

   return &page->lines[n % CG_PAGES_LINES][s->level];
}

/*------------------------------------------------------------*/
/*--- The fully associative cache                          ---*/
/*------------------------------------------------------------*/

static inline ULong last_use_of(const MissClasses* c, const TouchedLine* line)
{
   return line->way ? c->sim->D1.ways[line->way - 1].last_use : line->last_use;
}

/* Sort the row by one byte of the times.  Entries with equal bytes keep their
   order. */
static void sort_by_byte(Shadow* s, UInt shift)
{
   Entry* sorted         = s->spare_row;
   UWord  place[256 + 1] = {0};

   for (UWord i = 0; i < s->capacity; i++)
      place[(s->row[i].last_use >> shift & 255) + 1]++;
   for (UInt byte = 1; byte < 256; byte++)
      place[byte] += place[byte - 1];
   for (UWord i = 0; i < s->capacity; i++)
      sorted[place[s->row[i].last_use >> shift & 255]++] = s->row[i];
   s->spare_row = s->row;
   s->row       = sorted;
}

/* Sort the row by the current times of last use. */
static void sort_row(const MissClasses* c, Shadow* s)
{
   ULong differing = 0, latest = 0;
   Bool  sorted = True;

   for (UWord i = 0; i < s->capacity; i++) {
      ULong last_use     = last_use_of(c, s->row[i].line);
      s->row[i].last_use = last_use;
      differing |= last_use ^ s->row[0].last_use;
      if (last_use < latest)
         sorted = False;
      latest = last_use;
   }
   s->next = 0;
   if (sorted)
      return;
   for (UInt shift = 0; shift < 64 && differing >> shift; shift += 8)
      sort_by_byte(s, shift);
}

/* The entry of the least recently used line.  The cache must be full. */
static Entry* oldest_entry(const MissClasses* c, Shadow* s)
{
   for (;; s->next++) {
      if (s->next == s->capacity)
         sort_row(c, s);
      Entry* entry = &s->row[s->next];
      if (last_use_of(c, entry->line) == entry->last_use)
         return entry;
   }
}

/* Put `line', used at `now', into the fully associative cache.  Its last use
   before was at the horizon or earlier. */
static void enter(const MissClasses* c, Shadow* s, TouchedLine* line, ULong now)
{
   Entry* place;

   if (s->n_lines < s->capacity) {
      place = &s->row[s->n_lines++];
   } else {
      place      = oldest_entry(c, s);
      s->horizon = place->last_use;
      s->next++;
   }
   *place = (Entry){now, line};
}

/*------------------------------------------------------------*/
/*--- References                                           ---*/
/*------------------------------------------------------------*/

static void note_miss(LevelOutcome* o, const Shadow* s, Addr line,
                      const TouchedLine* touched)
{
   if (o->misses)
      return;
   o->misses     = True;
   o->line       = line;
   o->evictor    = touched->evictor;
   o->miss_class = touched->last_use == 0            ? CLASS_COLD
                   : touched->last_use <= s->horizon ? CLASS_CAPACITY
                                                     : CLASS_CONFLICT;
}

static void note_eviction(LevelOutcome* o, Addr line, TouchedLine* touched)
{
   o->eviction[o->n_evictions].line    = line;
   o->eviction[o->n_evictions].touched = touched;
   o->n_evictions++;
}

/* Note that `line' takes the place of what `way' holds. */
static void fill_D1(MissClasses* c, LevelOutcome* o, const Way* way, Addr line,
                    ULong now)
{
   TouchedLine* touched = touched_line(&c->D1, line);
   UWord        i       = way - c->sim->D1.ways;

   note_miss(o, &c->D1, line, touched);
   if (way->last_use) {
      TouchedLine* victim = c->D1.in_way[i];

      victim->last_use = way->last_use;
      victim->way      = 0;
      note_eviction(o, way->name - 1, victim);
   }
   if (touched->last_use <= c->D1.horizon)
      enter(c, &c->D1, touched, now);
   c->D1.in_way[i] = touched;
   touched->way    = i + 1;
}

static void touch_D1(MissClasses* c, LevelOutcome* o, Addr line)
{
   DataCache* D1  = &c->sim->D1;
   ULong      now = c->sim->now++;
   Way*       way = cg_sim_way_for(D1, line);

   if (!cg_sim_holds(way, line))
      fill_D1(c, o, way, line, now);
   else if (way->last_use <= c->D1.horizon)
      enter(c, &c->D1, c->D1.in_way[way - D1->ways], now);
   cg_sim_place(D1, way, line);
   way->last_use = now;
}

static void touch_LL(MissClasses* c, LevelOutcome* o, Addr line)
{
   Bool evicts;
   Addr evicted;
   Bool misses = cg_sim_touch_LL_misses(c->sim, line, &evicts, &evicted);
   TouchedLine* touched = touched_line(&c->LL, line);
   ULong        now     = c->LL_now++;

   if (misses)
      note_miss(o, &c->LL, line, touched);
   if (touched->last_use <= c->LL.horizon)
      enter(c, &c->LL, touched, now);
   touched->last_use = now;
   if (evicts)
      note_eviction(o, evicted, touched_line(&c->LL, evicted));
}

static SimResult reference_LL(MissClasses* c, LevelOutcome* o, Addr addr,
                              UInt size)
{
   Addr first = addr & c->sim->LL.sets.line_mask;
   Addr last  = (addr + size - 1) & c->sim->LL.sets.line_mask;

   touch_LL(c, o, first);
   if (last != first)
      touch_LL(c, o, last);
   return o->misses ? SIM_LL_MISS : SIM_L1_MISS;
}

static void begin(Outcome* outcome)
{
   outcome->result = SIM_HIT;
   for (Level level = 0; level < N_LEVELS; level++) {
      outcome->level[level].misses      = False;
      outcome->level[level].n_evictions = 0;
   }
}

void cg_classes_data(MissClasses* c, Addr addr, UInt size, Outcome* outcome)
{
   LevelOutcome* o     = &outcome->level[LEVEL_D1];
   Addr          first = cg_sim_line_of(&c->sim->D1.sets, addr);
   Addr          last  = cg_sim_line_of(&c->sim->D1.sets, addr + size - 1);

   begin(outcome);
   touch_D1(c, o, first);
   if (last != first)
      touch_D1(c, o, last);
   if (o->misses)
      outcome->result = reference_LL(c, &outcome->level[LEVEL_LL], addr, size);
}

void cg_classes_fetch(MissClasses* c, const SimInstr* instr, Outcome* outcome)
{
   begin(outcome);
   if (cg_sim_touch_I1_misses(c->sim, instr))
      outcome->result =
         reference_LL(c, &outcome->level[LEVEL_LL], instr->addr, instr->size);
}

/*------------------------------------------------------------*/
/*--- Start                                                ---*/
/*------------------------------------------------------------*/

static LineTable* new_table(UInt line_bits, void* (*alloc)(SizeT n_bytes))
{
   LineTable* t = alloc(sizeof *t);

   t->line_bits = line_bits;
   cg_pages_init(&t->pages, sizeof(Page), alloc);
   return t;
}

static Shadow new_shadow(Level level, const CacheGeometry* g,
                         void* (*alloc)(SizeT n_bytes))
{
   UWord n_lines = g->size / g->line_size;

   return (Shadow){
      .row       = alloc(n_lines * sizeof(Entry)),
      .spare_row = alloc(n_lines * sizeof(Entry)),
      .next      = n_lines,
      .capacity  = n_lines,
      .level     = level,
   };
}

void cg_classes_init(MissClasses* c, CacheSim* sim,
                     const CacheGeometry geometry[N_CACHES],
                     void* (*alloc)(SizeT n_bytes))
{
   *c = (MissClasses){
      .sim    = sim,
      .D1     = new_shadow(LEVEL_D1, &geometry[CACHE_D1], alloc),
      .LL     = new_shadow(LEVEL_LL, &geometry[CACHE_LL], alloc),
      .LL_now = 1,
   };
   c->D1.table  = new_table(sim->D1.sets.line_bits, alloc);
   c->LL.table  = sim->LL.sets.line_bits == sim->D1.sets.line_bits
                     ? c->D1.table
                     : new_table(sim->LL.sets.line_bits, alloc);
   c->D1.in_way = alloc(c->D1.capacity * sizeof *c->D1.in_way);
}
