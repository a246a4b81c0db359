/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_main.c: Cachegrind - registration, options, client requests, start and end
   of a run.

   Cachegrind runs a program and counts, for each source line, the instructions
   that it executes, its memory references and its branches.  It also counts how
   many of these would miss in a cache or be mispredicted.  For example,

      $ valgrind --tool=cachegrind --cache-sim=no ls
      ...
      ==4711== I   refs:      1,234,567

   writes the counts to cachegrind.out.4711, and cg_annotate shows them.

   Where to look: cg_instrument.c adds the counting to the program's code,
   superblock by superblock, as Valgrind translates it.  The added code calls
   cg_count.c, or cg_analysed.c if the user wants more than counts.  sim/ is the
   simulated machine, guest/cg_costs.c keeps the counts, and output/cg_profile.c
   writes them.  HACKING.md shows how all the parts are arranged. */

#include "pub_tool_aspacemgr.h"
#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_transtab.h"
#include "pub_tool_vkiscnums.h"

#include "avx512/cg_avx512.h"
#include "cachegrind.h"
#include "cg_allocations.h"
#include "cg_analysis.h"
#include "cg_arch.h"
#include "cg_collect.h"
#include "cg_config.h"
#include "cg_detail.h"
#include "cg_instrument.h"
#include "cg_machines.h"
#include "cg_operations.h"
#include "cg_preset.h"
#include "cg_syscalls.h"
#include "cg_translations.h"
#include "conflicts/cg_text.h"
#include "cg_call_paths.h"
#include "guest/cg_contexts.h"
#include "guest/cg_core.h"
#include "guest/cg_costs.h"
#include "guest/cg_exec.h"
#include "guest/cg_frames.h"
#include "guest/cg_functions.h"
#include "guest/cg_huge_pages.h"
#include "guest/cg_limits.h"
#include "guest/cg_random.h"
#include "guest/cg_sandbox.h"
#include "guest/cg_thread_costs.h"
#include "output/cg_advice.h"
#include "output/cg_out.h"
#include "output/cg_profile.h"
#include "output/cg_profile_list.h"
#include "output/cg_progress.h"
#include "output/cg_summary.h"
#include "platform.h"
#include "run/cg_line_use.h"
#include "run/cg_machine_run.h"
#include "run/cg_prediction.h"
#include "run/cg_sampling.h"
#include "run/cg_segment.h"
#include "variables/cg_variables.h"

/*------------------------------------------------------------*/
/*--- Command line options                                 ---*/
/*------------------------------------------------------------*/

#define OUT_FILE_OPTION "--cachegrind-out-file"

/* Set while the command line is read, and by post_clo_init; constant from then
   on. */
static RunConfig config = {
   .cache_sim      = True,
   .branch_sim     = False,
   .prefetch       = True,
   .instr_at_start = True,
   .profile_name   = "cachegrind.out.%p",
};

/* Process an option whose value is one of two words: `--name=no_word' or
   `--name=yes_word'.  `name' ends in "=". */
static Bool process_choice(const HChar* arg, const HChar* name,
                           const HChar* no_word, const HChar* yes_word,
                           Bool* choice)
{
   SizeT n = VG_(strlen)(name);

   if (VG_(strncmp)(arg, name, n) != 0)
      return False;
   *choice = VG_(strcmp)(arg + n, yes_word) == 0;
   if (!*choice && VG_(strcmp)(arg + n, no_word) != 0) {
      VG_(fmsg)("%s: must be %s or %s\n", arg, no_word, yes_word);
      VG_(exit)(1);
   }
   return True;
}

/* Options of the script run-stable, which passes only --stable=yes on.  All
   others come from VALGRIND_OPTS or .valgrindrc, or without --stable. */
static Bool process_option_of_script(const HChar* arg)
{
   if (VG_(strncmp)(arg, "--stable", 8) != 0
       && VG_(strncmp)(arg, "--keep-env=", 11) != 0)
      return False;
   if (VG_(strcmp)(arg, "--stable=yes") == 0
       && cg_core_typed("--stable", "yes")) {
      config.stable = True;
      return True;
   }
   VG_(fmsg)("%s: only on the command line of cachegrind or valgrind, and with "
             "--stable\n",
             arg);
   VG_(exit)(1);
}

