/* SPDX-License-Identifier: GPL-2.0-or-later */
/* form_page.c: see form_page.h. */

#include <string.h>

#include "annotate/details.h"
#include "annotate/document.h"
#include "annotate/form_page.h"
#include "annotate/owners.h"
#include "annotate/page_calls.h"
#include "annotate/selection.h"
#include "compare/pairing.h"
#include "lib/hash.h"
#include "lib/message.h"
#include "lib/names.h"
#include "render/utf8.h"

typedef struct {
   Form            form; /* first, so that a Form* is a FormPage* */
   Json*           json;
   const Coverage* coverage;
   Details*        details;   /* of sources that are not shown */
   PageCalls*      calls;     /* NULL: the profile has none */
   GHashTable*     functions; /* const Function* -> index + 1 */
   GHashTable*     others;    /* the same of those that only calls name */
   GPtrArray*      named;     /* those, in their order */
   GHashTable*     files;     /* const File* -> index + 1 */
   guint           n_files;
   GHashTable*     long_names; /* by pointer: the number of its array + 1 */

   /* Of the source that is being written. */
   const File*   file;
   GHashTable*   changed; /* of PairingTexts, of this file; or NULL */
   Owners*       owners;
   const GArray* shown_details; /* SourceDetail, by line; or NULL */
   guint         at;            /* the first of them that is not written */
   guint64       next;          /* the number that the next line has if none is
                                   written */
   gboolean past_end; /* a line was written that the source does not have */
} FormPage;

static FormPage* page_of(gpointer form)
{
   return form;
}

static const Annotation* annotation_of(const FormPage* page)
{
   return page->form.annotation;
}

/* Adds the counts of all events to the array that is being built. */
static void add_page_counts(const FormPage* page, JsonBuilder* builder,
                            const Count* counts)
{
   json_add_exact_counts(builder, &annotation_of(page)->columns, counts);
}

/* Adds them as an array of their own. */
static void add_page_row(const FormPage* page, JsonBuilder* builder,
                         const Count* counts)
{
   json_builder_begin_array(builder);
   add_page_counts(page, builder, counts);
   json_builder_end_array(builder);
}

/* Writes such an array as a member. */
static void write_page_row(FormPage* page, const char* name,
                           const Count* counts)
{
   add_page_row(page, json_build(page->json), counts);
   json_write(page->json, name);
}

/* In bytes: a longer name is on the page once. */
#define LONG_NAME 1000

/* Adds the number of a long name, one of the profile's own texts, that was
   added before; else returns FALSE.  Then its array has to follow. */
static gboolean add_long_again(const FormPage* page, JsonBuilder* builder,
                               const char* name)
{
   guint number = GPOINTER_TO_UINT(g_hash_table_lookup(page->long_names, name));

   if (number > 0)
      json_add_integer(builder, NULL, number - 1);
   else
      g_hash_table_insert(
         page->long_names, (gpointer)name,
         GUINT_TO_POINTER(g_hash_table_size(page->long_names) + 1));
   return number > 0;
}

/* Adds a function's name and a shorter one, or null if there is none. */
static void add_both_names(JsonBuilder* builder, const char* name)
{
   char* short_name = names_short(name, "\u2026");

   json_add_text(builder, NULL, name);
   if (strcmp(short_name, name) != 0)
      json_add_text(builder, NULL, short_name);
   else
      json_add_null(builder, NULL);
   g_free(short_name);
}

/* The same; of a long name, the first is an array of both or a number. */
static void add_names(const FormPage* page, JsonBuilder* builder,
                      const char* name)
{
   if (strlen(name) <= LONG_NAME) {
      add_both_names(builder, name);
      return;
   }
   if (!add_long_again(page, builder, name)) {
      json_builder_begin_array(builder);
      add_both_names(builder, name);
      json_builder_end_array(builder);
   }
   json_add_null(builder, NULL);
}

/* Adds the name of a file; a long one is an array of it or a number. */
static void add_file_name(const FormPage* page, JsonBuilder* builder,
                          const char* name)
{
   if (strlen(name) <= LONG_NAME)
      json_add_text(builder, NULL, name);
   else if (!add_long_again(page, builder, name)) {
      json_builder_begin_array(builder);
      json_add_text(builder, NULL, name);
      json_builder_end_array(builder);
   }
}

