/* SPDX-License-Identifier: GPL-2.0-or-later */
/* causes.c: see causes.h. */

#include <math.h>
#include <string.h>

#include "lib/names.h"
#include "lib/text.h"
#include "report/causes.h"

/* In percent of the cost of a line: from this share on, something else than
   instructions is a cause; what a library is known to do; and waiting for lines
   of which little is used. */
#define MIN_CAUSE  30
#define MIN_DEED   40
#define MIN_UNUSED 15

/* Of 100 references: from so many page walks on, pages are the cause. */
#define MIN_WALKS 30

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

static const struct {
   Part        part;
   const char* events;
} part_events[] = {
   {INSTRUCTIONS, " Ir Cyi "},
   {RESULTS, " Ls "},
   {DATA, " D1mr D1mw D1mo D2mr D2mw D2mo DLmr DLmw DLmo "},
   {SETS, " Cyw "},
   {PAGES, " DTm DTmo STm STmo "},
   {CODE, " I1mr I2mr ILmr ITm "},
   {BRANCHES, " Bcm "},
   {TARGETS, " Bim "},
   {RETURNS, " Brm "},
   {SYSTEM, " Sys "},
   {SHARING, " Wsf Wst "},
};

/* What is asked of a place. */
typedef struct {
   const Events* events;
   const double* weights;
   const Place*  place;
   double        shares[N_PARTS]; /* of the estimate, in percent */
   double        walks;           /* the same of page walks alone */
} Evidence;

static Part part_of(const char* event)
{
   char* word = g_strdup_printf(" %s ", event);
   Part  part = OTHER;

   for (guint i = 0; i < G_N_ELEMENTS(part_events); i++)
      if (strstr(part_events[i].events, word))
         part = part_events[i].part;
   g_free(word);
   return part;
}

static Evidence evidence_of(const Events* events, const double* weights,
                            const Place* place)
{
   Evidence evidence = {events, weights, place, {0}, 0};

   for (guint i = 0; i < events_recorded(events); i++)
      evidence.shares[part_of(events_name(events, i))] +=
         100 * weights[i] * place->counts[i] / place->estimate;
   return evidence;
}

/* Returns the index of a recorded event, or -1. */
static int recorded(const Evidence* evidence, const char* name)
{
   for (guint i = 0; i < events_recorded(evidence->events); i++)
      if (strcmp(events_name(evidence->events, i), name) == 0)
         return i;
   return -1;
}

/* Returns the sum of the counts of events, whose names are separated by blanks.
   One that is not recorded counts 0. */
static double count_of(const Evidence* evidence, const char* names)
{
   char** each = g_strsplit(names, " ", -1);
   double sum  = 0;

   for (char** name = each; *name; name++) {
      int event = recorded(evidence, *name);
      if (event >= 0)
         sum += evidence->place->counts[event];
   }
   g_strfreev(each);
   return sum;
}

/* Returns how many of 100 `of' are `part'; 0 if there are none. */
static double rate_of(const Evidence* evidence, const char* part,
                      const char* of)
{
   double all = count_of(evidence, of);

   return all > 0 ? 100 * count_of(evidence, part) / all : 0;
}

/* Returns the part of the others' sums, in percent of the estimate. */
static double weighted(const Evidence* evidence, const char* name)
{
   int event = recorded(evidence, name);

   return event < 0
             ? 0
             : 100 * evidence->weights[event] * evidence->place->counts[event]
                  / evidence->place->estimate;
}

/*------------------------------------------------------------*/
/*--- Memory                                               ---*/
/*------------------------------------------------------------*/

/* What is known of the lines that a place uses.  0: nothing. */
typedef struct {
   double stride;  /* in bytes; of most uses */
   double used;    /* bytes of 64 */
   double run;     /* so many steps one after the other; 0: unknown */
   double chained; /* of 100 late loads */
} Access;

#define LINE_SIZE 64

/* From so many uses, or loads, on they say something. */
#define MIN_USES 100

