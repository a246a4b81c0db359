/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sources.c: see sources.h. */

#include <string.h>

#include "annotate/details.h"
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

static const char* const where_keys[N_WHERES] = {
   [BESIDE_LINES]         = "beside_lines",
   [WITHOUT_LINE]         = "without_line",
   [UNREADABLE]           = "unreadable",
   [NOT_SHOWN]            = "not_shown",
   [NO_DEBUG_INFORMATION] = "no_debug_information",
};

static const char* const where_texts[N_WHERES] = {
   [BESIDE_LINES]         = "beside the lines above",
   [WITHOUT_LINE]         = "in these files, but of no line",
   [UNREADABLE]           = "in sources that cannot be read",
   [NOT_SHOWN]            = "in files below the threshold",
   [NO_DEBUG_INFORMATION] = "without debug information",
};

typedef struct {
   Form*             form;
   const Annotation* annotation;
   Details*          details;
   GHashTable*       shown;          /* const File* */
   gboolean          any;            /* a source with counts was shown */
   GArray*           missing;        /* FormMissing */
   Count*            sums[N_WHERES]; /* by event recorded */
} Walk;

static const Costs* costs_of(const Walk* walk)
{
   return walk->annotation->sum->costs;
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
static void fail_overflow(const Walk* walk, const char* where,
                          int event) G_GNUC_NORETURN;
static void fail_overflow(const Walk* walk, const char* where, int event)
{
   message_fail("%s: the counts of %s shown add up to more than 63 bits", where,
                events_name(walk->annotation->events, event));
}

/* For g_tree_foreach(): adds the sums of a function. */
typedef struct {
   Count* sums;
   guint  n;
   int    full;
} Addition;

static gboolean sum_function(gpointer name, gpointer function, gpointer data)
{
   Addition* addition = data;
   addition->full =
      count_add_all(addition->sums, ((Function*)function)->sums, addition->n);
   return addition->full >= 0;
}

/* Adds the counts of a file to a sum of the summary. */
static void add_file(const Walk* walk, const File* file, Where where)
{
   Addition addition = {
      .sums = walk->sums[where], .n = costs_of(walk)->n_events, .full = -1};

   g_tree_foreach(file->functions, sum_function, &addition);
   if (addition.full >= 0)
      fail_overflow(walk, file->name, addition.full);
}

/*------------------------------------------------------------*/
/*--- Choosing                                             ---*/
/*------------------------------------------------------------*/

/* Returns the files to show with --auto, sorted by name: those of the functions
   shown, without those that the user named. */
static GPtrArray* choose_files(const Walk* walk, const GPtrArray* functions)
{
   GHashTable* shown = g_hash_table_new(NULL, NULL);
   GPtrArray*  files = costs_files(costs_of(walk));

   for (guint i = 0; i < functions->len; i++)
      g_hash_table_add(shown, ((Function*)functions->pdata[i])->file);
   guint n = 0;
   for (guint i = 0; i < files->len; i++)
      if (g_hash_table_contains(shown, files->pdata[i])
          && !g_hash_table_contains(walk->shown, files->pdata[i]))
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
                       options->directories, options->tree, NULL, &error)) {
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

/* Returns the files of other directories that have the same name and have
   counts, char*: the user may have left out the directory.  The caller frees
   the array. */
static GPtrArray* find_namesakes(const Walk* walk, const char* name)
{
   GPtrArray* files     = costs_files(costs_of(walk));
   GPtrArray* namesakes = g_ptr_array_new();
   char*      base      = g_path_get_basename(name);

   for (guint i = 0; i < files->len; i++) {
      char* file      = ((File*)files->pdata[i])->name;
      char* file_base = g_path_get_basename(file);
      if (strcmp(file_base, base) == 0)
         g_ptr_array_add(namesakes, file);
      g_free(file_base);
   }
   g_free(base);
   g_ptr_array_free(files, TRUE);
   return namesakes;
}

/* Adds the counts of a source that was shown to the sums; `beside' has those
   of its lines. */
static void add_shown(Walk* walk, const File* file, const Count* beside)
{
   guint  n            = costs_of(walk)->n_events;
   Count* without_line = walk->sums[WITHOUT_LINE];
   int    full         = count_add_all(walk->sums[BESIDE_LINES], beside, n);

   if (full >= 0)
      fail_overflow(walk, file->name, full);
   walk->any = TRUE;
   if (!walk->annotation->options.summary)
      return;
   add_file(walk, file, WITHOUT_LINE);
   for (guint i = 0; i < n; i++)
      if (beside[i] != COUNT_NONE)
         without_line[i] -= beside[i];
}

/* Shows the lines of a source with their counts. */
static void show_lines(Walk* walk, const Source* source, const File* file)
{
   const Annotation* annotation = walk->annotation;
   const Options*    options    = &annotation->options;
   SourceStyle       style      = {.events  = annotation->events,
                                   .context = options->context,
                                   .profile = options->profiles->pdata[0],
                                   .changed = annotation->sum->changed};
   Lines             lines      = {0};
   Lines             own        = {0};
   Count*            beside     = new_sums(costs_of(walk)->n_events);
   GArray*           details    = NULL;
   GError*           error      = NULL;

   sum_lines(annotation->sum, file, &lines);
   if (options->inclusive)
      sum_lines(annotation->sum, file, &own);
   if (options->inclusive || options->assembly)
      style.details = details = details_collect(walk->details, file, &lines);
   if (options->inclusive)
      style.own = &own;
   if (!source_show(source, &style, &lines, walk->form->lines, walk->form,
                    beside, &error))
      message_fail_with(error);
   if (details)
      g_array_free(details, TRUE);
   lines_free(&lines);
   lines_free(&own);
   add_shown(walk, file, beside);
   g_free(beside);
}

/* Warns if a source is not the one that the second profile is of. */
static void warn_stale(const Walk* walk, const char* name)
{
   Versions* versions = walk->annotation->options.versions;
   char* path = versions ? versions_path(versions, VERSIONS_NEW, name) : NULL;

   if (path && versions_is_stale(versions, path))
      message_warn("%s: the file is not as in %s; its lines may be others than "
                   "those that were counted",
                   name, versions_name(versions, VERSIONS_NEW));
   g_free(path);
}

/* Shows a source.  `named' is whether the user named it. */
static void show_source(Walk* walk, const Source* source, gboolean named)
{
   const File* file   = costs_find_file(costs_of(walk), source->name);
   GPtrArray*  others = file ? NULL : find_namesakes(walk, source->name);
   FormSource  shown  = {.source = source, .named = named, .namesakes = others};

   walk->form->begin_source(walk->form, &shown);
   if (file) {
      g_hash_table_add(walk->shown, (gpointer)file);
      warn_stale(walk, source->name);
      show_lines(walk, source, file);
   } else
      g_ptr_array_free(others, TRUE);
}

/* Notes that a source cannot be read, for the reason in `error' or, without
   one, because there is none. */
static void add_missing(Walk* walk, const File* file, const GError* error)
{
   FormMissing missing = {.name = file->name,
                          .why  = error ? error->message : NULL};

   g_hash_table_add(walk->shown, (gpointer)file);
   g_array_append_val(walk->missing, missing);
   if (walk->annotation->options.summary)
      add_file(walk, file, UNREADABLE);
}

/* Wants the details of the sources that the user named, and keeps --auto from
   showing them again. */
static void want_named(const Walk* walk, const GArray* named)
{
   for (guint i = 0; i < named->len; i++) {
      const File* file =
         costs_find_file(costs_of(walk), g_array_index(named, Source, i).name);
      if (file) {
         g_hash_table_add(walk->shown, (gpointer)file);
         details_want(walk->details, file);
      }
   }
}

/* A file to show with --auto. */
typedef struct {
   const File* file;
   gboolean    found;
   Source      source; /* if found */
   GError*     error;  /* otherwise; or NULL */
} Chosen;

/* Returns the files to show with --auto (Chosen), none without it, and wants
   their details. */
static GArray* find_chosen(const Walk* walk, const GPtrArray* functions)
{
   const Options* options = &walk->annotation->options;
   GPtrArray*     files   = choose_files(walk, functions);
   GArray*        chosen  = g_array_new(FALSE, FALSE, sizeof(Chosen));

   if (!options->automatic)
      g_ptr_array_set_size(files, 0);
   for (guint i = 0; i < files->len; i++) {
      Chosen one = {.file = files->pdata[i]};
      one.found = source_find(&one.source, one.file->name, options->directories,
                              options->tree, options->scope, &one.error);
      if (one.found)
         details_want(walk->details, one.file);
      g_array_append_val(chosen, one);
   }
   g_ptr_array_free(files, TRUE);
   return chosen;
}

/* Shows the sources of the functions shown. */
static void show_chosen(Walk* walk, const GArray* chosen)
{
   for (guint i = 0; i < chosen->len; i++) {
      const Chosen* one = &g_array_index(chosen, Chosen, i);
      if (one->found)
         show_source(walk, &one->source, FALSE);
      else if (strcmp(one->file->name, ANNOTATION_UNKNOWN) != 0)
         add_missing(walk, one->file, one->error);
   }
}

/*------------------------------------------------------------*/
/*--- The summary                                          ---*/
/*------------------------------------------------------------*/

/* Adds the counts of the files that were not shown. */
static void add_other_files(Walk* walk)
{
   GPtrArray* files = costs_files(costs_of(walk));

   for (guint i = 0; i < files->len; i++) {
      const File* file = files->pdata[i];
      if (!g_hash_table_contains(walk->shown, file))
         add_file(walk, file,
                  strcmp(file->name, ANNOTATION_UNKNOWN) == 0
                     ? NO_DEBUG_INFORMATION
                     : NOT_SHOWN);
   }
   g_ptr_array_free(files, TRUE);
}

static void show_summary(Walk* walk)
{
   const Annotation* annotation = walk->annotation;
   FormSummaryRow    rows[N_WHERES];

   add_other_files(walk);
   for (Where where = 0; where < N_WHERES; where++)
      rows[where] = (FormSummaryRow){
         .key    = where_keys[where],
         .text   = where_texts[where],
         .counts = selection_derive(annotation, walk->sums[where])};
   if (!annotation->options.automatic)
      rows[NOT_SHOWN].text = "in files that are not shown";
   walk->form->summary(walk->form, rows, N_WHERES);
}

/* Shows what comes after the sources. */
static void show_sums(Walk* walk)
{
   Form* form = walk->form;

   if (walk->annotation->options.summary && form->summary)
      show_summary(walk);
   else if (walk->any && form->annotated)
      form->annotated(
         form, selection_derive(walk->annotation, walk->sums[BESIDE_LINES]));
}

void sources_show(Form* form, const GArray* named, const GPtrArray* functions)
{
   Walk  walk = {.form       = form,
                 .annotation = form->annotation,
                 .details    = details_new(form->annotation),
                 .shown      = g_hash_table_new(NULL, NULL),
                 .missing    = g_array_new(FALSE, FALSE, sizeof(FormMissing))};
   guint n    = costs_of(&walk)->n_events;

   for (Where where = 0; where < N_WHERES; where++)
      walk.sums[where] = new_sums(n);
   if (form->begin_sources)
      form->begin_sources(form);
   want_named(&walk, named);
   GArray* chosen = find_chosen(&walk, functions);
   for (guint i = 0; i < named->len; i++)
      show_source(&walk, &g_array_index(named, Source, i), TRUE);
   show_chosen(&walk, chosen);
   g_array_free(chosen, TRUE);
   if (form->missing)
      form->missing(form, walk.missing);
   show_sums(&walk);
   for (Where where = 0; where < N_WHERES; where++)
      g_free(walk.sums[where]);
   g_array_free(walk.missing, TRUE);
   g_hash_table_destroy(walk.shown);
   details_free(walk.details);
}
