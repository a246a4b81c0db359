/* SPDX-License-Identifier: GPL-2.0-or-later */
/* versions.h: the sources of two versions of a program: two directories
   (--old-source, --new-source), or two revisions of a git repository (--git).

   A profile names a source as the compiler did, for instance
   "/build/x/src/a.c".  Its path in a version is the longest tail of that name
   which is a file there: "src/a.c".

   Directories and repositories may be a stranger's.  No command runs that a
   repository's configuration names; only regular files are opened; and what a
   symbolic link leads to outside of the version is no file of it. */

#ifndef VERSIONS_H
#define VERSIONS_H

#include <getopt.h>

#include <glib.h>

#include "compare/line_map.h"

typedef struct Versions Versions;

typedef enum { VERSIONS_OLD, VERSIONS_NEW } VersionsSide;

/* What the options say; NULL if they were not given. */
typedef struct {
   const char* old_source; /* a directory */
   const char* new_source; /* a directory */
   const char* git;        /* OLD..NEW or OLD, as for git diff */
} VersionsOptions;

/* The three options for getopt_long(), and what --help says of them.  Their
   values are above those that programs give their own options. */
enum { VERSIONS_OPTION_OLD = 1000, VERSIONS_OPTION_NEW, VERSIONS_OPTION_GIT };
#define VERSIONS_OPTIONS                                                       \
   {"old-source", required_argument, NULL, VERSIONS_OPTION_OLD},               \
      {"new-source", required_argument, NULL, VERSIONS_OPTION_NEW},            \
   {                                                                           \
      "git", required_argument, NULL, VERSIONS_OPTION_GIT                      \
   }
#define VERSIONS_HELP                                                                 \
   "      --git=OLD..NEW       match lines that moved between two revisions of the\n" \
   "                           git repository here, or OLD and the working tree\n"    \
   "+      --old-source=DIR     the same for two directories, the sources of\n"       \
   "                           BEFORE and of AFTER\n"                                 \
   "+      --new-source=DIR     the sources of AFTER\n"

/* Sets what such an option says; `value' is not copied.  Returns FALSE if it is
   another option. */
gboolean versions_parse_option(VersionsOptions* options, int option,
                               const char* value);

/* Returns the versions that the options name, or NULL if they name none.  A
   missing OLD or NEW of OLD..NEW is HEAD; without "..", the new version is the
   working tree.  Ends the program with a message if the options contradict each
   other, if a directory or a revision is not there, or if git fails. */
Versions* versions_new(const VersionsOptions* options);

/* Returns the path of the source with this name in a version, or NULL if it is
   not there, or one of the system's sources (cg_system_files.h).  The caller
   frees it. */
char* versions_path(const Versions* versions, VersionsSide side,
                    const char* name);

/* Returns what tells the file of a path from all others, although symbolic
   links give it several paths; the caller frees it. */
char* versions_identity(const Versions* versions, VersionsSide side,
                        const char* path);

/* Returns where the file of a path is, as source_scope.h wants to know it: an
   absolute path without symbolic links.  That of a revision would be there if
   the revision was checked out.  The caller frees it.  Returns NULL if there is
   no such file. */
char* versions_place(const Versions* versions, VersionsSide side,
                     const char* path);

/* Returns what became of the lines of a path in the old version, in a path in
   the new one; the caller frees it.  If a file is larger than 16 MB, or has
   more than a million lines, prints a warning, and lines keep their numbers.
   Ends the program with a message if a file cannot be read.  `room' is that of
   hunks_find(). */
LineMap* versions_line_map(const Versions* versions, const char* old_path,
                           const char* new_path, gint64* room);

/* Returns the directory, with "/" at its end, with the files of a version; for
   a revision, it is the working tree. */
const char* versions_directory(const Versions* versions, VersionsSide side);

/* Whether the file of that path in the new version's directory has other lines
   than in the new version, because a different revision is checked out.  Ends
   the program with a message if it cannot be read. */
gboolean versions_is_stale(const Versions* versions, const char* path);

/* Returns what a message calls a version: the directory or the revision. */
const char* versions_name(const Versions* versions, VersionsSide side);

#endif
