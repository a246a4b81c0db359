/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_machine.c: tests the files of machines, and which one is for a
   processor. A case is a row of a table: a change of a good file and the one
   line that refuses it, or a processor and what it takes from a file. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "sim/machine/cg_machine.h"
#include "sim/machine/cg_prefetch.h"
#include "sim/machine/cg_native.h"

#define N_ROWS(rows) (sizeof rows / sizeof *rows)

static const char good[] = "# A comment.\n"
                           "name = Test 1\n"
                           "cpu = GenuineIntel 6 78 90-94\n"
                           "cpu=0x41 0xd0c\n"
                           "\n"
                           "[L1I]\n"
                           "size = 32 KiB\n"
                           "ways = 8\n"
                           "policy = plru\n"
                           "[L1D]\n"
                           "size = 49152 # bytes\n"
                           "ways = 12\n"
                           "policy = lru-plru4\n"
                           "latency = 5\n"
                           "\t[ L2 ]\t\r\n"
                           "size = 1280k\n"
                           "ways = 10\n"
                           "policy = qlru-h00-m1-r0-u1\n"
                           "inclusion = inclusive\n"
                           "[L3]\n"
                           "size = 30 M\n"
                           "ways = 12\n"
                           "slices = 10\n"
                           "policy = lru\n"
                           "inclusion = exclusive\n"
                           "[DTLB]\n"
                           "entries = 72\n"
                           "ways = all\n"
                           "entries-2M = 32\n"
                           "ways-2M = 4\n"
                           "[STLB]\n"
                           "entries = 3072\n"
                           "ways = 24\n"
                           "latency = 7\n"
                           "walk = 25\n"
                           "[memory]\n"
                           "latency = 320\n";

/* The good file with the first `from' in it replaced, as `to'.  Returns its
   length. */
static size_t changed_in(const char* file, const char* from, const char* to,
                         char text[4096])
{
   const char* at = strstr(file, from);

   assert_non_null(at);
   return snprintf(text, 4096, "%.*s%s%s", (int)(at - file), file, to,
                   at + strlen(from));
}

static size_t changed(const char* from, const char* to, char text[4096])
{
   return changed_in(good, from, to, text);
}

/*------------------------------------------------------------*/
/*--- Good files                                           ---*/
/*------------------------------------------------------------*/

static void expect_cache(const Machine* m, LevelId id, ULong size, UInt ways,
                         UInt slices, PolicyKind policy, Inclusion inclusion,
                         UInt latency)
{
   const CacheModel* c = &m->caches[id];

   assert_int_equal(c->size, size);
   assert_int_equal(c->ways, ways);
   assert_int_equal(c->slices, slices);
   assert_int_equal(c->policy.kind, policy);
   assert_int_equal(c->inclusion, inclusion);
   assert_int_equal(c->latency, latency);
}

static void expect_tlb(const TlbModel* tlb, UInt entries, UInt ways)
{
   assert_int_equal(tlb->entries, entries);
   assert_int_equal(tlb->ways, ways);
}

static void good_file_is_read(void** state)
{
   Machine      m;
   MachineError error = {0};

   if (!cg_machine_parse(good, strlen(good), &m, &error))
      fail_msg("line %u: %s", error.line, error.text);
   assert_string_equal(m.name, "Test 1");
   assert_int_equal(m.line_size, 64);
   expect_cache(&m, LEVEL_L1I, 32768, 8, 1, POLICY_PLRU, CACHE_NINE, 0);
   expect_cache(&m, LEVEL_L1D, 49152, 12, 1, POLICY_LRU_PLRU4, CACHE_NINE, 5);
   expect_cache(&m, LEVEL_L2, 1310720, 10, 1, POLICY_QLRU, CACHE_INCLUSIVE, 0);
   expect_cache(&m, LEVEL_L3, 31457280, 12, 10, POLICY_LRU, CACHE_EXCLUSIVE, 0);
   expect_tlb(&m.tlbs[TLB_I][PAGE_4K], 0, 0);
   expect_tlb(&m.tlbs[TLB_D][PAGE_4K], 72, 72);
   expect_tlb(&m.tlbs[TLB_D][PAGE_2M], 32, 4);
   expect_tlb(&m.tlbs[TLB_2][PAGE_4K], 3072, 24);
   expect_tlb(&m.tlbs[TLB_2][PAGE_2M], 0, 0);
   assert_int_equal(m.tlb2_latency, 7);
   assert_int_equal(m.walk_latency, 25);
   assert_int_equal(m.memory_latency, 320);
}

static void prefetchers_are_read(void** state)
{
   static const struct {
      const char *from, *to;
      LevelId     id;
      UInt        set;
   } rows[] = {
      {"policy = plru", "policy = plru", LEVEL_L1I, 0},
      {"policy = plru", "policy = plru\nprefetch = next-line", LEVEL_L1I,
       1 << PREFETCH_NEXT_LINE},
      {"latency = 5", "prefetch =ip-stride ,\tnext-line # both", LEVEL_L1D,
       1 << PREFETCH_NEXT_LINE | 1 << PREFETCH_IP_STRIDE},
      {"inclusion = incl", "prefetch = adjacent-line\ninclusion = incl",
       LEVEL_L2, 1 << PREFETCH_ADJACENT_LINE},
      {"inclusion = incl",
       "prefetch = streamer,adjacent-line\ninclusion = incl", LEVEL_L2,
       1 << PREFETCH_STREAMER | 1 << PREFETCH_ADJACENT_LINE},
   };

   (void)state;
   for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
      Machine      m;
      MachineError error = {0};
      char         text[4096];
      size_t       length = changed(rows[i].from, rows[i].to, text);

      if (!cg_machine_parse(text, length, &m, &error))
         fail_msg("row %zu: line %u: %s", i, error.line, error.text);
      assert_int_equal(m.caches[rows[i].id].prefetch, rows[i].set);
      assert_int_equal(cg_prefetch_has_any(&m), rows[i].set != 0);
   }
}

