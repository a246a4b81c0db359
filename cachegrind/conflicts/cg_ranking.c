/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_ranking.c: sorts and sums up a Tally; see cg_ranking.h. */

#include "conflicts/cg_ranking.h"

ULong cg_all_misses(const ULong misses[N_CLASSES])
{
   return misses[CLASS_COLD] + misses[CLASS_CAPACITY] + misses[CLASS_CONFLICT];
}

/*------------------------------------------------------------*/
/*--- Order                                                ---*/
/*------------------------------------------------------------*/

/* Negative, 0 or positive, as `a' comes before `b', with it or behind it. */
typedef Int (*Order)(const void* a, const void* b);

#define COMPARE(x, y) ((x) < (y) ? -1 : (x) > (y) ? 1 : 0)

static Int compare_text(const HChar* a, const HChar* b)
{
   while (*a && *a == *b)
      a++, b++;
   return COMPARE((UChar)*a, (UChar)*b);
}

/* Merge two neighbouring stretches of `from', up to `middle' and up to `end',
   into the same place of `to'. */
static void merge(void** to, void** from, UWord begin, UWord middle, UWord end,
                  Order order)
{
   UWord left = begin, right = middle;

   for (UWord i = begin; i < end; i++)
      to[i] =
         right == end || (left < middle && order(from[left], from[right]) <= 0)
            ? from[left++]
            : from[right++];
}

static UWord at_most(UWord n, UWord limit)
{
   return n < limit ? n : limit;
}

/* Merge sort, bottom up: D. E. Knuth, The Art of Computer Programming, vol. 3,
   5.2.4.  Returns the sorted items, which are in `items' or in memory just as
   large. */
static void* sorted(void* items, UWord n, Order order,
                    void* (*alloc)(SizeT n_bytes))
{
   void** from = items;
   void** to   = alloc(n * sizeof *to);

   for (UWord width = 1; width < n; width *= 2) {
      for (UWord begin = 0; begin < n; begin += 2 * width)
         merge(to, from, begin, at_most(begin + width, n),
               at_most(begin + 2 * width, n), order);
      void** other = from;
      from         = to;
      to           = other;
   }
   return from;
}

/*------------------------------------------------------------*/
/*--- Names                                                ---*/
/*------------------------------------------------------------*/

/* A variable or a place, and the number that stands for it: equal names have
   equal numbers. */
typedef struct {
   const void* key; /* the tally's own name of it */
   const void* name;
   UInt        rank;
} Named;

typedef struct {
   Named** by_key;
   UWord   n;
} Names;

static Int by_key(const void* a, const void* b)
{
   return COMPARE((UWord)((const Named*)a)->key, (UWord)((const Named*)b)->key);
}

static Int by_variable_name(const void* a, const void* b)
{
   return compare_text(((const Named*)a)->name, ((const Named*)b)->name);
}

static Int by_place_name(const void* a, const void* b)
{
   const SourceLine* x     = ((const Named*)a)->name;
   const SourceLine* y     = ((const Named*)b)->name;
   Int               order = compare_text(x->file, y->file);

   if (order == 0)
      order = COMPARE(x->lineno, y->lineno);
   return order ? order : compare_text(x->fn, y->fn);
}

/* Give equal names equal ranks, in their order.  Returns the names by rank. */
static const void** rank(Names* names, Order order,
                         void* (*alloc)(SizeT n_bytes))
{
   Named**      by_name;
   Named**      copy   = alloc(names->n * sizeof *copy);
   const void** result = alloc(names->n * sizeof *result);
   UInt         n      = 0;

   for (UWord i = 0; i < names->n; i++)
      copy[i] = names->by_key[i];
   by_name = sorted(copy, names->n, order, alloc);
   for (UWord i = 0; i < names->n; i++) {
      if (i == 0 || order(by_name[i - 1], by_name[i]) != 0)
         result[n++] = by_name[i]->name;
      by_name[i]->rank = n - 1;
   }
   return result;
}

/* Sort by key, and keep one of each. */
static void make_unique(Names* names, void* (*alloc)(SizeT n_bytes))
{
   UWord n = 0;

   names->by_key = sorted(names->by_key, names->n, by_key, alloc);
   for (UWord i = 0; i < names->n; i++)
      if (n == 0 || names->by_key[n - 1]->key != names->by_key[i]->key)
         names->by_key[n++] = names->by_key[i];
   names->n = n;
}

static UInt rank_of(const Names* names, const void* key)
{
   UWord low = 0, high = names->n;

   while (high - low > 1) {
      UWord middle = low + (high - low) / 2;

      if ((UWord)names->by_key[middle]->key <= (UWord)key)
         low = middle;
      else
         high = middle;
   }
   return names->by_key[low]->rank;
}

/*------------------------------------------------------------*/
/*--- Blames                                               ---*/
/*------------------------------------------------------------*/

