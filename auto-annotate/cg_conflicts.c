/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_conflicts.c: makes conflict reports from a trace, or from conflict counts.

      cg_conflicts --D1=32768,8,64 --D1=32768,1,64 cachegrind.trace.4711

   A trace contains the memory references of a run.  cg_conflicts simulates them
   again, with caches of any geometry.  trace.c and lackey.c read the trace,
   replay.c simulates it, and report_*.c write conflict reports.  With --machine
   it simulates the caches of real processors instead, and machine_table.c
   writes what they did; or, with --conflict-report, report_*.c write reports on
   them.  With --miss-curve it simulates all sizes of cache at once, and
   curve_table.c writes their misses.

   The tool runs it for --conflict-report, and passes the counts of the run,
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
#include "trace/lackey.h"
#include "trace/machines.h"
#include "trace/replay.h"
#include "trace/trace.h"

static const char help[] =
   "Usage: cg_conflicts [OPTION...] TRACE|COUNTS\n"
   "\n"
   "Reads a trace that Cachegrind wrote with --trace-out-file.  Reports which\n"
   "cache sets have too many lines in use, and which variables and source\n"
   "lines cause that.  \"-\" is standard input:\n"
   "\n"
   "  zstd -dc TRACE.zst | cg_conflicts -\n"
   "\n"
   "COUNTS is what Cachegrind writes for --conflict-report if cg_conflicts is\n"
   "not there to make the report.  Only --format, --summary and -o work with\n"
   "it.\n"
   "\n"
   "      --I1=SIZE,WAYS,LINE\n"
   "      --D1=SIZE,WAYS,LINE\n"
   "      --LL=SIZE,WAYS,LINE\n"
   "                       the caches, in bytes [as in the trace]; give a\n"
   "                       cache several times, and there is a report for each\n"
   "                       combination, all from one pass over the trace,\n"
   "                       after a table that compares them\n"
   "      --model=three-cs\n"
   "                       a miss is cold if its line was never touched before,\n"
   "                       capacity if a fully associative cache of the same\n"
   "                       size would miss too, else conflict [the default]\n"
   "      --model=set-local\n"
   "                       D1 only; let N be the number of other lines of the\n"
   "                       set touched since the last touch of the line: a hit\n"
   "                       if N is less than the ways (some tools also count N\n"
   "                       equal to the ways as a hit), conflict if N is less\n"
   "                       than the lines of the cache, else capacity; cold if\n"
   "                       the line was never touched\n"
   "      --machine=MACHINE\n"
   "                       simulate all caches and TLBs of a processor, and\n"
   "                       print a table of them instead of reports; a name\n"
   "                       that --machines lists, native for this\n"
   "                       processor, or a file; may be given several times\n"
   "      --prefetch=yes|no\n"
   "                       with --machine: simulate its prefetchers [yes]\n"
   "      --machines       list the names of machines\n"
   "      --conflict-report\n"
   "                       with --machine: instead of the table, write reports\n"
   "                       on L1D and on the last level of each machine\n"
   "      --miss-curve     print the miss ratio of data for caches of 1 KiB to\n"
   "                       1 GiB, fully associative, instead of reports: in\n"
   "                       total, with a plot, by function and by variable\n"
   "      --format=text|json\n"
   "                       what to write [text]\n"
   "      --json           the same as --format=json\n"
   "      --summary        of COUNTS, write only what the run shows at its end\n"
   "      --lackey         TRACE is what valgrind --tool=lackey\n"
   "                       --trace-mem=yes printed; give all caches,\n"
   "                       a machine or --miss-curve\n"
   "  -o FILE              write to FILE, not to standard output\n"
   "  -h, --help           show this text\n"
   "      --version        show the version\n";

