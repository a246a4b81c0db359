/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_profile.h: the profile, which is the file with the counts of each cost
   centre that a run writes. */

#ifndef CG_PROFILE_H
#define CG_PROFILE_H

#include "pub_tool_basics.h"

#include "cg_config.h"
#include "guest/cg_costs.h"

/* Write all cost centres to the file `path' (see cg_out.h).  Stores the sum of
   each event in `totals', or 0 for events that are not recorded.  If writing
   fails, the user is told why, and `totals' is still correct.
   Returns whether it was written.

   With --toggle-collect, cost centres whose counts are all 0 are left out. */
Bool cg_profile_write(const HChar* path, const RunConfig* config,
                      ULong totals[N_EVENTS]);

#endif /* CG_PROFILE_H */
