/* SPDX-License-Identifier: GPL-2.0-or-later */
/* selection.c: see selection.h. */

#include <math.h>
#include <string.h>

#include "annotate/selection.h"
#include "lib/message.h"
#include "lib/options.h"

/* In percent: the threshold of events to which --threshold does not apply.  A
   function reaches it if it has all counts of the program. */
#define OTHER_THRESHOLD "100"

/*------------------------------------------------------------*/
/*--- The command line                                     ---*/
/*------------------------------------------------------------*/

/* Whether text is a decimal number: at least one digit, and at most one "."
   before, between or after the digits. */
static gboolean is_decimal(const char* text)
{
   gsize whole    = strspn(text, "0123456789");
   gsize point    = text[whole] == '.';
   gsize fraction = strspn(text + whole + point, "0123456789");
   return whole + fraction > 0 && text[whole + point + fraction] == '\0';
}

void selection_check_threshold(const char* option, const char* text, double max)
{
   if (!is_decimal(text) || g_ascii_strtod(text, NULL) > max)
      options_fail_usage("%s%s: must be a percentage from 0 to %g", option,
                         text, max);
}

/* Splits a list at its commas.  Empty items at its end are left out.  The
   caller frees the array. */
static GPtrArray* split_list(const char* list)
{
   GPtrArray* items = g_ptr_array_new_with_free_func(g_free);
   char**     parts = g_strsplit(list, ",", -1);

   for (char** part = parts; *part; part++)
      g_ptr_array_add(items, *part);
   g_free(parts);
   while (items->len > 0 && *(char*)items->pdata[items->len - 1] == '\0')
      g_ptr_array_set_size(items, items->len - 1);
   return items;
}

/* Returns the index of an event that an option names. */
static guint find_named_event(Annotation* annotation, const char* option,
                              const char* name)
{
   GError* error = NULL;
   int     event = events_find(annotation->events, name, option, &error);

   if (event < 0)
      message_fail("%s", error->message);
   return event;
}

static void choose_columns(Annotation* annotation, const GPtrArray* defined)
{
   guint      n     = annotation->sum->header->events->len;
   GPtrArray* names = split_list(annotation->options.show);

   annotation->shown = g_array_new(FALSE, FALSE, sizeof(guint));
   for (guint i = 0; i < names->len; i++) {
      guint event = find_named_event(annotation, "--show", names->pdata[i]);
      g_array_append_val(annotation->shown, event);
   }
   for (guint i = 0; names->len == 0 && i < n; i++)
      g_array_append_val(annotation->shown, i);
   for (guint i = 0; names->len == 0 && i < defined->len; i++) {
      guint event = find_named_event(annotation, "--event", defined->pdata[i]);
      g_array_append_val(annotation->shown, event);
   }
   g_ptr_array_free(names, TRUE);
}

/* Parses an item of --sort, EVENT or EVENT:PERCENT.  Sets the event of `key'
   and, if the item has one, the threshold's text. */
static void parse_sort_item(Annotation* annotation, const char* item,
                            SortKey* key)
{
   int         event = events_find(annotation->events, item, "", NULL);
   const char* colon = strrchr(item, ':');

   if (event < 0 && colon && is_decimal(colon + 1)) {
      char* name = g_strndup(item, colon - item);
      event      = find_named_event(annotation, "--sort", name);
      g_free(name);
      selection_check_threshold("--sort: ", colon + 1, SELECTION_MAX_SORT);
      key->threshold_text = g_strdup(colon + 1);
   } else if (event < 0)
      find_named_event(annotation, "--sort", item);
   key->event = event;
}

