/* SPDX-License-Identifier: GPL-2.0-or-later */
/* threads.h: how many threads share some work.

   The environment variable CG_THREADS, which is for tests, sets the number of
   threads, however little work there is, and makes the shares small. */

#ifndef THREADS_H
#define THREADS_H

#include <glib.h>

#define THREADS_MAX 8

/* Returns how many threads are worth their while for so many bytes of profiles:
   one for each MB, but no more than there are processors, and from 1 to
   THREADS_MAX.  If the address space is limited (ulimit -v), there is one. */
guint threads_for(guint64 bytes);

/* Returns the size of the share of work that a thread takes at once: `usual',
   or `in_tests', both in the same unit. */
gsize threads_share(gsize usual, gsize in_tests);

/* Calls `work' with `data' in so many threads, of which the caller's is one,
   and waits for all of them.  If the system allows fewer threads, fewer do the
   work. */
void threads_run(guint n_threads, GThreadFunc work, gpointer data);

#endif
