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
#include "lib/profile.h"
#include "lib/reader.h"

static const char help[] =
   "Usage: cg_merge [OPTION...] PROFILE...\n"
   "\n"
   "Adds up profiles that Cachegrind wrote, and writes the sum as a profile.\n"
   "They must have recorded the same events.  \"-\" is standard input.\n"
   "\n"
   "  -o FILE              write to FILE, not to standard output\n"
   "  -h, --help           show this text\n"
   "      --version        show the version\n";

static const struct option long_options[] = {OPTIONS_COMMON, {0}};

typedef struct {
   Reader* first;  /* the first profile, whose header the sum gets */
   Costs*  costs;  /* of all profiles so far */
   Count*  totals; /* likewise */

   Function* function; /* the one whose counts are being read */
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

static gboolean add_file(Sum* sum, const char* name, GError** error)
{
   Reader* reader = reader_open(name, FALSE, error);
   if (!reader)
      return FALSE;

   if (!sum->first) {
      guint n     = reader->header.events->len;
      sum->first  = reader;
      sum->costs  = costs_new(n);
      sum->totals = g_new0(Count, n);
   }
   gboolean good = reader_check_events(reader, sum->first, error)
                   && costs_add_profile(reader, TRUE, next_function, sum, error)
                   && add_totals(sum, reader, error);
   if (reader != sum->first)
      reader_close(reader);
   return good;
}

/* Sorts the lines of all functions.  Ends the program if a sum does not fit. */
static void sort_lines(const Sum* sum, const GPtrArray* functions)
{
   for (guint i = 0; i < functions->len; i++) {
      Function* function = functions->pdata[i];
      if (lines_sort(&function->lines, sum->costs->n_events) >= 0)
         message_fail("%s:%s: counts add up to more than 63 bits",
                      function->file->name, function->name);
   }
}

static void write_header_line(Output* output, const char* key, const char* text)
{
   output_literal(output, key);
   output_string(output, text);
   output_literal(output, "\n");
}

static void write_sum(const Sum* sum, const GPtrArray* functions,
                      Output* output)
{
   const Header* header = &sum->first->header;
   guint         n      = sum->costs->n_events;
   Count*        counts = g_new(Count, n);

   for (guint i = 0; i < header->desc->len; i++)
      write_header_line(output, "desc:", header->desc->pdata[i]);
   write_header_line(output, "cmd:", header->cmd);
   write_header_line(output, "events:", header->events_text);

   for (guint i = 0; i < functions->len; i++) {
      const Function* function = functions->pdata[i];
      profile_write_place(output, function->file->name, function->name);
      for (gsize row = 0; row < function->lines.used; row++) {
         char before[OUTPUT_MAX_NUMBER_BYTES + sizeof "   "];
         strcpy(output_format_number(before,
                                     lines_number(&function->lines, n, row)),
                "   ");
         lines_counts(&function->lines, n, row, counts);
         profile_write_counts(output, before, counts, n, " \n");
      }
   }
   profile_write_counts(output, "summary: ", sum->totals, n, "\n");
   g_free(counts);
}

int main(int argc, char** argv)
{
   const char* out_name = NULL;
   Sum         sum      = {0};
   GError*     error    = NULL;
   int         option;

   message_set_program("cg_merge");
   while ((option = getopt_long(argc, argv, "ho:", long_options, NULL)) != -1)
      if (option == 'o')
         out_name = optarg;
      else
         options_end_with_common(option, help);
   if (optind == argc)
      options_fail_usage("no profile was given");

   for (int i = optind; i < argc; i++) {
      message_set_progress_files(i - optind + 1, argc - optind);
      if (!add_file(&sum, argv[i], &error))
         message_fail_with(error);
   }
   GPtrArray* functions = costs_functions(sum.costs);
   sort_lines(&sum, functions);
   Output* output = output_open(out_name);
   write_sum(&sum, functions, output);
   output_close(output);
   g_ptr_array_free(functions, TRUE);
   return 0;
}
