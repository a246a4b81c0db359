/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_render.c: tests what JSON and Markdown make of counts, and of text
   that means something in them. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <gio/gio.h>
#include <glib/gstdio.h>

#include "lib/message.h"
#include "render/json.h"
#include "render/markdown.h"

static char*   path;
static Events* events;
static guint   shown[] = {0, 1, 2, 3};
static Columns columns = {.shown = shown, .n_shown = G_N_ELEMENTS(shown)};

/* Two recorded events, one that is linear and one that is not. */
static int make(void** state)
{
   static char* names[]   = {"Ir", "D|1"};
   GPtrArray*   recorded  = g_ptr_array_new();
   char*        directory = g_dir_make_tmp("render-XXXXXX", NULL);

   assert_non_null(directory);
   path = g_build_filename(directory, "out", NULL);
   message_set_program("test_render");
   setenv("LC_ALL", "C", 1);
   g_ptr_array_add(recorded, names[0]);
   g_ptr_array_add(recorded, names[1]);
   events = events_new(recorded, g_ptr_array_new());
   assert_true(events_define(events, "Twice = 2 Ir", "", NULL));
   assert_true(events_define(events, "Third = Ir / 3 * Ir / Ir", "", NULL));
   assert_int_equal(events_find(events, "Twice", "", NULL), 2);
   assert_int_equal(events_find(events, "Third", "", NULL), 3);
   columns.events = events;
   return 0;
}

static int clean_up(void** state)
{
   char* directory = g_path_get_dirname(path);
   g_unlink(path);
   g_rmdir(directory);
   return 0;
}

/* Closes the output and compares what was written. */
static void assert_written(Output* output, const char* expected)
{
   char* text;
   output_close(output);
   assert_true(g_file_get_contents(path, &text, NULL, NULL));
   assert_string_equal(text, expected);
   g_free(text);
}

/* Rows of counts: those of all events, and what each format makes of them. */
static const struct {
   Count       counts[4];
   const char *json, *markdown;
} rows[] = {
   {{1105, COUNT_NONE, 2210, 3683333},
    "{\"Ir\":1105,\"D|1\":null,\"Twice\":2210,\"Third\":368.33330000000001}",
    "| 1,105 |  | 2,210 | 368.3333"},
   {{G_MAXINT64, 0, -1234567, -1},
    "{\"Ir\":9223372036854775807,\"D|1\":0,\"Twice\":-1234567,"
    "\"Third\":-0.0001}",
    "| 9,223,372,036,854,775,807 | 0 | -1,234,567 | -0.0001"},
   {{0, 0, COUNT_NONE, COUNT_NONE},
    "{\"Ir\":0,\"D|1\":0,\"Twice\":null,\"Third\":null}",
    "| 0 | 0 |  | "},
};

static void writes_counts_as_json(void** state)
{
   for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
      Output* output   = output_open(path);
      Json*   json     = json_open(output);
      char*   expected = g_strdup_printf("{\n \"a\": %s\n}\n", rows[i].json);
      json_write_counts(json, "a", &columns, rows[i].counts);
      json_close(json);
      assert_written(output, expected);
      g_free(expected);
   }
}

static void writes_counts_as_markdown(void** state)
{
   for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
      Output* output   = output_open(path);
      char*   expected = g_strdup_printf("%s\n|  |  |  | ", rows[i].markdown);
      markdown_counts(output, &columns, rows[i].counts);
      output_literal(output, "\n");
      markdown_counts(output, &columns, NULL);
      assert_written(output, expected);
      g_free(expected);
   }
}

/* To the second and third, json-glib would append ".0" after "e". */
static void writes_numbers_as_json(void** state)
{
   static const struct {
      double      number;
      const char* text;
   } numbers[] = {{-100, "-100.0"},
                  {-1e18, "-9.9999999999999987e+17"},
                  {1e-10, "9.9999999999999991e-11"},
                  {1.5e300, "1.5000000000000001e+300"}};

   for (guint i = 0; i < G_N_ELEMENTS(numbers); i++) {
      Output* output   = output_open(path);
      Json*   json     = json_open(output);
      char*   expected = g_strdup_printf("{\n \"a\": %s\n}\n", numbers[i].text);
      json_write_number(json, "a", numbers[i].number);
      json_close(json);
      assert_written(output, expected);
      g_free(expected);
   }
}

