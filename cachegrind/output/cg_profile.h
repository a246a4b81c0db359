/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_profile.h: the profile, which is the file with the counts of each source
   line that a run writes. */

#ifndef CG_PROFILE_H
#define CG_PROFILE_H

#include "pub_tool_basics.h"

#include "cg_config.h"
#include "guest/cg_costs.h"

/* Write all cost centres to the file `path' (see cg_out.h).  Stores the sum of
   each event in `totals', or 0 for events that are not recorded.  If writing
   fails, the user is told why, and `totals' is correct nevertheless.

   With --toggle-collect, source lines whose counts are all 0 are left out. */
void cg_profile_write(const HChar* path, const RunConfig* config,
                      ULong totals[N_EVENTS]);

#endif /* CG_PROFILE_H */
