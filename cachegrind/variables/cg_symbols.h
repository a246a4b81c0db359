/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_symbols.h: what debug information says of variables, and with that the
   static and global ones. */

#ifndef CG_SYMBOLS_H
#define CG_SYMBOLS_H

#include "pub_tool_basics.h"
#include "pub_tool_xarray.h"

#include "variables/cg_answer.h"

/* Call it once, after cg_names_init.  `by_dwarf': static variables are named
   as cg_symbols_describe does, where it can. */
void cg_symbols_init(Bool by_dwarf);

/* If `addr' is in a symbol's memory, answer and return True.  To find that
   costs up to a millisecond, so it is kept until cg_symbols_forget. */
Bool cg_symbols_answer(Addr addr, Answer* a);

/* The memory of `s' has been mapped, or unmapped: symbols that were there are
   gone. */
void cg_symbols_forget(Range s);

/* Whether `addr' is in a symbol's memory; if so, where that starts, and the
   symbol's name, which is not the caller's to free. */
Bool cg_symbols_start(Addr addr, Addr* start, const HChar** name);

/* The variable that holds `addr', by DWARF, among the static ones and those of
   the 8 innermost frames of all stacks: "name (file:line)", or "name" if it is
   not known where it is declared.  A new string; NULL if there is none. */
HChar* cg_symbols_describe(Addr addr);

/* The local variables in scope at an instruction, by DWARF: a new XArray of
   StackBlock; NULL if there are none.  Only where the frame that `ip' is in has
   its bounds at fixed distances from SP or FP: elsewhere the core may die. */
XArray* cg_symbols_locals_at(Addr ip);

/* How often cg_symbols_describe was asked. */
ULong cg_symbols_n_descriptions(void);

#endif /* CG_SYMBOLS_H */
