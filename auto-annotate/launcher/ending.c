/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ending.c: see ending.h. */

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "launcher/ending.h"
#include "launcher/process.h"
#include "lib/escape.h"
#include "lib/text.h"
#include "lib/width.h"

#define COLUMNS 79

/* Of the list of profiles, before the number of the others. */
#define MAX_ROWS 7

static const WrittenProfile* largest(const Ending* e)
{
   return e->profiles->pdata[0];
}

/*------------------------------------------------------------*/
/*--- Names                                                ---*/
/*------------------------------------------------------------*/

/* Returns a path as the user may type it where he is. */
static char* path_from_here(const char* path)
{
   char* here   = g_get_current_dir();
   char* prefix = g_str_has_suffix(here, "/") ? g_strdup(here)
                                              : g_strconcat(here, "/", NULL);
   char* result =
      g_strdup(g_str_has_prefix(path, prefix) ? path + strlen(prefix) : path);

   /* No program may take it for an option. */
   if (result[0] == '-') {
      char* after_dot = g_strconcat("./", result, NULL);
      g_free(result);
      result = after_dot;
   }
   g_free(here);
   g_free(prefix);
   return result;
}

/* Appends a word for bash that has what a terminal obeys: $'a\012b'. */
static void append_escaped(GString* to, const char* word)
{
   g_string_append(to, "$'");
   for (; *word; word++)
      if (g_ascii_isalnum(*word) || strchr("/._-+", *word))
         g_string_append_c(to, *word);
      else
         g_string_append_printf(to, "\\%03o", (guchar)*word);
   g_string_append_c(to, '\'');
}

/* Appends a word as a shell reads it. */
static void append_word(GString* to, const char* word)
{
   static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                               "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+,:@%";

   if (!escape_is_harmless(word, strlen(word)) || strpbrk(word, "\t\n")) {
      append_escaped(to, word);
   } else if (word[strspn(word, plain)] == '\0') {
      g_string_append(to, word);
   } else {
      char* quoted = g_shell_quote(word);
      g_string_append(to, quoted);
      g_free(quoted);
   }
}

static gboolean are_same_file(const char* a, const char* b)
{
   struct stat x, y;

   return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev
          && x.st_ino == y.st_ino;
}

/* Appends what the user types for a program of this installation: its name, if
   PATH leads to it. */
static void append_program(GString* to, const char* program)
{
   char* base  = g_path_get_basename(program);
   char* found = g_find_program_in_path(base);
   char* path  = found && are_same_file(found, program)
                    ? g_strdup(base)
                    : path_from_here(program);

   append_word(to, path);
   g_free(base);
   g_free(found);
   g_free(path);
}

/* Appends a text of others in one line, cut after so many columns. */
static void append_shown(GString* to, const char* text, guint columns)
{
   GString* shown = g_string_new(NULL);

   escape_append(shown, text, strlen(text));
   width_append_cut(to, shown->str, shown->len, columns, width_dots(), FALSE);
   g_string_free(shown, TRUE);
}

/* Appends a command without the directory of its program, likewise. */
static void append_command(GString* to, const char* command, guint columns)
{
   const char* name = command;

   for (const char* c = command; *c && *c != ' '; c++)
      if (*c == '/' && c[1] != ' ' && c[1] != '\0')
         name = c + 1;
   append_shown(to, name, columns);
}

/*------------------------------------------------------------*/
/*--- Lines                                                ---*/
/*------------------------------------------------------------*/

/* Prints and frees a line. */
static void print_line(GString* line)
{
   fprintf(stderr, "%s\n", line->str);
   g_string_free(line, TRUE);
}

/* One row of the list: "  71.2%  cachegrind.out.123  cc1 -quiet prog.c". */
static void print_row(const WrittenProfile* p, guint64 total, guint width)
{
   GString* line = g_string_new(NULL);
   char*    path = path_from_here(p->path);

   text_right(line, text_share(p->instructions, MAX(total, 1)), 8);
   g_string_append(line, "  ");
   append_shown(line, path, width);
   text_spaces(line, width - MIN(width, strlen(path)) + 2);
   append_command(line, p->command, COLUMNS - width - 12);
   print_line(line);
   g_free(path);
}