/*------------------------------------------------------------*/
/*--- The head                                             ---*/
/*------------------------------------------------------------*/

static void write_page_verdict(Form* form, const Verdict* verdict)
{
   document_write_verdict(page_of(form)->json, verdict);
}

static void write_event(Json* json, const Events* events, guint event)
{
   JsonBuilder* builder = json_build(json);
   const char*  formula = events_formula(events, event);
   const char*  title   = events_long_name(events, event);

   json_builder_begin_object(builder);
   json_add_text(builder, "name", events_name(events, event));
   if (formula)
      json_add_text(builder, "formula", formula);
   if (title)
      json_add_text(builder, "title", title);
   json_add_boolean(builder, "linear", events_is_linear(events, event));
   json_builder_end_object(builder);
   json_write(json, NULL);
}

/* Writes the events that are shown, and which of them is sorted by. */
static void write_page_events(const Annotation* annotation, Json* json)
{
   guint first = g_array_index(annotation->keys, SortKey, 0).event;
   guint sort  = 0;

   json_begin_array(json, "events");
   for (guint i = 0; i < annotation->shown->len; i++) {
      guint event = g_array_index(annotation->shown, guint, i);
      write_event(json, annotation->events, event);
      if (event == first)
         sort = i;
   }
   json_end(json);
   json_write_integer(json, "sort", sort);
}

static void write_versions(Json* json, const Versions* versions)
{
   json_begin_array(json, "versions");
   json_write_text(json, NULL, versions_name(versions, VERSIONS_OLD));
   json_write_text(json, NULL, versions_name(versions, VERSIONS_NEW));
   json_end(json);
}

static void write_page_settings(Form* form)
{
   const Annotation* annotation = form->annotation;
   const Options*    options    = &annotation->options;
   Json*             json       = page_of(form)->json;

   document_write_texts(json, "profiles", options->profiles);
   json_write_text(json, "command",
                   reader_header_text(annotation->sum->header->cmd));
   document_write_texts(json, "description", annotation->sum->header->desc);
   json_write_boolean(json, "difference", options->diff);
   if (options->versions)
      write_versions(json, options->versions);
   write_page_events(annotation, json);
}

static void write_page_totals(Form* form, const FormTotals* totals)
{
   if (totals->before) {
      write_page_row(page_of(form), "before", totals->before);
      write_page_row(page_of(form), "after", totals->after);
   }
   write_page_row(page_of(form), "totals", totals->totals);
}

/*------------------------------------------------------------*/
/*--- Functions                                            ---*/
/*------------------------------------------------------------*/

/* Gives the functions that are listed their indices. */
static void number_functions(FormPage* page)
{
   guint n = 0;

   for (guint i = 0; i < page->coverage->rows->len; i++) {
      const CoverageRow* row =
         &g_array_index(page->coverage->rows, CoverageRow, i);
      if (row->listed)
         g_hash_table_insert(page->functions, row->function,
                             GUINT_TO_POINTER(++n));
   }
}

/* Gives a function of a call an index after those, unless it has one. */
static void number_other(FormPage* page, const Function* function)
{
   if (g_hash_table_contains(page->functions, function)
       || g_hash_table_contains(page->others, function))
      return;
   g_ptr_array_add(page->named, (gpointer)function);
   g_hash_table_insert(
      page->others, (gpointer)function,
      GUINT_TO_POINTER(g_hash_table_size(page->functions) + page->named->len));
}

static void number_others(FormPage* page)
{
   const PageCalls* calls = page->calls;

   for (guint i = 0; i < calls->calls->len; i++) {
      const PageCall* call = &g_array_index(calls->calls, PageCall, i);
      number_other(page, call->caller);
      number_other(page, call->callee);
   }
   for (guint i = 0; i < calls->contexts->len; i++) {
      const Function* function =
         g_array_index(calls->contexts, PageContext, i).function;
      if (function)
         number_other(page, function);
   }
}