/* Say which option may be meant.  The core then refuses this one. */
static Bool suggest_option(const HChar* arg)
{
   static const HChar* const names[] = {
      "--avx512=",       "--machine=",       "--huge-pages=",
      "--prefetch=",     "--cache-sim=",     "--branch-sim=",
      "--branch-rule=",  "--rep-rule=",      "--trace-branches=",
      "--predictor=",    "--core-sample=",   "--instr-at-start=",
      "--objects=",      "--progress=",      "--dump-instr=",
      "--inlined=",      "--calls=",         "--separate-threads=",
      "--jit-map=",      "--detailed=",      "--toggle-collect=",
      "--collect-cold=", "--miss-classes=",  "--cachegrind-out-file=",
      "--report=",       "--trace-out-file="};
   const HChar* equals = VG_(strchr)(arg, '=');
   SizeT        n      = cg_text_length(arg);

   if (equals)
      n = equals + 1 - arg;
   for (UInt i = 0; i < sizeof names / sizeof names[0]; i++)
      if (cg_text_is_near(arg, n, names[i]))
         VG_(fmsg)("%s: did you mean %s?\n", arg, names[i]);
   return False;
}

/* The process that the user started; 0: it is this one.  A traced program gives
   it to those that it starts.  The script no-32-bit must know, too. */
#define FIRST_OPTION "--first-process"
static Int clo_first;

static Bool process_option(const HChar* arg)
{
   return VG_BOOL_CLO(arg, "--cache-sim", config.cache_sim)
          || VG_BOOL_CLO(arg, "--branch-sim", config.branch_sim)
          || process_choice(arg, "--branch-rule=", "processor", "vex",
                            &config.branches_as_vex)
          || process_choice(arg, "--rep-rule=", "iterations", "once",
                            &config.rep_once)
          || VG_BOOL_CLO(arg, "--instr-at-start", config.instr_at_start)
          || VG_STR_CLO(arg, OUT_FILE_OPTION, config.profile_name)
          || cg_avx512_process_option(arg)
          || cg_detail_process_option(arg, &config)
          || cg_analysis_process_option(arg, &config)
          || cg_collect_process_option(arg, &config)
          || cg_arch_process_option(arg, &config)
          || cg_machines_process_option(arg, &config)
          || cg_preset_process_option(arg, &config)
          || cg_progress_process_option(arg)
          || VG_INT_CLO(arg, FIRST_OPTION, clo_first)
          || process_option_of_script(arg) || suggest_option(arg);
}

static void print_usage(void)
{
   cg_arch_print_usage();
   cg_machines_print_usage();
   VG_(printf)(
      "    --cache-sim=yes|no               simulate the caches? [yes]\n"
      "    --branch-sim=yes|no              simulate branch prediction? [no]\n"
      "    --branch-rule=processor|vex      count the processor's branches, or "
      "the\n"
      "                                     exits of Valgrind's code? "
      "[processor]\n"
      "    --rep-rule=iterations|once       count an instruction with a rep "
      "prefix\n"
      "                                     for each iteration and its end, or "
      "once?\n"
      "                                     [iterations]\n"
      "    --cachegrind-out-file=<file>     the profile [cachegrind.out.%%p];\n"
      "                                     %%p is the process id, %%q{VAR} a\n"
      "                                     variable of the environment\n"
      "    --instr-at-start=yes|no          count from the start, or only "
      "when\n"
      "                                     the program asks for it? [yes]\n"
      "    --stable                         run the program so that its counts "
      "do\n"
      "                                     not depend on the environment\n"
      "    --keep-env=<name,name...>        with --stable: variables to pass "
      "through\n");
   cg_avx512_print_usage();
   cg_progress_print_usage();
   cg_detail_print_usage();
   cg_collect_print_usage();
   cg_analysis_print_usage();
}

static void print_debug_usage(void)
{
   VG_(printf)("    (none)\n");
}

/*------------------------------------------------------------*/
/*--- Instrumentation on and off                           ---*/
/*------------------------------------------------------------*/

/* Whether code that is translated now is counted.  All live translations agree
   with this, because they are discarded when it changes. */
static Bool instrumenting;

static Bool was_instrumenting; /* now or earlier */

static void set_instrumenting(Bool on)
{
   if (on == instrumenting)
      return;
   instrumenting = on;
   cg_call_paths_set_counting(on);
   was_instrumenting |= on;
   VG_(discard_translations_safely)(0x1000, ~(SizeT)0xfff, "cachegrind");
}

