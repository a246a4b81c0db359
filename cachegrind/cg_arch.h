/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_arch.h: which caches to simulate - those that the user describes, and
   for the rest those of the machine. */

#ifndef CG_ARCH_H
#define CG_ARCH_H

#include "pub_tool_basics.h"

#include "sim/cg_geometry.h"

/* If `arg' is --I1=, --D1=, --LL= or --L2= (an older name of LL), take the
   cache that it describes and return True.  If it describes none that can be
   simulated, say so in one line and exit with status 1. */
Bool cg_arch_process_option(const HChar* arg);

/* The part of --help that describes these options. */
void cg_arch_print_usage(void);

/* The caches to simulate.  With `warn', the user is told if one of the
   machine's was not found or cannot be simulated as it is. */
void cg_arch_geometry(CacheGeometry geometry[N_CACHES], Bool warn);

#endif /* CG_ARCH_H */
