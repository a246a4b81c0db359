/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_machine_run.c: what happens when a segment runs on a machine; see
   cg_machine_run.h.

   Code and data share L2 and L3, so the order of misses matters.  A run first
   looks whether each of its lines of code has a prediction.  If one has none,
   the whole run is simulated in program order.

   If all have one, the data references are done as long as they have
   predictions, too.  They hit, so they change nothing for the code.  The first
   one without a prediction, and all that follows it in the program, is
   simulated in program order, after the fetches that precede it.  If there is
   none, the fetches are done last.

   If the core of the machine is known, what it waits for is counted, too
   (sim/machine/cg_pipeline.h); cg_latency.h finds out how long its instructions
   take. */

#include "guest/cg_thread_costs.h"
#include "run/cg_machine_run.h"

#include "run/cg_analysed.h"
#include "run/cg_helpers.h"
#include "run/cg_line_use.h"
#include "run/cg_prediction.h"
#include "run/cg_sampling.h"
#include "sim/machine/cg_shared_lines.h"

#define MACHINE  (&cg_segment_machine)
#define PIPELINE (&cg_segment_machine.pipeline)

/* Valid from cg_machine_run_init on. */
static struct {
   UInt            line_size; /* bytes */
   MachineClasses* classes;   /* NULL: misses are not classified */
   ConflictCounts* counts;    /* of hits; NULL: no report */
   Bool            prefetches;

   /* Of L1I: whether a fetch matters also if its line was just fetched from,
      and how many lines it lost to caches below. */
   Bool         each_fetch;
   const ULong* losses;

   Bool has_core; /* what it waits for is counted */

   /* If so: lines that threads share.  watches: a second thread has run. */
   SharedLines* shared;
   Bool         watches;

   /* The helpers of segments predict branches, too.  branch: what the last one
      got. */
   Bool  predicts;
   UWord branch;

   /* By the source of a reference: how many of the adjacent counters it
      increments.  The last level's is the last; without L2 and L3, L1 is it. */
   UInt n_missed[N_SOURCES];
} machine_run;

/* How far the counters of events are behind the account of a reference, by its
   kind; the later ones behind that of a read.  0: not recorded. */
static struct {
   Int Wb[N_REF_KINDS], TLB[N_REF_KINDS], walk[N_REF_KINDS];
   Int Pfi[N_REF_KINDS];     /* where there are prefetchers */
   Int waits[REF_WRITE + 1]; /* Cyw; where the core is known */

   /* The misses of data that the core waits for, if it is known. */
   Int exposed, exposed_TLB, exposed_walk;
   Int code_walk; /* STmo, behind the account of a fetch */

   Int shared[REF_WRITE + 1]; /* Wsf, then Wst; where the core is known */

   UInt lost[N_LOST_KINDS]; /* the columns of Ls, or Lss, and of its parts */
   Int  late, dependent;    /* D1ml and D1mc, behind the account of a read */
} at;

/*------------------------------------------------------------*/
/*--- Start                                                ---*/
/*------------------------------------------------------------*/

/* The core may wait for a load when its function has returned. */
static void count_for(const PipelineLoad* load, UInt distance)
{
   load->account[distance] += load->weight;
   load->context[cg_segment_column[load->kind] + distance] += load->weight;
}

/* Count the misses of a load for which the core has waited. */
static void count_exposed(const PipelineLoad* load)
{
   for (UInt i = 0; i < machine_run.n_missed[load->source]; i++)
      count_for(load, at.exposed + i);
   if (load->tlb_miss && at.exposed_TLB)
      count_for(load, at.exposed_TLB);
   if (load->page_walk && at.exposed_walk)
      count_for(load, at.exposed_walk);
}

