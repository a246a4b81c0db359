/* SPDX-License-Identifier: GPL-2.0-or-later */
/* reader.c: see reader.h. */

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "conflicts/cg_text.h"
#include "conflicts/cg_trace_format.h"
#include "lib/events.h"
#include "lib/hash.h"
#include "lib/message.h"
#include "lib/profile.h"
#include "lib/reader.h"

/*------------------------------------------------------------*/
/*--- Errors                                               ---*/
/*------------------------------------------------------------*/

void reader_set_error(const Reader* reader, GError** error, const char* format,
                      ...)
{
   va_list args;
   va_start(args, format);
   char* what = g_strdup_vprintf(format, args);
   va_end(args);
   g_set_error(error, MESSAGE_ERROR, 0, "%s:%" G_GUINT64_FORMAT ": %s",
               reader->input->name, MAX(reader->line_number, 1), what);
   g_free(what);
}

void reader_set_overflow(const Reader* reader, GError** error, guint event)
{
   const GPtrArray* events = reader->header.events;

   if (event == events->len)
      reader_set_error(reader, error,
                       "the numbers of calls add up to more than 63 bits");
   else
      reader_set_error(reader, error,
                       "the counts of %s add up to more than 63 bits",
                       (char*)events->pdata[event]);
}

/* Sets an error that begins with a quotation, `length' bytes at `text'. */
static void set_quoting_error(const Reader* reader, GError** error,
                              const char* text, gsize length, const char* what)
{
   char* quoted = message_quoted_beginning(text, length);
   reader_set_error(reader, error, "%s %s", quoted, what);
   g_free(quoted);
}

/*------------------------------------------------------------*/
/*--- Numbers of any form                                  ---*/
/*------------------------------------------------------------*/

static inline gboolean is_blank(char c)
{
   return c == ' ' || c == '\t' || c == '\r';
}

static inline gboolean is_digit(char c)
{
   return c >= '0' && c <= '9';
}

/* Parses any number of digits into *value.  Returns what follows them, or NULL
   if there are none or the value exceeds 63 bits. */
static G_GNUC_NO_INLINE const char* parse_long_number(const char* text,
                                                      gint64*     value)
{
   const char* digit = text;

   for (*value = 0; is_digit(*digit); digit++)
      if (__builtin_mul_overflow(*value, 10, value)
          || __builtin_add_overflow(*value, *digit - '0', value))
         return NULL;
   return digit > text ? digit : NULL;
}

/* The same for any text of a block.  Nearly all numbers have one to seven
   digits, whose end a loop could not predict, so eight characters are looked at
   together. */
static inline const char* parse_number(const char* text, gint64* value)
{
   guint64 chars;
   memcpy(&chars, text, sizeof chars);
   chars = GUINT64_FROM_LE(chars) ^ 0x3030303030303030;
   /* The top bit of the first byte that is 10 or more, and of some later ones.
    */
   guint64 ends = (chars | (chars + 0x7676767676767676)) & 0x8080808080808080;
   guint   bits = ends ? __builtin_ctzll(ends) & ~7 : 0;

   if (G_UNLIKELY(bits == 0))
      return parse_long_number(text, value);
   /* The last digit comes into the top byte, zeros before the first one. */
   chars <<= 64 - bits;
   chars = 10 * chars + (chars >> 8); /* pairs of digits, in every other byte */
   *value = ((chars & 0x000000ff000000ff) * 0x000f424000000064
             + (chars >> 16 & 0x000000ff000000ff) * 0x0000271000000001)
            >> 32;
   return text + bits / 8;
}

/* Sets the error that says why parse_number() refused the word at `text'. */
static void set_number_error(const Reader* reader, GError** error,
                             const char* text)
{
   gsize    length = strcspn(text, " \t\r\n");
   gsize    sign   = *text == '-';
   gboolean number =
      length > sign && strspn(text + sign, "0123456789") == length - sign;

   set_quoting_error(reader, error, text, length,
                     number ? "is out of range: a number has up to 63 bits"
                            : "is not a number (allowed: digits; for a count "
                              "also \"-\" before them, or \".\")");
}

/* Parses any count: a number, or "." for COUNT_NONE.  Returns what follows, or
   NULL. */
static const char* parse_any_count(const char* text, Count* count)
{
   if (*text == '.') {
      *count = COUNT_NONE;
      return text + 1;
   }
   gboolean negative = *text == '-';
   text              = parse_number(text + negative, count);
   if (text && negative)
      *count = -*count;
   return text;
}

/* Parses "0x" and one to sixteen hexadecimal digits.  Returns what follows, or
   NULL. */
static const char* parse_address(const char* text, guint64* address)
{
   if (text[0] != '0' || text[1] != 'x')
      return NULL;
   const char* begin = text + 2;
   const char* digit = begin;

   for (*address = 0; g_ascii_isxdigit(*digit); digit++)
      *address = *address << 4 | g_ascii_xdigit_value(*digit);
   return digit > begin && digit - begin <= 16 ? digit : NULL;
}

