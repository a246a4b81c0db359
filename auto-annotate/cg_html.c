/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_html.c: shows profiles as a page for a browser, in one file.

      cg_html -o profile.html cachegrind.out.123

   Here are the options and the order of the document that the page reads.
   annotate/form_page.h says what is in it, annotate/coverage.h which functions
   are, and render/page.h how the page is put together. */

#include <string.h>
#include <unistd.h>

#include "annotate/advice.h"
#include "annotate/arguments.h"
#include "annotate/conflict_report.h"
#include "annotate/coverage.h"
#include "annotate/details.h"
#include "annotate/form_page.h"
#include "annotate/sources.h"
#include "lib/message.h"
#include "lib/options.h"
#include "render/page.h"

static const char help[] =
   "Usage: cg_html [OPTION...] [PROFILE...]\n"
   "       cg_html --diff [OPTION...] BEFORE AFTER\n"
   "\n"
   "Shows what Cachegrind counted as a page for a browser: one HTML file that\n"
   "needs no network and no other file.  Several profiles are added up.  \"-\" is\n"
   "standard input.  Without a PROFILE, it is the newest one here that has the\n"
   "tool's name for it, cachegrind.out.PID.\n"
   "\n"
   "What is on the page:\n"
   "  -o FILE                  write to FILE, not to standard output\n"
   "      --show=A,B,C         the events to show, in this order [all, and D1m, LLm,\n"
   "                           Bm and Cycles]\n"
   "      --sort=EVENT         the event to begin with [the first]\n"
   "      --threshold=PERCENT  show the lines of functions with at least this\n"
   "                           share of an event: 0 to 20 [0.1]\n"
   "      --report=FILE        also show this conflict report, written as JSON\n" ARGUMENTS_HELP_EVENTS
   "\n"
   "What is compared:\n"
   "      --diff               show AFTER minus BEFORE, lines too\n" VERSIONS_HELP
      ARGUMENTS_HELP_NAMES "\n"
   "Sources:\n"
   "      --no-sources         leave the text of the sources out\n" ARGUMENTS_HELP_SOURCES
   "\n"
   "  -h, --help               show the options that matter most\n"
   "      --help-all           show all options\n"
   "+      --version            show the version\n"
   "\n"
   "Examples:\n"
   "  cg_html -o profile.html cachegrind.out.123\n"
   "  cg_html --diff --git=main.. -o change.html before.prof after.prof\n";

enum { OPTION_REPORT = OPTIONS_FIRST_OWN, OPTION_NO_SOURCES };

static const struct option long_options[] = {
   {"report", required_argument, NULL, OPTION_REPORT},
   {"no-sources", no_argument, NULL, OPTION_NO_SOURCES},
   ARGUMENTS_OPTIONS,
   OPTIONS_COMMON,
   {"output", required_argument, NULL, 'o'},
   {0}};

/* What the options say besides what cg_annotate knows. */
typedef struct {
   const char* output; /* or NULL */
   const char* report; /* or NULL */
   gboolean    no_sources;
} PageOptions;

/*------------------------------------------------------------*/
/*--- The command line                                     ---*/
/*------------------------------------------------------------*/

static void parse_page_option(Options* options, PageOptions* page, int option)
{
   switch (option) {
   case 'o':
      page->output = optarg;
      break;
   case OPTION_REPORT:
      if (*optarg == '\0')
         options_fail_usage("--report=: the name of a file is needed");
      page->report = optarg;
      break;
   case OPTION_NO_SOURCES:
      page->no_sources = TRUE;
      break;
   default:
      if (!arguments_parse_option(options, option, optarg))
         options_end_with_common(option, help);
   }
}

static void parse_options(Options* options, PageOptions* page, int argc,
                          char** argv)
{
   int option;

   arguments_init(options);
   options->page      = TRUE;
   options->advice    = TRUE;
   options->automatic = TRUE;
   while (
      (option = options_next(argc, argv, ARGUMENTS_LETTERS "o:", long_options))
      != -1)
      parse_page_option(options, page, option);
   arguments_finish(options, argc, argv);
   /* What is no profile is an error when it is read. */
   for (guint i = 0; i < options->sources->len; i++) {
      if (options->diff)
         options_fail_usage("--diff: %s is a third argument",
                            (char*)options->sources->pdata[i]);
      g_ptr_array_add(options->profiles, options->sources->pdata[i]);
   }
   if (options->diff && page->report)
      options_fail_usage("--report: does not work with --diff, because a "
                         "conflict report is of one run");
   options->renaming.no_objects = options->diff;
   if (options->diff)
      renaming_join_clones(&options->renaming);
   if ((!page->output || strcmp(page->output, "-") == 0)
       && isatty(STDOUT_FILENO))
      options_fail_usage("a page cannot be shown on a terminal: give -o FILE");
}

/*------------------------------------------------------------*/
/*--- The profiles                                         ---*/
/*------------------------------------------------------------*/

static Sum* open_page_sum(const Options* options)
{
   SumInput input = {.names      = (char* const*)options->profiles->pdata,
                     .n_names    = options->profiles->len,
                     .n_negative = options->diff,
                     .calls      = TRUE,
                     .taken      = TRUE,
                     .texts      = options->versions != NULL,
                     .scope      = options->scope,
                     .versions   = options->versions,
                     .renaming   = options->renaming,
                     .keep       = COSTS_BY_LINE};
   return sum_open(&input);
}

/* Adds the sums that people look at first, if the profile allows them and the
   user has not chosen. */
