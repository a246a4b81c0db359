/* SPDX-License-Identifier: GPL-2.0-or-later */
/* trials.h: proves remedies of memory layout by replaying a trace, cg_conflicts
   --try.

      pass 1   conflict counts (replay.c) and what is seen of variables
               (evidence.c) --> moves that may help (candidates.c), or that the
               user wrote (move.c)
      pass 2   the caches as they are, and once more with each move (layout.c)
      answer   what each move gains, best first

   A move of fields would be one more kind in move.c, with a function from the
   offset of a byte to another one. */

#ifndef TRIALS_H
#define TRIALS_H

#include <glib.h>

#include "trace/replay.h"

/* Replays the trace in a file, which must be a regular one, because it is read
   twice.  `config' has one machine, which may be REPLAY_CLASSIC, and at most
   one of each cache, which stand for the trace's.  `own' (Move): what the user
   wrote; if there is none, candidates are found.  Appends the answer, as text
   or JSON.  Returns FALSE and `error' as trace_replay() does, or if a move of
   the user's does not fit. */
gboolean trials_run(const ReplayConfig* config, const GPtrArray* own,
                    const char* trace, gboolean json, GString* to,
                    GError** error);

#endif
