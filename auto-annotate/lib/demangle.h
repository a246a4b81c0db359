/* SPDX-License-Identifier: GPL-2.0-or-later */
/* demangle.h: names of symbols as the source has them.

   A short symbol can stand for a name that no memory holds.  Nothing here
   returns more than CG_MANGLED_MAX_BYTES for a symbol (cg_mangled.h): one with
   a longer name stays as it is, and so does one that is not safe to demangle. */

#ifndef DEMANGLE_SYMBOL_H
#define DEMANGLE_SYMBOL_H

#include <glib.h>

/* Returns the name that a symbol stands for in C++ or Rust, such as
   "geo::twice(int)", as the tool writes it to profiles; otherwise a copy of the
   symbol.  The caller frees the result. */
char* demangle_symbol(const char* symbol);

/* Returns the text of an instruction as "objdump -d" prints it, with the
   symbols in it demangled as with its option -C:

      call   1040 <_Z5twicei@plt>     ->   call   1040 <twice(int)@plt>
      jmp    1180 <_Z5twicei+0x1f>    ->   jmp    1180 <twice(int)+0x1f>

   The caller frees the result. */
char* demangle_operands(const char* text);

#endif
