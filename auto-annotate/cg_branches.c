/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_branches.c: predicts the branches of a trace with several predictors.

      cg_branches --predictor=gshare --predictor=tage-64k cachegrind.trace.4711

   A trace that was written with --trace-branches=yes contains the branches of a
   run.  cg_branches predicts them again, with any of the predictors of
   sim/branch/cg_predictor.h, all in one pass.  trace.c reads the trace and
   replay.c passes its branches to branch_replay.c; branch_text.c reads branches
   that are text.  branch_table.c writes how many of them were mispredicted, and
   on which source lines the predictors differ. */

#include "sim/types.h"

#include <string.h>
#include <unistd.h>

#include "lib/budget.h"
#include "lib/message.h"
#include "lib/options.h"
#include "lib/output.h"
#include "sim/branch/cg_predictor.h"
#include "sim/branch/cg_return_stack.h"
#include "trace/branch_replay.h"
#include "trace/branch_text.h"
#include "trace/replay.h"
#include "trace/trace.h"

static const char help[] =
   "Usage: cg_branches [OPTION...] TRACE\n"
   "\n"
   "Reads a trace that Cachegrind wrote with --trace-out-file and\n"
   "--trace-branches=yes, or a text of branches.  Predicts its branches with\n"
   "several predictors, and reports how many each mispredicts, and on which\n"
   "source lines they differ most.  \"-\" is standard input.\n"
   "\n"
   "What is simulated:\n"
   "      --predictor=PREDICTOR\n"
   "                       predict with classic, bimodal, gshare, perceptron,\n"
   "                       hashed-perceptron, tage-8k or tage-64k; may be given\n"
   "                       several times [all of them]\n"
   "      --return-stack=N\n"
   "                       how many calls the return stack holds, 1 to 64\n"
   "                       [16]\n"
   "\n"
   "Output:\n"
   "  -o FILE              write to FILE, not to standard output\n"
   "      --format=text|json\n"
   "                       what to write [text]\n"
   "      --top=N          how many source lines are shown, 0 to 1000 [10]\n"
   "      --bits=FILE      write the predictions of conditional branches to\n"
   "                       FILE, 1 (taken) or 0 for each; give one predictor\n"
   "      --text=FILE      write the branches to FILE, as text that this\n"
   "                       program reads\n"
   "\n"
   "  -h, --help           show this text\n"
   "      --version        show the version\n"
   "\n"
   "Examples:\n"
   "  cg_branches --predictor=gshare --predictor=tage-64k cachegrind.trace.123\n"
   "  zstd -dc cachegrind.trace.123.zst | cg_branches --top=20 -\n";

enum {
   OPTION_PREDICTOR = OPTIONS_FIRST_OWN,
   OPTION_RETURN_STACK,
   OPTION_TOP,
   OPTION_FORMAT,
   OPTION_JSON,
   OPTION_BITS,
   OPTION_TEXT
};

static const struct option long_options[] = {
   {"predictor", required_argument, NULL, OPTION_PREDICTOR},
   {"return-stack", required_argument, NULL, OPTION_RETURN_STACK},
   {"top", required_argument, NULL, OPTION_TOP},
   {"format", required_argument, NULL, OPTION_FORMAT},
   {"bits", required_argument, NULL, OPTION_BITS},
   {"text", required_argument, NULL, OPTION_TEXT},
   OPTIONS_COMMON,
   {"lines", required_argument, NULL, OPTION_TOP},
   {"json", no_argument, NULL, OPTION_JSON},
   {0}};

/* The outputs, each with the option that names its file. */
enum { OUT_REPORT, OUT_BITS, OUT_TEXT, N_OUT };

static const char* const out_option[N_OUT] = {"-o ", "--bits=", "--text="};

/* With the one that is JSON last. */
static const char* const formats[] = {"text", "json", NULL};

typedef struct {
   BranchConfig branches;
   gboolean     json;
   const char*  out[N_OUT]; /* NULL: not given */
} Options;

static void add_predictor(BranchConfig* config, const char* name)
{
   PredictorKind kind;

   if (!cg_predictor_find(name, &kind))
      options_fail_usage("--predictor=%s: must be %s", name,
                         CG_PREDICTOR_NAMES);
   for (guint i = 0; i < config->n; i++)
      if (config->kinds[i] == kind)
         options_fail_usage("--predictor=%s: was given twice", name);
   config->kinds[config->n++] = kind;
}

static void add_all_predictors(BranchConfig* config)
{
   while (config->n < N_PREDICTORS) {
      config->kinds[config->n] = config->n;
      config->n++;
   }
}

static guint parse_limited(const char* option, const char* text, guint least,
                           guint most)
{
   guint64 number;

   if (!g_ascii_string_to_unsigned(text, 10, least, most, &number, NULL))
      options_fail_usage("--%s=%s: must be a number from %u to %u", option,
                         text, least, most);
   return number;
}

