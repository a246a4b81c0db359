/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_annotate.c: shows profiles: by function, and beside the source.

      cg_annotate --auto=yes cachegrind.out.123

   Here are the options and the order of the output.  The parts are in
   annotate/: sum.h reads the profiles, selection.h chooses events, view.h finds
   the functions that are shown, sources.h the sources, and advice.h where to
   look first.  form.h says how these are written: as text or in another format.
   */

#include <string.h>
#include <unistd.h>

#include "annotate/advice.h"
#include "annotate/annotation.h"
#include "annotate/details.h"
#include "annotate/form_csv.h"
#include "annotate/form_json.h"
#include "annotate/form_markdown.h"
#include "annotate/form_text.h"
#include "annotate/selection.h"
#include "annotate/sources.h"
#include "annotate/view.h"
#include "lib/message.h"
#include "lib/options.h"
#include "lib/reader.h"

static const char help[] =
   "Usage: cg_annotate [OPTION...] PROFILE... [SOURCE...]\n"
   "       cg_annotate --diff [OPTION...] BEFORE AFTER [SOURCE...]\n"
   "\n"
   "Shows what Cachegrind counted, by function, and beside the lines of each\n"
   "SOURCE (named as in the list of functions).  Several profiles are added "
   "up.\n"
   "\"-\" is standard input.\n"
   "\n"
   "      --show=A,B,C         the events to show, in this order [all]\n"
   "      --sort=A,B,C         sort functions by these events; A:1,B:2.5 sets "
   "a\n"
   "                           threshold for each [all, in the profile's "
   "order]\n"
   "      --event=NAME=FORMULA\n"
   "                           define an event, for instance\n"
   "                           'Rate=100*D1m/(Dr+Dw)'; D1m, LLm, Bm and "
   "Cycles\n"
   "                           are built in\n"
   "      --events=FILE        a file of such definitions\n"
   "                           [~/.config/cachegrind/events]\n"
   "      --threshold=PERCENT  show functions with at least this share of the\n"
   "                           first event sorted by: 0 to 20 [0.1]\n"
   "      --show-percs[=yes|no]\n"
   "                           show each count's share of the total [no]\n"
   "      --view=function|file:function|function:file|object\n"
   "                           group the counts, with percentages and a "
   "running\n"
   "                           total\n"
   "      --format=text|json|csv|markdown\n"
   "                           how the output is written: for people, for "
   "programs,\n"
   "                           as one table, or for web pages [text]\n"
   "      --inclusive          add what was inlined into a function or line\n"
   "      --asm                show the instructions below each line, too\n"
   "      --diff               show AFTER minus BEFORE, lines too, in counts "
   "and in\n"
   "                           percent of BEFORE\n"
   "      --old-source=DIR     the sources of BEFORE; with --new-source, lines "
   "that\n"
   "                           moved, and functions, are found again\n"
   "      --new-source=DIR     the sources of AFTER\n"
   "      --git=OLD..NEW       the same for two revisions of the git "
   "repository "
   "here;\n"
   "                           without ..NEW, for OLD and the working tree\n"
   "      --mod-filename=EXPR  change the names of files, for instance with\n"
   "                           's/version[0-9]/version/'; a Perl substitution\n"
   "                           with the flags g, i and x\n"
   "      --mod-funcname=EXPR  the same for the names of functions\n"
   "      --auto=yes|no        show the sources of all functions shown [no]\n"
   "      --annotate           the same as --auto=yes\n"
   "      --no-annotate        the same as --auto=no\n"
   "      --no-show-percs      the same as --show-percs=no\n"
   "      --advice=yes|no      begin with where to look first, by estimated "
   "cycles\n"
   "                           [yes on a terminal]\n"
   "      --summary=yes|no     end with where the counts are: beside which\n"
   "                           sources, or in none [yes on a terminal]\n"
   "      --context=N          show N lines before and after one with counts "
   "[8]\n"
   "  -I, --include=DIR        look for sources in DIR and below, too\n"
   "      --width=COLUMNS      cut lines that are longer; 0 is no limit "
   "[the\n"
   "                           terminal's width, or 0 if there is no "
   "terminal]\n"
   "      --short-names=yes|no\n"
   "                           leave template arguments and parameters out of "
   "the\n"
   "                           names of functions [yes in lines that are "
   "too\n"
   "                           long for --width]\n"
   "  -h, --help               show this text\n"
   "      --version            show the version\n";

