/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_analysis.c: the options that explain why data misses, and what they start;
   cg_analysis.h says which options.

   This module connects parts that do not know each other.  cg_analysed gets the
   references, cg_classes finds out why they miss, and cg_variables finds the
   variables that they refer to.  With --machine, cg_machine_run and
   cg_machine_classes take the place of the first two.  cg_conflict_counts
   counts the misses, cg_conflict_file writes the counts, for cg_conflicts,
   which makes the report of them, and cg_trace writes the references. */

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_vki.h"

#include "cg_analysis.h"
#include "cg_machines.h"
#include "conflicts/cg_conflict_counts.h"
#include "guest/cg_core.h"
#include "guest/cg_limits.h"
#include "guest/cg_jit_map.h"
#include "guest/cg_threads.h"
#include "output/cg_conflict_file.h"
#include "output/cg_out.h"
#include "output/cg_process.h"
#include "output/cg_trace.h"
#include "run/cg_analysed.h"
#include "variables/cg_names.h"
#include "variables/cg_variables.h"

/*------------------------------------------------------------*/
/*--- Options                                              ---*/
/*------------------------------------------------------------*/

#define REPORT_OPTION "--report"
#define TRACE_OPTION  "--trace-out-file"

/* Older spellings, which --help does not show. */
#define OLD_REPORT_OPTION "--conflict-report"
#define OLD_JSON_OPTION   "--conflict-json"

/* In optimised C++, the library's functions that allocate are inlined, and only
   the inline information tells which line of the program called them.  The core
   reads it together with the other debug information. */
#define INLINE_OPTION "--read-inline-info"

void cg_analysis_prepare_core(void)
{
   if ((cg_core_option_given(REPORT_OPTION)
        || cg_core_option_given(OLD_REPORT_OPTION)
        || cg_core_option_given(TRACE_OPTION))
       && !cg_core_option_given(INLINE_OPTION))
      cg_core_add_option(INLINE_OPTION "=yes");
}

Bool cg_analysis_process_option(const HChar* arg, RunConfig* config)
{
   return VG_BOOL_CLO(arg, "--miss-classes", config->miss_classes)
          || VG_STR_CLO(arg, REPORT_OPTION, config->report_name)
          || VG_STR_CLO(arg, OLD_REPORT_OPTION, config->report_name)
          || VG_BOOL_CLO(arg, OLD_JSON_OPTION, config->report_json)
          || VG_STR_CLO(arg, TRACE_OPTION, config->trace_name)
          || VG_BOOL_CLO(arg, "--trace-branches", config->trace_branches);
}

void cg_analysis_print_usage(void)
{
   VG_(printf)(
      "    --miss-classes=yes|no            count cold, capacity and conflict\n"
      "                                     data misses separately? [no]\n"
      "    --report=<file>                  write which sets, variables and "
      "lines\n"
      "                                     conflict, as JSON if the name ends "
      "in\n"
      "                                     .json; %%p and %%q{VAR} as above "
      "[none];\n"
      "                                     --read-var-info=yes names local "
      "variables\n"
      "    --trace-out-file=<file>          write all references, for "
      "cg_conflicts;\n"
      "                                     %%p and %%q{VAR} as above; "
      "'|command'\n"
      "                                     gives them to a command [none]\n"
      "    --trace-branches=yes|no          write all branches to the trace, "
      "too,\n"
      "                                     for cg_branches? [no]\n");
}

static void check_option_value(const HChar* option, const HChar* value)
{
   if (value && value[0] == '\0') {
      VG_(fmsg)("%s=: must name a file\n", option);
      VG_(exit)(1);
   }
}

static void check_cache_sim(const HChar* option, Bool asked_for)
{
   if (asked_for) {
      VG_(fmsg)("%s: works with --cache-sim=yes only\n", option);
      VG_(exit)(1);
   }
}

static void check_trace_branches(const RunConfig* c)
{
   const HChar* needs = !c->trace_name       ? TRACE_OPTION
                        : !c->branch_sim     ? "--branch-sim=yes"
                        : c->branches_as_vex ? "--branch-rule=processor"
                                             : NULL;

   if (c->trace_branches && needs) {
      VG_(fmsg)("--trace-branches=yes: works with %s only\n", needs);
      VG_(exit)(1);
   }
}

