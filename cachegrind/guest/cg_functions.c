/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_functions.c: the names of functions; see cg_functions.h. */

#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcsetjmp.h"

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

/* Nor are these, of its copy of libiberty: they write a name piece by piece.
   The core's own function writes it into memory first, however long it is. */
typedef void (*TakePiece)(const HChar* piece, SizeT length, void* data);
extern int rust_demangle_callback(const HChar* symbol, int options,
                                  TakePiece take, void* data);
extern int cplus_demangle_v3_callback(const HChar* symbol, int options,
                                      TakePiece take, void* data);

/* The core demangles with these options: parameters, and const. */
#define DEMANGLE_OPTIONS 3

static Bool wanted; /* valid from cg_functions_init on */

/* In the core's own messages, such as the stack trace after a signal, it finds
   functions that have run, so the tool has asked for them before.  After one
   that the tool refuses, the core does not demangle by itself any more. */
static Bool core_demangles;

void cg_functions_init(void)
{
   wanted = core_demangles = VG_(clo_demangle);
}

void cg_functions_begin_symbols(void)
{
   VG_(clo_demangle) = False;
}

void cg_functions_end_symbols(void)
{
   VG_(clo_demangle) = core_demangles;
}

static struct {
   HChar text[CG_MANGLED_MAX_BYTES + 1];
   SizeT length;
   VG_MINIMAL_JMP_BUF(too_long);
} demangled;

static void take_piece(const HChar* piece, SizeT length, void* unused)
{
   if (length > CG_MANGLED_MAX_BYTES - demangled.length)
      VG_MINIMAL_LONGJMP(demangled.too_long);
   VG_(memcpy)(demangled.text + demangled.length, piece, length);
   demangled.length += length;
}

typedef enum { DEMANGLED, NOT_MANGLED, REFUSED } Outcome;

static Outcome demangle(const HChar* symbol)
{
   if (!cg_mangled_is_safe(symbol) || VG_MINIMAL_SETJMP(demangled.too_long))
      return REFUSED;
   demangled.length = 0;
   if (rust_demangle_callback(symbol, DEMANGLE_OPTIONS, take_piece, NULL))
      return DEMANGLED;
   demangled.length = 0;
   return cplus_demangle_v3_callback(symbol, DEMANGLE_OPTIONS, take_piece, NULL)
             ? DEMANGLED
             : NOT_MANGLED;
}

/* Whether the core may demangle the symbol.  (Newer ones, from 3.24 on, also
   demangle names in D.) */
static Bool is_mangled(const HChar* symbol)
{
   if (symbol[0] != '_')
      return False;
   return symbol[1] == 'R' || symbol[1] == 'D'
          || (symbol[1] == 'Z'
              && VG_(strlen)(symbol) <= CG_MANGLED_MAX_CXX_BYTES);
}

const HChar* cg_functions_demangled(const HChar* symbol)
{
   if (!wanted || !is_mangled(symbol))
      return symbol;
   switch (demangle(symbol)) {
   case DEMANGLED:
      demangled.text[demangled.length] = '\0';
      return demangled.text;
   case REFUSED:
      core_demangles = VG_(clo_demangle) = False;
      return symbol;
   default:
      return symbol;
   }
}

typedef Bool (*LookUp)(DiEpoch epoch, Addr addr, const HChar** name);

static Bool find_symbol(LookUp look_up, Addr addr, const HChar** symbol)
{
   Bool found;

   cg_functions_begin_symbols();
   found = look_up(VG_(current_DiEpoch)(), addr, symbol);
   cg_functions_end_symbols();
   return found;
}

static Bool find_name(LookUp look_up, Addr addr, const HChar** name)
{
   Bool found = find_symbol(look_up, addr, name);

   if (found)
      *name = cg_functions_demangled(*name);
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
   start.  A symbol may end like an offset. */
Addr cg_functions_start(Addr addr)
{
   const HChar* symbol;

   if (!find_symbol(VG_(get_fnname_w_offset), addr, &symbol))
      return 0;

   const HChar* digits = symbol + VG_(strlen)(symbol);

   while (digits > symbol && VG_(isdigit)(digits[-1]))
      digits--;
   if (digits == symbol || digits[-1] != '+' || *digits == '\0')
      return addr;

   Long offset = VG_(strtoll10)(digits, NULL);

   return cg_functions_is_entry(addr) ? addr : addr - offset;
}

Bool cg_functions_is_in(Addr addr, Addr start)
{
   return cg_functions_start(addr) == start;
}

Addr cg_functions_find(const HChar* symbol)
{
   SymbolAddresses found = {0};

   return VG_(lookup_symbol_SLOW)(VG_(current_DiEpoch)(), "*", symbol, &found)
             ? found.address
             : 0;
}
