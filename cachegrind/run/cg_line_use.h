/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_line_use.h: how much of the lines that come into L1D of a machine is used,
   and in which steps the program goes through memory.

   A line that comes in belongs to the instruction that is the first to use it:
   that misses it, or finds it prefetched.  When it leaves, Lf of this
   instruction's cost centre rises by 1, and Used by the number of bytes that
   anybody has referenced until then:

      comes in       first use      other uses      leaves
      ---|---------------|-----------|---|------------|--->
                        8 bytes      0   4            Lf + 1, Used + 12

   Both count for the context and the thread of the first use.

   The first uses by one instruction are at some distance from each other.  If
   this is the distance of the two before, or differs from it by less than a
   line, Stn rises by 1 and Std by the distance, whatever its sign.  So a walk
   has Stn of about Lf, and Std / Stn is its step in bytes; where the address is
   not foreseen, Stn is small.

   Like cg_segment, this module calls Valgrind only through cg_costs and
   cg_thread_costs. */

#ifndef CG_LINE_USE_H
#define CG_LINE_USE_H

#include "cg_config.h"
#include "sim/machine/cg_hierarchy.h"

/* A data reference to `ea', by the instruction at `ip' (0: not known, so its
   steps are not followed), whose cost centre has these counts.  Instructions
   that read and write have steps for each. */
typedef struct {
   Addr   ip, ea;
   ULong* counts;
   Bool   is_write;
} LineUse;

/* The reference that runs: whoever calls cg_hierarchy_access sets it before. */
extern LineUse cg_line_use;

/* Follow the lines of L1D from now on, if the configuration records Lf.  Call
   it immediately after cg_hierarchy_new, with that hierarchy.  `alloc' is as
   for cg_sim_init. */
void cg_line_use_init(const RunConfig* config, Hierarchy* hierarchy,
                      void* (*alloc)(SizeT n_bytes));

/* Count the lines that are there, as if they left.  What is used of them
   afterwards is not counted.  Call it before a profile is written. */
void cg_line_use_settle(void);

#endif /* CG_LINE_USE_H */
