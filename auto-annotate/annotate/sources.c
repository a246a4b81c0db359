/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sources.c: see sources.h. */

#include <string.h>

#include "annotate/details.h"
#include "annotate/layout.h"
#include "annotate/selection.h"
#include "annotate/sources.h"
#include "lib/message.h"
#include "lib/source.h"

/* Where counts are, in the order of the summary. */
typedef enum {
   BESIDE_LINES,
   WITHOUT_LINE,
   UNREADABLE,
   NOT_SHOWN,
   NO_DEBUG_INFORMATION,
   N_WHERES
} Where;

static const char* const where_texts[N_WHERES] = {
   [BESIDE_LINES]         = "beside the lines above",
   [WITHOUT_LINE]         = "in these files, but of no line",
   [UNREADABLE]           = "in sources that cannot be read",
   [NOT_SHOWN]            = "in files below the threshold",
   [NO_DEBUG_INFORMATION] = "without debug information",
};

/* The width of the column with these texts. */
#define WHERE_WIDTH 33

typedef struct {
   const Annotation* annotation;
   Details*          details;
   GHashTable*       shown;          /* const File* */
   gboolean          any;            /* a source with counts was written */
   GPtrArray*        missing;        /* names of sources that cannot be read */
   Count*            sums[N_WHERES]; /* by event recorded */
} Writer;

static const Costs* costs_of(const Writer* writer)
{
   return writer->annotation->sum->costs;
}

/* Returns sums of no counts. */
static Count* new_sums(guint n)
{
   Count* sums = g_new(Count, n);
   for (guint i = 0; i < n; i++)
      sums[i] = COUNT_NONE;
   return sums;
}

/* Ends the program with a message that names an event whose counts in a file,
   or in all sources, exceed 63 bits. */
static void fail_overflow(const Writer* writer, const char* where,
                          int event) G_GNUC_NORETURN;
static void fail_overflow(const Writer* writer, const char* where, int event)
{
   message_fail("%s: the counts of %s shown add up to more than 63 bits", where,
                events_name(writer->annotation->events, event));
}

/* For g_tree_foreach(): adds the sums of a function. */
typedef struct {
   Count* sums;
   guint  n;
   int    full;
} Addition;

static gboolean add_function(gpointer name, gpointer function, gpointer data)
{
   Addition* addition = data;
   addition->full =
      count_add_all(addition->sums, ((Function*)function)->sums, addition->n);
   return addition->full >= 0;
}

/* Adds the counts of a file to a sum of the summary. */
static void add_file(const Writer* writer, const File* file, Where where)
{
   Addition addition = {
      .sums = writer->sums[where], .n = costs_of(writer)->n_events, .full = -1};

   g_tree_foreach(file->functions, add_function, &addition);
   if (addition.full >= 0)
      fail_overflow(writer, file->name, addition.full);
}

/*------------------------------------------------------------*/
/*--- Choosing                                             ---*/
/*------------------------------------------------------------*/

/* Returns the files to show with --auto, sorted by name: those of the functions
   shown, without those that the user named. */
static GPtrArray* choose_files(const Writer* writer, const GPtrArray* functions)
{
   GHashTable* shown = g_hash_table_new(NULL, NULL);
   GPtrArray*  files = costs_files(costs_of(writer));

   for (guint i = 0; i < functions->len; i++)
      g_hash_table_add(shown, ((Function*)functions->pdata[i])->file);
   guint n = 0;
   for (guint i = 0; i < files->len; i++)
      if (g_hash_table_contains(shown, files->pdata[i])
          && !g_hash_table_contains(writer->shown, files->pdata[i]))
         files->pdata[n++] = files->pdata[i];
   g_ptr_array_set_size(files, n);
   g_hash_table_destroy(shown);
   return files;
}

GArray* sources_find_named(const Options* options)
{
   GArray* sources = g_array_new(FALSE, FALSE, sizeof(Source));

   for (guint i = 0; i < options->sources->len; i++) {
      Source  source;
      GError* error = NULL;
      if (!source_find(&source, options->sources->pdata[i],
                       options->directories, options->tree, &error)) {
         if (error)
            message_fail("%s", error->message);
         gboolean directories = options->directories->len > 0;
         g_ptr_array_add(options->directories, NULL);
         message_fail("%s: no such file that can be read%s%s",
                      (char*)options->sources->pdata[i],
                      directories ? ", nor below "
                                  : "; -I names directories to search",
                      g_strjoinv(" or ", (char**)options->directories->pdata));
      }
      g_array_append_val(sources, source);
   }
   return sources;
}

