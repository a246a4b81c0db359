/* SPDX-License-Identifier: GPL-2.0-or-later */
/* nomap.c: a library for LD_PRELOAD that keeps Python from asking where its
   stack is.  From 3.14 on it does, and the C library then reads the memory map
   of the process, in which it sees the tool itself. */

#include <errno.h>
#include <pthread.h>

int pthread_getattr_np(pthread_t thread, pthread_attr_t* attributes)
{
   (void)thread;
   (void)attributes;
   return ENOSYS;
}
