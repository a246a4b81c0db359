/* SPDX-License-Identifier: GPL-2.0-or-later */
/* branch_replay.c: predicts branches, batch by batch and predictor by
   predictor; see branch_replay.h. */

#include "trace/branch_replay.h"

#include <stdlib.h>

#include "lib/message.h"
#include "trace/branch_table.h"
#include "trace/branch_text.h"

/* Branches in a batch: few enough that it stays in the host's second-level
   cache together with the largest predictor. */
#define BATCH 1024

#define NO_SITE G_MAXUINT

typedef struct {
   guint  n_instrs;
   guint  site; /* or NO_SITE */
   Branch branch;
} Segment;

typedef struct {
   Branch branch;
   guint  site;
} Executed;

struct BranchReplay {
   const BranchConfig* config;
   Predictor*          predictors[N_PREDICTORS]; /* NULL until one is needed */
   GPtrArray*          allocated;    /* what predictors consist of */
   GArray*             segments;     /* of Segment */
   GArray*             sites;        /* of BranchSite */
   guint64             instructions; /* executed and counted */
   gboolean            is_text;
   gboolean            collecting;
   gboolean only_words; /* each instruction is a word of 4 bytes, aligned */

   guint    n;
   Executed batch[BATCH];
};

/*------------------------------------------------------------*/
/*--- Beginning and end                                    ---*/
/*------------------------------------------------------------*/

/* What is being made: cg_predictor_new passes nothing to its `alloc'. */
static BranchReplay* owner;

static void* allocate_predictor(SizeT n_bytes)
{
   void* memory = calloc(1, MAX(n_bytes, 1));

   if (!memory)
      message_fail("out of memory: no %" G_GSIZE_FORMAT " bytes",
                   (gsize)n_bytes);
   g_ptr_array_add(owner->allocated, memory);
   return memory;
}

BranchReplay* branch_replay_new(const BranchConfig* config)
{
   BranchReplay* b = g_new0(BranchReplay, 1);

   b->config     = config;
   b->allocated  = g_ptr_array_new_with_free_func(free);
   b->segments   = g_array_new(FALSE, FALSE, sizeof(Segment));
   b->sites      = g_array_new(FALSE, FALSE, sizeof(BranchSite));
   b->collecting = TRUE;
   b->only_words = TRUE;
   return b;
}

void branch_replay_free(BranchReplay* b)
{
   g_ptr_array_free(b->allocated, TRUE);
   g_array_free(b->segments, TRUE);
   g_array_free(b->sites, TRUE);
   g_free(b);
}

/* A trace does not name its processor.  On arm64, where all instructions are
   words, the tool's predictors leave the two lowest bits of addresses out.  The
   code that ran first says whether this is one. */
static void make_predictors(BranchReplay* b)
{
   UInt shift = b->only_words && !b->is_text ? 2 : 0;

   if (b->predictors[0])
      return;
   owner = b;
   for (guint i = 0; i < b->config->n; i++)
      b->predictors[i] = cg_predictor_new(b->config->kinds[i], b->config->depth,
                                          shift, allocate_predictor);
}

/*------------------------------------------------------------*/
/*--- Predicting                                           ---*/
/*------------------------------------------------------------*/

static void put_bit(Output* output, gboolean bit)
{
   char* to = output_reserve(output, 1);

   *to = bit ? '1' : '0';
   output_use(output, to + 1);
}

/* Lets predictor `i' predict the batch. */
static void predict_branch(BranchReplay* b, guint i)
{
   Output* bits = b->config->bits;

   for (guint e = 0; e < b->n; e++) {
      const Branch* branch = &b->batch[e].branch;
      gboolean      wrong  = cg_predictor_mispredicts(b->predictors[i], branch);

      if (bits && branch->type == TYPE_CONDITIONAL)
         put_bit(bits, branch->taken ^ wrong);
      if (b->collecting)
         g_array_index(b->sites, BranchSite, b->batch[e].site)
            .mispredicted[i] += wrong;
   }
}

/* Counts the branches of the batch. */
static void count_branch(BranchReplay* b)
{
   for (guint e = 0; e < b->n; e++) {
      BranchSite* site = &g_array_index(b->sites, BranchSite, b->batch[e].site);

      site->executed++;
      site->taken += b->batch[e].branch.taken;
   }
}

/* Predicts the batch, and empties it. */
static void run_batch(BranchReplay* b)
{
   if (b->n == 0)
      return;
   make_predictors(b);
   for (guint i = 0; i < b->config->n; i++)
      predict_branch(b, i);
   if (b->collecting)
      count_branch(b);
   for (guint e = 0; e < b->n && b->config->text; e++)
      branch_text_write(b->config->text, &b->batch[e].branch);
   b->n = 0;
}

static void execute(BranchReplay* b, guint site, const Branch* branch)
{
   if (b->n == BATCH)
      run_batch(b);
   b->batch[b->n++] = (Executed){*branch, site};
}

/*------------------------------------------------------------*/
/*--- Traces and texts                                     ---*/
/*------------------------------------------------------------*/

static guint new_site(BranchReplay* b, BranchType type, const SourceLine* line)
{
   BranchSite site = {.type = type, .line = line};

   g_array_append_val(b->sites, site);
   return b->sites->len - 1;
}

void branch_replay_segment(BranchReplay* b, const ReplayInstr instrs[],
                           guint n_instrs)
{
   Segment segment = {.n_instrs = n_instrs, .site = NO_SITE};

   for (guint i = 0; i < n_instrs; i++)
      b->only_words &= instrs[i].size == 4 && instrs[i].addr % 4 == 0;
   g_array_append_val(b->segments, segment);
}

void branch_replay_branch(BranchReplay* b, guint segment, const Branch* branch,
                          const SourceLine* line)
{
   Segment* s = &g_array_index(b->segments, Segment, segment);

   s->branch = *branch;
   s->site   = new_site(b, branch->type, line);
}

void branch_replay_run(BranchReplay* b, guint segment, gboolean taken,
                       Addr distance)
{
   const Segment* s = &g_array_index(b->segments, Segment, segment);
   Branch         branch;

   if (b->collecting)
      b->instructions += s->n_instrs;
   if (s->site == NO_SITE)
      return;
   branch = s->branch;
   if (branch.type == TYPE_CONDITIONAL)
      branch.taken = taken;
   branch.target += distance;
   execute(b, s->site, &branch);
}

void branch_replay_collect(BranchReplay* b, gboolean collect)
{
   run_batch(b);
   b->collecting = collect;
}

void branch_replay_add(const Branch* branch, gpointer data)
{
   BranchReplay* b = data;

   b->is_text = TRUE;
   while (b->sites->len < N_BRANCH_TYPES)
      new_site(b, b->sites->len, NULL);
   execute(b, branch->type, branch);
}

/*------------------------------------------------------------*/
/*--- Results                                              ---*/
/*------------------------------------------------------------*/

gboolean branch_replay_any_defined(const BranchReplay* b)
{
   return b->sites->len > 0;
}

void branch_replay_report(BranchReplay* b, const char* command, gboolean json,
                          GString* to)
{
   BranchTable table = {
      .kinds        = b->config->kinds,
      .n            = b->config->n,
      .depth        = b->config->depth,
      .n_lines      = b->config->n_lines,
      .sites        = (const BranchSite*)b->sites->data,
      .n_sites      = b->sites->len,
      .is_trace     = b->segments->len > 0,
      .command      = command,
      .instructions = b->instructions,
   };

   run_batch(b);
   if (json)
      branch_table_json(&table, to);
   else
      branch_table_text(&table, to);
}
