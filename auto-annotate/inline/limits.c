/* SPDX-License-Identifier: GPL-2.0-or-later */
/* limits.c: see limits.h. */

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "inline/limits.h"
#include "lib/escape.h"

/* What the debug information of an object may take, besides what its size
   explains: seconds of processor time, with one more for each MB; and bytes of
   memory, with MEMORY_PER_BYTE more for each byte.  libdw can need the square
   of the size, for an object that somebody has made for that. */
#define SECONDS         20
#define MEMORY          (1024 * 1024 * 1024)
#define MEMORY_PER_BYTE 32

/* What to say if the current object reaches a limit. */
static GString* limit_message;

/* Ends the program, which has not written anything yet.  It is a signal
   handler, so it may call only functions that are allowed there:
   signal-safety(7). */
static void end_at_limit(int number) G_GNUC_NORETURN;
static void end_at_limit(int number)
{
   gssize written =
      write(STDERR_FILENO, limit_message->str, limit_message->len);
   _exit(written < 0 ? 2 : 1);
}

/* Returns how many bytes of memory this process has. */
static guint64 memory_now(void)
{
   char*   text;
   guint64 pages = 0;

   if (g_file_get_contents("/proc/self/statm", &text, NULL, NULL)) {
      pages = g_ascii_strtoull(text, NULL, 10);
      g_free(text);
   }
   return pages * sysconf(_SC_PAGESIZE);
}

/* Sets a limit of this process, unless it has a lower one. */
static void set_limit(int resource, rlim_t limit)
{
   struct rlimit old;

   if (getrlimit(resource, &old) == 0)
      setrlimit(resource,
                &(struct rlimit){MIN(limit, old.rlim_max), old.rlim_max});
}

void limits_set(const char* path, guint64 bytes)
{
   struct rusage usage;

   if (!limit_message)
      limit_message = g_string_new(NULL);
   g_string_assign(limit_message, "cg_inline: ");
   escape_append(limit_message, path, strlen(path));
   g_string_append(limit_message, ": its debug information needs too much time "
                                  "or memory\n");
   signal(SIGXCPU, end_at_limit);
   /* So libdw and GLib end a process that gets no memory. */
   signal(SIGABRT, end_at_limit);
   getrusage(RUSAGE_SELF, &usage);
   set_limit(RLIMIT_CPU, usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + SECONDS
                            + bytes / 1000000);
   set_limit(RLIMIT_AS, memory_now() + MEMORY + bytes * MEMORY_PER_BYTE);
}
