/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_policy.c: tests the replacement policies, in one set of a cache.

   The sequences and the vectors were computed by nanoBench's cache simulator
   (A. Abel and J. Reineke), which is independent of ours. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "sim/machine/cg_policy.h"
#include "model.h"
#include "model_policy.h"

/* --- One set ---------------------------------------------------------------
 */

enum { MAX_WAYS = 255, EMPTY = 0 };

typedef struct {
   PolicySets policy;
   UInt       ways;
   int        block[MAX_WAYS]; /* in each way; or EMPTY */
} Set;

static void set_up(Set* s, const char* name, UInt ways)
{
   Policy policy;
   memset(s, 0, sizeof *s);
   release_all();
   assert_null(cg_policy_parse(name, &policy));
   assert_null(cg_policy_fault(&policy, ways));
   cg_policy_init(&s->policy, &policy, ways, 1, allocate(sizeof(ULong)), 1, 0,
                  allocate);
   s->ways = ways;
}

static EmptyWays empty_ways(const Set* s)
{
   EmptyWays empty = {s->ways, s->ways};
   for (UInt way = s->ways; way-- > 0;)
      if (s->block[way] == EMPTY) {
         empty.lowest  = way;
         empty.highest = empty.highest == s->ways ? way : empty.highest;
      }
   return empty;
}

static bool touch(Set* s, int block)
{
   for (UInt way = 0; way < s->ways; way++)
      if (s->block[way] == block) {
         cg_policy_hit(&s->policy, 0, way);
         return true;
      }
   UInt way = cg_policy_choose(&s->policy, 0, empty_ways(s));
   assert_true(way < s->ways);
   cg_policy_fill(&s->policy, 0, way, s->block[way] == EMPTY);
   s->block[way] = block;
   return false;
}

/* A new line comes into a full set.  Returns its way. */
static UInt replace(PolicySets* p, UWord set)
{
   UInt way = cg_policy_choose(p, set, (EmptyWays){p->ways, p->ways});
   cg_policy_fill(p, set, way, False);
   return way;
}

/* --- Sequences by hand -----------------------------------------------------
 */

/* What can be said of the set at the end. */
typedef enum { ORDER, TREE, TREES, BITS, AGES } StateKind;

typedef struct {
   const char* policy;
   UInt        ways;
   const char* blocks;
   const char* result; /* H: hit, m: miss */
   StateKind   kind;
   const char* in_ways; /* the blocks, way 0 first; ORDER: newest first */
   const char* state;   /* the digits of the state */
} Sequence;

static const Sequence sequences[] = {
   {"lru", 4, "ABCDAEBAC", "mmmmHmmHm", ORDER, "CABE", ""},
   {"fifo", 4, "ABCDAEAB", "mmmmHmmm", ORDER, "BAED", ""},
   {"plru", 4, "ABCDABEACD", "mmmmHHmHmm", TREE, "ADBC", "100"},
   {"plru-fill", 4, "ABCDEACB", "mmmmmmmm", TREE, "ECAB", "000"},
   {"plru", 8, "ABCDEFGHAIBC", "mmmmmmmmHmmm", TREE, "AEBGIFCH", "0001111"},
   {"mru", 4, "ABCDAEBCA", "mmmmHmmmm", BITS, "CABD", "0001"},
   {"bit-plru", 4, "ABCDAEBCA", "mmmmHmmmm", BITS, "CABD", "0001"},
   {"mru-n", 4, "ABCDAEBCA", "mmmmHmmmH", BITS, "AEBC", "0110"},
   {"nru", 4, "ABCDAEBFC", "mmmmHmHmm", BITS, "EBFC", "0000"},
   {"qlru-h11-m1-r0-u0", 4, "ABCDAEBFAC", "mmmmHmmmHm", AGES, "ACBF", "1133"},
   {"qlru-h00-m1-r2-u1", 4, "ABCDAEDFAB", "mmmmHmHmHm", AGES, "DBFA", "3121"},
   {"qlru-h00-m1-r0-u1", 4, "ABCDAEBFAC", "mmmmHmmmHm", AGES, "AFBC", "2331"},
   {"qlru-h11-m1-r1-u2", 4, "ABCDAEBFAC", "mmmmHmmmHm", AGES, "ACBF", "2133"},
   {"srrip", 4, "ABACDEFABGA", "mmHmmmmHmmH", AGES, "AGFB", "0233"},
   {"qlru-h00-m2-r0-u0-umo", 4, "ABACDEFABGA", "mmHmmmmHmmH", AGES, "AGFB",
    "0233"},
   {"lru-plru4", 8, "ABCDEFGHIAEJBF", "mmmmmmmmmmmmHH", TREES, "IBEDAFJH",
    "101101"},
};

