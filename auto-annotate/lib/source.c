/* SPDX-License-Identifier: GPL-2.0-or-later */
/* source.c: see source.h. */

#include <string.h>

#include "lib/input.h"
#include "lib/message.h"
#include "lib/source.h"

/* These lines frame a warning, so that it is not overlooked. */
static const char frame[] = "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@"
                            "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@"
                            "\n";
static const char frame_warning[] =
   "@@ WARNING @@ WARNING @@ WARNING @@ WARNING @@ WARNING @@ WARNING @@ "
   "WARNING @@"
   "\n";

gboolean source_find(Source* source, const char* name,
                     const GPtrArray* directories, Tree* tree, GError** error)
{
   source->name = name;
   for (guint i = 0; i <= directories->len; i++) {
      source->directory = i == 0 ? "" : directories->pdata[i - 1];
      source->path      = g_strconcat(source->directory, name, NULL);
      source->changed   = tree_readable_file(source->path);
      if (source->changed >= 0)
         return TRUE;
      g_free(source->path);
   }
   source->directory = NULL;
   source->path      = tree_find(tree, name, &source->changed, error);
   return source->path != NULL;
}

void source_write_name(const Source* source, Output* output)
{
   if (source->directory && *source->directory) {
      output_string(output, source->directory);
      output_literal(output, " + ");
   }
   output_string(output, source->name);
   if (!source->directory) {
      output_literal(output, ", found as ");
      output_string(output, source->path);
   }
   output_literal(output, "\n");
}

/* Writes `format', with the untrusted `name' in place of its "%s". */
static void write_named(Output* output, const char* format, const char* name)
{
   const char* mark = strstr(format, "%s");
   char*       head = g_strndup(format, mark - format);
   output_literal(output, head);
   output_string(output, name);
   output_literal(output, mark + 2);
   g_free(head);
}

static gboolean is_younger(const Source* source, const SourceStyle* style)
{
   return style->changed != 0 && source->changed > style->changed;
}

static void warn_younger(const Source* source, const SourceStyle* style,
                         Output* output)
{
   output_literal(output, frame);
   output_literal(output, frame_warning);
   output_literal(output, frame);
   write_named(output, "@ Source file '%s' is more recent than input file ",
               source->name);
   write_named(output, "'%s'.\n", style->profile);
   output_literal(output, "@ Annotations may not be correct.\n");
   output_literal(output, frame);
   output_literal(output, "\n");
}

static void warn_past_end(const Source* source, const SourceStyle* style,
                          Output* output)
{
   output_literal(output, frame);
   output_literal(output, frame_warning);
   output_literal(output, frame);
   output_literal(output, "@@\n");
   write_named(output,
               "@@ Information recorded about lines past the end of '%s'.\n",
               source->name);
   output_literal(output, "@@\n@@ Probable cause and solution:\n");
   if (is_younger(source, style)) {
      write_named(output,
                  "@@ cause:    '%s' has changed since information was "
                  "gathered.\n",
                  source->name);
      output_literal(
         output,
         "@@           If so, a warning will have already been issued about "
         "this.\n"
         "@@ solution: Recompile program and rerun under \"valgrind "
         "--cachesim=yes\" to \n"
         "@@           gather new information.\n");
   } else if (g_str_has_suffix(source->name, ".h"))
      output_literal(output,
                     "@@ cause:    bug in the Valgrind's debug info reader "
                     "that screws up with .h\n"
                     "@@           files sometimes\n"
                     "@@ solution: none, sorry\n");
   else
      output_literal(output, "@@ cause:    not sure, sorry\n");
   output_literal(output, "@@\n");
   output_literal(output, frame);
}

/*------------------------------------------------------------*/
/*--- Lines                                                ---*/
/*------------------------------------------------------------*/

/* The state of writing a source.  A line with counts and the lines around it
   are a region.  Lines between two regions are left out:

      -- line 3 ----    the first of the region
        .   ...
      200   ...         line 5, which has counts; the context is 2
        .   ...
      -- line 7 ----    the last

   A region that begins with line 1 has no first mark.  A region whose last line
   is past the end of the source has no last mark. */