/* What is allowed at the edges of the rules. */
static const struct {
   const char *from, *to;
} allowed[] = {
   {"name = Test 1", "name = 01234567890123456789012345678901234567890123456789"
                     "01234567890123456789012345678"},
   {"name = Test 1", "name = a = b"},
   {"cpu = GenuineIntel 6 78 90-94\n", "cpu = AuthenticAMDxxx 25\n"},
   {"cpu=0x41 0xd0c\n", ""},
   {"cpu=0x41 0xd0c", "cpu=0x41 4294967295 0-4294967295"},
   {"cpu=0x41 0xd0c", "line = 16"},
   {"cpu=0x41 0xd0c", "line = 1024"},
   {"# A comment.", "\xef\xbb\xbf# A comment."},
   {"size = 32 KiB\nways = 8", "size = 1073741824\nways = 1"},
   {"size = 32 KiB\nways = 8", "size = 1024 MiB\nways = 8"},
   {"size = 32 KiB\nways = 8", "size = 64\nways = 1"},
   {"size = 32 KiB\nways = 8\npolicy = plru",
    "size = 16320\nways = 255\npolicy = lru"},
   {"latency = 5", "latency = 1000000"},
   {"inclusion = exclusive\n", ""},
   {"ways-2M = 4", "ways-2M = all"},
   {"entries = 3072\nways = 24", "entries = 65536\nways = 1"},
   {"entries = 72", "entries = 255"},
   {"[memory]\nlatency = 320\n", ""},
};

static void edges_are_allowed(void** state)
{
   char         text[4096];
   Machine      m;
   MachineError error;

   for (size_t i = 0; i < N_ROWS(allowed); i++) {
      size_t n = changed(allowed[i].from, allowed[i].to, text);
      if (!cg_machine_parse(text, n, &m, &error))
         fail_msg("%s: line %u: %s", allowed[i].to, error.line, error.text);
   }
}

/*------------------------------------------------------------*/
/*--- Bad files                                            ---*/
/*------------------------------------------------------------*/

#define SIZE                                                                   \
   "must be a number of bytes from 1 to 1073741824; it may end in k, KiB, M "  \
   "or MiB"
#define CPU                                                                    \
   "must be VENDOR FAMILY, then models or ranges of them; none means all: "    \
   "AuthenticAMD 25 16-31 97"
#define PREFETCH "must be some of these, each once: "
#define SETS                                                                   \
   "the number of sets, size / (ways x slices x line), must be a power of "    \
   "two; of L2 and L3, slices can make it one"
#define POLICY                                                                 \
   "must be lru, fifo, random, plru, plru-fill, lru-plru4, mru (bit-plru), "   \
   "mru-n, nru, srrip, brrip, drrip or qlru-hXY-mA-rB-uC, perhaps with -umo: " \
   "XY is 00, 10, 11, 20 or 21, A is one or two digits up to 3, B is 0 to 2, " \
   "C is 0 to 3"
#define TEXT_50 "01234567890123456789012345678901234567890123456789"

/* What to replace in a good file, and the error that this gives. */
typedef struct {
   const char *from, *to;
   UInt        line;
   const char* text;
} BadRow;

static void check_refused(const char* file, const BadRow rows[], size_t n_rows)
{
   char         text[4096];
   Machine      m;
   MachineError error;

   for (size_t i = 0; i < n_rows; i++) {
      size_t n = changed_in(file, rows[i].from, rows[i].to, text);

      if (cg_machine_parse(text, n, &m, &error))
         fail_msg("row %zu is accepted: %s", i, rows[i].to);
      if (error.line != rows[i].line || strcmp(error.text, rows[i].text) != 0)
         fail_msg("row %zu: got      %u: %s\n        expected %u: %s", i,
                  error.line, error.text, rows[i].line, rows[i].text);
   }
}