enum {
   OPTION_SHOW = OPTIONS_FIRST_OWN,
   OPTION_SORT,
   OPTION_EVENT,
   OPTION_EVENTS,
   OPTION_THRESHOLD,
   OPTION_SHOW_PERCS,
   OPTION_NO_SHOW_PERCS,
   OPTION_VIEW,
   OPTION_FORMAT,
   OPTION_INCLUSIVE,
   OPTION_ASM,
   OPTION_DIFF,
   OPTION_OLD_SOURCE,
   OPTION_NEW_SOURCE,
   OPTION_GIT,
   OPTION_MOD_FILENAME,
   OPTION_MOD_FUNCNAME,
   OPTION_AUTO,
   OPTION_ANNOTATE,
   OPTION_NO_ANNOTATE,
   OPTION_ADVICE,
   OPTION_SUMMARY,
   OPTION_CONTEXT,
   OPTION_WIDTH,
   OPTION_SHORT_NAMES
};

static const struct option long_options[] = {
   {"show", required_argument, NULL, OPTION_SHOW},
   {"sort", required_argument, NULL, OPTION_SORT},
   {"event", required_argument, NULL, OPTION_EVENT},
   {"events", required_argument, NULL, OPTION_EVENTS},
   {"threshold", required_argument, NULL, OPTION_THRESHOLD},
   {"show-percs", optional_argument, NULL, OPTION_SHOW_PERCS},
   {"no-show-percs", no_argument, NULL, OPTION_NO_SHOW_PERCS},
   {"view", required_argument, NULL, OPTION_VIEW},
   {"format", required_argument, NULL, OPTION_FORMAT},
   {"inclusive", no_argument, NULL, OPTION_INCLUSIVE},
   {"asm", no_argument, NULL, OPTION_ASM},
   {"diff", no_argument, NULL, OPTION_DIFF},
   {"old-source", required_argument, NULL, OPTION_OLD_SOURCE},
   {"new-source", required_argument, NULL, OPTION_NEW_SOURCE},
   {"git", required_argument, NULL, OPTION_GIT},
   {"mod-filename", required_argument, NULL, OPTION_MOD_FILENAME},
   {"mod-funcname", required_argument, NULL, OPTION_MOD_FUNCNAME},
   {"auto", required_argument, NULL, OPTION_AUTO},
   {"annotate", no_argument, NULL, OPTION_ANNOTATE},
   {"no-annotate", no_argument, NULL, OPTION_NO_ANNOTATE},
   {"advice", required_argument, NULL, OPTION_ADVICE},
   {"summary", required_argument, NULL, OPTION_SUMMARY},
   {"context", required_argument, NULL, OPTION_CONTEXT},
   {"width", required_argument, NULL, OPTION_WIDTH},
   {"short-names", required_argument, NULL, OPTION_SHORT_NAMES},
   {"include", required_argument, NULL, 'I'},
   OPTIONS_COMMON,
   {0}};

/* The maximum of --width, in columns. */
#define MAX_WIDTH 1000000

/*------------------------------------------------------------*/
/*--- The command line                                     ---*/
/*------------------------------------------------------------*/

static gboolean parse_yes_no(const char* option, const char* text)
{
   if (strcmp(text, "yes") == 0)
      return TRUE;
   if (strcmp(text, "no") != 0)
      options_fail_usage("--%s=%s: yes or no is allowed", option, text);
   return FALSE;
}

static guint64 parse_context(const char* text)
{
   if (*text == '\0' || strspn(text, "0123456789") != strlen(text))
      options_fail_usage("--context=%s: a number of lines is allowed", text);
   return g_ascii_strtoull(text, NULL, 10);
}

static guint parse_width(const char* text)
{
   guint64 width;
   if (!g_ascii_string_to_unsigned(text, 10, 0, MAX_WIDTH, &width, NULL))
      options_fail_usage("--width=%s: a number of columns from 0 to %d is "
                         "allowed",
                         text, MAX_WIDTH);
   return width;
}

static View parse_view(const char* text)
{
   int view = view_parse(text);
   if (view < 0)
      options_fail_usage("--view=%s: %s is allowed", text, view_names());
   return view;
}

static Format parse_format(const char* text)
{
   static const char* const names[] = {[FORMAT_TEXT]     = "text",
                                       [FORMAT_JSON]     = "json",
                                       [FORMAT_CSV]      = "csv",
                                       [FORMAT_MARKDOWN] = "markdown"};

   for (guint i = 0; i < G_N_ELEMENTS(names); i++)
      if (strcmp(names[i], text) == 0)
         return i;
   options_fail_usage("--format=%s: text, json, csv or markdown is allowed",
                      text);
}

/* Handles an option that says which parts the output has, or how wide it is.
   Returns FALSE if it is another. */
