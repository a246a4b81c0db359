/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memory.c: see memory.h. */

#include <math.h>
#include <string.h>

#include "lib/text.h"
#include "report/memory.h"

/* What is known of the lines that a place uses.  0: nothing. */
typedef struct {
   guint  line;    /* the size of each, in bytes; always known */
   double stride;  /* in bytes; of most uses */
   double used;    /* bytes of a line */
   double run;     /* so many steps one after the other, then two that are not
                      like the last; 0: unknown */
   double chained; /* of 100 late loads */
} Access;

static Access access_of(const Evidence* evidence)
{
   double uses   = evidence_count(evidence, "Lf");
   double steady = evidence_count(evidence, "Stn");
   Access access = {.line = evidence->line_size};

   if (uses >= EVIDENCE_MIN_USES)
      access.used = evidence_count(evidence, "Used") / uses;
   if (steady >= EVIDENCE_MIN_USES && 2 * steady >= uses) {
      access.stride = evidence_count(evidence, "Std") / steady;
      access.run    = 2 * steady / MAX(uses - steady, 1);
   }
   if (evidence_count(evidence, "D1ml") >= EVIDENCE_MIN_USES)
      access.chained = evidence_rate(evidence, "D1mc", "D1ml");
   return access;
}

/* Of 100 late loads: from so many on that wait for another late one, that is
   the cause; and it is a list or a tree: fewer are also found in tables of
   indices. */
#define MIN_DEPENDENT 50
#define MIN_CHAINED   90

gboolean memory_is_dependent(const Evidence* evidence)
{
   return access_of(evidence).chained >= MIN_DEPENDENT
          && evidence_rate(evidence, "D1conf", "D1cold D1cap D1conf") < 50;
}

gboolean memory_is_strided(const Evidence* evidence)
{
   Access access = access_of(evidence);

   return access.stride >= 2 * access.line;
}

gboolean memory_is_sparse(const Evidence* evidence)
{
   Access access = access_of(evidence);

   return memory_is_strided(evidence) && access.used > 0
          && access.used <= access.line / 4.0;
}

/* No memory brings lines faster than in so many cycles each. */
#define MIN_LINE_CYCLES 4

gboolean memory_is_flooded(const Evidence* evidence)
{
   return memory_is_sparse(evidence)
          && evidence_count(evidence, "Lf") * MIN_LINE_CYCLES
                >= evidence->place->estimate;
}

static const char LAST_LEVEL[] = "the last level";

/* Returns the level whose misses cost most, and of how many of 100 references.
 */
static const char* costly_level(const Evidence* evidence, double* rate)
{
   static const struct {
      const char *name, *misses, *waits;
   } levels[]   = {{"L1", "D1mr D1mw", "D1mo"},
                   {"L2", "D2mr D2mw", "D2mo"},
                   {LAST_LEVEL, "DLmr DLmw", "DLmo"}};
   guint  most  = 0;
   double costs = -1;

   for (guint i = 0; i < G_N_ELEMENTS(levels); i++) {
      char** misses = g_strsplit(levels[i].misses, " ", 2);
      double cost   = evidence_share(evidence, misses[0])
                    + evidence_share(evidence, misses[1])
                    + evidence_share(evidence, levels[i].waits);
      g_strfreev(misses);
      if (cost <= costs)
         continue;
      most  = i;
      costs = cost;
   }
   *rate = evidence_rate(evidence, levels[most].misses, "Dr Dw");
   return levels[most].name;
}

/* Returns NULL if references were not counted. */
static char* text_of_misses(const Evidence* evidence)
{
   double      rate;
   const char* level = costly_level(evidence, &rate);

   return rate > 0
             ? g_strdup_printf("%.3g of 100 references miss %s", rate, level)
             : NULL;
}

static char* text_of_stride(const Access* access)
{
   GString* text = g_string_new(NULL);

   g_string_printf(text, "steps of %s bytes",
                   text_commas(llround(access->stride)));
   if (access->used > 0)
      g_string_append_printf(text, ", %.0f of %u bytes used", access->used,
                             access->line);
   return g_string_free(text, FALSE);
}

/* Sets a cause by the class that most misses are of, at the level whose misses
   cost most.  Returns FALSE if the run did not count classes. */
