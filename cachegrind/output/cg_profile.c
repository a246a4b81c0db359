/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_profile.c: writes the profile; see cg_profile.h.

   A profile, here of a run that counted Ir and branches:

      desc: I1 cache:         32768 B, 64 B, 8-way associative
      desc: D1 cache:         32768 B, 64 B, 8-way associative
      desc: LL cache:         8388608 B, 64 B, 16-way associative
      cmd: ./prog arg
      events: Ir Bc Bcm Bi Bim
      fl=/src/prog.c
      fn=main
      10 4 1 0 0 0                       line 10: 4 Ir, 1 Bc, ...
      12 8 2 1 0 0
      fn=usage                           in the same file
      3 1 0 0 0 0
      summary: 13 3 1 0 0                the sums of all columns

   With --dump-instr the counts are by instruction; with --objects, only
   the lines ob= are added.  KCachegrind looks for its first line in the first 2
   KB, because the command can be longer:

      # callgrind format
      ...
      positions: instr line
      events: Ir Bc Bcm Bi Bim
      ob=/home/you/prog
      fl=/src/prog.c
      fn=main
      0x1149 10 1 0 0 0 0                the instruction at 0x1149, on line 10
      0x114d 10 3 1 0 0 0

   With --calls the calls from a line or instruction follow its counts:

      desc: Calls:            counted
      ...
      12 8 2 1 0 0
      cfn=usage                          three calls of usage, on line 3 of this
      calls=3 3                          file, and what they cost with all that
      12 39 0 0 0 0                      usage calls

   and the tree of contexts (cg_contexts.h) is before the summary, in lines that
   readers of Callgrind's format skip:

      #fl=/src/start.S                   the function that comes next
      #fn=_start
      #0 0 0 12 3                        depth 0, no call, not called; what it
      #1 1 1 4 1                         cost itself, without zeros at the end;
      #2 2 3 36                          depth 2, the second call above, thrice

   If the machine has a core, lines and calls have no zeros at the end,
   either. */

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"

#include "conflicts/cg_text.h"
#include "guest/cg_contexts.h"
#include "guest/cg_cycles.h"
#include "guest/cg_core.h"
#include "guest/cg_thread_costs.h"
#include "output/cg_out.h"
#include "output/cg_profile.h"

static void write_cache(OutFile* out, CacheId id, const CacheGeometry* g)
{
   HChar line[100];

   VG_(snprintf)(line, sizeof line, "desc: %s cache:         %d B, %d B, ",
                 cg_geometry_name(id), g->size, g->line_size);
   cg_out_string(out, line);
   if (g->assoc == 1) {
      cg_out_string(out, "direct-mapped\n");
   } else {
      cg_out_number(out, g->assoc);
      cg_out_string(out, "-way associative\n");
   }
}

/* The longest text in a line, in bytes: readers refuse lines of more than 16 MB
   (INPUT_MAX_LINE_BYTES in lib/input.h). */
#define MAX_TEXT_BYTES (16 * 1024 * 1024 - 64)

/* Write an argument or a name, or its beginning and "...".  Line breaks become
   spaces, because a reader would take what follows them for another line of the
   profile. */
static void write_profile_text(OutFile* out, const HChar* text, SizeT max)
{
   SizeT length = VG_(strnlen)(text, max + 1);
   SizeT n      = length;

   if (length > max)
      n = cg_text_cut(text, max - VG_(strlen)("..."));
   for (SizeT i = 0; i < n; i++)
      cg_out_char(out, text[i] == '\n' || text[i] == '\r' ? ' ' : text[i]);
   if (n < length)
      cg_out_string(out, "...");
}

static void write_ways(OutFile* out, UInt ways, UInt n)
{
   if (ways == n) {
      cg_out_string(out, "fully associative");
   } else {
      cg_out_number(out, ways);
      cg_out_string(out, "-way associative");
   }
}

/* The prefetchers of a cache, of which `set' has a bit for each. */
static void write_prefetchers(OutFile* out, UInt set)
{
   const HChar* before = ", prefetch: ";

   for (Prefetcher p = PREFETCH_NEXT_LINE; p < N_PREFETCHERS; p++)
      if (set >> p & 1) {
         cg_out_string(out, before);
         cg_out_string(out, cg_machine_prefetcher_name(p));
         before = ", ";
      }
}

/* A cache of a machine:

      desc: L2 cache:         1048576 B, 64 B, 8-way associative, plru,
   inclusive, prefetch: streamer */