/* Digit number `i' of the set's state. */
static int state_digit(const Set* s, StateKind kind, UInt i)
{
   ULong word = s->policy.words[0];
   switch (kind) {
   case TREE:
      return word >> (i + 1) & 1;
   case TREES:
      return word >> (4 * (i / 3) + i % 3 + 1) & 1;
   case BITS:
      return word >> i & 1;
   default:
      return word >> 2 * i & 3;
   }
}

static UInt way_at(const Set* s, StateKind kind, UInt i)
{
   return kind == ORDER ? s->policy.words[0] >> 4 * i & 15 : i;
}

static void sequences_by_hand(void** state)
{
   (void)state;
   for (size_t k = 0; k < sizeof sequences / sizeof *sequences; k++) {
      const Sequence* q          = &sequences[k];
      char            result[32] = "", in_ways[32] = "", digits[32] = "";
      Set             s;
      set_up(&s, q->policy, q->ways);
      for (size_t i = 0; q->blocks[i]; i++)
         result[i] = touch(&s, q->blocks[i]) ? 'H' : 'm';
      for (UInt i = 0; i < q->ways; i++)
         in_ways[i] = (char)s.block[way_at(&s, q->kind, i)];
      for (UInt i = 0; q->state[i]; i++)
         digits[i] = (char)('0' + state_digit(&s, q->kind, i));
      if (strcmp(result, q->result) || strcmp(in_ways, q->in_ways)
          || strcmp(digits, q->state))
         fail_msg("%s, %u ways, %s: %s %s %s; should be %s %s %s", q->policy,
                  q->ways, q->blocks, result, in_ways, digits, q->result,
                  q->in_ways, q->state);
   }
}

/* --- Long vectors -----------------------------------------------------------
 */

static uint64_t lcg;

static uint64_t next_number(void)
{
   lcg = lcg * 6364136223846793005u + 1442695040888963407u;
   return lcg >> 33;
}

/* The next block of a stream for a set of `ways': blocks that nearly fit, a
   scan, and a few hot ones. */
static int next_block(UInt ways, unsigned* scan)
{
   uint64_t r = next_number() % 8;
   if (r < 5)
      return 1 + (int)(next_number() % (ways + ways / 2));
   if (r < 7)
      return 1001 + (int)((*scan)++ % (2 * ways));
   return 1 + (int)(next_number() % (ways / 2));
}

typedef struct {
   const char* policy;
   UInt        ways;
   unsigned    hits; /* of 10,000 */
   uint64_t    hash; /* FNV-1a of 0 or 1 for each */
} Vector;