static const BadRow bad[] = {
   {"name = Test 1\n", "nane = Test 1\n", 2,
    "nane is unknown before the first section; keys there are name, cpu, older, newer, line"},
   {"name = Test 1\n", "", 36,
    "there is no name = NAME before the first section"},
   {"name = Test 1", "name = ", 2,
    "name = : must be 1 to 79 characters, printable ASCII without \" and \\"},
   {"name = Test 1", "name = a\"b", 2,
    "name = a\"b: must be 1 to 79 characters, printable ASCII without \" and "
    "\\"},
   {"name = Test 1", "name = a\\b", 2,
    "name = a\\b: must be 1 to 79 characters, printable ASCII without \" and "
    "\\"},
   {"name = Test 1", "name = Z\xc3\xa4", 2,
    "name = Z\xc3\xa4: must be 1 to 79 characters, printable ASCII without \" "
    "and \\"},
   {"name = Test 1", "name = " TEXT_50 "012345678901234567890123456789", 2,
    "name = " TEXT_50 "0123456789...: must be 1 to 79 characters, printable "
    "ASCII without \" and \\"},
   {"name = Test 1", "name = " TEXT_50 TEXT_50 TEXT_50 TEXT_50 "x", 2,
    "the line is too long: a value has at most 200 bytes"},
   {"name = Test 1", "name = a\nname = b", 3, "name is there twice"},
   {"name = Test 1", "name Test 1", 2,
    "a line must be KEY = VALUE, [SECTION], or a comment that begins with #"},
   {"name = Test 1", "line = 63\nname = Test 1", 2,
    "line = 63: must be a power of two from 16 to 1024"},
   {"name = Test 1", "line = 8\nname = Test 1", 2,
    "line = 8: must be a power of two from 16 to 1024"},
   {"name = Test 1", "line = 2048\nname = Test 1", 2,
    "line = 2048: must be a power of two from 16 to 1024"},
   {"name = Test 1", "line = 64 bytes\nname = Test 1", 2,
    "line = 64 bytes: must be a power of two from 16 to 1024"},
   {"name = Test 1", "line =\nname = Test 1", 2,
    "line = : must be a power of two from 16 to 1024"},
   {"name = Test 1", "= 3", 2, "a key is missing before ="},
   {"name = Test 1", "\t=", 2, "a key is missing before ="},

   {"GenuineIntel 6 78", "GenuineIntel", 3, "cpu = GenuineIntel 90-94: " CPU},
   {"GenuineIntel 6 78 90-94", "GenuineIntel", 3, "cpu = GenuineIntel: " CPU},
   {"90-94", "94-90", 3, "cpu = GenuineIntel 6 78 94-90: " CPU},
   {"90-94", "90-", 3, "cpu = GenuineIntel 6 78 90-: " CPU},
   {"90-94", "90x", 3, "cpu = GenuineIntel 6 78 90x: " CPU},
   {"90-94", "4294967296", 3, "cpu = GenuineIntel 6 78 4294967296: " CPU},
   {"GenuineIntel 6", "GenuineIntel1234 6", 3,
    "cpu = GenuineIntel1234 6 78 90-94: " CPU},
   {"0xd0c", "0x", 4, "cpu = 0x41 0x: " CPU},
   {"90-94",
    "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 "
    "28 29 30 31 32",
    3, "more than 32 processors or ranges of models"},

   {"[L1I]", "[L4]", 6,
    "[L4] is unknown; sections are [L1I], [L1D], [L2], [L3], [ITLB], [DTLB], "
    "[STLB], [memory] and [core]"},
   {"[L1I]", "[]", 6,
    "[] is unknown; sections are [L1I], [L1D], [L2], [L3], [ITLB], [DTLB], "
    "[STLB], [memory] and [core]"},
   {"[L1I]", "[L1I", 6, "a section must end in ]: [L1D]"},
   {"[L1I]", "[", 6, "a section must end in ]: [L1D]"},
   {"[L1I]", "[L1I] size = 4", 6, "a section must end in ]: [L1D]"},
   {"[L3]", "[L1D]", 20, "[L1D] is there twice"},
   {"[L1I]\nsize = 32 KiB\nways = 8\npolicy = plru\n", "", 33,
    "there is no [L1I]; a machine has at least [L1I] and [L1D]"},
   {"[L1I]\nsize = 32 KiB\nways = 8\npolicy = plru\n[L1D]", "[L1I]", 33,
    "there is no [L1D]; a machine has at least [L1I] and [L1D]"},
   {"[L1I]\nsize = 32 KiB\n", "[L1I]\n", 6,
    "[L1I] has no size; it must have size, ways and policy"},
   {"ways = 8\n", "", 6,
    "[L1I] has no ways; it must have size, ways and policy"},
   {"policy = plru\n", "", 6,
    "[L1I] has no policy; it must have size, ways and policy"},
   {"entries = 72\n", "", 26,
    "[DTLB] has no entries; it must have entries and ways"},
   {"latency = 320\n", "", 36, "[memory] has no latency; it must have one"},

   {"latency = 5", "inclusion = nine", 14,
    "inclusion is unknown in [L1D]; keys there are size, ways, policy, "
    "prefetch, latency, fill, fill-write"},
   {"latency = 5", "slices = 2", 14,
    "slices is unknown in [L1D]; keys there are size, ways, policy, prefetch, "
    "latency, fill, fill-write"},
   {"latency = 5", "prefetch = streamer", 14,
    "prefetch = streamer: " PREFETCH "next-line, ip-stride"},
   {"latency = 5", "prefetch = next-line ip-stride", 14,
    "prefetch = next-line ip-stride: " PREFETCH "next-line, ip-stride"},
   {"latency = 5", "prefetch = next-line,", 14,
    "prefetch = next-line,: " PREFETCH "next-line, ip-stride"},
   {"latency = 5", "prefetch = ip-stride, ip-stride", 14,
    "prefetch = ip-stride, ip-stride: " PREFETCH "next-line, ip-stride"},
   {"latency = 5", "prefetch =", 14,
    "prefetch = : " PREFETCH "next-line, ip-stride"},
   {"32 KiB", "32 KiB\nprefetch = ip-stride", 8,
    "prefetch = ip-stride: " PREFETCH "next-line"},
   {"policy = qlru-h00-m1-r0-u1", "policy = lru\nprefetch = next-line", 19,
    "prefetch = next-line: " PREFETCH "streamer, adjacent-line"},
   {"= exclusive", "= nine\nprefetch = streamer", 26,
    "prefetch is unknown in [L3]; keys there are size, ways, slices, policy, "
    "inclusion, latency, transfer"},
   {"inclusion = inclusive", "prefetch = streamer\ninclusion = exclusive", 15,
    "[L2]: prefetch needs inclusion = nine or inclusive; an exclusive cache "
    "gets victims only"},
   {"latency = 5", "fill = 7", 10,
    "[L1D]: fill and fill-write are given together or not at all"},
   {"latency = 5", "fill-write = 7", 10,
    "[L1D]: fill and fill-write are given together or not at all"},
   {"latency = 5", "fill = 0\nfill-write = 7", 14,
    "fill = 0: must be a number from 1 to 10000"},
   {"latency = 5", "fill = 7\nfill-write = 10001", 15,
    "fill-write = 10001: must be a number from 1 to 10000"},
   {"32 KiB", "32 KiB\nfill = 7", 8,
    "fill is unknown in [L1I]; keys there are size, ways, policy, prefetch, "
    "latency"},
   {"walk = 25", "size = 1", 35,
    "size is unknown in [STLB]; keys there are entries, ways, entries-2M, "
    "ways-2M, latency, walk"},
   {"latency = 5", "latency = 0", 14,
    "latency = 0: must be a number from 1 to 1000000"},
   {"latency = 5", "latency = 1000001", 14,
    "latency = 1000001: must be a number from 1 to 1000000"},
   {"latency = 5", "latency = 5 cycles", 14,
    "latency = 5 cycles: must be a number from 1 to 1000000"},
   {"latency = 5", "latency = -5", 14,
    "latency = -5: must be a number from 1 to 1000000"},
   {"latency = 5", "latency = 4294967301", 14,
    "latency = 4294967301: must be a number from 1 to 1000000"},
   {"walk = 25", "walk = x", 35,
    "walk = x: must be a number from 1 to 1000000"},
   {"ways = 8", "ways = 256", 8, "ways = 256: must be a number from 1 to 255"},
   {"ways = 8", "ways = all", 8, "ways = all: must be a number from 1 to 255"},
   {"slices = 10", "slices = 1025", 23,
    "slices = 1025: must be a number from 1 to 1024"},
   {"slices = 10", "slices = 0", 23,
    "slices = 0: must be a number from 1 to 1024"},

   {"32 KiB", "32 kiB", 7, "size = 32 kiB: " SIZE},
   {"32 KiB", "32 KiB more", 7, "size = 32 KiB more: " SIZE},
   {"32 KiB", "0", 7, "size = 0: " SIZE},
   {"32 KiB", "1025 MiB", 7, "size = 1025 MiB: " SIZE},
   {"32 KiB", "4294967296", 7, "size = 4294967296: " SIZE},
   {"32 KiB", "KiB", 7, "size = KiB: " SIZE},
   {"32 KiB", "0x8000", 7, "size = 0x8000: " SIZE},
   {"32 KiB", "32 KiB\nsize = 32 KiB", 8, "size is there twice"},
   {"32 KiB", "33000", 6,
    "[L1I]: size must be a multiple of ways x slices x line"},
   {"32 KiB", "256", 6,
    "[L1I]: size must be a multiple of ways x slices x line"},
   {"32 KiB", "96 KiB", 6, "[L1I]: " SETS},
   {"slices = 10\n", "", 20, "[L3]: " SETS},
   {"slices = 10\n", "slices = 2\n", 20, "[L3]: " SETS},

   {"policy = plru\n", "policy = PLRU\n", 9, "policy = PLRU: " POLICY},
   {"policy = plru\n", "policy =\n", 9, "policy = : " POLICY},
   {"h00-m1-r0-u1", "h00-m1-r0", 18, "policy = qlru-h00-m1-r0: " POLICY},
   {"policy = lru-plru4", "policy = plru", 10,
    "[L1D]: with plru, the number of ways must be a power of two and at most "
    "64"},
   {"policy = lru-plru4", "policy = plru-fill", 10,
    "[L1D]: with plru-fill, the number of ways must be a power of two and at "
    "most 64"},
   {"policy = qlru-h00-m1-r0-u1", "policy = lru-plru4", 15,
    "[L2]: with lru-plru4, the number of ways must be a multiple of four and "
    "at most 32"},
   {"h00-m1-r0-u1", "h00-m1-r0-u2", 15,
    "[L2]: with r0 or r2, qlru must have u0 or u1, or no age would be 3"},
   {"= exclusive", "= strict", 25,
    "inclusion = strict: must be nine, inclusive or exclusive"},

   {"ways = all", "ways = every", 28, "ways = every: must be a number, or all"},
   {"ways = all", "ways = 256", 28,
    "ways = 256: must be a number from 1 to 255"},
   {"entries = 72", "entries = 65537", 27,
    "entries = 65537: must be a number from 1 to 65536"},
   {"entries = 72", "entries = 256", 26,
    "[DTLB]: ways = all: entries must then be at most 255"},
   {"entries-2M = 32\nways-2M = 4", "entries-2M = 256\nways-2M = all", 26,
    "[DTLB]: ways-2M = all: entries-2M must then be at most 255"},
   {"ways = 24", "ways = 10", 31,
    "[STLB]: entries / ways, the number of sets, must be a power of two"},
   {"ways = 24", "ways = 32", 31,
    "[STLB]: entries / ways, the number of sets, must be a power of two"},
   {"entries-2M = 32", "entries-2M = 24", 26,
    "[DTLB]: entries-2M / ways-2M, the number of sets, must be a power of two"},
   {"entries-2M = 32\n", "", 26,
    "[DTLB]: entries-2M and ways-2M are given together or not at all"},
   {"ways-2M = 4\n", "", 26,
    "[DTLB]: entries-2M and ways-2M are given together or not at all"},
   {"[DTLB]\nentries = 72\nways = all\nentries-2M = 32\nways-2M = 4\n", "", 26,
    "[STLB] needs an [ITLB] or a [DTLB] that asks it"},
   {"size = 1280k\nways = 10\npolicy = qlru-h00-m1-r0-u1\n"
    "inclusion = inclusive\n[L3]\nsize = 30 M\nways = 12\nslices = 10\n",
    "size = 512M\nways = 8\npolicy = lru\n[L3]\nsize = 1024M\nways = 16\n", 35,
    "all caches together have more than 20971520 lines"},
   {"latency = 320\n", "latency = 320", 37,
    "the last line has no newline: was the file cut off?"},
   {"latency = 320\n", "latency = 320\n#", 38,
    "the last line has no newline: was the file cut off?"},
};