/* Whether `text', unless it is NULL, is the end of a word. */
static inline gboolean is_word_end(const char* text)
{
   return text && (is_blank(*text) || *text == '\n');
}

/* Parses counts up to the end of the line.  Missing counts are those of Reader.
   Returns the next line, or NULL with an error. */
static const char* parse_counts(Reader* reader, const char* text, Count* counts,
                                GError** error)
{
   guint n = reader->header.events->len;
   guint i = 0;

   for (;; i++) {
      while (is_blank(*text))
         text++;
      if (*text == '\n')
         break;
      if (i == n) {
         reader_set_error(reader, error,
                          "more than %u counts, but there are %u events", n, n);
         return NULL;
      }
      const char* end = parse_number(text, &counts[i]);
      if (!is_word_end(end))
         end = parse_any_count(text, &counts[i]);
      if (!is_word_end(end)) {
         set_number_error(reader, error, text);
         return NULL;
      }
      text = end;
   }
   for (; i < n; i++)
      counts[i] = reader->missing;
   return text + 1;
}

/*------------------------------------------------------------*/
/*--- Lines                                                ---*/
/*------------------------------------------------------------*/

/* Goes to the next line, and reads the next block if need be.  Returns FALSE at
   the end of the profile, or with an error. */
static gboolean at_line(Reader* reader, GError** error)
{
   if (reader->at == reader->end
       && !input_next_block(reader->input, &reader->at, &reader->end, error))
      return FALSE;
   reader->line_number++;
   return TRUE;
}

/* Whether the current line begins with `key'. */
static gboolean begins_with(const Reader* reader, const char* key)
{
   return strncmp(reader->at, key, strlen(key)) == 0;
}

/* How descriptions begin that are more than text. */
#define CALLS_KEY  " Calls:"
#define THREAD_KEY " Thread:"

/* Whether the current line belongs to a call. */
static gboolean begins_call(const Reader* reader)
{
   static const char* const keys[] = {"cfn=", "cfi=", "cfl=", "cob=", "calls="};

   for (guint i = 0; *reader->at == 'c' && i < G_N_ELEMENTS(keys); i++)
      if (begins_with(reader, keys[i]))
         return TRUE;
   return FALSE;
}

/* Whether the current line belongs to a context, or says that a call is of
   inlined code. */
static gboolean begins_context(const Reader* reader)
{
   return reader->has_contexts && reader->at[0] == '#'
          && (is_digit(reader->at[1]) || begins_with(reader, "#inlined\n")
              || begins_with(reader, "#fn=") || begins_with(reader, "#fl=")
              || begins_with(reader, "#ob="));
}

/* If the current line begins with `key', copies what follows to `rest', goes
   past the line and returns TRUE. */
static gboolean take_line(Reader* reader, const char* key, GString* rest)
{
   if (!begins_with(reader, key))
      return FALSE;

   const char* text    = reader->at + strlen(key);
   const char* newline = memchr(text, '\n', reader->end - text);
   g_string_truncate(rest, 0);
   g_string_append_len(rest, text, newline - text);
   reader->at = newline + 1;
   return TRUE;
}

/* If the current line is empty or a comment, goes past it and returns TRUE. */
static gboolean take_empty_line(Reader* reader)
{
   const char* text = reader->at;
   while (is_blank(*text))
      text++;
   if (*text != '\n' && (*reader->at != '#' || begins_context(reader)))
      return FALSE;
   reader->at = (char*)memchr(text, '\n', reader->end - text) + 1;
   return TRUE;
}

static gboolean check_text(Reader* reader, const GString* text, GError** error)
{
   if (memchr(text->str, '\0', text->len)) {
      reader_set_error(reader, error, "a NUL byte: is this a profile?");
      return FALSE;
   }
   return TRUE;
}

/* Sets an error that quotes the current line. */
static void set_line_error(Reader* reader, GError** error, const char* what)
{
   const char* newline = memchr(reader->at, '\n', reader->end - reader->at);
   set_quoting_error(reader, error, reader->at, newline - reader->at, what);
}

/*------------------------------------------------------------*/
/*--- The header                                           ---*/
/*------------------------------------------------------------*/

static gboolean add_event(Reader* reader, const char* name, GError** error)
{
   GPtrArray* events = reader->header.events;

   if (g_ptr_array_find_with_equal_func(events, name, g_str_equal, NULL)) {
      set_quoting_error(reader, error, name, strlen(name), "is named twice");
      return FALSE;
   }
   if (events->len == PROFILE_MAX_EVENTS) {
      reader_set_error(reader, error, "more than %d events",
                       PROFILE_MAX_EVENTS);
      return FALSE;
   }
   g_ptr_array_add(events, g_strdup(name));
   return TRUE;
}

static gboolean parse_events(Reader* reader, const char* text, GError** error)
{
   GPtrArray* events = reader->header.events;
   if (events->len > 0) {
      reader_set_error(reader, error, "a second \"events:\" line");
      return FALSE;
   }
   reader->header.events_text = g_strdup(text);
   reader->events_line        = reader->line_number;
   gboolean good              = TRUE;
   while (good && *(text += strspn(text, " \t\r"))) {
      gsize length = strcspn(text, " \t\r");
      char* name   = g_strndup(text, length);
      good         = add_event(reader, name, error);
      text += length;
      g_free(name);
   }
   if (good && events->len == 0)
      reader_set_error(reader, error, "the \"events:\" line names no event");
   return good && events->len > 0;
}

