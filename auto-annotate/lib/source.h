/* SPDX-License-Identifier: GPL-2.0-or-later */
/* source.h: a source file with the counts of its lines beside them. */

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
   const char* name;      /* as the profile or the user has it */
   const char* directory; /* with "/" at its end, or "" */
   time_t      changed;
} Source;

/* Looks a source up under its name, then in the directories, in their order: a
   regular file that can be read.  FALSE if there is none. */
gboolean source_find(Source* source, const char* name,
                     const GPtrArray* directories);

/* How sources are shown. */
typedef struct {
   const Columns* columns;
   guint64        context; /* lines shown around a line with counts */
   const char*    profile; /* its name, for a warning */
   time_t         changed; /* when it was; 0: not known */
} SourceStyle;

/* Writes what follows the heading of a source: a warning if it is younger than
   the profile; the lines that have counts with those around them; the counts
   for lines that it does not have, and for none (line 0).  The lines must be
   sorted.  Adds the counts of the lines that it has to `annotated'.  FALSE and
   `error' if the source cannot be read, or that sum does not fit. */
gboolean source_write(const Source* source, const SourceStyle* style,
                      const Lines* lines, Output* output, Count* annotated,
                      GError** error);

#endif
