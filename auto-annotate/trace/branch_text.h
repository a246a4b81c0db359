/* SPDX-License-Identifier: GPL-2.0-or-later */
/* branch_text.h: branches as text, a line each, in the order in which they were
   executed:

      C 401136 1 401120     KIND PC TAKEN TARGET
      A 401150 1 401000
      R 40100c 1 401155

   KIND is C for a conditional branch, J for a jump, I for an indirect jump, A
   for a call, X for an indirect call, or R for a return.  PC is the address of
   the branch, and TARGET where it goes; of a conditional branch, where it goes
   if it is taken.  Both are hexadecimal, in lower or upper case, of up to 64
   bits.  TAKEN is 1, or 0 for a conditional branch that is not taken.  One
   blank is between two of them.

   Such a text does not say how long an instruction is, so cg_return_stack.h has
   a rule for returns without that. */

#ifndef BRANCH_TEXT_H
#define BRANCH_TEXT_H

#include "sim/types.h"

#include <glib.h>

#include "lib/output.h"
#include "sim/branch/cg_branch.h"

/* Writes a branch as a line. */
void branch_text_write(Output* output, const Branch* branch);

/* Gets each branch of a text, and `data'. */
typedef void (*BranchTextFunc)(const Branch* branch, gpointer data);

/* Reads a text: the `n' bytes from `begin' on, then the rest from `fd'. Returns
   TRUE, or FALSE and `error': "NAME:LINE: what", or "NAME: why" if reading
   fails. */
gboolean branch_text_read(BranchTextFunc add, gpointer data, int fd,
                          const char* name, const char* begin, gsize n,
                          GError** error);

#endif
