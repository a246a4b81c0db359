/* SPDX-License-Identifier: GPL-2.0-or-later */
/* machines.h: finds and reads the files that describe machines, by the rules of
   sim/machine/cg_lookup.h.  What cannot be read or is wrong ends the program
   with one line: "FILE:LINE: what" about a line of a file, "FILE: why" if it
   cannot be read, and otherwise "PROGRAM: --machine=NAME: what", with the names
   that there are. */

#ifndef MACHINES_H
#define MACHINES_H

#include "sim/types.h"

#include <glib.h>

#include "sim/machine/cg_machine.h"

/* Reads the machine that the user calls `name', which must stay.  For native, a
   line on standard error says which file was used, and others which policies
   are not its. */
void machines_read(const char* name, Machine* machine);

/* Returns the path of the file that machines_read reads for `name', which may
   not exist.  The caller frees it.  NULL for native, which is no file. */
char* machines_file(const char* name);

/* Returns the list that --machines prints: a line for each machine, its name
   and the processor's.  The caller frees it. */
char* machines_list(void);

#endif
