/* SPDX-License-Identifier: GPL-2.0-or-later */
/* costs.c: see costs.h. */

#include <string.h>

#include "lib/costs.h"

int costs_compare_functions(const Function* a, const Function* b)
{
   int by_file = strcmp(a->file->name, b->file->name);
   return by_file != 0 ? by_file : strcmp(a->name, b->name);
}

static void free_file(gpointer data)
{
   File* file = data;
   g_tree_destroy(file->functions);
   if (file->spans)
      g_array_free(file->spans, TRUE);
   g_free(file->name);
   g_free(file);
}

static void free_function(gpointer data)
{
   Function* function = data;
   lines_free(&function->lines);
   g_mutex_clear(&function->lock);
   g_free(function->name);
   g_free(function);
}

static int compare_names(gconstpointer a, gconstpointer b, gpointer unused)
{
   return strcmp(a, b);
}

/* Returns an empty tree of values by name, of which `destroy' frees one. */
static GTree* new_tree(GDestroyNotify destroy)
{
   return g_tree_new_full(compare_names, NULL, NULL, destroy);
}

Costs* costs_new(guint n_events)
{
   Costs* costs = g_new(Costs, 1);

   *costs = (Costs){.n_events = n_events, .files = new_tree(free_file)};
   return costs;
}

void costs_free(Costs* costs)
{
   g_tree_destroy(costs->files);
   g_free(costs);
}

File* costs_find_file(const Costs* costs, const char* name)
{
   return g_tree_lookup(costs->files, name);
}

/* Returns the file with that name; adds it if it is new. */
static File* get_file(Costs* costs, const char* name)
{
   if (costs->last && strcmp(costs->last->name, name) == 0)
      return costs->last;

   File* file = costs_find_file(costs, name);
   if (!file) {
      file            = g_new0(File, 1);
      file->name      = g_strdup(name);
      file->functions = new_tree(free_function);
      g_tree_insert(costs->files, file->name, file);
   }
   costs->last = file;
   return file;
}

Function* costs_function(Costs* costs, const char* file, const char* name)
{
   guint     n        = costs->n_events;
   File*     in       = get_file(costs, file);
   Function* function = g_tree_lookup(in->functions, name);

   if (!function) {
      function  = g_malloc(sizeof *function + n * sizeof *function->sums);
      *function = (Function){.file = in, .name = g_strdup(name)};
      g_mutex_init(&function->lock);
      for (guint i = 0; i < n; i++)
         function->sums[i] = COUNT_NONE;
      g_tree_insert(in->functions, function->name, function);
   }
   return function;
}

int costs_add_line(Lines* lines, Reader* reader)
{
   guint n = reader->header.events->len;

   return reader->small
             ? lines_add_small(lines, n, reader->line, reader->small)
             : lines_add(lines, n, reader->line, reader_counts(reader));
}

gboolean costs_add_profile(Reader* reader, gboolean by_line, PlaceFunc place,
                           gpointer data, GError** error)
{
   guint     n        = reader->header.events->len;
   Function* function = NULL;
   int       full     = -1;

   reader->by_line = by_line;
   while (full < 0)
      switch (reader_next(reader, error)) {
      case READ_PLACE:
         function = place(reader, data);
         lines_rewind(&function->lines);
         /* The line where a sum overflows must be known. */
         reader->by_line = by_line || !count_have_room(function->sums, n);
         break;
      case READ_COUNTS:
         if (by_line)
            full = costs_add_line(&function->lines, reader);
         else {
            full = count_add_all(function->sums, reader_counts(reader), n);
            reader->by_line = !count_have_room(function->sums, n);
         }
         break;
      case READ_END:
         return TRUE;
      case READ_ERROR:
         return FALSE;
      }
   reader_set_overflow(reader, error, full);
   return FALSE;
}

static gboolean append_value(gpointer key, gpointer value, gpointer array)
{
   g_ptr_array_add(array, value);
   return FALSE;
}

static gboolean append_functions(gpointer key, gpointer file, gpointer array)
{
   g_tree_foreach(((File*)file)->functions, append_value, array);
   return FALSE;
}

GPtrArray* costs_files(const Costs* costs)
{
   GPtrArray* files = g_ptr_array_new();
   g_tree_foreach(costs->files, append_value, files);
   return files;
}

GPtrArray* costs_functions(const Costs* costs)
{
   GPtrArray* functions = g_ptr_array_new();
   g_tree_foreach(costs->files, append_functions, functions);
   return functions;
}
