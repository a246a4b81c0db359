/* SPDX-License-Identifier: GPL-2.0-or-later */
/* line_map.c: see line_map.h.

   VersionLines outside of hunks (hunks.h) are the same, further up or down.  Of
   the lines that hunks remove, some are found again among those that they add,
   in this order:

   moved    A text that is removed once and added once, with the lines next to
            it as far as their texts agree.
   changed  Removed lines between two that were moved together lead to the lines
            added between these: to those with their text, in order, and the
            others to what is between.  Other removed lines lead to those added
            in their place, in one hunk.  The first leads to the first, and so
   on; if there are fewer added lines, the rest leads to the last. */

#include <stdlib.h>
#include <string.h>

#include "compare/hunks.h"
#include "compare/line_map.h"
#include "lib/hash.h"

/* A text that is shorter occurs twice by chance: it says nothing of a move. */
#define MIN_MOVED 10

#define NONE G_MAXUINT

/* A line that a hunk removes or adds. */
typedef struct {
   guint64     number;
   char*       line; /* what it says; NULL if its counterpart says the same */
   const char* text; /* the same without white space; equal texts are the same
                        pointer, which is valid until line_map_new() returns */
   guint hunk;       /* the index of its hunk */
   guint to;         /* the index of its counterpart, or NONE */
} Mention;

struct LineMap {
   GArray* hunks;      /* Hunk, ascending: indices of lines */
   GArray* mentions;   /* Hunk: the same as indices of `removed' and `added' */
   GArray* removed;    /* Mention, ascending */
   GArray* added;      /* Mention, ascending */
   gsize   bytes;      /* of both texts */
   gsize   kept_bytes; /* of the lines that were removed or changed */
};

static Mention* mention_at(const GArray* mentions, guint index)
{
   return &g_array_index(mentions, Mention, index);
}

static const Hunk* hunk_at(const GArray* hunks, guint index)
{
   return &g_array_index(hunks, Hunk, index);
}

/*------------------------------------------------------------*/
/*--- Comparing                                            ---*/
/*------------------------------------------------------------*/

/* The lines of a version. */
typedef struct {
   GPtrArray* lines;   /* char*, ended by NULs */
   char*      plain;   /* the same without white space */
   GArray*    numbers; /* guint32: the text of each */
} VersionLines;

/* The texts of both versions without white space. */
typedef struct {
   GHashTable* numbers; /* by text (char*): its number + 1 */
   GPtrArray*  texts;   /* char*, by number */
} Texts;

/* Returns the number of a text. */
static guint32 text_number(Texts* texts, char* plain)
{
   guint32 number =
      GPOINTER_TO_UINT(g_hash_table_lookup(texts->numbers, plain));

   if (number == 0) {
      g_ptr_array_add(texts->texts, plain);
      number = texts->texts->len;
      g_hash_table_insert(texts->numbers, plain, GUINT_TO_POINTER(number));
   }
   return number - 1;
}

/* Divides a version into lines.  Writes NULs into `version'. */
static VersionLines divide_lines(Texts* texts, char* version)
{
   VersionLines lines = {.lines   = g_ptr_array_new(),
                         .plain   = g_malloc(strlen(version) + 2),
                         .numbers = g_array_new(FALSE, FALSE, sizeof(guint32))};
   char*        to    = lines.plain;

   /* What ends without a newline ends with a line all the same. */
   for (char* from = version; *from; from++) {
      char* plain = to;
      g_ptr_array_add(lines.lines, from);
      for (; *from != '\0' && *from != '\n'; from++)
         if (!g_ascii_isspace(*from))
            *to++ = *from;
      *to++          = '\0';
      guint32 number = text_number(texts, plain);
      g_array_append_val(lines.numbers, number);
      if (*from == '\0')
         break;
      *from = '\0';
   }
   return lines;
}

static void free_lines(VersionLines* lines)
{
   g_ptr_array_free(lines->lines, TRUE);
   g_array_free(lines->numbers, TRUE);
   g_free(lines->plain);
}