/* Sets the error that says what the file is, by its first two lines, if it is
   something else that one may give by mistake.  Before Callgrind's line is a
   comment.  `error' is not NULL. */
static gboolean set_other_file(const Reader* reader, GError** error)
{
   static const struct {
      const char* begin;
      const char* what;
   } others[] = {
      {"\x7f"
       "ELF",
       "a program or a library: its profile is cachegrind.out.PID"},
      {CG_TRACE_FORMAT_MAGIC,
       "a trace: cg_conflicts and cg_branches read traces"},
      {"Conflict report", "a conflict report"},
      {"{\"version\"", "a conflict report in JSON"},
      {"version: ", "a profile of Callgrind: callgrind_annotate reads it"},
      {"<!DOCTYPE html>", "a page: a browser shows it"},
   };

   char* what = input_unpacking(reader->at, reader->end - reader->at);
   for (guint i = 0; !what && i < G_N_ELEMENTS(others); i++)
      if (begins_with(reader, others[i].begin))
         what = g_strconcat("this is no profile, but ", others[i].what, NULL);
   if (!what || reader->line_number > 2) {
      g_free(what);
      return FALSE;
   }
   reader_set_error(reader, error, "%s", what);
   (*error)->code = MESSAGE_OTHER_FILE;
   g_free(what);
   return TRUE;
}

/* Parses what "positions:" says.  Callgrind's profiles may have others. */
static gboolean parse_positions(Reader* reader, const char* text,
                                GError** error)
{
   char**   words = g_strsplit_set(text, " \t\r", -1);
   GString* named = g_string_new(NULL);
   for (char** word = words; *word; word++)
      if (**word)
         g_string_append_printf(named, "%s%s", named->len > 0 ? " " : "",
                                *word);
   g_strfreev(words);

   reader->header.instructions = strcmp(named->str, "instr line") == 0;
   gboolean second             = reader->has_positions;
   gboolean known =
      reader->header.instructions || strcmp(named->str, "line") == 0;
   if (second)
      reader_set_error(reader, error, "a second \"positions:\" line");
   else if (!known)
      set_quoting_error(reader, error, named->str, named->len,
                        "are unknown positions (allowed: \"line\" and \"instr "
                        "line\")");
   reader->has_positions = TRUE;
   g_string_free(named, TRUE);
   return known && !second;
}

/* Parses the current line, which must belong to the header. */
static gboolean parse_header_line(Reader* reader, GString* text, GError** error)
{
   Header* header = &reader->header;

   gboolean is_desc = take_line(reader, "desc:", text);
   if (is_desc || take_line(reader, "event:", text)) {
      if (!check_text(reader, text, error))
         return FALSE;
      if (!is_desc && header->definitions->len == EVENTS_MAX_DEFINITIONS) {
         reader_set_error(reader, error,
                          "more than " G_STRINGIFY(
                             EVENTS_MAX_DEFINITIONS) " \"event:\" lines");
         return FALSE;
      }
      g_ptr_array_add(is_desc ? header->desc : header->definitions,
                      g_strdup(text->str));
      reader->counts_calls |= is_desc && g_str_has_prefix(text->str, CALLS_KEY);
      return TRUE;
   }
   if (take_line(reader, "cmd:", text)) {
      if (header->cmd) {
         reader_set_error(reader, error, "a second \"cmd:\" line");
         return FALSE;
      }
      header->cmd = g_strdup(text->str);
      return check_text(reader, text, error);
   }
   if (take_line(reader, "events:", text))
      return check_text(reader, text, error)
             && parse_events(reader, text->str, error);
   if (take_line(reader, "positions:", text))
      return check_text(reader, text, error)
             && parse_positions(reader, text->str, error);
   if (set_other_file(reader, error))
      return FALSE;
   set_line_error(reader, error,
                  "is not a line of a profile (allowed here: desc:, cmd:, "
                  "events: and positions:)");
   return FALSE;
}

/* Parses the header, up to the first line of data. */
static gboolean parse_header(Reader* reader, GError** error)
{
   GString* text   = g_string_new(NULL);
   GError*  wrong  = NULL;
   Header*  header = &reader->header;

   while (!wrong && at_line(reader, &wrong)) {
      reader->has_contexts = reader->counts_calls && header->events->len > 0;
      if (take_empty_line(reader))
         continue;
      if (*reader->at == 'f' || *reader->at == 's' || is_digit(*reader->at)
          || begins_with(reader, "ob=") || begins_call(reader)
          || begins_context(reader))
         break;
      parse_header_line(reader, text, &wrong);
   }
   g_string_free(text, TRUE);

   if (!wrong && reader->line_number == 0)
      reader_set_error(reader, &wrong, "the file is empty");
   else if (!wrong && header->events->len == 0)
      reader_set_error(reader, &wrong,
                       "there is no \"events:\" line before this");
   else if (!wrong && !header->cmd)
      reader_set_error(reader, &wrong, "there is no \"cmd:\" line before this");
   if (wrong)
      g_propagate_error(error, wrong);
   else if (reader->at < reader->end)
      /* reader_next() starts with this line, and counts it. */
      reader->line_number--;
   return wrong == NULL;
}

