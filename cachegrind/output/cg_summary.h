/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_summary.h: the summary of a run, which its user sees at the end: the
   counts of all events in total, and the miss rates. */

#ifndef CG_SUMMARY_H
#define CG_SUMMARY_H

#include "pub_tool_basics.h"

#include "cg_config.h"
#include "guest/cg_costs.h"

/* Print the summary to the user's terminal or log: instructions, and what else
   `config' has simulated.  `totals' are counts by event, 0 for those that were
   not recorded.  The classes of misses are left out if there is a conflict
   report, whose own summary has them. */
void cg_summary_print(const RunConfig* config, const ULong totals[N_EVENTS]);

#endif /* CG_SUMMARY_H */
