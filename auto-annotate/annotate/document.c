/* SPDX-License-Identifier: GPL-2.0-or-later */
/* document.c: see document.h. */

#include "annotate/document.h"

void document_write_texts(Json* json, const char* name, const GPtrArray* texts)
{
   json_begin_array(json, name);
   for (guint i = 0; i < texts->len; i++)
      json_write_text(json, NULL, reader_header_text(texts->pdata[i]));
   json_end(json);
}

static void write_advice_item(Json* json, const AdviceItem* item)
{
   JsonBuilder* builder = json_build(json);
   const Place* place   = item->place;

   json_builder_begin_object(builder);
   json_add_number(builder, "estimate", item->estimate);
   if (place) {
      json_add_text(builder, "file", place->file->name);
      json_add_integer(builder, "line", place->line);
      json_add_text(builder, "function", place->function->name);
   } else
      json_add_text(builder, "what", item->what);
   json_add_text(builder, "help", item->help);
   json_builder_end_object(builder);
   json_write(json, NULL);
}

void document_write_advice(Json* json, const GPtrArray* lists)
{
   json_begin_array(json, "advice");
   for (guint i = 0; i < lists->len; i++) {
      const Advice* advice = lists->pdata[i];
      json_begin_object(json, NULL);
      json_write_text(json, "title", advice->title);
      json_write_number(json, "total", advice->total);
      json_begin_array(json, "places");
      for (guint j = 0; j < advice->items->len; j++)
         write_advice_item(json, &g_array_index(advice->items, AdviceItem, j));
      json_end(json);
      if (advice->lacks)
         json_write_text(json, "lacks", advice->lacks);
      json_end(json);
   }
   json_end(json);
}
