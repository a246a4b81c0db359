/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_variables.h: from an address to the variable that it belongs to now.

   A variable, here, is whatever a programmer would call the memory by.  Of
   these the first that fits an address names it:

      heap (prog.c:12)       a block of the heap, by where it was allocated;
                             "heap (fn)" if the line is unknown, "heap" if
                             the function is too
      buffer (prog.c:7)      a local variable, by name and declaration; only if
                             locals are asked for and the object has DWARF
      stack                  other memory of a stack
      table                  a static or global variable, by its symbol; if
                             locals are asked for and the object has DWARF, as
                             a local variable: "table (prog.c:3)"
      heap                   memory got by brk that is in no known block
      mapped file libm.so.6  a file that is mapped, and all that belongs to a
                             loaded object and has no symbol
      mapped memory          other memory that is mapped
      ???                    no memory of the program's

   Asking costs microseconds, so an answer is given for a whole range of
   memory, a Region, and holds until the module says otherwise. */

#ifndef CG_VARIABLES_H
#define CG_VARIABLES_H

#include "pub_tool_basics.h"

#include "variables/cg_region.h"

/* Begin to follow what the program does with its memory.  Call it once, from
   post_clo_init and before cg_frames_init, if variables are wanted at all.
   `locals': name local variables, which needs --read-var-info=yes, and guest
   state that is current whenever cg_variables_region_at is called: the call of
   instrumented code that leads to it must declare that it reads SP, FP and
   IP.  `region_made' is told of each region that begins to hold, before
   cg_variables_region_at returns it; NULL if nobody wants to know. */
void cg_variables_init(Bool locals, void (*region_made)(const Region* region));

/* The region that holds `addr' now.  Never NULL, and never dead.  A local
   variable is one that is in scope where its function has got to.  cg_names.h
   has the names of variables. */
Region* cg_variables_region_at(Addr addr);

/* To be called before and after a system call changes where the alternate
   signal stack of thread `tid' is.  Does nothing if variables are not
   wanted. */
void cg_variables_altstack_changes(ThreadId tid);

/* What it cost, for --stats=yes; nothing if variables are not wanted. */
void cg_variables_print_stats(void);

#endif /* CG_VARIABLES_H */
