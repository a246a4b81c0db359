/* SPDX-License-Identifier: GPL-2.0-or-later */
/* data.c: see data.h. */

#include <string.h>

#include "lib/contexts.h"
#include "lib/data.h"
#include "lib/profile.h"

/* What is written. */
typedef struct {
   Output*      output;
   const Costs* costs;
   gboolean     instructions;
   DataLayout   layout;
   GHashTable* numbers; /* of calls that were written (CostsCall*), from 1 on */
   ProfileNames* names;
} Data;

void data_write_header(Output* output, const Header* header,
                       gboolean instructions)
{
   if (instructions)
      output_literal(output, "# callgrind format\n");
   for (guint i = 0; i < header->desc->len; i++)
      profile_write_line(output, "desc:", header->desc->pdata[i]);
   profile_write_line(output, "cmd:", header->cmd);
   if (instructions)
      output_literal(output, "positions: instr line\n");
   profile_write_line(output, "events:", header->events_text);
   for (guint i = 0; i < header->definitions->len; i++)
      profile_write_line(output, "event:", header->definitions->pdata[i]);
}

DataLayout data_layout(const Header* header, DataLayout layout)
{
   return reader_leaves_out_zeros(header) ? DATA_SHORT : layout;
}

/* Returns how many of these counts are written, at least `least'. */
static guint n_written(const Data* data, const Count* counts, guint least)
{
   guint n = data->costs->n_events;

   while (data->layout == DATA_SHORT && n > least
          && (counts[n - 1] == 0 || counts[n - 1] == COUNT_NONE))
      n--;
   return n;
}

static void write_row(const Data* data, Position position, const Count* counts,
                      gboolean padded)
{
   char  before[PROFILE_MAX_POSITION_BYTES + sizeof "   "];
   char* end = profile_format_position(before, position, data->instructions);

   strcpy(end, padded ? "   " : " ");
   profile_write_counts(data->output, before, counts,
                        n_written(data, counts, 1), padded ? " \n" : "\n");
}

static void write_call(const Data* data, const Function* function,
                       const CostsCall* call)
{
   const Function* callee = call->callee;
   ProfileCallee   names  = {.function = callee->name};

   if (callee->file != function->file)
      names.file = callee->file->name;
   if (callee->object != function->object)
      names.object = callee->object ? callee->object : "";
   if (data->costs->contexts && call->inlined)
      output_literal(data->output, "#inlined\n");
   profile_write_call(data->output, data->names, &names, call->number,
                      call->target, data->instructions);
   write_row(data, call->caller, call->counts, FALSE);
   g_hash_table_insert(data->numbers, (gpointer)call,
                       GUINT_TO_POINTER(g_hash_table_size(data->numbers) + 1));
}

/* Writes the calls of a function from the one numbered `next' on whose position
   is before `end'; NULL: all of them.  Returns the number of the next call. */
static guint write_calls(const Data* data, const Function* function,
                         const GPtrArray* calls, guint next,
                         const Position* end)
{
   for (; next < calls->len; next++) {
      const CostsCall* call = calls->pdata[next];
      if (end && position_compare(call->caller, *end) >= 0)
         break;
      write_call(data, function, call);
   }
   return next;
}

/* Writes the rows of a function, and its calls after those of their position.
 */
static void write_rows(const Data* data, const Function* function)
{
   const Lines* lines  = &function->lines;
   GPtrArray*   calls  = costs_calls(function);
   guint        n      = data->costs->n_events;
   Count*       counts = g_new(Count, n);
   guint        next   = 0;

   for (gsize row = 0; row < lines->used; row++) {
      Position position = lines_position(lines, n, row);
      if (calls)
         next = write_calls(data, function, calls, next, &position);
      lines_counts(lines, n, row, counts);
      write_row(data, position, counts,
                data->layout == DATA_PADDED && !data->instructions);
   }
   if (calls) {
      write_calls(data, function, calls, next, NULL);
      g_ptr_array_free(calls, TRUE);
   }
   g_free(counts);
}

/* Longer than the name of any file can be, in bytes.  Names as long are written
   only where they change, so that a small profile does not become a large one.
   Shorter ones are written for each function, as Valgrind's cg_merge does. */
#define MAX_REPEATED_BYTES 4096

/* Writes the place of a function.  `before' is the previous one, or NULL.  The
   object is written for the first function and where it changes, if there is
   any object. */
static void write_place(const Data* data, const Function* function,
                        const Function* before)
{
   if (g_tree_nnodes(data->costs->objects) > 0
       && (!before || before->object != function->object))
      profile_write_object(data->output, data->names, function->object);
   gboolean same_file = before && before->file == function->file
                        && strnlen(function->file->name, MAX_REPEATED_BYTES)
                              == MAX_REPEATED_BYTES;
   profile_write_place(data->output, data->names,
                       same_file ? NULL : function->file->name, function->name);
}

/* A ContextFunc. */
static void write_context(Context* c, guint depth, gpointer with)
{
   const Data*     data     = with;
   const Function* function = c->function;
   gboolean        objects  = g_tree_nnodes(data->costs->objects) > 0;

   if (!c->call)
      profile_write_context_place(data->output, data->names,
                                  function->object ? function->object
                                  : objects        ? ""
                                                   : NULL,
                                  function->file->name, function->name);
   profile_write_context(
      data->output, depth,
      GPOINTER_TO_UINT(g_hash_table_lookup(data->numbers, c->call)), c->number,
      c->counts, n_written(data, c->counts, 0));
}

static void write_contexts(const Data* data)
{
   Contexts* contexts = data->costs->contexts;

   if (!contexts)
      return;
   contexts_sort(contexts);
   contexts_walk(contexts, write_context, NULL, (gpointer)data);
}

void data_write(Output* output, const Costs* costs, const Count* totals,
                gboolean instructions, DataLayout layout)
{
   ProfileNames names;
   const Data   data      = {.output       = output,
                             .costs        = costs,
                             .instructions = instructions,
                             .layout       = layout,
                             .numbers      = g_hash_table_new(NULL, NULL),
                             .names        = &names};
   GPtrArray*   functions = costs_functions(costs);

   profile_names_init(&names);
   for (guint i = 0; i < functions->len; i++) {
      write_place(&data, functions->pdata[i],
                  i > 0 ? functions->pdata[i - 1] : NULL);
      write_rows(&data, functions->pdata[i]);
   }
   write_contexts(&data);
   profile_write_counts(output, "summary: ", totals, costs->n_events, "\n");
   g_ptr_array_free(functions, TRUE);
   g_hash_table_destroy(data.numbers);
   profile_names_destroy(&names);
}
