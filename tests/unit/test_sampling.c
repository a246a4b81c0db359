/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_sampling.c: what is computed from samples of a run, against the events
   of all of it.

   Segments run as cg_machine_run.c has them run, with events that the test
   draws and remembers, whether they are seen or not.  Counts that are settled
   must be near these, as near as their variance says.  The variance itself is
   computed once more from the instructions and the events of each sample.

   cg_sampling.c starts only once, so each run is one of a child. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "guest/cg_contexts.h"
#include "guest/cg_cycles.h"
#include "model.h"
#include "run/cg_sampling.h"

enum {
   FIRST_PART   = CG_CONFIG_UNSAMPLED,
   N_LINES      = 8,
   N_CONTEXTS   = 3,
   MAX_SAMPLES  = 1000,
   WIDTH        = 4,
   MISPREDICT   = 15,
   D1_MISS      = 10,
   MEASURED_FOR = 13 /* runs for which one in a sample stands */
};

enum { IR, D1MO, BC, BCM, CYV, LSD, D1ML, WSF, IRS, LSS, N_COLUMNS };

static const UInt column_of[N_EVENTS] = {
   [EV_D1mo] = D1MO, [EV_Bc] = BC,   [EV_Bcm] = BCM,
   [EV_Cyv] = CYV,   [EV_Lsd] = LSD, [EV_D1ml] = D1ML,
   [EV_Wsf] = WSF,   [EV_Irs] = IRS, [EV_Lss] = LSS,
};

static const int sampled[] = {D1MO, BCM, LSD, D1ML, WSF, LSS};
enum { N_SAMPLED = sizeof sampled / sizeof *sampled };

typedef ULong Counts[N_COLUMNS];

/* A cost centre, and its counts. */
typedef ULong Line[sizeof(CostCentre) / sizeof(ULong) + N_COLUMNS];

typedef struct {
   Segment    segment;
   StaticCost cost;
   int        line, n_Bc;
} Code;

/* The instructions of a line in a sample, or in first runs before it, and the
   cycles that it lost, both with weights. */
typedef struct {
   double x, y;
} Pair;

/* What a child leaves to the tests. */
static struct {
   Line   line[N_LINES];
   Counts context[N_CONTEXTS];
   Counts happened[N_LINES];
   ULong  once[N_LINES]; /* instructions of measured runs that count once */
   Pair   pair[N_LINES][MAX_SAMPLES];
   int    n_samples;
   ULong  instructions, simulated; /* after the first part */
   bool   is_bad;
} * all;

static CostCentre* centre_of(int line)
{
   return (CostCentre*)all->line[line];
}

static ULong* counts_of(int line)
{
   return centre_of(line)->counts;
}

/* --- What cg_sampling.c calls --------------------------------------------- */

static int walked;

UInt cg_costs_column(Event ev)
{
   return column_of[ev];
}

ULong* cg_costs_count(CostCentre* cc, Event ev)
{
   return &cc->counts[column_of[ev]];
}

void cg_costs_add(CostCentre* cc, Event ev, ULong n)
{
   *cg_costs_count(cc, ev) += n;
}

UInt cg_costs_number(CostCentre* cc)
{
   return cc->number;
}

void cg_costs_rewind(void)
{
   walked = 0;
}

CostCentre* cg_costs_next(void)
{
   return walked < N_LINES ? centre_of(walked++) : NULL;
}

ULong* cg_costs_context;

void cg_contexts_each(void (*use)(ULong counts[]))
{
   for (int i = 0; i < N_CONTEXTS; i++)
      use(all->context[i]);
}

/* --- Running code --------------------------------------------------------- */

static void start(void)
{
   static Machine machine = {
      .caches[LEVEL_L1D] = {.size = 1024, .latency = 4},
      .caches[LEVEL_L2]  = {.size = 8192, .latency = 4 + D1_MISS},
      .memory_latency    = 100,
      .core              = {.width = WIDTH, .mispredict = MISPREDICT}};
   RunConfig config = {.machine = &machine, .sample = True};
   for (int i = 0; i < N_LINES; i++)
      centre_of(i)->number = (UInt)i + 1;
   cg_sampling_init(&config, allocate);
}

