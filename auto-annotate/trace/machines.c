/* SPDX-License-Identifier: GPL-2.0-or-later */
/* machines.c: see machines.h. */

#include "trace/machines.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#include "lib/message.h"
#include "lib/options.h"
#include "sim/machine/cg_native.h"

#define SUFFIX      ".conf"
#define NATIVE      "native"
#define CPUINFO     "/proc/cpuinfo"
#define CACHES      "/sys/devices/system/cpu/cpu0/cache"
#define FILE_NAMES  "FILE" SUFFIX " or a path with a slash"
#define MAX_CPUINFO (1 << 20) /* bytes: thousands of processors */

/* Sets `error': what is wrong with --machine=`name', or, if that is NULL, with
   --machines.  Returns FALSE. */
static gboolean refuse_machine(const char* name, GError** error,
                               const char* format, ...) G_GNUC_PRINTF(3, 4);
static gboolean refuse_machine(const char* name, GError** error,
                               const char* format, ...)
{
   va_list args;
   va_start(args, format);
   char* what = g_strdup_vprintf(format, args);
   va_end(args);
   g_set_error(error, MESSAGE_ERROR, 0, "%s: --machine%s%s: %s",
               message_program(), name ? "=" : "s", name ? name : "", what);
   g_free(what);
   return FALSE;
}

/*------------------------------------------------------------*/
/*--- Files                                                ---*/
/*------------------------------------------------------------*/

/* Reads up to `max' bytes of a file, which may be a device, into a text with a
   NUL after it.  Returns NULL and `error' if it cannot be read. */
static GString* file_contents(const char* path, gsize max, GError** error)
{
   GString* text = g_string_sized_new(4096);
   int      fd   = open(path, O_RDONLY | O_CLOEXEC);
   gssize   n    = fd < 0 ? -1 : 1;
   char     buffer[4096];

   while (n > 0 && text->len < max) {
      n = read(fd, buffer, MIN(sizeof buffer, max - text->len));
      g_string_append_len(text, buffer, MAX(n, 0));
   }
   if (n < 0) {
      g_set_error(error, MESSAGE_ERROR, 0, "%s: %s", path, g_strerror(errno));
      g_string_free(text, TRUE);
      text = NULL;
   }
   if (fd >= 0)
      close(fd);
   return text;
}

static gboolean read_machine_file(const char* path, Machine* machine,
                                  GError** error)
{
   MachineError wrong;
   GString*     text = file_contents(path, CG_MACHINE_MAX_FILE + 1, error);

   if (!text)
      return FALSE;
   gboolean good = cg_machine_parse(text->str, text->len, machine, &wrong);
   if (!good)
      g_set_error(error, MESSAGE_ERROR, 0, "%s:%u: %s", path, wrong.line,
                  wrong.text);
   g_string_free(text, TRUE);
   return good;
}

/* Returns the directory of our own files: beside the program's directory in the
   source tree, below the same prefix, or where `configure' said.  So a tree
   that was moved after `make install' finds its own.  A directory named so that
   has no classic.conf is not ours: the prefix may be a home directory, where
   the user has a directory `machines'.  The caller frees it. */
static char* machines_directory(void)
{
   static const char* const beside[] = {"../machines",
                                        "../share/" PACKAGE "/machines"};
   char*                    program  = g_file_read_link("/proc/self/exe", NULL);
   char*                    bin = program ? g_path_get_dirname(program) : NULL;
   char*                    found = NULL;

   for (guint i = 0; bin && !found && i < G_N_ELEMENTS(beside); i++) {
      char* classic = g_build_filename(bin, beside[i], "classic" SUFFIX, NULL);

      if (g_file_test(classic, G_FILE_TEST_IS_REGULAR))
         found = g_path_get_dirname(classic);
      g_free(classic);
   }
   g_free(bin);
   g_free(program);
   return found ? found : g_strdup(MACHINES_DIRECTORY);
}

static char* machine_path(const char* name)
{
   char* directory = machines_directory();
   char* path      = g_strconcat(directory, "/", name, SUFFIX, NULL);

   g_free(directory);
   return path;
}

static gint compare_machine_names(gconstpointer a, gconstpointer b)
{
   return strcmp(*(const char* const*)a, *(const char* const*)b);
}