static void find_counters(const Machine* m)
{
   static const Event first[N_REF_KINDS] = {EV_I1mr, EV_D1mr, EV_D1mw};
   Bool               has_walks          = m->tlbs[TLB_2][PAGE_4K].entries > 0;

   for (RefKind kind = REF_FETCH; kind < N_REF_KINDS; kind++) {
      TlbId tlb = kind == REF_FETCH ? TLB_I : TLB_D;

      at.Wb[kind] = cg_costs_distance(first[kind], EV_Wb);
      if (m->tlbs[tlb][PAGE_4K].entries > 0)
         at.TLB[kind] =
            cg_costs_distance(first[kind], tlb == TLB_I ? EV_ITm : EV_DTm);
      if (has_walks)
         at.walk[kind] = cg_costs_distance(first[kind], EV_STm);
   }
   for (RefKind kind = REF_FETCH; machine_run.prefetches && kind < N_REF_KINDS;
        kind++)
      at.Pfi[kind] = cg_costs_distance(first[kind], EV_Pfi);
   if (!machine_run.has_core)
      return;
   for (LostKind kind = LOST_DIVISION; kind < N_LOST_KINDS; kind++)
      at.lost[kind] = cg_costs_column(EV_Lsd + kind - LOST_DIVISION);
   at.lost[LOST_SIMPLE] = cg_costs_column(cg_sampling.is_used ? EV_Lss : EV_Ls);
   at.late              = cg_costs_distance(EV_D1mr, EV_D1ml);
   at.dependent         = cg_costs_distance(EV_D1mr, EV_D1mc);
   at.exposed           = cg_costs_distance(EV_D1mr, EV_D1mo);
   if (m->tlbs[TLB_D][PAGE_4K].entries > 0)
      at.exposed_TLB = cg_costs_distance(EV_D1mr, EV_DTmo);
   if (has_walks) {
      at.exposed_walk = cg_costs_distance(EV_D1mr, EV_STmo);
      at.code_walk    = cg_costs_distance(EV_I1mr, EV_STmo);
   }
   at.waits[REF_READ]   = cg_costs_distance(EV_D1mr, EV_Cyw);
   at.waits[REF_WRITE]  = cg_costs_distance(EV_D1mw, EV_Cyw);
   at.shared[REF_READ]  = cg_costs_distance(EV_D1mr, EV_Wsf);
   at.shared[REF_WRITE] = cg_costs_distance(EV_D1mw, EV_Wsf);
}

/* Whether a prefetch can replace the line because of which it is made: in the
   same set of L1I, or of an inclusive cache.  It is in the same page of 4 KiB
   or next to it, so this takes caches with few sets. */
static Bool may_replace_own_line(const Machine* m)
{
   Bool may = m->caches[LEVEL_L1I].size
              == machine_run.line_size * m->caches[LEVEL_L1I].ways;

   for (LevelId id = LEVEL_L2; id < N_MACHINE_LEVELS; id++) {
      const CacheModel* c = &m->caches[id];

      may |= c->inclusion == CACHE_INCLUSIVE
             && c->size / c->ways / c->slices < 2 * 4096;
   }
   return may;
}

/* The owner of prefetches that were made while nothing was counted:
   their ends are not counted, either. */
#define NOBODY 0xffffffffu

static void count_prefetch(UInt owner, Bool useful)
{
   Event ev = useful ? EV_Pfu : EV_Pfx;

   if (owner == NOBODY)
      return;
   ++*cg_costs_count(cg_costs_by_number(owner), ev);
   cg_thread_costs_touch(owner);
   cg_costs_context[cg_costs_column(ev)]++;
}

void cg_machine_run_init(const RunConfig* config, void* (*alloc)(SizeT n_bytes))
{
   const Machine* m        = config->machine;
   Bool           has_both = cg_machine_has_both(m);

   machine_run.line_size = m->line_size;
   MACHINE->hierarchy    = cg_hierarchy_new(m, &MACHINE->front, alloc);
   cg_line_use_init(config, MACHINE->hierarchy, alloc);
   machine_run.prefetches = config->prefetch;
   if (machine_run.prefetches)
      cg_hierarchy_prefetch(MACHINE->hierarchy, m, count_prefetch, alloc);
   machine_run.each_fetch =
      !cg_hierarchy_predicts(MACHINE->hierarchy, LEVEL_L1I)
      || (machine_run.prefetches && may_replace_own_line(m));
   machine_run.losses            = cg_hierarchy_code_losses(MACHINE->hierarchy);
   machine_run.n_missed[FROM_L2] = 1;
   machine_run.n_missed[FROM_L3] = has_both ? 2 : 1;
   machine_run.n_missed[FROM_MEMORY] = has_both ? 3 : 2;
   machine_run.has_core              = m->core.width > 0;
   machine_run.predicts              = cg_config_runs_predict(config);
   find_counters(m);
   if (machine_run.has_core) {
      cg_pipeline_init(PIPELINE, m, alloc, count_exposed);
      machine_run.shared = cg_shared_lines_new(m->line_size, alloc);
   }
}

