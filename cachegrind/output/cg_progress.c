/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_progress.c: see cg_progress.h. */

#include "pub_tool_basics.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_options.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "conflicts/cg_text.h"
#include "guest/cg_core.h"
#include "guest/cg_file.h"
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

static Int  first;       /* the process that the user started */
static UInt start, next; /* milliseconds; start: of that process */
static Bool is_shown, is_in_sandbox;

/*------------------------------------------------------------*/
/*--- Whose line it is                                     ---*/
/*------------------------------------------------------------*/

typedef struct {
   Bool  sleeps;
   Int   parent;
   ULong began; /* milliseconds since the system started */
} Process;

/* The clock of /proc ticks so often in a second, with every kernel. */
#define TICKS 100

/* Finds out about a process from /proc/PID/stat, as proc(5) has it:
   "PID (NAME) S PPID ...", where the 22nd word is when it began.  Returns False
   if that cannot be known. */
static Bool find_process(Int pid, Process* process)
{
   HChar  path[40], text[1024];
   HChar* at;

   VG_(sprintf)(path, "/proc/%d/stat", pid);
   Word n              = cg_file_read(path, text, sizeof text - 1);
   text[n > 0 ? n : 0] = '\0';
   if (n <= 0 || !(at = VG_(strrchr)(text, ')')) || at + 4 > text + n)
      return False;
   process->sleeps = at[2] == 'S';
   process->parent = VG_(strtoll10)(at + 3, &at);
   for (UInt word = 5; word < 22; word++)
      VG_(strtoll10)(at, &at);
   process->began = VG_(strtoll10)(at, NULL) * 1000 / TICKS;
   return True;
}

/* No process has so many above it. */
#define MAX_ABOVE 100

/* Whether all processes from the first one to this one's parent wait. */
static Bool is_waited_for(void)
{
   Process above;
   Int     pid = VG_(getppid)();

   for (UInt i = 0; i < MAX_ABOVE && find_process(pid, &above); i++) {
      if (!above.sleeps || pid == first)
         return above.sleeps;
      pid = above.parent;
   }
   return False;
}

static Bool is_first(void)
{
   return VG_(getpid)() == first;
}

static Bool has_line(void)
{
   return is_first() || (!is_in_sandbox && is_waited_for());
}

void cg_progress_in_sandbox(void)
{
   is_in_sandbox = True;
}

/*------------------------------------------------------------*/
/*--- The line                                             ---*/
/*------------------------------------------------------------*/

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

/* The name of this process's program, without directories. */
static const HChar* own_name(void)
{
   const HChar* path  = VG_(args_the_exename);
   const HChar* slash = VG_(strrchr)(path, '/');

   return slash ? slash + 1 : path;
}

static void show_progress(Addr ip, UInt now)
{
   HChar        text[COLUMNS + 4], time[40], n[CG_TEXT_MAX_DIGITS];
   const HChar* function = "";
   const HChar* program  = is_first() ? NULL : own_name();
   Bool         has_name = cg_functions_name(ip, &function);

   put_time(time, (now - start) / 1000);
   put_count(n, count());
   VG_(snprintf)(text, sizeof text, "cachegrind: %s, %s%s%s instructions%s%s",
                 time, program ? program : "", program ? ": " : "", n,
                 has_name ? ", in " : "", function);
   if (VG_(strlen)(text) > COLUMNS)
      text[cg_text_cut(text, COLUMNS)] = '\0';
   cg_text_disarm(text);
   is_shown |= program != NULL; /* another process's line may be there */
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
   if (has_line())
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
   Bool writes = (syscall_number == __NR_write || syscall_number == __NR_writev)
                 && (args[0] == 1 || args[0] == 2);

   /* A process that is waited for may write. */
   if (writes || syscall_number == __NR_wait4 || syscall_number == __NR_waitid)
      cg_progress_erase();
}

/* The line, if there is one, is its parent's. */
static void forked(ThreadId tid)
{
   is_shown = False;
}

static Bool is_seen(void)
{
   return VG_(clo_verbosity) > 0 && !cg_core_option_given("--log-file")
          && !cg_core_option_given("--log-fd")
          && !cg_core_option_given("--log-socket");
}

/* The devices of memory: /dev/null, /dev/zero, ... */
#define MEMORY_DEVICES 1

/* Whether standard error is a terminal, as far as its kind says. */
static Bool on_terminal(void)
{
   struct vg_stat status;

   return VG_(fstat)(2, &status) == 0 && VKI_S_ISCHR(status.mode)
          && (status.rdev >> 8 & 0xfff) != MEMORY_DEVICES;
}

/* Returns for how long the first process has run already, in milliseconds. */
static UInt ran_before(void)
{
   Process us, it;

   return !is_first() && find_process(VG_(getpid)(), &us)
                && find_process(first, &it)
             ? us.began - it.began
             : 0;
}

void cg_progress_init(Int first_pid, ULong (*instructions)(void))
{
   first = first_pid;
   if (!clo_progress || !is_seen() || (!is_first() && !on_terminal()))
      return;
   UInt before = ran_before();
   UInt now    = VG_(read_millisecond_timer)();

   count = instructions;
   start = now - before;
   next  = now + clo_every - before % clo_every;
   cg_threads_when_running(when_running);
   VG_(atfork)(NULL, NULL, forked);
}