/* The last AVX-512 instruction that could not be decoded. */
static FailedAvx512 last_avx512;

/* This reads it now, when VEX has just read it: later it may be gone. */
static void note_avx512(const IRSB* in)
{
   Addr addr;
   Int  first;

   if (PLATFORM_AVX512_PREFIX < 0 || in->jumpkind != Ijk_NoDecode
       || in->next->tag != Iex_Const)
      return;
   addr  = in->next->Iex.Const.con->Ico.U64;
   first = *(const UChar*)addr;
   if (first != PLATFORM_AVX512_PREFIX)
      return;
   last_avx512.addr = addr;
   VG_(memcpy)(last_avx512.bytes, (const UChar*)addr, sizeof last_avx512.bytes);
}

static IRSB* instrument(VgCallbackClosure* closure, IRSB* in,
                        const VexGuestLayout*  layout,
                        const VexGuestExtents* extents,
                        const VexArchInfo* archinfo_host, IRType guest_word,
                        IRType host_word)
{
   cg_random_replace_calls(in);
   note_avx512(in);
   if (!instrumenting)
      return cg_instrument_uncounted(closure, in);
   return cg_instrument(closure, in, layout, extents, archinfo_host, guest_word,
                        host_word);
}

static Bool handle_client_request(ThreadId tid, UWord* args, UWord* ret)
{
   switch (args[0]) {
   case VG_USERREQ__CG_START_INSTRUMENTATION:
      set_instrumenting(True);
      break;
   case VG_USERREQ__CG_STOP_INSTRUMENTATION:
      set_instrumenting(False);
      break;
   default:
      return False;
   }
   *ret = 0;
   return True;
}

/*------------------------------------------------------------*/
/*--- Start and end of a run                               ---*/
/*------------------------------------------------------------*/

/* Valid from post_clo_init on: this process at its start, and the one that the
   user started. */
static Int initial_pid, first_pid;

/* `n_bytes' of zeroed pages from the kernel; NULL if it has none. */
static void* map_pages(SizeT n_bytes)
{
#ifdef SHADOW_ALLOC_IS_SYSRES
   SysRes res = VG_(am_shadow_alloc)(n_bytes);
   return sr_isError(res) ? NULL : (void*)(Addr)sr_Res(res);
#else
   return VG_(am_shadow_alloc)(n_bytes);
#endif
}

static void* alloc_zeroed(SizeT n_bytes)
{
   void* pages = n_bytes > 0 ? map_pages(n_bytes) : NULL;

   if (n_bytes > 0 && !pages) {
      VG_(fmsg)("cannot allocate the %'lu bytes that these caches need: "
                "choose smaller caches or larger lines\n",
                n_bytes);
      VG_(exit)(1);
   }
   return pages;
}

static void print_geometry(void)
{
   VG_(umsg)("Simulated caches:\n");
   for (CacheId id = CACHE_I1; id < N_CACHES; id++) {
      const CacheGeometry* g = &config.geometry[id];

      VG_(umsg)("  %s: %'d B, %'d-way, %d B lines\n", cg_geometry_name(id),
                g->size, g->assoc, g->line_size);
   }
}

/* PATH.%p, for a process that would overwrite the profile PATH of the one that
   the user started.  Takes and returns memory of VG_(malloc). */
static HChar* with_pid(HChar* path)
{
   SizeT  size = VG_(strlen)(path) + 20;
   HChar* name = VG_(malloc)("cg.main.path", size);

   VG_(snprintf)(name, size, "%s.%d", path, VG_(getpid)());
   VG_(free)(path);
   return name;
}

/* The name of the profile with %p expanded.  This is done each time, because a
   forked child has its own process id.  The caller frees it with VG_(free). */
static HChar* profile_path(void)
{
   HChar* path = VG_(expand_file_name)(OUT_FILE_OPTION, config.profile_name);

   if (config.preset && VG_(getpid)() != first_pid
       && !cg_core_has_pid(config.profile_name) && cg_out_is_replaceable(path))
      path = with_pid(path);
   return path;
}

/* The name of a thread's profile, PATH-02, or PATH if one has all. */
static HChar* path_of_thread(const HChar* path, UInt thread)
{
   SizeT  size = VG_(strlen)(path) + 20;
   HChar* name = VG_(malloc)("cg.main.path", size);

   VG_(snprintf)(name, size, config.separate_threads ? "%s-%02u" : "%s", path,
                 thread);
   return name;
}

