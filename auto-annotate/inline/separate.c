/* SPDX-License-Identifier: GPL-2.0-or-later */
/* separate.c: see separate.h. */

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <dwarf.h>
#include <elfutils/libdwelf.h>

#include "inline/names.h"
#include "inline/separate.h"
#include "lib/budget.h"
#include "lib/regular.h"

#define DEBUG_DIRECTORY "/usr/lib/debug"

/* Returns how many bytes a section of an ELF file has after it is unpacked; 0
   if it is not compressed. */
static guint64 unpacked_bytes(Elf* elf, Elf_Scn* section, size_t names)
{
   static const char magic[] = {'Z', 'L', 'I', 'B'};
   GElf_Shdr         header;
   GElf_Chdr         compressed;
   const char*       name;
   const Elf_Data*   data;
   guint64           bytes;

   if (!gelf_getshdr(section, &header))
      return 0;
   if (header.sh_flags & SHF_COMPRESSED)
      return gelf_getchdr(section, &compressed) ? compressed.ch_size : 0;
   /* As the GNU tools compressed before: "ZLIB", the size, and the rest. */
   name = elf_strptr(elf, names, header.sh_name);
   data = name && g_str_has_prefix(name, ".zdebug") ? elf_rawdata(section, NULL)
                                                    : NULL;
   if (!data || !data->d_buf || data->d_size < sizeof magic + sizeof bytes
       || memcmp(data->d_buf, magic, sizeof magic) != 0)
      return 0;
   memcpy(&bytes, (const char*)data->d_buf + sizeof magic, sizeof bytes);
   return GUINT64_FROM_BE(bytes);
}

gboolean separate_can_open(int fd)
{
   struct stat status;
   guint64     bytes   = 0;
   size_t      names   = 0;
   Elf_Scn*    section = NULL;

   if (!regular_is_elf(fd) || fstat(fd, &status) != 0)
      return FALSE;
   elf_version(EV_CURRENT);
   Elf* elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
   if (elf)
      elf_getshdrstrndx(elf, &names);
   while (elf && (section = elf_nextscn(elf, section))
          && regular_explains(fd, &status, bytes)) {
      guint64 more = unpacked_bytes(elf, section, names);
      bytes        = more > G_MAXUINT64 - bytes ? G_MAXUINT64 : bytes + more;
   }
   elf_end(elf);
   return regular_explains(fd, &status, bytes);
}

/* Returns whether libdw must not open a path: it exists, and is neither a
   directory nor a file that separate_can_open().  The limits allow for one that
   libdw may open. */
static gboolean is_refused(const char* path)
{
   struct stat status;

   if (!g_file_test(path, G_FILE_TEST_EXISTS)
       || g_file_test(path, G_FILE_TEST_IS_DIR))
      return FALSE;
   int      fd      = regular_open(path, &status);
   gboolean refused = fd < 0 || !separate_can_open(fd);
   if (!refused)
      budget_add_file(BUDGET_NAMED, path, fd);
   if (fd >= 0)
      close(fd);
   return refused;
}

/* The same for a name in a directory, or in one of the directories below it
   that libdw looks into. */
static gboolean is_refused_in(const char* directory, const char* name)
{
   static const char* const below[] = {"", ".debug", ".dwz"};
   gboolean                 result  = FALSE;

   for (guint i = 0; !result && i < G_N_ELEMENTS(below); i++) {
      char* path = g_build_filename(directory, below[i], name, NULL);
      result     = is_refused(path);
      g_free(path);
   }
   return result;
}

/* Returns whether that is so in any place where libdw looks for a name that the
   ELF file `file' has. */
static gboolean is_refused_anywhere(const char* file, const char* name)
{
   char*    directory = g_path_get_dirname(file);
   gboolean result    = (g_path_is_absolute(name) && is_refused(name))
                     || is_refused_in(directory, name)
                     || is_refused_in(DEBUG_DIRECTORY, name);

   /* The whole directory of the file is tried there, then each end of it. */
   for (const char* end = directory; !result && end;
        end             = strchr(end + 1, '/')) {
      char* path = g_build_filename(DEBUG_DIRECTORY, end, NULL);
      result     = is_refused_in(path, name);
      g_free(path);
   }
   g_free(directory);
   return result;
}

