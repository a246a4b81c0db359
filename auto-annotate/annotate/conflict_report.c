/* SPDX-License-Identifier: GPL-2.0-or-later */
/* conflict_report.c: see conflict_report.h. */

#include <string.h>

#include "annotate/conflict_report.h"
#include "lib/input.h"
#include "lib/message.h"

/* The version of reports that pages can show. */
#define REPORT_VERSION 2

/* The largest report, in bytes.  A value of a few bytes takes many more in
   memory. */
#define MAX_BYTES (256 * 1024 * 1024)

/* How deep a report is nested.  JSON-GLib has no limit of its own and would use
   up the stack. */
#define MAX_DEPTH 16

/* How many members an object has, at most.  JSON-GLib looks them up in a table
   whose hash anybody can foresee. */
#define MAX_MEMBERS 100

/* More sets than any cache has. */
#define MAX_SETS (1 << 24)

/* The report that is checked, for messages and ranges. */
typedef struct {
   const char* path;
   guint       depth; /* of what is being parsed */
   guint       n_variables;
   guint       n_source_lines;
} Check;

static void fail(const Check* check, const char* what) G_GNUC_NORETURN;
static void fail(const Check* check, const char* what)
{
   message_fail(
      "%s: not a conflict report in JSON, as --report=X.json writes it: %s",
      check->path, what);
}

/*------------------------------------------------------------*/
/*--- Reading                                              ---*/
/*------------------------------------------------------------*/

/* Returns the contents of the file; the caller frees them. */
static GString* read_file(const Check* check)
{
   GError*     error = NULL;
   Input*      input = input_open(check->path, &error);
   GString*    text  = g_string_new(NULL);
   const char *begin, *end;

   while (input && input_next_block(input, &begin, &end, &error)) {
      g_string_append_len(text, begin, end - begin);
      if (text->len > MAX_BYTES)
         fail(check, "it is larger than 256 MB");
   }
   if (error)
      message_fail_with(error);
   input_close(input);
   return text;
}

/* The parser calls these while it parses: where an object or a list begins, and
   ends, and for each member. */
static void begin_value(JsonParser* parser, gpointer data)
{
   Check* check = data;

   if (++check->depth > MAX_DEPTH)
      fail(check, "it is nested too deeply");
}

static void end_value(JsonParser* parser, gpointer value, gpointer data)
{
   Check* check = data;

   check->depth--;
}

static void check_member(JsonParser* parser, JsonObject* object,
                         const char* name, gpointer check)
{
   if (json_object_get_size(object) > MAX_MEMBERS)
      fail(check, "an object has too many members");
}

/* Returns what the text is; the caller frees it. */
static JsonNode* parse(Check* check, const GString* text)
{
   JsonParser* parser = json_parser_new();
   GError*     error  = NULL;

   g_object_connect(parser, "signal::object-start", begin_value, check,
                    "signal::array-start", begin_value, check,
                    "signal::object-end", end_value, check, "signal::array-end",
                    end_value, check, "signal::object-member", check_member,
                    check, NULL);
   if (text->str[strspn(text->str, " \t\r\n")] != '{')
      fail(check, "it does not begin with {");
   if (!json_parser_load_from_data(parser, text->str, text->len, &error))
      fail(check, error->message);
   JsonNode* root = json_parser_steal_root(parser);
   g_object_unref(parser);
   if (!root || !JSON_NODE_HOLDS_OBJECT(root))
      fail(check, "it is not an object");
   return root;
}

/*------------------------------------------------------------*/
/*--- Members                                              ---*/
/*------------------------------------------------------------*/

/* Ends the program because a member is missing or wrong. */
static void fail_member(const Check* check, const char* name) G_GNUC_NORETURN;
static void fail_member(const Check* check, const char* name)
{
   char* what = g_strdup_printf("\"%s\" is missing or wrong", name);

   fail(check, what);
}

static JsonNode* report_value(const Check* check, JsonObject* object,
                              const char* name)
{
   JsonNode* value = json_object_get_member(object, name);

   if (!value)
      fail_member(check, name);
   return value;
}

/* Whether a value is an integer from 0 to `max'. */
static gboolean is_number(JsonNode* value, gint64 max)
{
   return JSON_NODE_HOLDS_VALUE(value)
          && json_node_get_value_type(value) == G_TYPE_INT64
          && json_node_get_int(value) >= 0 && json_node_get_int(value) <= max;
}

static gint64 report_number(const Check* check, JsonObject* object,
                            const char* name, gint64 max)
{
   JsonNode* value = report_value(check, object, name);

   if (!is_number(value, max))
      fail_member(check, name);
   return json_node_get_int(value);
}

