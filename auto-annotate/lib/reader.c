/* SPDX-License-Identifier: GPL-2.0-or-later */
/* reader.c: see reader.h.  Nearly all lines of a profile are count lines, so
   reader_next() and the functions that it calls for them look at every byte
   only once.  The other functions need not be fast. */

#ifdef __SSE2__
#include <emmintrin.h>
#endif
#include <stdarg.h>
#include <string.h>

#include "conflicts/cg_trace_format.h"
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

/* Returns which of 48 characters at `text' are not digits; bit 0 is for the
   first.  The bits after these are set. */
#define WINDOW 48
G_STATIC_ASSERT(WINDOW < INPUT_PADDING);
#ifdef __SSE2__
static inline guint64 find_16_digits(const char* text)
{
   __m128i chars = _mm_loadu_si128((const __m128i*)text);
   __m128i value = _mm_sub_epi8(chars, _mm_set1_epi8('0'));
   return _mm_movemask_epi8(
      _mm_cmpeq_epi8(_mm_min_epu8(value, _mm_set1_epi8(9)), value));
}
static inline guint64 find_non_digits(const char* text)
{
   return ~(find_16_digits(text) | find_16_digits(text + 16) << 16
            | find_16_digits(text + 32) << 32);
}
#else
static inline guint64 find_non_digits(const char* text)
{
   guint64 found = ~(guint64)0 << WINDOW;
   for (guint i = 0; i < WINDOW; i += sizeof(guint64)) {
      guint64 value;
      memcpy(&value, text + i, sizeof value);
      value = GUINT64_FROM_LE(value) ^ 0x3030303030303030;
      /* The top bit of each byte tells whether it is 10 or more.  The product
         moves these bits, the first byte's lowest, into its top byte. */
      guint64 low = (value & 0x7f7f7f7f7f7f7f7f) + 0x7676767676767676;
      guint64 top = (low | value) >> 7 & 0x0101010101010101;
      found |= (top * 0x0102040810204080 >> 56) << i;
   }
   return found;
}
#endif

/* The eight bytes from masks[digits] on, as a mask, leave the values of the
   last so many of eight characters. */
static const guchar masks[WINDOW + 8] = {[8] = 0xf, 0xf, 0xf, 0xf,
                                         0xf,       0xf, 0xf, 0xf};

/* Returns the value of one to eight digits that end at `end'; of any other
   number of digits in a window, something.  Eight bytes before `end' must be
   readable; those before the digits may hold anything.  The operations are the
   same for any number of digits.  A loop over the digits would have to predict
   its end. */
static inline guint32 short_number(const char* end, guint digits)
{
   guint64 chars, mask;
   memcpy(&chars, end - sizeof chars, sizeof chars);
   memcpy(&mask, masks + digits, sizeof mask);
   chars = GUINT64_FROM_LE(chars & mask);
   /* Byte 0 is the first digit.  Make pairs of digits, in every other byte.
      Then add all four pairs at once: the first times 10^6, the second times
      10^4, the third times 100, and the last. */
   chars = chars * 10 + (chars >> 8);
   return ((chars & 0x000000ff000000ff) * 0x000f424000000064
           + (chars >> 16 & 0x000000ff000000ff) * 0x0000271000000001)
          >> 32;
}

/* Parses any number of digits into *value.  Returns what follows them, or NULL
   if there are none or the value exceeds 63 bits. */
