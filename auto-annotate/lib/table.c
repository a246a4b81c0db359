/* SPDX-License-Identifier: GPL-2.0-or-later */
/* table.c: see table.h. */

#include <stdio.h>
#include <string.h>

#include "lib/table.h"

/* The width of " (12.34%)". */
#define PERCENT_WIDTH 9

/* The characters of a count: its digits, a comma before each three, and a
   sign. */
#define MAX_COUNT_WIDTH 32

/* Writes a value of an event that is not linear.  Returns its length. */
static guint format_fraction(char text[MAX_COUNT_WIDTH], Count value)
{
   guint64 absolute = value < 0 ? -(guint64)value : (guint64)value;

   return snprintf(text, MAX_COUNT_WIDTH,
                   "%s%" G_GUINT64_FORMAT ".%0*" G_GUINT64_FORMAT,
                   value < 0 ? "-" : "", absolute / EVENTS_SCALE,
                   EVENTS_DECIMALS, absolute % EVENTS_SCALE);
}

/* Writes a count with a comma before each three digits, or ".".  Returns its
   length; no NUL byte follows. */
static guint format_count(char text[MAX_COUNT_WIDTH], Count count)
{
   char  plain[OUTPUT_MAX_NUMBER_BYTES];
   guint to = 0;

   if (count == COUNT_NONE)
      plain[to++] = '.';
   guint length =
      to > 0 ? to : (guint)(output_format_number(plain, count) - plain);
   guint sign = plain[0] == '-';

   to = 0;
   for (guint from = 0; from < length; from++) {
      if (from > sign && (length - from) % 3 == 0)
         text[to++] = ',';
      text[to++] = plain[from];
   }
   return to;
}

double table_percentage(Count count, Count total)
{
   Count hundred;

   if (count == COUNT_NONE || total == COUNT_NONE || total == 0)
      return 0;
   /* While the product fits it is exact, and the percentage is rounded
      correctly. */
   if (!__builtin_mul_overflow(count, 100, &hundred))
      return (double)hundred / total;
   return (double)count * 100 / total;
}

Table* table_new(const Columns* columns)
{
   Table* table   = g_new(Table, 1);
   table->columns = columns;
   table->widths  = g_new(guint, columns->n_shown);
   for (guint i = 0; i < columns->n_shown; i++)
      table->widths[i] =
         strlen(events_name(columns->events, columns->shown[i]));
   return table;
}

void table_free(Table* table)
{
   g_free(table->widths);
   g_free(table);
}

void table_fit(Table* table, const Count* counts)
{
   const Columns* columns = table->columns;
   char           text[MAX_COUNT_WIDTH];

   for (guint i = 0; i < columns->n_shown; i++) {
      Count count = counts[columns->shown[i]];
      if (count == COUNT_NONE)
         continue;
      if (!events_is_linear(columns->events, columns->shown[i]))
         table->widths[i] = MAX(table->widths[i], format_fraction(text, count));
      else {
         /* The sign counts as a digit, so -100,000 gets one character too
            many. */
         guint digits = output_format_number(text, count) - text;
         guint width  = digits + (digits - 1) / 3;
         width += columns->percents ? PERCENT_WIDTH : 0;
         table->widths[i] = MAX(table->widths[i], width);
      }
   }
}

static void write_blanks(Output* output, gint64 n)
{
   for (; n > 0; n--)
      output_literal(output, " ");
}

void table_write_names(const Table* table, Output* output, const char* label)
{
   const Columns* columns = table->columns;

   for (guint i = 0; i < columns->n_shown; i++) {
      const char* name   = events_name(columns->events, columns->shown[i]);
      gsize       length = strlen(name);
      output_text(output, name, length);
      write_blanks(output, table->widths[i] - length + 1);
   }
   if (label) {
      output_literal(output, " ");
      output_literal(output, label);
   }
   output_literal(output, "\n");
}

void table_write_counts(const Table* table, Output* output, const Count* counts)
{
   const Columns* columns = table->columns;

   for (guint i = 0; i < columns->n_shown; i++) {
      Count    count = counts[columns->shown[i]];
      char     text[MAX_COUNT_WIDTH];
      char     percents[64] = "";
      gboolean linear = events_is_linear(columns->events, columns->shown[i]);
      guint    length = linear || count == COUNT_NONE
                           ? format_count(text, count)
                           : format_fraction(text, count);

      if (!linear)
         ;
      else if (columns->percents && (count == COUNT_NONE || count == 0))
         snprintf(percents, sizeof percents, "%*s", PERCENT_WIDTH, "");
      else if (columns->percents) {
         double share =
            table_percentage(count, columns->totals[columns->shown[i]]);
         /* Choose the decimals so that the percentage has five characters, if
            it can. */
         int decimals = -9.995 < share && share < 99.995 ? 2 : 1;
         snprintf(percents, sizeof percents, " (%5.*f%%)", decimals, share);
      }
      write_blanks(output, (gint64)table->widths[i] - length
                              - (gint64)strlen(percents));
      output_text(output, text, length);
      output_literal(output, percents);
      output_literal(output, " ");
   }
}
