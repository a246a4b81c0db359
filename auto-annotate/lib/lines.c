/* SPDX-License-Identifier: GPL-2.0-or-later */
/* lines.c: see lines.h. */

#include <string.h>

#include "lib/lines.h"

/* The compiler would keep one version for all values of `at'. */
#define ALWAYS_INLINE inline __attribute__((always_inline))

/* Fewer unsorted rows than this are not worth sorting. */
#define MIN_UNSORTED 64

/* How many cells of a row come before its counts.  Functions that are called
   for each line of a profile take `at', a constant that says whether rows have
   addresses, so that each has a version without the address. */
static inline guint narrow_keys(gboolean at)
{
   return at ? 3 : 1;
}

static inline guint wide_keys(gboolean at)
{
   return at ? 2 : 1;
}

static gsize row_bytes(const Lines* lines, guint n)
{
   return lines->wide ? (n + wide_keys(lines->located)) * sizeof(Count)
                      : (n + narrow_keys(lines->located)) * sizeof(gint32);
}

static inline gint32* narrow_row(const Lines* lines, guint n, gsize row,
                                 gboolean at)
{
   return (gint32*)lines->cells + row * (n + narrow_keys(at));
}

static inline Count* wide_row(const Lines* lines, guint n, gsize row,
                              gboolean at)
{
   return (Count*)lines->cells + row * (n + wide_keys(at));
}

static inline gint32* narrow_counts(const Lines* lines, guint n, gsize row,
                                    gboolean at)
{
   return narrow_row(lines, n, row, at) + narrow_keys(at);
}

static inline Count* wide_counts(const Lines* lines, guint n, gsize row,
                                 gboolean at)
{
   return wide_row(lines, n, row, at) + wide_keys(at);
}

static ALWAYS_INLINE Position position_at(const Lines* lines, guint n,
                                          gsize row, gboolean at)
{
   Position position = {0};

   if (lines->wide) {
      const Count* counts = wide_counts(lines, n, row, at);
      position.line       = counts[-1];
      if (at)
         position.address = counts[-2];
   } else {
      const gint32* counts = narrow_counts(lines, n, row, at);
      position.line        = counts[-1];
      if (at)
         memcpy(&position.address, counts - 3, sizeof position.address);
   }
   return position;
}

/* Whether a count fits into a cell of 32 bits; COUNT_NONE does not. */
static inline gboolean fits_narrow(Count count)
{
   return count > G_MININT32 && count <= G_MAXINT32;
}

Position lines_position(const Lines* lines, guint n, gsize row)
{
   return position_at(lines, n, row, lines->located);
}

guint64 lines_number(const Lines* lines, guint n, gsize row)
{
   return lines_position(lines, n, row).line;
}

void lines_counts(const Lines* lines, guint n, gsize row, Count* counts)
{
   if (lines->wide)
      memcpy(counts, wide_counts(lines, n, row, lines->located),
             n * sizeof *counts);
   else {
      const gint32* cells = narrow_counts(lines, n, row, lines->located);
      for (guint i = 0; i < n; i++)
         counts[i] = cells[i] == G_MININT32 ? COUNT_NONE : cells[i];
   }
}

const gint32* lines_small_row(const Lines* lines, guint n, gsize row,
                              Position* position)
{
   if (lines->wide || lines->located) {
      *position = lines_position(lines, n, row);
      return lines->wide ? NULL : narrow_counts(lines, n, row, TRUE);
   }
   *position = position_at(lines, n, row, FALSE);
   return narrow_counts(lines, n, row, FALSE);
}

/* Writes the position of a row whose cells are narrow, or wide. */
static inline void set_narrow_position(gint32* row, Position position,
                                       gboolean at)
{
   if (at)
      memcpy(row, &position.address, sizeof position.address);
   row[narrow_keys(at) - 1] = position.line;
}

static inline void set_wide_position(Count* row, Position position, gboolean at)
{
   if (at)
      row[0] = position.address;
   row[wide_keys(at) - 1] = position.line;
}

