/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_mangled_rust.c: which names in Rust are safe; see cg_mangled_rust.h.

   The grammar is in Rust's RFC 2603.  A name with parts that refer to others is
   long, but libiberty writes something for each part that has several others,
   so it can be ended.  Not so here:

      MC1aFG9zz_EuC1b   "FG9zz_" is a function of as many lifetimes as the
   number says.  What is after "M" or "X" is not written, so libiberty counts to
   it silently. KB7_              The constant is the one that begins at byte 7.
   If that is itself, some versions (3.19's) never end.

   Either can be in the middle of an identifier, and B7_ can refer to there.  So
   this reads the whole name, and knows what begins at each byte. */

#include "conflicts/cg_mangled_rust.h"
#include "conflicts/cg_text.h"

/* The longest symbol that is demangled, in bytes.  Those of large programs have
   up to 1300.  What libiberty does without writing something depends on it. */
#define MAX_BYTES 2048

/* How deep parts may be inside each other, because this reads them
   recursively. */
#define MAX_DEPTH 200

/* So many lifetimes a name may have; programs have a few.  libiberty counts
   each, also in what it does not print. */
#define MAX_LIFETIMES 64

/* A path is a type as well. */
typedef enum { NOTHING, CONSTANT, TYPE } Kind;

typedef struct {
   const HChar *name, *at, *end; /* the next character, and the NUL */
   Bool         failed;
   UInt         depth;
   UInt         n_lifetimes;
   UChar begun[MAX_BYTES]; /* the Kind of what begins here, once it ends */
} Rust;

static void path(Rust* r);
static void type(Rust* r);

/* Nothing more is read then. */
static void fail(Rust* r)
{
   r->failed = True;
   r->at     = r->end;
}

static Bool skip(Rust* r, HChar c)
{
   if (*r->at != c || c == '\0')
      return False;
   r->at++;
   return True;
}

static Bool at_digit(const Rust* r)
{
   return *r->at >= '0' && *r->at <= '9';
}

static Bool at_lower(const Rust* r)
{
   return *r->at >= 'a' && *r->at <= 'z';
}

/* Returns a number to the base 62, "_" being 0, "0_" 1, ...; MAX_BYTES if it is
   that large, or larger. */
static UInt number62(Rust* r)
{
   UInt n = 0;

   if (skip(r, '_'))
      return 0;
   for (; *r->at && *r->at != '_'; r->at++) {
      UInt digit = at_digit(r)   ? *r->at - '0'
                   : at_lower(r) ? *r->at - 'a' + 10
                                 : *r->at - 'A' + 36;
      n          = n < MAX_BYTES && digit < 62 ? n * 62 + digit : MAX_BYTES;
   }
   if (!skip(r, '_'))
      fail(r);
   return n < MAX_BYTES ? n + 1 : MAX_BYTES;
}

static void optional62(Rust* r, HChar tag)
{
   if (skip(r, tag))
      number62(r);
}

/* "3foo", "s_3foo", "u8gdel_5qa", "3_1ab" */
static void identifier(Rust* r)
{
   Long length = 0;

   optional62(r, 's');
   skip(r, 'u');
   if (!at_digit(r))
      fail(r);
   /* After "0" another identifier can begin at once. */
   if (!skip(r, '0'))
      for (; at_digit(r); r->at++)
         length = length < MAX_BYTES ? length * 10 + *r->at - '0' : MAX_BYTES;
   skip(r, '_');
   if (length > r->end - r->at)
      fail(r);
   else
      r->at += length;
}

static const HChar* begin_part(Rust* r)
{
   if (r->depth++ == MAX_DEPTH)
      fail(r);
   return r->at;
}

static void end_part(Rust* r, const HChar* begin, Kind kind)
{
   r->depth--;
   r->begun[begin - r->name] = kind;
}

/* What follows "B": a path, a type or a constant that has ended. */
static void reference(Rust* r, Kind kind)
{
   UInt begin = number62(r);

   if (begin >= MAX_BYTES || r->begun[begin] != kind)
      fail(r);
}

/* "B7_"; a number, a character or a truth value, by its hexadecimal digits; or
   "p" for one that is not known. */
static void constant(Rust* r)
{
   const HChar* begin = begin_part(r);

   if (skip(r, 'B')) {
      reference(r, CONSTANT);
   } else if (!skip(r, 'p')) {
      if (!at_lower(r))
         fail(r);
      while (*r->at && *r->at != '_')
         r->at++;
      if (!skip(r, '_'))
         fail(r);
   }
   end_part(r, begin, CONSTANT);
}

static void types(Rust* r)
{
   while (!r->failed && !skip(r, 'E'))
      type(r);
}

static void generic_arguments(Rust* r)
{
   while (!r->failed && !skip(r, 'E')) {
      if (skip(r, 'L'))
         number62(r);
      else if (skip(r, 'K'))
         constant(r);
      else
         type(r);
   }
}

static void path_inside(Rust* r)
{
   if (skip(r, 'C')) {
      identifier(r);
   } else if (skip(r, 'M')) {
      optional62(r, 's');
      path(r);
      type(r);
   } else if (skip(r, 'X')) {
      optional62(r, 's');
      path(r);
      type(r);
      path(r);
   } else if (skip(r, 'Y')) {
      type(r);
      path(r);
   } else if (skip(r, 'N') && *r->at) {
      r->at++; /* 'v' for a value, 'C' for a closure, ... */
      path(r);
      identifier(r);
   } else if (skip(r, 'I')) {
      path(r);
      generic_arguments(r);
   } else if (skip(r, 'B')) {
      reference(r, TYPE);
   } else {
      fail(r);
   }
}

static void path(Rust* r)
{
   const HChar* begin = begin_part(r);

   path_inside(r);
   end_part(r, begin, TYPE);
}

/* "for<'a, 'b> " */
static void lifetimes(Rust* r)
{
   if (skip(r, 'G'))
      r->n_lifetimes += number62(r);
   if (r->n_lifetimes >= MAX_LIFETIMES)
      fail(r);
}

static void function(Rust* r)
{
   lifetimes(r);
   skip(r, 'U');
   if (skip(r, 'K') && !skip(r, 'C'))
      identifier(r);
   types(r);
   type(r);
}

/* "dyn Iterator<Item = u8> + 'a" */
static void trait_object(Rust* r)
{
   lifetimes(r);
   while (!r->failed && !skip(r, 'E')) {
      path(r);
      while (skip(r, 'p')) {
         identifier(r);
         type(r);
      }
   }
   if (!skip(r, 'L'))
      fail(r);
   number62(r);
}

static void type_inside(Rust* r)
{
   if (at_lower(r)) {
      r->at++;
   } else if (skip(r, 'R') || skip(r, 'Q')) {
      optional62(r, 'L');
      type(r);
   } else if (skip(r, 'P') || skip(r, 'O') || skip(r, 'S')) {
      type(r);
   } else if (skip(r, 'A')) {
      type(r);
      constant(r);
   } else if (skip(r, 'T')) {
      types(r);
   } else if (skip(r, 'F')) {
      function(r);
   } else if (skip(r, 'D')) {
      trait_object(r);
   } else {
      path(r);
   }
}

static void type(Rust* r)
{
   const HChar* begin = begin_part(r);

   type_inside(r);
   end_part(r, begin, TYPE);
}

Bool cg_mangled_rust_is_safe(const HChar* name)
{
   UInt length = cg_text_length(name);
   Rust r      = {.name = name, .at = name, .end = name + length};

   if (length >= MAX_BYTES)
      return False;
   path(&r);
   /* The crate that made the instance is not written, but read. */
   if (*r.at && *r.at != '.')
      path(&r);
   /* What libiberty may read otherwise is not safe. */
   return !r.failed && (*r.at == '\0' || *r.at == '.');
}
