/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_functions.h: the names of functions, from the symbol tables that the core
   has read.

   The core demangles a name whenever it is asked for one, and never returns
   from some of them: a symbol of 400 bytes can stand for gigabytes
   (cg_mangled.h). So nothing else in the tool asks the core for names.  A
   symbol whose name is too long stays as it is, as all do with --demangle=no.

   The names are valid until the next call of the core that looks for one, so
   copy them at once. */

#ifndef CG_FUNCTIONS_H
#define CG_FUNCTIONS_H

#include "sim/types.h"

/* Learn whether the user wants names to be demangled.  Call it once, after the
   command line is read. */
void cg_functions_init(void);

/* Set `name' to the name of the function that `addr' is in, as in profiles, and
   return True; return False if there is none. */
Bool cg_functions_name(Addr addr, const HChar** name);

/* The same if `addr' is the first instruction of the function, which the
   symbol table says; otherwise, return False. */
Bool cg_functions_entry_name(Addr addr, const HChar** name);

/* Whether a function starts at `addr'. */
Bool cg_functions_is_entry(Addr addr);

/* Set `symbol' to the name of the function as it is in the symbol table, and
   return True; return False if there is none.  It takes less time, and no two
   functions of an object have the same one unless they are local. */
Bool cg_functions_symbol(Addr addr, const HChar** symbol);

/* The start of the function that `addr' is in; 0 if there is none. */
Addr cg_functions_start(Addr addr);

/* The address of a function that has the name `symbol' in the symbol table of
   an object, perhaps as one of several; 0 if there is none.  It takes time: all
   symbols of all objects are compared. */
Addr cg_functions_find(const HChar* symbol);

/* For functions of the core whose texts contain the name of a function.  After
   the first of these, the core takes names as they are in the symbol table.  If
   the second returns True, it demangles them, and `symbol' from such a text
   becomes a name that is not too long.  After the third, the core does again
   what it does otherwise. */
void cg_functions_begin_symbols(void);
Bool cg_functions_begin_name(const HChar* symbol);
void cg_functions_end(void);

#endif /* CG_FUNCTIONS_H */
