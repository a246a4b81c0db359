/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_mangled_rust.c: how long names in Rust become; see cg_mangled_rust.h.

   The grammar is in Rust's RFC 2603.  A reference, "B7_", repeats the
   production (path, type or constant) that begins at byte 7.  So the bounds of
   all productions are kept, in the order in which they begin:

      _RINvC1a1fTmmEB3_E
        0            3
         ^ path, 1: a::f::<(u32, u32), a>
                     ... and B3_ is the path that begins at byte 3, "a" */

#include "conflicts/cg_mangled_rust.h"
#include "conflicts/cg_bound.h"
#include "conflicts/cg_text.h"

/* How many productions a name can have, and how many can be inside each other.
   Names with more are not measured. */
#define MAX_PRODUCTIONS 2048
#define MAX_DEPTH       200

/* What is printed besides names, at most: of a lifetime or another number, of
   the beginning of a function or of a name without a name of its own, and of
   anything else. */
#define NUMBER      24
#define BEGINNING   40
#define PUNCTUATION 8

typedef enum { PATH, TYPE, CONSTANT } Kind;

typedef struct {
   UInt  begin;
   Kind  kind;
   Bool  complete;
   ULong bound; /* if complete */
} Production;

typedef struct {
   const HChar* name;
   const HChar* at; /* the next character of `name' */
   Bool         failed;
   UInt         depth;
   UInt         n;
   Production   productions[MAX_PRODUCTIONS];
} Rust;

static ULong production(Rust* r, Kind kind);

static ULong rust_fail(Rust* r)
{
   r->failed = True;
   return 0;
}

static Bool rust_skip(Rust* r, HChar c)
{
   if (*r->at != c)
      return False;
   r->at++;
   return True;
}

static Bool is_digit(HChar c)
{
   return c >= '0' && c <= '9';
}

/* A number to the base 62, "_" being 0, "0_" 1, ... */
static ULong number62(Rust* r)
{
   ULong n = 0;

   if (rust_skip(r, '_'))
      return 0;
   for (; *r->at && *r->at != '_'; r->at++) {
      HChar c = *r->at;
      UInt  digit;

      if (is_digit(c))
         digit = c - '0';
      else if (c >= 'a' && c <= 'z')
         digit = c - 'a' + 10;
      else if (c >= 'A' && c <= 'Z')
         digit = c - 'A' + 36;
      else
         return rust_fail(r);
      n = cg_bound_plus(cg_bound_times(n, 62), digit);
   }
   if (!rust_skip(r, '_'))
      return rust_fail(r);
   return cg_bound_plus(n, 1);
}

/* An optional number to the base 62 after `tag'; from 1 on, 0 if it is not
   there. */
static ULong optional62(Rust* r, HChar tag)
{
   return rust_skip(r, tag) ? cg_bound_plus(number62(r), 1) : 0;
}

/* Each byte of an identifier in Punycode is a character of up to 4 bytes. */
static ULong identifier(Rust* r)
{
   ULong length = 0, n;
   Bool  is_punycode;

   optional62(r, 's');
   is_punycode = rust_skip(r, 'u');
   if (!is_digit(*r->at))
      return rust_fail(r);
   /* After "0" another identifier can begin at once. */
   if (!rust_skip(r, '0'))
      for (; is_digit(*r->at); r->at++)
         length = cg_bound_plus(cg_bound_times(length, 10), *r->at - '0');
   rust_skip(r, '_');
   for (n = 0; n < length; n++)
      if (*r->at++ == '\0') {
         r->at--;
         return rust_fail(r);
      }
   return is_punycode ? 4 * n + BEGINNING : n;
}

/* A reference to a production of this kind.  A path is a type as well. */
static ULong reference(Rust* r, Kind kind)
{
   ULong begin = number62(r);
   UInt  low = 0, high = r->n;

   while (low < high) {
      UInt middle = low + (high - low) / 2;

      if (r->productions[middle].begin < begin)
         low = middle + 1;
      else
         high = middle;
   }
   for (; low < r->n && r->productions[low].begin == begin; low++)
      if ((r->productions[low].kind == CONSTANT) == (kind == CONSTANT)
          && r->productions[low].complete)
         return r->productions[low].bound;
   return rust_fail(r);
}

/* "for<'a, 'b> ": as many lifetimes as a number says. */
static ULong binder(Rust* r)
{
   return cg_bound_times(optional62(r, 'G'), NUMBER);
}

static ULong list(Rust* r, Kind kind)
{
   ULong bound = 0;

   while (!r->failed && !rust_skip(r, 'E'))
      bound = cg_bound_plus(bound, production(r, kind) + 2);
   return bound;
}

static ULong generic_arguments(Rust* r)
{
   ULong bound = 0;

   while (!r->failed && !rust_skip(r, 'E')) {
      if (rust_skip(r, 'L')) {
         number62(r);
         bound = cg_bound_plus(bound, NUMBER);
      } else {
         Kind kind = rust_skip(r, 'K') ? CONSTANT : TYPE;
         bound     = cg_bound_plus(bound, production(r, kind));
      }
      bound = cg_bound_plus(bound, 2);
   }
   return bound;
}

