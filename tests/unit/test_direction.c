/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_direction.c: tests the predictors of directions - bimodal, gshare,
   perceptron and hashed perceptron - and of returns.

   Their counts on one stream of branches are those of other implementations.
   There are cases worked out by hand, laws, and comparisons with the plain
   models on random branches. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "sim/branch/cg_bimodal.h"
#include "sim/branch/cg_gshare.h"
#include "sim/branch/cg_hashed_perceptron.h"
#include "sim/branch/cg_perceptron.h"
#include "sim/branch/cg_return_stack.h"
#include "model.h"
#include "branch_streams.h"
#include "model_direction.h"

enum { AT = 0x401000 };

/* --- All four alike ----------------------------------------------------------
 */

typedef enum { BIMODAL, GSHARE, PERCEPTRON, HASHED, N_PREDICTORS } Which;

typedef struct {
   Which             which;
   Bimodal*          bimodal;
   Gshare*           gshare;
   Perceptron*       perceptron;
   HashedPerceptron* hashed;
} AnyPredictor;

static AnyPredictor any_new(Which which)
{
   AnyPredictor p = {.which = which};
   switch (which) {
   case BIMODAL:
      p.bimodal = cg_bimodal_new(allocate);
      break;
   case GSHARE:
      p.gshare = cg_gshare_new(allocate);
      break;
   case PERCEPTRON:
      p.perceptron = cg_perceptron_new(allocate);
      break;
   default:
      p.hashed = cg_hashed_perceptron_new(allocate);
   }
   return p;
}

static bool any_cond(AnyPredictor* p, Addr pc, bool taken)
{
   switch (p->which) {
   case BIMODAL:
      return cg_bimodal_cond(p->bimodal, pc, taken);
   case GSHARE:
      return cg_gshare_cond(p->gshare, pc, taken);
   case PERCEPTRON:
      return cg_perceptron_cond(p->perceptron, pc, taken);
   default:
      return cg_hashed_perceptron_cond(p->hashed, pc, taken);
   }
}

/* Execute a branch `n' times with the same outcome.  Returns the number of
   mispredictions. */
static int repeat(AnyPredictor* p, Addr pc, bool taken, int n)
{
   int wrong = 0;
   for (int i = 0; i < n; i++)
      wrong += any_cond(p, pc, taken) != taken;
   return wrong;
}

/* --- Counts of other implementations -----------------------------------------
   The stream has 300000 branches, 206248 of them conditional, which the
   predictors get. */

enum { N_STREAM = 300000 };

static void stream_has_the_results_that_are_known(void** state)
{
   static const struct {
      int      wrong;
      uint64_t hash; /* FNV-1a of all predictions */
   } known[N_PREDICTORS] = {[BIMODAL]    = {41531, 0x6bf5615d926c44b4},
                            [GSHARE]     = {65647, 0x99fa904d07389a32},
                            [PERCEPTRON] = {36631, 0x38181b915d1b17ac},
                            [HASHED]     = {30198, 0xe6bbe6b9d6259f95}};
   Branch*      stream   = mixed_stream(42, N_STREAM);
   AnyPredictor p[N_PREDICTORS];
   int          n = 0, wrong[N_PREDICTORS] = {0};
   uint64_t     hash[N_PREDICTORS];
   (void)state;
   for (Which w = BIMODAL; w < N_PREDICTORS; w++) {
      p[w]    = any_new(w);
      hash[w] = FNV_START;
   }
   for (int i = 0; i < N_STREAM; i++) {
      Branch b = stream[i];
      if (b.type != TYPE_CONDITIONAL)
         continue;
      n++;
      for (Which w = BIMODAL; w < N_PREDICTORS; w++) {
         bool taken = any_cond(&p[w], b.pc, b.taken);
         wrong[w] += taken != b.taken;
         hash[w] = fnv(hash[w], taken);
      }
   }
   assert_int_equal(n, 206248);
   for (Which w = BIMODAL; w < N_PREDICTORS; w++) {
      assert_int_equal(wrong[w], known[w].wrong);
      assert_true(hash[w] == known[w].hash);
   }
   free(stream);
   release_all();
}