static const Vector vectors[] = {
   {"lru", 4, 3745, 0xc614c470120a1c74},
   {"lru", 8, 3698, 0xf12aed697dc3dc01},
   {"lru", 12, 3607, 0xd2b2d8320daa53a4},
   {"lru", 16, 3615, 0x075ef3c5bf766ac4},
   {"fifo", 8, 3406, 0x6a4f829d64e6497d},
   {"fifo", 16, 3314, 0xf9d5bebd7ae0e0b3},
   {"plru", 4, 3735, 0xd3303c809e8ad686},
   {"plru", 8, 3662, 0xf11de0a6f4b82c6d},
   {"plru", 16, 3609, 0x3a2f2698a06f36aa},
   {"plru-fill", 4, 3735, 0xd3303c809e8ad686},
   {"plru-fill", 8, 3663, 0xba3cfd48d2690c12},
   {"plru-fill", 16, 3607, 0x49e6b0db1a16ac24},
   {"lru-plru4", 8, 3663, 0xba3cfd48d2690c12},
   {"lru-plru4", 12, 3575, 0x516247aba48e3fb8},
   {"lru-plru4", 16, 3608, 0xea5830078c440535},
   {"mru", 8, 3628, 0x32616aa0b6a9647d},
   {"mru", 16, 3591, 0x842fe2f00d8e85c0},
   {"mru-n", 8, 3613, 0x7123a68771702a52},
   {"mru-n", 12, 3552, 0xf42dd0741eb59669},
   {"mru-n", 16, 3591, 0x92507deb1ce5b4b0},
   {"nru", 8, 3646, 0xefe5e7529fa1c2c5},
   {"nru", 16, 3597, 0xc9e28ca7166561cc},
   {"srrip", 8, 4216, 0x8e829cbbc51a7c8d},
   {"srrip", 16, 4184, 0xb5c9cf8575666451},
   {"qlru-h00-m1-r2-u1", 4, 3811, 0x344353ada125d4de},
   {"qlru-h00-m1-r2-u1", 8, 3827, 0x8c5f5a04d3e5fa04},
   {"qlru-h00-m1-r2-u1", 16, 3764, 0xafc12f77bebee269},
   {"qlru-h00-m1-r0-u1", 8, 3828, 0xcdc5195f40c23df1},
   {"qlru-h00-m1-r0-u1", 12, 3729, 0x7f6ad4d641992eac},
   {"qlru-h11-m1-r0-u0", 12, 3687, 0x06496f66ec94cb12},
   {"qlru-h11-m1-r0-u0", 16, 3734, 0x1e4a1b935aff6af1},
   {"qlru-h11-m1-r1-u2", 12, 3690, 0x2a5c9498e11e3983},
   {"qlru-h11-m1-r1-u2", 16, 3734, 0x1e4a1b935aff6af1},
   {"qlru-h21-m2-r0-u0-umo", 16, 3944, 0x1f644c2196e7792f},
   {"qlru-h10-m3-r1-u3", 8, 5048, 0x98bcaf2a65b2a4a3},
   {"qlru-h20-m0-r2-u0", 8, 3617, 0x8312260258aa9674},
};

static void long_vectors(void** state)
{
   (void)state;
   for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++) {
      const Vector* v    = &vectors[k];
      unsigned      hits = 0, scan = 0;
      uint64_t      hash = 1469598103934665603u;
      Set           s;
      set_up(&s, v->policy, v->ways);
      lcg = 1;
      for (int i = 0; i < 10000; i++) {
         bool hit = touch(&s, next_block(v->ways, &scan));
         hits += hit;
         hash = (hash ^ hit) * 1099511628211u;
      }
      if (hits != v->hits || hash != v->hash)
         fail_msg("%s, %u ways: %u hits, %016llx; should be %u, %016llx",
                  v->policy, v->ways, hits, (unsigned long long)hash, v->hits,
                  (unsigned long long)v->hash);
   }
}

/* --- Names and rules --------------------------------------------------------
 */

static void names_are_read(void** state)
{
   Policy p;
   (void)state;
   assert_null(cg_policy_parse("bit-plru", &p));
   assert_int_equal(p.kind, POLICY_MRU);
   assert_null(cg_policy_parse("qlru-h21-m31-r2-u1-umo", &p));
   assert_int_equal(p.kind, POLICY_QLRU);
   assert_int_equal(p.hit3, 2);
   assert_int_equal(p.hit2, 1);
   assert_int_equal(p.insert, 3);
   assert_int_equal(p.rare_insert, 1);
   assert_int_equal(p.replace, 2);
   assert_int_equal(p.update, 1);
   assert_true(p.on_miss_only);
   assert_null(cg_policy_parse("qlru-h00-m2-r0-u3", &p));
   assert_int_equal(p.rare_insert, 2);
   assert_false(p.on_miss_only);
}

