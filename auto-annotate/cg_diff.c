/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_diff.c: subtracts one profile from another.

      cg_diff --mod-filename='s/version[0-9]/version/' before after >difference

   The result is a profile.  It has the counts of the second profile minus those
   of the first, so a count is positive if the second has more.  Counts are
   subtracted by function, and all are written for line 0: when a program is
   changed, its lines move, and functions do so less. */

#include <string.h>

#include "lib/costs.h"
#include "lib/message.h"
#include "lib/options.h"
#include "lib/output.h"
#include "lib/parts.h"
#include "lib/profile.h"
#include "lib/reader.h"
#include "lib/substitution.h"

static const char help[] =
   "Usage: cg_diff [OPTION...] BEFORE AFTER\n"
   "\n"
   "Subtracts the profile BEFORE from the profile AFTER, function by "
   "function,\n"
   "and writes the difference, a profile, to standard output.  A count is\n"
   "positive where AFTER has more.  Both must have recorded the same events.\n"
   "\"-\" is standard input.\n"
   "\n"
   "      --mod-filename=EXPR  change the names of files before comparing, "
   "for\n"
   "                           instance with 's/version[0-9]/version/'; a "
   "Perl\n"
   "                           substitution with the flags g, i and x\n"
   "      --mod-funcname=EXPR  the same for the names of functions\n"
   "  -h, --help               show this text\n"
   "  -v, --version            show the version\n";

enum { OPTION_MOD_FILENAME = OPTIONS_FIRST_OWN, OPTION_MOD_FUNCNAME };

static const struct option long_options[] = {
   {"mod-filename", required_argument, NULL, OPTION_MOD_FILENAME},
   {"mod-funcname", required_argument, NULL, OPTION_MOD_FUNCNAME},
   OPTIONS_COMMON,
   {0}};

typedef struct {
   Substitution* mod_filename; /* or NULL */
   Substitution* mod_funcname; /* or NULL */
   Costs*        costs;        /* by function */
   Count*        totals;
} Difference;

static Substitution* parse_substitution(const char* option,
                                        const char* expression)
{
   GError*       error  = NULL;
   Substitution* result = substitution_parse(expression, &error);
   if (!result)
      message_fail("--%s=%s: %s", option, expression, error->message);
   return result;
}

/* Returns the name after the substitution, or a copy if `substitution' is NULL.
   The caller frees it. */
static char* changed_name(const Substitution* substitution, const char* name)
{
   GError* error = NULL;
   char* result  = substitution ? substitution_apply(substitution, name, &error)
                                : g_strdup(name);
   if (!result)
      message_fail("%s", error->message);
   if (strchr(result, '\n'))
      message_fail("a substitution puts a line break into a name");
   return result;
}

static Function* function_at(Reader* reader, gpointer data)
{
   Difference* difference = data;
   char*       file = changed_name(difference->mod_filename, reader->file);
   char*       name = changed_name(difference->mod_funcname, reader->function);
   Function*   function = costs_function(difference->costs, file, name);

   g_free(file);
   g_free(name);
   return function;
}

/* Adds all counts of a profile to the difference. */
static void add_counts(Difference* difference, Reader* reader)
{
   GError* error = NULL;

   if (!costs_add_profile(reader, FALSE, function_at, difference, &error))
      message_fail_with(error);
   int full = count_add_all(difference->totals, reader->totals,
                            difference->costs->n_events);
   if (full >= 0) {
      reader_set_overflow(reader, &error, full);
      message_fail_with(error);
   }
}

/* COUNT_NONE stays as it is: its negative does not fit into a Count. */
static void negate_counts(Count* counts, guint n)
{
   for (guint i = 0; i < n; i++)
      counts[i] = counts[i] == COUNT_NONE ? COUNT_NONE : -counts[i];
}

static void negate(Difference* difference)
{
   guint      n         = difference->costs->n_events;
   GPtrArray* functions = costs_functions(difference->costs);

   for (guint i = 0; i < functions->len; i++)
      negate_counts(((Function*)functions->pdata[i])->sums, n);
   negate_counts(difference->totals, n);
   g_ptr_array_free(functions, TRUE);
}

