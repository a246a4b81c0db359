/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_report.c: tests the conflict report of a few references, in all its
   forms, and the functions that write its text. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include <glib.h>

#include "conflicts/cg_text.h"
#include "conflicts/report.h"
#include "conflicts/set_counts.h"
#include "lib/escape.h"
#include "lib/text.h"
#include "model.h"

/* D1: four sets of one line.  LL: 2048 sets of one line. */
static const CacheGeometry GEOMETRY[N_CACHES] = {
   {64, 1, 16}, {64, 1, 16}, {32768, 1, 16}};

/* --- A run -----------------------------------------------------------------
 */

static const SourceLine LOAD    = {"/src/a.c", "f", 10, 0};
static const SourceLine STORE   = {"/src/a.c", "f", 9, 0};
static const SourceLine ALIAS   = {"/src/a.c", "f", 10, 0};
static const SourceLine STRANGE = {"\"\\\n\xe9\xc3\xa9", "???", 0, 0};

static const char* NAMES[] = {"???", "code", "a", "b", "a"};
enum { VARIABLE_A = 2, VARIABLE_B, ANOTHER_A };

static CacheSim       sim;
static MissClasses    classes;
static ConflictCounts conflict_counts;
static char           output[100000];

static GPtrArray names = {(gpointer*)NAMES, sizeof NAMES / sizeof NAMES[0]};

static Report report(void)
{
   return (Report){
      .command         = "prog x",
      .geometry        = GEOMETRY,
      .conflict_counts = &conflict_counts,
      .variables       = &names,
   };
}

static void write_report(const Report* r,
                         void (*write)(const Report*, GString*))
{
   GString* text = g_string_new(NULL);

   write(r, text);
   assert_true(text->len < sizeof output);
   strcpy(output, text->str);
   g_string_free(text, TRUE);
}

static void begin_with(const CacheGeometry geometry[N_CACHES])
{
   release_all();
   cg_sim_init(&sim, geometry, allocate);
   cg_classes_init(&classes, &sim, geometry, allocate);
   cg_conflict_counts_init(&conflict_counts, &sim, allocate);
}

static void begin(void)
{
   begin_with(GEOMETRY);
}

static void reference(Addr addr, UInt variable, const SourceLine* loc)
{
   Outcome outcome;

   cg_classes_data(&classes, addr, 4, &outcome);
   cg_conflict_counts_note_evictor(&outcome, variable);
   cg_conflict_counts_data(&conflict_counts, addr, &outcome, loc, variable);
}

/* In set 1 of D1, `a' and `b' evict each other. */
static void two_in_conflict(UInt variable_a, const SourceLine* load)
{
   for (int i = 0; i < 3; i++) {
      reference(0x1010, variable_a, load);
      reference(0x2010, VARIABLE_B, &STORE);
   }
   reference(0x2014, VARIABLE_B, &STORE);
}

static void make_text(void)
{
   Report r = report();
   write_report(&r, report_text);
}

static void make_json(void)
{
   Report r = report();
   write_report(&r, report_json);
}

static void contains(const char* text)
{
   if (!strstr(output, text))
      fail_msg("no\n%s\nin\n%s", text, output);
}

static void contains_not(const char* text)
{
   if (strstr(output, text))
      fail_msg("there is\n%s\nin\n%s", text, output);
}

/* --- Text ------------------------------------------------------------------
 */

