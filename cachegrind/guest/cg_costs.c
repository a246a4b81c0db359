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
#include "pub_tool_poolalloc.h"

#include "guest/cg_costs.h"
#include "guest/cg_functions.h"
#include "guest/cg_objects.h"

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
};
/* clang-format on */

/* Valid from cg_costs_init on. */
static Event column_event[N_EVENTS];
static UInt  event_column[N_EVENTS];
static Int   n_columns;
static UInt  core_width; /* 0: unknown */

static void record(Event first, Event last)
{
   for (Event ev = first; ev <= last; ev++) {
      column_event[n_columns] = ev;
      event_column[ev]        = n_columns;
      n_columns++;
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

CostCentre* cg_costs_centre_of(ULong* count, Event ev)
{
   ULong* counts = count - event_column[ev];

   return (CostCentre*)((UChar*)counts
                        - __builtin_offsetof(CostCentre, counts));
}

void cg_costs_columns(const CostCentre* cc, ULong columns[])
{
   for (Int i = 0; i < n_columns; i++)
      columns[i] = cc->counts[i];
   if (core_width > 0) {
      columns[event_column[EV_Cyi]] = columns[event_column[EV_Ir]];
      for (Event ev = EV_Cyi; ev <= EV_Cyw; ev++) {
         ULong* cycles = &columns[event_column[ev]];

         if (event_column[ev] > 0)
            *cycles = (*cycles + core_width / 2) / core_width;
      }
   }
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
typedef struct {
   UInt  rank; /* among the names in byte order; valid from rank_names on */
   HChar text[];
} Name;

static OSet* names; /* of HChar*, the text of a Name */

static Word compare_interned(const void* key, const void* elem)
{
   return VG_(strcmp)(*(const HChar* const*)key, *(const HChar* const*)elem);
}

static const HChar* intern(const HChar* text)
{
   HChar** found = VG_(OSetGen_Lookup)(names, &text);

   if (!found) {
      Name* name =
         VG_(malloc)("cg.costs.name", sizeof *name + VG_(strlen)(text) + 1);

      VG_(strcpy)(name->text, text);
      found  = VG_(OSetGen_AllocNode)(names, sizeof(HChar*));
      *found = name->text;
      VG_(OSetGen_Insert)(names, found);
   }
   return *found;
}

static void rank_names(void)
{
   UInt    rank = 0;
   HChar** text;

   VG_(OSetGen_ResetIter)(names);
   while ((text = VG_(OSetGen_Next)(names)))
      ((Name*)(*text - __builtin_offsetof(Name, text)))->rank = rank++;
}

static UInt name_rank(const HChar* text)
{
   return ((const Name*)(text - __builtin_offsetof(Name, text)))->rank;
}

static const HChar* unknown; /* valid from cg_costs_init on */

/*------------------------------------------------------------*/
/*--- What the debug information said last                 ---*/
/*------------------------------------------------------------*/

/* A look-up takes the core a search and, for a function, its name in C++, so
   the answers are kept.  They hold as long as the debug information does.  The
   core discards it only with the code, and all code that was asked about has
   been translated, so cg_costs_forget is called in time. */

/* A part of a function's code.  Functions do not overlap in the core's tables,
   so what lies between two instructions of a function belongs to it. */
typedef struct {
   Addr         function; /* where it starts */
   Addr         first, last;
   const HChar* name; /* NULL: the entry is empty */
} KnownCode;

#define N_KNOWN 1024 /* 32 KB */

static KnownCode    known[N_KNOWN]; /* by the function's start */
static KnownCode*   current = &known[0];
static const HChar *known_dir, *known_file, *known_path;
static Bool         anything_known;

void cg_costs_forget(void)
{
   if (!anything_known)
      return;
   cg_objects_forget();
   VG_(memset)(known, 0, sizeof known);
   known_file     = NULL;
   anything_known = False;
}

static Bool is_known(const KnownCode* k, Addr addr)
{
   return addr >= k->first && addr <= k->last && k->name;
}

/* Make `current' the function that `addr' is in, and return True.  If there is
   none, return False. */
static Bool find_function_name(Addr addr)
{
   Addr         start = cg_functions_start(addr);
   const HChar* name;

   if (start == 0)
      return False;
   current = &known[(start >> 4) % N_KNOWN];
   if (current->function != start || !current->name) {
      if (!cg_functions_name(addr, &name))
         return False;
      *current       = (KnownCode){start, addr, addr, intern(name)};
      anything_known = True;
   }
   current->first = VG_MIN(current->first, addr);
   current->last  = VG_MAX(current->last, addr);
   return True;
}

void cg_costs_look_up(Addr first, Addr last)
{
   if ((is_known(current, first) || find_function_name(first))
       && last > current->last && cg_functions_start(last) == current->function)
      current->last = last;
}

static const HChar* function_name_at(Addr addr)
{
   return is_known(current, addr) || find_function_name(addr) ? current->name
                                                              : unknown;
}

/* "dir/file", or "file" when the debug information names no directory.  The
   arguments are the core's strings: equal ones are mostly equal pointers. */
static const HChar* joined_path(const HChar* dir, const HChar* file)
{
   if (dir == known_dir && file == known_file)
      return known_path;
   known_dir      = dir;
   known_file     = file;
   anything_known = True;
   if (dir[0] == '\0')
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

/* A source line.  Without --objects its cost centre follows; otherwise `cc' is
   unused and has no counts. */
typedef struct {
   VgHashNode header; /* header.key: see key_of */
   SourceLine line;
   CostCentre cc; /* the last member, because it grows */
} LineEntry;

/* Valid from cg_costs_init on. */
static VgHashTable* lines; /* of LineEntry */
static PoolAlloc*   line_entries;

static UWord location_key(const SourceLine* loc)
{
   return ((UWord)loc->file >> 4) * 31 + ((UWord)loc->fn >> 4) * 7
          + loc->lineno;
}

static Word compare_source_lines(const void* a, const void* b)
{
   const SourceLine* x = &((const LineEntry*)a)->line;
   const SourceLine* y = &((const LineEntry*)b)->line;

   return x->file != y->file || x->fn != y->fn || x->lineno != y->lineno;
}

static UInt n_lines;    /* numbered so far */
static UInt n_per_line; /* counts that a LineEntry has room for */

static LineEntry* entry_for(const SourceLine* loc)
{
   LineEntry  wanted = {.header.key = location_key(loc), .line = *loc};
   LineEntry* e      = VG_(HT_gen_lookup)(lines, &wanted, compare_source_lines);

   if (!e) {
      e              = VG_(allocEltPA)(line_entries);
      *e             = wanted;
      e->line.number = n_lines++;
      e->cc.loc      = &e->line;
      VG_(memset)(e->cc.counts, 0, n_per_line * sizeof(ULong));
      VG_(HT_add_node)(lines, e);
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
   code there can be another function at the same address later. */
typedef struct {
   VgHashNode   header; /* header.key: see part_key */
   const HChar* object; /* interned */
   Addr         addr;   /* 0 without --dump-instr */
   CostCentre   cc;     /* the last member, because it grows */
} PartEntry;

/* Valid from cg_costs_init on. */
static Bool         by_object, by_instruction;
static VgHashTable* parts; /* of PartEntry; NULL without --objects */
static PoolAlloc*   part_entries;

static UWord part_key(const PartEntry* p)
{
   return ((UWord)p->cc.loc >> 4) + ((UWord)p->object >> 4) * 31 + p->addr * 7;
}

static Word compare_parts(const void* a, const void* b)
{
   const PartEntry *x = a, *y = b;

   return x->cc.loc != y->cc.loc || x->object != y->object
          || x->addr != y->addr;
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

   PartEntry* p = VG_(HT_gen_lookup)(parts, &wanted, compare_parts);

   if (!p) {
      p  = VG_(allocEltPA)(part_entries);
      *p = wanted;
      VG_(memset)(p->cc.counts, 0, n_columns * sizeof(ULong));
      VG_(HT_add_node)(parts, p);
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

CostCentre* cg_costs_centre_at(Addr addr)
{
   return by_object ? part_at(addr) : &line_entry_at(addr)->cc;
}

Bool cg_costs_has_file(const CostCentre* cc)
{
   return cc->loc->file != unknown;
}

/* Those that have a number; the one with number n is n - 1. */
static CostCentre** numbered;
static UInt         n_numbered, max_numbered;

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

/* A pool of structures that end in `n' counts. */
static PoolAlloc* pool_of(SizeT size, UInt n, const HChar* name)
{
   return VG_(newPA)(size + n * sizeof(ULong), 128, VG_(malloc), name,
                     VG_(free));
}

static void init_entries(const RunConfig* config)
{
   by_object      = config->objects;
   by_instruction = config->instructions;
   n_per_line     = by_object ? 0 : n_columns;
   lines          = VG_(HT_construct)("cg.costs.lines");
   line_entries   = pool_of(sizeof(LineEntry), n_per_line, "cg.costs.line");
   if (by_object) {
      parts        = VG_(HT_construct)("cg.costs.parts");
      part_entries = pool_of(sizeof(PartEntry), n_columns, "cg.costs.part");
   }
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

   names   = VG_(OSetGen_Create)(0, compare_interned, VG_(malloc),
                               "cg.costs.names", VG_(free));
   unknown = intern("???");
   init_entries(config);
}

/*------------------------------------------------------------*/
/*--- The walk                                             ---*/
/*------------------------------------------------------------*/

static VgHashNode** sorted; /* of LineEntry, or of PartEntry with --objects;
                               NULL: no walk is under way */
static UInt n_sorted, n_walked;

static Int compare_names_of(const SourceLine* x, const SourceLine* y)
{
   if (x->file != y->file)
      return name_rank(x->file) < name_rank(y->file) ? -1 : 1;
   if (x->fn != y->fn)
      return name_rank(x->fn) < name_rank(y->fn) ? -1 : 1;
   return 0;
}

static Int compare_line_numbers(UWord x, UWord y)
{
   return x < y ? -1 : x > y;
}

static Int line_order(const void* a, const void* b)
{
   const SourceLine* x     = &(*(LineEntry* const*)a)->line;
   const SourceLine* y     = &(*(LineEntry* const*)b)->line;
   Int               order = compare_names_of(x, y);

   return order ? order : compare_line_numbers(x->lineno, y->lineno);
}

static Int part_order(const void* a, const void* b)
{
   const PartEntry* x     = *(PartEntry* const*)a;
   const PartEntry* y     = *(PartEntry* const*)b;
   Int              order = compare_names_of(x->cc.loc, y->cc.loc);

   if (!order)
      order = compare_line_numbers(name_rank(x->object), name_rank(y->object));
   if (!order)
      order = compare_line_numbers(x->addr, y->addr);
   return order ? order
                : compare_line_numbers(x->cc.loc->lineno, y->cc.loc->lineno);
}

void cg_costs_rewind(void)
{
   rank_names();
   VG_(free)(sorted);
   sorted   = VG_(HT_to_array)(by_object ? parts : lines, &n_sorted);
   n_walked = 0;
   VG_(ssort)(sorted, n_sorted, sizeof *sorted,
              by_object ? part_order : line_order);
}

CostCentre* cg_costs_next(void)
{
   if (n_walked < n_sorted) {
      VgHashNode* entry = sorted[n_walked++];

      return by_object ? &((PartEntry*)entry)->cc : &((LineEntry*)entry)->cc;
   }
   VG_(free)(sorted);
   sorted = NULL;
   return NULL;
}

void cg_costs_print_stats(void)
{
   VG_(dmsg)(" cachegrind: %u source lines, %u names\n",
             VG_(HT_count_nodes)(lines), VG_(OSetGen_Size)(names));
   if (by_object)
      VG_(dmsg)(" cachegrind: %u %s\n", VG_(HT_count_nodes)(parts),
                by_instruction ? "instructions" : "lines in objects");
}
