/* SPDX-License-Identifier: GPL-2.0-or-later */
/* curve_table.c: see curve_table.h. */

#include "trace/curve_table.h"

#include <stdlib.h>
#include <string.h>

#include "conflicts/cg_json.h"
#include "conflicts/cg_text.h"
#include "conflicts/cg_writer.h"

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

static void put_curve_right(Writer* w, const HChar* text, guint width)
{
   guint length = cg_text_length(text);

   cg_writer_spaces(w, width > length ? width - length : 0);
   cg_writer_text(w, text);
}

/* Writes size number `n' with a unit of one letter and `after' it. */
static void put_size(Writer* w, UInt n, const HChar* after, guint width)
{
   HChar text[16];

   g_snprintf(text, sizeof text, "%u%s%c%s", 1u << n % 10, *after ? " " : "",
              "KMG"[n / 10], after);
   put_curve_right(w, text, width);
}

static void put_curve_ratio(Writer* w, ULong misses, ULong references)
{
   cg_writer_percent(w, misses, references, COLUMN_WIDTH - 3);
}

static void put_sizes(Writer* w, const CurveTable* t)
{
   ULong references = curve_references(&t->total);
   UInt  first      = curve_first_size(t->line_size);
   guint width      = 2 + MAX(cg_text_width(curve_misses(&t->total, first)), 6);

   put_curve_right(w, "size", COLUMN_WIDTH);
   put_curve_right(w, "misses", width);
   put_curve_right(w, "ratio", COLUMN_WIDTH);
   cg_writer_text(w, "\n");
   for (UInt n = first; n < CURVE_N_SIZES; n++) {
      ULong misses = curve_misses(&t->total, n);

      put_size(w, n, "iB", COLUMN_WIDTH);
      cg_writer_count(w, misses, width);
      put_curve_ratio(w, misses, references);
      cg_writer_text(w, "\n");
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
static void put_bars(Writer* w, const CurveTable* t, guint row, ULong whole)
{
   UInt n = curve_first_size(t->line_size);

   cg_writer_spaces(w, n * BAR_WIDTH);
   for (UInt first = n; n < CURVE_N_SIZES; n++) {
      ULong misses = curve_misses(&t->total, n);
      ULong height = height_of(misses, whole);

      if (height < row && (row > 1 || misses == 0))
         return;
      cg_writer_spaces(w, n == first ? 0 : BAR_WIDTH - 2);
      cg_writer_text(w, height < row ? ".." : "##");
   }
}

/* Writes the label of a row: the highest, the one at the half, or none. */
static void put_row_label(Writer* w, guint row, ULong top)
{
   if (row == PLOT_ROWS || row == PLOT_ROWS / 2)
      cg_writer_percent(w, top * row / PLOT_ROWS, 1000, AXIS_WIDTH - 5);
   else
      cg_writer_spaces(w, AXIS_WIDTH - 2);
   cg_writer_text(w, " |");
}

/* Writes the axis, with a label below each second size. */
static void put_axis(Writer* w)
{
   put_curve_right(w, "0.0% +", AXIS_WIDTH);
   for (guint i = 0; i < CURVE_N_SIZES * BAR_WIDTH; i++)
      cg_writer_char(w, '-');
   cg_writer_text(w, "\n");
   cg_writer_spaces(w, AXIS_WIDTH - 2);
   for (UInt n = 0; n < CURVE_N_SIZES; n += 2)
      put_size(w, n, "", n == 0 ? 2 * BAR_WIDTH - 2 : 2 * BAR_WIDTH);
   cg_writer_text(w, "\n");
}

static void put_plot(Writer* w, const CurveTable* t)
{
   ULong references = curve_references(&t->total);
   UInt  first      = curve_first_size(t->line_size);
   ULong top        = top_of_plot(curve_misses(&t->total, first), references);

   for (guint row = PLOT_ROWS; row > 0; row--) {
      put_row_label(w, row, top);
      put_bars(w, t, row, top * references);
      cg_writer_text(w, "\n");
   }
   put_axis(w);
}

/*------------------------------------------------------------*/
/*--- Lists                                                ---*/
/*------------------------------------------------------------*/

#define MAX_LISTED 10

/* The sizes whose ratios are listed: 4 KiB and so on. */
static const UInt listed_sizes[] = {2, SORT_SIZE, 8, 10, 13, 16};

static void put_curve_name(Writer* w, const CurveRow* row)
{
   if (row->file) {
      cg_writer_name(w, cg_text_base_name(row->file));
      cg_writer_text(w, ":");
   }
   cg_writer_name(w, row->name);
}

static void put_listed(Writer* w, const CurveRow* row, guint width)
{
   ULong references = curve_references(&row->counts);

   cg_writer_count(w, curve_misses(&row->counts, SORT_SIZE), width);
   for (guint i = 0; i < G_N_ELEMENTS(listed_sizes); i++)
      put_curve_ratio(w, curve_misses(&row->counts, listed_sizes[i]),
                      references);
   cg_writer_text(w, "  ");
   put_curve_name(w, row);
   cg_writer_text(w, "\n");
}

/* Writes the rows with the most misses at 32 KiB, if there are any. */
static void put_list(Writer* w, const HChar* title, const CurveRow* const* rows,
                     guint n)
{
   guint width;

   n = MIN(n, MAX_LISTED);
   while (n > 0 && curve_misses(&rows[n - 1]->counts, SORT_SIZE) == 0)
      n--;
   if (n == 0)
      return;
   width = MAX(cg_text_width(curve_misses(&rows[0]->counts, SORT_SIZE)), 6);
   cg_writer_text(w, "\n");
   cg_writer_text(w, title);
   cg_writer_text(w, " with the most misses at 32 KiB, and their ratios\n\n");
   put_curve_right(w, "misses", width);
   for (guint i = 0; i < G_N_ELEMENTS(listed_sizes); i++)
      put_size(w, listed_sizes[i], "iB", COLUMN_WIDTH);
   cg_writer_text(w, "\n");
   for (guint i = 0; i < n; i++)
      put_listed(w, rows[i], width);
}

/*------------------------------------------------------------*/
/*--- Text                                                 ---*/
/*------------------------------------------------------------*/

static void put_curve_head(Writer* w, const CurveTable* t)
{
   cg_writer_text(w, "Miss curve of fully associative LRU caches\nCommand: ");
   cg_writer_name(w, t->command);
   cg_writer_text(w, "\n\nData references: ");
   cg_writer_count(w, curve_references(&t->total), 0);
   cg_writer_text(w, "\nCold misses:     ");
   cg_writer_count(w, t->total.references[CURVE_COLD], 0);
   cg_writer_text(w, ", in a cache of any size\nLine size:       ");
   cg_writer_count(w, t->line_size, 0);
   cg_writer_text(w, " B\n");
}

void curve_table_text(CurveTable* t,
                      void (*put)(const HChar* text, SizeT length, void* to),
                      void* to)
{
   Writer w = {.put = put, .to = to};

   prepare_all(t);
   put_curve_head(&w, t);
   if (curve_references(&t->total) > 0) {
      cg_writer_text(&w, "\n");
      put_sizes(&w, t);
      cg_writer_text(&w, "\n");
      put_plot(&w, t);
   }
   put_list(&w, "Functions", t->functions, t->n_functions);
   put_list(&w, "Variables", t->variables, t->n_variables);
   cg_writer_flush(&w);
}

/*------------------------------------------------------------*/
/*--- JSON                                                 ---*/
/*------------------------------------------------------------*/

/* Writes `,"KEY":' and what `put' writes for each size that has room for a
   line. */
static void put_each_size(Writer* w, const CurveTable* t, const HChar* key,
                          const CurveCounts* counts)
{
   UInt first = curve_first_size(t->line_size);

   cg_writer_text(w, ",");
   cg_json_key(w, key);
   for (UInt n = first; n < CURVE_N_SIZES; n++) {
      cg_writer_text(w, n == first ? "[" : ",");
      cg_writer_number(w, counts ? curve_misses(counts, n) : curve_bytes(n), 0);
   }
   cg_writer_text(w, "]");
}

static void put_counts_json(Writer* w, const CurveTable* t,
                            const CurveCounts* counts)
{
   cg_json_key(w, "references");
   cg_writer_number(w, curve_references(counts), 0);
   cg_writer_text(w, ",");
   cg_json_key(w, "cold");
   cg_writer_number(w, counts->references[CURVE_COLD], 0);
   put_each_size(w, t, "misses", counts);
   cg_writer_text(w, "}");
}

/* Writes `,"KEY":[{...},...]'; each has its name as `name_key'. */
static void put_list_json(Writer* w, const CurveTable* t, const HChar* key,
                          const HChar* name_key, const CurveRow* const* rows,
                          guint n)
{
   cg_writer_text(w, ",");
   cg_json_key(w, key);
   cg_writer_text(w, "[");
   for (guint i = 0; i < n; i++) {
      cg_writer_text(w, i == 0 ? "{" : ",{");
      if (rows[i]->file) {
         cg_json_key(w, "file");
         cg_json_string(w, rows[i]->file);
         cg_writer_text(w, ",");
      }
      cg_json_key(w, name_key);
      cg_json_string(w, rows[i]->name);
      cg_writer_text(w, ",");
      put_counts_json(w, t, &rows[i]->counts);
   }
   cg_writer_text(w, "]");
}

void curve_table_json(CurveTable* t,
                      void (*put)(const HChar* text, SizeT length, void* to),
                      void* to)
{
   Writer w = {.put = put, .to = to};

   prepare_all(t);
   cg_writer_text(&w, "{");
   cg_json_key(&w, "version");
   cg_writer_number(&w, JSON_VERSION, 0);
   cg_writer_text(&w, ",");
   cg_json_key(&w, "command");
   cg_json_string(&w, t->command);
   cg_writer_text(&w, ",");
   cg_json_key(&w, "line_size");
   cg_writer_number(&w, t->line_size, 0);
   put_each_size(&w, t, "sizes", NULL);
   cg_writer_text(&w, ",");
   cg_json_key(&w, "total");
   cg_writer_text(&w, "{");
   put_counts_json(&w, t, &t->total);
   put_list_json(&w, t, "functions", "function", t->functions, t->n_functions);
   put_list_json(&w, t, "variables", "variable", t->variables, t->n_variables);
   cg_writer_text(&w, "}\n");
   cg_writer_flush(&w);
}