static void bad_files_are_refused(void** state)
{
   (void)state;
   check_refused(good, bad, N_ROWS(bad));
}

static void expect_refused(const char* text, size_t length, UInt line,
                           const char* what)
{
   Machine      m;
   MachineError error;

   assert_false(cg_machine_parse(text, length, &m, &error));
   assert_int_equal(error.line, line);
   assert_string_equal(error.text, what);
}

/*------------------------------------------------------------*/
/*--- Cores                                                ---*/
/*------------------------------------------------------------*/

static const char with_core[] = "name = Core\n"
                                "[L1I]\n"
                                "size = 32 KiB\n"
                                "ways = 8\n"
                                "policy = plru\n" /* 5 */
                                "[L1D]\n"
                                "size = 32 KiB\n"
                                "ways = 8\n"
                                "policy = plru\n"
                                "latency = 4\n" /* 10 */
                                "[L2]\n"
                                "size = 1 MiB\n"
                                "ways = 8\n"
                                "policy = plru\n"
                                "latency = 14\n" /* 15 */
                                "transfer = 2\n"
                                "[DTLB]\n"
                                "entries = 64\n"
                                "ways = all\n"
                                "[STLB]\n" /* 20 */
                                "entries = 128\n"
                                "ways = all\n"
                                "latency = 7\n"
                                "walk = 25\n"
                                "[memory]\n" /* 25 */
                                "latency = 320\n"
                                "transfer = 9\n"
                                "[core]\n"
                                "width = 6\n"
                                "window = 321\n" /* 30 */
                                "mispredict = 13\n"
                                "multiply = 3\n"
                                "divide = 8\n"
                                "divide-64 = 17\n"
                                "fp = 5\n" /* 35 */
                                "fp-divide = 15\n"
                                "fp-sqrt = 21\n"
                                "x87 = 80\n"
                                "locked = 9\n";

