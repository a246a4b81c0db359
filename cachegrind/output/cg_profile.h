/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_profile.h: the profile, the file with the counts of each source line that
   a run leaves behind. */

#ifndef CG_PROFILE_H
#define CG_PROFILE_H

#include "pub_tool_basics.h"

#include "guest/cg_costs.h"
#include "sim/cg_sim.h"

/* Write all cost centres to the file `path' (see cg_out.h) and add them up.  If
   writing fails the user is told why, and `totals' is right all the same.

   Source lines whose counts are all 0 are left out unless `with_zeros': where
   only a part of the run is counted, most lines are such. */
void cg_profile_write(const HChar* path, const CacheGeometry geometry[N_CACHES],
                      Bool with_zeros, ULong totals[N_EVENTS]);

#endif /* CG_PROFILE_H */
