/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_evex_xsave.h: XSAVE and XRSTOR, for the registers that VEX does not know.

   The C library saves vectors with these while it looks for a function that is
   called for the first time.  VEX does its own part of them.  With
   --avx512=show, the rest is at the same place of the area in memory as
   natively.  Otherwise the area has no room for it, because the program was
   told of a processor without AVX-512.  Then the rest is kept here, by the
   address of the area. */

#ifndef CG_EVEX_XSAVE_H
#define CG_EVEX_XSAVE_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* If the instruction at `code' is one of these, append its part for the other
   registers to `sb', and return True.  VEX's part are the statements from
   number `from' on.  `in_area': they are in memory. */
Bool cg_evex_xsave_append(IRSB* sb, Int from, const UChar* code, Bool in_area);

#endif /* CG_EVEX_XSAVE_H */