static void write_level(OutFile* out, const RunConfig* config, LevelId id)
{
   static const HChar* const inclusion[] = {[CACHE_NINE]      = "",
                                            [CACHE_INCLUSIVE] = ", inclusive",
                                            [CACHE_EXCLUSIVE] = ", exclusive"};
   const Machine*            m           = config->machine;
   const CacheModel*         c           = &m->caches[id];
   HChar                     line[100], policy[CG_POLICY_NAME_SIZE];

   if (c->size == 0)
      return;
   cg_policy_name(&c->policy, policy);
   VG_(snprintf)(line, sizeof line, "desc: %-3s cache:        %llu B, %u B, ",
                 cg_machine_level_name(id), c->size, m->line_size);
   cg_out_string(out, line);
   write_ways(out, c->ways, c->size / m->line_size);
   if (c->slices > 1) {
      cg_out_string(out, ", slices: ");
      cg_out_number(out, c->slices);
   }
   cg_out_string(out, ", ");
   cg_out_string(out, policy);
   if (id >= LEVEL_L2)
      cg_out_string(out, inclusion[c->inclusion]);
   if (config->prefetch)
      write_prefetchers(out, c->prefetch);
   cg_out_char(out, '\n');
}

/* A TLB of a machine, or its part for pages of 2 MiB:

      desc: DTLB:             64 entries, 4-way associative
      desc: DTLB 2M:          32 entries, 4-way associative */
static void write_tlb(OutFile* out, const Machine* m, TlbId id, PageSize size)
{
   const TlbModel* t = &m->tlbs[id][size];
   HChar           name[20], line[100];

   if (t->entries == 0)
      return;
   VG_(snprintf)(name, sizeof name, "%s%s:", cg_machine_tlb_name(id),
                 size == PAGE_2M ? " 2M" : "");
   VG_(snprintf)(line, sizeof line, "desc: %-17s %u entries, ", name,
                 t->entries);
   cg_out_string(out, line);
   write_ways(out, t->ways, t->entries);
   cg_out_char(out, '\n');
}

/* How long a cycle is, if that is known:

      desc: Clock:            2600 MHz */
static void write_clock(OutFile* out, UInt mhz)
{
   if (mhz == 0)
      return;
   cg_out_string(out, "desc: Clock:            ");
   cg_out_number(out, mhz);
   cg_out_string(out, " MHz\n");
}

static void write_machine(OutFile* out, const RunConfig* config)
{
   const Machine* m = config->machine;

   cg_out_string(out, "desc: Machine:          ");
   cg_out_string(out, m->name);
   cg_out_string(out, " (");
   write_profile_text(out, config->machine_name, MAX_TEXT_BYTES);
   cg_out_string(out, ")\n");
   write_clock(out, m->core.clock);
   for (LevelId id = LEVEL_L1I; id < N_MACHINE_LEVELS; id++)
      write_level(out, config, id);
   for (TlbId id = TLB_I; id < N_TLBS; id++)
      for (PageSize size = PAGE_4K; size < N_PAGE_SIZES; size++)
         write_tlb(out, m, id, size);
}

/* A term of a formula: " + 36 D1mr".  Nothing if the run does not record it. */
static void write_term(OutFile* out, Int weight, Event ev)
{
   Bool recorded = False;

   for (Int i = 0; i < cg_costs_n_columns(); i++)
      recorded |= cg_costs_column_event(i) == ev;
   if (!recorded || weight <= 0)
      return;
   cg_out_string(out, " + ");
   if (weight > 1) {
      cg_out_number(out, weight);
      cg_out_char(out, ' ');
   }
   cg_out_string(out, cg_costs_event_name(ev));
}

/* The definition of an event of cycles. */
static void write_cycles(OutFile* out, const Machine* m, Bool overlap)
{
   static const Event terms[] = {EV_Ls,   EV_Cyw,  EV_I1mr, EV_I2mr, EV_ILmr,
                                 EV_D1mr, EV_D2mr, EV_DLmr, EV_D1mw, EV_D2mw,
                                 EV_DLmw, EV_D1mo, EV_D2mo, EV_DLmo, EV_ITm,
                                 EV_DTm,  EV_DTmo, EV_STm,  EV_STmo, EV_Bcm,
                                 EV_Bim,  EV_Brm,  EV_Sys,  EV_Wsf,  EV_Wst};
   Int                weights[N_EVENTS];

   cg_cycles_weights(m, overlap, weights);
   cg_out_string(out, overlap ? "\nevent: Cyo = Cyi" : "\nevent: Cyl = Cyi");
   for (UInt i = 0; i < sizeof terms / sizeof terms[0]; i++)
      write_term(out, weights[terms[i]], terms[i]);
   cg_out_string(out, overlap ? " : Cycles, if Misses Overlap"
                              : " : Cycles, Every Miss in Full");
}

