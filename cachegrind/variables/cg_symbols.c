/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_symbols.c: variables in debug information.  Their names and declarations
   come from DWARF, and the memory of static variables comes from symbols. */

#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_oset.h"
#include "pub_tool_xarray.h"

#include "conflicts/cg_text.h"
#include "guest/cg_range.h"
#include "variables/cg_demangle.h"
#include "variables/cg_names.h"
#include "variables/cg_symbols.h"

/*------------------------------------------------------------*/
/*--- DWARF                                                ---*/
/*------------------------------------------------------------*/

static ULong n_descriptions;

/* To describe an address, the core tries every static variable that it knows.
   So the descriptions of all variables of a program would take a time that
   grows with the square of their number.  After this many tries (a few
   seconds), no further variables are described. */
#define MAX_TRIES (64 * 1024 * 1024)

static ULong n_static; /* variables that the core knows */
static ULong n_tries;

void cg_symbols_loaded(ULong debug_info)
{
   XArray* blocks = VG_(di_get_global_blocks_from_dihandle)(debug_info, False);

   n_static += VG_(sizeXA)(blocks);
   VG_(deleteXA)(blocks);
}

/* Whether one more description is affordable.  Counts it. */
static Bool may_describe(void)
{
   static Bool warned;

   if (n_tries <= MAX_TRIES) {
      n_tries += n_static;
      return True;
   }
   if (!warned)
      VG_(umsg)("warning: --read-var-info=yes: the program has %'llu static "
                "variables; only the %'llu variables used first are shown with "
                "their declarations, because to find all would take too long\n",
                n_static, n_descriptions);
   warned = True;
   return False;
}

/* The core's description of an address in a variable, in two texts.  These
   parts of it are used:

      ...inside local var "m1"...         the name
      ...inside nodes[3].next,...         the name, up to the first of .[
      ...declared at matrix.c:17...       the declaration */
typedef struct {
   XArray *where, *declared; /* of HChar */
} Description;

static const HChar* after(const HChar* text, const HChar* mark)
{
   const HChar* found = VG_(strstr)(text, mark);

   return found ? found + VG_(strlen)(mark) : NULL;
}

/* A copy of `text' up to the first character that is in `stops'. */
static HChar* copy_until(const HChar* text, const HChar* stops)
{
   SizeT  len  = VG_(strcspn)(text, stops);
   HChar* copy = VG_(malloc)("cg.symbols.copy", len + 1);

   VG_(memcpy)(copy, text, len);
   copy[len] = '\0';
   return copy;
}

/* "name (file:line)" or "name", as a new string; NULL if there is no name. */
static HChar* shorten(const Description* d)
{
   const HChar* name = after(VG_(indexXA)(d->where, 0), " inside ");
   const HChar* decl = after(VG_(indexXA)(d->declared, 0), "declared at ");

   if (!name)
      return NULL;
   if (after(name, "var \""))
      name = after(name, "var \"");

   HChar* n = copy_until(name, "\".[,<");
   cg_text_unescape(n);
   if (!decl)
      return n;

   HChar* d1 = copy_until(decl, ",<");
   cg_text_unescape(d1);
   SizeT  size = VG_(strlen)(n) + VG_(strlen)(d1) + 4;
   HChar* text = VG_(malloc)("cg.symbols.described", size);
   VG_(sprintf)(text, "%s (%s)", n, d1);
   VG_(free)(n);
   VG_(free)(d1);
   return text;
}

static XArray* new_text(void)
{
   return VG_(newXA)(VG_(malloc), "cg.symbols.text", VG_(free), sizeof(HChar));
}

/* The core warns of each DWARF operator that it does not know.  Optimised code
   has many of these, and their variables are simply not found.  The core is
   silent only if its output is XML. */
static Bool was_xml;

static void silence(void)
{
   was_xml      = VG_(clo_xml);
   VG_(clo_xml) = True;
}

static void end_silence(void)
{
   VG_(clo_xml) = was_xml;
}

/* Whether the core has found the first byte of a variable: "is 0 bytes inside",
   and only elements 0 of arrays. */
static Bool is_first_byte(const Description* d)
{
   const HChar* place = after(VG_(indexXA)(d->where, 0), " is 0 bytes inside ");
   const HChar* index = place;

   while (index && (index = after(index, "[")))
      if (index[0] != '0' || index[1] != ']')
         return False;
   return place != NULL;
}

/* Like cg_symbols_describe.  Stores in *is_first whether `addr' is the
   variable's first byte. */
static HChar* describe(Addr addr, Bool* is_first)
{
   Description d;
   HChar*      text;

   if (!may_describe())
      return NULL;
   d = (Description){new_text(), new_text()};
   silence();
   VG_(get_data_description)(d.where, d.declared, VG_(current_DiEpoch)(), addr);
   end_silence();
   n_descriptions++;
   *is_first = is_first_byte(&d);
   text      = shorten(&d);
   VG_(deleteXA)(d.where);
   VG_(deleteXA)(d.declared);
   return text;
}

