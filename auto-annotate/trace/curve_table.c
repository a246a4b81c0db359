/* SPDX-License-Identifier: GPL-2.0-or-later */
/* curve_table.c: see curve_table.h. */

#include "trace/curve_table.h"

#include <stdlib.h>
#include <string.h>

#include "conflicts/cg_text.h"
#include "lib/text.h"

#define JSON_VERSION 1

#define UNKNOWN "???"

/* 32 KiB, by which functions and variables are sorted: many processors have a
   first-level cache of this size. */
#define SORT_SIZE 5

/*------------------------------------------------------------*/
/*--- Functions and variables                              ---*/
/*------------------------------------------------------------*/

static int compare_counts(ULong a, ULong b)
{
   return (a < b) - (a > b);
}

/* The most misses first, then the most references, then by name. */
static int compare_curves(const void* a, const void* b)
{
   const CurveRow *x = *(const CurveRow*const*)a,
                  *y = *(const CurveRow*const*)b;
   int order         = compare_counts(curve_misses(&x->counts, SORT_SIZE),
                                      curve_misses(&y->counts, SORT_SIZE));

   if (order == 0)
      order = compare_counts(curve_references(&x->counts),
                             curve_references(&y->counts));
   if (order == 0)
      order = strcmp(x->name, y->name);
   return order == 0 && x->file ? strcmp(x->file, y->file) : order;
}

static gboolean has_curve_name(const CurveRow* row)
{
   return strcmp(row->name, UNKNOWN) != 0
          || (row->file && strcmp(row->file, UNKNOWN) != 0);
}

/* Removes rows without references, or all if none has a name; sorts the rest.
   Returns how many are left. */
static guint prepare_curves(const CurveRow* rows[], guint n)
{
   gboolean any_name = FALSE;
   guint    kept     = 0;

   for (guint i = 0; i < n; i++)
      if (curve_references(&rows[i]->counts) > 0) {
         any_name |= has_curve_name(rows[i]);
         rows[kept++] = rows[i];
      }
   if (!any_name)
      return 0;
   qsort(rows, kept, sizeof rows[0], compare_curves);
   return kept;
}

static void prepare_all(CurveTable* t)
{
   t->n_functions = prepare_curves(t->functions, t->n_functions);
   t->n_variables = prepare_curves(t->variables, t->n_variables);
}

/*------------------------------------------------------------*/
/*--- The table of sizes                                   ---*/
/*------------------------------------------------------------*/

#define COLUMN_WIDTH 9 /* " 128 KiB" or "  100.0%", and one more */

/* Writes size number `n' with a unit of one letter and `after' it. */
static void put_size(GString* to, UInt n, const char* after, guint width)
{
   char text[16];

   g_snprintf(text, sizeof text, "%u%s%c%s", 1u << n % 10, *after ? " " : "",
              "KMG"[n / 10], after);
   text_right(to, text, width);
}

static void put_curve_ratio(GString* to, ULong misses, ULong references)
{
   text_right(to, text_share(misses, references), COLUMN_WIDTH);
}

static void put_sizes(GString* to, const CurveTable* t)
{
   ULong references = curve_references(&t->total);
   UInt  first      = curve_first_size(t->line_size);
   guint width      = 2 + MAX(text_width(curve_misses(&t->total, first)), 6);

   text_right(to, "size", COLUMN_WIDTH);
   text_right(to, "misses", width);
   text_right(to, "ratio", COLUMN_WIDTH);
   g_string_append(to, "\n");
   for (UInt n = first; n < CURVE_N_SIZES; n++) {
      ULong misses = curve_misses(&t->total, n);

      put_size(to, n, "iB", COLUMN_WIDTH);
      text_count(to, misses, width);
      put_curve_ratio(to, misses, references);
      g_string_append(to, "\n");
   }
}

/*------------------------------------------------------------*/
/*--- The plot                                             ---*/
/*------------------------------------------------------------*/

#define PLOT_ROWS 10

/* Columns of a bar with its space, and those left of the bars. */
#define BAR_WIDTH  3
#define AXIS_WIDTH 9

