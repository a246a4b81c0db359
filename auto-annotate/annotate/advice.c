/* SPDX-License-Identifier: GPL-2.0-or-later */
/* advice.c: see advice.h.

   The estimate is the event Cycles, which the user may have defined; if the run
   simulated the core of a machine, it is Cyo.  The part of a recorded event in
   it is its count times its weight.  The mispredictions are a second such sum,
   in which each counts 1. */

#include <string.h>

#include "annotate/advice.h"
#include "lib/message.h"

#define ESTIMATE "Cycles"

/* In percent of the estimate: from this share on, code without debug
   information is mentioned, and a line that is not the first. */
#define MIN_UNKNOWN 5
#define MIN_PLACE   1

/* In percent of the cost of a line: from this share on, a second cause is
   mentioned. */
#define MIN_SECOND_CAUSE 25

/* In percent of the cost of a line: from this share on, the function of a
   library that it calls is named. */
#define MIN_CALLED 10

/* In percent of the estimate: from this share on, the lines with most
   mispredictions are shown. */
#define MIN_MISPREDICTIONS 5

typedef struct Verdict Verdict;

struct Verdict {
   const Annotation* annotation;
   guint             n;       /* events recorded */
   double*           weights; /* of these, in the estimate */
   double            total;   /* the estimate of all */

   /* Returns what is to be said of a place. */
   char* (*explain)(const Verdict* verdict, const Place* place);
};

/*------------------------------------------------------------*/
/*--- Causes                                               ---*/
/*------------------------------------------------------------*/

typedef enum {
   INSTRUCTIONS,
   SLOW_INSTRUCTIONS,
   DATA_MISSES,
   SET_WAITS,
   INSTRUCTION_MISSES,
   MISPREDICTIONS,
   MISPREDICTED_TARGETS,
   MISPREDICTED_RETURNS,
   TLB_MISSES,
   OTHER,
   N_CAUSES
} Cause;

static const char* const cause_names[N_CAUSES] = {
   [INSTRUCTIONS]         = "instructions",
   [SLOW_INSTRUCTIONS]    = "waiting for results of instructions",
   [DATA_MISSES]          = "data misses",
   [SET_WAITS]            = "waiting for sets of D1",
   [INSTRUCTION_MISSES]   = "misses of instructions",
   [MISPREDICTIONS]       = "mispredicted branches",
   [MISPREDICTED_TARGETS] = "mispredicted indirect branches",
   [MISPREDICTED_RETURNS] = "mispredicted returns",
   [TLB_MISSES]           = "TLB misses",
   [OTHER]                = "other events",
};

static Cause cause_of(const char* event)
{
   static const struct {
      const char* events;
      Cause       cause;
   } causes[] = {
      {" Ir Cyi ", INSTRUCTIONS},
      {" Ls ", SLOW_INSTRUCTIONS},
      {" D1mr D1mw D1mo D2mr D2mw D2mo DLmr DLmw DLmo ", DATA_MISSES},
      {" Cyw ", SET_WAITS},
      {" I1mr I2mr ILmr ", INSTRUCTION_MISSES},
      {" Bcm ", MISPREDICTIONS},
      {" Bim ", MISPREDICTED_TARGETS},
      {" Brm ", MISPREDICTED_RETURNS},
      {" ITm DTm DTmo STm STmo ", TLB_MISSES},
   };
   char* word  = g_strdup_printf(" %s ", event);
   Cause cause = OTHER;

   for (guint i = 0; i < G_N_ELEMENTS(causes); i++)
      if (strstr(causes[i].events, word))
         cause = causes[i].cause;
   g_free(word);
   return cause;
}

/* Returns the index of a recorded event, or -1; also for NULL. */
static int find_recorded(const Verdict* verdict, const char* name)
{
   const GPtrArray* events = verdict->annotation->sum->header->events;

   return name ? events_find_recorded(events, name) : -1;
}

/* Returns the sum of the counts of two events at a place, each times its weight
   if `weighted'.  One that is NULL or not recorded counts 0. */
static double count_of(const Verdict* verdict, const Place* place,
                       const char* const events[2], gboolean weighted)
{
   double sum = 0;

   for (guint i = 0; i < 2; i++) {
      int event = find_recorded(verdict, events[i]);
      if (event >= 0)
         sum += (weighted ? verdict->weights[event] : 1) * place->counts[event];
   }
   return sum;
}

/* Sets the causes in the order of their shares of the estimate, and the shares
   in percent. */
