/* SPDX-License-Identifier: GPL-2.0-or-later */
/* costs.c: see costs.h. */

#include <string.h>

#include "costs.h"

/*------------------------------------------------------------*/
/*--- Lines                                                ---*/
/*------------------------------------------------------------*/

/* With fewer rows out of order than this, they are not sorted in. */
#define MIN_UNSORTED 64

static gsize row_bytes(guint n)
{
   return (n + 1) * sizeof(Count);
}

static int compare_rows(gconstpointer a, gconstpointer b, gpointer unused)
{
   Count line_a = *(const Count*)a, line_b = *(const Count*)b;
   return line_a < line_b ? -1 : line_a > line_b;
}

int lines_sort(Lines* lines, guint n)
{
   if (lines->sorted == lines->used)
      return -1;
   g_qsort_with_data(lines->cells, lines->used, row_bytes(n), compare_rows,
                     NULL);

   gsize last = 0;
   int   full = -1;
   for (gsize row = 1; row < lines->used; row++) {
      Count* from = lines_row(lines, n, row);
      Count* to   = lines_row(lines, n, last);
      if (*from == *to) {
         int event = counts_add(to + 1, from + 1, n);
         full      = MAX(full, event);
      } else
         memmove(lines_row(lines, n, ++last), from, row_bytes(n));
   }
   lines->used = lines->sorted = last + 1;
   lines->hint                 = 0;
   return full;
}

/* The sorted row of a line, or the number of rows that come before it. */
static gsize find_row(const Lines* lines, guint n, Count line)
{
   gsize low = 0, high = lines->sorted;
   while (low < high) {
      gsize middle = low + (high - low) / 2;
      if (*lines_row(lines, n, middle) < line)
         low = middle + 1;
      else
         high = middle;
   }
   return low;
}

int lines_add(Lines* lines, guint n, guint64 line, const Count* counts)
{
   /* The line of the last call, or the one after it, is the usual case. */
   for (gsize row = lines->hint; row < lines->sorted && row < lines->hint + 2;
        row++)
      if (*lines_row(lines, n, row) == (Count)line) {
         lines->hint = row;
         return counts_add(lines_row(lines, n, row) + 1, counts, n);
      }

   gboolean in_order =
      lines->sorted == lines->used
      && (lines->sorted == 0
          || *lines_row(lines, n, lines->sorted - 1) < (Count)line);
   if (!in_order) {
      gsize row = find_row(lines, n, line);
      if (row < lines->sorted && *lines_row(lines, n, row) == (Count)line) {
         lines->hint = row;
         return counts_add(lines_row(lines, n, row) + 1, counts, n);
      }
   }

   if (lines->used == lines->capacity) {
      /* Sorting in may make room. */
      if (lines->used - lines->sorted >= MAX(lines->sorted, MIN_UNSORTED)) {
         int full = lines_sort(lines, n);
         if (full >= 0)
            return full;
      }
      if (lines->used >= lines->capacity / 2) {
         lines->capacity = MAX(1, 2 * lines->capacity);
         lines->cells =
            g_realloc_n(lines->cells, lines->capacity, row_bytes(n));
      }
   }
   Count* row = lines_row(lines, n, lines->used++);
   row[0]     = line;
   memcpy(row + 1, counts, n * sizeof *counts);
   if (in_order)
      lines->hint = lines->sorted++;
   return -1;
}

void lines_trim(Lines* lines, guint n)
{
   if (lines->capacity > lines->used) {
      lines->capacity = lines->used;
      lines->cells = g_realloc_n(lines->cells, lines->capacity, row_bytes(n));
   }
}

void lines_free(Lines* lines)
{
   g_free(lines->cells);
   *lines = (Lines){0};
}

/*------------------------------------------------------------*/
/*--- Functions                                            ---*/
/*------------------------------------------------------------*/

static guint function_hash(gconstpointer key)
{
   const Function* function = key;
   return 31 * g_str_hash(function->file) + g_str_hash(function->name);
}

static gboolean function_equal(gconstpointer a, gconstpointer b)
{
   return function_compare(a, b) == 0;
}

int function_compare(const Function* a, const Function* b)
{
   int by_file = strcmp(a->file, b->file);
   return by_file != 0 ? by_file : strcmp(a->name, b->name);
}

Costs* costs_new(guint n_events)
{
   Costs* costs     = g_new(Costs, 1);
   costs->n_events  = n_events;
   costs->functions = g_hash_table_new(function_hash, function_equal);
   return costs;
}

Function* costs_function(Costs* costs, const char* file, const char* name)
{
   Function  key      = {.file = (char*)file, .name = (char*)name};
   Function* function = g_hash_table_lookup(costs->functions, &key);

   if (!function) {
      function       = g_new0(Function, 1);
      function->file = g_strdup(file);
      function->name = g_strdup(name);
      g_hash_table_add(costs->functions, function);
   }
   function->lines.hint = 0;
   return function;
}

static int compare_pointers(gconstpointer a, gconstpointer b)
{
   return function_compare(*(Function* const*)a, *(Function* const*)b);
}

GPtrArray* costs_sorted(const Costs* costs)
{
   GPtrArray*     sorted = g_ptr_array_new();
   GHashTableIter iter;
   gpointer       function;

   g_hash_table_iter_init(&iter, costs->functions);
   while (g_hash_table_iter_next(&iter, &function, NULL))
      g_ptr_array_add(sorted, function);
   g_ptr_array_sort(sorted, compare_pointers);
   return sorted;
}
