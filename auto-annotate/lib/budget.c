/* SPDX-License-Identifier: GPL-2.0-or-later */
/* budget.c: see budget.h.

   A timer looks at what was taken: limits of the process (setrlimit) would be
   inherited by git and objdump, and neither GLib nor the stack ends in one way
   when there is no memory. */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <valgrind/valgrind.h>

#include "lib/budget.h"
#include "lib/escape.h"
#include "lib/hash.h"
#include "lib/message.h"
#include "lib/regular.h"

/* What every program may take, and one that simulates.  The unit test has less.
 */
#ifndef SECONDS
#define SECONDS            2
#define MEMORY             (G_GUINT64_CONSTANT(256) << 20)
#define SIMULATION_SECONDS 60
#define SIMULATION_MEMORY  (G_GUINT64_CONSTANT(2) << 30)
#define MAX_NAMED          G_GUINT64_CONSTANT(1000000000)
#define MAX_NAMED_BYTES    G_GUINT64_CONSTANT(128000000)
#endif
static const struct {
   guint seconds; /* for each MB */
   guint memory;  /* bytes for each byte */
} explained[] = {
   [BUDGET_DATA]  = {10, 384},
   [BUDGET_NAMED] = {1, 32},
};

/* Valgrind makes a program so many times slower at most, and larger. */
#define VALGRIND 50

/* The fuzz targets take so many times as much: they read thousands of files,
   with sanitizers. */
#ifndef BUDGET_FACTOR
#define BUDGET_FACTOR 1
#endif

/* How often the timer looks, in microseconds of processor time. */
#define PERIOD 100000

static struct {
   GHashTable* files;  /* what identifies each that was named */
   GString*    name;   /* of the last one, escaped */
   guint64     bytes;  /* of all */
   guint64     room;   /* for bytes of BUDGET_NAMED that are in no file */
   guint64     before; /* taken by the program that became this one; its unit
                          is that of time */
   guint64 time;       /* in microseconds of processor time */
   guint64 memory;     /* in bytes */
   /* What a signal handler prints. */
   GString *no_time, *no_memory;
   guint    n_simulations; /* 0: none */
   guint    factor;
} budget;

/*------------------------------------------------------------*/
/*--- Looking: by a signal handler, so signal-safety(7)    ---*/
/*------------------------------------------------------------*/

static guint64 time_taken(void)
{
   struct timespec now;

   clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
   return (guint64)now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

/* Returns the bytes that are in memory, or 0 if the kernel does not say.  Not
   those of getrusage(): they can be of the program that became this one. */
static guint64 memory_taken(void)
{
   /* "SIZE RESIDENT ...", in pages. */
   char    text[64];
   guint64 pages  = 0;
   int     fd     = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
   gssize  length = read(fd, text, sizeof text);
   char*   c      = length > 0 ? memchr(text, ' ', length) : NULL;

   close(fd);
   while (c && ++c < text + length && g_ascii_isdigit(*c))
      pages = 10 * pages + (*c - '0');
   return pages * sysconf(_SC_PAGESIZE);
}

static void look(int number)
{
   int errno_before = errno;

   if (time_taken() - budget.before > budget.time)
      message_end_in_handler(budget.no_time->str, budget.no_time->len);
   if (memory_taken() > budget.memory)
      message_end_in_handler(budget.no_memory->str, budget.no_memory->len);
   errno = errno_before;
}

/*------------------------------------------------------------*/
/*--- Adding                                               ---*/
/*------------------------------------------------------------*/

/* Changes whether the timer's signal is blocked, like sigprocmask(). */
static void block(int how, sigset_t* before)
{
   sigset_t timer;

   sigemptyset(&timer);
   sigaddset(&timer, SIGPROF);
   sigprocmask(how, &timer, before);
}

static void begin_budget(void)
{
   const struct itimerval period = {{0, PERIOD}, {0, PERIOD}};
   struct sigaction       action = {.sa_handler = look, .sa_flags = SA_RESTART};

   if (budget.files)
      return;
   budget.files  = g_hash_table_new_full(hash_text, g_str_equal, g_free, NULL);
   budget.name   = g_string_new(NULL);
   budget.room   = MAX_NAMED_BYTES;
   budget.before = time_taken();
   budget.factor = MAX(budget.n_simulations, 1) * BUDGET_FACTOR;
   if (RUNNING_ON_VALGRIND)
      budget.factor *= VALGRIND;
   gboolean simulates = budget.n_simulations > 0;
   guint64  seconds   = simulates ? SIMULATION_SECONDS : SECONDS;
   budget.time        = seconds * G_USEC_PER_SEC * budget.factor;
   budget.memory    = (simulates ? SIMULATION_MEMORY : MEMORY) * budget.factor;
   budget.no_time   = g_string_new(NULL);
   budget.no_memory = g_string_new(NULL);
   sigaction(SIGPROF, &action, NULL);
   /* Whoever started this program may have blocked it. */
   block(SIG_UNBLOCK, NULL);
   setitimer(ITIMER_PROF, &period, NULL);
}

static void set_line(GString* line, guint64 limit, const char* of)
{
   g_string_printf(line,
                   "%s: %s: gave up after %" G_GUINT64_FORMAT
                   " %s, the limit for %.1f MB of input\n",
                   message_program(), budget.name->str, limit, of,
                   budget.bytes / 1e6);
}

static void add(BudgetKind kind, guint64 bytes)
{
   sigset_t before;

   block(SIG_BLOCK, &before);
   budget.bytes += bytes;
   /* Seconds for a MB are microseconds for a byte. */
   budget.time += bytes * explained[kind].seconds * budget.factor;
   budget.memory += bytes * explained[kind].memory * budget.factor;
   set_line(budget.no_time, budget.time / G_USEC_PER_SEC,
            "s of processor time");
   set_line(budget.no_memory, budget.memory / 1000000, "MB of memory");
   sigprocmask(SIG_SETMASK, &before, NULL);
}

void budget_add_file(BudgetKind kind, const char* name, int fd)
{
   struct stat status;

   if (fstat(fd, &status) != 0)
      return;
   begin_budget();
   g_string_truncate(budget.name, 0);
   escape_append(budget.name, name, strlen(name));
   gboolean is_new =
      kind == BUDGET_DATA
      || g_hash_table_add(budget.files, regular_identity(&status));
   guint64 bytes =
      is_new && S_ISREG(status.st_mode) ? regular_bytes(fd, &status) : 0;
   add(kind, kind == BUDGET_NAMED ? MIN(bytes, MAX_NAMED) : bytes);
}

void budget_add_bytes(BudgetKind kind, guint64 bytes)
{
   begin_budget();
   if (kind == BUDGET_NAMED) {
      bytes = MIN(bytes, budget.room);
      budget.room -= bytes;
   }
   add(kind, bytes);
}

void budget_add_looks(guint64 n)
{
   budget_add_bytes(BUDGET_DATA, n);
}

guint64 budget_seconds(void)
{
   begin_budget();
   return budget.time / G_USEC_PER_SEC;
}

void budget_hold(void)
{
   begin_budget();
   block(SIG_BLOCK, NULL);
}

void budget_release(void)
{
   block(SIG_UNBLOCK, NULL);
}

void budget_simulates(guint n)
{
   budget.n_simulations = n;
}
