/* SPDX-License-Identifier: GPL-2.0-or-later */
/* places.c: see places.h. */

#include <string.h>

#include "annotate/places.h"
#include "lib/message.h"

#define N_PLACES 3

/* The state of a search. */
typedef struct {
   const double* weights;
   guint         n; /* events recorded */
   Places*       places;
   Count*        counts;  /* of a row */
   GHashTable*   inlined; /* const Function*: those that are called */
} Search;

/* Whether a file is a header that came with the compiler or the system:
   the program cannot change it. */
static gboolean is_library_file(const char* file)
{
   static const char* const prefixes[] = {
      "/usr/include/", "/usr/local/include/", "/usr/lib/gcc/", "/rustc/"};

   for (guint i = 0; i < G_N_ELEMENTS(prefixes); i++)
      if (g_str_has_prefix(file, prefixes[i]))
         return TRUE;
   return strstr(file, "/include/c++/") != NULL;
}

static gboolean is_library(const Function* function)
{
   return is_library_file(function->file->name);
}

/* Whether a function is in an object that came with the system. */
static gboolean is_in_system_object(const Function* function)
{
   static const char* const prefixes[] = {"/lib/",
                                          "/lib32/",
                                          "/lib64/",
                                          "/usr/lib/",
                                          "/usr/lib32/",
                                          "/usr/lib64/",
                                          "/usr/libexec/valgrind/"};

   for (guint i = 0; function->object && i < G_N_ELEMENTS(prefixes); i++)
      if (g_str_has_prefix(function->object, prefixes[i]))
         return TRUE;
   return FALSE;
}

/* For g_tree_foreach(): notes which function is called. */
static gboolean note_callee(gpointer key, gpointer call, gpointer inlined)
{
   g_hash_table_add(inlined, ((CostsCall*)call)->callee);
   return FALSE;
}

static GHashTable* find_inlined(const Costs* costs)
{
   GHashTable* inlined   = g_hash_table_new(NULL, NULL);
   GPtrArray*  functions = costs_functions(costs);

   for (guint i = 0; i < functions->len; i++) {
      const Function* function = functions->pdata[i];
      if (function->calls)
         g_tree_foreach(function->calls, note_callee, inlined);
   }
   g_ptr_array_free(functions, TRUE);
   return inlined;
}

static void free_place(gpointer data)
{
   Place* place = data;
   g_free(place->counts);
   g_free(place);
}

/* Returns the estimate of counts of recorded events. */
static double estimate_of(const Search* search, const Count* counts)
{
   double estimate = 0;

   for (guint i = 0; i < search->n; i++)
      if (counts[i] != COUNT_NONE)
         estimate += search->weights[i] * counts[i];
   return estimate;
}

/* What is passed through g_tree_foreach(). */
typedef struct {
   const Search* search;
   Lines*        lines;
   double        libraries; /* the estimate of what is not added */
   int           full;      /* an event whose sum exceeds 63 bits, or -1 */
} Addition;

/* Adds a call to the line of its caller if the callee is the library's. */
static gboolean add_call(gpointer key, gpointer value, gpointer data)
{
   Addition*        addition = data;
   const CostsCall* call     = value;

   if (is_library(call->callee))
      addition->full = lines_add(addition->lines, addition->search->n,
                                 call->caller.line, call->counts);
   return addition->full >= 0;
}

/* Adds the rows of a function, and its calls.  The library's code that is
   inlined somewhere counts there. */
static gboolean add_function(gpointer key, gpointer value, gpointer data)
{
   Addition*       addition = data;
   const Search*   search   = addition->search;
   const Function* function = value;

   if (is_library(function) && g_hash_table_contains(search->inlined, function))
      return FALSE;
   if (is_in_system_object(function)) {
      addition->libraries += estimate_of(search, function->sums);
      return FALSE;
   }
   addition->full =
      lines_add_rows(addition->lines, search->n, &function->lines);
   if (function->calls && addition->full < 0)
      g_tree_foreach(function->calls, add_call, addition);
   return addition->full >= 0;
}

/* Sums up the lines of a file, or of one function if it is not NULL.  Returns
   the estimate of those in the system's libraries, which are left out. */
