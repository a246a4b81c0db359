/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_lookup.h: finds the machine that the user names, and reads its file:

      NAME     NAME.conf in the directory of machines, which is beside the
               program's in a source tree, in share/ of the same prefix in an
               installation, or where `configure' said
      FILE     the file, if the name has a slash or ends in .conf
      native   the file that is for this processor, or for the nearest one; the
               sizes and ways of its caches, and the clock, are its own.  If no
               file fits the core, perfect LRU, without TLBs and cycles

   The caller gives the functions that ask the system and talk to the user.  A
   function that refuses does not return, so there is nothing to check after
   these.  This module calls neither Valgrind nor the C library. */

#ifndef CG_LOOKUP_H
#define CG_LOOKUP_H

#include "sim/cache/cg_caches.h"
#include "sim/machine/cg_machine.h"
#include "sim/types.h"

#define CG_LOOKUP_PATH_SIZE 4096

typedef struct {
   const HChar* installed;  /* the directory of machines, from the program's */
   const HChar* configured; /* the directory that `configure' said */

   /* As readlink(2); returns -1 if it cannot. */
   Word (*read_link)(const HChar* path, HChar* text, SizeT size);
   /* Reads up to `max' bytes of a file, which may be a device.  Returns how
      many, or -errno. */
   Word (*read_file)(const HChar* path, HChar* text, SizeT max);
   /* Calls `add' for each name in a directory.  Returns False if it cannot be
      read. */
   Bool (*list)(const HChar* directory, void (*add)(const HChar* name));
   /* Executes CPUID; NULL: the processor has no such instruction. */
   CpuidResult (*cpuid)(UInt leaf, UInt subleaf);
   /* Returns the one of `names', up to NULL, that the user may have meant, or
      NULL.  NULL: there is no such function. */
   const HChar* (*nearest)(const HChar* name, const HChar* const names[]);

   /* What to know of the machine that was asked for. */
   void (*note)(const HChar* what);
   /* What is wrong with the name, ... */
   void (*refuse)(const HChar* what) __attribute__((noreturn));
   /* ... with a file, which read_file did not read, ... */
   void (*refuse_file)(const HChar* path, UWord error)
      __attribute__((noreturn));
   /* ... and with a line of it. */
   void (*refuse_line)(const HChar* path, MachineError* wrong)
      __attribute__((noreturn));
} Lookup;

/* Reads the machine that the user calls `name', or refuses it. */
void cg_lookup_read(const Lookup* l, const HChar* name, Machine* machine);

/* Calls `print' for each name of a machine, with what the machine is. */
void cg_lookup_list(const Lookup* l,
                    void (*print)(const HChar* name, const HChar* what));

/* Returns whether a name is that of a file, and not of a machine. */
Bool cg_lookup_is_file(const HChar* name);

/* Returns the path of the file that cg_lookup_read reads for `name', which may
   not exist; NULL for native, which is no file.  `buffer' may have it. */
const HChar* cg_lookup_path(const Lookup* l, const HChar* name,
                            HChar buffer[CG_LOOKUP_PATH_SIZE]);

#endif /* CG_LOOKUP_H */