static void check_member_text(const Check* check, JsonObject* object,
                              const char* name)
{
   JsonNode* value = report_value(check, object, name);

   if (!JSON_NODE_HOLDS_VALUE(value)
       || json_node_get_value_type(value) != G_TYPE_STRING)
      fail_member(check, name);
}

static JsonArray* report_list(const Check* check, JsonObject* object,
                              const char* name)
{
   JsonNode* value = report_value(check, object, name);

   if (!JSON_NODE_HOLDS_ARRAY(value))
      fail_member(check, name);
   return json_node_get_array(value);
}

/* Returns an element of a list of objects. */
static JsonObject* object_in(const Check* check, JsonArray* list, guint i,
                             const char* name)
{
   JsonNode* value = json_array_get_element(list, i);

   if (!JSON_NODE_HOLDS_OBJECT(value))
      fail_member(check, name);
   return json_node_get_object(value);
}

/* Checks counts, which may be missing. */
static void check_counts(const Check* check, JsonObject* counts)
{
   static const char* const names[] = {"accesses", "hits",     "cold",
                                       "capacity", "conflict", "evictions"};

   for (guint i = 0; i < G_N_ELEMENTS(names); i++)
      if (json_object_has_member(counts, names[i]))
         report_number(check, counts, names[i], G_MAXINT64);
}

/*------------------------------------------------------------*/
/*--- Levels                                               ---*/
/*------------------------------------------------------------*/

/* Checks lists of integers: the first of each is at most `max_first', the
   others at most `max', and there are `n' or, if that is 0, any number. */
static void check_rows(const Check* check, JsonArray* rows, const char* name,
                       guint n, gint64 max_first, gint64 max)
{
   for (guint i = 0; i < json_array_get_length(rows); i++) {
      JsonNode* row = json_array_get_element(rows, i);
      if (!JSON_NODE_HOLDS_ARRAY(row))
         fail_member(check, name);
      JsonArray* numbers = json_node_get_array(row);
      guint      length  = json_array_get_length(numbers);
      if (n > 0 && length != n)
         fail_member(check, name);
      for (guint j = 0; j < length; j++)
         if (!is_number(json_array_get_element(numbers, j),
                        j == 0 ? max_first : max))
            fail_member(check, name);
   }
}

static void check_thread(const Check* check, JsonObject* thread, gint64 n_sets)
{
   JsonArray* counts = report_list(check, thread, "set_counts");
   JsonArray* sets   = report_list(check, thread, "sets");
   guint      n      = json_array_get_length(counts);

   report_number(check, thread, "thread", G_MAXINT32);
   check_counts(check, thread);
   for (guint i = 0; i < n; i++)
      check_counts(check, object_in(check, counts, i, "set_counts"));
   check_rows(check, sets, "sets", 0, n_sets - 1, (gint64)n - 1);
   for (guint i = 0; i < json_array_get_length(sets); i++) {
      JsonArray* row = json_array_get_array_element(sets, i);
      if (json_array_get_length(row) == 0
          || json_array_get_int_element(row, 0) + json_array_get_length(row) - 1
                > n_sets)
         fail_member(check, "sets");
   }
}

static void check_conflict(const Check* check, JsonObject* conflict,
                           gint64 n_sets)
{
   JsonArray* sets = report_list(check, conflict, "sets");

   report_number(check, conflict, "variable", (gint64)check->n_variables - 1);
   report_number(check, conflict, "evictor", (gint64)check->n_variables - 1);
   report_number(check, conflict, "source_line",
                 (gint64)check->n_source_lines - 1);
   report_number(check, conflict, "misses", G_MAXINT64);
   check_rows(check, sets, "sets", 3, G_MAXINT32, G_MAXINT64);
   for (guint i = 0; i < json_array_get_length(sets); i++)
      if (json_array_get_int_element(json_array_get_array_element(sets, i), 1)
          >= n_sets)
         fail_member(check, "sets");
}

/* Checks what is left out of the conflicts, if anything is. */
static void check_left_out(const Check* check, JsonObject* level)
{
   JsonNode* left = json_object_get_member(level, "conflicts_left_out");

   if (!left)
      return;
   if (!JSON_NODE_HOLDS_OBJECT(left))
      fail_member(check, "conflicts_left_out");
   report_number(check, json_node_get_object(left), "n", G_MAXINT64);
   check_counts(check, json_node_get_object(left));
}

/* Checks the items of a list that have an index and counts. */
static void check_sums(const Check* check, JsonObject* level, const char* name,
                       const char* index, guint n)
{
   JsonArray* list = report_list(check, level, name);

   for (guint i = 0; i < json_array_get_length(list); i++) {
      JsonObject* item = object_in(check, list, i, name);
      report_number(check, item, index, (gint64)n - 1);
      check_counts(check, item);
   }
}

