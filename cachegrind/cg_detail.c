/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_detail.c: the options for objects, instructions and inlined functions, and
   the call of cg_inline; see cg_detail.h. */

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_vki.h"

#include "cg_detail.h"
#include "output/cg_out.h"
#include "output/cg_process.h"

#define INLINED_OPTION  "--inlined=yes"
#define SEPARATE_OPTION "--separate-threads=yes"

static Bool process_detailed(const HChar* arg, RunConfig* config)
{
   Bool all;

   if (!VG_BOOL_CLO(arg, "--detailed", all))
      return False;
   config->objects = config->instructions = config->inlined = config->calls =
      all;
   return True;
}

Bool cg_detail_process_option(const HChar* arg, RunConfig* config)
{
   return VG_BOOL_CLO(arg, "--objects", config->objects)
          || VG_BOOL_CLO(arg, "--dump-instr", config->instructions)
          || VG_BOOL_CLO(arg, "--inlined", config->inlined)
          || VG_BOOL_CLO(arg, "--calls", config->calls)
          || VG_BOOL_CLO(arg, "--separate-threads", config->separate_threads)
          || VG_STR_CLO(arg, "--jit-map", config->jit_map)
          || process_detailed(arg, config);
}

void cg_detail_print_usage(void)
{
   VG_(printf)(
      "    --objects=yes|no                 say which program or library each\n"
      "                                     function is from? [no]\n"
      "    --dump-instr=yes|no              count for each instruction, not "
      "only for\n"
      "                                     each source line? [no]\n"
      "    --inlined=yes|no                 show inlined functions? [no]\n"
      "    --calls=yes|no                   count who calls which function, and "
      "what\n"
      "                                     that costs with all it calls? "
      "[no]\n"
      "    --jit-map=FILE|no                where a JIT compiler writes the names "
      "of\n"
      "                                     its code [with --calls=yes,\n"
      "                                     /tmp/perf-PID.map]\n"
      "    --detailed=yes|no                objects, instructions, inlined "
      "functions and\n"
      "                                     calls [no]\n"
      "    --separate-threads=yes|no        write a profile for each thread? "
      "[no]\n");
}

/*------------------------------------------------------------*/
/*--- cg_inline                                            ---*/
/*------------------------------------------------------------*/

/* The path of cg_inline, which lies beside the tool, or "" if it cannot be
   known.  Valid from cg_detail_configure on. */
static CompanionProgram inliner;

#define PROGRAM_NAME "cg_inline"

/* "--since=" and when the run began, in seconds since the epoch.  A file that
   changed since then is not what the program has loaded. */
static HChar since[40];

static void note_start(void)
{
   struct vki_timeval now;

   if (VG_(gettimeofday)(&now, NULL) == 0)
      VG_(sprintf)(since, "--since=%llu.%06llu", (ULong)now.tv_sec,
                   (ULong)now.tv_usec);
}

void cg_detail_configure(RunConfig* config)
{
   config->inlined_lines = !config->instructions;
   config->instructions |= config->inlined;
   config->objects |= config->instructions || config->calls;
   if (config->inlined) {
      cg_process_find(&inliner, PROGRAM_NAME);
      note_start();
      cg_process_init();
   }
}

void cg_detail_check_path(const RunConfig* config, const HChar* option,
                          const HChar* path)
{
   const HChar* needing = config->separate_threads ? SEPARATE_OPTION
                          : config->inlined        ? INLINED_OPTION
                                                   : NULL;

   if (!needing || cg_out_is_replaceable(path))
      return;
   VG_(fmsg)("%s: needs a regular file as the profile (%s), not '%s'\n",
             needing, option, cg_out_printable(path));
   VG_(exit)(1);
}

/* Tell the user that the profile lacks the inlined functions, and how to add
   them later. */
static void warn(const RunConfig* config, const HChar* path, const HChar* what,
                 Int status)
{
   HChar* shown = cg_out_printable(path);
   HChar* quote;

   /* The command may be given to a shell. */
   while ((quote = VG_(strchr)(shown, '\'')))
      *quote = '_';
   VG_(umsg)("warning: " PROGRAM_NAME "%s", what);
   if (status > 0)
      VG_(umsg)(" (exit status %d)", status);
   VG_(umsg)(
      ", so the profile has no inlined functions; to add them: " PROGRAM_NAME
      "%s '%s'\n",
      config->inlined_lines ? " --lines" : "", shown);
   VG_(free)(shown);
}

void cg_detail_inline(const RunConfig* config, const HChar* path)
{
   const HChar* args[CG_PROCESS_MAX_ARGS + 1] = {NULL};
   UInt         n                             = 0;

   if (!config->inlined)
      return;
   if (config->inlined_lines)
      args[n++] = "--lines";
   if (since[0] != '\0')
      args[n++] = since;
   args[n] = path;

   const HChar* why_not = cg_process_why_not(&inliner);
   Int          status  = cg_process_run(&inliner, args, NULL, NULL);

   if (status != 0)
      warn(config, path, why_not ? why_not : " failed", status);
}