/*------------------------------------------------------------*/
/*--- Sources                                              ---*/
/*------------------------------------------------------------*/

/* Writes the files of other directories that have the same name and have
   counts: the user may have left out the directory. */
static void write_namesakes(const Writer* writer, const char* name)
{
   GPtrArray* files = costs_files(costs_of(writer));
   char*      base  = g_path_get_basename(name);

   for (guint i = 0; i < files->len; i++) {
      const char* file      = ((File*)files->pdata[i])->name;
      char*       file_base = g_path_get_basename(file);
      if (strcmp(file_base, base) == 0)
         layout_setting(writer->annotation->output, "  but for ", file);
      g_free(file_base);
   }
   g_free(base);
   g_ptr_array_free(files, TRUE);
}

/* Adds the counts of a source that was written to the sums; `beside' has those
   of its lines. */
static void add_shown(Writer* writer, const File* file, const Count* beside)
{
   guint  n            = costs_of(writer)->n_events;
   Count* without_line = writer->sums[WITHOUT_LINE];
   int    full         = count_add_all(writer->sums[BESIDE_LINES], beside, n);

   if (full >= 0)
      fail_overflow(writer, file->name, full);
   writer->any = TRUE;
   if (!writer->annotation->options.summary)
      return;
   add_file(writer, file, WITHOUT_LINE);
   for (guint i = 0; i < n; i++)
      if (beside[i] != COUNT_NONE)
         without_line[i] -= beside[i];
}

/* Writes the lines of a source with their counts. */
static void write_lines(Writer* writer, const Source* source, const File* file)
{
   const Annotation* annotation = writer->annotation;
   const Options*    options    = &annotation->options;
   SourceStyle       style      = {.columns = &annotation->columns,
                                   .context = options->context,
                                   .profile = options->profiles->pdata[0],
                                   .changed = annotation->sum->changed,
                                   .moved   = options->versions != NULL};
   Lines             lines      = {0};
   Lines             own        = {0};
   Count*            beside     = new_sums(costs_of(writer)->n_events);
   GArray*           details    = NULL;
   GError*           error      = NULL;

   if (!sum_lines(annotation->sum, file, &lines, &error)
       || (options->inclusive
           && !sum_lines(annotation->sum, file, &own, &error)))
      message_fail_with(error);
   if (options->inclusive || options->assembly)
      style.details = details = details_collect(writer->details, file, &lines);
   if (options->inclusive)
      style.own = &own;
   if (!source_write(source, &style, &lines, annotation->output, beside,
                     &error))
      message_fail_with(error);
   if (details)
      g_array_free(details, TRUE);
   lines_free(&lines);
   lines_free(&own);
   add_shown(writer, file, beside);
   g_free(beside);
}

/* Warns if a source is not the one that the second profile is of. */
static void warn_stale(const Writer* writer, const char* name)
{
   Versions* versions = writer->annotation->options.versions;
   char* path = versions ? versions_path(versions, VERSIONS_NEW, name) : NULL;

   if (path && versions_is_stale(versions, path))
      message_warn("%s: the file is not as in %s; its lines may be others than "
                   "those that were counted",
                   name, versions_name(versions, VERSIONS_NEW));
   g_free(path);
}

/* Writes a source with its counts, or a line that says that it has none.
   `how_chosen' is the first part of the heading. */
static void write_source(Writer* writer, const Source* source,
                         const char* how_chosen)
{
   Output*     output = writer->annotation->output;
   const File* file   = costs_find_file(costs_of(writer), source->name);

   layout_rule(output);
   output_literal(output, how_chosen);
   source_write_name(source, output);
   layout_rule(output);
   if (file) {
      g_hash_table_add(writer->shown, (gpointer)file);
      warn_stale(writer, source->name);
      write_lines(writer, source, file);
      return;
   }
   layout_setting(output, "  No information has been collected for ",
                  source->name);
   write_namesakes(writer, source->name);
   output_literal(output, "\n");
}

