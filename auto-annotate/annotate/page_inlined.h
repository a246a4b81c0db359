/* SPDX-License-Identifier: GPL-2.0-or-later */
/* page_inlined.h: what inlined code cost itself, by context.

   A profile has it of all contexts together (inline/splice.h).  If all that a
   function cost, with what was inlined into it, is in one context, so is what
   was inlined:

      main      40 itself           main       5 itself
        parse    3                    get     35       inlined into main
                                      parse    3 */

#ifndef PAGE_INLINED_H
#define PAGE_INLINED_H

#include "lib/contexts.h"

/* Moves costs of inlined code from the contexts of the functions that have it
   to contexts of its own, as far as these are known.  Each list of functions
   is one context, and the sums of functions are set; no count is that of a
   difference.  Ends the program if a sum exceeds 63 bits. */
void page_inlined_place(Contexts* contexts, guint n_events);

#endif