/* A report has what somebody wrote by hand. */
static void copies_numbers(void** state)
{
   Output*   output = output_open(path);
   Json*     json   = json_open(output);
   JsonNode* value  = json_from_string("[1e18,1e999,2.5]", NULL);

   json_add_parsed(json_build(json), value);
   json_write(json, "a");
   json_close(json);
   json_node_unref(value);
   assert_written(output, "{\n \"a\": [9.9999999999999987e+17,null,2.5]\n}\n");
}

/* Texts, and what each format makes of them.  Markdown has them as code and as
   text. */
static const struct {
   const char *text, *json, *code, *plain;
} texts[] = {
   {"", "\"\"", "", ""},
   {"main", "\"main\"", "`main`", "main"},
   {"a,b", "\"a,b\"", "`a,b`", "a,b"},
   {"\"a\"", "\"\\\"a\\\"\"", "`\"a\"`", "&#34;a\""},
   {"a\nb\r", "\"a\\nb\\r\"", "<code>a b </code>", "a b "},
   {"\r", "\"\\r\"", "<code> </code>", " "},
   {"a|b", "\"a|b\"", "<code>a&#124;b</code>", "a&#124;b"},
   {"``", "\"``\"", "<code>&#96;&#96;</code>", "&#96;&#96;"},
   {" a ", "\" a \"", "<code> a </code>", " a "},
   /* What begins a list or a link only if it is there. */
   {"- a-b. c.d. e.", "\"- a-b. c.d. e.\"", "`- a-b. c.d. e.`",
    "&#45; a-b. c&#46;d. e."},
   {"1. @a #1 $x$ :b: ~c~ {d} e^f !", "\"1. @a #1 $x$ :b: ~c~ {d} e^f !\"",
    "`1. @a #1 $x$ :b: ~c~ {d} e^f !`",
    "1. &#64;a &#35;1 &#36;x&#36; &#58;b&#58; &#126;c&#126; &#123;d&#125; "
    "e&#94;f !"},
   {" a", "\" a\"", "` a`", " a"},
   {"<b>&amp;", "\"<b>&amp;\"", "`<b>&amp;`", "&#60;b&#62;&#38;amp;"},
   {"*_[\\](x)", "\"*_[\\\\](x)\"", "`*_[\\](x)`",
    "&#42;&#95;&#91;&#92;&#93;(x)"},
   /* Not UTF-8: each such byte becomes a character in JSON. */
   {"\xe9\xff"
    "a\xc3",
    "\"\u00e9\u00ff"
    "a\u00c3\"",
    "`\u00e9\u00ff"
    "a\u00c3`",
    "\u00e9\u00ff"
    "a\u00c3"},
   {"\u00e9", "\"\u00e9\"", "`\u00e9`", "\u00e9"},
   /* What could harm a terminal is an escape in JSON: control characters, those
      that reverse the direction, and tags, which have two units in UTF-16. */
   {"\x1b[1m", "\"\\u001b[1m\"", "`\ufffd[1m`", "\ufffd&#91;1m"},
   {"a\x7f", "\"a\\u007f\"", "`a\ufffd`", "a\ufffd"},
   {"\xc2\x9b", "\"\\u009b\"", "`\ufffd`", "\ufffd"},
   {"x\u202ey", "\"x\\u202ey\"", "`x\ufffdy`", "x\ufffdy"},
   {"\U000e0041", "\"\\udb40\\udc41\"", "`\ufffd`", "\ufffd"},
};

static void writes_text_as_json(void** state)
{
   for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
      Output* output   = output_open(path);
      Json*   json     = json_open(output);
      char*   expected = g_strdup_printf("{\n \"a\": %s\n}\n", texts[i].json);
      json_write_text(json, "a", texts[i].text);
      json_close(json);
      assert_written(output, expected);
      g_free(expected);
   }
}

/* Returns what the file has, which must be compressed and in base64: nothing
   else, so that nothing in it means something in HTML. */
