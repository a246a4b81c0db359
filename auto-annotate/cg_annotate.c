/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_annotate.c: shows a profile: by function, and beside the source.

      cg_annotate --auto=yes cachegrind.out.123

   A profile can be larger than memory, and only a part of it is shown.  So it
   is read twice.  The first pass adds up the counts of each function, and notes
   where in the profile the counts of each file are.  Then the sources are shown
   one after the other; for each of them, these parts are read again.

   main() at the end has the order of the output.  The layout is that of
   cg_annotate in Valgrind 3.19, because scripts rely on it. */

#include <math.h>
#include <string.h>

#include "lib/costs.h"
#include "lib/message.h"
#include "lib/options.h"
#include "lib/output.h"
#include "lib/parts.h"
#include "lib/reader.h"
#include "lib/source.h"
#include "lib/table.h"

static const char help[] =
   "Usage: cg_annotate [OPTION...] PROFILE [SOURCE...]\n"
   "\n"
   "Shows what Cachegrind counted, by function, and beside the lines of each\n"
   "SOURCE (named as in the list of functions).  \"-\" is standard input.\n"
   "\n"
   "      --show=A,B,C         the events to show, in this order [all]\n"
   "      --sort=A,B,C         sort functions by these events; A:1,B:2.5 sets "
   "a\n"
   "                           threshold for each [all, in the profile's "
   "order]\n"
   "      --threshold=PERCENT  show functions with at least this share of the\n"
   "                           first event sorted by: 0 to 20 [0.1]\n"
   "      --show-percs[=yes|no]\n"
   "                           show each count's share of the total [no]\n"
   "      --auto=yes|no        show the sources of all functions shown [no]\n"
   "      --annotate           the same as --auto=yes\n"
   "      --no-annotate        the same as --auto=no\n"
   "      --no-show-percs      the same as --show-percs=no\n"
   "      --context=N          show N lines before and after one with counts "
   "[8]\n"
   "  -I, --include=DIR        look for sources in DIR, too\n"
   "  -h, --help               show this text\n"
   "      --version            show the version\n";

enum {
   OPTION_SHOW = OPTIONS_FIRST_OWN,
   OPTION_SORT,
   OPTION_THRESHOLD,
   OPTION_SHOW_PERCS,
   OPTION_NO_SHOW_PERCS,
   OPTION_AUTO,
   OPTION_ANNOTATE,
   OPTION_NO_ANNOTATE,
   OPTION_CONTEXT
};

static const struct option long_options[] = {
   {"show", required_argument, NULL, OPTION_SHOW},
   {"sort", required_argument, NULL, OPTION_SORT},
   {"threshold", required_argument, NULL, OPTION_THRESHOLD},
   {"show-percs", optional_argument, NULL, OPTION_SHOW_PERCS},
   {"no-show-percs", no_argument, NULL, OPTION_NO_SHOW_PERCS},
   {"auto", required_argument, NULL, OPTION_AUTO},
   {"annotate", no_argument, NULL, OPTION_ANNOTATE},
   {"no-annotate", no_argument, NULL, OPTION_NO_ANNOTATE},
   {"context", required_argument, NULL, OPTION_CONTEXT},
   {"include", required_argument, NULL, 'I'},
   OPTIONS_COMMON,
   {0}};

/* In percent: the default of --threshold, its maximum, and the maximum of a
   threshold in --sort. */
#define DEFAULT_THRESHOLD  "0.1"
#define MAX_THRESHOLD      20
#define MAX_SORT_THRESHOLD 100

/* In percent: the threshold of events to which --threshold does not apply.  A
   function reaches it if it has all counts of the program. */
#define OTHER_THRESHOLD "100"

/* The name in a profile of a file or function that the debug information does
   not name. */
#define UNKNOWN "???"

/*------------------------------------------------------------*/
/*--- The command line                                     ---*/
/*------------------------------------------------------------*/

