/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_causes.c: tests what the verdict says of a line, for each cause that it
   tells apart, and what functions of libraries are known to do. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/causes.h"

/* The weights are what one such event costs. */
static const struct {
   const char* name;
   double      weight;
} recorded[] = {
   {"Ir", 0},   {"I1mr", 1},  {"Dr", 0},    {"D1mr", 1}, {"DLmr", 7},
   {"D2mr", 0}, {"Dw", 0},    {"ITm", 7},   {"DTm", 0},  {"Cyi", 1},
   {"Ls", 1},   {"Cyw", 1},   {"D1mo", 9},  {"STm", 0},  {"DLmo", 380},
   {"DTmo", 7}, {"STmo", 25}, {"Bc", 0},    {"Bcm", 20}, {"Bi", 0},
   {"Bim", 20}, {"Br", 0},    {"Brm", 20},  {"Bct", 0},  {"Lsd", 0},
   {"Lsf", 0},  {"Lsm", 0},   {"Lsl", 0},   {"Lsp", 0},  {"Lsa", 0},
   {"Lsc", 0},  {"D1mc", 0},  {"D1ml", 0},  {"Lf", 0},   {"Used", 0},
   {"Stn", 0},  {"Std", 0},   {"Sys", 500}, {"Sysb", 0}, {"Al", 0},
   {"Alb", 0},  {"Wsf", 75},  {"Wst", 75},
};

/* What is said of a line with such counts, of which a library that it calls has
   "called": the causes, and the first words of what helps. */