static char* unpack(void)
{
   static const char digits[] = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "+/";
   char*                                                  text;
   gsize                                                  length, n;

   assert_true(g_file_get_contents(path, &text, &length, NULL));
   n = strspn(text, digits);
   assert_int_equal(n + strspn(text + n, "="), length);
   assert_int_equal(length % 4, 0);
   guchar*       packed = g_base64_decode_inplace(text, &length);
   GInputStream* bytes =
      g_memory_input_stream_new_from_data(packed, length, NULL);
   GConverter* unpacker =
      G_CONVERTER(g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP));
   GInputStream* stream   = g_converter_input_stream_new(bytes, unpacker);
   char*         unpacked = g_malloc0(1 << 20);
   assert_true(
      g_input_stream_read_all(stream, unpacked, (1 << 20) - 1, &n, NULL, NULL));
   g_object_unref(stream);
   g_object_unref(unpacker);
   g_object_unref(bytes);
   g_free(text);
   return unpacked;
}

static void write_document(Json* json, const char* text)
{
   JsonBuilder* builder;

   json_write_text(json, "text", text);
   builder = json_build(json);
   json_builder_begin_object(builder);
   json_add_text(builder, "<b>", text);
   json_builder_end_object(builder);
   json_write(json, "built");
   json_close(json);
}

/* The same document, compressed or not; its length leaves any rest in base64,
   and takes more than one block. */
static void writes_compressed_json(void** state)
{
   static const char text[] = "</script><!--]]>&{{data}}\u2028\u2029";

   for (guint n = 0; n < 200000; n = n < 9 ? n + 1 : 3 * n) {
      GString* more   = g_string_new(text);
      Output*  output = output_open(path);
      for (guint i = 0; i < n; i++)
         g_string_append_printf(more, "%x", i * 2654435761u >> 28);
      write_document(json_open_compressed(output), more->str);
      output_close(output);
      char* unpacked = unpack();
      output         = output_open(path);
      write_document(json_open(output), more->str);
      assert_written(output, unpacked);
      g_free(unpacked);
      g_string_free(more, TRUE);
   }
}

/* Opens a list, lets `add' add to it, and compares what is written. */
static void assert_built(void (*add)(JsonBuilder*, gconstpointer),
                         gconstpointer data, const char* expected)
{
   Output*      output  = output_open(path);
   Json*        json    = json_open(output);
   JsonBuilder* builder = json_build(json);
   char*        all     = g_strdup_printf("{\n \"a\": [%s]\n}\n", expected);

   json_builder_begin_array(builder);
   add(builder, data);
   json_builder_end_array(builder);
   json_write(json, "a");
   json_close(json);
   assert_written(output, all);
   g_free(all);
}

static void add_exact_counts(JsonBuilder* builder, gconstpointer counts)
{
   json_add_exact_counts(builder, &columns, counts);
}

/* Rows of counts as a page has them.  2^53 is the last number up to which a
   double has all. */
static const struct {
   Count       counts[4];
   const char* json;
} exact_rows[] = {
   {{1105, COUNT_NONE, 2210, 3683333}, "1105,null,2210,3683333"},
   {{0, -1, COUNT_NONE, COUNT_NONE}, "0,-1,null,null"},
   {{9007199254740991, 9007199254740992, 9007199254740993, 1},
    "9007199254740991,9007199254740992,\"9007199254740993\",1"},
   {{-9007199254740991, -9007199254740992, -9007199254740993, -1},
    "-9007199254740991,-9007199254740992,\"-9007199254740993\",-1"},
   {{G_MAXINT64, -G_MAXINT64, 0, G_MAXINT64},
    "\"9223372036854775807\",\"-9223372036854775807\",0,"
    "\"9223372036854775807\""},
};

static void writes_exact_counts(void** state)
{
   for (guint i = 0; i < G_N_ELEMENTS(exact_rows); i++)
      assert_built(add_exact_counts, exact_rows[i].counts, exact_rows[i].json);
}

static void add_parsed(JsonBuilder* builder, gconstpointer text)
{
   GError*   error = NULL;
   JsonNode* value = json_from_string(text, &error);

   assert_null(error);
   json_add_parsed(builder, value);
   json_node_unref(value);
}

