/* SPDX-License-Identifier: GPL-2.0-or-later */
/* threads.c: see threads.h. */

#include <stdlib.h>

#include "lib/threads.h"

#define BYTES_PER_THREAD (1024 * 1024)

guint threads_for(guint64 bytes)
{
   const char* wanted     = g_getenv("CG_THREADS");
   guint       processors = g_get_num_processors();

   if (wanted)
      return CLAMP(atoi(wanted), 1, THREADS_MAX);
   return CLAMP(bytes / BYTES_PER_THREAD, 1, MIN(processors, THREADS_MAX));
}

gsize threads_share(gsize usual, gsize in_tests)
{
   return g_getenv("CG_THREADS") ? in_tests : usual;
}