typedef struct {
   const Blame** blames;
   UWord         n;
   Names         variables, places;
   Named*        unused;
} Gathered;

static void add_name(Gathered* g, Names* names, const void* key)
{
   *g->unused                = (Named){.key = key};
   names->by_key[names->n++] = g->unused++;
}

static const void* variable_key(UInt variable)
{
   return (const void*)(UWord)variable;
}

static void gather(const Blame* b, void* data)
{
   Gathered* g = data;

   g->blames[g->n++] = b;
   add_name(g, &g->variables, variable_key(b->variable));
   add_name(g, &g->variables, variable_key(b->evictor));
   add_name(g, &g->places, b->loc);
}

static Gathered gather_all(Findings* f, const HChar* (*variable_name)(UInt))
{
   UWord    n = f->tally->n_blames;
   Gathered g = {
      .blames    = f->alloc(n * sizeof *g.blames),
      .variables = {.by_key = f->alloc(2 * n * sizeof(Named*))},
      .places    = {.by_key = f->alloc(n * sizeof(Named*))},
      .unused    = f->alloc(3 * n * sizeof(Named)),
   };

   cg_tally_blames(f->tally, gather, &g);
   make_unique(&g.variables, f->alloc);
   make_unique(&g.places, f->alloc);
   for (UWord i = 0; i < g.variables.n; i++) {
      Named* named = g.variables.by_key[i];
      named->name  = variable_name((UInt)(UWord)named->key);
   }
   for (UWord i = 0; i < g.places.n; i++)
      g.places.by_key[i]->name = g.places.by_key[i]->key;
   f->variables = (const HChar**)rank(&g.variables, by_variable_name, f->alloc);
   f->places    = (const SourceLine**)rank(&g.places, by_place_name, f->alloc);
   return g;
}

/*------------------------------------------------------------*/
/*--- Sums                                                 ---*/
/*------------------------------------------------------------*/

static Int by_names(const void* a, const void* b)
{
   const Finding *x = a, *y = b;
   Int            order = COMPARE(x->variable, y->variable);

   if (order == 0)
      order = COMPARE(x->evictor, y->evictor);
   if (order == 0)
      order = COMPARE(x->place, y->place);
   if (order == 0)
      order = COMPARE(x->set, y->set);
   return order ? order : COMPARE(x->thread, y->thread);
}

static Int by_misses(const void* a, const void* b)
{
   ULong x = cg_all_misses(((const Finding*)a)->misses);
   ULong y = cg_all_misses(((const Finding*)b)->misses);

   return x != y ? COMPARE(y, x) : by_names(a, b);
}

static Int by_thread_and_set(const void* a, const void* b)
{
   const Finding *x = a, *y = b;
   Int            order = COMPARE(x->thread, y->thread);

   if (order == 0)
      order = COMPARE(x->set, y->set);
   return order ? order : by_misses(a, b);
}

/* What findings are told apart by; all others are added up. */
typedef struct {
   Bool variable, evictor, place, set, thread;
} Keys;

static Finding finding_of(const Gathered* g, const Blame* b, Keys keys)
{
   Finding f = {0};

   if (keys.variable)
      f.variable = rank_of(&g->variables, variable_key(b->variable));
   if (keys.evictor)
      f.evictor = rank_of(&g->variables, variable_key(b->evictor));
   if (keys.place)
      f.place = rank_of(&g->places, b->loc);
   if (keys.set)
      f.set = b->set;
   if (keys.thread)
      f.thread = b->thread;
   for (MissClass c = 0; c < N_CLASSES; c++)
      f.misses[c] = b->misses[c];
   return f;
}

/* Add up neighbours that differ in nothing. */
static void add_up_equal(FindingList* list)
{
   UWord n = 0;

   for (UWord i = 0; i < list->n; i++) {
      if (n > 0 && by_names(list->items[n - 1], list->items[i]) == 0) {
         for (MissClass c = 0; c < N_CLASSES; c++)
            list->items[n - 1]->misses[c] += list->items[i]->misses[c];
      } else {
         list->items[n++] = list->items[i];
      }
   }
   list->n = n;
}

/* The level's findings, or its conflicts only, by `keys' and in `order'. */
static FindingList sum_up(const Findings* f, const Gathered* g, Level level,
                          Bool conflicts_only, Keys keys, Order order)
{
   Finding*    findings = f->alloc(g->n * sizeof *findings);
   FindingList list     = {f->alloc(g->n * sizeof *list.items), 0};

   for (UWord i = 0; i < g->n; i++) {
      const Blame* b = g->blames[i];

      if (b->level != level || (conflicts_only && !b->conflict))
         continue;
      findings[list.n]   = finding_of(g, b, keys);
      list.items[list.n] = &findings[list.n];
      list.n++;
   }
   list.items = sorted(list.items, list.n, by_names, f->alloc);
   add_up_equal(&list);
   list.items = sorted(list.items, list.n, order, f->alloc);
   return list;
}

