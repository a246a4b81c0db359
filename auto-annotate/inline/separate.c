/* SPDX-License-Identifier: GPL-2.0-or-later */
/* separate.c: see separate.h. */

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <dwarf.h>
#include <elfutils/libdwelf.h>

#include "inline/names.h"
#include "inline/separate.h"
#include "lib/budget.h"
#include "lib/regular.h"

#define DEBUG_DIRECTORY "/usr/lib/debug"

/* Returns whether to open a path could mean to wait: it exists, and is neither
   a directory nor a file that regular.h lets through. */
static gboolean blocks(const char* path)
{
   return g_file_test(path, G_FILE_TEST_EXISTS)
          && !g_file_test(path, G_FILE_TEST_IS_DIR) && !regular_is(path);
}

/* The same for a name in a directory, or in one of the directories below it
   that libdw looks into. */
static gboolean blocks_in(const char* directory, const char* name)
{
   static const char* const below[] = {"", ".debug", ".dwz"};
   gboolean                 result  = FALSE;

   for (guint i = 0; !result && i < G_N_ELEMENTS(below); i++) {
      char* path = g_build_filename(directory, below[i], name, NULL);
      result     = blocks(path);
      g_free(path);
   }
   return result;
}

/* Returns whether that is so in any place where libdw looks for a name that the
   ELF file `file' has. */
static gboolean blocks_anywhere(const char* file, const char* name)
{
   char*    directory = g_path_get_dirname(file);
   gboolean result    = (g_path_is_absolute(name) && blocks(name))
                     || blocks_in(directory, name)
                     || blocks_in(DEBUG_DIRECTORY, name);

   /* The whole directory of the file is tried there, then each end of it. */
   for (const char* end = directory; !result && end;
        end             = strchr(end + 1, '/')) {
      char* path = g_build_filename(DEBUG_DIRECTORY, end, NULL);
      result     = blocks_in(path, name);
      g_free(path);
   }
   g_free(directory);
   return result;
}

/* The same for the separate debug information of an object, whose
   .gnu_debuglink is `link', or NULL. */
static gboolean debug_file_blocks(const char* object, const char* link)
{
   char*    bare = g_path_get_basename(link ? link : object);
   char*    name = link ? g_strdup(link) : g_strconcat(bare, ".debug", NULL);
   gboolean result =
      blocks_anywhere(object, name) || blocks_anywhere(object, bare);

   g_free(bare);
   g_free(name);
   return result;
}

int separate_find(Dwfl_Module* module, void** userdata, const char* module_name,
                  Dwarf_Addr base, const char* file, const char* link,
                  GElf_Word crc, char** found)
{
   const char* object  = file ? file : module_name;
   char*       real    = realpath(object, NULL);
   gboolean    refused = debug_file_blocks(object, link)
                      || (real && debug_file_blocks(real, link));

   free(real);
   if (refused) {
      *userdata = module;
      return -1;
   }
   int fd = dwfl_standard_find_debuginfo(module, userdata, module_name, base,
                                         file, link, crc, found);
   if (fd >= 0)
      budget_add_file(BUDGET_NAMED, object, fd);
   return fd;
}

gboolean separate_has_alternative(Dwarf* dwarf)
{
   const char* name;
   const void* id;

   return dwarf && dwelf_dwarf_gnu_debugaltlink(dwarf, &name, &id) > 0;
}

gboolean separate_was_refused(Dwfl_Module* module, Dwarf* dwarf)
{
   void** userdata;

   dwfl_module_info(module, &userdata, NULL, NULL, NULL, NULL, NULL, NULL);
   return *userdata != NULL || separate_has_alternative(dwarf_getalt(dwarf));
}

/* Returns whether that is so of the package of all .dwo files of a file. */
static gboolean package_blocks(const char* file)
{
   char*    package = g_strconcat(file ? file : "", ".dwp", NULL);
   gboolean result  = blocks(package);

   g_free(package);
   return result;
}

/* Returns a path relative to a directory. */
static char* path_from(const char* directory, const char* path)
{
   return g_path_is_absolute(path) ? g_strdup(path)
                                   : g_build_filename(directory, path, NULL);
}

/* Returns whether that is so of a .dwo file that is called `name', of a file
   that was compiled in the directory `from', or NULL. */
static gboolean split_blocks(const char* file, const char* from,
                             const char* name)
{
   char*    directory = g_path_get_dirname(file ? file : "");
   char*    compiled  = path_from(directory, from ? from : "");
   char*    beside    = path_from(directory, name);
   char*    there     = path_from(compiled, name);
   gboolean result    = blocks(beside) || blocks(there);

   g_free(directory);
   g_free(compiled);
   g_free(beside);
   g_free(there);
   return result;
}

gboolean separate_can_open_split(Dwfl_Module* module, Dwarf_Die* unit)
{
   const char* name = names_attribute(unit, DW_AT_dwo_name);
   const char* from = names_attribute(unit, DW_AT_comp_dir);
   const char *object, *debug;

   if (!name)
      name = names_attribute(unit, DW_AT_GNU_dwo_name);
   /* libdw would look for a package of the object all the same. */
   if (!name)
      return FALSE;
   dwfl_module_info(module, NULL, NULL, NULL, NULL, NULL, &object, &debug);

   /* libdw looks beside what a symbolic link leads to. */
   char*    real   = realpath(debug ? debug : object, NULL);
   gboolean result = !split_blocks(debug ? debug : object, from, name)
                     && !split_blocks(real, from, name)
                     && !package_blocks(object) && !package_blocks(debug)
                     && !package_blocks(real);

   free(real);
   return result;
}