static const struct {
   const char *counts, *said;
} rows[] = {
   {"Ir 4000 Cyi 1000", "instructions 100: 4,000 executed"},

   /* Memory: what is walked, and how. */
   {"Cyi 100 Dr 1000 D1mr 1000 D1mo 1000 Lf 1000 Used 4000 Stn 990 Std 7524000",
    "stride 99: steps of 7,600 bytes, 4 of 64 bytes used -> Swap the loops"},
   {"Cyi 100 Dr 1000 D1mr 1000 D1mo 1000 Lf 1000 Used 4000 Stn 990 Std 8110080",
    "conflict 99: steps of 8,192 bytes, 4 of 64 bytes used -> Pad the rows"},
   /* More lines than there are in all sets, or in L2. */
   {"Cyi 100 Dr 1000 D1mr 1000 D2mr 900 D1mo 1000 Lf 1000 Used 4000 Stn 980 "
    "Std 8028160",
    "stride 99: steps of 8,192 bytes, 4 of 64 bytes used -> Swap the loops"},
   {"Cyi 100 Dr 1000 D1mr 1000 D2mr 900 D1mo 1000 Lf 1000 Used 4000 Stn 990 "
    "Std 8110080",
    "conflict 99: steps of 8,192 bytes, 4 of 64 bytes used -> Pad the rows"},
   /* Padded already. */
   {"Cyi 100 Dr 1000 D1mr 1000 D1mo 1000 Lf 1000 Used 4000 Stn 990 "
    "Std 64944000",
    "stride 99: steps of 65,600 bytes, 4 of 64 bytes used -> Swap the loops"},
   {"Cyi 100 Dr 9000 D1mr 9000 D1mo 9000 Lf 9000 Used 36000 Stn 8990 "
    "Std 73646080",
    "stride 100: steps of 8,192 bytes, 4 of 64 bytes used -> Swap the loops"},
   {"Cyi 100 Dr 1000 D1mr 1000 D1mo 1000 Lf 1000 Used 8000 Stn 990 Std 253440",
    "unused bytes 99: steps of 256 bytes, 8 of 64 bytes used -> Put side by"},
   {"Cyi 100 Dr 1000 D1mr 1000 D1mo 1000 Lf 1000 Used 8000 Stn 400 Std 3040000",
    "unused bytes 99: in no order, 8 of 64 bytes used -> Make elements smaller"},
   {"Cyi 100 Dr 1000 D1mr 1000 D1mo 1000 D1ml 1000 D1mc 900 Lf 1000 Used 8000",
    "dependent loads 99: 90 of 100 loads that miss wait for another -> If it is"},
   {"Cyi 100 Dr 1000 D1mr 1000 D1mo 1000 D1ml 1000 D1mc 890 Lf 1000 Used 8000",
    "dependent loads 99: 89 of 100 loads that miss wait for another"},
   {"Cyi 100 Ls 9 Lsl 9 Dr 1000 D1mr 1000 D1mo 1000 D1ml 1000 D1mc 900 Lf 1000 "
    "Used 8000",
    "dependent loads 99: 90 of 100 loads that miss wait for another"},
   {"Cyi 100 Bc 100 Bct 51 Bcm 40 Dr 1000 D1mr 20 D1mo 20 D1ml 200 D1mc 190",
    "mispredicted branch 73: 40 of 100 mispredicted, 51 taken"},
   /* What is computed between late loads belongs to them. */
   {"Cyi 100 Ls 400 Lsp 100 Dr 1000 D1mr 100 D1mo 100 D1ml 200 D1mc 100",
    "dependent loads 93: 50 of 100 loads that miss wait for another"},
   {"Cyi 100 Ls 600 Lsl 600 Dr 1000 D1mr 100 D1mo 100 D1ml 200 D1mc 100",
    "dependent loads 94: 50 of 100 loads that miss wait for another"},
   {"Cyi 100 Ls 1200 Lsl 1200 Dr 1000 D1mr 100 D1mo 100 D1ml 200 D1mc 100",
    "table look-ups 96: each load waits for its index -> If items are"},
   {"Cyi 100 Dr 1000 D1mr 125 D1mo 125 Lf 125 Used 8000 Stn 124 Std 7936",
    "cache misses 93: 12.5 of 100 references miss L1"},
   {"Cyi 100 Dr 1000 D1mr 1000 DTm 900 DTmo 900 STmo 800 Lf 1000 Used 8000",
    "page walks 100: 90 of 100 references miss the TLB -> Use fewer pages"},
   {"Cyi 100 Dr 1000 D1mr 1000 D1mo 1000 DTm 990 STm 950 STmo 100 Lf 1000 Used 4000 "
    "Stn 990 Std 4023360",
    "stride 99: steps of 4,064 bytes, 4 of 64 bytes used -> Swap the loops | "
    "page walks 20: 95 of 100 references walk"},
   /* Prefetchers hide most of it. */
   {"Ir 8000 Cyi 1000 Dr 1000 D1mr 200 Lf 1000 Used 8000 Stn 990 Std 253440",
    "unused bytes 17: steps of 256 bytes, 8 of 64 bytes used -> Put side by"},
   {"Ir 32000 Cyi 3900 Dr 1000 D1mr 100 Lf 1000 Used 8000 Stn 990 Std 253440",
    "unused bytes 2: steps of 256 bytes, 8 of 64 bytes used -> Put side by"},
   {"Ir 32000 Cyi 3901 Dr 1000 D1mr 100 Lf 1000 Used 8000 Stn 990 Std 253440",
    "instructions 98: 32,000 executed"},
   {"Ir 8000 Cyi 1000 Dr 1000 D1mr 200 Lf 1000 Used 64000 Stn 990 Std 253440",
    "instructions 83: 8,000 executed"},
   {"Cyi 100 Dw 1000 Cyw 900", "conflict 90: misses in a row are in one set -> "
                               "Pad the rows"},
   /* Ten lines are no evidence. */
   {"Cyi 1 Dr 10 D1mr 10 D1mo 10 Lf 10 Used 40 Stn 10 Std 76000",
    "cache misses 99: 100 of 100 references miss L1"},

   /* The core. */
   {"Cyi 100 Ls 900 Lsd 800",
    "division 90: results wait for divisions or roots -> "
    "Divide less"},
   {"Cyi 510 Ls 490 Lsd 490",
    "division 49: results wait for divisions or roots"},
   {"Cyi 500 Ls 500 Lsf 500",
    "floating-point chain 50: each operation waits for the last -> If it "
    "is one"},
   {"Cyi 510 Ls 490 Lsf 490",
    "floating-point chain 49: each operation waits for the last"},
   {"Cyi 100 Ls 900 Lsm 800",
    "multiplication chain 90: each multiplication waits for the last"},
   {"Cyi 300 Ls 700 Lsl 700",
    "table look-ups 70: each load waits for its index -> If items are"},
   {"Cyi 310 Ls 690 Lsl 690",
    "table look-ups 69: each load waits for its index"},
   {"Cyi 300 Ls 700 Lsp 700",
    "dependent loads 70: each load waits for its pointer -> Follow"},
   {"Cyi 310 Ls 690 Lsp 690",
    "dependent loads 69: each load waits for its pointer"},
   {"Cyi 100 Ls 900 Lsl 400 Lsp 400",
    "dependent loads 90: each load waits for its address"},
   {"Cyi 500 Ls 500 Lsa 500",
    "atomic operations 50: each operation waits for the last -> Do fewer"},
   {"Cyi 510 Ls 490 Lsa 490",
    "atomic operations 49: each operation waits for the last"},
   {"Cyi 500 Ls 500 Lsc 500",
    "calls 50: calls and returns take longer than what is between -> Do more"},
   {"Cyi 510 Ls 490 Lsc 490",
    "calls 49: calls and returns take longer than what is between"},
   {"Ir 4000 Cyi 1000 I1mr 79 Ls 900 Lsc 900",
    "calls 45: calls and returns take longer than what is between"},
   {"Ir 4000 Cyi 1000 I1mr 80 Ls 900 Lsc 900",
    "code misses 49: 2 of 100 instructions miss L1I -> Make the code"},
   {"Cyi 100 Ls 900 Lsd 300 Lsf 300",
    "dependent operations 90: one result waits for another"},
   {"Ir 90000 Dr 90000 Dw 90000 Cyi 100 Ls 900",
    "copying 90: 90,000 iterations of rep movs -> Pass large objects"},
   {"Ir 90000 Dw 90000 Cyi 100 Ls 900",
    "dependent operations 90: one result waits for another"},
   {"Ir 4000 Cyi 1000 I1mr 9000 ITm 100",
    "code misses 91: 225 of 100 instructions miss L1I -> Make the code"},

   /* More than half of it is in a library: the user cannot change that. */
   {"Cyi 100 Ls 900 Lsd 900 called 500",
    "division 90: results wait for divisions or roots -> Divide less"},
   {"Cyi 100 Ls 900 Lsd 900 called 501",
    "division 90: results wait for divisions or roots"},
   {"Cyi 200 Bc 100 Bct 51 Bcm 40 called 501",
    "mispredicted branch 80: 40 of 100 mispredicted, 51 taken"},

   /* Branches, also two causes. */
   {"Cyi 200 Bc 100 Bct 51 Bcm 40",
    "mispredicted branch 80: 40 of 100 mispredicted, 51 taken -> If order"},
   {"Cyi 200 Bc 100 Bct 51 Bcm 30",
    "mispredicted branch 75: 30 of 100 mispredicted, 51 taken -> If order"},
   {"Cyi 200 Bc 100 Bct 51 Bcm 29",
    "mispredicted branch 74: 29 of 100 mispredicted, 51 taken"},
   {"Cyi 200 Bc 100 Bct 90 Bcm 10",
    "mispredicted branch 50: 10 of 100 mispredicted, 90 taken"},
   {"Cyi 200 Bi 100 Bim 40",
    "indirect targets 80: 40 of 100 mispredicted -> If order"},
   {"Cyi 200 Br 100 Brm 40", "returns 80: 40 of 100 mispredicted -> Make the "
                             "recursion"},
   {"Cyi 100 Ls 900 Lsd 900 Bc 100 Bcm 40",
    "division 50: results wait for divisions or roots -> Divide less | mispredicted "
    "branch 44: 40 of 100 mispredicted, 0 taken"},

   /* The system, and other threads. */
   {"Cyi 500 Sys 100 Sysb 100",
    "system calls 99: 100 for 100 bytes -> Read and"},
   {"Cyi 500 Sys 100 Sysb 49", "system calls 99: 100 for 49 bytes"},
   {"Cyi 500 Sys 100 Sysb 102400", "system calls 99: 100 for 102,400 bytes"},
   {"Cyi 500 Sys 100", "system calls 99: 100"},
   {"Cyi 500 Dw 1000 Wsf 900", "false sharing 99: 900 writes to lines of "
                               "another thread -> Give each"},
   {"Cyi 500 Dw 1000 Wst 900", "true sharing 99: 900 writes to bytes of "
                               "another thread -> Count in each"},
};

