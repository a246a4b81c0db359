/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tree.c: see tree.h. */

#include <dirent.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/hash.h"
#include "lib/message.h"
#include "lib/regular.h"
#include "lib/tree.h"

/* How many files a message about several of them names. */
#define MAX_NAMED 5

struct Tree {
   const GPtrArray* directories;
   guint            max_entries;
   GHashTable*      files; /* base name -> GPtrArray of paths; NULL: not read */
};

/* A regular file that can be read. */
typedef struct {
   char*       path;
   struct stat status;
} Candidate;

Tree* tree_new(const GPtrArray* directories, guint max_entries)
{
   Tree* tree        = g_new0(Tree, 1);
   tree->max_entries = max_entries;
   tree->directories = directories;
   return tree;
}

/* Whether a file can be a source; sets its status, if it can. */
static gboolean is_readable_file(const char* path, struct stat* status)
{
   int fd = regular_open(path, status);

   if (fd >= 0)
      close(fd);
   return fd >= 0;
}

/*------------------------------------------------------------*/
/*--- Names                                                ---*/
/*------------------------------------------------------------*/

/* Returns a name without "/" at its start and without "." and "..": the tails
   of "../x/./y/../a.c" are the tails of "x/a.c".  The caller frees it. */
static char* normal_name(const char* name)
{
   GPtrArray* parts = g_ptr_array_new();
   char**     all   = g_strsplit(name, "/", -1);

   for (char** part = all; *part; part++)
      if (strcmp(*part, "..") == 0)
         g_ptr_array_set_size(parts, MAX(parts->len, 1) - 1);
      else if (**part != '\0' && strcmp(*part, ".") != 0)
         g_ptr_array_add(parts, *part);
   g_ptr_array_add(parts, NULL);
   char* normal = g_strjoinv("/", (char**)parts->pdata);
   g_ptr_array_free(parts, TRUE);
   g_strfreev(all);
   return normal;
}

/* Returns the next shorter tail of a name; NULL: there is none. */
static const char* shorter_tail(const char* tail)
{
   const char* slash = strchr(tail, '/');
   return slash ? slash + 1 : NULL;
}

/* Returns the length of the longest tail of a name that a path ends with, after
   a "/"; 0: there is none. */
static gsize common_tail(const char* path, const char* name)
{
   gsize all = strlen(path), length = strlen(name), common = 0;

   for (gsize n = 1;
        n <= length && n < all && path[all - n] == name[length - n]; n++)
      if (path[all - n - 1] == '/'
          && (n == length || name[length - n - 1] == '/'))
         common = n;
   return common;
}

/* Returns the file whose name is a tail of `name', below one of the directories
   itself; NULL: there is none. */
static char* find_directly(const Tree* tree, const char* name)
{
   struct stat status;

   for (const char* tail = name; tail; tail = shorter_tail(tail)) {
      /* A longer one is the name of no file. */
      if (strnlen(tail, PATH_MAX) == PATH_MAX)
         continue;
      for (guint i = 0; i < tree->directories->len; i++) {
         char* path = g_strconcat(tree->directories->pdata[i], tail, NULL);
         if (is_readable_file(path, &status))
            return path;
         g_free(path);
      }
   }
   return NULL;
}

/*------------------------------------------------------------*/
/*--- Reading directories                                  ---*/
/*------------------------------------------------------------*/

/* Returns the type of an entry as readdir() does, also where a file system does
   not know it. */
static guchar entry_type(const struct dirent* entry, const char* path)
{
   struct stat status;

   if (entry->d_type != DT_UNKNOWN)
      return entry->d_type;
   if (lstat(path, &status) != 0)
      return DT_UNKNOWN;
   return S_ISDIR(status.st_mode)   ? DT_DIR
          : S_ISREG(status.st_mode) ? DT_REG
                                    : DT_UNKNOWN;
}

static void add_tree_file(Tree* tree, const char* base, char* path)
{
   GPtrArray* paths = g_hash_table_lookup(tree->files, base);

   if (!paths) {
      paths = g_ptr_array_new();
      g_hash_table_insert(tree->files, g_strdup(base), paths);
   }
   g_ptr_array_add(paths, path);
}

/* Adds the files of one directory to the tree, and its directories to `queue'.
   `path' ends with "/".  Counts the entries in *n, up to one too many. */
