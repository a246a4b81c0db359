/* SPDX-License-Identifier: GPL-2.0-or-later */
/* pager.h: what a terminal gets goes through the user's pager, as in git.

   The pager is $PAGER, run by sh(1), or `less' without it.  It gets LESS=FRX
   and LV=-c unless these variables are set: `less' then ends by itself if
   everything fits on the screen, lets colours through, and leaves the screen as
   it is.  There is none if PAGER is empty or "cat", or if the terminal is dumb,
   where `less' only warns. */

#ifndef PAGER_H
#define PAGER_H

#include <glib.h>

/* Whether standard output is a terminal that understands more than lines: TERM
   is set, and it is not "dumb". */
gboolean pager_has_terminal(void);

/* Returns the pager's command, or NULL if there is none or if standard output
   is no such terminal.  The string is constant. */
const char* pager_command(void);

/* Starts pager_command(), unless that was done.  From now on, standard output
   leads to it, and so does standard error if it is a terminal; the program ends
   only after the pager.  If the command is not there, everything is shown
   without it, and if no process can be started, nothing changes. */
void pager_start(void);

/* Waits for the end of the pager, which sees the end of its input now.  exit()
   does this; a signal handler that calls _exit() must do it. */
void pager_finish(void);

#endif
