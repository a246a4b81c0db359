/* SPDX-License-Identifier: GPL-2.0-or-later */
/* source.h: finds a source file and goes through its lines that are shown, with
   their counts. */

#ifndef SOURCE_H
#define SOURCE_H

#include <sys/types.h>
#include <time.h>

#include <glib.h>

#include "lib/costs.h"
#include "lib/count.h"
#include "lib/events.h"
#include "lib/lines.h"
#include "lib/source_scope.h"
#include "lib/tree.h"

/* A source file that was found. */
typedef struct {
   const char* name;      /* as the profile or the user gives it */
   const char* directory; /* with "/" at its end, or ""; NULL: it was moved */
   char*       path;      /* of the file */
   char*       real;      /* the same, without symbolic links */
   char*       identity;  /* which file it is, as regular_identity() says it */
   off_t       size;      /* bytes */
   gboolean    sparse;    /* mostly a hole */
   time_t      changed;   /* when it was modified */
} Source;

/* Looks up a source under its name; then in the directories (char*, each with
   "/" at its end), in their order; then, as one that was moved, in `tree',
   which has the same directories.  It must be a regular file that can be read,
   and that `scope' allows; NULL: the user has named it himself.  Fills in
   `source', which keeps pointers to the strings.  Returns FALSE without an
   error if there is no such file, and with an error if it was moved and several
   files could be it, if it may not be shown, or if a line is too long. */
gboolean source_find(Source* source, const char* name,
                     const GPtrArray* directories, Tree* tree,
                     SourceScope* scope, GError** error);

/* A row below a line. */
typedef struct {
   guint64          line;
   guint64          order;       /* details of a line are sorted by this */
   char*            text;        /* what it is; NULL: the call */
   Count*           counts;      /* of all events, derived ones too */
   const CostsCall* call;        /* NULL: it is an instruction */
   guint64          address;     /* of the instruction */
   const char*      instruction; /* its part of `text'; NULL: unknown */
} SourceDetail;

/* What is shown of a source. */
typedef struct {
   const Events* events;
   guint64       context; /* lines shown around a line with counts */
   const char*   profile; /* its name, for a message */
   time_t        changed; /* when it was modified; 0: unknown */
   const GArray* details; /* SourceDetail, sorted by line; or NULL */
   const Lines*  own;     /* sorted; what is added to the sum instead of the
                             counts that are shown; or NULL */
} SourceStyle;

/* A line of a source that is shown. */
typedef struct {
   guint64             number;
   const Count*        counts; /* of all events; NULL if it has none */
   const char*         text;   /* without the line break; no NUL follows */
   gsize               length; /* in bytes */
   gboolean            cut;    /* the source ends without a line break here */
   const SourceDetail* details;
   guint               n_details;
} SourceLine;

/* What is called for the parts of a source, in this order.  `form' is what was
   passed to source_show(). */
typedef struct {
   /* First. */
   void (*begin)(gpointer form, const Source* source, const SourceStyle* style,
                 const Lines* lines);

   /* For each line that is shown: those with counts, and those around them.
      `gap', which may be NULL, is called where lines are left out before or
      after `line'. */
   void (*line)(gpointer form, const SourceLine* line);
   void (*gap)(gpointer form, guint64 line);

   /* For each line with counts that is past the end of the source. */
   void (*past_end)(gpointer form, guint64 line, const Count* counts);

   /* Last.  `past_end' is whether there were such lines.  `no_line' are the
      counts that belong to no line; NULL: there are none. */
   void (*end)(gpointer form, gboolean past_end, const Count* no_line);
} SourceForm;

/* Whether a source was modified after the profile was, `changed', so that its
   lines may be other ones.  If that is 0, nothing is known. */
gboolean source_is_newer(const Source* source, time_t changed);

/* Reads a source and passes its parts to `form_type' with `form'.  `lines' must
   be sorted.  Adds the counts of the source's own lines to `annotated', one sum
   for each event.  Returns TRUE, or FALSE and `error' if the source cannot be
   read or such a sum exceeds 63 bits. */
gboolean source_show(const Source* source, const SourceStyle* style,
                     const Lines* lines, const SourceForm* form_type,
                     gpointer form, Count* annotated, GError** error);

#endif
