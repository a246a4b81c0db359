/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_variables.h: which variable lies at an address now.

   Here a variable is any memory that a programmer would give one name.  The
   first of these that fits an address names it:

      heap (prog.c:12)       a block of the heap, by where it was allocated;
                             "heap (fn)" if the line is unknown, "heap" if
                             the function is unknown, too
      buffer (prog.c:7)      a local variable, by name and declaration, if
                             locals are wanted and the object has DWARF
      stack                  other memory of a stack
      table                  a static or global variable, by its symbol; if
                             locals are wanted and the object has DWARF, with
                             its declaration: "table (prog.c:3)"
      heap                   memory from brk that is in no known block
      mapped file libm.so.6  a mapped file, or memory of a loaded object that
                             has no symbol
      mapped memory          other mapped memory
      ???                    not the program's memory

   A look-up is slow, so its result is a Region: a whole range of memory.  The
   result is true until this module makes the region empty. */

#ifndef CG_VARIABLES_H
#define CG_VARIABLES_H

#include "pub_tool_basics.h"

#include "variables/cg_region.h"

/* Start to follow what the program does with its memory.  If variables are
   wanted, call it once, from post_clo_init and before cg_frames_init.  If
   `locals', local variables get names.  That needs --read-var-info=yes.  It
   also needs a current guest state whenever cg_variables_region_at is called:
   the dirty call that leads there must be passed to
   cg_frames_declare_unwinding.  `region_made' is called with each new region
   before cg_variables_region_at returns it. */
void cg_variables_init(Bool locals, void (*region_made)(const Region* region));

/* The region that holds `addr' now: never NULL and never empty.  It names a
   local variable only if that is in scope where its function is now.  The
   Region is never freed, but may become empty (cg_region.h).  cg_names.h turns
   the variable's number into its name. */
Region* cg_variables_region_at(Addr addr);

/* Call it both before and after a system call that moves the alternate signal
   stack of thread `tid'.  Does nothing if variables are not wanted. */
void cg_variables_altstack_changes(ThreadId tid);

/* Print, for --stats=yes, the number of look-ups and what they needed; nothing
   if variables are not wanted. */
void cg_variables_print_stats(void);

#endif /* CG_VARIABLES_H */
