/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_merge.c: adds up profiles.

      cg_merge -o all cachegrind.out.101 cachegrind.out.102

   The result is a profile.  It has the header of the first profile and, for
   each file, function and line, the sum of the counts in all of them, sorted by
   file, function and line.  A count line looks like this, with three spaces
   after the line number and one space at the end:

      10   24 1 1 8 0 0 4 0 0

   With instructions, counts are added up by instruction, and its line looks as
   the tool writes it.  Calls and functions of objects are added up as they are,
   even if not all profiles have them. */

#include <malloc.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/costs.h"
#include "lib/data.h"
#include "lib/events.h"
#include "lib/message.h"
#include "lib/options.h"
#include "lib/output.h"
#include "lib/reader.h"

static const char help[] =
   "Usage: cg_merge [OPTION...] PROFILE...\n"
   "\n"
   "Adds up profiles that Cachegrind wrote, and writes the sum as a profile.\n"
   "They must have recorded the same events.  \"-\" is standard input.\n"
   "\n"
   "  -o FILE              write to FILE, not to standard output\n"
   "      --event=NAME=FORMULA\n"
   "                       write the definition of an event into the profile,\n"
   "                       for KCachegrind; --event=Cycles, a built-in one\n"
   "  -h, --help           show this text\n"
   "      --version        show the version\n"
   "\n"
   "Examples:\n"
   "  cg_merge -o all.prof cachegrind.out.*\n"
   "  cg_merge --event=Cycles cachegrind.out.1 cachegrind.out.2 >all.prof\n";

enum { OPTION_EVENT = OPTIONS_FIRST_OWN };

static const struct option long_options[] = {
   {"event", required_argument, NULL, OPTION_EVENT}, OPTIONS_COMMON, {0}};

typedef struct {
   Reader* first;  /* the first profile, whose header the sum gets */
   Costs*  costs;  /* of all profiles so far */
   Count*  totals; /* of the same */
} Sum;

static Function* find_function(Reader* reader, gpointer data)
{
   const Sum* sum = data;

   return costs_function_at(sum->costs, reader, TRUE);
}

static Function* find_callee(Reader* reader, gpointer data)
{
   const Sum* sum = data;

   return costs_callee_at(sum->costs, reader, TRUE);
}

static gboolean add_totals(Sum* sum, const Reader* reader, GError** error)
{
   int full = count_add_all(sum->totals, reader->totals, sum->costs->n_events);
   if (full >= 0)
      reader_set_overflow(reader, error, full);
   return full < 0;
}

static gboolean merge_file(Sum* sum, const char* name, GError** error)
{
   Reader* reader = reader_open(name, error);
   if (!reader)
      return FALSE;

   if (!sum->first) {
      guint n = reader->header.events->len;
      *sum    = (Sum){reader, costs_new(n), g_new0(Count, n)};
   }
   reader_warn_of_definitions(reader, sum->first);
   reader_join_headers(sum->first, reader);
   gboolean good = reader_check_events(reader, sum->first, error)
                   && reader_check_positions(reader, sum->first, error)
                   && costs_add_profile(sum->costs, reader, COSTS_BY_POSITION,
                                        find_function, find_callee, sum, error)
                   && add_totals(sum, reader, error);
   if (reader != sum->first)
      reader_close(reader);
   return good;
}

/* Adds up the profiles.  Ends the program if one is wrong or a sum does not
 * fit.
 */
static void add_all(Sum* sum, char* const* names, guint n_names)
{
   GError* error = NULL;

   for (guint i = 0; i < n_names; i++) {
      message_set_progress_files(i + 1, n_names);
      if (!merge_file(sum, names[i], &error))
         message_fail_with(error);
   }
   const Function* full = costs_sort_lines(sum->costs);
   if (full)
      costs_fail_full(full);
}

/* Adds the definition that an option has as its value, or the built-in one that
   it names, to the header. */
static void define_event(const Header* header, Events* events, const char* text)
{
   GError* error = NULL;
   char*   name  = g_strstrip(g_strndup(text, strcspn(text, "=")));
   int     event = -1;

   char* option = events_option(text);

   if (!strchr(text, '=') || events_define(events, text, option, &error))
      event = events_find(events, name, option, &error);
   g_free(option);
   if (event < 0)
      message_fail("%s", error->message);
   char* definition = events_definition(events, event);
   if (!definition || (guint)event < events_recorded(events))
      message_fail("--event=%s: a profile can only define sums of its events, "
                   "with whole weights that are not negative",
                   text);
   g_ptr_array_add(header->definitions, g_strconcat(" ", definition, NULL));
   g_free(definition);
   g_free(name);
}

static void define_events(const Header* header, const GPtrArray* texts)
{
   Events* events = events_new(header->events, header->definitions);

   for (guint i = 0; i < texts->len; i++)
      define_event(header, events, texts->pdata[i]);
   events_free(events);
}

/* In bytes: the heap that has large pages, the first block that is taken from
   it, and how much the heap grows at once when that is full. */
#define HEAP_LARGE (256 << 20)
#define HEAP_BEGIN (256 << 10)
#define HEAP_STEP  (128 << 10)

/* Takes the heap from large pages, if the kernel has any.  A sum of 100 MB has
   25,000 small ones, and each costs a fault: a third of the time. */
static void use_large_pages(void)
{
   mallopt(M_MMAP_THRESHOLD, 2 * HEAP_BEGIN);
   mallopt(M_TRIM_THRESHOLD, 2 * HEAP_LARGE);
   mallopt(M_TOP_PAD, HEAP_LARGE);
   char* begin = malloc(HEAP_BEGIN);
   mallopt(M_TOP_PAD, HEAP_STEP);

   gsize ahead = -(gsize)begin % sysconf(_SC_PAGESIZE);
   if (begin)
      madvise(begin + ahead, HEAP_LARGE, MADV_HUGEPAGE);
   free(begin);
}

int main(int argc, char** argv)
{
   const char* out_name = NULL;
   GPtrArray*  events   = g_ptr_array_new();
   Sum         sum      = {0};
   int         option;

   message_set_program("cg_merge");
   use_large_pages();
   while ((option = options_next(argc, argv, "ho:", long_options)) != -1)
      if (option == 'o')
         out_name = optarg;
      else if (option == OPTION_EVENT)
         g_ptr_array_add(events, optarg);
      else
         options_end_with_common(option, help);
   if (optind == argc)
      options_fail_usage("no profile was given");

   add_all(&sum, argv + optind, argc - optind);
   define_events(&sum.first->header, events);
   Output* output = output_open(out_name);
   data_write_header(output, &sum.first->header,
                     sum.first->header.instructions);
   data_write(output, sum.costs, sum.totals, sum.first->header.instructions,
              data_layout(&sum.first->header, DATA_PADDED));
   output_close(output);
   g_ptr_array_free(events, TRUE);
   return 0;
}