static void configure(void)
{
   config.profile_name = cg_core_expand_variables(config.profile_name);

   HChar* path = profile_path();
   cg_preset_configure(&config, path);
   VG_(free)(path);
   cg_detail_configure(&config);
   cg_collect_configure(&config);
   cg_analysis_configure(&config);
   cg_machines_configure(&config);
}

static void check_path(const HChar* path)
{
   cg_analysis_check_paths(&config, OUT_FILE_OPTION, path);
   cg_detail_check_path(&config, OUT_FILE_OPTION, path);
}

/* The profiles of threads must be files of their own, if they are there
   already: one may be a link to another. */
static void check_other_threads(const HChar* path)
{
   for (UInt thread = 2; thread <= CG_THREAD_COSTS_MAX; thread++) {
      HChar*         name = path_of_thread(path, thread);
      struct vg_stat status;
      Bool           is_there = !sr_isError(VG_(stat)(name, &status));

      check_path(name);
      for (UInt other = 1; is_there && other < thread; other++) {
         HChar* earlier = path_of_thread(path, other);

         if (cg_out_are_same_file(name, earlier)) {
            VG_(fmsg)("--separate-threads=yes: '%s' and '%s' are one file\n",
                      cg_out_printable(earlier), cg_out_printable(name));
            VG_(exit)(1);
         }
         VG_(free)(earlier);
      }
      VG_(free)(name);
   }
}

/* A wrong file name ends the run here, before any work is done. */
static void check_paths(void)
{
   HChar* path  = profile_path();
   HChar* first = path_of_thread(path, 1);

   cg_detail_check_path(&config, OUT_FILE_OPTION, path);
   check_path(first);
   if (config.separate_threads)
      check_other_threads(path);
   cg_out_check("the profile", first);
   VG_(free)(first);
   VG_(free)(path);
}

/* The geometry is also what a trace records, whatever is simulated. */
static void init_simulation(void)
{
   Bool classic = config.cache_sim && !config.machine;

   cg_arch_geometry(config.geometry, classic && VG_(clo_verbosity) > 0);
   if (!config.machine && VG_(clo_verbosity) > 1)
      print_geometry();
   if (config.machine)
      cg_machine_run_init(&config, alloc_zeroed);
   if (config.huge_pages)
      cg_huge_pages_init(cg_segment_machine.hierarchy);
   if (classic)
      cg_sim_init(&cg_segment_machine.caches, config.geometry, alloc_zeroed);
   cg_prediction_init(&config, PLATFORM_CODE_ADDRESS_SHIFT, alloc_zeroed);
}

/* Learn which process the user started, and tell those that this one starts. */
static void find_first_process(void)
{
   static HChar option[40];

   initial_pid = VG_(getpid)();
   first_pid   = clo_first ? clo_first : initial_pid;

   config.is_child = clo_first != 0;
   VG_(snprintf)(option, sizeof option, FIRST_OPTION "=%d", first_pid);
   if (!config.is_child && cg_core_option("--trace-children"))
      cg_core_add_option(option);
}

static void post_clo_init(void)
{
   find_first_process();
   cg_limits_init();
   cg_functions_init();
   configure();
   check_paths();
   cg_costs_init(&config);
   cg_segment_init(&config);
   cg_sampling_init(&config, alloc_zeroed);
   if (config.calls) {
      cg_contexts_init(&config);
      cg_call_paths_init();
   }
   cg_thread_costs_init(&config, cg_translations_fold_touched);
   cg_syscalls_init(&config);
   cg_allocations_init(&config);
   init_simulation();
   cg_analysis_init(&config, alloc_zeroed);
   cg_instrument_init(&config);
   cg_avx512_init();
   cg_collect_init(&config);
   cg_frames_init();
   if (config.stable)
      cg_random_fix();
   cg_progress_init(first_pid, cg_translations_instructions);
   instrumenting = was_instrumenting = config.instr_at_start;
   cg_call_paths_set_counting(instrumenting);
}

/* An earlier run can have had more threads: whoever reads PATH-* would add
   them up. */
