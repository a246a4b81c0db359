/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_annotate.c: shows profiles: by function, and beside the source.

      cg_annotate --auto=yes cachegrind.out.123

   Here are the options and the order of the output.  The parts are in
   annotate/: arguments.h has the command line, sum.h reads the profiles,
   selection.h chooses events, view.h finds the functions that are shown,
   sources.h the sources, and advice.h where to look first.  form.h says how
   these are written: as text or in another format.
   */

#include <string.h>
#include <unistd.h>

#include "annotate/advice.h"
#include "annotate/annotation.h"
#include "annotate/arguments.h"
#include "annotate/call_view.h"
#include "annotate/details.h"
#include "annotate/form_folded.h"
#include "annotate/form_json.h"
#include "annotate/form_pprof.h"
#include "annotate/form_text.h"
#include "annotate/screen.h"
#include "annotate/selection.h"
#include "annotate/sources.h"
#include "annotate/view.h"
#include "lib/message.h"
#include "lib/options.h"
#include "lib/pager.h"

static const char help[] =
   "Usage: cg_annotate [OPTION...] [PROFILE... [SOURCE...]]\n"
   "       cg_annotate --diff [OPTION...] BEFORE AFTER [SOURCE...]\n"
   "\n"
   "Shows what Cachegrind counted, by function, and beside the lines of each\n"
   "SOURCE.  Without a PROFILE, it is the newest cachegrind.out.PID here.\n"
   "+\n"
   "+Each SOURCE is named as in the list of functions.  Several profiles are added\n"
   "+up.  \"-\" is standard input.\n"
   "\n"
   "What is shown:\n"
   "      --show=A,B,C         the events to show, in this order [all; on a\n"
   "                           terminal Cycles, Ir, D1m, LLm and Bm]\n"
   "+      --sort=A,B,C         sort functions by these events; A:1,B:2.5 sets a\n"
   "                           threshold for each [all, in the profile's order; on\n"
   "                           a terminal the first one shown]\n"
   "+      --threshold=PERCENT  show functions with at least this share of the\n"
   "                           first event sorted by: 0 to 20 [0.1]\n"
   "+      --show-percs=yes|no  show each count's share of the total [no; yes on a\n"
   "                           terminal, as far as there is room]\n"
   "      --view=function|file:function|function:file|object\n"
   "                           group the counts, with a running total\n"
   "      --view=callers:FUNCTION|callees:FUNCTION|tree\n"
   "                           show who calls whom, and what that costs\n"
   "+      --inclusive          add what was called or inlined to functions and lines\n"
   "      --auto=yes|no        show the sources of all functions shown [no; yes if\n"
   "                           the output goes through a pager]\n"
   "+      --asm                show the instructions below each line, too\n"
   "      --advice=yes|no|only\n"
   "                           begin with where to look first, by estimated\n"
   "                           cycles; only: show no more [yes on a terminal]\n"
   "+      --explain            show what each event counts in these cycles\n"
   "+      --summary=yes|no     end with where the counts are: beside which\n"
   "                           sources, or in none [yes on a terminal]\n" ARGUMENTS_HELP_EVENTS
   "\n"
   "What is compared:\n"
   "      --diff               show AFTER minus BEFORE, in counts and in percent\n" VERSIONS_HELP
      ARGUMENTS_HELP_NAMES "\n"
   "+Sources:\n" ARGUMENTS_HELP_SOURCES "+\n"
   "Output:\n"
   "  -o FILE                  write to FILE, not to standard output\n"
   "      --format=text|json|folded|pprof\n"
   "                           for people, for programs, or stacks of calls [text]\n"
   "+      --format=folded:EVENT\n"
   "                           folded stacks of EVENT [the first one sorted by]\n"
   "+      --width=COLUMNS      cut lines that are longer; 0 is no limit [the\n"
   "                           terminal's width, or 0 if there is no terminal]\n"
   "+      --short-names=yes|no\n"
   "                           leave template arguments and parameters out of the\n"
   "                           names of functions [yes in lines that are too\n"
   "                           long for --width]\n"
   "+      --color=auto|always|never\n"
   "                           colors for headings and for what costs most [auto:\n"
   "                           on a terminal, unless NO_COLOR is set]\n"
   "\n"
   "  -h, --help               show the options that matter most\n"
   "      --help-all           show all options\n"
   "+      --version            show the version\n"
   "\n"
   "Examples:\n"
   "  cg_annotate --show=Cycles,D1m --auto=yes cachegrind.out.123\n"
   "  cg_annotate --diff --git=main.. before.prof after.prof\n";

