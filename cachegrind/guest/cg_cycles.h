/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_cycles.h: what events cost, in cycles: the definitions of Cyl and Cyo.

   In Cyl, every miss takes the latency of what had the line.  In Cyo, data
   misses overlap: all of them count as lines that are passed up, and those that
   the core waits for count the rest of the latency, too.  A core also fetches
   code ahead of what runs, so what L2 has counts as a line that is passed
   up. */

#ifndef CG_CYCLES_H
#define CG_CYCLES_H

#include "guest/cg_costs.h"

/* What a system call takes in the kernel, about: on a Zen 5, getppid took 500
   cycles, a write to /dev/null 600, a read of one byte of a file 1,300, and a
   write of 24 bytes to one 2,100. */
#define CG_CYCLES_SYSTEM_CALL 1000

/* What a store takes more if its line is in another core's cache, about: on a
   Zen 5, two threads that added to one atomic counter took 75 cycles more for
   each, and those that added to counters in one line took 50 to 160. */
#define CG_CYCLES_SHARED 75

/* Set weights[ev] to the cycles that one count of `ev' stands for in Cyo, or in
   Cyl, for a machine with a core; 0: it is no term.  Cyi is a term of both. */
void cg_cycles_weights(const Machine* m, Bool overlap, Int weights[N_EVENTS]);

#endif /* CG_CYCLES_H */
