/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_machines.c: which machine to simulate; see cg_machines.h. */

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_vki.h"

#include "cg_arch.h"
#include "cg_machines.h"
#include "conflicts/cg_text.h"
#include "guest/cg_core.h"
#include "sim/machine/cg_native.h"
#include "sim/machine/cg_prefetch.h"
#include "sim/cg_words.h"

#define OPTION               "--machine"
#define PREDICTOR_OPTION     "--branch-predictor"
#define SUFFIX               ".conf"
#define CLASSIC              "classic"
#define NATIVE               "native"
#define FILE_NAMES           "FILE" SUFFIX " or a path with a slash"
#define CPUINFO              "/proc/cpuinfo"
#define DEFAULT_RETURN_STACK 16 /* calls */
#define MAX_CPUINFO                                                            \
   (1 << 16) /* bytes; the first processor has a few thousand */

/*------------------------------------------------------------*/
/*--- Options                                              ---*/
/*------------------------------------------------------------*/

static const HChar* clo_machine;   /* NULL: not given */
static const HChar* clo_predictor; /* NULL: not given */

Bool cg_machines_process_option(const HChar* arg, RunConfig* config)
{
   return VG_STR_CLO(arg, OPTION, clo_machine)
          || VG_BOOL_CLO(arg, "--huge-pages", config->huge_pages)
          || VG_BOOL_CLO(arg, "--prefetch", config->prefetch)
          || VG_STR_CLO(arg, PREDICTOR_OPTION, clo_predictor);
}

void cg_machines_print_usage(void)
{
   VG_(printf)(
      "    --machine=<name>|<file>|native   simulate the caches and TLBs of a\n"
      "                                     processor instead; `help' lists "
      "the\n"
      "                                     names [classic]\n"
      "    --huge-pages=yes|no              give the program's own huge pages "
      "2 MiB\n"
      "                                     in the TLBs of a machine? [no]\n"
      "    --prefetch=yes|no                simulate the prefetchers of a "
      "machine? [no]\n"
      "    --branch-predictor=<predictor>   predict branches as classic, "
      "bimodal, "
      "gshare,\n"
      "                                     perceptron, hashed-perceptron, "
      "tage-8k or\n"
      "                                     tage-64k [classic, or the "
      "machine's]\n");
}

/* Ends the run with one line about the option. */
static void refuse_option(const HChar* format, ...) __attribute__((noreturn))
PRINTF_CHECK(1, 2);
static void refuse_option(const HChar* format, ...)
{
   HChar   what[VKI_PATH_MAX + CG_MACHINE_ERROR_SIZE];
   va_list args;

   va_start(args, format);
   VG_(vsnprintf)(what, sizeof what, format, args);
   va_end(args);
   VG_(fmsg)("%s=%s: %s\n", OPTION, clo_machine, what);
   VG_(exit)(1);
}

/*------------------------------------------------------------*/
/*--- Files                                                ---*/
/*------------------------------------------------------------*/

static HChar* concatenate(const HChar* a, const HChar* b, const HChar* c)
{
   SizeT  size = VG_(strlen)(a) + VG_(strlen)(b) + VG_(strlen)(c) + 1;
   HChar* text = VG_(malloc)("cg.machines.text", size);

   VG_(snprintf)(text, size, "%s%s%s", a, b, c);
   return text;
}

/* Reads up to `max' bytes of a file, and a NUL after them.  Returns a new text
   and its length, or NULL and the error. */
static HChar* contents_of(const HChar* path, SizeT max, SizeT* length,
                          UWord* error)
{
   SysRes file = VG_(open)(path, VKI_O_RDONLY, 0);
   HChar* text = VG_(malloc)("cg.machines.file", max + 1);
   Int    n    = 1;

   *length = 0;
   *error  = sr_isError(file) ? sr_Err(file) : 0;
   while (!*error && n > 0 && *length < max) {
      n = VG_(read)(sr_Res(file), text + *length, max - *length);
      if (n < 0)
         *error = -n;
      else
         *length += n;
   }
   if (!sr_isError(file))
      VG_(close)(sr_Res(file));
   text[*length] = '\0';
   if (!*error)
      return text;
   VG_(free)(text);
   return NULL;
}