/* Writes the name of an object, if it is a new one, and notes its index + 1. */
static void write_object(const FormPage* page, GHashTable* objects,
                         const char* object)
{
   if (!object || g_hash_table_contains(objects, object))
      return;
   g_hash_table_insert(objects, (gpointer)object,
                       GUINT_TO_POINTER(g_hash_table_size(objects) + 1));
   json_write_text(page->json, NULL, object);
}

/* Writes names, each once, and returns their indices + 1. */
static GHashTable* write_objects(const FormPage* page)
{
   GHashTable*   objects = g_hash_table_new(hash_text, g_str_equal);
   const GArray* rows    = page->coverage->rows;
   const GArray* rest    = page->coverage->rest;

   json_begin_array(page->json, "objects");
   for (guint i = 0; i < rows->len; i++)
      write_object(page, objects,
                   g_array_index(rows, CoverageRow, i).function->object);
   for (guint i = 0; i < rest->len; i++)
      write_object(page, objects, g_array_index(rest, CoverageRest, i).object);
   for (guint i = 0; i < page->named->len; i++)
      write_object(page, objects, ((Function*)page->named->pdata[i])->object);
   json_end(page->json);
   return objects;
}

/* Notes the number of a file and writes its name, if it is a new one. */
static void write_file(FormPage* page, const File* file)
{
   if (g_hash_table_contains(page->files, file))
      return;
   g_hash_table_insert(page->files, (gpointer)file,
                       GUINT_TO_POINTER(++page->n_files));
   json_write_text(page->json, NULL, file->name);
}

/* Writes the files of the functions that have an index. */
static void write_files(FormPage* page)
{
   json_begin_array(page->json, "files");
   for (guint i = 0; i < page->coverage->rows->len; i++) {
      const CoverageRow* row =
         &g_array_index(page->coverage->rows, CoverageRow, i);
      if (row->listed)
         write_file(page, row->function->file);
   }
   for (guint i = 0; i < page->named->len; i++)
      write_file(page, ((Function*)page->named->pdata[i])->file);
   json_end(page->json);
}

/* Adds the index of an object, or null. */
static void add_page_object(JsonBuilder* builder, GHashTable* objects,
                            const char* object)
{
   if (object)
      json_add_integer(builder, NULL,
                       GPOINTER_TO_UINT(g_hash_table_lookup(objects, object))
                          - 1);
   else
      json_add_null(builder, NULL);
}

static guint file_index(const FormPage* page, const File* file)
{
   return GPOINTER_TO_UINT(g_hash_table_lookup(page->files, file)) - 1;
}

/* Begins the array of a function, and adds where it is. */
static JsonBuilder* begin_function(FormPage* page, const Function* function,
                                   GHashTable* objects)
{
   JsonBuilder* builder = json_build(page->json);

   json_builder_begin_array(builder);
   add_names(page, builder, function->name);
   json_add_integer(builder, NULL, file_index(page, function->file));
   add_page_object(builder, objects, function->object);
   return builder;
}

static void write_page_function(FormPage* page, const CoverageRow* row,
                                GHashTable* objects)
{
   JsonBuilder* builder = begin_function(page, row->function, objects);

   add_page_row(page, builder, row->counts);
   if (row->inclusive)
      add_page_row(page, builder, row->inclusive);
   json_builder_end_array(builder);
   json_write(page->json, NULL);
}

static void write_page_rest(FormPage* page, GHashTable* objects)
{
   json_begin_array(page->json, "rest");
   for (guint i = 0; i < page->coverage->rest->len; i++) {
      const CoverageRest* rest =
         &g_array_index(page->coverage->rest, CoverageRest, i);
      JsonBuilder* builder = json_build(page->json);

      json_builder_begin_array(builder);
      add_page_object(builder, objects, rest->object);
      json_add_integer(builder, NULL, rest->n);
      add_page_row(page, builder, rest->counts);
      json_builder_end_array(builder);
      json_write(page->json, NULL);
   }
   json_end(page->json);
}

/*------------------------------------------------------------*/
/*--- Calls                                                ---*/
/*------------------------------------------------------------*/

/* Returns the index of a function, or -1 if it is NULL. */
static int function_index(const FormPage* page, const Function* function)
{
   gpointer index = g_hash_table_lookup(page->functions, function);

   return GPOINTER_TO_INT(index ? index
                                : g_hash_table_lookup(page->others, function))
          - 1;
}