/* Values that were parsed, and how they are written. */
static const struct {
   const char *text, *json;
} parsed[] = {
   {"{}", "{}"},
   {"[]", "[]"},
   {"[[],{},[[1]]]", "[[],{},[[1]]]"},
   {"{\"b\": 1, \"a\": [true, false, null, \"x\"]}",
    "{\"b\":1,\"a\":[true,false,null,\"x\"]}"},
   {"[1.5]", "[1.5]"},
   /* Too large for a double. */
   {"[1e999, -1e999]", "[null,null]"},
   {"[9007199254740992, 9007199254740993, -9007199254740993]",
    "[9007199254740992,\"9007199254740993\",\"-9007199254740993\"]"},
   {"{\"<i>\": \"</script>\"}", "{\"<i>\":\"</script>\"}"},
   {"[\"a\\\"b\\\\\\n\\u2028\"]", "[\"a\\\"b\\\\\\n\\u2028\"]"},
};

static void writes_what_was_parsed(void** state)
{
   for (guint i = 0; i < G_N_ELEMENTS(parsed); i++)
      assert_built(add_parsed, parsed[i].text, parsed[i].json);
}

static void writes_text_as_markdown(void** state)
{
   for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
      Output* output = output_open(path);
      char* expected = g_strdup_printf("%s\n%s", texts[i].code, texts[i].plain);
      markdown_code(output, texts[i].text);
      output_literal(output, "\n");
      markdown_text(output, texts[i].text);
      assert_written(output, expected);
      g_free(expected);
   }
}

/* A NUL byte, which only a source can have, ends nothing. */
static void writes_nul_bytes(void** state)
{
   Output*      output  = output_open(path);
   Json*        json    = json_open(output);
   JsonBuilder* builder = json_build(json);

   json_builder_begin_array(builder);
   json_add_text_length(builder, NULL, "a\0b", 3);
   json_builder_end_array(builder);
   json_write(json, "a");
   json_close(json);
   assert_written(output, "{\n \"a\": [\"a\ufffdb\"]\n}\n");
}

static void nests_json(void** state)
{
   Output* output = output_open(path);
   Json*   json   = json_open(output);

   json_begin_array(json, "none");
   json_end(json);
   json_begin_array(json, "rows");
   json_write_text(json, NULL, "x");
   json_begin_object(json, NULL);
   json_write_boolean(json, "yes", TRUE);
   json_write_integer(json, "most", G_MAXINT64);
   json_write_counts(json, "counts", &columns, NULL);
   json_end(json);
   json_write_boolean(json, NULL, FALSE);
   json_close(json);
   assert_written(output, "{\n"
                          " \"none\": [],\n"
                          " \"rows\": [\n"
                          "  \"x\",\n"
                          "  {\n"
                          "   \"yes\": true,\n"
                          "   \"most\": 9223372036854775807,\n"
                          "   \"counts\": null\n"
                          "  },\n"
                          "  false\n"
                          " ]\n"
                          "}\n");
}

static void writes_a_page_of_markdown(void** state)
{
   static const char* const labels[] = {"what", "where", NULL};
   Output*                  output   = output_open(path);

   markdown_heading(output, 2, "Counts");
   markdown_setting(output, "Command: ", "ls | wc");
   markdown_begin_folded(output, "Lines");
   markdown_begin_table(output, &columns, labels);
   markdown_counts(output, &columns, rows[2].counts);
   markdown_begin_cell(output);
   markdown_text(output, "one");
   markdown_begin_cell(output);
   markdown_code(output, "two");
   markdown_end_row(output);
   markdown_end_folded(output);
   assert_written(output, "## Counts\n\n"
                          "Command: <code>ls &#124; wc</code>\n\n"
                          "<details><summary>Lines</summary>\n\n"
                          "| Ir | D&#124;1 | Twice | Third | what | where |\n"
                          "|---:|---:|---:|---:|---|---|\n"
                          "| 0 | 0 |  |  | one | `two` |\n"
                          "\n</details>\n\n");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(writes_counts_as_json),
      cmocka_unit_test(writes_numbers_as_json),
      cmocka_unit_test(copies_numbers),
      cmocka_unit_test(writes_counts_as_markdown),
      cmocka_unit_test(writes_text_as_json),
      cmocka_unit_test(writes_compressed_json),
      cmocka_unit_test(writes_exact_counts),
      cmocka_unit_test(writes_what_was_parsed),
      cmocka_unit_test(writes_text_as_markdown),
      cmocka_unit_test(writes_nul_bytes),
      cmocka_unit_test(nests_json),
      cmocka_unit_test(writes_a_page_of_markdown),
   };
   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, make, clean_up);
}
