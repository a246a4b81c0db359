/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_sampling.c: when the core is simulated; see cg_sampling.h. */

#include "run/cg_sampling.h"

#include "guest/cg_contexts.h"
#include "guest/cg_cycles.h"
#include "sim/cache/cg_pages.h"

/* One of so many instructions is in a sample, and of a sample, this share warms
   up: predictors need it. */
#define SAMPLES_PART 10
#define WARM_PART    4

/* A sample has this share of all instructions so far, between these limits.  A
   predictor learns more in a long one, and a short run needs several. */
#define SAMPLE_PART 200
#define MIN_SAMPLE  100000
#define MAX_SAMPLE  2000000

/* Segments that a sample can have before they are looked at. */
#define MAX_TOUCHED 65536

/* What a measured run stands for.  It need not be exact: cg_sampling_settle. */
#define WEIGHT (SAMPLES_PART * WARM_PART / (WARM_PART - 1))

#define EVERYTHING ~0ull

/* Of a line: 63 bits hold the sum of 2000 lines like it. */
#define MAX_VARIANCE (1ull << 52)

#define N_SAMPLED 21 /* events */

/* Of a cost centre: sums over all samples, of the instructions of each, x, and
   what it lost in slots, y, both with their weights.  The runs that count once
   since the last sample are in the next one.  now: x of this sample.  before:
   what was lost until the last one ended.  sampled: instructions in samples.
   settled: instructions that were added to Irs.  first: the counts of sampled
   events in the first part. */
typedef struct {
   double x, y, xx, xy, yy, now, before, sampled, settled;
   ULong  first[N_SAMPLED];
} Line;

/* Of a sampled event, while all is settled: its sums, and those of contexts
   that were looked at, before and after. */
typedef struct {
   double of_contexts, seen;
   ULong  of_lines, given;
} Sums;

typedef enum { PHASE_FIRST, PHASE_NONE, PHASE_WARM, PHASE_MEASURED } Phase;

Sampling cg_sampling = {EVERYTHING, EVERYTHING, 1, False};

/* Valid from cg_sampling_init on. */
static struct {
   ULong run; /* instructions of this sample */

   Phase phase;
   ULong n_samples; /* that are over */
   UInt  Ir, Irs;   /* columns */
   UInt  width;     /* of the core */

   /* The columns of sampled events, and of what they are a part of, or Ir's;
   own: a line does not have them because lines like it do; one count is so many
   slots. */
   UInt   n_events;
   UInt   columns[N_EVENTS], of[N_EVENTS];
   Bool   own[N_EVENTS];
   double slots[N_EVENTS];
   Sums   sums[N_EVENTS];

   /* Lines, by the numbers of their cost centres. */
   PageTable lines;

   UInt     n_touched;
   Segment* touched[MAX_TOUCHED];
} sampling;

/* The sampled events, and those of which they are a part, if any. */
static const struct {
   Event event, of;
} sampled[N_SAMPLED] = {
   {EV_Lss, EV_Ir},    {EV_Lsd, EV_Ir},    {EV_Lsf, EV_Ir},
   {EV_Lsm, EV_Ir},    {EV_Lsl, EV_Ir},    {EV_Lsp, EV_Ir},
   {EV_Lsa, EV_Ir},    {EV_Lsc, EV_Ir},    {EV_Cyw, EV_Ir},
   {EV_D1mo, EV_D1mr}, {EV_D2mo, EV_D2mr}, {EV_DLmo, EV_DLmr},
   {EV_DTmo, EV_DTm},  {EV_STmo, EV_STm},  {EV_Bcm, EV_Bc},
   {EV_Bim, EV_Bi},    {EV_Brm, EV_Br},    {EV_D1mc, EV_Ir},
   {EV_D1ml, EV_Ir},   {EV_Wsf, EV_Ir},    {EV_Wst, EV_Ir},
};

/* The first column is Ir's, and that of all events that the run does not
   record. */
static void find_events(const Machine* m)
{
   Int weights[N_EVENTS];

   cg_cycles_weights(m, True, weights);
   for (UInt i = 0; i < N_SAMPLED; i++) {
      Event  ev     = sampled[i].event;
      UInt   column = cg_costs_column(ev);
      double slots  = weights[ev] * (double)m->core.width;

      if (column == 0)
         continue;
      if (ev == EV_Lss || (ev >= EV_Lsd && ev <= EV_Lsc))
         slots = 1.0 / CG_COSTS_LOST_PARTS;
      else if (ev == EV_Cyw)
         slots = 1;
      sampling.columns[sampling.n_events] = column;
      sampling.of[sampling.n_events]      = cg_costs_column(sampled[i].of);
      sampling.own[sampling.n_events]     = ev == EV_Wsf || ev == EV_Wst;
      sampling.slots[sampling.n_events++] = slots;
   }
}

