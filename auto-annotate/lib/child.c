/* SPDX-License-Identifier: GPL-2.0-or-later */
/* child.c: see child.h. */

#include <signal.h>
#include <sys/prctl.h>

#include <glib.h>

#include "lib/child.h"

static void lower_limit(int resource, rlim_t limit)
{
   struct rlimit old;

   if (getrlimit(resource, &old) != 0)
      return;
   limit = MIN(limit, old.rlim_max);
   setrlimit(resource, &(struct rlimit){.rlim_cur = MIN(limit, old.rlim_cur),
                                        .rlim_max = limit});
}

void child_limit(rlim_t seconds, rlim_t bytes)
{
   lower_limit(RLIMIT_CPU, seconds);
   /* What it allocates; it may look at larger files. */
   lower_limit(RLIMIT_DATA, bytes);
   lower_limit(RLIMIT_CORE, 0);
   prctl(PR_SET_PDEATHSIG, SIGKILL);
}