static void choose_sort_keys(Annotation* annotation)
{
   guint      n     = annotation->sum->header->events->len;
   GPtrArray* items = split_list(annotation->options.sort);
   gboolean   any   = FALSE;

   annotation->keys = g_array_new(FALSE, TRUE, sizeof(SortKey));
   for (guint i = 0; i < (items->len > 0 ? items->len : n); i++) {
      SortKey key = {.event = i};
      if (items->len > 0)
         parse_sort_item(annotation, items->pdata[i], &key);
      any = any || key.threshold_text;
      g_array_append_val(annotation->keys, key);
   }
   g_ptr_array_free(items, TRUE);

   /* If --sort has any threshold, an event without one gets 0.  Otherwise the
      first event gets --threshold. */
   for (guint i = 0; i < annotation->keys->len; i++) {
      SortKey* key = &g_array_index(annotation->keys, SortKey, i);
      if (!key->threshold_text)
         key->threshold_text = g_strdup(any      ? "0"
                                        : i == 0 ? annotation->options.threshold
                                                 : OTHER_THRESHOLD);
      key->threshold = g_ascii_strtod(key->threshold_text, NULL);
   }
}

void selection_choose(Annotation* annotation, const GPtrArray* defined)
{
   const char* folded = annotation->options.folded;

   choose_columns(annotation, defined);
   choose_sort_keys(annotation);
   annotation->folded = folded
                           ? find_named_event(annotation, "--format", folded)
                           : g_array_index(annotation->keys, SortKey, 0).event;
}

/* The columns that a name should have. */
#define NAME_COLUMNS 30

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

void selection_fit(Annotation* annotation, guint columns)
{
   GArray* shown = annotation->shown;
   Columns all   = annotation->columns;
   guint   width = NAME_COLUMNS;

   all.percents |= annotation->options.view != VIEW_LIST;
   Table* table = table_new(&all);
   fit_functions(annotation, table);
   for (guint i = 0; i < shown->len; i++)
      width += table->widths[i] + 1;
   while (shown->len > 1 && width > columns) {
      width -= table->widths[shown->len - 1] + 1;
      g_array_set_size(shown, shown->len - 1);
   }
   annotation->n_hidden        = annotation->columns.n_shown - shown->len;
   annotation->columns.n_shown = shown->len;
   table_free(table);
}

/*------------------------------------------------------------*/
/*--- Rows                                                 ---*/
/*------------------------------------------------------------*/

int selection_compare(const Annotation* annotation, const Count* a,
                      const Count* b)
{
   for (guint i = 0; i < annotation->keys->len; i++) {
      guint event = g_array_index(annotation->keys, SortKey, i).event;
      Count count = a[event] == COUNT_NONE ? 0 : ABS(a[event]);
      Count other = b[event] == COUNT_NONE ? 0 : ABS(b[event]);
      if (count != other)
         return count > other ? -1 : 1;
   }
   return 0;
}

gboolean selection_reaches_threshold(const Annotation* annotation,
                                     const Count*      counts)
{
   for (guint i = 0; i < annotation->keys->len; i++) {
      const SortKey* key = &g_array_index(annotation->keys, SortKey, i);
      double         share =
         table_percentage(counts[key->event], annotation->whole[key->event]);
      if (fabs(share) >= key->threshold)
         return TRUE;
   }
   return FALSE;
}

const Count* selection_derive(const Annotation* annotation,
                              const Count*      recorded)
{
   const Events* events = annotation->events;
   guint         n      = events_recorded(events);

   if (events_number(events) == n)
      return recorded;
   Count* counts = g_new(Count, events_number(events));
   memcpy(counts, recorded, n * sizeof *counts);
   int full = events_derive(events, counts);
   if (full >= 0)
      message_fail("the value of %s exceeds 63 bits",
                   events_name(events, full));
   return counts;
}

const Count* selection_changes(const Annotation* annotation)
{
   guint      n         = events_number(annotation->events);
   Count*     changes   = g_new0(Count, n);
   GPtrArray* functions = costs_functions(annotation->sum->costs);

   for (guint i = 0; i < functions->len; i++) {
      const Function* function = functions->pdata[i];
      const Count*    counts   = selection_derive(annotation, function->sums);
      for (guint event = 0; event < n; event++)
         /* A sum that does not fit is only too small for a threshold. */
         if (counts[event] != COUNT_NONE)
            count_add(&changes[event], ABS(counts[event]));
      if (counts != function->sums)
         g_free((gpointer)counts);
   }
   g_ptr_array_free(functions, TRUE);
   return changes;
}
