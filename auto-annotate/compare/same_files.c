/* SPDX-License-Identifier: GPL-2.0-or-later */
/* same_files.c: see same_files.h. */

#include <string.h>

#include "compare/same_files.h"
#include "lib/hash.h"

/* More missing paths are not compared with each other. */
#define MOST_MISSING 3000

/* Returns how many parts at their ends two different paths have in common. */
static guint common_parts(const char* a, const char* b)
{
   gsize i = strlen(a), j = strlen(b);
   guint n = 0;

   for (; i > 0 && j > 0 && a[i - 1] == b[j - 1]; i--, j--)
      n += a[i - 1] == '/';
   return n + ((i == 0 || a[i - 1] == '/') && (j == 0 || b[j - 1] == '/'));
}

typedef struct {
   GTree*     others;
   GPtrArray* found;
} Missing;

/* For g_tree_foreach(). */
static gboolean add_missing(gpointer path, gpointer value, gpointer data)
{
   const Missing* missing = data;

   if (!g_tree_lookup(missing->others, path))
      g_ptr_array_add(missing->found, path);
   return FALSE;
}

/* Returns the paths that the others do not have. */
static GPtrArray* find_missing(GTree* paths, GTree* others)
{
   Missing missing = {others, g_ptr_array_new()};

   g_tree_foreach(paths, add_missing, &missing);
   return missing.found;
}

/* Returns the one of the paths that has most parts in common with another, or
   NULL if there is none or more than one. */
static const char* nearest(const GPtrArray* paths, const char* other)
{
   const char* found = NULL;
   guint       most  = 0;

   for (guint i = 0; i < paths->len; i++) {
      guint n = common_parts(paths->pdata[i], other);
      if (n >= most)
         found = n > most ? paths->pdata[i] : NULL;
      most = MAX(most, n);
   }
   return found;
}

/* Returns the paths in AFTER, by those in BEFORE, of what has another one. */
static GHashTable* pair_paths(GTree* before, GTree* after)
{
   GPtrArray* gone   = find_missing(before, after);
   GPtrArray* new    = find_missing(after, before);
   GHashTable* paths = g_hash_table_new(hash_text, g_str_equal);

   for (guint i = 0; MAX(gone->len, new->len) <= MOST_MISSING && i < gone->len;
        i++) {
      const char* path = nearest(new, gone->pdata[i]);
      if (path && nearest(gone, path) == gone->pdata[i])
         g_hash_table_insert(paths, gone->pdata[i], (gpointer)path);
   }
   g_ptr_array_free(gone, TRUE);
   g_ptr_array_free(new, TRUE);
   return paths;
}

typedef struct {
   GHashTable *files, *objects;
} SameFiles;

static const char* path_after(GHashTable* paths, const char* path)
{
   const char* after = path ? g_hash_table_lookup(paths, path) : NULL;

   return after ? after : path;
}

/* For costs_add(). */
static CostsTarget in_same_file(const Function* function, gpointer data)
{
   const SameFiles* same = data;

   return (CostsTarget){.file   = path_after(same->files, function->file->name),
                        .name   = function->name,
                        .object = path_after(same->objects, function->object)};
}

Costs* same_files_move(Costs* before, const Costs* after)
{
   SameFiles same  = {pair_paths(before->files, after->files),
                      pair_paths(before->objects, after->objects)};
   Costs*    moved = before;

   if (g_hash_table_size(same.files) + g_hash_table_size(same.objects) > 0) {
      moved                = costs_new(before->n_events);
      const Function* full = costs_add(moved, before, in_same_file, &same);
      if (full)
         costs_fail_full(full);
      costs_free(before);
   }
   g_hash_table_destroy(same.files);
   g_hash_table_destroy(same.objects);
   return moved;
}
