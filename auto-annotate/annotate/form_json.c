/* SPDX-License-Identifier: GPL-2.0-or-later */
/* form_json.c: see form_json.h. */

#include "annotate/document.h"
#include "annotate/form_json.h"
#include "annotate/selection.h"
#include "render/json.h"

typedef struct {
   Form  form; /* first, so that a Form* is a FormJson* */
   Json* json;
} FormJson;

static Json* json_of(Form* form)
{
   return ((FormJson*)form)->json;
}

/* Adds a member with counts of all events to what is being built. */
static void add_json_counts(const Form* form, JsonBuilder* builder,
                            const char* name, const Count* counts)
{
   json_add_counts(builder, name, &form->annotation->columns, counts);
}

/* Writes such a member. */
static void write_json_counts(Form* form, const char* name, const Count* counts)
{
   json_write_counts(json_of(form), name, &form->annotation->columns, counts);
}

/*------------------------------------------------------------*/
/*--- The verdict                                          ---*/
/*------------------------------------------------------------*/

static void write_json_verdict(Form* form, const Verdict* verdict)
{
   document_write_verdict(json_of(form), verdict);
}

/*------------------------------------------------------------*/
/*--- Settings and totals                                  ---*/
/*------------------------------------------------------------*/

static gboolean shows_event(const Annotation* annotation, guint event)
{
   for (guint i = 0; i < annotation->shown->len; i++)
      if (g_array_index(annotation->shown, guint, i) == event)
         return TRUE;
   return FALSE;
}

static void write_json_events(const Annotation* annotation, Json* json)
{
   const Events* events = annotation->events;

   json_begin_array(json, "events");
   for (guint i = 0; i < events_number(events); i++) {
      JsonBuilder* builder = json_build(json);
      const char*  formula = events_formula(events, i);

      json_builder_begin_object(builder);
      json_add_text(builder, "name", events_name(events, i));
      if (formula)
         json_add_text(builder, "formula", formula);
      json_add_boolean(builder, "recorded", i < events_recorded(events));
      json_add_boolean(builder, "shown", shows_event(annotation, i));
      json_builder_end_object(builder);
      json_write(json, NULL);
   }
   json_end(json);
}

static void write_json_sort(const Annotation* annotation, Json* json)
{
   json_begin_array(json, "sort");
   for (guint i = 0; i < annotation->keys->len; i++) {
      const SortKey* key     = &g_array_index(annotation->keys, SortKey, i);
      JsonBuilder*   builder = json_build(json);

      json_builder_begin_object(builder);
      json_add_text(builder, "event",
                    events_name(annotation->events, key->event));
      json_add_number(builder, "threshold", key->threshold);
      json_builder_end_object(builder);
      json_write(json, NULL);
   }
   json_end(json);
}

static void write_json_settings(Form* form)
{
   const Annotation* annotation = form->annotation;
   const Header*     header     = annotation->sum->header;
   Json*             json       = json_of(form);

   document_write_texts(json, "profiles", annotation->options.profiles);
   json_write_text(json, "command", reader_header_text(header->cmd));
   document_write_texts(json, "description", header->desc);
   json_write_boolean(json, "difference", annotation->options.diff);
   json_write_boolean(json, "inclusive", annotation->options.inclusive);
   write_json_events(annotation, json);
   write_json_sort(annotation, json);
}

static void write_json_totals(Form* form, const FormTotals* totals)
{
   if (totals->before) {
      write_json_counts(form, "before", totals->before);
      write_json_counts(form, "after", totals->after);
   }
   write_json_counts(form, "totals", totals->totals);
}

/*------------------------------------------------------------*/
/*--- Functions                                            ---*/
/*------------------------------------------------------------*/

static void write_json_function(Form* form, const ViewRow* row)
{
   const Function* function = row->function;
   JsonBuilder*    builder  = json_build(json_of(form));

   json_builder_begin_object(builder);
   json_add_text(builder, "file", function->file->name);
   json_add_text(builder, "function", function->name);
   if (function->object)
      json_add_text(builder, "object", function->object);
   add_json_counts(form, builder, "counts", row->counts);
   json_builder_end_object(builder);
   json_write(json_of(form), NULL);
}