static Access access_of(const Evidence* evidence)
{
   double uses   = count_of(evidence, "Lf");
   double steady = count_of(evidence, "Stn");
   Access access = {0};

   if (uses >= MIN_USES)
      access.used = count_of(evidence, "Used") / uses;
   if (steady >= MIN_USES && 2 * steady >= uses) {
      access.stride = count_of(evidence, "Std") / steady;
      access.run    = steady / MAX(uses - steady, 1);
   }
   if (count_of(evidence, "D1ml") >= MIN_USES)
      access.chained = rate_of(evidence, "D1mc", "D1ml");
   return access;
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
      double cost   = weighted(evidence, misses[0])
                    + weighted(evidence, misses[1])
                    + weighted(evidence, levels[i].waits);
      g_strfreev(misses);
      if (cost <= costs)
         continue;
      most  = i;
      costs = cost;
   }
   *rate = rate_of(evidence, levels[most].misses, "Dr Dw");
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
      g_string_append_printf(text, ", %.0f of %d bytes used", access->used,
                             LINE_SIZE);
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

   if (count_of(evidence, all[last]) == 0)
      return FALSE;
   for (guint i = 1; i < G_N_ELEMENTS(classes); i++)
      if (count_of(evidence, classes[i].events[last])
          > count_of(evidence, classes[most].events[last]))
         most = i;
   cause->name   = classes[most].name;
   cause->remedy = classes[most].remedy;
   cause->text =
      g_strdup_printf("%.0f of 100 misses",
                      rate_of(evidence, classes[most].events[last], all[last]));
   return TRUE;
}

/* Rows of so many bytes, or multiples, use few of the 64 sets that L1D has.  Up
   to so many lines fit there if they use all sets. */
#define FEW_SETS  1024
#define MAX_LINES 768

/* Whether uses in such steps miss because they share sets: with all sets, their
   lines would fit in L1D, and L2 has most of them. */