static ULong path(Rust* r)
{
   Bool  is_special;
   ULong bound;

   switch (*r->at++) {
   case 'C':
      return identifier(r);
   case 'M':
      optional62(r, 's');
      bound = production(r, PATH);
      return cg_bound_plus(bound, production(r, TYPE));
   case 'X':
      optional62(r, 's');
      bound = production(r, PATH);
      bound = cg_bound_plus(bound, production(r, TYPE));
      return cg_bound_plus(bound, production(r, PATH));
   case 'Y':
      bound = production(r, TYPE);
      return cg_bound_plus(bound, production(r, PATH));
   case 'N':
      if (*r->at == '\0')
         return rust_fail(r);
      is_special = *r->at < 'a' || *r->at > 'z'; /* "{closure:name#1}" */
      r->at++;
      bound = production(r, PATH);
      bound = cg_bound_plus(bound, identifier(r));
      return is_special ? cg_bound_plus(bound, BEGINNING) : bound;
   case 'I':
      bound = production(r, PATH);
      return cg_bound_plus(bound, generic_arguments(r));
   case 'B':
      return reference(r, PATH);
   default:
      r->at--;
      return rust_fail(r);
   }
}

static ULong function(Rust* r)
{
   ULong bound = cg_bound_plus(binder(r), BEGINNING);

   rust_skip(r, 'U');
   if (rust_skip(r, 'K') && !rust_skip(r, 'C'))
      bound = cg_bound_plus(bound, identifier(r));
   bound = cg_bound_plus(bound, list(r, TYPE));
   return cg_bound_plus(bound, production(r, TYPE));
}

/* "dyn Iterator<Item = u8> + 'a" */
static ULong trait_object(Rust* r)
{
   ULong bound = cg_bound_plus(binder(r), NUMBER);

   while (!r->failed && !rust_skip(r, 'E')) {
      bound = cg_bound_plus(bound, production(r, PATH) + PUNCTUATION);
      while (!r->failed && rust_skip(r, 'p')) {
         bound = cg_bound_plus(bound, identifier(r) + PUNCTUATION);
         bound = cg_bound_plus(bound, production(r, TYPE));
      }
   }
   if (!rust_skip(r, 'L'))
      return rust_fail(r);
   number62(r);
   return bound;
}

static ULong type_or_path(Rust* r)
{
   ULong bound;

   if (*r->at >= 'a' && *r->at <= 'z') {
      r->at++;
      return 0; /* its name is no longer than PUNCTUATION */
   }
   switch (*r->at++) {
   case 'R':
   case 'Q':
      bound = optional62(r, 'L') > 0 ? NUMBER : 0;
      return cg_bound_plus(bound, production(r, TYPE));
   case 'P':
   case 'O':
   case 'S':
      return production(r, TYPE);
   case 'A':
      bound = production(r, TYPE);
      return cg_bound_plus(bound, production(r, CONSTANT));
   case 'T':
      return list(r, TYPE);
   case 'F':
      return function(r);
   case 'D':
      return trait_object(r);
   case 'B':
      return reference(r, TYPE);
   default:
      r->at--;
      return production(r, PATH);
   }
}

/* A number, a character or a truth value, by its hexadecimal digits. */
static ULong constant(Rust* r)
{
   const HChar* begin;

   if (rust_skip(r, 'B'))
      return reference(r, CONSTANT);
   if (rust_skip(r, 'p'))
      return 0;
   if (*r->at < 'a' || *r->at > 'z')
      return rust_fail(r);
   begin = ++r->at;
   while (*r->at && *r->at != '_')
      r->at++;
   return rust_skip(r, '_') ? NUMBER + (ULong)(r->at - begin) : rust_fail(r);
}

static ULong production(Rust* r, Kind kind)
{
   UInt  own = r->n;
   ULong bound;

   if (r->failed || *r->at == '\0' || r->n == MAX_PRODUCTIONS
       || r->depth == MAX_DEPTH)
      return rust_fail(r);
   r->productions[r->n++] =
      (Production){.begin = r->at - r->name, .kind = kind};
   r->depth++;
   bound = kind == PATH   ? path(r)
           : kind == TYPE ? type_or_path(r)
                          : constant(r);
   r->depth--;
   bound                        = cg_bound_plus(bound, PUNCTUATION);
   r->productions[own].bound    = bound;
   r->productions[own].complete = True;
   return bound;
}

ULong cg_mangled_rust_bound(const HChar* name)
{
   Rust  r = {.name = name, .at = name};
   ULong bound;

   bound = production(&r, PATH);
   /* The crate that made the instance is not printed, but read. */
   if (!r.failed && *r.at && *r.at != '.')
      bound = cg_bound_plus(bound, production(&r, PATH));
   /* Not a name that the demangler may read otherwise. */
   return r.failed || (*r.at && *r.at != '.') ? CG_BOUND_ENDLESS : bound;
}