/* Adds the lines from index `begin' up to, and without, `end'. */
static void add_mentions(GArray* mentions, const Texts* texts,
                         const VersionLines* lines, guint begin, guint end,
                         guint hunk)
{
   for (guint i = begin; i < end; i++) {
      guint32 text    = g_array_index(lines->numbers, guint32, i);
      Mention mention = {.number = i + 1,
                         .line   = lines->lines->pdata[i],
                         .text   = texts->texts->pdata[text],
                         .hunk   = hunk,
                         .to     = NONE};
      g_array_append_val(mentions, mention);
   }
}

/* Finds the hunks, and lists their lines. */
static void compare_line_texts(LineMap* map, const Texts* texts,
                               const VersionLines* before,
                               const VersionLines* after, gint64* room)
{
   map->hunks = hunks_find((guint32*)before->numbers->data,
                           before->numbers->len, (guint32*)after->numbers->data,
                           after->numbers->len, texts->texts->len, room);
   for (guint i = 0; i < map->hunks->len; i++) {
      const Hunk* hunk = hunk_at(map->hunks, i);
      Hunk mentions = {.removed = map->removed->len, .added = map->added->len};
      add_mentions(map->removed, texts, before, hunk->removed,
                   hunk->end_removed, i);
      add_mentions(map->added, texts, after, hunk->added, hunk->end_added, i);
      mentions.end_removed = map->removed->len;
      mentions.end_added   = map->added->len;
      g_array_append_val(map->mentions, mentions);
   }
}

/*------------------------------------------------------------*/
/*--- Finding removed lines again                          ---*/
/*------------------------------------------------------------*/

static void pair(LineMap* map, guint removed, guint added)
{
   mention_at(map->removed, removed)->to = added;
   mention_at(map->added, added)->to     = removed;
}

/* Returns the index + 1 of each text, or NONE if it is there twice. */
static GHashTable* index_texts(const GArray* mentions)
{
   GHashTable* indices = g_hash_table_new(NULL, NULL);

   for (guint i = 0; i < mentions->len; i++) {
      gpointer text  = (gpointer)mention_at(mentions, i)->text;
      gboolean again = g_hash_table_contains(indices, text);
      g_hash_table_insert(indices, text,
                          GUINT_TO_POINTER(again ? NONE : i + 1));
   }
   return indices;
}

/* Pairs the lines before (step -1) or after (step 1) two that were paired, as
   long as they follow without a gap and their texts agree. */
static void extend_move(LineMap* map, guint removed, guint added, int step)
{
   guint i = removed + step, j = added + step;

   /* An index below 0 is a large one. */
   while (i < map->removed->len && j < map->added->len) {
      const Mention* old = mention_at(map->removed, i);
      const Mention* new = mention_at(map->added, j);
      if (old->to != NONE || new->to != NONE || old->text != new->text
          || old->number != mention_at(map->removed, i - step)->number + step
          || new->number != mention_at(map->added, j - step)->number + step)
         break;
      pair(map, i, j);
      i += step;
      j += step;
   }
}

static void find_moved_lines(LineMap* map)
{
   GHashTable* removed = index_texts(map->removed);
   GHashTable* added   = index_texts(map->added);

   for (guint i = 0; i < map->removed->len; i++) {
      const Mention* old = mention_at(map->removed, i);
      guint j = GPOINTER_TO_UINT(g_hash_table_lookup(added, old->text));
      if (old->to != NONE || strlen(old->text) < MIN_MOVED || j == 0
          || j == NONE || mention_at(map->added, j - 1)->to != NONE
          || GPOINTER_TO_UINT(g_hash_table_lookup(removed, old->text)) == NONE)
         continue;
      pair(map, i, j - 1);
      extend_move(map, i, j - 1, -1);
      extend_move(map, i, j - 1, 1);
   }
   g_hash_table_destroy(removed);
   g_hash_table_destroy(added);
}

/* Pairs the lines of a range that have no counterpart: removed ones with added
   ones, in their order.  More than one removed line can lead to the last added
   one. */
static void pair_in_order(LineMap* map, const Hunk* range)
{
   guint j = range->added, last = NONE;

   for (guint i = range->removed; i < range->end_removed; i++) {
      if (mention_at(map->removed, i)->to != NONE)
         continue;
      while (j < range->end_added && mention_at(map->added, j)->to != NONE)
         j++;
      if (j < range->end_added) {
         last = j;
         pair(map, i, j);
      } else
         mention_at(map->removed, i)->to = last;
   }
}

