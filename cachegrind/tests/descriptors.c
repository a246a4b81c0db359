/* SPDX-License-Identifier: GPL-2.0-or-later */
/* descriptors.c: closes every descriptor but the first three that it can find,
   in all the ways that programs do, and waits for all its children, of which it
   has none; then runs a function. */

#define _GNU_SOURCE
#include <dirent.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "burn.h"

BURN(burn_main);

int main(void)
{
   struct rlimit limit;
   DIR *dir = opendir("/proc/self/fd");

   for (struct dirent *entry; dir && (entry = readdir(dir));)
      if (atoi(entry->d_name) > 2 && atoi(entry->d_name) != dirfd(dir))
         close(atoi(entry->d_name));
   if (dir)
      closedir(dir);
   if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
      return 1;
   for (rlim_t fd = 3; fd < limit.rlim_cur && fd < 100000; fd++) {
      close(fd);
      dup2(2, fd);
      close(fd);
   }
#ifdef SYS_close_range
   syscall(SYS_close_range, 3, ~0u, 0);
#endif
   if (wait(NULL) != -1)
      return 2;
   burn_main(1000);
   return 0;
}