static const HChar* expanded_variables(const HChar* name)
{
   return name ? cg_core_expand_variables(name) : NULL;
}

static Bool is_json(const HChar* name)
{
   const HChar* dot = name ? VG_(strrchr)(name, '.') : NULL;

   return dot && VG_(strcmp)(dot, ".json") == 0;
}

/* A command for the trace could be anybody's, if a file says it. */
static void check_trace_command(const RunConfig* c)
{
   if (c->trace_to_command && !cg_core_typed(TRACE_OPTION, c->trace_name)) {
      VG_(fmsg)("%s=%s: a command is allowed on the command line only, not in "
                ".valgrindrc or VALGRIND_OPTS\n",
                TRACE_OPTION, c->trace_name);
      VG_(exit)(1);
   }
}

void cg_analysis_configure(RunConfig* c)
{
   check_option_value(REPORT_OPTION, c->report_name);
   check_option_value(TRACE_OPTION, c->trace_name);
   c->trace_to_command = c->trace_name && c->trace_name[0] == '|';
   check_trace_command(c);
   if (!c->cache_sim) {
      check_cache_sim("--miss-classes=yes", c->miss_classes);
      check_cache_sim(REPORT_OPTION, c->report_name != NULL);
      check_cache_sim(TRACE_OPTION, c->trace_name != NULL);
   }
   check_trace_branches(c);
   if (c->report_json && !c->report_name) {
      VG_(fmsg)(OLD_JSON_OPTION "=yes: works with %s only\n", REPORT_OPTION);
      VG_(exit)(1);
   }
   c->report_name = expanded_variables(c->report_name);
   if (!cg_core_option_given(OLD_JSON_OPTION))
      c->report_json = is_json(c->report_name);
   c->trace_name = expanded_variables(c->trace_name);
   c->locals =
      (c->report_name || c->trace_name) && cg_core_option("--read-var-info");
}

/* Valid from cg_analysis_init on. */
static const RunConfig* config;

static void* allocate_analysis(SizeT n_bytes)
{
   /* The core does not allocate 0 bytes. */
   return VG_(calloc)("cg.analysis.memory", 1, n_bytes > 0 ? n_bytes : 1);
}

/*------------------------------------------------------------*/
/*--- The trace                                            ---*/
/*------------------------------------------------------------*/

/* The trace's name, expanded; NULL while no trace is written. */
static HChar*  trace_path;
static OutFile trace_file;

static void stop_trace(void)
{
   cg_trace_abandon();
   VG_(free)(trace_path);
   trace_path = NULL;
}

static void write_trace(const void* bytes, SizeT n_bytes)
{
   Limits limits = cg_limits_lift();

   cg_out_bytes(&trace_file, bytes, n_bytes);
   cg_limits_restore(&limits);
   if (trace_file.error == 0)
      return;
   cg_out_complain("the trace", trace_path, cg_out_close(&trace_file));
   stop_trace();
}

/* The name of the trace with %p expanded, or the command if that is what the
   option has.  The core also puts the current directory before a relative
   name; before a command, it is removed here.  The caller frees the result with
   VG_(free). */
static HChar* expanded_trace_path(const RunConfig* c)
{
   HChar* path   = VG_(expand_file_name)(TRACE_OPTION, c->trace_name);
   HChar* prefix = VG_(expand_file_name)(TRACE_OPTION, "|");

   if (c->trace_to_command)
      VG_(memmove)(path, path + VG_(strlen)(prefix) - 1,
                   VG_(strlen)(path) - VG_(strlen)(prefix) + 2);
   VG_(free)(prefix);
   return path;
}

static void begin_trace(void)
{
   const TraceConfig trace = {
      .write         = write_trace,
      .variable_name = cg_names_of,
      .alloc         = allocate_analysis,
   };

   trace_path = expanded_trace_path(config);
   if (cg_out_open_early(&trace_file, trace_path) != 0) {
      cg_out_complain("the trace", trace_path, trace_file.error);
      VG_(exit)(1);
   }

   HChar* text = cg_core_command();
   cg_trace_begin(&trace, text, config->geometry);
   VG_(free)(text);
}

