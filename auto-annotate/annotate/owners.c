/* SPDX-License-Identifier: GPL-2.0-or-later */
/* owners.c: see owners.h. */

#include "annotate/owners.h"

struct Owners {
   guint       n_events;
   GHashTable* chosen; /* const Function* */

   /* Of the file. */
   GArray* owners; /* Owner, by line, then by function */
   GArray* counts; /* Count: of all owners */
   guint   at;     /* the first owner at the line that was asked for last */
   GArray* lines;  /* guint64, ascending: of functions that were chosen */
   guint   near;   /* the first of them that is not too far above */
};

Owners* owners_new(guint n_events)
{
   Owners* owners = g_new0(Owners, 1);

   owners->n_events = n_events;
   owners->chosen   = g_hash_table_new(NULL, NULL);
   owners->owners   = g_array_new(FALSE, FALSE, sizeof(Owner));
   owners->counts   = g_array_new(FALSE, FALSE, sizeof(Count));
   owners->lines    = g_array_new(FALSE, FALSE, sizeof(guint64));
   return owners;
}

void owners_choose(Owners* owners, const Function* function)
{
   g_hash_table_add(owners->chosen, (gpointer)function);
}

/* Adds what a function has at a line. */
static void add_owner(Owners* owners, const Function* function,
                      const Lines* lines, gsize row)
{
   guint n     = owners->n_events;
   Owner owner = {.line     = lines_number(lines, n, row),
                  .function = function,
                  .counts   = owners->counts->len};

   g_array_set_size(owners->counts, owners->counts->len + n);
   lines_counts(lines, n, row,
                &g_array_index(owners->counts, Count, owner.counts));
   g_array_append_val(owners->owners, owner);
   if (g_hash_table_contains(owners->chosen, function))
      g_array_append_val(owners->lines, owner.line);
}

/* Adds the lines of a function where others were inlined: it may have no counts
   of its own there. */
static void add_lines_of_calls(Owners* owners, const Function* function)
{
   GPtrArray* calls = costs_calls(function);

   for (guint i = 0; calls && i < calls->len; i++)
      g_array_append_val(owners->lines,
                         ((CostsCall*)calls->pdata[i])->caller.line);
   if (calls)
      g_ptr_array_free(calls, TRUE);
}

/* For g_tree_foreach(). */
static gboolean add_owned_function(gpointer key, gpointer value, gpointer data)
{
   Owners*         owners   = data;
   const Function* function = value;
   Lines           lines    = {0};

   /* With instructions, a function has several rows for a line. */
   if (lines_add_rows(&lines, owners->n_events, &function->lines) >= 0
       || lines_sort(&lines, owners->n_events) >= 0)
      costs_fail_full(function);
   for (gsize row = 0; row < lines.used; row++)
      add_owner(owners, function, &lines, row);
   lines_free(&lines);
   if (g_hash_table_contains(owners->chosen, function))
      add_lines_of_calls(owners, function);
   return FALSE;
}

/* Owners of one line keep the order of their functions. */
static int compare_owners(gconstpointer a, gconstpointer b)
{
   const Owner *left = a, *right = b;

   if (left->line != right->line)
      return left->line < right->line ? -1 : 1;
   return left->counts < right->counts ? -1 : 1;
}

static int compare_owned_lines(gconstpointer a, gconstpointer b)
{
   guint64 left = *(const guint64*)a, right = *(const guint64*)b;

   return left < right ? -1 : left > right;
}

void owners_find(Owners* owners, const File* file)
{
   g_array_set_size(owners->owners, 0);
   g_array_set_size(owners->counts, 0);
   g_array_set_size(owners->lines, 0);
   owners->at   = 0;
   owners->near = 0;
   g_tree_foreach(file->functions, add_owned_function, owners);
   g_array_sort(owners->owners, compare_owners);
   g_array_sort(owners->lines, compare_owned_lines);
}

guint owners_at(Owners* owners, guint64 line, const Owner** first)
{
   const Owner* all = (const Owner*)owners->owners->data;
   guint        n   = 0;

   while (owners->at < owners->owners->len && all[owners->at].line < line)
      owners->at++;
   while (owners->at + n < owners->owners->len
          && all[owners->at + n].line == line)
      n++;
   *first = all + owners->at;
   return n;
}

const Count* owners_counts(const Owners* owners, const Owner* owner)
{
   return &g_array_index(owners->counts, Count, owner->counts);
}

Count* owners_sum(const Owners* owners, const Owner* first, guint n)
{
   Count* sum = count_copy_all(owners_counts(owners, first), owners->n_events);

   for (guint i = 1; i < n; i++)
      if (count_add_all(sum, owners_counts(owners, &first[i]), owners->n_events)
          >= 0)
         costs_fail_full(first[i].function);
   return sum;
}

gboolean owners_are_near(Owners* owners, guint64 line, guint64 context)
{
   const guint64* lines = (const guint64*)owners->lines->data;
   guint          n     = owners->lines->len;

   while (owners->near < n && lines[owners->near] < line
          && (lines[owners->near] == 0 || line - lines[owners->near] > context))
      owners->near++;
   if (owners->near == n)
      return FALSE;
   guint64 nearest = lines[owners->near];
   return nearest <= line || (line > 0 && nearest - line <= context);
}
