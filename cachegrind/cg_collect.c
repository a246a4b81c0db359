/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_collect.c: counting only while the program is in certain functions. */

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_oset.h"
#include "pub_tool_threadstate.h"

#include "cg_collect.h"
#include "guest/cg_core.h"
#include "guest/cg_frames.h"
#include "guest/cg_threads.h"
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
/*--- Which threads are inside                             ---*/
/*------------------------------------------------------------*/

/* A frame of one of the user's functions that is active in a thread.  Of such
   frames on one stack only the outermost is kept: while it is there, the others
   change nothing. */
typedef struct {
   ThreadId tid;
   Addr     end; /* last byte of its stack */
   Addr     sp;
} Frame;

/* Valid from cg_collect_init on. */
static OSet* frames;   /* of Frame, sorted by its members in this order */
static UInt* n_frames; /* of each thread; by ThreadId */

static Word compare_frames(const void* key, const void* elem)
{
   const Frame* a = key;
   const Frame* b = elem;

   if (a->tid != b->tid)
      return a->tid < b->tid ? -1 : 1;
   if (a->end != b->end)
      return a->end < b->end ? -1 : 1;
   return a->sp < b->sp ? -1 : a->sp > b->sp;
}

static void set_collecting(ThreadId tid)
{
   if (tid == VG_(get_running_tid)())
      cg_segment_collecting = n_frames[tid] > 0;
}

static void left(ThreadId tid, UWord result, void* frame)
{
   VG_(OSetGen_Remove)(frames, frame);
   VG_(OSetGen_FreeNode)(frames, frame);
   n_frames[tid]--;
   set_collecting(tid);
}

/* Whether a frame is kept that is on the same stack as `frame' and not below
   it. */
static Bool is_inside_another(const Frame* frame)
{
   const Frame* next;

   VG_(OSetGen_ResetIterAt)(frames, frame);
   next = VG_(OSetGen_Next)(frames);
   return next && next->tid == frame->tid && next->end == frame->end;
}

static void entered(ThreadId tid, Addr sp, const UWord args[CG_FRAMES_N_ARGS],
                    void* data)
{
   Toggle* toggle = data;
   Frame   key    = {tid, cg_frames_end_of_stack(tid, sp), sp};
   Frame*  frame;

   toggle->entered = True;
   if (is_inside_another(&key))
      return;
   frame  = VG_(OSetGen_AllocNode)(frames, sizeof *frame);
   *frame = key;
   VG_(OSetGen_Insert)(frames, frame);
   n_frames[tid]++;
   cg_frames_when_left(tid, left, frame);
   set_collecting(tid);
}

void cg_collect_init(const RunConfig* config)
{
   if (!config->toggle_collect)
      return;
   frames = VG_(OSetGen_Create)(0, compare_frames, VG_(malloc),
                                "cg.collect.frames", VG_(free));
   n_frames =
      VG_(calloc)("cg.collect.n_frames", VG_N_THREADS, sizeof n_frames[0]);
   cg_segment_collecting = 0;
   cg_threads_when_running(set_collecting);
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
   return cg_core_option("--trace-children");
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