static gboolean share_sets(const Evidence* evidence, const Access* access)
{
   double rows = FEW_SETS * round(access->stride / FEW_SETS);

   return rows > 0 && fabs(access->stride - rows) <= rows / 200
          && access->run <= MAX_LINES
          && rate_of(evidence, "D2mr D2mw", "D1mr D1mw") < 50;
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

/* Of 100 late loads: from so many on that wait for another late one, it is a
   list or a tree; fewer are also found in tables of indices. */
#define MIN_CHAINED 85

static void explain_memory(const Evidence* evidence, Cause* cause)
{
   Access access = access_of(evidence);
   double conf   = rate_of(evidence, "D1conf", "D1cold D1cap D1conf");

   if (conf < 50 && access.chained >= 50) {
      cause->name = "dependent loads";
      cause->text = g_strdup_printf("%.0f of 100 late loads wait for another "
                                    "one",
                                    access.chained);
      if (access.chained >= MIN_CHAINED)
         cause->remedy =
            "If they are nodes, keep them in an array in the order of "
            "use; or prefetch.";
   } else if (conf < 50 && access.stride >= 2 * LINE_SIZE)
      explain_stride(evidence, &access, cause);
   else if (conf < 50 && access.used > 0 && access.used <= LINE_SIZE / 3
            && access.stride == 0) {
      cause->name   = "unused bytes";
      cause->text   = g_strdup_printf("no order, %.0f of %d bytes used",
                                      access.used, LINE_SIZE);
      cause->remedy = "Make elements smaller, or use them in the order of "
                      "memory.";
   } else if (!explain_class(evidence, cause)) {
      cause->name = "cache misses";
      cause->text = text_of_misses(evidence);
   }
}

static void explain_sets(const Evidence* evidence, Cause* cause)
{
   Access access = access_of(evidence);

   cause->name   = "conflict";
   cause->text   = access.stride > 0 ? text_of_stride(&access)
                                     : g_strdup("misses in a row are in one set");
   cause->remedy = "Pad the rows by a cache line, or use neighbours together.";
}

static void explain_pages(const Evidence* evidence, Cause* cause)
{
   if (count_of(evidence, "ITm") > count_of(evidence, "DTm")) {
      cause->name = "code misses";
      cause->text = g_strdup_printf("%.3g of 100 instructions miss the TLB",
                                    rate_of(evidence, "ITm", "Ir"));
      return;
   }
   cause->name   = "page walks";
   cause->text   = g_strdup_printf("%.3g of 100 references miss the TLB",
                                   rate_of(evidence, "DTm", "Dr Dw"));
   cause->remedy = "Use fewer pages at a time, or huge pages.";
}

/*------------------------------------------------------------*/
/*--- The core                                             ---*/
/*------------------------------------------------------------*/

/* The operations that results wait for.  In percent of the cost of a line: from
   the least share on, it is such a chain, and not one operation among others.
   Loads are in nearly all chains. */

static const struct {
   const char *event, *name, *text, *remedy;
   double      least; /* share for the remedy */
} operations[] = {
   {"Lsd", "division", "results wait for the divider",
    "Divide less: multiply by a reciprocal, or mask with a power of two.", 50},
   {"Lsf", "floating-point chain", "each operation waits for the last",
    "Use several independent sums, and add them at the end.", 50},
   {"Lsm", "multiplication chain", "each multiplication waits for the last",
    NULL, 0},
   {"Lsl", "table look-ups", "each load waits for the last",
    "If items are independent, work on several side by side.", 70},
   {"Lsa", "atomic operations", "each operation waits for the last",
    "Do fewer of them: count in each thread, and add up at the end.", 50},
};

/* No core starts so many instructions in a cycle.  Where there are more, most
   are iterations of string instructions, which take none (Cyi). */
#define MAX_WIDTH 16

/* Sets the cause if results are those of string instructions that copy. */
static gboolean explain_strings(const Evidence* evidence, Cause* cause)
{
   double iterations = count_of(evidence, "Ir");

   if (count_of(evidence, "Dw") < MIN_USES
       || iterations < MAX_WIDTH * count_of(evidence, "Cyi")
       || 2 * count_of(evidence, "Dr") < count_of(evidence, "Dw"))
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

static void explain_results(const Evidence* evidence, Cause* cause)
{
   double all = count_of(evidence, "Ls");

   if (explain_strings(evidence, cause))
      return;
   cause->name = "dependent operations";
   cause->text = g_strdup("each operation waits for the last");
   for (guint i = 0; i < G_N_ELEMENTS(operations); i++) {
      if (2 * count_of(evidence, operations[i].event) < all)
         continue;
      g_free(cause->text);
      cause->name = operations[i].name;
      cause->text = g_strdup(operations[i].text);
      if (cause->share >= operations[i].least && !is_elsewhere(evidence->place))
         cause->remedy = operations[i].remedy;
      break;
   }
}

static void explain_instructions(const Evidence* evidence, Cause* cause)
{
   const char* number = text_commas(llround(count_of(evidence, "Ir")));

   cause->name = "instructions";
   cause->text = g_strdup_printf("%s executed", number);
}

static void explain_code(const Evidence* evidence, Cause* cause)
{
   cause->name   = "code misses";
   cause->text   = g_strdup_printf("%.3g of 100 instructions miss L1I",
                                   rate_of(evidence, "I1mr", "Ir"));
   cause->remedy = "Make the code smaller: inline less, fewer template copies.";
}

/* Of 100 branches: from so many mispredictions on, the outcome follows from the
   data.  Fewer are often the ends of loops, which nobody can sort. */
#define MIN_UNSORTED 25

static void explain_branches(const Evidence* evidence, Cause* cause)
{
   double   rate = rate_of(evidence, "Bcm", "Bc");
   GString* text = g_string_new(NULL);

   g_string_printf(text, "%.0f of 100 mispredicted", rate);
   if (recorded(evidence, "Bct") >= 0)
      g_string_append_printf(text, ", %.0f taken",
                             rate_of(evidence, "Bct", "Bc"));
   cause->name = "mispredicted branch";
   cause->text = g_string_free(text, FALSE);
   if (rate >= MIN_UNSORTED && !is_elsewhere(evidence->place))
      cause->remedy = "Choose the result without a branch, or sort the data.";
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

static void explain_targets(const Evidence* evidence, Cause* cause)
{
   guint  targets = count_targets(evidence->place);
   double rate    = rate_of(evidence, "Bim", "Bi");

   cause->name   = "indirect targets";
   cause->text   = targets > 1
                      ? g_strdup_printf("%.0f of 100 mispredicted, %u targets",
                                        rate, targets)
                      : g_strdup_printf("%.0f of 100 mispredicted", rate);
   cause->remedy = "Group the work by target: sort it by type or operation.";
}

static void explain_returns(const Evidence* evidence, Cause* cause)
{
   cause->name   = "returns";
   cause->text   = g_strdup_printf("%.0f of 100 mispredicted",
                                   rate_of(evidence, "Brm", "Br"));
   cause->remedy = "Make the recursion a loop, or less deep.";
}

static void explain_system(const Evidence* evidence, Cause* cause)
{
   double      calls  = count_of(evidence, "Sys");
   double      each   = count_of(evidence, "Sysb") / calls;
   const char* number = text_commas(llround(calls));

   cause->name = "system calls";
   if (each == 0)
      cause->text = g_strdup(number);
   else if (each < 10)
      cause->text = g_strdup_printf("%s, %.1f bytes each", number, each);
   else
      cause->text = g_strdup_printf("%s, %s bytes each", number,
                                    text_commas(llround(each)));
   if (each > 0 && each < 1024)
      cause->remedy = "Read and write larger pieces: use a buffer.";
}

static void explain_sharing(const Evidence* evidence, Cause* cause)
{
   gboolean is_false = count_of(evidence, "Wsf") > count_of(evidence, "Wst");

   cause->name = is_false ? "false sharing" : "true sharing";
   cause->text =
      g_strdup_printf("%s writes to %s of another thread",
                      text_commas(llround(count_of(evidence, "Wsf Wst"))),
                      is_false ? "lines" : "bytes");
   cause->remedy = is_false ? "Give each thread a line of its own: pad, or "
                              "align to 64 bytes."
                            : "Count in each thread, and add up at the end.";
}

static void explain_other(const Evidence* evidence, Cause* cause)
{
   cause->name = "other events";
}

static void (*const explain_part[N_PARTS])(const Evidence*, Cause*) = {
   [INSTRUCTIONS] = explain_instructions,
   [RESULTS]      = explain_results,
   [DATA]         = explain_memory,
   [SETS]         = explain_sets,
   [PAGES]        = explain_pages,
   [CODE]         = explain_code,
   [BRANCHES]     = explain_branches,
   [TARGETS]      = explain_targets,
   [RETURNS]      = explain_returns,
   [SYSTEM]       = explain_system,
   [SHARING]      = explain_sharing,
   [OTHER]        = explain_other,
};

/*------------------------------------------------------------*/
/*--- What libraries do                                    ---*/
/*------------------------------------------------------------*/

static const struct {
   const char *name, *remedy;
} deeds[N_DEEDS] = {
   [DEED_ALLOCATION] =
      {"allocation",
       "Allocate less often: reserve, reuse a buffer, append in place."},
   [DEED_COPYING] = {"copying",
                     "Pass large objects by reference, or move them."},
   [DEED_SCANNING] =
      {"repeated work",
       "Keep the length: call it once, before the loop, if it stays."},
   [DEED_FORMATTING] =
      {"formatting",
       "Format less often, or more simply: fputs, std::to_chars."},
   [DEED_INPUT_OUTPUT] = {"system calls",
                          "Read and write larger pieces: use a buffer."},
   [DEED_LOCKING]      = {"lock",
                          "Lock once for many elements, or keep a part per thread."},
   [DEED_EXCEPTIONS]   = {"exceptions", "Throw only what is rare."},
   [DEED_CASTS]        = {"dynamic_cast", "Use a virtual function instead."},
};

static Deed largest_deed(const Place* place)
{
   Deed most = DEED_NONE;

   for (Deed deed = 1; deed < N_DEEDS; deed++)
      if (place->bill.deeds[deed].cost > place->bill.deeds[most].cost)
         most = deed;
   return most;
}

static double share_of_deed(const Place* place, Deed deed)
{
   return 100 * place->bill.deeds[deed].cost / place->estimate;
}

static void explain_deed(const Evidence* evidence, Deed deed, Cause* cause)
{
   const Bill* bill     = &evidence->place->bill;
   const char* number   = text_commas(llround(bill->deeds[deed].calls));
   char*       function = deeds_function(bill->deeds[deed].function->name);
   double      n        = count_of(evidence, "Al");

   cause->name   = deeds[deed].name;
   cause->remedy = deeds[deed].remedy;
   if (deed == DEED_ALLOCATION && n > 0)
      cause->text =
         g_strdup_printf("%s calls, %s bytes each", number,
                         text_commas(llround(count_of(evidence, "Alb") / n)));
   else if (bill->deeds[deed].calls > 0)
      cause->text = g_strdup_printf("%s, %s calls", function, number);
   else
      cause->text = g_strdup(function);
   g_free(function);
}

/*------------------------------------------------------------*/
/*--- Choosing                                             ---*/
/*------------------------------------------------------------*/

/* Whether uses follow each other in steps of two lines or more. */
static gboolean is_strided(const Evidence* evidence)
{
   return access_of(evidence).stride >= 2 * LINE_SIZE;
}

/* Memory is one thing: its parts are waited for together.  If it is not walked
   in steps, and most references walk the tables, pages are the cause: what is
   on few pages misses less, too. */
static void join_parts(Evidence* evidence)
{
   double*  shares = evidence->shares;
   gboolean walks  = rate_of(evidence, "STm", "Dr Dw") >= MIN_WALKS
                    || shares[PAGES] > shares[DATA];
   Part larger = walks && !is_strided(evidence) ? PAGES : DATA;
   Part other  = larger == DATA ? PAGES : DATA;

   evidence->walks = shares[PAGES];
   shares[larger] += shares[other];
   shares[other] = 0;
   if (is_strided(evidence)) {
      shares[DATA] += shares[SETS];
      shares[SETS] = 0;
   }
}

/* Returns the share from which on a part is the cause.  Lines that prefetchers
   bring cost more than estimated if little of each is used. */
static double least_share(const Evidence* evidence, Part part)
{
   Access access = access_of(evidence);

   return part == DATA && is_strided(evidence) && access.used > 0
                && access.used <= LINE_SIZE / 4.0
             ? MIN_UNUSED
             : MIN_CAUSE;
}

/* Returns the part with the largest share, without `but'; instructions only if
   nothing else is much. */
static Part largest_part(const Evidence* evidence, Part but)
{
   Part most = INSTRUCTIONS;

   for (Part part = INSTRUCTIONS + 1; part < N_PARTS; part++)
      if (part != but && evidence->shares[part] >= least_share(evidence, part)
          && (most == INSTRUCTIONS
              || evidence->shares[part] > evidence->shares[most]))
         most = part;
   return most;
}

/* Sets the page walks of what is walked in steps.  Returns FALSE if there are
   few. */
static gboolean set_walks(const Evidence* evidence, Cause* cause)
{
   double rate = rate_of(evidence, "STm", "Dr Dw");

   if (rate < MIN_WALKS || evidence->walks < MIN_WALKED
       || !is_strided(evidence))
      return FALSE;
   *cause =
      (Cause){.name  = "page walks",
              .share = evidence->walks,
              .text  = g_strdup_printf("%.0f of 100 references walk", rate)};
   return TRUE;
}

static guint set_part(const Evidence* evidence, Part part, Cause* cause)
{
   *cause = (Cause){.share = evidence->shares[part]};
   explain_part[part](evidence, cause);
   return 1;
}

guint causes_find(const Events* events, const double* weights,
                  const Place* place, Cause causes[CAUSES_MAX])
{
   Evidence evidence = evidence_of(events, weights, place);
   Deed     deed     = largest_deed(place);

   join_parts(&evidence);
   Part first = largest_part(&evidence, N_PARTS);
   if (share_of_deed(place, deed) >= MIN_DEED && first != SYSTEM) {
      causes[0] = (Cause){.share = share_of_deed(place, deed)};
      explain_deed(&evidence, deed, &causes[0]);
      return 1;
   }
   set_part(&evidence, first, &causes[0]);
   if (first == DATA && set_walks(&evidence, &causes[1]))
      return 2;
   /* What is done about the first often changes the second. */
   Part second = largest_part(&evidence, first);
   if (second == INSTRUCTIONS)
      return 1;
   set_part(&evidence, second, &causes[1]);
   causes[1].remedy = NULL;
   return 2;
}

/* Functions of containers that look an element up. */
static gboolean looks_up(const char* method)
{
   static const char* const methods[] = {
      "find",  "count",       "contains",   "operator[]",
      "at",    "insert",      "emplace",    "try_emplace",
      "erase", "lower_bound", "equal_range"};

   for (guint i = 0; i < G_N_ELEMENTS(methods); i++)
      if (strcmp(method, methods[i]) == 0)
         return TRUE;
   return FALSE;
}

/* Returns where the method begins in the short name of such a function, or
   NULL.  `name' is from names_short_kept(). */
static const char* method_of(const char* name)
{
   static GHashTable* known; /* by the pointer: many calls can be of one long
                                name */
   gpointer method;

   if (!known)
      known = g_hash_table_new(NULL, NULL);
   if (!g_hash_table_lookup_extended(known, name, NULL, &method)) {
      char* colons = g_strrstr(name, "::");
      method       = colons && looks_up(colons + 2) ? colons + 2 : NULL;
      g_hash_table_insert(known, (gpointer)name, method);
   }
   return method;
}

/* What a place looks up. */
typedef struct {
   const char* name; /* of the function, in short; or NULL */
   double      cost;
} LookUp;

/* Returns such a function that was inlined into a place. */
static LookUp inlined_look_up(const Events* events, const double* weights,
                              const Place* place)
{
   GPtrArray* calls = place->function ? costs_calls(place->function) : NULL;
   LookUp     found = {0};

   for (guint i = 0; calls && i < calls->len && !found.name; i++) {
      const CostsCall* call = calls->pdata[i];
      if (!call->inlined || call->caller.line != place->line)
         continue;
      const char* name = names_short_kept(call->callee->name);
      if (!method_of(name))
         continue;
      found.name = name;
      found.cost = count_weigh(call->counts, weights, events_recorded(events));
   }
   if (calls)
      g_ptr_array_free(calls, TRUE);
   return found;
}

/* Returns such a function that a place calls or that was inlined there, if it
   costs MIN_CAUSE percent. */
static LookUp look_up_of(const Events* events, const double* weights,
                         const Place* place)
{
   const Bill* bill = &place->bill;
   const char* name =
      bill->called ? names_short_kept(bill->called->name) : NULL;
   LookUp found = name && method_of(name)
                     ? (LookUp){name, bill->called_cost}
                     : inlined_look_up(events, weights, place);

   return 100 * found.cost >= MIN_CAUSE * place->estimate ? found : (LookUp){0};
}

/* Lines of one piece of code. */
#define NEAR_LINES 10

/* Whether two places look up in a container of one type. */
static gboolean look_up_alike(const Place* place, const char* name,
                              const Place* other, const char* other_name)
{
   gsize length = method_of(name) - name;

   return other != place && other->file == place->file
          && ABS((gint64)(other->line - place->line)) <= NEAR_LINES
          && length == (gsize)(method_of(other_name) - other_name)
          && strncmp(name, other_name, length) == 0;
}

gboolean causes_find_repeated(const Events* events, const double* weights,
                              const Place* place, const GPtrArray* places,
                              Cause* cause)
{
   LookUp found = look_up_of(events, weights, place);

   for (guint i = 0; found.name && i < places->len; i++) {
      const Place* other = places->pdata[i];
      LookUp       twin  = look_up_of(events, weights, other);
      if (!twin.name || !look_up_alike(place, found.name, other, twin.name))
         continue;
      *cause = (Cause){
         .name   = "repeated work",
         .share  = MIN(100 * found.cost / place->estimate, 100),
         .text   = g_strdup_printf("%s, and %s in line %" G_GUINT64_FORMAT,
                                   method_of(found.name), method_of(twin.name),
                                   other->line),
         .remedy = "If the key is the same, look it up once, and keep the "
                   "iterator."};
      return TRUE;
   }
   return FALSE;
}

guint causes_find_growth(const Events* events, const double* weights,
                         const Place* place, Cause causes[CAUSES_MAX])
{
   static const char* const names[N_PARTS] = {
      [INSTRUCTIONS] = "instructions",
      [RESULTS]      = "dependent operations",
      [DATA]         = "cache misses",
      [SETS]         = "conflict",
      [PAGES]        = "page walks",
      [CODE]         = "code misses",
      [BRANCHES]     = "mispredicted branch",
      [TARGETS]      = "indirect targets",
      [RETURNS]      = "returns",
      [SYSTEM]       = "system calls",
      [SHARING]      = "sharing",
      [OTHER]        = "other events"};
   Evidence evidence = evidence_of(events, weights, place);
   Part     most     = INSTRUCTIONS;

   for (Part part = 0; part < N_PARTS; part++)
      if (evidence.shares[part] > evidence.shares[most])
         most = part;
   causes[0] = (Cause){.name = names[most], .share = evidence.shares[most]};
   return 1;
}
