/* SPDX-License-Identifier: GPL-2.0-or-later */
/* coverage.c: see coverage.h. */

#include <math.h>

#include "annotate/coverage.h"
#include "annotate/details.h"
#include "annotate/selection.h"
#include "lib/hash.h"
#include "lib/message.h"

/*------------------------------------------------------------*/
/*--- Choosing                                             ---*/
/*------------------------------------------------------------*/

static double size_of_count(const CoverageRow* row, guint event)
{
   Count count = row->counts[event];

   return count == COUNT_NONE ? 0 : fabs((double)count);
}

/* For g_array_sort_with_data(): the largest counts of an event first.  Ties are
   in the order of costs_functions(), whatever the sort does with them. */
static int compare_sizes(gconstpointer a, gconstpointer b, gpointer event)
{
   const CoverageRow *left  = *(CoverageRow*const*)a,
                     *right = *(CoverageRow*const*)b;
   double size              = size_of_count(left, GPOINTER_TO_UINT(event));
   double other             = size_of_count(right, GPOINTER_TO_UINT(event));

   if (size != other)
      return size > other ? -1 : 1;
   return costs_compare_functions(left->function, right->function);
}

/* Marks the functions that one event wants.  `order' has all rows. */
static void choose_by(const Annotation* annotation, GPtrArray* order,
                      guint event)
{
   double threshold = g_ascii_strtod(annotation->options.threshold, NULL);
   double total     = 0, left;

   for (guint i = 0; i < order->len; i++)
      total += size_of_count(order->pdata[i], event);
   left = total;
   g_ptr_array_sort_with_data(order, compare_sizes, GUINT_TO_POINTER(event));
   for (guint i = 0; i < order->len; i++) {
      CoverageRow* row  = order->pdata[i];
      double       size = size_of_count(row, event);
      if (size == 0
          || (threshold > 0 && left <= total * COVERAGE_LEFT_OUT / 100))
         break;
      row->listed = TRUE;
      row->lines |= size >= total * threshold / 100;
      left -= size;
   }
}

/* Marks a function into which so much was inlined that it reaches the threshold
   of an event with that, although its own counts are small. */
static void choose_inclusive(const Annotation* annotation, CoverageRow* row,
                             guint event)
{
   double threshold = g_ascii_strtod(annotation->options.threshold, NULL);
   double whole     = fabs((double)annotation->whole[event]);
   Count  count     = row->inclusive ? row->inclusive[event] : COUNT_NONE;

   if (count != COUNT_NONE && count != 0
       && fabs((double)count) >= whole * threshold / 100)
      row->listed = row->lines = TRUE;
}

/* The values of an event that is not linear are no shares of anything. */
static void choose(const Annotation* annotation, const GArray* rows)
{
   GPtrArray* order = g_ptr_array_sized_new(rows->len);

   for (guint i = 0; i < rows->len; i++)
      g_ptr_array_add(order, &g_array_index(rows, CoverageRow, i));
   for (guint i = 0; i < annotation->shown->len; i++) {
      guint event = g_array_index(annotation->shown, guint, i);
      if (!events_is_linear(annotation->events, event))
         continue;
      choose_by(annotation, order, event);
      for (guint j = 0; j < order->len; j++)
         choose_inclusive(annotation, order->pdata[j], event);
   }
   g_ptr_array_free(order, TRUE);
}

/*------------------------------------------------------------*/
/*--- The rest                                             ---*/
/*------------------------------------------------------------*/

/* Sums of an object, by recorded event. */
static CoverageRest* find_rest(GArray* rest, GHashTable* by_object,
                               const char* object, guint n_events)
{
   gpointer index;

   if (!g_hash_table_lookup_extended(by_object, object ? object : "", NULL,
                                     &index)) {
      CoverageRest new_rest = {.object = object};
      Count*       counts   = g_new(Count, n_events);
      for (guint i = 0; i < n_events; i++)
         counts[i] = COUNT_NONE;
      new_rest.counts = counts;
      index           = GUINT_TO_POINTER(rest->len);
      g_hash_table_insert(by_object, (gpointer)(object ? object : ""), index);
      g_array_append_val(rest, new_rest);
   }
   return &g_array_index(rest, CoverageRest, GPOINTER_TO_UINT(index));
}

