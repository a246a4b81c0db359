/* SPDX-License-Identifier: GPL-2.0-or-later */
/* trace.h: reads a trace that the tool wrote (the manual's section "The
   format of traces" gives it to the byte) and has it replayed.

   Nothing in a trace is trusted.  It is read in blocks, and may be larger than
   memory and come from a pipe; what is kept of it are the names, segments and
   regions that it defines. */

#ifndef TRACE_H
#define TRACE_H

#include <glib.h>

/* Replays the trace in a file; "-" is standard input.  Returns TRUE, or FALSE
   and `error' ("NAME: offset N: what") if it is none, or not whole, or asks for
   what cannot be. */
gboolean trace_replay(const char* name, GError** error);

#endif