/* Subtracts the profiles, which were opened, with several threads.  Returns
   FALSE, with nothing subtracted, if that was not possible. */
static gboolean subtract_in_parts(Difference* difference, char* const* names,
                                  Reader* before, Reader* after)
{
   Reader* const  readers[2] = {before, after};
   const Profiles profiles   = {.names      = names,
                                .readers    = readers,
                                .n_names    = 2,
                                .n_readers  = 2,
                                .n_negative = 1};

   guint n         = difference->costs->n_events;
   guint n_threads = parts_threads(names, 2);

   /* A substitution may end the program with a message, which has to come in
      the order of the profiles. */
   if (n_threads < 2 || difference->mod_filename || difference->mod_funcname)
      return FALSE;
   if (parts_add_profiles(difference->costs, difference->totals, &profiles,
                          FALSE, n_threads))
      return TRUE;
   costs_free(difference->costs);
   difference->costs = costs_new(n);
   memset(difference->totals, 0, n * sizeof *difference->totals);
   return FALSE;
}

static Reader* open_profile(const char* name)
{
   GError* error  = NULL;
   Reader* reader = reader_open(name, FALSE, &error);
   if (!reader)
      message_fail_with(error);
   return reader;
}

/* Writes a header line with the texts of both profiles, "KEY BEFORE; AFTER". */
static void write_both(Output* output, const char* key, const char* before,
                       const char* after)
{
   output_literal(output, key);
   output_string(output, before);
   output_literal(output, "; ");
   output_string(output, after);
   output_literal(output, "\n");
}

static void write_difference(const Difference* difference, Output* output,
                             const GPtrArray* events)
{
   guint      n         = difference->costs->n_events;
   GPtrArray* functions = costs_functions(difference->costs);

   output_literal(output, "events: ");
   for (guint i = 0; i < n; i++) {
      output_literal(output, " ");
      output_string(output, events->pdata[i]);
   }
   output_literal(output, "\n");

   for (guint i = 0; i < functions->len; i++) {
      const Function* function = functions->pdata[i];
      profile_write_place(output, function->file->name, function->name);
      profile_write_counts(output, "0 ", function->sums, n, "\n");
   }
   profile_write_counts(output, "summary: ", difference->totals, n, "\n");
   g_ptr_array_free(functions, TRUE);
}

int main(int argc, char** argv)
{
   Difference difference = {0};
   GError*    error      = NULL;
   int        option;

   message_set_program("cg_diff");
   while ((option = getopt_long(argc, argv, "hv", long_options, NULL)) != -1)
      switch (option) {
      case OPTION_MOD_FILENAME:
         difference.mod_filename = parse_substitution("mod-filename", optarg);
         break;
      case OPTION_MOD_FUNCNAME:
         difference.mod_funcname = parse_substitution("mod-funcname", optarg);
         break;
      default:
         options_end_with_common(option == 'v' ? OPTIONS_VERSION : option,
                                 help);
      }
   if (argc - optind != 2)
      options_fail_usage("two profiles are needed");
   const char *before_name = argv[optind], *after_name = argv[optind + 1];

   if (strchr(before_name, '\n') || strchr(after_name, '\n'))
      message_fail("a profile cannot contain a name with a line break");

   /* Both headers are read first: if the events differ, there is no need to
      read the counts. */
   Reader* before = open_profile(before_name);
   Reader* after  = open_profile(after_name);
   guint   n      = before->header.events->len;
   if (!reader_check_events(after, before, &error))
      message_fail_with(error);

   difference.costs  = costs_new(n);
   difference.totals = g_new0(Count, n);
   if (!subtract_in_parts(&difference, argv + optind, before, after)) {
      message_set_progress_files(1, 2);
      add_counts(&difference, before);
      negate(&difference);
      message_set_progress_files(2, 2);
      add_counts(&difference, after);
   }

   Output* output = output_open(NULL);
   write_both(output, "desc: Files compared:   ", before_name, after_name);
   write_both(output, "cmd:  ", g_strchug(before->header.cmd),
              g_strchug(after->header.cmd));
   write_difference(&difference, output, before->header.events);
   output_close(output);
   return 0;
}
