/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_costs.c: cost centres, their names, and the look-up of an instruction's
   cost centre; cg_costs.h says what a cost centre is. */

#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_oset.h"

#include "guest/cg_costs.h"

/*------------------------------------------------------------*/
/*--- Columns                                              ---*/
/*------------------------------------------------------------*/

/* clang-format off */
static const HChar* const event_name[N_EVENTS] = {
   [EV_Ir] = "Ir", [EV_I1mr] = "I1mr", [EV_ILmr] = "ILmr",
   [EV_Dr] = "Dr", [EV_D1mr] = "D1mr", [EV_DLmr] = "DLmr",
   [EV_Dw] = "Dw", [EV_D1mw] = "D1mw", [EV_DLmw] = "DLmw",
   [EV_Bc] = "Bc", [EV_Bcm] = "Bcm",
   [EV_Bi] = "Bi", [EV_Bim] = "Bim",
   [EV_D1cold] = "D1cold", [EV_D1cap] = "D1cap", [EV_D1conf] = "D1conf",
   [EV_DLcold] = "DLcold", [EV_DLcap] = "DLcap", [EV_DLconf] = "DLconf",
};
/* clang-format on */

/* Valid from cg_costs_init on. */
static Event column_event[N_EVENTS];
static UInt  event_column[N_EVENTS];
static Int   n_columns;

static void record(Event first, Event last)
{
   for (Event ev = first; ev <= last; ev++) {
      column_event[n_columns] = ev;
      event_column[ev]        = n_columns;
      n_columns++;
   }
}

Int cg_costs_n_columns(void)
{
   return n_columns;
}

Event cg_costs_column_event(Int i)
{
   return column_event[i];
}

const HChar* cg_costs_event_name(Event ev)
{
   return event_name[ev];
}

ULong* cg_costs_count(CostCentre* cc, Event ev)
{
   /* An event that is not recorded has column 0, which is the column of Ir. */
   tl_assert(column_event[event_column[ev]] == ev);
   return &cc->counts[event_column[ev]];
}

static ULong total[N_EVENTS];

void cg_costs_add(CostCentre* cc, Event ev, ULong n)
{
   *cg_costs_count(cc, ev) += n;
   total[ev] += n;
}

ULong cg_costs_total(Event ev)
{
   return total[ev];
}

/*------------------------------------------------------------*/
/*--- Names                                                ---*/
/*------------------------------------------------------------*/

/* Each file name and function name is stored once, so equal names are equal
   pointers.  The elements are HChar*. */
static OSet* names;

static Word compare_names(const void* key, const void* elem)
{
   return VG_(strcmp)(*(const HChar* const*)key, *(const HChar* const*)elem);
}

static const HChar* intern(const HChar* name)
{
   const HChar** found = VG_(OSetGen_Lookup)(names, &name);

   if (!found) {
      found  = VG_(OSetGen_AllocNode)(names, sizeof(HChar*));
      *found = VG_(strdup)("cg.costs.name", name);
      VG_(OSetGen_Insert)(names, found);
   }
   return *found;
}

/* Like intern.  `last' is the previous result.  Successive instructions mostly
   have the same name, so the result is mostly the same, too. */
static const HChar* intern_again(const HChar* name, const HChar* last)
{
   return VG_(strcmp)(name, last) == 0 ? last : intern(name);
}

/* "dir/file", or "file" when the debug information names no directory. */
static const HChar* intern_path(const HChar* dir, const HChar* file)
{
   static const HChar *last_dir = "", *last_file = "", *last_path = "";

   dir  = intern_again(dir, last_dir);
   file = intern_again(file, last_file);
   if (dir == last_dir && file == last_file)
      return last_path;
   last_dir  = dir;
   last_file = file;
   if (dir[0] == '\0')
      return last_path = file;

   SizeT  size = VG_(strlen)(dir) + 1 + VG_(strlen)(file) + 1;
   HChar* path = VG_(malloc)("cg.costs.path", size);

   VG_(snprintf)(path, size, "%s/%s", dir, file);
   last_path = intern(path);
   VG_(free)(path);
   return last_path;
}

/*------------------------------------------------------------*/
/*--- Cost centres                                         ---*/
/*------------------------------------------------------------*/

static OSet* cost_centres; /* of CostCentre, keyed by its loc */

static Word compare_interned(const HChar* a, const HChar* b)
{
   return a == b ? 0 : VG_(strcmp)(a, b);
}

static Word compare_locs(const void* key, const void* elem)
{
   const SourceLine* a = key;
   const SourceLine* b = elem;
   Word              order;

   order = compare_interned(a->file, b->file);
   if (order == 0)
      order = compare_interned(a->fn, b->fn);
   if (order == 0)
      order = a->lineno < b->lineno ? -1 : a->lineno > b->lineno;
   return order;
}

static const HChar unknown[] = "???";

static SourceLine source_line_at(Addr addr)
{
   static const HChar* last_fn = unknown;
   DiEpoch             now     = VG_(current_DiEpoch)();
   const HChar *       file, *dir, *fn;
   SourceLine          loc = {0};

   /* Each look-up may overwrite the names that the previous one returned, so
      intern them first. */
   if (VG_(get_filename_linenum)(now, addr, &file, &dir, &loc.lineno)) {
      loc.file = intern_path(dir, file);
   } else {
      loc.file   = unknown;
      loc.lineno = 0;
   }
   if (!VG_(get_fnname)(now, addr, &fn))
      fn = unknown;
   loc.fn = last_fn = intern_again(fn, last_fn);
   return loc;
}

static UInt n_lines; /* numbered so far */

static CostCentre* cost_centre_for(const SourceLine* loc)
{
   CostCentre* cc = VG_(OSetGen_Lookup)(cost_centres, loc);

   if (!cc) {
      SizeT counts_size = n_columns * sizeof(ULong);

      cc      = VG_(OSetGen_AllocNode)(cost_centres, sizeof *cc + counts_size);
      cc->loc = *loc;
      cc->loc.number = n_lines++;
      VG_(memset)(cc->counts, 0, counts_size);
      VG_(OSetGen_Insert)(cost_centres, cc);
   }
   return cc;
}

CostCentre* cg_costs_centre_at(Addr addr)
{
   static CostCentre* last;
   SourceLine         loc = source_line_at(addr);

   if (!last || compare_locs(&loc, last) != 0)
      last = cost_centre_for(&loc);
   return last;
}

Bool cg_costs_has_file(const CostCentre* cc)
{
   return cc->loc.file != unknown;
}

void cg_costs_init(const RunConfig* config)
{
   record(EV_Ir, EV_Ir);
   if (config->cache_sim)
      record(EV_I1mr, EV_DLmw);
   if (config->branch_sim)
      record(EV_Bc, EV_Bim);
   if (config->miss_classes)
      record(EV_D1cold, EV_DLconf);

   names = VG_(OSetGen_Create)(0, compare_names, VG_(malloc), "cg.costs.names",
                               VG_(free));
   cost_centres = VG_(OSetGen_Create_With_Pool)(
      0, compare_locs, VG_(malloc), "cg.costs.centres", VG_(free), 128,
      sizeof(CostCentre) + n_columns * sizeof(ULong));
}

void cg_costs_rewind(void)
{
   VG_(OSetGen_ResetIter)(cost_centres);
}

CostCentre* cg_costs_next(void)
{
   return VG_(OSetGen_Next)(cost_centres);
}

void cg_costs_print_stats(void)
{
   VG_(dmsg)(" cachegrind: %u source lines, %u names\n",
             VG_(OSetGen_Size)(cost_centres), VG_(OSetGen_Size)(names));
}