static void text_of_two_threads(void** state)
{
   (void)state;
   begin();
   cg_conflict_counts_thread(&conflict_counts, 1);
   two_in_conflict(VARIABLE_A, &LOAD);
   cg_conflict_counts_thread(&conflict_counts, 3);
   two_in_conflict(VARIABLE_A, &LOAD);
   make_text();

   contains("Conflict report\nCommand: prog x\n\n"
            "D1 misses 85.7% of 14 accesses: 16.7% cold, 83.3% conflict.\n"
            "LL misses 16.7% of 12 accesses: all cold.\n"
            "Where: 50.0% of the conflict misses are a pushed out by b at "
            "/src/a.c:10 (f), in 1 of 4 sets.\n"
            "Try: place a and b so that they use different sets; addresses 64 "
            "bytes apart share one.\n\n"
            "A miss is\n");
   contains("What helps: cold, ");
   contains(
      "=== D1: 64 B, direct-mapped, 16 B lines ===\n\n"
      "4 sets; addresses 64 bytes apart share one.\n\n"
      "              accesses  hits  cold  capacity  conflict  evictions\n"
      "total               14     2     2         0        10         11\n"
      "thread     1         7     1     2         0         4          5\n"
      "thread     3         7     1     0         0         6          6\n"
      "\n");
   contains("Who is in conflict: misses, and what had pushed the line out\n\n"
            "   5   50.0%  a pushed out by b\n"
            "              at /src/a.c:10 (f)\n"
            "              in 1 of 4 sets: 1\n"
            "   5   50.0%  b pushed out by a\n"
            "              at /src/a.c:9 (f)\n"
            "              in 1 of 4 sets: 1\n");
   contains("Where: conflict misses by set\n\n"
            "    0  .@..\n");
   contains("  cold  capacity  conflict\n"
            "     1         0         5  a\n"
            "     1         0         5  b\n");
   contains("     1         0         5  /src/a.c:9 (f)\n"
            "     1         0         5  /src/a.c:10 (f)\n");
   contains(
      "Sets of thread 3 that have conflict misses, worst first\n\n"
      "  set  accesses  hits  cold  capacity  conflict  evictions  most of "
      "the conflicts\n"
      "    1         7     1     0         0         6          6  a pushed "
      "out by b, a.c:10\n");
   contains("=== LL: 32,768 B, direct-mapped, 16 B lines ===");
   contains("There are no conflict misses.");
}

/* Equal names are one, and the report does not depend on the order of
   counting. */
static void names_decide(void** state)
{
   static char before[sizeof output];

   (void)state;
   begin();
   cg_conflict_counts_thread(&conflict_counts, 1);
   two_in_conflict(VARIABLE_A, &LOAD);
   two_in_conflict(VARIABLE_A, &LOAD);
   make_text();
   strcpy(before, output);

   begin();
   cg_conflict_counts_thread(&conflict_counts, 1);
   two_in_conflict(VARIABLE_A, &LOAD);
   two_in_conflict(ANOTHER_A, &ALIAS);
   make_text();
   contains("a pushed out by b");
   assert_string_equal(output, before);
}

static void progressions_of_sets(void** state)
{
   static const CacheGeometry wide[N_CACHES] = {
      {64, 1, 16}, {1024, 1, 16}, {32768, 1, 16}};
   static const int sets[] = {0, 8, 16, 24, 25, 26, 40, 50, 51, 60};

   (void)state;
   begin_with(wide);
   cg_conflict_counts_thread(&conflict_counts, 1);
   for (int round = 0; round < 2; round++)
      for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
         reference((Addr)(0x1000 + 16 * sets[i]), VARIABLE_A, &LOAD);
         reference((Addr)(0x2000 + 16 * sets[i]), VARIABLE_A, &LOAD);
      }
   make_text();
   contains(
      "a pushed out by itself\n"
      "              at /src/a.c:10 (f)\n"
      "              in 10 of 64 sets: 0, 8 ... 24, 25-26, 40, 50-51, 60\n");
   contains("\n    0  @.......@.......@.......@@@.............@"
            ".........@@........@...\n");
}

/* LL has 2048 sets, two for each character.  Set 2047 has the most misses. */
static void map_of_many_sets(void** state)
{
   (void)state;
   begin();
   cg_conflict_counts_thread(&conflict_counts, 1);
   for (int i = 0; i < 8; i++) {
      reference(0x10000 + 16 * 2047, VARIABLE_A, &LOAD);
      reference(0x20000 + 16 * 2047, VARIABLE_A, &LOAD);
   }
   reference(0x10000, VARIABLE_A, &LOAD);
   reference(0x20000, VARIABLE_A, &LOAD);
   reference(0x10000, VARIABLE_A, &LOAD);
   make_text();
   contains("      0  :...............");
   contains("  1,920  ..............................................."
            "................@\n");
   contains("(up to 14 misses)\n"
            "  Each character stands for 2 neighbouring sets.\n");
}

static const char* const level_begins[N_LEVELS] = {"\"level\":\"D1\"",
                                                   "\"level\":\"LL\""};

