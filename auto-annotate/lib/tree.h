/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tree.h: finds a source that was moved after the program was compiled.

   The debug information names a source as the compiler did, for instance
   "/build/x/src/a.c".  The user may have it in another place, and names a
   directory above it with -I.  A source is identified by the longest possible
   tail of its name: "src/a.c" rather than "a.c". */

#ifndef TREE_H
#define TREE_H

#include <glib.h>

typedef struct Tree Tree;

/* Returns a tree of directories (char*), each with "/" at its end, in the order
   in which the user gave them.  It keeps a pointer to the array, and reads
   nothing yet.  Of each directory, at most `max_entries' files and directories
   below it will be looked at. */
#define TREE_MAX_ENTRIES 200000
Tree* tree_new(const GPtrArray* directories, guint max_entries);

/* Returns the path of the regular file, which can be read, that a name fits
   best; the caller frees it.
   First, the last TREE_MAX_TAILS tails of the name are looked up in the
   directories themselves, the longest first.  If there is none, all files below
   the directories are looked at, without those behind symbolic links and in
   hidden directories; if there are too many of them, a warning is printed.
   Returns NULL without an error if there is no such file, and with an error if
   several of them fit equally well. */
#define TREE_MAX_TAILS 64
char* tree_find(Tree* tree, const char* name, GError** error);

/* Returns the part of a name from which on it has TREE_MAX_TAILS tails: no
   source is deeper in a project. */
const char* tree_last_tails(const char* name);

#endif
