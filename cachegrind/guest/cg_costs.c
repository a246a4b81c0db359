/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_costs.c: cost centres, their names, and the look-up of an instruction's
   cost centre; cg_costs.h says what a cost centre is. */

#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_oset.h"
#include "pub_tool_vki.h"

#include "conflicts/cg_text.h"
#include "guest/cg_costs.h"
#include "guest/cg_functions.h"
#include "guest/cg_jit_map.h"
#include "guest/cg_objects.h"
#include "guest/cg_range.h"
#include "guest/cg_starts.h"

/*------------------------------------------------------------*/
/*--- Columns                                              ---*/
/*------------------------------------------------------------*/

/* clang-format off */
static const HChar* const event_name[N_EVENTS] = {
   [EV_Ir] = "Ir", [EV_I1mr] = "I1mr", [EV_I2mr] = "I2mr", [EV_ILmr] = "ILmr",
   [EV_Dr] = "Dr", [EV_D1mr] = "D1mr", [EV_D2mr] = "D2mr", [EV_DLmr] = "DLmr",
   [EV_Dw] = "Dw", [EV_D1mw] = "D1mw", [EV_D2mw] = "D2mw", [EV_DLmw] = "DLmw",
   [EV_Wb] = "Wb", [EV_Wbo] = "Wbo",
   [EV_ITm] = "ITm", [EV_DTm] = "DTm", [EV_STm] = "STm",
   [EV_Pfi] = "Pfi", [EV_Pfu] = "Pfu", [EV_Pfx] = "Pfx",
   [EV_Cyi] = "Cyi", [EV_Ls] = "Ls", [EV_Cyw] = "Cyw",
   [EV_D1mo] = "D1mo", [EV_D2mo] = "D2mo", [EV_DLmo] = "DLmo",
   [EV_DTmo] = "DTmo", [EV_STmo] = "STmo",
   [EV_Bc] = "Bc", [EV_Bcm] = "Bcm",
   [EV_Bi] = "Bi", [EV_Bim] = "Bim",
   [EV_Br] = "Br", [EV_Brm] = "Brm", [EV_Bct] = "Bct",
   [EV_D1cold] = "D1cold", [EV_D1cap] = "D1cap", [EV_D1conf] = "D1conf",
   [EV_DLcold] = "DLcold", [EV_DLcap] = "DLcap", [EV_DLconf] = "DLconf",
   [EV_Cyv] = "Cyv",
   [EV_Lsd] = "Lsd", [EV_Lsf] = "Lsf", [EV_Lsm] = "Lsm", [EV_Lsl] = "Lsl",
   [EV_Lsp] = "Lsp", [EV_Lsa] = "Lsa", [EV_Lsc] = "Lsc",
   [EV_D1mc] = "D1mc", [EV_D1ml] = "D1ml",
   [EV_Lf] = "Lf", [EV_Used] = "Used", [EV_Stn] = "Stn", [EV_Std] = "Std",
   [EV_Sys] = "Sys", [EV_Sysb] = "Sysb",
   [EV_Al] = "Al", [EV_Alb] = "Alb",
   [EV_Wsf] = "Wsf", [EV_Wst] = "Wst",
};
/* clang-format on */

/* Valid from cg_costs_init on. */
static Event column_event[N_EVENTS];
static UInt  event_column[N_EVENTS];
static Int   n_counts, n_columns;
static UInt  core_width; /* 0: unknown */

static void record(Event first, Event last)
{
   for (Event ev = first; ev <= last; ev++) {
      column_event[n_counts] = ev;
      event_column[ev]       = n_counts;
      n_counts++;
   }
}

static void record_if(Bool recorded, Event ev)
{
   if (recorded)
      record(ev, ev);
}

/* The misses of one kind of access at the levels of a machine. */
static void record_levels(const Machine* m, Event first)
{
   record(first, first);
   record_if(cg_machine_has_both(m), first + 1);
   record(first + 2, first + 2);
}