static Code code_of(int line, UInt n_instrs)
{
   return (Code){
      .segment = {.n_costs   = 1,
                  .costs_at  = offsetof(Code, cost),
                  .footprint = {.n_fetches = (UShort)n_instrs}},
      .cost    = {.cc = centre_of(line), .n_Ir = (UChar)n_instrs},
      .line    = line,
      .n_Bc    = 100,
   };
}

static void count(const Code* code, int column, ULong n)
{
   ULong weight = cg_sampling_weight(&code->segment);
   all->happened[code->line][column] += cg_segment_collecting * n;
   if (!cg_sampling_measures(&code->segment))
      return;
   counts_of(code->line)[column] += weight * n;
   cg_costs_context[column] += weight * n;
}

static double cycles_of(const Counts n)
{
   return (double)(D1_MISS * n[D1MO] + MISPREDICT * n[BCM]
                   + CG_CYCLES_SHARED * n[WSF])
          + (double)(n[LSS] + n[LSD]) / CG_COSTS_LOST_PARTS / WIDTH;
}

/* What the run that is counted is for the model. */
static void note(const Code* code, const Counts events)
{
   const Segment* seg    = &code->segment;
   Pair*          pair   = &all->pair[code->line][all->n_samples];
   double         weight = (double)cg_sampling_weight(seg);
   UInt           n      = seg->footprint.n_fetches;
   if (!cg_sampling_measures(seg))
      return;
   if (weight == 1)
      all->once[code->line] += n;
   if (cg_segment_machine.instructions < FIRST_PART)
      return;
   pair->x += weight * n;
   pair->y += weight * cycles_of(events);
}

/* The next samples are others. */
static void end_sample(void)
{
   if (++all->n_samples == MAX_SAMPLES)
      abort();
}

static void next_phase(void)
{
   ULong weight = cg_sampling.weight;
   cg_sampling_next_phase(cg_segment_machine.instructions);
   if (weight == MEASURED_FOR)
      end_sample();
}

/* This is known of each run. */
static void count_branches(const Code* code)
{
   ULong n = cg_segment_collecting * (ULong)code->n_Bc;
   counts_of(code->line)[BC] += n;
   all->happened[code->line][BC] += n;
   cg_costs_context[BC] += n;
}

/* Every other slot that is lost waits for a division. */
static void run(Code* code, int context, ULong d1mo, ULong bcm, ULong slots)
{
   Segment*     seg    = &code->segment;
   UInt         n      = seg->footprint.n_fetches;
   const Counts events = {[D1MO] = d1mo,
                          [BCM]  = bcm,
                          [D1ML] = 2 * d1mo,
                          [WSF]  = code->line == 0,
                          [LSD]  = slots / 2 * CG_COSTS_LOST_PARTS,
                          [LSS]  = (slots - slots / 2) * CG_COSTS_LOST_PARTS};
   ULong*       now    = &cg_segment_machine.instructions;
   cg_costs_context    = all->context[context];
   cg_costs_context[IR] += cg_segment_collecting * n;
   all->happened[code->line][IR] += cg_segment_collecting * n;
   seg->execs += cg_segment_collecting;
   *now += n;
   if (*now >= cg_sampling.until)
      next_phase();
   if (*now > FIRST_PART) {
      all->instructions += n;
      all->simulated +=
         cg_sampling.measured != CG_SAMPLING_FIRST_RUNS - 1 ? n : 0;
   }
   note(code, events);
   count_branches(code);
   count(code, D1MO, d1mo);
   count(code, D1ML, events[D1ML]);
   count(code, WSF, events[WSF]);
   count(code, LSD, events[LSD]);
   count(code, LSS, events[LSS]);
   if (cg_sampling_measures(seg))
      cg_sampling_add(seg);
   count(code, BCM, bcm); /* the branch comes last */
}

static void fold_all(Code code[], size_t n)
{
   cg_sampling_catch_up();
   end_sample();
   for (size_t i = 0; i < n; i++)
      cg_segment_fold(&code[i].segment);
}

static void settle(Code code[], size_t n)
{
   fold_all(code, n);
   cg_sampling_settle();
}

