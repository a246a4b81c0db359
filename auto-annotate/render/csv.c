/* SPDX-License-Identifier: GPL-2.0-or-later */
/* csv.c: see csv.h. */

#include <stdio.h>
#include <string.h>

#include "render/csv.h"

/* Writes the comma before every field but the first. */
static void begin_field(Csv* csv)
{
   if (csv->begun)
      output_literal(csv->output, ",");
   csv->begun = TRUE;
}

static gboolean needs_quotes(const char* text, gsize length)
{
   for (gsize i = 0; i < length; i++)
      if (text[i] == '"' || text[i] == ',' || text[i] == '\n'
          || text[i] == '\r')
         return TRUE;
   return FALSE;
}

void csv_text_length(Csv* csv, const char* text, gsize length)
{
   const char *end = text + length, *quote;

   begin_field(csv);
   if (!needs_quotes(text, length)) {
      output_text(csv->output, text, length);
      return;
   }
   output_literal(csv->output, "\"");
   while ((quote = memchr(text, '"', end - text))) {
      output_text(csv->output, text, quote - text);
      output_literal(csv->output, "\"\"");
      text = quote + 1;
   }
   output_text(csv->output, text, end - text);
   output_literal(csv->output, "\"");
}

void csv_text(Csv* csv, const char* text)
{
   csv_text_length(csv, text, strlen(text));
}

void csv_number(Csv* csv, guint64 number)
{
   char text[OUTPUT_MAX_NUMBER_BYTES];

   begin_field(csv);
   snprintf(text, sizeof text, "%" G_GUINT64_FORMAT, number);
   output_literal(csv->output, text);
}

void csv_event_names(Csv* csv, const Columns* columns)
{
   for (guint i = 0; i < columns->n_shown; i++)
      csv_text(csv, events_name(columns->events, columns->shown[i]));
}

void csv_counts(Csv* csv, const Columns* columns, const Count* counts)
{
   for (guint i = 0; i < columns->n_shown; i++) {
      char text[TABLE_COUNT_BYTES];

      begin_field(csv);
      table_format_plain(text, columns, i, counts[columns->shown[i]]);
      output_literal(csv->output, text);
   }
}

void csv_end_row(Csv* csv)
{
   output_literal(csv->output, "\n");
   csv->begun = FALSE;
}