/* --- bimodal, by hand --------------------------------------------------------
 */

static void bimodal_learns_in_two_and_forgets_in_two(void** state)
{
   AnyPredictor p = any_new(BIMODAL);
   (void)state;
   assert_int_equal(repeat(&p, AT, false, 100), 0);
   assert_int_equal(repeat(&p, AT, true, 2), 2);
   assert_int_equal(repeat(&p, AT, true, 100), 0);
   assert_int_equal(repeat(&p, AT, false, 1), 1);
   assert_int_equal(repeat(&p, AT, true, 1), 0);
   assert_int_equal(repeat(&p, AT, false, 2), 2);
   assert_int_equal(repeat(&p, AT, false, 1), 0);
   release_all();
}

static void bimodal_has_16381_counters(void** state)
{
   AnyPredictor p = any_new(BIMODAL);
   (void)state;
   repeat(&p, 5, true, 2);
   assert_int_equal(repeat(&p, 5 + 16381, true, 1), 0);
   assert_int_equal(repeat(&p, 5 + 16384, true, 1), 1);
   assert_int_equal(repeat(&p, 16380, true, 2), 2);
   release_all();
}

/* --- gshare, by hand ---------------------------------------------------------
 */

/* Histories of 0 to 14 times 1 choose 15 counters; the last one then stays. */
static void gshare_learns_once_for_each_history(void** state)
{
   AnyPredictor p = any_new(GSHARE);
   (void)state;
   assert_int_equal(repeat(&p, AT, false, 100), 0);
   assert_int_equal(repeat(&p, AT, true, 15), 15);
   assert_int_equal(repeat(&p, AT, true, 1000), 0);
   release_all();
}

/* The history is 0 all the time.  3 needs three outcomes of the other kind to
   become 0, which is the only value that predicts "not taken". */
static void gshare_counters_saturate(void** state)
{
   AnyPredictor p = any_new(GSHARE);
   (void)state;
   for (int i = 0; i < 5; i++) {
      assert_int_equal(repeat(&p, 0, true, 1), i == 0);
      repeat(&p, 0x5555, false, 14);
   }
   for (int i = 0; i < 4; i++)
      assert_int_equal(repeat(&p, 0, false, 1), i < 3);
   release_all();
}

static void gshare_folds_the_address(void** state)
{
   const Addr same[]  = {1 ^ 1 << 14,       1 ^ 1 << 28,
                         1 << 13 ^ 1 << 27, (ULong)1 << 41 ^ 1 << 13,
                         (ULong)1 << 42,    (ULong)1 << 63};
   const Addr other[] = {1, 1 << 13, 1 << 14, 1 << 27, 1 << 28, (ULong)1 << 41};
   AnyPredictor p     = any_new(GSHARE);
   (void)state;
   repeat(&p, AT, true, 1);
   repeat(&p, 0, false, 14);
   for (size_t i = 0; i < sizeof other / sizeof *other; i++)
      assert_int_equal(repeat(&p, AT ^ other[i], false, 1), 0);
   for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
      assert_int_equal(repeat(&p, AT ^ same[i], false, 1), 1);
      repeat(&p, 0, false, 14);
      assert_int_equal(repeat(&p, AT, true, 1), 1);
      repeat(&p, 0, false, 14);
   }
   release_all();
}

/* --- perceptron, by hand -----------------------------------------------------
 */

/* The first sum is 0, so "taken" is expected.  24 outcomes and the bias then
   say -25. */
static void perceptron_learns_never_at_once(void** state)
{
   AnyPredictor p = any_new(PERCEPTRON);
   (void)state;
   assert_int_equal(repeat(&p, AT, false, 1), 1);
   for (int i = 0; i < CG_PERCEPTRON_LANES; i++)
      assert_int_equal(p.perceptron->weight[AT % 163][i],
                       i < 24                    ? 1
                       : i == CG_PERCEPTRON_BIAS ? -1
                                                 : 0);
   assert_int_equal(repeat(&p, AT, false, 1000), 0);
   release_all();
}