typedef struct {
   const char* profile;
   GPtrArray*  sources; /* names, no duplicates */
   const char* show;    /* the option's text, or "" */
   const char* sort;
   const char* threshold;
   gboolean    percents;
   gboolean    automatic;
   guint64     context;
   GPtrArray*  directories; /* each ends with "/" */
} Options;

static gboolean parse_yes_no(const char* option, const char* text)
{
   if (strcmp(text, "yes") == 0)
      return TRUE;
   if (strcmp(text, "no") != 0)
      options_fail_usage("--%s=%s: yes or no is allowed", option, text);
   return FALSE;
}

/* Whether text is a decimal number: at least one digit, and at most one "."
   before, between or after the digits. */
static gboolean is_decimal(const char* text)
{
   gsize whole    = strspn(text, "0123456789");
   gsize point    = text[whole] == '.';
   gsize fraction = strspn(text + whole + point, "0123456789");
   return whole + fraction > 0 && text[whole + point + fraction] == '\0';
}

static void check_threshold(const char* option, const char* text, double max)
{
   if (!is_decimal(text) || g_ascii_strtod(text, NULL) > max)
      options_fail_usage("%s%s: a percentage from 0 to %g is allowed", option,
                         text, max);
}

static guint64 parse_context(const char* text)
{
   if (*text == '\0' || strspn(text, "0123456789") != strlen(text))
      options_fail_usage("--context=%s: a number of lines is allowed", text);
   return g_ascii_strtoull(text, NULL, 10);
}

static void parse_options(Options* options, int argc, char** argv)
{
   int option;

   *options = (Options){.sources     = g_ptr_array_new(),
                        .show        = "",
                        .sort        = "",
                        .threshold   = DEFAULT_THRESHOLD,
                        .context     = 8,
                        .directories = g_ptr_array_new()};
   while ((option = getopt_long(argc, argv, "hI:", long_options, NULL)) != -1)
      switch (option) {
      case OPTION_SHOW:
         options->show = optarg;
         break;
      case OPTION_SORT:
         options->sort = optarg;
         break;
      case OPTION_THRESHOLD:
         check_threshold("--threshold=", optarg, MAX_THRESHOLD);
         options->threshold = optarg;
         break;
      case OPTION_SHOW_PERCS:
         options->percents = !optarg || parse_yes_no("show-percs", optarg);
         break;
      case OPTION_NO_SHOW_PERCS:
         options->percents = FALSE;
         break;
      case OPTION_AUTO:
         options->automatic = parse_yes_no("auto", optarg);
         break;
      case OPTION_ANNOTATE:
         options->automatic = TRUE;
         break;
      case OPTION_NO_ANNOTATE:
         options->automatic = FALSE;
         break;
      case OPTION_CONTEXT:
         options->context = parse_context(optarg);
         break;
      case 'I':
         g_ptr_array_add(options->directories,
                         g_strconcat(optarg,
                                     g_str_has_suffix(optarg, "/") ? "" : "/",
                                     NULL));
         break;
      default:
         options_end_with_common(option, help);
      }
   if (optind == argc)
      options_fail_usage("no profile was given");
   options->profile = argv[optind++];
   for (; optind < argc; optind++)
      if (!g_ptr_array_find_with_equal_func(options->sources, argv[optind],
                                            g_str_equal, NULL))
         g_ptr_array_add(options->sources, argv[optind]);
}

/*------------------------------------------------------------*/
/*--- Events and thresholds                                ---*/
/*------------------------------------------------------------*/

/* An event that functions are sorted by. */
typedef struct {
   guint  event;
   char*  threshold_text;
   double threshold; /* in percent */
} SortKey;

/* The state of a run: what to show of which profile. */
typedef struct {
   Options  options;
   Reader*  reader;
   Costs*   costs; /* by function */
   File*    file;  /* the one whose counts are being read */
   GArray*  shown; /* guint: indices of events */
   GArray*  keys;  /* SortKey */
   Columns  columns;
   Output*  output;
   Count*   annotated; /* by event: the sum of the counts beside sources */
   gboolean any_annotated;
} Annotation;

static gboolean shows_sources(const Annotation* annotation)
{
   return annotation->options.automatic || annotation->options.sources->len > 0;
}