static Bool same_conflict(const Finding* a, const Finding* b)
{
   return a->variable == b->variable && a->evictor == b->evictor
          && a->place == b->place;
}

static Int by_conflict_misses(const void* a, const void* b)
{
   const Conflict *x = a, *y = b;

   return x->misses != y->misses ? COMPARE(y->misses, x->misses)
                                 : by_names(x->sets.items[0], y->sets.items[0]);
}

/* `all' are findings by variable, evictor, place and set, in this order. */
static void find_conflicts(const Findings* f, LevelFindings* l, FindingList all)
{
   Conflict* conflicts = f->alloc(all.n * sizeof *conflicts);

   l->conflicts = f->alloc(all.n * sizeof *l->conflicts);
   for (UWord i = 0; i < all.n; i++) {
      if (i == 0 || !same_conflict(all.items[i - 1], all.items[i])) {
         Conflict* c                    = &conflicts[l->n_conflicts];
         c->sets.items                  = &all.items[i];
         l->conflicts[l->n_conflicts++] = c;
      }
      conflicts[l->n_conflicts - 1].sets.n++;
      conflicts[l->n_conflicts - 1].misses +=
         all.items[i]->misses[CLASS_CONFLICT];
   }
   l->conflicts =
      sorted(l->conflicts, l->n_conflicts, by_conflict_misses, f->alloc);
}

void cg_findings_make(Findings* f, const Tally* tally,
                      const HChar* (*variable_name)(UInt variable),
                      void* (*alloc)(SizeT n_bytes))
{
   *f         = (Findings){.tally = tally, .alloc = alloc};
   Gathered g = gather_all(f, variable_name);

   for (Level level = 0; level < N_LEVELS; level++) {
      LevelFindings* l = &f->level[level];

      l->by_variable =
         sum_up(f, &g, level, False, (Keys){.variable = True}, by_misses);
      l->by_place =
         sum_up(f, &g, level, False, (Keys){.place = True}, by_misses);
      find_conflicts(f, l,
                     sum_up(f, &g, level, True,
                            (Keys){.variable = True,
                                   .evictor  = True,
                                   .place    = True,
                                   .set      = True},
                            by_names));
      l->by_set =
         sum_up(f, &g, level, True, (Keys){True, True, True, True, True},
                by_thread_and_set);
   }
}

/*------------------------------------------------------------*/
/*--- Sets                                                 ---*/
/*------------------------------------------------------------*/

/* The first finding of a thread, or where it would be. */
static UWord first_of_thread(const FindingList* by_set, UInt thread)
{
   UWord low = 0, high = by_set->n;

   while (low < high) {
      UWord middle = low + (high - low) / 2;

      if (by_set->items[middle]->thread < thread)
         low = middle + 1;
      else
         high = middle;
   }
   return low;
}

/* The findings of one set, which begin at *next; it is moved behind them. */
static FindingList of_set(const FindingList* by_set, UInt thread, UInt set,
                          UWord* next)
{
   FindingList list = {by_set->items + *next, 0};

   while (*next < by_set->n && by_set->items[*next]->thread == thread
          && by_set->items[*next]->set == set) {
      (*next)++;
      list.n++;
   }
   return list;
}

static Bool anything_happened(const SetCounts* s)
{
   return s->accesses > 0 || s->evictions > 0;
}

SetFindings* cg_findings_sets(const Findings* f, Level level, UInt thread,
                              UWord* n)
{
   const Tally*       t      = f->tally;
   const FindingList* by_set = &f->level[level].by_set;
   UWord              next   = first_of_thread(by_set, thread);
   const SetCounts*   counts;
   SetFindings*       result;

   *n = 0;
   for (UWord set = 0; (counts = cg_tally_sets(t, level, thread, &set)); set++)
      *n += anything_happened(counts);
   result = f->alloc(*n * sizeof *result);
   *n     = 0;
   for (UWord set = 0; (counts = cg_tally_sets(t, level, thread, &set)); set++)
      if (anything_happened(counts))
         result[(*n)++] =
            (SetFindings){set, counts, of_set(by_set, thread, set, &next)};
   return result;
}

static Int by_set_conflicts(const void* a, const void* b)
{
   const SetFindings *x = a, *y = b;
   ULong              m = x->counts->misses[CLASS_CONFLICT];
   ULong              n = y->counts->misses[CLASS_CONFLICT];

   return m != n ? COMPARE(n, m) : COMPARE(x->set, y->set);
}

SetFindings** cg_findings_worst_sets(const Findings* f, SetFindings* sets,
                                     UWord* n)
{
   SetFindings** worst = f->alloc(*n * sizeof *worst);
   UWord         found = 0;

   for (UWord i = 0; i < *n; i++)
      if (sets[i].counts->misses[CLASS_CONFLICT] > 0)
         worst[found++] = &sets[i];
   *n = found;
   return sorted(worst, found, by_set_conflicts, f->alloc);
}
