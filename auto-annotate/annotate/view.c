/* SPDX-License-Identifier: GPL-2.0-or-later */
/* view.c: see view.h. */

#include <stdio.h>
#include <string.h>

#include "annotate/layout.h"
#include "annotate/details.h"
#include "annotate/selection.h"
#include "annotate/view.h"
#include "lib/message.h"
#include "lib/width.h"

/* The width of the column "running", and how far members are indented. */
#define RUNNING_WIDTH 7
#define INDENT        "  "

static const struct {
   const char* name;
   const char* label; /* of the column with the names */
} views[] = {
   [VIEW_LIST]          = {NULL, "file:function"},
   [VIEW_FUNCTION]      = {"function", "file:function"},
   [VIEW_FILE_FUNCTION] = {"file:function", "file:function"},
   [VIEW_FUNCTION_FILE] = {"function:file", "function:file"},
   [VIEW_OBJECT]        = {"object", "object:file:function"},
};

int view_parse(const char* name)
{
   for (guint i = VIEW_FUNCTION; i < G_N_ELEMENTS(views); i++)
      if (strcmp(views[i].name, name) == 0)
         return i;
   return -1;
}

const char* view_names(void)
{
   return "function, file:function, function:file or object";
}

/*------------------------------------------------------------*/
/*--- Rows                                                 ---*/
/*------------------------------------------------------------*/

/* A row of a view: a function; or a group of functions, which has the sums of
   its members. */
typedef struct {
   const char*  name;     /* of a group */
   Function*    function; /* or NULL for a group */
   GPtrArray*   members;  /* Row*, for a group */
   Count*       sums;     /* for a group: of the recorded events */
   const Count* counts;   /* of all events */
} Row;

static Row* function_row(const Annotation* annotation, Function* function)
{
   Row* row = g_new0(Row, 1);

   row->function = function;
   row->counts =
      selection_derive(annotation, annotation->options.inclusive
                                      ? details_inclusive(annotation, function)
                                      : function->sums);
   return row;
}

/* Compares members of a group by name, in the order of costs_functions(). */
static int compare_names(const Row* a, const Row* b)
{
   return a->function ? costs_compare_functions(a->function, b->function)
                      : strcmp(a->name, b->name);
}

/* For g_ptr_array_sort_with_data(). */
static int compare_rows(gconstpointer a, gconstpointer b, gpointer annotation)
{
   const Row *left = *(Row*const*)a, *right = *(Row*const*)b;
   int by_counts = selection_compare(annotation, left->counts, right->counts);

   return by_counts != 0 ? by_counts : compare_names(left, right);
}

/* Sorts rows and drops those that are not shown: the first that reaches no
   threshold, and all after it.  A later one that would reach the threshold of
   another event is not shown either, as in the cg_annotate of Valgrind 3.19. */
