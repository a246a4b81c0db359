/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_shadow.c: fully associative caches; see cg_shadow.h.

   A hit changes only the line's time of last use.  There is work only if a line
   comes in that was last used at the horizon or before: then the oldest of N +
   1 lines is evicted.

   The oldest line is found in a row of all lines in the cache.  They are sorted
   by the last use that each had at the time of the sort, and examined in this
   order:

      | used since, or come in since | not examined yet, oldest first |
      0                              next                      capacity

   If the line at `next' was not used since the sort, it is the oldest: all
   lines before it were used after the sort, and all lines after it were used
   later than it.  It is evicted, and the line that comes in takes its place.
   Otherwise it stays, and the next line is examined.  When all lines have been
   examined, each was used or came in since the sort, and the row is sorted
   again.  So each entry's share of the next sort is paid for by a use or by a
   line that came in.  A reference takes amortized constant time: a step for
   each byte of its time.

   (Lists that are reordered at each reference, as in R. L. Mattson et al.,
   "Evaluation techniques for storage hierarchies", IBM Systems Journal 9(2),
   1970, or trees, as in F. Olken, LBL-12370, 1981, would take time for each
   hit.) */

#include "sim/cache/cg_shadow.h"

#include "sim/cache/cg_pages.h"

/* Levels touch the same lines together, so their records are side by side. */
typedef struct {
   TouchedLine lines[CG_PAGES_LINES][N_LEVELS];
} Page;

struct LineTable_ {
   PageTable pages;     /* of Page */
   UInt      line_bits; /* log2 of the line size */
};

typedef struct ShadowEntry_ {
   ULong        last_use; /* when the row was sorted, or the line came in */
   TouchedLine* line;
} Entry;

/*------------------------------------------------------------*/
/*--- Lines                                                ---*/
/*------------------------------------------------------------*/

TouchedLine* cg_shadow_line(const Shadow* s, Addr line)
{
   LineTable* t    = s->table;
   UWord      n    = line >> t->line_bits;
   Page*      page = cg_pages_at(&t->pages, n >> CG_PAGES_BITS);

   return &page->lines[n % CG_PAGES_LINES][s->level];
}

/*------------------------------------------------------------*/
/*--- The fully associative cache                          ---*/
/*------------------------------------------------------------*/

static inline ULong last_use_of(const Shadow* s, const TouchedLine* line)
{
   return line->way ? s->ways[line->way - 1].last_use : line->last_use;
}

/* Sort the row by one byte of the times.  Entries with equal bytes keep their
   order. */
static void sort_by_byte(Shadow* s, UInt shift)
{
   Entry* sorted         = s->spare_row;
   UWord  place[256 + 1] = {0};

   for (UWord i = 0; i < s->capacity; i++)
      place[(s->row[i].last_use >> shift & 255) + 1]++;
   for (UInt byte = 1; byte < 256; byte++)
      place[byte] += place[byte - 1];
   for (UWord i = 0; i < s->capacity; i++)
      sorted[place[s->row[i].last_use >> shift & 255]++] = s->row[i];
   s->spare_row = s->row;
   s->row       = sorted;
}

/* Sort the row by the current times of last use. */
static void sort_row(Shadow* s)
{
   ULong differing = 0, latest = 0;
   Bool  sorted = True;

   for (UWord i = 0; i < s->capacity; i++) {
      ULong last_use     = last_use_of(s, s->row[i].line);
      s->row[i].last_use = last_use;
      differing |= last_use ^ s->row[0].last_use;
      if (last_use < latest)
         sorted = False;
      latest = last_use;
   }
   s->next = 0;
   if (sorted)
      return;
   for (UInt shift = 0; shift < 64 && differing >> shift; shift += 8)
      sort_by_byte(s, shift);
}

/* The entry of the least recently used line.  The cache must be full. */
static Entry* oldest_entry(Shadow* s)
{
   for (;; s->next++) {
      if (s->next == s->capacity)
         sort_row(s);
      Entry* entry = &s->row[s->next];
      if (last_use_of(s, entry->line) == entry->last_use)
         return entry;
   }
}

void cg_shadow_enter(Shadow* s, TouchedLine* line, ULong now)
{
   Entry* place;

   if (s->n_lines < s->capacity) {
      place = &s->row[s->n_lines++];
   } else {
      place      = oldest_entry(s);
      s->horizon = place->last_use;
      s->next++;
   }
   *place = (Entry){now, line};
}

/*------------------------------------------------------------*/
/*--- Start                                                ---*/
/*------------------------------------------------------------*/

LineTable* cg_shadow_new_table(UInt line_bits, void* (*alloc)(SizeT n_bytes))
{
   LineTable* t = alloc(sizeof *t);

   t->line_bits = line_bits;
   cg_pages_init(&t->pages, sizeof(Page), alloc);
   return t;
}

void cg_shadow_init(Shadow* s, Level level, UWord n_lines, LineTable* table,
                    const Way* ways, void* (*alloc)(SizeT n_bytes))
{
   *s = (Shadow){
      .row       = alloc(n_lines * sizeof(Entry)),
      .spare_row = alloc(n_lines * sizeof(Entry)),
      .next      = n_lines,
      .capacity  = n_lines,
      .level     = level,
      .table     = table,
      .ways      = ways,
   };
}