static void read_directory(Tree* tree, const char* path, GQueue* queue,
                           guint* n)
{
   DIR*           directory = opendir(path);
   struct dirent* entry;

   while (directory && *n <= tree->max_entries
          && (entry = readdir(directory))) {
      if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
         continue;
      if (++*n > tree->max_entries)
         break;
      char*  entry_path = g_strconcat(path, entry->d_name, NULL);
      guchar type       = entry_type(entry, entry_path);
      if (type == DT_DIR && entry->d_name[0] != '.')
         g_queue_push_tail(queue, g_strconcat(entry_path, "/", NULL));
      if (type == DT_REG)
         add_tree_file(tree, entry->d_name, entry_path);
      else
         g_free(entry_path);
   }
   if (directory)
      closedir(directory);
}

/* Reads all directories, those on a level before those below. */
static void read_tree(Tree* tree)
{
   tree->files = g_hash_table_new(hash_text, g_str_equal);
   for (guint i = 0; i < tree->directories->len; i++) {
      const char* top   = tree->directories->pdata[i];
      GQueue*     queue = g_queue_new();
      guint       n     = 0;

      g_queue_push_tail(queue, g_strdup(top));
      while (n <= tree->max_entries && !g_queue_is_empty(queue)) {
         char* path = g_queue_pop_head(queue);
         read_directory(tree, path, queue, &n);
         g_free(path);
      }
      g_queue_free_full(queue, g_free);
      if (n > tree->max_entries)
         message_warn("-I %s: more than %u files and directories; sources that "
                      "were moved are looked for in the first of them only",
                      top, tree->max_entries);
   }
}

/*------------------------------------------------------------*/
/*--- Finding                                              ---*/
/*------------------------------------------------------------*/

/* Returns the files (Candidate) that end with the longest tail of a name, each
   once: directories of -I may be within each other.  Sets *length to
   the tail's.  Keeps pointers to their paths. */
static GArray* files_with_tail(const GPtrArray* paths, const char* name,
                               gsize* length)
{
   GArray*     files = g_array_new(FALSE, FALSE, sizeof(Candidate));
   GHashTable* seen =
      g_hash_table_new_full(hash_text, g_str_equal, g_free, NULL);

   *length = 1;
   for (guint i = 0; i < paths->len; i++) {
      Candidate file   = {.path = paths->pdata[i]};
      gsize     common = common_tail(file.path, name);
      if (common < *length || !is_readable_file(file.path, &file.status))
         continue;
      if (common > *length) {
         *length = common;
         g_array_set_size(files, 0);
         g_hash_table_remove_all(seen);
      }
      if (g_hash_table_add(
             seen, g_strdup_printf("%ju:%ju", (uintmax_t)file.status.st_dev,
                                   (uintmax_t)file.status.st_ino)))
         g_array_append_val(files, file);
   }
   g_hash_table_destroy(seen);
   return files;
}

static int compare_candidates(gconstpointer a, gconstpointer b)
{
   return strcmp(((const Candidate*)a)->path, ((const Candidate*)b)->path);
}

static void set_ambiguous(GError** error, const char* name, const char* tail,
                          GArray* files)
{
   GString* list = g_string_new(NULL);

   g_array_sort(files, compare_candidates);
   for (guint i = 0; i < MIN(files->len, MAX_NAMED); i++)
      g_string_append_printf(list, "%s%s", i > 0 ? ", " : "",
                             g_array_index(files, Candidate, i).path);
   if (files->len > MAX_NAMED)
      g_string_append_printf(list, " and %u more", files->len - MAX_NAMED);
   g_set_error(
      error, MESSAGE_ERROR, 0,
      "%s: %u files end in \"%s\": %s; choose one with another -I, its "
      "directory",
      name, files->len, tail, list->str);
   g_string_free(list, TRUE);
}

/* Returns the file below the directories that has the longest tail of `name'
   in common with it, as tree_find() does.  `normal' is the name without dots.
 */
static char* find_below(Tree* tree, const char* name, const char* normal,
                        GError** error)
{
   if (!tree->files)
      read_tree(tree);
   char*            base  = g_path_get_basename(normal);
   const GPtrArray* paths = g_hash_table_lookup(tree->files, base);
   g_free(base);
   if (!paths)
      return NULL;

   gsize   length;
   GArray* files = files_with_tail(paths, normal, &length);
   char*   path  = NULL;
   if (files->len == 1)
      path = g_strdup(g_array_index(files, Candidate, 0).path);
   else if (files->len > 1)
      set_ambiguous(error, name, normal + strlen(normal) - length, files);
   g_array_free(files, TRUE);
   return path;
}

char* tree_find(Tree* tree, const char* name, GError** error)
{
   char* normal = normal_name(name);
   char* path   = NULL;

   if (*normal != '\0' && tree->directories->len > 0)
      path = find_directly(tree, normal);
   if (*normal != '\0' && tree->directories->len > 0 && !path)
      path = find_below(tree, name, normal, error);
   g_free(normal);
   return path;
}
