/* SPDX-License-Identifier: GPL-2.0-or-later */
/* branch_table.h: writes how well predictors predicted branches, as a table and
   source lines, or as JSON.  The manual's page of cg_branches describes
   both. */

#ifndef BRANCH_TABLE_H
#define BRANCH_TABLE_H

#include "sim/types.h"

#include <glib.h>

#include "conflicts/cg_source_line.h"
#include "sim/branch/cg_branch.h"
#include "sim/branch/cg_predictor.h"

/* The counts of a branch of the program.  mispredicted: by the predictors, in
   the order of BranchTable.kinds.  conditional: how many of the executed ones
   are; set for source lines, which may have several types. */
typedef struct {
   BranchType        type;
   const SourceLine* line; /* NULL if there are none */
   ULong             executed, conditional, taken, mispredicted[N_PREDICTORS];
} BranchSite;

typedef struct {
   const PredictorKind* kinds;
   guint                n; /* predictors */
   guint                depth;
   guint                n_lines; /* at most */
   const BranchSite*    sites;
   guint                n_sites;
   gboolean             is_trace; /* or else a text */
   const char*          command;  /* of a trace */
   ULong                instructions;
} BranchTable;

/* Append the table and the lines.  Neither the command nor names are trusted:
   control characters become "?" in the text, and escapes in JSON. */
void branch_table_text(const BranchTable* t, GString* to);
void branch_table_json(const BranchTable* t, GString* to);

#endif