enum {
   OPTION_SHOW_PERCS = OPTIONS_FIRST_OWN,
   OPTION_NO_SHOW_PERCS,
   OPTION_VIEW,
   OPTION_FORMAT,
   OPTION_INCLUSIVE,
   OPTION_ASM,
   OPTION_AUTO,
   OPTION_ANNOTATE,
   OPTION_NO_ANNOTATE,
   OPTION_ADVICE,
   OPTION_EXPLAIN,
   OPTION_SUMMARY,
   OPTION_WIDTH,
   OPTION_SHORT_NAMES,
   OPTION_COLOR
};

static const struct option long_options[] = {
   {"show-percs", optional_argument, NULL, OPTION_SHOW_PERCS},
   {"view", required_argument, NULL, OPTION_VIEW},
   {"format", required_argument, NULL, OPTION_FORMAT},
   {"inclusive", no_argument, NULL, OPTION_INCLUSIVE},
   {"asm", no_argument, NULL, OPTION_ASM},
   {"auto", required_argument, NULL, OPTION_AUTO},
   {"advice", required_argument, NULL, OPTION_ADVICE},
   {"explain", no_argument, NULL, OPTION_EXPLAIN},
   {"summary", required_argument, NULL, OPTION_SUMMARY},
   {"width", required_argument, NULL, OPTION_WIDTH},
   {"short-names", required_argument, NULL, OPTION_SHORT_NAMES},
   {"color", required_argument, NULL, OPTION_COLOR},
   ARGUMENTS_OPTIONS,
   OPTIONS_COMMON,
   {"annotate", no_argument, NULL, OPTION_ANNOTATE},
   {"no-annotate", no_argument, NULL, OPTION_NO_ANNOTATE},
   {"no-show-percs", no_argument, NULL, OPTION_NO_SHOW_PERCS},
   {0}};

/* The maximum of --width, in columns. */
#define MAX_WIDTH 1000000

/* The value of an option that was not given, and depends on the terminal. */
#define UNSET (-1)

/*------------------------------------------------------------*/
/*--- The command line                                     ---*/
/*------------------------------------------------------------*/

static guint parse_width(const char* text)
{
   guint64 width;
   if (!g_ascii_string_to_unsigned(text, 10, 0, MAX_WIDTH, &width, NULL))
      options_fail_usage("--width=%s: must be a number of columns from 0 to %d",
                         text, MAX_WIDTH);
   return width;
}

static void parse_view(Options* options, const char* text)
{
   int view = view_parse(text, &options->function);
   if (view < 0 || (view == VIEW_CALLERS && *options->function == '\0')
       || (view == VIEW_CALLEES && *options->function == '\0'))
      options_fail_usage("--view=%s: must be %s", text, view_names());
   options->view = view;
}

static const char* const formats[] = {[FORMAT_TEXT]   = "text",
                                      [FORMAT_JSON]   = "json",
                                      [FORMAT_FOLDED] = "folded",
                                      [FORMAT_PPROF]  = "pprof"};

static void parse_format(Options* options, const char* text)
{
   static const char with_event[] = "folded:";

   options->folded =
      g_str_has_prefix(text, with_event) ? text + strlen(with_event) : NULL;
   options->format = FORMAT_FOLDED;
   for (guint i = 0; !options->folded; i++) {
      if (i == G_N_ELEMENTS(formats))
         options_fail_usage("--format=%s: must be text, json, folded, "
                            "folded:EVENT or pprof",
                            text);
      options->format = i;
      if (strcmp(text, formats[i]) == 0)
         return;
   }
}

static void parse_advice(Options* options, const char* text)
{
   static const char* const words[] = {"yes", "no", "only", NULL};

   guint choice          = options_choose("advice", text, words);
   options->advice       = choice != 1;
   options->wants_advice = choice != 1;
   options->only_advice  = choice == 2;
}

static const char* const colors[] = {[OUTPUT_COLORS_AUTO]   = "auto",
                                     [OUTPUT_COLORS_ALWAYS] = "always",
                                     [OUTPUT_COLORS_NEVER]  = "never",
                                     NULL};

/* Handles an option that says which parts the output has, or how wide it is.
   Returns FALSE if it is another. */
