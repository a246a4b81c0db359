/* SPDX-License-Identifier: GPL-2.0-or-later */
/* replay.c: what a trace says of caches, by brute force: it reads the trace,
   and asks the model of the unit tests, tests/unit/model_classes.h.  It shares
   no code with the tool.  Runs on the host.

      replay TRACE [I1 D1 LL [set-local]]
                                  each cache as size,ways,line size; without,
                                  those that the trace names.  set-local: the
                                  classes of D1 are those of this model of
                                  cg_conflicts, and there is no LL

   prints, fields apart by tabs and in no order, what was collected:

      total LEVEL  A H CO CA CF E     accesses, hits, cold, capacity, conflict,
      thread LEVEL THREAD  A ... E    evictions
      set LEVEL THREAD SET  A ... E
      variable LEVEL NAME  CO CA CF
      line LEVEL FILE LINE FUNCTION  CO CA CF
      conflict LEVEL THREAD SET NAME EVICTOR FILE LINE FUNCTION  MISSES
      counts FILE LINE FUNCTION  Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw
                                 D1cold D1cap D1conf DLcold DLcap DLconf
      collect STATE  N                N data references collected (1) or not
*/

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_classes.h"

typedef uint64_t u64;

static void fail(const char* what)
{
   fprintf(stderr, "replay: %s\n", what);
   exit(1);
}

static void* grown(void* p, size_t n, size_t size)
{
   if ((n & (n - 1)) == 0)
      p = realloc(p, (n ? 2 * n : 1) * size);
   if (!p)
      fail("no memory");
   return p;
}

/*--- Sums by name ---*/

#define N_SUMS 15

typedef struct Sum {
   struct Sum* next;
   u64         n[N_SUMS];
   int         used; /* of n */
   char        name[];
} Sum;

static Sum* sums[1 << 16];

static u64* sum_of(const char* name, int used)
{
   unsigned hash = 5381;

   for (const char* p = name; *p; p++)
      hash = hash * 33 + (unsigned char)*p;
   Sum** chain = &sums[hash % (1 << 16)];
   Sum*  s     = *chain;
   while (s && strcmp(s->name, name))
      s = s->next;
   if (!s) {
      s = calloc(1, sizeof *s + strlen(name) + 1);
      strcpy(s->name, name);
      s->used = used;
      s->next = *chain;
      *chain  = s;
   }
   return s->n;
}

static char key[1 << 20];
#define KEY(...) (snprintf(key, sizeof key, __VA_ARGS__), key)

static void print_sums(void)
{
   for (int i = 0; i < 1 << 16; i++)
      for (Sum* s = sums[i]; s; s = s->next) {
         printf("%s\t", s->name);
         for (int j = 0; j < s->used; j++)
            printf(" %llu", (unsigned long long)s->n[j]);
         printf("\n");
      }
}

/*--- Caches ---*/

enum { I1, D1, LL };

static CacheGeometry     geometry[N_CACHES];
static const char* const cache_name[] = {"I1", "D1", "LL"};
static const Level       level_of[]   = {[D1] = LEVEL_D1, [LL] = LEVEL_LL};

static ModelClasses model;
static bool         set_local; /* D1 misses as its sets alone say */
static ModelLevel*  of_set; /* those that touched a set of D1, if set_local */

static u64 n_sets(int cache)
{
   return model.caches.cache[cache].n_sets;
}

static u64 set_of(int cache, u64 addr)
{
   return addr / geometry[cache].line_size % n_sets(cache);
}

static void init_caches(void)
{
   model_classes_init(&model, geometry);
   of_set = calloc(n_sets(D1), sizeof *of_set);
   for (u64 set = 0; set < n_sets(D1); set++) {
      of_set[set]        = model.level[LEVEL_D1];
      of_set[set].recent = calloc(of_set[set].capacity, sizeof(u64));
   }
}

/* Those that touched the line in a level. */
static ModelLevel* touched_in(int cache, u64 addr)
{
   return cache == D1 && set_local ? &of_set[set_of(D1, addr)]
                                   : &model.level[level_of[cache]];
}