/* Run `body' in a child.  What it leaves is in `all'. */
static void in_child(void (*body)(void))
{
   int   status = -1;
   pid_t child;
   memset(all, 0, sizeof *all);
   child = fork();
   if (child == 0) {
      start();
      body();
      _exit(0);
   }
   assert_true(child > 0 && waitpid(child, &status, 0) == child);
   assert_int_equal(status, 0);
   assert_false(all->is_bad);
}

/* Instructions, with those of the first part. */
#define AFTER(n) (CG_CONFIG_UNSAMPLED + (n))

/* What one of Cyv is, in square cycles. */
#define VARIANCE ((double)CG_COSTS_VARIANCE_CYCLES * CG_COSTS_VARIANCE_CYCLES)

/* --- What must hold ------------------------------------------------------- */

/* The variance of the cycles of a line, from all samples: the rest of its
   instructions has the ratio of those of the samples.  Where there are two, the
   ratio is between them.  The line must have been sampled. */
static double variance_of(int line)
{
   const Pair* pair = all->pair[line];
   double      x = 0, y = 0, xx = 0, sum = 0, most = 0;
   double      rest = (double)(all->happened[line][IR] - all->once[line]);
   for (int i = 0; i <= all->n_samples; i++) {
      x += pair[i].x;
      y += pair[i].y;
      xx += pair[i].x * pair[i].x;
      most += pair[i].y * pair[i].y;
   }
   for (int i = 0; i <= all->n_samples; i++) {
      double d = pair[i].y - y / x * pair[i].x;
      sum += d * d;
   }
   sum = xx < x * x ? sum / (1 - xx / x / x) : most;
   return (sum < most ? sum : most) * (rest / x) * (rest / x);
}

static void check_variances(void)
{
   for (int i = 0; i < N_LINES; i++) {
      double is = (double)counts_of(i)[CYV] * VARIANCE, should;
      if (all->happened[i][IR] == all->once[i]) {
         assert_true(is == 0);
         continue;
      }
      should = variance_of(i);
      if (is < 0.99 * should - VARIANCE || is > 1.01 * should + VARIANCE)
         fail_msg("line %d: Cyv is %.0f, should be %.0f", i, is, should);
   }
}

static void check_contexts(void)
{
   for (int k = 0; k < N_SAMPLED; k++) {
      ULong of_lines = 0, of_contexts = 0;
      for (int i = 0; i < N_LINES; i++)
         of_lines += counts_of(i)[sampled[k]];
      for (int i = 0; i < N_CONTEXTS; i++)
         of_contexts += all->context[i][sampled[k]];
      if (of_lines != of_contexts)
         fail_msg("column %d: lines %llu, contexts %llu", sampled[k], of_lines,
                  of_contexts);
   }
}

/* Instructions are counted, not estimated, and all stand for themselves. */
static void check_instructions(void)
{
   for (int i = 0; i < N_LINES; i++) {
      assert_true(counts_of(i)[IR] == all->happened[i][IR]);
      assert_true(counts_of(i)[IRS] == counts_of(i)[IR]
                  || counts_of(i)[IRS] == 0);
   }
}

static void check_exact(int line)
{
   for (int k = 0; k < N_SAMPLED; k++) {
      ULong is     = counts_of(line)[sampled[k]];
      ULong should = all->happened[line][sampled[k]];
      if (is != should)
         fail_msg("line %d, column %d is %llu, should be %llu", line,
                  sampled[k], is, should);
   }
}

/* --- Programs ------------------------------------------------------------- */

enum { CODE_SIZE = 120, N_CODES = 5 };

/* How often events are in the first part that are once later. */
static ULong when_cold = 1;

/* A program of several parts, which take turns at random.  What code does
   depends on the part and on chance; most of it does not run in all parts. */