/* The same for the separate debug information of an object, whose
   .gnu_debuglink is `link', or NULL. */
static gboolean debug_file_is_refused(const char* object, const char* link)
{
   char*    bare = g_path_get_basename(link ? link : object);
   char*    name = link ? g_strdup(link) : g_strconcat(bare, ".debug", NULL);
   gboolean result =
      is_refused_anywhere(object, name) || is_refused_anywhere(object, bare);

   g_free(bare);
   g_free(name);
   return result;
}

/* How many bytes a server may send for a file, as the environment says. */
static rlim_t max_fetched(void)
{
   const char* text  = g_getenv("DEBUGINFOD_MAXSIZE");
   gint64      bytes = text ? g_ascii_strtoll(text, NULL, 10) : 0;

   return bytes > 0 ? (rlim_t)bytes : RLIM_INFINITY;
}

/* dwfl_standard_find_debuginfo(), in which no file becomes larger than that:
   libdw asks the server for the size, and it need not say. */
static int find_or_fetch(Dwfl_Module* module, void** userdata,
                         const char* module_name, Dwarf_Addr base,
                         const char* file, const char* link, GElf_Word crc,
                         char** found)
{
   const struct sigaction ignore = {.sa_handler = SIG_IGN};
   struct sigaction       action;
   struct rlimit          limit;
   gboolean               limited = getrlimit(RLIMIT_FSIZE, &limit) == 0;

   sigaction(SIGXFSZ, &ignore, &action);
   if (limited)
      setrlimit(RLIMIT_FSIZE,
                &(struct rlimit){.rlim_cur = MIN(max_fetched(), limit.rlim_cur),
                                 .rlim_max = limit.rlim_max});
   int fd = dwfl_standard_find_debuginfo(module, userdata, module_name, base,
                                         file, link, crc, found);
   if (limited)
      setrlimit(RLIMIT_FSIZE, &limit);
   sigaction(SIGXFSZ, &action, NULL);
   return fd;
}

int separate_find(Dwfl_Module* module, void** userdata, const char* module_name,
                  Dwarf_Addr base, const char* file, const char* link,
                  GElf_Word crc, char** found)
{
   const char* object  = file ? file : module_name;
   char*       real    = realpath(object, NULL);
   gboolean    refused = debug_file_is_refused(object, link)
                      || (real && debug_file_is_refused(real, link));

   free(real);
   if (refused) {
      *userdata = module;
      return -1;
   }
   /* A server may send it, which takes time. */
   budget_hold();
   int fd = find_or_fetch(module, userdata, module_name, base, file, link, crc,
                          found);
   if (fd >= 0 && separate_can_open(fd))
      budget_add_file(BUDGET_NAMED, object, fd);
   else if (fd >= 0) {
      *userdata = module;
      close(fd);
      fd = -1;
   }
   budget_release();
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
static gboolean package_is_refused(const char* file)
{
   char*    package = g_strconcat(file ? file : "", ".dwp", NULL);
   gboolean result  = is_refused(package);

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
static gboolean split_is_refused(const char* file, const char* from,
                                 const char* name)
{
   char*    directory = g_path_get_dirname(file ? file : "");
   char*    compiled  = path_from(directory, from ? from : "");
   char*    beside    = path_from(directory, name);
   char*    there     = path_from(compiled, name);
   gboolean result    = is_refused(beside) || is_refused(there);

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
   gboolean result = !split_is_refused(debug ? debug : object, from, name)
                     && !split_is_refused(real, from, name)
                     && !package_is_refused(object)
                     && !package_is_refused(debug) && !package_is_refused(real);

   free(real);
   return result;
}