/* Writes the functions that only calls name. */
static void write_others(FormPage* page, GHashTable* objects)
{
   json_begin_array(page->json, "others");
   for (guint i = 0; i < page->named->len; i++) {
      json_builder_end_array(
         begin_function(page, page->named->pdata[i], objects));
      json_write(page->json, NULL);
   }
   json_end(page->json);
}

/* Adds what a function has besides. */
static void add_called(const FormPage* page, JsonBuilder* builder,
                       const Function* function)
{
   PageCalled called = page_calls_called(page->calls, function);

   json_builder_begin_array(builder);
   json_add_exact(builder, called.number);
   json_add_integer(builder, NULL, called.left_caller);
   json_add_integer(builder, NULL, called.left_callee);
   json_builder_end_array(builder);
}

/* Writes it for all functions, in the order of their indices. */
static void write_called(FormPage* page)
{
   JsonBuilder* builder = json_build(page->json);

   json_builder_begin_array(builder);
   for (guint i = 0; i < page->coverage->rows->len; i++) {
      const CoverageRow* row =
         &g_array_index(page->coverage->rows, CoverageRow, i);
      if (row->listed)
         add_called(page, builder, row->function);
   }
   for (guint i = 0; i < page->named->len; i++)
      add_called(page, builder, page->named->pdata[i]);
   json_builder_end_array(builder);
   json_write(page->json, "called");
}

/* Adds how often a function was called; nobody knows it of inlined code. */
static void add_times(JsonBuilder* builder, gboolean inlined, Count number)
{
   if (inlined)
      json_add_null(builder, NULL);
   else
      json_add_exact(builder, number);
}

static void write_call(FormPage* page, const PageCall* call)
{
   JsonBuilder* builder = json_build(page->json);

   json_builder_begin_array(builder);
   json_add_integer(builder, NULL, function_index(page, call->caller));
   json_add_exact(builder, call->line);
   json_add_integer(builder, NULL, function_index(page, call->callee));
   add_times(builder, call->inlined, call->number);
   json_add_integer(builder, NULL, call->inlined);
   add_page_counts(page, builder, call->counts);
   json_builder_end_array(builder);
   json_write(page->json, NULL);
}

/* Writes a context, with how far above it its parent is: small numbers make a
   small page. */
static void write_context(FormPage* page, guint index)
{
   JsonBuilder*       builder = json_build(page->json);
   const PageContext* context =
      &g_array_index(page->calls->contexts, PageContext, index);

   json_builder_begin_array(builder);
   json_add_integer(builder, NULL, function_index(page, context->function));
   json_add_integer(builder, NULL,
                    context->parent < 0 ? 0 : index - context->parent);
   json_add_exact(builder, context->number);
   add_page_counts(page, builder, context->counts);
   if (context->after)
      add_page_counts(page, builder, context->after);
   json_builder_end_array(builder);
   json_write(page->json, NULL);
}

static void write_calls_and_contexts(FormPage* page, GHashTable* objects)
{
   const PageCalls* calls = page->calls;

   write_others(page, objects);
   write_called(page);
   json_begin_array(page->json, "calls");
   for (guint i = 0; i < calls->calls->len; i++)
      write_call(page, &g_array_index(calls->calls, PageCall, i));
   json_end(page->json);
   json_begin_array(page->json, "contexts");
   for (guint i = 0; i < calls->contexts->len; i++)
      write_context(page, i);
   json_end(page->json);
}

/*------------------------------------------------------------*/
/*--- The listing                                          ---*/
/*------------------------------------------------------------*/

/* The coverage has the functions; `listing' is not used. */
static void write_page_listing(Form* form, const Listing* listing)
{
   FormPage* page = page_of(form);

   number_functions(page);
   if (page->calls)
      number_others(page);
   GHashTable* objects = write_objects(page);
   write_files(page);
   json_begin_array(page->json, "functions");
   for (guint i = 0; i < page->coverage->rows->len; i++) {
      const CoverageRow* row =
         &g_array_index(page->coverage->rows, CoverageRow, i);
      if (!row->listed)
         continue;
      if (row->lines)
         owners_choose(page->owners, row->function);
      write_page_function(page, row, objects);
   }
   json_end(page->json);
   write_page_rest(page, objects);
   if (page->calls)
      write_calls_and_contexts(page, objects);
   g_hash_table_destroy(objects);
}

