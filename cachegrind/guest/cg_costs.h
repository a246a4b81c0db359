/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_costs.h: cost centres.  A cost centre holds the counts of one source line.
   With --objects it holds them for one line in one ELF object, because a header
   file is compiled into many; with --dump-instr, for one instruction.

   A run records some of the events below.  The events that it records are the
   columns of the profile, in the order of the enumeration, and a cost centre
   has one 64-bit count per column. */

#ifndef CG_COSTS_H
#define CG_COSTS_H

#include "cg_config.h"
#include "conflicts/cg_source_line.h"
#include "sim/types.h"

/* The events, in the order of the profile's columns.  A segment keeps one
   pointer to adjacent counts, so these must stay together: the misses of all
   levels by the same kind of access, and a branch and its misprediction.  The
   classes of a level's data misses are in the order of MissClass
   (cg_classes.h), and the parts of Ls in that of LostKind (cg_pipeline.h). */
/* clang-format off */
typedef enum {
   EV_Ir, EV_I1mr, EV_I2mr, EV_ILmr,
   EV_Dr, EV_D1mr, EV_D2mr, EV_DLmr,
   EV_Dw, EV_D1mw, EV_D2mw, EV_DLmw,
   EV_Wb, EV_Wbo,
   EV_ITm, EV_DTm, EV_STm,
   EV_Pfi, EV_Pfu, EV_Pfx,
   EV_Cyi, EV_Ls, EV_Cyw, EV_D1mo, EV_D2mo, EV_DLmo, EV_DTmo, EV_STmo,
   EV_Bc, EV_Bcm,
   EV_Bi, EV_Bim,
   EV_Br, EV_Brm, EV_Bct,
   EV_D1cold, EV_D1cap, EV_D1conf,
   EV_DLcold, EV_DLcap, EV_DLconf,
   EV_Cyv,
   EV_Lsd, EV_Lsf, EV_Lsm, EV_Lsl, EV_Lsp, EV_Lsa, EV_Lsc,
   EV_D1mc, EV_D1ml,
   EV_Lf, EV_Used, EV_Stn, EV_Std,
   EV_Sys, EV_Sysb,
   EV_Al, EV_Alb,
   EV_Wsf, EV_Wst,
   EV_Irs, EV_Lss,
   N_EVENTS
} Event;
/* clang-format on */

/* Cyi, Ls, Cyw and the parts of Ls are cycles in a profile.  Until it is
   written, they are counted in slots, of which a cycle has as many as the
   core's width, and those of Ls in parts of a slot.  For Cyi the slots are Ir,
   so its own count is what of Ir takes none.  That of Ls is what is in no part,
   and that of D1ml what is not in D1mc. */
#define CG_COSTS_LOST_PARTS      1024
#define CG_COSTS_VARIANCE_CYCLES 100

/* If the core is sampled (cg_sampling.h), Cyv is the variance of Cyo because of
   that, in squares of 100 cycles, so that hours of a program fit into 63 bits.
   And there are counts that are no columns: Irs, the instructions that measured
   runs stand for; and Lss, what of Ls is from these and in no part.  Ls then
   has only what is lost in every run. */

/* All cost centres of a source line have the same `loc', which stays valid
   until the end of the run. */
typedef struct {
   const SourceLine* loc;
   UInt              number; /* from 1; 0: none yet.  See cg_costs_number */
   ULong             counts[];
} CostCentre;

/* Decide which events this run records: Ir always; I1mr to DLmw if caches are
   simulated, but I2mr, D2mr and D2mw only for a machine with both L2 and
   L3; Wb to STm only with a machine, and of TLBs only those that it has; Pfi
   to Pfx if its prefetchers run; Cyi to STmo and Lsd to D1ml only if the core
   of the machine is known, too, and of these Cyw only if its L1D has a `fill';
   Bc to Bim if branches are simulated; Br, Brm and Bct with a predictor that is
   not the classic one; D1cold to DLconf for miss classes; Cyv if the core is
   sampled; Lf to Std with a machine whose lines have at most 64 bytes; Sys to
   Alb with any machine; and Wsf and Wst if the core is known.  Call it once,
   before any other function here. */
void cg_costs_init(const RunConfig* config);

/* The number of counts of a cost centre, those that are no columns included. */
Int cg_costs_n_counts(void);

/* The number of columns, and the event in column `i', counted from 0. */
Int   cg_costs_n_columns(void);
Event cg_costs_column_event(Int i);

