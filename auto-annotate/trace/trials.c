/* SPDX-License-Identifier: GPL-2.0-or-later */
/* trials.c: see trials.h. */

#include "trace/trials.h"

#include <string.h>

#include "lib/budget.h"
#include "lib/message.h"
#include "lib/text.h"
#include "sim/machine/cg_machine_classes.h"
#include "trace/candidates.h"
#include "trace/classic.h"
#include "trace/evidence.h"
#include "trace/trace.h"

#define JSON_VERSION 1

/* What is shown of a trial: these counts, and the estimate made from them. */
typedef enum {
   TRIAL_D1,
   TRIAL_L2,
   TRIAL_LL,
   TRIAL_WALKS,
   TRIAL_SHARED,
   TRIAL_CYCLES, /* the last one */
   N_TRIAL_COUNTS
} TrialCount;

static const struct {
   const char *words, *key;
} counts_shown[N_TRIAL_COUNTS] = {
   [TRIAL_D1]     = {"D1 misses", "d1_misses"},
   [TRIAL_L2]     = {"L2 misses", "l2_misses"},
   [TRIAL_LL]     = {"LL misses", "ll_misses"},
   [TRIAL_WALKS]  = {"page walks", "page_walks"},
   [TRIAL_SHARED] = {"writes to lines of several threads", "shared_writes"},
   [TRIAL_CYCLES] = {"estimated cycles", "cycles"},
};

typedef struct {
   const Move* move; /* NULL: nothing is moved */
   guint64     counts[N_TRIAL_COUNTS];
} Result;

/*------------------------------------------------------------*/
/*--- Counts                                               ---*/
/*------------------------------------------------------------*/

static guint64 misses_of(const LevelCounts* level)
{
   return level->misses[REF_FETCH] + level->misses[REF_READ]
          + level->misses[REF_WRITE];
}

static guint64 walks_of(const MachineRow* row)
{
   const LevelCounts* tlbs = row->counts->tlbs;

   return row->machine->tlbs[TLB_2][PAGE_4K].entries > 0
             ? misses_of(&tlbs[TLB_2])
             : misses_of(&tlbs[TLB_I]) + misses_of(&tlbs[TLB_D]);
}

/* The estimate of the manual (cg_annotate.events), without branches. */
static Result result_of(const MachineRow* row, const Move* move, ULong shared)
{
   const LevelCounts* levels = row->counts->levels;
   LevelId            last   = cg_machine_last_level(row->machine);
   gboolean           has_L2 =
      last == LEVEL_L3 && row->machine->caches[LEVEL_L2].size > 0;
   Result r = {.move = move};

   r.counts[TRIAL_D1]     = misses_of(&levels[LEVEL_L1D]);
   r.counts[TRIAL_L2]     = has_L2 ? misses_of(&levels[LEVEL_L2]) : 0;
   r.counts[TRIAL_LL]     = misses_of(&levels[last]);
   r.counts[TRIAL_WALKS]  = walks_of(row);
   r.counts[TRIAL_SHARED] = shared;
   r.counts[TRIAL_CYCLES] =
      levels[LEVEL_L1I].hits[REF_FETCH] + levels[LEVEL_L1I].misses[REF_FETCH]
      + 10 * r.counts[TRIAL_D1] + 30 * r.counts[TRIAL_L2]
      + (has_L2 ? 170 : 200) * r.counts[TRIAL_LL] + 30 * r.counts[TRIAL_WALKS];
   return r;
}

static Result trial_result(guint trial, const Move* move)
{
   ULong      shared;
   MachineRow row = replay_trial(trial, &shared);

   return result_of(&row, move, shared);
}

/* What orders the trials: the estimate.  A write to a line of several threads
   may wait for it as long as a miss of D1 does, which no simulated cache
   shows. */
static guint64 rank_of_result(const Result* r)
{
   return r->counts[TRIAL_CYCLES] + 10 * r->counts[TRIAL_SHARED];
}

/* The least rank of the trials, and the difference that matters: a thousandth
   of what it is without them. */
typedef struct {
   guint64 best, matters;
} RankScale;

/* Compares by the rank and, if that is about the same, by how much is moved. */
static gint by_rank(gconstpointer a, gconstpointer b, gpointer scale)
{
   const RankScale* s = scale;
   const Result *   x = a, *y = b;
   guint64          p = (rank_of_result(x) - s->best) / s->matters;
   guint64          q = (rank_of_result(y) - s->best) / s->matters;

   if (p != q)
      return p > q ? 1 : -1;
   return (x->move->number > y->move->number)
          - (x->move->number < y->move->number);
}

/* The results, as they are first, then best first. */
static Result* make_results(const GPtrArray* moves)
{
   Result*   results = g_new(Result, moves->len + 1);
   RankScale scale   = {.best = G_MAXUINT64};

   results[0]    = trial_result(0, NULL);
   scale.matters = 1 + rank_of_result(&results[0]) / 1000;
   for (guint i = 1; i <= moves->len; i++) {
      results[i] = trial_result(i, moves->pdata[i - 1]);
      scale.best = MIN(scale.best, rank_of_result(&results[i]));
   }
   g_qsort_with_data(results + 1, moves->len, sizeof *results, by_rank, &scale);
   return results;
}

