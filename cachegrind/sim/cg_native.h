/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_native.h: which file of a machine is for the processor that runs this
   program, and how the caches that its kernel describes replace those of the
   file.

   This module only decodes.  The caller reads /proc/cpuinfo and the files of
   machines, so a test can describe any processor.  This module calls neither
   Valgrind nor the C library. */

#ifndef CG_NATIVE_H
#define CG_NATIVE_H

#include "sim/cg_caches.h"
#include "sim/cg_machine.h"

/* A processor, in the numbers that MachineCpu explains.  On arm64, `model' is
   0. */
typedef struct {
   HChar vendor[CG_MACHINE_VENDOR_SIZE];
   UInt  family, model;
} NativeCpu;

/* Reads which processor the first one of /proc/cpuinfo is; `text' is its
   contents, with a NUL after it.  Returns False if it does not say. */
Bool cg_native_read(const HChar* text, NativeCpu* cpu);

/* Returns how far the processors of a machine's file are from this one: 0 if it
   is one of them, otherwise the least distance of a model number if vendor and
   family are the same, and CG_NATIVE_OTHER if there is none. */
#define CG_NATIVE_OTHER 0xffffffffu
UInt cg_native_distance(const Machine* machine, const NativeCpu* cpu);

/* Give the machine the sizes, ways and slices of the `n' caches that the kernel
   describes.  A level that it does not describe stays as in the file, and so
   does one that the file does not have.  If the sets are not a power of two and
   the file's number of slices does not make them one, as many slices are taken
   as are needed.  Returns NULL, or the rule that is broken, as
   cg_machine_fault; *id is then the cache. */
const HChar* cg_native_apply(Machine* machine, const MachineCache caches[],
                             UInt n, LevelId* id);

#endif /* CG_NATIVE_H */