/* Changes all cells from 32 to 64 bits. */
static void widen(Lines* lines, guint n)
{
   gboolean at   = lines->located;
   Count*   wide = g_new(Count, lines->capacity * (n + wide_keys(at)));

   for (gsize row = 0; row < lines->used; row++) {
      Count* to = wide + row * (n + wide_keys(at));
      set_wide_position(to, position_at(lines, n, row, at), at);
      lines_counts(lines, n, row, to + wide_keys(at));
   }
   g_free(lines->cells);
   lines->cells = wide;
   lines->wide  = TRUE;
}

/* Adds n counts to those of a row.  Returns -1, or the index of an event whose
   sum does not fit. */
static int add_to_row(Lines* lines, guint n, gsize row, const Count* counts)
{
   gboolean at = lines->located;
   guint    i  = 0;

   if (!lines->wide) {
      gint32* cells = narrow_counts(lines, n, row, at);
      for (; i < n; i++) {
         /* If counts[i] is COUNT_NONE, the sum needs more than 32 bits, too. */
         gint64 sum = (guint64)cells[i] + counts[i];
         if (G_UNLIKELY(cells[i] == G_MININT32 || !fits_narrow(sum))) {
            sum = cells[i] == G_MININT32 ? COUNT_NONE : cells[i];
            if (!count_add(&sum, counts[i])
                || !(fits_narrow(sum) || sum == COUNT_NONE))
               break;
            sum = sum == COUNT_NONE ? G_MININT32 : sum;
         }
         cells[i] = sum;
      }
      if (i == n)
         return -1;
      widen(lines, n);
   }
   int full =
      count_add_all(wide_counts(lines, n, row, at) + i, counts + i, n - i);
   return full < 0 ? -1 : (int)i + full;
}

/* Four cells.  A vector of this type may be at any address that has cells. */
typedef guint32 Four __attribute__((vector_size(16), aligned(4), may_alias));

/* Adds small counts to cells of 32 bits.  Returns FALSE with the cells
   unchanged if one of them is negative, or COUNT_NONE, or a sum does not fit.
   Four at a time take a third of the time of the loop for the rest. */
static inline gboolean add_small(gint32* cells, const gint32* counts, guint n)
{
   Four    wrong4 = {0};
   guint32 wrong  = 0;
   guint   i      = 0;

   for (; i + 4 <= n; i += 4) {
      Four cell = *(Four*)(cells + i);
      Four sum  = cell + *(const Four*)(counts + i);
      wrong4 |= cell | sum;
      *(Four*)(cells + i) = sum;
   }
   for (; i < n; i++) {
      guint32 sum = (guint32)cells[i] + counts[i];
      wrong |= cells[i] | sum;
      cells[i] = sum;
   }
   wrong |= wrong4[0] | wrong4[1] | wrong4[2] | wrong4[3];
   if (G_LIKELY(wrong <= G_MAXINT32))
      return TRUE;
   for (i = 0; i < n; i++)
      cells[i] = (guint32)cells[i] - counts[i];
   return FALSE;
}

/* Adds n small counts to those of a row.  Returns the same as add_to_row(). */
static ALWAYS_INLINE int add_small_to_row(Lines* lines, guint n, gsize row,
                                          const gint32* counts, gboolean at)
{
   if (!lines->wide && add_small(narrow_counts(lines, n, row, at), counts, n))
      return -1;
   Count* more = g_new(Count, n);
   for (guint i = 0; i < n; i++)
      more[i] = counts[i];
   int full = add_to_row(lines, n, row, more);
   g_free(more);
   return full;
}

/* Appends a row; the caller has made room for it. */
static inline void append_row(Lines* lines, guint n, Position position,
                              const Count* counts, gboolean at)
{
   if (!lines->wide) {
      gint32* row   = narrow_row(lines, n, lines->used, at);
      gint32* cells = row + narrow_keys(at);
      guint   i     = 0;
      for (; i < n && (fits_narrow(counts[i]) || counts[i] == COUNT_NONE); i++)
         cells[i] = counts[i] == COUNT_NONE ? G_MININT32 : counts[i];
      set_narrow_position(row, position, at);
      if (i < n || position.line > G_MAXINT32)
         widen(lines, n);
   }
   if (lines->wide) {
      Count* row = wide_row(lines, n, lines->used, at);
      set_wide_position(row, position, at);
      memcpy(row + wide_keys(at), counts, n * sizeof *counts);
   }
   lines->used++;
}

