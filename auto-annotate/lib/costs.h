/* SPDX-License-Identifier: GPL-2.0-or-later */
/* costs.h: counts by file, function and line, added up over one or more
   profiles. */

#ifndef COSTS_H
#define COSTS_H

#include <glib.h>

#include "lib/lines.h"
#include "lib/reader.h"

typedef struct {
   char*   name;
   GTree*  functions; /* Function* by name */
   GArray* spans;     /* of Span: where the profile has its counts; or NULL */
} File;

typedef struct {
   File*  file;
   char*  name;
   GMutex lock;   /* for parts.c */
   Lines  lines;  /* used if counts are added up by line */
   Count  sums[]; /* used otherwise: by function; COUNT_NONE at first */
} Function;

/* The sums of profiles with the same events.  Names are in balanced trees, so
   that no choice of names makes lookups slow. */
typedef struct {
   guint  n_events;
   GTree* files; /* File* by name */
   File*  last;  /* the file looked up last, or NULL */
} Costs;

/* Returns empty sums for profiles with `n_events' events. */
Costs* costs_new(guint n_events);

/* Frees sums, with all files and functions. */
void costs_free(Costs* costs);

/* Returns the file with that name, or NULL. */
File* costs_find_file(const Costs* costs, const char* name);

/* Returns the function with that name in the file with that name; adds both if
   they are new.  The names are copied. */
Function* costs_function(Costs* costs, const char* file, const char* name);

/* After READ_COUNTS by line, adds the counts to those of the line.  Returns the
   same as lines_add(). */
int costs_add_line(Lines* lines, Reader* reader);

/* Returns the function that gets the counts that follow in a profile, where
   they belong to reader->file and reader->function. */
typedef Function* (*PlaceFunc)(Reader* reader, gpointer data);

/* Reads a profile to its end and adds its counts to the functions that `place'
   returns: with `by_line' to their lines, otherwise to their sums.  `data' is
   passed to `place'.  Returns TRUE, or FALSE and `error' if the profile is
   wrong or cannot be read, or if a sum exceeds 63 bits. */
gboolean costs_add_profile(Reader* reader, gboolean by_line, PlaceFunc place,
                           gpointer data, GError** error);

/* Return all files in the order of their names, and all functions in the order
   of their files and then of their names, byte by byte.  The caller frees the
   array, but not its elements. */
GPtrArray* costs_files(const Costs* costs);
GPtrArray* costs_functions(const Costs* costs);

/* Compares two functions in the order of costs_functions().  Returns a number
   less than, equal to, or more than 0. */
int costs_compare_functions(const Function* a, const Function* b);

#endif
