/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_geometry.c: tests which caches can be simulated.  A case is a row of one
   of two tables: texts that describe a cache, and caches of real machines. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "sim/cache/cg_geometry.h"

/* The messages of cg_geometry_parse. */
#define NOT_THREE                                                              \
   "must be SIZE,WAYS,LINE, three positive decimal numbers; SIZE may end in "  \
   "k, KiB, M or MiB"
#define TOO_LARGE "no number may be larger than 2147483647"
#define ZERO      "SIZE, WAYS and LINE must be at least 1"
#define LINE_POW2 "LINE must be a power of two"
#define LINE_16   "LINE must be at least 16 bytes"
#define LINES     "SIZE must be a multiple of LINE"
#define WAYS      "WAYS must not be more than the number of lines, SIZE / LINE"
#define SETS      "SIZE must be a multiple of WAYS x LINE"
#define SETS_POW2                                                              \
   "the number of sets, SIZE / (WAYS x LINE), must be a power of two"

static const struct {
   const char*   text;
   const char*   fault; /* NULL: none; then `geometry' is expected */
   CacheGeometry geometry;
   UInt          n_sets;
} described[] = {
   {"32768,8,64", NULL, {32768, 8, 64}, 64},
   {"16,1,16", NULL, {16, 1, 16}, 1},
   {"64,4,16", NULL, {64, 4, 16}, 1},
   {"960,15,64", NULL, {960, 15, 64}, 1},
   {"1024,1,1024", NULL, {1024, 1, 1024}, 1},
   {"12582912,12,64", NULL, {12582912, 12, 64}, 16384},
   {"1073741824,1,16", NULL, {1073741824, 1, 16}, 67108864},
   {"0001024,02,064", NULL, {1024, 2, 64}, 8},
   {"2147483632,134217727,16", NULL, {2147483632, 134217727, 16}, 1},
   {"32k,8,64", NULL, {32768, 8, 64}, 64},
   {"48KiB,12,64", NULL, {49152, 12, 64}, 64},
   {"1M,16,64", NULL, {1048576, 16, 64}, 1024},
   {"32MiB,16,64", NULL, {33554432, 16, 64}, 32768},

   {"", NOT_THREE, {0}, 0},
   {",,", NOT_THREE, {0}, 0},
   {"1024", NOT_THREE, {0}, 0},
   {"1024,2", NOT_THREE, {0}, 0},
   {"1024,2,", NOT_THREE, {0}, 0},
   {"1024,2,64,", NOT_THREE, {0}, 0},
   {"1024,2,64x", NOT_THREE, {0}, 0},
   {"1024;2;64", NOT_THREE, {0}, 0},
   {"32K,8,64", NOT_THREE, {0}, 0},
   {"32kB,8,64", NOT_THREE, {0}, 0},
   {"32Ki,8,64", NOT_THREE, {0}, 0},
   {"32 k,8,64", NOT_THREE, {0}, 0},
   {"k,8,64", NOT_THREE, {0}, 0},
   {"32k,8k,64", NOT_THREE, {0}, 0},
   {"32k,8,1k", NOT_THREE, {0}, 0},
   {"1G,16,64", NOT_THREE, {0}, 0},
   {"2048M,16,64", TOO_LARGE, {0}, 0},
   {"2147483647M,16,64", TOO_LARGE, {0}, 0},
   {"0x400,2,64", NOT_THREE, {0}, 0},
   {" 1024,2,64", NOT_THREE, {0}, 0},
   {"1024,-2,64", NOT_THREE, {0}, 0},
   {"1024,+2,64", NOT_THREE, {0}, 0},
   {"/,2,64", NOT_THREE, {0}, 0}, /* the neighbours of the digits */
   {":,2,64", NOT_THREE, {0}, 0},

   {"2147483648,2,64", TOO_LARGE, {0}, 0},
   {"1024,4294967298,64", TOO_LARGE, {0}, 0},        /* 2^32 + 2 */
   {"18446744073709552640,2,64", TOO_LARGE, {0}, 0}, /* 2^64 + 1024 */
   {"2147483648", TOO_LARGE, {0}, 0}, /* only the first fault is reported */

   {"0,2,64", ZERO, {0}, 0},
   {"1024,0,64", ZERO, {0}, 0},
   {"1024,2,0", ZERO, {0}, 0},
   {"960,2,48", LINE_POW2, {0}, 0},
   {"1024,2,2147483647", LINE_POW2, {0}, 0},
   {"1024,2,8", LINE_16, {0}, 0},
   {"1000,2,64", LINES, {0}, 0},
   {"32,1,64", LINES, {0}, 0},
   {"1024,17,64", WAYS, {0}, 0},
   {"1024,2147483647,64", WAYS, {0}, 0},
   {"1024,3,64", SETS, {0}, 0},
   {"192,1,64", SETS_POW2, {0}, 0},
   {"1536,2,64", SETS_POW2, {0}, 0},
};

