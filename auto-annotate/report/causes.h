/* SPDX-License-Identifier: GPL-2.0-or-later */
/* causes.h: why a line costs what it does, in words, with its one number, and
   what to change.

      col.c:10   s += image[y * width + x];
                 stride: successive uses are 7,600 bytes apart; 4 of 64 bytes of
                 a line are used
                 swap the loops, ...

   The cause is the part of the estimate that is largest: what the core waits
   for or executes (core.h), memory (memory.h), the system or other threads
   (outside.h), or what a library that the line calls is known to do
   (library.h).  What a cause has no evidence for has no remedy. */

#ifndef CAUSES_H
#define CAUSES_H

#include "report/evidence.h"

#define CAUSES_MAX 2

/* Sets up to CAUSES_MAX causes of a place, the most important first, and
   returns how many there are.  The caller frees the texts. */
guint causes_find(const Evidence* evidence, Cause causes[CAUSES_MAX]);

/* The same for a difference, where only what changed most is known. */
guint causes_find_change(const Evidence* evidence, Cause causes[CAUSES_MAX]);

#endif
