/* SPDX-License-Identifier: GPL-2.0-or-later */
/* hunks.h: where two sequences of lines differ.

      before   a b c d e f
      after    a x c d f      two hunks: b is replaced by x, e by nothing

   A line is the number of its text: lines with the same text have the same
   number.  Where lines differ is a matter of choice: here, the lines that are
   rare tell which belong together ("histogram" difference). */

#ifndef HUNKS_H
#define HUNKS_H

#include <glib.h>

/* Lines of `before' from index `removed' up to, and without, `end_removed', and
   the lines of `after' in their place. */
typedef struct {
   guint removed, end_removed;
   guint added, end_added;
} Hunk;

/* Returns the hunks (Hunk), ascending.  Between two of them, as before the
   first and after the last, both sequences have the same lines.  The numbers of
   texts are below `n_texts'.  About *room lines are looked at, at most: where
   sequences have too much in common that is not rare, hunks are larger than
   they need to be.  What was looked at is taken from *room, which can become
   negative. The caller frees the array. */
GArray* hunks_find(const guint32* before, guint n_before, const guint32* after,
                   guint n_after, guint n_texts, gint64* room);

/* The room for all sequences that a program compares, to begin with, and for
   each byte of their texts: a twentieth of a second, and ten times what sources
   need in which every tenth line was edited.  Two files of a few lines that
   occur ten thousand times each, in another order, would need hours. */
#define HUNKS_ROOM          (1 << 24)
#define HUNKS_ROOM_PER_BYTE 8

#endif
