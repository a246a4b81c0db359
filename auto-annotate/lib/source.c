/* SPDX-License-Identifier: GPL-2.0-or-later */
/* source.c: see source.h. */

#include <string.h>
#include <unistd.h>

#include "lib/budget.h"
#include "lib/input.h"
#include "lib/message.h"
#include "lib/regular.h"
#include "lib/source.h"

/* A larger file is no source that a compiler could read. */
#define MAX_SOURCE_BYTES (256 << 20)

/* Opens a source again that was found: the same file, since only that one was
   allowed. */
static Input* open_source(const Source* source, GError** error)
{
   struct stat status;
   int         fd       = regular_open(source->real, &status);
   Input*      input    = NULL;
   char*       identity = fd >= 0 ? regular_identity(&status) : NULL;

   if (g_strcmp0(identity, source->identity) == 0) {
      budget_add_file(BUDGET_NAMED, source->path, fd);
      input = input_open_rest(fd, source->path, "", 0, error);
   } else
      g_set_error(error, MESSAGE_ERROR, 0, "%s: can no longer be read",
                  source->path);
   g_free(identity);
   if (fd >= 0)
      close(fd);
   return input;
}

/* Whether all of a source can be read: what is shown of it cannot be taken back
   when a line turns out to be too long. */
static gboolean check_line_counts(const Source* source, GError** error)
{
   GError*     wrong = NULL;
   Input*      input = open_source(source, &wrong);
   const char *begin, *end;

   while (input && input_next_block(input, &begin, &end, &wrong)) {
   }
   if (input)
      input_close(input);
   if (wrong)
      g_propagate_error(error, wrong);
   return wrong == NULL;
}

/* Whether a source that was found may be shown, and can be. */
static gboolean check_source(const Source* source, SourceScope* scope,
                             GError** error)
{
   if (source->size > MAX_SOURCE_BYTES) {
      g_set_error(error, MESSAGE_ERROR, 0, "%s: is larger than %d MB",
                  source->name, MAX_SOURCE_BYTES >> 20);
      return FALSE;
   }
   if (source->sparse) {
      g_set_error(error, MESSAGE_ERROR, 0, "%s: is mostly a hole",
                  source->name);
      return FALSE;
   }
   if (scope && !source_scope_allows(scope, source->real)) {
      g_set_error(
         error, MESSAGE_ERROR, 0,
         "%s: is hidden or outside the working directory, -I and /usr, and "
         "its name has no ending of a source",
         source->name);
      return FALSE;
   }
   if (scope && !source_scope_has_room(scope, source->identity, source->size)) {
      g_set_error(error, MESSAGE_ERROR, 0,
                  "%s: too much was read again under other names",
                  source->name);
      return FALSE;
   }
   return check_line_counts(source, error);
}

/* Sets where a source is, if `path' is a regular file that can be read. */
static gboolean take_path(Source* source, char* path)
{
   struct stat status;
   int         fd = regular_open(path, &status);

   if (fd < 0)
      return FALSE;
   source->real   = regular_path(fd);
   source->sparse = !regular_explains(fd, &status, status.st_size);
   close(fd);
   source->size     = status.st_size;
   source->identity = regular_identity(&status);
   source->path     = path;
   source->changed  = status.st_mtime;
   return TRUE;
}

gboolean source_find(Source* source, const char* name,
                     const GPtrArray* directories, Tree* tree,
                     SourceScope* scope, GError** error)
{
   gboolean found = FALSE;
   guint    n     = 0;
   char*    path;

   source->name = name;
   for (; !found && n <= directories->len; n++) {
      source->directory = n == 0 ? "" : directories->pdata[n - 1];
      path              = g_strconcat(source->directory, name, NULL);
      found             = take_path(source, path);
      if (!found)
         g_free(path);
   }
   budget_add_looks(n - 1);
   if (found)
      return check_source(source, scope, error);
   source->directory = NULL;
   path              = tree_find(tree, name, error);
   if (path && take_path(source, path))
      return check_source(source, scope, error);
   g_free(path);
   return FALSE;
}

gboolean source_is_newer(const Source* source, time_t changed)
{
   return changed != 0 && source->changed > changed;
}

/*------------------------------------------------------------*/
/*--- Lines                                                ---*/
/*------------------------------------------------------------*/

/* The state of going through a source.  A line with counts and the lines around
   it are a region.  Lines between two regions are left out:

      -- line 3 ----    the first of the region
        .   ...
      200   ...         line 5, which has counts; the context is 2
        .   ...
      -- line 7 ----    the last

   A region that begins with line 1 has no gap before it.  A region whose last
   line is past the end of the source has no gap after it. */
typedef struct {
   const SourceStyle* style;
   const Lines*       lines;
   const SourceForm*  form_type;
   gpointer           form;
   Count*             annotated;
   Count*             counts; /* of the row that was taken last */
   int                full;   /* an event whose sum in `annotated' does
                                 not fit, or -1 */
   gsize   row;               /* the next to show */
   gsize   own;               /* the same for style->own */
   guint   detail;            /* the same for style->details */
   guint64 first, last;       /* lines of the region; 0: there is none */
} Walk;

/* Returns the number of counts in a row of `lines'. */
static guint n_events(const Walk* walk)
{
   return events_recorded(walk->style->events);
}

static gboolean has_row(const Walk* walk)
{
   return walk->row < walk->lines->used;
}

/* Returns the line number of the next row. */
static guint64 row_line(const Walk* walk)
{
   return lines_number(walk->lines, n_events(walk), walk->row);
}

/* Returns the counts of the next row and goes past it.  They are valid until
   the next call. */