static gboolean parse_layout(Options* options, int option)
{
   switch (option) {
   case OPTION_FORMAT:
      options->format = parse_format(optarg);
      return TRUE;
   case OPTION_SHOW_PERCS:
      options->percents = !optarg || parse_yes_no("show-percs", optarg);
      return TRUE;
   case OPTION_NO_SHOW_PERCS:
      options->percents = FALSE;
      return TRUE;
   case OPTION_AUTO:
      options->automatic = parse_yes_no("auto", optarg);
      return TRUE;
   case OPTION_ANNOTATE:
      options->automatic = TRUE;
      return TRUE;
   case OPTION_NO_ANNOTATE:
      options->automatic = FALSE;
      return TRUE;
   case OPTION_INCLUSIVE:
      options->inclusive = TRUE;
      return TRUE;
   case OPTION_ASM:
      options->assembly = TRUE;
      return TRUE;
   case OPTION_ADVICE:
      options->advice = options->wants_advice = parse_yes_no("advice", optarg);
      return TRUE;
   case OPTION_SUMMARY:
      options->summary = options->wants_summary =
         parse_yes_no("summary", optarg);
      return TRUE;
   case OPTION_CONTEXT:
      options->context = parse_context(optarg);
      return TRUE;
   case OPTION_WIDTH:
      options->width = parse_width(optarg);
      return TRUE;
   case OPTION_SHORT_NAMES:
      options->names =
         parse_yes_no("short-names", optarg) ? NAMES_SHORT : NAMES_LONG;
      return TRUE;
   default:
      return FALSE;
   }
}

static void parse_option(Options* options, int option)
{
   switch (option) {
   case OPTION_SHOW:
      options->show = optarg;
      break;
   case OPTION_SORT:
      options->sort = optarg;
      break;
   case OPTION_EVENT:
      g_ptr_array_add(options->definitions, optarg);
      break;
   case OPTION_EVENTS:
      options->events_file = optarg;
      break;
   case OPTION_THRESHOLD:
      selection_check_threshold("--threshold=", optarg,
                                SELECTION_MAX_THRESHOLD);
      options->threshold = optarg;
      break;
   case OPTION_VIEW:
      options->view = parse_view(optarg);
      break;
   case OPTION_DIFF:
      /* How much changed is what one wants to know. */
      options->diff = options->percents = TRUE;
      break;
   case OPTION_OLD_SOURCE:
      options->edited.old_source = optarg;
      break;
   case OPTION_NEW_SOURCE:
      options->edited.new_source = optarg;
      break;
   case OPTION_GIT:
      options->edited.git = optarg;
      break;
   case OPTION_MOD_FILENAME:
      options->renaming.files = renaming_parse("mod-filename", optarg);
      break;
   case OPTION_MOD_FUNCNAME:
      options->renaming.functions = renaming_parse("mod-funcname", optarg);
      break;
   case 'I':
      g_ptr_array_add(
         options->directories,
         g_strconcat(optarg, g_str_has_suffix(optarg, "/") ? "" : "/", NULL));
      break;
   default:
      if (!parse_layout(options, option))
         options_end_with_common(option, help);
   }
}

/* Whether a file is a profile.  Standard input is not read yet: it cannot be a
   source. */
static gboolean is_profile(const char* name)
{
   if (strcmp(name, "-") == 0)
      return TRUE;
   Reader* reader = reader_open(name, FALSE, NULL);
   if (reader)
      reader_close(reader);
   return reader != NULL;
}

/* The first argument is a profile.  Another is one if its contents say so, and
   with --diff the second is one; all others are sources. */
static void sort_arguments(Options* options, int argc, char** argv)
{
   if (optind == argc)
      options_fail_usage("no profile was given");
   if (options->diff && argc - optind < 2)
      options_fail_usage("--diff: two profiles are needed");
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
                   (char*)versions_directory(options->versions));
}

/* Only text depends on the terminal, and only people want short names and lines
   without counts. */
static void adapt_to_format(Options* options)
{
   if (options->format == FORMAT_TEXT)
      return;
   options->advice  = options->wants_advice;
   options->summary = options->wants_summary;
   options->width   = 0;
   if (options->format == FORMAT_MARKDOWN)
      return;
   options->names   = NAMES_LONG;
   options->context = 0;
   if (options->format == FORMAT_CSV && (options->advice || options->summary))
      options_fail_usage("--format=csv: is one table, which cannot have what "
                         "--advice=yes and --summary=yes add");
}