/*------------------------------------------------------------*/
/*--- The conflict report                                  ---*/
/*------------------------------------------------------------*/

#define REPORTER "cg_conflicts"

static ConflictCounts conflict_counts;

/* Where cg_conflicts is.  Valid from cg_analysis_init on. */
static CompanionProgram reporter;

/* The file of the report, or the pipe to cg_conflicts.  The file is opened for
   the first text, because before that cg_conflicts can still fail. */
static OutFile report_file;
static HChar*  path_to_open; /* NULL: the file is open */

/* Whether cg_conflicts made the last report. */
static Bool has_report;

static void write_counts(void)
{
   HChar*       command = cg_core_command();
   ConflictFile file    = {
         .command       = command,
         .config        = config,
         .counts        = &conflict_counts,
         .n_variables   = cg_names_n_variables(),
         .variable_name = cg_names_of,
   };

   cg_conflict_file_write(&report_file, &file);
   VG_(free)(command);
}

static void feed_counts(Int fd)
{
   cg_out_open_pipe(&report_file, fd);
   write_counts();
   cg_out_close(&report_file);
}

static void put_to_file(const HChar* text, SizeT length)
{
   if (path_to_open)
      cg_out_open(&report_file, path_to_open);
   path_to_open = NULL;
   cg_out_bytes(&report_file, text, length);
}

static void put_to_user(const HChar* text, SizeT length)
{
   VG_(umsg)("%s", text);
}

/* The name of the report, expanded.  This is done each time, because a forked
   child has its own process id.  The caller frees it with VG_(free). */
static HChar* report_path(const HChar* name)
{
   return VG_(expand_file_name)(REPORT_OPTION, name);
}

/* Write the counts to the file of the report, in its place.  Returns 0, or the
   error. */
static Int keep_counts(const HChar* path)
{
   cg_out_open(&report_file, path);
   write_counts();
   return cg_out_close(&report_file);
}

/* Tell the user that there is no report, and how to make it. */
static void warn(const HChar* path, Int status)
{
   const HChar* why_not = cg_process_why_not(&reporter);

   VG_(umsg)("warning: " REPORTER "%s", why_not ? why_not : " failed");
   if (status > 0)
      VG_(umsg)(" (exit status %d)", status);
   VG_(umsg)(
      ", so '%s' has the counts for the conflict report; to make it: " REPORTER
      "%s '%s'\n",
      path, config->report_json ? " --format=json" : "", path);
}

/* Run cg_conflicts on the counts.  Returns as cg_process_run does. */
static Int run_reporter(const HChar* option,
                        void (*take)(const HChar* text, SizeT length))
{
   const HChar* args[CG_PROCESS_MAX_ARGS + 1] = {option, "-"};

   return cg_process_run(&reporter, args, feed_counts, take);
}

/* Let cg_conflicts make the report; if it cannot, keep the counts.  If the
   program can be killed for starting cg_conflicts, keep them first; else the
   old report stays until there is the new one.  Returns as keep_counts does. */
static Int make_report(HChar* path)
{
   Bool is_kept = cg_process_is_filtered() && cg_out_is_repeatable(path);
   Int  error   = is_kept ? keep_counts(path) : 0;
   Int  status;

   if (error != 0)
      return error;
   path_to_open = path;
   status       = run_reporter(
            config->report_json ? "--format=json" : "--format=text", put_to_file);
   has_report = status == 0 && !path_to_open;
   if (has_report)
      return cg_out_close(&report_file);
   if (!path_to_open)
      cg_out_discard(&report_file);
   if (!is_kept)
      error = keep_counts(path);
   if (error == 0)
      warn(path, status);
   return error;
}

static void write_report(Bool is_last)
{
   HChar* path  = report_path(config->report_name);
   Int    error = 0;

   if (is_last)
      error = make_report(path);
   else if (cg_out_is_repeatable(path))
      error = keep_counts(path);
   if (error != 0)
      cg_out_complain("the conflict report", path, error);
   VG_(free)(path);
}