/* Returns the index of the event with that name, or -1. */
static int find_event(const Header* header, const char* name)
{
   guint event;
   return g_ptr_array_find_with_equal_func(header->events, name, g_str_equal,
                                           &event)
             ? (int)event
             : -1;
}

/* Splits a list at its commas.  Empty items at its end are left out.  The
   caller frees the array. */
static GPtrArray* split_list(const char* list)
{
   GPtrArray* items = g_ptr_array_new_with_free_func(g_free);
   char**     parts = g_strsplit(list, ",", -1);

   for (char** part = parts; *part; part++)
      g_ptr_array_add(items, *part);
   g_free(parts);
   while (items->len > 0 && *(char*)items->pdata[items->len - 1] == '\0')
      g_ptr_array_set_size(items, items->len - 1);
   return items;
}

static void fail_event(const Header* header, const char* option,
                       const char* name) G_GNUC_NORETURN;
static void fail_event(const Header* header, const char* option,
                       const char* name)
{
   g_ptr_array_add(header->events, NULL);
   message_fail("--%s: no event \"%s\" in the profile; there are %s", option,
                name, g_strjoinv(",", (char**)header->events->pdata));
}

static void choose_columns(Annotation* annotation)
{
   const Header* header = &annotation->reader->header;
   GPtrArray*    names  = split_list(annotation->options.show);

   annotation->shown = g_array_new(FALSE, FALSE, sizeof(guint));
   for (guint i = 0; i < (names->len > 0 ? names->len : header->events->len);
        i++) {
      int event = i;
      if (names->len > 0)
         event = find_event(header, names->pdata[i]);
      if (event < 0)
         fail_event(header, "show", names->pdata[i]);
      g_array_append_val(annotation->shown, event);
   }
   g_ptr_array_free(names, TRUE);
}

/* Parses an item of --sort, EVENT or EVENT:PERCENT.  Sets the event of `key'
   and, if the item has one, the threshold's text. */
static void parse_sort_item(const Header* header, const char* item,
                            SortKey* key)
{
   int         event = find_event(header, item);
   const char* colon = strrchr(item, ':');

   if (event < 0 && colon && is_decimal(colon + 1)) {
      char* name = g_strndup(item, colon - item);
      event      = find_event(header, name);
      g_free(name);
      check_threshold("--sort: ", colon + 1, MAX_SORT_THRESHOLD);
      key->threshold_text = g_strdup(colon + 1);
   }
   if (event < 0)
      fail_event(header, "sort", item);
   key->event = event;
}

static void choose_sort_keys(Annotation* annotation)
{
   const Header* header = &annotation->reader->header;
   GPtrArray*    items  = split_list(annotation->options.sort);
   gboolean      any    = FALSE;

   annotation->keys = g_array_new(FALSE, TRUE, sizeof(SortKey));
   for (guint i = 0; i < (items->len > 0 ? items->len : header->events->len);
        i++) {
      SortKey key = {.event = i};
      if (items->len > 0)
         parse_sort_item(header, items->pdata[i], &key);
      any = any || key.threshold_text;
      g_array_append_val(annotation->keys, key);
   }
   g_ptr_array_free(items, TRUE);

   /* If --sort has any threshold, an event without one gets 0.  Otherwise the
      first event gets --threshold. */
   for (guint i = 0; i < annotation->keys->len; i++) {
      SortKey* key = &g_array_index(annotation->keys, SortKey, i);
      if (!key->threshold_text)
         key->threshold_text = g_strdup(any      ? "0"
                                        : i == 0 ? annotation->options.threshold
                                                 : OTHER_THRESHOLD);
      key->threshold = g_ascii_strtod(key->threshold_text, NULL);
   }
}

/*------------------------------------------------------------*/
/*--- Reading                                              ---*/
/*------------------------------------------------------------*/

/* Ends the span of `before' and begins one of `file', whose counts follow.
   `before' is NULL at the start of the profile, and `file' at its end. */