/* Whether a function has only zeros, as in a difference without a change. */
static gboolean is_empty(const CoverageRow* row, guint n_events)
{
   for (guint i = 0; i < n_events; i++)
      if (row->counts[i] != 0 && row->counts[i] != COUNT_NONE)
         return FALSE;
   return TRUE;
}

static GArray* sum_rest(const Annotation* annotation, const GArray* rows)
{
   guint       n_events  = events_recorded(annotation->events);
   GArray*     rest      = g_array_new(FALSE, FALSE, sizeof(CoverageRest));
   GHashTable* by_object = g_hash_table_new(hash_text, g_str_equal);

   for (guint i = 0; i < rows->len; i++) {
      const CoverageRow* row = &g_array_index(rows, CoverageRow, i);
      if (row->listed || is_empty(row, n_events))
         continue;
      CoverageRest* one =
         find_rest(rest, by_object, row->function->object, n_events);
      one->n++;
      if (count_add_all((Count*)one->counts, row->function->sums, n_events)
          >= 0)
         costs_fail_full(row->function);
   }
   for (guint i = 0; i < rest->len; i++) {
      CoverageRest* one = &g_array_index(rest, CoverageRest, i);
      one->counts       = selection_derive(annotation, one->counts);
   }
   g_hash_table_destroy(by_object);
   return rest;
}

/*------------------------------------------------------------*/
/*--- All functions                                        ---*/
/*------------------------------------------------------------*/

/* For g_array_sort_with_data(). */
static int compare_covered(gconstpointer a, gconstpointer b,
                           gpointer annotation)
{
   const CoverageRow *left = a, *right = b;
   int by_counts = selection_compare(annotation, left->counts, right->counts);

   return by_counts != 0
             ? by_counts
             : costs_compare_functions(left->function, right->function);
}

/*------------------------------------------------------------*/
/*--- Lines of sources that cannot be read                 ---*/
/*------------------------------------------------------------*/

/* Returns the threshold of an event as a count; infinity if its values are no
   shares of anything. */
static double least_count(const Annotation* annotation, const GArray* rows,
                          guint event)
{
   double threshold = g_ascii_strtod(annotation->options.threshold, NULL);
   double total     = 0;

   if (!events_is_linear(annotation->events, event))
      return INFINITY;
   for (guint i = 0; i < rows->len; i++)
      total += size_of_count(&g_array_index(rows, CoverageRow, i), event);
   return total * threshold / 100;
}

static void choose_bare_lines(const Annotation* annotation, Coverage* coverage)
{
   guint sorted = g_array_index(annotation->keys, SortKey, 0).event;
   int   ir     = events_find_recorded(annotation->sum->header->events, "Ir");

   coverage->line_events[0] = sorted;
   coverage->line_events[1] = ir >= 0 ? (guint)ir : sorted;
   for (guint i = 0; i < G_N_ELEMENTS(coverage->line_events); i++)
      coverage->line_least[i] =
         least_count(annotation, coverage->rows, coverage->line_events[i]);
}

gboolean coverage_has_bare_line(const Coverage* coverage, const Count* counts)
{
   for (guint i = 0; i < G_N_ELEMENTS(coverage->line_events); i++) {
      Count count = counts[coverage->line_events[i]];
      if (count != COUNT_NONE && fabs((double)count) >= coverage->line_least[i])
         return TRUE;
   }
   return FALSE;
}

/*------------------------------------------------------------*/
/*--- All                                                  ---*/
/*------------------------------------------------------------*/

Coverage* coverage_new(const Annotation* annotation)
{
   Coverage*  coverage  = g_new(Coverage, 1);
   GPtrArray* functions = costs_functions(annotation->sum->costs);

   coverage->rows = g_array_new(FALSE, FALSE, sizeof(CoverageRow));
   for (guint i = 0; i < functions->len; i++) {
      Function*   function = functions->pdata[i];
      CoverageRow row      = {
              .function  = function,
              .counts    = selection_derive(annotation, function->sums),
              .inclusive = function->calls ? selection_derive(
                              annotation, details_inclusive(annotation, function))
                                           : NULL};
      g_array_append_val(coverage->rows, row);
   }
   g_ptr_array_free(functions, TRUE);
   g_array_sort_with_data(coverage->rows, compare_covered,
                          (gpointer)annotation);
   choose(annotation, coverage->rows);
   coverage->rest = sum_rest(annotation, coverage->rows);
   choose_bare_lines(annotation, coverage);
   return coverage;
}
