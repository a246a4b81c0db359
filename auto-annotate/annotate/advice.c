/* SPDX-License-Identifier: GPL-2.0-or-later */
/* advice.c: see advice.h. */

#include <string.h>

#include "annotate/advice.h"
#include "lib/message.h"
#include "lib/source.h"

/*------------------------------------------------------------*/
/*--- Quoting                                              ---*/
/*------------------------------------------------------------*/

/* A line is quoted up to so many bytes. */
#define MAX_QUOTE 200

/* The functions of a SourceForm; `form' is the VerdictItem. */
static void quote_begin(gpointer form, const Source* source,
                        const SourceStyle* style, const Lines* lines)
{
}

static void quote_line(gpointer form, const SourceLine* line)
{
   VerdictItem* item = form;

   if (line->number != item->place->line || item->source)
      return;
   char* text = g_strndup(line->text, MIN(line->length, MAX_QUOTE));
   if (*g_strstrip(g_strdelimit(text, "\t\r", ' ')) != '\0')
      item->source = text;
   else
      g_free(text);
}

static void quote_past_end(gpointer form, guint64 line, const Count* counts)
{
}

static void quote_end(gpointer form, gboolean past_end, const Count* no_line)
{
}

/* Sets the source of an item, if it can be read and was not changed after the
   run. */
static void quote(const Annotation* annotation, VerdictItem* item)
{
   static const SourceForm form    = {.begin    = quote_begin,
                                      .line     = quote_line,
                                      .past_end = quote_past_end,
                                      .end      = quote_end};
   const Options*          options = &annotation->options;
   SourceStyle             style   = {.events  = annotation->events,
                                      .profile = options->profiles->pdata[0]};
   guint                   n       = annotation->sum->costs->n_events;
   Count*                  sums    = g_new0(Count, n);
   Lines                   lines   = {0};
   GError*                 error   = NULL;
   Source                  source;

   if (source_find(&source, item->place->file->name, options->directories,
                   options->tree, options->scope, &error)
       && !source_is_newer(&source, annotation->sum->changed)
       && lines_add(&lines, n, (Position){.line = item->place->line}, sums) < 0)
      source_show(&source, &style, &lines, &form, item, sums, &error);
   g_clear_error(&error);
   lines_free(&lines);
   g_free(sums);
}

/*------------------------------------------------------------*/
/*--- Finding                                              ---*/
/*------------------------------------------------------------*/

/* Whether the source of a place was changed after the first profile. */
static gboolean was_changed(const Annotation* annotation, const Place* place)
{
   const Options* options = &annotation->options;
   GError*        error   = NULL;
   Source         source;
   gboolean       changed =
      source_find(&source, place->file->name, options->directories,
                  options->tree, options->scope, &error)
      && source_is_newer(&source, annotation->sum->before_changed);

   g_clear_error(&error);
   return changed;
}

/* Whether lines of a place's function got numbers that others had before, as
   far as that can be seen: some of them cost more now and others less, and the
   source is another one. */
static gboolean has_moved(const Annotation* annotation, const GArray* items,
                          const VerdictItem* item)
{
   for (guint i = 0; item->place && i < items->len; i++) {
      const VerdictItem* other = &g_array_index(items, VerdictItem, i);
      if (other->place && other->place->function == item->place->function
          && other->estimate < 0 && item->estimate > 0)
         return annotation->sum->renamed
                || was_changed(annotation, item->place);
   }
   return FALSE;
}

/* Says how lines that moved are matched, if nobody says where the old source
   is. */
static void find_moved(const Annotation* annotation, Verdict* verdict)
{
   const GArray* items = verdict->items;

   if (!annotation->options.diff || annotation->options.versions)
      return;
   for (guint i = 0; i < items->len && !verdict->hint; i++)
      if (has_moved(annotation, items, &g_array_index(items, VerdictItem, i)))
         verdict->hint = "Lines may have moved: --git or --old-source matches "
                         "them.";
}

/* Whether a program is one of those that run a script; a version may follow the
   name: "python3.13". */
static gboolean is_interpreter(const char* program)
{
   static const char* const names[] = {"python", "perl", "ruby", "node",
                                       "lua",    "php",  "java", "Rscript"};
   char*                    name    = g_path_get_basename(program);
   gboolean                 is      = FALSE;

   for (guint i = 0; i < G_N_ELEMENTS(names); i++)
      is |= g_str_has_prefix(name, names[i])
            && strspn(name + strlen(names[i]), "0123456789.")
                  == strlen(name + strlen(names[i]));
   g_free(name);
   return is;
}

/* Says whose code it is, if the command runs somebody's script. */
static void find_interpreter(const Annotation* annotation, Verdict* verdict)
{
   char** words =
      g_strsplit(reader_header_text(annotation->sum->header->cmd), " ", 2);

   if (!annotation->options.diff && words[0] && words[1]
       && is_interpreter(words[0]))
      verdict->hint = "The program is an interpreter: these are its own lines, "
                      "not its script's.";
   g_strfreev(words);
}

void advice_choose(const Annotation* annotation)
{
   verdict_event(annotation->events);
}

Verdict* advice_find(const Annotation* annotation)
{
   const Options* options = &annotation->options;
   const Sum*     sum     = annotation->sum;
   VerdictInput   input   = {.events    = annotation->events,
                             .costs     = sum->costs,
                             .totals    = sum->totals,
                             .before    = sum->before,
                             .own       = options->own,
                             .line_size = reader_line_size(sum->header),
                             .page      = options->page};
   Verdict*       verdict = verdict_find(&input);

   if (!verdict && options->wants_advice)
      message_fail(
         "--advice: Cycles is not defined as a sum of events that the "
         "profile has, or is 0");
   for (guint i = 0; verdict && i < verdict->items->len; i++) {
      VerdictItem* item = &g_array_index(verdict->items, VerdictItem, i);
      if (item->place)
         quote(annotation, item);
   }
   if (verdict) {
      find_moved(annotation, verdict);
      find_interpreter(annotation, verdict);
   }
   return verdict;
}
