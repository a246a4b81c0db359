/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_core.h: what the core knows and does not tell tools. */

#ifndef CG_CORE_H
#define CG_CORE_H

#include "pub_tool_basics.h"

/* Whether the core's own option `name', for instance "--trace-children", is on
   the command line (or where else Valgrind takes options from) with the value
   yes.  The last one counts. */
Bool cg_core_option(const HChar* name);

#endif /* CG_CORE_H */
