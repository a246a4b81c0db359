/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_functions.c: the names of functions; see cg_functions.h. */

#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"

#include "conflicts/cg_mangled.h"
#include "guest/cg_functions.h"

/* The core's option --demangle.  The core has no function for tools that
   returns a name as it is, and this is not in its headers for tools; but it is
   the same in all versions since 3.19, and a tool that lacks it cannot be
   linked. */
extern Bool VG_(clo_demangle);

/* Nor is this.  It fills a struct that begins with the address and, on some
   CPUs, has up to two more. */
typedef struct {
   Addr address;
   Addr others[3];
} SymbolAddresses;

extern Bool VG_(lookup_symbol_SLOW)(DiEpoch epoch, const HChar* soname_pattern,
                                    const HChar*     symbol,
                                    SymbolAddresses* addresses);

static Bool wanted; /* valid from cg_functions_init on */

/* In the core's own messages, such as the stack trace after a signal, it finds
   functions that have run, so the tool has asked for them before.  After one
   whose name is too long, the core does not demangle by itself any more. */
static Bool core_demangles;

void cg_functions_init(void)
{
   wanted = core_demangles = VG_(clo_demangle);
}

void cg_functions_begin_symbols(void)
{
   VG_(clo_demangle) = False;
}

Bool cg_functions_begin_name(const HChar* symbol)
{
   Bool is_mangled = wanted && symbol[0] == '_';
   Bool is_short   = is_mangled && cg_mangled_is_short(symbol);

   if (is_mangled && !is_short)
      core_demangles = False;
   VG_(clo_demangle) = is_short;
   return is_short;
}

void cg_functions_end(void)
{
   VG_(clo_demangle) = core_demangles;
}

typedef Bool (*LookUp)(DiEpoch epoch, Addr addr, const HChar** name);

static Bool find_symbol(LookUp look_up, Addr addr, const HChar** symbol)
{
   Bool found;

   cg_functions_begin_symbols();
   found = look_up(VG_(current_DiEpoch)(), addr, symbol);
   cg_functions_end();
   return found;
}

static Bool find_name(LookUp look_up, Addr addr, const HChar** name)
{
   Bool found = find_symbol(look_up, addr, name);

   if (found && cg_functions_begin_name(*name))
      look_up(VG_(current_DiEpoch)(), addr, name);
   cg_functions_end();
   return found;
}

Bool cg_functions_name(Addr addr, const HChar** name)
{
   return find_name(VG_(get_fnname), addr, name);
}

Bool cg_functions_entry_name(Addr addr, const HChar** name)
{
   return find_name(VG_(get_fnname_if_entry), addr, name);
}

Bool cg_functions_is_entry(Addr addr)
{
   const HChar* symbol;

   return find_symbol(VG_(get_fnname_if_entry), addr, &symbol);
}

Bool cg_functions_symbol(Addr addr, const HChar** symbol)
{
   return find_symbol(VG_(get_fnname), addr, symbol);
}

/* The core tells the start only in a text, "symbol+offset", or "symbol" at the
   start. */
Addr cg_functions_start(Addr addr)
{
   const HChar* symbol;

   if (!find_symbol(VG_(get_fnname_w_offset), addr, &symbol))
      return 0;

   const HChar* digits = symbol + VG_(strlen)(symbol);

   while (digits > symbol && VG_(isdigit)(digits[-1]))
      digits--;
   return digits > symbol && digits[-1] == '+' && *digits != '\0'
             ? addr - VG_(strtoll10)(digits, NULL)
             : addr;
}

Addr cg_functions_find(const HChar* symbol)
{
   SymbolAddresses found = {0};

   return VG_(lookup_symbol_SLOW)(VG_(current_DiEpoch)(), "*", symbol, &found)
             ? found.address
             : 0;
}
