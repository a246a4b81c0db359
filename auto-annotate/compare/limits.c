/* SPDX-License-Identifier: GPL-2.0-or-later */
/* limits.c: see limits.h. */

#include <math.h>
#include <string.h>

#include "compare/limits.h"
#include "lib/message.h"
#include "lib/options.h"

/* number / scale is the limit: in percent, or a count. */
typedef struct {
   char*    name; /* of the event, as it was given */
   char*    text; /* of the limit: "0.5%" */
   gint64   number, scale;
   gboolean is_share;
   guint    event;
   double lost; /* the weight of Ls: Cyv is the variance if it is 1; 0: none */
} Limit;

struct Limits {
   const char* option;
   GArray*     all;      /* Limit */
   int         variance; /* the event, or -1 */
};

/*------------------------------------------------------------*/
/*--- Options                                              ---*/
/*------------------------------------------------------------*/

/* Parses "12.5%".  Returns FALSE if it is something else. */
static gboolean parse_amount(const char* text, Limit* limit)
{
   guint    n_digits = 0;
   gboolean decimals = FALSE;

   limit->number = 0;
   limit->scale  = 1;
   for (; g_ascii_isdigit(*text) || (*text == '.' && !decimals); text++) {
      if (*text == '.') {
         decimals = TRUE;
         if (n_digits == 0 || !g_ascii_isdigit(text[1]))
            return FALSE;
         continue;
      }
      limit->number = 10 * limit->number + (*text - '0');
      if (decimals)
         limit->scale *= 10;
      if (++n_digits > LIMITS_MAX_DIGITS)
         return FALSE;
   }
   limit->is_share = *text == '%';
   return n_digits > 0 && text[limit->is_share] == '\0';
}

static Limit parse_limit(const char* option, const char* text)
{
   const char* colon = strrchr(text, ':');
   Limit       limit = {0};

   if (!colon || colon == text || !parse_amount(colon + 1, &limit)) {
      char* shown = message_quoted_beginning(text, strlen(text));
      options_fail_usage(
         "--%s: a limit is EVENT:NUMBER or EVENT:NUMBER%%, with "
         "at most %d digits: %s",
         option, LIMITS_MAX_DIGITS, shown);
   }
   limit.name = g_strndup(text, colon - text);
   limit.text = g_strdup(colon + 1);
   return limit;
}

Limits* limits_parse(const char* option, const char* text)
{
   Limits* limits = g_new(Limits, 1);
   char**  parts  = g_strsplit(text, ",", -1);

   *limits = (Limits){option, g_array_new(FALSE, FALSE, sizeof(Limit)), -1};
   if (!*parts)
      options_fail_usage("--%s: no limit was given", option);
   for (char** part = parts; *part; part++) {
      Limit limit = parse_limit(option, *part);
      g_array_append_val(limits->all, limit);
   }
   g_strfreev(parts);
   return limits;
}

/* The weight of Ls in a sum: it is about cycles of a core. */
static double weight_of_lost(const Events* events, guint event)
{
   for (guint i = 0; i < events_recorded(events); i++)
      if (strcmp(events_name(events, i), "Ls") == 0)
         return events_weight(events, event, i);
   return 0;
}

void limits_find_events(Limits* limits, Events* events)
{
   char* where = g_strdup_printf("%s: --%s", message_program(), limits->option);
   GError* error = NULL;

   for (guint i = 0; i < limits->all->len; i++) {
      Limit* limit = &g_array_index(limits->all, Limit, i);
      int    event = events_find(events, limit->name, where, &error);

      if (event < 0)
         message_fail_with(error);
      if (!events_is_linear(events, event))
         message_fail("--%s: %s is not a sum of events", limits->option,
                      limit->name);
      limit->event = event;
      limit->lost  = weight_of_lost(events, event);
   }
   limits->variance = events_variance(events);
   g_free(where);
}