/*------------------------------------------------------------*/
/*--- The data                                             ---*/
/*------------------------------------------------------------*/

/* Parses the summary and compares it with the totals.  Returns FALSE with an
   error if it is wrong. */
static gboolean parse_summary(Reader* reader, GError** error)
{
   const GPtrArray* events  = reader->header.events;
   Count*           summary = reader->counts;

   reader->at =
      parse_counts(reader, reader->at + strlen("summary:"), summary, error);
   if (!reader->at)
      return FALSE;
   for (guint i = 0; i < events->len; i++) {
      Count said = summary[i] == COUNT_NONE ? 0 : summary[i];
      if (said != reader->totals[i]) {
         reader_set_error(reader, error,
                          "the summary has %" G_GINT64_FORMAT
                          " for %s, but the counts add up to %" G_GINT64_FORMAT,
                          said, (char*)events->pdata[i], reader->totals[i]);
         return FALSE;
      }
   }
   return TRUE;
}

/* Parses the summary and checks that nothing follows it. */
static Found parse_end(Reader* reader, GError** error)
{
   GError* wrong = NULL;

   if (!parse_summary(reader, error))
      return READ_ERROR;
   while (at_line(reader, &wrong))
      if (!take_empty_line(reader)) {
         set_line_error(reader, error,
                        "follows the summary: are these two profiles?");
         return READ_ERROR;
      }
   if (wrong) {
      g_propagate_error(error, wrong);
      return READ_ERROR;
   }
   return READ_END;
}

/* Returns a number that no reader has had. */
static guint64 new_number(void)
{
   static guint64 last;

   return ++last;
}

/* Replaces the end of a long name by "...".  In what the programs write, a name
   of the profile can be in many lines. */
static void cut_name(GString* name)
{
   if (name->len <= READER_MAX_NAME_BYTES)
      return;
   g_string_truncate(
      name, cg_text_cut(name->str, READER_MAX_NAME_BYTES - strlen("...")));
   g_string_append(name, "...");
}

/* Replaces "(NUMBER)" by the name that was given this number, and gives
   "(NUMBER) NAME" the number.  Returns FALSE with an error if the number is
   wrong. */
static gboolean take_number(Reader* reader, GPtrArray* numbered, GString* name,
                            GError** error)
{
   gint64 number;

   if (name->str[0] != '(')
      return TRUE;

   const char* end = parse_long_number(name->str + 1, &number);

   if (!end || *end != ')')
      return TRUE;
   end += end[1] == ' ' ? 2 : 1;
   if (*end) {
      g_string_erase(name, 0, end - name->str);
      cut_name(name);
      g_ptr_array_add(numbered, g_strdup(name->str));
      if (number == numbered->len)
         return TRUE;
      reader_set_error(reader, error,
                       "a name has the number %" G_GINT64_FORMAT
                       ", but the next one is %u",
                       number, numbered->len);
      return FALSE;
   }
   if (number > 0 && number <= numbered->len) {
      g_string_assign(name, numbered->pdata[number - 1]);
      return TRUE;
   }
   reader_set_error(reader, error,
                    "no name before this has the number %" G_GINT64_FORMAT,
                    number);
   return FALSE;
}

/* Takes the text of a line as a name of a kind, whose numbers are apart. */
static gboolean set_name(Reader* reader, NameKind kind, GString* text,
                         const char** name, GError** error)
{
   if (text->len > 0 && text->str[text->len - 1] == '\r')
      g_string_truncate(text, text->len - 1);
   if (!check_text(reader, text, error)
       || !take_number(reader, reader->numbered[kind], text, error))
      return FALSE;
   cut_name(text);
   *name = text->str;
   return TRUE;
}

/* Takes the text of a line as the name of an object; an empty one is none. */
static gboolean set_object(Reader* reader, GString* text, const char** name,
                           GError** error)
{
   gboolean good = set_name(reader, NAME_OBJECT, text, name, error);
   if (text->len == 0)
      *name = NULL;
   return good;
}

/* Parses a line that names the current file, function or object.  Sets *good to
   FALSE with an error if it is wrong.  Returns FALSE if it is another line. */
static gboolean parse_name_line(Reader* reader, gboolean* good, GError** error)
{
   static const char* const file_keys[] = {"fl=", "fi=", "fe="};

   *good = TRUE;
   for (guint i = 0; i < G_N_ELEMENTS(file_keys); i++)
      if (take_line(reader, file_keys[i], reader->file_name)) {
         *good = set_name(reader, NAME_FILE, reader->file_name, &reader->file,
                          error);
         reader->file_number = new_number();
         return TRUE;
      }
   if (take_line(reader, "fn=", reader->function_name))
      *good = set_name(reader, NAME_FUNCTION, reader->function_name,
                       &reader->function, error);
   else if (take_line(reader, "ob=", reader->object_name)) {
      *good = set_object(reader, reader->object_name, &reader->object, error);
      reader->object_number = new_number();
   } else
      return FALSE;
   return TRUE;
}

