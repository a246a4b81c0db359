/* SPDX-License-Identifier: GPL-2.0-or-later */
/* verdict.c: see verdict.h. */

#include <math.h>
#include <string.h>

#include "report/lookups.h"
#include "report/verdict.h"

#define ESTIMATE "Cycles"

/* In percent of the estimate: from this share on, code that no line pays for is
   mentioned; a line that is not the first; and what helps a line. */
#define MIN_UNKNOWN 5
#define MIN_PLACE   2
#define MIN_REMEDY  3

/* In cycles, or what an event of that name stands for: with less, shares of
   lines whose costs have either sign would have no limit. */
#define MIN_TOTAL 1e-100

typedef struct {
   const VerdictInput* input;
   guint               n; /* events recorded */
   double*             weights;
   Verdict*            verdict;
} Finding;

double verdict_share(const Verdict* verdict, const VerdictItem* item)
{
   return 100 * item->estimate / verdict->total;
}

int verdict_event(Events* events)
{
   int event = events_find(events, ESTIMATE, "", NULL);

   return event >= 0 && events_is_linear(events, event) ? event : -1;
}

static gboolean is_recorded(const Events* events, const char* name)
{
   for (guint i = 0; i < events_recorded(events); i++)
      if (strcmp(events_name(events, i), name) == 0)
         return TRUE;
   return FALSE;
}

static char* make_formula(const Finding* finding)
{
   GString* formula = g_string_new(ESTIMATE);
   guint    n       = 0;

   for (guint i = 0; i < finding->n; i++) {
      double weight = finding->weights[i];
      if (weight == 0)
         continue;
      g_string_append(formula, n++ > 0 ? " + " : " = ");
      if (weight != 1)
         g_string_append_printf(formula, "%g ", weight);
      g_string_append(formula, events_name(finding->input->events, i));
   }
   return g_string_free(formula, FALSE);
}

/* Returns the standard error of counts; 0: unknown. */
static double error_of(const Finding* finding, const Count* counts)
{
   int variance = events_variance(finding->input->events);

   return variance >= 0 && counts[variance] > 0
             ? events_standard_error(counts[variance])
             : 0;
}

/*------------------------------------------------------------*/
/*--- Items                                                ---*/
/*------------------------------------------------------------*/

/* Returns how large an item is, in percent of the total: of a difference, how
   much it changed. */
static double size_of(const Finding* finding, double estimate)
{
   return 100 * fabs(estimate) / finding->verdict->total;
}

/* Adds code that no line pays for, if it costs much. */
static void add_rest(const Finding* finding, const VerdictItem* rest)
{
   if (size_of(finding, rest->estimate) >= MIN_UNKNOWN)
      g_array_append_val(finding->verdict->items, *rest);
}

/* The same as causes_find(), with what is known of containers. */
static guint find_causes(const Evidence* evidence, Cause causes[CAUSES_MAX])
{
   guint       n    = causes_find(evidence, causes);
   const char* tree = lookups_tree_remedy(evidence);

   if (tree && strcmp(causes[0].name, "dependent loads") == 0)
      causes[0].remedy = tree;
   return n;
}

/* Adds a line, unless its cost, or its change, may be an error of the samples.
 */
static void add_line(const Finding* finding, const Place* place)
{
   const VerdictInput* input    = finding->input;
   Evidence            evidence = {input->events, finding->weights, place,
                                   input->line_size};
   VerdictItem         item     = {.estimate = place->estimate, .place = place};

   if (fabs(place->estimate) < 2 * error_of(finding, place->counts))
      return;
   if (input->before)
      item.n_causes = causes_find_change(&evidence, item.causes);
   else if (lookups_find_repeated(&evidence, finding->verdict->places->most,
                                  item.causes))
      item.n_causes = 1;
   else
      item.n_causes = find_causes(&evidence, item.causes);
   if (verdict_share(finding->verdict, &item) < MIN_REMEDY)
      for (guint i = 0; i < item.n_causes; i++)
         item.causes[i].remedy = NULL;
   g_array_append_val(finding->verdict->items, item);
}

/* Returns how to learn more about code of the system's libraries. */
static const char* about_libraries(const VerdictInput* input)
{
   if (input->costs->contexts)
      return input->page ? NULL
                         : "No line with known source calls them; --view=tree "
                           "shows what does.";
   return input->page
             ? "The map names them, and --calls=yes what calls them."
             : "--view=object names them, and --calls=yes what calls them.";
}

