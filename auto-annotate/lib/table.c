/* SPDX-License-Identifier: GPL-2.0-or-later */
/* table.c: see table.h. */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lib/table.h"
#include "lib/width.h"

/* The width of " (12.34%)". */
#define PERCENT_WIDTH 9

static gboolean is_linear(const Columns* columns, guint column)
{
   return events_is_linear(columns->events, columns->shown[column]);
}

/* Writes a value of an event that is not linear.  Returns its length. */
static guint format_fraction(char text[TABLE_COUNT_BYTES], Count value)
{
   guint64 absolute = value < 0 ? -(guint64)value : (guint64)value;

   return snprintf(text, TABLE_COUNT_BYTES,
                   "%s%" G_GUINT64_FORMAT ".%0*" G_GUINT64_FORMAT,
                   value < 0 ? "-" : "", absolute / EVENTS_SCALE,
                   EVENTS_DECIMALS, absolute % EVENTS_SCALE);
}

/* Writes a count with a comma before each three digits.  Returns its length. */
guint table_format_number(char text[TABLE_COUNT_BYTES], Count count)
{
   char  plain[OUTPUT_MAX_NUMBER_BYTES];
   guint length = output_format_number(plain, count) - plain;
   guint sign   = plain[0] == '-';
   guint to     = 0;

   for (guint from = 0; from < length; from++) {
      if (from > sign && (length - from) % 3 == 0)
         text[to++] = ',';
      text[to++] = plain[from];
   }
   text[to] = '\0';
   return to;
}

static gboolean is_variance(const Columns* columns, guint column)
{
   return (int)columns->shown[column] == events_variance(columns->events);
}

/* Whether the counts of a column are followed by their share. */
static gboolean has_shares(const Columns* columns, guint column)
{
   return column < columns->n_percents && is_linear(columns, column)
          && !is_variance(columns, column);
}

/* Writes the standard error that a variance stands for.  Returns its length. */
static guint format_error(char text[TABLE_COUNT_BYTES], Count variance)
{
   guint n = g_strlcpy(text, width_plus_minus(), TABLE_COUNT_BYTES);

   return n
          + table_format_number(text + n,
                                llround(events_standard_error(variance)));
}

guint table_format_count(char text[TABLE_COUNT_BYTES], const Columns* columns,
                         guint column, Count count)
{
   if (count == COUNT_NONE)
      return g_strlcpy(text, ".", TABLE_COUNT_BYTES);
   if (is_variance(columns, column))
      return format_error(text, count);
   return is_linear(columns, column) ? table_format_number(text, count)
                                     : format_fraction(text, count);
}

guint table_format_share(char text[TABLE_COUNT_BYTES], const Columns* columns,
                         guint column, Count count)
{
   if (!has_shares(columns, column) || count == COUNT_NONE || count == 0)
      return g_strlcpy(text, "", TABLE_COUNT_BYTES);
   double share =
      table_percentage(count, columns->totals[columns->shown[column]]);
   /* Choose the decimals so that the percentage has five characters, if it can.
    */
   int decimals = -9.995 < share && share < 99.995 ? 2 : 1;
   return snprintf(text, TABLE_COUNT_BYTES, " (%5.*f%%)", decimals, share);
}

guint table_format_plain(char text[TABLE_COUNT_BYTES], const Columns* columns,
                         guint column, Count count)
{
   if (count == COUNT_NONE)
      return g_strlcpy(text, "", TABLE_COUNT_BYTES);
   if (!is_linear(columns, column))
      return format_fraction(text, count);
   return snprintf(text, TABLE_COUNT_BYTES, "%" G_GINT64_FORMAT, count);
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
   Table* table   = g_new0(Table, 1);
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
   char           text[TABLE_COUNT_BYTES];

   for (guint i = 0; i < columns->n_shown; i++) {
      Count count = counts[columns->shown[i]];
      if (count == COUNT_NONE)
         continue;
      if (is_variance(columns, i)) {
         format_error(text, count);
         table->widths[i] = MAX(table->widths[i], g_utf8_strlen(text, -1));
      } else if (!events_is_linear(columns->events, columns->shown[i]))
         table->widths[i] = MAX(table->widths[i], format_fraction(text, count));
      else {
         /* The sign counts as a digit, so -100,000 gets one character too
            many. */
         guint digits = output_format_number(text, count) - text;
         guint width  = digits + (digits - 1) / 3;
         width += i < columns->n_percents ? PERCENT_WIDTH : 0;
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

   output_style(output, OUTPUT_HEADING);
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
   output_plain(output);
   output_literal(output, "\n");
}

/* Returns the style of a count. */
static OutputStyle style_of(const Table* table, guint column, Count count)
{
   const Columns* columns = table->columns;

   if (count != COUNT_NONE && is_variance(columns, column))
      return OUTPUT_DIM;
   if (!table->heat || !is_linear(columns, column))
      return OUTPUT_PLAIN;
   return output_heat(
      table_percentage(count, columns->totals[columns->shown[column]]));
}

void table_write_counts(const Table* table, Output* output, const Count* counts)
{
   const Columns* columns = table->columns;

   for (guint i = 0; i < columns->n_shown; i++) {
      Count       count = counts[columns->shown[i]];
      char        text[TABLE_COUNT_BYTES], share[TABLE_COUNT_BYTES];
      guint       length = table_format_count(text, columns, i, count);
      guint       after  = table_format_share(share, columns, i, count);
      OutputStyle style  = style_of(table, i, count);

      /* A count without a percentage stays below the digits of the others. */
      if (after == 0 && has_shares(columns, i))
         after = snprintf(share, sizeof share, "%*s", PERCENT_WIDTH, "");
      write_blanks(output,
                   (gint64)table->widths[i] - g_utf8_strlen(text, -1) - after);
      if (style != OUTPUT_PLAIN)
         output_style(output, style);
      output_text(output, text, length);
      output_literal(output, share);
      if (style != OUTPUT_PLAIN)
         output_plain(output);
      output_literal(output, " ");
   }
}
