/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_symbols.h: variables in debug information, and the static or global
   variable at an address. */

#ifndef CG_SYMBOLS_H
#define CG_SYMBOLS_H

#include "pub_tool_basics.h"
#include "pub_tool_xarray.h"

#include "variables/cg_resolved.h"

/* Call it once, after cg_names_init.  If `by_dwarf', a static variable gets the
   name that cg_symbols_describe finds; if that finds none, or without
   `by_dwarf', it gets the name of its symbol. */
void cg_symbols_init(Bool by_dwarf);

/* The core has loaded the debug information that it calls `debug_info', the
   argument of a tool's new_mem_mmap; not 0.  Call it only if `by_dwarf'. */
void cg_symbols_loaded(ULong debug_info);

/* If `addr' is in a symbol's memory, set that memory and its variable in *r and
   return True; else leave *r unchanged and return False.  The search is slow,
   so its results are kept until cg_symbols_forget. */
Bool cg_symbols_resolve(Addr addr, Resolved* r);

/* The memory of `s' has been mapped or unmapped: drop the results for it. */
void cg_symbols_forget(Range s);

/* Whether `addr' is in a symbol's memory.  If so, set *start to the address of
   its first byte, and *name to the symbol's name, which belongs to the core and
   is valid until the next look-up.  If not, *start is unchanged. */
Bool cg_symbols_start(Addr addr, Addr* start, const HChar** name);

/* The variable that holds `addr' according to DWARF: "name (file:line)", or
   "name" if its declaration is unknown.  The core searches the static variables
   and, on every thread's stack, the variables of the 8 innermost frames.
   Returns a new string that the caller frees with VG_(free); NULL if there is
   no variable.

   The time for this grows with the number of static variables.  After so many
   calls that they took some seconds, it prints a warning, once, and returns
   NULL from then on. */
HChar* cg_symbols_describe(Addr addr);

/* The local variables in scope at the instruction at `ip', according to DWARF:
   a new XArray of StackBlock that the caller deletes; NULL if there are none.
   The caller must know that the frame's bounds are at fixed distances from SP
   or FP at `ip'.  If they are not, the core may crash. */
XArray* cg_symbols_locals_at(Addr ip);

/* How often cg_symbols_describe was called, for --stats=yes. */
ULong cg_symbols_n_descriptions(void);

#endif /* CG_SYMBOLS_H */