/* Sets the counts of a place, and its estimate. */
static void set_counts(Place* place, const char* text)
{
   char** words = g_strsplit(text, " ", -1);

   memset(place->counts, 0, G_N_ELEMENTS(recorded) * sizeof *place->counts);
   place->estimate         = 0;
   place->bill.called_cost = 0;
   for (guint i = 0; words[i]; i += 2) {
      if (strcmp(words[i], "called") == 0)
         place->bill.called_cost = atoll(words[i + 1]);
      for (guint j = 0; j < G_N_ELEMENTS(recorded); j++)
         if (strcmp(words[i], recorded[j].name) == 0) {
            place->counts[j] = atoll(words[i + 1]);
            place->estimate += recorded[j].weight * place->counts[j];
         }
   }
   g_strfreev(words);
}

/* Returns causes as rows have them, with whole sentences. */
static char* said_of(Cause* causes, guint n)
{
   GString* said = g_string_new(NULL);

   for (guint i = 0; i < n; i++) {
      g_string_append_printf(said, "%s%s %.0f", i > 0 ? " | " : "",
                             causes[i].name, causes[i].share);
      if (causes[i].text)
         g_string_append_printf(said, ": %s", causes[i].text);
      if (causes[i].remedy)
         g_string_append_printf(said, " -> %s", causes[i].remedy);
      g_free(causes[i].text);
   }
   return g_string_free(said, FALSE);
}

