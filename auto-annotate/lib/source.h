/* SPDX-License-Identifier: GPL-2.0-or-later */
/* source.h: shows a source file with the counts of its lines. */

#ifndef SOURCE_H
#define SOURCE_H

#include <time.h>

#include <glib.h>

#include "lib/count.h"
#include "lib/lines.h"
#include "lib/output.h"
#include "lib/table.h"
#include "lib/tree.h"

/* A source file that was found. */
typedef struct {
   const char* name;      /* as the profile or the user gives it */
   const char* directory; /* with "/" at its end, or ""; NULL: it was moved */
   char*       path;      /* of the file */
   time_t      changed;   /* when it was modified */
} Source;

/* Looks up a source under its name; then in the directories (char*, each with
   "/" at its end), in their order; then, as one that was moved, in `tree',
   which has the same directories.  It must be a regular file that can be read.
   Fills in `source', which keeps pointers to the strings.  Returns FALSE
   without an error if there is no such file, and with an error if it was moved
   and several files could be it. */
gboolean source_find(Source* source, const char* name,
                     const GPtrArray* directories, Tree* tree, GError** error);

/* Writes the name of a source, as a heading has it, and the line break: "NAME",
   "DIRECTORY + NAME", or, if it was moved, "NAME, found as PATH". */
void source_write_name(const Source* source, Output* output);

/* A row below a line. */
typedef struct {
   guint64 line;
   guint64 order; /* details of a line are sorted by this */
   char*   text;
   Count*  counts; /* of all events, derived ones too */
} SourceDetail;

/* How sources are shown. */
typedef struct {
   const Columns* columns;
   guint64        context; /* lines shown around a line with counts */
   const char*    profile; /* its name, for a warning */
   time_t         changed; /* when it was modified; 0: unknown */
   const GArray*  details; /* SourceDetail, sorted by line; or NULL */
   gboolean       moved;   /* line 0 has the counts of lines removed, too */
   const Lines*   own;     /* sorted; what is added to `annotated' instead of
                              the counts that are shown; or NULL */
} SourceStyle;

/* Writes what follows the heading of a source: a warning if it is newer than
   the profile; the lines that have counts, with the lines around them; counts
   for lines past its end, with a warning; and the counts for line 0, which
   belong to no line.  `lines' must be sorted.  Adds the counts of the source's
   own lines to `annotated', one sum for each event.  Returns TRUE, or FALSE and
   `error' if the source cannot be read or such a sum exceeds 63 bits. */
gboolean source_write(const Source* source, const SourceStyle* style,
                      const Lines* lines, Output* output, Count* annotated,
                      GError** error);

#endif
