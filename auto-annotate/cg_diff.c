/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_diff.c: subtracts one profile from another.

      cg_diff --mod-filename='s/version[0-9]/version/' before after >difference

   The result is a profile.  It has the counts of the second profile minus those
   of the first, so a count is positive if the second has more.  Counts are
   subtracted by function, and calls by caller and callee, and all are written
   for line 0: when a program is changed, its lines move, and functions do so
   less.  --lines keeps the lines; --git, or --old-source with --new-source,
   finds out where they have moved.  Addresses of instructions move with any
   change, and are dropped.

   With --fail-above, the exit status says whether a count grew by more than its
   limit.  --format writes a report on what changed instead of the profile. */

#include <string.h>

#include "compare/comparison.h"
#include "compare/difference.h"
#include "compare/limits.h"
#include "compare/pairing.h"
#include "compare/report.h"
#include "compare/same_files.h"
#include "compare/versions.h"
#include "lib/costs.h"
#include "lib/events.h"
#include "lib/message.h"
#include "lib/options.h"
#include "lib/output.h"
#include "lib/reader.h"
#include "lib/renaming.h"

static const char help[] =
   "Usage: cg_diff [OPTION...] BEFORE AFTER\n"
   "\n"
   "Subtracts the profile BEFORE from the profile AFTER, function by function,\n"
   "and writes the difference, a profile.  A count is positive where AFTER has\n"
   "more.  Both must have recorded the same events.  \"-\" is standard input.\n"
   "\n"
   "Output:\n"
   "  -o FILE                  write to FILE, not to standard output\n"
   "      --format=profile|json|markdown\n"
   "                           write a profile, or what changed for programs or for\n"
   "                           the discussion of a change [profile]\n"
   "      --lines              write counts by source line, not by function\n"
   "\n"
   "What is compared:\n" VERSIONS_HELP
   "      --mod-filename=EXPR  change the names of files before comparing, for\n"
   "                           instance with 's/version[0-9]/version/'; a Perl\n"
   "                           substitution with the flags g, i and x\n"
   "      --mod-funcname=EXPR  the same for the names of functions\n"
   "\n"
   "Limits:\n"
   "      --fail-above=LIMITS  exit with 3, and say why, if the total of an event\n"
   "                           grew by more than its limit, for instance\n"
   "                           Ir:0.5%,D1m:2%,Cycles:10000\n"
   "      --fail-above-function=LIMITS\n"
   "                           the same for each function that is not smaller\n"
   "                           than --threshold\n"
   "+      --threshold=PERCENT  do not check functions below this share of the total,\n"
   "                           both before and after [0.1]\n"
   "+      --report-better      also say what fell by more than its limit\n"
   "\n"
   "  -h, --help               show the options that matter most\n"
   "      --help-all           show all options\n"
   "+      --version            show the version\n"
   "\n"
   "Examples:\n"
   "  cg_diff --fail-above=Ir:0.5%,D1m:2% -o change.prof before.prof after.prof\n"
   "  cg_diff --git=main.. --format=markdown before.prof after.prof\n";

enum {
   OPTION_LINES = OPTIONS_FIRST_OWN,
   OPTION_FORMAT,
   OPTION_FAIL_ABOVE,
   OPTION_FAIL_ABOVE_FUNCTION,
   OPTION_THRESHOLD,
   OPTION_REPORT_BETTER
};

typedef enum { FORMAT_PROFILE, FORMAT_JSON, FORMAT_MARKDOWN } Format;

static const char* const format_names[] = {"profile", "json", "markdown", NULL};

/* The exit status if a limit is crossed. */
#define STATUS_ABOVE 3

/* Of --threshold, in percent. */
#define DEFAULT_THRESHOLD "0.1"

static const struct option long_options[] = {
   {"lines", no_argument, NULL, OPTION_LINES},
   {"format", required_argument, NULL, OPTION_FORMAT},
   {"fail-above", required_argument, NULL, OPTION_FAIL_ABOVE},
   {"fail-above-function", required_argument, NULL, OPTION_FAIL_ABOVE_FUNCTION},
   {"threshold", required_argument, NULL, OPTION_THRESHOLD},
   {"report-better", no_argument, NULL, OPTION_REPORT_BETTER},
   VERSIONS_OPTIONS,
   RENAMING_OPTIONS,
   OPTIONS_COMMON,
   {0}};

