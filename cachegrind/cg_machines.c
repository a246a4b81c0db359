/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_machines.c: which machine to simulate; see cg_machines.h. */

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_libcsetjmp.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_vki.h"

#include "cg_arch.h"
#include "cg_machines.h"
#include "conflicts/cg_text.h"
#include "guest/cg_core.h"
#include "guest/cg_file.h"
#include "platform.h"
#include "sim/machine/cg_lookup.h"
#include "sim/machine/cg_prefetch.h"

#define OPTION               "--machine"
#define NATIVE               "native"
#define PREDICTOR_OPTION     "--predictor"
#define OLD_PREDICTOR_OPTION "--branch-predictor" /* older spelling */
#define CLASSIC              "classic"
#define DEFAULT_RETURN_STACK 16 /* calls */

/*------------------------------------------------------------*/
/*--- Options                                              ---*/
/*------------------------------------------------------------*/

static const HChar* clo_machine;   /* NULL: not given */
static const HChar* clo_predictor; /* NULL: not given */
static Bool         clo_sample = True;

Bool cg_machines_process_option(const HChar* arg, RunConfig* config)
{
   return VG_STR_CLO(arg, OPTION, clo_machine)
          || VG_BOOL_CLO(arg, "--huge-pages", config->huge_pages)
          || VG_BOOL_CLO(arg, "--prefetch", config->prefetch)
          || VG_STR_CLO(arg, PREDICTOR_OPTION, clo_predictor)
          || VG_STR_CLO(arg, OLD_PREDICTOR_OPTION, clo_predictor)
          || VG_BOOL_CLO(arg, "--core-sample", clo_sample);
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
      "machine? [yes]\n"
      "    --predictor=<predictor>          predict branches as classic, "
      "bimodal, "
      "gshare,\n"
      "                                     perceptron, hashed-perceptron, "
      "tage-8k or\n"
      "                                     tage-64k [classic, or the "
      "machine's]\n"
      "    --core-sample=yes|no             simulate a machine's core and "
      "predictor for a\n"
      "                                     tenth of a long run only? [yes]\n");
}

/* Ends the run with one line about the option. */
static __attribute__((noreturn)) void refuse_option(const HChar* what)
{
   VG_(fmsg)("%s=%s: %s\n", OPTION, clo_machine, what);
   VG_(exit)(1);
}

/*------------------------------------------------------------*/
/*--- What cg_lookup asks                                  ---*/
/*------------------------------------------------------------*/

static Bool list_directory(const HChar* path, void (*add)(const HChar* name))
{
   static ULong entries[4096 / sizeof(ULong)];
   SysRes       opened = VG_(open)(path, VKI_O_RDONLY, 0);
   Int          n      = 0;

   if (sr_isError(opened))
      return False;
   while ((n = VG_(getdents64)(sr_Res(opened), (struct vki_dirent64*)entries,
                               sizeof entries))
          > 0)
      for (Int at = 0; at < n;) {
         const struct vki_dirent64* entry =
            (const struct vki_dirent64*)((const HChar*)entries + at);

         add(entry->d_name);
         at += entry->d_reclen;
      }
   VG_(close)(sr_Res(opened));
   return True;
}

/* With the preset, what is the same in each process is said once. */
static Bool is_said;

static void print_note(const HChar* what)
{
   if (VG_(clo_verbosity) > 0 && !is_said)
      VG_(umsg)("%s=%s: %s\n", OPTION, clo_machine, what);
}

static __attribute__((noreturn)) void refuse_file(const HChar* path,
                                                  UWord        error)
{
   VG_(fmsg)("%s=%s: ", OPTION, clo_machine);
   if (error == VKI_ENOENT)
      VG_(fmsg)("there is no file %s\n", path);
   else if (error == VKI_EISDIR)
      VG_(fmsg)("%s is a directory; must be a file\n", path);
   else
      VG_(fmsg)("%s cannot be read (error %lu)\n", path, error);
   VG_(exit)(1);
}

/* The text may quote the file. */
static __attribute__((noreturn)) void refuse_line(const HChar*  path,
                                                  MachineError* wrong)
{
   cg_text_disarm(wrong->text);
   VG_(fmsg)("%s:%u: %s\n", path, wrong->line, wrong->text);
   VG_(exit)(1);
}

static const Lookup lookup = {
   .installed  = "/../../share/" PACKAGE "/machines",
   .configured = MACHINES_DIRECTORY,
   .read_link  = VG_(readlink),
   .read_file  = cg_file_read,
   .list       = list_directory,
#ifdef PLATFORM_IS_X86_FAMILY
   .cpuid = platform_cpuid,
#endif
   .note        = print_note,
   .refuse      = refuse_option,
   .refuse_file = refuse_file,
   .refuse_line = refuse_line,
};

