/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_machines.h: which machine to simulate - the options --machine,
   --huge-pages, --prefetch and --predictor, the files of machines, and
   the processor that this is.  sim/machine/cg_machine.h says what a machine is.
 */

#ifndef CG_MACHINES_H
#define CG_MACHINES_H

#include "pub_tool_basics.h"

#include "cg_config.h"

/* If `arg' is one of the options above, store its value and return True; else
   return False. */
Bool cg_machines_process_option(const HChar* arg, RunConfig* config);

/* Print the part of --help that describes these options. */
void cg_machines_print_usage(void);

/* Set config->machine, machine_name, prefetch, predictor and return_stack.
   config->branch_sim and branches_as_vex must be set.
   sim/machine/cg_lookup.h says where the machine is looked for.

   `classic' is no machine: it is what a run without the option simulates, and
   config->machine is NULL.  If there is no such machine, a file is wrong, or
   other options forbid it, prints one line and exits with status 1. */
void cg_machines_configure(RunConfig* config);

/* If the output `path', which `option' names, is the file of the machine,
   prints one line and exits with status 1: the file would be lost.  Call it
   after cg_machines_configure. */
void cg_machines_check_output(const HChar* option, const HChar* path);

#endif /* CG_MACHINES_H */
