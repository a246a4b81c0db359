/* SPDX-License-Identifier: GPL-2.0-or-later */
/* message.h: what the programs say on standard error: the one line about what
   is wrong, and how far long work has come.

   A message about an input reads `file:line: what', like a compiler's, so that
   editors can go there; any other starts with the program's name.  Text from
   an input is untrusted: all of a message is escaped, see escape.h. */

#ifndef MESSAGE_H
#define MESSAGE_H

#include <glib.h>

/* Errors of all parts of the programs: the message is complete, the code
   means nothing. */
#define MESSAGE_ERROR (message_error_quark())
GQuark message_error_quark(void);

/* At the start of main(), before any file is opened: the name that messages
   begin with, for instance "cg_merge".  The clock of the progress starts, and a
   standard stream that is closed is opened to nothing. */
void        message_set_program(const char* name);
const char* message_program(void);

/* The beginning of a text for a message, in double quotes, with "..." if more
   follows.  The caller frees it. */
char* message_quoted_beginning(const char* text, gsize length);

/* Prints "PROGRAM: what" in a line on standard error and ends the program with
   status 1, leaving nothing half-written. */
void message_fail(const char* format, ...) G_GNUC_PRINTF(1, 2) G_GNUC_NORETURN;

/* The same for an error that carries its own beginning, `file:line: ...'.
   Frees the error. */
void message_fail_with(GError* error) G_GNUC_NORETURN;

/* What message_fail() and a signal that ends the program remove first: the
   temporary file of that name; NULL: nothing.  The name is copied. */
void message_set_unfinished_file(const char* path);

/* Shows, if standard error is a terminal and the program has run for more than
   a second, in a line that replaces itself: "PROGRAM: reading NAME, 12 of 60
   MB".  `total' is 0 if not known; the figures are bytes.  Cheap enough to be
   called for every block that is read. */
void message_show_progress(const char* name, guint64 done, guint64 total);

/* Which of how many files is being read, as a part of the line above: "file 3
   of 20". */
void message_set_progress_files(guint number, guint total);

/* Takes the line away again.  To be called before anything else is written to
   a terminal; without a line it does nothing. */
void message_hide_progress(void);

#endif