/* What the highest row stands for, in tenths of a per cent: the smallest of
   these that is at least the highest ratio. */
static ULong top_of_plot(ULong misses, ULong references)
{
   static const ULong tops[] = {2, 4, 10, 20, 40, 100, 200, 400, 1000};
   guint              i      = 0;

   while (tops[i] < 1000 && misses * 1000 > tops[i] * references)
      i++;
   return tops[i];
}

/* The height of a bar in rows, rounded. */
static ULong height_of(ULong misses, ULong whole)
{
   return (2 * misses * PLOT_ROWS * 1000 + whole) / (2 * whole);
}

/* Writes the part of the bars that is in row `row', from 1.  Bars never become
   higher to the right.  Those that are too low for one row are dots. */
static void put_bars(GString* to, const CurveTable* t, guint row, ULong whole)
{
   UInt n = curve_first_size(t->line_size);

   text_spaces(to, n * BAR_WIDTH);
   for (UInt first = n; n < CURVE_N_SIZES; n++) {
      ULong misses = curve_misses(&t->total, n);
      ULong height = height_of(misses, whole);

      if (height < row && (row > 1 || misses == 0))
         return;
      text_spaces(to, n == first ? 0 : BAR_WIDTH - 2);
      g_string_append(to, height < row ? ".." : "##");
   }
}

/* Writes the label of a row: the highest, the one at the half, or none. */
static void put_row_label(GString* to, guint row, ULong top)
{
   gboolean has_label = row == PLOT_ROWS || row == PLOT_ROWS / 2;

   g_string_append_printf(to, "%*s |", AXIS_WIDTH - 2,
                          has_label ? text_share(top * row / PLOT_ROWS, 1000)
                                    : "");
}

/* Writes the axis, with a label below each second size. */
static void put_axis(GString* to)
{
   text_right(to, "0.0% +", AXIS_WIDTH);
   for (guint i = 0; i < CURVE_N_SIZES * BAR_WIDTH; i++)
      g_string_append_c(to, '-');
   g_string_append(to, "\n");
   text_spaces(to, AXIS_WIDTH - 2);
   for (UInt n = 0; n < CURVE_N_SIZES; n += 2)
      put_size(to, n, "", n == 0 ? 2 * BAR_WIDTH - 2 : 2 * BAR_WIDTH);
   g_string_append(to, "\n");
}

static void put_plot(GString* to, const CurveTable* t)
{
   ULong references = curve_references(&t->total);
   UInt  first      = curve_first_size(t->line_size);
   ULong top        = top_of_plot(curve_misses(&t->total, first), references);

   for (guint row = PLOT_ROWS; row > 0; row--) {
      put_row_label(to, row, top);
      put_bars(to, t, row, top * references);
      g_string_append(to, "\n");
   }
   put_axis(to);
}

/*------------------------------------------------------------*/
/*--- Lists                                                ---*/
/*------------------------------------------------------------*/

#define MAX_LISTED 10

/* The sizes whose ratios are listed: 4 KiB and so on. */
static const UInt listed_sizes[] = {2, SORT_SIZE, 8, 10, 13, 16};

static void put_curve_name(GString* to, const CurveRow* row)
{
   if (row->file) {
      text_name(to, cg_text_base_name(row->file));
      g_string_append(to, ":");
   }
   text_name(to, row->name);
}

static void put_listed(GString* to, const CurveRow* row, guint width)
{
   ULong references = curve_references(&row->counts);

   text_count(to, curve_misses(&row->counts, SORT_SIZE), width);
   for (guint i = 0; i < G_N_ELEMENTS(listed_sizes); i++)
      put_curve_ratio(to, curve_misses(&row->counts, listed_sizes[i]),
                      references);
   g_string_append(to, "  ");
   put_curve_name(to, row);
   g_string_append(to, "\n");
}

