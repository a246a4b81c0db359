/* SPDX-License-Identifier: GPL-2.0-or-later */
/* options.c: see options.h. */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/message.h"
#include "lib/options.h"

/* What it costs to change a word into another: to insert, delete or replace a
   letter, or to swap two neighbours; or to change the case of a letter.  A word
   is near if its letters cost at most NEAR_COST each. */
#define EDIT_COST 4
#define CASE_COST 1
#define NEAR_COST 1

/*------------------------------------------------------------*/
/*--- The nearest word                                     ---*/
/*------------------------------------------------------------*/

static guint letter_cost(char a, char b)
{
   if (a == b)
      return 0;
   return g_ascii_tolower(a) == g_ascii_tolower(b) ? CASE_COST : EDIT_COST;
}

/* Returns what it costs to change `from' into `to', a letter at most once.
   rows[i % 3][j] is the cost for the first i letters of `from' and the first j
   of `to'. */
static guint edit_distance(const char* from, const char* to)
{
   gsize  n = strlen(to);
   guint* rows[3];

   for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
      rows[i] = g_new(guint, n + 1);
   for (gsize j = 0; j <= n; j++)
      rows[0][j] = j * EDIT_COST;
   gsize i = 1;
   for (; from[i - 1]; i++) {
      guint *row = rows[i % 3], *previous = rows[(i - 1) % 3];
      row[0] = i * EDIT_COST;
      for (gsize j = 1; j <= n; j++) {
         row[j] = previous[j - 1] + letter_cost(from[i - 1], to[j - 1]);
         row[j] = MIN(row[j], MIN(previous[j], row[j - 1]) + EDIT_COST);
         if (i > 1 && j > 1 && from[i - 1] == to[j - 2]
             && from[i - 2] == to[j - 1])
            row[j] = MIN(row[j], rows[(i - 2) % 3][j - 2] + EDIT_COST);
      }
   }
   guint result = rows[(i - 1) % 3][n];
   for (guint k = 0; k < G_N_ELEMENTS(rows); k++)
      g_free(rows[k]);
   return result;
}

const char* options_nearest(const char* word, const char* const candidates[])
{
   const char* nearest = NULL;
   gsize       length  = strlen(word);
   guint       least   = G_MAXUINT;

   for (; *candidates; candidates++) {
      const char* candidate = *candidates;
      gsize       longer    = MAX(length, strlen(candidate));
      /* Otherwise a word as long as memory would be compared for hours. */
      if (longer > OPTIONS_MAX_NEAREST)
         continue;
      guint cost = edit_distance(word, candidate);
      if (cost < least && cost <= MAX(longer * NEAR_COST, EDIT_COST)
          && cost < length * EDIT_COST) {
         nearest = candidate;
         least   = cost;
      }
   }
   return nearest;
}

/*------------------------------------------------------------*/
/*--- Wrong options                                        ---*/
/*------------------------------------------------------------*/

/* Ends the program because of a long option that getopt_long() does not know,
   or that begins several options.  `word' is the command line's, with "--" and
   perhaps "=VALUE". */
static void fail_unknown(const char*          word,
                         const struct option* options) G_GNUC_NORETURN;
static void fail_unknown(const char* word, const struct option* options)
{
   GPtrArray* all   = g_ptr_array_new();
   GString*   begun = g_string_new(NULL);
   char*      name  = g_strndup(word + 2, strcspn(word + 2, "="));

   for (const struct option* option = options; option->name; option++) {
      if (option > options && option[-1].val == OPTIONS_VERSION)
         break; /* older spellings */
      g_ptr_array_add(all, (gpointer)option->name);
      if (g_str_has_prefix(option->name, name))
         g_string_append_printf(begun, " '--%s'", option->name);
   }
   if (begun->len > 0)
      message_fail("option '%s' is ambiguous; possibilities:%s", word,
                   begun->str);
   g_ptr_array_add(all, NULL);

   const char* nearest = options_nearest(name, (const char**)all->pdata);
   if (nearest)
      message_fail("unrecognized option '%s' (did you mean --%s?)", word,
                   nearest);
   message_fail("unrecognized option '%s'", word);
}