/* The reuse distance counts the other lines of the set, not all. */
static ModelOutcome set_local_reference(u64 addr, u64 size)
{
   u64          line_size = geometry[D1].line_size;
   u64          first = addr / line_size, last = (addr + size - 1) / line_size;
   ModelOutcome o = {.result = SIM_HIT};

   for (u64 block = first; block <= last; block++)
      model_level_touch(&model, touched_in(D1, block * line_size), block,
                        &o.level[LEVEL_D1]);
   return o;
}

/* `variable' came, so others went. */
static void note_evictor(int cache, const ModelOutcome* o, unsigned variable)
{
   const ModelLevelOutcome* of_level = &o->level[level_of[cache]];

   for (unsigned i = 0; i < of_level->n_evictions; i++) {
      u64 line = of_level->evicted[i];
      model_find_touched(touched_in(cache, line),
                         line / geometry[cache].line_size)
         ->evictor = variable;
   }
}

/*--- The trace ---*/

static FILE* in;

static int byte(void)
{
   int b = getc(in);

   if (b == EOF)
      fail("the trace is cut off");
   return b;
}

static u64 number(void)
{
   u64 n = 0;
   int b, shift = 0;

   do {
      b = byte();
      n |= (u64)(b & 0x7f) << shift;
      shift += 7;
   } while (b & 0x80);
   return n;
}

static u64 signed_number(void)
{
   u64 n = number();

   return n & 1 ? ~(n >> 1) : n >> 1;
}

static char* string(void)
{
   u64   n = number();
   char* s = malloc(n + 1);

   for (u64 i = 0; i < n; i++)
      s[i] = byte();
   s[n] = 0;
   return s;
}

typedef struct {
   u64 addr, size, location;
} Instr;

typedef struct {
   u64 before, kind, size, location, ea;
} Ref;

typedef struct {
   u64    n, m;
   Instr* instrs;
   Ref*   refs;
} Segment;

typedef struct {
   u64 start, size, variable;
} Region;

static char**   locations; /* file, line and function */
static char**   variables;
static Segment* segments;
static Region*  regions;
static size_t   n_locations, n_variables, n_segments, n_regions;
static unsigned thread     = 1;
static int      collecting = 1;
static u64      n_refs, smallest_line, n_collected[2];

/* Variable 0 has no name, and what is in no region. */
static unsigned variable_at(u64 addr)
{
   for (size_t i = n_regions; i-- > 0;)
      if (addr - regions[i].start < regions[i].size)
         return regions[i].variable;
   return 0;
}

/* The columns of `counts'. */
enum { IR, I1MR, ILMR, DR, D1MR, DLMR, DW, D1MW, DLMW, D1COLD };

static u64 (*location_counts)[N_SUMS];

static u64* counts_of(u64 location)
{
   return location_counts[location];
}

#define MAX_REFS    64 /* in a segment; the tool's have fewer */
#define MAX_THREADS 100
#define N_COUNTS    6 /* accesses, hits, cold, capacity, conflict, evictions */

static u64* set_counts[N_CACHES][MAX_THREADS];

static u64* counts_of_set(int level, u64 set)
{
   u64** counts = &set_counts[level][thread];

   if (!*counts)
      *counts = calloc(n_sets(level) * N_COUNTS, sizeof **counts);
   return *counts + set * N_COUNTS;
}

static void add(u64* to, const u64* from, int n)
{
   while (n-- > 0)
      *to++ += *from++;
}

static void sum_up_sets(int level, unsigned t)
{
   const char* name = cache_name[level];

   for (u64 set = 0; set < n_sets(level); set++) {
      u64* n = set_counts[level][t] + set * N_COUNTS;

      if (n[0] == 0 && n[5] == 0)
         continue;
      add(sum_of(KEY("total\t%s", name), N_COUNTS), n, N_COUNTS);
      add(sum_of(KEY("thread\t%s\t%u", name, t), N_COUNTS), n, N_COUNTS);
      add(sum_of(KEY("set\t%s\t%u\t%llu", name, t, (unsigned long long)set),
                 N_COUNTS),
          n, N_COUNTS);
   }
}

