/* SPDX-License-Identifier: GPL-2.0-or-later */
/* costs.h: counts by file, function and line: what profiles are summed up
   in. */

#ifndef COSTS_H
#define COSTS_H

#include <glib.h>

#include "lib/lines.h"
#include "lib/reader.h"

typedef struct {
   char*   name;
   GTree*  functions; /* Function* by name */
   GArray* spans;     /* of Span, for who will read its lines again; or NULL */
} File;

typedef struct {
   File* file;
   char* name;
   Lines lines;  /* for who sums up by line, */
   Count sums[]; /* or by function: COUNT_NONE at first */
} Function;

/* Trees, so that no choice of names makes them slow. */
typedef struct {
   guint  n_events;
   GTree* files; /* File* by name */
   File*  last;  /* the one that was asked for last */
} Costs;

Costs* costs_new(guint n_events);

/* The file of that name, or NULL. */
File* costs_find_file(const Costs* costs, const char* name);

/* The function of that name in that file, a new one if need be. */
Function* costs_function(Costs* costs, const char* file, const char* name);

/* Returns the function that the next counts of a profile belong to: those of
   reader->file and reader->function. */
typedef Function* (*PlaceFunc)(Reader* reader, gpointer data);

/* Reads a profile to its end and adds all counts to the functions that `place'
   returns, to their lines or, without `by_line', to their sums.  FALSE and
   `error' if the profile is wrong, or a sum does not fit. */
gboolean costs_add_profile(Reader* reader, gboolean by_line, PlaceFunc place,
                           gpointer data, GError** error);

/* All files by name, and all functions by file, then by name, in order of their
   bytes.  The caller frees the array, not what is in it. */
GPtrArray* costs_files(const Costs* costs);
GPtrArray* costs_functions(const Costs* costs);

/* The order of costs_functions(): less than, equal to, or more than 0. */
int costs_compare_functions(const Function* a, const Function* b);

#endif
