/* SPDX-License-Identifier: GPL-2.0-or-later */
/* count.h: a count of a profile, and how counts are added. */

#ifndef COUNT_H
#define COUNT_H

#include <string.h>

#include <glib.h>

/* A count of up to 63 bits, or COUNT_NONE for ".": the event cannot happen
   there. */
typedef gint64 Count;
#define COUNT_NONE G_MININT64

/* Adds `more' to *sum; COUNT_NONE adds nothing.  Returns TRUE, or FALSE with
 *sum unchanged if the result exceeds 63 bits. */
static inline gboolean count_add(Count* sum, Count more)
{
   Count result;
   /* Nearly always neither is negative, nor so large that it could overflow. */
   if (G_LIKELY(((guint64)*sum | (guint64)more) >> 62 == 0)) {
      *sum += more;
      return TRUE;
   }
   if (more == COUNT_NONE)
      return TRUE;
   if (*sum == COUNT_NONE)
      result = more;
   else if (__builtin_add_overflow(*sum, more, &result) || result == COUNT_NONE)
      return FALSE;
   *sum = result;
   return TRUE;
}

/* Adds n counts, each to the one of `sums' with the same index.  Returns -1, or
   the index of the first sum that exceeds 63 bits; nothing is added from there
   on. */
static inline int count_add_all(Count* sums, const Count* more, guint n)
{
   for (guint i = 0; i < n; i++)
      if (G_UNLIKELY(!count_add(&sums[i], more[i])))
         return i;
   return -1;
}

/* Adds the sizes of n counts to sums of which shares are computed.  What is
   negative, in a difference, counts as what is positive does: then shares are
   between 0 and 1, and what became less has some, too. */
static inline void count_add_sizes(double* sums, const Count* counts, guint n)
{
   for (guint i = 0; i < n; i++)
      if (counts[i] != COUNT_NONE)
         sums[i] += ABS((double)counts[i]);
}

/* Returns the sum of n counts, each times its weight. */
static inline double count_weigh(const Count* counts, const double* weights,
                                 guint n)
{
   double sum = 0;

   for (guint i = 0; i < n; i++)
      if (counts[i] != COUNT_NONE)
         sum += weights[i] * counts[i];
   return sum;
}

/* Changes the sign of n counts, but not of number `keep' (-1: of all).
   COUNT_NONE stays as it is: its negative does not fit into a Count. */
static inline void count_negate_all(Count* counts, guint n, int keep)
{
   for (guint i = 0; i < n; i++)
      if (counts[i] != COUNT_NONE && (int)i != keep)
         counts[i] = -counts[i];
}

/* Returns a copy of n counts; the caller frees it. */
static inline Count* count_copy_all(const Count* counts, guint n)
{
   Count* copy = g_new(Count, n);
   memcpy(copy, counts, n * sizeof *copy);
   return copy;
}

#endif
