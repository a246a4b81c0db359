/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_branchpred.c: a table of the branch predictor.  Its code is in
   cg_branchpred.h. */

#include "sim/branch/cg_branchpred.h"

const UChar cg_branchpred_next_count[4][2] = {{0, 1}, {0, 2}, {1, 3}, {2, 3}};
