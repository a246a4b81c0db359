/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_conflicts.c: makes conflict reports from a trace, or from conflict counts.

      cg_conflicts --D1=32768,8,64 --D1=32768,1,64 cachegrind.trace.4711

   A trace contains the memory references of a run.  cg_conflicts simulates them
   again, with caches of any geometry.  trace.c and lackey.c read the trace,
   replay.c simulates it, and report_*.c write conflict reports.  With --machine
   it simulates the caches of real processors instead, and machine_table.c
   writes what they did; or, with --conflicts, report_*.c write reports on them.
   With --miss-curve it simulates all sizes of cache at once, and curve_table.c
   writes their misses.  With --try, trials.c says what another layout of memory
   would change.

   The tool runs it for --report, and passes the counts of the run,
   which counts_file.c reads. */

#include "sim/types.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "conflicts/counts_file.h"
#include "lib/budget.h"
#include "lib/hash.h"
#include "lib/message.h"
#include "lib/options.h"
#include "lib/output.h"
#include "sim/cache/cg_geometry.h"
#include "sim/cg_hash.h"
#include "trace/candidates.h"
#include "trace/lackey.h"
#include "trace/layout.h"
#include "trace/machines.h"
#include "trace/replay.h"
#include "trace/trace.h"
#include "trace/trials.h"

static const char help[] =
   "Usage: cg_conflicts [OPTION...] TRACE|COUNTS\n"
   "\n"
   "Reads a trace that Cachegrind wrote with --trace-out-file.  Reports which\n"
   "cache sets have too many lines in use, and which variables and source\n"
   "lines cause that.  \"-\" is standard input.\n"
   "+\n"
   "+COUNTS is what Cachegrind writes for --report if cg_conflicts is not there\n"
   "+to make the report.  Only --format and -o work with it.\n"
   "\n"
   "What is simulated:\n"
   "+      --I1=SIZE,WAYS,LINE\n"
   "      --D1=SIZE,WAYS,LINE\n"
   "      --LL=SIZE,WAYS,LINE\n"
   "                       the caches, in bytes [as in the trace]; give a\n"
   "                       cache several times, and there is a report for each\n"
   "                       combination, after a table that compares them\n"
   "      --machine=MACHINE\n"
   "                       all caches and TLBs of a processor, and a table of\n"
   "                       them instead of reports: native, a name of\n"
   "                       --machines, or a file; may be given several times\n"
   "      --machines       list the names of machines\n"
   "+      --prefetch=yes|no\n"
   "                       with --machine: simulate its prefetchers [yes]\n"
   "+      --model=three-cs\n"
   "                       a miss is cold if its line was never touched before,\n"
   "                       capacity if a fully associative cache of the same\n"
   "                       size would miss too, else conflict [the default]\n"
   "+      --model=set-local\n"
   "                       D1 only; let N be the number of other lines of the\n"
   "                       set touched since the last touch of the line: a hit\n"
   "                       if N is less than the ways (some tools also count N\n"
   "                       equal to the ways as a hit), conflict if N is less\n"
   "                       than the lines of the cache, else capacity; cold if\n"
   "                       the line was never touched\n"
   "+      --lackey         TRACE is what valgrind --tool=lackey\n"
   "                       --trace-mem=yes printed; give all caches,\n"
   "                       a machine or --miss-curve\n"
   "\n"
   "Output:\n"
   "  -o FILE              write to FILE, not to standard output\n"
   "      --format=text|json|summary\n"
   "                       what to write; summary, of COUNTS only, is what the\n"
   "                       run shows at its end [text]\n"
   "      --conflicts      with --machine: instead of the table, write reports\n"
   "                       on L1D and on the last level of each machine\n"
   "      --miss-curve     instead of reports, the miss ratio of data for caches\n"
   "                       of 1 KiB to 1 GiB, fully associative: in total, with\n"
   "                       a plot, by function and by variable\n"
   "+      --try            instead of reports, which changes of the layout of\n"
   "                       memory would help: each is tried\n"
   "+      --try='NAME: MOVE'\n"
   "                       try this one, of the variable NAME; may be given\n"
   "                       several times.  MOVE is one of rows+N, shift N,\n"
   "                       align N, spread N (bytes) and huge\n"
   "\n"
   "  -h, --help           show the options that matter most\n"
   "      --help-all       show all options\n"
   "+      --version        show the version\n"
   "\n"
   "Examples:\n"
   "  cg_conflicts --D1=32k,8,64 --D1=48k,12,64 cachegrind.trace.123\n"
   "  zstd -dc cachegrind.trace.123.zst | cg_conflicts --machine=native -\n";

