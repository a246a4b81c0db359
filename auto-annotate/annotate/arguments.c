/* SPDX-License-Identifier: GPL-2.0-or-later */
/* arguments.c: see arguments.h. */

#include <string.h>
#include <sys/stat.h>

#include "annotate/advice.h"
#include "annotate/arguments.h"
#include "annotate/selection.h"
#include "lib/message.h"
#include "lib/options.h"
#include "lib/reader.h"

#define DEFAULT_CONTEXT 8

/*------------------------------------------------------------*/
/*--- Options                                              ---*/
/*------------------------------------------------------------*/

void arguments_init(Options* options)
{
   *options = (Options){.profiles    = g_ptr_array_new(),
                        .sources     = g_ptr_array_new(),
                        .definitions = g_ptr_array_new(),
                        .show        = "",
                        .sort        = "",
                        .threshold   = SELECTION_DEFAULT_THRESHOLD,
                        .context     = DEFAULT_CONTEXT,
                        .own         = g_ptr_array_new(),
                        .directories = g_ptr_array_new()};
}

static guint64 parse_context(const char* text)
{
   if (*text == '\0' || strspn(text, "0123456789") != strlen(text))
      options_fail_usage("--context=%s: must be a number of lines", text);
   return g_ascii_strtoull(text, NULL, 10);
}

/* Returns the name of a directory with a "/" at its end. */
static char* as_directory(const char* name)
{
   return g_strconcat(name, g_str_has_suffix(name, "/") ? "" : "/", NULL);
}

gboolean arguments_parse_option(Options* options, int option, char* value)
{
   switch (option) {
   case ARGUMENTS_SHOW:
      options->show = value;
      return TRUE;
   case ARGUMENTS_SORT:
      options->sort = value;
      return TRUE;
   case ARGUMENTS_EVENT:
      g_ptr_array_add(options->definitions, value);
      return TRUE;
   case ARGUMENTS_EVENTS:
      options->events_file = value;
      return TRUE;
   case ARGUMENTS_THRESHOLD:
      selection_check_threshold("--threshold=", value, SELECTION_MAX_THRESHOLD);
      options->threshold = value;
      return TRUE;
   case ARGUMENTS_DIFF:
      /* How much changed is what one wants to know. */
      options->diff = options->percents = TRUE;
      return TRUE;
   case ARGUMENTS_CONTEXT:
      options->context = parse_context(value);
      return TRUE;
   case ARGUMENTS_SOURCES:
      if (strcmp(value, "any") != 0)
         options_fail_usage("--sources=%s: must be any", value);
      options->any_source = TRUE;
      return TRUE;
   case ARGUMENTS_OWN:
      g_ptr_array_add(options->own, as_directory(value));
      return TRUE;
   case 'I':
      g_ptr_array_add(options->directories, as_directory(value));
      return TRUE;
   default:
      return versions_parse_option(&options->edited, option, value)
             || renaming_parse_option(&options->renaming, option, value);
   }
}

/*------------------------------------------------------------*/
/*--- Profiles and sources                                 ---*/
/*------------------------------------------------------------*/

/* Whether a file is a profile; otherwise it is a source.  Ends the program if
   it is neither.  Standard input is not read yet: it cannot be a source. */
static gboolean is_profile(const char* name)
{
   if (strcmp(name, "-") == 0)
      return TRUE;
   GError* error  = NULL;
   Reader* reader = reader_open(name, &error);
   if (reader)
      reader_close(reader);
   else if (error->code == MESSAGE_OTHER_FILE)
      message_fail_with(error);
   g_clear_error(&error);
   return reader != NULL;
}

static gboolean is_later(const struct timespec* a, const struct timespec* b)
{
   return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec
                                 : a->tv_nsec > b->tv_nsec;
}

/* Returns the name of the newest file here that has a name which the tool
   gives to profiles, or NULL.  It need not be freed. */
static char* find_newest(void)
{
   static const char prefix[] = "cachegrind.out.";
   GDir*             here     = g_dir_open(".", 0, NULL);
   char*             newest   = NULL;
   struct timespec   time     = {0};
   const char*       name;
   struct stat       status;

   while (here && (name = g_dir_read_name(here))) {
      const char* pid =
         g_str_has_prefix(name, prefix) ? name + strlen(prefix) : "";
      if (*pid == '\0' || pid[strspn(pid, "0123456789.-")] != '\0'
          || lstat(name, &status) < 0 || !S_ISREG(status.st_mode)
          || (newest && !is_later(&status.st_mtim, &time)))
         continue;
      g_free(newest);
      newest = g_strdup(name);
      time   = status.st_mtim;
   }
   if (here)
      g_dir_close(here);
   return newest;
}

/* Without arguments, the profile is the newest one here. */
static void add_newest(Options* options)
{
   char* newest = find_newest();

   if (!newest)
      options_fail_usage("no profile was given");
   message_warn("%s is the newest profile here", newest);
   g_ptr_array_add(options->profiles, newest);
}

