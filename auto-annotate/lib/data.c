/* SPDX-License-Identifier: GPL-2.0-or-later */
/* data.c: see data.h. */

#include <string.h>

#include "lib/data.h"
#include "lib/profile.h"
#include "lib/threads.h"

/* The counts in a piece of the output, which one thread writes: some 50 KB of
   text. */
#define PIECE_COUNTS 16384

/* What the threads read. */
typedef struct {
   const Costs*     costs;
   const GPtrArray* functions; /* in their order */
   GPtrArray**      calls;     /* of each function: costs_calls() */
   GArray*          places;    /* Place: where each piece begins, and the end */
   gboolean         instructions;
   gboolean         padded;
} Data;

/* A row of a function; or, after the last one, {functions->len, 0}. */
typedef struct {
   guint function;
   gsize row;
} Place;

void data_write_header(Output* output, const Header* header,
                       gboolean instructions)
{
   for (guint i = 0; i < header->desc->len; i++)
      profile_write_line(output, "desc:", header->desc->pdata[i]);
   profile_write_line(output, "cmd:", header->cmd);
   if (instructions)
      output_literal(output, "positions: instr line\n");
   profile_write_line(output, "events:", header->events_text);
   for (guint i = 0; i < header->definitions->len; i++)
      profile_write_line(output, "event:", header->definitions->pdata[i]);
}

/* Divides the rows of all functions into pieces, which threads can write.  The
   rows of a function may be in several of them. */
static GArray* divide_rows(const Data* data)
{
   gsize   most   = threads_share(1 + PIECE_COUNTS / data->costs->n_events, 16);
   gsize   room   = 0; /* rows that the last piece has room for */
   GArray* places = g_array_new(FALSE, FALSE, sizeof(Place));
   Place   place;

   for (place.function = 0; place.function < data->functions->len;
        place.function++) {
      const Function* function = data->functions->pdata[place.function];
      gsize           used     = function->lines.used;
      if (room == 0) {
         place.row = 0;
         g_array_append_val(places, place);
         room = most;
      }
      for (place.row = room; place.row < used; place.row += most)
         g_array_append_val(places, place);
      room = MIN(place.row - used, most);
   }
   place.row = 0;
   g_array_append_val(places, place);
   return places;
}

/* Writes the line of a row if all its counts are from 0 to 10^8 - 1.  Returns
   FALSE if they are not; nothing is written then. */
static gboolean write_small_row(Output* output, const Data* data,
                                Position position, const gint32* counts)
{
   guint n  = data->costs->n_events;
   char* to = output_reserve(output, (n + 4) * 9 + PROFILE_MAX_POSITION_BYTES);

   to = data->instructions ? profile_format_position(to, position, TRUE)
                           : output_format_number(to, position.line);
   memcpy(to, "   ", 3);
   to += data->padded ? 3 : 1;
   for (guint i = 0; i < n; i++) {
      guint32 count = counts[i];
      if (G_UNLIKELY(count >= 100000000))
         return FALSE;
      to    = output_format_small(to, count);
      *to++ = ' ';
   }
   to -= !data->padded;
   *to++ = '\n';
   output_use(output, to);
   return TRUE;
}

/* Writes a count line with any counts. */
static void write_any_row(Output* output, const Data* data, Position position,
                          const Count* counts, gboolean padded)
{
   char  before[PROFILE_MAX_POSITION_BYTES + sizeof "   "];
   char* end = profile_format_position(before, position, data->instructions);

   strcpy(end, padded ? "   " : " ");
   profile_write_counts(output, before, counts, data->costs->n_events,
                        padded ? " \n" : "\n");
}

static void write_call(Output* output, const Data* data,
                       const Function* function, const CostsCall* call)
{
   const Function* callee = call->callee;
   ProfileCallee   names  = {.function = callee->name};

   if (callee->file != function->file)
      names.file = callee->file->name;
   if (callee->object != function->object)
      names.object = callee->object ? callee->object : "";
   profile_write_call(output, &names, call->number, call->target,
                      data->instructions);
   write_any_row(output, data, call->caller, call->counts, FALSE);
}

static const CostsCall* call_at(const GPtrArray* calls, guint i)
{
   return calls->pdata[i];
}