static void print_summary(void)
{
   VG_(umsg)("\n");
   run_reporter("--format=summary", put_to_user);
}

static void check_report_option(void)
{
   HChar* path = report_path(config->report_name);

   cg_out_check("the conflict report", path);
   VG_(free)(path);
}

/* The file that is written last would replace the other one. */
static void check_differ(const HChar* option_1, const HChar* path_1,
                         const HChar* option_2, const HChar* path_2)
{
   if (cg_out_are_same_file(path_1, path_2)) {
      VG_(fmsg)("%s and %s: must name different files, not both '%s'\n",
                option_1, option_2, path_2);
      VG_(exit)(1);
   }
}

/* What can be said of an output without the other ones. */
static void check_path(const RunConfig* c, const HChar* option,
                       const HChar* path)
{
   HChar map[CG_JIT_MAP_DEFAULT_BYTES];

   cg_machines_check_output(option, path);
   if (c->jit_map && VG_(strcmp)(c->jit_map, "no") != 0)
      check_differ("--jit-map", c->jit_map, option, path);
   cg_jit_map_default(map);
   if (c->calls && !c->jit_map)
      check_differ("--calls=yes", map, option, path);
   if (cg_out_is_log(path)) {
      VG_(fmsg)("%s and %s: must name different files, not both '%s'\n", option,
                cg_core_option_given("--log-file") ? "--log-file" : "the log",
                path);
      VG_(exit)(1);
   }
}

void cg_analysis_check_paths(const RunConfig* c, const HChar* option,
                             const HChar* path)
{
   HChar* report = c->report_name ? report_path(c->report_name) : NULL;
   HChar* trace  = c->trace_name ? expanded_trace_path(c) : NULL;

   check_path(c, option, path);
   if (report) {
      check_path(c, REPORT_OPTION, report);
      check_differ(option, path, REPORT_OPTION, report);
   }
   if (trace) {
      check_path(c, TRACE_OPTION, trace);
      check_differ(option, path, TRACE_OPTION, trace);
   }
   if (report && trace)
      check_differ(REPORT_OPTION, report, TRACE_OPTION, trace);
   VG_(free)(report);
   VG_(free)(trace);
}

/*------------------------------------------------------------*/
/*--- Start and end                                        ---*/
/*------------------------------------------------------------*/

static void forked(ThreadId tid)
{
   if (!trace_path)
      return;
   cg_out_forget(&trace_file);
   stop_trace();
}

static void thread_runs(ThreadId tid)
{
   UInt number = cg_threads_number(tid);

   if (config->report_name)
      cg_conflict_counts_thread(&conflict_counts, number);
   if (trace_path)
      cg_trace_thread(number);
}

static void region_made(const Region* region)
{
   if (config->trace_name)
      cg_trace_region(region->start, region->size, region->variable);
   if (conflict_counts.sharing)
      cg_sharing_new_owner(conflict_counts.sharing, region->start,
                           region->size);
}

static void init_variables(void)
{
   cg_variables_init(config->locals, region_made);
   cg_threads_when_running(thread_runs);
}

void cg_analysis_init(const RunConfig* asked_for, void* (*alloc)(SizeT n_bytes))
{
   config = asked_for;
   if (config->report_name) {
      check_report_option();
      cg_process_find(&reporter, REPORTER);
      cg_process_init();
   }
   cg_analysed_init(config, &conflict_counts, cg_variables_region_at, alloc);
   if (config->trace_name) {
      begin_trace();
      VG_(atfork)(NULL, NULL, forked);
   }
   if (config->report_name || config->trace_name)
      init_variables();
}

void cg_analysis_write(Bool is_last)
{
   if (trace_path) {
      cg_trace_end();
      cg_out_publish(&trace_file);
   }
   if (config->report_name)
      write_report(is_last);
}

void cg_analysis_end(Bool complete)
{
   if (trace_path) {
      Int error =
         complete ? cg_out_close(&trace_file) : cg_out_discard(&trace_file);
      if (error != 0)
         cg_out_complain("the trace", trace_path, error);
      stop_trace();
   }
   if (config->report_name && complete && has_report && VG_(clo_verbosity) > 0)
      print_summary();
}