static void note_span(const Reader* reader, File* before, File* file)
{
   if (before == file)
      return;
   if (before)
      reader_end_span(
         reader, &g_array_index(before->spans, Span, before->spans->len - 1));
   if (file) {
      Span span = {0};
      reader_begin_span(reader, &span);
      if (!file->spans)
         file->spans = g_array_new(FALSE, FALSE, sizeof(Span));
      g_array_append_val(file->spans, span);
   }
}

static Function* next_function(Reader* reader, gpointer data)
{
   Annotation* annotation = data;
   Function*   function =
      costs_function(annotation->costs, reader->file, reader->function);

   if (shows_sources(annotation))
      note_span(reader, annotation->file, function->file);
   annotation->file = function->file;
   return function;
}

/* Reads the whole profile, and adds up its counts by function, and in `totals'.
 */
static gboolean read_functions(Annotation* annotation, Count* totals,
                               GError** error)
{
   const Profiles profile = {
      .names     = (char* const*)&annotation->options.profile,
      .readers   = &annotation->reader,
      .n_names   = 1,
      .n_readers = 1,
   };
   guint n_threads = 1;
   guint n         = annotation->reader->header.events->len;

   /* Only one thread can note the spans. */
   if (!shows_sources(annotation))
      n_threads = parts_threads(profile.names, 1);
   annotation->costs = costs_new(n);
   if (n_threads > 1) {
      if (parts_add_profiles(annotation->costs, totals, &profile, FALSE,
                             n_threads))
         return TRUE;
      costs_free(annotation->costs);
      annotation->costs = costs_new(n);
   }
   if (!costs_add_profile(annotation->reader, FALSE, next_function, annotation,
                          error))
      return FALSE;
   if (shows_sources(annotation))
      note_span(annotation->reader, annotation->file, NULL);
   memcpy(totals, annotation->reader->totals, n * sizeof *totals);
   return TRUE;
}

/* Reads the spans of a file again, and puts its counts by line into `lines',
   sorted.  Every file has at least one span. */
static gboolean read_lines(Annotation* annotation, const File* file,
                           Lines* lines, GError** error)
{
   Reader* reader = annotation->reader;
   Found   found  = READ_END;
   int     full   = -1;

   for (guint i = 0; i < file->spans->len && found == READ_END && full < 0;
        i++) {
      reader_go_to(reader, &g_array_index(file->spans, Span, i));
      while (full < 0 && (found = reader_next(reader, error)) <= READ_COUNTS)
         if (found == READ_COUNTS)
            full = costs_add_line(lines, reader);
   }
   if (found == READ_ERROR)
      return FALSE;
   if (!input_check_unchanged(reader->input, error))
      return FALSE;
   if (full < 0)
      full = lines_sort(lines, annotation->costs->n_events);
   if (full >= 0)
      reader_set_overflow(reader, error, full);
   return full < 0;
}

/*------------------------------------------------------------*/
/*--- Choosing                                             ---*/
/*------------------------------------------------------------*/

/* For g_ptr_array_sort_with_data().  Greater absolute counts come first;
   functions with equal counts are in the order of file and name. */
static int compare_functions(gconstpointer a, gconstpointer b, gpointer data)
{
   const Annotation* annotation = data;
   const Function *  left = *(Function*const*)a, *right = *(Function*const*)b;

   for (guint i = 0; i < annotation->keys->len; i++) {
      guint event = g_array_index(annotation->keys, SortKey, i).event;
      Count count = left->sums[event];
      Count other = right->sums[event];
      count       = count == COUNT_NONE ? 0 : ABS(count);
      other       = other == COUNT_NONE ? 0 : ABS(other);
      if (count != other)
         return count > other ? -1 : 1;
   }
   return costs_compare_functions(left, right);
}

static gboolean reaches_threshold(const Annotation* annotation,
                                  const Function*   function)
{
   for (guint i = 0; i < annotation->keys->len; i++) {
      const SortKey* key   = &g_array_index(annotation->keys, SortKey, i);
      double         share = table_percentage(function->sums[key->event],
                                              annotation->columns.totals[key->event]);
      if (fabs(share) >= key->threshold)
         return TRUE;
   }
   return FALSE;
}

