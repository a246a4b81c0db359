/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_symbols.h: variables in debug information; the static and global variable
   at an address. */

#ifndef CG_SYMBOLS_H
#define CG_SYMBOLS_H

#include "pub_tool_basics.h"
#include "pub_tool_xarray.h"

#include "variables/cg_resolved.h"

/* Call it once, after cg_names_init.  If `by_dwarf', static variables get the
   name that cg_symbols_describe finds, if it finds one, and else that of their
   symbol. */
void cg_symbols_init(Bool by_dwarf);

/* If `addr' is in a symbol's memory, set that memory and its variable in *r and
   return True; else return False.  The search is slow, so what it finds is kept
   until cg_symbols_forget. */
Bool cg_symbols_resolve(Addr addr, Resolved* r);

/* The memory of `s' has been mapped or unmapped: drop what was found there. */
void cg_symbols_forget(Range s);

/* Whether `addr' is in a symbol's memory.  If so, set *start to the address of
   its first byte, and *name to the symbol's name, which belongs to the core and
   is valid until the next look-up. */
Bool cg_symbols_start(Addr addr, Addr* start, const HChar** name);

/* The variable that holds `addr' according to DWARF: "name (file:line)", or
   "name" if its declaration is unknown.  The core searches the static variables
   and, on every thread's stack, those of the 8 innermost frames.  Returns a new
   string that the caller frees with VG_(free); NULL if there is no variable. */
HChar* cg_symbols_describe(Addr addr);

/* The local variables in scope at the instruction at `ip', according to DWARF:
   a new XArray of StackBlock that the caller deletes; NULL if there are none.
   The caller must know that the bounds of the frame are at fixed distances from
   SP or FP at `ip'; if they are not, the core may crash. */
XArray* cg_symbols_locals_at(Addr ip);

/* How often cg_symbols_describe was called, for --stats=yes. */
ULong cg_symbols_n_descriptions(void);

#endif /* CG_SYMBOLS_H */