static void write_functions(Form* form, const char* name, const GPtrArray* rows)
{
   json_begin_array(json_of(form), name);
   for (guint i = 0; i < rows->len; i++)
      write_json_function(form, rows->pdata[i]);
   json_end(json_of(form));
}

static void write_groups(Form* form, const GPtrArray* rows)
{
   Json* json = json_of(form);

   json_begin_array(json, "groups");
   for (guint i = 0; i < rows->len; i++) {
      const ViewRow* row = rows->pdata[i];
      json_begin_object(json, NULL);
      json_write_text(json, "name", row->name);
      write_json_counts(form, "counts", row->counts);
      write_functions(form, "members", row->members);
      json_end(json);
   }
   json_end(json);
}

static void write_json_listing(Form* form, const Listing* listing)
{
   View view = form->annotation->options.view;

   json_write_text(json_of(form), "view", view_name(view));
   if (view <= VIEW_FUNCTION)
      write_functions(form, "functions", listing->rows);
   else
      write_groups(form, listing->rows);
}

/*------------------------------------------------------------*/
/*--- Calls                                                ---*/
/*------------------------------------------------------------*/

static void write_json_call_row(Form* form, const CallRow* row)
{
   JsonBuilder* builder = json_build(json_of(form));

   json_builder_begin_object(builder);
   json_add_integer(builder, "depth", row->depth);
   json_add_text(builder, "file", row->function->file->name);
   json_add_text(builder, "function", row->function->name);
   if (row->function->object)
      json_add_text(builder, "object", row->function->object);
   if (row->caller) {
      json_builder_set_member_name(builder, "from");
      json_builder_begin_object(builder);
      json_add_text(builder, "file", row->caller->file->name);
      json_add_text(builder, "function", row->caller->name);
      json_add_integer(builder, "line", row->line);
      json_builder_end_object(builder);
   }
   if (!row->inlined)
      json_add_integer(builder, "times", row->number);
   add_json_counts(form, builder, "inclusive", row->inclusive);
   if (row->own)
      add_json_counts(form, builder, "own", row->own);
   json_builder_end_object(builder);
   json_write(json_of(form), NULL);
}

static void write_json_calls(Form* form, const GArray* rows)
{
   View        view = form->annotation->options.view;
   const char* name = view == VIEW_TREE      ? "tree"
                      : view == VIEW_CALLERS ? "callers"
                                             : "callees";

   json_write_text(json_of(form), "view", name);
   json_begin_array(json_of(form), "calls");
   for (guint i = 0; i < rows->len; i++)
      write_json_call_row(form, &g_array_index(rows, CallRow, i));
   json_end(json_of(form));
}

/*------------------------------------------------------------*/
/*--- Sources                                              ---*/
/*------------------------------------------------------------*/

static void begin_json_sources(Form* form)
{
   json_begin_array(json_of(form), "sources");
}

/* Begins a source, up to its lines. */
static void begin_json_source(Form* form, const FormSource* shown)
{
   Json*         json   = json_of(form);
   const Source* source = shown->source;

   json_begin_object(json, NULL);
   json_write_text(json, "file", source->name);
   json_write_text(json, "path", source->path);
   json_write_boolean(json, "found", TRUE);
   json_write_boolean(json, "newer_than_profile",
                      source_is_newer(source, form->annotation->sum->changed));
   json_begin_array(json, "lines");
   if (!shown->namesakes)
      return;
   json_end(json);
   json_write_null(json, "without_line");
   json_end(json);
}

static void begin_json_lines(gpointer form, const Source* source,
                             const SourceStyle* style, const Lines* lines)
{
}

/* Adds what is below a line: a function that was inlined or called there, or an
   instruction. */
