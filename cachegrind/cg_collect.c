/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_collect.c: counting only while the program is in certain functions. */

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_threadstate.h"

#include "cg_collect.h"
#include "guest/cg_core.h"
#include "guest/cg_frames.h"
#include "run/cg_segment.h"

/*------------------------------------------------------------*/
/*--- Options                                              ---*/
/*------------------------------------------------------------*/

/* One --toggle-collect option. */
typedef struct Toggle_ {
   const HChar*    pattern;
   Bool            entered; /* a function that it matches was entered */
   struct Toggle_* next;
} Toggle;

static Toggle* toggles; /* in the order given */

static void add_toggle(const HChar* arg, const HChar* pattern)
{
   Toggle** end = &toggles;

   if (pattern[0] == '\0') {
      VG_(fmsg)("%s: must name a function\n", arg);
      VG_(exit)(1);
   }
   while (*end)
      end = &(*end)->next;
   *end            = VG_(calloc)("cg.collect.toggle", 1, sizeof **end);
   (*end)->pattern = pattern;
}

Bool cg_collect_process_option(const HChar* arg, RunConfig* config)
{
   const HChar* pattern;

   if VG_STR_CLO (arg, "--toggle-collect", pattern) {
      add_toggle(arg, pattern);
      return True;
   }
   return VG_BOOL_CLO(arg, "--collect-cold", config->collect_cold);
}

void cg_collect_configure(RunConfig* config)
{
   config->toggle_collect = toggles != NULL;
   config->collect_cold &= config->toggle_collect;
}

void cg_collect_print_usage(void)
{
   VG_(printf)(
      "    --toggle-collect=<function>      count only while the program is "
      "in\n"
      "                                     this function, named as in a\n"
      "                                     profile; * and ? are wildcards; "
      "may\n"
      "                                     be given several times [count "
      "all]\n"
      "    --collect-cold=yes|no            leave all other code out of the\n"
      "                                     simulated caches and predictor? "
      "[no]\n");
}

/*------------------------------------------------------------*/
/*--- Which paths are inside                               ---*/
/*------------------------------------------------------------*/

/* Of the active frames on a path only the outermost is awaited: while it is
   there, the others change nothing.  The path is 1 as long. */

static void set_collecting(ThreadId tid)
{
   if (tid == VG_(get_running_tid)())
      cg_segment_collecting = *cg_frames_path(tid);
}

static void left(ThreadId tid, UWord result, void* path)
{
   *(UWord*)path = 0;
   set_collecting(tid);
}

static void entered(ThreadId tid, Addr sp, const UWord args[CG_FRAMES_N_ARGS],
                    void* data)
{
   Toggle* toggle = data;
   UWord*  path   = cg_frames_path(tid);

   toggle->entered = True;
   if (*path)
      return;
   *path = 1;
   cg_frames_when_left(tid, left, path);
   set_collecting(tid);
}

static Bool has_forked; /* this process */

static void note_fork(ThreadId tid)
{
   has_forked = True;
}

void cg_collect_init(const RunConfig* config)
{
   if (!config->toggle_collect)
      return;
   cg_segment_collecting = 0;
   cg_frames_when_path_changes(set_collecting);
   VG_(atfork)(NULL, note_fork, NULL);
   for (Toggle* toggle = toggles; toggle; toggle = toggle->next)
      cg_frames_watch(toggle->pattern, entered, toggle);
}

/*------------------------------------------------------------*/
/*--- Messages to the user                                 ---*/
/*------------------------------------------------------------*/

Bool cg_collect_entered(void)
{
   for (const Toggle* toggle = toggles; toggle; toggle = toggle->next)
      if (toggle->entered)
         return True;
   return False;
}

Bool cg_collect_may_be_elsewhere(void)
{
   return has_forked || cg_core_may_be_child();
}

void cg_collect_report(void)
{
   Bool is_warning = cg_collect_entered() || cg_collect_may_be_elsewhere();

   for (const Toggle* toggle = toggles; toggle; toggle = toggle->next)
      if (!toggle->entered)
         VG_(umsg)("%s: --toggle-collect=%s: no such function was entered; "
                   "give its name as in a profile, e.g. main or 'ns::f(int)'\n",
                   is_warning ? "warning" : "error", toggle->pattern);
}