/* Threads that touch few sets, far apart: sets 5 and 3000 of 4096. */
static void few_of_many_sets(void** state)
{
   static const CacheGeometry large[N_CACHES] = {
      {64, 1, 16}, {65536, 1, 16}, {65536, 1, 16}};

   (void)state;
   begin_with(large);
   cg_conflict_counts_thread(&conflict_counts, 1);
   for (int i = 0; i < 3; i++) {
      reference(0x100000 + 16 * 3000, VARIABLE_A, &LOAD);
      reference(0x200000 + 16 * 3000, VARIABLE_B, &STORE);
   }
   cg_conflict_counts_thread(&conflict_counts, 2);
   reference(0x100000 + 16 * 5, VARIABLE_A, &LOAD);
   make_json();
   for (Level level = 0; level < N_LEVELS; level++) {
      char* begins = strstr(output, level_begins[level]);

      assert_non_null(begins);
      memmove(output, begins, strlen(begins) + 1);
      contains("\"total\":{\"accesses\":7,\"cold\":3,\"conflict\":4,"
               "\"evictions\":5}");
      contains("{\"thread\":1,\"accesses\":6,\"cold\":2,"
               "\"conflict\":4,\"evictions\":5,\"set_counts\":[\n"
               "{\"accesses\":6,\"cold\":2,\"conflict\":4,\"evictions\":5}],"
               "\n\"sets\":[[3000,0]]}");
      contains("{\"thread\":2,\"accesses\":1,\"cold\":1,\"set_counts\":[\n"
               "{\"accesses\":1,\"cold\":1}],\n\"sets\":[[5,0]]}");
   }
}

static void no_thread_and_no_miss(void** state)
{
   (void)state;
   begin();
   make_text();
   contains(
      "total                0     0     0         0         0          0\n"
      "\nThere are no conflict misses.\n");
   make_json();
   contains("\"threads\":[],\n\"conflicts\":[],\n\"variables\":[],\n"
            "\"lines\":[]");
}

static void tables_are_cut(void** state)
{
   static SourceLine lines[70];

   (void)state;
   begin();
   cg_conflict_counts_thread(&conflict_counts, 1);
   for (UInt i = 0; i < 70; i++) {
      lines[i] = (SourceLine){"a.c", "f", i, 0};
      reference(0x1000 + 16 * i, VARIABLE_A, &lines[i]);
   }
   make_text();
   contains("a.c:19 (f)\n  ... and 50 more, with 50 (71.4%) of the misses\n");
   contains_not("a.c:20");
   make_json();
   contains("\"line\":69");
   contains("\"source_line\":69");
}

/* --- JSON ------------------------------------------------------------------
 */

static void json_of_a_thread(void** state)
{
   (void)state;
   begin();
   cg_conflict_counts_thread(&conflict_counts, 1);
   two_in_conflict(VARIABLE_A, &STRANGE);
   make_json();

#define COUNTS_JSON                                                            \
   "\"accesses\":7,\"hits\":1,\"cold\":2,\"conflict\":4,"                      \
   "\"evictions\":5"
   const char* d1 =
      "{\"version\":2,\n"
      "\"model\":\"three-cs\",\n"
      "\"command\":\"prog x\",\n"
      "\"I1\":{\"size\":64,\"ways\":1,\"line_size\":16},\n"
      "\"variable_names\":[\n\"???\",\n\"a\",\n\"b\"],\n"
      "\"source_lines\":[\n"
      "{\"file\":\"\\\"\\\\\\u000a\\u00e9\xc3\xa9\",\"line\":0,"
      "\"function\":\"???\"},\n"
      "{\"file\":\"/src/a.c\",\"line\":9,\"function\":\"f\"}],\n"
      "\"false_sharing\":[],\n"
      "\"levels\":[\n"
      "{\"level\":\"D1\",\"size\":64,\"ways\":1,\"line_size\":16,"
      "\"sets\":4,\n"
      "\"total\":{" COUNTS_JSON "},\n"
      "\"threads\":[\n"
      "{\"thread\":1," COUNTS_JSON ",\"set_counts\":[\n"
      "{" COUNTS_JSON "}],\n\"sets\":[[1,0]]}],\n"
      "\"conflicts\":[\n"
      "{\"variable\":1,\"evictor\":2,\"source_line\":0,\"misses\":2,"
      "\"sets\":[[1,1,2]]},\n"
      "{\"variable\":2,\"evictor\":1,\"source_line\":1,\"misses\":2,"
      "\"sets\":[[1,1,2]]}],\n"
      "\"variables\":[\n"
      "{\"variable\":1,\"cold\":1,\"conflict\":2},\n"
      "{\"variable\":2,\"cold\":1,\"conflict\":2}],\n"
      "\"lines\":[\n"
      "{\"source_line\":0,\"cold\":1,\"conflict\":2},\n"
      "{\"source_line\":1,\"cold\":1,\"conflict\":2}]},\n"
      "{\"level\":\"LL\",\"size\":32768,";
   assert_memory_equal(output, d1, strlen(d1));
   assert_string_equal(output + strlen(output) - strlen("}]}]}\n"), "}]}]}\n");
}

