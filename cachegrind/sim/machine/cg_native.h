/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_native.h: which file of a machine is for the processor that runs this
   program, and how its caches replace the file's.

   This module only decodes.  The caller reads /proc/cpuinfo and the files of
   machines, so a test can describe any processor.  This module calls neither
   Valgrind nor the C library. */

#ifndef CG_NATIVE_H
#define CG_NATIVE_H

#include "sim/cache/cg_caches.h"
#include "sim/machine/cg_machine.h"

/* A processor, in the numbers that MachineCpu explains.  On arm64, `model' is
   0. */
typedef struct {
   HChar vendor[CG_MACHINE_VENDOR_SIZE];
   UInt  family, model;
   UInt  clock; /* MHz, nominal; 0: unknown */
} NativeCpu;

/* Reads which processor the first one of /proc/cpuinfo is; `text' is its
   contents, with a NUL after it.  Returns False if it does not say.

   The clock is that of the time stamp counter, which ticks at the nominal
   frequency whatever the core does: on x86 and amd64, Linux's "bogomips" are
   twice that.  ("cpu MHz" is the clock of the moment, which would make each
   profile another one.)  It is rounded to 10 MHz, because some kernels measure
   it anew at each start.  On arm64, "BogoMIPS" are of a timer that has nothing
   to do with the core, so the clock is unknown. */
Bool cg_native_read(const HChar* text, NativeCpu* cpu);

/* Returns what a machine's file is for this processor.  If it names it in
   several ways, the first of CpuKind counts. */
CpuKind cg_native_kind(const Machine* machine, const NativeCpu* cpu);

/* Returns the cache of the processor that is simulated as `id', or NULL. */
const MachineCache* cg_native_find(const MachineCache caches[], UInt n,
                                   LevelId id);

/* Gives a machine those of L2 and L3 that the processor has, like its own L2,
   and no other. */
void cg_native_set_levels(Machine* machine, const MachineCache caches[],
                          UInt n);

/* What cg_native_apply could not do. */
typedef struct {
   /* NULL, or the rule that a cache of the processor breaks, as
      cg_machine_fault, and which cache that is. */
   const HChar* rule;
   LevelId      id;
   /* For each cache: NULL, or the rule for the ways of the file's policy, which
      is why the machine has another policy now. */
   const HChar* policy_rule[N_MACHINE_LEVELS];
} NativeFaults;

/* Gives the machine the sizes, ways and slices of the `n' caches that the
   kernel describes.  A level that it does not describe stays as in the file,
   and so does one that the file does not have.  If the sets are not a power of
   two and the file's number of slices does not make them one, as many slices
   are taken as are needed.  A policy with trees that so many ways cannot have
   becomes lru-plru4 or, where that cannot be either, lru.  Returns whether the
   machine can be simulated. */
Bool cg_native_apply(Machine* machine, const MachineCache caches[], UInt n,
                     NativeFaults* faults);

#endif /* CG_NATIVE_H */
