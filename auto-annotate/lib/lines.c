/* SPDX-License-Identifier: GPL-2.0-or-later */
/* lines.c: see lines.h. */

#include <string.h>

#include "lib/lines.h"

/* Fewer unsorted rows than this are not worth sorting. */
#define MIN_UNSORTED 64

static gsize row_bytes(const Lines* lines, guint n)
{
   return (n + 1) * (lines->wide ? sizeof(Count) : sizeof(gint32));
}

static inline gint32* narrow_row(const Lines* lines, guint n, gsize row)
{
   return (gint32*)lines->cells + row * (n + 1);
}

static inline Count* wide_row(const Lines* lines, guint n, gsize row)
{
   return (Count*)lines->cells + row * (n + 1);
}

/* Whether a count fits into a cell of 32 bits; COUNT_NONE does not. */
static inline gboolean fits_narrow(Count count)
{
   return count > G_MININT32 && count <= G_MAXINT32;
}

guint64 lines_number(const Lines* lines, guint n, gsize row)
{
   return lines->wide ? *wide_row(lines, n, row) : *narrow_row(lines, n, row);
}

void lines_counts(const Lines* lines, guint n, gsize row, Count* counts)
{
   if (lines->wide)
      memcpy(counts, wide_row(lines, n, row) + 1, n * sizeof *counts);
   else {
      const gint32* cells = narrow_row(lines, n, row) + 1;
      for (guint i = 0; i < n; i++)
         counts[i] = cells[i] == G_MININT32 ? COUNT_NONE : cells[i];
   }
}

const gint32* lines_small_counts(const Lines* lines, guint n, gsize row)
{
   return lines->wide ? NULL : narrow_row(lines, n, row) + 1;
}

/* Changes all cells from 32 to 64 bits. */
static void widen(Lines* lines, guint n)
{
   const gint32* narrow = lines->cells;
   gsize         cells  = lines->used * (n + 1);
   Count*        wide   = g_new(Count, lines->capacity * (n + 1));

   for (gsize i = 0; i < cells; i++)
      wide[i] = narrow[i] == G_MININT32 ? COUNT_NONE : narrow[i];
   g_free(lines->cells);
   lines->cells = wide;
   lines->wide  = TRUE;
}

/* Adds n counts to those of a row.  Returns -1, or the index of an event whose
   sum does not fit. */
static int add_to_row(Lines* lines, guint n, gsize row, const Count* counts)
{
   guint i = 0;

   if (!lines->wide) {
      gint32* cells = narrow_row(lines, n, row) + 1;
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
   int full = count_add_all(wide_row(lines, n, row) + 1 + i, counts + i, n - i);
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
static int add_small_to_row(Lines* lines, guint n, gsize row,
                            const gint32* counts)
{
   if (!lines->wide && add_small(narrow_row(lines, n, row) + 1, counts, n))
      return -1;
   Count* more = g_new(Count, n);
   for (guint i = 0; i < n; i++)
      more[i] = counts[i];
   int full = add_to_row(lines, n, row, more);
   g_free(more);
   return full;
}

/* Appends a row; the caller has made room for it. */
static void append_row(Lines* lines, guint n, guint64 line, const Count* counts)
{
   if (!lines->wide) {
      gint32* cells = narrow_row(lines, n, lines->used);
      guint   i     = 0;
      for (; i < n && (fits_narrow(counts[i]) || counts[i] == COUNT_NONE); i++)
         cells[1 + i] = counts[i] == COUNT_NONE ? G_MININT32 : counts[i];
      cells[0] = line;
      if (i < n || line > G_MAXINT32)
         widen(lines, n);
   }
   if (lines->wide) {
      Count* cells = wide_row(lines, n, lines->used);
      cells[0]     = line;
      memcpy(cells + 1, counts, n * sizeof *counts);
   }
   lines->used++;
}

/* The same for small counts. */
static void append_small_row(Lines* lines, guint n, gint32 line,
                             const gint32* counts)
{
   if (!lines->wide) {
      gint32* cells = narrow_row(lines, n, lines->used);
      cells[0]      = line;
      memcpy(cells + 1, counts, n * sizeof *counts);
   } else {
      Count* cells = wide_row(lines, n, lines->used);
      cells[0]     = line;
      for (guint i = 0; i < n; i++)
         cells[1 + i] = counts[i];
   }
   lines->used++;
}

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

int lines_sort(Lines* lines, guint n)
{
   if (lines->sorted == lines->used)
      return -1;
   g_qsort_with_data(lines->cells, lines->used, row_bytes(lines, n),
                     lines->wide ? compare_wide : compare_narrow, NULL);

   Count* counts = g_new(Count, n);
   gsize  last   = 0;
   int    full   = -1;
   for (gsize row = 1; row < lines->used; row++)
      if (lines_number(lines, n, row) == lines_number(lines, n, last)) {
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

/* Returns the sorted row of a line.  If there is none, returns the number of
   sorted rows that come before the line. */
static gsize find_row(const Lines* lines, guint n, guint64 line)
{
   gsize low = 0, high = lines->sorted;
   while (low < high) {
      gsize middle = low + (high - low) / 2;
      if (lines_number(lines, n, middle) < line)
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

/* Returns TRUE and the row of a line, if there is one among the sorted rows. */
static inline gboolean find_line(Lines* lines, guint n, guint64 line,
                                 gsize* row)
{
   /* Usually the line is that of the last call, or that of the next row. */
   for (*row = lines->hint; *row < lines->sorted && *row < lines->hint + 2;
        ++*row)
      if (lines_number(lines, n, *row) == line) {
         lines->hint = *row;
         return TRUE;
      }
   if (lines->sorted == 0 || lines_number(lines, n, lines->sorted - 1) < line)
      return FALSE;
   *row = find_row(lines, n, line);
   if (lines_number(lines, n, *row) != line)
      return FALSE;
   lines->hint = *row;
   return TRUE;
}

/* Makes room for the row of a line that find_line() does not find.  Returns the
   same as lines_sort(); if it is -1, the row must be appended. */
static inline int prepare_row(Lines* lines, guint n, guint64 line)
{
   int full = lines->used < lines->capacity ? -1 : make_room(lines, n);
   if (full < 0 && lines->sorted == lines->used
       && (lines->sorted == 0
           || lines_number(lines, n, lines->sorted - 1) < line))
      lines->hint = lines->sorted++;
   return full;
}

int lines_add(Lines* lines, guint n, guint64 line, const Count* counts)
{
   gsize row;

   if (find_line(lines, n, line, &row))
      return add_to_row(lines, n, row, counts);
   int full = prepare_row(lines, n, line);
   if (full < 0)
      append_row(lines, n, line, counts);
   return full;
}

int lines_add_small(Lines* lines, guint n, guint64 line, const gint32* counts)
{
   gsize row;

   if (find_line(lines, n, line, &row))
      return add_small_to_row(lines, n, row, counts);
   int full = prepare_row(lines, n, line);
   if (full < 0)
      append_small_row(lines, n, line, counts);
   return full;
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
