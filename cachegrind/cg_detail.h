/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_detail.h: the options that make a profile more detailed: --objects,
   --dump-instr, --inlined, --calls, and --detailed for all of them; and
   --separate-threads.

   The tool knows which function an instruction is in, but not which functions
   were inlined there.  With --inlined it counts instructions, and at the end
   the program cg_inline looks their inlined functions up and rewrites the
   profile. */

#ifndef CG_DETAIL_H
#define CG_DETAIL_H

#include "pub_tool_basics.h"

#include "cg_config.h"

/* Process one option of the command line.  Returns whether it is one of this
   module's. */
Bool cg_detail_process_option(const HChar* arg, RunConfig* config);

/* Print this module's part of --help. */
void cg_detail_print_usage(void);

/* Complete in `config' what these options ask for, when the command line has
   been read. */
void cg_detail_configure(RunConfig* config);

/* Check that cg_inline can rewrite the profile `path', the value of `option',
   and that there can be one for each thread.  If not, tell the user and exit with status 1.  Call it before the
   program runs. */
void cg_detail_check_path(const RunConfig* config, const HChar* option,
                          const HChar* path);

/* With --inlined: let cg_inline rewrite the profile `path', which has been
   written, and wait until it has.  If that fails, print a warning; the profile
   then stays as it is. */
void cg_detail_inline(const RunConfig* config, const HChar* path);

#endif /* CG_DETAIL_H */