/* Returns the functions to show, in their order: all before the first that
   reaches no threshold.  A later one that would reach the threshold of another
   event is not shown either, as in the cg_annotate of Valgrind 3.19. */
static GPtrArray* choose_functions(Annotation* annotation)
{
   GPtrArray* functions = costs_functions(annotation->costs);
   guint      n         = 0;

   g_ptr_array_sort_with_data(functions, compare_functions, annotation);
   while (n < functions->len
          && reaches_threshold(annotation, functions->pdata[n]))
      n++;
   g_ptr_array_set_size(functions, n);
   return functions;
}

/* Returns the files to show with --auto, sorted by name: those of the functions
   shown, without those that the user named. */
static GPtrArray* choose_files(const Annotation* annotation,
                               const GPtrArray*  functions)
{
   GHashTable* shown = g_hash_table_new(NULL, NULL);
   GPtrArray*  files = costs_files(annotation->costs);

   for (guint i = 0; i < functions->len; i++)
      g_hash_table_add(shown, ((Function*)functions->pdata[i])->file);
   for (guint i = 0; i < annotation->options.sources->len; i++)
      g_hash_table_remove(
         shown, costs_find_file(annotation->costs,
                                annotation->options.sources->pdata[i]));
   guint n = 0;
   for (guint i = 0; i < files->len; i++)
      if (g_hash_table_contains(shown, files->pdata[i]))
         files->pdata[n++] = files->pdata[i];
   g_ptr_array_set_size(files, n);
   g_hash_table_destroy(shown);
   return files;
}

/*------------------------------------------------------------*/
/*--- Writing                                              ---*/
/*------------------------------------------------------------*/

static void write_rule(Output* output)
{
   output_literal(output, "----------------------------------------"
                          "----------------------------------------\n");
}

/* Writes a line: the program's own title, then a text that is untrusted. */
static void write_setting(Output* output, const char* title, const char* text)
{
   output_literal(output, title);
   output_string(output, text);
   output_literal(output, "\n");
}

/* Writes a title and several texts, each text on its own line. */
static void write_list(Output* output, const char* title,
                       const GPtrArray* texts)
{
   write_setting(output, title, texts->len > 0 ? texts->pdata[0] : "");
   for (guint i = 1; i < texts->len; i++)
      write_setting(output, "                  ", texts->pdata[i]);
}

static void write_preamble(const Annotation* annotation)
{
   const Options* options = &annotation->options;
   const Header*  header  = &annotation->reader->header;
   Output*        output  = annotation->output;

   write_rule(output);
   for (guint i = 0; i < header->desc->len; i++)
      write_setting(output, "", g_strchug(header->desc->pdata[i]));
   write_setting(output, "Command:          ", g_strchug(header->cmd));
   write_setting(output, "Data file:        ", options->profile);

   GString* recorded   = g_string_new("Events recorded: ");
   GString* shown      = g_string_new("Events shown:    ");
   GString* sorted     = g_string_new("Event sort order:");
   GString* thresholds = g_string_new("Thresholds:      ");
   for (guint i = 0; i < header->events->len; i++)
      g_string_append_printf(recorded, " %s", (char*)header->events->pdata[i]);
   for (guint i = 0; i < annotation->shown->len; i++)
      g_string_append_printf(
         shown, " %s",
         (char*)
            header->events->pdata[g_array_index(annotation->shown, guint, i)]);
   for (guint i = 0; i < annotation->keys->len; i++) {
      const SortKey* key = &g_array_index(annotation->keys, SortKey, i);
      g_string_append_printf(sorted, " %s",
                             (char*)header->events->pdata[key->event]);
      g_string_append_printf(thresholds, " %s", key->threshold_text);
   }
   write_setting(output, "", recorded->str);
   write_setting(output, "", shown->str);
   write_setting(output, "", sorted->str);
   write_setting(output, "", thresholds->str);
   g_string_free(recorded, TRUE);
   g_string_free(shown, TRUE);
   g_string_free(sorted, TRUE);
   g_string_free(thresholds, TRUE);

   write_list(output, "Include dirs:     ", options->directories);
   write_list(output, "User annotated:   ", options->sources);
   write_setting(output,
                 "Auto-annotation:  ", options->automatic ? "on" : "off");
   output_literal(output, "\n");
}