static void run_random(Code code[N_CODES], ULong n_instrs)
{
   ULong* now = &cg_segment_machine.instructions;
   ULong  end = *now + n_instrs;
   while (*now < end) {
      int   part  = (int)random_below(4);
      ULong until = *now + 20000 + random_below(part == 3 ? 60000 : 300000);
      while (*now < until) {
         ULong r = random_below(1 << 20), s = r >> 4;
         ULong n = *now < FIRST_PART ? when_cold : 1;
         switch (r & 3) {
         case 0:
            run(&code[0], 0, 0, n * (s % 50 == 0), 0);
            break;
         case 1:
            run(&code[1], (int)(s >> 14 & 1), n * (s % 3 == 0), 0, s & 7);
            break;
         case 2:
            run(&code[2], part == 3, 0, n * (s % (part == 0 ? 4 : 16) == 0), 3);
            break;
         default:
            if (part == 3)
               run(&code[3], 2, n * (s % 5 != 0), s % 9 == 0, 0);
            else
               run(&code[4], 1, s % 7 == 0, n * (s % 7 == 1), part == 1);
         }
      }
   }
}

static void make_codes(Code code[N_CODES])
{
   for (int i = 0; i < N_CODES; i++)
      code[i] = code_of(i, CODE_SIZE);
}

/* Of the next child: what makes it, and where it ends, in instructions. */
static uint64_t seed;
static ULong    run_until;

static void random_program(void)
{
   Code code[N_CODES];
   make_codes(code);
   random_seed(seed);
   run_random(code, run_until);
   settle(code, N_CODES);
}

/* CACHEGRIND_FULL: ten times as many. */
static uint64_t n_seeds(void)
{
   return getenv("CACHEGRIND_FULL") ? 2000 : 200;
}

static void check_results(void)
{
   check_instructions();
   check_contexts();
   check_variances();
}

/* Also lines that few samples have.  `percent' of the errors of each are at
   most two standard deviations. */
static void check_estimates(ULong n_instrs, uint64_t percent)
{
   uint64_t n = n_seeds(), near[N_CODES] = {0};
   double   sum[N_CODES] = {0}, squares[N_CODES] = {0};
   run_until = n_instrs;
   for (seed = 1; seed <= n; seed++) {
      in_child(random_program);
      check_instructions();
      check_contexts();
      for (int i = 0; i < N_CODES; i++) {
         const ULong* counts = counts_of(i);
         double       error  = cycles_of(counts) - cycles_of(all->happened[i]);
         near[i] += error * error <= 4 * (double)counts[CYV] * VARIANCE;
         sum[i] += error;
         squares[i] += error * error;
      }
   }
   for (int i = 0; i < N_CODES; i++) {
      double mean     = sum[i] / (double)n;
      double variance = (squares[i] / (double)n - mean * mean) / (double)n;
      if (100 * near[i] < percent * n)
         fail_msg("%llu instructions, line %d: %lu of %lu are near", n_instrs,
                  i, (unsigned long)near[i], (unsigned long)n);
      if (mean * mean > 9 * variance)
         fail_msg("%llu instructions, line %d: the mean error is %g, its "
                  "variance %g",
                  n_instrs, i, mean, variance);
   }
}

static void estimates_are_as_near_as_they_say(void** state)
{
   (void)state;
   check_estimates(AFTER(55000000), 90);
   check_estimates(AFTER(7000000), 80);
}

/* Most programs begin in another way than they go on. */
static void the_first_part_stands_for_itself(void** state)
{
   (void)state;
   when_cold = 10;
   check_estimates(AFTER(55000000), 90);
   when_cold = 1;
}

static void variances_are_those_of_the_samples(void** state)
{
   (void)state;
   run_until = AFTER(25000000);
   for (seed = 1; seed <= n_seeds() / 10; seed++) {
      in_child(random_program);
      check_results();
   }
}

/* The last run is that before the first one that may not count. */
static void short_program(void)
{
   Code code[N_CODES];
   make_codes(code);
   random_seed(1);
   run_random(code, FIRST_PART - 400000);
   while (cg_segment_machine.instructions + CODE_SIZE < FIRST_PART)
      run(&code[4], 0, 1, 1, 1);
   settle(code, N_CODES);
}

static void short_runs_are_exact(void** state)
{
   (void)state;
   in_child(short_program);
   for (int i = 0; i < N_LINES; i++) {
      check_exact(i);
      assert_int_equal(counts_of(i)[CYV], 0);
   }
   check_instructions();
   check_contexts();
}

