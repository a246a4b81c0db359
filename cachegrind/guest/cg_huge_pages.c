/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_huge_pages.c: which memory of the program is in pages of 2 MiB; see
   cg_huge_pages.h. */

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "guest/cg_huge_pages.h"

/* The kernel's numbers, which the core's headers lack. */
#define FLAG_HUGETLB      0x40000
#define ADVICE_HUGEPAGE   14
#define ADVICE_NOHUGEPAGE 15

static Hierarchy* hierarchy; /* NULL: not used */

void cg_huge_pages_init(Hierarchy* h)
{
   hierarchy = h;
}

/* The kernel rounds the size up to whole pages of the smallest size. */
static void after_madvise(Addr start, SizeT size, UWord advice)
{
   size = VG_PGROUNDUP(size);
   if (advice == ADVICE_HUGEPAGE)
      cg_hierarchy_set_pages(hierarchy, start, size, PAGE_2M);
   else if (advice == ADVICE_NOHUGEPAGE)
      cg_hierarchy_set_pages(hierarchy, start, size, PAGE_4K);
}

void cg_huge_pages_after_syscall(UInt number, const UWord args[], SysRes result)
{
   if (!hierarchy || sr_isError(result))
      return;
   switch (number) {
#ifdef __NR_mmap2
   case __NR_mmap2: /* the one of 32-bit programs; their other one is old */
#else
   case __NR_mmap:
#endif
      cg_hierarchy_set_pages(hierarchy, sr_Res(result), args[1],
                             args[3] & FLAG_HUGETLB ? PAGE_2M : PAGE_4K);
      break;
   case __NR_munmap:
      cg_hierarchy_set_pages(hierarchy, args[0], args[1], PAGE_4K);
      break;
   case __NR_mremap:
      cg_hierarchy_set_pages(hierarchy, args[0], args[1], PAGE_4K);
      cg_hierarchy_set_pages(hierarchy, sr_Res(result), args[2], PAGE_4K);
      break;
   case __NR_madvise:
      after_madvise(args[0], args[1], args[2]);
      break;
   default:
      break;
   }
}