static void add_json_detail(const Form* form, JsonBuilder* builder,
                            const SourceDetail* detail)
{
   json_builder_begin_object(builder);
   if (detail->call) {
      const Function* callee = detail->call->callee;
      json_add_text(builder, "kind", "call");
      json_add_boolean(builder, "inlined", detail->call->inlined);
      if (!detail->call->inlined)
         json_add_integer(builder, "times", detail->call->number);
      json_add_text(builder, "file", callee->file->name);
      json_add_text(builder, "function", callee->name);
   } else {
      char* address =
         g_strdup_printf("0x%" G_GINT64_MODIFIER "x", detail->address);
      json_add_text(builder, "kind", "instruction");
      json_add_text(builder, "address", address);
      if (detail->instruction)
         json_add_text(builder, "text", detail->instruction);
      g_free(address);
   }
   add_json_counts(form, builder, "counts", detail->counts);
   json_builder_end_object(builder);
}

static void write_json_line(gpointer form, const SourceLine* line)
{
   JsonBuilder* builder = json_build(json_of(form));

   json_builder_begin_object(builder);
   json_add_integer(builder, "line", line->number);
   add_json_counts(form, builder, "counts", line->counts);
   json_add_text_length(builder, "text", line->text, line->length);
   if (line->n_details > 0) {
      json_builder_set_member_name(builder, "details");
      json_builder_begin_array(builder);
      for (guint i = 0; i < line->n_details; i++)
         add_json_detail(form, builder, &line->details[i]);
      json_builder_end_array(builder);
   }
   json_builder_end_object(builder);
   json_write(json_of(form), NULL);
}

static void write_json_past_end(gpointer form, guint64 line,
                                const Count* counts)
{
   JsonBuilder* builder = json_build(json_of(form));

   json_builder_begin_object(builder);
   json_add_integer(builder, "line", line);
   add_json_counts(form, builder, "counts", counts);
   json_add_null(builder, "text");
   json_builder_end_object(builder);
   json_write(json_of(form), NULL);
}

static void end_json_lines(gpointer form, gboolean past_end,
                           const Count* no_line)
{
   json_end(json_of(form));
   write_json_counts(form, "without_line", no_line);
   json_end(json_of(form));
}

static const SourceForm source_lines = {.begin    = begin_json_lines,
                                        .line     = write_json_line,
                                        .past_end = write_json_past_end,
                                        .end      = end_json_lines};

/* Writes the sources that cannot be read, and ends the list of sources. */
static void write_json_missing(Form* form, const GArray* missing)
{
   Json* json = json_of(form);

   for (guint i = 0; i < missing->len; i++) {
      const FormMissing* one = &g_array_index(missing, FormMissing, i);

      json_begin_object(json, NULL);
      json_write_text(json, "file", one->name);
      json_write_null(json, "path");
      json_write_boolean(json, "found", FALSE);
      if (one->why)
         json_write_text(json, "problem", one->why);
      json_write_boolean(json, "newer_than_profile", FALSE);
      json_begin_array(json, "lines");
      json_end(json);
      json_write_null(json, "without_line");
      json_end(json);
   }
   json_end(json);
}

static void write_json_summary(Form* form, const FormSummaryRow* rows, guint n)
{
   json_begin_object(json_of(form), "summary");
   for (guint i = 0; i < n; i++)
      write_json_counts(form, rows[i].key, rows[i].counts);
   json_end(json_of(form));
}

static void write_json_annotated(Form* form, const Count* counts)
{
   write_json_counts(form, "annotated", counts);
}

static void finish(Form* form)
{
   json_close(json_of(form));
}

Form* form_json_new(const Annotation* annotation)
{
   FormJson* form = g_new0(FormJson, 1);

   form->form = (Form){.annotation    = annotation,
                       .verdict       = write_json_verdict,
                       .settings      = write_json_settings,
                       .totals        = write_json_totals,
                       .listing       = write_json_listing,
                       .calls         = write_json_calls,
                       .begin_sources = begin_json_sources,
                       .begin_source  = begin_json_source,
                       .lines         = &source_lines,
                       .missing       = write_json_missing,
                       .summary       = write_json_summary,
                       .annotated     = write_json_annotated,
                       .finish        = finish};
   json_check_events(&annotation->columns);
   form->json = json_open(annotation->output);
   json_write_text(form->json, "format", "cachegrind-annotation");
   json_write_integer(form->json, "version", FORM_JSON_VERSION);
   return &form->form;
}