/* Parses a line other than a count line and those of calls.  Returns READ_PLACE
   if the data go on after it. */
static Found parse_other_line(Reader* reader, GError** error)
{
   gboolean good;

   if (take_empty_line(reader))
      return READ_PLACE;
   if (parse_name_line(reader, &good, error)) {
      reader->moved = TRUE;
      return good ? READ_PLACE : READ_ERROR;
   }
   if (begins_with(reader, "summary:"))
      return parse_end(reader, error);
   set_line_error(reader, error,
                  "is not a line of a profile (allowed here: ob=, fl=, fi=, "
                  "fe=, fn=, counts, calls and summary:)");
   return READ_ERROR;
}

/* Sets an error that begins with the word at `text'. */
static void set_word_error(const Reader* reader, GError** error,
                           const char* text, const char* what)
{
   set_quoting_error(reader, error, text, strcspn(text, " \t\r\n"), what);
}

/* Parses the address of a position, and the blanks after it.  Returns what
   follows, or NULL with an error. */
static const char* parse_address_word(const Reader* reader, const char* word,
                                      guint64* address, GError** error)
{
   const char* text = parse_address(word, address);

   if (!is_word_end(text)) {
      set_word_error(reader, error, word,
                     "is not an address (allowed: 0x and up to 16 hexadecimal "
                     "digits)");
      return NULL;
   }
   while (is_blank(*text))
      text++;
   if (*text != '\n')
      return text;
   reader_set_error(reader, error, "no line number after the address");
   return NULL;
}

/* Parses a position: an address if the profile has instructions, and a line.
   Returns what follows, or NULL with an error. */
static const char* parse_position(const Reader* reader, const char* text,
                                  Position* position, GError** error)
{
   guint64 address = 0;
   gint64  line    = 0;

   if (reader->header.instructions) {
      text = parse_address_word(reader, text, &address, error);
      if (!text)
         return NULL;
   }
   const char* end = parse_number(text, &line);
   *position       = (Position){.address = address, .line = line};
   if (is_word_end(end))
      return end;
   if (!reader->header.instructions
       && is_word_end(parse_address(text, &address)))
      set_word_error(reader, error, text,
                     "is an address: is the header's \"positions: instr line\" "
                     "missing?");
   else if (*text == '-')
      set_word_error(reader, error, text,
                     "is not a line number (allowed: digits)");
   else
      set_number_error(reader, error, text);
   return NULL;
}

/* Parses a count line. */
static Found parse_count_line(Reader* reader, GError** error)
{
   guint       n = reader->header.events->len;
   const char* text =
      parse_position(reader, reader->at, &reader->position, error);

   if (text)
      text = parse_counts(reader, text, reader->counts, error);
   if (!text)
      return READ_ERROR;
   reader->at = text;
   int full   = count_add_all(reader->totals, reader->counts, n);
   if (full < 0)
      return READ_COUNTS;
   reader_set_overflow(reader, error, full);
   return READ_ERROR;
}

/*------------------------------------------------------------*/
/*--- Calls                                                ---*/
/*------------------------------------------------------------*/

/* Goes to the next line of a call.  Returns FALSE with an error if there is
   none. */
static gboolean next_call_line(Reader* reader, GError** error)
{
   GError* wrong = NULL;

   if (at_line(reader, &wrong))
      return TRUE;
   if (wrong)
      g_propagate_error(error, wrong);
   else
      reader_set_error(reader, error, "the profile ends within a call");
   return FALSE;
}

/* Parses a line that names the callee.  Returns FALSE without an error if it is
   another line, and with one if it is wrong. */
static gboolean parse_callee_line(Reader* reader, GError** error)
{
   Call* call = &reader->call;

   if (take_line(reader, "cfn=", reader->callee_function))
      return set_name(reader, NAME_FUNCTION, reader->callee_function,
                      &call->function, error);
   if (take_line(reader, "cfi=", reader->callee_file)
       || take_line(reader, "cfl=", reader->callee_file)) {
      call->file_number = new_number();
      return set_name(reader, NAME_FILE, reader->callee_file, &call->file,
                      error);
   }
   if (take_line(reader, "cob=", reader->callee_object)) {
      call->object_number = new_number();
      return set_object(reader, reader->callee_object, &call->object, error);
   }
   return FALSE;
}

/* Parses the current line, "calls=NUMBER TARGET". */
static gboolean parse_calls_line(Reader* reader, GError** error)
{
   const char* word = reader->at + strlen("calls=");
   const char* text = parse_any_count(word, &reader->call.number);

   if (!is_word_end(text) || *word == '.') {
      set_number_error(reader, error, word);
      return FALSE;
   }
   while (is_blank(*text))
      text++;
   if (*text == '\n') {
      reader_set_error(reader, error,
                       "\"calls=\" without the callee's position");
      return FALSE;
   }
   text = parse_position(reader, text, &reader->call.target, error);
   if (!text)
      return FALSE;
   while (is_blank(*text))
      text++;
   if (*text != '\n') {
      set_quoting_error(reader, error, text, strcspn(text, "\r\n"),
                        "follows the callee's position");
      return FALSE;
   }
   reader->at = text + 1;
   return TRUE;
}