/* Writes a table of one row. */
static void write_one_row(const Annotation* annotation, const Count* counts,
                          const char* label)
{
   Output* output = annotation->output;
   Table*  table  = table_new(&annotation->columns);

   table_fit(table, counts);
   write_rule(output);
   table_write_names(table, output, NULL);
   write_rule(output);
   table_write_counts(table, output, counts);
   write_setting(output, " ", label);
   output_literal(output, "\n");
   table_free(table);
}

static void write_functions(const Annotation* annotation,
                            const GPtrArray*  functions)
{
   Output*    output = annotation->output;
   Table*     table  = table_new(&annotation->columns);
   GPtrArray* all    = costs_functions(annotation->costs);

   /* The columns are wide enough for all functions, shown or not. */
   for (guint i = 0; i < all->len; i++)
      table_fit(table, ((Function*)all->pdata[i])->sums);
   g_ptr_array_free(all, TRUE);

   write_rule(output);
   table_write_names(table, output, "file:function");
   write_rule(output);
   for (guint i = 0; i < functions->len; i++) {
      const Function* function = functions->pdata[i];
      table_write_counts(table, output, function->sums);
      output_literal(output, " ");
      output_string(output, function->file->name);
      write_setting(output, ":", function->name);
   }
   output_literal(output, "\n");
   table_free(table);
}

/* Writes the files of other directories that have the same name and have
   counts: the user may have left out the directory. */
static void write_namesakes(const Annotation* annotation, const char* name)
{
   GPtrArray* files = costs_files(annotation->costs);
   char*      base  = g_path_get_basename(name);

   for (guint i = 0; i < files->len; i++) {
      const char* file      = ((File*)files->pdata[i])->name;
      char*       file_base = g_path_get_basename(file);
      if (strcmp(file_base, base) == 0)
         write_setting(annotation->output, "  but for ", file);
      g_free(file_base);
   }
   g_free(base);
   g_ptr_array_free(files, TRUE);
}

/* Writes a source with its counts, or a line that says that it has none.
   `how_chosen' is the first part of the heading. */
static void write_source(Annotation* annotation, const Source* source,
                         const char* how_chosen)
{
   Output*            output = annotation->output;
   const struct stat* status = &annotation->reader->input->status;
   SourceStyle        style  = {.columns = &annotation->columns,
                                .context = annotation->options.context,
                                .profile = annotation->options.profile};
   Lines              lines  = {0};
   GError*            error  = NULL;

   /* Only the modification time of a regular file means anything. */
   if (S_ISREG(status->st_mode))
      style.changed = status->st_mtime;

   write_rule(output);
   output_literal(output, how_chosen);
   output_string(output, source->directory);
   output_literal(output, *source->directory ? " + " : "");
   write_setting(output, "", source->name);
   write_rule(output);
   const File* file = costs_find_file(annotation->costs, source->name);
   if (!file) {
      write_setting(output, "  No information has been collected for ",
                    source->name);
      write_namesakes(annotation, source->name);
      output_literal(output, "\n");
      return;
   }
   annotation->any_annotated = TRUE;
   if (!read_lines(annotation, file, &lines, &error)
       || !source_write(source, &style, &lines, output, annotation->annotated,
                        &error))
      message_fail_with(error);
   lines_free(&lines);
}

/* Ends the program if a source is a profile.  In `cg_annotate
   cachegrind.out.*', all profiles but the first would be sources without
   counts. */