static void warn_of_older(const HChar* path, UInt thread)
{
   HChar*         name = path_of_thread(path, thread);
   struct vg_stat status;

   if (config.separate_threads && !sr_isError(VG_(stat)(name, &status))) {
      HChar* shown = cg_out_printable(name);

      VG_(umsg)("warning: there is a profile of an earlier run, with more "
                "threads: '%s'\n",
                shown);
      VG_(free)(shown);
   }
   VG_(free)(name);
}

/* Write the profiles of everything that has run so far, and the report and the
   trace if there are any.  `totals' gets the counts by event.  `is_last': the
   process probably does not continue, so that running other programs is worth
   their time.  Returns how many profiles could be written: the first ones. */
static UInt write_profiles(const HChar* path, ULong totals[N_EVENTS],
                           Bool is_last)
{
   UInt n_written = 0, n;

   cg_translations_fold_all();
   if (config.calls)
      cg_call_paths_settle();
   cg_sampling_settle();
   cg_line_use_settle();
   n = cg_thread_costs_catch_up();
   VG_(memset)(totals, 0, N_EVENTS * sizeof totals[0]);
   for (UInt thread = 1; thread <= n; thread++) {
      HChar* name = path_of_thread(path, thread);

      if (config.calls)
         cg_contexts_add_up(thread);
      if (cg_profile_write(name, &config, thread, totals)
          && n_written == thread - 1)
         n_written++;
      VG_(free)(name);
   }
   cg_profile_check(totals);
   if (is_last)
      warn_of_older(path, n + 1);
   cg_analysis_write(is_last);
   return n_written;
}

static void inline_profiles(const HChar* path, UInt n)
{
   for (UInt thread = 1; thread <= n; thread++) {
      HChar* name = path_of_thread(path, thread);

      cg_detail_inline(&config, name);
      VG_(free)(name);
   }
}

/* Tell who started the run about the profiles. */
static void list_profiles(const HChar* path, UInt n,
                          const ULong totals[N_EVENTS])
{
   if (n > 0)
      cg_profile_list_add(path, config.separate_threads ? n : 0, totals[EV_Ir]);
}

/* Like write_profiles, for a process that may continue.  A pipe can be written
   only once; the report and the trace may be files all the same. */
static void write_profile_so_far(Bool is_last)
{
   HChar* path   = profile_path();
   Limits limits = cg_limits_lift();
   ULong  totals[N_EVENTS];

   cg_limits_release_memory();
   if (!cg_out_is_repeatable(path))
      cg_analysis_write(is_last);
   else {
      UInt n_written = write_profiles(path, totals, is_last);

      if (is_last)
         inline_profiles(path, n_written);
      list_profiles(path, n_written, totals);
   }
   cg_limits_restore(&limits);
   VG_(free)(path);
}

static void print_stats(void)
{
   cg_costs_print_stats();
   cg_contexts_print_stats();
   cg_translations_print_stats();
   cg_variables_print_stats();
}

/* The status in the program's last system call; -1 if that does not end it, so
   that a signal does.  The core does not tell fini. */
static Int asked_to_exit_with;

static void fini(Int exitcode)
{
   cg_progress_erase();
   cg_preset_after_exit(&config);
   /* For good, so that the core's messages get through, too. */
   cg_limits_lift();
   cg_limits_release_memory();
   if (asked_to_exit_with == -1
       && last_avx512.addr == VG_(get_IP)(VG_(get_running_tid)()))
      cg_advice_avx512(&last_avx512, cg_avx512_why_not());

   /* A forked child would only repeat its parent's advice. */
   Bool is_initial = VG_(getpid)() == initial_pid;

   if (is_initial && !was_instrumenting)
      cg_advice_never_started();

   /* Not in a forked child: it may have no reason to enter the functions, and
      its parent may depend on its exit status.  A program that failed keeps its
      own. */
   if (is_initial && config.toggle_collect) {
      cg_collect_report();
      if (!cg_collect_entered()) {
         cg_analysis_end(False);
         if (cg_collect_may_be_elsewhere() || asked_to_exit_with != 0)
            return;
         VG_(exit)(1);
      }
   }

   HChar* path = profile_path();
   ULong  totals[N_EVENTS];

   UInt n_written = write_profiles(path, totals, True);

   /* The advice comes before the summary, because scripts read what follows its
      first line. */
   if (is_initial)
      cg_advice_debug_info(totals[EV_Ir]);
   if (is_initial && VG_(clo_verbosity) > 2)
      cg_operations_print_unknown();
   if (VG_(clo_verbosity) > 0 && !config.brief)
      cg_summary_print(&config, totals);
   cg_analysis_end(True);
   inline_profiles(path, n_written);
   list_profiles(path, n_written, totals);
   VG_(free)(path);
   /* At the end the tool must print them.  The core calls print_stats only for
      a debugger. */
   if (VG_(clo_stats))
      print_stats();
}

