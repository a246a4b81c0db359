/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_inline.c: divides the costs in a profile among the functions that the
   compiler inlined.

      cg_inline cachegrind.out.101

   The profile has the costs of each instruction, and the function of the symbol
   table that the instruction is in.  The debug information of the program and
   its libraries tells which functions were inlined there.  In the result, each
   of these has its own costs, and its callers have calls with its inclusive
   cost: inline/split.h. */

#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "inline/split.h"
#include "lib/data.h"
#include "lib/events.h"
#include "lib/message.h"
#include "lib/options.h"
#include "lib/output.h"
#include "lib/reader.h"

static const char help[] =
   "Usage: cg_inline [OPTION...] PROFILE\n"
   "\n"
   "Gives the costs of instructions in a profile of Cachegrind to the functions\n"
   "that the compiler inlined there, and writes the profile anew.  The profile\n"
   "must have instructions (--dump-instr=yes).  \"-\" is standard input, and\n"
   "then the result goes to standard output.\n"
   "\n"
   "  -o FILE              write to FILE, and leave PROFILE as it is\n"
   "      --lines          write counts by source line, without instructions\n"
   "      --since=SECONDS  when the run began, in seconds since 1970; what\n"
   "                       was inlined in a file that changed since then is\n"
   "                       unknown [the time of the profile]\n"
   "  -h, --help           show this text\n"
   "      --version        show the version\n"
   "\n"
   "Examples:\n"
   "  cg_inline cachegrind.out.123\n"
   "  cg_inline --lines -o lines.prof cachegrind.out.123\n";

enum { OPTION_LINES = OPTIONS_FIRST_OWN, OPTION_SINCE };

static const struct option long_options[] = {
   {"lines", no_argument, NULL, OPTION_LINES},
   {"since", required_argument, NULL, OPTION_SINCE},
   OPTIONS_COMMON,
   {0}};

typedef struct {
   const char* out_name; /* NULL: standard output */
   double      since;    /* seconds after 1970; an object that changed later is
                            not the one that ran; INFINITY: any did */
   gboolean is_start;    /* `since' is when the run began */
} Run;

static double seconds(const struct timespec* time)
{
   return time->tv_sec + time->tv_nsec / 1e9;
}

/* Returns whether the costs of an object can be divided, and warns if it has
   changed: its instructions may have other addresses now. */
static gboolean wants_object(const char* path, gpointer data)
{
   const Run*  run = data;
   struct stat object;

   if (strcmp(path, "???") == 0 || stat(path, &object) < 0)
      return FALSE;
   double changed = seconds(&object.st_mtim);
   /* A file that is moved here keeps the time of its contents. */
   if (run->is_start)
      changed = MAX(changed, seconds(&object.st_ctim));
   if (changed <= run->since)
      return TRUE;
   message_warn("%s: changed after %s, so what was inlined in it is unknown",
                path,
                run->is_start ? "the run began" : "the profile was written");
   return FALSE;
}

static Function* instruction_function(Reader* reader, gpointer data)
{
   return costs_function_at(data, reader, TRUE);
}

/* For costs_add_profile(). */
static Function* find_called(Reader* reader, gpointer costs)
{
   GError* error = NULL;

   if (!reader->call.inlined)
      return costs_callee_at(costs, reader, TRUE);
   reader_set_error(reader, &error,
                    "the profile has calls already: cg_inline wrote it");
   message_fail_with(error);
}

/* Returns the costs of a profile, by instruction. */
static Costs* read_costs(Reader* reader)
{
   Costs*  costs = costs_new(reader->header.events->len);
   GError* error = NULL;

   if (!costs_add_profile(costs, reader, COSTS_BY_POSITION,
                          instruction_function, find_called, costs, &error))
      message_fail_with(error);
   const Function* full = costs_sort_lines(costs);
   if (full)
      costs_fail_full(full);
   return costs;
}

/* Finds out where the result goes, before the profile is read. */
static void prepare(Run* run, const char* name)
{
   gboolean is_stdin = strcmp(name, "-") == 0;

   struct stat profile;
   gboolean    exists = !is_stdin && stat(name, &profile) == 0;

   if (!run->is_start)
      run->since = exists ? seconds(&profile.st_mtim) : INFINITY;
   if (run->out_name || is_stdin)
      return;
   if (exists && !S_ISREG(profile.st_mode))
      message_fail("%s: is not a regular file that the result could replace: "
                   "use -o FILE",
                   name);
   run->out_name = name;
}

static void divide(Run* run, const char* name, gboolean lines)
{
   GError* error  = NULL;
   Reader* reader = reader_open(name, &error);

   if (!reader)
      message_fail_with(error);
   if (!reader->header.instructions)
      message_fail("%s: has no instructions: run the program with "
                   "--dump-instr=yes",
                   name);
   Split           split = {.from  = read_costs(reader),
                            .lines = lines,
                            .runs = events_find_recorded(reader->header.events, "Ir"),
                            .wants_object = wants_object,
                            .data         = run};
   Costs*          to    = costs_new(reader->header.events->len);
   const Function* full  = split_costs(&split, to);
   if (full)
      costs_fail_full(full);

   Output* output = output_open(run->out_name);
   data_write_header(output, &reader->header, !lines);
   data_write(output, to, reader->totals, !lines,
              data_layout(&reader->header, DATA_PLAIN));
   output_close(output);
}

static double parse_seconds(const char* text)
{
   char*  end;
   double value = g_ascii_strtod(text, &end);

   if (!g_ascii_isdigit(*text) || *end != '\0' || !isfinite(value))
      options_fail_usage("--since=%s: must be a number of seconds", text);
   return value;
}

int main(int argc, char** argv)
{
   Run      run   = {0};
   gboolean lines = FALSE;
   int      option;

   message_set_program("cg_inline");
   /* What a server of debug information may send, if the user does not say: for
      so many seconds, and bytes. */
   g_setenv("DEBUGINFOD_MAXTIME", "60", FALSE);
   g_setenv("DEBUGINFOD_MAXSIZE", "1000000000", FALSE);
   while ((option = options_next(argc, argv, "ho:", long_options)) != -1)
      switch (option) {
      case 'o':
         run.out_name = optarg;
         break;
      case OPTION_LINES:
         lines = TRUE;
         break;
      case OPTION_SINCE:
         run.since    = parse_seconds(optarg);
         run.is_start = TRUE;
         break;
      default:
         options_end_with_common(option, help);
      }
   if (optind != argc - 1)
      options_fail_usage(optind == argc ? "no profile was given"
                                        : "more than one profile was given");
   prepare(&run, argv[optind]);
   divide(&run, argv[optind], lines);
   return 0;
}