/* Fails if an output would replace the trace, which may have taken hours to
   make. */
static void check_out_names(const Options* options, const char* trace)
{
   for (guint i = 0; i < N_OUT; i++)
      if (options->out[i] && output_would_replace(options->out[i], trace))
         options_fail_usage("%s%s: would overwrite the trace", out_option[i],
                            options->out[i]);
}

static void parse_options(int argc, char** argv, Options* options)
{
   int option;

   while ((option = options_next(argc, argv, "ho:", long_options)) != -1)
      switch (option) {
      case OPTION_PREDICTOR:
         add_predictor(&options->branches, optarg);
         break;
      case OPTION_RETURN_STACK:
         options->branches.depth =
            parse_limited("return-stack", optarg, 1, CG_RETURN_STACK_MAX);
         break;
      case OPTION_TOP:
         options->branches.n_lines = parse_limited("top", optarg, 0, 1000);
         break;
      case OPTION_FORMAT:
         options->json = options_choose("format", optarg, formats);
         break;
      case OPTION_JSON:
         options->json = TRUE;
         break;
      case OPTION_BITS:
         options->out[OUT_BITS] = optarg;
         break;
      case OPTION_TEXT:
         options->out[OUT_TEXT] = optarg;
         break;
      case 'o':
         options->out[OUT_REPORT] = optarg;
         break;
      default:
         options_end_with_common(option, help);
      }
   if (options->out[OUT_BITS] && options->branches.n != 1)
      options_fail_usage("--bits needs exactly one --predictor");
   if (options->branches.n == 0)
      add_all_predictors(&options->branches);
   if (optind == argc)
      options_fail_usage("no trace was given");
   if (optind + 1 < argc)
      options_fail_usage("more than one trace was given: %s", argv[optind + 1]);
   check_out_names(options, argv[optind]);
   budget_simulates(1);
}

/* What is to be predicted; trace_replay_or() passes nothing to read_text(). */
static BranchReplay* branches;
static gboolean      is_text;

static gboolean read_text(int fd, const char* name, const char* begin, gsize n,
                          GError** error)
{
   is_text = TRUE;
   return branch_text_read(branch_replay_add, branches, fd, name, begin, n,
                           error);
}

static gboolean replay_file(const char* name, GError** error)
{
   if (!trace_replay_or(name, "", read_text, error))
      return FALSE;
   if (is_text || branch_replay_any_defined(branches))
      return TRUE;
   g_set_error(error, MESSAGE_ERROR, 0,
               "%s: the trace has no branches: it was recorded without "
               "--trace-branches=yes, or the program ran none",
               strcmp(name, "-") == 0 ? "standard input" : name);
   return FALSE;
}

/* Opens the report and the files that were asked for, and no others.  Fails if
   two are the same file. */
static void open_outputs(const Options* options, Output* out[N_OUT])
{
   for (guint i = 0; i < N_OUT; i++) {
      const char* name = options->out[i];

      out[i] = name || i == OUT_REPORT ? output_open(name) : NULL;
      for (guint j = 0; out[i] && j < i; j++)
         if (out[j] && output_are_same(out[i], out[j]))
            options_fail_usage("%s%s: %s%s is the same file", out_option[i],
                               name, options->out[j] ? out_option[j] : "",
                               options->out[j] ? options->out[j]
                                               : "standard output");
   }
}

/* Either all files appear or none does, and standard output, which may be the
   report, comes last. */
static void close_outputs(Output* const out[N_OUT])
{
   for (guint i = N_OUT; i-- > 0;)
      if (out[i])
         output_finish(out[i]);
   for (guint i = 0; i < N_OUT; i++)
      if (out[i])
         output_close(out[i]);
}

int main(int argc, char** argv)
{
   Options      options = {.branches = {.depth = 16, .n_lines = 10}};
   ReplayConfig config  = {0};
   GError*      error   = NULL;
   Output*      out[N_OUT];
   GString*     report = g_string_new(NULL);

   message_set_program("cg_branches");
   parse_options(argc, argv, &options);

   /* Opened first: if something cannot be written, the user knows before hours
      of work. */
   open_outputs(&options, out);
   options.branches.bits = out[OUT_BITS];
   options.branches.text = out[OUT_TEXT];

   branches        = branch_replay_new(&options.branches);
   config.branches = branches;
   for (CacheId id = CACHE_I1; id < N_CACHES; id++)
      config.caches[id] = g_array_new(FALSE, FALSE, sizeof(CacheGeometry));
   config.machines = g_ptr_array_new();
   replay_init(&config);
   if (!replay_file(argv[optind], &error))
      message_fail_with(error);
   replay_report(options.json, report);
   output_lines(out[OUT_REPORT], report);
   close_outputs(out);
   g_string_free(report, TRUE);
   return 0;
}
