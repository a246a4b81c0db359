/* SPDX-License-Identifier: GPL-2.0-or-later */
/* source_scope.h: decides which files may be shown as sources.

   Whoever wrote a profile chose the names of its sources, and a page with a
   text is often passed on.  So not every file that can be read is shown:

      below the working directory, a directory of -I, or /usr    all files
      elsewhere, also in hidden directories of those above       sources only

   A source is a file whose name has one of the endings in source_scope.c.
   Symbolic links are resolved before. */

#ifndef SOURCE_SCOPE_H
#define SOURCE_SCOPE_H

#include <glib.h>

typedef struct SourceScope SourceScope;

/* Returns the scope of the directories of -I (char*).  It keeps a pointer to
   the array.  With `any', all files may be shown. */
SourceScope* source_scope_new(const GPtrArray* directories, gboolean any);

/* Adds a directory that the user has named, as -I does. */
void source_scope_add(SourceScope* scope, const char* directory);

/* Returns whether a file may be shown; `real' is its absolute path, without
   symbolic links.  Notes what source_scope_report() will say of it. */
gboolean source_scope_allows(SourceScope* scope, const char* real);

/* Returns whether a file of so many bytes, which regular_identity() tells from
   others, may be read.  One that has several names, such as links to it, is
   read for each, but all such files together only so often: any number of names
   can lead to a large one. */
gboolean source_scope_has_room(SourceScope* scope, const char* identity,
                               guint64 bytes);

/* Prints one line on standard error, if there is reason to: from which
   directories elsewhere sources were taken, and how many files were left out.
 */
void source_scope_report(const SourceScope* scope);

#endif