/* Parses the costs of a call. */
static gboolean parse_call_costs(Reader* reader, GError** error)
{
   if (!is_digit(*reader->at)) {
      set_line_error(reader, error,
                     "is not the cost of the call (after \"calls=\" comes a "
                     "count line)");
      return FALSE;
   }
   const char* text =
      parse_position(reader, reader->at, &reader->position, error);
   if (text)
      text = parse_counts(reader, text, reader->counts, error);
   if (text)
      reader->at = text;
   return text != NULL;
}

/* Parses a call, whose first line is the current one. */
static Found parse_call(Reader* reader, GError** error)
{
   GError* wrong = NULL;

   reader->call    = (Call){.object        = reader->object,
                            .object_number = reader->object_number,
                            .file          = reader->file,
                            .file_number   = reader->file_number,
                            .inlined = reader->inlined || !reader->has_contexts};
   reader->inlined = FALSE;
   while (parse_callee_line(reader, &wrong))
      do
         if (!next_call_line(reader, error))
            return READ_ERROR;
      while (take_empty_line(reader));
   if (wrong)
      g_propagate_error(error, wrong);
   else if (!begins_with(reader, "calls="))
      set_line_error(reader, error,
                     "does not belong to a call (after its callee comes "
                     "\"calls=\")");
   else if (!reader->call.function)
      reader_set_error(reader, error, "\"calls=\" without \"cfn=\" before it");
   else if (parse_calls_line(reader, error) && next_call_line(reader, error)
            && parse_call_costs(reader, error)) {
      reader->n_calls++;
      return READ_CALL;
   }
   return READ_ERROR;
}

/*------------------------------------------------------------*/
/*--- Contexts                                             ---*/
/*------------------------------------------------------------*/

/* Parses a line that names the function of a context without a call. */
static gboolean parse_context_name(Reader* reader, GError** error)
{
   Call* call = &reader->call;

   if (!reader->naming)
      *call = (Call){0};
   reader->naming = TRUE;
   if (take_line(reader, "#fn=", reader->callee_function))
      return set_name(reader, NAME_FUNCTION, reader->callee_function,
                      &call->function, error);
   if (take_line(reader, "#fl=", reader->callee_file)) {
      call->file_number = new_number();
      return set_name(reader, NAME_FILE, reader->callee_file, &call->file,
                      error);
   }
   take_line(reader, "#ob=", reader->callee_object);
   call->object_number = new_number();
   return set_object(reader, reader->callee_object, &call->object, error);
}

/* Parses the three numbers of a context, and the blanks after each.  Returns
   what follows, or NULL with an error. */
static const char* parse_context_numbers(Reader* reader, GError** error)
{
   const char* text = reader->at + 1;
   gint64      numbers[3];

   for (guint i = 0; i < G_N_ELEMENTS(numbers); i++) {
      const char* end = i < 2 ? parse_number(text, &numbers[i])
                              : parse_any_count(text, &numbers[i]);
      if (!is_word_end(end) || numbers[i] == COUNT_NONE) {
         set_number_error(reader, error, text);
         return NULL;
      }
      for (text = end; is_blank(*text);)
         text++;
   }
   reader->context = (ReaderContext){.depth  = MIN(numbers[0], G_MAXUINT),
                                     .call   = numbers[1],
                                     .number = numbers[2]};
   return text;
}

/* Checks that a context has its place in the tree, and a function. */
static gboolean check_context(const Reader* reader, GError** error)
{
   const ReaderContext* context = &reader->context;

   if (context->depth > READER_MAX_DEPTH)
      reader_set_error(reader, error, "a context of more than %d calls",
                       READER_MAX_DEPTH);
   else if (context->depth > reader->max_depth)
      reader_set_error(reader, error,
                       "a context of depth %u, but the one before allows %u",
                       context->depth, reader->max_depth);
   else if (context->call > reader->n_calls)
      reader_set_error(reader, error,
                       "a context of call %" G_GUINT64_FORMAT
                       ", but there are %" G_GUINT64_FORMAT " before it",
                       context->call, reader->n_calls);
   else if (context->call > 0 && context->depth == 0)
      reader_set_error(reader, error, "a context of depth 0 that is called");
   else if (context->call == 0
            && (!reader->naming || !reader->call.file
                || !reader->call.function))
      reader_set_error(reader, error,
                       "a context without a call and without \"#fl=\" and "
                       "\"#fn=\" before it");
   else
      return TRUE;
   return FALSE;
}

/* Parses the current line, which belongs to a context or says that a call is of
   inlined code.  Returns READ_PLACE if
   the data go on after it. */
