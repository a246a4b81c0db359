/* SPDX-License-Identifier: GPL-2.0-or-later */
/* screen.c: see screen.h. */

#include <string.h>

#include "annotate/screen.h"
#include "annotate/selection.h"

/*------------------------------------------------------------*/
/*--- Few events                                           ---*/
/*------------------------------------------------------------*/

/* The events that are shown, in this order, as far as they are there.  Where
   there is no room for all, some leave before others: first the one that costs
   least, at so many cycles each time. */
static const struct {
   const char* name;
   gboolean    leaves;
   guint       cycles;
} few[] = {{"Cycles", FALSE, 0}, {"Cyv", TRUE, 0},   {"Ir", FALSE, 0},
           {"D1m", TRUE, 10},    {"LLm", TRUE, 200}, {"Bm", TRUE, 15}};

gboolean screen_shows_few(const Options* options)
{
   return options->terminal && options->width > 0 && *options->show == '\0';
}

/* Whether a derived event is only another name of a recorded one: Cycles, if
   only instructions were counted. */
static gboolean is_one_event(const Events* events, guint event)
{
   guint n = 0;

   if (event < events_recorded(events) || !events_is_linear(events, event))
      return FALSE;
   for (guint i = 0; i < events_recorded(events); i++)
      n += events_weight(events, event, i) != 0;
   return n == 1;
}

/* Whether an event says more than those before it.  Calls have no variance. */
static gboolean is_worth_showing(const Annotation* annotation, guint event)
{
   const Events* events = annotation->events;

   return !selection_shows(annotation, event) && !is_one_event(events, event)
          && !(annotation->options.inclusive
               && (int)event == events_variance(events));
}

void screen_choose_columns(Annotation* annotation)
{
   for (guint i = 0; i < annotation->keys->len; i++) {
      guint event = g_array_index(annotation->keys, SortKey, i).event;
      if (!selection_shows(annotation, event))
         g_array_append_val(annotation->shown, event);
   }
   for (guint i = 0; i < G_N_ELEMENTS(few); i++) {
      int event = events_find(annotation->events, few[i].name, "", NULL);
      if (event >= 0 && is_worth_showing(annotation, event))
         g_array_append_val(annotation->shown, event);
   }
}

/*------------------------------------------------------------*/
/*--- Room                                                 ---*/
/*------------------------------------------------------------*/

/* The columns that a name should have; on a screen at least so many of 100. */
#define NAME_COLUMNS 30
#define NAME_SHARE   38

/* What stands between the counts and the names: the running total; what a
   function cost itself, without its count, and how often it was called. */
#define RUNNING_COLUMNS 9
#define CALLS_COLUMNS   16

/* Makes a table wide enough for all functions and the totals. */
static void fit_functions(const Annotation* annotation, Table* table)
{
   GPtrArray* functions = costs_functions(annotation->sum->costs);

   table_fit(table, annotation->columns.totals);
   for (guint i = 0; i < functions->len; i++) {
      const Function* function = functions->pdata[i];
      const Count*    counts   = selection_derive(annotation, function->sums);
      table_fit(table, counts);
      if (counts != function->sums)
         g_free((gpointer)counts);
   }
   g_ptr_array_free(functions, TRUE);
}

gboolean screen_has_running(const Options* options)
{
   return (options->view != VIEW_LIST
           || (options->terminal && options->percents))
          && options->view < VIEW_CALLERS && !options->inclusive
          && !options->diff;
}

/* Returns how many columns should be left beside the counts, in lines of
   `columns'. */
static guint columns_beside(const Annotation* annotation, const Table* table,
                            guint columns)
{
   const Options* options = &annotation->options;

   if (!options->terminal)
      return NAME_COLUMNS;
   guint beside = MAX(NAME_COLUMNS, columns * NAME_SHARE / 100);
   if (options->view >= VIEW_CALLERS)
      return beside + table->widths[0] + CALLS_COLUMNS;
   return beside + (screen_has_running(options) ? RUNNING_COLUMNS : 0);
}

/* Returns a table that is wide enough for all functions, and in *excess how
   many columns more than `columns' its lines have. */
static Table* table_to_fit(const Annotation* annotation, const Columns* shown,
                           guint columns, gint64* excess)
{
   Table* table = table_new(shown);

   fit_functions(annotation, table);
   *excess = (gint64)columns_beside(annotation, table, columns) - columns;
   for (guint i = 0; i < shown->n_shown; i++)
      *excess += table->widths[i] + 1;
   return table;
}

/* What is lost in cycles if column `i' leaves; the maximum if it should stay.
 */
static double cost_of_leaving(const Annotation* annotation, guint i)
{
   guint       event = g_array_index(annotation->shown, guint, i);
   const char* name  = events_name(annotation->events, event);
   Count       total = annotation->columns.totals[event];

   for (guint j = 0; j < G_N_ELEMENTS(few); j++)
      if (few[j].leaves && strcmp(few[j].name, name) == 0)
         return total == COUNT_NONE ? 0 : few[j].cycles * (double)total;
   return G_MAXDOUBLE;
}

/* Returns the column that leaves first, which is not column 0. */
static guint least_column(const Annotation* annotation)
{
   guint  least = annotation->shown->len - 1;
   double cost  = G_MAXDOUBLE;

   for (guint i = 1;
        screen_shows_few(&annotation->options) && i < annotation->shown->len;
        i++)
      if (cost_of_leaving(annotation, i) < cost) {
         cost  = cost_of_leaving(annotation, i);
         least = i;
      }
   return least;
}

/* Drops columns until their lines are `excess' columns shorter. */
static void drop_columns(Annotation* annotation, Table* table, gint64 excess)
{
   GArray* shown = annotation->shown;

   while (shown->len > 1 && excess > 0) {
      guint i = least_column(annotation);
      excess -= table->widths[i] + 1;
      g_array_remove_index(shown, i);
      memmove(table->widths + i, table->widths + i + 1,
              (shown->len - i) * sizeof *table->widths);
   }
   annotation->columns.n_shown = shown->len;
}

/* Returns how many events of the profile have no column, or of those that the
   user named, how many have lost it. */
static guint count_hidden(const Annotation* annotation, guint n_chosen)
{
   guint n = 0;

   if (!screen_shows_few(&annotation->options))
      return n_chosen - annotation->shown->len;
   for (guint i = 0; i < events_recorded(annotation->events); i++)
      n += !selection_shows(annotation, i);
   return n;
}

static void fit_columns(Annotation* annotation, guint columns)
{
   Columns list = selection_list_columns(annotation);
   gint64  excess;
   Table*  table = table_to_fit(annotation, &list, columns, &excess);

   if (excess > 0 && annotation->options.fit_percents) {
      annotation->columns.n_percents = list.n_percents = 1;
      table_free(table);
      table = table_to_fit(annotation, &list, columns, &excess);
   }
   if (*annotation->options.show == '\0')
      drop_columns(annotation, table, excess);
   table_free(table);
}

void screen_fit(Annotation* annotation, guint columns)
{
   guint n_chosen = annotation->shown->len;

   if (columns > 0)
      fit_columns(annotation, columns);
   annotation->n_hidden = count_hidden(annotation, n_chosen);
}
