/* SPDX-License-Identifier: GPL-2.0-or-later */
/* disassembly.c: see disassembly.h. */

#include <string.h>
#include <sys/stat.h>

#include "annotate/disassembly.h"
#include "lib/message.h"

/* Addresses that are further apart are disassembled by different runs of
   objdump.  A run reads the symbols of the object, which takes longer than the
   code between. */
#define MAX_GAP (64 * 1024)

/* The longest instruction of any processor, in bytes. */
#define MAX_INSTRUCTION 16

struct Disassembly {
   time_t      changed;
   GHashTable* objects; /* by name: GHashTable* of char* by guint64 */
};

Disassembly* disassembly_new(time_t changed)
{
   Disassembly* disassembly = g_new(Disassembly, 1);

   disassembly->changed = changed;
   disassembly->objects = g_hash_table_new_full(
      g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_hash_table_destroy);
   return disassembly;
}

void disassembly_free(Disassembly* disassembly)
{
   g_hash_table_destroy(disassembly->objects);
   g_free(disassembly);
}

/* Keeps the text of an instruction from a line of objdump:

         1136:<tab>call   1040 <strlen@plt> */
static void add_line(GHashTable* texts, const char* line)
{
   char*   end;
   guint64 address = g_ascii_strtoull(line, &end, 16);

   if (end == line || end[0] != ':' || end[1] != '\t')
      return;
   char*    text = g_strstrip(g_strdelimit(g_strdup(end + 2), "\t", ' '));
   guint64* key  = g_new(guint64, 1);
   *key          = address;
   g_hash_table_insert(texts, key, text);
}

/* Disassembles an object from `begin' on, up to the instruction at `last'.
   Returns FALSE if objdump cannot read it. */
static gboolean run_objdump(GHashTable* texts, const char* object,
                            guint64 begin, guint64 last)
{
   /* objdump reads options from the file after "@". */
   char* name = g_strconcat(*object == '@' ? "./" : "", object, NULL);
   char* start =
      g_strdup_printf("--start-address=0x%" G_GINT64_MODIFIER "x", begin);
   char* stop = g_strdup_printf("--stop-address=0x%" G_GINT64_MODIFIER "x",
                                last + MAX_INSTRUCTION);
   const char* argv[]  = {"objdump", "-d", "-C", "--no-show-raw-insn",
                          start,     stop, "--", name,
                          NULL};
   char*       listing = NULL;
   GError*     error   = NULL;
   int         status;

   if (!g_spawn_sync(NULL, (char**)argv, NULL,
                     G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL,
                     NULL, &listing, NULL, &status, &error))
      message_fail("--asm: %s (objdump is in the package binutils)",
                   error->message);
   char** lines = g_strsplit(listing, "\n", -1);
   for (char** line = lines; *line; line++)
      add_line(texts, *line);
   g_strfreev(lines);
   g_free(listing);
   g_free(start);
   g_free(stop);
   g_free(name);
   return status == 0;
}

/* Returns the texts of an object; prints a line if it cannot be read or is
   younger than the profile. */
static GHashTable* object_texts(Disassembly* disassembly, const char* object)
{
   GHashTable* texts = g_hash_table_lookup(disassembly->objects, object);
   struct stat status;

   if (texts)
      return texts;
   texts = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
   g_hash_table_insert(disassembly->objects, g_strdup(object), texts);
   if (stat(object, &status) != 0 || !S_ISREG(status.st_mode))
      message_warn(
         "--asm: %s: cannot be read, so its instructions have no text", object);
   else if (disassembly->changed > 0 && status.st_mtime > disassembly->changed)
      message_warn("--asm: %s: has changed since the profile was written, so "
                   "its instructions may be others",
                   object);
   return texts;
}

void disassembly_add(Disassembly* disassembly, const char* object,
                     const GArray* addresses)
{
   GHashTable* texts = object_texts(disassembly, object);
   gboolean    good  = TRUE;
   guint       begin = 0;

   for (guint i = 0; i < addresses->len; i++) {
      guint64 address = g_array_index(addresses, guint64, i);
      if (i + 1 < addresses->len
          && g_array_index(addresses, guint64, i + 1) - address <= MAX_GAP)
         continue;
      if (g_file_test(object, G_FILE_TEST_IS_REGULAR))
         good = run_objdump(texts, object,
                            g_array_index(addresses, guint64, begin), address)
                && good;
      begin = i + 1;
   }
   if (!good)
      message_warn("--asm: %s: objdump cannot read it, so instructions lack "
                   "their text",
                   object);
}

const char* disassembly_text(const Disassembly* disassembly, const char* object,
                             guint64 address)
{
   GHashTable* texts = g_hash_table_lookup(disassembly->objects, object);

   return texts ? g_hash_table_lookup(texts, &address) : NULL;
}
