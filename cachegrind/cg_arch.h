/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_arch.h: which caches to simulate: what the user describes, and for the
   rest the machine's. */

#ifndef CG_ARCH_H
#define CG_ARCH_H

#include "pub_tool_basics.h"

#include "cg_config.h"
#include "sim/cache/cg_caches.h"
#include "sim/cache/cg_geometry.h"

/* If `arg' is --I1=, --D1=, --LL= or --L2= (an older name of LL), store the
   cache that it describes and return True; else return False.  If that cache
   cannot be simulated (cg_geometry.h says which can), print one line and exit
   with status 1. */
Bool cg_arch_process_option(const HChar* arg, RunConfig* config);

/* Print the part of --help that describes these options. */
void cg_arch_print_usage(void);

/* Returns whether one of these options was given. */
Bool cg_arch_is_set(const RunConfig* config);

/* Fill in the caches of `geometry' that no option gave: those of this machine.
   Their size is 0.  Cannot fail: for a cache that is not found or that cannot
   be simulated, another one is used.  With `warn', print a warning for each of
   these. */
void cg_arch_geometry(CacheGeometry geometry[N_CACHES], Bool warn);

#endif /* CG_ARCH_H */
