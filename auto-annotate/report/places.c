/* SPDX-License-Identifier: GPL-2.0-or-later */
/* places.c: see places.h. */

#include <math.h>
#include <string.h>

#include "report/charges.h"
#include "report/inlining.h"
#include "report/places.h"
#include "lib/message.h"

/* The state of a search. */
typedef struct {
   const double* weights;
   guint         n; /* events recorded */
   Places*       places;
   Inlining*     inlining;
   Charges*      charges; /* or NULL */
   Count*        counts;  /* of a row */
   GArray*       ranges;  /* Range, of the file that is searched */
   double        found;   /* the estimate of all lines */
} Search;

/* Whether all shares, by event, are 0; NULL is 1. */
static gboolean are_none(const Search* search, const double* shares)
{
   for (guint i = 0; shares && i < search->n; i++)
      if (shares[i] > 0)
         return FALSE;
   return shares != NULL;
}

/* Whether all of a function's cost counts elsewhere. */
static gboolean counts_elsewhere(const Search* search, const Function* function)
{
   return are_none(search, inlining_kept(search->inlining, function))
          || are_none(search, charges_kept(search->charges, function));
}

/* Whether a share of it does. */
static gboolean counts_partly(const Search* search, const Function* function)
{
   return inlining_kept(search->inlining, function)
          || charges_kept(search->charges, function);
}

/* Multiplies counts by shares, by event; NULL is 1. */
static void scale(const Search* search, Count* counts, const double* shares)
{
   for (guint i = 0; shares && i < search->n; i++)
      if (counts[i] != COUNT_NONE && shares[i] < 1)
         counts[i] = llround(counts[i] * shares[i]);
}

/* Takes from search->counts, which count in a function, what its callers pay.
 */
static void keep_share(const Search* search, const Function* function)
{
   scale(search, search->counts, inlining_kept(search->inlining, function));
   scale(search, search->counts, charges_kept(search->charges, function));
}

/* Sets search->counts to what a call of a function moves to its line, without
   what then counts at the function's own callers. */
static void set_to_call(const Search* search, const Function* function,
                        const CostsCall* call)
{
   memcpy(search->counts, call->counts, search->n * sizeof *call->counts);
   scale(search, search->counts,
         inlining_content(search->inlining, call->callee));
   keep_share(search, function);
}

static void free_found_place(gpointer data)
{
   Place* place = data;
   g_free(place->counts);
   g_free(place);
}

/* Returns the estimate of counts of recorded events. */
static double estimate_of(const Search* search, const Count* counts)
{
   return count_weigh(counts, search->weights, search->n);
}

/*------------------------------------------------------------*/
/*--- The rows of functions                                ---*/
/*------------------------------------------------------------*/

/* A function of the program in the file that is searched, and where its rows
   and calls are. */
typedef struct {
   const Function* function;
   guint64         first, last; /* lines */
   guint64         first_row;   /* the first line of its rows; 0: none */
   gboolean        calls;       /* some count here */
   gboolean        partly;      /* rows are not as they count: a share of their
                                   cost counts at its callers, or the line is not
                                   known */
   gboolean repeated; /* a line has several rows, or they have no order */
} Range;

/* Returns at which line of a function something counts.  Compilers give code
   that they made of several lines none: that counts at the first. */
static guint64 line_in(const Range* range, guint64 line)
{
   return line > 0 ? line : range->first_row;
}

static void extend(Range* range, guint64 line)
{
   range->first = MIN(range->first, line);
   range->last  = MAX(range->last, line);
}

/* Returns the first line of rows that is known, or 0. */
static guint64 first_line(const Search* search, const Lines* rows)
{
   guint64 first = 0;

   for (gsize row = 0; row < rows->used; row++) {
      guint64 line = lines_number(rows, search->n, row);
      if (line > 0 && (first == 0 || line < first))
         first = line;
   }
   return first;
}

/* For g_tree_foreach(): adds a function to the ranges, unless it has no rows
   and calls, or they count elsewhere. */