/* The conflicts of two threads, and groups of sets with equal counts: 1, 3
   to 5 and 8 have one cold miss each, 2 has two. */
static void json_of_groups(void** state)
{
   static const CacheGeometry wide[N_CACHES] = {
      {64, 1, 16}, {1024, 1, 16}, {32768, 1, 16}};
   static const int sets[] = {1, 3, 4, 5, 8, 2};

   (void)state;
   begin_with(wide);
   cg_conflict_counts_thread(&conflict_counts, 1);
   for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
      reference((Addr)(0x1000 + 16 * sets[i]), VARIABLE_A, &LOAD);
   reference(0x2020, VARIABLE_B, &STORE);
   make_json();
   contains("\"set_counts\":[\n"
            "{\"accesses\":1,\"cold\":1},\n"
            "{\"accesses\":2,\"cold\":2,\"evictions\":1}],\n"
            "\"sets\":[[1,0,1,0,0,0],[8,0]]}]");

   for (UInt thread = 2; thread <= 3; thread++) {
      cg_conflict_counts_thread(&conflict_counts, thread);
      for (int i = 0; i < 2; i++) {
         reference(0x1020, VARIABLE_A, &LOAD);
         reference(0x2020, VARIABLE_B, &STORE);
         reference(0x1030, VARIABLE_A, &LOAD);
         reference(0x2030, VARIABLE_B, &STORE);
      }
   }
   make_json();
   contains("\"misses\":7,\"sets\":"
            "[[2,2,2],[2,3,1],[3,2,2],[3,3,2]]}");
}

/* What has less than 1 % of the misses is added up, but for the first item. */
static void small_counts_are_left_out(void** state)
{
   (void)state;
   begin();
   cg_conflict_counts_thread(&conflict_counts, 1);
   for (int i = 0; i < 100; i++)
      reference(0x1000 + 16 * i, VARIABLE_A, &LOAD);
   reference(0x1000 + 16 * 96, VARIABLE_A, &LOAD);
   reference(0x5000, VARIABLE_B, &STORE);
   reference(0x1000 + 16 * 96, VARIABLE_A, &LOAD);
   make_text();
   contains("100         0         1  a\n"
            "  ... and 1 more, with 1 (1.0%) of the misses\n");
   contains("100         0         1  /src/a.c:10 (f)\n"
            "  ... and 1 more, with 1 (1.0%) of the misses\n");
   contains("  1  100.0%  a pushed out by b\n");
   make_json();
   contains("\"conflicts\":[\n{\"variable\":1,\"evictor\":2,\"source_line\":1,"
            "\"misses\":1,\"sets\":[[1,0,1]]}],\n\"variables\":[\n"
            "{\"variable\":1,\"cold\":100,\"conflict\":1}],\n"
            "\"variables_left_out\":{\"n\":1,\"cold\":1},\n\"lines\":[\n"
            "{\"source_line\":1,\"cold\":100,\"conflict\":1}],\n"
            "\"lines_left_out\":{\"n\":1,\"cold\":1}}");
   reference(0x5000, VARIABLE_B, &STORE);
   make_json();
   contains("\"conflicts_left_out\":{\"n\":1,\"conflict\":1}");
   contains("\"variable\":2,\"cold\":1,\"conflict\":1}],\n\"lines\"");
}

/* --- Opening lines ---------------------------------------------------------
 */

/* The nth line of the report. */
static const char* line(int number)
{
   static char copy[1000];
   char*       begin = output;

   while (number-- > 1)
      begin = strchr(begin, '\n') + 1;
   snprintf(copy, sizeof copy, "%.*s", (int)strcspn(begin, "\n"), begin);
   return copy;
}