/* The sum is the bias, as all other weights are 0.  Right and beyond 60 is left
   alone; right within 60, and wrong, is learnt. */
static void perceptron_learns_up_to_60(void** state)
{
   static const struct {
      int  bias;
      bool taken;
      int  then;
   } rows[]       = {{60, true, 61},     {61, true, 61},     {61, false, 60},
                     {0, true, 1},       {-1, true, 0},      {-60, false, -61},
                     {-61, false, -61},  {-61, true, -60},   {127, false, 126},
                     {-128, true, -127}, {-128, false, -128}};
   AnyPredictor p = any_new(PERCEPTRON);
   (void)state;
   for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
      signed char* weight = p.perceptron->weight[7];
      memset(weight, 0, CG_PERCEPTRON_LANES);
      weight[CG_PERCEPTRON_BIAS] = rows[i].bias;
      assert_int_equal(any_cond(&p, 7 + 163 * 11, rows[i].taken),
                       rows[i].bias >= 0);
      assert_int_equal(weight[CG_PERCEPTRON_BIAS], rows[i].then);
   }
   release_all();
}

/* One outcome is taken, of 300.  The weight 5 then says +5 or -5 of it. */
static void perceptron_remembers_24_outcomes(void** state)
{
   (void)state;
   for (int i = 0; i < 24; i++) {
      AnyPredictor p = any_new(PERCEPTRON);
      repeat(&p, 0, false, 100);
      repeat(&p, 0, true, 1);
      for (int age = 0; age < 200; age++) {
         signed char* weight = p.perceptron->weight[7];
         memset(weight, 0, CG_PERCEPTRON_LANES);
         weight[i] = 5;
         assert_int_equal(any_cond(&p, 7, false), age == i);
      }
      release_all();
   }
}

/* No outcome is "taken", so the first sum is 128 - 127 - 1: "taken" is right,
   and weak.  The others are too far from 0 to be learnt, or do not fit. */
static void perceptron_weights_saturate(void** state)
{
   AnyPredictor p      = any_new(PERCEPTRON);
   signed char* weight = p.perceptron->weight[7];
   (void)state;
   weight[0]                  = -128;
   weight[1]                  = 127;
   weight[23]                 = 1;
   weight[CG_PERCEPTRON_BIAS] = 0;
   assert_true(any_cond(&p, 7, true));
   assert_int_equal(weight[0], -128);
   assert_int_equal(weight[1], 126);
   assert_int_equal(weight[23], 0);
   assert_int_equal(weight[CG_PERCEPTRON_BIAS], 1);

   p      = any_new(PERCEPTRON);
   weight = p.perceptron->weight[7];
   memset(weight, -128, CG_PERCEPTRON_BIAS);
   weight[CG_PERCEPTRON_BIAS] = 127;
   assert_true(any_cond(&p, 7, true));
   assert_int_equal(weight[CG_PERCEPTRON_BIAS], 127);
   memset(weight, 127, CG_PERCEPTRON_BIAS);
   weight[0]                  = -128;
   weight[CG_PERCEPTRON_BIAS] = -128;
   assert_false(any_cond(&p, 7, true));
   release_all();
}

/* --- hashed perceptron, by hand ----------------------------------------------
 */

/* A sum of 0 is "not taken"; one outcome moves 16 weights. */
static void hashed_learns_at_once(void** state)
{
   AnyPredictor p = any_new(HASHED);
   (void)state;
   assert_int_equal(repeat(&p, AT, false, 1000), 0);
   p = any_new(HASHED);
   assert_int_equal(repeat(&p, AT, true, 1), 1);
   for (int i = 0; i < 16; i++)
      assert_int_equal(p.hashed->weight[i][AT % 4096], 1);
   release_all();
}

/* One outcome was taken, `age' outcomes ago.  In each table it moves the place
   of the weight by one bit, as long as the table looks back so far.  Before
   that, the history began with some outcomes that the tables have forgotten. */