static gboolean add_range(gpointer key, gpointer value, gpointer data)
{
   Search*         search   = data;
   const Function* function = value;
   const Lines*    lines    = &function->lines;
   Range           range    = {.function = function, .first = G_MAXUINT64};

   if (costs_is_of_system(function) || counts_elsewhere(search, function))
      return FALSE;
   range.first_row = first_line(search, lines);
   range.partly    = counts_partly(search, function);
   for (gsize row = 0; row < lines->used; row++) {
      guint64 line = lines_number(lines, search->n, row);
      range.repeated |= row > 0 && line <= range.last;
      range.partly |= line == 0 && range.first_row > 0;
      extend(&range, line_in(&range, line));
   }
   GPtrArray* calls = costs_calls(function);
   for (guint i = 0; calls && i < calls->len; i++) {
      const CostsCall* call = calls->pdata[i];
      if (!inlining_moves(call))
         continue;
      extend(&range, line_in(&range, call->caller.line));
      range.calls = TRUE;
   }
   if (calls)
      g_ptr_array_free(calls, TRUE);
   const Lines* charged = charges_of(search->charges, function);
   for (gsize row = 0; charged && row < charged->used; row++) {
      extend(&range, line_in(&range, lines_number(charged, search->n, row)));
      range.calls = TRUE;
   }
   if (range.first <= range.last)
      g_array_append_val(search->ranges, range);
   return FALSE;
}

static int compare_line_ranges(gconstpointer a, gconstpointer b)
{
   guint64 left = ((const Range*)a)->first, right = ((const Range*)b)->first;
   return left < right ? -1 : left > right;
}

/* Returns how many ranges from `begin' on overlap: no other has a line of
   theirs. */
static guint count_overlapping(const GArray* ranges, guint begin)
{
   guint64 last = g_array_index(ranges, Range, begin).last;
   guint   end  = begin + 1;

   for (; end < ranges->len; end++) {
      const Range* range = &g_array_index(ranges, Range, end);
      if (range->first > last)
         break;
      last = MAX(last, range->last);
   }
   return end - begin;
}

/* Adds rows at the lines of a function, and of its own only what it keeps.
   Returns the same as lines_add(). */
static int add_rows(const Search* search, const Range* range, const Lines* rows,
                    Lines* lines)
{
   int full = -1;

   for (gsize row = 0; full < 0 && row < rows->used; row++) {
      guint64 line = lines_number(rows, search->n, row);
      lines_counts(rows, search->n, row, search->counts);
      if (rows == &range->function->lines)
         keep_share(search, range->function);
      full =
         lines_add(lines, search->n, (Position){.line = line_in(range, line)},
                   search->counts);
   }
   return full;
}

/* Adds what calls move to the lines of a function, and what these pay.  Returns
   the same. */
static int search_calls(const Search* search, const Range* range, Lines* lines)
{
   const Function* function = range->function;
   const Lines*    charged  = charges_of(search->charges, function);
   GPtrArray*      calls    = costs_calls(function);
   int             full     = -1;

   if (charged)
      full = add_rows(search, range, charged, lines);
   for (guint i = 0; full < 0 && calls && i < calls->len; i++) {
      const CostsCall* call = calls->pdata[i];
      if (!inlining_moves(call))
         continue;
      set_to_call(search, function, call);
      full = lines_add(lines, search->n,
                       (Position){.line = line_in(range, call->caller.line)},
                       search->counts);
   }
   if (calls)
      g_ptr_array_free(calls, TRUE);
   return full;
}

/* Sums up the rows and calls of functions by line. */
static void merge_found(const Search* search, const Range* ranges,
                        guint n_ranges, Lines* lines)
{
   int full = -1;

   for (guint i = 0; full < 0 && i < n_ranges; i++) {
      const Lines* rows = &ranges[i].function->lines;
      full = ranges[i].partly ? add_rows(search, &ranges[i], rows, lines)
                              : lines_add_rows(lines, search->n, rows);
      if (full < 0 && ranges[i].calls)
         full = search_calls(search, &ranges[i], lines);
   }
   if (full < 0)
      full = lines_sort(lines, search->n);
   if (full >= 0)
      message_fail("%s: counts add up to more than 63 bits",
                   ranges->function->file->name);
}

