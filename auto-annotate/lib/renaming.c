/* SPDX-License-Identifier: GPL-2.0-or-later */
/* renaming.c: see renaming.h. */

#include <string.h>

#include "lib/hash.h"
#include "lib/message.h"
#include "lib/renaming.h"

/* A clone has one of these words and a number in its name, or several.  A
   function of Rust whose name was not demangled has a hash of the crate and its
   compiler. */
#define CLONES                                                                      \
   "s/(\\.(?:constprop|isra|part|lto_priv|localalias|cold|specialized|llvm|__uniq)" \
   "\\.|17h(?=[\\da-f]{16}E))[\\da-f]+/$1/g"

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

void renaming_join_clones(Renaming* renaming)
{
   renaming->clones = parse_renaming("diff", CLONES);
}

gboolean renaming_is_active(const Renaming* renaming)
{
   return renaming->files || renaming->functions;
}

/* Whether a name needs a look; most are of no clone. */
static gboolean may_be_clone(const Renaming* renaming, const char* name)
{
   return renaming->clones && (strchr(name, '.') || strstr(name, "17h"));
}

static gboolean may_change(const Renaming* renaming, const char* function)
{
   return renaming_is_active(renaming) || may_be_clone(renaming, function);
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

/* Results for names of files, functions and clones, by name.  A name stands
   before each of its functions or lines, and the time that an expression takes
   can grow with the square of its length. */
static GHashTable* known_names[3];

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

/* Returns the first name with these words of clones; frees `name'. */
static char* first_clone(const Renaming* renaming, char* name)
{
   static GHashTable* first; /* names by what they are without numbers */
   char*              key = known_name(2, renaming->clones, name);

   if (!first)
      first = g_hash_table_new_full(hash_text, g_str_equal, g_free, g_free);
   if (!g_hash_table_contains(first, key))
      g_hash_table_insert(first, g_strdup(key), g_strdup(name));
   g_free(name);
   name = g_strdup(g_hash_table_lookup(first, key));
   g_free(key);
   return name;
}

char* renaming_file_name(const Renaming* renaming, const char* name)
{
   return known_name(0, renaming->files, name);
}

char* renaming_function_name(const Renaming* renaming, const char* name)
{
   char* result = known_name(1, renaming->functions, name);

   return may_be_clone(renaming, result) ? first_clone(renaming, result)
                                         : result;
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

   if (renaming->no_objects)
      costs_note_object(found, object);
   g_free(new_file);
   g_free(new_name);
   g_free(new_object);
   return found;
}

Function* renaming_function(const Renaming* renaming, Costs* costs,
                            const Reader* reader)
{
   if (!may_change(renaming, reader->function))
      return costs_function_at(costs, reader, !renaming->no_objects);
   return find_renamed(renaming, costs, costs_function, reader->file,
                       reader->function, reader->object);
}

Function* renaming_callee(const Renaming* renaming, Costs* costs,
                          const Reader* reader)
{
   const Call* call = &reader->call;

   if (!may_change(renaming, call->function))
      return costs_callee_at(costs, reader, !renaming->no_objects);
   return find_renamed(renaming, costs, costs_callee, call->file,
                       call->function, call->object);
}