static void find_causes(const Verdict* verdict, const Place* place,
                        Cause causes[N_CAUSES], double shares[N_CAUSES])
{
   const Events* events = verdict->annotation->events;

   for (Cause cause = 0; cause < N_CAUSES; cause++) {
      causes[cause] = cause;
      shares[cause] = 0;
   }
   for (guint i = 0; i < verdict->n; i++)
      shares[cause_of(events_name(events, i))] +=
         100 * verdict->weights[i] * place->counts[i] / place->estimate;
   for (guint i = 1; i < N_CAUSES; i++)
      for (guint j = i; j > 0 && shares[causes[j]] > shares[causes[j - 1]];
           j--) {
         Cause swap    = causes[j];
         causes[j]     = causes[j - 1];
         causes[j - 1] = swap;
      }
}

typedef enum { D1, L2, LL, N_LEVELS } Level;

/* The levels of the caches.  `help' is for a profile without classes of their
   misses; those of L2 never have any. */
static const struct {
   const char* misses[2];
   const char* waits[2]; /* those that the core waits for */
   const char* what;
   const char* help;
} levels[N_LEVELS] = {
   [D1] = {{"D1mr", "D1mw"},
           {"D1mo"},
           "references miss D1",
           "--miss-classes=yes counts why they miss"},
   [L2] = {{"D2mr", "D2mw"},
           {"D2mo"},
           "references miss L2",
           "Work in blocks that fit in L2, or make the data smaller"},
   [LL] = {{"DLmr", "DLmw"},
           {"DLmo"},
           "references miss LL",
           "--miss-classes=yes counts why they miss"},
};

/* What helps against misses of a class. */
static const struct {
   const char* name;
   const char* events[N_LEVELS]; /* or NULL */
   const char* help;
} classes[] = {
   {"cold misses",
    {[D1] = "D1cold", [LL] = "DLcold"},
    "each is the first use of its memory, so only less memory helps"},
   {"capacity misses",
    {[D1] = "D1cap", [LL] = "DLcap"},
    "more memory is used between two uses than the cache holds: work in "
    "blocks, or make the data smaller"},
   {"conflict misses",
    {[D1] = "D1conf", [LL] = "DLconf"},
    "too many lines share their sets: change a stride or pad the data; "
    "--conflict-report names the variables"},
};

/* Appends which class most misses of a level are of, and what helps. */
static void append_class(const Verdict* verdict, const Place* place,
                         Level level, GString* text)
{
   guint  most = 0;
   double all  = 0;
   Count  counts[G_N_ELEMENTS(classes)];

   if (find_recorded(verdict, classes[0].events[level]) < 0) {
      g_string_append_printf(text, " %s.", levels[level].help);
      return;
   }
   for (guint i = 0; i < G_N_ELEMENTS(classes); i++) {
      int event = find_recorded(verdict, classes[i].events[level]);
      counts[i] = event >= 0 ? place->counts[event] : 0;
      all += counts[i];
      if (counts[i] > counts[most])
         most = i;
   }
   if (all > 0)
      g_string_append_printf(text, " %.0f%% of them are %s: %s.",
                             100 * counts[most] / all, classes[most].name,
                             classes[most].help);
}

/* Returns how many of 100 `of' are `part', or 0 if the profile lacks one. */
static double rate_of(const Verdict* verdict, const Place* place,
                      const char* const part[2], const char* const of[2])
{
   double all = count_of(verdict, place, of, FALSE);

   return all > 0 ? 100 * count_of(verdict, place, part, FALSE) / all : 0;
}

/* Appends ": 12 of 100 WHAT" if the profile has both. */
static void append_rate(const Verdict* verdict, const Place* place,
                        const char* const part[2], const char* const of[2],
                        const char* what, GString* text)
{
   double rate = rate_of(verdict, place, part, of);

   if (rate > 0)
      g_string_append_printf(text, ": %.3g of 100 %s", rate, what);
   g_string_append_c(text, '.');
}

static const char* const references[2] = {"Dr", "Dw"};

/* Returns what the misses of a level cost. */
static double cost_of_misses(const Verdict* verdict, const Place* place,
                             Level level)
{
   return count_of(verdict, place, levels[level].misses, TRUE)
          + count_of(verdict, place, levels[level].waits, TRUE);
}

/* Appends how many data references miss the level that costs most, and why. */
static void append_data_misses(const Verdict* verdict, const Place* place,
                               GString* text)
{
   Level most = D1;

   for (Level level = L2; level < N_LEVELS; level++)
      if (cost_of_misses(verdict, place, level)
          > cost_of_misses(verdict, place, most))
         most = level;
   append_rate(verdict, place, levels[most].misses, references,
               levels[most].what, text);
   append_class(verdict, place, most, text);
}