/* Whether the lines of two indices have so many lines between them as their
   indices. */
static gboolean are_together(const GArray* mentions, guint first, guint last)
{
   return mention_at(mentions, last)->number
             - mention_at(mentions, first)->number
          == last - first;
}

/* Returns the first added line of a range by its text, as index + 1, and sets
   in `next' the next one with the text of each. */
static GHashTable* first_by_text(const LineMap* map, const Hunk* range,
                                 guint* next)
{
   GHashTable* first = g_hash_table_new(NULL, NULL);

   for (guint k = range->end_added; k > range->added; k--) {
      gpointer text = (gpointer)mention_at(map->added, k - 1)->text;
      next[k - 1 - range->added] =
         GPOINTER_TO_UINT(g_hash_table_lookup(first, text));
      g_hash_table_insert(first, text, GUINT_TO_POINTER(k));
   }
   return first;
}

/* Pairs the lines of a range that have the same texts, in their order. */
static void pair_equal(LineMap* map, const Hunk* range)
{
   guint*      next  = g_new(guint, range->end_added - range->added + 1);
   GHashTable* first = first_by_text(map, range, next);
   guint       j     = range->added;

   for (guint i = range->removed; i < range->end_removed; i++) {
      gpointer text = (gpointer)mention_at(map->removed, i)->text;
      guint    k    = GPOINTER_TO_UINT(g_hash_table_lookup(first, text));
      if (k == 0)
         continue;
      while (k > 0 && (k - 1 < j || mention_at(map->added, k - 1)->to != NONE))
         k = next[k - 1 - range->added];
      g_hash_table_insert(first, text, GUINT_TO_POINTER(k));
      if (k > 0) {
         pair(map, i, k - 1);
         j = k;
      }
   }
   g_hash_table_destroy(first);
   g_free(next);
}

/* Pairs the lines between each two of a range that were paired. */
static void pair_between(LineMap* map, const Hunk* range)
{
   Hunk gap = *range;

   for (guint i = range->removed; i <= range->end_removed; i++) {
      gboolean at_end = i == range->end_removed;
      guint    to = at_end ? range->end_added : mention_at(map->removed, i)->to;
      if (to == NONE)
         continue;
      gap.end_removed = i;
      gap.end_added   = to;
      pair_in_order(map, &gap);
      gap.removed = i + 1;
      gap.added   = to + 1;
   }
}

/* Pairs the lines that were changed within what was moved: after removed line
   `first', which was, up to `last', the next that was. */
static void find_changed_between(LineMap* map, guint first, guint last)
{
   guint above = mention_at(map->removed, first)->to;
   guint below = mention_at(map->removed, last)->to;

   if (below > above && are_together(map->removed, first, last)
       && are_together(map->added, above, below)) {
      Hunk range = {.removed     = first + 1,
                    .end_removed = last,
                    .added       = above + 1,
                    .end_added   = below};
      pair_equal(map, &range);
      pair_between(map, &range);
   }
}

static void find_changed(LineMap* map)
{
   guint moved = NONE;

   for (guint i = 0; i < map->removed->len; i++)
      if (mention_at(map->removed, i)->to != NONE) {
         if (moved != NONE)
            find_changed_between(map, moved, i);
         moved = i;
      }
   for (guint i = 0; i < map->mentions->len; i++)
      pair_in_order(map, hunk_at(map->mentions, i));
}

/*------------------------------------------------------------*/
/*--- The map                                              ---*/
/*------------------------------------------------------------*/

/* Keeps copies of the removed lines that no added line is the same as: the text
   that they are in is freed. */
static void keep_removed(LineMap* map)
{
   for (guint i = 0; i < map->removed->len; i++) {
      Mention* mention = mention_at(map->removed, i);
      if (mention->to != NONE
          && mention_at(map->added, mention->to)->text == mention->text)
         mention->line = NULL;
      else {
         gsize length  = strnlen(mention->line, LINE_MAP_MAX_TEXT);
         mention->line = g_strndup(mention->line, length);
         map->kept_bytes += length + 1;
      }
   }
}

