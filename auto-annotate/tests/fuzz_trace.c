/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fuzz_trace.c: a fuzz target (libFuzzer) over the reader of traces and what
   replays them.  tests/fuzz builds and runs it.

   Beyond not crashing, for any bytes: what is refused is refused with a
   message, "NAME:...", and what is accepted has reports, whose levels say that
   hits and misses are all accesses.

   A trace may ask for caches of gigabytes, which are not tried: the caches are
   small, two for D1, and one of them fully associative.  A small machine counts
   each reference, too, in a table and in reports, and so does the miss curve.
   Moves of a variable are tried on that machine; one that moves nothing changes
   nothing.
   Two predictors predict the branches, also of what is no trace but a text. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* What the simulation allocates is never freed by a program, but here. */
static void* tracked_calloc(size_t n, size_t size);

#define calloc tracked_calloc
#include "lib/hash.h"
#include "trace/replay.c"
#undef calloc

#include "trace/branch_text.h"
#include "trace/trace.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static GPtrArray* tracked;

static void* tracked_calloc(size_t n, size_t size)
{
   void* memory = g_malloc0(n * size);
   g_ptr_array_add(tracked, memory);
   return memory;
}

#define check(condition) check_that(condition, #condition, __LINE__)
static void check_that(gboolean holds, const char* condition, int line)
{
   if (!holds) {
      fprintf(stderr, "ERROR: fuzz_trace.c:%d: not true: %s\n", line,
              condition);
      abort();
   }
}

/* A file in memory that holds the input. */
static int  memory = -1;
static char name[64];

static void set_input(const void* data, gsize size)
{
   if (memory < 0) {
      memory = memfd_create("trace", 0);
      g_snprintf(name, sizeof name, "/proc/self/fd/%d", memory);
   }
   if (ftruncate(memory, 0) < 0
       || pwrite(memory, data, size, 0) != (gssize)size)
      abort();
}

static void check_sets(const ConflictCounts* all, Level level, UInt thread)
{
   const SetCounts* s;

   for (UWord set = 0; (s = cg_conflict_counts_sets(all, level, thread, &set));
        set++)
      check(s->misses[CLASS_COLD] + s->misses[CLASS_CAPACITY]
               + s->misses[CLASS_CONFLICT]
            <= s->accesses);
}

static void check_counts(void)
{
   for (guint i = 0; i < replay.analyses->len; i++) {
      const ConflictCounts* all =
         &((Analysis*)replay.analyses->pdata[i])->conflict_counts;

      for (Level level = 0; level < N_LEVELS; level++)
         for (UInt thread = 1; thread <= all->n_threads; thread++)
            if (cg_conflict_counts_ran(all, thread))
               check_sets(all, level, thread);
   }
}

/* A machine of two levels, and TLBs. */
static ReplayMachine* new_machine(void)
{
   static const char text[]  = "name = small\nline = 32\n"
                               "[L1I]\nsize = 128\nways = 2\npolicy = lru\n"
                               "[L1D]\nsize = 256\nways = 4\npolicy = plru\n"
                               "[L2]\nsize = 768\nways = 4\nslices = 3\n"
                               "policy = srrip\ninclusion = inclusive\n"
                               "[ITLB]\nentries = 2\nways = all\n"
                               "[DTLB]\nentries = 2\nways = 1\n"
                               "[STLB]\nentries = 6\nways = 3\n";
   ReplayMachine*    machine = g_new0(ReplayMachine, 1);
   MachineError      error;

   machine->name = "small";
   check(cg_machine_parse(text, strlen(text), &machine->machine, &error));
   return machine;
}

static void free_replay(void)
{
   if (replay.hierarchies)
      hierarchies_free(replay.hierarchies);
   if (replay.curves)
      curves_free(replay.curves);
   memset(replay.recorded, 0, sizeof replay.recorded);
   for (guint i = 0; i < replay.analyses->len; i++) {
      Analysis* a = replay.analyses->pdata[i];
      g_ptr_array_free(a->segments, TRUE);
      g_free(a);
   }
   for (guint i = 0; i < replay.locations->len; i++)
      g_free(replay.locations->pdata[i]);
   g_ptr_array_free(replay.analyses, TRUE);
   g_ptr_array_free(replay.locations, TRUE);
   g_ptr_array_free(replay.variables, TRUE);
   hash_texts_free(replay.names);
   regions_free(replay.regions);
   g_ptr_array_free(tracked, TRUE);
}

static void free_config(ReplayConfig* config)
{
   for (CacheId id = CACHE_I1; id < N_CACHES; id++)
      g_array_free(config->caches[id], TRUE);
   g_ptr_array_free(config->machines, TRUE);
}

static void check_trace(ReplayModel model)
{
   static const CacheGeometry caches[N_CACHES] = {
      {128, 2, 32}, {256, 2, 32}, {1024, 4, 64}};
   static const CacheGeometry fully_associative = {128, 8, 16};

   ReplayConfig config = {.model = model};
   GError*      error  = NULL;
   GString*     report = g_string_new(NULL);

   tracked = g_ptr_array_new_with_free_func(g_free);
   for (CacheId id = CACHE_I1; id < N_CACHES; id++) {
      config.caches[id] = g_array_new(FALSE, FALSE, sizeof(CacheGeometry));
      g_array_append_val(config.caches[id], caches[id]);
   }
   g_array_append_val(config.caches[CACHE_D1], fully_associative);
   config.machines = g_ptr_array_new();
   replay_init(&config);
   if (trace_replay(name, &error)) {
      check(!error);
      replay_report(FALSE, report);
      replay_report(TRUE, report);
      check(g_str_has_suffix(report->str, "]}]}\n]\n"));
      check_counts();
   } else {
      check(error && g_str_has_prefix(error->message, name));
      g_error_free(error);
   }
   free_replay();
   free_config(&config);
   g_string_free(report, TRUE);
}