/* Ends the program because of a long option whose value is missing, or that has
   one and cannot; `problem' says which. */
static void fail_value(int value, const char* word, const char* problem,
                       const struct option* options) G_GNUC_NORETURN;
static void fail_value(int value, const char* word, const char* problem,
                       const struct option* options)
{
   gsize length = strcspn(word + 2, "=");

   /* The word may be an abbreviation. */
   while (options->name
          && (options->val != value
              || strncmp(options->name, word + 2, length) != 0))
      options++;
   message_fail("option '--%s' %s an argument", options->name, problem);
}

int options_next(int argc, char** argv, const char* letters,
                 const struct option* options)
{
   /* With the colon, getopt_long() tells a missing value from an option that is
      wrong. */
   char* with_colon = g_strconcat(":", letters, NULL);
   opterr           = 0;
   int option       = getopt_long(argc, argv, with_colon, options, NULL);
   g_free(with_colon);
   if (option != ':' && option != '?')
      return option;

   const char* word = argv[optind - 1];
   if (option == ':' && !g_str_has_prefix(word, "--"))
      message_fail("option requires an argument -- '%c'", optopt);
   if (option == ':')
      fail_value(optopt, word, "requires", options);
   if (optopt == 0)
      fail_unknown(word, options);
   /* A letter that is an option can only be the value of a long one. */
   if (optopt > G_MAXUINT8
       || (optopt != ':' && strchr(letters, optopt) != NULL))
      fail_value(optopt, word, "doesn't allow", options);
   message_fail("invalid option -- '%c'", optopt);
}

/*------------------------------------------------------------*/
/*--- Values                                               ---*/
/*------------------------------------------------------------*/

guint options_choose(const char* option, const char* value,
                     const char* const words[])
{
   GString* list = g_string_new(words[0]);

   for (guint i = 0; words[i]; i++)
      if (strcmp(value, words[i]) == 0) {
         g_string_free(list, TRUE);
         return i;
      }
   for (guint i = 1; words[i]; i++)
      g_string_append_printf(list, "%s%s", words[i + 1] ? ", " : " or ",
                             words[i]);
   options_fail_usage("--%s=%s: must be %s", option, value, list->str);
}

gboolean options_yes_no(const char* option, const char* value)
{
   static const char* const words[] = {"yes", "no", NULL};

   return options_choose(option, value, words) == 0;
}

/*------------------------------------------------------------*/
/*--- The end                                              ---*/
/*------------------------------------------------------------*/

/* How lines begin that go on with the description of an option. */
#define DESCRIPTION "          "

static void print_help(const char* help, gboolean all)
{
   gboolean is_shown = TRUE;

   for (const char* line = help; *line; line += strcspn(line, "\n") + 1) {
      gboolean is_marked = *line == '+';
      if (!g_str_has_prefix(line, DESCRIPTION))
         is_shown = all || !is_marked;
      if (is_shown)
         printf("%.*s\n", (int)strcspn(line, "\n") - is_marked,
                line + is_marked);
   }
}

void options_end_with_common(int option, const char* help)
{
   switch (option) {
   case 'h':
   case OPTIONS_HELP_ALL:
      print_help(help, option == OPTIONS_HELP_ALL);
      break;
   default:
      printf("%s-%s\n", message_program(), PACKAGE_VERSION);
   }
   if (fflush(stdout) != 0)
      message_fail("cannot write standard output");
   exit(0);
}

void options_fail_usage(const char* format, ...)
{
   va_list args;
   va_start(args, format);
   char* what = g_strdup_vprintf(format, args);
   va_end(args);
   message_fail("%s (see %s --help)", what, message_program());
}
