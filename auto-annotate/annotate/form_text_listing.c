/* SPDX-License-Identifier: GPL-2.0-or-later */
/* form_text_listing.c: the list of functions, or the same counts in groups, as
   text.

   A view other than the list has percentages, and a column with the running
   total of the percentages of the first event sorted by.  Here,
   --view=file:function:

      Ir                 running  file:function
      1,105 (83.97%)      83.97%  prog.c
        900 (68.39%)                main
        205 (15.58%)                helper
        201 (15.27%)      99.24%  lib.c
        201 (15.27%)                strlen */

#include <stdio.h>
#include <string.h>

#include "annotate/form_text.h"
#include "annotate/layout.h"
#include "annotate/screen.h"
#include "annotate/selection.h"
#include "lib/width.h"

/* The width of the column "running", and how far members are indented. */
#define RUNNING_WIDTH 7
#define INDENT        "  "

/* What is above the names. */
static const char* const labels[] = {
   [VIEW_LIST]          = "file:function",
   [VIEW_FUNCTION]      = "file:function",
   [VIEW_FILE_FUNCTION] = "file:function",
   [VIEW_FUNCTION_FILE] = "function:file",
   [VIEW_OBJECT]        = "object:file:function",
};

typedef struct {
   const Annotation* annotation;
   Table*            table;
   Count             running; /* of the first event sorted by */
} Writer;

/* Adds a row to the running total and writes that, or blanks for a member. */
static void write_running(Writer* writer, const ViewRow* row, gboolean member)
{
   const Annotation* annotation = writer->annotation;
   guint             event = g_array_index(annotation->keys, SortKey, 0).event;
   char              text[32] = "";

   if (!screen_has_running(&writer->annotation->options))
      return;
   if (!member && events_is_linear(annotation->events, event)
       && count_add(&writer->running, row->counts[event]))
      snprintf(
         text, sizeof text, "%.2f%%",
         table_percentage(writer->running, annotation->columns.totals[event]));
   char* padded = g_strdup_printf(" %*s ", RUNNING_WIDTH, text);
   output_literal(annotation->output, padded);
   g_free(padded);
}

/* Returns "FILE:", without the directories if the line would be too long for
   the function's name as well. */
static char* file_prefix(const Writer* writer, const Function* function)
{
   char* whole  = g_strconcat(function->file->name, ":", NULL);
   char* both   = g_strconcat(whole, names_short_kept(function->name), NULL);
   char* base   = g_path_get_basename(function->file->name);
   char* prefix = output_fits(writer->annotation->output, both)
                     ? g_strdup(whole)
                     : g_strconcat(width_dots(), "/", base, ":", NULL);

   if (strlen(prefix) > strlen(whole)) {
      g_free(prefix);
      prefix = g_strdup(whole);
   }
   g_free(whole);
   g_free(both);
   g_free(base);
   return prefix;
}

/* Writes "FILE:FUNCTION"; and the object, if it is all that is known of the
   place. */
static void write_function_place(const Writer* writer, const Function* function)
{
   Output* output = writer->annotation->output;
   char*   prefix = file_prefix(writer, function);

   output_string(output, prefix);
   g_free(prefix);
   names_write(output, function->name, writer->annotation->options.names);
   char* object = view_only_object(writer->annotation, function);
   if (object) {
      output_literal(output, " [");
      output_string(output, object);
      output_literal(output, "]");
      g_free(object);
   }
}

static void write_function_name(const Writer* writer, const ViewRow* row)
{
   Output*    output = writer->annotation->output;
   NamesStyle names  = writer->annotation->options.names;
   View       view   = writer->annotation->options.view;

   if (!row->function && view == VIEW_FUNCTION_FILE)
      names_write(output, row->name, names);
   else if (!row->function)
      output_string(output, row->name);
   else if (view == VIEW_FILE_FUNCTION)
      names_write(output, row->function->name, names);
   else if (view == VIEW_FUNCTION_FILE)
      output_string(output, row->function->file->name);
   else
      write_function_place(writer, row->function);
}

static void write_text_row(Writer* writer, const ViewRow* row, gboolean member)
{
   Output* output = writer->annotation->output;

   table_write_counts(writer->table, output, row->counts);
   write_running(writer, row, member);
   output_literal(output, " ");
   if (member)
      output_literal(output, INDENT);
   write_function_name(writer, row);
   output_literal(output, "\n");
}

/* Writes all rows, each group with its members. */
static void write_text_rows(Writer* writer, const GPtrArray* rows)
{
   for (guint i = 0; i < rows->len; i++) {
      const ViewRow* row = rows->pdata[i];
      write_text_row(writer, row, FALSE);
      for (guint j = 0; row->members && j < row->members->len; j++)
         write_text_row(writer, row->members->pdata[j], TRUE);
   }
}

static void write_column_names(const Writer* writer)
{
   View  view  = writer->annotation->options.view;
   char* label = g_strdup_printf(
      "%s%s",
      screen_has_running(&writer->annotation->options) ? "running  " : "",
      labels[view]);

   layout_rule(writer->annotation->output);
   table_write_names(writer->table, writer->annotation->output, label);
   layout_rule(writer->annotation->output);
   g_free(label);
}

void form_text_listing_write(Form* form, const Listing* listing)
{
   const Annotation* annotation = form->annotation;
   Columns           columns    = selection_list_columns(annotation);
   Writer            writer = {.annotation = annotation, .running = COUNT_NONE};

   writer.table       = table_new(&columns);
   writer.table->heat = TRUE;
   /* The columns are wide enough for all functions, shown or not. */
   for (guint i = 0; i < listing->all->len; i++)
      table_fit(writer.table, ((ViewRow*)listing->all->pdata[i])->counts);
   write_column_names(&writer);
   write_text_rows(&writer, listing->rows);
   output_literal(annotation->output, "\n");
   table_free(writer.table);
}