/* The same for small counts. */
static inline void append_small_row(Lines* lines, guint n, Position position,
                                    const gint32* counts, gboolean at)
{
   if (!lines->wide) {
      gint32* row = narrow_row(lines, n, lines->used, at);
      set_narrow_position(row, position, at);
      memcpy(row + narrow_keys(at), counts, n * sizeof *counts);
   } else {
      Count* row = wide_row(lines, n, lines->used, at);
      set_wide_position(row, position, at);
      for (guint i = 0; i < n; i++)
         row[wide_keys(at) + i] = counts[i];
   }
   lines->used++;
}

/* For g_qsort_with_data(): compare two rows. */
static int compare_wide(gconstpointer a, gconstpointer b, gpointer unused)
{
   Count line_a = *(const Count*)a, line_b = *(const Count*)b;
   return line_a < line_b ? -1 : line_a > line_b;
}

static int compare_narrow(gconstpointer a, gconstpointer b, gpointer unused)
{
   gint32 line_a = *(const gint32*)a, line_b = *(const gint32*)b;
   return line_a < line_b ? -1 : line_a > line_b;
}

static int compare_located(gconstpointer a, gconstpointer b, gpointer lines)
{
   /* As `lines' with one row, whatever their number of counts is. */
   Lines left = *(const Lines*)lines, right = left;
   left.cells  = (void*)a;
   right.cells = (void*)b;
   return position_compare(position_at(&left, 0, 0, TRUE),
                           position_at(&right, 0, 0, TRUE));
}

int lines_sort(Lines* lines, guint n)
{
   if (lines->sorted == lines->used)
      return -1;
   g_qsort_with_data(lines->cells, lines->used, row_bytes(lines, n),
                     lines->located ? compare_located
                     : lines->wide  ? compare_wide
                                    : compare_narrow,
                     lines);

   Count* counts = g_new(Count, n);
   gsize  last   = 0;
   int    full   = -1;
   for (gsize row = 1; row < lines->used; row++)
      if (position_compare(lines_position(lines, n, row),
                           lines_position(lines, n, last))
          == 0) {
         lines_counts(lines, n, row, counts);
         int event = add_to_row(lines, n, last, counts);
         full      = MAX(full, event);
      } else if (++last < row) {
         gsize size = row_bytes(lines, n);
         memcpy((char*)lines->cells + last * size,
                (char*)lines->cells + row * size, size);
      }
   g_free(counts);
   lines->used = lines->sorted = last + 1;
   lines->hint                 = 0;
   return full;
}

/* Compares the position of a row with another.  Returns a number less than,
   equal to, or more than 0. */
static ALWAYS_INLINE int compare_row(const Lines* lines, guint n, gsize row,
                                     Position position, gboolean at)
{
   Position of_row = position_at(lines, n, row, at);

   if (at && of_row.address != position.address)
      return of_row.address < position.address ? -1 : 1;
   return of_row.line < position.line ? -1 : of_row.line > position.line;
}

/* Returns the sorted row of a position.  If there is none, returns the number
   of sorted rows that come before it. */
static inline gsize find_row(const Lines* lines, guint n, Position position,
                             gboolean at)
{
   gsize low = 0, high = lines->sorted;
   while (low < high) {
      gsize middle = low + (high - low) / 2;
      if (compare_row(lines, n, middle, position, at) < 0)
         low = middle + 1;
      else
         high = middle;
   }
   return low;
}

/* Makes room for another row.  Unsorted rows are merged first if there are at
   least as many as sorted ones.  Returns the same as lines_sort(). */
static int make_room(Lines* lines, guint n)
{
   int full = -1;

   if (lines->used - lines->sorted >= MAX(lines->sorted, MIN_UNSORTED))
      full = lines_sort(lines, n);
   if (lines->used >= lines->capacity / 2) {
      lines->capacity = MAX(1, 2 * lines->capacity);
      lines->cells =
         g_realloc_n(lines->cells, lines->capacity, row_bytes(lines, n));
   }
   return full;
}

/* Returns TRUE and the row of a position, if there is one among the sorted
   rows. */