static void hashed_folds_the_history(void** state)
{
   static const int length[] = {0,  3,  4,  6,  8,  10,  14,  19,
                                26, 36, 49, 67, 91, 125, 170, 232};
   (void)state;
   for (int i = 0; i < 16; i++) {
      AnyPredictor p = any_new(HASHED);
      repeat(&p, AT, true, 77);
      repeat(&p, AT, false, 300);
      repeat(&p, AT, true, 1);
      for (int age = 0; age < 300; age++) {
         int bit = age < length[i] ? 1 << age % 12 : 0;
         memset(p.hashed->weight, 0, sizeof p.hashed->weight);
         p.hashed->weight[i][(AT ^ bit) % 4096] = 1;
         assert_true(any_cond(&p, AT + 4096 * 5, false));
      }
      release_all();
   }
}

/* All weights of the place are alike; the sum is 16 times that. */
static void hashed_learns_below_its_threshold(void** state)
{
   static const struct {
      int  weight, threshold;
      bool taken;
      int  then;
   } rows[]       = {{1, 16, true, 1},        {1, 17, true, 2},
                     {1, 1, false, 0},        {-1, 16, false, -1},
                     {-1, 17, false, -2},     {0, 0, false, 0},
                     {0, 1, false, -1},       {0, 0, true, 1},
                     {127, 9999, true, 127},  {-128, 9999, false, -128},
                     {127, 9999, false, 126}, {-128, 9999, true, -127}};
   AnyPredictor p = any_new(HASHED);
   (void)state;
   for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
      memset(p.hashed->weight, rows[i].weight, sizeof p.hashed->weight);
      p.hashed->threshold = rows[i].threshold;
      assert_int_equal(any_cond(&p, 7, rows[i].taken), rows[i].weight >= 1);
      assert_int_equal(p.hashed->weight[0][7], rows[i].then);
   }
   release_all();
}

static void hashed_threshold_follows_the_balance(void** state)
{
   AnyPredictor      p = any_new(HASHED);
   HashedPerceptron* h = p.hashed;
   (void)state;
   for (int i = 0; i < 100; i++) {
      memset(h->weight, 0, sizeof h->weight);
      assert_int_equal(h->threshold, 10 + i / 18);
      assert_int_equal(h->balance, i % 18);
      assert_false(any_cond(&p, 7, true));
   }
   h->threshold = 10;
   h->balance   = 0;
   for (int i = 0; i < 100; i++) {
      memset(h->weight, 0, sizeof h->weight);
      assert_int_equal(h->threshold, 10 - i / 18);
      assert_int_equal(h->balance, -(i % 18));
      assert_false(any_cond(&p, 7, false));
   }
   /* A prediction that is right and strong changes neither. */
   memset(h->weight, 1, sizeof h->weight);
   h->balance = 3;
   assert_true(any_cond(&p, 7, true));
   assert_int_equal(h->balance, 3);
   release_all();
}

/* --- Returns, by hand --------------------------------------------------------
 */

static void call(ReturnStack* s, Addr pc, unsigned size)
{
   Branch b = {.pc = pc, .type = TYPE_CALL, .size = size, .taken = 1};
   cg_return_stack_call(s, &b);
}

static void returns_go_after_their_calls(void** state)
{
   ReturnStack s;
   (void)state;
   cg_return_stack_init(&s, 16);
   call(&s, 0x1000, 5);
   call(&s, 0x2000, 2);
   assert_true(cg_return_stack_return(&s, 0x2002));
   call(&s, 0x3000, 3);
   assert_true(cg_return_stack_return(&s, 0x3003));
   assert_true(cg_return_stack_return(&s, 0x1005));
}

static void returns_elsewhere_are_wrong_and_take_a_call_away(void** state)
{
   static const Addr wrong[] = {0, 0x2000, 0x2001, 0x2003, 0x2011, 0x1005};
   (void)state;
   for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
      ReturnStack s;
      cg_return_stack_init(&s, 16);
      call(&s, 0x1000, 5);
      call(&s, 0x2000, 2);
      assert_false(cg_return_stack_return(&s, wrong[i]));
      assert_true(cg_return_stack_return(&s, 0x1005));
   }
}

