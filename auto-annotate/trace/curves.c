/* SPDX-License-Identifier: GPL-2.0-or-later */
/* curves.c: see curves.h.

   Each reference belongs to one function and to one variable.  Functions and
   variables of one name are one owner.  The total is the sum of all
   functions. */

#include "trace/curves.h"

#include "conflicts/cg_source_line.h"
#include "trace/curve_table.h"

/* A data reference of a segment, and to which variable it went the last
   time. */
typedef struct {
   UInt        size;
   CurveRow*   function;
   CurveRow*   variable; /* that of `found' */
   RegionFound found;
} Ref;

typedef struct {
   guint n_refs;
   Ref   refs[];
} RefList;

struct Curves {
   CurvesConfig config;
   Curve*       curve;
   GPtrArray*   segments; /* of RefList */

   GHashTable *functions, *variables; /* sets of CurveRow */
};

/* Names are compared by their addresses: replay.c has each name once. */
static guint row_hash(gconstpointer key)
{
   const CurveRow* row = key;

   return g_direct_hash(row->name) ^ 31 * g_direct_hash(row->file);
}

static gboolean row_equal(gconstpointer a, gconstpointer b)
{
   const CurveRow *x = a, *y = b;

   return x->name == y->name && x->file == y->file;
}

Curves* curves_new(const CurvesConfig* config)
{
   Curves* c = g_new0(Curves, 1);

   c->config    = *config;
   c->curve     = curve_new(config->line_size, config->alloc);
   c->segments  = g_ptr_array_new_with_free_func(g_free);
   c->functions = g_hash_table_new_full(row_hash, row_equal, g_free, NULL);
   c->variables = g_hash_table_new_full(row_hash, row_equal, g_free, NULL);
   return c;
}

void curves_free(Curves* c)
{
   g_ptr_array_free(c->segments, TRUE);
   g_hash_table_destroy(c->functions);
   g_hash_table_destroy(c->variables);
   g_free(c);
}

/* The row with these names.  Adds it if there is none. */
static CurveRow* curve_row(GHashTable* rows, const HChar* file,
                           const HChar* name)
{
   CurveRow  key = {.file = file, .name = name};
   CurveRow* row = g_hash_table_lookup(rows, &key);

   if (!row) {
      row  = g_new(CurveRow, 1);
      *row = key;
      g_hash_table_add(rows, row);
   }
   return row;
}

/*------------------------------------------------------------*/
/*--- Runs                                                 ---*/
/*------------------------------------------------------------*/

void curves_segment(Curves* c, const ReplayRef refs[], guint n_refs)
{
   RefList* list = g_malloc0(sizeof *list + n_refs * sizeof list->refs[0]);

   list->n_refs = n_refs;
   for (guint i = 0; i < n_refs; i++) {
      const SourceLine* loc = c->config.locations->pdata[refs[i].location];

      list->refs[i].size     = MIN(refs[i].size, c->config.largest_ref);
      list->refs[i].function = curve_row(c->functions, loc->file, loc->fn);
   }
   g_ptr_array_add(c->segments, list);
}

static void count_curve(const Curves* c, Ref* ref, Addr addr,
                        CurveResult result)
{
   guint was = ref->found.variable;
   guint variable =
      regions_variable_again(c->config.regions, addr, &ref->found);

   if (!ref->variable || variable != was)
      ref->variable =
         curve_row(c->variables, NULL, c->config.variables->pdata[variable]);
   ref->function->counts.references[result]++;
   ref->variable->counts.references[result]++;
}

void curves_run(Curves* c, const Addr* item, const Addr* end, gboolean collect)
{
   while (item < end) {
      RefList* list = g_ptr_array_index(c->segments, *item++);

      for (guint i = 0; i < list->n_refs; i++) {
         Ref*        ref    = &list->refs[i];
         Addr        addr   = *item++;
         CurveResult result = curve_data(c->curve, addr, ref->size);

         if (collect)
            count_curve(c, ref, addr, result);
      }
   }
}

/*------------------------------------------------------------*/
/*--- Report                                               ---*/
/*------------------------------------------------------------*/

static const CurveRow** curve_list(GHashTable* rows, guint* n)
{
   return (const CurveRow**)g_hash_table_get_keys_as_array(rows, n);
}

void curves_report(const Curves* c, const char* command, gboolean json,
                   GString* to)
{
   CurveTable table = {.command = command, .line_size = c->config.line_size};

   table.functions = curve_list(c->functions, &table.n_functions);
   table.variables = curve_list(c->variables, &table.n_variables);
   for (guint i = 0; i < table.n_functions; i++)
      for (guint r = 0; r < N_CURVE_RESULTS; r++)
         table.total.references[r] += table.functions[i]->counts.references[r];
   if (json)
      curve_table_json(&table, to);
   else
      curve_table_text(&table, to);
   g_free(table.functions);
   g_free(table.variables);
}