static ALWAYS_INLINE gboolean find_position(Lines* lines, guint n,
                                            Position position, gboolean at,
                                            gsize* row)
{
   /* Usually it is that of the last call, or that of the next row. */
   for (*row = lines->hint; *row < lines->sorted && *row < lines->hint + 2;
        ++*row)
      if (compare_row(lines, n, *row, position, at) == 0) {
         lines->hint = *row;
         return TRUE;
      }
   if (lines->sorted == 0
       || compare_row(lines, n, lines->sorted - 1, position, at) < 0)
      return FALSE;
   *row = find_row(lines, n, position, at);
   if (compare_row(lines, n, *row, position, at) != 0)
      return FALSE;
   lines->hint = *row;
   return TRUE;
}

/* Makes room for the row of a position that find_position() does not find.
   Returns the same as lines_sort(); if it is -1, the row must be appended. */
static ALWAYS_INLINE int prepare_row(Lines* lines, guint n, Position position,
                                     gboolean at)
{
   int full = lines->used < lines->capacity ? -1 : make_room(lines, n);
   if (full < 0 && lines->sorted == lines->used
       && (lines->sorted == 0
           || compare_row(lines, n, lines->sorted - 1, position, at) < 0))
      lines->hint = lines->sorted++;
   return full;
}

static ALWAYS_INLINE int add_counts(Lines* lines, guint n, Position position,
                                    const Count* counts, gboolean at)
{
   gsize row;

   if (find_position(lines, n, position, at, &row))
      return add_to_row(lines, n, row, counts);
   int full = prepare_row(lines, n, position, at);
   if (full < 0)
      append_row(lines, n, position, counts, at);
   return full;
}

static ALWAYS_INLINE int add_small_counts(Lines* lines, guint n,
                                          Position      position,
                                          const gint32* counts, gboolean at)
{
   gsize row;

   if (find_position(lines, n, position, at, &row))
      return add_small_to_row(lines, n, row, counts, at);
   int full = prepare_row(lines, n, position, at);
   if (full < 0)
      append_small_row(lines, n, position, counts, at);
   return full;
}

int lines_add(Lines* lines, guint n, guint64 line, const Count* counts)
{
   return add_counts(lines, n, (Position){.line = line}, counts, FALSE);
}

int lines_add_small(Lines* lines, guint n, guint64 line, const gint32* counts)
{
   return add_small_counts(lines, n, (Position){.line = line}, counts, FALSE);
}

int lines_add_at(Lines* lines, guint n, Position position, const Count* counts)
{
   lines->located = TRUE;
   return add_counts(lines, n, position, counts, TRUE);
}

int lines_add_small_at(Lines* lines, guint n, Position position,
                       const gint32* counts)
{
   lines->located = TRUE;
   return add_small_counts(lines, n, position, counts, TRUE);
}

int lines_add_rows(Lines* lines, guint n, const Lines* more)
{
   Count* counts = g_new(Count, n);
   int    full   = -1;

   lines_rewind(lines);
   for (gsize row = 0; row < more->used && full < 0; row++) {
      lines_counts(more, n, row, counts);
      full = lines_add(lines, n, lines_number(more, n, row), counts);
   }
   g_free(counts);
   return full;
}

void lines_negate(Lines* lines, guint n)
{
   for (gsize row = 0; row < lines->used; row++)
      if (lines->wide)
         count_negate_all(wide_counts(lines, n, row, lines->located), n);
      else {
         gint32* cells = narrow_counts(lines, n, row, lines->located);
         for (guint i = 0; i < n; i++)
            cells[i] = cells[i] == G_MININT32 ? G_MININT32 : -cells[i];
      }
}

void lines_rewind(Lines* lines)
{
   lines->hint = 0;
}

void lines_trim(Lines* lines, guint n)
{
   if (!lines->trimmed && lines->capacity > lines->used) {
      lines->capacity = lines->used;
      lines->cells =
         g_realloc_n(lines->cells, lines->capacity, row_bytes(lines, n));
   }
   lines->trimmed = TRUE;
}

void lines_free(Lines* lines)
{
   g_free(lines->cells);
   *lines = (Lines){0};
}
