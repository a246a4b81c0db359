/* SPDX-License-Identifier: GPL-2.0-or-later */
/* view.c: see view.h. */

#include <string.h>

#include "annotate/details.h"
#include "annotate/selection.h"
#include "annotate/view.h"
#include "lib/hash.h"
#include "lib/message.h"

static const char* const names[] = {
   [VIEW_LIST]          = "list",
   [VIEW_FUNCTION]      = "function",
   [VIEW_FILE_FUNCTION] = "file:function",
   [VIEW_FUNCTION_FILE] = "function:file",
   [VIEW_OBJECT]        = "object",
   [VIEW_CALLERS]       = "callers:",
   [VIEW_CALLEES]       = "callees:",
   [VIEW_TREE]          = "tree",
};

int view_parse(const char* name, const char** function)
{
   for (guint i = VIEW_FUNCTION; i < G_N_ELEMENTS(names); i++) {
      gboolean any = g_str_has_suffix(names[i], ":");
      if (any && g_str_has_prefix(name, names[i])) {
         *function = name + strlen(names[i]);
         return i;
      }
      if (!any && strcmp(names[i], name) == 0)
         return i;
   }
   return -1;
}

const char* view_name(View view)
{
   return names[view];
}

char* view_only_object(const Annotation* annotation, const Function* function)
{
   View view = annotation->options.view;

   if (view > VIEW_FUNCTION || !function->object
       || strcmp(function->object, ANNOTATION_UNKNOWN) == 0
       || strcmp(function->file->name, ANNOTATION_UNKNOWN) != 0)
      return NULL;
   return g_path_get_basename(function->object);
}

const char* view_names(void)
{
   return "function, file:function, function:file, object, callers:FUNCTION, "
          "callees:FUNCTION or tree";
}

/*------------------------------------------------------------*/
/*--- Rows                                                 ---*/
/*------------------------------------------------------------*/

static ViewRow* function_row(const Annotation* annotation, Function* function)
{
   ViewRow* row = g_new0(ViewRow, 1);

   row->function = function;
   row->counts =
      selection_derive(annotation, annotation->options.inclusive
                                      ? details_inclusive(annotation, function)
                                      : function->sums);
   return row;
}

/* Compares members of a group by name, in the order of costs_functions(). */
static int compare_listed_names(const ViewRow* a, const ViewRow* b)
{
   return a->function ? costs_compare_functions(a->function, b->function)
                      : strcmp(a->name, b->name);
}

/* For g_ptr_array_sort_with_data(). */
static int compare_listed(gconstpointer a, gconstpointer b, gpointer annotation)
{
   const ViewRow *left = *(ViewRow*const*)a, *right = *(ViewRow*const*)b;
   int by_counts = selection_compare(annotation, left->counts, right->counts);

   return by_counts != 0 ? by_counts : compare_listed_names(left, right);
}

/* Sorts rows and drops those that are not shown: the first that reaches no
   threshold, and all after it.  A later one that would reach the threshold of
   another event is not shown either, as in the cg_annotate of Valgrind 3.19. */
static void choose_rows(const Annotation* annotation, GPtrArray* rows)
{
   guint n = 0;

   g_ptr_array_sort_with_data(rows, compare_listed, (gpointer)annotation);
   while (n < rows->len
          && selection_reaches_threshold(annotation,
                                         ((ViewRow*)rows->pdata[n])->counts))
      n++;
   g_ptr_array_set_size(rows, n);
}

/* Returns the name of the group that a function is in. */
static const char* group_name(const Annotation* annotation,
                              const Function*   function)
{
   switch (annotation->options.view) {
   case VIEW_FILE_FUNCTION:
      return function->file->name;
   case VIEW_FUNCTION_FILE:
      return function->name;
   default:
      return function->object ? function->object : ANNOTATION_UNKNOWN;
   }
}

static ViewRow* new_group(const Annotation* annotation, const char* name)
{
   guint    n     = events_recorded(annotation->events);
   ViewRow* group = g_new0(ViewRow, 1);

   group->name    = name;
   group->members = g_ptr_array_new();
   group->sums    = g_new(Count, n);
   for (guint i = 0; i < n; i++)
      group->sums[i] = COUNT_NONE;
   return group;
}

/* Returns the groups of all functions. */
static GPtrArray* group_rows(const Annotation* annotation, GPtrArray* rows)
{
   GPtrArray*  groups  = g_ptr_array_new();
   GHashTable* by_name = g_hash_table_new(hash_text, g_str_equal);

   for (guint i = 0; i < rows->len; i++) {
      ViewRow*    row   = rows->pdata[i];
      const char* name  = group_name(annotation, row->function);
      ViewRow*    group = g_hash_table_lookup(by_name, name);
      if (!group) {
         group = new_group(annotation, name);
         g_hash_table_insert(by_name, (gpointer)name, group);
         g_ptr_array_add(groups, group);
      }
      g_ptr_array_add(group->members, row);
      int full = count_add_all(group->sums, row->function->sums,
                               events_recorded(annotation->events));
      if (full >= 0)
         message_fail("%s: the counts of %s add up to more than 63 bits", name,
                      events_name(annotation->events, full));
   }
   g_hash_table_destroy(by_name);
   for (guint i = 0; i < groups->len; i++) {
      ViewRow* group = groups->pdata[i];
      group->counts  = selection_derive(annotation, group->sums);
   }
   return groups;
}

/*------------------------------------------------------------*/
/*--- The view                                             ---*/
/*------------------------------------------------------------*/

static void check_objects(const GPtrArray* functions)
{
   for (guint i = 0; i < functions->len; i++)
      if (((Function*)functions->pdata[i])->object)
         return;
   message_fail(
      "--view=object: the profile names no objects (run the tool with "
      "--objects=yes)");
}

/* Returns a row for each function. */
static GPtrArray* function_rows(const Annotation* annotation)
{
   GPtrArray* functions = costs_functions(annotation->sum->costs);

   if (annotation->options.view == VIEW_OBJECT)
      check_objects(functions);
   for (guint i = 0; i < functions->len; i++)
      functions->pdata[i] = function_row(annotation, functions->pdata[i]);
   return functions;
}

/* Returns a copy of an array; the rows stay the same. */
static GPtrArray* copy_rows(const GPtrArray* rows)
{
   GPtrArray* copy = g_ptr_array_sized_new(rows->len);

   for (guint i = 0; i < rows->len; i++)
      g_ptr_array_add(copy, rows->pdata[i]);
   return copy;
}

/* Adds a row that is shown to the functions, or its members. */
static void add_functions(GPtrArray* functions, const ViewRow* row)
{
   if (row->function)
      g_ptr_array_add(functions, row->function);
   for (guint i = 0; row->members && i < row->members->len; i++)
      add_functions(functions, row->members->pdata[i]);
}

Listing* view_make(const Annotation* annotation)
{
   Listing* listing = g_new(Listing, 1);

   listing->all       = function_rows(annotation);
   listing->functions = g_ptr_array_new();
   if (annotation->options.view <= VIEW_FUNCTION)
      listing->rows = copy_rows(listing->all);
   else {
      listing->rows = group_rows(annotation, listing->all);
      for (guint i = 0; i < listing->rows->len; i++)
         g_ptr_array_add(listing->all, listing->rows->pdata[i]);
   }
   choose_rows(annotation, listing->rows);
   for (guint i = 0; i < listing->rows->len; i++) {
      const ViewRow* row = listing->rows->pdata[i];
      if (row->members)
         choose_rows(annotation, row->members);
      add_functions(listing->functions, row);
   }
   return listing;
}