guint limits_first_event(const Limits* limits)
{
   return g_array_index(limits->all, Limit, 0).event;
}

/*------------------------------------------------------------*/
/*--- Checks                                               ---*/
/*------------------------------------------------------------*/

/* Whether a count that was `before' may not grow by `growth'.  No product has
   more than 126 bits: a limit has 50, its scale 50, and a count 63. */
static gboolean is_beyond(const Limit* limit, Count before, Count growth)
{
   if (growth <= 0)
      return FALSE;
   if (limit->is_share)
      return (__int128)growth * limit->scale * 100
             > (__int128)limit->number * before;
   return (__int128)growth * limit->scale > limit->number;
}

/* Whether a change of sampled cycles is within twice its standard error, so
   that it may be none. */
static gboolean is_noise(const Limits* limits, const Limit* limit,
                         const Change* change)
{
   if (limit->lost == 0 || limits->variance < 0)
      return FALSE;
   double growth = (double)change->after[limit->event]
                   - (double)change->before[limit->event];
   double variance = (double)change->before[limits->variance]
                     + (double)change->after[limits->variance];
   return fabs(growth)
          <= 2 * fabs(limit->lost) * events_standard_error(variance);
}

/* Whether a function's source is known and is not the system's. */
static gboolean is_own(const Function* function)
{
   const File* file = function->file;
   return strcmp(file->name, "???") != 0 && !file->is_system;
}

/* By how much an event changed, in the direction of `sign'. */
static Count growth_of(const Change* change, guint event, int sign)
{
   return sign * (change->after[event] - change->before[event]);
}

static LimitPlace limit_place(const Comparison* c, const Change* change,
                              guint event, int sign)
{
   LimitPlace place = {.of = change};

   place.line = comparison_line(c, change, event, sign, &place.change);
   return place;
}

/* Returns where an event changed most, of functions in which it changed in that
   direction; with `only_own' only in the program's own sources. */
static LimitPlace most_changed(const Comparison* c, guint event, int sign,
                               gboolean only_own)
{
   const GPtrArray* functions = comparison_functions(c);
   LimitPlace       most      = {0};

   for (guint i = 0; i < functions->len; i++) {
      const Change* change = functions->pdata[i];
      if (growth_of(change, event, sign) <= 0
          || (only_own && !is_own(change->function)))
         continue;
      LimitPlace place = limit_place(c, change, event, sign);
      if (sign * place.change > sign * most.change)
         most = place;
   }
   return most;
}

static void add_crossing(const Limits* limits, const Limit* limit,
                         const Comparison* c, const Change* change, int sign,
                         GPtrArray* crossings)
{
   guint          e        = limit->event;
   LimitCrossing* crossing = g_new(LimitCrossing, 1);
   LimitPlace     most     = change->function ? limit_place(c, change, e, sign)
                                              : most_changed(c, e, sign, FALSE);

   *crossing = (LimitCrossing){.option = limits->option,
                               .name   = limit->name,
                               .text   = limit->text,
                               .event  = e,
                               .change = change,
                               .sign   = sign,
                               .most   = most};
   if (!change->function && most.of && !is_own(most.of->function))
      crossing->known = most_changed(c, e, sign, TRUE);
   g_ptr_array_add(crossings, crossing);
}

/* Adds a change to the crossings if it is beyond a limit. */
static void check_limit(const Limits* limits, const Limit* limit,
                        const Comparison* c, const Change* change,
                        gboolean better, GPtrArray* crossings)
{
   Count before = change->before[limit->event];
   Count growth = change->after[limit->event] - before;

   if (is_noise(limits, limit, change))
      return;
   if (is_beyond(limit, before, growth))
      add_crossing(limits, limit, c, change, 1, crossings);
   else if (better && is_beyond(limit, before, -growth))
      add_crossing(limits, limit, c, change, -1, crossings);
}