typedef struct {
   char* const*    names; /* of the two profiles */
   CostsDetail     detail;
   Renaming        renaming;
   VersionsOptions sources;
   Versions*       versions; /* of the sources; NULL: not known */
   Format          format;
   Limits*         of_totals;    /* NULL: none */
   Limits*         of_functions; /* NULL: none */
   const char*     threshold;    /* the option's text, or NULL */
   gboolean        better;
   const char*     out_name; /* NULL: standard output */
   Costs*          costs;
   Count*          totals;
   /* If lines or totals of both profiles are compared: */
   Comparison* comparison;
   Events*     events;
   GArray*     shown;   /* guint: indices of the events in a report */
   GPtrArray*  crossed; /* LimitCrossing* */
} Difference;

static gboolean has_limits(const Difference* difference)
{
   return difference->of_totals || difference->of_functions;
}

/* Whether it must be known what each count was before and after. */
static gboolean compares(const Difference* difference)
{
   return has_limits(difference) || difference->format != FORMAT_PROFILE;
}

/* Limits and reports name lines, so these are kept even if the difference has
   none. */
static CostsDetail detail_of(const Difference* difference)
{
   return compares(difference) ? COSTS_BY_LINE : difference->detail;
}

static Function* after_function_at(Reader* reader, gpointer data)
{
   const Difference* difference = data;
   return renaming_function(&difference->renaming, difference->costs, reader);
}

static Function* callee_at(Reader* reader, gpointer data)
{
   const Difference* difference = data;
   return renaming_callee(&difference->renaming, difference->costs, reader);
}

/* Adds all counts of a profile to the difference. */
static void add_difference(Difference* difference, Reader* reader)
{
   GError* error = NULL;

   if (!costs_add_profile(difference->costs, reader, detail_of(difference),
                          after_function_at, callee_at, difference, &error))
      message_fail_with(error);
   int full = count_add_all(difference->totals, reader->totals,
                            difference->costs->n_events);
   if (full >= 0) {
      reader_set_overflow(reader, &error, full);
      message_fail_with(error);
   }
}

static Reader* open_compared(const char* name)
{
   GError* error  = NULL;
   Reader* reader = reader_open(name, &error);
   if (!reader)
      message_fail_with(error);
   return reader;
}

/* Sorts the lines that were subtracted. */
static void sort_lines(const Costs* costs)
{
   const Function* full = costs_sort_lines(costs);

   if (full)
      costs_fail_full(full);
}

/* Warns if counts of both profiles do not mean the same. */
static void warn_of_definitions(const Reader* before, const Reader* after)
{
   char* event = reader_differing_definition(after, before);

   if (event)
      message_warn(
         "%s: defines %s differently from %s, so the difference leaves it out "
         "(different --machine?)",
         after->input->name, event, before->input->name);
   g_free(event);
   if (reader_has_other_predictor(after, before))
      message_warn("%s: has a different branch predictor from %s",
                   after->input->name, before->input->name);
}

/* Returns the threshold in percent. */
static double threshold_of(const Difference* difference)
{
   const char* text =
      difference->threshold ? difference->threshold : DEFAULT_THRESHOLD;
   char*  end;
   double percent = g_ascii_strtod(text, &end);

   if (end == text || *end || !(percent >= 0 && percent <= 100))
      options_fail_usage("--threshold=%s: must be a number from 0 to 100",
                         text);
   return percent;
}

/* Ends the program if an option needs another one. */
static void check_options(const Difference* difference)
{
   threshold_of(difference);
   if (difference->threshold && !difference->of_functions)
      options_fail_usage("--threshold needs --fail-above-function");
   if (difference->better && !has_limits(difference))
      options_fail_usage(
         "--report-better needs --fail-above or --fail-above-function");
}