/* What is simulated instead of analyses: all sizes of cache, or a machine. */
typedef enum { MISS_CURVE, MACHINE_TABLE, MACHINE_REPORT } Instead;

/* `end' is how the report ends. */
static void check_instead(Instead instead, const char* end)
{
   ReplayConfig config = {.machines   = g_ptr_array_new_with_free_func(g_free),
                          .miss_curve = instead == MISS_CURVE,
                          .conflict_report = instead == MACHINE_REPORT};
   GError*      error  = NULL;
   GString*     report = g_string_new(NULL);

   tracked = g_ptr_array_new_with_free_func(g_free);
   for (CacheId id = CACHE_I1; id < N_CACHES; id++)
      config.caches[id] = g_array_new(FALSE, FALSE, sizeof(CacheGeometry));
   if (instead != MISS_CURVE)
      g_ptr_array_add(config.machines, new_machine());
   replay_init(&config);
   if (trace_replay(name, &error)) {
      check(!error && replay.analyses->len == 0);
      replay_report(FALSE, report);
      replay_report(TRUE, report);
      check(g_str_has_suffix(report->str, end));
   } else {
      check(error && g_str_has_prefix(error->message, name));
      g_error_free(error);
   }
   free_replay();
   free_config(&config);
   g_string_free(report, TRUE);
}

/* Each kind of move, of the variable that some traces of the corpus have; the
   first changes nothing. */
static GPtrArray* new_moves(void)
{
   static const char* const expressions[] = {"m1: shift 0",   "m1: shift 64",
                                             "m1: rows+64",   "m1: spread 64",
                                             "m1: align 128", "m1: huge"};
   GPtrArray*               moves         = g_ptr_array_new();

   for (guint i = 0; i < G_N_ELEMENTS(expressions); i++) {
      Move* move = g_new(Move, 1);

      check(move_parse(expressions[i], move, NULL));
      check(move_repeat(move, 8, NULL));
      g_ptr_array_add(moves, move);
   }
   return moves;
}

static void check_moves(void)
{
   static GPtrArray* moves;
   ReplayConfig config = {.machines = g_ptr_array_new_with_free_func(g_free),
                          .moves    = moves ? moves : (moves = new_moves()),
                          .evidence = EVIDENCE_TOO};
   GError*      error  = NULL;
   ULong        shared;

   tracked = g_ptr_array_new_with_free_func(g_free);
   for (CacheId id = CACHE_I1; id < N_CACHES; id++)
      config.caches[id] = g_array_new(FALSE, FALSE, sizeof(CacheGeometry));
   g_ptr_array_add(config.machines, new_machine());
   replay_init(&config);
   if (trace_replay(name, &error)) {
      MachineCounts as_it_is = *replay_trial(0, &shared).counts;
      check(memcmp(&as_it_is, replay_trial(1, &shared).counts, sizeof as_it_is)
            == 0);
      g_array_free(evidence_uses(replay_evidence()), TRUE);
   } else {
      check(error && g_str_has_prefix(error->message, name));
      g_error_free(error);
   }
   free_replay();
   free_config(&config);
}

static BranchReplay* branches;

static gboolean read_text(int fd, const char* of, const char* begin, gsize n,
                          GError** error)
{
   return branch_text_read(branch_replay_add, branches, fd, of, begin, n,
                           error);
}

static void check_branches(void)
{
   BranchConfig chosen = {.kinds   = {PREDICTOR_GSHARE, PREDICTOR_TAGE_8K},
                          .n       = 2,
                          .depth   = 2,
                          .n_lines = 10};
   ReplayConfig config = {.machines = g_ptr_array_new()};
   GError*      error  = NULL;
   GString*     report = g_string_new(NULL);

   tracked         = g_ptr_array_new_with_free_func(g_free);
   branches        = branch_replay_new(&chosen);
   config.branches = branches;
   for (CacheId id = CACHE_I1; id < N_CACHES; id++)
      config.caches[id] = g_array_new(FALSE, FALSE, sizeof(CacheGeometry));
   replay_init(&config);
   if (trace_replay_or(name, "", read_text, &error)) {
      check(!error);
      replay_report(FALSE, report);
      replay_report(TRUE, report);
      check(g_str_has_suffix(report->str, "]}\n"));
   } else {
      check(error && g_str_has_prefix(error->message, name));
      g_error_free(error);
   }
   free_replay();
   branch_replay_free(branches);
   free_config(&config);
   g_string_free(report, TRUE);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
   message_set_program("fuzz_trace");
   set_input(data, size);
   check_trace(REPLAY_THREE_CS);
   check_trace(REPLAY_SET_LOCAL);
   check_instead(MACHINE_TABLE, "}]}]}\n");
   check_instead(MACHINE_REPORT, "]}]}\n");
   check_instead(MISS_CURVE, "]}\n");
   check_moves();
   check_branches();
   return 0;
}
