/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cachegrind.h: the requests that a program can make of Cachegrind.

   Include this file in a program to profile only a part of it: start it with
   --instr-at-start=no and put the two macros around that part.  The macros need
   no library.  When the program runs without Valgrind, they cost a few
   instructions and do nothing.  The request codes are the same as in Valgrind's
   own Cachegrind since Valgrind 3.22, so the same binary works under either
   tool. */

#ifndef __CACHEGRIND_H
#define __CACHEGRIND_H

#include <valgrind/valgrind.h>

typedef enum {
   VG_USERREQ__CG_START_INSTRUMENTATION = VG_USERREQ_TOOL_BASE('C', 'G'),
   VG_USERREQ__CG_STOP_INSTRUMENTATION
} Vg_CachegrindClientRequest;

/* Start counting.  Does nothing if counting is already on. */
#define CACHEGRIND_START_INSTRUMENTATION                                       \
   VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__CG_START_INSTRUMENTATION, 0, 0, \
                                   0, 0, 0)

/* Stop counting until the next start.  The counts so far are kept.  Until then
   the program runs uninstrumented, and the simulated caches and predictors do
   not change. */
#define CACHEGRIND_STOP_INSTRUMENTATION                                        \
   VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__CG_STOP_INSTRUMENTATION, 0, 0,  \
                                   0, 0, 0)

#endif /* __CACHEGRIND_H */