static void opening_of_each_class(void** state)
{
   (void)state;
   begin();
   cg_conflict_counts_thread(&conflict_counts, 1);
   make_text();
   assert_string_equal(line(4), "D1 has no accesses.");
   assert_string_equal(line(5), "");

   reference(0x1000, VARIABLE_A, &LOAD);
   reference(0x1000, VARIABLE_A, &LOAD);
   reference(0x1010, VARIABLE_B, &STORE);
   reference(0x1020, VARIABLE_B, &STORE);
   make_text();
   assert_string_equal(line(4), "D1 misses 75.0% of 4 accesses: all cold.");
   assert_string_equal(line(5), "LL misses 100.0% of 3 accesses: all cold.");
   assert_string_equal(
      line(6), "Where: 66.7% of the cold misses are of b; by line, 66.7% "
               "are at /src/a.c:9 (f).");
   assert_string_equal(line(7), "Try: touch less of b; each of these misses is "
                                "the first use of a line.");

   /* LL has a tenth of D1's misses or less, and no line. */
   for (int round = 0; round < 30; round++)
      for (Addr at = 0x1000; at < 0x1080; at += 16)
         reference(at, VARIABLE_A, &LOAD);
   make_text();
   assert_string_equal(line(4), "D1 misses 98.4% of 244 accesses: 3.3% cold, "
                                "96.7% capacity.");
   assert_string_equal(
      line(5), "Where: 100.0% of the capacity misses are of a; by line, "
               "100.0% are at /src/a.c:10 (f).");
   assert_string_equal(line(6),
                       "Try: work on smaller pieces of a; what is used "
                       "again must fit into 64 bytes.");
}

/* Nobody can pad what has no name. */
static void opening_of_nameless_memory(void** state)
{
   (void)state;
   begin();
   cg_conflict_counts_thread(&conflict_counts, 1);
   two_in_conflict(VARIABLE_UNKNOWN, &LOAD);
   make_text();
   contains("\nTry: place the two so that they use different sets; ");
   for (int i = 0; i < 10; i++) {
      reference(0x1010, VARIABLE_UNKNOWN, &LOAD);
      reference(0x3010, VARIABLE_UNKNOWN, &LOAD);
   }
   make_text();
   contains("conflict misses are ??? pushed out by itself at ");
   contains("\nTry: other distances within that memory, such as padded rows; ");
}

/* --- False sharing ---------------------------------------------------------
 */

static void false_sharing_in_both_forms(void** state)
{
   (void)state;
   begin();
   cg_conflict_counts_thread(&conflict_counts, 1);
   assert_null(conflict_counts.sharing);
   make_text();
   contains_not("false sharing");
   contains_not("Also:");
   cg_conflict_counts_thread(&conflict_counts, 2);
   for (int i = 0; i < CG_SHARING_MIN_WRITES; i++) {
      cg_sharing_write(conflict_counts.sharing, 1, 0x1000, 4, VARIABLE_B);
      cg_sharing_write(conflict_counts.sharing, 2, 0x1004, 4, VARIABLE_A);
      cg_sharing_write(conflict_counts.sharing, 1, 0x2000, 8, ANOTHER_A);
      cg_sharing_write(conflict_counts.sharing, 2, 0x2008, 8, ANOTHER_A);
      cg_sharing_write(conflict_counts.sharing, 2, 0x2008, 8, ANOTHER_A);
   }
   make_text();
   contains("\nCandidates for false sharing: lines that threads wrote, each in "
            "bytes of its own\n\n"
            "  writes  lines\n"
            "     300      1  a by thread 1, a by thread 2\n"
            "     200      1  b by thread 1, a by thread 2\n\n"
            "  Valgrind runs one thread at a time.");
   make_json();
   contains("\"variable_names\":[\n\"a\",\n\"b\"],\n");
   contains("\"false_sharing\":[\n"
            "{\"writes\":300,\"n_lines\":1,\"writers\":["
            "{\"thread\":1,\"variable\":0},"
            "{\"thread\":2,\"variable\":0}]},\n"
            "{\"writes\":200,\"n_lines\":1,\"writers\":["
            "{\"thread\":1,\"variable\":1},"
            "{\"thread\":2,\"variable\":0}]}],\n");
}

/* The opening names the variables of the lines that were written most, each
   once. */
static void opening_of_false_sharing(void** state)
{
   (void)state;
   begin();
   cg_conflict_counts_thread(&conflict_counts, 1);
   cg_conflict_counts_thread(&conflict_counts, 2);
   for (int i = 0; i < CG_SHARING_MIN_WRITES; i++) {
      cg_sharing_write(conflict_counts.sharing, 1, 0x1000, 4, VARIABLE_A);
      cg_sharing_write(conflict_counts.sharing, 2, 0x1008, 4, VARIABLE_A);
   }
   make_text();
   assert_string_equal(line(4), "D1 has no accesses.");
   assert_string_equal(line(5), "Also:  threads write to different bytes of "
                                "the same lines: a. Give each thread its own "
                                "line.");
   assert_string_equal(line(6), "");

   for (int i = 0; i < CG_SHARING_MIN_WRITES; i++) {
      cg_sharing_write(conflict_counts.sharing, 1, 0x2000, 4, VARIABLE_B);
      cg_sharing_write(conflict_counts.sharing, 2, 0x2004, 4, VARIABLE_A);
      cg_sharing_write(conflict_counts.sharing, 3, 0x2008, 4, VARIABLE_B);
   }
   make_text();
   assert_string_equal(line(5), "Also:  threads write to different bytes of "
                                "the same lines: b, a. Give each thread its "
                                "own line.");
}

