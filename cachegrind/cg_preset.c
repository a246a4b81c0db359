/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_preset.c: see cg_preset.h. */

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_options.h"

#include "cg_preset.h"
#include "conflicts/cg_text.h"
#include "guest/cg_core.h"
#include "output/cg_out.h"
#include "output/cg_profile_list.h"

#define OPTION          "--preset"
#define LIST_OPTION     "--profile-list"
#define CHILDREN_OPTION "--trace-children"

static const HChar* list_name; /* NULL: not given */

Bool cg_preset_process_option(const HChar* arg, RunConfig* config)
{
   return VG_BOOL_CLO(arg, OPTION, config->preset)
          || VG_STR_CLO(arg, LIST_OPTION, list_name);
}

/* Whether all processes would write to one file. */
static Bool shares_file(void)
{
   static const HChar* const options[] = {"--report", "--conflict-report",
                                          "--trace-out-file", "--log-file"};

   for (UInt i = 0; i < sizeof options / sizeof options[0]; i++) {
      const HChar* name = cg_core_option_value(options[i]);

      if (name && !cg_core_has_pid(name))
         return True;
   }
   return False;
}

/* The core prints its first lines after the command line is read: until then,
   it takes this run for one with -q.  With -q it is one, and with -v it is an
   ordinary one. */
static Bool lowered;

static void be_brief(void)
{
   lowered = VG_(clo_verbosity) > 0;
   if (lowered)
      VG_(clo_verbosity)--;
}

void cg_preset_begin(RunConfig* config)
{
   if (cg_core_option_given(LIST_OPTION))
      be_brief();
   if (!cg_core_option(OPTION))
      return;
   config->branch_sim = True;
   config->objects = config->instructions = config->inlined = config->calls =
      True;
   if (!cg_core_option_given(CHILDREN_OPTION) && !shares_file())
      cg_core_add_option(CHILDREN_OPTION "=yes");
}

void cg_preset_configure(RunConfig* config, const HChar* path)
{
   config->brief = lowered && VG_(clo_verbosity) <= 0;
   if (config->brief)
      VG_(clo_verbosity) = 1;
   /* Somebody else may have written .valgrindrc. */
   if (list_name && cg_core_typed(LIST_OPTION, list_name))
      cg_profile_list_init(list_name);
   if (config->preset && !cg_out_is_replaceable(path))
      config->inlined = False;
}

void cg_preset_before_exit(const RunConfig* config)
{
   if (config->brief)
      VG_(clo_verbosity) = 0;
}

void cg_preset_after_exit(const RunConfig* config)
{
   if (config->brief)
      VG_(clo_verbosity) = 1;
}