enum {
   OPTION_I1 = OPTIONS_FIRST_OWN, /* the caches, in the order of CacheId */
   OPTION_D1,
   OPTION_LL,
   OPTION_MODEL,
   OPTION_MACHINE,
   OPTION_PREFETCH,
   OPTION_MACHINES,
   OPTION_CONFLICT_REPORT,
   OPTION_MISS_CURVE,
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
   {"conflict-report", no_argument, NULL, OPTION_CONFLICT_REPORT},
   {"miss-curve", no_argument, NULL, OPTION_MISS_CURVE},
   {"format", required_argument, NULL, OPTION_FORMAT},
   {"json", no_argument, NULL, OPTION_JSON},
   {"summary", no_argument, NULL, OPTION_SUMMARY},
   {"lackey", no_argument, NULL, OPTION_LACKEY},
   OPTIONS_COMMON,
   {0}};

typedef struct {
   ReplayConfig replay;
   gboolean     has_model, no_prefetch, json, summary, lackey;
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

/* Returns whether a format is JSON, and not text. */
static gboolean is_json(const char* text)
{
   if (strcmp(text, "json") == 0)
      return TRUE;
   if (strcmp(text, "text") != 0)
      options_fail_usage("--format=%s: must be text or json", text);
   return FALSE;
}

static gboolean is_no(const char* text)
{
   if (strcmp(text, "no") == 0)
      return TRUE;
   if (strcmp(text, "yes") != 0)
      options_fail_usage("--prefetch=%s: must be yes or no", text);
   return FALSE;
}

static Model parse_model(const char* text)
{
   if (strcmp(text, "three-cs") == 0)
      return REPLAY_THREE_CS;
   if (strcmp(text, "set-local") != 0)
      options_fail_usage("--model=%s: must be three-cs or set-local", text);
   return REPLAY_SET_LOCAL;
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
         "--conflict-report needs --machine; without --machine, "
         "reports are the default");
   if (config->machines->len > REPLAY_MAX_ANALYSES)
      options_fail_usage("more than %d machines", REPLAY_MAX_ANALYSES);
   budget_simulates(MAX(n_analyses, config->machines->len));
}

static void parse_options(int argc, char** argv)
{
   int option;

   for (CacheId id = CACHE_I1; id < N_CACHES; id++)
      options.replay.caches[id] =
         g_array_new(FALSE, FALSE, sizeof(CacheGeometry));
   options.replay.machines = g_ptr_array_new();
   while ((option = options_next(argc, argv, "ho:", long_options)) != -1)
      switch (option) {
      case OPTION_I1:
      case OPTION_D1:
      case OPTION_LL:
         add_cache(CACHE_I1 + (option - OPTION_I1), optarg);
         break;
      case OPTION_MODEL:
         options.replay.model = parse_model(optarg);
         options.has_model    = TRUE;
         break;
      case OPTION_MACHINE:
         add_machine(optarg);
         break;
      case OPTION_PREFETCH:
         options.no_prefetch = is_no(optarg);
         break;
      case OPTION_MACHINES:
         list_machines();
      case OPTION_CONFLICT_REPORT:
         options.replay.conflict_report = TRUE;
         break;
      case OPTION_MISS_CURVE:
         options.replay.miss_curve = TRUE;
         break;
      case OPTION_FORMAT:
         options.json = is_json(optarg);
         break;
      case OPTION_JSON:
         options.json = TRUE;
         break;
      case OPTION_SUMMARY:
         options.summary = TRUE;
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
                  "%s: these are conflict counts, and no trace: only --format, "
                  "--summary and -o work with them",
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
      if (options.summary)
         options_fail_usage("--summary: %s is a trace; only conflict counts "
                            "have a summary",
                            name);
      replay_report(options.json, to);
      return;
   }

   Report report = counts_file_report(counts);
   if (options.summary)
      report_summary(&report, to);
   else if (options.json)
      report_json(&report, to);
   else
      report_text(&report, to);
   counts_file_free(counts);
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
   replay_init(&options.replay);

   /* Opened first: if the report cannot be written, the user knows before hours
      of work. */
   output = output_open(options.out_name);
   output_page(output);
   if (!read_input(argv[optind], &error))
      message_fail_with(error);
   print_reports(argv[optind], report);
   output_lines(output, report);
   output_close(output);
   g_string_free(report, TRUE);
   return 0;
}
