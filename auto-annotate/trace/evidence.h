/* SPDX-License-Identifier: GPL-2.0-or-later */
/* evidence.h: what a replay shows of each variable that its layout may be
   changed for: how far apart its references are, and which thread uses which
   part of it.

   This is beside the analyses of replay.c, and gets the same segments and the
   same batches.  Distances are taken from a part of the batches, because they
   need no more. */

#ifndef EVIDENCE_H
#define EVIDENCE_H

#include "sim/types.h"

#include <glib.h>

#include "trace/regions.h"
#include "trace/replay.h"

typedef struct Evidence Evidence;

/* Returns the evidence: nothing yet.  `regions' and `names', of variables by
   number, may change later, and live as long as the result. */
Evidence* evidence_new(const Regions* regions, const GPtrArray* names);

/* Defines the next segment; see replay_segment(). */
void evidence_segment(Evidence* e, const ReplayRef refs[], guint n_refs);

/* Thread `number' runs from now on. */
void evidence_thread(Evidence* e, UInt number);

/* Looks at the runs between `batch' and `end'. */
void evidence_run(Evidence* e, const Addr* batch, const Addr* end);

/* What was seen of a variable: of all regions with its name. */
typedef struct {
   const char* name;
   guint64     references; /* in the batches that were looked at */
   guint64     size;       /* bytes, of the largest region */
   guint64 boundary; /* bytes: the largest power of two that all regions begin
                        at a multiple of */
   guint64 row;      /* bytes from one row to the next, if the references show
                        it; else 0 */
   guint64 element;  /* bytes from one thread's part to the next thread's; else
                        the least distance that is frequent; else 0 */
} VariableUse;

/* Returns the uses of variables (VariableUse), most references first.  The
   caller frees the array; the names are those of evidence_new. */
GArray* evidence_uses(const Evidence* e);

void evidence_free(Evidence* e);

#endif
