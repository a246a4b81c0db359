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

typedef struct {
   GHashTable* texts;  /* char* by guint64: those of instructions by address */
   GArray*     wanted; /* addresses (guint64) that are not disassembled yet */
   gboolean    readable;
   gboolean    complained; /* that objdump cannot read it */
} Object;

struct Disassembly {
   time_t      changed;
   GHashTable* objects; /* Object* by name */
};

static void free_object(gpointer data)
{
   Object* object = data;
   g_hash_table_destroy(object->texts);
   g_array_free(object->wanted, TRUE);
   g_free(object);
}

Disassembly* disassembly_new(time_t changed)
{
   Disassembly* disassembly = g_new(Disassembly, 1);

   disassembly->changed = changed;
   disassembly->objects =
      g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_object);
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

/* Returns an object; prints a line if it cannot be read or is younger than the
   profile. */
static Object* find_object(Disassembly* disassembly, const char* name)
{
   Object*     object = g_hash_table_lookup(disassembly->objects, name);
   struct stat status;

   if (object)
      return object;
   object = g_new(Object, 1);
   *object =
      (Object){.texts    = g_hash_table_new_full(g_int64_hash, g_int64_equal,
                                                 g_free, g_free),
               .wanted   = g_array_new(FALSE, FALSE, sizeof(guint64)),
               .readable = stat(name, &status) == 0 && S_ISREG(status.st_mode)};
   g_hash_table_insert(disassembly->objects, g_strdup(name), object);
   if (!object->readable)
      message_warn("%s: cannot be read, so its instructions have no text",
                   name);
   else if (disassembly->changed > 0 && status.st_mtime > disassembly->changed)
      message_warn("%s: has changed since the profile was written, so "
                   "its instructions may be others",
                   name);
   return object;
}

void disassembly_want(Disassembly* disassembly, const char* object,
                      guint64 address)
{
   g_array_append_val(find_object(disassembly, object)->wanted, address);
}

static int compare_addresses(gconstpointer a, gconstpointer b)
{
   guint64 left = *(const guint64*)a, right = *(const guint64*)b;
   return left < right ? -1 : left > right;
}

/* Disassembles the instructions of an object that are wanted. */
static void run_object(const char* name, Object* object)
{
   GArray*  wanted = object->wanted;
   gboolean good   = TRUE;
   guint64  begin  = 0;

   g_array_sort(wanted, compare_addresses);
   for (guint i = 0; object->readable && i < wanted->len; i++) {
      const guint64* address = &g_array_index(wanted, guint64, i);
      if (i == 0 || address[0] - address[-1] > MAX_GAP)
         begin = *address;
      if (i + 1 == wanted->len || address[1] - address[0] > MAX_GAP)
         good = run_objdump(object->texts, name, begin, *address) && good;
   }
   g_array_set_size(wanted, 0);
   if (!good && !object->complained) {
      object->complained = TRUE;
      message_warn("%s: objdump cannot read it, so instructions lack "
                   "their text",
                   name);
   }
}

void disassembly_run(Disassembly* disassembly)
{
   GHashTableIter iter;
   gpointer       name, object;

   g_hash_table_iter_init(&iter, disassembly->objects);
   while (g_hash_table_iter_next(&iter, &name, &object))
      run_object(name, object);
}

const char* disassembly_text(const Disassembly* disassembly, const char* object,
                             guint64 address)
{
   const Object* found = g_hash_table_lookup(disassembly->objects, object);

   return found ? g_hash_table_lookup(found->texts, &address) : NULL;
}