/* A predictor other than the classic one:

      desc: Branch predictor: tage-64k, returns: 32 */
static void write_predictor(OutFile* out, const RunConfig* config)
{
   cg_out_string(out, "desc: Branch predictor: ");
   cg_out_string(out, cg_predictor_name(config->predictor));
   cg_out_string(out, ", returns: ");
   cg_out_number(out, config->return_stack);
   cg_out_char(out, '\n');
}

/* The thread whose profile this is:

      desc: Thread:           2 */
static void write_thread(OutFile* out, UInt thread)
{
   cg_out_string(out, "desc: Thread:           ");
   cg_out_number(out, thread);
   if (thread == CG_THREAD_COSTS_MAX)
      cg_out_string(out, " and later ones");
   cg_out_char(out, '\n');
}

/* What Cyv is about:

      desc: Core:             sampled after 20000000 instructions */
static void write_sampling(OutFile* out)
{
   cg_out_string(out, "desc: Core:             sampled after ");
   cg_out_number(out, CG_CONFIG_UNSAMPLED);
   cg_out_string(out, " instructions\n");
}

/* Whether the profile defines events. */
static Bool defines_events(const RunConfig* config)
{
   return config->machine && config->machine->core.width > 0;
}

static void write_header(OutFile* out, const RunConfig* config,
                         const HChar* command, UInt thread)
{
   if (config->instructions || config->calls)
      cg_out_string(out, "# callgrind format\n");
   if (config->machine)
      write_machine(out, config);
   for (CacheId id = CACHE_I1; !config->machine && id < N_CACHES; id++)
      write_cache(out, id, &config->geometry[id]);
   if (cg_config_predicts_returns(config))
      write_predictor(out, config);
   if (config->sample)
      write_sampling(out);
   if (config->calls)
      cg_out_string(out, "desc: Calls:            counted\n");
   if (config->separate_threads)
      write_thread(out, thread);
   cg_out_string(out, "cmd: ");
   write_profile_text(out, command, MAX_TEXT_BYTES);
   if (config->instructions)
      cg_out_string(out, "\npositions: instr line");
   if (defines_events(config)) {
      write_cycles(out, config->machine, False);
      write_cycles(out, config->machine, True);
   }
   cg_out_string(out, "\nevents:");
   for (Int i = 0; i < cg_costs_n_columns(); i++) {
      cg_out_char(out, ' ');
      cg_out_string(out, cg_costs_event_name(cg_costs_column_event(i)));
   }
   /* If only caches are simulated, this line has always ended in a space, and
      some readers compare lines byte by byte. */
   if (cg_costs_column_event(cg_costs_n_columns() - 1) == EV_DLmw)
      cg_out_char(out, ' ');
   cg_out_char(out, '\n');
}

/* Write the first `n' columns. */
static void write_columns(OutFile* out, const ULong counts[], Int n)
{
   for (Int i = 0; i < n; i++) {
      cg_out_char(out, ' ');
      cg_out_number(out, counts[i]);
   }
   cg_out_char(out, '\n');
}

/* How many columns a line with these counts has.  A machine has many events,
   most of which happen on few lines, so zeros at the end are left out.  Some
   readers want a count on each line, and the cg_merge of Valgrind 3.19 wants
   all; but that one cannot read definitions of events, either. */
static Int line_columns(const RunConfig* config, const ULong counts[])
{
   Int n = cg_costs_n_columns();

   while (defines_events(config) && n > 1 && counts[n - 1] == 0)
      n--;
   return n;
}

/* When long names have taken CG_TEXT_MAX_LONG_BYTES of a profile, they get
   numbers, as in Callgrind's format: "(1) NAME", and then "(1)".  A symbol of
   130 bytes can stand for 58 KB, and each line that calls it names it.  Few
   readers of profiles without calls know such numbers, and no such profile of a
   true program has so much of them. */
static SizeT long_bytes;                  /* of long names, written so far */
static UInt  n_numbered[CG_N_NAME_KINDS]; /* numbers given so far */