/* The machine of `with_core', with the first `from' in it replaced. */
static Machine core_with(const char* from, const char* to)
{
   char         text[4096];
   Machine      m;
   MachineError error = {0};
   size_t       n     = changed_in(with_core, from, to, text);

   if (!cg_machine_parse(text, n, &m, &error))
      fail_msg("line %u: %s", error.line, error.text);
   return m;
}

/* What takes longest with this width, and what need not be given. */
static void long_operations_are_read(void** state)
{
   Machine m = core_with("locked = 9", "locked = 682\nfp-add = 2\nscaled = 1");

   (void)state;
   assert_int_equal(m.core.latency[OP_LOCKED], 682);
   assert_int_equal(m.core.latency[OP_FP_ADD], 2);
   assert_int_equal(m.core.scaled, 1);
}

static void core_is_read(void** state)
{
   static const UInt latency[N_OP_KINDS] = {1, 3, 8, 17, 5, 15, 21, 80, 9, 5};
   Machine           m;
   MachineError      error = {0};

   if (!cg_machine_parse(with_core, strlen(with_core), &m, &error))
      fail_msg("line %u: %s", error.line, error.text);
   assert_int_equal(m.core.width, 6);
   assert_int_equal(m.core.window, 321);
   assert_int_equal(m.core.scheduler, 0);
   assert_int_equal(m.core.mispredict, 13);
   assert_memory_equal(m.core.latency, latency, sizeof latency);
   assert_int_equal(m.caches[LEVEL_L2].transfer, 2);
   assert_int_equal(m.memory_transfer, 9);
   assert_int_equal(m.caches[LEVEL_L1D].fill, 0);

   assert_true(cg_machine_parse(good, strlen(good), &m, &error));
   assert_int_equal(m.core.width, 0);
}

static void fills_are_read(void** state)
{
   char         text[4096];
   size_t       n = changed("latency = 5", "fill = 7\nfill-write = 33", text);
   Machine      m;
   MachineError error = {0};

   (void)state;
   if (!cg_machine_parse(text, n, &m, &error))
      fail_msg("line %u: %s", error.line, error.text);
   assert_int_equal(m.caches[LEVEL_L1D].fill, 7);
   assert_int_equal(m.caches[LEVEL_L1D].fill_write, 33);
}

static void strings_are_read(void** state)
{
   Machine m = core_with("fp = 5", "fp = 5\nstring = 32\nstring-start = 30");

   (void)state;
   assert_int_equal(m.core.string, 32);
   assert_int_equal(m.core.string_start, 30);
   m = core_with("fp = 5", "fp = 5");
   assert_int_equal(m.core.string, 0);
}

static void scheduler_is_read(void** state)
{
   Machine m = core_with("fp = 5", "fp = 5\nscheduler = 96");

   (void)state;
   assert_int_equal(m.core.scheduler, 96);
}

static void clock_is_read(void** state)
{
   Machine m = core_with("fp = 5", "fp = 5\nclock = 100000");

   (void)state;
   assert_int_equal(m.core.clock, 100000);
   m = core_with("fp = 5", "fp = 5");
   assert_int_equal(m.core.clock, 0);
}

static void predictors_are_read(void** state)
{
   Machine m = core_with("fp = 5", "fp = 5\npredictor = tage-8k\n"
                                   "return-stack = 31");

   (void)state;
   assert_int_equal(m.core.predictor, PREDICTOR_TAGE_8K);
   assert_int_equal(m.core.return_stack, 31);
   m = core_with("fp = 5", "fp = 5");
   assert_int_equal(m.core.return_stack, 0);
}

static const BadRow bad_cores[] = {
   {"width = 6", "width = 0", 29, "width = 0: must be a number from 1 to 64"},
   {"width = 6", "width = 65", 29, "width = 65: must be a number from 1 to 64"},
   {"window = 321", "window = 65537", 30,
    "window = 65537: must be a number from 1 to 65536"},
   {"window = 321", "window = 321\nscheduler = 65537", 31,
    "scheduler = 65537: must be a number from 1 to 65536"},
   {"fp = 5", "fp = 4096", 35, "fp = 4096: must be a number from 1 to 4095"},
   {"fp = 5", "fp = fast", 35, "fp = fast: must be a number from 1 to 4095"},
   {"multiply = 3", "multiply = 683", 28,
    "[core]: multiply must be at most 682, 4095 / width of [core]"},
   {"locked = 9", "locked = 683", 28,
    "[core]: locked must be at most 682, 4095 / width of [core]"},
   {"width = 6", "width = 64", 28,
    "[core]: x87 must be at most 63, 4095 / width of [core]"},
   {"latency = 4", "latency = 683", 6,
    "[L1D]: latency must be at most 682, 4095 / width of [core]"},
   {"fp = 5", "fp-sum = 5", 35,
    "fp-sum is unknown in [core]; keys there are width, window, scheduler, mispredict, "
    "clock, predictor, return-stack, multiply, divide, divide-64, fp, fp-divide, "
    "fp-sqrt, x87, locked, fp-add, string, string-start, scaled"},
   {"fp = 5", "predictor = tage\nreturn-stack = 16", 35,
    "predictor = tage: must be classic, bimodal, gshare, perceptron, "
    "hashed-perceptron, tage-8k or tage-64k"},
   {"fp = 5", "fp = 5\nscaled = 17", 36,
    "scaled = 17: must be a number from 1 to 16"},
   {"fp = 5", "return-stack = 0", 35,
    "return-stack = 0: must be a number from 1 to 64"},
   {"fp = 5", "return-stack = 65", 35,
    "return-stack = 65: must be a number from 1 to 64"},
   {"fp = 5", "fp = 5\nreturn-stack = 16", 28,
    "[core]: predictor and return-stack are given together or not at all"},
   {"fp = 5", "fp = 5\npredictor = gshare", 28,
    "[core]: predictor and return-stack are given together or not at all"},
   {"fp = 5", "fp = 5\nstring-start = 5", 28,
    "[core]: string and string-start are given together or not at all"},
   {"fp = 5", "clock = 100001", 35,
    "clock = 100001: must be a number from 1 to 100000"},
   {"fp = 5", "string = 0", 35, "string = 0: must be a number from 1 to 1024"},
   {"fp = 5", "width = 5", 35, "width is there twice"},
   {"locked = 9\n", "", 28,
    "[core] has no locked; it must have width, window, mispredict and the "
    "operations"},
   {"width = 6\n", "", 28,
    "[core] has no width; it must have width, window, mispredict and the "
    "operations"},
   {"policy = plru\nlatency = 4\n", "policy = plru\n", 6,
    "[L1D] has no latency, which [core] needs"},
   {"latency = 14\n", "", 11, "[L2] has no latency, which [core] needs"},
   {"transfer = 2\n", "", 11, "[L2] has no transfer, which [core] needs"},
   {"walk = 25\n", "", 20, "[STLB] has no walk, which [core] needs"},
   {"latency = 7\n", "", 20, "[STLB] has no latency, which [core] needs"},
   {"transfer = 9\n", "", 25, "[memory] has no transfer, which [core] needs"},
   {"[memory]\nlatency = 320\ntransfer = 9\n", "", 25,
    "[core] needs a [memory] with latency and transfer"},
   {"latency = 14", "latency = 3", 11,
    "[L2]: latency must not be less than in [L1D], because [core] is there"},
   {"latency = 320", "latency = 13", 25,
    "[memory]: latency must not be less than in [L2], because [core] is there"},
   {"transfer = 9", "transfer = 1", 25,
    "[memory]: transfer must not be less than in [L2], because [core] is "
    "there"},
};