typedef struct {
   const SourceStyle* style;
   const Lines*       lines;
   Table*             table;
   Output*            output;
   Count*             annotated;
   Count*             counts; /* of the row that was taken last */
   Count*             no_counts;
   int                full; /* an event whose sum in `annotated' does
                               not fit, or -1 */
   gsize   row;             /* the next to write */
   gsize   own;             /* the same for style->own */
   guint   detail;          /* the same for style->details */
   guint64 first, last;     /* lines of the region; 0: there is none */
} Writer;

/* Returns the number of counts in a row of `lines'. */
static guint n_events(const Writer* writer)
{
   return events_recorded(writer->style->columns->events);
}

static gboolean has_row(const Writer* writer)
{
   return writer->row < writer->lines->used;
}

/* Returns the line number of the next row. */
static guint64 row_line(const Writer* writer)
{
   return lines_number(writer->lines, n_events(writer), writer->row);
}

/* Returns the counts of the next row and goes past it.  They are valid until
   the next call. */
static const Count* take_row(Writer* writer)
{
   lines_counts(writer->lines, n_events(writer), writer->row++, writer->counts);
   int full     = events_derive(writer->style->columns->events, writer->counts);
   writer->full = MAX(writer->full, full);
   return writer->counts;
}

static void write_mark(const Writer* writer, guint64 line)
{
   char number[OUTPUT_MAX_NUMBER_BYTES + 1];

   *output_format_number(number, line) = '\0';
   output_literal(writer->output, "-- line ");
   output_literal(writer->output, number);
   output_literal(writer->output,
                  " ----------------------------------------\n");
}

/* Returns the last line of the region around `line'. */
static guint64 region_end(const Writer* writer, guint64 line)
{
   guint64 context = writer->style->context;
   return line > G_MAXUINT64 - context ? G_MAXUINT64 : line + context;
}

/* Begins the region of the next row, if there is one. */
static void begin_region(Writer* writer)
{
   guint64 context = writer->style->context;

   writer->first = 0;
   if (has_row(writer)) {
      guint64 line  = row_line(writer);
      writer->first = line > context ? line - context : 1;
      writer->last  = region_end(writer, line);
      if (writer->first > 1)
         write_mark(writer, writer->first);
   }
}

/* Adds the counts of a line to the sum: those that are shown, or those of
   style->own. */
static void add_annotated(Writer* writer, guint64 number, const Count* counts)
{
   const Lines* own        = writer->style->own;
   guint        n          = n_events(writer);
   Count*       own_counts = NULL;

   if (own) {
      while (writer->own < own->used
             && lines_number(own, n, writer->own) < number)
         writer->own++;
      if (writer->own == own->used
          || lines_number(own, n, writer->own) != number)
         return;
      counts = own_counts = g_new(Count, n);
      lines_counts(own, n, writer->own, own_counts);
   }
   if (writer->full < 0)
      writer->full = count_add_all(writer->annotated, counts, n);
   g_free(own_counts);
}

/* Writes the details of a line, and skips those of the lines before it. */
static void write_details(Writer* writer, guint64 number)
{
   const GArray* details = writer->style->details;

   for (; details && writer->detail < details->len; writer->detail++) {
      const SourceDetail* detail =
         &g_array_index(details, SourceDetail, writer->detail);
      if (detail->line > number)
         break;
      if (detail->line < number)
         continue;
      output_literal(writer->output, "\n");
      table_write_counts(writer->table, writer->output, detail->counts);
      output_literal(writer->output, "     ");
      output_string(writer->output, detail->text);
   }
}

/* Writes a line of the region. */
static void write_line(Writer* writer, guint64 number, const char* text,
                       gsize length)
{
   const Count* counts = writer->no_counts;

   if (has_row(writer) && row_line(writer) == number) {
      counts       = take_row(writer);
      writer->last = region_end(writer, number);
      add_annotated(writer, number, counts);
   }
   table_write_counts(writer->table, writer->output, counts);
   output_literal(writer->output, " ");
   output_text(writer->output, text, length);
   if (counts != writer->no_counts)
      write_details(writer, number);
}