/* What has at most this part of code without lines is not worth advice. */
#define LITTLE 0.1

/* Returns how to learn the lines of code that has none. */
static const char* about_unknown(const Places* places)
{
   double little = LITTLE * fabs(places->unknown);

   if (fabs(places->unknown - places->stripped) <= little)
      return "Compile the program with -g.";
   if (fabs(places->unknown - places->bare) <= little)
      return "Install the debug information of libraries, or compile them with "
             "-g.";
   return "Compile with -g, and install the debug information of libraries.";
}

/* Adds the places and the code that has none: the largest cost, or change,
   first. */
static void add_items(const Finding* finding)
{
   const Places* places  = finding->verdict->places;
   VerdictItem   rests[] = {{.estimate = places->unknown,
                             .what     = "no source line is known",
                             .hint     = about_unknown(places)},
                            {.estimate = places->libraries,
                             .what     = "the system's libraries",
                             .hint     = about_libraries(finding->input)}};
   gboolean      swap    = fabs(rests[0].estimate) < fabs(rests[1].estimate);
   guint         n       = 0; /* rests added, or too small */

   for (guint i = 0; i < places->most->len; i++) {
      const Place* place = places->most->pdata[i];
      double       size  = fabs(place->estimate);
      while (n < 2 && size < fabs(rests[n ^ swap].estimate))
         add_rest(finding, &rests[n++ ^ swap]);
      if (size_of(finding, size) >= MIN_PLACE
          || (i == 0 && !finding->input->before))
         add_line(finding, place);
   }
   while (n < 2)
      add_rest(finding, &rests[n++ ^ swap]);
}

static void free_item(gpointer data)
{
   VerdictItem* item = data;

   for (guint i = 0; i < item->n_causes; i++)
      g_free(item->causes[i].text);
   g_free(item->source);
}

/* Puts a function among those that cost most, if it belongs there. */
static void rank_function(Verdict* verdict, const Function* function,
                          double estimate)
{
   for (guint i = 0; i < VERDICT_FUNCTIONS; i++) {
      if (estimate <= verdict->function_estimates[i])
         continue;
      const Function* next           = verdict->functions[i];
      double          next_estimate  = verdict->function_estimates[i];
      verdict->functions[i]          = function;
      verdict->function_estimates[i] = estimate;
      function                       = next;
      estimate                       = next_estimate;
   }
}

static void rank_functions(const Finding* finding)
{
   GPtrArray* functions = costs_functions(finding->input->costs);

   for (guint i = 0; i < functions->len; i++) {
      const Function* function = functions->pdata[i];
      rank_function(finding->verdict, function,
                    count_weigh(function->sums, finding->weights, finding->n));
   }
   g_ptr_array_free(functions, TRUE);
}

/* Fills in the verdict, whose weights and total are known. */
static void fill_in(const Finding* finding)
{
   const VerdictInput* input   = finding->input;
   Verdict*            verdict = finding->verdict;

   verdict->formula = make_formula(finding);
   verdict->more    = input->before
                         ? count_weigh(input->totals, finding->weights, finding->n)
                         : 0;
   verdict->error   = error_of(finding, input->totals);
   verdict->items   = g_array_new(FALSE, FALSE, sizeof(VerdictItem));
   g_array_set_clear_func(verdict->items, free_item);
   verdict->places = places_find(input->costs, finding->weights, input->own);
   if (!is_recorded(input->events, "Bc"))
      verdict->lacks = "without branches: --branch-sim=yes has them";
   add_items(finding);
   if (!input->before)
      rank_functions(finding);
}

Verdict* verdict_find(const VerdictInput* input)
{
   Finding finding = {.input = input, .n = events_recorded(input->events)};
   int     event   = verdict_event((Events*)input->events);
   double  total;

   if (event < 0)
      return NULL;
   finding.weights = g_new(double, finding.n);
   for (guint i = 0; i < finding.n; i++)
      finding.weights[i] = events_weight(input->events, event, i);
   total = count_weigh(input->before ? input->before : input->totals,
                       finding.weights, finding.n);
   if (total >= MIN_TOTAL) {
      finding.verdict        = g_new0(Verdict, 1);
      finding.verdict->total = total;
      fill_in(&finding);
   }
   g_free(finding.weights);
   return finding.verdict;
}

void verdict_free(Verdict* verdict)
{
   if (!verdict)
      return;
   places_free(verdict->places);
   g_array_free(verdict->items, TRUE);
   g_free(verdict->formula);
   g_free(verdict);
}
