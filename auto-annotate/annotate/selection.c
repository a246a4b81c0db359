/* SPDX-License-Identifier: GPL-2.0-or-later */
/* selection.c: see selection.h. */

#include <math.h>
#include <string.h>

#include "annotate/screen.h"
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

gboolean selection_shows(const Annotation* annotation, guint event)
{
   for (guint i = 0; i < annotation->shown->len; i++)
      if (g_array_index(annotation->shown, guint, i) == event)
         return TRUE;
   return FALSE;
}

static void add_named_columns(Annotation* annotation, const char* option,
                              const GPtrArray* names)
{
   for (guint i = 0; i < names->len; i++) {
      guint event = find_named_event(annotation, option, names->pdata[i]);
      /* A screen has its events already. */
      if (!screen_shows_few(&annotation->options)
          || !selection_shows(annotation, event))
         g_array_append_val(annotation->shown, event);
   }
}

static void choose_columns(Annotation* annotation, const GPtrArray* defined)
{
   guint      n     = annotation->sum->header->events->len;
   GPtrArray* names = split_list(annotation->options.show);

   add_named_columns(annotation, "--show", names);
   if (screen_shows_few(&annotation->options))
      screen_choose_columns(annotation);
   else
      for (guint i = 0; names->len == 0 && i < n; i++)
         g_array_append_val(annotation->shown, i);
   if (names->len == 0)
      add_named_columns(annotation, "--event", defined);
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

/* Sorts by what --sort says. */
static void add_named_keys(Annotation* annotation)
{
   GPtrArray* items = split_list(annotation->options.sort);

   for (guint i = 0; i < items->len; i++) {
      SortKey key = {0};
      parse_sort_item(annotation, items->pdata[i], &key);
      g_array_append_val(annotation->keys, key);
   }
   g_ptr_array_free(items, TRUE);
}

/* Returns the first event shown that can be added up, or -1. */
static int first_linear(const Annotation* annotation)
{
   for (guint i = 0; i < annotation->shown->len; i++) {
      guint event = g_array_index(annotation->shown, guint, i);
      if (events_is_linear(annotation->events, event))
         return event;
   }
   return -1;
}

/* Without --sort, sorts by all events of the profile; on a screen by that. */
static void add_default_keys(Annotation* annotation)
{
   guint   n   = annotation->sum->header->events->len;
   SortKey key = {.event = 0};

   if (annotation->keys->len > 0)
      return;
   if (annotation->options.terminal && first_linear(annotation) >= 0) {
      key.event = first_linear(annotation);
      g_array_append_val(annotation->keys, key);
      return;
   }
   for (; key.event < n; key.event++)
      g_array_append_val(annotation->keys, key);
}

/* If --sort has any threshold, an event without one gets 0.  Otherwise the
   first event gets --threshold. */
static void set_thresholds(Annotation* annotation)
{
   GArray*  keys = annotation->keys;
   gboolean any  = FALSE;

   for (guint i = 0; i < keys->len; i++)
      any = any || g_array_index(keys, SortKey, i).threshold_text;
   for (guint i = 0; i < keys->len; i++) {
      SortKey* key = &g_array_index(keys, SortKey, i);
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

   annotation->shown = g_array_new(FALSE, FALSE, sizeof(guint));
   annotation->keys  = g_array_new(FALSE, TRUE, sizeof(SortKey));
   add_named_keys(annotation);
   choose_columns(annotation, defined);
   add_default_keys(annotation);
   set_thresholds(annotation);
   annotation->folded = folded
                           ? find_named_event(annotation, "--format", folded)
                           : g_array_index(annotation->keys, SortKey, 0).event;
}

Columns selection_with_percents(const Annotation* annotation)
{
   Columns columns = annotation->columns;

   if (columns.n_percents == 0)
      columns.n_percents = TABLE_ALL_COLUMNS;
   return columns;
}

Columns selection_list_columns(const Annotation* annotation)
{
   return annotation->options.view == VIEW_LIST
             ? annotation->columns
             : selection_with_percents(annotation);
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
