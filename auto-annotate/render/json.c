/* SPDX-License-Identifier: GPL-2.0-or-later */
/* json.c: see json.h. */

#include <math.h>
#include <string.h>

#include "lib/escape.h"
#include "lib/hash.h"
#include "lib/message.h"
#include "render/gzip.h"
#include "render/json.h"
#include "render/utf8.h"

struct Json {
   Output*        output;
   Gzip*          gzip; /* what is written goes there; NULL: to `output' */
   JsonBuilder*   builder;
   JsonGenerator* generator;
   GString*       text; /* of a value */
   guint          depth;
   char           ends[JSON_MAX_DEPTH]; /* of what was begun: '}' or ']' */
   gboolean       empty;                /* the innermost has nothing yet */
};

/* The largest integer below which a double holds all others. */
#define MAX_EXACT ((gint64)1 << 53)

/*------------------------------------------------------------*/
/*--- Text                                                 ---*/
/*------------------------------------------------------------*/

/* Appends a character as an escape of JSON, or as two if UTF-16 needs them. */
static void append_escape(GString* to, const char* character, gsize length)
{
   glong      n_units;
   gunichar2* units = g_utf8_to_utf16(character, length, NULL, &n_units, NULL);

   for (glong i = 0; i < n_units; i++)
      g_string_append_printf(to, "\\u%04x", units[i]);
   g_free(units);
}

/* Writes a part of the document. */
static void write_part(Json* json, const char* text, gsize length)
{
   if (json->gzip) {
      output_count(json->output, length);
      gzip_write(json->gzip, text, length);
   } else
      output_literal(json->output, text);
}

static void write_mark(Json* json, const char* text)
{
   write_part(json, text, strlen(text));
}

/* Writes what json-glib made of a value.  It has escaped the control characters
   of ASCII.  Others can harm a terminal, too (escape.h).  Only strings have
   such characters, so they can be escapes of JSON. */
static void write_generated(Json* json, const char* text, gsize length)
{
   GString* safe;

   if (escape_is_harmless(text, length)) {
      write_part(json, text, length);
      return;
   }
   safe = g_string_sized_new(length);
   for (const char *at = text, *next; *at; at = next) {
      next = g_utf8_next_char(at);
      if (escape_is_harmless(at, next - at))
         g_string_append_len(safe, at, next - at);
      else
         append_escape(safe, at, next - at);
   }
   write_part(json, safe->str, safe->len);
   g_string_free(safe, TRUE);
}

/*------------------------------------------------------------*/
/*--- The outer part                                       ---*/
/*------------------------------------------------------------*/

/* Begins the line of a member or element. */
static void write_name(Json* json, const char* name)
{
   write_mark(json, json->empty ? "\n" : ",\n");
   for (guint i = 0; i < json->depth; i++)
      write_mark(json, " ");
   if (name) {
      write_mark(json, "\"");
      write_mark(json, name);
      write_mark(json, "\": ");
   }
   json->empty = FALSE;
}

/* Begins an object or array in the current line. */
static void begin(Json* json, char first, char last)
{
   const char text[] = {first, '\0'};

   g_return_if_fail(json->depth < JSON_MAX_DEPTH);
   write_mark(json, text);
   json->ends[json->depth++] = last;
   json->empty               = TRUE;
}

void json_begin_object(Json* json, const char* name)
{
   write_name(json, name);
   begin(json, '{', '}');
}

void json_begin_array(Json* json, const char* name)
{
   write_name(json, name);
   begin(json, '[', ']');
}

void json_end(Json* json)
{
   const char text[] = {json->ends[--json->depth], '\0'};

   if (!json->empty) {
      write_mark(json, "\n");
      for (guint i = 0; i < json->depth; i++)
         write_mark(json, " ");
   }
   write_mark(json, text);
   json->empty = FALSE;
}

static Json* open_json(Output* output, Gzip* gzip)
{
   Json* json = g_new0(Json, 1);

   json->output    = output;
   json->gzip      = gzip;
   json->builder   = json_builder_new();
   json->generator = json_generator_new();
   json->text      = g_string_new(NULL);
   begin(json, '{', '}');
   return json;
}

