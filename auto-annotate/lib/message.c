/* SPDX-License-Identifier: GPL-2.0-or-later */
/* message.c: errors, warnings and progress on standard error. */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/escape.h"
#include "lib/message.h"
#include "lib/pager.h"

/* How many bytes of a text message_quoted_beginning() shows. */
#define MAX_SHOWN 60

/* How many bytes of a name the progress line shows; when the line appears, and
   how often it is renewed, in microseconds. */
#define MAX_PROGRESS_NAME 24
#define PROGRESS_AFTER    G_USEC_PER_SEC
#define PROGRESS_PERIOD   (G_USEC_PER_SEC / 10)

static const char* name_of_program = "";
static GSList*     unfinished; /* paths, char* */

static struct {
   gint64   start; /* of the program, by g_get_monotonic_time() */
   gint64   next;  /* when the line may be renewed, by the same clock */
   gboolean wanted;
   volatile sig_atomic_t shown;
   guint                 file, files;
} progress;

GQuark message_error_quark(void)
{
   return g_quark_from_static_string("program-error");
}

void message_set_program(const char* name)
{
   int opened;

   /* If a standard stream is closed, /dev/null takes its place; otherwise the
      next file that is opened would.  It is opened for reading, so that writing
      to it fails. */
   do
      opened = open("/dev/null", O_RDONLY);
   while (opened >= 0 && opened <= STDERR_FILENO);
   close(opened);

   /* Without it, GLib would look for git and objdump in the current directory,
      too. */
   g_setenv("PATH", "/usr/bin:/bin", FALSE);

   name_of_program = name;
   progress.start  = g_get_monotonic_time();
   progress.next   = progress.start + PROGRESS_AFTER;
   progress.wanted = isatty(STDERR_FILENO);
}

const char* message_program(void)
{
   return name_of_program;
}

char* message_quoted_beginning(const char* text, gsize length)
{
   return g_strdup_printf("\"%.*s%s\"", (int)MIN(length, MAX_SHOWN), text,
                          length > MAX_SHOWN ? "..." : "");
}

/*------------------------------------------------------------*/
/*--- The end                                              ---*/
/*------------------------------------------------------------*/

/* Called by a signal handler, so it may call only functions that are allowed
   there: signal-safety(7). */
static void remove_unfinished(void)
{
   for (const GSList* file = unfinished; file; file = file->next)
      unlink(file->data);
}

void message_end_in_handler(const char* line, gsize length)
{
   static const char hide[] = "\r\033[K";

   remove_unfinished();
   gssize written =
      progress.shown ? write(STDERR_FILENO, hide, strlen(hide)) : 0;
   written += write(STDERR_FILENO, line, length);
   (void)written; /* there is nowhere else to say it */
   pager_finish();
   _exit(1);
}

static void end_by_signal(int number)
{
   remove_unfinished();
   signal(number, SIG_DFL);
   raise(number);
}

/* Begins a change of the list: blocks signals, so that their handler sees it
   whole. */
static void begin_change(sigset_t* before)
{
   sigset_t all;

   sigfillset(&all);
   sigprocmask(SIG_BLOCK, &all, before);
}

/* Ends it, with a handler if there is any file. */
static void end_change(const sigset_t* before)
{
   /* Not SIGPROF, which is budget.c's. */
   static const int signals[] = {SIGHUP,  SIGINT,    SIGQUIT, SIGTERM, SIGXFSZ,
                                 SIGPIPE, SIGXCPU,   SIGALRM, SIGUSR1, SIGUSR2,
                                 SIGSYS,  SIGVTALRM, SIGIO,   SIGPWR};

   for (guint i = 0; i < G_N_ELEMENTS(signals); i++)
      if (signal(signals[i], unfinished ? end_by_signal : SIG_DFL) == SIG_IGN)
         signal(signals[i], SIG_IGN);
   sigprocmask(SIG_SETMASK, before, NULL);
}

int message_create_unfinished_file(int directory, const char* path, mode_t mode)
{
   sigset_t before;

   begin_change(&before);
   int fd  = openat(directory, strrchr(path, '/') + 1,
                    O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
   int why = errno;
   if (fd >= 0)
      unfinished = g_slist_prepend(unfinished, g_strdup(path));
   end_change(&before);
   errno = why;
   return fd;
}

void message_remove_unfinished_file(const char* path)
{
   sigset_t before;

   begin_change(&before);
   GSList* file = g_slist_find_custom(unfinished, path, (GCompareFunc)strcmp);
   g_free(file->data);
   unfinished = g_slist_delete_link(unfinished, file);
   end_change(&before);
}

/* Prints a line on standard error. */
static void print_line(const char* beginning, const char* what)
{
   GString* escaped = g_string_new(beginning);

   escape_append(escaped, what, strlen(what));
   message_hide_progress();
   fprintf(stderr, "%s\n", escaped->str);
   g_string_free(escaped, TRUE);
}

/* Prints "PROGRAM: what" in a line. */
static void print_own_line(const char* format, va_list args)
   G_GNUC_PRINTF(1, 0);
static void print_own_line(const char* format, va_list args)
{
   char* what      = g_strdup_vprintf(format, args);
   char* beginning = g_strconcat(name_of_program, ": ", NULL);

   print_line(beginning, what);
   g_free(what);
   g_free(beginning);
}

static void end(void) G_GNUC_NORETURN;
static void end(void)
{
   remove_unfinished();
   exit(1);
}

void message_fail(const char* format, ...)
{
   va_list args;

   va_start(args, format);
   print_own_line(format, args);
   va_end(args);
   end();
}

void message_warn(const char* format, ...)
{
   va_list args;

   va_start(args, format);
   print_own_line(format, args);
   va_end(args);
}

void message_fail_with(GError* error)
{
   if (error->code == MESSAGE_WITHOUT_LINE)
      message_fail("%s", error->message);
   print_line("", error->message);
   end();
}

/*------------------------------------------------------------*/
/*--- Progress                                             ---*/
/*------------------------------------------------------------*/

void message_set_progress_files(guint number, guint total)
{
   progress.file  = number;
   progress.files = total;
}

void message_show_progress(const char* name, guint64 done, guint64 total)
{
   if (!progress.wanted)
      return;
   gint64 now = g_get_monotonic_time();
   if (now < progress.next)
      return;
   progress.next  = now + PROGRESS_PERIOD;
   progress.shown = TRUE;

   /* The name is cut, so that the line fits into one line of the terminal;
      otherwise it could not be removed. */
   char*    base    = g_path_get_basename(name);
   GString* escaped = g_string_new(NULL);
   escape_append(escaped, base, MIN(strlen(base), MAX_PROGRESS_NAME));
   g_free(base);
   fprintf(stderr, "\r%s: reading %.*s, ", name_of_program, MAX_PROGRESS_NAME,
           escaped->str);
   if (progress.files > 1)
      fprintf(stderr, "file %u of %u, ", progress.file, progress.files);
   if (total > 0)
      fprintf(stderr, "%.0f of %.0f MB\033[K", done / 1e6, total / 1e6);
   else
      fprintf(stderr, "%.0f MB\033[K", done / 1e6);
   g_string_free(escaped, TRUE);
}

void message_hide_progress(void)
{
   if (progress.shown)
      fputs("\r\033[K", stderr);
   progress.shown = FALSE;
}
