/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_core.h: what the core knows and tells tools in pieces, or not at all. */

#ifndef CG_CORE_H
#define CG_CORE_H

#include "pub_tool_basics.h"

/* Whether the core's own option `name', for instance "--trace-children", is on
   the command line (or where else Valgrind takes options from) with the value
   yes.  The last one counts. */
Bool cg_core_option(const HChar* name);

/* The program that runs and its arguments, with a space between: a new string,
   as long as it has to be, that the caller frees with VG_(free).  Nothing in it
   is escaped. */
HChar* cg_core_command(void);

#endif /* CG_CORE_H */