static void calls_of_unknown_size_have_1_to_15_bytes(void** state)
{
   static const Addr ends[] = {0x1000, (Addr)-4};
   (void)state;
   for (size_t i = 0; i < 2; i++)
      for (int after = -3; after < 300; after++) {
         ReturnStack s;
         cg_return_stack_init(&s, 1);
         call(&s, ends[i], 0);
         assert_int_equal(cg_return_stack_return(&s, ends[i] + (Addr)after),
                          after >= 1 && after <= 15);
      }
}

/* Whatever was in the memory before.  Once there are calls, they come round
   again. */
static void empty_stacks_are_wrong_and_rings_go_round(void** state)
{
   ReturnStack s;
   (void)state;
   memset(&s, 0x55, sizeof s);
   cg_return_stack_init(&s, 2);
   assert_false(cg_return_stack_return(&s, 0));
   for (int i = 0; i < 5; i++)
      call(&s, 0x1000, 5);
   for (int i = 0; i < 5; i++)
      assert_true(cg_return_stack_return(&s, 0x1005));
   call(&s, 0x2000, 5);
   assert_true(cg_return_stack_return(&s, 0x2005));
   assert_true(cg_return_stack_return(&s, 0x1005));
   assert_true(cg_return_stack_return(&s, 0x2005));
}

/* d + k nested calls at different places mispredict k returns: the last ones.
   The calls may begin anywhere in the ring. */
static void recursion_misses_what_is_deeper_than_the_stack(void** state)
{
   (void)state;
   for (unsigned depth = 1; depth <= CG_RETURN_STACK_MAX; depth++)
      for (unsigned more = 0; more < 130; more++) {
         ReturnStack s;
         cg_return_stack_init(&s, depth);
         for (unsigned i = 0; i < more % 7; i++)
            call(&s, 0x9000, 5);
         for (unsigned i = 0; i < depth + more; i++)
            call(&s, 0x1000 + 16 * i, 5);
         for (unsigned i = depth + more; i-- > 0;)
            assert_int_equal(cg_return_stack_return(&s, 0x1005 + 16 * i),
                             i >= more);
      }
}

/* A stack of any depth is right for all returns of a program that calls no
   deeper. */
static void stacks_that_are_deep_enough_are_never_wrong(void** state)
{
   (void)state;
   for (uint64_t seed = 1; seed <= 100; seed++) {
      ReturnStack s;
      Addr        after[CG_RETURN_STACK_MAX];
      unsigned    depth, n = 0;
      random_seed(seed);
      depth = 1 + (unsigned)random_below(CG_RETURN_STACK_MAX);
      cg_return_stack_init(&s, depth);
      for (int i = 0; i < 2000; i++)
         if (n < depth && (n == 0 || one_in(2))) {
            Addr     pc   = random_below(1 << 20);
            unsigned size = 1 + (unsigned)random_below(15);
            after[n++]    = pc + size;
            call(&s, pc, one_in(3) ? 0 : size);
         } else {
            assert_true(cg_return_stack_return(&s, after[--n]));
         }
   }
}

/* --- Laws
 * ---------------------------------------------------------------------
 */

/* Two predictors get the same 5000 branches, in turn, and then others: so a
   prediction depends on what was, not on what comes, and the two share
   nothing. */
static void predictions_depend_on_the_past_only(void** state)
{
   (void)state;
   for (Which w = BIMODAL; w < N_PREDICTORS; w++) {
      AnyPredictor first = any_new(w), second = any_new(w), third;
      static bool  was[10000];
      random_seed(w + 1);
      for (int i = 0; i < 10000; i++) {
         Addr pc    = AT + random_below(50) * 7;
         bool taken = one_in(1 + pc % 5);
         was[i]     = any_cond(&first, pc, taken);
         if (i < 5000)
            assert_int_equal(any_cond(&second, pc, taken), was[i]);
         else
            any_cond(&second, pc, !taken);
      }
      /* Once more, from the start. */
      third = any_new(w);
      random_seed(w + 1);
      for (int i = 0; i < 10000; i++) {
         Addr pc    = AT + random_below(50) * 7;
         bool taken = one_in(1 + pc % 5);
         assert_int_equal(any_cond(&third, pc, taken), was[i]);
      }
      release_all();
   }
}

