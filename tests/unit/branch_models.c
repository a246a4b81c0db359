/* SPDX-License-Identifier: GPL-2.0-or-later */
/* branch_models.c: predicts the branches of a text with plain models.

      branch_models [DEPTH] <TEXT     DEPTH: of the return stack [16]

   It is no test by itself: auto-annotate/tests/branches compares what it prints
   with what cg_branches says about the same text, which trace/branch_text.h
   describes.  For each predictor it prints a line

      gshare 65647 32580 0 99fa904d07389a32

   with the mispredicted conditional branches, indirect ones and returns, and
   the hash FNV-1a of the predictions of conditional branches, each of which is
   0 or 1.  The models are those of the unit tests.  They are slow: a branch
   takes 50 microseconds.  A text that is not as it must be ends the program
   with status 1. */

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/branch/cg_branch.h"
#include "model.h"
#include "model_direction.h"
#include "model_ittage.h"
#include "model_tage.h"

typedef struct {
   const Branch* branch;
   int           n;
} Text;

static void fail(const char* what)
{
   fprintf(stderr, "branch_models: %s\n", what);
   exit(1);
}

static Text read_text(void)
{
   static const char letters[] = "CJIAXR";
   Branch*           branch    = NULL;
   int               n = 0, room = 0;
   char              kind;
   unsigned          taken;
   uint64_t          pc, target;

   while (scanf(" %c %" SCNx64 " %u %" SCNx64, &kind, &pc, &taken, &target)
          == 4) {
      const char* letter = strchr(letters, kind);
      if (!letter)
         fail("no such kind of branch");
      if (n == room) {
         room   = 2 * room + 1024;
         branch = realloc(branch, (size_t)room * sizeof *branch);
      }
      branch[n++] = (Branch){
         .pc = pc, .target = target, .type = letter - letters, .taken = taken};
   }
   if (!feof(stdin))
      fail("this is no text of branches");
   return (Text){branch, n};
}

/* --- Directions ----------------------------------------------------------- */

/* Returns whether a model predicts a branch as taken, and lets it learn. */
typedef bool (*Direction)(void* model, const Branch* b);

static bool classic(void* model, const Branch* b)
{
   return model_cond_mispredicted(model, b->pc, b->taken) != b->taken;
}

static bool bimodal(void* model, const Branch* b)
{
   return model_bimodal(model, b->pc, b->taken);
}

static bool gshare(void* model, const Branch* b)
{
   return model_gshare(model, b->pc, b->taken);
}

static bool perceptron(void* model, const Branch* b)
{
   return model_perceptron(model, b->pc, b->taken);
}

static bool hashed(void* model, const Branch* b)
{
   return model_hashed(model, b->pc, b->taken);
}

static bool tage(void* model, const Branch* b)
{
   return mt_cond(model, b->pc, b->taken);
}

static void print_directions(const Text* t, const char* name, void* model,
                             bool is_tage, Direction predict, int n_indirect,
                             int n_returns)
{
   uint64_t hash    = 1469598103934665603u;
   int      n_wrong = 0;

   for (int i = 0; i < t->n; i++) {
      const Branch* b = &t->branch[i];
      if (b->type == TYPE_CONDITIONAL) {
         bool predicted = predict(model, b);
         n_wrong += predicted != b->taken;
         hash = (hash ^ predicted) * 1099511628211u;
      } else if (is_tage)
         mt_push(model, b->pc, b->type, 1);
   }
   printf("%s %d %d %d %016" PRIx64 "\n", name, n_wrong, n_indirect, n_returns,
          hash);
   fflush(stdout);
}

/* --- Targets and returns ---------------------------------------------------
 */

static bool is_indirect(const Branch* b)
{
   return b->type == TYPE_INDIRECT_JUMP || b->type == TYPE_INDIRECT_CALL;
}

static int wrong_last_targets(const Text* t)
{
   static ModelPredictor m;
   int                   n_wrong = 0;

   for (int i = 0; i < t->n; i++) {
      const Branch* b = &t->branch[i];
      if (is_indirect(b))
         n_wrong += model_indirect_mispredicted(&m, b->pc, b->target);
   }
   return n_wrong;
}

static int wrong_ittage(const Text* t)
{
   ModelIttage* m       = mi_new(t->n + 1);
   int          n_wrong = 0;

   for (int i = 0; i < t->n; i++) {
      uint64_t predicted = mi_branch(m, &t->branch[i]);
      n_wrong += is_indirect(&t->branch[i]) && predicted != t->branch[i].target;
   }
   mi_free(m);
   return n_wrong;
}

static int wrong_returns(const Text* t, unsigned depth)
{
   ModelReturns* m       = calloc(1, sizeof *m);
   int           n_wrong = 0;

   m->depth = depth;
   for (int i = 0; i < t->n; i++) {
      const Branch* b = &t->branch[i];
      if (b->type == TYPE_RETURN)
         n_wrong += !model_return(m, b->target);
      else if (b->type == TYPE_CALL || b->type == TYPE_INDIRECT_CALL)
         model_call(m, *b);
   }
   free(m);
   return n_wrong;
}

int main(int argc, char** argv)
{
   static ModelPredictor  of_classic;
   static ModelBimodal    of_bimodal;
   static ModelGshare     of_gshare;
   static ModelPerceptron of_perceptron;
   static ModelHashed     of_hashed;

   Text t       = read_text();
   int  last    = wrong_last_targets(&t);
   int  returns = wrong_returns(&t, argc > 1 ? (unsigned)atoi(argv[1]) : 16);
   int  ittage  = wrong_ittage(&t);

   model_hashed_init(&of_hashed);
   print_directions(&t, "classic", &of_classic, false, classic, last, 0);
   print_directions(&t, "bimodal", &of_bimodal, false, bimodal, last, returns);
   print_directions(&t, "gshare", &of_gshare, false, gshare, last, returns);
   print_directions(&t, "perceptron", &of_perceptron, false, perceptron, last,
                    returns);
   print_directions(&t, "hashed-perceptron", &of_hashed, false, hashed, last,
                    returns);
   print_directions(&t, "tage-8k", mt_new(true, t.n + 1), true, tage, ittage,
                    returns);
   print_directions(&t, "tage-64k", mt_new(false, t.n + 1), true, tage, ittage,
                    returns);
   return 0;
}