static void other_names_are_refused(void** state)
{
   static const char* const names[] = {
      "",
      "LRU",
      "lru ",
      "lru2",
      "plru-",
      "qlru",
      "qlru-h01-m1-r0-u0",
      "qlru-h22-m1-r0-u0",
      "qlru-h30-m1-r0-u0",
      "qlru-h00-m4-r0-u0",
      "qlru-h00-m114-r0-u0",
      "qlru-h00-m-r0-u0",
      "qlru-h00-m1-r3-u0",
      "qlru-h00-m1-r0-u4",
      "qlru-h00-m1-r0",
      "qlru-h00-m1-r0-u0-um",
      "qlru-h00-m1-r0-u0-umo-",
      "qlru-m1-h00-r0-u0",
   };
   (void)state;
   for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
      Policy      p;
      const char* rule = cg_policy_parse(names[i], &p);
      if (!rule || strncmp(rule, "must be lru, fifo,", 18) != 0)
         fail_msg("%s: %s", names[i], rule ? rule : "allowed");
   }
}

typedef struct {
   const char* policy;
   UInt        ways;
   const char* rule; /* its beginning; NULL: allowed */
} WaysCase;

static const WaysCase ways_cases[] = {
   {"lru", 0, "a cache must have"},
   {"lru", 1, NULL},
   {"lru", 255, NULL},
   {"random", 256, "a cache must have"},
   {"plru", 1, NULL},
   {"plru", 12, "with plru,"},
   {"plru-fill", 64, NULL},
   {"plru-fill", 128, "with plru-fill,"},
   {"lru-plru4", 4, NULL},
   {"lru-plru4", 6, "with lru-plru4"},
   {"lru-plru4", 32, NULL},
   {"lru-plru4", 36, "with lru-plru4"},
   {"mru", 64, NULL},
   {"nru", 65, "with mru or nru"},
   {"mru-n", 32, NULL},
   {"mru-n", 33, "with mru-n"},
   {"srrip", 33, "with mru-n"},
   {"drrip", 32, NULL},
   {"qlru-h00-m1-r1-u2", 32, NULL},
   {"qlru-h00-m1-r1-u2", 33, "with mru-n"},
   {"qlru-h00-m1-r0-u2", 4, "with r0 or r2"},
   {"qlru-h00-m1-r2-u3-umo", 4, "with r0 or r2"},
   {"qlru-h00-m1-r2-u1", 4, NULL},
};

static void numbers_of_ways(void** state)
{
   (void)state;
   for (size_t i = 0; i < sizeof ways_cases / sizeof *ways_cases; i++) {
      const WaysCase* c = &ways_cases[i];
      Policy          p;
      assert_null(cg_policy_parse(c->policy, &p));
      const char* rule = cg_policy_fault(&p, c->ways);
      if (!c->rule != !rule
          || (rule && strncmp(rule, c->rule, strlen(c->rule)) != 0))
         fail_msg("%s, %u ways: %s", c->policy, c->ways,
                  rule ? rule : "allowed");
   }
}

/* --- Random numbers ----------------------------------------------------------
 */

/* How often each way is replaced, in 16,000 fills of a full set of 16 ways. */
static void count_replacements(UInt seed, unsigned count[16])
{
   PolicySets p;
   Policy     policy;
   memset(count, 0, 16 * sizeof *count);
   assert_null(cg_policy_parse("random", &policy));
   cg_policy_init(&p, &policy, 16, 1, allocate(sizeof(ULong)), 1, seed,
                  allocate);
   for (int i = 0; i < 16000; i++)
      count[replace(&p, 0)]++;
}

