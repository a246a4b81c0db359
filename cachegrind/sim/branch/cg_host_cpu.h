/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_host_cpu.h: what the processor that runs this code can do, for functions
   that are compiled once more for newer processors.

   It asks the processor itself, because the compiler's own check is in a
   library that the tool does not have.  This module calls neither Valgrind nor
   the C library. */

#ifndef CG_HOST_CPU_H
#define CG_HOST_CPU_H

#include "sim/types.h"

#if defined(__x86_64__) || defined(__i386__)

/* Before a function: it is compiled for processors with AVX2. */
#define CG_HOST_CPU_AVX2 __attribute__((target("avx2")))

typedef struct {
   UInt eax, ebx, ecx, edx;
} HostCpuid;

static inline HostCpuid cg_host_cpu_id(UInt leaf)
{
   HostCpuid r;

   __asm__ volatile("cpuid"
                    : "=a"(r.eax), "=b"(r.ebx), "=c"(r.ecx), "=d"(r.edx)
                    : "a"(leaf), "c"(0));
   return r;
}

/* Returns which registers the kernel saves (XCR0).  The processor must have
   OSXSAVE. */
static inline UInt cg_host_cpu_saved(void)
{
   UInt low, high;

   __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
   return low;
}

/* Returns whether functions with CG_HOST_CPU_AVX2 can run here.  The bits are
   from Intel's manual, volume 1, "Detection of Intel AVX2". */
static inline Bool cg_host_cpu_has_avx2(void)
{
   const UInt OSXSAVE = 1u << 27, AVX2 = 1u << 5, XMM_AND_YMM = 6;

   return cg_host_cpu_id(0).eax >= 7 && (cg_host_cpu_id(1).ecx & OSXSAVE) != 0
          && (cg_host_cpu_saved() & XMM_AND_YMM) == XMM_AND_YMM
          && (cg_host_cpu_id(7).ebx & AVX2) != 0;
}

#endif

#endif /* CG_HOST_CPU_H */
