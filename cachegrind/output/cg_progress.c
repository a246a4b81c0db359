/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_progress.c: see cg_progress.h. */

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_options.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vkiscnums.h"

#include "conflicts/cg_text.h"
#include "guest/cg_core.h"
#include "guest/cg_functions.h"
#include "guest/cg_threads.h"
#include "output/cg_progress.h"

#define COLUMNS 79

static Bool clo_progress;
/* Tests do not want to wait for five seconds. */
static Int clo_every = 5000; /* milliseconds */

Bool cg_progress_process_option(const HChar* arg)
{
   return VG_BOOL_CLO(arg, "--progress", clo_progress)
          || VG_BINT_CLO(arg, "--progress-every", clo_every, 1, 1000000);
}

void cg_progress_print_usage(void)
{
   VG_(printf)(
      "    --progress=yes|no                print what a long run is doing, in "
      "one\n"
      "                                     line that is overwritten? [no]\n");
}

/* Valid from cg_progress_init on; NULL: no progress. */
static ULong (*count)(void);

static UInt start, next; /* milliseconds */
static Bool is_shown;

/* "1.2 G": with one decimal, or as it is below a thousand. */
static void put_count(HChar text[CG_TEXT_MAX_DIGITS], ULong n)
{
   static const HChar units[] = "kMGTPE";
   Double             scaled  = n / 1000.0;
   UInt               unit    = 0;

   for (; scaled >= 1000 && unit + 2 < sizeof units; unit++)
      scaled /= 1000;
   if (n < 1000)
      VG_(sprintf)(text, "%llu", n);
   else
      VG_(sprintf)(text, "%.1f %c", scaled, units[unit]);
}

/* "1:05", or "2:01:05" with hours. */
static void put_time(HChar text[40], UInt seconds)
{
   if (seconds < 3600)
      VG_(sprintf)(text, "%u:%02u", seconds / 60, seconds % 60);
   else
      VG_(sprintf)(text, "%u:%02u:%02u", seconds / 3600, seconds / 60 % 60,
                   seconds % 60);
}

static void show_progress(Addr ip, UInt now)
{
   HChar        text[COLUMNS + 4], time[40], n[CG_TEXT_MAX_DIGITS];
   const HChar* function = "";
   Bool         has_name = cg_functions_name(ip, &function);

   put_time(time, (now - start) / 1000);
   put_count(n, count());
   VG_(snprintf)(text, sizeof text, "cachegrind: %s, %s instructions%s%s", time,
                 n, has_name ? ", in " : "", function);
   if (VG_(strlen)(text) > COLUMNS)
      text[cg_text_cut(text, COLUMNS)] = '\0';
   cg_text_disarm(text);
   cg_progress_erase();
   VG_(printf)("%s\r", text);
   is_shown = True;
}

/* The core switches threads every 100,000 superblocks, but also after each
   system call, and to read the clock is one. */
#define BLOCKS_PER_LOOK 20000

static void when_running(ThreadId tid)
{
   static ULong looked_at; /* superblocks */
   UInt         now;

   if (!count || cg_threads_blocks() < looked_at + BLOCKS_PER_LOOK)
      return;
   looked_at = cg_threads_blocks();
   now       = VG_(read_millisecond_timer)();
   if (now < next)
      return;
   next = now + clo_every;
   show_progress(VG_(get_IP)(tid), now);
}

void cg_progress_erase(void)
{
   if (is_shown)
      VG_(printf)("%*s\r", COLUMNS, "");
   is_shown = False;
}

void cg_progress_before_syscall(UInt syscall_number, const UWord* args)
{
   if (is_shown
       && (syscall_number == __NR_write || syscall_number == __NR_writev)
       && (args[0] == 1 || args[0] == 2))
      cg_progress_erase();
}

/* The line, if there is one, is its parent's. */
static void forked(ThreadId tid)
{
   count    = NULL;
   is_shown = False;
}

static Bool is_seen(void)
{
   return VG_(clo_verbosity) > 0 && !cg_core_option_given("--log-file")
          && !cg_core_option_given("--log-fd")
          && !cg_core_option_given("--log-socket");
}

void cg_progress_init(Bool is_first, ULong (*instructions)(void))
{
   if (!clo_progress || !is_first || !is_seen())
      return;
   count = instructions;
   start = VG_(read_millisecond_timer)();
   next  = start + clo_every;
   cg_threads_when_running(when_running);
   VG_(atfork)(NULL, NULL, forked);
}