static void sum_up(void)
{
   for (size_t i = 0; i < n_locations; i++)
      if (location_counts[i][IR] + location_counts[i][DR]
          + location_counts[i][DW])
         add(sum_of(KEY("counts\t%s", locations[i]), N_SUMS),
             location_counts[i], N_SUMS);
   for (int level = D1; level <= LL; level++)
      for (unsigned t = 0; t < MAX_THREADS; t++)
         if (set_counts[level][t])
            sum_up_sets(level, t);
}

static void count_level(int level, const ModelLevelOutcome* o, u64 addr,
                        u64 location, unsigned variable)
{
   const char* name = cache_name[level];
   const char* loc  = locations[location];
   u64         set  = set_of(level, o->misses ? o->line : addr);
   u64*        n    = counts_of_set(level, set);

   n[0]++;
   n[o->misses ? 2 + o->miss_class : 1]++;
   if (!o->misses)
      return;
   sum_of(KEY("variable\t%s\t%s", name, variables[variable]),
          3)[o->miss_class]++;
   sum_of(KEY("line\t%s\t%s", name, loc), 3)[o->miss_class]++;
   counts_of(location)[D1COLD + (level == LL ? 3 : 0) + o->miss_class]++;
   if (o->miss_class == CLASS_CONFLICT)
      sum_of(KEY("conflict\t%s\t%u\t%llu\t%s\t%s\t%s", name, thread,
                 (unsigned long long)set, variables[variable],
                 variables[o->evictor], loc),
             1)[0]++;
}

static void count_evictions(int level, const ModelOutcome* o)
{
   const ModelLevelOutcome* of_level = &o->level[level_of[level]];

   for (unsigned i = 0; i < of_level->n_evictions; i++)
      counts_of_set(level, set_of(level, of_level->evicted[i]))[5]++;
}

static void fetch(const Instr* i)
{
   ModelOutcome o = model_classes_reference(&model, true, i->addr, i->size, 1);

   if (!collecting)
      return;
   u64* n = counts_of(i->location);
   n[IR]++;
   n[I1MR] += o.result >= SIM_L1_MISS;
   n[ILMR] += o.result == SIM_LL_MISS;
   if (!set_local)
      count_evictions(LL, &o);
}

static void data(const Ref* ref)
{
   u64          size = ref->size < smallest_line ? ref->size : smallest_line;
   unsigned     variable = 0;
   ModelOutcome o =
      set_local ? set_local_reference(ref->ea, size)
                : model_classes_reference(&model, false, ref->ea, size, 0);

   if (o.level[LEVEL_D1].misses) {
      variable = variable_at(ref->ea);
      note_evictor(D1, &o, variable);
      note_evictor(LL, &o, variable);
   }
   n_collected[collecting]++;
   if (!collecting)
      return;
   u64* n = counts_of(ref->location) + (ref->kind == 1 ? DW : DR);
   n[0]++;
   n[1] += o.level[LEVEL_D1].misses;
   n[2] += o.level[LEVEL_LL].misses;
   count_level(D1, &o.level[LEVEL_D1], ref->ea, ref->location, variable);
   count_evictions(D1, &o);
   if (o.result >= SIM_L1_MISS) {
      count_level(LL, &o.level[LEVEL_LL], ref->ea, ref->location, variable);
      count_evictions(LL, &o);
   }
}

static void run(u64 id)
{
   if (id >= n_segments || segments[id].m > MAX_REFS)
      fail("a run of no segment, or of a large one");
   Segment* s = &segments[id];
   int      codes[MAX_REFS / 4];

   for (u64 i = 0; i < (s->m + 3) / 4; i++)
      codes[i] = byte();
   for (u64 i = 0; i < s->m; i++) {
      int bytes = 1 << (codes[i / 4] >> i % 4 * 2 & 3);
      u64 delta = 0;

      for (int j = 0; j < bytes; j++)
         delta |= (u64)byte() << 8 * j;
      if (bytes < 8 && delta >> (8 * bytes - 1))
         delta |= ~(u64)0 << 8 * bytes;
      s->refs[i].ea += delta;
   }
   u64 done = 0;
   for (u64 i = 0; i <= s->n; i++) {
      for (; done < s->m && s->refs[done].before == i; done++)
         data(&s->refs[done]);
      if (i < s->n)
         fetch(&s->instrs[i]);
   }
   if (done < s->m)
      fail("references out of order");
   n_refs += s->m;
}