/* Parses the options.  Returns the index of the first profile. */
static int parse_options(int argc, char** argv, Difference* difference)
{
   int option;

   while ((option = options_next(argc, argv, "hvo:", long_options)) != -1)
      switch (option) {
      case OPTION_LINES:
         difference->detail = COSTS_BY_LINE;
         break;
      case OPTION_FORMAT:
         difference->format = options_choose("format", optarg, format_names);
         break;
      case OPTION_FAIL_ABOVE:
         difference->of_totals = limits_parse("fail-above", optarg);
         break;
      case OPTION_FAIL_ABOVE_FUNCTION:
         difference->of_functions = limits_parse("fail-above-function", optarg);
         break;
      case OPTION_THRESHOLD:
         difference->threshold = optarg;
         break;
      case OPTION_REPORT_BETTER:
         difference->better = TRUE;
         break;
      case 'o':
         difference->out_name = optarg;
         break;
      default:
         if (!versions_parse_option(&difference->sources, option, optarg)
             && !renaming_parse_option(&difference->renaming, option, optarg))
            options_end_with_common(option == 'v' ? OPTIONS_VERSION : option,
                                    help);
      }
   check_options(difference);
   if (argc - optind != 2)
      options_fail_usage("two profiles are needed");
   if (strchr(argv[optind], '\n') || strchr(argv[optind + 1], '\n'))
      message_fail("a profile cannot contain a name with a line break");
   difference->versions = versions_new(&difference->sources);
   renaming_join_clones(&difference->renaming);
   return optind;
}

/* Adds all counts of a profile to costs of their own, which are returned. */
static Costs* read_apart(Difference* difference, Reader* reader)
{
   Costs* others = difference->costs;

   difference->costs = costs_new(others->n_events);
   add_difference(difference, reader);
   Costs* costs      = difference->costs;
   difference->costs = others;
   return costs;
}

/* Subtracts the counts of one profile from those of the other. */
static void subtract_counts(Difference* difference, Reader* before,
                            Reader* after)
{
   int keep = events_find_variance(before->header.events);

   message_set_progress_files(1, 2);
   add_difference(difference, before);
   count_negate_all(difference->totals, difference->costs->n_events, keep);
   message_set_progress_files(2, 2);
   Costs* added = read_apart(difference, after);
   Costs* old   = difference->costs;
   if (difference->versions) {
      difference->costs =
         pairing_move(difference->versions, old, added, NULL, NULL);
      costs_free(old);
   } else
      difference->costs = same_files_move(old, added);
   if (compares(difference)) {
      sort_lines(difference->costs);
      difference->comparison =
         comparison_begin(difference->costs, difference->versions);
   }
   costs_negate(difference->costs, keep);
   const Function* full = costs_add(difference->costs, added, NULL, NULL);
   if (full)
      costs_fail_full(full);
   costs_free(added);
}

/* Subtracts the profiles, which were opened. */
static void subtract(Difference* difference, Reader* before, Reader* after)
{
   guint n = before->header.events->len;

   difference->costs  = costs_new(n);
   difference->totals = g_new0(Count, n);
   subtract_counts(difference, before, after);
   if (detail_of(difference) != COSTS_BY_FUNCTION)
      sort_lines(difference->costs);
}

/*------------------------------------------------------------*/
/*--- What changed                                         ---*/
/*------------------------------------------------------------*/

/* Returns the events that limits may name: those recorded, those built in, and
   those that the profile defines. */
static Events* events_of(const Reader* reader)
{
   const GPtrArray* definitions = reader->header.definitions;
   Events*          events = events_new(reader->header.events, definitions);
   char*            where  = g_strdup_printf("%s: event", reader->input->name);
   GError*          error  = NULL;

   for (guint i = 0; i < definitions->len; i++)
      if (!events_define(events, definitions->pdata[i], where, &error))
         message_fail_with(error);
   g_free(where);
   return events;
}

/* Chooses the events of a comparison: those recorded, the estimated cycles, and
   those that have limits.  A ratio of a difference means nothing. */