/* --- Models
 * -------------------------------------------------------------------
 */

typedef struct {
   ModelBimodal    bimodal;
   ModelGshare     gshare;
   ModelPerceptron perceptron;
   ModelHashed     hashed;
} Models;

static bool model_cond(Models* m, Which w, Addr pc, bool taken)
{
   switch (w) {
   case BIMODAL:
      return model_bimodal(&m->bimodal, pc, taken);
   case GSHARE:
      return model_gshare(&m->gshare, pc, taken);
   case PERCEPTRON:
      return model_perceptron(&m->perceptron, pc, taken);
   default:
      return model_hashed(&m->hashed, pc, taken);
   }
}

/* In most streams the weights stay small.  Here they begin anywhere, so that
   many are at their ends soon. */
static void random_weights(AnyPredictor* p, Models* m)
{
   if (p->which == PERCEPTRON)
      for (int row = 0; row < 163; row++)
         for (int i = 0; i < 25; i++) {
            int weight                    = (int)random_below(256) - 128;
            p->perceptron->weight[row][i] = weight;
            if (i < 24)
               m->perceptron.weight[row][i] = weight;
            else
               m->perceptron.bias[row] = weight;
         }
   if (p->which == HASHED)
      for (int table = 0; table < 16; table++)
         for (int i = 0; i < 4096; i++) {
            int weight = (one_in(2) ? -128 : 127) + (int)random_below(3) - 1;
            weight     = mo_within(weight, -128, 127);
            p->hashed->weight[table][i] = m->hashed.weight[table][i] = weight;
         }
}

/* Branches at one address or many, near or far apart; they are biased,
   periodic, random, or depend on the outcomes before them. */
static void compare(uint64_t seed, int n_branches)
{
   static Models m;
   memset(&m, 0, sizeof m);
   model_hashed_init(&m.hashed);
   for (Which w = BIMODAL; w < N_PREDICTORS; w++) {
      AnyPredictor p = any_new(w);
      random_seed(seed);
      if (one_in(3))
         random_weights(&p, &m);
      uint64_t n_places = 1 + random_below(300), outcomes = 0;
      uint64_t stride =
         one_in(2) ? 1 + random_below(40) : random_below((uint64_t)1 << 56);
      uint64_t bias = 1 + random_below(8), period = 1 + random_below(9);
      for (int i = 0; i < n_branches; i++) {
         uint64_t place = random_below(n_places);
         Addr     pc    = AT + place * stride;
         bool     taken, got, expected;
         switch (place % 4) {
         case 0:
            taken = one_in(bias);
            break;
         case 1:
            taken = (uint64_t)i % period == 0;
            break;
         case 2:
            taken = (outcomes >> place % 30 ^ outcomes >> place % 7) & 1;
            break;
         default:
            taken = !one_in(20);
         }
         outcomes = outcomes << 1 | taken;
         got      = any_cond(&p, pc, taken);
         expected = model_cond(&m, w, pc, taken);
         if (got != expected)
            fail_msg("predictor %d, seed %llu, branch %d at 0x%llx: predicted "
                     "as taken: %d, should be %d",
                     w, (unsigned long long)seed, i, (unsigned long long)pc,
                     got, expected);
      }
      release_all();
   }
}

/* CACHEGRIND_FULL: thirty times as many branches. */
static void predictors_agree_with_models(void** state)
{
   bool is_full = getenv("CACHEGRIND_FULL") != NULL;
   (void)state;
   for (uint64_t seed = 1; seed <= (is_full ? 100 : 30); seed++)
      compare(seed, is_full ? 50000 : 5000);
}