/*------------------------------------------------------------*/
/*--- Searching                                            ---*/
/*------------------------------------------------------------*/

/* Compares places by the size of the estimate, which a difference can have with
   either sign.  Sorting is stable, and they are found in the order of files and
   lines. */
static int compare_places(gconstpointer a, gconstpointer b)
{
   const Place *left = *(Place*const*)a, *right = *(Place*const*)b;
   double       lefts = fabs(left->estimate), rights = fabs(right->estimate);

   return (lefts < rights) - (lefts > rights);
}

/* Adds a place to those that cost most, and drops the one that does not belong
   to them any more. */
static void add_found_place(Search* search, const File* file, guint64 line,
                            double estimate)
{
   Place*     place = g_new(Place, 1);
   GPtrArray* most  = search->places->most;

   *place = (Place){.file = file,
                    .line = line,
                    .library =
                       file->is_system && !inlining_moves_any(search->inlining),
                    .estimate = estimate,
                    .counts   = count_copy_all(search->counts, search->n)};
   for (guint i = 0; i < search->n; i++)
      if (place->counts[i] == COUNT_NONE)
         place->counts[i] = 0;
   g_ptr_array_add(most, place);
   g_ptr_array_sort(most, compare_places);
   if (most->len > PLACES_MAX)
      g_ptr_array_set_size(most, PLACES_MAX);
}

/* Considers each line of the rows, which are sorted. */
static void search_rows(Search* search, const File* file, const Lines* lines)
{
   const GPtrArray* most = search->places->most;

   for (gsize row = 0; row < lines->used; row++) {
      guint64 line = lines_number(lines, search->n, row);
      lines_counts(lines, search->n, row, search->counts);
      double estimate = estimate_of(search, search->counts);
      search->found += estimate;
      if (line == 0)
         search->places->unknown += estimate;
      else if (estimate != 0
               && (most->len < PLACES_MAX
                   || fabs(estimate) > fabs(
                         ((Place*)most->pdata[PLACES_MAX - 1])->estimate)))
         add_found_place(search, file, line, estimate);
   }
}

/* Most functions share no line with another, so that their rows need not be
   added up. */
static void search_file(Search* search, const File* file)
{
   GArray* ranges = search->ranges;
   guint   n;

   g_array_set_size(ranges, 0);
   g_tree_foreach(file->functions, add_range, search);
   g_array_sort(ranges, compare_line_ranges);
   for (guint i = 0; i < ranges->len; i += n) {
      const Range* first = &g_array_index(ranges, Range, i);
      Lines        lines = {0};
      n                  = count_overlapping(ranges, i);
      if (n == 1 && !first->calls && !first->partly && !first->repeated)
         search_rows(search, file, &first->function->lines);
      else {
         merge_found(search, first, n, &lines);
         search_rows(search, file, &lines);
      }
      lines_free(&lines);
   }
}

/* Sets the function of a place to the one with most of the estimate there. */
static void find_place_function(Search* search, Place* place)
{
   double largest = 0;

   g_array_set_size(search->ranges, 0);
   g_tree_foreach(place->file->functions, add_range, search);
   for (guint i = 0; i < search->ranges->len; i++) {
      const Range* range = &g_array_index(search->ranges, Range, i);
      Lines        lines = {0};
      if (place->line < range->first || place->line > range->last)
         continue;
      merge_found(search, range, 1, &lines);
      for (gsize row = 0; row < lines.used; row++) {
         if (lines_number(&lines, search->n, row) != place->line)
            continue;
         lines_counts(&lines, search->n, row, search->counts);
         double estimate = estimate_of(search, search->counts);
         if (!place->function || fabs(estimate) > largest) {
            place->function = range->function;
            largest         = fabs(estimate);
         }
      }
      lines_free(&lines);
   }
}

/* Returns the estimate of what counts in a function: its own cost, and what its
   calls move. */