static void show_page_sums(Annotation* annotation)
{
   static const char* const names[] = {"D1m", "LLm", "Bm", "Cycles"};

   for (guint i = 0;
        *annotation->options.show == '\0' && i < G_N_ELEMENTS(names); i++) {
      guint    event = events_find(annotation->events, names[i], "", NULL);
      gboolean shown = (int)event < 0;
      for (guint j = 0; !shown && j < annotation->shown->len; j++)
         shown = g_array_index(annotation->shown, guint, j) == event;
      if (!shown)
         g_array_append_val(annotation->shown, event);
   }
}

/* Ends the program if no event that is shown adds up: nothing on a page would
   have a size. */
static void check_events(const Annotation* annotation)
{
   for (guint i = 0; i < annotation->shown->len; i++)
      if (events_is_linear(annotation->events,
                           g_array_index(annotation->shown, guint, i)))
         return;
   message_fail("--show=%s: at least one event must add up, such as %s",
                annotation->options.show, events_name(annotation->events, 0));
}

/* Whether the page will have instructions. */
static gboolean shows_instructions(const Annotation*  annotation,
                                   const PageOptions* page)
{
   if (!annotation->sum->header->instructions || annotation->options.diff
       || page->no_sources)
      return FALSE;
   char* objdump = g_find_program_in_path("objdump");
   if (!objdump)
      message_warn("no objdump on PATH: the page has no instructions; the "
                   "package binutils has it");
   g_free(objdump);
   return objdump != NULL;
}

static void read_profiles(Annotation* annotation, const PageOptions* page)
{
   Options* options = &annotation->options;

   annotation->sum = open_page_sum(options);
   arguments_choose_events(annotation);
   show_page_sums(annotation);
   check_events(annotation);
   options->assembly = shows_instructions(annotation, page);
   if (options->assembly)
      sum_keep_instructions(annotation->sum);
   sum_read(annotation->sum);
   annotation->inclusive = inclusive_new(annotation->sum->costs);
   options->inclusive    = details_have_calls(annotation);
   arguments_set_columns(annotation);
}

/* Ends the program if the page would replace what it is made from; sources are
   tested when they are read. */
static void check_output(const Annotation* annotation, const PageOptions* page)
{
   const Options* options  = &annotation->options;
   const char*    others[] = {page->report, options->events_file};

   for (guint i = 0; i < options->profiles->len; i++)
      form_page_check_input(annotation->output, options->profiles->pdata[i]);
   for (guint i = 0; i < G_N_ELEMENTS(others); i++)
      if (others[i])
         form_page_check_input(annotation->output, others[i]);
}

/*------------------------------------------------------------*/
/*--- The page                                             ---*/
/*------------------------------------------------------------*/

/* Returns the functions whose lines are shown. */
static GPtrArray* functions_with_lines(const Coverage* coverage)
{
   GPtrArray* functions = g_ptr_array_new();

   for (guint i = 0; i < coverage->rows->len; i++) {
      const CoverageRow* row = &g_array_index(coverage->rows, CoverageRow, i);
      if (row->lines)
         g_ptr_array_add(functions, row->function);
   }
   return functions;
}

/* Writes the counts of the lines without sources. */
static void write_bare_sources(Form* form, Json* json,
                               const GPtrArray* functions)
{
   GHashTable* seen  = g_hash_table_new(NULL, NULL);
   GPtrArray*  files = g_ptr_array_new();

   for (guint i = 0; i < functions->len; i++) {
      File* file = ((Function*)functions->pdata[i])->file;
      if (strcmp(file->name, ANNOTATION_UNKNOWN) != 0
          && g_hash_table_add(seen, file)) {
         g_ptr_array_add(files, file);
         form_page_want(form, file);
      }
   }
   json_begin_array(json, "sources");
   for (guint i = 0; i < files->len; i++)
      form_page_bare_source(form, files->pdata[i],
                            "The text was left out (--no-sources).");
   json_end(json);
   g_ptr_array_free(files, TRUE);
   g_hash_table_destroy(seen);
}

static void write_document(const Annotation*  annotation,
                           const PageOptions* page, JsonNode* report,
                           Json* json)
{
   Coverage*  coverage  = coverage_new(annotation);
   GPtrArray* functions = functions_with_lines(coverage);
   Form*      form      = form_page_new(annotation, coverage, json);
   FormTotals totals    = arguments_totals(annotation);

   form->settings(form);
   form->totals(form, &totals);
   if (annotation->options.advice) {
      Verdict* verdict = advice_find(annotation);
      if (verdict)
         form->verdict(form, verdict);
      verdict_free(verdict);
   }
   form->listing(form, NULL);
   if (page->no_sources)
      write_bare_sources(form, json, functions);
   else {
      GArray* named = g_array_new(FALSE, FALSE, sizeof(Source));
      sources_show(form, named, functions);
      g_array_free(named, TRUE);
   }
   if (report) {
      json_add_parsed(json_build(json), report);
      json_write(json, "report");
   }
   g_ptr_array_free(functions, TRUE);
}

int main(int argc, char** argv)
{
   Annotation  annotation = {0};
   PageOptions options    = {0};

   message_set_program("cg_html");
   parse_options(&annotation.options, &options, argc, argv);
   JsonNode* report =
      options.report
         ? conflict_report_read(options.report, &annotation.options.renaming)
         : NULL;
   read_profiles(&annotation, &options);
   annotation.output = output_open(options.output);
   check_output(&annotation, &options);
   Page* page = page_open(annotation.output,
                          reader_header_text(annotation.sum->header->cmd));
   write_document(&annotation, &options, report, page_data(page));
   page_close(page);
   source_scope_report(annotation.options.scope);
   output_close(annotation.output);
   return 0;
}