/* Reads a machine from its file, or ends the run. */
static void read_conf(const HChar* path, Machine* machine)
{
   MachineError wrong;
   SizeT        length;
   UWord        error;
   HChar* text = contents_of(path, CG_MACHINE_MAX_FILE + 1, &length, &error);

   if (!text && error == VKI_ENOENT)
      refuse_option("there is no file %s", path);
   if (!text && error == VKI_EISDIR)
      refuse_option("%s is a directory; must be a file", path);
   if (!text)
      refuse_option("%s cannot be read (error %lu)", path, error);
   if (!cg_machine_parse(text, length, machine, &wrong)) {
      /* It may quote the file. */
      cg_text_disarm(wrong.text);
      VG_(fmsg)("%s:%u: %s\n", path, wrong.line, wrong.text);
      VG_(exit)(1);
   }
   VG_(free)(text);
}

/*------------------------------------------------------------*/
/*--- Our own machines                                     ---*/
/*------------------------------------------------------------*/

static Bool has_classic(const HChar* directory)
{
   struct vg_stat unused;
   HChar*         path = concatenate(directory, "/", CLASSIC SUFFIX);
   Bool           has  = !sr_isError(VG_(stat)(path, &unused));

   VG_(free)(path);
   return has;
}

/* Returns the directory of our own machines.  A directory named so that has no
   classic.conf is not ours. */
static const HChar* own_directory(void)
{
   static const HChar* const beside[] = {"/../machines",
                                         "/../../share/" PACKAGE "/machines"};
   HChar                     tool[VKI_PATH_MAX];
   SSizeT length = VG_(readlink)("/proc/self/exe", tool, sizeof tool - 1);

   while (length > 0 && tool[length - 1] != '/')
      length--;
   for (UInt i = 0; length > 0 && i < sizeof beside / sizeof *beside; i++) {
      tool[length - 1] = '\0';

      HChar* directory = concatenate(tool, beside[i], "");
      if (has_classic(directory))
         return directory;
      VG_(free)(directory);
   }
   return MACHINES_DIRECTORY;
}

static HChar* conf_path(const HChar* name)
{
   HChar* file = concatenate(name, SUFFIX, "");
   HChar* path = concatenate(own_directory(), "/", file);

   VG_(free)(file);
   return path;
}

#define MAX_OWN 200

/* The names of our own machines, sorted.  NULL comes after the last. */
static HChar* own_names[MAX_OWN + 1];
static UInt   n_own_names;

static Int by_name(const void* a, const void* b)
{
   return VG_(strcmp)(*(HChar* const*)a, *(HChar* const*)b);
}

static Bool has_suffix(const HChar* name)
{
   SizeT length = VG_(strlen)(name), suffix = VG_(strlen)(SUFFIX);

   return length > suffix && VG_(strcmp)(name + length - suffix, SUFFIX) == 0;
}

static void add_own_name(const HChar* file)
{
   if (!has_suffix(file) || n_own_names == MAX_OWN)
      return;

   HChar* name = VG_(strdup)("cg.machines.name", file);

   name[VG_(strlen)(name) - VG_(strlen)(SUFFIX)] = '\0';
   own_names[n_own_names++]                      = name;
}

static void find_own_names(void)
{
   static ULong entries[4096 / sizeof(ULong)];
   const HChar* directory = own_directory();
   SysRes       opened    = VG_(open)(directory, VKI_O_RDONLY, 0);
   Int          n         = 0;

   if (sr_isError(opened))
      refuse_option("the directory of machines, %s, cannot be read; give a "
                    "file: " FILE_NAMES,
                    directory);
   while ((n = VG_(getdents64)(sr_Res(opened), (struct vki_dirent64*)entries,
                               sizeof entries))
          > 0)
      for (Int at = 0; at < n;) {
         const struct vki_dirent64* entry =
            (const struct vki_dirent64*)((const HChar*)entries + at);

         add_own_name(entry->d_name);
         at += entry->d_reclen;
      }
   VG_(close)(sr_Res(opened));
   VG_(ssort)(own_names, n_own_names, sizeof *own_names, by_name);
}

static __attribute__((noreturn)) void refuse_name(void)
{
   HChar all[CG_MACHINE_ERROR_SIZE] = "";
   SizeT length                     = 0;

   for (UInt i = 0; i < n_own_names && length < sizeof all; i++)
      length +=
         VG_(snprintf)(all + length, sizeof all - length, "%s, ", own_names[i]);
   refuse_option("there is no such machine; must be %s" NATIVE
                 ", or a file: " FILE_NAMES,
                 all);
}