/* Four standard deviations are 122. */
static void random_is_uniform_and_reproducible(void** state)
{
   unsigned count[16], again[16], other[16];
   (void)state;
   release_all();
   count_replacements(1, count);
   count_replacements(1, again);
   count_replacements(2, other);
   assert_memory_equal(count, again, sizeof count);
   assert_memory_not_equal(count, other, sizeof count);
   for (int i = 0; i < 16; i++)
      assert_in_range(count[i], 1000 - 122, 1000 + 122);
}

/* m31: age 1 in one of 16 fills, else 3. */
static void rare_age(void** state)
{
   unsigned rare = 0;
   Set      s;
   (void)state;
   set_up(&s, "qlru-h11-m31-r1-u2", 4);
   for (int i = 0; i < 16000; i++) {
      cg_policy_fill(&s.policy, 0, 0, False);
      int age = state_digit(&s, AGES, 0);
      assert_true(age == 1 || age == 3);
      rare += age == 1;
   }
   assert_in_range(rare, 1000 - 122, 1000 + 122);
}

/* --- Compared with the model
 * -------------------------------------------------- */

/* All kinds of policy, of which the number of ways makes sense for each. */
static const struct {
   const char* name;
   UInt        ways[4];
} kinds[] = {
   {"lru", {1, 15, 16, 17}},
   {"lru", {2, 72, 128, 255}},
   {"fifo", {1, 15, 16, 17}},
   {"fifo", {2, 72, 128, 255}},
   {"plru", {2, 8, 16, 64}},
   {"plru-fill", {1, 8, 32, 64}},
   {"lru-plru4", {4, 12, 20, 32}},
   {"mru", {1, 2, 12, 64}},
   {"mru-n", {1, 3, 12, 32}},
   {"nru", {1, 2, 12, 64}},
   {"srrip", {1, 2, 12, 32}},
   {"brrip", {1, 2, 12, 32}},
   {"drrip", {1, 2, 12, 32}},
   {"qlru-h00-m1-r0-u0", {1, 2, 10, 32}},
   {"qlru-h00-m1-r2-u1", {1, 2, 10, 32}},
   {"qlru-h11-m0-r1-u2", {1, 2, 10, 32}},
   {"qlru-h21-m3-r1-u3", {1, 2, 10, 32}},
   {"qlru-h20-m2-r2-u0-umo", {1, 2, 10, 32}},
   {"qlru-h10-m1-r1-u2-umo", {1, 2, 10, 32}},
};

enum { N_SETS = 100 };
static Set        sets[N_SETS]; /* the policy of all is that of the first */
static ModelSet   model_sets[N_SETS];
static PolicySets all_sets;
static ULong      uses[N_SETS][MAX_WAYS]; /* when each way was last touched */

static void remove_line(Set* s, ModelSet* m, UInt set, UInt way)
{
   cg_policy_remove(&all_sets, set, way);
   model_remove(m, (int)way);
   s->block[way] = EMPTY;
}

/* The victim follows from the times of use if the policy says so. */
static void check_least_used(const char* name, UInt set, UInt way)
{
   const Policy* policy  = &all_sets.policy;
   bool          is_full = empty_ways(&sets[set]).lowest == sets[set].ways;
   if (!cg_policy_follows_from_uses(policy)
       || (!is_full && policy->kind != POLICY_PLRU))
      return;
   UInt least = cg_policy_least_used(policy, sets[set].ways, uses[set], 1);
   if (least != way)
      fail_msg("%s, %u ways: %u is replaced, by the times of use %u", name,
               sets[set].ways, way, least);
}