/* Calls and returns, some of which go elsewhere. */
static void return_stacks_agree_with_model(void** state)
{
   static ModelReturns m;
   int                 n_runs = getenv("CACHEGRIND_FULL") ? 10000 : 300;
   (void)state;
   for (int seed = 1; seed <= n_runs; seed++) {
      ReturnStack s;
      random_seed((uint64_t)seed);
      memset(&m, 0, sizeof m);
      m.depth = 1 + (unsigned)random_below(CG_RETURN_STACK_MAX);
      cg_return_stack_init(&s, m.depth);
      for (int i = 0, calls = 1; i < 2000; i++) {
         Branch       b      = {.pc    = 0x1000 + random_below(8) * 5,
                                .type  = TYPE_CALL,
                                .size  = random_below(8),
                                .taken = 1};
         ModelReturns before = m;
         before.height--;
         const Branch* last = &m.call[model_place(&before)];
         Addr          addr =
            one_in(2) ? 0x1000 + random_below(60) : last->pc + last->size;
         if (one_in(30))
            calls = 1 + (int)random_below(3);
         if (random_below(4) < (uint64_t)calls) {
            cg_return_stack_call(&s, &b);
            model_call(&m, b);
         } else {
            assert_int_equal(cg_return_stack_return(&s, addr),
                             model_return(&m, addr));
         }
      }
   }
}

/* The calls of the stream go very deep. */
static void return_stacks_agree_with_model_on_the_stream(void** state)
{
   Branch*             stream = mixed_stream(42, N_STREAM);
   static ModelReturns m;
   static const int    depths[] = {1, 16, 31, 64};
   (void)state;
   for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
      ReturnStack s;
      memset(&m, 0, sizeof m);
      m.depth = (unsigned)depths[i];
      cg_return_stack_init(&s, m.depth);
      for (int n = 0; n < N_STREAM; n++) {
         Branch b = stream[n];
         if (b.type == TYPE_CALL || b.type == TYPE_INDIRECT_CALL) {
            cg_return_stack_call(&s, &b);
            model_call(&m, b);
         } else if (b.type == TYPE_RETURN) {
            assert_int_equal(cg_return_stack_return(&s, b.target),
                             model_return(&m, b.target));
         }
      }
   }
   free(stream);
}

int main(void)
{
   static const struct CMUnitTest tests[] = {
      cmocka_unit_test(stream_has_the_results_that_are_known),
      cmocka_unit_test(bimodal_learns_in_two_and_forgets_in_two),
      cmocka_unit_test(bimodal_has_16381_counters),
      cmocka_unit_test(gshare_learns_once_for_each_history),
      cmocka_unit_test(gshare_counters_saturate),
      cmocka_unit_test(gshare_folds_the_address),
      cmocka_unit_test(perceptron_learns_never_at_once),
      cmocka_unit_test(perceptron_learns_up_to_60),
      cmocka_unit_test(perceptron_remembers_24_outcomes),
      cmocka_unit_test(perceptron_weights_saturate),
      cmocka_unit_test(hashed_learns_at_once),
      cmocka_unit_test(hashed_folds_the_history),
      cmocka_unit_test(hashed_learns_below_its_threshold),
      cmocka_unit_test(hashed_threshold_follows_the_balance),
      cmocka_unit_test(returns_go_after_their_calls),
      cmocka_unit_test(returns_elsewhere_are_wrong_and_take_a_call_away),
      cmocka_unit_test(calls_of_unknown_size_have_1_to_15_bytes),
      cmocka_unit_test(empty_stacks_are_wrong_and_rings_go_round),
      cmocka_unit_test(recursion_misses_what_is_deeper_than_the_stack),
      cmocka_unit_test(stacks_that_are_deep_enough_are_never_wrong),
      cmocka_unit_test(predictions_depend_on_the_past_only),
      cmocka_unit_test(predictors_agree_with_models),
      cmocka_unit_test(return_stacks_agree_with_model),
      cmocka_unit_test(return_stacks_agree_with_model_on_the_stream)};

   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, NULL, NULL);
}
