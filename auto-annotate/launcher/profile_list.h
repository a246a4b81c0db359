/* SPDX-License-Identifier: GPL-2.0-or-later */
/* profile_list.h: the list of the profiles that a run has written, which the
   tool writes: output/cg_profile_list.h says how. */

#ifndef PROFILE_LIST_H
#define PROFILE_LIST_H

#include <sys/types.h>

#include <glib.h>

typedef struct {
   pid_t   process;
   guint   threads; /* PATH-01, PATH-02 and so on; 0: PATH has all */
   guint64 instructions;
   char*   path;    /* absolute */
   char*   command; /* perhaps cut */
} WrittenProfile;

/* Makes an empty list.  Returns its absolute path, which the caller frees, or
   NULL with errno. */
char* profile_list_make(void);

/* Reads a list and removes it.  Returns the profiles, WrittenProfile*, that are
   there, those with most instructions first; never NULL.  Sets *first to the
   command that the process `first_process' began with, or to NULL. */
GPtrArray* profile_list_take(const char* list, pid_t first_process,
                             char** first);

/* Returns the names of the files of a profile, to be freed with g_strfreev().
 */
char** profile_list_files(const WrittenProfile* profile);

#endif
