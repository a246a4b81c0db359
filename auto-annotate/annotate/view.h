/* SPDX-License-Identifier: GPL-2.0-or-later */
/* view.h: the list of functions, or the same counts in groups, as --view says.
 */

#ifndef VIEW_H
#define VIEW_H

#include "annotate/annotation.h"

/* A row of a view: a function; or a group of functions, which has the sums of
   its members. */
typedef struct {
   const char*  name;     /* of a group */
   Function*    function; /* or NULL for a group */
   GPtrArray*   members;  /* ViewRow*, those that are shown; for a group */
   Count*       sums;     /* for a group: of the recorded events */
   const Count* counts;   /* of all events */
} ViewRow;

/* What a view shows. */
typedef struct {
   GPtrArray* rows;      /* ViewRow*, sorted: those that reach the threshold */
   GPtrArray* functions; /* Function*, those that have a row, in their order */
   GPtrArray* all;       /* ViewRow*: all functions and groups, in any order */
} Listing;

/* Returns the view with that name, or -1.  If it is about a function, which
   follows a colon, sets *function to it. */
int view_parse(const char* name, const char** function);

/* Returns the name of a view, as --view has it; the list has one, too. */
const char* view_name(View view);

/* Returns the names of all views, for a message. */
const char* view_names(void);

/* Returns the name of a function's object, without its directory, if it is all
   that is known of the place; or NULL.  The caller frees it. */
char* view_only_object(const Annotation* annotation, const Function* function);

/* Returns the view that the options choose, which is kept to the end.  Ends the
   program if the view is by object and the profile has none. */
Listing* view_make(const Annotation* annotation);

#endif
