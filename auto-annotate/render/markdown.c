/* SPDX-License-Identifier: GPL-2.0-or-later */
/* markdown.c: see markdown.h. */

#include <stdio.h>
#include <string.h>

#include "render/markdown.h"
#include "render/utf8.h"

/*------------------------------------------------------------*/
/*--- Text                                                 ---*/
/*------------------------------------------------------------*/

/* What means something only at the beginning of a line, or not at all. */
#define PLAIN_PUNCTUATION "%,;?!'\"/=+()-"

/* Whether Markdown and HTML see nothing in the byte `i' of a text.  A full stop
   may be within an address that becomes a link. */
static gboolean is_harmless(const char* text, gsize length, gsize i)
{
   char byte = text[i];

   if (byte == '\0' || byte == '\n' || byte == '\r')
      return FALSE;
   if (!g_ascii_ispunct(byte))
      return TRUE;
   if (i == 0)
      return FALSE;
   if (byte == '.')
      return i + 1 == length || text[i + 1] == ' ';
   return strchr(PLAIN_PUNCTUATION, byte) != NULL;
}

/* Writes printable text in which Markdown and HTML see nothing: punctuation
   becomes entities, which are never more than text, and what ends a line a
   blank. */
static void write_harmless(Output* output, const char* text, gsize length)
{
   gsize from = 0;

   for (gsize i = 0; i < length; i++) {
      char entity[16] = " ";
      if (is_harmless(text, length, i))
         continue;
      if (g_ascii_ispunct(text[i]))
         snprintf(entity, sizeof entity, "&#%d;", text[i]);
      output_text(output, text + from, i - from);
      output_literal(output, entity);
      from = i + 1;
   }
   output_text(output, text + from, length - from);
}

void markdown_heading(Output* output, guint level, const char* text)
{
   for (guint i = 0; i < level; i++)
      output_literal(output, "#");
   output_literal(output, " ");
   markdown_text(output, text);
   output_literal(output, "\n\n");
}

void markdown_text(Output* output, const char* text)
{
   char* printable = utf8_printable(text, strlen(text));

   write_harmless(output, printable, strlen(printable));
   g_free(printable);
}

/* Whether backquotes around text make it code, also in a table, where "|" would
   end the cell.  A blank at both ends would be lost. */
static gboolean fits_in_span(const char* text, gsize length)
{
   for (gsize i = 0; i < length; i++)
      if (strchr("`|\n\r", text[i]))
         return FALSE;
   return text[0] != ' ' || text[length - 1] != ' ';
}

static void write_element(Output* output, const char* text)
{
   output_literal(output, "<code>");
   markdown_text(output, text);
   output_literal(output, "</code>");
}

void markdown_code(Output* output, const char* text)
{
   char* printable = utf8_printable(text, strlen(text));
   gsize size      = strlen(printable);

   if (size > 0 && fits_in_span(printable, size)) {
      output_literal(output, "`");
      output_text(output, printable, size);
      output_literal(output, "`");
   } else if (size > 0)
      write_element(output, printable);
   g_free(printable);
}

void markdown_setting(Output* output, const char* title, const char* text)
{
   output_literal(output, title);
   markdown_code(output, text);
   output_literal(output, "\n\n");
}

/*------------------------------------------------------------*/
/*--- Tables                                               ---*/
/*------------------------------------------------------------*/

/* Begins a cell of the columns of events. */
static void begin_count(Output* output, guint column)
{
   output_literal(output, column == 0 ? "| " : " | ");
}

void markdown_begin_table(Output* output, const Columns* columns,
                          const char* const* labels)
{
   for (guint i = 0; i < columns->n_shown; i++) {
      begin_count(output, i);
      markdown_text(output, events_name(columns->events, columns->shown[i]));
   }
   for (guint i = 0; labels[i]; i++) {
      markdown_begin_cell(output);
      output_literal(output, labels[i]);
   }
   markdown_end_row(output);
   for (guint i = 0; i < columns->n_shown; i++)
      output_literal(output, "|---:");
   for (guint i = 0; labels[i]; i++)
      output_literal(output, "|---");
   output_literal(output, "|\n");
}

void markdown_begin_numbers(Output* output, const char* const* numbers,
                            const char* const* labels)
{
   for (guint i = 0; numbers[i]; i++) {
      begin_count(output, i);
      output_literal(output, numbers[i]);
   }
   for (guint i = 0; labels[i]; i++) {
      markdown_begin_cell(output);
      output_literal(output, labels[i]);
   }
   markdown_end_row(output);
   for (guint i = 0; numbers[i]; i++)
      output_literal(output, "|---:");
   for (guint i = 0; labels[i]; i++)
      output_literal(output, "|---");
   output_literal(output, "|\n");
}

void markdown_counts(Output* output, const Columns* columns,
                     const Count* counts)
{
   for (guint i = 0; i < columns->n_shown; i++) {
      Count count = counts ? counts[columns->shown[i]] : COUNT_NONE;
      char  text[TABLE_COUNT_BYTES];

      begin_count(output, i);
      if (count == COUNT_NONE)
         continue;
      table_format_count(text, columns, i, count);
      output_literal(output, text);
   }
}

void markdown_begin_cell(Output* output)
{
   output_literal(output, " | ");
}

void markdown_end_row(Output* output)
{
   output_literal(output, " |\n");
}

void markdown_begin_folded(Output* output, const char* title)
{
   output_literal(output, "<details><summary>");
   output_literal(output, title);
   output_literal(output, "</summary>\n\n");
}

void markdown_end_folded(Output* output)
{
   output_literal(output, "\n</details>\n\n");
}