static void write_missing(const Writer* writer)
{
   Output* output = writer->annotation->output;

   if (writer->missing->len == 0)
      return;
   layout_rule(output);
   output_literal(output, "The following files chosen for auto-annotation "
                          "could not be found:\n");
   layout_rule(output);
   for (guint i = 0; i < writer->missing->len; i++)
      layout_setting(output, "  ", writer->missing->pdata[i]);
   output_literal(output, "\n");
}

/* Writes the sources of the functions shown. */
static void write_chosen(Writer* writer, const GPtrArray* functions)
{
   const Options* options = &writer->annotation->options;
   GPtrArray*     files   = choose_files(writer, functions);

   for (guint i = 0; i < files->len; i++) {
      const File* file = files->pdata[i];
      Source      source;
      GError*     error = NULL;
      if (source_find(&source, file->name, options->directories, options->tree,
                      &error))
         write_source(writer, &source, "-- Auto-annotated source: ");
      else if (strcmp(file->name, ANNOTATION_UNKNOWN) != 0) {
         g_hash_table_add(writer->shown, (gpointer)file);
         g_ptr_array_add(writer->missing, error ? error->message : file->name);
         if (writer->annotation->options.summary)
            add_file(writer, file, UNREADABLE);
      }
   }
   g_ptr_array_free(files, TRUE);
   write_missing(writer);
}

/*------------------------------------------------------------*/
/*--- The summary                                          ---*/
/*------------------------------------------------------------*/

/* Adds the counts of the files that were not shown. */
static void add_other_files(Writer* writer)
{
   GPtrArray* files = costs_files(costs_of(writer));

   for (guint i = 0; i < files->len; i++) {
      const File* file = files->pdata[i];
      if (!g_hash_table_contains(writer->shown, file))
         add_file(writer, file,
                  strcmp(file->name, ANNOTATION_UNKNOWN) == 0
                     ? NO_DEBUG_INFORMATION
                     : NOT_SHOWN);
   }
   g_ptr_array_free(files, TRUE);
}

/* Writes what a row is, first: on a narrow terminal the last columns are cut.
 */
static void write_padded(Output* output, const char* text)
{
   char* padded = g_strdup_printf("%-*s", WHERE_WIDTH, text);
   output_literal(output, padded);
   g_free(padded);
}

static void write_summary(Writer* writer)
{
   const Annotation* annotation = writer->annotation;
   Columns           columns    = annotation->columns;
   const Count*      counts[N_WHERES];

   columns.percents = TRUE;
   Table* table     = table_new(&columns);
   add_other_files(writer);
   for (Where where = 0; where < N_WHERES; where++) {
      counts[where] = selection_derive(annotation, writer->sums[where]);
      table_fit(table, counts[where]);
   }
   layout_rule(annotation->output);
   write_padded(annotation->output, "Where the counts are");
   table_write_names(table, annotation->output, NULL);
   layout_rule(annotation->output);
   for (Where where = 0; where < N_WHERES; where++) {
      const char* text = where_texts[where];
      if (where == NOT_SHOWN && !annotation->options.automatic)
         text = "in files that are not shown";
      write_padded(annotation->output, text);
      table_write_counts(table, annotation->output, counts[where]);
      output_literal(annotation->output, "\n");
   }
   output_literal(annotation->output, "\n");
   table_free(table);
}

void sources_write(const Annotation* annotation, const GArray* named,
                   const GPtrArray* functions)
{
   Writer writer = {.annotation = annotation,
                    .details    = details_new(annotation),
                    .shown      = g_hash_table_new(NULL, NULL),
                    .missing    = g_ptr_array_new()};
   guint  n      = annotation->sum->costs->n_events;

   for (Where where = 0; where < N_WHERES; where++)
      writer.sums[where] = new_sums(n);
   for (guint i = 0; i < named->len; i++)
      write_source(&writer, &g_array_index(named, Source, i),
                   "-- User-annotated source: ");
   if (annotation->options.automatic)
      write_chosen(&writer, functions);
   if (annotation->options.summary)
      write_summary(&writer);
   else if (writer.any)
      layout_one_row(annotation,
                     selection_derive(annotation, writer.sums[BESIDE_LINES]),
                     "events annotated");
   for (Where where = 0; where < N_WHERES; where++)
      g_free(writer.sums[where]);
   g_ptr_array_free(writer.missing, TRUE);
   g_hash_table_destroy(writer.shown);
   details_free(writer.details);
}
