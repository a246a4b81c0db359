/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_summary.h: the summary that the user sees at the end of a run: the total
   counts of all events, and the miss rates. */

#ifndef CG_SUMMARY_H
#define CG_SUMMARY_H

#include "pub_tool_basics.h"

#include "cg_config.h"
#include "guest/cg_costs.h"

/* Print the summary to the user's terminal or log: instructions, and the events
   of what `config' simulates.  `totals' are counts by event, 0 for those that
   are not recorded.  If there is a conflict report, the classes of misses are
   left out, because the report's own summary has them. */
void cg_summary_print(const RunConfig* config, const ULong totals[N_EVENTS]);

#endif /* CG_SUMMARY_H */
