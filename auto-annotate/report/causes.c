/* SPDX-License-Identifier: GPL-2.0-or-later */
/* causes.c: see causes.h. */

#include <string.h>

#include "report/causes.h"
#include "report/core.h"
#include "report/library.h"
#include "report/memory.h"
#include "report/outside.h"

/* In percent of the cost of a line: from this share on, something else than
   instructions is a cause; what a library is known to do; waiting for lines of
   which little is used; and for those to which what is computed between them
   belongs. */
#define MIN_CAUSE   30
#define MIN_DEED    40
#define MIN_UNUSED  15
#define MIN_CHAINED 15

/* Of 100 references: from so many page walks on, pages are the cause. */
#define MIN_WALKS 30

/* Of 100 instructions: from so many on, calls wait for their code. */
#define MIN_CODE_MISSES 2

/* In percent of the cost of a line that is walked in steps: from this share on,
   page walks are mentioned, too. */
#define MIN_WALKED 10

/* Parts of the estimate. */
typedef enum {
   INSTRUCTIONS,
   RESULTS,
   DATA,
   SETS,
   PAGES,
   CODE,
   BRANCHES,
   TARGETS,
   RETURNS,
   SYSTEM,
   SHARING,
   OTHER,
   N_PARTS
} Part;

/* The events that a part consists of, each with a blank before and after it;
   what it is called if no more is known; and what finds out more, or NULL. */
static const struct {
   const char *events, *name;
   void (*explain)(const Evidence*, Cause*);
} parts[N_PARTS] = {
   [INSTRUCTIONS] = {" Ir Cyi ", "instructions", core_explain_instructions},
   [RESULTS]      = {" Ls ", "dependent operations", core_explain_results},
   [DATA]  = {" D1mr D1mw D1mo D2mr D2mw D2mo DLmr DLmw DLmo ", "cache misses",
              memory_explain},
   [SETS]  = {" Cyw ", "conflict", memory_explain_sets},
   [PAGES] = {" DTm DTmo STm STmo ", "page walks", memory_explain_pages},
   [CODE]  = {" I1mr I2mr ILmr ITm ", "code misses", core_explain_code},
   [BRANCHES] = {" Bcm ", "mispredicted branch", core_explain_branches},
   [TARGETS]  = {" Bim ", "indirect targets", core_explain_targets},
   [RETURNS]  = {" Brm ", "returns", core_explain_returns},
   [SYSTEM]   = {" Sys ", "system calls", outside_explain_system},
   [SHARING]  = {" Wsf Wst ", "sharing", outside_explain_sharing},
   [OTHER]    = {"", "other events", NULL},
};

/* In percent of the estimate of a place. */
typedef struct {
   double of[N_PARTS];
   double walks; /* what page walks alone are */
} Shares;

static Part part_of_event(const char* event)
{
   char* word = g_strdup_printf(" %s ", event);
   Part  part = 0;

   while (part < OTHER && !strstr(parts[part].events, word))
      part++;
   g_free(word);
   return part;
}

static Shares shares_of(const Evidence* evidence)
{
   const Place* place  = evidence->place;
   Shares       shares = {0};

   for (guint i = 0; i < events_recorded(evidence->events); i++)
      shares.of[part_of_event(events_name(evidence->events, i))] +=
         100 * evidence->weights[i] * place->counts[i] / place->estimate;
   return shares;
}

/* Calls wait for the code that they lead to, if much of it is not in L1I. */
static void join_calls(const Evidence* evidence, double of[])
{
   double calls =
      100 * evidence_count(evidence, "Lsc") / evidence->place->estimate;

   if (evidence_rate(evidence, "I1mr", "Ir") < MIN_CODE_MISSES)
      return;
   of[CODE] += calls;
   of[RESULTS] -= calls;
}

/* What is computed between late loads that wait for each other is part of their
   chain, if it is mostly nothing that takes long by itself; and so are its
   loads that hit. */
static void join_chain(const Evidence* evidence, double of[])
{
   double all    = evidence_count(evidence, "Ls");
   double slow   = evidence_count(evidence, "Lsd Lsf Lsm Lsa Lsc");
   Part   larger = of[RESULTS] > of[DATA] ? RESULTS : DATA;
   Part   other  = larger == DATA ? RESULTS : DATA;

   if (of[DATA] < MIN_CHAINED || 2 * slow >= all
       || !memory_is_dependent(evidence))
      return;
   of[larger] += of[other];
   of[other] = 0;
}

