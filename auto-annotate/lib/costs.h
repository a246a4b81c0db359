/* SPDX-License-Identifier: GPL-2.0-or-later */
/* costs.h: counts by file, function and line: what profiles are summed up
   in. */

#ifndef COSTS_H
#define COSTS_H

#include <glib.h>

#include "lib/profile.h"

/* Line numbers with their counts, in one piece of memory.

      cell      0     1      2     ...  1+n
             +------+------+------+---+------+------+----
             | line | Ir   | I1mr |...| line | Ir   | ...
             +------+------+------+---+------+------+----
      row     0                        1

   A cell has 32 bits as long as that is enough for all of them: nearly all
   counts of a line are small, and cg_merge takes half the memory. */
typedef struct {
   void*    cells;    /* gint32, G_MININT32 being COUNT_NONE; or Count */
   gboolean wide;     /* Count */
   gboolean trimmed;  /* so that growing stays cheap, only once */
   gsize    sorted;   /* rows in order of their lines, which all differ */
   gsize    used;     /* rows; those from `sorted' on are in no order */
   gsize    capacity; /* rows that there is memory for */
   gsize    hint;     /* the row that was last added to, or the next one */
} Lines;

/* Adds counts to those of a line.  The lines may come in any order; n is the
   number of events, the same in every call.  Returns -1, or the index of an
   event whose sum does not fit.  Amortised O(log rows), and O(1) where the
   lines come in order. */
int lines_add(Lines* lines, guint n, guint64 line, const Count* counts);

/* Puts all rows into order, and one line into one row: `sorted' and `used' are
   equal then.  Returns as lines_add() does. */
int lines_sort(Lines* lines, guint n);

/* The line number of a row. */
guint64 lines_number(const Lines* lines, guint n, gsize row);

/* Copies the n counts of a row. */
void lines_counts(const Lines* lines, guint n, gsize row, Count* counts);

/* Gives back memory for rows that are not there, when it is called first. Where
   lines have come to an end, this takes a third off the peak of cg_merge. */
void lines_trim(Lines* lines, guint n);

void lines_free(Lines* lines);

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
gboolean add_profile(Reader* reader, gboolean by_line, PlaceFunc place,
                     gpointer data, GError** error);

/* All files by name, and all functions by file, then by name, in order of their
   bytes.  The caller frees the array, not what is in it. */
GPtrArray* costs_files(const Costs* costs);
GPtrArray* costs_functions(const Costs* costs);

/* The order of costs_functions(): less than, equal to, or more than 0. */
int function_compare(const Function* a, const Function* b);

#endif
