/* SPDX-License-Identifier: GPL-2.0-or-later */
/* disassembly.h: the text of instructions, from the program objdump of
   binutils. */

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

/* Disassembles what was noted since the last call, with as few runs of objdump
   as possible.  If an object cannot be read, prints a line that says so, once
   for each object.  Ends the program with a message if objdump cannot be run.
   */
void disassembly_run(Disassembly* disassembly);

/* Returns the text of the instruction at an address of an object, or NULL if it
   is not known. */
const char* disassembly_text(const Disassembly* disassembly, const char* object,
                             guint64 address);

void disassembly_free(Disassembly* disassembly);

#endif
