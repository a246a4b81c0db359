/* SPDX-License-Identifier: GPL-2.0-or-later */
/* profile_list.c: see profile_list.h. */

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "launcher/profile_list.h"
#include "lib/hash.h"

char* profile_list_make(void)
{
   char* name;
   int   fd = g_file_open_tmp("cachegrind-XXXXXX", &name, NULL);

   if (fd < 0)
      return NULL;
   close(fd);
   /* The program may change to another directory. */
   char* list = g_canonicalize_filename(name, NULL);
   g_free(name);
   return list;
}

/* Returns the text at *at, or NULL if no whole one is left, and goes behind it.
 */
static const char* next_text(const char** at, const char* end)
{
   const char* text = *at;
   const char* nul  = memchr(text, '\0', end - text);

   *at = nul ? nul + 1 : end;
   return nul ? text : NULL;
}

/* Reads the record at *at; NULL: there is none. */
static WrittenProfile* read_record(const char** at, const char* end)
{
   const char*     numbers = next_text(at, end);
   const char*     path    = next_text(at, end);
   const char*     command = next_text(at, end);
   WrittenProfile* p;

   if (!command)
      return NULL;
   p = g_new0(WrittenProfile, 1);
   if (sscanf(numbers, "%d %u %" G_GUINT64_FORMAT, &p->process, &p->threads,
              &p->instructions)
       != 3) {
      g_free(p);
      return NULL;
   }
   p->path    = g_strdup(path);
   p->command = g_strdup(command);
   return p;
}

/* What is not there has been moved or removed by the program. */
static gboolean is_there(const WrittenProfile* profile)
{
   char**   files  = profile_list_files(profile);
   gboolean result = access(files[0], R_OK) == 0;

   g_strfreev(files);
   return result;
}

static gint compare_instructions(gconstpointer a, gconstpointer b)
{
   const WrittenProfile *p = *(WrittenProfile*const*)a,
                        *q = *(WrittenProfile*const*)b;

   if (p->instructions != q->instructions)
      return p->instructions < q->instructions ? 1 : -1;
   return strcmp(p->path, q->path);
}

/* Returns the last record of each path, by path. */
static GHashTable* read_records(const char* text, gsize length,
                                pid_t first_process, char** first)
{
   GHashTable*     by_path = g_hash_table_new(hash_text, g_str_equal);
   const char*     at      = text;
   WrittenProfile* profile;

   *first = NULL;
   while ((profile = read_record(&at, text + length))) {
      if (!*first && profile->process == first_process)
         *first = g_strdup(profile->command);
      g_hash_table_replace(by_path, profile->path, profile);
   }
   return by_path;
}

GPtrArray* profile_list_take(const char* list, pid_t first_process,
                             char** first)
{
   GPtrArray*     profiles = g_ptr_array_new();
   char*          text     = NULL;
   gsize          length   = 0;
   GHashTableIter iter;
   gpointer       profile;

   if (!g_file_get_contents(list, &text, &length, NULL))
      text = g_strdup("");
   unlink(list);

   GHashTable* by_path = read_records(text, length, first_process, first);
   g_hash_table_iter_init(&iter, by_path);
   while (g_hash_table_iter_next(&iter, NULL, &profile))
      if (is_there(profile))
         g_ptr_array_add(profiles, profile);
   g_ptr_array_sort(profiles, compare_instructions);
   g_hash_table_destroy(by_path);
   g_free(text);
   return profiles;
}

char** profile_list_files(const WrittenProfile* profile)
{
   guint  n     = MAX(profile->threads, 1);
   char** files = g_new0(char*, n + 1);

   for (guint i = 0; i < n; i++)
      files[i] = profile->threads == 0
                    ? g_strdup(profile->path)
                    : g_strdup_printf("%s-%02u", profile->path, i + 1);
   return files;
}
