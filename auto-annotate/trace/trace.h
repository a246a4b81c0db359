/* SPDX-License-Identifier: GPL-2.0-or-later */
/* trace.h: reads a trace that the tool wrote, and replays it.  The manual's
   section "The format of traces" describes every byte.

   Nothing in a trace is trusted.  It is read in blocks, so it may be larger
   than memory and come from a pipe.  Only the names, segments and regions that
   it defines are kept. */

#ifndef TRACE_H
#define TRACE_H

#include <glib.h>

/* Replays the trace in a file; "-" is standard input.  Call replay_init()
   first.  Returns TRUE, or FALSE and `error': "NAME: what" if the file cannot
   be read, and "NAME: offset N: what" if it is not a complete, correct trace,
   or lacks a cache that the user did not choose. */
gboolean trace_replay(const char* name, GError** error);

/* Reads a file that is no trace: the `n' bytes from `begin' on, then the rest
   from `fd'.  `name' is for messages.  Returns TRUE, or FALSE and `error'. */
typedef gboolean (*TraceOther)(int fd, const char* name, const char* begin,
                               gsize n, GError** error);

/* The same, but a file that is no trace is read by `other' if it begins with
   `text'. */
gboolean trace_replay_or(const char* name, const char* text, TraceOther other,
                         GError** error);

#endif
