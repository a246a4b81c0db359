/* SPDX-License-Identifier: GPL-2.0-or-later */
/* report_markdown.c: a comparison in Markdown, for the discussion of a change:

      ## Profile of `./prog`

      | | before | after | change | |
      |---|---:|---:|---:|---:|
      | Ir | 4,500 | 4,523 | +23 | +0.51% |

   then the limits that were crossed, the functions and the lines that changed
   most by one event, and, folded, by all events. */

#include <stdio.h>
#include <string.h>

#include "compare/report.h"
#include "render/markdown.h"

/* A function, or a line of one, and by how much it changed. */
typedef struct {
   const Change* of;
   guint64       line;   /* 0: the function, or what is of no line in it */
   Count*        counts; /* of all events */
} Row;

/*------------------------------------------------------------*/
/*--- Choosing                                             ---*/
/*------------------------------------------------------------*/

static void free_row(gpointer data)
{
   Row* row = data;

   g_free(row->counts);
   g_free(row);
}

/* Adds a row, which takes the counts, unless its event did not change. */
static void add_changed_row(GPtrArray* rows, const Report* report,
                            const Change* of, guint64 line, Count* counts)
{
   if (counts[report->event] == 0) {
      g_free(counts);
      return;
   }
   Row* row = g_new(Row, 1);
   *row     = (Row){.of = of, .line = line, .counts = counts};
   g_ptr_array_add(rows, row);
}

/* Returns the changes of a function. */
static Count* changes_of(const Report* report, const Change* change)
{
   guint  n       = events_number(report->columns.events);
   Count* changes = g_new(Count, n);

   for (guint i = 0; i < n; i++)
      changes[i] = change->after[i] - change->before[i];
   return changes;
}

static void add_line_rows(GPtrArray* rows, const Report* report,
                          const Change* of)
{
   const Lines* lines = &of->function->lines;
   guint        n     = events_recorded(report->columns.events);

   for (gsize row = 0; row < lines->used; row++)
      add_changed_row(rows, report, of, lines_number(lines, n, row),
                      comparison_row(report->comparison, of->function, row));
}

/* For g_ptr_array_sort_with_data(): what changed most comes first, then in the
   order of the functions and lines. */
static int compare_changes(gconstpointer a, gconstpointer b, gpointer event)
{
   const Row *   left = *(Row*const*)a, *right = *(Row*const*)b;
   const guint*  e        = event;
   const guint64 by_left  = ABS(left->counts[*e]);
   const guint64 by_right = ABS(right->counts[*e]);

   if (by_left != by_right)
      return by_left > by_right ? -1 : 1;
   int order = costs_compare_functions(left->of->function, right->of->function);
   if (order != 0)
      return order;
   return left->line < right->line ? -1 : left->line > right->line;
}

/* Returns the rows of functions, or of lines, that changed most.  The caller
   frees them. */
static GPtrArray* choose_changed(const Report* report, gboolean by_line)
{
   const GPtrArray* functions = comparison_functions(report->comparison);
   GPtrArray*       rows      = g_ptr_array_new_with_free_func(free_row);
   guint            event     = report->event;

   for (guint i = 0; i < functions->len; i++) {
      const Change* change = functions->pdata[i];
      if (by_line)
         add_line_rows(rows, report, change);
      else
         add_changed_row(rows, report, change, 0, changes_of(report, change));
   }
   g_ptr_array_sort_with_data(rows, compare_changes, &event);
   if (rows->len > REPORT_MAX_ROWS)
      g_ptr_array_set_size(rows, REPORT_MAX_ROWS);
   return rows;
}

/*------------------------------------------------------------*/
/*--- Writing                                              ---*/
/*------------------------------------------------------------*/

/* Writes a cell with a count, with "+" if it is a growth. */
static void write_count(Output* output, const Report* report, Count count,
                        gboolean is_change)
{
   char text[TABLE_COUNT_BYTES];

   table_format_count(text, &report->columns, 0, count);
   if (is_change && count > 0)
      output_literal(output, "+");
   output_literal(output, text);
}

/* Writes the cells of a count: before, after, the change, and that in percent.
 */
static void write_change(Output* output, const Report* report, Count before,
                         Count after)
{
   char percent[32] = "";

   write_count(output, report, before, FALSE);
   markdown_begin_cell(output);
   write_count(output, report, after, FALSE);
   markdown_begin_cell(output);
   write_count(output, report, after - before, TRUE);
   markdown_begin_cell(output);
   if (before > 0 && after != before)
      snprintf(percent, sizeof percent, "%+.2f%%",
               100 * ((double)after - before) / before);
   else if (before == 0 && after != 0)
      strcpy(percent, "new");
   output_literal(output, percent);
}

/* Writes the place of a row: "file:line", or the file, and the function. */
static void write_changed_place(Output* output, const Row* row,
                                gboolean by_line)
{
   const char* file  = row->of->file;
   char*       name  = comparison_name(row->of);
   char*       place = !by_line ? g_strdup_printf("%s:%s", file, name)
                       : row->line == 0
                          ? g_strdup(file)
                          : g_strdup_printf("%s:%" G_GUINT64_FORMAT, file, row->line);

   markdown_code(output, place);
   if (by_line) {
      output_literal(output, " ");
      markdown_code(output, name);
   }
   g_free(place);
   g_free(name);
}

