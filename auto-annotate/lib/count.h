/* SPDX-License-Identifier: GPL-2.0-or-later */
/* count.h: a count of a profile, and sums of such. */

#ifndef COUNT_H
#define COUNT_H

#include <glib.h>

/* A count, or COUNT_NONE for "." */
typedef gint64 Count;
#define COUNT_NONE G_MININT64

/* Adds to a count; COUNT_NONE changes nothing.  FALSE, with *sum unchanged, if
   the result does not fit. */
static inline gboolean count_add(Count* sum, Count more)
{
   Count result;
   if (more == COUNT_NONE)
      return TRUE;
   if (*sum == COUNT_NONE)
      result = more;
   else if (__builtin_add_overflow(*sum, more, &result) || result == COUNT_NONE)
      return FALSE;
   *sum = result;
   return TRUE;
}

/* Adds n counts to as many others.  Returns -1, or the index of one whose sum
   does not fit, and from which on nothing was added. */
static inline int count_add_all(Count* sums, const Count* more, guint n)
{
   for (guint i = 0; i < n; i++)
      if (G_UNLIKELY(!count_add(&sums[i], more[i])))
         return i;
   return -1;
}

#endif
