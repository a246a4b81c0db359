/* SPDX-License-Identifier: GPL-2.0-or-later */
/* lines.c: see lines.h. */

#include <string.h>

#include "lib/lines.h"

/* Fewer unsorted rows than this are not worth sorting. */
#define MIN_UNSORTED 64

/*------------------------------------------------------------*/
/*--- Cells                                                ---*/
/*------------------------------------------------------------*/

/* A cell has a value from -DIRECT to DIRECT, or DIRECT + 1 + its index in
   `large', or NONE for COUNT_NONE. */
#define DIRECT (1 << 30)
#define NONE   G_MININT32

static inline gboolean is_direct(gint64 value)
{
   return value >= -DIRECT && value <= DIRECT;
}

static gint64* large_value(const Lines* lines, gint32 cell)
{
   return &g_array_index(lines->large, gint64, cell - DIRECT - 1);
}

static inline gint64 cell_value(const Lines* lines, gint32 cell)
{
   return is_direct(cell) ? cell
          : cell == NONE  ? COUNT_NONE
                          : *large_value(lines, cell);
}

/* Puts a value that is not direct into a cell.  The cell keeps its place in
   `large' if it has one. */
static void set_large_cell(Lines* lines, gint32* cell, gint64 value)
{
   if (value == COUNT_NONE)
      *cell = NONE;
   else if (is_direct(*cell) || *cell == NONE) {
      if (!lines->large)
         lines->large = g_array_new(FALSE, FALSE, sizeof(gint64));
      *cell = DIRECT + 1 + lines->large->len;
      g_array_append_val(lines->large, value);
   } else
      *large_value(lines, *cell) = value;
}

static inline void set_cell(Lines* lines, gint32* cell, gint64 value)
{
   if (G_LIKELY(is_direct(value)))
      *cell = value;
   else
      set_large_cell(lines, cell, value);
}

/* How many cells of a row come before its counts. */
static guint n_keys(const Lines* lines)
{
   return lines->located ? 2 : 1;
}

static gsize row_bytes(const Lines* lines, guint n)
{
   return (n_keys(lines) + n) * sizeof(gint32);
}

static inline gint32* cells_of(const Lines* lines, guint n, gsize row)
{
   return lines->cells + row * (n_keys(lines) + n);
}

static inline gint32* counts_of(const Lines* lines, guint n, gsize row)
{
   return cells_of(lines, n, row) + n_keys(lines);
}

/*------------------------------------------------------------*/
/*--- Rows                                                 ---*/
/*------------------------------------------------------------*/

static inline Position position_in(const Lines* lines, const gint32* cells)
{
   Position position = {.line = cell_value(lines, *cells)};

   if (lines->located)
      position.address = cell_value(lines, cells[1]);
   return position;
}

Position lines_position(const Lines* lines, guint n, gsize row)
{
   return position_in(lines, cells_of(lines, n, row));
}

guint64 lines_number(const Lines* lines, guint n, gsize row)
{
   return lines_position(lines, n, row).line;
}

void lines_counts(const Lines* lines, guint n, gsize row, Count* counts)
{
   const gint32* cells = counts_of(lines, n, row);

   for (guint i = 0; i < n; i++)
      counts[i] = cell_value(lines, cells[i]);
}

/* Adds n counts to those of a row.  Returns -1, or the index of an event whose
   sum does not fit. */
static int add_to_row(Lines* lines, guint n, gsize row, const Count* counts)
{
   gint32* cells = counts_of(lines, n, row);

   for (guint i = 0; i < n; i++) {
      Count sum = (guint64)cells[i] + counts[i];
      if (G_UNLIKELY(cells[i] < 0 || (guint64)counts[i] > DIRECT
                     || (guint64)sum > DIRECT)) {
         sum = cell_value(lines, cells[i]);
         if (!count_add(&sum, counts[i]))
            return i;
      }
      set_cell(lines, &cells[i], sum);
   }
   return -1;
}

/* Appends a row; the caller has made room for it. */
static void append_row(Lines* lines, guint n, Position position,
                       const Count* counts)
{
   gint32* cells = cells_of(lines, n, lines->used++);

   memset(cells, 0, row_bytes(lines, n));
   set_cell(lines, cells++, position.line);
   if (lines->located)
      set_cell(lines, cells++, position.address);
   for (guint i = 0; i < n; i++)
      set_cell(lines, &cells[i], counts[i]);
}

/* Gives the rows addresses; those that there are get 0. */
static void locate(Lines* lines, guint n)
{
   gint32* cells = g_new0(gint32, lines->capacity * (2 + n));

   for (gsize row = 0; row < lines->used; row++) {
      const gint32* from = cells_of(lines, n, row);
      gint32*       to   = cells + row * (2 + n);
      to[0]              = from[0];
      memcpy(to + 2, from + 1, n * sizeof *to);
   }
   g_free(lines->cells);
   lines->cells   = cells;
   lines->located = TRUE;
}

