/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_caches.h: which caches a real machine has, from what its processor or its
   kernel says of them.

   This module only decodes.  The caller asks the processor and reads the files,
   so a test can describe any machine.  This module calls neither Valgrind nor
   the C library. */

#ifndef CG_CACHES_H
#define CG_CACHES_H

#include "sim/cache/cg_geometry.h"
#include "sim/types.h"

/* A list of caches has room for this many. */
#define CG_CACHES_MAX 16

typedef enum {
   HOLDS_NOTHING, /* the end of a list, or an unknown type */
   HOLDS_DATA,
   HOLDS_CODE,
   HOLDS_BOTH
} CacheContent;

/* A cache of a real machine.  It may be one that cannot be simulated. */
typedef struct {
   CacheContent content;
   UInt         level; /* 1: next to the core */
   ULong        size;  /* bytes, of the one that this core uses */
   UInt         ways;
   UInt         line_size; /* bytes */
} MachineCache;

/* What CPUID returns. */
typedef struct {
   UInt eax, ebx, ecx, edx;
} CpuidResult;

/* Fill `caches' with those that an x86 or amd64 processor says it has.  `cpuid'
   executes its instruction CPUID, with `leaf' in EAX and `subleaf' in ECX.
   Returns the number of caches; 0 if the processor describes
   none or has neither leaf.  The leaves
   are 4 (Intel's "Software Developer's Manual", volume 2, CPUID) and 0x8000001D
   (AMD's "Architecture Programmer's Manual", volume 3, appendix E.4). */
UInt cg_caches_from_cpuid(CpuidResult (*cpuid)(UInt leaf, UInt subleaf),
                          MachineCache caches[CG_CACHES_MAX]);

/* Fill `caches' with those that Linux describes.  `read' puts the contents of
   the file `name' in the directory
   /sys/devices/system/cpu/cpu0/cache/index<index> into `text', as a string, and
   returns whether it could.  Returns how many caches are described completely.
   The files are described in Linux's Documentation/ABI/testing/
   sysfs-devices-system-cpu. */
UInt cg_caches_from_files(Bool (*read)(UInt index, const HChar* name,
                                       HChar* text, SizeT text_size),
                          MachineCache caches[CG_CACHES_MAX]);

/* Returns which of the `n' caches to simulate as `id': for I1 and D1 the one of
   level 1, for LL the one of the highest level.  NULL if there is none. */
const MachineCache* cg_caches_find(const MachineCache caches[], UInt n,
                                   CacheId id);

#endif /* CG_CACHES_H */
