/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_merge.c: adds up profiles.

      cg_merge -o all cachegrind.out.101 cachegrind.out.102

   The result is a profile.  It has the header of the first profile and, for
   each file, function and line, the sum of the counts in all of them, sorted by
   file, function and line.  A count line looks like this, with three spaces
   after the line number and one space at the end:

      10   24 1 1 8 0 0 4 0 0 */

#include <string.h>

#include "lib/costs.h"
#include "lib/message.h"
#include "lib/options.h"
#include "lib/output.h"
#include "lib/parts.h"
#include "lib/profile.h"
#include "lib/reader.h"
#include "lib/threads.h"

static const char help[] =
   "Usage: cg_merge [OPTION...] PROFILE...\n"
   "\n"
   "Adds up profiles that Cachegrind wrote, and writes the sum as a profile.\n"
   "They must have recorded the same events.  \"-\" is standard input.\n"
   "\n"
   "  -o FILE              write to FILE, not to standard output\n"
   "  -h, --help           show this text\n"
   "      --version        show the version\n";

/* The counts in a piece of the output, which one thread writes: some 50 KB of
   text. */
#define PIECE_COUNTS 16384

static const struct option long_options[] = {OPTIONS_COMMON, {0}};

typedef struct {
   Reader* first;  /* the first profile, whose header the sum gets */
   Costs*  costs;  /* of all profiles so far */
   Count*  totals; /* likewise */

   Function*  function;  /* the one whose counts are being read */
   GPtrArray* functions; /* all of them, after sort_lines() */
} Sum;

/* The counts of another function follow: frees the spare memory of the previous
   one. */
static Function* next_function(Reader* reader, gpointer data)
{
   Sum* sum = data;
   if (sum->function)
      lines_trim(&sum->function->lines, sum->costs->n_events);
   sum->function = costs_function(sum->costs, reader->file, reader->function);
   return sum->function;
}

static gboolean add_totals(Sum* sum, const Reader* reader, GError** error)
{
   int full = count_add_all(sum->totals, reader->totals, sum->costs->n_events);
   if (full >= 0)
      reader_set_overflow(reader, error, full);
   return full < 0;
}

/* Begins an empty sum, with the header of the first profile. */
static void begin_sum(Sum* sum, Reader* first)
{
   guint n = first->header.events->len;

   *sum =
      (Sum){.first = first, .costs = costs_new(n), .totals = g_new0(Count, n)};
}

static gboolean add_file(Sum* sum, const char* name, GError** error)
{
   Reader* reader = reader_open(name, FALSE, error);
   if (!reader)
      return FALSE;

   if (!sum->first)
      begin_sum(sum, reader);
   gboolean good = reader_check_events(reader, sum->first, error)
                   && costs_add_profile(reader, TRUE, next_function, sum, error)
                   && add_totals(sum, reader, error);
   if (reader != sum->first)
      reader_close(reader);
   return good;
}

/* Sorts the lines of all functions.  Returns NULL, or a function where a sum
   does not fit. */
static const Function* sort_lines(Sum* sum)
{
   sum->functions = costs_functions(sum->costs);
   for (guint i = 0; i < sum->functions->len; i++) {
      Function* function = sum->functions->pdata[i];
      if (lines_sort(&function->lines, sum->costs->n_events) >= 0)
         return function;
   }
   return NULL;
}

/* Adds up the profiles in their order.  Ends the program if one is wrong or a
   sum does not fit. */
static void add_in_order(Sum* sum, char* const* names, guint n_names)
{
   GError* error = NULL;

   for (guint i = 0; i < n_names; i++) {
      message_set_progress_files(i + 1, n_names);
      if (!add_file(sum, names[i], &error))
         message_fail_with(error);
   }
   const Function* full = sort_lines(sum);
   if (full)
      message_fail("%s:%s: counts add up to more than 63 bits",
                   full->file->name, full->name);
}

/* Adds up the profiles with several threads.  Returns FALSE with an empty sum
   if that was not possible. */
static gboolean add_in_parts(Sum* sum, char* const* names, guint n_names)
{
   guint   n_threads = parts_threads(names, n_names);
   Reader* first = n_threads > 1 ? reader_open(names[0], FALSE, NULL) : NULL;
   if (!first)
      return FALSE;
   const Profiles profiles = {
      .names = names, .n_names = n_names, .readers = &first, .n_readers = 1};
   begin_sum(sum, first);
   if (parts_add_profiles(sum->costs, sum->totals, &profiles, TRUE, n_threads)
       && !sort_lines(sum))
      return TRUE;
   costs_free(sum->costs);
   g_free(sum->totals);
   reader_close(first);
   if (sum->functions)
      g_ptr_array_free(sum->functions, TRUE);
   *sum = (Sum){0};
   return FALSE;
}

