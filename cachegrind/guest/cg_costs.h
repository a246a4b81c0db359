/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_costs.h: cost centres, the counts of one source line each.

   A run records some of the events below.  Those recorded are the columns of
   the profile, in the order of the enumeration, and a cost centre holds one
   64-bit count per column and nothing else. */

#ifndef CG_COSTS_H
#define CG_COSTS_H

#include "cg_config.h"
#include "conflicts/cg_source_line.h"
#include "sim/types.h"

/* The events, in the order of the profile's columns.  The misses of one cause
   stand side by side, first level before last level, and a branch's
   mispredictions behind its executions: a segment keeps one pointer for such
   a pair.  The classes of a level's data misses are in the order of MissClass
   (cg_classes.h). */
/* clang-format off */
typedef enum {
   EV_Ir, EV_I1mr, EV_ILmr,
   EV_Dr, EV_D1mr, EV_DLmr,
   EV_Dw, EV_D1mw, EV_DLmw,
   EV_Bc, EV_Bcm,
   EV_Bi, EV_Bim,
   EV_D1cold, EV_D1cap, EV_D1conf,
   EV_DLcold, EV_DLcap, EV_DLconf,
   N_EVENTS
} Event;
/* clang-format on */

typedef struct {
   SourceLine loc; /* the key of the OSet, so it comes first */
   ULong      counts[];
} CostCentre;

/* Decide which events are recorded.  Called once, before all others here. */
void cg_costs_init(const RunConfig* config);

/* The number of columns, and the event in column `i'. */
Int   cg_costs_n_columns(void);
Event cg_costs_column_event(Int i);

/* The event's name as profiles and reports spell it. */
const HChar* cg_costs_event_name(Event ev);

/* The cost centre that the instruction at `addr' belongs to, by the debug
   information that is loaded now; made on first use, never moved or freed. */
CostCentre* cg_costs_centre_at(Addr addr);

/* Where `cc' counts `ev', which must be recorded. */
ULong* cg_costs_count(CostCentre* cc, Event ev);

/* Walk all cost centres by file, function and line, names in byte order, which
   is the order of the profile: cg_costs_rewind, then cg_costs_next until it
   returns NULL. */
void        cg_costs_rewind(void);
CostCentre* cg_costs_next(void);

/* Sizes of the tables, for --stats=yes. */
void cg_costs_print_stats(void);

#endif /* CG_COSTS_H */