static void bad_cores_are_refused(void** state)
{
   (void)state;
   check_refused(with_core, bad_cores, N_ROWS(bad_cores));
}

static void only_text_is_read(void** state)
{
   static char many[CG_MACHINE_MAX_FILE + 1];
   char        text[4096];
   size_t      n = changed("A comment.", "A comment.", text);

   text[5] = '\0'; /* in the comment */
   expect_refused(text, n, 1,
                  "there is a NUL byte; a file of a machine is text");
   expect_refused("", 0, 1,
                  "the file is empty; it must have at least name, [L1I] and "
                  "[L1D]");
   expect_refused("\xef\xbb\xbf", 3, 1,
                  "the file is empty; it must have at least name, [L1I] and "
                  "[L1D]");
   expect_refused("\xef\xbb", 2, 1,
                  "a line must be KEY = VALUE, [SECTION], or a comment that "
                  "begins with #");
   expect_refused("\n", 1, 1,
                  "there is no [L1I]; a machine has at least [L1I] and [L1D]");

   memset(many, '\n', sizeof many);
   expect_refused(
      many, sizeof many, 1,
      "the file has more than 65536 bytes, so it does not describe a "
      "machine");
   expect_refused(many, sizeof many - 1, sizeof many - 1,
                  "there is no [L1I]; a machine has at least [L1I] and [L1D]");
}

/* No part of a good file is one, up to the last byte. */
static void files_that_are_cut_off_are_refused(void** state)
{
   Machine      m;
   MachineError error;
   const char*  memory = strstr(good, "[memory]");
   size_t       stlb   = strstr(good, "[STLB]") - good;
   size_t       least  = strstr(good, "latency = 5") - good;

   for (size_t n = 0; n < least; n++)
      assert_false(cg_machine_parse(good, n, &m, &error));
   for (size_t n = stlb + 1; n < strlen(good); n++)
      if (good[n - 1] != '\n')
         assert_false(cg_machine_parse(good, n, &m, &error));
   assert_true(cg_machine_parse(good, memory - good, &m, &error));
}

/*------------------------------------------------------------*/
/*--- This processor                                       ---*/
/*------------------------------------------------------------*/

static const struct {
   const char* cpuinfo;
   const char* vendor; /* NULL: it does not say */
   UInt        family, model;
   CpuKind     kind; /* what the good file is for it */
} processors[] = {
   {"processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: "
    "92\nmodel name\t: Intel(R) 1\nstepping\t: 3\n\nprocessor\t: 1\n"
    "vendor_id\t: X\n",
    "GenuineIntel", 6, 92, CPU_OWN},
   {"vendor_id : GenuineIntel\ncpu family : 6\nmodel name : Intel 5\nmodel : "
    "78\n",
    "GenuineIntel", 6, 78, CPU_OWN},
   {"vendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t: 97\n", "GenuineIntel",
    6, 97, CPU_NONE},
   {"vendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t: 83\n", "GenuineIntel",
    6, 83, CPU_NONE},
   {"vendor_id\t: GenuineIntel\ncpu family\t: 15\nmodel\t: 92\n",
    "GenuineIntel", 15, 92, CPU_NONE},
   {"vendor_id\t: GenuineIntel\ncpu family\t: 5\nmodel\t: 92\n", "GenuineIntel",
    5, 92, CPU_NONE},
   {"vendor_id\t: GenuineIntel\ncpu family\t: 16\nmodel\t: 92\n",
    "GenuineIntel", 16, 92, CPU_NONE},
   {"vendor_id\t: GenuineIntel\ncpu family\t: 19\nmodel\t: 1\n", "GenuineIntel",
    19, 1, CPU_NONE},
   {"vendor_id\t: GenuineIntel\ncpu family\t: 4294967295\n", "GenuineIntel",
    0xffffffff, 0, CPU_NONE},
   {"vendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t: 4294967295\n",
    "GenuineIntel", 6, 0xffffffff, CPU_NONE},
   {"vendor_id\t: AuthenticAMD\ncpu family\t: 6\nmodel\t: 92\n", "AuthenticAMD",
    6, 92, CPU_NONE},
   {"vendor_id\t: AuthenticAMD\ncpu family\t: 19\nmodel\t: 92\n",
    "AuthenticAMD", 19, 92, CPU_NONE},
   {"BogoMIPS\t: 243.75\nFeatures\t: fp\nCPU implementer\t: 0x41\n"
    "CPU architecture: 8\nCPU variant\t: 0x3\nCPU part\t: 0xd0c\n",
    "0x41", 0xd0c, 0, CPU_OWN},
   {"CPU implementer\t: 0x41\nCPU part\t: 0xd40\n", "0x41", 0xd40, 0, CPU_NONE},
   {"vendor_id\t: GenuineIntelWithMore\ncpu family\t: 6\n", "GenuineIntelWit",
    6, 0, CPU_NONE},
   {"CPU implementer\t: 0x41\nCPU part\t: 0xD0C\n", "0x41", 0xd0c, 0, CPU_OWN},
   {"vendor_id\t: GenuineIntel\ncpu family\t: six\n", NULL, 0, 0, CPU_NONE},
   {"vendor_id\t: GenuineIntel\ncpu family\t: 4294967302\n", NULL, 0, 0,
    CPU_NONE},
   {"vendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t: x\n", NULL, 0, 0,
    CPU_NONE},
   {"vendor_id\t: \ncpu family\t: 6\n", NULL, 0, 0, CPU_NONE},
   {"cpu family\t: 6\n", NULL, 0, 0, CPU_NONE},
   {"vendor_id\t: GenuineIntel", NULL, 0, 0, CPU_NONE},
   {"", NULL, 0, 0, CPU_NONE},
};