static void list_machine(const HChar* name, const HChar* what)
{
   VG_(printf)("%-15s  %s\n", name, what);
}

/*------------------------------------------------------------*/
/*--- Configuration                                        ---*/
/*------------------------------------------------------------*/

/* A program that the program starts may run in another directory, so it gets
   the whole path of a file. */
static void tell_children(void)
{
   HChar option[sizeof OPTION + 2 * VKI_PATH_MAX + 2];

   VG_(snprintf)(option, sizeof option, "%s=%s/%s", OPTION,
                 VG_(get_startup_wd)(), clo_machine);
   cg_core_add_option(VG_(strdup)("cg.machines.option", option));
}

static void read_machine(Machine* machine)
{
   if (VG_(strcmp)(clo_machine, "help") == 0) {
      cg_lookup_list(&lookup, list_machine);
      VG_(exit)(0);
   }
   cg_lookup_read(&lookup, clo_machine, machine);
   if (cg_lookup_is_file(clo_machine) && clo_machine[0] != '/')
      tell_children();
}

/* With the preset, the machine that nobody asked for. */
static VG_MINIMAL_JMP_BUF(not_native);

static __attribute__((noreturn)) void do_without_native(const HChar* what)
{
   if (!is_said)
      VG_(umsg)("warning: %s=%s: %s; until then, the caches of %s=%s are "
                "simulated\n",
                OPTION, clo_machine, what, OPTION, CLASSIC);
   VG_MINIMAL_LONGJMP(not_native);
}

/* Returns whether there is one. */
static Bool read_native(Machine* machine)
{
   Lookup native = lookup;

   native.refuse = do_without_native;
   clo_machine   = NATIVE;
   if (VG_MINIMAL_SETJMP(not_native) == 0) {
      cg_lookup_read(&native, clo_machine, machine);
      return True;
   }
   clo_machine = NULL;
   return False;
}

/* Returns whether there is a machine, which is the user's choice, or with the
   preset native, unless other options forbid that. */
static Bool find_machine(const RunConfig* config, Machine* machine)
{
   is_said = config->preset && config->is_child;
   if (clo_machine) {
      if (VG_(strcmp)(clo_machine, CLASSIC) == 0)
         return False;
      read_machine(machine);
      return True;
   }
   return config->preset && config->cache_sim && !cg_arch_is_set(config)
          && read_native(machine);
}

static void choose_machine(RunConfig* config)
{
   static Machine machine;

   if (!find_machine(config, &machine))
      return;
   if (!config->cache_sim)
      refuse_option("works with --cache-sim=yes only");
   config->machine      = &machine;
   config->machine_name = clo_machine;
   if (cg_arch_is_set(config) && VG_(clo_verbosity) > 0)
      VG_(umsg)("warning: --I1, --D1 and --LL are ignored: " OPTION
                "=%s defines the caches\n",
                clo_machine);
}

/* Ends the run if an option that needs a machine is set, and there is none. */
static void check_needs(const RunConfig* config, const HChar* option, Bool set)
{
   if (!set || config->machine)
      return;
   VG_(fmsg)("%s=yes: needs a " OPTION " other than " CLASSIC "\n", option);
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

/* Whether the core can be sampled: who classifies misses or writes a trace
   needs every branch, and threads divide what was counted among them. */
static Bool can_sample(const RunConfig* config)
{
   return config->machine && config->machine->core.width > 0
          && !cg_config_analyses(config) && !config->separate_threads;
}

/* A predictor that the user asks for sees every branch. */
static void choose_sample(RunConfig* config)
{
   config->sample = clo_sample && !clo_predictor && can_sample(config);
}

void cg_machines_configure(RunConfig* config)
{
   choose_machine(config);
   check_needs(config, "--huge-pages", config->huge_pages);
   check_needs(config, "--prefetch", cg_core_option("--prefetch"));
   config->prefetch &= config->machine && cg_prefetch_has_any(config->machine);
   choose_predictor(config);
   choose_sample(config);
}

void cg_machines_check_output(const HChar* option, const HChar* path)
{
   struct vg_stat file, output;

   if (clo_machine && cg_lookup_is_file(clo_machine)
       && !sr_isError(VG_(stat)(clo_machine, &file))
       && !sr_isError(VG_(stat)(path, &output)) && VKI_S_ISREG(file.mode)
       && cg_file_is_same(&file, &output)) {
      VG_(fmsg)("%s=%s: %s would overwrite this file\n", OPTION, clo_machine,
                option);
      VG_(exit)(1);
   }
}