static void refuse_profile(const Source* source)
{
   char* path = g_strconcat(source->directory, source->name, NULL);

   /* Here "-" is the name of a file, but reader_open() would read standard
      input. */
   if (strcmp(path, "-") != 0 && reader_open(path, FALSE, NULL))
      message_fail("%s: is a profile, not a source; cg_annotate shows one "
                   "profile, and cg_merge adds several up",
                   path);
   g_free(path);
}

/* Looks up the sources that the user named.  Ends the program if one cannot be
   read or is a profile. */
static GArray* find_named_sources(const Options* options)
{
   GArray* sources = g_array_new(FALSE, FALSE, sizeof(Source));

   for (guint i = 0; i < options->sources->len; i++) {
      Source source;
      if (!source_find(&source, options->sources->pdata[i],
                       options->directories)) {
         gboolean directories = options->directories->len > 0;
         g_ptr_array_add(options->directories, NULL);
         message_fail("%s: no such file that can be read%s%s",
                      (char*)options->sources->pdata[i],
                      directories ? ", nor below "
                                  : "; -I names directories to search",
                      g_strjoinv(" or ", (char**)options->directories->pdata));
      }
      refuse_profile(&source);
      g_array_append_val(sources, source);
   }
   return sources;
}

static void write_missing(const Annotation* annotation,
                          const GPtrArray*  missing)
{
   Output* output = annotation->output;

   write_rule(output);
   output_literal(output, "The following files chosen for auto-annotation "
                          "could not be found:\n");
   write_rule(output);
   for (guint i = 0; i < missing->len; i++)
      write_setting(output, "  ", missing->pdata[i]);
   output_literal(output, "\n");
}

/* Writes the sources that the user named and those of the functions shown. */
static void write_sources(Annotation* annotation, const GArray* named,
                          const GPtrArray* functions)
{
   GPtrArray* missing = g_ptr_array_new();

   for (guint i = 0; i < named->len; i++)
      write_source(annotation, &g_array_index(named, Source, i),
                   "-- User-annotated source: ");
   if (annotation->options.automatic) {
      GPtrArray* files = choose_files(annotation, functions);
      for (guint i = 0; i < files->len; i++) {
         const char* name = ((File*)files->pdata[i])->name;
         Source      source;
         if (source_find(&source, name, annotation->options.directories))
            write_source(annotation, &source, "-- Auto-annotated source: ");
         else if (strcmp(name, UNKNOWN) != 0)
            g_ptr_array_add(missing, (gpointer)name);
      }
      g_ptr_array_free(files, TRUE);
   }
   if (missing->len > 0)
      write_missing(annotation, missing);
   g_ptr_array_free(missing, TRUE);
}

int main(int argc, char** argv)
{
   Annotation annotation = {0};
   Options*   options    = &annotation.options;
   GError*    error      = NULL;

   message_set_program("cg_annotate");
   parse_options(options, argc, argv);

   GArray* named = find_named_sources(options);
   annotation.reader =
      reader_open(options->profile, shows_sources(&annotation), &error);
   if (!annotation.reader)
      message_fail_with(error);
   choose_columns(&annotation);
   choose_sort_keys(&annotation);

   guint  n      = annotation.reader->header.events->len;
   Count* totals = g_new0(Count, n);
   if (!read_functions(&annotation, totals, &error))
      message_fail_with(error);

   annotation.annotated = g_new(Count, n);
   for (guint i = 0; i < n; i++)
      annotation.annotated[i] = COUNT_NONE;
   annotation.columns = (Columns){.names    = annotation.reader->header.events,
                                  .shown    = (guint*)annotation.shown->data,
                                  .n_shown  = annotation.shown->len,
                                  .percents = options->percents,
                                  .totals   = totals};

   GPtrArray* functions = choose_functions(&annotation);
   annotation.output    = output_open(NULL);
   write_preamble(&annotation);
   write_one_row(&annotation, totals, "PROGRAM TOTALS");
   write_functions(&annotation, functions);
   if (shows_sources(&annotation))
      write_sources(&annotation, named, functions);
   if (annotation.any_annotated)
      write_one_row(&annotation, annotation.annotated, "events annotated");
   output_close(annotation.output);
   return 0;
}