static void choose_events(Difference* difference, const Reader* after)
{
   GError* error = NULL;

   difference->events = events_of(after);
   if (events_find(difference->events, "Cycles", "", &error) < 0)
      g_clear_error(&error);
   if (difference->of_totals)
      limits_find_events(difference->of_totals, difference->events);
   if (difference->of_functions)
      limits_find_events(difference->of_functions, difference->events);
   difference->shown = g_array_new(FALSE, FALSE, sizeof(guint));
   for (guint i = 0; i < events_number(difference->events); i++)
      if (events_is_linear(difference->events, i))
         g_array_append_val(difference->shown, i);
}

/* Finds the counts that are beyond their limits, and says so.  Returns whether
   one grew beyond. */
static gboolean check_limits(Difference* difference)
{
   gboolean grown = FALSE;

   difference->crossed = g_ptr_array_new_with_free_func(g_free);
   if (difference->of_totals)
      limits_check_totals(difference->of_totals, difference->comparison,
                          difference->better, difference->crossed);
   if (difference->of_functions)
      limits_check_functions(difference->of_functions, difference->comparison,
                             threshold_of(difference), difference->better,
                             difference->crossed);
   for (guint i = 0; i < difference->crossed->len; i++) {
      const LimitCrossing* crossing = difference->crossed->pdata[i];
      char*                sentence = limits_sentence(crossing);
      grown |= crossing->sign > 0;
      message_warn("%s", sentence);
      g_free(sentence);
   }
   return grown;
}

static ReportSide side_of(const Difference* difference, const Reader* reader,
                          VersionsSide side)
{
   const Versions* versions = difference->versions;

   return (ReportSide){.profile = difference->names[side],
                       .command = reader_header_text(reader->header.cmd),
                       .source =
                          versions ? versions_name(versions, side) : NULL};
}

static void write_change_report(const Difference* difference,
                                const Reader* before, const Reader* after,
                                Output* output)
{
   const Report report = {
      .before     = side_of(difference, before, VERSIONS_OLD),
      .after      = side_of(difference, after, VERSIONS_NEW),
      .comparison = difference->comparison,
      .columns    = {.events  = difference->events,
                     .shown   = (guint*)difference->shown->data,
                     .n_shown = difference->shown->len},
      .event = difference->of_totals ? limits_first_event(difference->of_totals)
               : difference->of_functions
                  ? limits_first_event(difference->of_functions)
                  : 0,
      .crossed = has_limits(difference) ? difference->crossed : NULL,
      .lines   = difference->detail == COSTS_BY_LINE || difference->versions};

   if (difference->format == FORMAT_JSON)
      report_json(&report, output);
   else
      report_markdown(&report, output);
}

static void write_difference(const Difference* difference, const Reader* before,
                             const Reader* after, Output* output)
{
   const DifferenceHeader header = {.names    = difference->names,
                                    .versions = difference->versions,
                                    .before   = before,
                                    .after    = after};

   difference_write(&header, difference->costs, difference->totals,
                    difference->detail == COSTS_BY_LINE, output);
}

int main(int argc, char** argv)
{
   Difference difference = {.detail = COSTS_BY_FUNCTION};
   GError*    error      = NULL;
   gboolean   grown      = FALSE;

   message_set_program("cg_diff");
   difference.names = argv + parse_options(argc, argv, &difference);

   /* Both headers are read first: if the events differ, there is no need to
      read the counts. */
   Reader* before = open_compared(difference.names[0]);
   Reader* after  = open_compared(difference.names[1]);
   if (!reader_check_events(after, before, &error))
      message_fail_with(error);
   if (compares(&difference))
      choose_events(&difference, after);
   subtract(&difference, before, after);
   if (compares(&difference)) {
      comparison_end(difference.comparison, difference.costs,
                     difference.events);
      grown = check_limits(&difference);
   }
   warn_of_definitions(before, after);

   Output* output = output_open(difference.out_name);
   if (difference.format == FORMAT_PROFILE)
      write_difference(&difference, before, after, output);
   else
      write_change_report(&difference, before, after, output);
   output_close(output);
   return grown ? STATUS_ABOVE : 0;
}
