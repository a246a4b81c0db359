/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_profile.h: what a run leaves behind - the profile, a file, and the
   summary on the user's terminal or log. */

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

/* Print the end-of-run summary.  The counts of events that were not recorded
   are 0 and not looked at. */
void cg_profile_print_summary(const ULong totals[N_EVENTS], Bool cache_sim,
                              Bool branch_sim, Bool miss_classes);

#endif /* CG_PROFILE_H */