void cg_machine_run_thread(UInt number)
{
   cg_pipeline_forget(PIPELINE);
   cg_shared_lines_thread(machine_run.shared, number);
   machine_run.watches |= number > 1;
}

void cg_machine_run_thread_ends(UInt number)
{
   cg_shared_lines_thread_ends(machine_run.shared, number);
}

/*------------------------------------------------------------*/
/*--- Footprints                                           ---*/
/*------------------------------------------------------------*/

/* Calls add(line, instruction, its number, next), unless `add' is NULL, for
   each line of code that is not that of the instruction before.  Returns how
   many there are. */
static UInt walk_lines(const TraceInstr instrs[], UInt n_instrs,
                       void (*add)(Addr line, Addr instr, UInt number,
                                   MachineLine* next),
                       MachineLine* next)
{
   Addr mask = -(Addr)machine_run.line_size, last = 0;
   UInt n = 0;

   for (UInt i = 0; i < n_instrs; i++) {
      Addr line = instrs[i].addr & mask;
      Addr end  = (instrs[i].addr + instrs[i].size - 1) & mask;

      for (;; line = end) {
         if (n == 0 || line != last) {
            if (add)
               add(line, instrs[i].addr, i, &next[n]);
            n++;
         }
         last = line;
         if (line == end)
            break;
      }
   }
   return n;
}

Footprint cg_machine_run_footprint(const TraceInstr instrs[], UInt n_instrs,
                                   UInt n_refs, UInt times_size)
{
   return (Footprint){.n_refs     = n_refs,
                      .n_ilines   = walk_lines(instrs, n_instrs, NULL, NULL),
                      .n_fetches  = n_instrs,
                      .times_size = times_size};
}

SizeT cg_machine_run_size(const Footprint* f)
{
   return sizeof *f + f->n_refs * sizeof(SegmentRef)
          + f->n_ilines * sizeof(MachineLine)
          + f->n_fetches * sizeof(MachineFetch) + f->times_size;
}

/* A line has the prediction that its first instruction uses. */
static void set_code_line(Addr line, Addr instr, UInt number, MachineLine* to)
{
   const FrontSide* side = &MACHINE->front.sides[FRONT_CODE];
   Addr             addr = instr > line ? instr : line;

   *to = (MachineLine){
      .prediction = cg_front_prediction(side, addr),
      .line       = line,
      .fetch      = number,
   };
}

void cg_machine_run_fill(Segment* seg, const TraceInstr instrs[],
                         CostCentre* const instr_cc[])
{
   UInt          n_instrs = seg->footprint.n_fetches;
   UInt          n_refs = seg->footprint.n_refs, before = 0;
   SegmentRef*   refs  = cg_segment_refs(seg);
   MachineFetch* fetch = cg_machine_run_fetches(seg);
   MachineLine*  line  = cg_machine_run_lines(seg);

   for (UInt i = 0; i < n_instrs; i++) {
      while (before < n_refs && refs[before].n_instrs <= i)
         before++;
      fetch[i] = (MachineFetch){
         .addr        = instrs[i].addr,
         .account     = cg_costs_count(instr_cc[i], EV_I1mr),
         .size        = instrs[i].size,
         .refs_before = before,
         .owner = machine_run.prefetches ? cg_costs_number(instr_cc[i]) : 0,
      };
   }
   walk_lines(instrs, n_instrs, set_code_line, line);
   for (UInt i = 0; i < seg->footprint.n_ilines; i++)
      line[i].refs_before = fetch[line[i].fetch].refs_before;
   if (seg->footprint.times_size > 0)
      seg->times_at = (UChar*)&fetch[n_instrs] - (UChar*)seg;
}

/*------------------------------------------------------------*/
/*--- Counts                                               ---*/
/*------------------------------------------------------------*/

/* `kind' is that of the events: a modification is a read. */
static __attribute__((noinline)) void count(ULong* account, RefKind kind,
                                            const RefResult* r)
{
   ULong times = cg_segment_collecting;

   for (UInt i = 0; i < machine_run.n_missed[r->source]; i++)
      cg_segment_count(account, kind, i, times);
   if (r->tlb_miss && at.TLB[kind])
      cg_segment_count(account, kind, at.TLB[kind], times);
   if (r->page_walk && at.walk[kind])
      cg_segment_count(account, kind, at.walk[kind], times);
   if (r->n_prefetched)
      cg_segment_count(account, kind, at.Pfi[kind], times * r->n_prefetched);
   if (r->n_written == 0)
      return;
   cg_segment_count(account, kind, at.Wb[kind], times * r->n_written);
   for (UInt i = 0; i < r->n_written; i++) {
      *cg_costs_count(cg_costs_by_number(r->owners[i]), EV_Wbo) += times;
      cg_thread_costs_touch(r->owners[i]);
   }
   cg_costs_context[cg_costs_column(EV_Wbo)] += times * r->n_written;
}