void cg_sampling_init(const RunConfig* config, void* (*alloc)(SizeT n_bytes))
{
   if (!config->sample)
      return;
   cg_sampling.is_used = True;

   sampling.width    = config->machine->core.width;
   sampling.Ir       = cg_costs_column(EV_Ir);
   sampling.Irs      = cg_costs_column(EV_Irs);
   cg_sampling.until = CG_CONFIG_UNSAMPLED;
   find_events(config->machine);
   cg_pages_init(&sampling.lines, CG_PAGES_LINES * sizeof(Line), alloc);
}

/*------------------------------------------------------------*/
/*--- Samples                                              ---*/
/*------------------------------------------------------------*/

static Line* line_of(CostCentre* cc)
{
   UInt  number = cg_costs_number(cc);
   Line* lines  = cg_pages_at(&sampling.lines, number >> CG_PAGES_BITS);

   return &lines[number % CG_PAGES_LINES];
}

void cg_sampling_add(Segment* seg)
{
   ULong weight = cg_sampling_weight(seg);

   seg->measured += weight;
   cg_costs_context[sampling.Irs] += weight * seg->footprint.n_fetches;
   if (sampling.phase == PHASE_FIRST || weight == 0)
      return;
   if (seg->sampled == 0 && seg->once == 0)
      sampling.touched[sampling.n_touched++] = seg;
   if (weight == 1)
      seg->once++;
   else
      seg->sampled++;
   if (sampling.n_touched == MAX_TOUCHED)
      cg_sampling_catch_up();
}

/* What the line has lost so far, in slots, as counted. */
static double lost_by(const CostCentre* cc)
{
   double sum = 0;

   for (UInt i = 0; i < sampling.n_events; i++)
      sum += sampling.slots[i] * (double)cc->counts[sampling.columns[i]];
   return sum;
}

/* What was counted so far is of no sample. */
static void note_first_part(void)
{
   CostCentre* cc;

   cg_costs_rewind();
   while ((cc = cg_costs_next())) {
      Line* line = line_of(cc);

      line->before = lost_by(cc);
      for (UInt i = 0; i < sampling.n_events; i++)
         line->first[i] = cc->counts[sampling.columns[i]];
   }
}

static void end_sample_of(CostCentre* cc)
{
   Line*  line = line_of(cc);
   double x = line->now, y = lost_by(cc) - line->before;

   if (x == 0)
      return;
   line->x += x;
   line->y += y;
   line->xx += x * x;
   line->xy += x * y;
   line->yy += y * y;
   line->before += y;
   line->now = 0;
}

void cg_sampling_catch_up(void)
{
   UInt n = sampling.n_touched;

   for (UInt i = 0; i < n; i++) {
      Segment*          seg  = sampling.touched[i];
      const StaticCost* cost = cg_segment_costs(seg);
      double            x    = (double)WEIGHT * seg->sampled + seg->once;

      for (UInt k = 0; k < seg->n_costs; k++) {
         Line* line = line_of(cost[k].cc);

         line->now += x * cost[k].n_Ir;
         line->sampled += (double)seg->sampled * cost[k].n_Ir;
      }
   }
   for (UInt i = 0; i < n; i++) {
      Segment*          seg  = sampling.touched[i];
      const StaticCost* cost = cg_segment_costs(seg);

      for (UInt k = 0; k < seg->n_costs; k++)
         end_sample_of(cost[k].cc);
      seg->sampled = seg->once = 0;
   }
   sampling.n_touched = 0;
}

/*------------------------------------------------------------*/
/*--- Phases                                               ---*/
/*------------------------------------------------------------*/

/* From the end of a sample to the next one: half to one and a half of what it
   is in the mean.  Multiples of the golden ratio, less their whole part, are
   spread evenly. */
static ULong distance(void)
{
   ULong mean  = (SAMPLES_PART - 1) * sampling.run;
   ULong share = sampling.n_samples * 0x9E3779B97F4A7C15ull >> 32;

   return mean / 2 + (share * mean >> 32);
}

static void set(Phase phase, ULong until, ULong measured, ULong weight)
{
   sampling.phase       = phase;
   cg_sampling.until    = until;
   cg_sampling.measured = measured;
   cg_sampling.weight   = weight;
}

static ULong length_at(ULong now)
{
   ULong length = now / SAMPLE_PART;

   return length < MIN_SAMPLE   ? MIN_SAMPLE
          : length > MAX_SAMPLE ? MAX_SAMPLE
                                : length;
}

static void wait(ULong now)
{
   sampling.run = length_at(now);
   set(PHASE_NONE, now + distance(), CG_SAMPLING_FIRST_RUNS - 1, 1);
}

