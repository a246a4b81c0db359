/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_functions.h: the names of functions, from the symbol tables that the core
   has read.

   The core demangles a name whenever it is asked for one, and never returns
   from some of them: a symbol of 400 bytes can stand for gigabytes.  So the
   tool asks for symbols only, and demangles those that cg_mangled.h finds
   safe, piece by piece, up to CG_MANGLED_MAX_BYTES.  Others stay as they are,
   as all do with --demangle=no.

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

/* Whether `addr' is in the function that starts at `start'. */
Bool cg_functions_is_in(Addr addr, Addr start);

/* The address of a function that has the name `symbol' in the symbol table of
   an object, perhaps as one of several; 0 if there is none.  It takes time: all
   symbols of all objects are compared. */
Addr cg_functions_find(const HChar* symbol);

/* For functions of the core whose texts contain the name of a function.
   Between these, the core takes names as they are in the symbol table. */
void cg_functions_begin_symbols(void);
void cg_functions_end_symbols(void);

/* The name for such a symbol; the symbol itself, if it is none that is
   demangled.  Valid until the next call of a function here. */
const HChar* cg_functions_demangled(const HChar* symbol);

#endif /* CG_FUNCTIONS_H */
