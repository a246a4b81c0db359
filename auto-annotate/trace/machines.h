/* SPDX-License-Identifier: GPL-2.0-or-later */
/* machines.h: finds and reads the files that describe machines
   (cg_machine.h).

   The files of Cachegrind's own are in the source tree's machines/, or where
   they were installed. */

#ifndef MACHINES_H
#define MACHINES_H

#include "sim/types.h"

#include <glib.h>

#include "sim/machine/cg_machine.h"

/* Reads the machine that the user calls `name':

      native    this processor, see cg_native.h; a line on standard error says
                which file was used, and others which policies are not its
      FILE      a file, if the name has a slash or ends in .conf
      NAME      the file NAME.conf of Cachegrind's own

   Returns TRUE, or FALSE and `error': "FILE:LINE: what" about a line of a file,
   "FILE: why" if it cannot be read, and otherwise "PROGRAM: --machine=NAME:
   what", with the names that there are. */
gboolean machines_read(const char* name, Machine* machine, GError** error);

/* Returns the path of the file that machines_read reads for `name', which may
   not exist.  The caller frees it.  NULL for native, which is no file. */
char* machines_file(const char* name);

/* Returns the list that --machines prints: a line for each machine, its name
   and the processor's.  The caller frees it.  NULL and `error' if a file or the
   directory cannot be read, or a file is wrong. */
char* machines_list(GError** error);

#endif