void limits_check_totals(const Limits* limits, const Comparison* c,
                         gboolean better, GPtrArray* crossings)
{
   for (guint i = 0; i < limits->all->len; i++)
      check_limit(limits, &g_array_index(limits->all, Limit, i), c,
                  comparison_total(c), better, crossings);
}

/* Whether a count has at least so many percent of a total, whatever their
   signs: counts of a difference may be negative, and add up to 0.  A share that
   is equal to the threshold is so after rounding, too; its product with the
   total need not be. */
static gboolean reaches(Count count, Count total, double threshold)
{
   double share = count == 0 ? 0 : 100.0 * count / total;

   return fabs(share) >= threshold;
}

void limits_check_functions(const Limits* limits, const Comparison* c,
                            double threshold, gboolean better,
                            GPtrArray* crossings)
{
   const GPtrArray* functions = comparison_functions(c);
   const Change*    total     = comparison_total(c);

   for (guint i = 0; i < limits->all->len; i++) {
      const Limit* limit = &g_array_index(limits->all, Limit, i);
      guint        e     = limit->event;

      for (guint k = 0; k < functions->len; k++) {
         const Change* change = functions->pdata[k];
         if (reaches(change->before[e], total->before[e], threshold)
             || reaches(change->after[e], total->after[e], threshold))
            check_limit(limits, limit, c, change, better, crossings);
      }
   }
}

/*------------------------------------------------------------*/
/*--- Sentences                                            ---*/
/*------------------------------------------------------------*/

/* Appends a count with a comma before each three digits, and with "+" if it is
   to have a sign. */
static void append_count(GString* text, Count count, gboolean with_sign)
{
   char* digits = g_strdup_printf("%" G_GINT64_FORMAT, ABS(count));
   gsize n      = strlen(digits);

   if (count < 0)
      g_string_append_c(text, '-');
   else if (with_sign && count > 0)
      g_string_append_c(text, '+');
   for (gsize i = 0; i < n; i++) {
      if (i > 0 && (n - i) % 3 == 0)
         g_string_append_c(text, ',');
      g_string_append_c(text, digits[i]);
   }
   g_free(digits);
}

/* Appends "1,000 -> 1,020 (+20, +2.00%)". */
static void append_change(GString* text, Count before, Count after)
{
   append_count(text, before, FALSE);
   g_string_append(text, " -> ");
   append_count(text, after, FALSE);
   g_string_append(text, " (");
   append_count(text, after - before, TRUE);
   if (before > 0)
      g_string_append_printf(text, ", %+.2f%%",
                             100 * ((double)after - before) / before);
   g_string_append_c(text, ')');
}

/* Appends a place, "a.c:8 (leaf), +1,000"; without a line, of a
   function. */
static void append_place(GString* text, const LimitPlace* place)
{
   char* name = comparison_name(place->of);

   g_string_append(text, place->of->file);
   if (place->line > 0)
      g_string_append_printf(text, ":%" G_GUINT64_FORMAT, place->line);
   g_string_append_printf(text, " (%s), ", name);
   append_count(text, place->change, TRUE);
   g_free(name);
}

char* limits_sentence(const LimitCrossing* crossing)
{
   GString*      text   = g_string_new(crossing->name);
   const Change* change = crossing->change;

   if (change->function) {
      char* name = comparison_name(change);
      g_string_append_printf(text, " of %s:%s", change->file, name);
      g_free(name);
   }
   g_string_append_printf(
      text, " %s by more than %s: ", crossing->sign > 0 ? "grew" : "shrank",
      crossing->text);
   append_change(text, change->before[crossing->event],
                 change->after[crossing->event]);
   if (crossing->known.of) {
      g_string_append(text, ", most in ");
      append_place(text, &crossing->known);
      g_string_append(text, "; outside own sources, in ");
      append_place(text, &crossing->most);
   } else if (crossing->most.of) {
      g_string_append(text, ", most in ");
      append_place(text, &crossing->most);
   }
   return g_string_free(text, FALSE);
}