static void processors_are_recognised(void** state)
{
   Machine      m;
   MachineError error;

   assert_true(cg_machine_parse(good, strlen(good), &m, &error));
   for (size_t i = 0; i < N_ROWS(processors); i++) {
      NativeCpu cpu;
      Bool      found = cg_native_read(processors[i].cpuinfo, &cpu);

      assert_int_equal(found, processors[i].vendor != NULL);
      if (!found)
         continue;
      assert_string_equal(cpu.vendor, processors[i].vendor);
      assert_int_equal(cpu.family, processors[i].family);
      assert_int_equal(cpu.model, processors[i].model);
      assert_int_equal(cg_native_kind(&m, &cpu), processors[i].kind);
   }
}

/* The nominal clock is half of x86's "bogomips", to 10 MHz; "cpu MHz" is another
   one in each moment, and arm64's "BogoMIPS" are not of the core. */
static const struct {
   const char* line;
   UInt        clock;
} clocks[] = {
   {"cpu MHz\t\t: 800.000\nbogomips\t: 5192.24\n", 2600},
   {"bogomips\t: 5209.99\n", 2600},
   {"bogomips\t: 5210.00\n", 2610},
   {"bogomips\t: 200000.00\n", 100000},
   {"bogomips\t: 200001.00\n", 0},
   {"bogomips\t: 4294967296\n", 0},
   {"bogomips\t: unknown\n", 0},
   {"BogoMIPS\t: 243.75\n", 0},
   {"cpu MHz\t\t: 2596.122\n", 0},
};

static void nominal_clock_is_read(void** state)
{
   (void)state;
   for (size_t i = 0; i < N_ROWS(clocks); i++) {
      char      text[200];
      NativeCpu cpu;

      snprintf(text, sizeof text, "vendor_id\t: V\ncpu family\t: 6\n%s",
               clocks[i].line);
      assert_true(cg_native_read(text, &cpu));
      assert_int_equal(cpu.clock, clocks[i].clock);
   }
}

/* The caches that the kernel describes, and what becomes of the good file's. */
static void native_has_its_own_caches(void** state)
{
   static const MachineCache caches[] = {{HOLDS_DATA, 1, 98304, 24, 64},
                                         {HOLDS_CODE, 1, 65536, 4, 64},
                                         {HOLDS_BOTH, 2, 524288, 8, 64},
                                         {HOLDS_BOTH, 3, 14417920, 11, 64},
                                         {HOLDS_BOTH, 4, 1 << 27, 16, 64}};
   Machine                   m;
   MachineError              error;
   NativeFaults              faults;

   assert_true(cg_machine_parse(good, strlen(good), &m, &error));
   assert_true(cg_native_apply(&m, caches, 5, &faults));
   expect_cache(&m, LEVEL_L1I, 65536, 4, 1, POLICY_PLRU, CACHE_NINE, 0);
   expect_cache(&m, LEVEL_L1D, 98304, 24, 1, POLICY_LRU_PLRU4, CACHE_NINE, 5);
   expect_cache(&m, LEVEL_L2, 524288, 8, 1, POLICY_QLRU, CACHE_INCLUSIVE, 0);
   /* 20480 sets: the file's ten slices of 2048 sets. */
   expect_cache(&m, LEVEL_L3, 14417920, 11, 10, POLICY_LRU, CACHE_EXCLUSIVE, 0);
   for (LevelId id = LEVEL_L1I; id < N_MACHINE_LEVELS; id++)
      assert_null(faults.policy_rule[id]);
}

static void native_has_the_slices_that_it_needs(void** state)
{
   static const MachineCache three   = {HOLDS_BOTH, 3, 9437184, 12, 64};
   static const MachineCache fifteen = {HOLDS_BOTH, 3, 23592960, 12, 64};
   static const MachineCache one     = {HOLDS_BOTH, 3, 8388608, 16, 64};
   static const MachineCache missing = {HOLDS_BOTH, 2, 262144, 8, 64};
   Machine                   m;
   MachineError              error;
   NativeFaults              faults;

   assert_true(cg_machine_parse(good, strlen(good), &m, &error));
   /* 30720 sets: ten slices would not leave a power of two. */
   assert_true(cg_native_apply(&m, &fifteen, 1, &faults));
   assert_int_equal(m.caches[LEVEL_L3].slices, 15);
   assert_true(cg_native_apply(&m, &three, 1, &faults)); /* 12288 sets */
   assert_int_equal(m.caches[LEVEL_L3].slices, 3);
   assert_true(cg_native_apply(&m, &one, 1, &faults));
   assert_int_equal(m.caches[LEVEL_L3].slices, 1);
   assert_int_equal(m.caches[LEVEL_L2].size, 1310720);

   assert_true(cg_machine_parse(good, strlen(good), &m, &error));
   m.caches[LEVEL_L2].size = 0;
   assert_true(cg_native_apply(&m, &missing, 1, &faults));
   assert_int_equal(m.caches[LEVEL_L2].size, 0);
}