/* What is not UTF-8 by RFC 3629: too long, surrogates, too large, cut off. */
static void json_is_utf8(void** state)
{
   static const struct {
      const char *name, *json;
   } cases[] = {
      {"\xc0\x80", "\\u00c0\\u0080"},
      {"\xc1\xbf", "\\u00c1\\u00bf"},
      {"\xc2\x80", "\xc2\x80"},
      {"\xe0\x9f\xbf", "\\u00e0\\u009f\\u00bf"},
      {"\xe2\x82\xac", "\xe2\x82\xac"},
      {"\xed\xa0\x80", "\\u00ed\\u00a0\\u0080"},
      {"\xed\x9f\xbf", "\xed\x9f\xbf"},
      {"\xf0\x8f\xbf\xbf", "\\u00f0\\u008f\\u00bf\\u00bf"},
      {"\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80"},
      {"\xf4\x90\x80\x80", "\\u00f4\\u0090\\u0080\\u0080"},
      {"\xf5\x80\x80\x80", "\\u00f5\\u0080\\u0080\\u0080"},
      {"\xe2\x82", "\\u00e2\\u0082"},
      {"\xf0", "\\u00f0"},
      {"\x80", "\\u0080"},
      {"\x7f\t", "\\u007f\\u0009"},
   };

   (void)state;
   begin();
   for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
      char   expected[100];
      Report r  = report();
      r.command = cases[i].name;
      write_report(&r, report_json);
      snprintf(expected, sizeof expected, "\"command\":\"%s\",", cases[i].json);
      contains(expected);
   }
}

static void set_local_is_of_d1(void** state)
{
   (void)state;
   begin();
   cg_conflict_counts_thread(&conflict_counts, 1);
   two_in_conflict(VARIABLE_A, &LOAD);

   Report r    = report();
   r.set_local = True;
   write_report(&r, report_json);
   contains("\"model\":\"set-local\"");
   contains_not("\"LL\"");
}

/* --- The summary -----------------------------------------------------------
 */

static void summary_line_by_line(void** state)
{
   (void)state;
   begin();
   cg_conflict_counts_thread(&conflict_counts, 1);
   two_in_conflict(VARIABLE_A, &LOAD);

   Report r = report();
   write_report(&r, report_summary);
   assert_string_equal(
      output, "D1  classes:      6  (2 cold + 0 capacity + 4 conflict)\n"
              "   set 1: 4 conflict, a pushed out by b\n"
              "LLd classes:      2  (2 cold + 0 capacity + 0 conflict)\n");
}

/* --- Text ------------------------------------------------------------------
 */

static void numbers_as_text(void** state)
{
   static const struct {
      ULong       n;
      const char *plain, *commas;
   } cases[] = {
      {0, "0", "0"},
      {9, "9", "9"},
      {10, "10", "10"},
      {999, "999", "999"},
      {1000, "1000", "1,000"},
      {999999, "999999", "999,999"},
      {1000000, "1000000", "1,000,000"},
      {UINT64_MAX, "18446744073709551615", "18,446,744,073,709,551,615"},
   };
   HChar  digits[CG_TEXT_MAX_DIGITS + 1] = "";
   HChar* end                            = digits + CG_TEXT_MAX_DIGITS;

   (void)state;
   for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
      assert_string_equal(cg_text_digits(end, cases[i].n, False),
                          cases[i].plain);
      assert_string_equal(cg_text_digits(end, cases[i].n, True),
                          cases[i].commas);
      assert_int_equal(cg_text_width(cases[i].n), strlen(cases[i].commas));
      assert_string_equal(text_commas(cases[i].n), cases[i].commas);
   }
   assert_int_equal(strlen("18,446,744,073,709,551,615"), CG_TEXT_MAX_DIGITS);
}

