/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_core.h: parts of the command line that the core stores but has no function
   for: its own options, and the program with its arguments. */

#ifndef CG_CORE_H
#define CG_CORE_H

#include "pub_tool_basics.h"

/* Whether the core's option `name', with its dashes and without a value
   ("--trace-children"), was given the value yes, on the command line or
   wherever else Valgrind reads options from.  If it was given several times,
   the last one counts; if never, the result is False. */
Bool cg_core_option(const HChar* name);

/* The program and its arguments, separated by single spaces.  Nothing is
   escaped.  Returns a new string of any length; the caller frees it with
   VG_(free). */
HChar* cg_core_command(void);

#endif /* CG_CORE_H */