/* find_own_names was called. */
static void read_own(const HChar* name, Machine* machine)
{
   Bool known = False;

   for (UInt i = 0; i < n_own_names; i++)
      known |= VG_(strcmp)(own_names[i], name) == 0;
   if (!known)
      refuse_name();

   HChar* path = conf_path(name);

   read_conf(path, machine);
   VG_(free)(path);
}

/* Prints a line for each machine, and ends. */
static __attribute__((noreturn)) void list_own(void)
{
   find_own_names();
   for (UInt i = 0; i < n_own_names; i++) {
      Machine machine;

      read_own(own_names[i], &machine);
      VG_(printf)("%-14s  %s\n", own_names[i], machine.name);
   }
   VG_(printf)("%-14s  this processor\n", NATIVE);
   VG_(exit)(0);
}

/*------------------------------------------------------------*/
/*--- This processor                                       ---*/
/*------------------------------------------------------------*/

static void read_processor(NativeCpu* cpu)
{
   SizeT  length;
   UWord  error;
   HChar* text = contents_of(CPUINFO, MAX_CPUINFO, &length, &error);

   if (!text || !cg_native_read(text, cpu))
      refuse_option(
         "%s does not say which processor this is: give a name or a file",
         CPUINFO);
   VG_(free)(text);
}

/* Finds the machine that is nearest to a processor.  Returns its name and
   cg_native_distance, or NULL. */
static const HChar* find_nearest(const NativeCpu* cpu, Machine* machine,
                                 UInt* distance)
{
   const HChar* nearest = NULL;

   *distance = CG_NATIVE_OTHER;
   find_own_names();
   for (UInt i = 0; i < n_own_names; i++) {
      Machine candidate;

      read_own(own_names[i], &candidate);
      if (cg_native_distance(&candidate, cpu) < *distance) {
         *distance = cg_native_distance(&candidate, cpu);
         *machine  = candidate;
         nearest   = own_names[i];
      }
   }
   return nearest;
}

/* Says which file was taken, and what was replaced in it. */
static void print_native(const Machine* machine, const NativeCpu* cpu,
                         const HChar* name, UInt distance,
                         const NativeFaults* faults)
{
   HChar policy[CG_POLICY_NAME_SIZE];

   VG_(umsg)("%s=%s: %s family %u model %u: cache sizes and ways from "
             "this processor, the rest from %s%s\n",
             OPTION, NATIVE, cpu->vendor, cpu->family, cpu->model, name,
             distance == 0 ? "" : ", the nearest machine");
   for (LevelId id = LEVEL_L1I; id < N_MACHINE_LEVELS; id++) {
      if (!faults->policy_rule[id])
         continue;
      cg_policy_name(&machine->caches[id].policy, policy);
      VG_(umsg)("%s=%s: the policy of %s is %s: %s\n", OPTION, NATIVE,
                cg_machine_level_name(id), policy, faults->policy_rule[id]);
   }
}

static void read_native(Machine* machine)
{
   const MachineCache* caches;
   UInt                distance, n_caches = cg_arch_caches(&caches);
   NativeCpu           cpu;
   NativeFaults        faults;

   read_processor(&cpu);

   const HChar* name = find_nearest(&cpu, machine, &distance);

   if (!name)
      refuse_option(
         "no file describes %s family %u model %u: give a name or a file",
         cpu.vendor, cpu.family, cpu.model);
   if (n_caches == 0)
      refuse_option("the caches of this processor are not known: give " OPTION
                    "=%s, the nearest",
                    name);
   if (!cg_native_apply(machine, caches, n_caches, &faults))
      refuse_option("the %s of this processor cannot be simulated in %s: %s",
                    cg_machine_level_name(faults.id), name, faults.rule);
   if (VG_(clo_verbosity) > 0)
      print_native(machine, &cpu, name, distance, &faults);
}

/*------------------------------------------------------------*/
/*--- Configuration                                        ---*/
/*------------------------------------------------------------*/

/* A program that the program starts may run in another directory, so it gets
   the whole path of a file. */