LineMap* line_map_new(char* before, char* after, gint64* room)
{
   LineMap* map   = g_new(LineMap, 1);
   Texts    texts = {.numbers = g_hash_table_new(hash_text, g_str_equal),
                     .texts   = g_ptr_array_new()};

   *map = (LineMap){.mentions = g_array_new(FALSE, FALSE, sizeof(Hunk)),
                    .removed  = g_array_new(FALSE, FALSE, sizeof(Mention)),
                    .added    = g_array_new(FALSE, FALSE, sizeof(Mention)),
                    .bytes    = strlen(before) + strlen(after)};
   *room += HUNKS_ROOM_PER_BYTE * map->bytes;
   VersionLines old = divide_lines(&texts, before);
   VersionLines new = divide_lines(&texts, after);
   compare_line_texts(map, &texts, &old, &new, room);
   find_moved_lines(map);
   find_changed(map);
   keep_removed(map);
   g_hash_table_destroy(texts.numbers);
   g_ptr_array_free(texts.texts, TRUE);
   free_lines(&old);
   free_lines(&new);
   g_free(before);
   g_free(after);
   return map;
}

/* Returns the next character of a text's lines without white space, and '\0' at
   the end.  A last line without a newline has one. */
static char next_plain(const char** at, gboolean* in_line)
{
   while (**at != '\n' && g_ascii_isspace(**at)) {
      (*at)++;
      *in_line = TRUE;
   }
   char c = **at;
   if (c == '\0' && *in_line)
      c = '\n';
   else if (c != '\0')
      (*at)++;
   *in_line = c != '\n';
   return c;
}

gboolean line_map_are_same(const char* before, const char* after)
{
   gboolean in_old = FALSE, in_new = FALSE;
   char     old;

   while ((old = next_plain(&before, &in_old)) == next_plain(&after, &in_new))
      if (old == '\0')
         return TRUE;
   return FALSE;
}

/* For bsearch(): compares a line number with a Mention's. */
static int compare_number(const void* line, const void* mention)
{
   guint64 a = *(const guint64*)line, b = ((const Mention*)mention)->number;
   return a < b ? -1 : a > b;
}

/* Returns a line that a hunk removes, or NULL. */
static const Mention* find_removed(const LineMap* map, guint64 line)
{
   return map->removed->len > 0
             ? bsearch(&line, map->removed->data, map->removed->len,
                       sizeof(Mention), compare_number)
             : NULL;
}

gboolean line_map_removed(const LineMap* map, guint64 line,
                          LineMapRemoved* removed)
{
   const Mention* mention = find_removed(map, line);

   if (!mention || mention->to != NONE)
      return FALSE;
   *removed =
      (LineMapRemoved){.number = line,
                       .after  = hunk_at(map->hunks, mention->hunk)->added,
                       .text   = mention->line};
   return TRUE;
}

const char* line_map_old_text(const LineMap* map, guint64 line)
{
   const Mention* mention = find_removed(map, line);

   return mention && mention->to != NONE ? mention->line : NULL;
}

guint64 line_map_line(const LineMap* map, guint64 line)
{
   const Mention* removed = find_removed(map, line);

   if (removed)
      return removed->to == NONE ? 0
                                 : mention_at(map->added, removed->to)->number;
   guint low = 0, high = map->hunks->len; /* the hunks that end before it */
   while (low < high) {
      guint middle = low + (high - low) / 2;
      if (hunk_at(map->hunks, middle)->end_removed < line)
         low = middle + 1;
      else
         high = middle;
   }
   if (low == 0)
      return line;
   const Hunk* above = hunk_at(map->hunks, low - 1);
   return line + above->end_added - above->end_removed;
}

gsize line_map_bytes(const LineMap* map)
{
   return map->bytes;
}

gsize line_map_kept_bytes(const LineMap* map)
{
   return map->kept_bytes
          + (map->removed->len + map->added->len) * sizeof(Mention);
}

void line_map_free(LineMap* map)
{
   g_array_free(map->hunks, TRUE);
   g_array_free(map->mentions, TRUE);
   for (guint i = 0; i < map->removed->len; i++)
      g_free(mention_at(map->removed, i)->line);
   g_array_free(map->removed, TRUE);
   g_array_free(map->added, TRUE);
   g_free(map);
}
