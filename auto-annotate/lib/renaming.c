/* SPDX-License-Identifier: GPL-2.0-or-later */
/* renaming.c: see renaming.h. */

#include <string.h>

#include "lib/hash.h"
#include "lib/message.h"
#include "lib/renaming.h"

/* Longer names are not changed, in bytes. */
#define MAX_CHANGED_BYTES 8192

/* Returns the substitution that an option has as its value, or ends the
   program. */
static Substitution* parse_renaming(const char* option, const char* expression)
{
   GError*       error  = NULL;
   Substitution* result = substitution_parse(expression, &error);
   if (!result)
      message_fail("--%s=%s: %s", option, expression, error->message);
   return result;
}

gboolean renaming_parse_option(Renaming* renaming, int option,
                               const char* expression)
{
   switch (option) {
   case RENAMING_OPTION_FILES:
      renaming->files = parse_renaming("mod-filename", expression);
      return TRUE;
   case RENAMING_OPTION_FUNCTIONS:
      renaming->functions = parse_renaming("mod-funcname", expression);
      return TRUE;
   default:
      return FALSE;
   }
}

gboolean renaming_is_active(const Renaming* renaming)
{
   return renaming->files || renaming->functions;
}

/* Returns the name after the substitution; the caller frees it. */
static char* changed_name(const Substitution* substitution, const char* name)
{
   GError*  error   = NULL;
   gboolean applies = strlen(name) <= MAX_CHANGED_BYTES;
   char*    result =
      applies ? substitution_apply(substitution, name, &error) : g_strdup(name);
   if (!result)
      message_fail("%s", error->message);
   if (strchr(result, '\n'))
      message_fail("a substitution puts a line break into a name");
   return result;
}

/* Results for names of files and functions, by name.  A name stands before each
   of its functions or lines, and the time that an expression takes can grow
   with the square of its length. */
static GHashTable* known_names[2];

static char* known_name(guint kind, const Substitution* substitution,
                        const char* name)
{
   GHashTable** known = &known_names[kind];

   if (!substitution)
      return g_strdup(name);
   if (!*known)
      *known = g_hash_table_new_full(hash_text, g_str_equal, g_free, g_free);
   const char* result = g_hash_table_lookup(*known, name);
   if (!result) {
      char* changed = changed_name(substitution, name);
      g_hash_table_insert(*known, g_strdup(name), changed);
      result = changed;
   }
   return g_strdup(result);
}

char* renaming_file_name(const Renaming* renaming, const char* name)
{
   return known_name(0, renaming->files, name);
}

char* renaming_function_name(const Renaming* renaming, const char* name)
{
   return known_name(1, renaming->functions, name);
}

/* costs_function() or costs_callee(). */
typedef Function* (*FindFunc)(Costs* costs, const char* file, const char* name,
                              const char* object);

/* Returns what `find' returns for the names after the substitutions. */
static Function* find_renamed(const Renaming* renaming, Costs* costs,
                              FindFunc find, const char* file,
                              const char* function, const char* object)
{
   char*     new_file   = renaming_file_name(renaming, file);
   char*     new_name   = renaming_function_name(renaming, function);
   char*     new_object = object && !renaming->no_objects
                             ? renaming_file_name(renaming, object)
                             : NULL;
   Function* found      = find(costs, new_file, new_name, new_object);

   g_free(new_file);
   g_free(new_name);
   g_free(new_object);
   return found;
}

Function* renaming_function(const Renaming* renaming, Costs* costs,
                            const Reader* reader)
{
   if (!renaming_is_active(renaming))
      return costs_function_at(costs, reader, !renaming->no_objects);
   return find_renamed(renaming, costs, costs_function, reader->file,
                       reader->function, reader->object);
}

Function* renaming_callee(const Renaming* renaming, Costs* costs,
                          const Reader* reader)
{
   const Call* call = &reader->call;

   if (!renaming_is_active(renaming))
      return costs_callee_at(costs, reader, !renaming->no_objects);
   return find_renamed(renaming, costs, costs_callee, call->file,
                       call->function, call->object);
}