static Found parse_context(Reader* reader, GError** error)
{
   if (begins_with(reader, "#inlined")) {
      reader->at += strlen("#inlined\n");
      reader->inlined = TRUE;
      return READ_PLACE;
   }
   if (!is_digit(reader->at[1]))
      return parse_context_name(reader, error) ? READ_PLACE : READ_ERROR;

   const char* text = parse_context_numbers(reader, error);

   if (!text || !check_context(reader, error))
      return READ_ERROR;
   text = parse_counts(reader, text, reader->counts, error);
   if (!text)
      return READ_ERROR;
   reader->at        = text;
   reader->naming    = FALSE;
   reader->max_depth = reader->context.depth + 1;
   return READ_CONTEXT;
}

/*------------------------------------------------------------*/
/*--- All lines                                            ---*/
/*------------------------------------------------------------*/

/* Announces the place that the current line, the first of its data, belongs to.
 */
static Found announce_place(Reader* reader, GError** error)
{
   if (!reader->file || !reader->function) {
      reader_set_error(reader, error, "%s before the first \"%s\"",
                       *reader->at == 'c' ? "a call" : "counts",
                       reader->file ? "fn=" : "fl=");
      return READ_ERROR;
   }
   reader->moved = FALSE;
   reader->line_number--;
   return READ_PLACE;
}

Found reader_next(Reader* reader, GError** error)
{
   GError* wrong = NULL;

   while (at_line(reader, &wrong)) {
      gboolean counts = is_digit(*reader->at);

      if (!counts && !begins_call(reader)) {
         Found found = begins_context(reader) ? parse_context(reader, error)
                                              : parse_other_line(reader, error);
         if (found != READ_PLACE)
            return found;
      } else if (reader->moved)
         return announce_place(reader, error);
      else
         return counts ? parse_count_line(reader, error)
                       : parse_call(reader, error);
   }
   if (!wrong)
      reader_set_error(reader, &wrong,
                       "the profile ends without a \"summary:\" line: was it "
                       "cut off?");
   g_propagate_error(error, wrong);
   return READ_ERROR;
}

/*------------------------------------------------------------*/
/*--- Opening and closing                                  ---*/
/*------------------------------------------------------------*/

/* Allocates what the data need.  The header was read. */
static void prepare_data(Reader* reader)
{
   guint n = reader->header.events->len;

   reader->file_name       = g_string_new(NULL);
   reader->function_name   = g_string_new(NULL);
   reader->object_name     = g_string_new(NULL);
   reader->callee_file     = g_string_new(NULL);
   reader->callee_function = g_string_new(NULL);
   reader->callee_object   = g_string_new(NULL);
   reader->moved           = TRUE;
   reader->has_contexts    = reader->counts_calls;
   reader->missing = reader_leaves_out_zeros(&reader->header) ? 0 : COUNT_NONE;
   reader->counts  = g_new(Count, n);
   reader->totals  = g_new0(Count, n);
   for (guint i = 0; i < N_NAME_KINDS; i++)
      reader->numbered[i] = g_ptr_array_new_with_free_func(g_free);
}

Reader* reader_open(const char* name, GError** error)
{
   Input* input = input_open(name, error);
   if (!input)
      return NULL;

   Reader* reader             = g_new0(Reader, 1);
   reader->input              = input;
   reader->header.desc        = g_ptr_array_new_with_free_func(g_free);
   reader->header.events      = g_ptr_array_new_with_free_func(g_free);
   reader->header.definitions = g_ptr_array_new_with_free_func(g_free);

   if (!parse_header(reader, error)) {
      reader_close(reader);
      return NULL;
   }
   prepare_data(reader);
   return reader;
}

gboolean reader_check_events(const Reader* reader, const Reader* first,
                             GError** error)
{
   const GPtrArray *ours   = reader->header.events,
                   *theirs = first->header.events;
   gboolean same           = ours->len == theirs->len;

   for (guint i = 0; same && i < ours->len; i++)
      same = strcmp(ours->pdata[i], theirs->pdata[i]) == 0;
   if (!same)
      g_set_error(error, MESSAGE_ERROR, 0,
                  "%s:%" G_GUINT64_FORMAT
                  ": other events than those of %s, line %" G_GUINT64_FORMAT,
                  reader->input->name, reader->events_line, first->input->name,
                  first->events_line);
   return same;
}

/* Returns the name in the definition of an event, "NAME = FORMULA". */
static char* name_in(const char* definition)
{
   const char* end = strchr(definition, '=');
   char*       name =
      end ? g_strndup(definition, end - definition) : g_strdup(definition);

   return g_strstrip(name);
}

/* Returns the first definition of each event, by its name.  The caller destroys
   the table. */
static GHashTable* first_definitions(const Header* header)
{
   GHashTable* first =
      g_hash_table_new_full(hash_text, g_str_equal, g_free, NULL);

   for (guint i = header->definitions->len; i > 0; i--) {
      char* definition = header->definitions->pdata[i - 1];
      g_hash_table_replace(first, name_in(definition), definition);
   }
   return first;
}

