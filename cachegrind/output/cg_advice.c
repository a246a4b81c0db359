/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_advice.c: what the profile lacks; see cg_advice.h. */

#include "pub_tool_basics.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_options.h"

#include "guest/cg_core.h"
#include "output/cg_advice.h"

void cg_advice_never_started(void)
{
   if (VG_(clo_verbosity) > 0)
      VG_(umsg)("nothing was counted: --instr-at-start=no was given, and this "
                "process never asked for CACHEGRIND_START_INSTRUMENTATION\n");
}

void cg_advice_exec(const HChar* program, Bool no_profile)
{
   static Bool told;
   Bool        is_profiled = cg_core_option("--trace-children");

   if (told || !(no_profile || (!is_profiled && VG_(clo_verbosity) > 0)))
      return;
   told = True;
   VG_(umsg)("%sthe process becomes %s now%s%s\n",
             no_profile ? "warning: " : "", program,
             is_profiled ? ""
                         : ", which is not profiled (--trace-children=yes "
                           "profiles it, too)",
             no_profile ? ", and no function of --toggle-collect was entered "
                          "before: no profile"
                        : "");
}