enum {
   OPTION_I1 = OPTIONS_FIRST_OWN, /* the caches, in the order of CacheId */
   OPTION_D1,
   OPTION_LL,
   OPTION_MODEL,
   OPTION_MACHINE,
   OPTION_PREFETCH,
   OPTION_MACHINES,
   OPTION_CONFLICTS,
   OPTION_MISS_CURVE,
   OPTION_TRY,
   OPTION_FORMAT,
   OPTION_JSON,
   OPTION_SUMMARY,
   OPTION_LACKEY
};

static const struct option long_options[] = {
   {"I1", required_argument, NULL, OPTION_I1},
   {"D1", required_argument, NULL, OPTION_D1},
   {"LL", required_argument, NULL, OPTION_LL},
   {"model", required_argument, NULL, OPTION_MODEL},
   {"machine", required_argument, NULL, OPTION_MACHINE},
   {"prefetch", required_argument, NULL, OPTION_PREFETCH},
   {"machines", no_argument, NULL, OPTION_MACHINES},
   {"conflicts", no_argument, NULL, OPTION_CONFLICTS},
   {"miss-curve", no_argument, NULL, OPTION_MISS_CURVE},
   {"try", optional_argument, NULL, OPTION_TRY},
   {"format", required_argument, NULL, OPTION_FORMAT},
   {"lackey", no_argument, NULL, OPTION_LACKEY},
   OPTIONS_COMMON,
   {"conflict-report", no_argument, NULL, OPTION_CONFLICTS},
   {"json", no_argument, NULL, OPTION_JSON},
   {"summary", no_argument, NULL, OPTION_SUMMARY},
   {0}};

typedef enum { FORMAT_TEXT, FORMAT_JSON, FORMAT_SUMMARY } Format;

static const char* const formats[] = {"text", "json", "summary", NULL};
static const char* const models[]  = {"three-cs", "set-local", NULL};

typedef struct {
   ReplayConfig replay;
   gboolean     has_model, no_prefetch, lackey, tries;
   GPtrArray*   moves; /* of Move: what is to be tried; none: what may help */
   Format       format;
   const char*  out_name;
} Options;

static Options options = {.replay.model = REPLAY_THREE_CS};

/* The counts, or NULL if there was a trace. */
static CountsFile* counts;

static void add_cache(CacheId id, const char* text)
{
   CacheGeometry geometry;
   const char*   fault = cg_geometry_parse(text, &geometry);

   if (fault)
      options_fail_usage("--%s=%s: %s", cg_geometry_name(id), text, fault);
   g_array_append_val(options.replay.caches[id], geometry);
}

/* Prints the machines that there are, and ends the program. */
static void list_machines(void) G_GNUC_NORETURN;
static void list_machines(void)
{
   char*   list   = machines_list();
   Output* output = output_open(NULL);

   output_string(output, list);
   output_close(output);
   exit(0);
}

static void add_machine(const char* name)
{
   ReplayMachine* machine = g_new(ReplayMachine, 1);

   if (strcmp(name, "help") == 0)
      list_machines();
   machine->name = name;
   machines_read(name, &machine->machine);
   g_ptr_array_add(options.replay.machines, machine);
}

static void add_own_move(const char* expression)
{
   Move*   move  = g_new(Move, 1);
   GError* error = NULL;

   options.tries = TRUE;
   if (!expression)
      return;
   if (!move_parse(expression, move, &error))
      options_fail_usage("%s", error->message);
   if (options.moves->len == LAYOUT_MAX_TRIALS)
      options_fail_usage("more than %d moves to --try", LAYOUT_MAX_TRIALS);
   g_ptr_array_add(options.moves, move);
}