static void texts_are_read_and_judged(void** state)
{
   (void)state;
   for (size_t i = 0; i < sizeof described / sizeof *described; i++) {
      const CacheGeometry* expected = &described[i].geometry;
      CacheGeometry        g;
      const char*          fault = cg_geometry_parse(described[i].text, &g);

      if ((fault == NULL) != (described[i].fault == NULL)
          || (fault && strcmp(fault, described[i].fault) != 0))
         fail_msg("\"%s\": %s", described[i].text, fault ? fault : "accepted");
      if (fault)
         continue;
      if (g.size != expected->size || g.assoc != expected->assoc
          || g.line_size != expected->line_size
          || cg_geometry_n_sets(&g) != described[i].n_sets)
         fail_msg("\"%s\": read as %d,%d,%d with %u sets", described[i].text,
                  g.size, g.assoc, g.line_size, cg_geometry_n_sets(&g));
   }
}

static const struct {
   UInt          size, ways, line_size; /* of the machine's cache */
   CacheGeometry nearest;               /* size 0: none */
} machines[] = {
   {32768, 8, 64, {32768, 8, 64}},
   {1310720, 20, 64, {1310720, 20, 64}}, /* 20 ways, 1024 sets */
   {49152, 12, 64, {49152, 12, 64}},
   {31457280, 20, 64, {31457280, 30, 64}}, /* 24576 sets: 16384 */
   {402653184, 1, 64, {536870912, 2, 64}}, /* half a way is rounded up */
   {64 * 5, 1, 64, {64 * 4, 1, 64}},       /* a quarter is not */
   {64 * 7, 1, 64, {64 * 8, 2, 64}},
   {1000, 2, 64, {1024, 4, 64}}, /* 15 lines: 4 sets of nearly 4 ways */
   {16, 1, 16, {16, 1, 16}},

   {0, 0, 0, {0, 0, 0}},
   {32768, 0, 64, {0, 0, 0}},
   {32768, 8, 0, {0, 0, 0}},
   {32768, 8, 48, {0, 0, 0}},
   {32768, 8, 8, {0, 0, 0}},
   {63, 1, 64, {0, 0, 0}},           /* not one line */
   {256, 8, 64, {0, 0, 0}},          /* more ways than lines */
   {2147483648u, 16, 64, {0, 0, 0}}, /* more than an Int */
   {2147483648u, 1, 2147483648u, {0, 0, 0}},
   {4294967295u, 1, 16, {0, 0, 0}},
   {1610612736, 1, 64, {0, 0, 0}}, /* would become 2 GB */
};

static void machines_caches_become_the_nearest(void** state)
{
   (void)state;
   for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
      const CacheGeometry* expected = &machines[i].nearest;
      CacheGeometry g = cg_geometry_nearest(machines[i].size, machines[i].ways,
                                            machines[i].line_size);

      if (g.size != expected->size || g.assoc != expected->assoc
          || g.line_size != expected->line_size)
         fail_msg("%u,%u,%u became %d,%d,%d", machines[i].size,
                  machines[i].ways, machines[i].line_size, g.size, g.assoc,
                  g.line_size);
   }
}

/* The machine may report any size and number of ways. */
static void nearest_can_always_be_simulated(void** state)
{
   (void)state;
   for (UInt ways = 1; ways <= 24; ways++)
      for (UInt n_lines = 1; n_lines <= 5000; n_lines++) {
         CacheGeometry g = cg_geometry_nearest(n_lines * 64, ways, 64);

         if (g.size == 0 && n_lines < ways)
            continue;
         if (cg_geometry_fault(&g))
            fail_msg("%u,%u,64 became %d,%d,%d: %s", n_lines * 64, ways, g.size,
                     g.assoc, g.line_size, cg_geometry_fault(&g));
      }
}

static void caches_have_names(void** state)
{
   (void)state;
   assert_string_equal(cg_geometry_name(CACHE_I1), "I1");
   assert_string_equal(cg_geometry_name(CACHE_D1), "D1");
   assert_string_equal(cg_geometry_name(CACHE_LL), "LL");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(texts_are_read_and_judged),
      cmocka_unit_test(machines_caches_become_the_nearest),
      cmocka_unit_test(nearest_can_always_be_simulated),
      cmocka_unit_test(caches_have_names),
   };
   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, NULL, NULL);
}