/*------------------------------------------------------------*/
/*--- Text                                                 ---*/
/*------------------------------------------------------------*/

/* "-61.3%", of `before'; "+0.0%" if that is 0. */
static void put_change(GString* to, guint64 before, guint64 after)
{
   gboolean less = after < before;
   guint64  by   = less ? before - after : after - before;

   g_string_append(to, less ? "-" : "+");
   g_string_append(to, before == 0 ? "0.0%" : text_share(by, before));
}

/* "estimated cycles 1,000 -> 200", or without an arrow if it stays. */
static void put_count(GString* to, const Result* now, const Result* r,
                      TrialCount c)
{
   g_string_append_printf(to, "%s %s", counts_shown[c].words,
                          text_commas(now->counts[c]));
   if (now->counts[c] != r->counts[c])
      g_string_append_printf(to, " -> %s", text_commas(r->counts[c]));
}

/* The estimate, and in a line of their own the other counts: those of D1 and
   LL, and what changes. */
static void put_counts(GString* to, const Result* now, const Result* r)
{
   const char* before = "\n        ";

   g_string_append(to, "        ");
   put_count(to, now, r, TRIAL_CYCLES);
   for (TrialCount c = 0; c < TRIAL_CYCLES; c++) {
      if (c != TRIAL_D1 && c != TRIAL_LL && now->counts[c] == r->counts[c])
         continue;
      g_string_append(to, before);
      put_count(to, now, r, c);
      before = ", ";
   }
   g_string_append(to, "\n");
}

/* Whether a count rises by enough to be told: half a percent. */
static gboolean is_worse(const Result* now, const Result* r, TrialCount c)
{
   return r->counts[c] > now->counts[c] + now->counts[c] / 200;
}

/* "        worse: LL misses +1.2%", if anything is. */
static void put_worse(GString* to, const Result* now, const Result* r)
{
   const char* before = "        worse: ";

   for (TrialCount c = 0; c < N_TRIAL_COUNTS; c++) {
      if (!is_worse(now, r, c))
         continue;
      g_string_append_printf(to, "%s%s ", before, counts_shown[c].words);
      put_change(to, now->counts[c], r->counts[c]);
      before = ", ";
   }
   if (strcmp(before, ", ") == 0)
      g_string_append(to, "\n");
}

static void put_result(GString* to, const Result* now, const Result* r)
{
   GString* edit   = g_string_new(NULL);
   GString* change = g_string_new(NULL);

   move_write_edit(r->move, edit);
   put_change(change, now->counts[TRIAL_CYCLES], r->counts[TRIAL_CYCLES]);
   g_string_append(to, "\n");
   text_right(to, change->str, 6);
   g_string_append(to, "  ");
   text_name(to, edit->str);
   g_string_append(to, "\n");
   put_counts(to, now, r);
   put_worse(to, now, r);
   g_string_append(to, "        --try='");
   text_name(to, r->move->variable);
   g_string_append(to, ": ");
   move_write(r->move, to);
   g_string_append(to, "'\n");
   g_string_free(edit, TRUE);
   g_string_free(change, TRUE);
}

static void put_cache(GString* to, const char* name, const CacheModel* cache)
{
   g_string_append_printf(to, "%s %s B, %s-way", name, text_commas(cache->size),
                          text_commas(cache->ways));
}

static void put_heading(GString* to, const MachineRow* row, const Result* now)
{
   const CacheModel* caches = row->machine->caches;

   g_string_append(to, "Remedies of memory layout, replayed\nCommand: ");
   text_name(to, replay_command());
   g_string_append(to, "\nMachine: ");
   text_name(to, row->name);
   put_cache(to, "; D1", &caches[LEVEL_L1D]);
   put_cache(to, ", LL", &caches[cg_machine_last_level(row->machine)]);
   g_string_append_printf(
      to, "\n\nAs it is: D1 misses %s, LL misses %s, estimated cycles %s\n",
      text_commas(now->counts[TRIAL_D1]), text_commas(now->counts[TRIAL_LL]),
      text_commas(now->counts[TRIAL_CYCLES]));
}

/* Whether a move gains a thousandth or more. */
static gboolean any_helps(const Result results[], guint n)
{
   guint64 now = rank_of_result(&results[0]);

   for (guint i = 1; i <= n; i++)
      if (rank_of_result(&results[i]) + now / 1000 < now)
         return TRUE;
   return FALSE;
}