static const char* parse_number(const char* text, gint64* value)
{
   const char* digit = text;
   gint64      sum   = 0;

   for (; g_ascii_isdigit(*digit); digit++)
      if (__builtin_mul_overflow(sum, 10, &sum)
          || __builtin_add_overflow(sum, *digit - '0', &sum))
         return NULL;
   *value = sum;
   return digit > text ? digit : NULL;
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

/* Parses counts of the usual form, one to eight digits after one space, and
   adds each to its total.  Stops before the first count that has another form
   or overflows its total, or at the end of the window.  Returns how many counts
   it parsed, and in *text what follows them. */
static guint parse_short_counts(const char** text, Count* counts, Count* totals,
                                guint n)
{
   if (**text != ' ')
      return 0;
   const char* window = *text + 1;
   const char* begin  = window;
   guint64     ends   = find_non_digits(window);
   guint       i      = 0;

   for (; i < n; i++, ends &= ends - 1) {
      guint       offset = __builtin_ctzll(ends);
      const char* end    = window + offset;
      gsize       digits = end - begin;
      Count       total;
      if (offset >= WINDOW || digits - 1 >= 8 || (*end != ' ' && *end != '\n'))
         break;
      counts[i] = short_number(end, digits);
      if (__builtin_add_overflow(totals[i], counts[i], &total))
         break;
      totals[i] = total;
      begin     = end + 1;
      if (*end == '\n') {
         i++;
         break;
      }
   }
   *text = begin - 1;
   return i;
}

/* Parses counts up to the end of the line and adds them to `totals'.  Missing
   counts become COUNT_NONE.  Returns the next line, or NULL with an error. */
static const char* parse_counts(Reader* reader, const char* text, Count* counts,
                                Count* totals, GError** error)
{
   const char* begin = text;
   guint       n     = reader->header.events->len;
   guint       i     = 0;

   for (;;) {
      i += parse_short_counts(&text, counts + i, totals + i, n - i);

      const char* end = text;
      while (is_blank(*text))
         text++;
      if (*text == '\n')
         break;
      if (i == n) {
         reader_set_error(reader, error,
                          "more than %u counts, but there are %u events", n, n);
         return NULL;
      }
      if (text == end && end > begin) {
         /* No blank follows the previous number, so it contains other
            characters. */
         while (text > begin && !is_blank(text[-1]))
            text--;
         set_number_error(reader, error, text);
         return NULL;
      }
      end = parse_any_count(text, &counts[i]);
      if (!end) {
         set_number_error(reader, error, text);
         return NULL;
      }
      if (counts[i] != COUNT_NONE
          && __builtin_add_overflow(totals[i], counts[i], &totals[i])) {
         reader_set_overflow(reader, error, i);
         return NULL;
      }
      text = end;
      i++;
   }
   for (; i < n; i++)
      counts[i] = COUNT_NONE;
   return text + 1;
}

/*------------------------------------------------------------*/
/*--- Ordinary count lines                                 ---*/
/*------------------------------------------------------------*/

/* An ordinary count line has all counts, each of one to eight digits, with one
   space between them.  The lines that cg_merge writes are ordinary, too: they
   have more spaces after the line number, and one at the end.

   Numbers are parsed in groups of four.  The ends of all numbers of a group are
   found first, so that no number waits for the length of the one before, and no
   branch depends on a number: bench/README.md, "Tricks and what they gain". */

G_STATIC_ASSERT(4 * 9 < WINDOW);

/* A group of numbers that is parsed. */
typedef struct {
   const char* begin;
   guint64     ends;   /* a bit for each non-digit after the last number */
   guint       next;   /* the offset of the next number */
   guint       digits; /* of the last number */
   const char* end;    /* of the last number */
   /* What is wrong so far. */
   guint lengths; /* more than 7: a number has no digit, or more than eight */
   guint spaces;  /* not 0: between numbers there is something else */
} Group;

/* Goes to the end of the next number. */
static inline void next_number(Group* group)
{
   guint end     = __builtin_ctzll(group->ends);
   group->digits = end - group->next;
   group->end    = group->begin + end;
   group->next   = end + 1;
   group->ends &= group->ends - 1;
   group->lengths |= group->digits - 1;
}

/* Checks that a space follows the last number. */
static inline void check_space(Group* group)
{
   group->spaces |= *group->end ^ ' ';
}

#ifdef __SSE2__
static inline __m128i load_8(const void* from)
{
   return _mm_loadl_epi64(from);
}

/* The first half of short_number() for the next two numbers: returns two lanes
   for each, the value of its first four digits and that of its last four. */
static inline __m128i parse_two(Group* group)
{
   next_number(group);
   check_space(group);
   __m128i chars = load_8(group->end - 8);
   __m128i mask  = load_8(masks + group->digits);
   next_number(group);
   chars = _mm_unpacklo_epi64(chars, load_8(group->end - 8));
   mask  = _mm_unpacklo_epi64(mask, load_8(masks + group->digits));
   /* The upper byte of the product is 10 times the first digit of a pair, plus
      the second. */
   __m128i pairs =
      _mm_mullo_epi16(_mm_and_si128(chars, mask), _mm_set1_epi16(10 << 8 | 1));
   return _mm_madd_epi16(_mm_srli_epi16(pairs, 8),
                         _mm_set1_epi32(1 << 16 | 100));
}

/* Parses the next four numbers into `numbers'. */
static inline void parse_four(Group* group, gint32* numbers)
{
   __m128i two = parse_two(group);
   check_space(group);
   __m128i four = _mm_packs_epi32(two, parse_two(group));
   _mm_storeu_si128((__m128i*)numbers,
                    _mm_madd_epi16(four, _mm_set1_epi32(1 << 16 | 10000)));
}

/* Adds four small numbers to sums. */
static inline void add_four(Count* sums, const gint32* numbers)
{
   __m128i  four  = _mm_loadu_si128((const __m128i*)numbers);
   __m128i  first = _mm_unpacklo_epi32(four, _mm_setzero_si128());
   __m128i  last  = _mm_unpackhi_epi32(four, _mm_setzero_si128());
   __m128i* to    = (__m128i*)sums;
   _mm_storeu_si128(to, _mm_add_epi64(_mm_loadu_si128(to), first));
   _mm_storeu_si128(to + 1, _mm_add_epi64(_mm_loadu_si128(to + 1), last));
}
#else
static inline void parse_four(Group* group, gint32* numbers)
{
   for (guint i = 0; i < 4; i++) {
      if (i > 0)
         check_space(group);
      next_number(group);
      numbers[i] = short_number(group->end, group->digits);
   }
}

static inline void add_four(Count* sums, const gint32* numbers)
{
   for (guint i = 0; i < 4; i++)
      sums[i] += numbers[i];
}
#endif

#define ALWAYS_INLINE inline __attribute__((always_inline))

/* Parses n short numbers with one space between them.  Returns what follows, or
   NULL if the text is anything else. */
static ALWAYS_INLINE const char* parse_short_numbers(const char* text, guint n,
                                                     gint32* numbers)
{
   for (guint i = 0;; i += 4) {
      Group group = {.begin = text, .ends = find_non_digits(text)};
      if (i + 4 <= n)
         parse_four(&group, numbers + i);
      else
         for (guint j = i; j < n; j++) {
            if (j > i)
               check_space(&group);
            next_number(&group);
            numbers[j] = short_number(group.end, group.digits);
         }
      if (G_UNLIKELY(group.lengths > 7 || group.spaces))
         return NULL;
      if (i + 4 >= n)
         return group.end;
      if (G_UNLIKELY(*group.end != ' '))
         return NULL;
      text = group.end + 1;
   }
}

/* Takes the counts of a line in `small', adds them to `pending', and goes past
   the end of the line, which is at `newline'. */
static inline void take_small(Reader* reader, const gint32* small,
                              const char* newline)
{
   guint n = reader->header.events->len;
   guint i = 0;

   reader->small = small;
   for (; i + 4 <= n; i += 4)
      add_four(reader->pending + i, small + i);
   for (; i < n; i++)
      reader->pending[i] += small[i];
   reader->has_pending = TRUE;
   reader->at          = newline + 1;
   reader->line_number++;
}

/* If the current line is an ordinary count line, sets `line' and `small', adds
   the counts to `pending', goes past the line and returns TRUE. */
static inline gboolean parse_ordinary_line(Reader* reader)
{
   guint n = reader->header.events->len;

   if (!g_ascii_isdigit(*reader->at))
      return FALSE;
   const char* end = reader->at + 1;
   while (g_ascii_isdigit(*end))
      end++;
   const char* begin = end;
   while (*begin == ' ')
      begin++;
   if (G_UNLIKELY(begin == end || end - reader->at > 8))
      return FALSE;
   const char* after = parse_short_numbers(begin, n, reader->small_numbers);
   if (G_UNLIKELY(!after))
      return FALSE;
   /* cg_merge writes a space there. */
   const char* newline = after + (*after == ' ');
   if (G_UNLIKELY(*newline != '\n'))
      return FALSE;
   reader->line = short_number(end, end - reader->at);
   take_small(reader, reader->small_numbers, newline);
   return TRUE;
}

/* The values of hexadecimal digits, plus 1; 0 for other characters. */
static const guchar hex_digits[256] = {
   ['0'] = 1, 2,  3,  4,  5,  6,          7,  8,  9,  10, ['A'] = 11,
   12,        13, 14, 15, 16, ['a'] = 11, 12, 13, 14, 15, 16};

/* Parses "0x" and one to sixteen hexadecimal digits.  Returns what follows, or
   NULL. */
static inline const char* parse_address(const char* text, guint64* address)
{
   if (text[0] != '0' || text[1] != 'x')
      return NULL;
   const guchar* begin = (const guchar*)text + 2;
   const guchar* digit = begin;
   guint64       sum   = 0;
   for (guint value; (value = hex_digits[*digit]) != 0; digit++)
      sum = sum << 4 | (value - 1);
   *address = sum;
   return (gsize)(digit - begin) - 1 < 16 ? (const char*)digit : NULL;
}

/* The same as parse_ordinary_line() for a profile with instructions.  After the
   address, the line number is one more short number. */
static inline gboolean parse_instruction_line(Reader* reader)
{
   guint       n     = reader->header.events->len;
   const char* begin = parse_address(reader->at, &reader->address);

   if (G_UNLIKELY(!begin || *begin != ' '))
      return FALSE;
   const char* newline =
      parse_short_numbers(begin + 1, n + 1, reader->small_numbers);
   if (G_UNLIKELY(!newline || *newline != '\n'))
      return FALSE;
   reader->line = reader->small_numbers[0];
   take_small(reader, reader->small_numbers + 1, newline);
   return TRUE;
}

/* Parses the next such lines, or one if each is wanted.  Returns whether there
   was any.  It is a function of its own, because inlined into reader_next() it
   would make that slower for other profiles. */
static G_GNUC_NO_INLINE gboolean parse_instruction_lines(Reader* reader)
{
   gboolean any = FALSE;

   while (reader->at < reader->end && reader->has_room && !reader->moved
          && parse_instruction_line(reader)) {
      any = TRUE;
      if (reader->by_line)
         break;
   }
   return any;
}

/*------------------------------------------------------------*/
/*--- Lines                                                ---*/
/*------------------------------------------------------------*/

/* Reads the next block.  Returns FALSE at the end of the profile, or with an
   error. */
static gboolean next_block(Reader* reader, GError** error)
{
   return input_next_block(reader->input, &reader->at, &reader->end, error);
}

/* Goes to the next line, and reads the next block if need be.  Returns FALSE at
   the end of the profile, or with an error. */
static gboolean at_line(Reader* reader, GError** error)
{
   if (reader->at == reader->end && !next_block(reader, error))
      return FALSE;
   reader->line_number++;
   return TRUE;
}

/* Whether the current line begins with `key'. */
static gboolean begins_with(const Reader* reader, const char* key)
{
   return strncmp(reader->at, key, strlen(key)) == 0;
}

/* Whether the current line belongs to a call. */
static gboolean begins_call(const Reader* reader)
{
   static const char* const keys[] = {"cfn=", "cfi=", "cfl=", "cob=", "calls="};

   for (guint i = 0; *reader->at == 'c' && i < G_N_ELEMENTS(keys); i++)
      if (begins_with(reader, keys[i]))
         return TRUE;
   return FALSE;
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
   if (*text != '\n' && *reader->at != '#')
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

/* What the file is, by its first two lines, if it is something else that one
   may give by mistake; else NULL.  Before Callgrind's line is a comment. */
static const char* other_file(const Reader* reader)
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
   };

   for (guint i = 0; reader->line_number <= 2 && i < G_N_ELEMENTS(others); i++)
      if (begins_with(reader, others[i].begin))
         return others[i].what;
   return NULL;
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
      g_ptr_array_add(is_desc ? header->desc : header->definitions,
                      g_strdup(text->str));
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
   if (other_file(reader)) {
      reader_set_error(reader, error, "this is no profile, but %s",
                       other_file(reader));
      return FALSE;
   }
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
      if (take_empty_line(reader))
         continue;
      if (*reader->at == 'f' || *reader->at == 's'
          || g_ascii_isdigit(*reader->at) || begins_with(reader, "ob=")
          || begins_call(reader))
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

static Found set_not_whole(Reader* reader, GError** error)
{
   reader_set_error(reader, error,
                    "the profile ends without a \"summary:\" line: was it "
                    "cut off?");
   return READ_ERROR;
}

/* Parses the summary, compares it with the totals, and checks that nothing
   follows it.  A span just ends here. */
static Found parse_summary(Reader* reader, GError** error)
{
   guint  n       = reader->header.events->len;
   Count* totals  = reader->numbers + n;
   Count* summary = reader->numbers + 2 * n;

   reader->place = input_offset(reader->input, reader->at);
   if (reader->in_span)
      return READ_END;
   reader->totals = totals;
   /* The sums of the summary are not used. */
   memset(summary + n, 0, n * sizeof *summary);
   reader->at = parse_counts(reader, reader->at + strlen("summary:"), summary,
                             summary + n, error);
   if (!reader->at)
      return READ_ERROR;
   reader->summary = summary;
   for (guint i = 0; i < n && !reader->is_part; i++) {
      Count said = summary[i] == COUNT_NONE ? 0 : summary[i];
      if (totals[i] == COUNT_NONE) {
         reader_set_overflow(reader, error, i);
         return READ_ERROR;
      }
      if (said != totals[i]) {
         reader_set_error(reader, error,
                          "the summary has %" G_GINT64_FORMAT
                          " for %s, but the counts add up to %" G_GINT64_FORMAT,
                          said, (char*)reader->header.events->pdata[i],
                          totals[i]);
         return READ_ERROR;
      }
   }

   GError* wrong = NULL;
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

   return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}

/* Takes the text of a line as a name. */
static gboolean set_name(Reader* reader, GString* text, const char** name,
                         GError** error)
{
   if (text->len > 0 && text->str[text->len - 1] == '\r')
      g_string_truncate(text, text->len - 1);
   *name = text->str;
   return check_text(reader, text, error);
}

/* Takes the text of a line as the name of an object; an empty one is none. */
static gboolean set_object(Reader* reader, GString* text, const char** name,
                           GError** error)
{
   gboolean good = set_name(reader, text, name, error);
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
         *good = set_name(reader, reader->file_name, &reader->file, error);
         reader->file_number = new_number();
         return TRUE;
      }
   if (take_line(reader, "fn=", reader->function_name))
      *good = set_name(reader, reader->function_name, &reader->function, error);
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
      return parse_summary(reader, error);
   set_line_error(reader, error,
                  "is not a line of a profile (allowed here: ob=, fl=, fi=, "
                  "fe=, fn=, counts, calls and summary:)");
   return READ_ERROR;
}

