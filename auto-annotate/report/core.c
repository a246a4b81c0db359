/* SPDX-License-Identifier: GPL-2.0-or-later */
/* core.c: see core.h. */

#include <math.h>

#include "lib/text.h"
#include "report/core.h"
#include "report/memory.h"

/* The operations that results wait for: the first that take half of that time
   are the cause.  In percent of the cost of a line: from the least share on, it
   is such a chain, and not one operation among others.  Loads are in nearly all
   chains. */
static const struct {
   const char *events, *name, *text, *remedy;
   double      least; /* share for the remedy */
} operations[] = {
   {"Lsd", "division", "results wait for divisions or roots",
    "Divide less: multiply by a reciprocal, or mask; take roots as float.", 50},
   {"Lsf", "floating-point chain", "each operation waits for the last",
    "If it is one sum, use several, and add them at the end.", 50},
   {"Lsm", "multiplication chain", "each multiplication waits for the last",
    NULL, 0},
   {"Lsl", "table look-ups", "each load waits for its index",
    "If items are independent, work on several side by side.", 70},
   {"Lsp", "dependent loads", "each load waits for its pointer",
    "Follow fewer pointers: keep what was found.", 70},
   {"Lsl Lsp", "dependent loads", "each load waits for its address", NULL, 0},
   {"Lsa", "atomic operations", "each operation waits for the last",
    "Do fewer: count in each thread, and add up; pass shared_ptr by reference.",
    50},
   {"Lsc", "calls", "calls and returns take longer than what is between",
    "Do more in each call, or let the compiler inline it.", 50},
};

/* No core starts so many instructions in a cycle.  Where there are more, most
   are iterations of string instructions, which take none (Cyi). */
#define MAX_WIDTH 16

/* Sets the cause if results are those of string instructions that copy. */
static gboolean explain_strings(const Evidence* evidence, Cause* cause)
{
   double iterations = evidence_count(evidence, "Ir");

   if (evidence_count(evidence, "Dw") < EVIDENCE_MIN_USES
       || iterations < MAX_WIDTH * evidence_count(evidence, "Cyi")
       || 2 * evidence_count(evidence, "Dr") < evidence_count(evidence, "Dw"))
      return FALSE;
   cause->name   = "copying";
   cause->text   = g_strdup_printf("%s iterations of rep movs",
                                   text_commas(llround(iterations)));
   cause->remedy = "Pass large objects by reference, or move them.";
   return TRUE;
}

/* Whether most of what a place costs is in a library. */
static gboolean is_elsewhere(const Place* place)
{
   return 2 * place->bill.called_cost > place->estimate;
}

void core_explain_results(const Evidence* evidence, Cause* cause)
{
   double all = evidence_count(evidence, "Ls");

   if (explain_strings(evidence, cause))
      return;
   cause->text = g_strdup("one result waits for another");
   for (guint i = 0; i < G_N_ELEMENTS(operations); i++) {
      if (2 * evidence_count(evidence, operations[i].events) < all)
         continue;
      g_free(cause->text);
      cause->name = operations[i].name;
      cause->text = g_strdup(operations[i].text);
      if (cause->share >= operations[i].least && !is_elsewhere(evidence->place))
         cause->remedy = operations[i].remedy;
      break;
   }
}

void core_explain_instructions(const Evidence* evidence, Cause* cause)
{
   const char* number = text_commas(llround(evidence_count(evidence, "Ir")));

   cause->text = g_strdup_printf("%s executed", number);
}

void core_explain_code(const Evidence* evidence, Cause* cause)
{
   cause->text   = g_strdup_printf("%.3g of 100 instructions miss L1I",
                                   evidence_rate(evidence, "I1mr", "Ir"));
   cause->remedy = "Make the code smaller: inline less, fewer template copies.";
}

/* A branch that chooses the next node of a list or tree is as good as it can
   be: without it, the next load could not begin before the choice is made.

   Of 100 branches: from so many mispredictions on, the outcome follows from the
   data.  Fewer are often the ends of loops, which nobody can sort, or choices
   like those of xz's search and bzip2's codes, with 26: neither order nor code
   without branches helps there. */
#define MIN_UNSORTED 30

void core_explain_branches(const Evidence* evidence, Cause* cause)
{
   double   rate = evidence_rate(evidence, "Bcm", "Bc");
   GString* text = g_string_new(NULL);

   g_string_printf(text, "%.0f of 100 mispredicted", rate);
   if (evidence_event(evidence, "Bct") >= 0)
      g_string_append_printf(text, ", %.0f taken",
                             evidence_rate(evidence, "Bct", "Bc"));
   cause->text = g_string_free(text, FALSE);
   if (rate >= MIN_UNSORTED && !is_elsewhere(evidence->place)
       && !memory_is_dependent(evidence))
      cause->remedy =
         "If order is free, sort; if it only selects a number, use no branch.";
}

/* Returns how many functions a line of a function calls. */
static guint count_targets(const Place* place)
{
   GPtrArray* calls = place->function ? costs_calls(place->function) : NULL;
   guint      n     = 0;

   for (guint i = 0; calls && i < calls->len; i++) {
      const CostsCall* call = calls->pdata[i];
      n += !call->inlined && call->caller.line == place->line;
   }
   if (calls)
      g_ptr_array_free(calls, TRUE);
   return n;
}

void core_explain_targets(const Evidence* evidence, Cause* cause)
{
   guint  targets = count_targets(evidence->place);
   double rate    = evidence_rate(evidence, "Bim", "Bi");

   cause->text = targets > 1
                    ? g_strdup_printf("%.0f of 100 mispredicted, %u targets",
                                      rate, targets)
                    : g_strdup_printf("%.0f of 100 mispredicted", rate);
   cause->remedy =
      "If order is free, group the work by target: by type or operation.";
}

void core_explain_returns(const Evidence* evidence, Cause* cause)
{
   cause->text   = g_strdup_printf("%.0f of 100 mispredicted",
                                   evidence_rate(evidence, "Brm", "Br"));
   cause->remedy = "Make the recursion a loop, or less deep.";
}