static void write_header_line(Output* output, const char* key, const char* text)
{
   output_literal(output, key);
   output_string(output, text);
   output_literal(output, "\n");
}

/* A row of a function; or, after the last one, {functions->len, 0}. */
typedef struct {
   guint function;
   gsize row;
} Place;

typedef struct {
   const Sum* sum;
   GArray*    places; /* where each piece of the output begins, and the end */
} Pieces;

/* Divides the rows of all functions into pieces, which threads can write.  The
   rows of a function may be in several of them. */
static GArray* divide_rows(const Sum* sum)
{
   gsize   most   = threads_share(1 + PIECE_COUNTS / sum->costs->n_events, 16);
   gsize   room   = 0; /* rows that the last piece has room for */
   GArray* places = g_array_new(FALSE, FALSE, sizeof(Place));
   Place   place;

   for (place.function = 0; place.function < sum->functions->len;
        place.function++) {
      const Function* function = sum->functions->pdata[place.function];
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
static gboolean write_small_row(Output* output, guint64 line,
                                const gint32* counts, guint n)
{
   char* to = output_reserve(output, (n + 4) * 9 + OUTPUT_MAX_NUMBER_BYTES);

   to = output_format_number(to, line);
   memcpy(to, "   ", 3);
   to += 3;
   for (guint i = 0; i < n; i++) {
      guint32 count = counts[i];
      if (G_UNLIKELY(count >= 100000000))
         return FALSE;
      to    = output_format_small(to, count);
      *to++ = ' ';
   }
   *to++ = '\n';
   output_use(output, to);
   return TRUE;
}

static void write_rows(Output* output, const Lines* lines, guint n, gsize begin,
                       gsize end)
{
   Count* counts = g_new(Count, n);

   for (gsize row = begin; row < end; row++) {
      guint64       line  = lines_number(lines, n, row);
      const gint32* small = lines_small_counts(lines, n, row);
      if (small && write_small_row(output, line, small, n))
         continue;
      char before[OUTPUT_MAX_NUMBER_BYTES + sizeof "   "];
      strcpy(output_format_number(before, line), "   ");
      lines_counts(lines, n, row, counts);
      profile_write_counts(output, before, counts, n, " \n");
   }
   g_free(counts);
}

/* For output_write_pieces(). */
static void write_piece(Output* output, guint piece, gconstpointer data)
{
   const Pieces* pieces = data;
   const Sum*    sum    = pieces->sum;
   Place         place  = g_array_index(pieces->places, Place, piece);
   Place         end    = g_array_index(pieces->places, Place, piece + 1);

   for (; place.function < end.function
          || (place.function == end.function && place.row < end.row);
        place.function++, place.row = 0) {
      const Function* function = sum->functions->pdata[place.function];
      if (place.row == 0)
         profile_write_place(output, function->file->name, function->name);
      write_rows(output, &function->lines, sum->costs->n_events, place.row,
                 place.function < end.function ? function->lines.used
                                               : end.row);
   }
}

static void write_sum(const Sum* sum, Output* output)
{
   const Header* header   = &sum->first->header;
   guint         n        = sum->costs->n_events;
   Pieces        pieces   = {.sum = sum, .places = divide_rows(sum)};
   guint         n_pieces = pieces.places->len - 1;

   for (guint i = 0; i < header->desc->len; i++)
      write_header_line(output, "desc:", header->desc->pdata[i]);
   write_header_line(output, "cmd:", header->cmd);
   write_header_line(output, "events:", header->events_text);
   output_write_pieces(output, n_pieces,
                       threads_for((guint64)n_pieces * PIECE_COUNTS * 4),
                       write_piece, &pieces);
   profile_write_counts(output, "summary: ", sum->totals, n, "\n");
   g_array_free(pieces.places, TRUE);
}

int main(int argc, char** argv)
{
   const char* out_name = NULL;
   Sum         sum      = {0};
   int         option;

   message_set_program("cg_merge");
   while ((option = getopt_long(argc, argv, "ho:", long_options, NULL)) != -1)
      if (option == 'o')
         out_name = optarg;
      else
         options_end_with_common(option, help);
   if (optind == argc)
      options_fail_usage("no profile was given");

   if (!add_in_parts(&sum, argv + optind, argc - optind))
      add_in_order(&sum, argv + optind, argc - optind);
   Output* output = output_open(out_name);
   write_sum(&sum, output);
   output_close(output);
   return 0;
}