/* Adds `pending' to the totals, which have room for it, and clears it.  Unless
   each line is wanted, it is what reader_next() returns. */
static void add_pending(Reader* reader)
{
   guint  n      = reader->header.events->len;
   Count* totals = reader->numbers + n;

   for (guint i = 0; i < n; i++)
      totals[i] += reader->pending[i];
   if (!reader->by_line)
      memcpy(reader->numbers, reader->pending, n * sizeof *reader->numbers);
   memset(reader->pending, 0, n * sizeof *reader->pending);
   reader->has_pending = FALSE;
   reader->small       = NULL;
   reader->has_room    = count_have_room(totals, n);
}

/* Sets an error that begins with the word at `text'. */
static void set_word_error(const Reader* reader, GError** error,
                           const char* text, const char* what)
{
   set_quoting_error(reader, error, text, strcspn(text, " \t\r\n"), what);
}

/* Whether `text', unless it is NULL, is the end of a word. */
static gboolean is_word_end(const char* text)
{
   return text && (is_blank(*text) || *text == '\n');
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

/* Parses a count line of any form. */
static Found parse_count_line(Reader* reader, GError** error)
{
   guint       n = reader->header.events->len;
   Position    position;
   const char* text = parse_position(reader, reader->at, &position, error);

   if (!text)
      return READ_ERROR;
   reader->line    = position.line;
   reader->address = position.address;
   reader->small   = NULL;
   if (reader->in_span)
      /* The totals are not needed.  They are cleared because, with negative
         counts, the sum of a part may need more bits than that of the whole. */
      memset(reader->numbers, 0, 2 * n * sizeof *reader->numbers);
   text =
      parse_counts(reader, text, reader->numbers, reader->numbers + n, error);
   if (!text)
      return READ_ERROR;
   reader->at       = text;
   reader->has_room = count_have_room(reader->numbers + n, n);
   return READ_COUNTS;
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
      return set_name(reader, reader->callee_function, &call->function, error);
   if (take_line(reader, "cfi=", reader->callee_file)
       || take_line(reader, "cfl=", reader->callee_file)) {
      call->file_number = new_number();
      return set_name(reader, reader->callee_file, &call->file, error);
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
   guint    n      = reader->header.events->len;
   Count*   counts = reader->numbers + 2 * n;
   Position position;

   if (!g_ascii_isdigit(*reader->at)) {
      set_line_error(reader, error,
                     "is not the cost of the call (after \"calls=\" comes a "
                     "count line)");
      return FALSE;
   }
   const char* text = parse_position(reader, reader->at, &position, error);
   if (!text)
      return FALSE;
   /* The sums are not used. */
   memset(counts + n, 0, n * sizeof *counts);
   text = parse_counts(reader, text, counts, counts + n, error);
   if (!text)
      return FALSE;
   reader->at          = text;
   reader->line        = position.line;
   reader->address     = position.address;
   reader->call.counts = counts;
   return TRUE;
}

/* Parses a call, whose first line is the current one. */
static Found parse_call(Reader* reader, GError** error)
{
   GError* wrong = NULL;

   reader->call = (Call){.object        = reader->object,
                         .object_number = reader->object_number,
                         .file          = reader->file,
                         .file_number   = reader->file_number};
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
            && parse_call_costs(reader, error))
      return READ_CALL;
   return READ_ERROR;
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
   reader->place = input_offset(reader->input, reader->at);
   reader->line_number--;
   return READ_PLACE;
}

Found reader_next(Reader* reader, GError** error)
{
   GError* wrong = NULL;

   for (;;) {
      if (reader->header.instructions) {
         if (parse_instruction_lines(reader) && reader->by_line)
            return READ_COUNTS;
      } else
         while (reader->at < reader->end && reader->has_room && !reader->moved
                && parse_ordinary_line(reader))
            if (reader->by_line)
               return READ_COUNTS;
      /* A block is so short that `pending' cannot overflow. */
      if (reader->has_pending) {
         add_pending(reader);
         if (!reader->by_line)
            return READ_COUNTS;
      }

      if (reader->at == reader->end) {
         if (!next_block(reader, &wrong))
            break;
         continue;
      }
      reader->line_number++;
      gboolean counts = g_ascii_isdigit(*reader->at);
      if (!counts && !begins_call(reader)) {
         Found found = parse_other_line(reader, error);
         if (found != READ_PLACE)
            return found;
      } else if (reader->moved)
         return announce_place(reader, error);
      else
         return counts ? parse_count_line(reader, error)
                       : parse_call(reader, error);
   }
   if (wrong) {
      g_propagate_error(error, wrong);
      return READ_ERROR;
   }
   if (!reader->in_span && !reader->is_part)
      return set_not_whole(reader, error);
   reader->totals = reader->numbers + reader->header.events->len;
   return READ_END;
}

const Count* reader_counts(Reader* reader)
{
   if (reader->small) {
      for (guint i = 0; i < reader->header.events->len; i++)
         reader->numbers[i] = reader->small[i];
      reader->small = NULL;
   }
   return reader->numbers;
}

/*------------------------------------------------------------*/
/*--- Opening, closing, spans                              ---*/
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
   reader->has_room        = TRUE;
   reader->numbers         = g_new0(Count, 5 * n);
   reader->pending         = reader->numbers + 4 * n;
   reader->small_numbers   = g_new(gint32, n + 1);
}

