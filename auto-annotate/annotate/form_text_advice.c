/* SPDX-License-Identifier: GPL-2.0-or-later */
/* form_text_advice.c: where to look first, as text. */

#include <string.h>

#include "annotate/form_text.h"
#include "annotate/layout.h"

#define INDENT     "         "
#define TEXT_WIDTH 78

/* Writes text in lines of at most TEXT_WIDTH columns, each after `indent'. */
static void write_wrapped(Output* output, const char* indent, const char* text)
{
   gsize  width = TEXT_WIDTH - strlen(indent);
   char** words = g_strsplit(text, " ", -1);
   gsize  used  = 0;

   for (char** word = words; *word; word++) {
      gsize length = strlen(*word);
      if (used > 0 && used + 1 + length > width) {
         output_literal(output, "\n");
         used = 0;
      }
      output_literal(output, used > 0 ? " " : indent);
      output_string(output, *word);
      used += (used > 0) + length;
   }
   output_literal(output, "\n");
   g_strfreev(words);
}

/* Writes what an item is: a line of the program, or other code. */
static void write_advice_place(const Annotation* annotation,
                               const AdviceItem* item)
{
   Output*      output = annotation->output;
   const Place* place  = item->place;

   if (!place) {
      output_literal(output, item->what);
      output_literal(output, "\n");
      return;
   }
   char* line = g_strdup_printf(":%" G_GUINT64_FORMAT " (", place->line);
   output_string(output, place->file->name);
   output_literal(output, line);
   names_write(output, place->function->name, annotation->options.names);
   output_literal(output, ")\n");
   g_free(line);
}

static void write_item(const Annotation* annotation, const Advice* advice,
                       const AdviceItem* item)
{
   char* share = g_strdup_printf("%6.1f%%  ", advice_share(advice, item));

   output_literal(annotation->output, share);
   write_advice_place(annotation, item);
   write_wrapped(annotation->output, INDENT, item->help);
   g_free(share);
}

static void write_advice_list(const Annotation* annotation,
                              const Advice*     advice)
{
   Output* output = annotation->output;

   layout_rule(output);
   write_wrapped(output, "", advice->title);
   layout_rule(output);
   for (guint i = 0; i < advice->items->len; i++)
      write_item(annotation, advice,
                 &g_array_index(advice->items, AdviceItem, i));
   if (advice->lacks)
      write_wrapped(output, "", advice->lacks);
   output_literal(output, "\n");
}

void form_text_advice_write(Form* form, const GPtrArray* lists)
{
   for (guint i = 0; i < lists->len; i++)
      write_advice_list(form->annotation, lists->pdata[i]);
}
