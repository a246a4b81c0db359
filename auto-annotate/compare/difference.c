/* SPDX-License-Identifier: GPL-2.0-or-later */
/* difference.c: see difference.h. */

#include "compare/difference.h"
#include "lib/data.h"
#include "lib/profile.h"

/*------------------------------------------------------------*/
/*--- Line 0                                               ---*/
/*------------------------------------------------------------*/

/* For CostsTarget. */
static guint64 line_0(gconstpointer unused, guint64 line)
{
   return 0;
}

/* For costs_add(): all lines of a function become line 0. */
static CostsTarget at_line_0(const Function* function, gpointer unused)
{
   return (CostsTarget){.file   = function->file->name,
                        .name   = function->name,
                        .object = function->object,
                        .line   = line_0};
}

/* Moves the costs of all lines of a function to line 0.  Returns the new
   costs, and frees the others. */
static Costs* without_lines(Costs* costs)
{
   Costs*          result = costs_new(costs->n_events);
   const Function* full   = costs_add(result, costs, at_line_0, NULL);

   if (!full)
      full = costs_sort_lines(result);
   if (full)
      costs_fail_full(full);
   costs_free(costs);
   return result;
}

/* Whether a function has counts of its own, not only calls. */
static gboolean has_counts(const Function* function, guint n)
{
   guint i = 0;

   while (i < n && function->sums[i] == COUNT_NONE)
      i++;
   return i < n || !function->calls;
}

/* Makes the sum of each function without lines its counts for line 0. */
static void use_line_0(const Costs* costs)
{
   guint      n         = costs->n_events;
   GPtrArray* functions = costs_functions(costs);

   for (guint i = 0; i < functions->len; i++) {
      Function* function = functions->pdata[i];
      if (function->lines.used == 0 && has_counts(function, n))
         lines_add(&function->lines, n, (Position){0}, function->sums);
   }
   g_ptr_array_free(functions, TRUE);
}

/*------------------------------------------------------------*/
/*--- Writing                                              ---*/
/*------------------------------------------------------------*/

/* Writes a header line with the texts of both profiles, "KEY BEFORE; AFTER". */
static void write_both(Output* output, const char* key, const char* before,
                       const char* after)
{
   char* both = g_strconcat(before, "; ", after, NULL);

   profile_write_line(output, key, both);
   g_free(both);
}

static void write_difference_events(Output* output, const GPtrArray* events)
{
   output_literal(output, "events: ");
   for (guint i = 0; i < events->len; i++) {
      output_literal(output, " ");
      output_string(output, events->pdata[i]);
   }
   output_literal(output, "\n");
}

/* The difference has the definitions that both profiles have. */
static void write_definitions(Output* output, const Reader* before,
                              const Reader* after)
{
   const GPtrArray* ours   = before->header.definitions;
   GPtrArray*       theirs = after->header.definitions;

   for (guint i = 0; i < ours->len; i++) {
      if (!g_ptr_array_find_with_equal_func(theirs, ours->pdata[i], g_str_equal,
                                            NULL))
         continue;
      output_literal(output, "event:");
      output_string(output, ours->pdata[i]);
      output_literal(output, "\n");
   }
}

void difference_write(const DifferenceHeader* header, Costs* costs,
                      const Count* totals, gboolean lines, Output* output)
{
   const Versions* versions = header->versions;

   if (!lines) {
      costs = without_lines(costs);
      use_line_0(costs);
   }
   const Function* full = costs_settle_calls(costs);
   if (full)
      costs_fail_full(full);
   write_both(output, "desc: Files compared:   ", header->names[0],
              header->names[1]);
   if (versions)
      write_both(output, "desc: Sources compared: ",
                 versions_name(versions, VERSIONS_OLD),
                 versions_name(versions, VERSIONS_NEW));
   if (costs->contexts)
      profile_write_line(output, "desc:", READER_CALLS);
   write_both(output, "cmd:  ", reader_header_text(header->before->header.cmd),
              reader_header_text(header->after->header.cmd));
   write_definitions(output, header->before, header->after);
   write_difference_events(output, header->before->header.events);
   data_write(output, costs, totals, FALSE, DATA_PLAIN);
}
