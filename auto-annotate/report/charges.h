/* SPDX-License-Identifier: GPL-2.0-or-later */
/* charges.h: which lines of the user's own source pay for the cost of
   libraries, for the verdict, from the tree of contexts (contexts.h).

      main.c:12 calls qsort             own
        qsort calls compare             a library's: counts at main.c:12
          compare (main.c:5)            own: counts at its own lines
            calls strcmp                a library's: counts at main.c:5

   So what a context costs counts at the nearest call around it that own source
   has.  Own functions that only allocate memory are as those of a library
   (allocators.h), and so is what #[derive(Clone)] makes.  If the place of that
   call is code of a library that was inlined, it is the function's first line.
   What no own call leads to stays where it is. Own is source that is known and
   did not come with the system: not as a source (cg_system_files.h), and not in
   one of its objects.  If the user says which directories are, it is what lies
   below these. */

#ifndef CHARGES_H
#define CHARGES_H

#include "lib/contexts.h"
#include "report/deeds.h"
#include "report/inlining.h"

typedef struct Charges Charges;

/* Returns the charges that follow from the contexts of `costs', which must
   outlive them, or NULL if there are none.  What was inlined into a function is
   part of its contexts' costs: `inlining' says what of it counts in the
   function, and must live as long.  `weights'
   has what each event costs.  `own' are the directories with own source
   (char*, each ends with "/"), none if it is empty; it must live as long.  The
   caller frees the charges with charges_free(). */
Charges* charges_new(const Costs* costs, const Inlining* inlining,
                     const double* weights, const GPtrArray* own);
void     charges_free(Charges* charges);

/* Returns which share of what a function costs, by event, stays where it is; or
   NULL if that is all. */
const double* charges_kept(const Charges* charges, const Function* function);

/* Returns what the lines of a function pay for, or NULL if that is nothing. */
const Lines* charges_of(const Charges* charges, const Function* function);

/* What a line of the user's source pays for. */
typedef struct {
   const File*     file;
   guint64         line;
   const Function* called; /* the library's function that it calls and pays most
                              for; or NULL */
   double called_cost;

   /* What of it is in functions that are known, with all that they call, and
      how often they are called. */
   struct {
      double          cost;
      double          calls;
      const Function* function; /* the one that costs most of these */
      double          function_cost;
   } deeds[N_DEEDS];
} Bill;

/* Fills in the bills of n lines, of which file and line are set.  Costs are
   those of events with `weights'. */
void charges_bill(const Charges* charges, const double* weights, Bill* bills[],
                  guint n);

#endif
