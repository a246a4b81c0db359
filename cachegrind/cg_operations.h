/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_operations.h: of which kind each operation of VEX's intermediate
   representation is, by how long its result takes. */

#ifndef CG_OPERATIONS_H
#define CG_OPERATIONS_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "sim/machine/cg_machine.h"

/* Call it once, before the others. */
void cg_operations_init(void);

/* Whether an operation only renames or cuts what it gets, which takes no
   time. */
Bool cg_operations_is_free(IROp op);

/* The kind of an operation that is not free; OP_SIMPLE if it is not known. */
OpKind cg_operations_kind(IROp op);

/* Print those that were asked for and are not known, and how often they are in
   the program's code. */
void cg_operations_print_unknown(void);

#endif /* CG_OPERATIONS_H */