/* Returns the names of our own machines (char*), sorted, or NULL and `error',
   which is about `wanted' as in refuse.  The caller frees it. */
static GPtrArray* own_names(const char* wanted, GError** error)
{
   char*       directory = machines_directory();
   GDir*       dir       = g_dir_open(directory, 0, NULL);
   GPtrArray*  names     = NULL;
   const char* entry;

   if (dir) {
      names = g_ptr_array_new_with_free_func(g_free);
      while ((entry = g_dir_read_name(dir)))
         if (g_str_has_suffix(entry, SUFFIX))
            g_ptr_array_add(names,
                            g_strndup(entry, strlen(entry) - strlen(SUFFIX)));
      g_dir_close(dir);
      g_ptr_array_sort(names, compare_machine_names);
   } else {
      refuse_machine(wanted, error,
                     "the directory of machines, %s, cannot be read; give a "
                     "file: " FILE_NAMES,
                     directory);
   }
   g_free(directory);
   return names;
}

/*------------------------------------------------------------*/
/*--- This processor                                       ---*/
/*------------------------------------------------------------*/

/* For cg_caches_from_files. */
static Bool read_cache_file(UInt index, const HChar* name, HChar* text,
                            SizeT text_size)
{
   char*    path  = g_strdup_printf(CACHES "/index%u/%s", index, name);
   GString* found = file_contents(path, text_size - 1, NULL);

   if (found) {
      g_strlcpy(text, found->str, text_size);
      g_string_free(found, TRUE);
   }
   g_free(path);
   return found != NULL;
}

#if defined(__x86_64__) || defined(__i386__)

static CpuidResult execute_cpuid(UInt leaf, UInt subleaf)
{
   CpuidResult r;

   __cpuid_count(leaf, subleaf, r.eax, r.ebx, r.ecx, r.edx);
   return r;
}

static guint ask_processor(MachineCache caches[CG_CACHES_MAX])
{
   return cg_caches_from_cpuid(execute_cpuid, caches);
}

#else

/* Other processors have no instruction for it. */
static guint ask_processor(MachineCache caches[CG_CACHES_MAX])
{
   return 0;
}

#endif

static gboolean read_cpuinfo(NativeCpu* cpu, GError** error)
{
   GString* text = file_contents(CPUINFO, MAX_CPUINFO, error);

   if (!text)
      return FALSE;
   gboolean good = cg_native_read(text->str, cpu);
   if (!good)
      refuse_machine(
         NATIVE, error,
         "%s does not say which processor this is: give a name or a file",
         CPUINFO);
   g_string_free(text, TRUE);
   return good;
}

/* Finds the machine that is nearest to a processor: its file, its name, which
   the caller frees, and cg_native_distance.  *name is NULL if none is near.
   Returns FALSE and `error' if a file cannot be read. */
static gboolean nearest_machine(const NativeCpu* cpu, Machine* machine,
                                char** name, UInt* distance, GError** error)
{
   GPtrArray* names = own_names(NATIVE, error);
   gboolean   good  = names != NULL;

   *name     = NULL;
   *distance = CG_NATIVE_OTHER;
   for (guint i = 0; good && i < names->len; i++) {
      Machine candidate;
      char*   path = machine_path(names->pdata[i]);

      good = read_machine_file(path, &candidate, error);
      if (good && cg_native_distance(&candidate, cpu) < *distance) {
         *distance = cg_native_distance(&candidate, cpu);
         *machine  = candidate;
         g_free(*name);
         *name = g_strdup(names->pdata[i]);
      }
      g_free(path);
   }
   if (names)
      g_ptr_array_free(names, TRUE);
   return good;
}

/* Replaces the caches of *machine, which was read from the file `name'. */
static gboolean take_own_caches(const char* name, Machine* machine,
                                NativeFaults* faults, GError** error)
{
   MachineCache caches[CG_CACHES_MAX];
   guint        n = cg_caches_from_files(read_cache_file, caches);

   if (n == 0)
      n = ask_processor(caches);
   if (n == 0)
      return refuse_machine(
         NATIVE, error,
         "no caches are described in %s: give --machine=%s, the nearest",
         CACHES, name);
   if (!cg_native_apply(machine, caches, n, faults))
      return refuse_machine(
         NATIVE, error,
         "the %s of this processor cannot be simulated in %s: %s",
         cg_machine_level_name(faults->id), name, faults->rule);
   return TRUE;
}