/*------------------------------------------------------------*/
/*--- Lines                                                ---*/
/*------------------------------------------------------------*/

/* Adds the counts of the recorded events to an array that is being built. */
static void add_derived(const FormPage* page, JsonBuilder* builder,
                        const Count* recorded)
{
   const Count* counts = selection_derive(annotation_of(page), recorded);

   add_page_counts(page, builder, counts);
   if (counts != recorded)
      g_free((gpointer)counts);
}

/* Adds what each function has at a line, and the sum of several. */
static void add_owners(const FormPage* page, JsonBuilder* builder, guint64 line)
{
   const Owner* owners;
   guint        n = owners_at(page->owners, line, &owners);

   json_builder_set_member_name(builder, "f");
   json_builder_begin_array(builder);
   for (guint i = 0; i < n; i++) {
      gpointer index = g_hash_table_lookup(page->functions, owners[i].function);
      json_builder_begin_array(builder);
      json_add_integer(builder, NULL, GPOINTER_TO_INT(index) - 1);
      add_derived(page, builder, owners_counts(page->owners, &owners[i]));
      json_builder_end_array(builder);
   }
   json_builder_end_array(builder);
   if (n > 1) {
      Count* sum = owners_sum(page->owners, owners, n);
      json_builder_set_member_name(builder, "s");
      json_builder_begin_array(builder);
      add_derived(page, builder, sum);
      json_builder_end_array(builder);
      g_free(sum);
   }
}

/* What was inlined into a line from one function, or called there: with
   instructions, there is a call for each of them. */
typedef struct {
   const Function* callee;
   Count           number;
   Count*          counts; /* by recorded event */
} LineCall;

/* Adds a call to the others of the same function; `places' has the function's
   place in `all', from 1 on. */
static void add_line_call(const FormPage* page, GArray* all, GHashTable* places,
                          const CostsCall* call)
{
   guint n     = events_recorded(annotation_of(page)->events);
   guint place = GPOINTER_TO_UINT(g_hash_table_lookup(places, call->callee));

   if (place == 0) {
      LineCall one = {.callee = call->callee,
                      .number = call->number,
                      .counts = count_copy_all(call->counts, n)};
      g_array_append_val(all, one);
      g_hash_table_insert(places, call->callee, GUINT_TO_POINTER(all->len));
   } else {
      LineCall* one = &g_array_index(all, LineCall, place - 1);
      if (count_add_all(one->counts, call->counts, n) >= 0
          || !count_add(&one->number, call->number))
         costs_fail_full(call->callee);
   }
}

static void free_line_call(gpointer call)
{
   g_free(((LineCall*)call)->counts);
}

/* Whether functions were inlined into a line, or called there. */
static gboolean has_calls(const SourceLine* line, gboolean inlined)
{
   for (guint i = 0; i < line->n_details; i++)
      if (line->details[i].call && line->details[i].call->inlined == inlined)
         return TRUE;
   return FALSE;
}

/* Adds the functions that were inlined into a line, or those that were called
   there, if there are any. */
static void add_page_calls(const FormPage* page, JsonBuilder* builder,
                           const SourceLine* line, gboolean inlined)
{
   if (!has_calls(line, inlined))
      return;

   GArray*     all    = g_array_new(FALSE, FALSE, sizeof(LineCall));
   GHashTable* places = g_hash_table_new(NULL, NULL);

   g_array_set_clear_func(all, free_line_call);
   for (guint i = 0; i < line->n_details; i++)
      if (line->details[i].call && line->details[i].call->inlined == inlined)
         add_line_call(page, all, places, line->details[i].call);
   g_hash_table_destroy(places);
   json_builder_set_member_name(builder, inlined ? "i" : "k");
   json_builder_begin_array(builder);
   for (guint i = 0; i < all->len; i++) {
      const LineCall* one = &g_array_index(all, LineCall, i);
      json_builder_begin_array(builder);
      add_times(builder, inlined, one->number);
      add_names(page, builder, one->callee->name);
      /* A source of one long name can have thousands of calls. */
      if (one->callee->file == page->file)
         json_add_null(builder, NULL);
      else
         add_file_name(page, builder, one->callee->file->name);
      add_derived(page, builder, one->counts);
      json_builder_end_array(builder);
   }
   json_builder_end_array(builder);
   g_array_free(all, TRUE);
}

