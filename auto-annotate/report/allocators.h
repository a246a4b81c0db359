/* SPDX-License-Identifier: GPL-2.0-or-later */
/* allocators.h: functions of a program that do little but allocate or free
   memory, by what they cost.

      static void* xmalloc(size_t n)
      {
         void* p = malloc(n);
         if (!p)
            fail();             "Allocate less" is no advice for this line, but
         return p;              for those that call xmalloc().
      }

   Such a function is called from several others, allocates or frees about once
   in each call, and spends most of its time on that; also one that does this
   through another such function. */

#ifndef ALLOCATORS_H
#define ALLOCATORS_H

#include "lib/contexts.h"

/* Whether a function is the program's own. */
typedef gboolean (*AllocatorsIsOwn)(const Function* function, gpointer data);

/* Returns the own functions that are allocators, in a set (const Function*)
   which the caller frees.  Costs are those of n events with `weights'; `data'
   is passed to is_own(). */
GHashTable* allocators_find(const Contexts* contexts, const double* weights,
                            guint n, AllocatorsIsOwn is_own, gpointer data);

#endif
