/* SPDX-License-Identifier: GPL-2.0-or-later */
/* line_map.c: see line_map.h.

   Lines that the difference does not mention are the same, further up or down.
   Of the lines that it removes, some are found again among those that it adds,
   in this order:

   moved    A text that is removed once and added once, with the lines next to
            it as far as their texts agree.
   changed  Removed lines between two that were moved together lead to the lines
            added between these: to those with their text, in order, and the
            others to what is between.  Other removed lines lead to those added
            in their place, in one hunk of the difference.  The first leads to
            the first, and so on; if there are fewer added lines, the rest leads
            to the last. */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "compare/line_map.h"
#include "lib/hash.h"

/* A text that is shorter occurs twice by chance: it says nothing of a move. */
#define MIN_MOVED 10

#define NONE G_MAXUINT

/* A line that the difference removes or adds. */
typedef struct {
   guint64 number;
   char*   line; /* its text */
   char*   text; /* the same without white space */
   guint   to;   /* the index of its counterpart, or NONE */
} Mention;

/* A hunk: what stands in the place of what. */
typedef struct {
   guint   removed, end_removed; /* indices of its lines */
   guint   added, end_added;
   guint64 after; /* the number of the line before those added */
} Hunk;

/* Lines after `last' are further down by `shift'. */
typedef struct {
   guint64 last;
   gint64  shift;
} Shift;

struct LineMap {
   GArray* shifts;  /* Shift, ascending */
   GArray* removed; /* Mention, ascending */
   GArray* added;   /* Mention, ascending */
   GArray* hunks;   /* Hunk */
};

static Mention* mention_at(const GArray* mentions, guint index)
{
   return &g_array_index(mentions, Mention, index);
}

/*------------------------------------------------------------*/
/*--- Reading the difference                               ---*/
/*------------------------------------------------------------*/

/* Reads "START,COUNT" or "START" after a sign.  Returns what follows, or NULL
   if the text is something else. */
static const char* parse_range(const char* text, char sign, guint64* start,
                               guint64* count)
{
   char* end;

   while (*text == ' ')
      text++;
   if (*text != sign || !isdigit((guchar)text[1]))
      return NULL;
   *start = g_ascii_strtoull(text + 1, &end, 10);
   *count = 1;
   if (*end == ',')
      *count = g_ascii_strtoull(end + 1, &end, 10);
   return end;
}

/* Begins the hunk that a line "@@ -2,3 +2 @@" announces.  Sets the numbers of
   its first lines.  Returns FALSE if it is no such line. */
static gboolean begin_hunk(LineMap* map, const char* line, guint64* removed,
                           guint64* added)
{
   guint64     n_removed, n_added;
   const char* rest = g_str_has_prefix(line, "@@ ")
                         ? parse_range(line + 2, '-', removed, &n_removed)
                         : NULL;

   if (!rest || !parse_range(rest, '+', added, &n_added))
      return FALSE;
   gint64 before =
      map->shifts->len > 0
         ? g_array_index(map->shifts, Shift, map->shifts->len - 1).shift
         : 0;
   /* Without lines, a range is where they would be: after its start. */
   Shift shift = {.last  = n_removed > 0 ? *removed + n_removed - 1 : *removed,
                  .shift = before + (gint64)n_added - (gint64)n_removed};
   g_array_append_val(map->shifts, shift);
   Hunk hunk = {.removed     = map->removed->len,
                .end_removed = map->removed->len,
                .added       = map->added->len,
                .end_added   = map->added->len,
                .after       = n_added > 0 ? *added - 1 : *added};
   g_array_append_val(map->hunks, hunk);
   return TRUE;
}

static char* without_blanks(const char* text)
{
   GString* plain = g_string_new(NULL);

   for (; *text; text++)
      if (!isspace((guchar)*text))
         g_string_append_c(plain, *text);
   return g_string_free(plain, FALSE);
}

static void add_mention(GArray* mentions, guint64 number, const char* text)
{
   Mention mention = {.number = number,
                      .line   = g_strdup(text),
                      .text   = without_blanks(text),
                      .to     = NONE};
   g_array_append_val(mentions, mention);
}

static void read_difference(LineMap* map, const char* difference)
{
   char**  lines   = g_strsplit(difference, "\n", -1);
   guint64 removed = 0, added = 0;

   for (char** line = lines; *line; line++) {
      if (begin_hunk(map, *line, &removed, &added) || map->hunks->len == 0)
         continue;
      if (**line == '-')
         add_mention(map->removed, removed++, *line + 1);
      else if (**line == '+')
         add_mention(map->added, added++, *line + 1);
      Hunk* hunk        = &g_array_index(map->hunks, Hunk, map->hunks->len - 1);
      hunk->end_removed = map->removed->len;
      hunk->end_added   = map->added->len;
   }
   g_strfreev(lines);
}

