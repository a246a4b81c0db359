/* SPDX-License-Identifier: GPL-2.0-or-later */
/* child.h: what other programs may take that work on a stranger's files, such
   as git and objdump. */

#ifndef CHILD_H
#define CHILD_H

#include <sys/resource.h>

/* Limits this process, between fork() and exec(): to `seconds' of processor
   time, after which it is killed, and to `bytes' of memory, without files that
   it maps.  It leaves no core file, and it is killed if its parent ends. */
void child_limit(rlim_t seconds, rlim_t bytes);

#endif