static void drop_prefetchers(Machine* machine)
{
   for (LevelId id = LEVEL_L1I; id < N_MACHINE_LEVELS; id++)
      machine->caches[id].prefetch = 0;
}

/* Fails if the report would replace the trace, which may have taken hours to
   make, or the file of a machine, which somebody wrote by hand. */
static void check_out_name(const char* trace)
{
   const char*      out      = options.out_name;
   const GPtrArray* machines = options.replay.machines;

   if (output_would_replace(out, trace))
      options_fail_usage("-o %s: would overwrite the trace", out);
   for (guint i = 0; i < machines->len; i++) {
      const ReplayMachine* machine = machines->pdata[i];
      char*                path    = machines_file(machine->name);

      if (path && output_would_replace(out, path))
         options_fail_usage("-o %s: would overwrite the file of --machine=%s",
                            out, machine->name);
      g_free(path);
   }
}

static gboolean has_caches(void)
{
   for (CacheId id = CACHE_I1; id < N_CACHES; id++)
      if (options.replay.caches[id]->len > 0)
         return TRUE;
   return FALSE;
}

/* Fails if what the options ask for cannot be simulated together. */
static void check_simulated(const ReplayConfig* config, gboolean has_model)
{
   guint n_analyses = 1;

   for (CacheId id = CACHE_I1; id < N_CACHES; id++) {
      n_analyses *= MAX(config->caches[id]->len, 1);
      if (n_analyses > REPLAY_MAX_ANALYSES)
         options_fail_usage("more than %d combinations of caches",
                            REPLAY_MAX_ANALYSES);
   }
   if (config->machines->len > 0 && (has_caches() || has_model))
      options_fail_usage("--machine cannot be given with --I1, --D1, --LL or "
                         "--model");
   if (config->miss_curve
       && (config->machines->len > 0 || has_caches() || has_model))
      options_fail_usage("--miss-curve cannot be given with --I1, --D1, --LL, "
                         "--model or --machine");
   if (config->conflict_report && config->machines->len == 0)
      options_fail_usage(
         "--conflicts needs --machine; without --machine, reports are the "
         "default");
   if (config->machines->len > REPLAY_MAX_ANALYSES)
      options_fail_usage("more than %d machines", REPLAY_MAX_ANALYSES);
   budget_simulates(MAX(n_analyses, config->machines->len));
}

/* Fails if moves cannot be tried on what is simulated, or with that trace. */
static void check_trials(const ReplayConfig* config, const char* trace)
{
   for (CacheId id = CACHE_I1; id < N_CACHES; id++)
      if (config->caches[id]->len > 1)
         options_fail_usage("--try takes one --%s only", cg_geometry_name(id));
   if (config->machines->len > 1)
      options_fail_usage("--try takes one --machine only");
   if (config->miss_curve || config->conflict_report || options.has_model
       || options.lackey)
      options_fail_usage(
         "--try cannot be given with --miss-curve, --conflicts, "
         "--model or --lackey");
   if (strcmp(trace, "-") == 0
       || (g_file_test(trace, G_FILE_TEST_EXISTS)
           && !g_file_test(trace, G_FILE_TEST_IS_REGULAR)))
      options_fail_usage("--try reads the trace twice, so it must be a regular "
                         "file: %s",
                         trace);
   budget_simulates(1 + MAX(options.moves->len, CANDIDATES_MAX));
}