static void define_segment(void)
{
   Segment s   = {.n = number()};
   u64     end = 0;

   s.instrs = calloc(s.n + 1, sizeof *s.instrs);
   for (u64 i = 0; i < s.n; i++) {
      s.instrs[i].addr     = end + signed_number();
      s.instrs[i].size     = number();
      s.instrs[i].location = number();
      end                  = s.instrs[i].addr + s.instrs[i].size;
   }
   s.m    = number();
   s.refs = calloc(s.m + 1, sizeof *s.refs);
   for (u64 i = 0; i < s.m; i++) {
      s.refs[i].before   = number();
      s.refs[i].kind     = number();
      s.refs[i].size     = number();
      s.refs[i].location = number();
      if (s.refs[i].kind > 2 || s.refs[i].location >= n_locations)
         fail("a reference of no kind or place");
   }
   segments               = grown(segments, n_segments, sizeof s);
   segments[n_segments++] = s;
}

static void define_location(void)
{
   char *file = string(), *fn = string();

   locations = grown(locations, n_locations, sizeof *locations);
   KEY("%s\t%llu\t%s", file, (unsigned long long)number(), fn);
   locations[n_locations] = strdup(key);

   location_counts =
      grown(location_counts, n_locations, sizeof *location_counts);
   memset(location_counts[n_locations++], 0, sizeof *location_counts);
}

static void define_region(void)
{
   regions                     = grown(regions, n_regions, sizeof *regions);
   regions[n_regions].start    = number();
   regions[n_regions].size     = number();
   regions[n_regions].variable = number();
   if (regions[n_regions++].variable >= n_variables)
      fail("a region of no variable");
}

/* The record of the caches; those on the command line take their place. */
static void define_caches(char** given)
{
   for (int i = 0; i < N_CACHES; i++) {
      int size = number(), ways = number(), line_size = number();

      if (given && sscanf(given[i], "%d,%d,%d", &size, &ways, &line_size) != 3)
         fail("not a cache");
      geometry[i] = (CacheGeometry){size, ways, line_size};
      if (i == 0 || (u64)line_size < smallest_line)
         smallest_line = line_size;
   }
   init_caches();
}

int main(int argc, char** argv)
{
   char magic[8];
   u64  tag;
   int  ended = 0;

   set_local = argc == 6 && strcmp(argv[5], "set-local") == 0;
   if (argc != 2 && argc != 5 && !set_local)
      fail("usage: replay TRACE [I1 D1 LL [set-local]]");
   if (!(in = fopen(argv[1], "r")))
      fail("no such trace");
   if (fread(magic, 1, 8, in) != 8 || memcmp(magic, "CGTRACE\1", 8))
      fail("not a trace");
   for (int b; (b = getc(in)) != EOF;) {
      ungetc(b, in);
      ended = (tag = number()) == 0;
      switch (tag) {
      case 0:
         if (number() != n_refs)
            fail("wrong number of references");
         break;
      case 1:
         free(string());
         break;
      case 2:
         define_caches(argc > 2 ? argv + 2 : NULL);
         break;
      case 3:
         define_location();
         break;
      case 4:
         variables = grown(variables, n_variables, sizeof *variables);
         variables[n_variables++] = string();
         break;
      case 5:
         define_segment();
         break;
      case 6:
         define_region();
         break;
      case 7:
         if ((thread = number()) >= MAX_THREADS)
            fail("too many threads");
         break;
      case 8:
         collecting = number();
         break;
      default:
         if (tag < 16)
            fail("an unknown record");
         run(tag - 16);
      }
   }
   if (!ended)
      fail("the trace does not end with an END");
   for (int i = 0; i < 2; i++)
      sum_of(KEY("collect\t%d", i), 1)[0] = n_collected[i];
   sum_up();
   print_sums();
   return 0;
}