/* Appends what helps against the misses of the TLB for instructions, if those
   are more, or of the one for data. */
static void append_tlb_misses(const Verdict* verdict, const Place* place,
                              GString* text)
{
   static const char* const fetches[2] = {"ITm"};
   static const char* const data[2]    = {"DTm"};

   if (count_of(verdict, place, fetches, FALSE)
       > count_of(verdict, place, data, FALSE)) {
      g_string_append(text, ". The code that runs between two uses of it is on "
                            "more pages than the TLB holds.");
      return;
   }
   append_rate(verdict, place, data, references, "references miss the TLB",
               text);
   g_string_append(text, " More pages are used in turn than the TLB holds: "
                         "keep what is used together close together, or use "
                         "huge pages.");
}

static const char* const conditional[2] = {"Bc"};
static const char* const indirect[2]    = {"Bi"};
static const char* const returns[2]     = {"Br"};

/* The classic predictor is of about 2004. */
static void append_which_predictor(const Verdict* verdict, GString* text)
{
   if (find_recorded(verdict, returns[0]) < 0)
      g_string_append(text, " --branch-predictor=tage-64k simulates one of "
                            "today.");
}

/* Append how many branches are mispredicted, and what helps. */
static void append_mispredictions(const Verdict* verdict, const Place* place,
                                  GString* text)
{
   static const char* const mispredicted[2] = {"Bcm"};

   append_rate(verdict, place, mispredicted, conditional,
               "conditional branches", text);
   g_string_append(text, " Sort the data, so that the outcome follows a "
                         "pattern, or compute both sides and choose one "
                         "without a branch.");
   append_which_predictor(verdict, text);
}

static void append_targets(const Verdict* verdict, const Place* place,
                           GString* text)
{
   static const char* const mispredicted[2] = {"Bim"};

   append_rate(verdict, place, mispredicted, indirect,
               "indirect jumps and calls", text);
   g_string_append(text, " Group the work by its target, such as objects by "
                         "their type; test for the commonest one first; or "
                         "use a table if cases differ only in a constant.");
   append_which_predictor(verdict, text);
}

static void append_returns(const Verdict* verdict, const Place* place,
                           GString* text)
{
   static const char* const mispredicted[2] = {"Brm"};

   append_rate(verdict, place, mispredicted, returns, "returns", text);
   g_string_append(text, " Calls are nested deeper than the return stack, or "
                         "functions are left in another way, as longjmp "
                         "does: make a recursion a loop, or less deep.");
}

/* Appends what a cause means at a place, and what helps. */
static void append_cause(const Verdict* verdict, const Place* place,
                         Cause cause, GString* text)
{
   switch (cause) {
   case INSTRUCTIONS:
      g_string_append(text, ". Run the line less often, or do less in it.");
      break;
   case SLOW_INSTRUCTIONS:
      g_string_append(text, ". Each waits for the one before it, or "
                            "divides: compute several independent results "
                            "side by side, or avoid the slow operation.");
      break;
   case SET_WAITS:
      g_string_append(text, ". Too many misses in a row are in one set: make "
                            "the rows of a matrix a line longer, or take "
                            "neighbours together.");
      break;
   case INSTRUCTION_MISSES:
      g_string_append(text, ". The code that runs between two uses of it is "
                            "larger than the cache.");
      break;
   case MISPREDICTIONS:
      append_mispredictions(verdict, place, text);
      break;
   case MISPREDICTED_TARGETS:
      append_targets(verdict, place, text);
      break;
   case MISPREDICTED_RETURNS:
      append_returns(verdict, place, text);
      break;
   case DATA_MISSES:
      append_data_misses(verdict, place, text);
      break;
   case TLB_MISSES:
      append_tlb_misses(verdict, place, text);
      break;
   default:
      g_string_append_c(text, '.');
   }
}

/* Appends which function of a library most of the cost of a place is for, if
   that is much. */
static void append_called(const Verdict* verdict, const Place* place,
                          GString* text)
{
   double share = 100 * place->called_estimate / place->estimate;

   if (!place->called || share < MIN_CALLED)
      return;
   g_string_append_printf(text, "%.0f%% of it is in %s, which it calls. ",
                          share, names_short_kept(place->called->name));
}

