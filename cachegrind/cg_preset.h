/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_preset.h: what the command `cachegrind' asks of the tool, which the
   command `valgrind --tool=cachegrind' does not: auto-annotate/launcher.  Its
   two options are in no --help, because nobody types them.

   --preset=yes stands for these options:

      --machine=native --branch-sim=yes --detailed=yes --trace-children=yes

   What the user gives comes later, and wins.  What he gives may also forbid a
   part of the preset; then that part is left out.  For instance, --cache-sim=no
   leaves out the machine.

   --profile-list=FILE is cg_profile_list.h's.  Whoever reads the list says what
   is in the profiles, so the start and the end of a run are short: neither the
   core's first lines nor the summary.  With -v they are there again. */

#ifndef CG_PRESET_H
#define CG_PRESET_H

#include "pub_tool_basics.h"

#include "cg_config.h"

/* Process one option of the command line.  Returns whether it is one of this
   module's. */
Bool cg_preset_process_option(const HChar* arg, RunConfig* config);

/* Set what --preset=yes stands for.  Call it in pre_clo_init, before the
   command line is read: later options then win, wherever they are from. */
void cg_preset_begin(RunConfig* config);

/* Leave out what does not go with the options that were given, and with the
   profile `path'.  The machine is cg_machines.h's part.  Call it when the
   command line has been read, before the other modules complete the
   configuration. */
void cg_preset_configure(RunConfig* config, const HChar* path);

/* The core prints an empty line between these, before the summary.  If there is
   none, nothing is printed. */
void cg_preset_before_exit(const RunConfig* config);
void cg_preset_after_exit(const RunConfig* config);

#endif /* CG_PRESET_H */