/* The event's name as profiles and reports spell it.  The string is
   constant. */
const HChar* cg_costs_event_name(Event ev);

/* The cost centre of the instruction at `addr', according to the debug
   information that is loaded now.  It is made on first use, with all counts 0.
   Never NULL: without debug information, file and function are "???".  The
   pointer stays valid until the end of the run. */
CostCentre* cg_costs_centre_at(Addr addr);

/* Look up in advance the function that the instruction at `addr' is in, if it
   is in one. */
void cg_costs_look_up(Addr addr);

/* Whether `addr' is known to be in the function that was looked up last, after
   its first instruction. */
Bool cg_costs_knows_function(Addr addr);

/* If `addr', whose cost centre was looked up last, is the first instruction of
   a function, returns the function's name, and sets *last to its last byte;
   otherwise returns NULL.  The name is constant. */
const HChar* cg_costs_function_from(Addr addr, Addr* last);

/* Forget what the debug information said.  Call it whenever the core discards a
   translation. */
void cg_costs_forget(void);

/* Whether the debug information names the source file of `cc'. */
Bool cg_costs_has_file(const CostCentre* cc);

/* Whether a name begins with a number in brackets, as those do in a profile
   that have got one. */
Bool cg_costs_looks_numbered(const HChar* name);

/* The number of a name of a cost centre, or NULL if none like it gets one: it
   is short, and does not look numbered.  It is 0 until the caller gives it one.
 */
typedef enum {
   CG_NAME_FUNCTION,
   CG_NAME_FILE,
   CG_NAME_OBJECT,
   CG_N_NAME_KINDS
} NameKind;
UInt* cg_costs_name_number(const HChar* name, NameKind kind);

/* Make all of them 0. */
void cg_costs_reset_name_numbers(void);

/* The path of the object of `cc', or "???" for code that is in no file.  Equal
   paths are equal pointers.  The run must have --objects (asserted). */
const HChar* cg_costs_object(const CostCentre* cc);

/* The address of the instruction of `cc', as cg_objects_address tells it.  The
   run must have --dump-instr (asserted). */
Addr cg_costs_address(const CostCentre* cc);

/* The counts, by column, of the context that runs (cg_contexts.h).  Whoever
   adds to the counts of a cost centre while the program runs, also adds to
   these. Static costs are added to them by cg_call_paths.c.  Without --calls
   nobody reads them. */
extern ULong* cg_costs_context;

/* The column of `ev', which the run must record. */
UInt cg_costs_column(Event ev);

/* Set `columns' to counts, of a cost centre or a context, as a profile has
   them.  Slots are rounded to cycles: Cyi, Ls and Cyw; and the parts of Ls are
   rounded down, so that they are no more than Ls. */
void cg_costs_columns(const ULong counts[], ULong columns[]);

/* The count of `ev' in `cc', to read or to increment.  Never NULL.  The run
   must record `ev' (asserted). */
ULong* cg_costs_count(CostCentre* cc, Event ev);

/* Returns the cost centre whose count of `ev' is at `count', which
   cg_costs_count returned.  The run must record `ev'. */
CostCentre* cg_costs_centre_of(ULong* count, Event ev);

/* How far apart the counts of two events that the run records are, in any
   cost centre: of `from', if it is p[0], and of `to', p[cg_costs_distance]. */
Int cg_costs_distance(Event from, Event to);

/* Returns the number of a cost centre, from 1 on: caches keep it for each line,
   where a pointer would take twice the memory.  With --separate-threads, all
   have one.  The last function returns the cost centre again. */
UInt        cg_costs_number(CostCentre* cc);
CostCentre* cg_costs_by_number(UInt number);

/* Add `n' to the count of `ev' in `cc'.  `ev' is one of Ir, Dr, Dw, Cyi and Ls,
   and these are counted only by this function.  The run must record `ev'
   (asserted). */
void cg_costs_add(CostCentre* cc, Event ev, ULong n);

/* The sum of everything that cg_costs_add has added for `ev'. */
ULong cg_costs_total(Event ev);

/* Walk through all cost centres in the order of the profile: by file, function,
   object, address and line, as far as the run knows them, with names in byte
   order.  Call cg_costs_rewind, then
   cg_costs_next until it returns NULL.  Do not make cost centres during the
   walk. */
void        cg_costs_rewind(void);
CostCentre* cg_costs_next(void);

/* Print, for --stats=yes, how many cost centres and names there are. */
void cg_costs_print_stats(void);

#endif /* CG_COSTS_H */