static guint path_width(const GPtrArray* profiles, guint n)
{
   gsize width = 0;

   for (guint i = 0; i < n; i++) {
      const WrittenProfile* p    = profiles->pdata[i];
      char*                 path = path_from_here(p->path);

      width = MAX(width, strlen(path));
      g_free(path);
   }
   return MIN(width, COLUMNS / 2);
}

static void print_list(const GPtrArray* profiles)
{
   guint   n     = profiles->len <= MAX_ROWS + 1 ? profiles->len : MAX_ROWS;
   guint   width = path_width(profiles, n);
   guint64 total = 0;

   for (guint i = 0; i < profiles->len; i++)
      total += ((const WrittenProfile*)profiles->pdata[i])->instructions;
   fprintf(stderr, "%u processes, by their share of the instructions:\n",
           profiles->len);
   for (guint i = 0; i < n; i++)
      print_row(profiles->pdata[i], total, width);
   if (n < profiles->len)
      fprintf(stderr, "  and %u more\n", profiles->len - n);
}

/* Says whose the profile is, unless it is the program's own. */
static void print_owner(const Ending* e)
{
   const WrittenProfile* p       = largest(e);
   gboolean              is_same = !g_strcmp0(p->command, e->first);
   GString*              line;

   if (is_same && p->process == e->process)
      return;
   line = g_string_new("this is the profile of ");
   if (is_same) {
      g_string_append_printf(line, "process %d", p->process);
   } else {
      g_string_append_c(line, '`');
      append_command(line, p->command, 24);
      g_string_append_c(line, '`');
   }
   g_string_append(line, ", which `");
   append_command(line, e->program, 12);
   g_string_append(line, "` started");
   print_line(line);
}

static void print_next_command(const Ending* e, const char* annotate)
{
   const WrittenProfile* p    = largest(e);
   GString*              line = g_string_new("to see more: ");
   char*                 path = path_from_here(p->path);

   append_program(line, annotate);
   g_string_append_c(line, ' ');
   append_word(line, path);
   if (p->threads > 0)
      g_string_append(line, "-*");
   print_line(line);
   g_free(path);
}

/*------------------------------------------------------------*/
/*--- The programs                                         ---*/
/*------------------------------------------------------------*/

/* Runs a program of this directory with options, up to NULL, and the files of
   the profile.  Returns its exit status. */
static int call(const Ending* e, const char* name, const char* const options[],
                gboolean silent)
{
   GPtrArray* words = g_ptr_array_new_with_free_func(g_free);
   char**     files = profile_list_files(largest(e));

   g_ptr_array_add(words, g_build_filename(e->directory, name, NULL));
   for (; *options; options++)
      g_ptr_array_add(words, g_strdup(*options));
   for (char** file = files; *file; file++)
      g_ptr_array_add(words, g_strdup(*file));
   g_ptr_array_add(words, NULL);

   int status = process_call((char**)words->pdata, silent);
   g_ptr_array_free(words, TRUE);
   g_strfreev(files);
   return status;
}

void ending_say_verdict(const Ending* e)
{
   static const char* const only[] = {"--advice=only", NULL};
   char* annotate = g_build_filename(e->directory, "cg_annotate", NULL);

   fputs("\n", stderr);
   if (e->profiles->len > 1)
      print_list(e->profiles);
   print_owner(e);
   /* Where the sources of his own run are, the user need not be told. */
   if (call(e, "cg_annotate", only, TRUE) != 0)
      call(e, "cg_annotate", only, FALSE);
   print_next_command(e, annotate);
   g_free(annotate);
}

gboolean ending_make_page(const Ending* e)
{
   char* page = g_strconcat(largest(e)->path, ".html", NULL);
   int   status =
      call(e, "cg_html", (const char* const[]){"-o", page, NULL}, FALSE);

   if (status == 0) {
      GString* line = g_string_new("the page: ");
      char*    path = path_from_here(page);

      append_word(line, path);
      print_line(line);
      g_free(path);
   }
   g_free(page);
   return status == 0;
}