Json* json_open(Output* output)
{
   return open_json(output, NULL);
}

Json* json_open_compressed(Output* output)
{
   return open_json(output, gzip_new_base64(output));
}

void json_close(Json* json)
{
   while (json->depth > 0)
      json_end(json);
   write_mark(json, "\n");
   if (json->gzip)
      gzip_close(json->gzip);
   g_object_unref(json->builder);
   g_object_unref(json->generator);
   g_string_free(json->text, TRUE);
   g_free(json);
}

/*------------------------------------------------------------*/
/*--- Values                                               ---*/
/*------------------------------------------------------------*/

JsonBuilder* json_build(Json* json)
{
   json_builder_reset(json->builder);
   return json->builder;
}

/* Returns a number that json-glib writes as JSON.  To one without a point, such
   as 1e+18, it appends ".0"; the next one towards 0 has a point. */
static double with_point(double number)
{
   char text[G_ASCII_DTOSTR_BUF_SIZE];

   g_ascii_dtostr(text, sizeof text, number);
   return strchr(text, 'e') && !strchr(text, '.') ? nextafter(number, 0)
                                                  : number;
}

/* Writes a value and frees it. */
static void write_value(Json* json, const char* name, JsonNode* value)
{
   json_generator_set_root(json->generator, value);
   g_string_truncate(json->text, 0);
   json_generator_to_gstring(json->generator, json->text);
   json_node_unref(value);
   write_name(json, name);
   write_generated(json, json->text->str, json->text->len);
}

void json_write(Json* json, const char* name)
{
   write_value(json, name, json_builder_get_root(json->builder));
}

void json_write_text(Json* json, const char* name, const char* text)
{
   char* valid = utf8_from_bytes(text, strlen(text));

   write_value(json, name, json_node_init_string(json_node_alloc(), valid));
   g_free(valid);
}

void json_write_integer(Json* json, const char* name, gint64 number)
{
   write_value(json, name, json_node_init_int(json_node_alloc(), number));
}

void json_write_number(Json* json, const char* name, double number)
{
   write_value(json, name,
               json_node_init_double(json_node_alloc(), with_point(number)));
}

void json_write_boolean(Json* json, const char* name, gboolean value)
{
   write_value(json, name, json_node_init_boolean(json_node_alloc(), value));
}

void json_write_null(Json* json, const char* name)
{
   write_value(json, name, json_node_init_null(json_node_alloc()));
}

void json_write_counts(Json* json, const char* name, const Columns* columns,
                       const Count* counts)
{
   if (!counts) {
      json_write_null(json, name);
      return;
   }
   json_add_counts(json_build(json), NULL, columns, counts);
   json_write(json, name);
}

/* Begins a member, if there is a name. */
static void add_name(JsonBuilder* builder, const char* name)
{
   if (name)
      json_builder_set_member_name(builder, name);
}

void json_add_text(JsonBuilder* builder, const char* name, const char* text)
{
   json_add_text_length(builder, name, text, strlen(text));
}

void json_add_text_length(JsonBuilder* builder, const char* name,
                          const char* text, gsize length)
{
   char* valid = utf8_from_bytes(text, length);

   add_name(builder, name);
   json_builder_add_string_value(builder, valid);
   g_free(valid);
}

void json_add_integer(JsonBuilder* builder, const char* name, gint64 number)
{
   add_name(builder, name);
   json_builder_add_int_value(builder, number);
}

void json_add_number(JsonBuilder* builder, const char* name, double number)
{
   add_name(builder, name);
   json_builder_add_double_value(builder, with_point(number));
}

void json_add_boolean(JsonBuilder* builder, const char* name, gboolean value)
{
   add_name(builder, name);
   json_builder_add_boolean_value(builder, value);
}

void json_add_null(JsonBuilder* builder, const char* name)
{
   add_name(builder, name);
   json_builder_add_null_value(builder);
}

static void add_count(JsonBuilder* builder, const Columns* columns, guint event,
                      Count count)
{
   if (count == COUNT_NONE)
      json_builder_add_null_value(builder);
   else if (events_is_linear(columns->events, event))
      json_builder_add_int_value(builder, count);
   else
      json_builder_add_double_value(builder, (double)count / EVENTS_SCALE);
}