/* The second line of a reference that straddles joins no queue. */
static void count_waits(Segment* seg, UInt i, Addr ea, RefKind kind_of_event,
                        const RefResult* r)
{
   const SegmentRef* ref  = &cg_segment_refs(seg)[i];
   PipelineLoad      load = {.account        = ref->account,
                             .context        = cg_costs_context,
                             .kind           = kind_of_event,
                             .weight         = cg_sampling_weight(seg),
                             .source         = r->source,
                             .tlb_miss       = r->tlb_miss,
                             .page_walk      = r->page_walk,
                             .replaces_dirty = r->replaces_dirty};
   PipelineRef told = cg_pipeline_ref(PIPELINE, cg_machine_run_times(seg), i,
                                      ref->kind, ea, &load);

   if (PIPELINE->free_at && r->source != FROM_L1)
      cg_segment_count(ref->account, kind_of_event, at.waits[kind_of_event],
                       load.weight * told.wait);
   if (told.is_late)
      cg_segment_count(ref->account, kind_of_event,
                       told.is_dependent ? at.dependent : at.late, load.weight);
}

static CostCentre* who_lost(const LostSlots* lost)
{
   Segment* seg = (Segment*)((Addr)lost->times - lost->times->owner_at);

   return cg_segment_costs(seg)[lost->cost].cc;
}

static void count_lost(const Segment* seg, CostCentre* cc, LostKind kind,
                       ULong slots)
{
   ULong parts = cg_sampling_weight(seg) * slots * CG_COSTS_LOST_PARTS;

   cc->counts[at.lost[kind]] += parts;
   cg_costs_context[at.lost[kind]] += parts;
}

/* What an older operation in another function pays counts here, where the
   context is. */
static __attribute__((noinline)) void wait_for_results(Segment*   seg,
                                                       CausedTime last)
{
   LostSlots lost[CG_PIPELINE_MAX_LOST];
   UInt n = cg_pipeline_wait(PIPELINE, cg_machine_run_times(seg), last, lost);
   LostSlots*  own = &lost[n - 1];
   CostCentre* cc  = who_lost(own);

   for (UInt i = 0; i < n - 1; i++) {
      CostCentre* older = who_lost(&lost[i]);

      count_lost(seg, older->loc->fn == cc->loc->fn ? older : cc, lost[i].kind,
                 lost[i].slots);
   }
   count_lost(seg, cc, own->kind, own->slots);
}

/* Whether the core runs `seg' this time. */
static inline Bool is_in_core(const Segment* seg)
{
   return seg->times_at && cg_sampling_measures(seg);
}

/* The core runs `seg'; `told': it may know of its references. */
static inline void run_in_core(Segment* seg, Bool told)
{
   const BlockTimes* times = cg_machine_run_times(seg);
   CausedTime        last =
      told ? cg_pipeline_run_told(PIPELINE, times, MACHINE->instructions)
                  : cg_pipeline_run(PIPELINE, times, MACHINE->instructions);

   if (last)
      wait_for_results(seg, last);
   if (UNLIKELY(cg_sampling.is_used))
      cg_sampling_add(seg);
}

void cg_machine_run_mispredicted(Segment* seg)
{
   ULong slots = cg_pipeline_mispredicted(PIPELINE);

   if (slots > 0)
      count_lost(seg, cg_segment_costs(seg)[seg->n_costs - 1].cc, LOST_SIMPLE,
                 slots);
}

static void count_machine_fetch(const Segment* seg, const MachineFetch* fetch,
                                const RefResult* result)
{
   count(fetch->account, REF_FETCH, result);
   if (result->page_walk && at.code_walk && cg_sampling_measures(seg))
      cg_segment_count(fetch->account, REF_FETCH, at.code_walk,
                       cg_sampling_weight(seg));
}