/* The process is about to become `program', or to fail in this if it is NULL.
   If it succeeds, it never comes to fini, so the profile is written now.  If it
   fails, the profile is written again later, which only a regular file allows.
   A forked child does not come here: a shell has thousands of children, and
   nearly everything in their profiles is also in their parent's. */
static void before_exec(const HChar* program)
{
   Bool has_profile = !config.toggle_collect || cg_collect_entered();

   cg_progress_erase();
   if (program)
      cg_advice_exec(program, !has_profile);
   if (has_profile)
      write_profile_so_far(program != NULL);
}

/* The process is about to give up rights, or its view of the file system.  What
   is written now stays open, so that it can be written again at the end.  Each
   process does this once: some programs change their user all the time. */
static void before_sandbox(Bool is_filter)
{
   static Int  done_by;
   static Bool warned;

   if (done_by == VG_(getpid)() && (warned || !is_filter))
      return;
   done_by = VG_(getpid)();
   cg_progress_erase();
   cg_progress_in_sandbox();
   /* The core has room for a few descriptors beside the program's. */
   if (!config.separate_threads)
      cg_out_keep_files();
   write_profile_so_far(False);
   if (is_filter && !warned)
      cg_advice_filter();
   warned |= is_filter;
}

static void pre_syscall(ThreadId tid, UInt syscall_number, UWord* args,
                        UInt n_args)
{
   Bool ends = syscall_number == __NR_exit_group || syscall_number == __NR_exit;

   if (syscall_number == __NR_exit_group)
      cg_preset_before_exit(&config);
   cg_progress_before_syscall(syscall_number, args);
   asked_to_exit_with = ends ? (Int)(args[0] & 0xff) : -1;
   cg_syscalls_before(tid, syscall_number, args);
   if (syscall_number == __NR_sigaltstack)
      cg_variables_altstack_changes(tid);
   cg_limits_before_syscall(syscall_number, args);
   if (cg_sandbox_is_call(syscall_number, args))
      before_sandbox(cg_sandbox_is_filter(syscall_number, args));
   if (cg_exec_is_call(syscall_number) && VG_(getpid)() == initial_pid)
      before_exec(cg_exec_program(syscall_number, args));
}

static void post_syscall(ThreadId tid, UInt syscall_number, UWord* args,
                         UInt n_args, SysRes result)
{
   if (syscall_number == __NR_sigaltstack)
      cg_variables_altstack_changes(tid);
   cg_huge_pages_after_syscall(syscall_number, args, result);
   cg_random_after_syscall(tid, syscall_number, args, result);
   cg_syscalls_after(tid, result);
}

static void pre_clo_init(void)
{
   VG_(details_name)("Cachegrind");
   /* The first line is that of Valgrind's own Cachegrind, word by word: scripts
      filter what begins with it.  The version is in the second. */
   VG_(details_version)(NULL);
   VG_(details_description)("a cache and branch-prediction profiler");
   VG_(details_copyright_author)(
      "Copyright (C) 2026, and GNU GPL'd, by its authors; "
      "version " PACKAGE_VERSION ", with exact counts");
   VG_(details_bug_reports_to)("the place where you got it from");
   VG_(details_avg_translation_sizeB)(500);

   VG_(basic_tool_funcs)(post_clo_init, instrument, fini);
   VG_(needs_command_line_options)(process_option, print_usage,
                                   print_debug_usage);
   VG_(needs_client_requests)(handle_client_request);
   VG_(needs_superblock_discards)(cg_translations_discard);
   VG_(needs_print_stats)(print_stats);
   VG_(needs_syscall_wrapper)(pre_syscall, post_syscall);

   /* When VEX chases branches, it may merge two conditions.  Then the
      instructions for the second condition run even if the first one fails, and
      would be counted although the program does not execute them.
      --vex-guest-chase=yes turns chasing on again. */
   VG_(clo_vex_control).guest_chase = False;

   cg_preset_begin(&config);
   cg_analysis_prepare_core();
}

VG_DETERMINE_INTERFACE_VERSION(pre_clo_init)
