/* SPDX-License-Identifier: GPL-2.0-or-later */
/* comparison.c: compares combinations of caches; see comparison.h. */

#include "trace/comparison.h"

#include "conflicts/columns.h"
#include "conflicts/set_counts.h"
#include "lib/text.h"
#include "sim/cache/cg_geometry.h"

/* The columns: all misses, then the classes. */
enum { MISSES, FIRST_CLASS, N_COLUMNS = FIRST_CLASS + N_CLASSES };

typedef struct {
   ULong counts[N_COLUMNS];
} Row;

static Row report_row(const Report* r, Level level)
{
   SetCounts total = set_counts_of_level(r->conflict_counts, level);
   Row       row   = {{set_counts_all_misses(total.misses)}};

   for (MissClass c = 0; c < N_CLASSES; c++)
      row.counts[FIRST_CLASS + c] = total.misses[c];
   return row;
}

static Columns columns_of(Row rows[], guint n)
{
   static const HChar* labels[N_COLUMNS] = {"misses"};

   for (MissClass c = 0; c < N_CLASSES; c++)
      labels[FIRST_CLASS + c] = set_counts_class_name[c];

   Columns columns = columns_new(N_COLUMNS, labels);

   for (guint i = 0; i < n; i++)
      columns_fit(&columns, rows[i].counts);
   return columns;
}

/* The fewest misses of a row; the largest number there is if all rows have the
   same, so that none is the best. */
static ULong fewest(const Row rows[], guint n)
{
   ULong    least   = rows[0].counts[MISSES];
   gboolean differs = FALSE;

   for (guint i = 1; i < n; i++) {
      differs |= rows[i].counts[MISSES] != rows[0].counts[MISSES];
      least = MIN(least, rows[i].counts[MISSES]);
   }
   return differs ? least : G_MAXUINT64;
}

/* " --D1=32768,8,64": the caches in which the combinations differ. */
static void put_caches(GString* to, const Report* r,
                       const gboolean varies[N_CACHES])
{
   for (CacheId id = CACHE_I1; id < N_CACHES; id++) {
      const CacheGeometry* g = &r->geometry[id];

      if (varies[id])
         g_string_append_printf(to, " --%s=%d,%d,%d", cg_geometry_name(id),
                                g->size, g->assoc, g->line_size);
   }
}

/* What the table compares. */
typedef struct {
   const gboolean*    varies;   /* [N_CACHES] */
   const char* const* machines; /* NULL: combinations of caches */
   const Report*      reports;
   guint              n;
} Comparison;

static void put_name(GString* to, const Comparison* c, guint i)
{
   if (!c->machines) {
      put_caches(to, &c->reports[i], c->varies);
      return;
   }
   g_string_append(to, " --machine=");
   text_name(to, c->machines[i]);
}

/* The rows of the reports that have this level; in `of', the numbers of these
   reports.  Returns how many there are. */
static guint fill_rows(const Comparison* c, Level level, Row rows[], guint of[])
{
   guint n = 0;

   for (guint i = 0; i < c->n; i++)
      if (level < report_n_levels(&c->reports[i])) {
         rows[n] = report_row(&c->reports[i], level);
         of[n++] = i;
      }
   return n;
}

static void put_rows(GString* to, Level level, const Comparison* c, Row rows[],
                     const guint of[], guint n)
{
   Columns columns = columns_of(rows, n);
   ULong   best    = fewest(rows, n);

   g_string_append_printf(to, "\n%s", set_counts_level_name[level]);
   columns_write_labels(to, &columns);
   g_string_append(to, "\n");
   for (guint i = 0; i < n; i++) {
      g_string_append(to, "  ");
      columns_write_counts(to, &columns, rows[i].counts);
      g_string_append(to, rows[i].counts[MISSES] == best ? "  *" : "   ");
      put_name(to, c, of[i]);
      g_string_append(to, "\n");
   }
}

static void put_compared_level(GString* to, Level level, const Comparison* c)
{
   Row*   rows = g_new(Row, c->n);
   guint* of   = g_new(guint, c->n);
   guint  n    = fill_rows(c, level, rows, of);

   if (n > 0)
      put_rows(to, level, c, rows, of, n);
   g_free(rows);
   g_free(of);
}

void comparison_write(const Report reports[], guint n,
                      const gboolean     varies[N_CACHES],
                      const char* const* machines, GString* to)
{
   Comparison c = {varies, machines, reports, n};

   g_string_append_printf(to,
                          "Comparison of %u %s; * marks the fewest misses\n", n,
                          machines ? "machines" : "combinations of caches");
   for (Level level = 0; level < N_LEVELS; level++)
      put_compared_level(to, level, &c);
}