/* A modification counts as a read. */
static inline RefKind kind_of_event(const SegmentRef* ref)
{
   return ref->kind == REF_WRITE ? REF_WRITE : REF_READ;
}

static void count_machine_ref(Segment* seg, UInt i, Addr ea,
                              const RefResult* result)
{
   const SegmentRef* ref  = &cg_segment_refs(seg)[i];
   RefKind           kind = kind_of_event(ref);

   count(ref->account, kind, result);
   if (is_in_core(seg))
      count_waits(seg, i, ea, kind, result);
}

/* Uses of lines are looked at in one of so many stretches of instructions, and
   there in measured runs only. */
#define STRETCH_BITS  12
#define STRETCH_COUNT 4

static inline Bool looks_at_shared(const Segment* seg)
{
   return is_in_core(seg) && UNLIKELY(machine_run.watches)
          && (MACHINE->instructions >> STRETCH_BITS) % STRETCH_COUNT == 0;
}

/* Count the stores of a run to lines that other threads use, too. */
static __attribute__((noinline)) void count_shared(Segment*   seg,
                                                   const Addr ea[])
{
   const SegmentRef* refs = cg_segment_refs(seg);

   for (UInt i = 0; i < seg->footprint.n_refs; i++) {
      const SegmentRef* ref = &refs[i];
      SharedUse use  = cg_shared_lines_use(machine_run.shared, ea[i], ref->size,
                                           ref->kind >= REF_WRITE);
      RefKind   kind = kind_of_event(ref);

      if (use != SHARES_NOTHING)
         cg_segment_count(ref->account, kind,
                          at.shared[kind] + (use == SHARES_BYTES),
                          STRETCH_COUNT * cg_sampling_weight(seg));
   }
}

/*------------------------------------------------------------*/
/*--- Runs with a reference that has no prediction         ---*/
/*------------------------------------------------------------*/

/* Prefetches are made by the instruction `ip', for a cost centre with this
   number. */
static void set_origin(Addr ip, UInt owner)
{
   cg_hierarchy_set_origin(MACHINE->hierarchy, ip,
                           cg_segment_collecting ? owner : NOBODY);
}

/* A reference is made by the last of the instructions up to it.  If an
   instruction has too many for one segment, the next one has none. */
static void set_origin_of_ref(Segment* seg, const SegmentRef* ref, Addr ea)
{
   const MachineFetch* fetches = cg_machine_run_fetches(seg);
   const MachineFetch* by =
      LIKELY(ref->n_instrs) ? &fetches[ref->n_instrs - 1] : NULL;
   ULong* counts = (ULong*)ref->account - cg_segment_column[ref->kind];

   cg_line_use = (LineUse){.ip       = by ? by->addr : 0,
                           .ea       = ea,
                           .counts   = counts,
                           .is_write = ref->kind == REF_WRITE};
   if (UNLIKELY(machine_run.prefetches))
      set_origin(cg_line_use.ip,
                 by ? by->owner
                    : cg_costs_number(cg_costs_centre_of(counts, EV_Ir)));
}

static __attribute__((noinline)) void
machine_classified_fetch(const MachineFetch* f, RefResult* result)
{
   Outcome outcome;

   cg_machine_classes_access(machine_run.classes, REF_FETCH, f->addr, f->size,
                             0, result, &outcome);
   cg_analysed_count_fetch(&outcome);
}

static void machine_fetch(const Segment* seg, const MachineFetch* f)
{
   RefResult result;

   if (UNLIKELY(machine_run.prefetches))
      set_origin(f->addr, f->owner);
   if (UNLIKELY(machine_run.classes))
      machine_classified_fetch(f, &result);
   else
      cg_hierarchy_access(MACHINE->hierarchy, REF_FETCH, f->addr, f->size, 0,
                          &result);
   count_machine_fetch(seg, f, &result);
}

/* Whether a data reference that hits L1D changes no class, either: the fully
   associative L1D holds its line.  If so, counts the hit. */
static inline Bool keeps_classes(Addr ea)
{
   TouchedLine* line = cg_machine_classes_find(machine_run.classes, ea);

   if (!line)
      return False;
   cg_machine_classes_touch(machine_run.classes, line);
   if (machine_run.counts && cg_segment_collecting)
      cg_conflict_counts_hit(machine_run.counts, cg_machine_classes_L1D_set_of(
                                                    machine_run.classes, ea));
   return True;
}