/* Says which policies of the file were replaced. */
static void warn_of_policies(const Machine* machine, const NativeFaults* faults)
{
   char policy[CG_POLICY_NAME_SIZE];

   for (LevelId id = LEVEL_L1I; id < N_MACHINE_LEVELS; id++) {
      if (!faults->policy_rule[id])
         continue;
      cg_policy_name(&machine->caches[id].policy, policy);
      message_warn("--machine=" NATIVE ": the policy of %s is %s: %s",
                   cg_machine_level_name(id), policy, faults->policy_rule[id]);
   }
}

static gboolean read_native_machine(Machine* machine, GError** error)
{
   NativeCpu    cpu;
   NativeFaults faults;
   UInt         distance;
   char*        name;

   if (!read_cpuinfo(&cpu, error)
       || !nearest_machine(&cpu, machine, &name, &distance, error))
      return FALSE;
   if (!name)
      return refuse_machine(
         NATIVE, error,
         "no file describes %s family %u model %u: give a name or a file",
         cpu.vendor, cpu.family, cpu.model);

   gboolean good = take_own_caches(name, machine, &faults, error);
   if (good) {
      message_warn("--machine=" NATIVE ": %s family %u model %u: cache sizes "
                   "and ways from this processor, the rest from %s%s",
                   cpu.vendor, cpu.family, cpu.model, name,
                   distance == 0 ? "" : ", the nearest machine");
      warn_of_policies(machine, &faults);
   }
   g_free(name);
   return good;
}

/*------------------------------------------------------------*/
/*--- Names                                                ---*/
/*------------------------------------------------------------*/

static gboolean refuse_machine_name(const char* name, const GPtrArray* names,
                                    GError** error)
{
   GString* all = g_string_new(NULL);

   for (guint i = 0; i < names->len; i++)
      g_string_append_printf(all, "%s, ", (const char*)names->pdata[i]);

   const char* nearest = options_nearest(name, names);
   refuse_machine(name, error,
                  "there is no such machine%s%s%s; must be %s" NATIVE
                  ", or a file: " FILE_NAMES,
                  nearest ? " (did you mean " : "", nearest ? nearest : "",
                  nearest ? "?)" : "", all->str);
   g_string_free(all, TRUE);
   return FALSE;
}

static gboolean read_own_machine(const char* name, Machine* machine,
                                 GError** error)
{
   GPtrArray* names = own_names(name, error);
   gboolean   known = FALSE;

   if (!names)
      return FALSE;
   for (guint i = 0; i < names->len; i++)
      known |= strcmp(names->pdata[i], name) == 0;
   if (!known)
      refuse_machine_name(name, names, error);
   g_ptr_array_free(names, TRUE);

   char*    path = machine_path(name);
   gboolean good = known && read_machine_file(path, machine, error);
   g_free(path);
   return good;
}

static gboolean is_file(const char* name)
{
   return strchr(name, '/') || g_str_has_suffix(name, SUFFIX);
}

char* machines_file(const char* name)
{
   if (strcmp(name, NATIVE) == 0)
      return NULL;
   return is_file(name) ? g_strdup(name) : machine_path(name);
}

gboolean machines_read(const char* name, Machine* machine, GError** error)
{
   if (strcmp(name, NATIVE) == 0)
      return read_native_machine(machine, error);
   if (is_file(name))
      return read_machine_file(name, machine, error);
   return read_own_machine(name, machine, error);
}

char* machines_list(GError** error)
{
   GPtrArray* names = own_names(NULL, error);
   GString*   list  = g_string_new(NULL);
   gboolean   good  = names != NULL;

   for (guint i = 0; good && i < names->len; i++) {
      Machine machine;
      char*   path = machine_path(names->pdata[i]);

      good = read_machine_file(path, &machine, error);
      if (good)
         g_string_append_printf(list, "%-14s  %s\n",
                                (const char*)names->pdata[i], machine.name);
      g_free(path);
   }
   if (names)
      g_ptr_array_free(names, TRUE);
   if (good)
      g_string_append(list, NATIVE "          this processor\n");
   return g_string_free(list, !good);
}
