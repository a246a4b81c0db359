/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_elements.c: references to elements of vectors; see cg_elements.h. */

#include "pub_tool_basics.h"

#include "run/cg_elements.h"

ListedElements cg_elements_listed;
const HChar    cg_elements_name[] = "list_elements";

typedef VG_REGPARM(1) void (*HelperOfOne)(Segment*, Addr);

void cg_elements_run(Segment* seg, void* helper)
{
   HelperOfOne run = (HelperOfOne)helper;

   for (ULong i = 0; i < cg_elements_listed.n; i++)
      run(seg, cg_elements_listed.at[i]);
}
