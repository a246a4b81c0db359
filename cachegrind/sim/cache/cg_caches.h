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

/* Fill `caches' with those that Linux describes, in the files of
   CG_CACHES_DIRECTORY/index0/ and so on.  `read_file' reads up to `max' bytes
   of a file and returns how many, or a negative number.  Returns how many
   caches are described completely.  The files are described in Linux's
   Documentation/ABI/testing/sysfs-devices-system-cpu. */
#define CG_CACHES_DIRECTORY "/sys/devices/system/cpu/cpu0/cache"
UInt cg_caches_from_files(Word (*read_file)(const HChar* path, HChar* text,
                                            SizeT max),
                          MachineCache caches[CG_CACHES_MAX]);

/* Fill `caches' with those of this processor: as CPUID describes them, because
   the files describe the first core, which may be of another kind; as the files
   do; or as AMD's older leaves do, 0x80000005 and 0x80000006, without an L3 of
   which they do not know the ways.  `cpuid' is NULL where there is no such
   instruction.  Returns their number; 0: not known. */
UInt cg_caches_here(CpuidResult (*cpuid)(UInt leaf, UInt subleaf),
                    Word (*read_file)(const HChar* path, HChar* text,
                                      SizeT max),
                    MachineCache caches[CG_CACHES_MAX]);

/* Returns which of the `n' caches to simulate as `id': for I1 and D1 the one of
   level 1, for LL the one of the highest level.  NULL if there is none. */
const MachineCache* cg_caches_find(const MachineCache caches[], UInt n,
                                   CacheId id);

#endif /* CG_CACHES_H */