/*------------------------------------------------------------*/
/*--- Order                                                ---*/
/*------------------------------------------------------------*/

/* For g_qsort_with_data(): compares two rows. */
static int compare_rows(gconstpointer a, gconstpointer b, gpointer lines)
{
   return position_compare(position_in(lines, a), position_in(lines, b));
}

/* Compares the position of a row with another.  Returns a number less than,
   equal to, or more than 0. */
static int compare_row(const Lines* lines, guint n, gsize row,
                       Position position)
{
   return position_compare(lines_position(lines, n, row), position);
}

int lines_sort(Lines* lines, guint n)
{
   if (lines->sorted == lines->used)
      return -1;
   g_qsort_with_data(lines->cells, lines->used, row_bytes(lines, n),
                     compare_rows, lines);

   Count* counts = g_new(Count, n);
   gsize  last   = 0;
   int    full   = -1;
   for (gsize row = 1; row < lines->used; row++)
      if (compare_row(lines, n, last, lines_position(lines, n, row)) == 0) {
         lines_counts(lines, n, row, counts);
         int event = add_to_row(lines, n, last, counts);
         full      = MAX(full, event);
      } else if (++last < row)
         memcpy(cells_of(lines, n, last), cells_of(lines, n, row),
                row_bytes(lines, n));
   g_free(counts);
   lines->used = lines->sorted = last + 1;
   lines->hint                 = 0;
   return full;
}

/* Returns the sorted row of a position.  If there is none, returns the number
   of sorted rows that come before it. */
static gsize find_row(const Lines* lines, guint n, Position position)
{
   gsize low = 0, high = lines->sorted;
   while (low < high) {
      gsize middle = low + (high - low) / 2;
      if (compare_row(lines, n, middle, position) < 0)
         low = middle + 1;
      else
         high = middle;
   }
   return low;
}

/* Makes room for another row.  Unsorted rows are merged first if there are at
   least as many as sorted ones.  Returns the same as lines_sort(). */
static int make_row_room(Lines* lines, guint n)
{
   int full = -1;

   if (lines->used - lines->sorted >= MAX(lines->sorted, MIN_UNSORTED))
      full = lines_sort(lines, n);
   if (lines->used == lines->capacity) {
      /* A profile has thousands of functions, whose spare rows add up. */
      lines->capacity += MAX(2, lines->capacity / 8);
      lines->cells =
         g_realloc_n(lines->cells, lines->capacity, row_bytes(lines, n));
   }
   return full;
}

/* Returns TRUE and the row of a position, if there is one among the sorted
   rows. */
static gboolean find_position(Lines* lines, guint n, Position position,
                              gsize* row)
{
   /* Usually it is that of the last call, or that of the next row. */
   for (*row = lines->hint; *row < lines->sorted && *row < lines->hint + 2;
        ++*row)
      if (compare_row(lines, n, *row, position) == 0) {
         lines->hint = *row;
         return TRUE;
      }
   if (lines->sorted == 0
       || compare_row(lines, n, lines->sorted - 1, position) < 0)
      return FALSE;
   *row = find_row(lines, n, position);
   if (compare_row(lines, n, *row, position) != 0)
      return FALSE;
   lines->hint = *row;
   return TRUE;
}

int lines_add(Lines* lines, guint n, Position position, const Count* counts)
{
   gsize row;

   if (position.address != 0 && !lines->located)
      locate(lines, n);
   if (find_position(lines, n, position, &row))
      return add_to_row(lines, n, row, counts);
   int full = lines->used < lines->capacity ? -1 : make_row_room(lines, n);
   if (full >= 0)
      return full;
   if (lines->sorted == lines->used
       && (lines->sorted == 0
           || compare_row(lines, n, lines->sorted - 1, position) < 0))
      lines->hint = lines->sorted++;
   append_row(lines, n, position, counts);
   return -1;
}

int lines_add_rows(Lines* lines, guint n, const Lines* more)
{
   Count* counts = g_new(Count, n);
   int    full   = -1;

   lines_rewind(lines);
   for (gsize row = 0; row < more->used && full < 0; row++) {
      Position line = {.line = lines_number(more, n, row)};
      lines_counts(more, n, row, counts);
      full = lines_add(lines, n, line, counts);
   }
   g_free(counts);
   return full;
}

void lines_negate(Lines* lines, guint n, int keep)
{
   for (gsize row = 0; row < lines->used; row++) {
      gint32* cells = counts_of(lines, n, row);
      for (guint i = 0; i < n; i++) {
         Count count = cell_value(lines, cells[i]);
         if ((int)i == keep)
            continue;
         count_negate_all(&count, 1, -1);
         set_cell(lines, &cells[i], count);
      }
   }
}

void lines_rewind(Lines* lines)
{
   lines->hint = 0;
}

void lines_free(Lines* lines)
{
   g_free(lines->cells);
   if (lines->large)
      g_array_free(lines->large, TRUE);
   *lines = (Lines){0};
}