static void choose_rows(const Annotation* annotation, GPtrArray* rows)
{
   guint n = 0;

   g_ptr_array_sort_with_data(rows, compare_rows, (gpointer)annotation);
   while (n < rows->len
          && selection_reaches_threshold(annotation,
                                         ((Row*)rows->pdata[n])->counts))
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

static Row* new_group(const Annotation* annotation, const char* name)
{
   guint n     = events_recorded(annotation->events);
   Row*  group = g_new0(Row, 1);

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
   GHashTable* by_name = g_hash_table_new(g_str_hash, g_str_equal);

   for (guint i = 0; i < rows->len; i++) {
      Row*        row   = rows->pdata[i];
      const char* name  = group_name(annotation, row->function);
      Row*        group = g_hash_table_lookup(by_name, name);
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
      Row* group    = groups->pdata[i];
      group->counts = selection_derive(annotation, group->sums);
   }
   return groups;
}

/*------------------------------------------------------------*/
/*--- Writing                                              ---*/
/*------------------------------------------------------------*/

typedef struct {
   const Annotation* annotation;
   Table*            table;
   Count             running; /* of the first event sorted by */
   GPtrArray*        shown;   /* Function* */
} Writer;

static gboolean has_running(const Writer* writer)
{
   return writer->annotation->options.view != VIEW_LIST
          && !writer->annotation->options.inclusive
          && !writer->annotation->options.diff;
}

/* Adds a row to the running total and writes that, or blanks for a member. */
static void write_running(Writer* writer, const Row* row, gboolean member)
{
   const Annotation* annotation = writer->annotation;
   guint             event = g_array_index(annotation->keys, SortKey, 0).event;
   char              text[32] = "";

   if (!has_running(writer))
      return;
   if (!member && events_is_linear(annotation->events, event)
       && count_add(&writer->running, row->counts[event]))
      snprintf(
         text, sizeof text, "%.2f%%",
         table_percentage(writer->running, annotation->columns.totals[event]));
   char* padded = g_strdup_printf(" %*s ", RUNNING_WIDTH, text);
   output_literal(annotation->output, padded);
   g_free(padded);
}

/* Returns "FILE:", without the directories if the line would be too long for
   the function's name as well. */
static char* file_prefix(const Writer* writer, const Function* function)
{
   char* whole  = g_strconcat(function->file->name, ":", NULL);
   char* name   = names_short(function->name, width_dots());
   char* both   = g_strconcat(whole, name, NULL);
   char* base   = g_path_get_basename(function->file->name);
   char* prefix = output_fits(writer->annotation->output, both)
                     ? g_strdup(whole)
                     : g_strconcat(width_dots(), "/", base, ":", NULL);

   if (strlen(prefix) > strlen(whole)) {
      g_free(prefix);
      prefix = g_strdup(whole);
   }
   g_free(whole);
   g_free(name);
   g_free(both);
   g_free(base);
   return prefix;
}

/* Writes "FILE:FUNCTION"; and the object, if it is all that is known of the
   place. */
static void write_place(const Writer* writer, const Function* function)
{
   Output* output = writer->annotation->output;
   char*   prefix = file_prefix(writer, function);

   output_string(output, prefix);
   g_free(prefix);
   names_write(output, function->name, writer->annotation->options.names);
   if (writer->annotation->options.view != VIEW_OBJECT && function->object
       && strcmp(function->object, ANNOTATION_UNKNOWN) != 0
       && strcmp(function->file->name, ANNOTATION_UNKNOWN) == 0) {
      char* base = g_path_get_basename(function->object);
      output_literal(output, " [");
      output_string(output, base);
      output_literal(output, "]");
      g_free(base);
   }
}

static void write_name(const Writer* writer, const Row* row)
{
   Output*    output = writer->annotation->output;
   NamesStyle names  = writer->annotation->options.names;
   View       view   = writer->annotation->options.view;

   if (!row->function && view == VIEW_FUNCTION_FILE)
      names_write(output, row->name, names);
   else if (!row->function)
      output_string(output, row->name);
   else if (view == VIEW_FILE_FUNCTION)
      names_write(output, row->function->name, names);
   else if (view == VIEW_FUNCTION_FILE)
      output_string(output, row->function->file->name);
   else
      write_place(writer, row->function);
}

static void write_row(Writer* writer, const Row* row, gboolean member)
{
   Output* output = writer->annotation->output;

   table_write_counts(writer->table, output, row->counts);
   write_running(writer, row, member);
   output_literal(output, " ");
   if (member)
      output_literal(output, INDENT);
   write_name(writer, row);
   output_literal(output, "\n");
   if (row->function)
      g_ptr_array_add(writer->shown, row->function);
}

/* Writes the rows that reach the threshold, each group with its members. */
static void write_rows(Writer* writer, GPtrArray* rows)
{
   choose_rows(writer->annotation, rows);
   for (guint i = 0; i < rows->len; i++) {
      const Row* row = rows->pdata[i];
      write_row(writer, row, FALSE);
      if (!row->members)
         continue;
      choose_rows(writer->annotation, row->members);
      for (guint j = 0; j < row->members->len; j++)
         write_row(writer, row->members->pdata[j], TRUE);
   }
}

static void check_objects(const GPtrArray* functions)
{
   for (guint i = 0; i < functions->len; i++)
      if (((Function*)functions->pdata[i])->object)
         return;
   message_fail(
      "--view=object: the profile names no objects (run the tool with "
      "--objects=yes)");
}

/* Returns the rows of the view, of which not all are shown. */
static GPtrArray* make_rows(const Annotation* annotation, Table* table)
{
   GPtrArray* functions = costs_functions(annotation->sum->costs);

   if (annotation->options.view == VIEW_OBJECT)
      check_objects(functions);
   for (guint i = 0; i < functions->len; i++) {
      Row* row = function_row(annotation, functions->pdata[i]);
      /* The columns are wide enough for all functions, shown or not. */
      table_fit(table, row->counts);
      functions->pdata[i] = row;
   }
   if (annotation->options.view <= VIEW_FUNCTION)
      return functions;
   GPtrArray* groups = group_rows(annotation, functions);
   for (guint i = 0; i < groups->len; i++)
      table_fit(table, ((Row*)groups->pdata[i])->counts);
   g_ptr_array_free(functions, TRUE);
   return groups;
}

static void write_heading(const Writer* writer)
{
   View  view  = writer->annotation->options.view;
   char* label = g_strdup_printf("%s%s", has_running(writer) ? "running  " : "",
                                 views[view].label);

   layout_rule(writer->annotation->output);
   table_write_names(writer->table, writer->annotation->output, label);
   layout_rule(writer->annotation->output);
   g_free(label);
}

GPtrArray* view_write(const Annotation* annotation)
{
   Columns columns = annotation->columns;
   Writer  writer  = {.annotation = annotation,
                      .running    = COUNT_NONE,
                      .shown      = g_ptr_array_new()};

   columns.percents |= annotation->options.view != VIEW_LIST;
   writer.table    = table_new(&columns);
   GPtrArray* rows = make_rows(annotation, writer.table);
   write_heading(&writer);
   write_rows(&writer, rows);
   output_literal(annotation->output, "\n");
   table_free(writer.table);
   g_ptr_array_free(rows, TRUE);
   return writer.shown;
}