static __attribute__((noinline)) void
machine_classified_ref(Segment* seg, UInt i, Addr ea, RefResult* result)
{
   const SegmentRef* ref = &cg_segment_refs(seg)[i];
   Outcome           outcome;

   cg_machine_classes_access(machine_run.classes, ref->kind, ea, ref->size,
                             ref->owner, result, &outcome);
   cg_analysed_count_ref(seg, i, ea, &outcome);
}

/* A load hits a line that is late. */
static __attribute__((noinline)) void note_hit(Segment* seg, UInt i, Addr ea)
{
   static const RefResult hit = {.source = FROM_L1};

   count_waits(seg, i, ea, REF_READ, &hit);
}

/* Whether the line of one of these references may be late. */
static inline Bool has_late_line(const Segment* seg, const Addr ea[], UInt n)
{
   return is_in_core(seg) && PIPELINE->start < PIPELINE->in_flight
          && cg_pipeline_has_late_line(PIPELINE, ea, n);
}

static void machine_ref(Segment* seg, UInt i, Addr ea)
{
   Front*            front = &MACHINE->front;
   const SegmentRef* ref   = &cg_segment_refs(seg)[i];
   LinePrediction*   found;
   RefResult         result;

   if (cg_front_find(&front->sides[FRONT_DATA], ea, ref->slack, &found)
       && (LIKELY(!machine_run.classes) || keeps_classes(ea))) {
      cg_front_touch(found, front->now++, cg_front_bytes(ea, ref->size),
                     ref->owner);
      if (UNLIKELY(has_late_line(seg, &ea, 1)) && ref->kind != REF_WRITE)
         note_hit(seg, i, ea);
      return;
   }
   set_origin_of_ref(seg, ref, ea);
   if (UNLIKELY(machine_run.classes))
      machine_classified_ref(seg, i, ea, &result);
   else
      cg_hierarchy_access_unpredicted(MACHINE->hierarchy, ref->kind, ea,
                                      ref->size, ref->owner, &result);
   count_machine_ref(seg, i, ea, &result);
}

/* Simulate instruction by instruction: data reference `first' and those after
   it, and the fetches after the first `n_refs' of all data references. */
static void machine_each(Segment* seg, UInt n_refs, UInt first, const Addr ea[])
{
   const MachineFetch* fetch = cg_machine_run_fetches(seg);
   const MachineFetch* end   = fetch + seg->footprint.n_fetches;
   UInt                i     = first;

   while (fetch < end && fetch->refs_before < n_refs)
      fetch++;
   for (; fetch < end; fetch++) {
      for (; i < fetch->refs_before; i++)
         machine_ref(seg, i, ea[i]);
      machine_fetch(seg, fetch);
   }
   for (; i < seg->footprint.n_refs; i++)
      machine_ref(seg, i, ea[i]);
}

/* Simulate all lines of code, and the data references from `first' on: those
   before it are done. */
static inline void machine_lines(Segment* seg, UInt first, const Addr ea[])
{
   const MachineLine* line = cg_machine_run_lines(seg);
   const MachineLine* end  = line + seg->footprint.n_ilines;

   if (UNLIKELY(machine_run.each_fetch)) {
      machine_each(seg, 0, first, ea);
      return;
   }
   for (UInt i = first;; line++) {
      UInt  next = line < end ? line->refs_before : seg->footprint.n_refs;
      ULong lost = *machine_run.losses;

      for (; i < next; i++) {
         machine_ref(seg, i, ea[i]);
         if (UNLIKELY(*machine_run.losses != lost)) {
            machine_each(seg, i + 1, i + 1, ea);
            return;
         }
      }
      if (line == end)
         return;
      if (LIKELY(line->prediction->line == line->line))
         cg_front_fetch(line->prediction, MACHINE->front.now++);
      else
         machine_fetch(seg, &cg_machine_run_fetches(seg)[line->fetch]);
   }
}

static inline Bool has_branch(const Segment* seg)
{
   return machine_run.predicts && seg->branch_kind != BRANCH_NONE;
}

/* The core must know when the branch is decided.  This is not inlined, so that
   the helpers stay small. */
static __attribute__((noinline)) void end_measured_run(Segment* seg, Bool told)
{
   if (seg->times_at)
      run_in_core(seg, told);
   if (has_branch(seg) && cg_prediction_at_once(seg, machine_run.branch)
       && seg->times_at)
      cg_machine_run_mispredicted(seg);
}