/* Prepare for a new profile. */
static void reset_names(void)
{
   long_bytes = 0;
   VG_(memset)(n_numbered, 0, sizeof n_numbered);
   cg_costs_reset_name_numbers();
}

/* The number of a name that gets one, or NULL. */
static UInt* number_of(NameKind kind, const HChar* name)
{
   UInt* number = cg_costs_name_number(name, kind);

   if (!number || cg_costs_looks_numbered(name))
      return number;
   long_bytes += VG_(strnlen)(name, CG_TEXT_MAX_NAME_BYTES);
   return long_bytes > CG_TEXT_MAX_LONG_BYTES ? number : NULL;
}

static void write_profile_name(OutFile* out, const HChar* key, NameKind kind,
                               const HChar* name)
{
   UInt* number = number_of(kind, name);
   Bool  known  = number && *number > 0;

   cg_out_string(out, key);
   if (number) {
      if (!known)
         *number = ++n_numbered[kind];
      cg_out_char(out, '(');
      cg_out_number(out, *number);
      cg_out_string(out, known ? ")" : ") ");
   }
   if (!known)
      write_profile_text(out, name, CG_TEXT_MAX_NAME_BYTES);
   cg_out_char(out, '\n');
}

/* Write the names of `cc' that differ from those of `previous' (NULL: there is
   none).  Names are interned, so equal names are equal pointers. */
static void write_names(OutFile* out, const RunConfig* config,
                        const CostCentre* cc, const CostCentre* previous)
{
   Bool new_object =
      config->objects
      && (!previous || cg_costs_object(cc) != cg_costs_object(previous));
   Bool new_file =
      new_object || !previous || cc->loc->file != previous->loc->file;

   if (new_object)
      write_profile_name(out, "ob=", CG_NAME_OBJECT, cg_costs_object(cc));
   if (new_file)
      write_profile_name(out, "fl=", CG_NAME_FILE, cc->loc->file);
   if (new_file || cc->loc->fn != previous->loc->fn)
      write_profile_name(out, "fn=", CG_NAME_FUNCTION, cc->loc->fn);
}

static void write_cost_centre(OutFile* out, const RunConfig* config,
                              const CostCentre* cc, const ULong counts[])
{
   if (config->instructions) {
      cg_out_address(out, cg_costs_address(cc));
      cg_out_char(out, ' ');
   }
   cg_out_number(out, cc->loc->lineno);
   write_columns(out, counts, line_columns(config, counts));
}

/* How many calls have been written to this profile. */
static UInt n_written;

/* Write the calls from `cc': for each callee, how often it was called, where it
   begins, and what that cost.  Its object and file are those of the caller,
   unless they are named. */
static void write_arcs(OutFile* out, const RunConfig* config,
                       const CostCentre* cc)
{
   Arc* const* arcs;
   UInt        n = cg_contexts_arcs(cc, &arcs);
   ULong       counts[N_EVENTS];

   for (UInt i = 0; i < n; i++) {
      Arc*          arc    = arcs[i];
      const Callee* callee = arc->callee;

      if (arc->n_calls == 0)
         continue;
      arc->number = ++n_written;
      if (config->objects && callee->object != cg_costs_object(cc))
         write_profile_name(out, "cob=", CG_NAME_OBJECT, callee->object);
      if (callee->file != cc->loc->file)
         write_profile_name(out, "cfi=", CG_NAME_FILE, callee->file);
      write_profile_name(out, "cfn=", CG_NAME_FUNCTION, callee->fn);
      cg_out_string(out, "calls=");
      cg_out_number(out, arc->n_calls);
      cg_out_char(out, ' ');
      if (config->instructions) {
         cg_out_address(out, cg_costs_address(arc->entry));
         cg_out_char(out, ' ');
      }
      cg_out_number(out, arc->entry->loc->lineno);
      cg_out_char(out, '\n');
      cg_costs_columns(arc->inclusive, counts);
      write_cost_centre(out, config, cc, counts);
   }
}