char* reader_differing_definition(const Reader* reader, const Reader* first)
{
   const GPtrArray* all       = reader->header.definitions;
   GHashTable*      ours      = first_definitions(&reader->header);
   GHashTable*      theirs    = first_definitions(&first->header);
   char*            differing = NULL;

   for (guint i = 0; i < all->len && !differing; i++) {
      char*       event = name_in(all->pdata[i]);
      const char* other = g_hash_table_lookup(theirs, event);

      if (other && strcmp(g_hash_table_lookup(ours, event), other) != 0)
         differing = event;
      else
         g_free(event);
   }
   g_hash_table_destroy(ours);
   g_hash_table_destroy(theirs);
   return differing;
}

/* Returns the first description that begins with `key', or NULL. */
static const char* described(const Header* header, const char* key)
{
   for (guint i = 0; i < header->desc->len; i++)
      if (g_str_has_prefix(header->desc->pdata[i], key))
         return header->desc->pdata[i];
   return NULL;
}

gboolean reader_counts_calls(const Header* header)
{
   return described(header, CALLS_KEY) != NULL;
}

guint reader_line_size(const Header* header)
{
   const char* cache = described(header, " L1D cache:");
   guint       size  = 0;

   if (cache)
      sscanf(cache, " L1D cache: %*u B, %4u B", &size);
   return size > 0 ? size : 64;
}

#define CLOCK_KEY     " Clock:"
#define MAX_CLOCK_MHZ 100000 /* as in files of machines */

guint reader_clock(const Header* header)
{
   const char* text = described(header, CLOCK_KEY);
   guint       mhz  = 0;
   int         end  = 0;

   if (text)
      sscanf(text, CLOCK_KEY " %6u MHz%n", &mhz, &end);
   return end > 0 && mhz <= MAX_CLOCK_MHZ ? mhz : 0;
}

gboolean reader_leaves_out_zeros(const Header* header)
{
   return header->definitions->len > 0 && described(header, " Machine:");
}

/* Removes the descriptions that begin with `key' and are not `equal', which can
   be NULL. */
static void remove_described(GPtrArray* desc, const char* key,
                             const char* equal)
{
   guint n = 0;

   for (guint i = 0; i < desc->len; i++) {
      char* text = desc->pdata[i];

      desc->pdata[i] = NULL;
      if (g_str_has_prefix(text, key) && g_strcmp0(text, equal) != 0)
         g_free(text);
      else
         desc->pdata[n++] = text;
   }
   g_ptr_array_set_size(desc, n);
}

void reader_join_headers(Reader* first, const Reader* reader)
{
   static const char* const same[] = {THREAD_KEY, CLOCK_KEY};

   for (guint i = 0; i < G_N_ELEMENTS(same); i++)
      remove_described(first->header.desc, same[i],
                       described(&reader->header, same[i]));
   if (reader_counts_calls(&reader->header)
       && !reader_counts_calls(&first->header))
      g_ptr_array_add(first->header.desc, g_strdup(READER_CALLS));
}

gboolean reader_has_other_predictor(const Reader* reader, const Reader* first)
{
   const char* ours   = described(&reader->header, " Branch predictor:");
   const char* theirs = described(&first->header, " Branch predictor:");

   return ours && theirs && strcmp(ours, theirs) != 0;
}

void reader_warn_of_definitions(const Reader* reader, const Reader* first)
{
   char* event = reader_differing_definition(reader, first);

   if (event)
      message_warn(
         "%s: defines %s differently from %s, whose definition is used "
         "(different --machine?)",
         reader->input->name, event, first->input->name);
   g_free(event);
   if (reader_has_other_predictor(reader, first))
      message_warn("%s: has a different branch predictor from %s",
                   reader->input->name, first->input->name);
}

gboolean reader_check_positions(const Reader* reader, const Reader* first,
                                GError** error)
{
   gboolean instructions = reader->header.instructions;

   if (instructions == first->header.instructions)
      return TRUE;
   g_set_error(error, MESSAGE_ERROR, MESSAGE_WITHOUT_LINE,
               "%s: has %s, unlike %s: profile both runs with "
               "--dump-instr=yes, or neither",
               reader->input->name,
               instructions ? "instructions" : "no instructions",
               first->input->name);
   return FALSE;
}

void reader_close(Reader* reader)
{
   input_close(reader->input);
   g_ptr_array_free(reader->header.desc, TRUE);
   g_ptr_array_free(reader->header.definitions, TRUE);
   g_ptr_array_free(reader->header.events, TRUE);
   g_free(reader->header.cmd);
   g_free(reader->header.events_text);
   if (reader->counts) {
      g_string_free(reader->file_name, TRUE);
      g_string_free(reader->function_name, TRUE);
      g_string_free(reader->object_name, TRUE);
      g_string_free(reader->callee_file, TRUE);
      g_string_free(reader->callee_function, TRUE);
      g_string_free(reader->callee_object, TRUE);
      for (guint i = 0; i < N_NAME_KINDS; i++)
         g_ptr_array_free(reader->numbered[i], TRUE);
      g_free(reader->counts);
      g_free(reader->totals);
   }
   g_free(reader);
}