static void record_machine(const RunConfig* config)
{
   const Machine* m = config->machine;

   record_levels(m, EV_I1mr);
   record(EV_Dr, EV_Dr);
   record_levels(m, EV_D1mr);
   record(EV_Dw, EV_Dw);
   record_levels(m, EV_D1mw);
   record(EV_Wb, EV_Wbo);
   record_if(m->tlbs[TLB_I][PAGE_4K].entries > 0, EV_ITm);
   record_if(m->tlbs[TLB_D][PAGE_4K].entries > 0, EV_DTm);
   record_if(m->tlbs[TLB_2][PAGE_4K].entries > 0, EV_STm);
   if (config->prefetch)
      record(EV_Pfi, EV_Pfx);
   if (m->core.width > 0) {
      core_width = m->core.width;
      record(EV_Cyi, EV_Ls);
      record_if(m->caches[LEVEL_L1D].fill > 0, EV_Cyw);
      record_levels(m, EV_D1mo);
      record_if(m->tlbs[TLB_D][PAGE_4K].entries > 0, EV_DTmo);
      record_if(m->tlbs[TLB_2][PAGE_4K].entries > 0, EV_STmo);
   }
}

static void record_classic(void)
{
   record(EV_I1mr, EV_I1mr);
   record(EV_ILmr, EV_D1mr);
   record(EV_DLmr, EV_D1mw);
   record(EV_DLmw, EV_DLmw);
}

