/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_elements.h: data references of one instruction whose number is known only
   when it runs, for instance of those elements of a vector that a mask selects.

   Such an instruction has a call named cg_elements_name, which fills
   cg_elements_listed.  It declares to VEX that it reads or writes one element;
   of this it is taken whether they are reads or writes, and their size. */

#ifndef CG_ELEMENTS_H
#define CG_ELEMENTS_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "run/cg_segment.h"

#define CG_ELEMENTS_MAX 64

typedef struct {
   ULong n;
   Addr  at[CG_ELEMENTS_MAX];
} ListedElements;

extern ListedElements cg_elements_listed;
extern const HChar    cg_elements_name[];

static inline Bool cg_elements_are_listed_by(const IRDirty* call)
{
   return call->cee->name == cg_elements_name;
}

/* Called by instrumented code: call `helper', the one of `seg', which has one
   reference, for each listed element. */
void cg_elements_run(Segment* seg, void* helper);

#endif /* CG_ELEMENTS_H */