/*------------------------------------------------------------*/
/*--- Finding removed lines again                          ---*/
/*------------------------------------------------------------*/

static void pair(LineMap* map, guint removed, guint added)
{
   mention_at(map->removed, removed)->to = added;
   mention_at(map->added, added)->to     = removed;
}

/* Returns the index + 1 of each text (char*), or NONE if it is there twice. */
static GHashTable* index_texts(const GArray* mentions)
{
   GHashTable* indices = g_hash_table_new(hash_text, g_str_equal);

   for (guint i = 0; i < mentions->len; i++) {
      char*    text  = mention_at(mentions, i)->text;
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
      if (old->to != NONE || new->to != NONE
          || strcmp(old->text, new->text) != 0
          || old->number != mention_at(map->removed, i - step)->number + step
          || new->number != mention_at(map->added, j - step)->number + step)
         break;
      pair(map, i, j);
      i += step;
      j += step;
   }
}

static void find_moved(LineMap* map)
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
   GHashTable* first = g_hash_table_new(hash_text, g_str_equal);

   for (guint k = range->end_added; k > range->added; k--) {
      char* text = mention_at(map->added, k - 1)->text;
      next[k - 1 - range->added] =
         GPOINTER_TO_UINT(g_hash_table_lookup(first, text));
      g_hash_table_insert(first, text, GUINT_TO_POINTER(k));
   }
   return first;
}

/* Pairs the lines of a range that have the same texts, in their order.  A hunk
   has none: the difference would not mention them. */
static void pair_equal(LineMap* map, const Hunk* range)
{
   guint*      next  = g_new(guint, range->end_added - range->added + 1);
   GHashTable* first = first_by_text(map, range, next);
   guint       j     = range->added;

   for (guint i = range->removed; i < range->end_removed; i++) {
      char* text = mention_at(map->removed, i)->text;
      guint k    = GPOINTER_TO_UINT(g_hash_table_lookup(first, text));
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
   for (guint i = 0; i < map->hunks->len; i++)
      pair_in_order(map, &g_array_index(map->hunks, Hunk, i));
}

/*------------------------------------------------------------*/
/*--- The map                                              ---*/
/*------------------------------------------------------------*/

static void clear_mention(gpointer mention)
{
   g_free(((Mention*)mention)->line);
   g_free(((Mention*)mention)->text);
}

LineMap* line_map_new(const char* difference)
{
   LineMap* map = g_new(LineMap, 1);

   *map = (LineMap){.shifts  = g_array_new(FALSE, FALSE, sizeof(Shift)),
                    .removed = g_array_new(FALSE, FALSE, sizeof(Mention)),
                    .added   = g_array_new(FALSE, FALSE, sizeof(Mention)),
                    .hunks   = g_array_new(FALSE, FALSE, sizeof(Hunk))};
   g_array_set_clear_func(map->removed, clear_mention);
   g_array_set_clear_func(map->added, clear_mention);
   read_difference(map, difference);
   find_moved(map);
   find_changed(map);
   return map;
}

/* For bsearch(): compares a line number with that of a Mention. */
static int compare_number(const void* line, const void* mention)
{
   guint64 a = *(const guint64*)line, b = ((const Mention*)mention)->number;
   return a < b ? -1 : a > b;
}

/* Returns what the difference says of a line that it removes, or NULL. */
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
   guint index = mention - (const Mention*)map->removed->data;
   for (guint i = 0; i < map->hunks->len; i++) {
      const Hunk* hunk = &g_array_index(map->hunks, Hunk, i);
      if (index >= hunk->removed && index < hunk->end_removed)
         *removed = (LineMapRemoved){
            .number = line, .after = hunk->after, .text = mention->line};
   }
   return TRUE;
}

guint64 line_map_line(const LineMap* map, guint64 line)
{
   const Mention* removed = find_removed(map, line);

   if (removed)
      return removed->to == NONE ? 0
                                 : mention_at(map->added, removed->to)->number;
   guint low = 0, high = map->shifts->len; /* the shifts that end before it */
   while (low < high) {
      guint middle = low + (high - low) / 2;
      if (g_array_index(map->shifts, Shift, middle).last < line)
         low = middle + 1;
      else
         high = middle;
   }
   return low > 0 ? line + g_array_index(map->shifts, Shift, low - 1).shift
                  : line;
}

void line_map_free(LineMap* map)
{
   g_array_free(map->shifts, TRUE);
   g_array_free(map->removed, TRUE);
   g_array_free(map->added, TRUE);
   g_array_free(map->hunks, TRUE);
   g_free(map);
}
