/* SPDX-License-Identifier: GPL-2.0-or-later */
/* branch_replay.h: predicts the branches of a traced program again, with the
   predictors that the user chooses.

   A branch has a site: the place in the program to which its counts belong.  In
   a trace, this is the segment that it ends.  In a text there is one site for
   each type of branch.

   Each predictor has tables of its own, some of 64 KiB.  So branches are
   collected in a batch, and the predictors predict the whole batch, one after
   the other:

      batch:  {site, branch} | {site, branch} | ...  --->  predictor 1
                                                     --->  predictor 2 ...

   Branches that ran outside of what is collected are predicted, too, because
   they change the predictors, but not counted. */

#ifndef BRANCH_REPLAY_H
#define BRANCH_REPLAY_H

#include "sim/types.h"

#include <glib.h>

#include "conflicts/cg_source_line.h"
#include "lib/output.h"
#include "sim/branch/cg_branch.h"
#include "sim/branch/cg_predictor.h"
#include "trace/replay.h"

/* What the user chose. */
typedef struct {
   PredictorKind kinds[N_PREDICTORS]; /* each at most once */
   guint         n;                   /* at least 1 */
   UInt          depth;   /* of return stacks, 1 to CG_RETURN_STACK_MAX */
   guint         n_lines; /* of source, that reports have at most */
   Output* bits; /* NULL, or where the predictions of conditional branches go:
                    "0" or "1" for each; n is then 1 */
   Output* text; /* NULL, or where the branches go; see branch_text.h */
} BranchConfig;

typedef struct BranchReplay BranchReplay;

/* Returns predictors that know nothing.  `config' is not copied.  Cannot
   fail. */
BranchReplay* branch_replay_new(const BranchConfig* config);

/* Frees it, but not the outputs. */
void branch_replay_free(BranchReplay* b);

/* --- For traces: only replay.c calls these ---------------------------------
   They correspond to the functions of replay.h whose names end the same. */

void branch_replay_segment(BranchReplay* b, const ReplayInstr instrs[],
                           guint n_instrs);
void branch_replay_branch(BranchReplay* b, guint segment, const Branch* branch,
                          const SourceLine* line);
void branch_replay_run(BranchReplay* b, guint segment, gboolean taken,
                       Addr distance);
void branch_replay_collect(BranchReplay* b, gboolean collect);

/* --- For texts --------------------------------------------------------------
 */

/* A branch was executed, at the site that its type has; `b' is a BranchReplay*.
   A BranchTextFunc (branch_text.h). */
void branch_replay_add(const Branch* branch, gpointer b);

/* --- Results ----------------------------------------------------------------
 */

/* Returns whether a segment has a branch. */
gboolean branch_replay_any_defined(const BranchReplay* b);

/* Predicts what is left in the batch.  Appends the table and the source lines,
   or JSON.  `command' is what was traced; nobody looks at it if there was a
   text. */
void branch_replay_report(BranchReplay* b, const char* command, gboolean json,
                          GString* to);

#endif