static gboolean parse_layout(Options* options, int option)
{
   switch (option) {
   case 'o':
      options->output = optarg;
      return TRUE;
   case OPTION_FORMAT:
      parse_format(options, optarg);
      return TRUE;
   case OPTION_SHOW_PERCS:
      options->percents = !optarg || options_yes_no("show-percs", optarg);
      return TRUE;
   case OPTION_NO_SHOW_PERCS:
      options->percents = FALSE;
      return TRUE;
   case OPTION_AUTO:
      options->automatic = options_yes_no("auto", optarg);
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
      parse_advice(options, optarg);
      return TRUE;
   case OPTION_EXPLAIN:
      options->explain = TRUE;
      return TRUE;
   case OPTION_SUMMARY:
      options->summary = options->wants_summary =
         options_yes_no("summary", optarg);
      return TRUE;
   case OPTION_WIDTH:
      options->width = parse_width(optarg);
      return TRUE;
   case OPTION_SHORT_NAMES:
      options->names =
         options_yes_no("short-names", optarg) ? NAMES_SHORT : NAMES_LONG;
      return TRUE;
   case OPTION_COLOR:
      options->colors = options_choose("color", optarg, colors);
      return TRUE;
   default:
      return FALSE;
   }
}

static void parse_option(Options* options, int option)
{
   if (option == OPTION_VIEW)
      parse_view(options, optarg);
   else if (!arguments_parse_option(options, option, optarg)
            && !parse_layout(options, option))
      options_end_with_common(option, help);
}

static gboolean shows_calls(const Options* options)
{
   return options->view >= VIEW_CALLERS;
}

static gboolean is_terminal(const Options* options)
{
   return (!options->output || strcmp(options->output, "-") == 0)
          && isatty(STDOUT_FILENO);
}

/* Only text depends on the terminal, and only people want short names and lines
   without counts. */
static void adapt_to_programs(Options* options)
{
   options->width   = 0;
   options->names   = NAMES_LONG;
   options->context = 0;
}

/* Sets what was not given: on a terminal, people look at text, and with a pager
   they can look for a line in it. */
static void adapt_to_terminal(Options* options)
{
   options->terminal = options->format == FORMAT_TEXT && is_terminal(options);
   if (!options->terminal) {
      options->advice  = options->wants_advice;
      options->summary = options->wants_summary;
   }
   options->fit_percents = options->terminal && options->percents == UNSET;
   if (options->percents == UNSET)
      options->percents = options->terminal;
   if (options->automatic == UNSET)
      options->automatic = options->terminal && !shows_calls(options)
                           && options->sources->len == 0 && pager_command();
}

/* Whether the output is the stacks of a whole profile. */
static gboolean writes_stacks(const Options* options)
{
   return options->format >= FORMAT_FOLDED;
}

static void check_stacks(const Options* options)
{
   const char* format = formats[options->format];

   if (options->view != VIEW_LIST || options->automatic || options->assembly
       || options->inclusive || options->wants_advice || options->wants_summary
       || options->sources->len > 0)
      options_fail_usage(
         "--format=%s: writes stacks only; it does not work with sources, "
         "--view, --auto, --asm, --inclusive, --advice or --summary",
         format);
   if (options->format == FORMAT_FOLDED && options->diff)
      options_fail_usage("--format=folded: does not work with --diff, because "
                         "it has no negative counts; --format=pprof has");
   if (options->format == FORMAT_PPROF && is_terminal(options))
      options_fail_usage("--format=pprof: cannot be shown on a terminal; write "
                         "it to a file, with -o x.pb.gz");
}

/* In percent: what a context has at least to be shown in a tree, which has many
   of them. */
#define TREE_THRESHOLD "1"

static void adapt_to_calls(Options* options)
{
   if (options->automatic || options->sources->len > 0 || options->assembly)
      options_fail_usage("--view=%s: shows no sources",
                         view_name(options->view));
   options->advice    = options->wants_advice;
   options->summary   = options->wants_summary;
   options->inclusive = TRUE;
   if (options->view == VIEW_TREE
       && strcmp(options->threshold, SELECTION_DEFAULT_THRESHOLD) == 0)
      options->threshold = TREE_THRESHOLD;
}

/* Ends the program if the output would replace what is shown. */
static void check_output(const Options* options)
{
   const GPtrArray* lists[] = {options->profiles, options->sources};

   for (guint i = 0; options->output && i < G_N_ELEMENTS(lists); i++)
      for (guint j = 0; j < lists[i]->len; j++)
         if (output_would_replace(options->output, lists[i]->pdata[j]))
            options_fail_usage("-o %s: would overwrite %s", options->output,
                               (char*)lists[i]->pdata[j]);
}

