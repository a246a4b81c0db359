/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_huge_pages.h: which memory of the program is in pages of 2 MiB
   (--huge-pages=yes).

   These are the pages that the program asks for: with the flag MAP_HUGETLB of
   mmap, or with MADV_HUGEPAGE of madvise.  Whether the kernel has 2 MiB for a
   page of the second kind is not known; it is assumed.  Memory that was
   unmapped or moved has pages of 4 KiB when it is mapped again. */

#ifndef CG_HUGE_PAGES_H
#define CG_HUGE_PAGES_H

#include "pub_tool_basics.h"

#include "sim/machine/cg_hierarchy.h"

/* Tell `hierarchy' about pages from now on.  Without a call, the function below
   does nothing. */
void cg_huge_pages_init(Hierarchy* hierarchy);

/* Call this after each system call of the program. */
void cg_huge_pages_after_syscall(UInt number, const UWord args[],
                                 SysRes result);

#endif /* CG_HUGE_PAGES_H */
