/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tree.c: see tree.h. */

#include <dirent.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/budget.h"
#include "lib/hash.h"
#include "lib/message.h"
#include "lib/regular.h"
#include "lib/tree.h"

/* How many files a message about several of them names. */
#define MAX_NAMED 5

/* To go through so many bytes of a file takes as long as to note an entry of a
   directory. */
#define ENTRY_BYTES 256

struct Tree {
   const GPtrArray* directories;
   guint            max_entries;
   GHashTable*      files; /* Candidates* by base name; NULL: not read */
};

/* Files with the same base name. */
typedef struct {
   GPtrArray* paths;
   gboolean   sorted; /* see sort_candidates() */
} Candidates;

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

const char* tree_last_tails(const char* name)
{
   const char* at = name + strlen(name);

   for (guint n = 0; at > name; at--)
      if (at[-1] == '/' && ++n == TREE_MAX_TAILS)
         break;
   return at;
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

/* Compares two texts from their ends. */
static int compare_backwards(const char* a, const char* b)
{
   gsize i = strlen(a), j = strlen(b);

   while (i > 0 && j > 0 && a[i - 1] == b[j - 1])
      i--, j--;
   if (i == 0 || j == 0)
      return (i > 0) - (j > 0);
   return (guchar)a[i - 1] < (guchar)b[j - 1] ? -1 : 1;
}

/* Returns the file whose name is a tail of `name', below one of the directories
   itself; NULL: there is none. */
static char* find_directly(const Tree* tree, const char* name)
{
   struct stat status;
   char*       path = NULL;

   for (const char* tail = tree_last_tails(name); tail && !path;
        tail             = shorter_tail(tail)) {
      /* A longer one is the name of no file. */
      if (strnlen(tail, PATH_MAX) == PATH_MAX)
         continue;
      guint n = 0;
      while (!path && n < tree->directories->len) {
         path = g_strconcat(tree->directories->pdata[n++], tail, NULL);
         if (!is_readable_file(path, &status))
            g_clear_pointer(&path, g_free);
      }
      budget_add_looks(n);
   }
   return path;
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
   Candidates* candidates = g_hash_table_lookup(tree->files, base);

   if (!candidates) {
      candidates        = g_new0(Candidates, 1);
      candidates->paths = g_ptr_array_new();
      g_hash_table_insert(tree->files, g_strdup(base), candidates);
   }
   g_ptr_array_add(candidates->paths, path);
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
      budget_add_bytes(BUDGET_NAMED, (guint64)n * ENTRY_BYTES);
      if (n > tree->max_entries)
         message_warn("-I %s: more than %u files and directories; sources that "
                      "were moved are looked for in the first of them only",
                      top, tree->max_entries);
   }
}

/*------------------------------------------------------------*/
/*--- Finding                                              ---*/
/*------------------------------------------------------------*/

/* For g_ptr_array_sort(). */
static int compare_tails(gconstpointer a, gconstpointer b)
{
   return compare_backwards(*(const char* const*)a, *(const char* const*)b);
}

/* Keeps the files that can be read, each once: directories of -I may be within
   each other.  Sorts them from their ends, so that those with a common tail are
   together. */
static void sort_candidates(Candidates* candidates)
{
   GPtrArray*  files = g_ptr_array_new();
   GHashTable* seen =
      g_hash_table_new_full(hash_text, g_str_equal, g_free, NULL);
   struct stat status;

   for (guint i = 0; i < candidates->paths->len; i++) {
      char* path = candidates->paths->pdata[i];
      if (is_readable_file(path, &status)
          && g_hash_table_add(seen, regular_identity(&status)))
         g_ptr_array_add(files, path);
   }
   g_hash_table_destroy(seen);
   g_ptr_array_sort(files, compare_tails);
   candidates->paths  = files;
   candidates->sorted = TRUE;
}

/* Returns the index of the first file that is not before a text, in that
   order. */
static guint first_from(const GPtrArray* files, const char* text)
{
   guint low = 0, high = files->len;

   while (low < high) {
      guint middle = low + (high - low) / 2;
      if (compare_backwards(files->pdata[middle], text) < 0)
         low = middle + 1;
      else
         high = middle;
   }
   return low;
}

/* The files that end with the longest tail of a name: from the index `first' to
   the one before `end'. */
typedef struct {
   guint       first, end;
   const char* tail; /* NULL: there is none */
} Fitting;

/* Returns the longest tail of a name that a file has: that of one of the two
   between which "/NAME" is in the order. */
static const char* longest_tail(const GPtrArray* files, const char* name)
{
   char* text   = g_strconcat("/", name, NULL);
   guint place  = first_from(files, text);
   gsize before = place > 0 ? common_tail(files->pdata[place - 1], name) : 0;
   gsize after =
      place < files->len ? common_tail(files->pdata[place], name) : 0;
   gsize length = MAX(before, after);

   g_free(text);
   return length > 0 ? name + strlen(name) - length : NULL;
}

/* Files with a tail are together: they are not before "/TAIL", and before the
   same text with a higher first character. */
static Fitting files_with_tail(const GPtrArray* files, const char* name)
{
   Fitting fit = {.tail = longest_tail(files, name)};

   if (!fit.tail)
      return fit;
   char* text = g_strconcat("/", fit.tail, NULL);
   fit.first  = first_from(files, text);
   text[0]++;
   fit.end = first_from(files, text);
   g_free(text);
   return fit;
}

static int compare_paths(gconstpointer a, gconstpointer b)
{
   return strcmp(*(const char* const*)a, *(const char* const*)b);
}

static void set_ambiguous(GError** error, const char* name,
                          const GPtrArray* files, Fitting fit)
{
   GString*    list  = g_string_new(NULL);
   guint       n     = fit.end - fit.first;
   guint       shown = MIN(n, MAX_NAMED);
   const char* paths[MAX_NAMED];

   memcpy(paths, files->pdata + fit.first, shown * sizeof *paths);
   qsort(paths, shown, sizeof *paths, compare_paths);
   for (guint i = 0; i < shown; i++)
      g_string_append_printf(list, "%s%s", i > 0 ? ", " : "", paths[i]);
   if (n > shown)
      g_string_append_printf(list, " and %u more", n - shown);
   g_set_error(error, MESSAGE_ERROR, 0,
               "%s: %u files end in \"%s\": %s; choose one with another -I, "
               "its directory",
               name, n, fit.tail, list->str);
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
   char*       base       = g_path_get_basename(normal);
   Candidates* candidates = g_hash_table_lookup(tree->files, base);
   g_free(base);
   if (!candidates)
      return NULL;
   if (!candidates->sorted)
      sort_candidates(candidates);

   const GPtrArray* files = candidates->paths;
   Fitting          fit   = files_with_tail(files, normal);
   if (fit.end - fit.first == 1)
      return g_strdup(files->pdata[fit.first]);
   if (fit.end - fit.first > 1)
      set_ambiguous(error, name, files, fit);
   return NULL;
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