static void parse_options(Options* options, int argc, char** argv)
{
   int option;

   arguments_init(options);
   options->advice = options->summary = TRUE;
   options->width                     = OUTPUT_TERMINAL_COLUMNS;
   options->names                     = NAMES_FITTING;
   options->percents = options->automatic = UNSET;
   while (
      (option = options_next(argc, argv, ARGUMENTS_LETTERS "o:", long_options))
      != -1)
      parse_option(options, option);
   if (options->format != FORMAT_TEXT)
      adapt_to_programs(options);
   arguments_finish(options, argc, argv);
   check_output(options);
   adapt_to_terminal(options);
   if (writes_stacks(options))
      check_stacks(options);
   if (shows_calls(options))
      adapt_to_calls(options);
   if (options->inclusive && options->view > VIEW_FUNCTION
       && !shows_calls(options))
      options_fail_usage(
         "--inclusive: works with --view=function only, because "
         "other views would count calls within a group twice");
   if (options->diff && options->assembly)
      options_fail_usage("--asm: does not work with --diff");
   /* Two versions of a program are often in different directories. */
   options->renaming.no_objects = options->diff && options->view != VIEW_OBJECT;
   if (options->diff)
      renaming_join_clones(&options->renaming);
}

/*------------------------------------------------------------*/
/*--- The output                                           ---*/
/*------------------------------------------------------------*/

static gboolean needs_lines(const Options* options)
{
   return options->advice || options->inclusive || options->automatic
          || options->sources->len > 0 || options->format == FORMAT_PPROF;
}

static Sum* open_sum(const Options* options)
{
   SumInput input = {.names      = (char* const*)options->profiles->pdata,
                     .n_names    = options->profiles->len,
                     .n_negative = options->diff,
                     .calls      = options->advice || options->inclusive
                              || writes_stacks(options),
                     .versions = options->versions,
                     .renaming = options->renaming,
                     .keep     = options->assembly      ? COSTS_BY_POSITION
                                 : needs_lines(options) ? COSTS_BY_LINE
                                                        : COSTS_BY_FUNCTION};
   Sum*     sum   = sum_open(&input);

   if (options->format == FORMAT_PPROF && sum->header->instructions)
      sum_keep_instructions(sum);
   return sum;
}

static Form* new_form(const Annotation* annotation)
{
   switch (annotation->options.format) {
   case FORMAT_JSON:
      return form_json_new(annotation);
   case FORMAT_FOLDED:
      return form_folded_new(annotation);
   case FORMAT_PPROF:
      return form_pprof_new(annotation);
   default:
      return form_text_new(annotation);
   }
}

/* Opens the output and returns the form that it has. */
static Form* open_output(Annotation* annotation)
{
   const Options* options = &annotation->options;

   annotation->output = output_open(options->output);
   output_limit_columns(annotation->output, options->width);
   output_set_colors(annotation->output, options->colors);
   if (!options->only_advice)
      output_page(annotation->output);
   screen_fit(annotation, output_columns(annotation->output));
   return new_form(annotation);
}

/* Shows the functions, and the sources that the options choose. */
static void show_listing(Form* form, const GArray* named)
{
   const Options* options = &form->annotation->options;
   const Listing* listing = view_make(form->annotation);

   if (form->listing)
      form->listing(form, listing);
   if (options->automatic || options->sources->len > 0)
      sources_show(form, named, listing->functions);
}

/* Shows all but the verdict. */
static void show_counts(Form* form, const GArray* named)
{
   if (form->settings)
      form->settings(form);
   if (form->totals) {
      FormTotals totals = arguments_totals(form->annotation);
      form->totals(form, &totals);
   }
   if (shows_calls(&form->annotation->options))
      form->calls(form, call_view_make(form->annotation));
   else
      show_listing(form, named);
}

/* Shows what the options choose. */
static void show_all(Form* form, const GArray* named)
{
   const Options* options = &form->annotation->options;

   if (options->advice) {
      Verdict* verdict = advice_find(form->annotation);
      if (verdict)
         form->verdict(form, verdict);
      verdict_free(verdict);
   }
   if (!options->only_advice)
      show_counts(form, named);
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
   arguments_choose_events(&annotation);
   sum_read(annotation.sum);
   if (options->inclusive)
      annotation.inclusive = inclusive_new(annotation.sum->costs);
   details_check(&annotation);
   arguments_set_columns(&annotation);
   show_all(open_output(&annotation), named);
   output_close(annotation.output);
   source_scope_report(options->scope);
   return 0;
}