/* Memory is one thing: its parts are waited for together.  If it is not walked
   in steps, and most references walk the tables, pages are the cause: what is
   on few pages misses less, too. */
static void join_parts(const Evidence* evidence, Shares* shares)
{
   double*  of      = shares->of;
   gboolean strided = memory_is_strided(evidence);
   gboolean walks   = evidence_rate(evidence, "STm", "Dr Dw") >= MIN_WALKS
                    || of[PAGES] > of[DATA];
   Part larger = walks && !strided ? PAGES : DATA;
   Part other  = larger == DATA ? PAGES : DATA;

   shares->walks = of[PAGES];
   of[larger] += of[other];
   of[other] = 0;
   if (strided) {
      of[DATA] += of[SETS];
      of[SETS] = 0;
   }
   join_calls(evidence, of);
   join_chain(evidence, of);
}

/* Returns the share from which on a part is the cause.  Lines that prefetchers
   bring cost more than estimated if little of each is used; and much more if
   they come faster than memory is. */
static double least_share(const Evidence* evidence, Part part)
{
   if (part == DATA && memory_is_flooded(evidence))
      return 0;
   return part == DATA && memory_is_sparse(evidence) ? MIN_UNUSED : MIN_CAUSE;
}

/* Returns the part with the largest share, without `but'; instructions only if
   nothing else is much. */
static Part largest_part(const Evidence* evidence, const Shares* shares,
                         Part but)
{
   Part most = INSTRUCTIONS;

   for (Part part = INSTRUCTIONS + 1; part < N_PARTS; part++)
      if (part != but && shares->of[part] >= least_share(evidence, part)
          && (most == INSTRUCTIONS || shares->of[part] > shares->of[most]))
         most = part;
   return most;
}

/* Sets the page walks of what is walked in steps.  Returns FALSE if there are
   few. */
static gboolean set_walks(const Evidence* evidence, double share, Cause* cause)
{
   double rate = evidence_rate(evidence, "STm", "Dr Dw");

   if (rate < MIN_WALKS || share < MIN_WALKED || !memory_is_strided(evidence))
      return FALSE;
   *cause =
      (Cause){.name  = parts[PAGES].name,
              .share = share,
              .text  = g_strdup_printf("%.0f of 100 references walk", rate)};
   return TRUE;
}

/* Returns a share of a place.  It is more than all of that, or less than
   nothing, if another part has the other sign, as in a difference. */
static double within(double share)
{
   return CLAMP(share, 0, 100);
}

static void set_part(const Evidence* evidence, const Shares* shares, Part part,
                     Cause* cause)
{
   *cause =
      (Cause){.name = parts[part].name, .share = within(shares->of[part])};
   if (parts[part].explain)
      parts[part].explain(evidence, cause);
}

guint causes_find(const Evidence* evidence, Cause causes[CAUSES_MAX])
{
   Shares shares = shares_of(evidence);
   Deed   deed   = library_largest_deed(evidence->place);
   double bill   = library_share(evidence->place, deed);

   join_parts(evidence, &shares);
   Part first = largest_part(evidence, &shares, N_PARTS);
   if (bill >= MIN_DEED && first != SYSTEM) {
      causes[0] = (Cause){.share = within(bill)};
      library_explain(evidence, deed, &causes[0]);
      return 1;
   }
   set_part(evidence, &shares, first, &causes[0]);
   if (first == DATA && set_walks(evidence, shares.walks, &causes[1]))
      return 2;
   /* What is done about the first often changes the second. */
   Part second = largest_part(evidence, &shares, first);
   if (second == INSTRUCTIONS)
      return 1;
   set_part(evidence, &shares, second, &causes[1]);
   causes[1].remedy = NULL;
   return 2;
}

guint causes_find_change(const Evidence* evidence, Cause causes[CAUSES_MAX])
{
   Shares shares = shares_of(evidence);
   Part   most   = INSTRUCTIONS;

   for (Part part = 0; part < N_PARTS; part++)
      if (shares.of[part] > shares.of[most])
         most = part;
   causes[0] =
      (Cause){.name = parts[most].name, .share = within(shares.of[most])};
   return 1;
}