#define POWER_OF_TWO                                                           \
   ", the number of ways must be a power of two and at most 64"
#define MULTIPLE_OF_FOUR                                                       \
   "with lru-plru4, the number of ways must be a multiple of four and at "     \
   "most 32"
#define NOT_QLRU "with mru-n, *rrip or qlru, there must be at most 32 ways"

/* An L1D of 64 sets with a policy of the file and so many ways, what becomes of
   the policy, and the rule that it broke. */
static const struct {
   PolicyKind  policy;
   UInt        ways;
   PolicyKind  expected;
   const char* rule;
} policies[] = {
   {POLICY_PLRU, 16, POLICY_PLRU, NULL},
   {POLICY_PLRU, 12, POLICY_LRU_PLRU4, "with plru" POWER_OF_TWO},
   {POLICY_PLRU_FILL, 8, POLICY_PLRU_FILL, NULL},
   {POLICY_PLRU_FILL, 12, POLICY_LRU_PLRU4, "with plru-fill" POWER_OF_TWO},
   {POLICY_PLRU_FILL, 28, POLICY_LRU_PLRU4, "with plru-fill" POWER_OF_TWO},
   {POLICY_PLRU, 36, POLICY_LRU, "with plru" POWER_OF_TWO},
   {POLICY_PLRU, 128, POLICY_LRU, "with plru" POWER_OF_TWO},
   {POLICY_PLRU, 10, POLICY_LRU, "with plru" POWER_OF_TWO},
   {POLICY_LRU_PLRU4, 12, POLICY_LRU_PLRU4, NULL},
   {POLICY_LRU_PLRU4, 10, POLICY_LRU, MULTIPLE_OF_FOUR},
   {POLICY_LRU, 11, POLICY_LRU, NULL},
   {POLICY_FIFO, 11, POLICY_FIFO, NULL},
   {POLICY_NRU, 12, POLICY_NRU, NULL},
   {POLICY_SRRIP, 12, POLICY_SRRIP, NULL},
};

static void native_has_policies_for_its_ways(void** state)
{
   Machine      m;
   MachineError error;
   NativeFaults faults;

   for (size_t i = 0; i < N_ROWS(policies); i++) {
      UInt         ways  = policies[i].ways;
      MachineCache cache = {HOLDS_DATA, 1, 64 * 64 * ways, ways, 64};
      const HChar* rule;

      assert_true(cg_machine_parse(good, strlen(good), &m, &error));
      m.caches[LEVEL_L1D].policy = (Policy){.kind = policies[i].policy};
      assert_true(cg_native_apply(&m, &cache, 1, &faults));
      expect_cache(&m, LEVEL_L1D, 64 * 64 * ways, ways, 1, policies[i].expected,
                   CACHE_NINE, 5);
      rule = faults.policy_rule[LEVEL_L1D];
      if (policies[i].rule)
         assert_string_equal(rule, policies[i].rule);
      else
         assert_null(rule);
      assert_null(faults.policy_rule[LEVEL_L1I]);
   }
}

/* A cache that cannot be simulated, in place of one of the good file, and why.
 */
static const struct {
   MachineCache cache;
   LevelId      id;
   const char*  rule; /* NULL: it can */
} refused[] = {
   {{HOLDS_BOTH, 2, 64 * 64 * 40, 40, 64}, LEVEL_L2, NOT_QLRU},
   {{HOLDS_BOTH, 3, 64 * 64 * 256, 256, 64},
    LEVEL_L3,
    "a cache must have 1 to 255 ways"},
   {{HOLDS_CODE, 1, 100000, 8, 64},
    LEVEL_L1I,
    "size must be a multiple of ways x slices x line"},
   {{HOLDS_CODE, 1, 32768, 0, 64}, LEVEL_L1I, NULL},
   {{HOLDS_CODE, 1, 32768, 8, 0}, LEVEL_L1I, NULL},
   {{HOLDS_NOTHING, 1, 0, 0, 0}, LEVEL_L1I, NULL},
};

static void native_refuses_what_cannot_be_simulated(void** state)
{
   Machine      m;
   MachineError error;
   NativeFaults faults;

   for (size_t i = 0; i < N_ROWS(refused); i++) {
      Bool good_machine;

      assert_true(cg_machine_parse(good, strlen(good), &m, &error));
      good_machine = cg_native_apply(&m, &refused[i].cache, 1, &faults);
      assert_int_equal(good_machine, refused[i].rule == NULL);
      if (good_machine) {
         expect_cache(&m, LEVEL_L1I, 32768, 8, 1, POLICY_PLRU, CACHE_NINE, 0);
      } else {
         assert_string_equal(faults.rule, refused[i].rule);
         assert_int_equal(faults.id, refused[i].id);
      }
   }
}

int main(void)
{
   static const struct CMUnitTest tests[] = {
      cmocka_unit_test(good_file_is_read),
      cmocka_unit_test(prefetchers_are_read),
      cmocka_unit_test(edges_are_allowed),
      cmocka_unit_test(bad_files_are_refused),
      cmocka_unit_test(core_is_read),
      cmocka_unit_test(long_operations_are_read),
      cmocka_unit_test(fills_are_read),
      cmocka_unit_test(strings_are_read),
      cmocka_unit_test(scheduler_is_read),
      cmocka_unit_test(clock_is_read),
      cmocka_unit_test(predictors_are_read),
      cmocka_unit_test(bad_cores_are_refused),
      cmocka_unit_test(only_text_is_read),
      cmocka_unit_test(files_that_are_cut_off_are_refused),
      cmocka_unit_test(processors_are_recognised),
      cmocka_unit_test(nominal_clock_is_read),
      cmocka_unit_test(native_has_its_own_caches),
      cmocka_unit_test(native_has_the_slices_that_it_needs),
      cmocka_unit_test(native_has_policies_for_its_ways),
      cmocka_unit_test(native_refuses_what_cannot_be_simulated),
   };

   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, NULL, NULL);
}
