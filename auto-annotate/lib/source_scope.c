/* SPDX-License-Identifier: GPL-2.0-or-later */
/* source_scope.c: see source_scope.h. */

#include <stdlib.h>
#include <string.h>

#include "lib/hash.h"
#include "lib/message.h"
#include "lib/source_scope.h"

/* How many directories the report names. */
#define MAX_NAMED 5

/* The endings of sources, without the dot; case does not matter.  These are of
   languages that are compiled, and of what is included or is made into such a
   source.  Scripts are not in a profile, and often have passwords. */
static const char* const endings[] = {
   "ada", "adb",   "ads",   "asm", "c",     "c++",  "cbl",  "cc",  "cob",
   "cpp", "cpy",   "cr",    "cu",  "cuh",   "cxx",  "d",    "def", "di",
   "erl", "f",     "f03",   "f08", "f77",   "f90",  "f95",  "for", "ftn",
   "go",  "gperf", "h",     "h++", "hh",    "hpp",  "hs",   "hxx", "i",
   "ii",  "inc",   "inl",   "ino", "ipp",   "ispc", "java", "jl",  "kt",
   "l",   "lex",   "lhs",   "ll",  "lpr",   "m",    "ml",   "mli", "mll",
   "mly", "mm",    "nim",   "pas", "pyx",   "pxd",  "pxi",  "re",  "rl",
   "rs",  "s",     "scala", "scm", "swift", "sx",   "tcc",  "tpp", "txx",
   "v",   "vala",  "vapi",  "vhd", "vhdl",  "x",    "xs",   "y",   "yy",
   "zig",
};

/* How many bytes are read again.  A header can have a hundred names, one for
   each directory from which it was included. */
#define MAX_AGAIN (G_GUINT64_CONSTANT(64) << 20)

struct SourceScope {
   GPtrArray*  inside; /* char*, absolute, without links, "/" at the end */
   gboolean    any;
   GHashTable* outside;  /* char*, directories from which sources were taken */
   GPtrArray*  order;    /* the same, as they came */
   GHashTable* left_out; /* char*, files */
   GHashTable* read;     /* char*, what identifies files */
   guint64     again;    /* bytes of files that were in `read' already */
};

void source_scope_add(SourceScope* scope, const char* directory)
{
   char* real = realpath(directory, NULL);

   /* If a program is profiled in "/", not all files are its own. */
   if (real && strcmp(real, "/") != 0)
      g_ptr_array_add(scope->inside, g_strconcat(real, "/", NULL));
   free(real);
}

SourceScope* source_scope_new(const GPtrArray* directories, gboolean any)
{
   SourceScope* scope = g_new(SourceScope, 1);

   *scope = (SourceScope){
      .inside   = g_ptr_array_new_with_free_func(g_free),
      .any      = any,
      .outside  = g_hash_table_new_full(hash_text, g_str_equal, g_free, NULL),
      .order    = g_ptr_array_new(),
      .left_out = g_hash_table_new_full(hash_text, g_str_equal, g_free, NULL),
      .read     = g_hash_table_new_full(hash_text, g_str_equal, g_free, NULL)};
   source_scope_add(scope, ".");
   source_scope_add(scope, "/usr");
   for (guint i = 0; i < directories->len; i++)
      source_scope_add(scope, directories->pdata[i]);
   return scope;
}

/* Whether a file is below one of the directories, and neither it nor what is
   between them is hidden. */
static gboolean is_inside(const SourceScope* scope, const char* real)
{
   for (guint i = 0; i < scope->inside->len; i++) {
      const char* directory = scope->inside->pdata[i];
      if (g_str_has_prefix(real, directory)) {
         const char* below = real + strlen(directory);
         if (*below != '.' && !strstr(below, "/."))
            return TRUE;
      }
   }
   return FALSE;
}

static gboolean is_source(const char* real)
{
   const char* slash = strrchr(real, '/');
   const char* dot   = strrchr(slash ? slash : real, '.');

   for (guint i = 0; dot && i < G_N_ELEMENTS(endings); i++)
      if (g_ascii_strcasecmp(dot + 1, endings[i]) == 0)
         return TRUE;
   return FALSE;
}

gboolean source_scope_allows(SourceScope* scope, const char* real)
{
   if (is_inside(scope, real))
      return TRUE;
   if (!scope->any && !is_source(real)) {
      g_hash_table_add(scope->left_out, g_strdup(real));
      return FALSE;
   }
   char* directory = g_path_get_dirname(real);
   if (g_hash_table_contains(scope->outside, directory))
      g_free(directory);
   else {
      g_hash_table_add(scope->outside, directory);
      g_ptr_array_add(scope->order, directory);
   }
   return TRUE;
}

gboolean source_scope_has_room(SourceScope* scope, const char* identity,
                               guint64 bytes)
{
   if (g_hash_table_add(scope->read, g_strdup(identity)))
      return TRUE;
   if (scope->again + bytes > MAX_AGAIN)
      return FALSE;
   scope->again += bytes;
   return TRUE;
}

void source_scope_report(const SourceScope* scope)
{
   guint    n_taken = scope->order->len;
   guint    n_left  = g_hash_table_size(scope->left_out);
   GString* text    = g_string_new(NULL);

   if (n_taken > 0)
      g_string_append(text, "sources were taken from outside the working "
                            "directory, -I and /usr: ");
   for (guint i = 0; i < MIN(n_taken, MAX_NAMED); i++)
      g_string_append_printf(text, "%s%s", i > 0 ? ", " : "",
                             (char*)scope->order->pdata[i]);
   if (n_taken > MAX_NAMED)
      g_string_append_printf(text, " and %u more directories",
                             n_taken - MAX_NAMED);
   if (n_left > 0)
      g_string_append_printf(
         text,
         "%s%u %s outside %s left out, because %s no ending of a source "
         "(--sources=any shows all)",
         n_taken > 0 ? "; " : "", n_left, n_left == 1 ? "file" : "files",
         n_left == 1 ? "was" : "were",
         n_left == 1 ? "its name has" : "their names have");
   if (text->len > 0)
      message_warn("%s", text->str);
   g_string_free(text, TRUE);
}
