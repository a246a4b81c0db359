/* SPDX-License-Identifier: GPL-2.0-or-later */
/* paths.c: see paths.h. */

#include <string.h>

#include <dwarf.h>

#include "inline/paths.h"

/* Longer paths, in bytes, are unknown.  No file has one of more than 4096. */
#define MAX_PATH_BYTES 8192

/* Until DWARF 4, the table of files has no directory for those that were
   compiled where the compiler ran, and libdw puts that directory in front. */
static gboolean has_directory(const char* path, const char* directory,
                              Dwarf_Half version)
{
   gsize length = strlen(directory);

   return path[0] == '/'
          || (version < 5 && strncmp(path, directory, length) == 0
              && path[length] == '/');
}

/* The debug information can have one long text as the directory of many files.
 */
static gboolean is_too_long(const char* path)
{
   return strnlen(path, MAX_PATH_BYTES) == MAX_PATH_BYTES;
}

char* paths_of(Dwarf_CU* cu, Dwarf_Word number, GHashTable* known)
{
   Dwarf_Die       unit;
   Dwarf_Half      version;
   Dwarf_Files*    files;
   size_t          n_files;
   Dwarf_Attribute memory;

   if (!dwarf_cu_die(cu, &unit, &version, NULL, NULL, NULL, NULL, NULL)
       || dwarf_getsrcfiles(&unit, &files, &n_files) != 0 || number >= n_files)
      return NULL;
   const char* path = dwarf_filesrc(files, number, NULL, NULL);
   const char* directory =
      dwarf_formstring(dwarf_attr_integrate(&unit, DW_AT_comp_dir, &memory));
   if (!path || is_too_long(path) || (directory && is_too_long(directory)))
      return NULL;
   if (!directory || path[0] == '\0')
      return g_strdup(path);

   char*    joined = g_strconcat(directory, "/", path, NULL);
   gboolean join   = !has_directory(path, directory, version);
   if (known && !g_hash_table_contains(known, join ? joined : path)
       && g_hash_table_contains(known, join ? path : joined))
      join = !join;
   if (join)
      return joined;
   g_free(joined);
   return g_strdup(path);
}

char* paths_of_attribute(Dwarf_Attribute* file, GHashTable* known)
{
   Dwarf_Word number;

   return dwarf_formudata(file, &number) == 0
             ? paths_of(file->cu, number, known)
             : NULL;
}