/* Returns what most of the cost of a place is, and what helps. */
static char* explain_cost(const Verdict* verdict, const Place* place)
{
   Cause    causes[N_CAUSES];
   double   shares[N_CAUSES];
   GString* text = g_string_new(NULL);

   append_called(verdict, place, text);
   find_causes(verdict, place, causes, shares);
   for (guint i = 0; i < 2; i++) {
      double share = shares[causes[i]];
      if (i > 0 && share < MIN_SECOND_CAUSE)
         break;
      g_string_append_printf(text, "%s%.0f%%%s is %s", i > 0 ? " " : "", share,
                             i > 0 ? "" : " of it", cause_names[causes[i]]);
      append_cause(verdict, place, causes[i], text);
   }
   if (place->library)
      g_string_append(text,
                      " If the code was inlined, a run with --inlined=yes "
                      "counts it for your own line.");
   return g_string_free(text, FALSE);
}

/* Returns how often the branches of a place are mispredicted, and how often
   they are taken, if the profile says so.  Leaves out kinds of branches with
   less than MIN_PLACE percent of its mispredictions. */
static char* explain_branches(const Verdict* verdict, const Place* place)
{
   static const struct {
      const char*        mispredicted[2];
      const char* const* of;
      const char*        what;
   } kinds[] = {{{"Bcm"}, conditional, "conditional branches"},
                {{"Bim"}, indirect, "indirect jumps and calls"},
                {{"Brm"}, returns, "returns"}};
   static const char* const taken[2] = {"Bct"};
   GString*                 text     = g_string_new(NULL);

   for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
      double rate = rate_of(verdict, place, kinds[i].mispredicted, kinds[i].of);

      if (rate == 0
          || 100 * count_of(verdict, place, kinds[i].mispredicted, FALSE)
                < MIN_PLACE * place->estimate)
         continue;
      g_string_append_printf(text, "%s%.3g of 100 %s are mispredicted",
                             text->len > 0 ? " " : "", rate, kinds[i].what);
      if (i == 0 && find_recorded(verdict, taken[0]) >= 0)
         g_string_append_printf(text, ", and %.3g of 100 are taken",
                                rate_of(verdict, place, taken, conditional));
      g_string_append_c(text, '.');
   }
   return g_string_free(text, FALSE);
}

/*------------------------------------------------------------*/
/*--- The lists                                            ---*/
/*------------------------------------------------------------*/

double advice_share(const Advice* advice, const AdviceItem* item)
{
   return 100 * item->estimate / advice->total;
}

/* Returns the title: what the list is, and the formula of its sum after
   `before' the first term. */
static char* make_title(const Verdict* verdict, const char* what,
                        const char* before)
{
   const Events* events = verdict->annotation->events;
   GString*      title  = g_string_new(what);
   guint         n      = 0;

   for (guint i = 0; i < verdict->n; i++) {
      double weight = verdict->weights[i];
      if (weight == 0)
         continue;
      g_string_append(title, n++ > 0 ? " + " : before);
      if (weight != 1)
         g_string_append_printf(title, "%g ", weight);
      g_string_append(title, events_name(events, i));
   }
   return g_string_free(title, FALSE);
}

/* Code that has no line of the program. */
typedef struct {
   double      estimate;
   const char* what;
   const char* help;
} Rest;

/* Adds such code, if it costs much. */
static void add_rest(Advice* advice, const Rest* rest)
{
   AdviceItem item = {.estimate = rest->estimate, .what = rest->what};

   if (advice_share(advice, &item) < MIN_UNKNOWN)
      return;
   item.help = g_strdup(rest->help);
   g_array_append_val(advice->items, item);
}

static void add_advice_place(Advice* advice, const Verdict* verdict,
                             const Place* place)
{
   AdviceItem item = {.estimate = place->estimate, .place = place};

   item.help = verdict->explain(verdict, place);
   g_array_append_val(advice->items, item);
}

/* Returns how to learn more about code of the system's libraries that no line
   pays for. */
static const char* about_libraries(const Annotation* annotation)
{
   if (annotation->sum->costs->contexts)
      return "No line with known source calls them; --view=tree shows what "
             "does.";
   return annotation->options.page
             ? "The map names them, and --calls=yes what calls them."
             : "--view=object names them, and --calls=yes what calls them.";
}

/* Adds the places and the code that has none, the largest cost first. */
static void add_items(Advice* advice, const Verdict* verdict)
{
   const Places* places    = advice->places;
   const Rest    unknown   = {places->unknown, "no source line is known",
                              "Compile with -g, and install the debug "
                                   "information of libraries."};
   const Rest    libraries = {places->libraries, "the system's libraries",
                              about_libraries(verdict->annotation)};
   gboolean      swap      = unknown.estimate < libraries.estimate;
   const Rest*   rests[]   = {swap ? &libraries : &unknown,
                          swap ? &unknown : &libraries};
   guint n_rests = 0; /* added, or too small */

   for (guint i = 0; i < places->most->len; i++) {
      const Place* place = places->most->pdata[i];
      while (n_rests < 2 && place->estimate < rests[n_rests]->estimate)
         add_rest(advice, rests[n_rests++]);
      if (i == 0 || 100 * place->estimate / advice->total >= MIN_PLACE)
         add_advice_place(advice, verdict, place);
   }
   while (n_rests < 2)
      add_rest(advice, rests[n_rests++]);
}

