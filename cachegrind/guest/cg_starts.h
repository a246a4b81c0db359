/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_starts.h: names for code without symbols, for --calls.

   Where a call leads, a function begins.  It is named by its object and where
   it begins there, as objdump numbers it, and reaches up to the next one, or to
   the end of its section:

      libfoo.so+0x1a40   called
                         a loop of it
      libfoo.so+0x1b80   called

   A function is called before its code is translated, so its code has its name
   from the beginning.  What a function without a symbol jumps to, without a
   call, is code of it or of the one before.  Code in no file, such as a JIT
   compiler's, has no names; nor has an object whose symbols the core has not
   read, because cg_inline finds them. */

#ifndef CG_STARTS_H
#define CG_STARTS_H

#include "pub_tool_basics.h"

/* Start.  Without it, nothing has a name. */
void cg_starts_init(void);

/* A function without a symbol begins at `addr', or with `is_stub' a stub, which
   gets no name.  Returns whether that was not known before. */
Bool cg_starts_add(Addr addr, Bool is_stub);

/* Returns the name of the function that `addr', which has no symbol, is in, or
   NULL.  It stays valid until the end of the run. */
const HChar* cg_starts_name(Addr addr);

#endif /* CG_STARTS_H */