void json_add_exact(JsonBuilder* builder, gint64 number)
{
   if (number >= -MAX_EXACT && number <= MAX_EXACT)
      json_builder_add_int_value(builder, number);
   else {
      char text[32];
      g_snprintf(text, sizeof text, "%" G_GINT64_FORMAT, number);
      json_builder_add_string_value(builder, text);
   }
}

void json_add_exact_counts(JsonBuilder* builder, const Columns* columns,
                           const Count* counts)
{
   for (guint i = 0; i < columns->n_shown; i++) {
      Count count = counts[columns->shown[i]];
      if (count == COUNT_NONE)
         json_builder_add_null_value(builder);
      else
         json_add_exact(builder, count);
   }
}

/* For json_object_foreach_member() and json_array_foreach_element(). */
static void add_parsed_member(JsonObject* object, const char* name,
                              JsonNode* value, gpointer builder)
{
   json_builder_set_member_name(builder, name);
   json_add_parsed(builder, value);
}

static void add_parsed_element(JsonArray* array, guint i, JsonNode* value,
                               gpointer builder)
{
   json_add_parsed(builder, value);
}

/* Adds a value that has no others. */
static void add_parsed_value(JsonBuilder* builder, JsonNode* value)
{
   GType type = json_node_get_value_type(value);

   if (type == G_TYPE_INT64)
      json_add_exact(builder, json_node_get_int(value));
   else if (type == G_TYPE_STRING)
      json_add_text(builder, NULL, json_node_get_string(value));
   else if (type == G_TYPE_DOUBLE && isfinite(json_node_get_double(value)))
      json_add_number(builder, NULL, json_node_get_double(value));
   else if (type == G_TYPE_DOUBLE)
      json_builder_add_null_value(builder);
   else
      json_builder_add_value(builder, json_node_copy(value));
}

void json_add_parsed(JsonBuilder* builder, JsonNode* value)
{
   if (JSON_NODE_HOLDS_OBJECT(value)) {
      json_builder_begin_object(builder);
      json_object_foreach_member(json_node_get_object(value), add_parsed_member,
                                 builder);
      json_builder_end_object(builder);
   } else if (JSON_NODE_HOLDS_ARRAY(value)) {
      json_builder_begin_array(builder);
      json_array_foreach_element(json_node_get_array(value), add_parsed_element,
                                 builder);
      json_builder_end_array(builder);
   } else
      add_parsed_value(builder, value);
}

void json_check_events(const Columns* columns)
{
   GHashTable* seen =
      g_hash_table_new_full(hash_text, g_str_equal, g_free, NULL);

   for (guint i = 0; i < columns->n_shown; i++) {
      const char* name  = events_name(columns->events, columns->shown[i]);
      char*       valid = utf8_from_bytes(name, strlen(name));
      const char* other = g_hash_table_lookup(seen, valid);
      /* An event may be shown twice. */
      if (other && strcmp(other, name) != 0)
         message_fail(
            "two events have the same name in JSON, %s: one name is not "
            "valid UTF-8",
            valid);
      g_hash_table_insert(seen, valid, (gpointer)name);
   }
   g_hash_table_destroy(seen);
}

/* Begins the member of an event, whose name is the profile's. */
static void add_event_name(JsonBuilder* builder, const char* name)
{
   char* valid = utf8_from_bytes(name, strlen(name));

   json_builder_set_member_name(builder, valid);
   g_free(valid);
}

void json_add_counts(JsonBuilder* builder, const char* name,
                     const Columns* columns, const Count* counts)
{
   add_name(builder, name);
   if (!counts) {
      json_builder_add_null_value(builder);
      return;
   }
   json_builder_begin_object(builder);
   for (guint i = 0; i < columns->n_shown; i++) {
      guint event = columns->shown[i];
      add_event_name(builder, events_name(columns->events, event));
      add_count(builder, columns, event, counts[event]);
   }
   json_builder_end_object(builder);
}