void cg_sampling_next_phase(ULong now)
{
   ULong warm = sampling.run / WARM_PART;

   switch (sampling.phase) {
   case PHASE_FIRST:
      note_first_part();
      wait(now);
      break;
   case PHASE_NONE:
      cg_pipeline_forget(&cg_segment_machine.pipeline);
      set(PHASE_WARM, now + warm, EVERYTHING, 0);
      break;
   case PHASE_WARM:
      set(PHASE_MEASURED, now + sampling.run - warm, EVERYTHING, WEIGHT);
      break;
   case PHASE_MEASURED:
      cg_sampling_catch_up();
      sampling.n_samples++;
      wait(now);
      break;
   }
}

/*------------------------------------------------------------*/
/*--- Results                                              ---*/
/*------------------------------------------------------------*/

/* The sum of squares of what samples differ from the ratio of sums, y / x,
   which is nearer to them than to what is not in them: of n samples of the same
   length by n - 1 / n.  One sample does not tell how much they differ. */
static double spread_of(const Line* line)
{
   double ratio  = line->y / line->x;
   double spread = line->yy - 2 * ratio * line->xy + ratio * ratio * line->xx;
   double nearer = 1 - line->xx / (line->x * line->x);

   if (nearer <= 0 || spread > nearer * line->yy)
      return line->yy;
   return spread > 0 ? spread / nearer : 0;
}

/* Lines that run about as often as each other, and so have about the same
   chance to be in a sample: from one power of 4 to the next, in instructions.
   Lines that no sample has are taken to be like those of their group that one
   has. */
#define N_GROUPS 32

/* Instructions of the first part of a line that tell as much as its group. */
#define FIRST_LIKE 10000.0

typedef struct {
   double x;                    /* instructions of those in samples */
   double events[N_EVENTS];     /* theirs, by sampled event */
   double n, y, rates, squares; /* how many they are; what they lost; the sums
                                   of what each lost for an instruction */
   double rest; /* instructions that were not measured, of those in none */
} Group;

static Group groups[N_GROUPS + 1]; /* the last one: all lines */

static Group* group_of(const CostCentre* cc)
{
   ULong ran = cc->counts[sampling.Ir];

   return &groups[(63 - __builtin_clzll(ran | 1)) / 2];
}

/* What was not measured. */
static double rest_of(const CostCentre* cc)
{
   return (double)cc->counts[sampling.Ir] - (double)cc->counts[sampling.Irs];
}

static void add_to(Group* group, const CostCentre* cc, const Line* line)
{
   double rate;

   if (line->sampled == 0) {
      group->rest += rest_of(cc);
      return;
   }
   for (UInt i = 0; i < sampling.n_events; i++)
      group->events[i] +=
         (double)(cc->counts[sampling.columns[i]] - line->first[i]);
   rate = line->y / line->x;
   group->n++;
   group->x += line->x;
   group->y += line->y;
   group->rates += rate;
   group->squares += rate * rate;
}

static void fill_groups(void)
{
   CostCentre* cc;

   for (UInt i = 0; i <= N_GROUPS; i++)
      groups[i] = (Group){.n = 0};
   cg_costs_rewind();
   while ((cc = cg_costs_next())) {
      const Line* line = line_of(cc);

      if (cc->counts[sampling.Ir] == 0)
         continue;
      add_to(group_of(cc), cc, line);
      add_to(&groups[N_GROUPS], cc, line);
   }
}

/* A group of fewer lines does not tell how much they differ. */
#define MIN_LINES 10

/* The group that tells what a line in no sample is like. */
static const Group* likes_of(const CostCentre* cc)
{
   const Group* group = group_of(cc);

   return group->n >= MIN_LINES ? group : &groups[N_GROUPS];
}

/* As Cyv is counted. */
static ULong variance_from(double slots_squared)
{
   double cycles = (double)sampling.width * CG_COSTS_VARIANCE_CYCLES;
   double n      = slots_squared / (cycles * cycles) + 0.5;

   return n < MAX_VARIANCE ? (ULong)n : MAX_VARIANCE;
}

/* What is estimated for `rest' instructions from samples of the line. */
static ULong variance_of_sampled(const Line* line, double rest)
{
   double factor = rest / line->x;

   return rest > 0 ? variance_from(spread_of(line) * factor * factor) : 0;
}

/* The same from its group, if that much is lost: how much lines there differ
   from each other, and what is not known of their mean, which all lines of the
   group have in common.  If there are few, it may be all wrong. */
static ULong variance_of_like(const Group* group, double rest, double lost)
{
   double mean, spread;

   if (group->n < MIN_LINES)
      return variance_from(lost * lost);
   mean   = group->rates / group->n;
   spread = (group->squares - group->n * mean * mean) / (group->n - 1);
   if (spread <= 0 || rest <= 0)
      return 0;
   return variance_from(spread * rest * (rest + group->rest / group->n));
}