/* Whether `said' has the words of each part of `expected', which ends early. */
static void assert_says(const char* said, const char* expected)
{
   char** parts = g_strsplit(expected, " | ", -1);
   char** ours  = g_strsplit(said, " | ", -1);

   assert_int_equal(g_strv_length(parts), g_strv_length(ours));
   for (guint i = 0; parts[i]; i++) {
      if (!g_str_has_prefix(ours[i], parts[i]))
         assert_string_equal(ours[i], parts[i]);
      assert_true(strstr(parts[i], " -> ") || !strstr(ours[i], " -> "));
   }
   g_strfreev(parts);
   g_strfreev(ours);
}

static void says_the_cause(void** state)
{
   GPtrArray* names       = g_ptr_array_new();
   GPtrArray* definitions = g_ptr_array_new();
   double     weights[G_N_ELEMENTS(recorded)];
   Count      counts[G_N_ELEMENTS(recorded)];
   Place      place = {.counts = counts};

   for (guint i = 0; i < G_N_ELEMENTS(recorded); i++) {
      g_ptr_array_add(names, (gpointer)recorded[i].name);
      weights[i] = recorded[i].weight;
   }
   Events*  events   = events_new(names, definitions);
   Evidence evidence = {events, weights, &place, 64};
   for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
      Cause causes[CAUSES_MAX];
      set_counts(&place, rows[i].counts);
      char* said = said_of(causes, causes_find(&evidence, causes));
      assert_says(said, rows[i].said);
      g_free(said);
   }
   events_free(events);
   g_ptr_array_free(names, TRUE);
   g_ptr_array_free(definitions, TRUE);
}

