/* SPDX-License-Identifier: GPL-2.0-or-later */
/* form_text_calls.c: who calls whom, as text:

      Ir               Ir itself            calls  function
      36,021 (83.97%)  1,105 ( 2.58%)           3  parse (json.c)
      20,730 (48.32%)            .         12,000    next (json.c), from
   json.c:7

   The cost itself is that of the first event sorted by. */

#include <stdio.h>
#include <string.h>

#include "annotate/form_text.h"
#include "annotate/layout.h"
#include "annotate/selection.h"

/* Rows that are deeper are not indented further. */
#define MAX_INDENTED 40

typedef struct {
   const Annotation* annotation;
   Columns           columns; /* with shares */
   Columns           itself;  /* one column: the first event sorted by */
   guint             event;   /* that */
   Table *           table, *own;
} CallsWriter;

/* Returns the file of a function without its directory, or the object if that
   is all that is known.  The caller frees it. */
static char* place_of(const Function* function)
{
   gboolean known = strcmp(function->file->name, ANNOTATION_UNKNOWN) != 0;

   return g_path_get_basename(
      !known && function->object ? function->object : function->file->name);
}

/* Writes "file.c:12", or only the file if the line is unknown. */
static void write_site(const CallsWriter* writer, const Function* function,
                       guint64 line)
{
   Output* output = writer->annotation->output;
   char*   file   = place_of(function);

   output_string(output, file);
   if (line > 0) {
      char* number = g_strdup_printf(":%" G_GUINT64_FORMAT, line);
      output_literal(output, number);
      g_free(number);
   }
   g_free(file);
}

static void write_call_name(const CallsWriter* writer, const CallRow* row)
{
   const Options* options   = &writer->annotation->options;
   Output*        output    = writer->annotation->output;
   gboolean       is_caller = options->view == VIEW_CALLERS && row->depth > 0;
   const char*    name      = row->function->name;

   output_string(output,
                 options->names == NAMES_LONG ? name : names_short_kept(name));
   output_literal(output, " (");
   write_site(writer, row->function, is_caller ? row->line : 0);
   output_literal(output, ")");
   if (row->caller && !is_caller) {
      output_literal(output, ", from ");
      write_site(writer, row->caller, row->line);
   }
}

/* Writes what the row cost without what it called, if that is known. */
static void write_own(const CallsWriter* writer, const CallRow* row)
{
   Count* unknown = g_new(Count, events_number(writer->annotation->events));

   for (guint i = 0; i < events_number(writer->annotation->events); i++)
      unknown[i] = COUNT_NONE;
   table_write_counts(writer->own, writer->annotation->output,
                      row->own ? row->own : unknown);
   g_free(unknown);
}

static void write_call_row(const CallsWriter* writer, const CallRow* row)
{
   Output* output = writer->annotation->output;
   char    count[TABLE_COUNT_BYTES], padded[TABLE_COUNT_BYTES + 8];

   table_write_counts(writer->table, output, row->inclusive);
   output_literal(output, " ");
   write_own(writer, row);
   table_format_number(count, row->number);
   snprintf(padded, sizeof padded, " %12s  ", row->inlined ? "." : count);
   output_literal(output, padded);
   for (guint i = 0; i < MIN(row->depth, MAX_INDENTED); i++)
      output_literal(output, "  ");
   write_call_name(writer, row);
   output_literal(output, "\n");
}

/* Makes the column wide enough for its name, and writes all names. */
static void write_call_heading(const CallsWriter* writer)
{
   Output* output = writer->annotation->output;
   char*   own    = g_strconcat(
           events_name(writer->annotation->events, writer->event), " itself", NULL);
   guint* width = &writer->own->widths[0];

   *width      = MAX(*width, strlen(own));
   char* label = g_strdup_printf("%-*s  %12s  function", *width, own, "calls");
   layout_rule(output);
   table_write_names(writer->table, output, label);
   layout_rule(output);
   g_free(label);
   g_free(own);
}

void form_text_calls_write(Form* form, const GArray* rows)
{
   const Annotation* annotation = form->annotation;
   CallsWriter       writer     = {.annotation = annotation,
                                   .columns = selection_with_percents(annotation),
                                   .itself  = annotation->columns,
                                   .event =
                                      g_array_index(annotation->keys, SortKey, 0).event};

   writer.itself.n_percents = 1;
   writer.itself.shown      = &writer.event;
   writer.itself.n_shown    = 1;
   writer.table             = table_new(&writer.columns);
   writer.own               = table_new(&writer.itself);
   writer.table->heat = writer.own->heat = TRUE;
   for (guint i = 0; i < rows->len; i++) {
      const CallRow* row = &g_array_index(rows, CallRow, i);
      table_fit(writer.table, row->inclusive);
      if (row->own)
         table_fit(writer.own, row->own);
   }
   write_call_heading(&writer);
   for (guint i = 0; i < rows->len; i++)
      write_call_row(&writer, &g_array_index(rows, CallRow, i));
   output_literal(annotation->output, "\n");
   table_free(writer.table);
   table_free(writer.own);
}