static void put_text(GString* to, const MachineRow* row, const Result results[],
                     guint n)
{
   put_heading(to, row, &results[0]);
   if (n == 0)
      g_string_append(to, "\nThere is nothing to try: no variable with a name "
                          "has many misses that another\nlayout might avoid.  "
                          "You can name a move: --try='NAME: MOVE'.\n");
   else if (!any_helps(results, n))
      g_string_append(to, "\nNone of these helps.\n");
   for (guint i = 1; i <= n; i++)
      put_result(to, &results[0], &results[i]);
   if (n > 0)
      g_string_append(to,
                      "\nEach one is a replay with that change alone: the "
                      "same references, in the same\norder.  The percentage "
                      "is that of the estimated cycles.\n");
}

/*------------------------------------------------------------*/
/*--- JSON                                                 ---*/
/*------------------------------------------------------------*/

static void put_counts_json(GString* to, const Result* r)
{
   for (TrialCount c = 0; c < N_TRIAL_COUNTS; c++) {
      g_string_append(to, c == 0 ? "" : ",");
      text_number_member(to, counts_shown[c].key, r->counts[c]);
   }
}

static void put_result_json(GString* to, const Result* r)
{
   GString* words = g_string_new(NULL);

   g_string_append(to, "{");
   text_member(to, "variable", r->move->variable);
   move_write(r->move, words);
   g_string_append(to, ",");
   text_member(to, "move", words->str);
   g_string_truncate(words, 0);
   move_write_edit(r->move, words);
   g_string_append(to, ",");
   text_member(to, "edit", words->str);
   g_string_append(to, ",");
   put_counts_json(to, r);
   g_string_append(to, "}");
   g_string_free(words, TRUE);
}

static void put_json(GString* to, const MachineRow* row, const Result results[],
                     guint n)
{
   g_string_append_printf(to, "{\"version\":%d,", JSON_VERSION);
   text_member(to, "command", replay_command());
   g_string_append(to, ",");
   text_member(to, "machine", row->name);
   g_string_append(to, ",\"unmoved\":{");
   put_counts_json(to, &results[0]);
   g_string_append(to, "},\"trials\":[");
   for (guint i = 1; i <= n; i++) {
      g_string_append(to, i == 1 ? "" : ",");
      put_result_json(to, &results[i]);
   }
   g_string_append(to, "]}\n");
}

/*------------------------------------------------------------*/
/*--- Passes                                               ---*/
/*------------------------------------------------------------*/

/* The first pass: two levels of LRU, which are the machine's if it is not the
   classic one.  The user's moves need no conflicts. */
static gboolean look_for_evidence(const ReplayConfig* config,
                                  EvidenceWanted wanted, const char* trace,
                                  GError** error)
{
   static ReplayConfig  first;
   const ReplayMachine* machine = config->machines->pdata[0];
   CacheGeometry        geometry[N_CACHES];

   first          = *config;
   first.machines = g_ptr_array_new();
   first.evidence = wanted;
   cg_machine_classes_geometry(&machine->machine, geometry);
   for (CacheId id = CACHE_I1; id < N_CACHES && !classic_is(machine); id++) {
      first.caches[id] = g_array_new(FALSE, FALSE, sizeof *geometry);
      g_array_append_val(first.caches[id], geometry[id]);
   }
   replay_init(&first);
   return trace_replay(trace, error);
}

/* The moves of the second pass; NULL and `error' if one does not fit. */
static const GPtrArray* choose_moves(const ReplayConfig* config,
                                     const GPtrArray* own, GError** error)
{
   const ReplayMachine* machine = config->machines->pdata[0];
   gboolean         has_tlb = machine->machine.tlbs[TLB_D][PAGE_4K].entries > 0;
   GArray*          uses    = evidence_uses(replay_evidence());
   const GPtrArray* moves   = own;

   if (own->len == 0) {
      Report report = replay_first_report();

      moves = candidates_of(&report, uses, has_tlb);
   }
   for (guint i = 0; i < own->len && moves; i++)
      if (!candidates_complete(own->pdata[i], uses, has_tlb, error))
         moves = NULL;
   g_array_free(uses, TRUE);
   return moves;
}

static gboolean try_moves(const ReplayConfig* config, const GPtrArray* moves,
                          const char* trace, GError** error)
{
   static ReplayConfig second;

   second       = *config;
   second.moves = moves;
   replay_init(&second);
   return trace_replay(trace, error);
}

gboolean trials_run(const ReplayConfig* config, const GPtrArray* own,
                    const char* trace, gboolean json, GString* to,
                    GError** error)
{
   const GPtrArray* moves;
   ULong            shared;

   if (!look_for_evidence(config, own->len == 0 ? EVIDENCE_TOO : EVIDENCE_ONLY,
                          trace, error)
       || !(moves = choose_moves(config, own, error))
       || !try_moves(config, moves, trace, error))
      return FALSE;

   MachineRow row     = replay_trial(0, &shared);
   Result*    results = make_results(moves);
   if (json)
      put_json(to, &row, results, moves->len);
   else
      put_text(to, &row, results, moves->len);
   g_free(results);
   return TRUE;
}