static gboolean explain_class(const Evidence* evidence, Cause* cause)
{
   static const struct {
      const char *name, *events[2], *remedy;
   } classes[] = {
      {"cold",
       {"D1cold", "DLcold"},
       "Use less memory, or use it again while it is in the cache."},
      {"capacity",
       {"D1cap", "DLcap"},
       "Work in blocks that fit in the cache, or make the data smaller."},
      {"conflict",
       {"D1conf", "DLconf"},
       "Pad the rows by a cache line, so that they use all sets."}};
   static const char* const all[] = {"D1cold D1cap D1conf",
                                     "DLcold DLcap DLconf"};
   double                   rate;
   gboolean                 last = costly_level(evidence, &rate) == LAST_LEVEL;
   guint                    most = 0;

   if (evidence_count(evidence, all[last]) == 0)
      return FALSE;
   for (guint i = 1; i < G_N_ELEMENTS(classes); i++)
      if (evidence_count(evidence, classes[i].events[last])
          > evidence_count(evidence, classes[most].events[last]))
         most = i;
   cause->name   = classes[most].name;
   cause->remedy = classes[most].remedy;
   cause->text   = g_strdup_printf(
        "%.0f of 100 misses",
        evidence_rate(evidence, classes[most].events[last], all[last]));
   return TRUE;
}

/* Rows of so many bytes, or multiples, use few of the 64 sets that L1D has.  Up
   to so many lines fit there if they use all sets. */
#define FEW_SETS  1024
#define MAX_LINES 768

/* An L2 of so many bytes has room for so many in steps that share its sets,
   too. */
#define L2_BYTES (1 << 20)

/* Whether uses in such steps miss because they share sets: with all sets, their
   lines would fit in L1D, and L2 has most of them, or too few sets as well.  A
   padded row is none of these. */
static gboolean share_sets(const Evidence* evidence, const Access* access)
{
   double rows = FEW_SETS * round(access->stride / FEW_SETS);
   double most = MIN(rows / 200, access->line / 2.0);

   return rows > 0 && fabs(access->stride - rows) <= most
          && access->run <= MAX_LINES
          && (evidence_rate(evidence, "D2mr D2mw", "D1mr D1mw") < 50
              || access->run * access->stride > L2_BYTES);
}

static void explain_stride(const Evidence* evidence, const Access* access,
                           Cause* cause)
{
   cause->text = text_of_stride(access);
   if (share_sets(evidence, access)) {
      cause->name = "conflict";
      cause->remedy =
         "Pad the rows by a cache line to use all sets, or swap the "
         "loops.";
   } else if (access->stride <= FEW_SETS) {
      cause->name = "unused bytes";
      cause->remedy =
         "Put side by side what the loop uses: split the structure.";
   } else {
      cause->name   = "stride";
      cause->remedy = "Swap the loops to follow memory, or split the structure "
                      "apart.";
   }
}

/* Those that hit tell whether the others follow pointers, or indices, as in a
   table that already is an array. */
static void explain_chain(const Evidence* evidence, const Access* access,
                          Cause* cause)
{
   cause->name = "dependent loads";
   cause->text = g_strdup_printf("%.0f of 100 loads that miss wait for another",
                                 access->chained);
   if (access->chained >= MIN_CHAINED
       && evidence_count(evidence, "Lsp") >= evidence_count(evidence, "Lsl"))
      cause->remedy =
         "If it is a list or tree, keep nodes in an array in order of use; if "
         "buckets have long lists, have more.";
}

static void explain_unused(const Access* access, Cause* cause)
{
   cause->name   = "unused bytes";
   cause->text   = g_strdup_printf("in no order, %.0f of %u bytes used",
                                   access->used, access->line);
   cause->remedy = "Make elements smaller, or use them in the order of memory.";
}

void memory_explain(const Evidence* evidence, Cause* cause)
{
   Access access = access_of(evidence);
   double conf   = evidence_rate(evidence, "D1conf", "D1cold D1cap D1conf");

   if (memory_is_dependent(evidence))
      explain_chain(evidence, &access, cause);
   else if (conf < 50 && access.stride >= 2 * access.line)
      explain_stride(evidence, &access, cause);
   else if (conf < 50 && access.used > 0 && access.used <= access.line / 3
            && access.stride == 0)
      explain_unused(&access, cause);
   else if (!explain_class(evidence, cause))
      cause->text = text_of_misses(evidence);
}

void memory_explain_sets(const Evidence* evidence, Cause* cause)
{
   Access access = access_of(evidence);

   cause->text   = access.stride > 0 ? text_of_stride(&access)
                                     : g_strdup("misses in a row are in one set");
   cause->remedy = "Pad the rows by a cache line, or use neighbours together.";
}

void memory_explain_pages(const Evidence* evidence, Cause* cause)
{
   if (evidence_count(evidence, "ITm") > evidence_count(evidence, "DTm")) {
      cause->name = "code misses";
      cause->text = g_strdup_printf("%.3g of 100 instructions miss the TLB",
                                    evidence_rate(evidence, "ITm", "Ir"));
      return;
   }
   cause->text   = g_strdup_printf("%.3g of 100 references miss the TLB",
                                   evidence_rate(evidence, "DTm", "Dr Dw"));
   cause->remedy = "Use fewer pages at a time, or huge pages.";
}