/* Each of the lines has its own code, which does the same each time. */
static void run_regular(Code code[N_CODES], ULong n_instrs)
{
   ULong end = cg_segment_machine.instructions + n_instrs;
   for (ULong i = 0; cg_segment_machine.instructions < end; i++) {
      run(&code[i % 3], (int)(i % 2), i % 3, i % 3 == 1, 2 * (i % 3));
      if (i % 40000 < 10000)
         run(&code[3], 2, 1, 1, 1);
   }
}

static void regular_program(void)
{
   Code code[N_CODES];
   make_codes(code);
   run_regular(code, run_until);
   settle(code, N_CODES);
}

static void check_regular(void)
{
   for (int i = 0; i < N_CODES; i++) {
      check_exact(i);
      assert_int_equal(counts_of(i)[CYV], 0);
   }
   check_instructions();
   check_contexts();
}

static void what_always_happens_is_exact(void** state)
{
   static const ULong lengths[] = {AFTER(7000000), AFTER(25000000),
                                   AFTER(95000000)};
   (void)state;
   for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
      run_until = lengths[i];
      in_child(regular_program);
      check_regular();
   }
}

/* If the run ends before the first sample, what it did before stands for all,
   and may be all wrong. */
static void so_it_is_without_samples(void** state)
{
   static const ULong lengths[] = {AFTER(100000), AFTER(200000), AFTER(300000),
                                   AFTER(440000)};
   (void)state;
   for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
      run_until = lengths[i];
      in_child(regular_program);
      check_instructions();
      check_contexts();
      for (int k = 0; k < N_CODES; k++) {
         double estimated = cycles_of(all->happened[k])
                            * (double)(all->happened[k][IR] - all->once[k])
                            / (double)(all->happened[k][IR] + 1);
         check_exact(k);
         assert_true(counts_of(k)[CYV] * VARIANCE
                     <= estimated * estimated * 1.001 + VARIANCE);
         assert_true(counts_of(k)[CYV] * VARIANCE
                     >= estimated * estimated * 0.999 - VARIANCE);
      }
   }
}

enum { N_RARE = 4000 };

/* Of one line, each run of some code that is rare does something else, and each
   code has as many runs as count, or fewer. */
static void program_with_rare_code(void)
{
   static Code rare[N_RARE];
   Code        code[N_CODES];
   make_codes(code);
   random_seed(1);
   for (int i = 0; i < N_RARE; i++) {
      int n_runs = 1 + (int)random_below(CG_SAMPLING_FIRST_RUNS);
      rare[i]    = code_of(5 + i % 3, 1 + (UInt)random_below(255));
      for (int k = 0; k < n_runs; k++)
         run(&rare[i], (int)random_below(N_CONTEXTS), random_below(3),
             random_below(2), random_below(8));
      run_random(code, 10000);
   }
   fold_all(rare, N_RARE);
   settle(code, N_CODES);
}

static void rare_code_is_exact(void** state)
{
   (void)state;
   in_child(program_with_rare_code);
   for (int i = 5; i < N_LINES; i++) {
      check_exact(i);
      assert_int_equal(counts_of(i)[CYV], 0);
   }
   check_results();
}

/* Between 8 and 12 % are simulated, wherever the run ends. */
static void long_program(void)
{
   ULong n = getenv("CACHEGRIND_FULL") ? 4000000000 : 1000000000;
   Code  code[N_CODES];
   make_codes(code);
   run_regular(code, AFTER(25000000));
   while (cg_segment_machine.instructions < n) {
      double share = (double)all->simulated / (double)all->instructions;
      if (share < 0.08 || share > 0.12) {
         fprintf(stderr, "# %llu instructions: %.2f %%\n",
                 cg_segment_machine.instructions, 100 * share);
         all->is_bad = true;
      }
      run_regular(code, cg_segment_machine.instructions / 20);
   }
}

static void a_tenth_is_simulated(void** state)
{
   (void)state;
   in_child(long_program);
}