static void check_against_model(const char* name, UInt ways)
{
   ModelPolicy model = {.ways = (int)ways, .n_sets = N_SETS};
   release_all();
   assert_null(cg_policy_parse(name, &model.policy));
   assert_null(cg_policy_fault(&model.policy, ways));
   cg_policy_init(&all_sets, &model.policy, ways, N_SETS,
                  allocate(2 * N_SETS * sizeof(ULong)), 2, 0, allocate);
   memset(sets, 0, sizeof sets);
   memset(uses, 0, sizeof uses);
   for (int i = 0; i < N_SETS; i++) {
      sets[i].ways = ways;
      model_set_init(&model_sets[i]);
   }
   for (int i = 0; i < 30000; i++) {
      /* Half of the steps go to two sets, which fill up in this way. */
      UInt      n     = one_in(2) ? 3 * random_below(2) : random_below(N_SETS);
      Set*      s     = &sets[n];
      UInt      way   = random_below(ways);
      bool      fills = s->block[way] == EMPTY || one_in(3);
      bool      goes  = one_in(i % 1000 < 500 ? 5 : 1000);
      ModelSet* m     = &model_sets[n];
      if (fills) {
         way          = cg_policy_choose(&all_sets, n, empty_ways(s));
         int expected = model_choose(&model, m);
         if ((int)way != expected)
            fail_msg("%s, %u ways, step %d: way %u, should be %d", name, ways,
                     i, way, expected);
         check_least_used(name, n, way);
         /* Another line may go meanwhile. */
         UInt other = random_below(ways);
         if (one_in(10) && other != way && s->block[other] != EMPTY)
            remove_line(s, m, n, other);
         cg_policy_fill(&all_sets, n, way, s->block[way] == EMPTY);
         model_fill(&model, m, n, expected);
         s->block[way] = 1;
         uses[n][way]  = 1 + i;
      } else if (goes) {
         remove_line(s, m, n, way);
      } else {
         cg_policy_hit(&all_sets, n, way);
         model_hit(&model, m, (int)way);
         uses[n][way] = 1 + i;
      }
   }
}

static void agrees_with_model(void** state)
{
   (void)state;
   random_seed(1);
   for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
      for (int k = 0; k < 4; k++)
         check_against_model(kinds[i].name, kinds[i].ways[k]);
}

/* drrip's followers do as the leaders of the policy that fills less. */
static void drrip_prefers_what_fills_less(void** state)
{
   PolicySets p;
   Policy     policy;
   (void)state;
   release_all();
   assert_null(cg_policy_parse("drrip", &policy));
   cg_policy_init(&p, &policy, 4, 128, allocate(128 * sizeof(ULong)), 1, 0,
                  allocate);
   assert_int_equal(p.constituency, 4);
   for (int i = 0; i < 511; i++)
      cg_policy_fill(&p, 4 * (i % 32), 0, False);
   for (int i = 0; i < 100; i++) {
      cg_policy_fill(&p, 1, 0, False);
      assert_int_equal(p.words[1] & 3, 2);
   }
   cg_policy_fill(&p, 0, 0, False);
   for (int i = 0; i < 31; i++) {
      cg_policy_fill(&p, 1, 0, False);
      assert_int_equal(p.words[1] & 3, 3);
   }
   cg_policy_fill(&p, 1, 0, False);
   assert_int_equal(p.words[1] & 3, 2);
   cg_policy_fill(&p, 2, 0, False);
   assert_int_equal(p.preference, 511);
   for (int i = 0; i < 1000; i++)
      cg_policy_fill(&p, 0, 0, False);
   assert_int_equal(p.preference, 1023);
   for (int i = 0; i < 2000; i++)
      cg_policy_fill(&p, 2, 0, False);
   assert_int_equal(p.preference, 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(sequences_by_hand),
      cmocka_unit_test(long_vectors),
      cmocka_unit_test(names_are_read),
      cmocka_unit_test(other_names_are_refused),
      cmocka_unit_test(numbers_of_ways),
      cmocka_unit_test(random_is_uniform_and_reproducible),
      cmocka_unit_test(rare_age),
      cmocka_unit_test(agrees_with_model),
      cmocka_unit_test(drrip_prefers_what_fills_less),
   };
   cmocka_set_message_output(CM_OUTPUT_TAP);
   int failed = cmocka_run_group_tests(tests, NULL, NULL);
   release_all();
   return failed;
}
