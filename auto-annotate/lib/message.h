/* SPDX-License-Identifier: GPL-2.0-or-later */
/* message.h: what the programs write to standard error: one line about an
   error, warnings, and the progress of long work.

   A message about an input has the form `file:line: what', like a compiler's,
   so that editors can go there.  Any other message starts with the program's
   name.  Messages may contain text from an input, which is untrusted, so every
   message is escaped (escape.h). */

#ifndef MESSAGE_H
#define MESSAGE_H

#include <sys/types.h>

#include <glib.h>

/* The domain of all GErrors in the programs, whose message is complete, and
   their codes. */
#define MESSAGE_ERROR (message_error_quark())
enum {
   MESSAGE_ANY,
   MESSAGE_WITHOUT_LINE, /* "FILE: what", because it is about the whole file */
   MESSAGE_OTHER_FILE    /* the file is no profile, but of another known kind */
};
GQuark message_error_quark(void);

/* Sets the name that messages begin with, for instance "cg_merge"; it is not
   copied.  Call this at the start of main(), before any file is opened: it also
   starts the clock of the progress line, and opens /dev/null in place of
   standard streams that are closed.  message_program() returns the name. */
void        message_set_program(const char* name);
const char* message_program(void);

/* Returns the beginning of a text in double quotes, with "..." if more follows;
   `length' is the text's, in bytes.  The caller frees the result. */
char* message_quoted_beginning(const char* text, gsize length);

/* Prints "PROGRAM: what" in a line on standard error, removes unfinished
   files, and ends the program with status 1. */
void message_fail(const char* format, ...) G_GNUC_PRINTF(1, 2) G_GNUC_NORETURN;

/* Prints such a line, and the program continues. */
void message_warn(const char* format, ...) G_GNUC_PRINTF(1, 2);

/* The same as message_fail() for an error whose message has its own beginning,
   for instance `file:line: '; MESSAGE_WITHOUT_LINE gets the program's name. */
void message_fail_with(GError* error) G_GNUC_NORETURN;

/* Creates a file that did not exist, for writing.  It is removed by
   message_fail(), and by a signal that ends the program, until the second
   function is called for it.  `directory' is an open descriptor of the path's
   directory.  Returns the file's descriptor, or -1 with errno. */
int  message_create_unfinished_file(int directory, const char* path,
                                    mode_t mode);
void message_remove_unfinished_file(const char* path);

/* Prints a complete line in the place of the progress, removes unfinished
   files, and ends the program with status 1.  A signal handler may call it, and
   nothing else here: signal-safety(7). */
void message_end_in_handler(const char* line, gsize length) G_GNUC_NORETURN;

/* Shows the progress in a line that replaces itself: "PROGRAM: reading NAME, 12
   of 60 MB".  It appears if standard error is a terminal and the program has
   run for more than a second.  `done' and `total' are in bytes; `total' is 0 if
   it is unknown.  A call is cheap enough for every block that is read. */
void message_show_progress(const char* name, guint64 done, guint64 total);

/* Sets that file `number', counted from 1, of `total' files is being read.  If
   there are several, the line above says so: "file 3 of 20". */
void message_set_progress_files(guint number, guint total);

/* Removes the line.  Call this before anything else is written to a terminal;
   without a line it does nothing. */
void message_hide_progress(void);

#endif
