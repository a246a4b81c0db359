/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_limits.c: tests that cg_inline's limits grow with the files of an
   object, end with it, and are not those of a user who has lower ones. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <time.h>

#include <cmocka.h>

#include "inline/limits.h"

#define MB 1000000

static const struct stat one = {
   .st_dev = 1, .st_ino = 1, .st_size = 10 * MB, .st_blocks = 20000};
static const struct stat large = {.st_size   = G_GUINT64_CONSTANT(1) << 40,
                                  .st_blocks = 100 * MB / 512};

static rlim_t limit_of(int resource)
{
   struct rlimit limit;

   assert_int_equal(getrlimit(resource, &limit), 0);
   return limit.rlim_cur;
}

static void grow_and_end(void** state)
{
   rlim_t cpu = limit_of(RLIMIT_CPU), memory = limit_of(RLIMIT_AS);

   limits_begin("one", &one);
   rlim_t cpu_of_one    = limit_of(RLIMIT_CPU),
          memory_of_one = limit_of(RLIMIT_AS);
   assert_true(cpu_of_one < 60);
   /* It is sparse. */
   limits_add(&large);
   assert_in_range(limit_of(RLIMIT_CPU), cpu_of_one + 99, cpu_of_one + 100);
   assert_in_range(limit_of(RLIMIT_AS), memory_of_one + 1000 * MB,
                   memory_of_one + G_GUINT64_CONSTANT(10000) * MB);
   limits_end();
   assert_int_equal(limit_of(RLIMIT_CPU), cpu);
   assert_int_equal(limit_of(RLIMIT_AS), memory);
}

static void spend_seconds(clock_t seconds)
{
   clock_t until = clock() + seconds * CLOCKS_PER_SEC;

   while (clock() < until)
      ;
}

/* The same file by another name has no time of its own. */
static void count_for_a_file(void** state)
{
   struct stat other = one;

   limits_begin("one", &one);
   spend_seconds(2);
   limits_end();
   limits_begin("./one", &one);
   rlim_t left = limit_of(RLIMIT_CPU);
   limits_end();
   other.st_ino++;
   limits_begin("other", &other);
   assert_in_range(limit_of(RLIMIT_CPU) - left, 1, 3);
   limits_end();
}

static void are_no_higher_than_before(void** state)
{
   struct rlimit before, low;

   assert_int_equal(getrlimit(RLIMIT_CPU, &before), 0);
   low = (struct rlimit){15, before.rlim_max};
   assert_int_equal(setrlimit(RLIMIT_CPU, &low), 0);
   limits_begin("one", &one);
   assert_int_equal(limit_of(RLIMIT_CPU), 15);
   limits_end();
   assert_int_equal(setrlimit(RLIMIT_CPU, &before), 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(grow_and_end),
      cmocka_unit_test(count_for_a_file),
      cmocka_unit_test(are_no_higher_than_before),
   };

   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, NULL, NULL);
}
