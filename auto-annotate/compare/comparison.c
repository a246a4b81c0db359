/* SPDX-License-Identifier: GPL-2.0-or-later */
/* comparison.c: see comparison.h. */

#include <string.h>

#include "compare/comparison.h"
#include "lib/message.h"

struct Comparison {
   guint           n;        /* events recorded */
   const Versions* versions; /* or NULL */
   GHashTable*     files;    /* char* by File*: paths in the newer sources */
   const Events*   events;
   GHashTable* before; /* Count*, by Function*: its sums, by recorded event */
   Change*     total;
   GPtrArray*  functions; /* Change* */
};

/* Returns the sums of a function's lines, COUNT_NONE where it has none.  The
   caller frees them. */
static Count* sums_of(const Function* function, guint n)
{
   Count* sums = g_new(Count, n);
   Count* row  = g_new(Count, n);

   for (guint i = 0; i < n; i++)
      sums[i] = COUNT_NONE;
   for (gsize r = 0; r < function->lines.used; r++) {
      lines_counts(&function->lines, n, r, row);
      if (count_add_all(sums, row, n) >= 0)
         costs_fail_full(function);
   }
   g_free(row);
   return sums;
}

Comparison* comparison_begin(const Costs* before, const Versions* versions)
{
   Comparison* c         = g_new0(Comparison, 1);
   GPtrArray*  functions = costs_functions(before);

   c->n        = before->n_events;
   c->versions = versions;
   c->files    = g_hash_table_new_full(NULL, NULL, NULL, g_free);
   c->before   = g_hash_table_new_full(NULL, NULL, NULL, g_free);
   for (guint i = 0; i < functions->len; i++)
      g_hash_table_insert(c->before, functions->pdata[i],
                          sums_of(functions->pdata[i], c->n));
   g_ptr_array_free(functions, TRUE);
   return c;
}

/* Returns counts with the values of derived events, and 0 for each that is no
   count. */
static Count* with_derived(const Comparison* c, const Count* recorded)
{
   guint  n      = events_number(c->events);
   Count* counts = g_new(Count, n);

   memcpy(counts, recorded, c->n * sizeof *counts);
   int full = events_derive(c->events, counts);
   if (full >= 0)
      message_fail("the value of %s exceeds 63 bits",
                   events_name(c->events, full));
   for (guint i = 0; i < n; i++)
      if (counts[i] == COUNT_NONE)
         counts[i] = 0;
   return counts;
}

/* Ends the program if a count grew by more than 63 bits, which takes profiles
   with negative counts. */
static void check_growth(const Comparison* c, const Change* change)
{
   Count growth;

   for (guint i = 0; i < events_number(c->events); i++)
      if (__builtin_sub_overflow(change->after[i], change->before[i], &growth)
          || growth == COUNT_NONE)
         message_fail("the change of %s exceeds 63 bits",
                      events_name(c->events, i));
}

static void free_change(gpointer data)
{
   Change* change = data;

   g_free(change->before);
   g_free(change->after);
   g_free(change);
}

/* Returns what a report calls a file. */
static const char* name_of(const Comparison* c, const File* file)
{
   char* path = g_hash_table_lookup(c->files, file);

   if (!c->versions)
      return file->name;
   if (!path) {
      path = versions_path(c->versions, VERSIONS_NEW, file->name);
      if (!path)
         path = g_strdup(file->name);
      g_hash_table_insert(c->files, (gpointer)file, path);
   }
   return path;
}

/* Returns the change of a function, and adds it to the sums of all. */
static Change* change_of(const Comparison* c, const Function* function,
                         Count* all_before, Count* all_after)
{
   Change*      change   = g_new(Change, 1);
   const Count* old      = g_hash_table_lookup(c->before, function);
   int          variance = events_variance(c->events);
   Count*       sums     = sums_of(function, c->n); /* the difference */

   *change = (Change){.function = function, .file = name_of(c, function->file)};
   if (old) {
      change->before = with_derived(c, old);
      if (count_add_all(sums, old, c->n) >= 0
          || count_add_all(all_before, old, c->n) >= 0)
         costs_fail_full(function);
      /* A difference has the sum of both variances. */
      if (variance >= 0 && old[variance] != COUNT_NONE)
         sums[variance] -= 2 * old[variance];
   } else
      change->before = g_new0(Count, events_number(c->events));
   change->after = with_derived(c, sums);
   if (count_add_all(all_after, sums, c->n) >= 0)
      costs_fail_full(function);
   g_free(sums);
   check_growth(c, change);
   return change;
}

void comparison_end(Comparison* c, const Costs* costs, const Events* events)
{
   GPtrArray* functions = costs_functions(costs);
   Count*     before    = g_new0(Count, c->n);
   Count*     after     = g_new0(Count, c->n);

   c->events    = events;
   c->functions = g_ptr_array_new_with_free_func(free_change);
   for (guint i = 0; i < functions->len; i++)
      g_ptr_array_add(c->functions,
                      change_of(c, functions->pdata[i], before, after));
   c->total  = g_new(Change, 1);
   *c->total = (Change){.before = with_derived(c, before),
                        .after  = with_derived(c, after)};
   check_growth(c, c->total);
   g_free(before);
   g_free(after);
   g_ptr_array_free(functions, TRUE);
}

const Change* comparison_total(const Comparison* c)
{
   return c->total;
}

const GPtrArray* comparison_functions(const Comparison* c)
{
   return c->functions;
}

char* comparison_name(const Change* change)
{
   const Function* function = change->function;

   if (!function->object || strcmp(function->object, "???") == 0)
      return g_strdup(function->name);
   char* base = g_path_get_basename(function->object);
   char* name = g_strdup_printf("%s [%s]", function->name, base);
   g_free(base);
   return name;
}

Count* comparison_row(const Comparison* c, const Function* function, gsize row)
{
   Count* recorded = g_new(Count, c->n);

   lines_counts(&function->lines, c->n, row, recorded);
   Count* counts = with_derived(c, recorded);
   g_free(recorded);
   return counts;
}

guint64 comparison_line(const Comparison* c, const Change* of, guint event,
                        int sign, Count* change)
{
   const Lines* lines  = &of->function->lines;
   Count        growth = of->after[event] - of->before[event];
   guint64      most   = 0;

   *change = 0;
   for (gsize r = 0; r < lines->used; r++) {
      Count* counts = comparison_row(c, of->function, r);
      if (sign * counts[event] > sign * *change) {
         *change = counts[event];
         most    = lines_number(lines, c->n, r);
      }
      g_free(counts);
   }
   if (*change != 0 && (c->versions || sign * *change <= sign * growth))
      return most;
   *change = growth;
   return 0;
}

void comparison_free(Comparison* c)
{
   g_hash_table_destroy(c->before);
   g_hash_table_destroy(c->files);
   free_change(c->total);
   g_ptr_array_free(c->functions, TRUE);
   g_free(c);
}