static void files_without_directories(void** state)
{
   static const char* const cases[][2] = {
      {"/src/a.c", "a.c"}, {"a.c", "a.c"},   {"../x//a.c", "a.c"}, {"/a", "a"},
      {"/src/", "src/"},   {"src/", "src/"}, {"/", "/"},           {"", ""},
   };

   (void)state;
   for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
      assert_string_equal(cg_text_base_name(cases[i][0]), cases[i][1]);
}

static void cut_between_characters(void** state)
{
   static const struct {
      const char* text;
      size_t      length, kept;
   } cases[] = {
      {"abcdef", 3, 3},
      {"a\xc3\xa9", 2, 1},
      {"a\xe2\x82\xac!", 4, 4},
      {"a\xe2\x82\xac!", 3, 1},
      {"a\xf0\x9f\x98\x80!", 4, 1},
      {"\xf0\x9f\x98\x80!", 3, 0},
      /* No character is that long. */
      {"a\x80\x80\x80\x80\x80", 4, 4},
      {"\x80\x80\x80\x80\x80\x80", 5, 5},
      {"\x80\x80\x80", 2, 2},
      {"\x80", 0, 0},
   };

   (void)state;
   for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
      assert_int_equal(cg_text_cut(cases[i].text, cases[i].length),
                       cases[i].kept);
}

static void written_aligned_and_harmless(void** state)
{
   GString* text = g_string_new(NULL);

   (void)state;
   text_count(text, 1234, 7);
   text_count(text, 1234, 2);
   text_right(text, "ab", 4);
   text_right(text, "ab", 1);
   text_spaces(text, 2);
   text_name(text, "a\nb\x1b\x7f\xc3\xa9 c");
   assert_string_equal(text->str, "  1,2341,234  abab  a?b??\xc3\xa9 c");
   assert_string_equal(text_share(1, 8), "12.5%");
   assert_string_equal(text_share(12346, 1), "1,234,600.0%");
   g_string_free(text, TRUE);
}

/* --- Caches of many sets ---------------------------------------------------
 */

static SizeT bytes_allocated;

static void* allocate_counted(SizeT n_bytes)
{
   bytes_allocated += n_bytes;
   return allocate(n_bytes);
}

/* D1 and LL have a million sets.  Each of many threads touches few of them, and
   costs little memory. */
static void sets_without_counts_cost_little(void** state)
{
   static const CacheGeometry large[N_CACHES] = {
      {64, 1, 16}, {16 << 20, 1, 16}, {16 << 20, 1, 16}};
   enum { N_THREADS = 50, FAR_SET = (1 << 20) - 1 };
   const SetCounts* counts;
   UWord            set = 0;

   (void)state;
   begin_with(large);
   cg_conflict_counts_init(&conflict_counts, &sim, allocate_counted);
   bytes_allocated = 0;
   for (UInt thread = 1; thread <= N_THREADS; thread++) {
      cg_conflict_counts_thread(&conflict_counts, thread);
      reference(FAR_SET * 16, VARIABLE_A, &LOAD);
      cg_conflict_counts_hit(&conflict_counts, 3);
   }
   assert_true(bytes_allocated < N_THREADS * 100000);

   counts = cg_conflict_counts_sets(&conflict_counts, LEVEL_D1, 2, &set);
   while (counts && counts->accesses == 0) {
      set++;
      counts = cg_conflict_counts_sets(&conflict_counts, LEVEL_D1, 2, &set);
   }
   assert_int_equal(set, 3);
   set    = 64;
   counts = cg_conflict_counts_sets(&conflict_counts, LEVEL_D1, 2, &set);
   assert_int_equal(set, FAR_SET & ~63);
   assert_int_equal(counts[FAR_SET & 63].accesses, 1);
   assert_int_equal(set_counts_of_level(&conflict_counts, LEVEL_D1).accesses,
                    2 * N_THREADS);
}

static const SetCounts* counts_of_set_3(UInt thread)
{
   UWord            set = 3;
   const SetCounts* counts =
      cg_conflict_counts_sets(&conflict_counts, LEVEL_D1, thread, &set);

   assert_non_null(counts);
   assert_int_equal(set, 3);
   return counts;
}

/* A D1 as processors have them.  A thread costs little until it counts, and
   less than all sets until it has counted as often as there are sets. */