static void free_item(gpointer item)
{
   g_free(((AdviceItem*)item)->help);
}

static void free_advice(gpointer data)
{
   Advice* advice = data;

   places_free(advice->places);
   g_array_free(advice->items, TRUE);
   g_free(advice->title);
   g_free(advice);
}

/* Returns the list of the places with most of a sum.  Its weights must be set.
 */
static Advice* make_list(const Verdict* verdict, const char* what,
                         const char* before)
{
   Advice* advice = g_new0(Advice, 1);

   advice->title = make_title(verdict, what, before);
   advice->total = verdict->total;
   advice->items = g_array_new(FALSE, FALSE, sizeof(AdviceItem));
   g_array_set_clear_func(advice->items, free_item);
   advice->places =
      places_find(verdict->annotation->sum->costs, verdict->weights,
                  verdict->annotation->options.own);
   add_items(advice, verdict);
   return advice;
}

/* Returns the index of the estimate, or -1 if there is none that says something
   of lines. */
static int find_estimate(const Annotation* annotation)
{
   int event = events_find(annotation->events, ESTIMATE, "", NULL);

   return event >= 0 && events_is_linear(annotation->events, event) ? event
                                                                    : -1;
}

void advice_choose(const Annotation* annotation)
{
   find_estimate(annotation);
}

/* Returns the sum of all counts, each times its weight. */
static double total_of(const Verdict* verdict)
{
   const Count* totals = verdict->annotation->sum->totals;
   double       total  = 0;

   for (guint i = 0; i < verdict->n; i++)
      if (totals[i] != COUNT_NONE)
         total += verdict->weights[i] * totals[i];
   return total;
}

/* Returns the list of the places with most mispredictions, or NULL if these
   cost little of the estimate. */
static Advice* make_branches(const Verdict* all)
{
   static const char* const events[] = {"Bcm", "Bim", "Brm"};
   Verdict                  of       = *all;
   Advice*                  advice   = NULL;

   of.weights = g_new0(double, of.n);
   of.explain = explain_branches;
   for (guint i = 0; i < G_N_ELEMENTS(events); i++) {
      int event = find_recorded(all, events[i]);
      if (event >= 0)
         of.weights[event] = all->weights[event];
   }
   if (100 * total_of(&of) / all->total >= MIN_MISPREDICTIONS) {
      for (guint i = 0; i < of.n; i++)
         of.weights[i] = of.weights[i] != 0;
      of.total = total_of(&of);
      advice   = make_list(&of, "Where branches are mispredicted", ", by ");
   }
   g_free(of.weights);
   return advice;
}

/* Adds the lists of a verdict whose weights and total are set. */
static void add_lists(const Verdict* verdict, GPtrArray* lists)
{
   Advice* first =
      make_list(verdict, "Where to look first, by " ESTIMATE, " = ");
   Advice* branches = make_branches(verdict);

   if (find_recorded(verdict, conditional[0]) < 0)
      first->lacks = "Branches were not simulated: with --branch-sim=yes, the "
                     "estimate has mispredicted ones, too.";
   g_ptr_array_add(lists, first);
   if (!branches)
      return;
   branches->lacks = first->lacks;
   g_ptr_array_add(lists, branches);
}

GPtrArray* advice_find(const Annotation* annotation)
{
   Verdict    verdict = {.annotation = annotation,
                         .n          = events_recorded(annotation->events),
                         .explain    = explain_cost};
   GPtrArray* lists   = g_ptr_array_new_with_free_func(free_advice);
   int        event   = find_estimate(annotation);

   if (event < 0) {
      if (annotation->options.wants_advice)
         message_fail("--advice: " ESTIMATE
                      " is not defined as a sum of events "
                      "that the profile has");
      return lists;
   }
   verdict.weights = g_new(double, verdict.n);
   for (guint i = 0; i < verdict.n; i++)
      verdict.weights[i] = events_weight(annotation->events, event, i);
   verdict.total = total_of(&verdict);
   if (verdict.total > 0)
      add_lists(&verdict, lists);
   else if (annotation->options.wants_advice)
      message_fail("--advice: the profile has no " ESTIMATE);
   g_free(verdict.weights);
   return lists;
}
