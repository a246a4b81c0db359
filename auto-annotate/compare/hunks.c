/* SPDX-License-Identifier: GPL-2.0-or-later */
/* hunks.c: see hunks.h.

   A region is what is left to compare: lines of `before' and lines of `after'.
   It is divided into two smaller ones, above and below a block of lines that
   both have.  Of several blocks, it is the one whose rarest line is rarest in
   `before', or the longest, or else the one nearest to the middle: that keeps
   the number of steps low.  A region without such a block is a hunk. */

#include "compare/hunks.h"

#define NONE G_MAXUINT32

typedef struct {
   const guint32* before;
   const guint32* after;
   guint32*       first; /* by text: its first line in the region's `before', or
                            NONE */
   guint32* next;        /* by line of `before': the next one with its text */
   guint32* number;      /* by text: how many lines of the region's `before' */
   gint64   room;        /* how many lines may still be looked at */
} HunkSearch;

/* What a region has in common. */
typedef struct {
   Hunk  lines;
   guint rarity; /* how often its rarest line is in the region's `before' */
} Block;

static guint length_of(const Block* block)
{
   return block->lines.end_removed - block->lines.removed;
}

/* Lists the lines of `before' in a region by their texts. */
static void list_lines(HunkSearch* search, const Hunk* region)
{
   for (guint i = region->end_removed; i > region->removed; i--) {
      guint32 text        = search->before[i - 1];
      search->next[i - 1] = search->first[text];
      search->first[text] = i - 1;
      search->number[text]++;
   }
   search->room -= region->end_removed - region->removed;
}

static void forget_lines(HunkSearch* search, const Hunk* region)
{
   for (guint i = region->removed; i < region->end_removed; i++) {
      search->first[search->before[i]]  = NONE;
      search->number[search->before[i]] = 0;
   }
}

/* Returns the block around a line that both sequences have. */
static Block block_around(HunkSearch* search, const Hunk* region, guint removed,
                          guint added)
{
   const guint32 *before = search->before, *after = search->after;
   Block          block = {.lines  = {removed, removed + 1, added, added + 1},
                           .rarity = search->number[before[removed]]};
   Hunk*          lines = &block.lines;

   while (lines->removed > region->removed && lines->added > region->added
          && before[lines->removed - 1] == after[lines->added - 1]) {
      lines->removed--;
      lines->added--;
      block.rarity = MIN(block.rarity, search->number[before[lines->removed]]);
   }
   while (lines->end_removed < region->end_removed
          && lines->end_added < region->end_added
          && before[lines->end_removed] == after[lines->end_added]) {
      block.rarity =
         MIN(block.rarity, search->number[before[lines->end_removed]]);
      lines->end_removed++;
      lines->end_added++;
   }
   search->room -= length_of(&block);
   return block;
}

/* How far a block is from the middle of a region's `before'. */
static guint from_middle(const Hunk* region, const Block* block)
{
   return ABS((gint64)block->lines.removed + block->lines.end_removed
              - region->removed - region->end_removed);
}

static gboolean is_better(const Hunk* region, const Block* a, const Block* b)
{
   return a->rarity < b->rarity || length_of(a) > length_of(b)
          || (a->rarity == b->rarity && length_of(a) == length_of(b)
              && from_middle(region, a) < from_middle(region, b));
}

/* Puts the better one of `best' and the blocks with line `added' into `best'.
   Returns the line after the last of these blocks. */
static guint try_line(HunkSearch* search, const Hunk* region, guint added,
                      Block* best)
{
   guint end_added   = added + 1;
   guint end_removed = 0; /* of the last block */

   for (guint32 i                        = search->first[search->after[added]];
        i != NONE && search->room > 0; i = search->next[i]) {
      search->room--;
      if (i < end_removed)
         continue;
      Block block = block_around(search, region, i, added);
      end_removed = block.lines.end_removed;
      end_added   = MAX(end_added, block.lines.end_added);
      if (is_better(region, &block, best))
         *best = block;
   }
   return end_added;
}

/* Returns the block that divides a region; an empty one: there is none. */
static Block find_block(HunkSearch* search, const Hunk* region)
{
   Block best = {.rarity = G_MAXUINT};

   list_lines(search, region);
   for (guint i = region->added; i < region->end_added;) {
      guint number = search->number[search->after[i]];
      search->room--;
      i = number > 0 && number <= best.rarity
             ? try_line(search, region, i, &best)
             : i + 1;
   }
   forget_lines(search, region);
   return best;
}

/* Divides a region into two, which it adds to `regions', or adds it to the
   hunks. */
static void divide_range(HunkSearch* search, Hunk region, GArray* regions,
                         GArray* hunks)
{
   gboolean none_removed = region.removed == region.end_removed;
   gboolean none_added   = region.added == region.end_added;
   if (none_removed && none_added)
      return;
   Block block = {.rarity = 0};
   if (!none_removed && !none_added && search->room > 0)
      block = find_block(search, &region);
   if (length_of(&block) == 0) {
      g_array_append_val(hunks, region);
      return;
   }
   Hunk above = {region.removed, block.lines.removed, region.added,
                 block.lines.added};
   Hunk below = {block.lines.end_removed, region.end_removed,
                 block.lines.end_added, region.end_added};
   g_array_append_val(regions, below);
   g_array_append_val(regions, above);
}

GArray* hunks_find(const guint32* before, guint n_before, const guint32* after,
                   guint n_after, guint n_texts, gint64* room)
{
   HunkSearch search  = {.before = before,
                         .after  = after,
                         .first  = g_new(guint32, n_texts),
                         .next   = g_new(guint32, n_before),
                         .number = g_new0(guint32, n_texts),
                         .room   = *room};
   GArray*    hunks   = g_array_new(FALSE, FALSE, sizeof(Hunk));
   GArray*    regions = g_array_new(FALSE, FALSE, sizeof(Hunk));
   Hunk       all     = {0, n_before, 0, n_after};

   for (guint i = 0; i < n_texts; i++)
      search.first[i] = NONE;
   g_array_append_val(regions, all);
   /* The last one is taken, which is the uppermost. */
   while (regions->len > 0) {
      Hunk region = g_array_index(regions, Hunk, regions->len - 1);
      g_array_set_size(regions, regions->len - 1);
      divide_range(&search, region, regions, hunks);
   }
   *room = search.room;
   g_array_free(regions, TRUE);
   g_free(search.first);
   g_free(search.next);
   g_free(search.number);
   return hunks;
}
