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

/* A source file that was found. */
typedef struct {
   const char* name;      /* as the profile or the user gives it */
   const char* directory; /* with "/" at its end, or "" */
   time_t      changed;   /* when it was modified */
} Source;

/* Looks up a source under its name, then in the directories, in their order.
   It must be a regular file that can be read.  Fills in `source', which keeps
   pointers to both strings.  Returns FALSE if there is no such file. */
gboolean source_find(Source* source, const char* name,
                     const GPtrArray* directories);

/* How sources are shown. */
typedef struct {
   const Columns* columns;
   guint64        context; /* lines shown around a line with counts */
   const char*    profile; /* its name, for a warning */
   time_t         changed; /* when it was modified; 0: unknown */
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
