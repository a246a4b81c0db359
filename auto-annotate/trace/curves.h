/* SPDX-License-Identifier: GPL-2.0-or-later */
/* curves.h: the miss curves of a trace - how many data references miss at each
   size of cache, in total, by function and by variable; see curve.h.

   This is beside the analyses of replay.c, and gets the same segments and the
   same batches.  Only replay.c calls it. */

#ifndef CURVES_H
#define CURVES_H

#include "sim/types.h"

#include <glib.h>

#include "trace/regions.h"
#include "trace/replay.h"

typedef struct Curves Curves;

/* What replay.c knows, and may add to later.  All of it lives as long as the
   curves. */
typedef struct {
   UInt             line_size;   /* in bytes: a power of two */
   UInt             largest_ref; /* in bytes: of longer ones, these count */
   const GPtrArray* locations;   /* of SourceLine */
   const GPtrArray* variables;   /* names, by the number of the variable */
   const Regions*   regions;
   void* (*alloc)(SizeT n_bytes); /* returns zeroed bytes, or not at all */
} CurvesConfig;

/* Returns the curves; nothing was referenced. */
Curves* curves_new(const CurvesConfig* config);

/* Defines the next segment; see replay_segment().  The references are
   copied. */
void curves_segment(Curves* c, const ReplayRef refs[], guint n_refs);

/* Simulates the runs between `batch' and `end'.  They are counted if `collect'
   is set. */
void curves_run(Curves* c, const Addr* batch, const Addr* end,
                gboolean collect);

/* Appends the tables and the plot, or JSON; see replay_report(). */
void curves_report(const Curves* c, const char* command, gboolean json,
                   GString* to);

/* Frees it.  What `alloc' returned is the caller's. */
void curves_free(Curves* c);

#endif