static void write_context_function(OutFile* out, const RunConfig* config,
                                   const Context* c)
{
   HChar name[40];

   if (c->fn) {
      if (config->objects)
         write_profile_name(out, "#ob=", CG_NAME_OBJECT, c->fn->object);
      write_profile_name(out, "#fl=", CG_NAME_FILE, c->fn->file);
      write_profile_name(out, "#fn=", CG_NAME_FUNCTION, c->fn->fn);
      return;
   }
   if (c->signal)
      VG_(snprintf)(name, sizeof name, "(signal %d)", c->signal);
   else
      VG_(strcpy)(name, "(no thread)");
   if (config->objects)
      write_profile_name(out, "#ob=", CG_NAME_OBJECT, "???");
   write_profile_name(out, "#fl=", CG_NAME_FILE, "???");
   write_profile_name(out, "#fn=", CG_NAME_FUNCTION, name);
}

/* Add the counts of a context to `sum', and write what that adds to its
   columns.  So columns that are rounded add up to the rounded sum, for every
   part of the tree. */
static void write_context_counts(OutFile* out, const Context* c, ULong sum[])
{
   ULong before[N_EVENTS], after[N_EVENTS];
   Int   n = cg_costs_n_columns();

   cg_costs_columns(sum, before);
   for (Int i = 0; i < cg_costs_n_counts(); i++)
      sum[i] += c->counts[i];
   cg_costs_columns(sum, after);
   while (n > 0 && after[n - 1] == before[n - 1])
      n--;
   for (Int i = 0; i < n; i++) {
      cg_out_char(out, ' ');
      cg_out_number(out, after[i] - before[i]);
   }
   cg_out_char(out, '\n');
}

static void write_contexts(OutFile* out, const RunConfig* config)
{
   ULong          sum[N_EVENTS] = {0};
   UInt           depth         = 0;
   const Context* c             = NULL;

   while ((c = cg_contexts_next(c, &depth))) {
      UInt number = c->arc ? c->arc->number : 0;

      if (number == 0)
         write_context_function(out, config, c);
      cg_out_char(out, '#');
      cg_out_number(out, depth);
      cg_out_char(out, ' ');
      cg_out_number(out, number);
      cg_out_char(out, ' ');
      cg_out_number(out, c->n_calls);
      write_context_counts(out, c, sum);
   }
}

static Bool are_zero(const ULong counts[])
{
   for (Int i = 0; i < cg_costs_n_columns(); i++)
      if (counts[i] != 0)
         return False;
   return True;
}

/* Whether lines without counts are left out: where only a part of the run is
   counted, most have none. */
static Bool leaves_out(const RunConfig* config)
{
   return config->toggle_collect || config->calls || config->separate_threads;
}

/* Write the profile and add up its columns.  Returns 0, or the error. */
static Int write_to(const HChar* path, const RunConfig* config, UInt thread,
                    ULong columns[])
{
   static OutFile    out;
   const CostCentre* previous = NULL;
   const CostCentre* cc;
   HChar*            command = cg_core_command();
   ULong             counts[N_EVENTS];

   /* From cg_out_open on nothing is allocated: without memory the core ends the
      process, and the temporary file would stay. */
   n_written = 0;
   reset_names();
   cg_costs_rewind();
   cg_out_open(&out, path);
   write_header(&out, config, command, thread);
   while ((cc = cg_costs_next())) {
      const ULong* own = cg_thread_costs_counts(cc, thread);

      if (leaves_out(config) && are_zero(own))
         continue;
      write_names(&out, config, cc, previous);
      cg_costs_columns(own, counts);
      write_cost_centre(&out, config, cc, counts);
      if (config->calls)
         write_arcs(&out, config, cc);
      for (Int i = 0; i < cg_costs_n_columns(); i++)
         columns[i] += counts[i];
      previous = cc;
   }
   if (config->calls)
      write_contexts(&out, config);
   cg_out_string(&out, "summary:");
   write_columns(&out, columns, cg_costs_n_columns());
   VG_(free)(command);
   return cg_out_close(&out);
}

void cg_profile_check(const ULong totals[N_EVENTS])
{
   tl_assert(totals[EV_Ir] == cg_costs_total(EV_Ir));
   tl_assert(totals[EV_Dr] == cg_costs_total(EV_Dr));
   tl_assert(totals[EV_Dw] == cg_costs_total(EV_Dw));
}

Bool cg_profile_write(const HChar* path, const RunConfig* config, UInt thread,
                      ULong totals[N_EVENTS])
{
   ULong columns[N_EVENTS] = {0};
   Int   error             = write_to(path, config, thread, columns);

   if (error != 0)
      cg_out_complain("the profile", path, error);

   for (Int i = 0; i < cg_costs_n_columns(); i++)
      totals[cg_costs_column_event(i)] += columns[i];
   return error == 0;
}