static void tell_children(void)
{
   if (clo_machine[0] == '/')
      return;

   HChar* path = concatenate(VG_(get_startup_wd)(), "/", clo_machine);

   cg_core_add_option(concatenate(OPTION "=", path, ""));
   VG_(free)(path);
}

static Bool is_file_name(const HChar* name)
{
   return VG_(strchr)(name, '/') || has_suffix(name);
}

static void read_machine(Machine* machine)
{
   if (clo_machine[0] == '\0')
      refuse_option("must be the name of a machine, " NATIVE
                    ", or a file; " OPTION "=help lists the names");
   if (VG_(strcmp)(clo_machine, "help") == 0)
      list_own();
   if (VG_(strcmp)(clo_machine, NATIVE) == 0)
      read_native(machine);
   else if (is_file_name(clo_machine)) {
      read_conf(clo_machine, machine);
      tell_children();
   } else {
      find_own_names();
      read_own(clo_machine, machine);
   }
}

/* Ends the run if an option that needs a machine is set, and there is none. */
static void check_needs(const RunConfig* config, const HChar* option, Bool set)
{
   if (!set || config->machine)
      return;
   VG_(fmsg)("%s=yes: needs a " OPTION " other than " CLASSIC "\n", option);
   VG_(exit)(1);
}

static void check_prefetch(const RunConfig* config)
{
   if (!cg_prefetch_has_any(config->machine))
      refuse_option(
         "defines no prefetchers, which --prefetch=yes needs; a file "
         "defines them with prefetch = ... in [L1I], [L1D] or [L2]");
   if (!cg_config_classifies(config))
      return;
   VG_(fmsg)("--prefetch=yes: does not work with --miss-classes=yes or "
             "--conflict-report, which are about the program's own "
             "references\n");
   VG_(exit)(1);
}

static __attribute__((noreturn)) void refuse_predictor(const HChar* what)
{
   VG_(fmsg)("%s=%s: %s\n", PREDICTOR_OPTION, clo_predictor, what);
   VG_(exit)(1);
}

/* The predictor is the user's choice, or else the machine's. */
static void choose_predictor(RunConfig* config)
{
   const CoreModel* core    = config->machine ? &config->machine->core : NULL;
   Bool             has_one = core && core->return_stack > 0;
   PredictorKind    kind    = has_one ? core->predictor : PREDICTOR_CLASSIC;

   if (clo_predictor) {
      if (!cg_predictor_find(clo_predictor, &kind))
         refuse_predictor("must be " CG_PREDICTOR_NAMES);
      if (!config->branch_sim)
         refuse_predictor("works with --branch-sim=yes only");
      if (config->branches_as_vex && kind != PREDICTOR_CLASSIC)
         refuse_predictor("does not work with --branch-rule=vex; only classic "
                          "does");
   }
   if (!config->branch_sim || config->branches_as_vex)
      kind = PREDICTOR_CLASSIC;
   config->predictor    = kind;
   config->return_stack = has_one ? core->return_stack : DEFAULT_RETURN_STACK;
}

void cg_machines_configure(RunConfig* config)
{
   static Machine machine;

   if (clo_machine && VG_(strcmp)(clo_machine, CLASSIC) != 0) {
      read_machine(&machine);
      if (!config->cache_sim)
         refuse_option("works with --cache-sim=yes only");
      config->machine      = &machine;
      config->machine_name = clo_machine;
      if (cg_arch_is_set(config) && VG_(clo_verbosity) > 0)
         VG_(umsg)("warning: --I1, --D1 and --LL are ignored: " OPTION
                   "=%s defines the caches\n",
                   clo_machine);
   }
   check_needs(config, "--huge-pages", config->huge_pages);
   check_needs(config, "--prefetch", config->prefetch);
   choose_predictor(config);
   if (config->prefetch)
      check_prefetch(config);
}

void cg_machines_check_output(const HChar* option, const HChar* path)
{
   struct vg_stat file, output;

   if (clo_machine && is_file_name(clo_machine)
       && !sr_isError(VG_(stat)(clo_machine, &file))
       && !sr_isError(VG_(stat)(path, &output)) && VKI_S_ISREG(file.mode)
       && file.dev == output.dev && file.ino == output.ino)
      refuse_option("%s would overwrite this file", option);
}