Int cg_costs_n_counts(void)
{
   return n_counts;
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

static ULong unread[N_EVENTS];
ULong*       cg_costs_context = unread;

UInt cg_costs_column(Event ev)
{
   return event_column[ev];
}

CostCentre* cg_costs_centre_of(ULong* count, Event ev)
{
   ULong* counts = count - event_column[ev];

   return (CostCentre*)((UChar*)counts
                        - __builtin_offsetof(CostCentre, counts));
}

/* Make the whole of Ls, and cycles of its parts. */
static void add_up_lost(ULong columns[])
{
   ULong* all = &columns[event_column[EV_Ls]];

   for (Event ev = EV_Lsd; ev <= EV_Lsc; ev++) {
      *all += columns[event_column[ev]];
      columns[event_column[ev]] /= core_width * CG_COSTS_LOST_PARTS;
   }
}

/* Make cycles of slots. */
static void round_slots(ULong columns[])
{
   for (Event ev = EV_Cyi; ev <= EV_Cyw; ev++) {
      ULong* cycles = &columns[event_column[ev]];
      UInt   slots  = core_width * (ev == EV_Ls ? CG_COSTS_LOST_PARTS : 1);

      if (event_column[ev] > 0)
         *cycles = (*cycles + slots / 2) / slots;
   }
}

void cg_costs_columns(const ULong counts[], ULong columns[])
{
   for (Int i = 0; i < n_columns; i++)
      columns[i] = counts[i];
   if (core_width == 0)
      return;
   if (event_column[EV_Lss] > 0)
      columns[event_column[EV_Ls]] += counts[event_column[EV_Lss]];
   columns[event_column[EV_Cyi]] =
      columns[event_column[EV_Ir]] - columns[event_column[EV_Cyi]];
   columns[event_column[EV_D1ml]] += columns[event_column[EV_D1mc]];
   add_up_lost(columns);
   round_slots(columns);
}

Int cg_costs_distance(Event from, Event to)
{
   return (Int)event_column[to] - (Int)event_column[from];
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
   pointers. */
static OSet* names; /* of HChar* */

static Word compare_interned(const void* key, const void* elem)
{
   return VG_(strcmp)(*(const HChar* const*)key, *(const HChar* const*)elem);
}

/* A name that may get a number.  Profiles are written without allocating
   memory, so these are allocated before. */
typedef struct {
   VgHashNode header; /* header.key: the name's address */
   UInt       numbers[CG_N_NAME_KINDS];
} NumberedName;

static VgHashTable* numbered_names;

Bool cg_costs_looks_numbered(const HChar* name)
{
   return name[0] == '(' && VG_(isdigit)(name[1]);
}

UInt* cg_costs_name_number(const HChar* name, NameKind kind)
{
   NumberedName* n = VG_(HT_lookup)(numbered_names, (UWord)name);

   return n ? &n->numbers[kind] : NULL;
}

void cg_costs_reset_name_numbers(void)
{
   NumberedName* n;

   VG_(HT_ResetIter)(numbered_names);
   while ((n = VG_(HT_Next)(numbered_names)))
      VG_(memset)(n->numbers, 0, sizeof n->numbers);
}

static const HChar* intern(const HChar* text)
{
   const HChar** found = VG_(OSetGen_Lookup)(names, &text);

   if (!found) {
      found  = VG_(OSetGen_AllocNode)(names, sizeof *found);
      *found = VG_(strdup)("cg.costs.name", text);
      VG_(OSetGen_Insert)(names, found);
      if (VG_(strlen)(text) > CG_TEXT_LONG_NAME
          || cg_costs_looks_numbered(text)) {
         NumberedName* n = VG_(calloc)("cg.costs.numbered_name", 1, sizeof *n);

         n->header.key = (UWord)*found;
         VG_(HT_add_node)(numbered_names, n);
      }
   }
   return *found;
}

/* The name of the function that `addr' is in, whose name is `name', interned.
   Symbols of 100 bytes can stand for 64 KB each, so when long names have taken
   too much, new ones stay mangled. */
static const HChar* intern_function(Addr addr, const HChar* name)
{
   static SizeT long_bytes;
   SizeT        length = VG_(strlen)(name);

   if (length > CG_TEXT_LONG_NAME && !VG_(OSetGen_Contains)(names, &name)) {
      if (long_bytes + length > CG_TEXT_MAX_LONG_BYTES)
         cg_functions_symbol(addr, &name);
      else
         long_bytes += length;
   }
   return intern(name);
}

/* The byte order of two names. */
static Word compare_names(const HChar* x, const HChar* y)
{
   return x == y ? 0 : VG_(strcmp)(x, y);
}

/* The order of two numbers. */
static Word compare_numbers(UWord x, UWord y)
{
   return x < y ? -1 : x > y;
}

static const HChar* unknown; /* valid from cg_costs_init on */

/*------------------------------------------------------------*/
/*--- What the debug information said last                 ---*/
/*------------------------------------------------------------*/

/* A look-up takes the core a search and, for a function, its name in C++, so
   the answers are kept.  They hold as long as the debug information does.  The
   core discards it only with the code, and all code that was asked about has
   been translated, so cg_costs_forget is called in time. */

/* A function.  To ask for one copies its symbol, which can be long, so it is
   asked once for all of the function, not for each block of its code. */
typedef struct {
   Range        range;
   const HChar* name;
} KnownFunction;

static OSet*          known; /* of KnownFunction; valid from cg_costs_init on */
static KnownFunction* current; /* NULL: nothing is known */
static const HChar *  known_dir, *known_file, *known_path;
static Bool           anything_known;

void cg_costs_forget(void)
{
   if (!anything_known)
      return;
   cg_objects_forget();
   cg_range_remove_within(known, (Range){0, ~(SizeT)0});
   current        = NULL;
   known_file     = NULL;
   anything_known = False;
}

/* Make `current' the function that `addr' is in, and return True.  If there is
   none, return False. */
static Bool find_function(Addr addr)
{
   KnownFunction* k;
   Addr           start;
   const HChar*   name;

   if (current && cg_range_holds(&current->range, addr))
      return True;
   k = cg_range_find(known, addr);
   if (!k) {
      start = cg_functions_start(addr);
      if (start == 0 || !cg_functions_name(addr, &name))
         return False;
      k        = VG_(OSetGen_AllocNode)(known, sizeof *k);
      k->name  = intern_function(addr, name);
      k->range = cg_range_from_to(
         start, cg_range_last_like(addr, start, cg_functions_is_in));
      VG_(OSetGen_Insert)(known, k);
      anything_known = True;
   }
   current = k;
   return True;
}

void cg_costs_look_up(Addr addr)
{
   static Bool begun;

   /* Nobody calls the function in which the program begins. */
   if (!begun && cg_functions_start(addr) == 0)
      cg_starts_add(addr, False);
   begun = True;
   find_function(addr);
}

Bool cg_costs_knows_function(Addr addr)
{
   return current && cg_range_holds(&current->range, addr)
          && addr != current->range.start;
}

const HChar* cg_costs_function_from(Addr addr, Addr* last)
{
   if (!current || current->range.start != addr)
      return NULL;
   *last = cg_range_last(&current->range);
   return current->name;
}

static const HChar* function_name_at(Addr addr)
{
   const HChar* name;

   if (find_function(addr))
      return current->name;
   name = cg_objects_name_at(addr)[0] != '\0' ? cg_starts_name(addr)
                                              : cg_jit_map_name(addr);
   return name ? intern(name) : unknown;
}

/* "dir/file", or "file" when the debug information names no directory, or the
   path would be too long for a file: a small object can have any number of
   those.  The
   arguments are the core's strings: equal ones are mostly equal pointers. */
static const HChar* joined_path(const HChar* dir, const HChar* file)
{
   if (dir == known_dir && file == known_file)
      return known_path;
   known_dir      = dir;
   known_file     = file;
   anything_known = True;
   if (dir[0] == '\0'
       || VG_(strlen)(dir) + 1 + VG_(strlen)(file) >= VKI_PATH_MAX)
      return known_path = intern(file);

   SizeT  size = VG_(strlen)(dir) + 1 + VG_(strlen)(file) + 1;
   HChar* path = VG_(malloc)("cg.costs.path", size);

   VG_(snprintf)(path, size, "%s/%s", dir, file);
   known_path = intern(path);
   VG_(free)(path);
   return known_path;
}

static SourceLine source_line_at(Addr addr)
{
   const HChar *file, *dir;
   SourceLine   loc = {.file = unknown};

   if (VG_(get_filename_linenum)(VG_(current_DiEpoch)(), addr, &file, &dir,
                                 &loc.lineno))
      loc.file = joined_path(dir, file);
   else
      loc.lineno = 0;
   loc.fn = function_name_at(addr);
   return loc;
}

/*------------------------------------------------------------*/
/*--- Source lines                                         ---*/
/*------------------------------------------------------------*/

/* The set of all source lines, keyed by file, function and line, is in the
   order of the profile.  An index by pointers, a hash table of the same
   entries, is in front of it: only a new line takes comparisons of names.

   Without --objects, the cost centre of a line follows; otherwise `cc' is
   unused and has no counts. */
typedef struct {
   VgHashNode header; /* header.key: see location_key */
   SourceLine line;
   CostCentre cc; /* the last member, because it grows */
} LineEntry;

/* Valid from cg_costs_init on. */
static OSet*        lines; /* of LineEntry */
static VgHashTable* line_index;

static UWord location_key(const SourceLine* loc)
{
   return ((UWord)loc->file >> 4) * 31 + ((UWord)loc->fn >> 4) * 7
          + loc->lineno;
}

static Word is_other_line(const void* a, const void* b)
{
   const SourceLine* x = &((const LineEntry*)a)->line;
   const SourceLine* y = &((const LineEntry*)b)->line;

   return x->file != y->file || x->fn != y->fn || x->lineno != y->lineno;
}

static Word line_order(const void* key, const void* elem)
{
   const SourceLine* x     = &((const LineEntry*)key)->line;
   const SourceLine* y     = &((const LineEntry*)elem)->line;
   Word              order = compare_names(x->file, y->file);

   if (order == 0)
      order = compare_names(x->fn, y->fn);
   return order ? order : compare_numbers(x->lineno, y->lineno);
}

static UInt n_lines;    /* numbered so far */
static UInt n_per_line; /* counts that a LineEntry has room for */

static SizeT size_of_line(void)
{
   return sizeof(LineEntry) + n_per_line * sizeof(ULong);
}

static LineEntry* entry_for(const SourceLine* loc)
{
   LineEntry  wanted = {.header.key = location_key(loc), .line = *loc};
   LineEntry* e      = VG_(HT_gen_lookup)(line_index, &wanted, is_other_line);

   if (!e) {
      e              = VG_(OSetGen_AllocNode)(lines, size_of_line());
      *e             = wanted;
      e->line.number = n_lines++;
      e->cc.loc      = &e->line;
      VG_(OSetGen_Insert)(lines, e);
      VG_(HT_add_node)(line_index, e);
   }
   return e;
}

static LineEntry* line_entry_at(Addr addr)
{
   static LineEntry* last;
   SourceLine        loc = source_line_at(addr);

   if (!last || loc.file != last->line.file || loc.fn != last->line.fn
       || loc.lineno != last->line.lineno)
      last = entry_for(&loc);
   return last;
}

/*------------------------------------------------------------*/
/*--- Objects and instructions                             ---*/
/*------------------------------------------------------------*/

/* With --objects: a source line in an object.  With --dump-instr: an
   instruction.  The line belongs to its key, because where a program generates
   code there can be another function at the same address later.  These are in a
   set and an index as the lines are. */
typedef struct {
   VgHashNode   header; /* header.key: see part_key */
   const HChar* object; /* interned */
   Addr         addr;   /* 0 without --dump-instr */
   CostCentre   cc;     /* the last member, because it grows */
} PartEntry;

/* Valid from cg_costs_init on. */
static Bool         by_object, by_instruction;
static OSet*        parts; /* of PartEntry; NULL without --objects */
static VgHashTable* part_index;

static UWord part_key(const PartEntry* p)
{
   return ((UWord)p->cc.loc >> 4) + ((UWord)p->object >> 4) * 31 + p->addr * 7;
}

static Word is_other_part(const void* a, const void* b)
{
   const PartEntry *x = a, *y = b;

   return x->cc.loc != y->cc.loc || x->object != y->object
          || x->addr != y->addr;
}

static Word part_order(const void* key, const void* elem)
{
   const PartEntry *x = key, *y = elem;
   Word             order = compare_names(x->cc.loc->file, y->cc.loc->file);

   if (order == 0)
      order = compare_names(x->cc.loc->fn, y->cc.loc->fn);
   if (order == 0)
      order = compare_names(x->object, y->object);
   if (order == 0)
      order = compare_numbers(x->addr, y->addr);
   return order ? order : compare_numbers(x->cc.loc->lineno, y->cc.loc->lineno);
}

static SizeT size_of_part(void)
{
   return sizeof(PartEntry) + n_counts * sizeof(ULong);
}

/* The path of the object at `addr', interned. */
static const HChar* object_at(Addr addr)
{
   static const HChar *last_name,
      *last; /* the argument of intern, and its result */
   const HChar* name = cg_objects_name_at(addr);

   if (name != last_name) {
      last_name = name;
      last      = name[0] != '\0' ? intern(name) : unknown;
   }
   return last;
}

static CostCentre* part_at(Addr addr)
{
   PartEntry wanted = {
      .object = object_at(addr),
      .addr   = by_instruction ? cg_objects_address(addr) : 0,
      .cc.loc = &line_entry_at(addr)->line,
   };

   anything_known    = True;
   wanted.header.key = part_key(&wanted);

   PartEntry* p = VG_(HT_gen_lookup)(part_index, &wanted, is_other_part);

   if (!p) {
      p  = VG_(OSetGen_AllocNode)(parts, size_of_part());
      *p = wanted;
      VG_(OSetGen_Insert)(parts, p);
      VG_(HT_add_node)(part_index, p);
   }
   return &p->cc;
}

static const PartEntry* part_of(const CostCentre* cc)
{
   return (const PartEntry*)((const HChar*)cc
                             - __builtin_offsetof(PartEntry, cc));
}

const HChar* cg_costs_object(const CostCentre* cc)
{
   tl_assert(by_object);
   return part_of(cc)->object;
}

Addr cg_costs_address(const CostCentre* cc)
{
   tl_assert(by_instruction);
   return part_of(cc)->addr;
}

/*------------------------------------------------------------*/
/*--- Cost centres                                         ---*/
/*------------------------------------------------------------*/

Bool cg_costs_has_file(const CostCentre* cc)
{
   return cc->loc->file != unknown;
}

/* Those that have a number; the one with number n is n - 1. */
static CostCentre** numbered;
static UInt         n_numbered, max_numbered;
static Bool         by_thread; /* all have one */

UInt cg_costs_number(CostCentre* cc)
{
   if (cc->number)
      return cc->number;
   if (n_numbered == max_numbered) {
      max_numbered = VG_MAX(1024, 2 * max_numbered);
      numbered     = VG_(realloc)("cg.costs.numbered", numbered,
                              max_numbered * sizeof *numbered);
   }
   numbered[n_numbered] = cc;
   return cc->number    = ++n_numbered;
}

CostCentre* cg_costs_by_number(UInt number)
{
   return numbered[number - 1];
}

CostCentre* cg_costs_centre_at(Addr addr)
{
   CostCentre* cc = by_object ? part_at(addr) : &line_entry_at(addr)->cc;

   if (by_thread)
      cg_costs_number(cc);
   return cc;
}

static OSet* set_of(OSetCmp_t order, SizeT size, const HChar* name)
{
   return VG_(OSetGen_Create_With_Pool)(0, order, VG_(malloc), name, VG_(free),
                                        128, size);
}

static void init_entries(const RunConfig* config)
{
   by_object      = config->objects;
   by_instruction = config->instructions;
   by_thread      = config->separate_threads;
   n_per_line     = by_object ? 0 : n_counts;
   lines          = set_of(line_order, size_of_line(), "cg.costs.lines");
   line_index     = VG_(HT_construct)("cg.costs.line_index");
   if (by_object) {
      parts      = set_of(part_order, size_of_part(), "cg.costs.parts");
      part_index = VG_(HT_construct)("cg.costs.part_index");
   }
}

/* `option' is the value of --jit-map, or NULL. */
static void init_jit_map(const HChar* option)
{
   if (!option || VG_(strcmp)(option, "no") != 0)
      cg_jit_map_init(option);
}

void cg_costs_init(const RunConfig* config)
{
   record(EV_Ir, EV_Ir);
   if (config->machine)
      record_machine(config);
   else if (config->cache_sim)
      record_classic();
   if (config->branch_sim)
      record(EV_Bc, EV_Bim);
   if (cg_config_predicts_returns(config))
      record(EV_Br, EV_Bct);
   if (config->miss_classes)
      record(EV_D1cold, EV_DLconf);
   record_if(config->sample, EV_Cyv);
   if (core_width > 0)
      record(EV_Lsd, EV_D1ml);
   if (cg_config_follows_lines(config))
      record(EV_Lf, EV_Std);
   if (config->machine)
      record(EV_Sys, EV_Alb);
   if (core_width > 0)
      record(EV_Wsf, EV_Wst);
   n_columns = n_counts;
   if (config->sample)
      record(EV_Irs, EV_Lss);

   names          = VG_(OSetGen_Create)(0, compare_interned, VG_(malloc),
                               "cg.costs.names", VG_(free));
   known          = cg_range_new_table("cg.costs.known");
   numbered_names = VG_(HT_construct)("cg.costs.numbered_names");
   unknown        = intern("???");
   if (config->calls)
      cg_starts_init();
   if (config->calls || config->jit_map)
      init_jit_map(config->jit_map);
   init_entries(config);
}

/*------------------------------------------------------------*/
/*--- The walk                                             ---*/
/*------------------------------------------------------------*/

void cg_costs_rewind(void)
{
   VG_(OSetGen_ResetIter)(by_object ? parts : lines);
}

CostCentre* cg_costs_next(void)
{
   void* entry = VG_(OSetGen_Next)(by_object ? parts : lines);

   if (!entry)
      return NULL;
   return by_object ? &((PartEntry*)entry)->cc : &((LineEntry*)entry)->cc;
}

void cg_costs_print_stats(void)
{
   VG_(dmsg)(" cachegrind: %u source lines, %u names\n",
             (UInt)VG_(OSetGen_Size)(lines), (UInt)VG_(OSetGen_Size)(names));
   if (by_object)
      VG_(dmsg)(" cachegrind: %u %s\n", (UInt)VG_(OSetGen_Size)(parts),
                by_instruction ? "instructions" : "lines in objects");
}