/* The first argument is a profile.  Another is one if its contents say so, and
   with --diff the second is one; all others are sources. */
static void sort_arguments(Options* options, int argc, char** argv)
{
   if (options->diff && argc - optind < 2)
      options_fail_usage("--diff: two profiles are needed");
   if (optind == argc)
      add_newest(options);
   else
      g_ptr_array_add(options->profiles, argv[optind++]);
   for (; optind < argc; optind++) {
      char* name = argv[optind];
      if (options->diff && options->profiles->len == 1)
         g_ptr_array_add(options->profiles, name);
      else if (is_profile(name)) {
         if (options->diff)
            options_fail_usage("--diff: %s is a third profile", name);
         g_ptr_array_add(options->profiles, name);
      } else if (!g_ptr_array_find_with_equal_func(options->sources, name,
                                                   g_str_equal, NULL))
         g_ptr_array_add(options->sources, name);
   }
}

/* Finds the two versions of the sources.  The newer ones are shown. */
static void find_versions(Options* options)
{
   options->versions = versions_new(&options->edited);
   if (!options->versions)
      return;
   if (!options->diff)
      options_fail_usage("--%s: works with --diff only",
                         options->edited.git ? "git" : "old-source");
   g_ptr_array_add(options->directories,
                   (char*)versions_directory(options->versions, VERSIONS_NEW));
}

void arguments_finish(Options* options, int argc, char** argv)
{
   find_versions(options);
   options->tree  = tree_new(options->directories, TREE_MAX_ENTRIES);
   options->scope = source_scope_new(options->directories, options->any_source);
   if (options->versions)
      source_scope_add(options->scope,
                       versions_directory(options->versions, VERSIONS_OLD));
   sort_arguments(options, argc, argv);
}

/*------------------------------------------------------------*/
/*--- Events                                               ---*/
/*------------------------------------------------------------*/

/* Reads the definitions of the user's file, if there is one. */
static void read_events_file(Annotation* annotation)
{
   GError*     error = NULL;
   const char* name  = annotation->options.events_file;
   char*       path  = name ? g_strdup(name)
                            : g_build_filename(g_get_user_config_dir(), "cachegrind",
                                               "events", NULL);

   if ((name || g_file_test(path, G_FILE_TEST_IS_REGULAR))
       && !events_read_file(annotation->events, path, &error))
      message_fail_with(error);
   g_free(path);
}

void arguments_choose_events(Annotation* annotation)
{
   const Header* header      = annotation->sum->header;
   GPtrArray*    definitions = annotation->options.definitions;
   char*         where       = g_strdup_printf("%s: event",
                                               (char*)annotation->options.profiles->pdata[0]);
   GPtrArray*    names       = g_ptr_array_new_with_free_func(g_free);
   GError*       error       = NULL;

   annotation->events = events_new(header->events, header->definitions);
   for (guint i = 0; i < header->definitions->len; i++)
      if (!events_define(annotation->events, header->definitions->pdata[i],
                         where, &error))
         message_fail_with(error);
   read_events_file(annotation);
   for (guint i = 0; i < definitions->len; i++) {
      const char* text   = definitions->pdata[i];
      char*       option = events_option(text);
      if (!events_define(annotation->events, text, option, &error))
         message_fail("%s", error->message);
      g_free(option);
      g_ptr_array_add(names, g_strstrip(g_strndup(text, strcspn(text, "="))));
   }
   g_free(where);
   selection_choose(annotation, names);
   if (annotation->options.advice)
      advice_choose(annotation);
   g_ptr_array_free(names, TRUE);
}

void arguments_set_columns(Annotation* annotation)
{
   const Sum* sum = annotation->sum;

   annotation->columns = (Columns){
      .events     = annotation->events,
      .shown      = (guint*)annotation->shown->data,
      .n_shown    = annotation->shown->len,
      .n_percents = annotation->options.percents ? TABLE_ALL_COLUMNS : 0};
   annotation->columns.totals =
      selection_derive(annotation, sum->before ? sum->before : sum->totals);
   annotation->whole =
      sum->before ? selection_changes(annotation) : annotation->columns.totals;
}

FormTotals arguments_totals(const Annotation* annotation)
{
   const Sum* sum    = annotation->sum;
   guint      n      = events_recorded(annotation->events);
   FormTotals totals = {.totals = selection_derive(annotation, sum->totals)};

   if (sum->before) {
      Count* after = count_copy_all(sum->before, n);
      int    full  = count_add_all(after, sum->totals, n);
      if (full >= 0)
         message_fail("the counts of %s add up to more than 63 bits",
                      events_name(annotation->events, full));
      totals.before = annotation->columns.totals;
      totals.after  = selection_derive(annotation, after);
   }
   return totals;
}
