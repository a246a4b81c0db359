/* SPDX-License-Identifier: GPL-2.0-or-later */
/* view.h: the list of functions, and the same counts in groups.

   A view other than the list has percentages, and a column with the running
   total of those of the first event sorted by.  Here, --view=file:function:

      Ir                 running  file:function
      1,105 (83.97%)      83.97%  prog.c
        900 (68.39%)                main
        205 (15.58%)                helper
        201 (15.27%)      99.24%  lib.c
        201 (15.27%)                strlen */

#ifndef VIEW_H
#define VIEW_H

#include "annotate/annotation.h"

/* Returns the view with that name, or -1. */
int view_parse(const char* name);

/* Returns the names of all views, for a message. */
const char* view_names(void);

/* Writes the view that the options choose.  Returns the functions that are
   shown in it; the caller frees the array.  Ends the program if the view is by
   object and the profile has none. */
GPtrArray* view_write(const Annotation* annotation);

#endif