static double sum_lines_of(const Search* search, const File* file,
                           const Function* function, Lines* lines)
{
   Addition addition = {.search = search, .lines = lines, .full = -1};

   if (function)
      add_function(NULL, (gpointer)function, &addition);
   else
      g_tree_foreach(file->functions, add_function, &addition);
   if (addition.full < 0)
      addition.full = lines_sort(lines, search->n);
   if (addition.full >= 0)
      message_fail("%s: counts add up to more than 63 bits", file->name);
   return addition.libraries;
}

/* Compares places by estimate, then by file and line. */
static int compare_places(gconstpointer a, gconstpointer b)
{
   const Place *left = *(Place*const*)a, *right = *(Place*const*)b;

   if (left->estimate != right->estimate)
      return left->estimate > right->estimate ? -1 : 1;
   int by_file = strcmp(left->file->name, right->file->name);
   return by_file != 0                ? by_file
          : left->line != right->line ? (left->line < right->line ? -1 : 1)
                                      : 0;
}

/* Adds a place to those that cost most, and drops the one that does not belong
   to them any more. */
static void add_place(Search* search, const File* file, guint64 line,
                      double estimate)
{
   Place*     place = g_new(Place, 1);
   GPtrArray* most  = search->places->most;

   *place = (Place){.file    = file,
                    .line    = line,
                    .library = is_library_file(file->name)
                               && g_hash_table_size(search->inlined) == 0,
                    .estimate = estimate,
                    .counts   = count_copy_all(search->counts, search->n)};
   for (guint i = 0; i < search->n; i++)
      if (place->counts[i] == COUNT_NONE)
         place->counts[i] = 0;
   g_ptr_array_add(most, place);
   g_ptr_array_sort(most, compare_places);
   if (most->len > N_PLACES)
      g_ptr_array_set_size(most, N_PLACES);
}

static void search_file(Search* search, const File* file)
{
   const GPtrArray* most  = search->places->most;
   Lines            lines = {0};

   search->places->libraries += sum_lines_of(search, file, NULL, &lines);
   for (gsize row = 0; row < lines.used; row++) {
      guint64 line = lines_number(&lines, search->n, row);
      lines_counts(&lines, search->n, row, search->counts);
      double estimate = estimate_of(search, search->counts);
      if (line == 0)
         search->places->unknown += estimate;
      else if (estimate > 0
               && (most->len < N_PLACES
                   || estimate
                         >= ((Place*)most->pdata[N_PLACES - 1])->estimate))
         add_place(search, file, line, estimate);
   }
   lines_free(&lines);
}

/* For g_tree_foreach(): makes a function that of the place if it has more of
   the estimate there than the one before. */
typedef struct {
   Search* search;
   Place*  place;
   double  largest;
} Choice;

static gboolean offer_function(gpointer key, gpointer value, gpointer data)
{
   Choice*         choice   = data;
   Search*         search   = choice->search;
   const Function* function = value;
   Lines           lines    = {0};

   sum_lines_of(search, choice->place->file, function, &lines);
   for (gsize row = 0; row < lines.used; row++) {
      if (lines_number(&lines, search->n, row) != choice->place->line)
         continue;
      lines_counts(&lines, search->n, row, search->counts);
      double estimate = estimate_of(search, search->counts);
      if (!choice->place->function || estimate > choice->largest) {
         choice->place->function = function;
         choice->largest         = estimate;
      }
   }
   lines_free(&lines);
   return FALSE;
}

Places* places_find(const Costs* costs, const double* weights)
{
   Search     search = {.weights = weights,
                        .n       = costs->n_events,
                        .places  = g_new0(Places, 1),
                        .counts  = g_new(Count, costs->n_events),
                        .inlined = find_inlined(costs)};
   GPtrArray* files  = costs_files(costs);

   search.places->most = g_ptr_array_new_with_free_func(free_place);
   for (guint i = 0; i < files->len; i++)
      search_file(&search, files->pdata[i]);
   g_ptr_array_free(files, TRUE);
   for (guint i = 0; i < search.places->most->len; i++) {
      Place* place  = search.places->most->pdata[i];
      Choice choice = {.search = &search, .place = place};
      g_tree_foreach(place->file->functions, offer_function, &choice);
   }
   g_hash_table_destroy(search.inlined);
   g_free(search.counts);
   return search.places;
}

void places_free(Places* places)
{
   g_ptr_array_free(places->most, TRUE);
   g_free(places);
}
