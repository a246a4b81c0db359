/* SPDX-License-Identifier: GPL-2.0-or-later */
/* evidence.c: see evidence.h. */

#include "trace/evidence.h"

#include "lib/hash.h"

#define N_DISTANCES 16
#define N_THREADS   16 /* of more, nothing is said about their parts */

/* The first FIRST_WORDS of the batches are looked at, and of the other batches
   one in EVERY. */
#define FIRST_WORDS (256 * 1024)
#define EVERY       8

/* A shorter distance is that of elements, not rows. */
#define LEAST_ROW 64

typedef struct {
   guint64 bytes, count;
} Distance;

/* The part of a variable that a thread wrote. */
typedef struct {
   guint64 lowest, highest; /* offsets; lowest > highest: nothing */
} Part;

/* Where a reference went last. */
typedef struct {
   Addr start; /* of the region */
   Addr addr;  /* 0: nowhere yet */
} LastRef;

/* One for each name. */
typedef struct {
   VariableUse        use;
   Distance           distances[N_DISTANCES]; /* the most frequent, nearly */
   Part               parts[N_THREADS];       /* by thread - 1 */
   LastRef            last;
   const struct Site* last_site;  /* which made it */
   Addr               all_starts; /* bits set in any of the regions' */
} Used;

/* A data reference of a segment. */
typedef struct Site {
   RefKind     kind;
   RegionFound found;
   Used*       used; /* the variable of `found' */
   LastRef     last;
} Site;

typedef struct {
   guint n;
   Site  sites[];
} SiteList;

struct Evidence {
   const Regions*   regions;
   const GPtrArray* names;
   GHashTable*      used;     /* Used, by name */
   GPtrArray*       segments; /* of SiteList */
   UInt             thread;
   guint64          n_batches, n_words;
};

Evidence* evidence_new(const Regions* regions, const GPtrArray* names)
{
   Evidence* e = g_new0(Evidence, 1);

   e->regions = regions;
   e->names   = names;
   /* Names are compared by their addresses: replay.c has each once. */
   e->used     = g_hash_table_new_full(hash_address, NULL, NULL, g_free);
   e->segments = g_ptr_array_new_with_free_func(g_free);
   e->thread   = 1;
   return e;
}

void evidence_free(Evidence* e)
{
   g_hash_table_destroy(e->used);
   g_ptr_array_free(e->segments, TRUE);
   g_free(e);
}

void evidence_segment(Evidence* e, const ReplayRef refs[], guint n_refs)
{
   SiteList* list = g_malloc0(sizeof *list + n_refs * sizeof list->sites[0]);

   list->n = n_refs;
   for (guint i = 0; i < n_refs; i++)
      list->sites[i].kind = refs[i].kind;
   g_ptr_array_add(e->segments, list);
}

void evidence_thread(Evidence* e, UInt number)
{
   e->thread = number;
}

/*------------------------------------------------------------*/
/*--- References                                           ---*/
/*------------------------------------------------------------*/

static Used* used_of(const Evidence* e, const char* name)
{
   Used* used = g_hash_table_lookup(e->used, name);

   if (used)
      return used;
   used           = g_new0(Used, 1);
   used->use.name = name;
   for (guint i = 0; i < N_THREADS; i++)
      used->parts[i].lowest = G_MAXUINT64;
   g_hash_table_insert(e->used, (gpointer)name, used);
   return used;
}

/* Counts a distance.  If it is new, it takes the place of the rarest, with its
   count, so that it is never underrated (A. Metwally, D. Agrawal and A. El
   Abbadi, "Efficient Computation of Frequent and Top-k Elements in Data
   Streams", ICDT 2005). */
static void add_distance(Used* used, guint64 bytes)
{
   Distance* rarest = &used->distances[0];

   for (guint i = 0; i < N_DISTANCES; i++) {
      Distance* d = &used->distances[i];

      if (d->bytes == bytes) {
         d->count++;
         return;
      }
      if (d->count < rarest->count)
         rarest = d;
   }
   rarest->bytes = bytes;
   rarest->count++;
}

/* Counts how far `addr' is from the last reference to the same region. */
static void add_step(Used* used, const LastRef* last, Addr start, Addr addr)
{
   if (last->start == start && last->addr != addr && last->addr != 0)
      add_distance(used,
                   addr > last->addr ? addr - last->addr : last->addr - addr);
}

static void note_part(Used* used, UInt thread, guint64 offset)
{
   if (thread > N_THREADS)
      return;
   Part* part = &used->parts[thread - 1];

   part->lowest  = MIN(part->lowest, offset);
   part->highest = MAX(part->highest, offset);
}

static void note_region(Used* used, const RegionFound* found)
{
   used->use.size = MAX(used->use.size, found->last - found->first + 1);
   used->all_starts |= found->first;
}