/* A part is not more than the whole. */
static double bounded(const ULong counts[], UInt i, double n)
{
   double whole = (double)counts[sampling.of[i]];

   return sampling.of[i] != sampling.Ir && n > whole ? whole : n;
}

/* Sampled event `i' of a context. */
static double estimate(const ULong counts[], UInt i, double factor)
{
   return bounded(counts, i, (double)counts[sampling.columns[i]] * factor);
}

static void set_count(CostCentre* cc, UInt i, double n)
{
   ULong* count = &cc->counts[sampling.columns[i]];

   *count = (ULong)(bounded(cc->counts, i, n) + 0.5);
   sampling.sums[i].of_lines += *count;
}

/* The first part stands for itself, and the rest is multiplied. */
static void settle_sampled(CostCentre* cc, const Line* line)
{
   double ran        = (double)cc->counts[sampling.Ir];
   double stands_for = (double)cc->counts[sampling.Irs];
   double first      = stands_for - line->settled - line->x;
   double once   = stands_for - line->settled - (double)WEIGHT * line->sampled;
   double factor = (ran - first) / (stands_for - first);

   *cg_costs_count(cc, EV_Cyv) = variance_of_sampled(line, ran - once);
   for (UInt i = 0; i < sampling.n_events; i++) {
      double n = (double)cc->counts[sampling.columns[i]];

      set_count(cc, i, line->first[i] + (n - line->first[i]) * factor);
   }
}

/* What was measured stands for itself.  The rest is like the first part of the
   line, as far as it ran there, and like its group. */
static void settle_like(CostCentre* cc, const Line* line)
{
   const Group* group = likes_of(cc);
   double       rest = rest_of(cc), weight = group->x > 0 ? FIRST_LIKE : 0;
   double       first = (double)cc->counts[sampling.Irs] - line->settled
                  - (group->x > 0 ? line->x : 0);
   double lost = 0;

   if (first + weight <= 0)
      return;
   for (UInt i = 0; i < sampling.n_events; i++) {
      double counted = (double)cc->counts[sampling.columns[i]];
      double more    = group->x > 0 ? line->first[i] : counted;

      if (group->x > 0 && !sampling.own[i])
         more += weight * group->events[i] / group->x;
      more *= rest / (first + weight);
      lost += more * sampling.slots[i];
      set_count(cc, i, counted + more);
   }
   *cg_costs_count(cc, EV_Cyv) += variance_of_like(group, rest, lost);
}

static void settle_line(CostCentre* cc)
{
   Line* line = line_of(cc);

   if (line->sampled > 0)
      settle_sampled(cc, line);
   else
      settle_like(cc, line);
   line->before = lost_by(cc);
   if (cc->counts[sampling.Irs] > 0) {
      line->settled += rest_of(cc);
      cc->counts[sampling.Irs] = cc->counts[sampling.Ir];
   }
}

/* A context has no first part of its own: what its counts stand for. */
static double factor_of(const ULong counts[])
{
   ULong ran = counts[sampling.Ir], stands_for = counts[sampling.Irs];

   return stands_for == 0 ? 1 : (double)ran / (double)stands_for;
}

static void add_context(ULong counts[])
{
   double factor = factor_of(counts);

   for (UInt i = 0; i < sampling.n_events; i++)
      sampling.sums[i].of_contexts += estimate(counts, i, factor);
}

/* Settle a context, so that all have the sum of all lines. */
static void settle_context(ULong counts[])
{
   double factor = factor_of(counts);

   for (UInt i = 0; i < sampling.n_events; i++) {
      Sums*  sums  = &sampling.sums[i];
      ULong* count = &counts[sampling.columns[i]];
      ULong  should;

      if (sums->of_contexts == 0)
         continue;
      sums->seen += estimate(counts, i, factor);
      should =
         (ULong)(sums->seen * (double)sums->of_lines / sums->of_contexts + 0.5);
      *count      = should - sums->given;
      sums->given = should;
   }
   if (counts[sampling.Irs] > 0)
      counts[sampling.Irs] = counts[sampling.Ir];
}

void cg_sampling_settle(void)
{
   CostCentre* cc;

   if (sampling.phase == PHASE_FIRST)
      return;
   cg_sampling_catch_up();
   for (UInt i = 0; i < sampling.n_events; i++)
      sampling.sums[i] = (Sums){.of_lines = 0};
   fill_groups();
   cg_costs_rewind();
   while ((cc = cg_costs_next()))
      settle_line(cc);
   cg_contexts_each(add_context);
   cg_contexts_each(settle_context);
}
