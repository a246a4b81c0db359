/* SPDX-License-Identifier: GPL-2.0-or-later */
/* source.c: see source.h. */

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

static char* source_path(const Source* source)
{
   return g_strconcat(source->directory, source->name, NULL);
}

/* Returns when a file was modified, or -1 unless it is a regular file that can
   be read. */
static time_t readable_file(const char* path)
{
   struct stat status;
   time_t      changed = -1;
   char        byte;
   int         fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);

   /* Some regular files in /proc cannot be read. */
   if (fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode)
       && read(fd, &byte, 1) >= 0)
      changed = status.st_mtime;
   if (fd >= 0)
      close(fd);
   return changed;
}

gboolean source_find(Source* source, const char* name,
                     const GPtrArray* directories)
{
   source->name    = name;
   source->changed = -1;
   for (guint i = 0; i <= directories->len && source->changed < 0; i++) {
      source->directory = i == 0 ? "" : directories->pdata[i - 1];
      char* path        = source_path(source);
      source->changed   = readable_file(path);
      g_free(path);
   }
   return source->changed >= 0;
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
   guint64 first, last;     /* lines of the region; 0: there is none */
} Writer;

static guint n_events(const Writer* writer)
{
   return writer->style->columns->names->len;
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

/* Writes a line of the region. */
static void write_line(Writer* writer, guint64 number, const char* text,
                       gsize length)
{
   const Count* counts = writer->no_counts;

   if (has_row(writer) && row_line(writer) == number) {
      counts       = take_row(writer);
      writer->last = region_end(writer, number);
      if (writer->full < 0)
         writer->full =
            count_add_all(writer->annotated, counts, n_events(writer));
   }
   table_write_counts(writer->table, writer->output, counts);
   output_literal(writer->output, " ");
   output_text(writer->output, text, length);
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
      write_named(output, " <counts for unidentified lines in %s>\n\n",
                  source->name);
   }
   if (writer->full >= 0)
      g_set_error(error, MESSAGE_ERROR, 0,
                  "%s: the counts of %s shown add up to more than 63 "
                  "bits",
                  style->profile,
                  (char*)style->columns->names->pdata[writer->full]);
   return writer->full < 0;
}

gboolean source_write(const Source* source, const SourceStyle* style,
                      const Lines* lines, Output* output, Count* annotated,
                      GError** error)
{
   char*  path   = source_path(source);
   Input* input  = input_open(path, FALSE, error);
   guint  n      = style->columns->names->len;
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
   g_free(path);
   return good;
}
