/* SPDX-License-Identifier: GPL-2.0-or-later */
/* core.h: what a place is told that costs its time in the core: the
   instructions that it executes and fetches, the results that they wait for,
   and branches. */

#ifndef CORE_H
#define CORE_H

#include "report/evidence.h"

/* Set what is known of a cause that has its share and a general name.  The
   caller frees the text. */
void core_explain_instructions(const Evidence* evidence, Cause* cause);
void core_explain_results(const Evidence* evidence, Cause* cause);
void core_explain_code(const Evidence* evidence, Cause* cause);
void core_explain_branches(const Evidence* evidence, Cause* cause);
void core_explain_targets(const Evidence* evidence, Cause* cause);
void core_explain_returns(const Evidence* evidence, Cause* cause);

#endif