static void parse_options(int argc, char** argv)
{
   int option;

   for (CacheId id = CACHE_I1; id < N_CACHES; id++)
      options.replay.caches[id] =
         g_array_new(FALSE, FALSE, sizeof(CacheGeometry));
   options.replay.machines = g_ptr_array_new();
   options.moves           = g_ptr_array_new();
   while ((option = options_next(argc, argv, "ho:", long_options)) != -1)
      switch (option) {
      case OPTION_I1:
      case OPTION_D1:
      case OPTION_LL:
         add_cache(CACHE_I1 + (option - OPTION_I1), optarg);
         break;
      case OPTION_MODEL:
         options.replay.model = options_choose("model", optarg, models);
         options.has_model    = TRUE;
         break;
      case OPTION_MACHINE:
         add_machine(optarg);
         break;
      case OPTION_PREFETCH:
         options.no_prefetch = !options_yes_no("prefetch", optarg);
         break;
      case OPTION_MACHINES:
         list_machines();
      case OPTION_CONFLICTS:
         options.replay.conflict_report = TRUE;
         break;
      case OPTION_MISS_CURVE:
         options.replay.miss_curve = TRUE;
         break;
      case OPTION_TRY:
         add_own_move(optarg);
         break;
      case OPTION_FORMAT:
         options.format = options_choose("format", optarg, formats);
         break;
      case OPTION_JSON:
         options.format = FORMAT_JSON;
         break;
      case OPTION_SUMMARY:
         options.format = FORMAT_SUMMARY;
         break;
      case OPTION_LACKEY:
         options.lackey = TRUE;
         break;
      case 'o':
         options.out_name = optarg;
         break;
      default:
         options_end_with_common(option, help);
      }
   for (guint i = 0; options.no_prefetch && i < options.replay.machines->len;
        i++)
      drop_prefetchers(
         &((ReplayMachine*)options.replay.machines->pdata[i])->machine);
   check_simulated(&options.replay, options.has_model);
   if (optind == argc)
      options_fail_usage("no trace was given");
   if (optind + 1 < argc)
      options_fail_usage("more than one trace was given: %s", argv[optind + 1]);
   if (options.tries)
      check_trials(&options.replay, argv[optind]);
   if (options.out_name)
      check_out_name(argv[optind]);
}

/* Reads conflict counts, which are no trace. */
static gboolean read_counts(int fd, const char* name, const char* begin,
                            gsize n, GError** error)
{
   if (has_caches() || options.has_model || options.replay.machines->len > 0
       || options.replay.miss_curve) {
      g_set_error(error, MESSAGE_ERROR, MESSAGE_WITHOUT_LINE,
                  "%s: these are conflict counts, and no trace: only --format "
                  "and -o work with them",
                  name);
      return FALSE;
   }
   counts = counts_file_read(fd, name, begin, n, error);
   return counts != NULL;
}

static gboolean read_input(const char* name, GError** error)
{
   if (options.lackey)
      return lackey_replay(name, error);
   return trace_replay_or(name, COUNTS_FILE_BEGIN, read_counts, error);
}

static void print_reports(const char* name, GString* to)
{
   if (!counts) {
      if (options.format == FORMAT_SUMMARY)
         options_fail_usage("--format=summary: %s is a trace; only conflict "
                            "counts have a summary",
                            name);
      replay_report(options.format == FORMAT_JSON, to);
      return;
   }

   Report report = counts_file_report(counts);
   if (options.format == FORMAT_SUMMARY)
      report_summary(&report, to);
   else if (options.format == FORMAT_JSON)
      report_json(&report, to);
   else
      report_text(&report, to);
   counts_file_free(counts);
}

/* Appends what the options ask for. */
static gboolean make_output(const char* name, GString* to, GError** error)
{
   if (options.tries) {
      if (options.format == FORMAT_SUMMARY)
         options_fail_usage("--try has no --format=summary");
      if (options.replay.machines->len == 0)
         add_machine(REPLAY_CLASSIC);
      return trials_run(&options.replay, options.moves, name,
                        options.format == FORMAT_JSON, to, error);
   }
   replay_init(&options.replay);
   if (!read_input(name, error))
      return FALSE;
   print_reports(name, to);
   return TRUE;
}

/* Traces and counts are a stranger's: see cg_hash.h. */
static void set_factors(void)
{
   for (guint i = 0; i < CG_HASH_FACTORS; i++)
      cg_hash_factors[i] = hash_secret(i) | 1;
}

int main(int argc, char** argv)
{
   GString* report = g_string_new(NULL);
   GError*  error  = NULL;
   Output*  output;

   message_set_program("cg_conflicts");
   parse_options(argc, argv);
   set_factors();

   /* Opened first: if the report cannot be written, the user knows before hours
      of work. */
   output = output_open(options.out_name);
   output_page(output);
   if (!make_output(argv[optind], report, &error))
      message_fail_with(error);
   output_lines(output, report);
   output_close(output);
   g_string_free(report, TRUE);
   return 0;
}