/* Returns the number of calls whose position is before `end'. */
static guint count_calls(const GPtrArray* calls, Position end)
{
   guint low = 0, high = calls->len;

   while (low < high) {
      guint middle = low + (high - low) / 2;
      if (position_compare(call_at(calls, middle)->caller, end) < 0)
         low = middle + 1;
      else
         high = middle;
   }
   return low;
}

/* Writes rows, and the calls from the position of the first to that of the row
   `end', or all that follow if there is no such row. */
static void write_rows(Output* output, const Data* data, guint function,
                       gsize begin, gsize end)
{
   const Function*  of     = data->functions->pdata[function];
   const Lines*     lines  = &of->lines;
   const GPtrArray* calls  = data->calls[function];
   guint            n      = data->costs->n_events;
   Count*           counts = g_new(Count, n);
   guint            next = 0, after = calls ? calls->len : 0; /* calls */

   if (calls && begin > 0)
      next = count_calls(calls, lines_position(lines, n, begin));
   if (calls && end < lines->used)
      after = count_calls(calls, lines_position(lines, n, end));
   for (gsize row = begin; row < end; row++) {
      Position      position;
      const gint32* small = lines_small_row(lines, n, row, &position);
      while (next < after
             && position_compare(call_at(calls, next)->caller, position) < 0)
         write_call(output, data, of, call_at(calls, next++));
      if (small && write_small_row(output, data, position, small))
         continue;
      lines_counts(lines, n, row, counts);
      write_any_row(output, data, position, counts, data->padded);
   }
   while (next < after)
      write_call(output, data, of, call_at(calls, next++));
   g_free(counts);
}

/* Longer than the name of any file can be, in bytes.  Names as long are written
   only where they change, so that a small profile does not become a large one.
   Shorter ones are written for each function, as Valgrind's cg_merge does. */
#define MAX_REPEATED_BYTES 4096

/* Writes the place of a function.  The object is written for the first function
   and where it changes, if there is any object. */
static void write_place(Output* output, const Data* data, guint i)
{
   const Function* function = data->functions->pdata[i];
   const Function* before   = i > 0 ? data->functions->pdata[i - 1] : NULL;

   if (g_tree_nnodes(data->costs->objects) > 0
       && (!before || before->object != function->object))
      profile_write_object(output, function->object);
   gboolean same_file = before && before->file == function->file
                        && strnlen(function->file->name, MAX_REPEATED_BYTES)
                              == MAX_REPEATED_BYTES;
   profile_write_place(output, same_file ? NULL : function->file->name,
                       function->name);
}

/* For output_write_pieces(). */
static void write_piece(Output* output, guint piece, gconstpointer all)
{
   const Data* data  = all;
   Place       place = g_array_index(data->places, Place, piece);
   Place       end   = g_array_index(data->places, Place, piece + 1);

   for (; place.function < end.function
          || (place.function == end.function && place.row < end.row);
        place.function++, place.row = 0) {
      const Function* function = data->functions->pdata[place.function];
      if (place.row == 0)
         write_place(output, data, place.function);
      write_rows(output, data, place.function, place.row,
                 place.function < end.function ? function->lines.used
                                               : end.row);
   }
}

void data_write(Output* output, const Costs* costs, const Count* totals,
                gboolean instructions, DataLayout layout)
{
   GPtrArray* functions = costs_functions(costs);
   Data       data      = {.costs        = costs,
                           .functions    = functions,
                           .calls        = g_new(GPtrArray*, functions->len),
                           .instructions = instructions,
                           .padded       = layout == DATA_PADDED && !instructions};
   for (guint i = 0; i < functions->len; i++)
      data.calls[i] = costs_calls(functions->pdata[i]);
   data.places    = divide_rows(&data);
   guint n_pieces = data.places->len - 1;

   output_write_pieces(output, n_pieces,
                       threads_for((guint64)n_pieces * PIECE_COUNTS * 4),
                       write_piece, &data);
   profile_write_counts(output, "summary: ", totals, costs->n_events, "\n");
   g_array_free(data.places, TRUE);
   for (guint i = 0; i < functions->len; i++)
      if (data.calls[i])
         g_ptr_array_free(data.calls[i], TRUE);
   g_free(data.calls);
   g_ptr_array_free(functions, TRUE);
}
