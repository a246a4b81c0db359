/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_profile.h: the profile, which is the file with the counts of each cost
   centre that a run writes. */

#ifndef CG_PROFILE_H
#define CG_PROFILE_H

#include "pub_tool_basics.h"

#include "cg_config.h"
#include "guest/cg_costs.h"

/* Write what thread `thread' (cg_thread_costs.h) has run, all cost centres, to
   the file `path' (see cg_out.h).  Adds the sum of each event to `totals', or 0
   for events that are not recorded.  If writing fails, the user is told why,
   and `totals' is still correct. Returns whether it was written.

   With --toggle-collect, --calls and --separate-threads, cost centres whose
   counts are all 0 are left out. */
Bool cg_profile_write(const HChar* path, const RunConfig* config, UInt thread,
                      ULong totals[N_EVENTS]);

/* Check that everything that was counted is in `totals', the sums of all
   threads.  It must be (asserted). */
void cg_profile_check(const ULong totals[N_EVENTS]);

#endif /* CG_PROFILE_H */