Reader* reader_open(const char* name, gboolean seekable, GError** error)
{
   Input* input = input_open(name, seekable, error);
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

Reader* reader_share(const Reader* reader, guint64 begin, guint64 end)
{
   Reader* part = g_new0(Reader, 1);

   part->header  = reader->header;
   part->input   = input_share(reader->input);
   part->is_part = TRUE;
   input_go_to(part->input, begin, end);
   prepare_data(part);
   return part;
}

guint64 reader_data(const Reader* reader)
{
   return reader->at ? input_offset(reader->input, reader->at) : 0;
}

gboolean reader_is_ordinary(const Reader* reader)
{
   return !reader->header.instructions
          && !(reader->at < reader->end && begins_with(reader, "ob="));
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

/* Returns what a profile says of its branch predictor, or NULL. */
static const char* predictor_of(const Header* header)
{
   for (guint i = 0; i < header->desc->len; i++)
      if (g_str_has_prefix(header->desc->pdata[i], " Branch predictor:"))
         return header->desc->pdata[i];
   return NULL;
}

gboolean reader_has_other_predictor(const Reader* reader, const Reader* first)
{
   const char* ours   = predictor_of(&reader->header);
   const char* theirs = predictor_of(&first->header);

   return ours && theirs && strcmp(ours, theirs) != 0;
}

void reader_warn_of_definitions(const Reader* reader, const Reader* first)
{
   char* event = reader_differing_definition(reader, first);

   if (event)
      message_warn(
         "%s: defines %s otherwise than %s, whose definition is used: "
         "are they of different machines?",
         reader->input->name, event, first->input->name);
   g_free(event);
   if (reader_has_other_predictor(reader, first))
      message_warn("%s: has another branch predictor than %s",
                   reader->input->name, first->input->name);
}

gboolean reader_check_positions(const Reader* reader, const Reader* first,
                                GError** error)
{
   gboolean instructions = reader->header.instructions;

   if (instructions == first->header.instructions)
      return TRUE;
   g_set_error(error, MESSAGE_ERROR, 0,
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
   if (!reader->is_part) {
      g_ptr_array_free(reader->header.desc, TRUE);
      g_ptr_array_free(reader->header.definitions, TRUE);
      g_ptr_array_free(reader->header.events, TRUE);
      g_free(reader->header.cmd);
      g_free(reader->header.events_text);
   }
   if (reader->numbers) {
      g_string_free(reader->file_name, TRUE);
      g_string_free(reader->function_name, TRUE);
      g_string_free(reader->object_name, TRUE);
      g_string_free(reader->callee_file, TRUE);
      g_string_free(reader->callee_function, TRUE);
      g_string_free(reader->callee_object, TRUE);
      g_free(reader->numbers);
      g_free(reader->small_numbers);
   }
   g_free(reader);
}

void reader_begin_span(const Reader* reader, Span* span)
{
   span->begin       = reader->place;
   span->line_number = reader->line_number;
}

void reader_end_span(const Reader* reader, Span* span)
{
   span->end = reader->place;
}

void reader_go_to(Reader* reader, const Span* span)
{
   input_go_to(reader->input, span->begin, span->end);
   reader->at = reader->end = NULL;
   reader->line_number      = span->line_number;
   reader->moved            = FALSE;
   reader->in_span          = TRUE;
   reader->by_line          = TRUE;
}
