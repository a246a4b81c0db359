/* SPDX-License-Identifier: GPL-2.0-or-later */
/* aliases.c: see aliases.h. */

#include <string.h>

#include "inline/aliases.h"
#include "lib/hash.h"
#include "lib/regular.h"

struct Aliases {
   GHashTable* files; /* by name: what identifies its file (char*) */
   GHashTable* first; /* by that: the first of its names */
};

Aliases* aliases_new(void)
{
   Aliases* aliases = g_new(Aliases, 1);

   *aliases = (Aliases){
      .files = g_hash_table_new_full(hash_text, g_str_equal, NULL, g_free),
      .first = g_hash_table_new(hash_text, g_str_equal)};
   return aliases;
}

void aliases_add(Aliases* aliases, const char* name)
{
   struct stat status;

   if (!name || g_hash_table_contains(aliases->files, name))
      return;
   char*       file  = stat(name, &status) == 0 ? regular_identity(&status)
                                                : g_strconcat("/", name, NULL);
   const char* first = g_hash_table_lookup(aliases->first, file);
   g_hash_table_insert(aliases->files, (char*)name, file);
   if (!first || strcmp(name, first) < 0)
      g_hash_table_insert(aliases->first, file, (char*)name);
}

const char* aliases_first(const Aliases* aliases, const char* name)
{
   return name ? g_hash_table_lookup(aliases->first,
                                     g_hash_table_lookup(aliases->files, name))
               : NULL;
}

void aliases_free(Aliases* aliases)
{
   g_hash_table_destroy(aliases->first);
   g_hash_table_destroy(aliases->files);
   g_free(aliases);
}
