/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cachegrind.h: the requests that a program can make of Cachegrind.

   Include this file in a program to profile only a part of it: start it
   with --instr-at-start=no and put the two macros around that part.  They
   cost a few instructions when the program runs natively, and need no
   library.  The request codes are those that Valgrind's own Cachegrind
   understands since Valgrind 3.22, so either tool serves one binary. */

#ifndef __CACHEGRIND_H
#define __CACHEGRIND_H

#include <valgrind/valgrind.h>

typedef enum {
   VG_USERREQ__CG_START_INSTRUMENTATION = VG_USERREQ_TOOL_BASE('C', 'G'),
   VG_USERREQ__CG_STOP_INSTRUMENTATION
} Vg_CachegrindClientRequest;

/* Count from here on.  Nothing changes when counting is on already. */
#define CACHEGRIND_START_INSTRUMENTATION                                       \
   VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__CG_START_INSTRUMENTATION, 0, 0, \
                                   0, 0, 0)

/* Stop counting until the next start.  What was counted stays; the program
   runs uninstrumented, and the simulated caches and predictors keep the
   state they have. */
#define CACHEGRIND_STOP_INSTRUMENTATION                                        \
   VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__CG_STOP_INSTRUMENTATION, 0, 0,  \
                                   0, 0, 0)

#endif /* __CACHEGRIND_H */