static void parse_options(Options* options, int argc, char** argv)
{
   int option;

   *options = (Options){.profiles    = g_ptr_array_new(),
                        .sources     = g_ptr_array_new(),
                        .definitions = g_ptr_array_new(),
                        .show        = "",
                        .sort        = "",
                        .threshold   = SELECTION_DEFAULT_THRESHOLD,
                        .advice      = isatty(STDOUT_FILENO),
                        .summary     = isatty(STDOUT_FILENO),
                        .context     = 8,
                        .directories = g_ptr_array_new(),
                        .width       = OUTPUT_TERMINAL_COLUMNS,
                        .names       = NAMES_FITTING};
   while ((option = options_next(argc, argv, "hI:", long_options)) != -1)
      parse_option(options, option);
   find_versions(options);
   adapt_to_format(options);
   options->tree = tree_new(options->directories, TREE_MAX_ENTRIES);
   if (options->inclusive && options->view > VIEW_FUNCTION)
      options_fail_usage(
         "--inclusive: works with --view=function only, because "
         "other views would count calls within a group twice");
   sort_arguments(options, argc, argv);
   if (options->diff && options->assembly)
      options_fail_usage("--asm: shows one program, not what --diff compares");
   /* Two versions of a program are often in different directories. */
   options->renaming.no_objects = options->diff && options->view != VIEW_OBJECT;
   /* What costs most is not what changed most. */
   options->advice = options->advice && !options->diff;
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

/* Reads all definitions, and chooses what is shown and sorted by. */
static void choose_events(Annotation* annotation)
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

/*------------------------------------------------------------*/
/*--- The output                                           ---*/
/*------------------------------------------------------------*/

static Sum* open_sum(const Options* options)
{
   gboolean lines = options->advice || options->inclusive;
   SumInput input = {.names      = (char* const*)options->profiles->pdata,
                     .n_names    = options->profiles->len,
                     .n_negative = options->diff,
                     .lines = options->automatic || options->sources->len > 0,
                     .calls = lines,
                     .versions = options->versions,
                     .renaming = options->renaming,
                     .keep     = options->assembly ? COSTS_BY_POSITION
                                 : lines           ? COSTS_BY_LINE
                                                   : COSTS_BY_FUNCTION};
   return sum_open(&input);
}

/* Sets what percentages and thresholds are shares of. */
static void choose_totals(Annotation* annotation)
{
   const Sum* sum = annotation->sum;

   annotation->columns.totals =
      selection_derive(annotation, sum->before ? sum->before : sum->totals);
   annotation->whole =
      sum->before ? selection_changes(annotation) : annotation->columns.totals;
}

/* Shows the totals; those of a difference with what was compared. */
static void show_totals(Form* form)
{
   const Annotation* annotation = form->annotation;
   const Sum*        sum        = annotation->sum;
   guint             n          = events_recorded(annotation->events);
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
   form->totals(form, &totals);
}

static Form* new_form(const Annotation* annotation)
{
   switch (annotation->options.format) {
   case FORMAT_JSON:
      return form_json_new(annotation);
   case FORMAT_CSV:
      return form_csv_new(annotation);
   case FORMAT_MARKDOWN:
      return form_markdown_new(annotation);
   default:
      return form_text_new(annotation);
   }
}

/* Opens the output and returns the form that it has. */
static Form* open_output(Annotation* annotation)
{
   const Options* options = &annotation->options;

   annotation->output = output_open(NULL);
   output_limit_columns(annotation->output, options->width);
   if (*options->show == '\0' && output_columns(annotation->output) > 0)
      selection_fit(annotation, output_columns(annotation->output));
   return new_form(annotation);
}

/* Shows what the options choose. */
static void show_all(Form* form, const GArray* named)
{
   const Options* options = &form->annotation->options;

   if (options->advice) {
      GPtrArray* lists = advice_find(form->annotation);
      form->advice(form, lists);
      g_ptr_array_free(lists, TRUE);
   }
   if (form->settings)
      form->settings(form);
   if (form->totals)
      show_totals(form);
   const Listing* listing = view_make(form->annotation);
   if (form->listing)
      form->listing(form, listing);
   if (options->automatic || options->sources->len > 0)
      sources_show(form, named, listing->functions);
   if (form->finish)
      form->finish(form);
}

int main(int argc, char** argv)
{
   Annotation annotation = {0};
   Options*   options    = &annotation.options;

   message_set_program("cg_annotate");
   parse_options(options, argc, argv);

   GArray* named  = sources_find_named(options);
   annotation.sum = open_sum(options);
   choose_events(&annotation);
   sum_read(annotation.sum);
   details_check(&annotation);
   annotation.columns = (Columns){.events   = annotation.events,
                                  .shown    = (guint*)annotation.shown->data,
                                  .n_shown  = annotation.shown->len,
                                  .percents = options->percents};
   choose_totals(&annotation);
   show_all(open_output(&annotation), named);
   output_close(annotation.output);
   return 0;
}