/* Settle after each part of a run, and once more. */
static void program_settled_often(void)
{
   static Line lines[N_LINES];
   Counts      context[N_CONTEXTS];
   Code        code[N_CODES];
   make_codes(code);
   random_seed(seed);
   for (int i = 0; i < 4; i++) {
      run_random(code, AFTER(random_below(12000000)) - 4000000);
      settle(code, N_CODES);
      memcpy(lines, all->line, sizeof lines);
      memcpy(context, all->context, sizeof context);
      settle(code, N_CODES);
      all->is_bad |= memcmp(lines, all->line, sizeof lines) != 0
                     || memcmp(context, all->context, sizeof context) != 0;
   }
}

static void settling_twice_changes_nothing(void** state)
{
   (void)state;
   for (seed = 1; seed <= n_seeds() / 10; seed++) {
      in_child(program_settled_often);
      check_contexts();
      check_instructions();
   }
}

static void regular_program_settled_often(void)
{
   Code code[N_CODES];
   make_codes(code);
   for (int i = 0; i < 6; i++) {
      run_regular(code, 4000000);
      settle(code, N_CODES);
   }
}

/* Later events are added to settled ones. */
static void more_can_be_measured(void** state)
{
   (void)state;
   in_child(regular_program_settled_often);
   check_regular();
}

/* Code goes away at any time, also in a sample, and comes again. */
static void program_that_loses_code(void)
{
   Code  code[N_CODES];
   Code* moving = NULL;
   make_codes(code);
   random_seed(1);
   for (ULong i = 0; cg_segment_machine.instructions < AFTER(35000000); i++) {
      if (!moving) {
         moving  = malloc(sizeof *moving);
         *moving = code_of(5, CODE_SIZE);
      }
      run(moving, (int)(i % 2), 1, 2, 3);
      run(&code[i % 2], 2, i % 3, 1, 1);
      if (one_in(1000)) {
         fold_all(moving, 1);
         memset(moving, 0xff, sizeof *moving);
         free(moving);
         moving = NULL;
      }
   }
   if (moving)
      fold_all(moving, 1);
   settle(code, N_CODES);
}

static void code_goes_away(void** state)
{
   (void)state;
   in_child(program_that_loses_code);
   check_exact(5);
   assert_int_equal(counts_of(5)[CYV], 0);
   check_results();
}

static void program_folded_often(void)
{
   Code code[N_CODES];
   make_codes(code);
   random_seed(seed);
   for (int i = 0; i < 500; i++) {
      run_random(code, 40000 + random_below(60000));
      fold_all(code, N_CODES);
   }
   settle(code, N_CODES);
}

static void nothing_is_lost_when_samples_are_parted(void** state)
{
   (void)state;
   for (seed = 1; seed <= n_seeds() / 10; seed++) {
      in_child(program_folded_often);
      check_results();
   }
}

/* Most of what is in a sample runs while nothing is counted. */
static void program_collected_in_part(void)
{
   Code code[N_CODES];
   make_codes(code);
   random_seed(seed);
   while (cg_segment_machine.instructions < AFTER(45000000)) {
      cg_segment_collecting = one_in(3);
      run_random(code, 1000 + random_below(50000));
   }
   cg_segment_collecting = 1;
   settle(code, N_CODES);
}

static void what_is_not_collected_is_in_no_sample(void** state)
{
   (void)state;
   for (seed = 1; seed <= n_seeds() / 10; seed++) {
      in_child(program_collected_in_part);
      check_results();
   }
}

/* More than a sample has room for. */
enum { N_MANY = 72000 };

static void program_of_many_segments(void)
{
   Code* many = malloc(N_MANY * sizeof *many);
   for (int i = 0; i < N_MANY; i++)
      many[i] = code_of(i % N_LINES, 1);
   for (int i = 0; cg_segment_machine.instructions < AFTER(5000000); i++) {
      ULong line = (ULong)i % N_MANY % N_LINES;
      run(&many[i % N_MANY], i % 3, line, line % 3, 1);
   }
   settle(many, N_MANY);
   free(many);
}

static void a_sample_has_many_segments(void** state)
{
   (void)state;
   in_child(program_of_many_segments);
   for (int i = 0; i < N_LINES; i++) {
      check_exact(i);
      /* No more than 1000 cycles: a sample that was parted. */
      assert_true(counts_of(i)[CYV] <= 100);
   }
   check_instructions();
   check_contexts();
}