HChar* cg_symbols_describe(Addr addr)
{
   Bool is_first;

   return describe(addr, &is_first);
}

XArray* cg_symbols_locals_at(Addr ip)
{
   XArray* found;

   silence();
   found = VG_(di_get_stack_blocks_at_ip)(ip, False);
   end_silence();
   return found;
}

ULong cg_symbols_n_descriptions(void)
{
   return n_descriptions;
}

/*------------------------------------------------------------*/
/*--- Symbols                                              ---*/
/*------------------------------------------------------------*/

Bool cg_symbols_start(Addr addr, Addr* start, const HChar** name)
{
   PtrdiffT offset;

   if (!VG_(get_datasym_and_offset)(VG_(current_DiEpoch)(), addr, name,
                                    &offset))
      return False;
   *start = addr - offset;
   return True;
}

static Bool is_in_symbol_at(Addr addr, Addr start)
{
   Addr         its_start;
   const HChar* name;

   return cg_symbols_start(addr, &its_start, &name) && its_start == start;
}

/*------------------------------------------------------------*/
/*--- Static variables                                     ---*/
/*------------------------------------------------------------*/

/* The longest name that is demangled; in bytes, with the NUL. */
#define MAX_DEMANGLED 512

/* Symbols of shared objects may have a version after an `@'. */
static UInt variable_by_symbol(const HChar* symbol)
{
   HChar  demangled[MAX_DEMANGLED];
   HChar* name   = copy_until(symbol, "@");
   Bool   is_cxx = cg_demangle_variable(name, demangled, sizeof demangled);
   UInt   result = cg_names_variable(is_cxx ? demangled : name);

   VG_(free)(name);
   return result;
}

/* A static variable and its symbol's memory.  To find the memory takes many
   look-ups, so it is kept until it is unmapped. */
typedef struct {
   Range range;
   UInt  variable;
} Static;

/* Valid from cg_symbols_init on. */
static OSet* statics; /* of Static */
static Bool  with_dwarf;

/* The longest name that is looked for within a symbol, in bytes: the time is
   the product of both. */
#define MAX_PART 1024

/* Whether a part of `symbol' is `name': all of it, one of the words of "name.0"
   or "function.name", or of C++'s "_ZN5space4nameE", where its length precedes
   it. */
static Bool has_symbol_part(const HChar* symbol, const HChar* name)
{
   HChar        length[24];
   SizeT        size   = VG_(strlen)(name);
   SizeT        digits = VG_(snprintf)(length, sizeof length, "%lu", size);
   const HChar* at;

   if (size == 0 || size > MAX_PART)
      return size > 0 && VG_(strcmp)(symbol, name) == 0;
   for (at = VG_(strstr)(symbol, name); at; at = VG_(strstr)(at + 1, name)) {
      SizeT before = at - symbol;

      if ((before == 0 || at[-1] == '.')
          && (at[size] == '\0' || at[size] == '.' || at[size] == '@'))
         return True;
      if (before >= digits && VG_(strncmp)(at - digits, length, digits) == 0)
         return True;
   }
   return False;
}

/* The core's description of the variable whose symbol begins at `start', as a
   new string; NULL if there is none.  The core takes an array for endless if
   DWARF gives its length as a count, as clang does, and may describe what
   follows the array as a part of it. */
static HChar* describe_symbol(const HChar* symbol, Addr start)
{
   Bool   is_first;
   HChar* described = describe(start, &is_first);
   HChar* name;
   Bool   is_its;

   if (!described)
      return NULL;
   name   = copy_until(described, " ");
   is_its = is_first && has_symbol_part(symbol, name);
   VG_(free)(name);
   if (is_its)
      return described;
   VG_(free)(described);
   return NULL;
}

static Static* static_at(Addr addr)
{
   Static*      s = cg_range_find(statics, addr);
   const HChar* name;
   HChar*       described;
   Addr         start;

   if (s || !cg_symbols_start(addr, &start, &name))
      return s;
   HChar* symbol = VG_(strdup)("cg.symbols.symbol", name);

   s           = VG_(OSetGen_AllocNode)(statics, sizeof *s);
   s->variable = variable_by_symbol(symbol);
   described   = with_dwarf ? describe_symbol(symbol, start) : NULL;
   if (described)
      s->variable = cg_names_variable(described);
   VG_(free)(described);
   VG_(free)(symbol);
   s->range =
      cg_range_from_to(start, cg_range_last_like(addr, start, is_in_symbol_at));
   cg_range_remove_within(statics, s->range);
   VG_(OSetGen_Insert)(statics, s);
   return s;
}

Bool cg_symbols_resolve(Addr addr, Resolved* r)
{
   const Static* s = static_at(addr);

   if (!s)
      return False;
   r->range    = s->range;
   r->variable = s->variable;
   return True;
}

void cg_symbols_forget(Range s)
{
   cg_range_remove_within(statics, s);
}

void cg_symbols_init(Bool by_dwarf)
{
   with_dwarf = by_dwarf;
   statics    = cg_range_new_table("cg.symbols.statics");
}
