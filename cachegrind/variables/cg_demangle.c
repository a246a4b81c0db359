/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_demangle.c: the C++ names of static variables; see cg_demangle.h.

   Each function below reads one production of the grammar in the Itanium C++
   ABI, 5.1.  It returns False if that is not what follows. */

#include "variables/cg_demangle.h"

typedef struct {
   const HChar* in;  /* what remains of the symbol */
   HChar*       out; /* the next free byte of the name */
   SizeT        left;
} Demangler;

/* If the symbol goes on with `text', skip that. */
static Bool skip_prefix(Demangler* d, const HChar* text)
{
   const HChar* in = d->in;

   while (*text && *text == *in)
      text++, in++;
   if (*text)
      return False;
   d->in = in;
   return True;
}

static Bool put_demangled(Demangler* d, const HChar* text, SizeT length)
{
   if (length >= d->left)
      return False;
   for (SizeT i = 0; i < length; i++)
      *d->out++ = text[i];
   d->left -= length;
   return True;
}

static Bool put_text(Demangler* d, const HChar* text)
{
   SizeT length = 0;

   while (text[length])
      length++;
   return put_demangled(d, text, length);
}

/* A number of bytes, and as many bytes. */
static Bool source_name(Demangler* d)
{
   const HChar* name;
   SizeT        length = 0, n = 0;

   while (*d->in >= '0' && *d->in <= '9' && length < 10000)
      length = 10 * length + (SizeT)(*d->in++ - '0');
   for (name = d->in; n < length && name[n];)
      n++;
   if (n == 0 || n != length)
      return False;
   if (skip_prefix(d, "_GLOBAL__N_")) {
      d->in = name + length;
      return put_text(d, "(anonymous namespace)");
   }
   d->in = name + length;
   return put_demangled(d, name, length);
}

/* An abbreviation of something in std. */
static Bool abbreviation(Demangler* d)
{
   static const HChar* const names[][2] = {
      {"St", "std"}, {"Ss", "std::string"}, {"Sa", "std::allocator"}};

   for (UInt i = 0; i < sizeof names / sizeof names[0]; i++)
      if (skip_prefix(d, names[i][0]))
         return put_text(d, names[i][1]);
   return False;
}

/* A part of a name, after an L if its linkage is internal, and its ABI tags. */
static Bool component(Demangler* d)
{
   skip_prefix(d, "L");
   if (!source_name(d))
      return False;
   while (skip_prefix(d, "B"))
      if (!put_text(d, "[abi:") || !source_name(d) || !put_text(d, "]"))
         return False;
   return True;
}

static Bool nested_name(Demangler* d)
{
   if (abbreviation(d) && !put_text(d, "::"))
      return False;
   while (component(d)) {
      if (skip_prefix(d, "E"))
         return True;
      if (!put_text(d, "::"))
         return False;
   }
   return False;
}

static Bool name(Demangler* d)
{
   if (skip_prefix(d, "N"))
      return nested_name(d);
   if (skip_prefix(d, "St"))
      return put_text(d, "std::") && component(d);
   return component(d);
}

Bool cg_demangle_variable(const HChar* symbol, HChar* to, SizeT size)
{
   static const HChar* const prefixes[][2] = {{"_ZTV", "vtable for "},
                                              {"_ZTI", "typeinfo for "},
                                              {"_ZGV", "guard variable for "},
                                              {"_Z", ""}};
   Demangler                 d             = {symbol, to, size};

   for (UInt i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
      if (!skip_prefix(&d, prefixes[i][0]))
         continue;
      if (!put_text(&d, prefixes[i][1]) || !name(&d) || *d.in)
         return False;
      *d.out = '\0';
      return True;
   }
   return False;
}
