/* SPDX-License-Identifier: GPL-2.0-or-later */
/* replay.c: what a trace says of caches, by brute force.  It shares no code
   with the tool and has no idea but the definitions: a set is a list of its
   lines, the last used first; so is all of a level, for the fully associative
   cache, and each reference searches them from the front.  Runs on the host.

      replay TRACE [I1 D1 LL]     each cache as size,ways,line size; without,
                                  those that the trace names

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

/*--- Lists, the last used first ---*/

typedef struct {
   u64      line;
   unsigned evictor;
} Entry;

typedef struct {
   Entry* entries;
   size_t n;
} List;

static long position(const List* l, u64 line)
{
   for (size_t i = 0; i < l->n; i++)
      if (l->entries[i].line == line)
         return i;
   return -1;
}

/* Move the entry at `i', or a new one if -1, to the front. */
static void to_front(List* l, long i, u64 line)
{
   Entry e = {line, 0};

   if (i < 0) {
      l->entries = grown(l->entries, l->n, sizeof e);
      i          = l->n++;
   } else {
      e = l->entries[i];
   }
   memmove(l->entries + 1, l->entries, i * sizeof e);
   l->entries[0] = e;
}

/*--- Caches ---*/

enum { I1, D1, LL, N_CACHES };
enum { COLD, CAPACITY, CONFLICT };

typedef struct {
   u64      size, ways, line_size, n_sets;
   List*    sets;
   List     all; /* lines ever touched */
   unsigned n_evicted;
   u64      evicted[2];
} Cache;

static Cache             caches[N_CACHES];
static const char* const cache_name[] = {"I1", "D1", "LL"};

static u64 set_of(const Cache* c, u64 addr)
{
   return addr / c->line_size % c->n_sets;
}

/* Touch a line.  Returns its class if it misses, else -1; `*evictor' is what
   had pushed it out. */
static int touch(Cache* c, u64 line, unsigned* evictor)
{
   List* set      = &c->sets[set_of(c, line)];
   long  in_set   = position(set, line);
   long  distance = position(&c->all, line);
   int class      = -1;

   if (in_set < 0)
      class = distance < 0                              ? COLD
              : (u64)distance >= c->size / c->line_size ? CAPACITY
                                                        : CONFLICT;
   *evictor = distance < 0 ? 0 : c->all.entries[distance].evictor;
   to_front(&c->all, distance, line);
   to_front(set, in_set, line);
   if (set->n > c->ways)
      c->evicted[c->n_evicted++] = set->entries[--set->n].line;
   return class;
}

typedef struct {
   int class;     /* -1: hits */
   u64      line; /* the first that misses, or the first */
   unsigned evictor;
} Result;

static Result reference(Cache* c, u64 addr, u64 size)
{
   u64      first = addr / c->line_size * c->line_size;
   u64      last  = (addr + size - 1) / c->line_size * c->line_size;
   unsigned evictor;
   Result   r = {-1, first, 0};

   c->n_evicted = 0;
   r.class      = touch(c, first, &r.evictor);
   if (last != first) {
      int class = touch(c, last, &evictor);
      if (r.class < 0 && class >= 0)
         r = (Result){class, last, evictor};
   }
   return r;
}

