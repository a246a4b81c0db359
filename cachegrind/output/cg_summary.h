/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_summary.h: the summary of a run, which its user sees at the end: the
   counts of all events in total, and the miss rates. */

#ifndef CG_SUMMARY_H
#define CG_SUMMARY_H

#include "pub_tool_basics.h"

#include "guest/cg_costs.h"

/* Print the summary to the user's terminal or log: instructions, and what was
   simulated besides.  `totals' are counts by event; those of events that were
   not recorded must be 0. */
void cg_summary_print(const ULong totals[N_EVENTS], Bool cache_sim,
                      Bool branch_sim, Bool miss_classes);

#endif /* CG_SUMMARY_H */