/* The caches have done their part of a run: the core, and what predicts its
   branch, do theirs. */
static inline void end_run(Segment* seg, Bool told)
{
   if (cg_sampling_measures(seg))
      end_measured_run(seg, told);
   else if (has_branch(seg))
      cg_prediction_unmeasured(seg, machine_run.branch);
}

/* The same, and all that follows. */
static inline void machine_from(Segment* seg, UInt first, const Addr ea[])
{
   machine_lines(seg, first, ea);
   end_run(seg, True);
}

CG_HELPERS_REST(machine_from)

/*------------------------------------------------------------*/
/*--- The functions called by instrumented code            ---*/
/*------------------------------------------------------------*/

/* Whether there is a prediction for each line of code. */
static CG_FRONT_INLINE Bool finds_lines(const MachineLine* line, UInt n)
{
#pragma GCC unroll 2
   for (UInt i = 0; i < n; i++)
      if (UNLIKELY(line[i].prediction->line != line[i].line))
         return False;
   return True;
}

static CG_FRONT_INLINE void run_on_front(Segment* seg, UInt n_ilines, UInt n,
                                         const Addr ea[])
{
   Front*             front = &MACHINE->front;
   const FrontSide    data  = front->sides[FRONT_DATA];
   const SegmentRef*  ref   = cg_segment_refs(seg);
   const MachineLine* line  = (const MachineLine*)(ref + n);
   ULong              now   = front->now;

   if (UNLIKELY(has_late_line(seg, ea, n)) || !finds_lines(line, n_ilines)) {
      machine_from_0(seg, ea[0], ea[1], ea[2], ea[3], ea[4]);
      return;
   }
   front->now = now + CG_SEGMENT_RUN_TICKS;
#pragma GCC unroll 8
   for (UInt i = 0; i < n; i++) {
      LinePrediction* found;

      if (UNLIKELY(!cg_front_find(&data, ea[i], ref[i].slack, &found))) {
         machine_from_jump(seg, i, ea);
         return;
      }
      cg_front_touch(found, now + i, cg_front_bytes(ea[i], ref[i].size),
                     ref[i].owner);
   }
#pragma GCC unroll 2
   for (UInt i = 0; i < n_ilines; i++)
      cg_front_fetch(line[i].prediction, now + n + i);
   end_run(seg, False);
}

static __attribute__((noinline)) void run_shared(Segment* seg, Addr a, Addr b,
                                                 Addr c, Addr d, Addr e)
{
   const Addr ea[] = {a, b, c, d, e};

   count_shared(seg, ea);
   run_on_front(seg, seg->footprint.n_ilines, seg->footprint.n_refs, ea);
}

static CG_FRONT_INLINE void run(Segment* seg, UInt n_ilines, UInt n,
                                const Addr ea[])
{
   seg->execs += cg_segment_collecting;
   MACHINE->instructions += seg->footprint.n_fetches;
   if (UNLIKELY(MACHINE->instructions >= cg_sampling.until))
      cg_sampling_next_phase(MACHINE->instructions);
   if (looks_at_shared(seg)) {
      run_shared(seg, ea[0], ea[1], ea[2], ea[3], ea[4]);
      return;
   }
   run_on_front(seg, n_ilines, n, ea);
}

static CG_FRONT_INLINE void keep_branch(Segment* seg, BranchKind kind,
                                        UWord branch)
{
   (void)seg, (void)kind;
   machine_run.branch = branch;
}

CG_HELPERS_PREDICTING(machine, run, keep_branch)

SegmentHelpers cg_machine_run_helpers = CG_HELPERS_PREDICTING_TABLE(machine);

/*------------------------------------------------------------*/
/*--- Classified runs                                      ---*/
/*------------------------------------------------------------*/

void cg_machine_run_classify(MachineClasses* classes, ConflictCounts* counts)
{
   machine_run.classes = classes;
   machine_run.counts  = counts;
}

void cg_machine_run_in_order(Segment* seg, Addr a, Addr b, Addr c, Addr d,
                             Addr e)
{
   seg->execs += cg_segment_collecting;
   MACHINE->instructions += seg->footprint.n_fetches;
   if (looks_at_shared(seg))
      count_shared(seg, (const Addr[]){a, b, c, d, e});
   machine_from_0(seg, a, b, c, d, e);
}
