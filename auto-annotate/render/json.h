/* SPDX-License-Identifier: GPL-2.0-or-later */
/* json.h: writes a JSON document while it is made, so that one with a million
   rows needs no memory.

   The document is an object.  Its outer part is written here, and each of its
   values, whether a number or a row of a list, is built with json-glib and
   written on a line of its own:

      {                                        json_open()
       "version": 1,                           json_write()
       "functions": [                          json_begin_array()
        {"file":"a.c","counts":{"Ir":10}},     json_write()
        {"file":"b.c","counts":{"Ir":null}}    json_write()
       ]                                       json_end()
      }                                        json_close()

   Text that is not UTF-8 would make a document that nobody can read.  Each such
   byte is written as the Unicode character with its number, as in conflict
   reports. */

#ifndef JSON_H
#define JSON_H

#include <json-glib/json-glib.h>

#include "lib/count.h"
#include "lib/events.h"
#include "lib/output.h"
#include "lib/table.h"

typedef struct Json Json;

/* Begins a document in an output, which stays the caller's and must not cut
   lines.  Nothing else may write to it until json_close(), which ends all that
   was begun. */
Json* json_open(Output* output);
void  json_close(Json* json);

/* The same for a document that is compressed and written in base64
   (gzip.h). */
Json* json_open_compressed(Output* output);

/* Begin an object or an array whose members or elements follow.  `name' is that
   of the member, a text of the program's own; it is NULL in an array.  Both may
   be nested up to JSON_MAX_DEPTH deep. */
#define JSON_MAX_DEPTH 8
void json_begin_object(Json* json, const char* name);
void json_begin_array(Json* json, const char* name);

/* Ends the object or array that was begun last. */
void json_end(Json* json);

/* Ends the program with a message if two events that are shown would be the
   same member, because their names differ only in bytes that are not UTF-8. */
void json_check_events(const Columns* columns);

/* Returns the builder for the next value of the innermost object or array.  It
   is empty.  The caller builds an object or array with it, from
   json_builder_begin_object() or begin_array() to the end, and calls
   json_write() to write it.  `name' is as above. */
JsonBuilder* json_build(Json* json);
void         json_write(Json* json, const char* name);

/* Write a member, or an element if `name' is NULL.  The text is untrusted.  The
   number must be finite. */
void json_write_text(Json* json, const char* name, const char* text);
void json_write_integer(Json* json, const char* name, gint64 number);
void json_write_number(Json* json, const char* name, double number);
void json_write_boolean(Json* json, const char* name, gboolean value);
void json_write_null(Json* json, const char* name);

/* The same for a row of counts; see json_add_counts(). */
void json_write_counts(Json* json, const char* name, const Columns* columns,
                       const Count* counts);

/* Add a member to the object that is being built, or an element to the array if
   `name' is NULL.  The text is untrusted; with a length it may have NUL bytes.
 */
void json_add_text(JsonBuilder* builder, const char* name, const char* text);
void json_add_text_length(JsonBuilder* builder, const char* name,
                          const char* text, gsize length);
void json_add_integer(JsonBuilder* builder, const char* name, gint64 number);
void json_add_number(JsonBuilder* builder, const char* name, double number);
void json_add_boolean(JsonBuilder* builder, const char* name, gboolean value);
void json_add_null(JsonBuilder* builder, const char* name);

/* Adds a value that was parsed, with all that is below it.  An integer that a
   double cannot hold becomes a text, as in json_add_exact_counts(), and a
   number that is too large for a double becomes null. */
void json_add_parsed(JsonBuilder* builder, JsonNode* value);

/* Adds an integer to the array that is being built, for programs that keep
   numbers as doubles: as a text if a double cannot hold it. */
void json_add_exact(JsonBuilder* builder, gint64 number);

/* Adds the counts of the events that are shown as elements of the array that is
   being built: integers for programs that keep numbers as doubles, as
   JavaScript does.

      12              a count
      "9007199254740993"  one that a double cannot hold
      1250000         125 of an event that is not linear: times EVENTS_SCALE
      null            COUNT_NONE */
void json_add_exact_counts(JsonBuilder* builder, const Columns* columns,
                           const Count* counts);

/* The same for a row of counts: an object with a member for each event that is
   shown, or null if `counts' is NULL.  A count is an integer, or null if it is
   COUNT_NONE.  The value of an event that is not linear (events.h) is a number
   with decimals. */
void json_add_counts(JsonBuilder* builder, const char* name,
                     const Columns* columns, const Count* counts);

#endif