static double estimate_of_function(const Search*   search,
                                   const Function* function)
{
   GPtrArray* calls = costs_calls(function);

   memcpy(search->counts, function->sums, search->n * sizeof *search->counts);
   keep_share(search, function);
   double estimate = estimate_of(search, search->counts);
   for (guint i = 0; calls && i < calls->len; i++) {
      if (!inlining_moves(calls->pdata[i]))
         continue;
      set_to_call(search, function, calls->pdata[i]);
      estimate += estimate_of(search, search->counts);
   }
   if (calls)
      g_ptr_array_free(calls, TRUE);
   return estimate;
}

/* Whether an object is a shared library: "libz.so.1". */
static gboolean is_shared_library(const char* object)
{
   char*    name   = g_path_get_basename(object);
   char*    suffix = strstr(name, ".so");
   gboolean is     = suffix && (suffix[3] == '\0' || suffix[3] == '.');

   g_free(name);
   return is;
}

/* Adds up the estimates of code without lines in objects that are not the
   system's. */
static void add_unknown(Search* search, const Costs* costs)
{
   GPtrArray* functions = costs_functions(costs);

   for (guint i = 0; i < functions->len; i++) {
      const Function* function = functions->pdata[i];
      const Lines*    lines    = &function->lines;
      if (!function->object || costs_is_of_system(function))
         continue;
      double* sum = is_shared_library(function->object)
                       ? &search->places->bare
                       : &search->places->stripped;
      for (gsize row = 0; row < lines->used; row++) {
         lines_counts(lines, search->n, row, search->counts);
         if (lines_number(lines, search->n, row) == 0)
            *sum += estimate_of(search, search->counts);
      }
   }
   g_ptr_array_free(functions, TRUE);
}

/* Adds up the estimates of functions in the system's objects.  Where own lines
   pay for them, they are what is left of the total: some of their code, such as
   parts that the compiler put aside, is paid for as that of another. */
static void add_libraries(Search* search, const Costs* costs)
{
   GPtrArray* functions = costs_functions(costs);
   double     all = 0, in_objects = 0;

   for (guint i = 0; i < functions->len; i++) {
      const Function* function = functions->pdata[i];
      all += estimate_of(search, function->sums);
      if (costs_is_of_system(function))
         in_objects += estimate_of_function(search, function);
   }
   search->places->libraries =
      search->charges ? MAX(all - search->found, 0) : in_objects;
   g_ptr_array_free(functions, TRUE);
}

/* Sets what the places pay for. */
static void find_bills(Search* search)
{
   const GPtrArray* most = search->places->most;
   Bill*            bills[PLACES_MAX];

   if (!search->charges)
      return;
   for (guint i = 0; i < most->len; i++) {
      Place* place     = most->pdata[i];
      place->bill.file = place->file;
      place->bill.line = place->line;
      bills[i]         = &place->bill;
   }
   charges_bill(search->charges, search->weights, bills, most->len);
}

Places* places_find(const Costs* costs, const double* weights,
                    const GPtrArray* own)
{
   Search     search = {.weights  = weights,
                        .n        = costs->n_events,
                        .places   = g_new0(Places, 1),
                        .counts   = g_new(Count, costs->n_events),
                        .inlining = inlining_new(costs),
                        .ranges   = g_array_new(FALSE, FALSE, sizeof(Range))};
   GPtrArray* files  = costs_files(costs);

   search.charges      = charges_new(costs, search.inlining, weights, own);
   search.places->most = g_ptr_array_new_with_free_func(free_found_place);
   for (guint i = 0; i < files->len; i++)
      search_file(&search, files->pdata[i]);
   g_ptr_array_free(files, TRUE);
   for (guint i = 0; i < search.places->most->len; i++)
      find_place_function(&search, search.places->most->pdata[i]);
   find_bills(&search);
   add_libraries(&search, costs);
   add_unknown(&search, costs);
   charges_free(search.charges);
   inlining_free(search.inlining);
   g_array_free(search.ranges, TRUE);
   g_free(search.counts);
   return search.places;
}

void places_free(Places* places)
{
   g_ptr_array_free(places->most, TRUE);
   g_free(places);
}
