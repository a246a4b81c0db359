/* SPDX-License-Identifier: GPL-2.0-or-later */
/* disassembly.h: the text of instructions, from the program objdump of
   binutils.  It reads objects that are regular ELF files, and no other file. */

#ifndef DISASSEMBLY_H
#define DISASSEMBLY_H

#include <glib.h>

typedef struct Disassembly Disassembly;

/* Returns a disassembly that knows no instruction yet.  `changed' is when the
   profile was written, or 0; a younger object gets a warning. */
Disassembly* disassembly_new(time_t changed);

/* Notes that the instruction at an address of an object is wanted. */
void disassembly_want(Disassembly* disassembly, const char* object,
                      guint64 address);

/* Disassembles what was noted since the last call, with at most 16 runs of
   objdump for each object: note as much as possible before.  If an object
   cannot be read, prints a line that says so, once for each object.  Also
   prints a line if objdump takes too much time or writes too much; it is not
   run again then. Ends the program with a message if objdump cannot be run. */
void disassembly_run(Disassembly* disassembly);

/* Returns the text of the instruction at an address of an object, or NULL if it
   is not known. */
const char* disassembly_text(const Disassembly* disassembly, const char* object,
                             guint64 address);

void disassembly_free(Disassembly* disassembly);

#endif