static void check_level(const Check* check, JsonObject* level)
{
   JsonArray* threads   = report_list(check, level, "threads");
   JsonArray* conflicts = report_list(check, level, "conflicts");
   gint64     n_sets    = report_number(check, level, "sets", MAX_SETS);
   JsonNode*  total     = report_value(check, level, "total");

   check_member_text(check, level, "level");
   if (json_object_has_member(level, "cache"))
      check_member_text(check, level, "cache");
   report_number(check, level, "size", G_MAXINT64);
   report_number(check, level, "ways", G_MAXINT32);
   report_number(check, level, "line_size", G_MAXINT32);
   if (n_sets == 0)
      fail_member(check, "sets");
   if (!JSON_NODE_HOLDS_OBJECT(total))
      fail_member(check, "total");
   check_counts(check, json_node_get_object(total));
   for (guint i = 0; i < json_array_get_length(threads); i++)
      check_thread(check, object_in(check, threads, i, "threads"), n_sets);
   for (guint i = 0; i < json_array_get_length(conflicts); i++)
      check_conflict(check, object_in(check, conflicts, i, "conflicts"),
                     n_sets);
   check_left_out(check, level);
   check_sums(check, level, "variables", "variable", check->n_variables);
   check_sums(check, level, "lines", "source_line", check->n_source_lines);
}

/*------------------------------------------------------------*/
/*--- The report                                           ---*/
/*------------------------------------------------------------*/

static void check_names(Check* check, JsonObject* report)
{
   JsonArray* variables = report_list(check, report, "variable_names");
   JsonArray* lines     = report_list(check, report, "source_lines");

   check->n_variables    = json_array_get_length(variables);
   check->n_source_lines = json_array_get_length(lines);
   for (guint i = 0; i < check->n_variables; i++)
      if (json_node_get_value_type(json_array_get_element(variables, i))
          != G_TYPE_STRING)
         fail_member(check, "variable_names");
   for (guint i = 0; i < check->n_source_lines; i++) {
      JsonObject* line = object_in(check, lines, i, "source_lines");
      check_member_text(check, line, "file");
      check_member_text(check, line, "function");
      report_number(check, line, "line", G_MAXINT64);
   }
}

static void check_shared(const Check* check, JsonObject* shared)
{
   JsonArray* writers = report_list(check, shared, "writers");

   report_number(check, shared, "writes", G_MAXINT64);
   report_number(check, shared, "n_lines", G_MAXINT64);
   for (guint i = 0; i < json_array_get_length(writers); i++) {
      JsonObject* writer = object_in(check, writers, i, "writers");
      report_number(check, writer, "thread", G_MAXINT32);
      report_number(check, writer, "variable", (gint64)check->n_variables - 1);
   }
}

static void check_report(Check* check, JsonObject* report)
{
   JsonArray* levels = report_list(check, report, "levels");
   JsonArray* shared = report_list(check, report, "false_sharing");

   if (report_number(check, report, "version", G_MAXINT32) != REPORT_VERSION)
      fail_member(check, "version");
   check_member_text(check, report, "model");
   check_member_text(check, report, "command");
   check_names(check, report);
   for (guint i = 0; i < json_array_get_length(levels); i++)
      check_level(check, object_in(check, levels, i, "levels"));
   for (guint i = 0; i < json_array_get_length(shared); i++)
      check_shared(check, object_in(check, shared, i, "false_sharing"));
}

/* Changes the names of the source lines' files and functions. */
static void rename_lines(JsonObject* report, const Renaming* renaming)
{
   JsonArray* lines = json_object_get_array_member(report, "source_lines");

   for (guint i = 0; i < json_array_get_length(lines); i++) {
      JsonObject* line = json_array_get_object_element(lines, i);
      char*       file = renaming_file_name(
               renaming, json_object_get_string_member(line, "file"));
      char* function = renaming_function_name(
         renaming, json_object_get_string_member(line, "function"));
      json_object_set_string_member(line, "file", file);
      json_object_set_string_member(line, "function", function);
      g_free(file);
      g_free(function);
   }
}

JsonNode* conflict_report_read(const char* path, const Renaming* renaming)
{
   Check     check = {.path = path};
   GString*  text  = read_file(&check);
   JsonNode* root  = parse(&check, text);

   g_string_free(text, TRUE);
   check_report(&check, json_node_get_object(root));
   if (renaming_is_active(renaming))
      rename_lines(json_node_get_object(root), renaming);
   return root;
}
