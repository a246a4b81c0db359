/* SPDX-License-Identifier: GPL-2.0-or-later */
/* limits.c: see limits.h. */

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "inline/limits.h"
#include "lib/escape.h"
#include "lib/hash.h"

/* What the debug information of an object may take, besides what its size
   explains: seconds of processor time, with one more for each MB; and bytes of
   memory, with MEMORY_PER_BYTE more for each byte.  libdw can need the square
   of the size, for an object that somebody has made for that. */
#define SECONDS         20
#define MEMORY          (1024 * 1024 * 1024)
#define MEMORY_PER_BYTE 32

/* The most bytes of a file that count. */
#define MAX_BYTES (G_GUINT64_CONSTANT(4) << 30)

/* The current object. */
static struct {
   GString*         message;       /* what to say if it reaches a limit */
   char*            file;          /* its device and inode */
   guint64          bytes;         /* of its files so far */
   guint64          memory_before; /* that this process had, in bytes */
   guint64          began;         /* in seconds of processor time */
   guint64          spent;         /* for the same file before, in seconds */
   struct rlimit    cpu, memory;   /* as they were before */
   struct sigaction on_cpu, on_abort;
} current;

/* The seconds for each file so far; 0 is left out. */
static GHashTable* spent;

/* Ends the program, which has no temporary file yet.  It is a signal handler,
   so it may call only functions that are allowed there: signal-safety(7). */
static void end_at_limit(int number) G_GNUC_NORETURN;
static void end_at_limit(int number)
{
   gssize written =
      write(STDERR_FILENO, current.message->str, current.message->len);
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

/* Returns how many seconds of processor time this process has taken. */
static guint64 seconds_now(void)
{
   struct rusage usage;

   getrusage(RUSAGE_SELF, &usage);
   return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec;
}

static void set_limit(int resource, const struct rlimit* before, rlim_t limit)
{
   setrlimit(resource,
             &(struct rlimit){MIN(limit, before->rlim_cur), before->rlim_max});
}

static void set_limits(void)
{
   guint64 seconds = SECONDS + current.bytes / 1000000;

   seconds = seconds > current.spent ? seconds - current.spent : 1;
   set_limit(RLIMIT_CPU, &current.cpu, current.began + seconds);
   set_limit(RLIMIT_AS, &current.memory,
             current.memory_before + MEMORY + current.bytes * MEMORY_PER_BYTE);
}

/* Returns how many bytes of a file count: what it has on the disk, because a
   sparse file can have any size. */
static guint64 size_of(const struct stat* status)
{
   guint64 on_disk = (guint64)status->st_blocks * 512;

   return MIN(MIN((guint64)status->st_size, on_disk), MAX_BYTES);
}

void limits_begin(const char* path, const struct stat* status)
{
   struct sigaction action = {.sa_handler = end_at_limit};

   if (!spent) {
      spent = g_hash_table_new_full(hash_text, g_str_equal, g_free, NULL);
      current.message = g_string_new(NULL);
   }
   g_string_assign(current.message, "cg_inline: ");
   escape_append(current.message, path, strlen(path));
   g_string_append(current.message,
                   ": its debug information needs too much time or memory\n");
   current.file =
      g_strdup_printf("%" G_GUINT64_FORMAT ":%" G_GUINT64_FORMAT,
                      (guint64)status->st_dev, (guint64)status->st_ino);
   current.spent = GPOINTER_TO_UINT(g_hash_table_lookup(spent, current.file));
   current.bytes = size_of(status);
   current.memory_before = memory_now();
   current.began         = seconds_now();
   getrlimit(RLIMIT_CPU, &current.cpu);
   getrlimit(RLIMIT_AS, &current.memory);
   sigaction(SIGXCPU, &action, &current.on_cpu);
   /* So libdw and GLib end a process that gets no memory. */
   sigaction(SIGABRT, &action, &current.on_abort);
   set_limits();
}

void limits_add(const struct stat* status)
{
   current.bytes += size_of(status);
   set_limits();
}

void limits_end(void)
{
   guint64 seconds = seconds_now() - current.began;

   setrlimit(RLIMIT_CPU, &current.cpu);
   setrlimit(RLIMIT_AS, &current.memory);
   sigaction(SIGXCPU, &current.on_cpu, NULL);
   sigaction(SIGABRT, &current.on_abort, NULL);
   if (seconds > 0)
      g_hash_table_insert(spent, current.file,
                          GUINT_TO_POINTER(current.spent + seconds));
   else
      g_free(current.file);
}