static void threads_without_counts_cost_little(void** state)
{
   static const CacheGeometry usual[N_CACHES] = {
      {64, 1, 16}, {64 << 10, 1, 16}, {16 << 20, 1, 16}};
   enum { N_THREADS = 1000, N_SETS = 4096 };

   (void)state;
   begin_with(usual);
   cg_conflict_counts_init(&conflict_counts, &sim, allocate_counted);
   cg_conflict_counts_thread(&conflict_counts, 1);
   cg_conflict_counts_thread(&conflict_counts, 2); /* watches sharing, too */
   bytes_allocated = 0;
   for (UInt thread = 3; thread <= N_THREADS; thread++)
      cg_conflict_counts_thread(&conflict_counts, thread);
   assert_true(bytes_allocated < N_THREADS * 200);
   for (UInt thread = 3; thread <= N_THREADS; thread++) {
      cg_conflict_counts_thread(&conflict_counts, thread);
      cg_conflict_counts_hit(&conflict_counts, 3);
   }
   assert_true(bytes_allocated < N_THREADS * 6000);

   cg_conflict_counts_thread(&conflict_counts, 4);
   for (UInt i = 0; i < 2 * N_SETS; i++)
      cg_conflict_counts_hit(&conflict_counts, i % N_SETS);
   assert_non_null(conflict_counts.D1_sets);
   assert_int_equal(counts_of_set_3(4)->accesses, 3);
   cg_conflict_counts_thread(&conflict_counts, 5);
   cg_conflict_counts_hit(&conflict_counts, 3);
   assert_int_equal(counts_of_set_3(5)->accesses, 2);
   assert_true(cg_conflict_counts_ran(&conflict_counts, 2));
   assert_int_equal(set_counts_of_level(&conflict_counts, LEVEL_D1).accesses,
                    N_THREADS - 2 + 2 * N_SETS + 1);
}

/* What terminals obey is replaced, byte by byte, and nothing else. */
static void texts_are_disarmed(void** state)
{
   static const struct {
      const char *text, *expected;
   } rows[] = {
      {"a b~", "a b~"},
      {"\x1b[31m\n\x7f", "_[31m__"},
      {"\xc2\x9b\xc2\xa0", "__\xc2\xa0"},
      {"\x9b\xc2", "__"},
      {"\xe2\x80\xae\xe2\x80\xa7\xe2\x81\xa9\xe2\x80\x8e",
       "___\xe2\x80\xa7______"},
      {"\xc3\xa4\xf0\x9f\x98\x80", "\xc3\xa4\xf0\x9f\x98\x80"},
      {"\xe2\x80", "__"},
      {"\xff\xf5\x80\x80\x80", "_____"},
      {"\xe0\x82\x9b\xd8\x9c\xe2\x80\x8b\xef\xbb\xbf", "___________"},
      {"\xc2\xad\xed\xa0\x80\xe2\x81\xaf", "________"}, /* a surrogate */
   };

   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      char text[40];

      strcpy(text, rows[i].text);
      cg_text_disarm(text);
      assert_string_equal(text, rows[i].expected);
      /* The programs escape the same texts. */
      assert_int_equal(escape_is_harmless(rows[i].text, strlen(rows[i].text)),
                       strcmp(rows[i].text, rows[i].expected) == 0);
      assert_true(escape_is_harmless(text, strlen(text)));
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(texts_are_disarmed),
      cmocka_unit_test(text_of_two_threads),
      cmocka_unit_test(names_decide),
      cmocka_unit_test(progressions_of_sets),
      cmocka_unit_test(map_of_many_sets),
      cmocka_unit_test(few_of_many_sets),
      cmocka_unit_test(no_thread_and_no_miss),
      cmocka_unit_test(tables_are_cut),
      cmocka_unit_test(json_of_a_thread),
      cmocka_unit_test(json_of_groups),
      cmocka_unit_test(small_counts_are_left_out),
      cmocka_unit_test(json_is_utf8),
      cmocka_unit_test(opening_of_each_class),
      cmocka_unit_test(opening_of_nameless_memory),
      cmocka_unit_test(false_sharing_in_both_forms),
      cmocka_unit_test(opening_of_false_sharing),
      cmocka_unit_test(set_local_is_of_d1),
      cmocka_unit_test(summary_line_by_line),
      cmocka_unit_test(sets_without_counts_cost_little),
      cmocka_unit_test(threads_without_counts_cost_little),
      cmocka_unit_test(numbers_as_text),
      cmocka_unit_test(files_without_directories),
      cmocka_unit_test(cut_between_characters),
      cmocka_unit_test(written_aligned_and_harmless),
   };
   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, NULL, NULL);
}
