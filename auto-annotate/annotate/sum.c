/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sum.c: see sum.h. */

#include <string.h>

#include "annotate/inclusive.h"
#include "annotate/sum.h"
#include "compare/pairing.h"
#include "compare/same_files.h"
#include "lib/contexts.h"
#include "lib/events.h"
#include "lib/hash.h"
#include "lib/message.h"

/*------------------------------------------------------------*/
/*--- Reading                                              ---*/
/*------------------------------------------------------------*/

static Function* next_function(Reader* reader, gpointer data)
{
   const Sum* sum = data;
   return renaming_function(&sum->input.renaming, sum->costs, reader);
}

static Function* next_callee(Reader* reader, gpointer data)
{
   const Sum* sum = data;
   return renaming_callee(&sum->input.renaming, sum->costs, reader);
}

/* Opens a profile, or ends the program. */
static Reader* open_summed(const Sum* sum, const char* name)
{
   GError* error  = NULL;
   Reader* reader = reader_open(name, &error);

   if (!reader
       || (sum->reader && !reader_check_events(reader, sum->reader, &error)))
      message_fail_with(error);
   if (sum->reader) {
      reader_warn_of_definitions(reader, sum->reader);
      reader_join_headers(sum->reader, reader);
   }
   return reader;
}

static PairingTexts* new_texts(void)
{
   PairingTexts* texts = g_new(PairingTexts, 1);

   texts->removed = g_array_new(FALSE, FALSE, sizeof(LineMapRemoved));
   texts->changed = g_hash_table_new_full(hash_text, g_str_equal, g_free, NULL);
   return texts;
}

Sum* sum_open(const SumInput* input)
{
   Sum* sum = g_new0(Sum, 1);

   sum->input = *input;
   if (input->texts)
      sum->texts = new_texts();
   sum->reader = open_summed(sum, input->names[0]);
   sum->header = &sum->reader->header;
   sum->costs  = costs_new(sum->header->events->len);
   sum->totals = g_new0(Count, sum->header->events->len);
   /* Only the modification time of a regular file means anything. */
   const struct stat* status = &sum->reader->input->status;
   if (S_ISREG(status->st_mode)) {
      sum->changed        = input->n_names == 1 ? status->st_mtime : 0;
      sum->before_changed = input->n_negative == 1 ? status->st_mtime : 0;
   }
   return sum;
}

void sum_keep_instructions(Sum* sum)
{
   sum->input.keep = COSTS_BY_POSITION;
}

/* Adds a profile, or ends the program. */
static void add_profile(Sum* sum, Reader* reader)
{
   GError* error = NULL;
   int     full;

   if (!costs_add_profile(sum->costs, reader, sum->input.keep, next_function,
                          sum->input.calls ? next_callee : NULL, sum, &error))
      message_fail_with(error);
   full = count_add_all(sum->totals, reader->totals, sum->costs->n_events);
   if (full >= 0) {
      reader_set_overflow(reader, &error, full);
      message_fail_with(error);
   }
}

/* Sets the sums of functions whose lines were kept. */
static void add_up_lines(const Sum* sum)
{
   guint      n         = sum->costs->n_events;
   Count*     counts    = g_new(Count, n);
   GPtrArray* functions = costs_functions(sum->costs);

   for (guint i = 0; i < functions->len; i++) {
      Function* function = functions->pdata[i];
      int       full     = lines_sort(&function->lines, n);
      for (gsize row = 0; full < 0 && row < function->lines.used; row++) {
         lines_counts(&function->lines, n, row, counts);
         full = count_add_all(function->sums, counts, n);
      }
      if (full >= 0)
         costs_fail_full(function);
   }
   g_ptr_array_free(functions, TRUE);
   g_free(counts);
}

/* Sets the sums of functions. */
static void add_up(const Sum* sum)
{
   if (sum->input.keep != COSTS_BY_FUNCTION)
      add_up_lines(sum);
   inclusive_find_rests(sum->costs);
}

/* Makes what was read the counts to subtract.  Returns their costs; the others
   are read apart from them, because functions and lines may have moved. */
static Costs* begin_subtraction(Sum* sum)
{
   guint  n          = sum->costs->n_events;
   int    keep       = events_find_variance(sum->header->events);
   Costs* subtracted = sum->costs;

   add_up(sum);
   sum->before = count_copy_all(sum->totals, n);
   count_negate_all(sum->totals, n, keep);
   if (sum->input.taken && subtracted->contexts)
      contexts_take(subtracted->contexts, keep);
   costs_negate(subtracted, keep);
   sum->costs = costs_new(n);
   return subtracted;
}

/* Adds to the costs those to subtract, which begin_subtraction() returned. */
static void end_subtraction(Sum* sum, Costs* subtracted)
{
   Costs* moved = sum->input.versions
                     ? pairing_move(sum->input.versions, subtracted, sum->costs,
                                    sum->texts, sum->input.scope)
                     : same_files_move(subtracted, sum->costs);

   sum->renamed = !sum->input.versions && moved != subtracted;
   add_up(sum);
   const Function* full = costs_add(moved, sum->costs, NULL, NULL);
   if (!full)
      full = costs_sort_lines(moved);
   if (full)
      costs_fail_full(full);
   if (sum->input.versions)
      costs_free(subtracted);
   costs_free(sum->costs);
   sum->costs = moved;
}

/* Reads the profiles in their order. */
static void read_in_order(Sum* sum)
{
   guint  n_names    = sum->input.n_names;
   Costs* subtracted = NULL;

   for (guint i = 0; i < n_names; i++) {
      if (n_names > 1)
         message_set_progress_files(i + 1, n_names);
      Reader* reader =
         i == 0 ? sum->reader : open_summed(sum, sum->input.names[i]);
      add_profile(sum, reader);
      if (i > 0)
         reader_close(reader);
      if (i + 1 == sum->input.n_negative)
         subtracted = begin_subtraction(sum);
   }
   if (subtracted)
      end_subtraction(sum, subtracted);
   else
      add_up(sum);
}

void sum_read(Sum* sum)
{
   read_in_order(sum);
   const Function* full = costs_settle_calls(sum->costs);
   if (full)
      costs_fail_full(full);
}

/*------------------------------------------------------------*/
/*--- Lines                                                ---*/
/*------------------------------------------------------------*/

typedef struct {
   Lines* lines;
   guint  n;
   int    full; /* an event whose sum exceeds 63 bits, or -1 */
} Collection;

/* For g_tree_foreach(). */
static gboolean collect_lines(gpointer key, gpointer function, gpointer data)
{
   Collection* collection = data;
   collection->full       = lines_add_rows(collection->lines, collection->n,
                                           &((Function*)function)->lines);
   return collection->full >= 0;
}

void sum_lines(const Sum* sum, const File* file, Lines* lines)
{
   guint      n          = sum->costs->n_events;
   Collection collection = {.lines = lines, .n = n, .full = -1};

   g_tree_foreach(file->functions, collect_lines, &collection);
   if (collection.full < 0)
      collection.full = lines_sort(lines, n);
   if (collection.full >= 0)
      message_fail("%s: counts add up to more than 63 bits", file->name);
}
