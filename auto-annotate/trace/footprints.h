/* SPDX-License-Identifier: GPL-2.0-or-later */
/* footprints.h: makes the footprints (fastpath.h) of a trace's segments. */

#ifndef FOOTPRINTS_H
#define FOOTPRINTS_H

#include "sim/types.h"

#include <glib.h>

#include "sim/cache/fastpath.h"
#include "trace/replay.h"

/* Returns the footprint of a segment in the caches `sim'.  References are cut
   down to `largest_ref' bytes.  `locations', by number, become the accounts of
   references; NULL: they have none.  `alloc' is as for cg_sim_init. */
Footprint* footprints_new(CacheSim* sim, UInt largest_ref,
                          const GPtrArray*  locations,
                          const ReplayInstr instrs[], guint n_instrs,
                          const ReplayRef refs[], guint n_refs,
                          void* (*alloc)(SizeT n_bytes));

#endif