/* Writes the rows with the most misses at 32 KiB, if there are any. */
static void put_list(GString* to, const HChar* title,
                     const CurveRow* const* rows, guint n)
{
   guint width;

   n = MIN(n, MAX_LISTED);
   while (n > 0 && curve_misses(&rows[n - 1]->counts, SORT_SIZE) == 0)
      n--;
   if (n == 0)
      return;
   width = MAX(text_width(curve_misses(&rows[0]->counts, SORT_SIZE)), 6);
   g_string_append_printf(
      to, "\n%s with the most misses at 32 KiB, and their ratios\n\n", title);
   text_right(to, "misses", width);
   for (guint i = 0; i < G_N_ELEMENTS(listed_sizes); i++)
      put_size(to, listed_sizes[i], "iB", COLUMN_WIDTH);
   g_string_append(to, "\n");
   for (guint i = 0; i < n; i++)
      put_listed(to, rows[i], width);
}

/*------------------------------------------------------------*/
/*--- Text                                                 ---*/
/*------------------------------------------------------------*/

static void put_curve_head(GString* to, const CurveTable* t)
{
   g_string_append(to, "Miss curve of fully associative LRU caches\nCommand: ");
   text_name(to, t->command);
   g_string_append_printf(to,
                          "\n\nData references: %s\n"
                          "Cold misses:     %s, in a cache of any size\n"
                          "Line size:       %s B\n",
                          text_commas(curve_references(&t->total)),
                          text_commas(t->total.references[CURVE_COLD]),
                          text_commas(t->line_size));
}

void curve_table_text(CurveTable* t, GString* to)
{
   prepare_all(t);
   put_curve_head(to, t);
   if (curve_references(&t->total) > 0) {
      g_string_append(to, "\n");
      put_sizes(to, t);
      g_string_append(to, "\n");
      put_plot(to, t);
   }
   put_list(to, "Functions", t->functions, t->n_functions);
   put_list(to, "Variables", t->variables, t->n_variables);
}

/*------------------------------------------------------------*/
/*--- JSON                                                 ---*/
/*------------------------------------------------------------*/

/* Writes `,"KEY":[...]' with the misses at each size that has room for a line;
   `counts' is NULL: with the sizes. */
static void put_each_size(GString* to, const CurveTable* t, const char* key,
                          const CurveCounts* counts)
{
   UInt first = curve_first_size(t->line_size);

   g_string_append_printf(to, ",\"%s\":", key);
   for (UInt n = first; n < CURVE_N_SIZES; n++)
      g_string_append_printf(
         to, "%c%" G_GUINT64_FORMAT, n == first ? '[' : ',',
         (guint64)(counts ? curve_misses(counts, n) : curve_bytes(n)));
   g_string_append(to, "]");
}

static void put_counts_json(GString* to, const CurveTable* t,
                            const CurveCounts* counts)
{
   text_number_member(to, "references", curve_references(counts));
   g_string_append(to, ",");
   text_number_member(to, "cold", counts->references[CURVE_COLD]);
   put_each_size(to, t, "misses", counts);
   g_string_append(to, "}");
}

/* Writes `,"KEY":[{...},...]'; each has its name as `name_key'. */
static void put_list_json(GString* to, const CurveTable* t, const char* key,
                          const char* name_key, const CurveRow* const* rows,
                          guint n)
{
   g_string_append_printf(to, ",\"%s\":[", key);
   for (guint i = 0; i < n; i++) {
      g_string_append(to, i == 0 ? "{" : ",{");
      if (rows[i]->file) {
         text_member(to, "file", rows[i]->file);
         g_string_append(to, ",");
      }
      text_member(to, name_key, rows[i]->name);
      g_string_append(to, ",");
      put_counts_json(to, t, &rows[i]->counts);
   }
   g_string_append(to, "]");
}

void curve_table_json(CurveTable* t, GString* to)
{
   prepare_all(t);
   g_string_append_printf(to, "{\"version\":%d,", JSON_VERSION);
   text_member(to, "command", t->command);
   g_string_append_printf(to, ",\"line_size\":%u", t->line_size);
   put_each_size(to, t, "sizes", NULL);
   g_string_append(to, ",\"total\":{");
   put_counts_json(to, t, &t->total);
   put_list_json(to, t, "functions", "function", t->functions, t->n_functions);
   put_list_json(to, t, "variables", "variable", t->variables, t->n_variables);
   g_string_append(to, "}\n");
}