static void add_page_instruction(const FormPage* page, JsonBuilder* builder,
                                 const SourceDetail* detail)
{
   char* address = g_strdup_printf("%" G_GINT64_MODIFIER "x", detail->address);

   json_builder_begin_array(builder);
   json_add_text(builder, NULL, address);
   json_add_text(builder, NULL, detail->instruction ? detail->instruction : "");
   add_page_counts(page, builder, detail->counts);
   json_builder_end_array(builder);
   g_free(address);
}

/* Adds the instructions of a line, if there are any. */
static void add_page_instructions(const FormPage* page, JsonBuilder* builder,
                                  const SourceLine* line)
{
   gboolean any = FALSE;

   for (guint i = 0; i < line->n_details; i++) {
      if (line->details[i].call)
         continue;
      if (!any) {
         json_builder_set_member_name(builder, "c");
         json_builder_begin_array(builder);
      }
      any = TRUE;
      add_page_instruction(page, builder, &line->details[i]);
   }
   if (any)
      json_builder_end_array(builder);
}

/* Writes the number of a line, if it is not the next one. */
static void write_page_number(FormPage* page, guint64 number)
{
   if (number != page->next)
      json_write_integer(page->json, NULL, number);
   page->next = number + 1;
}

/* Adds where a line was in the version before. */
static void add_removed(JsonBuilder* builder, const LineMapRemoved* removed)
{
   json_add_integer(builder, "r", removed->number);
   json_add_integer(builder, "a", removed->after);
   if (removed->text)
      json_add_text(builder, "t", removed->text);
   else
      json_add_null(builder, "t");
}

/* Adds what a line said before that was changed. */
static void add_old_text(const FormPage* page, JsonBuilder* builder,
                         const SourceLine* line)
{
   const GString* text = page->changed && line->text
                            ? g_hash_table_lookup(page->changed, &line->number)
                            : NULL;

   if (text)
      json_add_text_length(builder, "o", text->str, text->len - 1);
}

/* Writes a line with counts.  `line->counts' include what was inlined or called
   there.
   `removed' is NULL unless it was removed. */
static void write_counted(FormPage* page, const SourceLine* line,
                          const LineMapRemoved* removed)
{
   JsonBuilder* builder = json_build(page->json);

   json_builder_begin_object(builder);
   if (removed)
      add_removed(builder, removed);
   else if (line->text)
      json_add_text_length(builder, "t", line->text, line->length);
   else
      json_add_null(builder, "t");
   add_old_text(page, builder, line);
   add_owners(page, builder, line->number);
   if (has_calls(line, TRUE) || has_calls(line, FALSE)) {
      json_builder_set_member_name(builder, "w");
      add_page_row(page, builder, line->counts);
   }
   /* The page finds others among its calls. */
   if (!page->calls || removed) {
      add_page_calls(page, builder, line, TRUE);
      add_page_calls(page, builder, line, FALSE);
   }
   add_page_instructions(page, builder, line);
   json_builder_end_object(builder);
   json_write(page->json, NULL);
}

static void write_page_line(gpointer form, const SourceLine* line)
{
   FormPage* page = form;

   if (!owners_are_near(page->owners, line->number,
                        annotation_of(page)->options.context))
      return;
   write_page_number(page, line->number);
   if (line->counts)
      write_counted(page, line, NULL);
   else {
      char* text = utf8_from_bytes(line->text, line->length);
      json_write_text(page->json, NULL, text);
      g_free(text);
   }
}

/* Returns what is known of a removed line that these are the counts of; or NULL
   if they are of another. */
static const LineMapRemoved* find_removed_line(const FormPage* page,
                                               guint64         number)
{
   const PairingTexts* texts = annotation_of(page)->sum->texts;

   return texts && number >= PAIRING_REMOVED ? &g_array_index(
             texts->removed, LineMapRemoved, number - PAIRING_REMOVED)
                                             : NULL;
}