/* Called after the last line of a region: extends the region, or ends it and
   begins the next one. */
static void end_region(Writer* writer, guint64 number)
{
   /* Regions that overlap are one. */
   if (has_row(writer) && row_line(writer) <= region_end(writer, writer->last))
      writer->last = region_end(writer, row_line(writer));
   else {
      write_mark(writer, number);
      begin_region(writer);
   }
}

/* Writes the regions of a source.  Returns FALSE with an error if the source
   cannot be read. */
static gboolean write_regions(Writer* writer, Input* input, GError** error)
{
   GError*     wrong  = NULL;
   guint64     number = 0;
   const char *line, *end;

   begin_region(writer);
   while (writer->first > 0 && input_next_block(input, &line, &end, &wrong))
      while (writer->first > 0 && line < end) {
         const char* newline = memchr(line, '\n', end - line);
         if (++number >= writer->first) {
            write_line(writer, number, line, newline - line);
            /* A last line without a newline gets none. */
            if (!input->cut)
               output_literal(writer->output, "\n");
            if (number == writer->last)
               end_region(writer, number);
         }
         line = newline + 1;
      }
   if (wrong)
      g_propagate_error(error, wrong);
   return wrong == NULL;
}

/* Writes the rows for lines past the end of the source. */
static void write_rows_past_end(Writer* writer)
{
   while (has_row(writer)) {
      char number[OUTPUT_MAX_NUMBER_BYTES + 1];
      *output_format_number(number, row_line(writer)) = '\0';
      table_write_counts(writer->table, writer->output, take_row(writer));
      write_named(writer->output, " <bogus line %s>\n", number);
   }
   output_literal(writer->output, "\n");
}

/* Writes all of a source that is open.  Returns as source_write() does. */
static gboolean write_source(Writer* writer, const Source* source, Input* input,
                             GError** error)
{
   const SourceStyle* style  = writer->style;
   Output*            output = writer->output;

   if (is_younger(source, style))
      warn_younger(source, style, output);
   table_write_names(writer->table, output, NULL);
   output_literal(output, "\n");

   /* Line 0 is in the first row, and is written last. */
   gboolean has_line_0 = has_row(writer) && row_line(writer) == 0;
   writer->row         = has_line_0;
   if (!write_regions(writer, input, error))
      return FALSE;
   if (has_row(writer)) {
      write_rows_past_end(writer);
      warn_past_end(source, style, output);
   }
   output_literal(output, "\n");
   if (has_line_0) {
      writer->row = 0;
      table_write_counts(writer->table, output, take_row(writer));
      write_named(output,
                  style->moved
                     ? " <counts for removed or unidentified lines in %s>\n\n"
                     : " <counts for unidentified lines in %s>\n\n",
                  source->name);
   }
   if (writer->full >= 0)
      g_set_error(error, MESSAGE_ERROR, 0,
                  "%s: the counts of %s shown add up to more than 63 "
                  "bits",
                  style->profile,
                  events_name(style->columns->events, writer->full));
   return writer->full < 0;
}

gboolean source_write(const Source* source, const SourceStyle* style,
                      const Lines* lines, Output* output, Count* annotated,
                      GError** error)
{
   Input* input  = input_open(source->path, FALSE, error);
   guint  n      = events_number(style->columns->events);
   Writer writer = {.style     = style,
                    .lines     = lines,
                    .table     = table_new(style->columns),
                    .output    = output,
                    .annotated = annotated,
                    .full      = -1,
                    .counts    = g_new(Count, n),
                    .no_counts = g_new(Count, n)};

   for (guint i = 0; i < n; i++)
      writer.no_counts[i] = COUNT_NONE;
   while (has_row(&writer))
      table_fit(writer.table, take_row(&writer));
   writer.row = 0;

   gboolean good = input && write_source(&writer, source, input, error);
   if (input)
      input_close(input);
   table_free(writer.table);
   g_free(writer.counts);
   g_free(writer.no_counts);
   return good;
}