static void knows_library_functions(void** state)
{
   static const struct {
      const char* name;
      Deed        deed;
   } functions[] = {
      {"malloc", DEED_ALLOCATION},
      {"__libc_calloc", DEED_ALLOCATION},
      {"malloc@@GLIBC_2.2.5", DEED_ALLOCATION},
      {"operator new(unsigned long)", DEED_ALLOCATION},
      {"operator delete[](void*)", DEED_ALLOCATION},
      {"__memmove_avx_unaligned_erms", DEED_COPYING},
      {"__memcpy_generic", DEED_COPYING},
      {"__memset_avx2_unaligned_erms", DEED_CLEARING},
      {"__strlen_avx2", DEED_SCANNING},
      {"__strlen_sse2", DEED_SCANNING},
      {"strcmp", DEED_NONE},
      {"std::__cxx11::basic_ostringstream<char>::basic_ostringstream()",
       DEED_FORMATTING},
      {"printf", DEED_FORMATTING},
      {"__isoc99_sscanf", DEED_PARSING},
      {"____strtod_l_internal", DEED_PARSING},
      {"std::istream& std::istream::_M_extract<double>(double&)", DEED_PARSING},
      {"core::num::dec2flt::parse::parse_number", DEED_PARSING},
      {"___snprintf_chk", DEED_FORMATTING},
      {"write", DEED_INPUT_OUTPUT},
      {"__libc_read", DEED_INPUT_OUTPUT},
      {"___pthread_mutex_lock", DEED_LOCKING},
      {"__pthread_mutex_unlock", DEED_LOCKING},
      {"__cxa_throw", DEED_EXCEPTIONS},
      {"__dynamic_cast", DEED_CASTS},
      {"std::ctype<char> const& std::use_facet<std::ctype<char> >(std::locale "
       "const&)",
       DEED_LOCALE},
      {"std::locale::locale()", DEED_NONE},
      {"std::_Hash_bytes(void const*, unsigned long, unsigned long)",
       DEED_HASHING},
      {"__rust_dealloc", DEED_ALLOCATION},
      {"__rustc::__rust_realloc", DEED_ALLOCATION},
      {"<alloc::raw_vec::RawVecInner>::reserve::do_reserve_and_handle",
       DEED_ALLOCATION},
      {"alloc::fmt::format::format_inner", DEED_FORMATTING},
      {"<u64 as core::fmt::Display>::fmt", DEED_FORMATTING},
      {"core::hash::BuildHasher::hash_one", DEED_HASHING},
      {"<core::hash::sip::Hasher<S> as core::hash::Hasher>::write",
       DEED_HASHING},
      {"regex::re_unicode::Regex::new", DEED_COMPILING},
      {"<regex::regex::string::Regex>::new", DEED_COMPILING},
      {"regcomp", DEED_COMPILING},
      {"std::__detail::_Compiler<std::regex_traits<char> >::_Compiler()",
       DEED_COMPILING},
      {"core::slice::sort::stable::drift::sort", DEED_NONE},
      {"mallocate", DEED_NONE},
      {"my_strlen", DEED_NONE},
      {"sqrt", DEED_NONE},
      {"", DEED_NONE},
      {"_", DEED_NONE},
      {" ", DEED_NONE},
      {"malloc calloc", DEED_NONE},
   };
   char* longest = g_strnfill(1 << 20, '_');

   for (guint i = 0; i < G_N_ELEMENTS(functions); i++)
      assert_int_equal(deeds_of(functions[i].name), functions[i].deed);
   assert_int_equal(deeds_of(longest), DEED_NONE);
   g_free(longest);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(says_the_cause),
      cmocka_unit_test(knows_library_functions),
   };

   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, NULL, NULL);
}
