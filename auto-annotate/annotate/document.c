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

/* Adds the causes of a line. */
static void add_causes(JsonBuilder* builder, const VerdictItem* item)
{
   json_builder_set_member_name(builder, "causes");
   json_builder_begin_array(builder);
   for (guint i = 0; i < item->n_causes; i++) {
      const Cause* cause = &item->causes[i];
      json_builder_begin_object(builder);
      json_add_text(builder, "cause", cause->name);
      json_add_number(builder, "share", cause->share);
      if (cause->text)
         json_add_text(builder, "text", cause->text);
      if (cause->remedy)
         json_add_text(builder, "remedy", cause->remedy);
      json_builder_end_object(builder);
   }
   json_builder_end_array(builder);
}

/* Adds a line, and the function of a library that it calls and pays most for.
 */
static void add_place(JsonBuilder* builder, const VerdictItem* item)
{
   const Place* place = item->place;

   json_add_text(builder, "file", place->file->name);
   json_add_integer(builder, "line", place->line);
   json_add_text(builder, "function", place->function->name);
   if (item->source)
      json_add_text(builder, "source", item->source);
   if (place->bill.called_cost != 0) {
      json_add_text(builder, "called", place->bill.called->name);
      json_add_number(builder, "called_estimate", place->bill.called_cost);
   }
   add_causes(builder, item);
}

static void write_verdict_item(Json* json, const VerdictItem* item)
{
   JsonBuilder* builder = json_build(json);

   json_builder_begin_object(builder);
   json_add_number(builder, "estimate", item->estimate);
   if (item->place)
      add_place(builder, item);
   else
      json_add_text(builder, "what", item->what);
   if (item->hint)
      json_add_text(builder, "hint", item->hint);
   json_builder_end_object(builder);
   json_write(json, NULL);
}

void document_write_verdict(Json* json, const Verdict* verdict)
{
   json_begin_object(json, "verdict");
   json_write_text(json, "formula", verdict->formula);
   json_write_number(json, "total", verdict->total);
   if (verdict->more != 0)
      json_write_number(json, "more", verdict->more);
   if (verdict->error > 0)
      json_write_number(json, "error", verdict->error);
   json_begin_array(json, "places");
   for (guint i = 0; i < verdict->items->len; i++)
      write_verdict_item(json, &g_array_index(verdict->items, VerdictItem, i));
   json_end(json);
   if (verdict->lacks)
      json_write_text(json, "lacks", verdict->lacks);
   if (verdict->hint)
      json_write_text(json, "hint", verdict->hint);
   json_end(json);
}