/* `variable' came, so others went. */
static void note_evictor(Cache* c, unsigned variable)
{
   for (unsigned i = 0; i < c->n_evicted; i++)
      c->all.entries[position(&c->all, c->evicted[i])].evictor = variable;
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

static unsigned variable_at(u64 addr)
{
   for (size_t i = n_regions; i-- > 0;)
      if (addr - regions[i].start < regions[i].size)
         return regions[i].variable;
   fail("a reference to no region");
   return 0;
}

/* The columns of `counts'. */
enum { IR, I1MR, ILMR, DR, D1MR, DLMR, DW, D1MW, DLMW, D1COLD };

static u64 (*location_counts)[N_SUMS];

static u64* counts_of(u64 location)
{
   return location_counts[location];
}

#define MAX_THREADS 100
#define N_COUNTS    6 /* accesses, hits, cold, capacity, conflict, evictions */

static u64* set_counts[N_CACHES][MAX_THREADS];

static u64* counts_of_set(int level, u64 set)
{
   u64** counts = &set_counts[level][thread];

   if (!*counts)
      *counts = calloc(caches[level].n_sets * N_COUNTS, sizeof **counts);
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

   for (u64 set = 0; set < caches[level].n_sets; set++) {
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
      if (location_counts[i][IR])
         add(sum_of(KEY("counts\t%s", locations[i]), N_SUMS),
             location_counts[i], N_SUMS);
   for (int level = D1; level <= LL; level++)
      for (unsigned t = 0; t < MAX_THREADS; t++)
         if (set_counts[level][t])
            sum_up_sets(level, t);
}

static void count_level(int level, const Result* r, u64 addr, u64 location,
                        unsigned variable)
{
   Cache*      c    = &caches[level];
   const char* name = cache_name[level];
   const char* loc  = locations[location];
   u64         set  = set_of(c, r->class < 0 ? addr : r->line);
   u64*        n    = counts_of_set(level, set);

   n[0]++;
   n[2 + r->class]++; /* of hits, if the class is -1 */
   if (r->class < 0)
      return;
   sum_of(KEY("variable\t%s\t%s", name, variables[variable]), 3)[r->class]++;
   sum_of(KEY("line\t%s\t%s", name, loc), 3)[r->class]++;
   counts_of(location)[D1COLD + (level == LL ? 3 : 0) + r->class]++;
   if (r->class == CONFLICT)
      sum_of(KEY("conflict\t%s\t%u\t%llu\t%s\t%s\t%s", name, thread,
                 (unsigned long long)set, variables[variable],
                 variables[r->evictor], loc),
             1)[0]++;
}

static void count_evictions(int level)
{
   Cache* c = &caches[level];

   for (unsigned i = 0; i < c->n_evicted; i++)
      counts_of_set(level, set_of(c, c->evicted[i]))[5]++;
}

static void fetch(const Instr* i)
{
   Result first = reference(&caches[I1], i->addr, i->size), last = {-1, 0, 0};

   if (first.class >= 0) {
      last = reference(&caches[LL], i->addr, i->size);
      note_evictor(&caches[LL], 1);
   }
   if (!collecting)
      return;
   u64* n = counts_of(i->location);
   n[IR]++;
   if (first.class < 0)
      return;
   n[I1MR]++;
   if (last.class >= 0)
      n[ILMR]++;
   count_evictions(LL);
}

static void data(const Ref* ref)
{
   u64      size     = ref->size < smallest_line ? ref->size : smallest_line;
   unsigned variable = 0;
   Result   first = reference(&caches[D1], ref->ea, size), last = {-1, 0, 0};

   if (first.class >= 0) {
      variable = variable_at(ref->ea);
      note_evictor(&caches[D1], variable);
      last = reference(&caches[LL], ref->ea, size);
      note_evictor(&caches[LL], variable);
   }
   n_collected[collecting]++;
   if (!collecting)
      return;
   u64* n = counts_of(ref->location) + (ref->kind == 1 ? DW : DR);
   n[0]++;
   n[1] += first.class >= 0;
   n[2] += last.class >= 0;
   count_level(D1, &first, ref->ea, ref->location, variable);
   count_evictions(D1);
   if (first.class >= 0) {
      count_level(LL, &last, ref->ea, ref->location, variable);
      count_evictions(LL);
   }
}

static void run(u64 id)
{
   if (id >= n_segments)
      fail("a run of no segment");
   Segment* s        = &segments[id];
   int      codes[2] = {0, 0};

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

static void init_caches(void)
{
   smallest_line = caches[0].line_size;
   for (int i = 0; i < N_CACHES; i++) {
      Cache* c  = &caches[i];
      c->n_sets = c->size / c->ways / c->line_size;
      c->sets   = calloc(c->n_sets, sizeof *c->sets);
      if (c->line_size < smallest_line)
         smallest_line = c->line_size;
   }
}

int main(int argc, char** argv)
{
   char magic[8];
   u64  tag;
   int  given = argc == 5, ended = 0;

   if (argc != 2 && argc != 5)
      fail("usage: replay TRACE [I1 D1 LL]");
   if (!(in = fopen(argv[1], "r")))
      fail("no such trace");
   if (fread(magic, 1, 8, in) != 8 || memcmp(magic, "CGTRACE\1", 8))
      fail("not a trace");
   for (int i = 0; given && i < N_CACHES; i++)
      if (sscanf(argv[2 + i], "%lu,%lu,%lu", &caches[i].size, &caches[i].ways,
                 &caches[i].line_size)
          != 3)
         fail("not a cache");
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
         for (int i = 0; i < N_CACHES; i++) {
            u64 size = number(), ways = number(), line_size = number();
            if (!given)
               caches[i] = (Cache){size, ways, line_size, 0, 0, {0, 0}, 0, {0}};
         }
         init_caches();
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