/* Of a line that is short code with branches and long code without, samples
   have more of the first. */
static void program_with_two_kinds(void)
{
   Code code[]  = {code_of(0, 10), code_of(0, 250), code_of(1, 250)};
   code[0].n_Bc = 2;
   code[1].n_Bc = 0;
   while (cg_segment_machine.instructions < AFTER(15000000)) {
      bool is_measured = cg_sampling.weight == MEASURED_FOR;
      run(&code[0], 0, 0, 2, 0);
      if (!is_measured)
         run(&code[1], 1, 0, 0, 0);
      run(&code[2], 2, 0, 1, 0);
   }
   settle(code, 3);
}

static void a_part_is_not_more_than_the_whole(void** state)
{
   (void)state;
   in_child(program_with_two_kinds);
   assert_true(counts_of(0)[BCM] == counts_of(0)[BC]);
   assert_true(counts_of(0)[BC] == all->happened[0][BC]);
   check_exact(1);
   check_contexts();
}

/* Two events of a line become one, because samples have most of its runs.  Each
   of two contexts has less than half of it. */
static void program_with_few_events(void)
{
   Code code[N_CODES];
   make_codes(code);
   while (cg_segment_machine.instructions < AFTER(3000000)) {
      ULong n = code[1].segment.execs;
      run(&code[0], 2, 0, 0, 0);
      if (n < 16 || (n < 18 && cg_sampling.weight == MEASURED_FOR))
         run(&code[1], n % 2, 0, n < 2, 0);
   }
   settle(code, N_CODES);
}

static void contexts_have_few_events(void** state)
{
   (void)state;
   in_child(program_with_few_events);
   check_contexts();
}

/* Line 1 is in no sample.  What it waits for may be like what line 0 waits for,
   but if that line shares others with a thread, this one need not. */
static void program_with_two_lines(void)
{
   Code code[N_CODES];
   make_codes(code);
   while (cg_segment_machine.instructions < AFTER(15000000)) {
      run(&code[0], 0, 1, 0, 0);
      if (cg_segment_machine.instructions < FIRST_PART / 1000
          || cg_sampling.measured == CG_SAMPLING_FIRST_RUNS - 1)
         run(&code[1], 1, 0, 0, 0);
   }
   settle(code, N_CODES);
}

static void not_all_is_like_other_lines(void** state)
{
   (void)state;
   in_child(program_with_two_lines);
   assert_true(counts_of(1)[D1MO] > 0);
   assert_int_equal(counts_of(1)[WSF], 0);
   assert_true(counts_of(0)[WSF] > 0);
   assert_int_equal(counts_of(0)[WSF], all->happened[0][WSF]);
   check_contexts();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(short_runs_are_exact),
      cmocka_unit_test(what_always_happens_is_exact),
      cmocka_unit_test(so_it_is_without_samples),
      cmocka_unit_test(rare_code_is_exact),
      cmocka_unit_test(a_tenth_is_simulated),
      cmocka_unit_test(settling_twice_changes_nothing),
      cmocka_unit_test(more_can_be_measured),
      cmocka_unit_test(code_goes_away),
      cmocka_unit_test(nothing_is_lost_when_samples_are_parted),
      cmocka_unit_test(what_is_not_collected_is_in_no_sample),
      cmocka_unit_test(a_sample_has_many_segments),
      cmocka_unit_test(a_part_is_not_more_than_the_whole),
      cmocka_unit_test(contexts_have_few_events),
      cmocka_unit_test(not_all_is_like_other_lines),
      cmocka_unit_test(variances_are_those_of_the_samples),
      cmocka_unit_test(estimates_are_as_near_as_they_say),
      cmocka_unit_test(the_first_part_stands_for_itself),
   };
   cmocka_set_message_output(CM_OUTPUT_TAP);
   all = mmap(NULL, sizeof *all, PROT_READ | PROT_WRITE,
              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
   if (all == MAP_FAILED)
      return 1;
   return cmocka_run_group_tests(tests, NULL, NULL);
}