static void look_at(const Evidence* e, Site* site, Addr addr)
{
   guint64 version  = site->found.version;
   Addr    first    = site->found.first;
   guint   variable = regions_variable_again(e->regions, addr, &site->found);

   if (version != site->found.version || first != site->found.first) {
      site->used = used_of(e, e->names->pdata[variable]);
      note_region(site->used, &site->found);
   }

   Used* used = site->used;
   first      = site->found.first;
   used->use.references++;
   add_step(used, &site->last, first, addr);
   if (used->last_site != site)
      add_step(used, &used->last, first, addr);
   site->last = used->last = (LastRef){first, addr};
   used->last_site         = site;
   if (site->kind != REF_READ)
      note_part(used, e->thread, addr - first);
}

void evidence_run(Evidence* e, const Addr* item, const Addr* end)
{
   e->n_words += end - item;
   if (e->n_words > FIRST_WORDS && e->n_batches++ % EVERY != 0)
      return;
   while (item < end) {
      SiteList* list = g_ptr_array_index(e->segments, *item++);

      for (guint i = 0; i < list->n; i++)
         look_at(e, &list->sites[i], *item++);
   }
}

/*------------------------------------------------------------*/
/*--- What they show                                       ---*/
/*------------------------------------------------------------*/

/* How often references were a multiple of `bytes' apart. */
static guint64 multiples_of(const Used* used, guint64 bytes)
{
   guint64 count = 0;

   for (guint i = 0; i < N_DISTANCES; i++)
      if (used->distances[i].bytes % bytes == 0)
         count += used->distances[i].count;
   return count;
}

/* The highest count of a distance of at least `least' and at most `most'
   bytes. */
static guint64 highest_count(const Used* used, guint64 least, guint64 most)
{
   guint64 count = 0;

   for (guint i = 0; i < N_DISTANCES; i++)
      if (used->distances[i].bytes >= least && used->distances[i].bytes <= most)
         count = MAX(count, used->distances[i].count);
   return count;
}

/* The distance of rows: of those that are frequent, the one of which most
   distances are multiples.  A twentieth of all must be as long. */
static guint64 row_of(const Used* used)
{
   guint64 most = used->use.size / 2, row = 0;
   guint64 frequent = highest_count(used, LEAST_ROW, most);

   if (20 * frequent < used->use.references)
      return 0;
   for (guint i = 0; i < N_DISTANCES; i++) {
      const Distance* d = &used->distances[i];

      if (d->bytes < LEAST_ROW || d->bytes > most || 4 * d->count < frequent)
         continue;
      if (row == 0 || multiples_of(used, d->bytes) > multiples_of(used, row))
         row = d->bytes;
   }
   return row;
}

static guint64 common_divisor(guint64 a, guint64 b)
{
   while (b > 0) {
      guint64 rest = a % b;

      a = b;
      b = rest;
   }
   return a;
}

/* The distance of the threads' parts; 0 if they overlap, or one wrote all. */
static guint64 part_of(const Used* used)
{
   guint64 divisor = 0;
   guint   first   = N_THREADS;

   /* Thread 1 often sets all to zero before the others begin. */
   for (guint i = 1; i < N_THREADS; i++) {
      if (used->parts[i].lowest == G_MAXUINT64)
         continue;
      if (first == N_THREADS)
         first = i;
      guint64 a = used->parts[first].lowest, b = used->parts[i].lowest;
      divisor = common_divisor(divisor, a > b ? a - b : b - a);
   }
   for (guint i = 1; i < N_THREADS; i++)
      if (used->parts[i].lowest != G_MAXUINT64
          && used->parts[i].highest - used->parts[i].lowest >= divisor)
         return 0;
   return divisor;
}

static guint64 element_of(const Used* used)
{
   guint64 frequent = highest_count(used, 1, used->use.size);
   guint64 element  = part_of(used);

   for (guint i = 0; i < N_DISTANCES && part_of(used) == 0; i++) {
      const Distance* d = &used->distances[i];

      if (d->count > 0 && 8 * d->count >= frequent
          && (element == 0 || d->bytes < element))
         element = d->bytes;
   }
   return element;
}

static gint by_references(gconstpointer a, gconstpointer b)
{
   const VariableUse *x = a, *y = b;

   if (x->references != y->references)
      return x->references > y->references ? -1 : 1;
   return g_strcmp0(x->name, y->name);
}

GArray* evidence_uses(const Evidence* e)
{
   GArray*        uses = g_array_new(FALSE, FALSE, sizeof(VariableUse));
   GHashTableIter i;
   gpointer       value;

   g_hash_table_iter_init(&i, e->used);
   while (g_hash_table_iter_next(&i, NULL, &value)) {
      const Used* used = value;
      VariableUse use  = used->use;

      use.boundary = used->all_starts & -used->all_starts;
      use.row      = row_of(used);
      use.element  = element_of(used);
      g_array_append_val(uses, use);
   }
   g_array_sort(uses, by_references);
   return uses;
}