static void write_changed_totals(const Report* report, Output* output)
{
   static const char* const numbers[] = {"event",  "before", "after",
                                         "change", "%",      NULL};
   static const char* const labels[]  = {NULL};
   const Change*            total     = comparison_total(report->comparison);

   markdown_begin_numbers(output, numbers, labels);
   for (guint i = 0; i < report->columns.n_shown; i++) {
      guint event = report->columns.shown[i];
      output_literal(output, "| ");
      markdown_text(output, events_name(report->columns.events, event));
      markdown_begin_cell(output);
      write_change(output, report, total->before[event], total->after[event]);
      markdown_end_row(output);
   }
   output_literal(output, "\n");
}

static void write_crossings(const Report* report, Output* output)
{
   if (report->crossed->len == 0) {
      output_literal(output, "All counts are within their limits.\n\n");
      return;
   }
   for (guint i = 0; i < report->crossed->len; i++) {
      char* sentence = limits_sentence(report->crossed->pdata[i]);
      output_literal(output, "- ");
      markdown_code(output, sentence);
      output_literal(output, "\n");
      g_free(sentence);
   }
   output_literal(output, "\n");
}

static void write_change_heading(const Report* report, Output* output,
                                 const char* what)
{
   char* heading =
      g_strdup_printf("%s that changed most, by %s", what,
                      events_name(report->columns.events, report->event));
   markdown_heading(output, 3, heading);
   g_free(heading);
}

/* Writes a table with the changes of one event. */
static void write_changed_rows(const Report* report, Output* output,
                               const GPtrArray* rows, gboolean by_line)
{
   static const char* const of_functions[] = {"before", "after", "change", "%",
                                              NULL};
   static const char* const of_lines[]     = {"change", NULL};
   static const char* const function[]     = {"function", NULL};
   static const char* const line[]         = {"line and function", NULL};
   guint                    event          = report->event;

   write_change_heading(report, output, by_line ? "Lines" : "Functions");
   markdown_begin_numbers(output, by_line ? of_lines : of_functions,
                          by_line ? line : function);
   for (guint i = 0; i < rows->len; i++) {
      const Row* row = rows->pdata[i];
      output_literal(output, "| ");
      if (by_line)
         write_count(output, report, row->counts[event], TRUE);
      else
         write_change(output, report, row->of->before[event],
                      row->of->after[event]);
      markdown_begin_cell(output);
      write_changed_place(output, row, by_line);
      markdown_end_row(output);
   }
   output_literal(output, "\n");
}

/* Writes a table with the changes of all events. */
static void write_all_events(const Report* report, Output* output,
                             const GPtrArray* rows, gboolean by_line)
{
   static const char* const function[] = {"function", NULL};
   static const char* const line[]     = {"line and function", NULL};

   markdown_begin_table(output, &report->columns, by_line ? line : function);
   for (guint i = 0; i < rows->len; i++) {
      const Row* row = rows->pdata[i];
      markdown_counts(output, &report->columns, row->counts);
      markdown_begin_cell(output);
      write_changed_place(output, row, by_line);
      markdown_end_row(output);
   }
}

static void write_sides(const Report* report, Output* output)
{
   const ReportSide *before = &report->before, *after = &report->after;

   output_literal(output, "## Profile ");
   markdown_code(output, after->profile);
   output_literal(output, ", compared with ");
   markdown_code(output, before->profile);
   output_literal(output, "\n\n");
   markdown_setting(output, "Command: ", after->command);
   if (strcmp(before->command, after->command) != 0)
      markdown_setting(output, "Command before: ", before->command);
   if (after->source) {
      output_literal(output, "Sources: ");
      markdown_code(output, after->source);
      output_literal(output, ", before: ");
      markdown_code(output, before->source);
      output_literal(output, "\n\n");
   }
}

void report_markdown(const Report* report, Output* output)
{
   GPtrArray* functions = choose_changed(report, FALSE);
   GPtrArray* lines     = report->lines ? choose_changed(report, TRUE) : NULL;

   write_sides(report, output);
   if (report->crossed)
      write_crossings(report, output);
   write_changed_totals(report, output);
   if (functions->len > 0)
      write_changed_rows(report, output, functions, FALSE);
   if (lines && lines->len > 0)
      write_changed_rows(report, output, lines, TRUE);
   if (functions->len > 0) {
      markdown_begin_folded(output, "Changes of all events");
      write_all_events(report, output, functions, FALSE);
      if (lines && lines->len > 0) {
         output_literal(output, "\n");
         write_all_events(report, output, lines, TRUE);
      }
      markdown_end_folded(output);
   }
   g_ptr_array_free(functions, TRUE);
   if (lines)
      g_ptr_array_free(lines, TRUE);
}