/* Sets the details of a line.  Lines are asked for in their order. */
static void set_details(FormPage* page, SourceLine* line)
{
   const GArray* details = page->shown_details;

   /* An empty array has no data to point into. */
   if (!details || details->len == 0)
      return;
   const SourceDetail* all = (const SourceDetail*)details->data;
   while (page->at < details->len && all[page->at].line < line->number)
      page->at++;
   line->details = all + page->at;
   while (page->at + line->n_details < details->len
          && line->details[line->n_details].line == line->number)
      line->n_details++;
}

/* Writes a line whose text is not known, or that was removed, if a function
   that is chosen has it. */
static void write_without_text(FormPage* page, guint64 number,
                               const Count* counts)
{
   const LineMapRemoved* removed = find_removed_line(page, number);
   SourceLine            line    = {.number = number, .counts = counts};

   if (!owners_are_near(page->owners, number, 0))
      return;
   set_details(page, &line);
   if (!removed)
      write_page_number(page, number);
   write_counted(page, &line, removed);
}

static void write_page_past_end(gpointer form, guint64 number,
                                const Count* counts)
{
   FormPage* page = form;

   write_without_text(page, number, counts);
   page->past_end |= !find_removed_line(page, number);
}

/*------------------------------------------------------------*/
/*--- Sources                                              ---*/
/*------------------------------------------------------------*/

static void begin_page_sources(Form* form)
{
   json_begin_array(page_of(form)->json, "sources");
}

/* Returns the counts of a row of all events; the caller frees them. */
static Count* derive_row(const FormPage* page, const Lines* lines, gsize row)
{
   guint  n      = events_recorded(annotation_of(page)->events);
   Count* counts = g_new(Count, n);

   lines_counts(lines, n, row, counts);
   const Count* derived = selection_derive(annotation_of(page), counts);
   if (derived != counts)
      g_free(counts);
   return (Count*)derived;
}

static guint64 number_of_row(const FormPage* page, const Lines* lines,
                             gsize row)
{
   return lines_number(lines, events_recorded(annotation_of(page)->events),
                       row);
}

/* Writes a line of which only the counts are known. */
static void write_page_counts(FormPage* page, const Lines* lines, gsize row)
{
   Count* counts = derive_row(page, lines, row);

   write_without_text(page, number_of_row(page, lines, row), counts);
   g_free(counts);
}

/* Begins a source, up to its first line. */
static void begin_lines_of(FormPage* page, const File* file, const char* note)
{
   Json* json = page->json;

   const PairingTexts* texts = annotation_of(page)->sum->texts;

   page->file = file;
   page->changed =
      texts ? g_hash_table_lookup(texts->changed, file->name) : NULL;
   owners_find(page->owners, file);
   page->shown_details = NULL;
   page->at            = 0;
   page->next          = 1;
   page->past_end      = FALSE;
   json_begin_object(json, NULL);
   json_write_integer(json, "file", file_index(page, file));
   if (note)
      json_write_text(json, "note", note);
   json_begin_array(json, "lines");
}

void form_page_check_input(const Output* output, const char* path)
{
   if (output_replaces(output, path))
      message_fail(
         "%s: the page would overwrite this file, which it is made from", path);
}

static void begin_page_source(Form* form, const FormSource* shown)
{
   const Annotation* annotation = form->annotation;
   const Source*     source     = shown->source;

   form_page_check_input(annotation->output, source->path);
   begin_lines_of(page_of(form),
                  costs_find_file(annotation->sum->costs, source->name),
                  source_is_newer(source, annotation->sum->changed)
                     ? "This source is newer than the profile, so its lines "
                       "may not be the ones that were counted."
                     : NULL);
}

/* The counts of no line come first. */
static void begin_page_lines(gpointer form, const Source* source,
                             const SourceStyle* style, const Lines* lines)
{
   FormPage* page = form;
   guint     n    = events_recorded(annotation_of(page)->events);

   page->shown_details = style->details;
   if (lines->used > 0 && lines_number(lines, n, 0) == 0)
      write_page_counts(page, lines, 0);
}