static const Count* take_row(Walk* walk)
{
   lines_counts(walk->lines, n_events(walk), walk->row++, walk->counts);
   int full   = events_derive(walk->style->events, walk->counts);
   walk->full = MAX(walk->full, full);
   return walk->counts;
}

static void show_gap(const Walk* walk, guint64 line)
{
   if (walk->form_type->gap)
      walk->form_type->gap(walk->form, line);
}

/* Returns the last line of the region around `line'. */
static guint64 region_end(const Walk* walk, guint64 line)
{
   guint64 context = walk->style->context;
   return line > G_MAXUINT64 - context ? G_MAXUINT64 : line + context;
}

/* Begins the region of the next row, if there is one. */
static void begin_region(Walk* walk)
{
   guint64 context = walk->style->context;

   walk->first = 0;
   if (has_row(walk)) {
      guint64 line = row_line(walk);
      walk->first  = line > context ? line - context : 1;
      walk->last   = region_end(walk, line);
      if (walk->first > 1)
         show_gap(walk, walk->first);
   }
}

/* Adds the counts of a line to the sum: the counts that are shown, or those in
   style->own. */
static void add_annotated(Walk* walk, guint64 number, const Count* counts)
{
   const Lines* own        = walk->style->own;
   guint        n          = n_events(walk);
   Count*       own_counts = NULL;

   if (own) {
      while (walk->own < own->used && lines_number(own, n, walk->own) < number)
         walk->own++;
      if (walk->own == own->used || lines_number(own, n, walk->own) != number)
         return;
      counts = own_counts = g_new(Count, n);
      lines_counts(own, n, walk->own, own_counts);
   }
   if (walk->full < 0)
      walk->full = count_add_all(walk->annotated, counts, n);
   g_free(own_counts);
}

/* Sets the details of a line, and skips those of the lines before it. */
static void take_details(Walk* walk, SourceLine* line)
{
   const GArray* details = walk->style->details;

   for (; details && walk->detail < details->len; walk->detail++) {
      const SourceDetail* detail =
         &g_array_index(details, SourceDetail, walk->detail);
      if (detail->line > line->number)
         break;
      if (detail->line == line->number && line->n_details++ == 0)
         line->details = detail;
   }
}

/* Shows a line of the region. */
static void show_line(Walk* walk, SourceLine* line)
{
   if (has_row(walk) && row_line(walk) == line->number) {
      line->counts = take_row(walk);
      walk->last   = region_end(walk, line->number);
      add_annotated(walk, line->number, line->counts);
      take_details(walk, line);
   }
   walk->form_type->line(walk->form, line);
}

/* Called after the last line of a region: extends the region, or ends it and
   begins the next one. */
static void end_region(Walk* walk, guint64 number)
{
   /* Regions that overlap are one. */
   if (has_row(walk) && row_line(walk) <= region_end(walk, walk->last))
      walk->last = region_end(walk, row_line(walk));
   else {
      show_gap(walk, number);
      begin_region(walk);
   }
}

/* Shows the regions of a source.  Returns FALSE with an error if the source
   cannot be read. */
static gboolean show_regions(Walk* walk, Input* input, GError** error)
{
   GError*     wrong  = NULL;
   guint64     number = 0;
   const char *text, *end;

   begin_region(walk);
   while (walk->first > 0 && input_next_block(input, &text, &end, &wrong))
      while (walk->first > 0 && text < end) {
         const char* newline = memchr(text, '\n', end - text);
         if (++number >= walk->first) {
            SourceLine line = {.number = number,
                               .text   = text,
                               .length = newline - text,
                               .cut    = input->cut};
            show_line(walk, &line);
            if (number == walk->last)
               end_region(walk, number);
         }
         text = newline + 1;
      }
   if (wrong)
      g_propagate_error(error, wrong);
   return wrong == NULL;
}

/* Shows the rows for lines past the end of the source. */
static void show_rows_past_end(Walk* walk)
{
   while (has_row(walk)) {
      guint64 number = row_line(walk);
      walk->form_type->past_end(walk->form, number, take_row(walk));
   }
}

/* Shows all of a source that is open.  Returns as source_show() does. */
static gboolean show(Walk* walk, const Source* source, Input* input,
                     GError** error)
{
   const SourceStyle* style = walk->style;

   walk->form_type->begin(walk->form, source, style, walk->lines);
   /* Line 0 is in the first row, and is shown last. */
   gboolean has_line_0 = has_row(walk) && row_line(walk) == 0;
   walk->row           = has_line_0;
   if (!show_regions(walk, input, error))
      return FALSE;
   gboolean past_end = has_row(walk);
   show_rows_past_end(walk);
   walk->row = 0;
   walk->form_type->end(walk->form, past_end,
                        has_line_0 ? take_row(walk) : NULL);
   if (walk->full >= 0)
      g_set_error(error, MESSAGE_ERROR, 0,
                  "%s: the counts of %s shown add up to more than 63 "
                  "bits",
                  style->profile, events_name(style->events, walk->full));
   return walk->full < 0;
}

gboolean source_show(const Source* source, const SourceStyle* style,
                     const Lines* lines, const SourceForm* form_type,
                     gpointer form, Count* annotated, GError** error)
{
   Input* input = open_source(source, error);
   Walk   walk  = {.style     = style,
                   .lines     = lines,
                   .form_type = form_type,
                   .form      = form,
                   .annotated = annotated,
                   .full      = -1,
                   .counts    = g_new(Count, events_number(style->events))};

   gboolean good = input && show(&walk, source, input, error);
   if (input)
      input_close(input);
   g_free(walk.counts);
   return good;
}
