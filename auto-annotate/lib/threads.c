/* SPDX-License-Identifier: GPL-2.0-or-later */
/* threads.c: see threads.h. */

#include <sys/resource.h>

#include "lib/message.h"
#include "lib/threads.h"

#define BYTES_PER_THREAD (1024 * 1024)

/* Returns the number that CG_THREADS has, or 0. */
static guint wanted_threads(void)
{
   const char* text = g_getenv("CG_THREADS");
   guint64     n    = 0;

   if (text && !g_ascii_string_to_unsigned(text, 10, 1, THREADS_MAX, &n, NULL))
      message_fail("CG_THREADS=%s: must be 1 to %d", text, THREADS_MAX);
   return n;
}

/* Whether the address space is limited.  Each thread needs some: a stack, and
   memory to allocate from. */
static gboolean is_space_limited(void)
{
   struct rlimit limit;

   return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

guint threads_for(guint64 bytes)
{
   guint wanted = wanted_threads();
   guint most   = MIN(g_get_num_processors(), THREADS_MAX);

   if (wanted)
      return wanted;
   return is_space_limited() ? 1 : CLAMP(bytes / BYTES_PER_THREAD, 1, most);
}

gsize threads_share(gsize usual, gsize in_tests)
{
   return wanted_threads() ? in_tests : usual;
}

void threads_run(guint n_threads, GThreadFunc work, gpointer data)
{
   GThread* threads[THREADS_MAX];
   guint    started = 1;

   while (started < n_threads
          && (threads[started] = g_thread_try_new("work", work, data, NULL)))
      started++;
   work(data);
   while (started > 1)
      g_thread_join(threads[--started]);
}