static void end_page_lines(gpointer form, gboolean past_end,
                           const Count* no_line)
{
   FormPage* page = form;

   json_end(page->json);
   if (page->past_end)
      json_write_boolean(page->json, "past_end", TRUE);
   json_end(page->json);
}

static const SourceForm source_lines = {.begin    = begin_page_lines,
                                        .line     = write_page_line,
                                        .past_end = write_page_past_end,
                                        .end      = end_page_lines};

void form_page_want(Form* form, const File* file)
{
   details_want(page_of(form)->details, file);
}

/* Writes rows of a file without its text. */
static void write_bare_lines(FormPage* page, const File* file, const char* note,
                             const Lines* lines, const GArray* details)
{
   begin_lines_of(page, file, note);
   page->shown_details = details;
   for (gsize row = 0; row < lines->used; row++)
      write_page_counts(page, lines, row);
   end_page_lines(page, FALSE, NULL);
}

void form_page_bare_source(Form* form, const File* file, const char* note)
{
   FormPage* page  = page_of(form);
   Lines     lines = {0};

   sum_lines(form->annotation->sum, file, &lines);
   GArray* details = details_collect(page->details, file, &lines);
   write_bare_lines(page, file, note, &lines, details);
   g_array_free(details, TRUE);
   lines_free(&lines);
}

/* Returns the rows of a file that are on the page although its source cannot be
   read; the caller frees them. */
static Lines find_large_lines(FormPage* page, const File* file,
                              const Lines* lines)
{
   guint n     = events_recorded(annotation_of(page)->events);
   Lines large = {0};

   owners_find(page->owners, file);
   for (gsize row = 0; row < lines->used; row++) {
      Count* counts = derive_row(page, lines, row);
      if (coverage_has_bare_line(page->coverage, counts)
          && owners_are_near(page->owners, number_of_row(page, lines, row), 0))
         lines_add(&large, n, lines_position(lines, n, row), counts);
      g_free(counts);
   }
   lines_sort(&large, n);
   return large;
}

/* Writes a source that cannot be read, unless all of its lines are small. */
static void write_missing_source(FormPage* page, const File* file,
                                 const char* why)
{
   Lines lines = {0};

   sum_lines(annotation_of(page)->sum, file, &lines);
   GArray* details = details_collect(page->details, file, &lines);
   Lines   large   = find_large_lines(page, file, &lines);
   if (large.used > 0)
      write_bare_lines(page, file,
                       why ? why
                           : "This source was not found; -I names a directory "
                             "to search.",
                       &large, details);
   lines_free(&large);
   g_array_free(details, TRUE);
   lines_free(&lines);
}

/* Writes the sources that cannot be read, and ends the list of sources. */
static void write_page_missing(Form* form, const GArray* missing)
{
   const Costs* costs = form->annotation->sum->costs;

   for (guint i = 0; i < missing->len; i++)
      form_page_want(
         form,
         costs_find_file(costs, g_array_index(missing, FormMissing, i).name));
   for (guint i = 0; i < missing->len; i++) {
      const FormMissing* one = &g_array_index(missing, FormMissing, i);
      write_missing_source(page_of(form), costs_find_file(costs, one->name),
                           one->why);
   }
   json_end(page_of(form)->json);
}

Form* form_page_new(const Annotation* annotation, const Coverage* coverage,
                    Json* json)
{
   FormPage* page = g_new0(FormPage, 1);

   page->form       = (Form){.annotation    = annotation,
                             .verdict       = write_page_verdict,
                             .settings      = write_page_settings,
                             .totals        = write_page_totals,
                             .listing       = write_page_listing,
                             .begin_sources = begin_page_sources,
                             .begin_source  = begin_page_source,
                             .lines         = &source_lines,
                             .missing       = write_page_missing};
   page->json       = json;
   page->coverage   = coverage;
   page->details    = details_new(annotation);
   page->functions  = g_hash_table_new(NULL, NULL);
   page->files      = g_hash_table_new(NULL, NULL);
   page->others     = g_hash_table_new(NULL, NULL);
   page->long_names = g_hash_table_new(NULL, NULL);
   page->named      = g_ptr_array_new();
   page->owners     = owners_new(events_recorded(annotation->events));
   page->calls      = page_calls_new(annotation);
   return &page->form;
}
