/* SPDX-License-Identifier: GPL-2.0-or-later */
/* repository.h: the files of revisions of a git repository.

   The repository may be a stranger's, whose configuration names commands.
   This module has git resolve names and read objects, and nothing else; none of
   these commands runs then (repository.c). */

#ifndef REPOSITORY_H
#define REPOSITORY_H

#include <glib.h>

typedef struct Repository Repository;
typedef struct Revision   Revision;

/* Returns the git repository of the current directory.  Ends the program with a
   message that begins with `context' if there is none, if git refuses it, or if
   git is not there. */
Repository* repository_open(const char* context);

/* Returns the top directory of the working tree, with "/" at its end. */
const char* repository_directory(const Repository* repository);

/* Returns the revision with a name as git has it; "" is HEAD.  Ends the program
   with a message that begins with `context' if there is none. */
Revision* repository_revision(Repository* repository, const char* context,
                              const char* name);

/* Returns a path in a revision without symbolic links, whether there is such a
   file or not; the caller frees it.  Returns NULL if a link leads out of the
   repository, or if there are too many links or components. */
char* repository_follow(const Revision* revision, const char* path);

/* Returns the id of the file with a path in a revision, of the file that it
   leads to if symbolic links are in the path, or NULL if there is none.  What a
   link leads to outside of the repository is none. */
const char* repository_file(const Revision* revision, const char* path);

/* Returns what a file has, by its id, with a NUL after it, and sets *size in
   bytes; the caller frees it.  Returns NULL and the size if that is greater
   than `max_size', and NULL and 0 if git cannot read it. */
char* repository_read(Repository* repository, const char* id, gsize max_size,
                      gsize* size);

#endif
