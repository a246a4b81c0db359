/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_mangled_cxx.c: which names in C++ are safe; see cg_mangled_cxx.h.

   This reads a name by the grammar of the Itanium C++ ABI, as libiberty reads
   it, and counts how many characters it has when all that refers back is
   written out.  A name refers back in two ways:

      S1_   repeats the second of the parts so far that can be repeated: types,
            and names that others are in.  Which these are must be right, or a
            long part would be taken for a short one.
      T0_   is the second argument of the template that a function around it is
            made from.  Which function that is depends on where the part is
            printed, so each is taken for the longest argument of any.  In a
            conversion to a type, it can be one of any template.  Of a pack, it
            is one element.
      Dp    repeats a type, and sp an expression, for each element of a pack:
            as often as the largest pack has elements.

   Where it does not matter for that, much more is accepted than the grammar
   has. */

#include "conflicts/cg_mangled_cxx.h"
#include "conflicts/cg_text.h"

/* libiberty demangles no symbol that is longer, and each part has one character
   or more. */
#define MAX_PARTS 1024

/* How many characters a name may have when it is written out.  libiberty looks
   at each of them where a pack is expanded, and prints nothing meanwhile: that
   takes up to 0.3 seconds.  So there may be few that are long; a large C++
   program has two or three. */
#define MAX_LENGTH     (1024 * 1024)
#define LONG_LENGTH    (64 * 1024)
#define MAX_LONG_NAMES 64

/* How deep parts may be inside each other, because this reads them
   recursively. */
#define MAX_DEPTH 200

/* How many templates a name may have, times how many references to parameters
   (T&): libiberty takes 64 bytes of the stack for each. */
#define MAX_SAVED_TEMPLATES 8192

/* How often something is read in one way, and then in another.  Each time can
   take as many steps as the name has characters. */
#define MAX_ATTEMPTS 1000

/* How much of a name was read, or how long a part is. */
typedef struct {
   ULong length; /* when it is written out */
   ULong n_parameters;
} Extent;

typedef struct {
   const HChar* at; /* the next character */
   Bool         failed;
   UInt         depth;
   UInt         in_resolved; /* how many names after "sr" are around it */
   UInt         in_type;     /* how many types in the innermost function are */
   UInt         in_pack;     /* how many packs in the innermost template are */
   UInt         n_parts;
   ULong        repeated; /* the length of all that was referred to */
   ULong        n_parameters;
   ULong        longest_argument;
   UInt         most_elements; /* of a pack */
   ULong        n_templates, n_references;
   Bool         is_repeated; /* the last name: it is a part */
   Bool         any_lambda;
   Bool         any_pack_size;
} State;

typedef struct {
   State        now;
   const HChar *begin, *end;
   UInt         n_attempts; /* to read something in one of two ways */

   /* What the first of two readings has found: an operator that converts, and
      the most elements of a pack, which is 1 at first. */
   Bool   any_conversion;
   UInt   n_repeats;
   Extent parts[MAX_PARTS];
} Cxx;

static void type(Cxx* c);
static void expression(Cxx* c);
static void encoding(Cxx* c);
static void name(Cxx* c);
static void template_arguments(Cxx* c);

/*------------------------------------------------------------*/
/*--- Characters                                           ---*/
/*------------------------------------------------------------*/

/* Nothing more is read then. */
static void fail(Cxx* c)
{
   c->now.failed = True;
   c->now.at     = c->end;
}

static HChar next(const Cxx* c)
{
   return c->now.at[0];
}

/* The character after the next one; NUL at the end. */
static HChar second(const Cxx* c)
{
   return next(c) == '\0' ? '\0' : c->now.at[1];
}

static Bool at_end(const Cxx* c)
{
   return next(c) == '\0';
}

static Bool is_one_of(HChar c, const HChar* characters)
{
   while (*characters && *characters != c)
      characters++;
   return c != '\0' && *characters == c;
}

static Bool is_digit(HChar c)
{
   return c >= '0' && c <= '9';
}

static Bool is_upper(HChar c)
{
   return c >= 'A' && c <= 'Z';
}

static Bool is_lower(HChar c)
{
   return c >= 'a' && c <= 'z';
}

static Bool skip(Cxx* c, const HChar* text)
{
   const HChar* rest = cg_text_after(c->now.at, text);

   if (rest)
      c->now.at = rest;
   return rest != NULL;
}

static void skip_any(Cxx* c, const HChar* characters)
{
   while (is_one_of(next(c), characters))
      c->now.at++;
}

static void expect(Cxx* c, const HChar* text)
{
   if (!skip(c, text))
      fail(c);
}

/* "12" and "n12" */
static void number(Cxx* c)
{
   skip(c, "n");
   skip_any(c, "0123456789");
}

/* "_", "12_" */
static void number_(Cxx* c)
{
   number(c);
   expect(c, "_");
}

/* Goes one step deeper, unless it is too deep; leave() must follow. */
static void enter(Cxx* c)
{
   if (c->now.depth++ == MAX_DEPTH)
      fail(c);
}

static void leave(Cxx* c)
{
   c->now.depth--;
}

/*------------------------------------------------------------*/
/*--- What is repeated                                     ---*/
/*------------------------------------------------------------*/

static Extent so_far(const Cxx* c)
{
   return (Extent){c->now.at - c->begin + c->now.repeated, c->now.n_parameters};
}

/* Adds the length of something that is written elsewhere in the name. */
static void repeat(Cxx* c, ULong length)
{
   c->now.repeated += length;
   if (c->now.repeated > MAX_LENGTH)
      fail(c);
}

/* What begins at `begin' and ends here can be repeated. */
static void add_part(Cxx* c, Extent begin)
{
   Extent end = so_far(c);

   if (c->now.n_parts == MAX_PARTS)
      fail(c);
   else
      c->parts[c->now.n_parts++] = (Extent){
         end.length - begin.length, end.n_parameters - begin.n_parameters};
}

/* The index in "S_", "S0_", "SZ_", "S10_" */
static UInt part_index(Cxx* c)
{
   UInt index = 0;

   if (skip(c, "_"))
      return 0;
   for (; is_digit(next(c)) || is_upper(next(c)); c->now.at++)
      if (index < MAX_PARTS)
         index = index * 36
                 + (is_digit(next(c)) ? next(c) - '0' : next(c) - 'A' + 10);
   expect(c, "_");
   return index + 1;
}

/* Its parameters may stand for a longer argument here than there. */
static void part(Cxx* c)
{
   UInt index = part_index(c);

   if (index >= c->now.n_parts) {
      fail(c);
      return;
   }
   c->now.n_parameters += c->parts[index].n_parameters;
   repeat(c, c->parts[index].length
                + c->parts[index].n_parameters * c->now.longest_argument);
}

/* What begins at `begin' and ends here is repeated for each element. */
static void expand(Cxx* c, Extent begin)
{
   Extent end  = so_far(c);
   ULong  more = c->n_repeats - 1;

   c->now.n_parameters += more * (end.n_parameters - begin.n_parameters);
   repeat(c, more * (end.length - begin.length));
}

/* "T_", "T0_", "TL0__" */
static void parameter(Cxx* c)
{
   expect(c, "T");
   if (skip(c, "L"))
      number_(c);
   number_(c);
   c->now.n_parameters++;
   repeat(c, c->now.longest_argument);
}

/* Whether parameters can stand for the arguments that are read now.  Those of a
   type are none of a function's. */
static Bool are_arguments(const Cxx* c)
{
   return c->now.in_type == 0 || c->any_conversion;
}

/* The argument, or element of a pack, that begins at `begin' ends here.  All
   parameters so far may stand for it. */
static void end_argument(Cxx* c, Extent begin)
{
   ULong length = so_far(c).length - begin.length;

   if (!are_arguments(c) || length <= c->now.longest_argument)
      return;
   repeat(c, begin.n_parameters * (length - c->now.longest_argument));
   c->now.longest_argument = length;
}

/*------------------------------------------------------------*/
/*--- Names                                                ---*/
/*------------------------------------------------------------*/

static void source_name(Cxx* c)
{
   Long length = 0;

   if (!is_digit(next(c)))
      fail(c);
   for (; is_digit(next(c)); c->now.at++)
      if (length < MAX_LENGTH)
         length = length * 10 + next(c) - '0';
   if (length > c->end - c->now.at)
      fail(c);
   else
      c->now.at += length;
}

/* "[abi:cxx11]" */
static void abi_tags(Cxx* c)
{
   if (c->now.in_resolved && next(c) == 'B')
      fail(c);
   while (skip(c, "B"))
      source_name(c);
}

static void substitution(Cxx* c)
{
   expect(c, "S");
   if (is_digit(next(c)) || is_upper(next(c)) || next(c) == '_') {
      part(c);
   } else if (is_one_of(next(c), "tabsiod")) {
      c->now.at++;
      /* What this is a part of depends on the version of libiberty. */
      if (next(c) == 'B')
         fail(c);
   } else {
      fail(c);
   }
}

/* The parameters of a function. */
static void types(Cxx* c)
{
   while (!at_end(c) && !is_one_of(next(c), "E.")
          && !(is_one_of(next(c), "RO") && second(c) == 'E'))
      type(c);
}

/* "{lambda(int)#1}", "{unnamed type#1}".  Those with template parameters of
   their own, UlTy, crash libiberty; as a parameter has a number or '_', this
   fails at them. */
static void unnamed(Cxx* c)
{
   Extent begin = so_far(c);

   if (skip(c, "Ul")) {
      c->now.any_lambda = True;
      types(c);
      expect(c, "E");
      number_(c);
   } else {
      expect(c, "Ut");
      number_(c);
      /* libiberty counts it by itself, and again as the name that it is. */
      add_part(c, begin);
   }
}

/* "__2_", "_3" */
static void discriminator(Cxx* c)
{
   if (skip(c, "__"))
      number_(c);
   else if (skip(c, "_"))
      number(c);
}

/* A constructor or destructor, after "C" or "D". */
static void constructor(Cxx* c)
{
   Bool inherits = skip(c, "I");

   if (!is_digit(next(c))) {
      fail(c);
      return;
   }
   c->now.at++;
   /* libiberty crashes at a vendor's type here. */
   if (inherits && next(c) == 'u')
      fail(c);
   else if (inherits)
      type(c);
}

/* The operands of each operator: '1' to '3' expressions, or something else. */
static const HChar operators[] =
   "aN2 aS2 aa2 ad1 an2 at1 aw1 az1 cc@ cl( cm2 co1 dV2 dX3 da1 dc@ "
   "de1 di: dl1 ds2 dt. dv2 eO2 eo2 eq2 fLf fRf flf frf ge2 gs1 gt2 "
   "ix2 lS2 le2 li1 ls2 lt2 mI2 mL2 mi2 ml2 mm1 nan ne2 ng1 nt1 nwn "
   "nx1 oR2 oo2 or2 pL2 pl2 pm2 pp1 ps1 pt. qu3 rM2 rS2 rc@ rm2 rs2 "
   "sPa sZ1 sc@ ss2 stt sz1 te1 ti1 tr0 tw1 ";

/* Returns what the operands of an operator are, and goes behind it; '\0' if
   there is none. */
static HChar operands(Cxx* c)
{
   const HChar* o = operators;

   while (*o && (o[0] != next(c) || o[1] != second(c)))
      o += 4;
   if (*o)
      c->now.at += 2;
   return *o ? o[2] : '\0';
}

/* "operator+", "operator int", "operator\"\" _km" */
static void operator_name(Cxx* c)
{
   skip(c, "on");
   if (skip(c, "v")) {
      if (is_digit(next(c)))
         c->now.at++;
      source_name(c);
   } else if (skip(c, "li")) {
      source_name(c);
   } else if (skip(c, "cv")) {
      Bool is_parameter = next(c) == 'T';

      c->any_conversion = True;
      type(c);
      /* libiberty takes the arguments for those of the operator. */
      if (is_parameter && c->now.at[-1] == 'E')
         fail(c);
   } else if (operands(c) == '\0') {
      fail(c);
   }
}

/* "DC", names, "E": what is bound by "auto [a, b]" */
static void bound_names(Cxx* c)
{
   while (!at_end(c) && !skip(c, "E"))
      source_name(c);
}

static void unqualified_name(Cxx* c)
{
   Bool is_friend = skip(c, "F");

   if (c->now.in_resolved && (is_friend || !is_digit(next(c)))) {
      fail(c);
   } else if (is_lower(next(c))) {
      operator_name(c);
   } else if (skip(c, "DC")) {
      bound_names(c);
   } else if (skip(c, "C") || skip(c, "D")) {
      constructor(c);
   } else if (skip(c, "L")) {
      source_name(c);
      discriminator(c);
   } else if (next(c) == 'U') {
      unnamed(c);
   } else {
      source_name(c);
   }
   abi_tags(c);
}

/* One of the names in a nested name, or the arguments of its template. */
static void component(Cxx* c)
{
   switch (next(c)) {
   case 'I':
      template_arguments(c);
      break;
   case 'T':
      parameter(c);
      break;
   case 'S':
      substitution(c);
      break;
   default:
      if (next(c) == 'D' && is_one_of(second(c), "Tt"))
         type(c);
      else
         unqualified_name(c);
   }
}

/* "N3foo3barE": each name around another can be repeated. */
static void nested_name(Cxx* c)
{
   Extent begin   = so_far(c);
   Bool   is_part = True;

   expect(c, "N");
   skip(c, "H");
   skip_any(c, "rVKRO");
   while (!at_end(c) && next(c) != 'E') {
      is_part = next(c) == 'S';
      if (skip(c, "M"))
         continue;
      component(c);
      if (!is_part && next(c) != 'E')
         add_part(c, begin);
   }
   c->now.is_repeated = is_part;
   expect(c, "E");
}

/* "Z", a function, "E" and the name of what is inside it */
static void local_name(Cxx* c)
{
   expect(c, "Z");
   encoding(c);
   expect(c, "E");
   c->now.is_repeated = False;
   if (!skip(c, "s")) {
      if (skip(c, "d"))
         number_(c);
      name(c);
   }
   discriminator(c);
}

/* A name that is in no other, or only in namespace std. */
static void unscoped_name(Cxx* c)
{
   Extent begin   = so_far(c);
   Bool   is_part = False;

   if (skip(c, "St")) {
      unqualified_name(c);
   } else if (next(c) == 'S') {
      is_part = True;
      substitution(c);
   } else {
      unqualified_name(c);
   }
   c->now.is_repeated = is_part && next(c) != 'I';
   if (next(c) != 'I')
      return;
   if (!is_part)
      add_part(c, begin);
   template_arguments(c);
   c->now.is_repeated = False;
}

static void name(Cxx* c)
{
   enter(c);
   if (next(c) == 'N')
      nested_name(c);
   else if (next(c) == 'Z')
      local_name(c);
   else
      unscoped_name(c);
   leave(c);
}

/*------------------------------------------------------------*/
/*--- Templates                                            ---*/
/*------------------------------------------------------------*/

/* "L", a type and a value, or the symbol of a function, "E" */
static void literal(Cxx* c)
{
   expect(c, "L");
   if (skip(c, "_Z") || skip(c, "Z")) {
      encoding(c);
   } else {
      type(c);
      while (!at_end(c) && next(c) != 'E')
         c->now.at++;
   }
   expect(c, "E");
}

/* "J", the elements of a pack, "E"; old compilers write "I" for "J". */
static Bool at_pack(const Cxx* c)
{
   return is_one_of(next(c), "IJ");
}

static void template_argument(Cxx* c);

/* Returns how many arguments there are. */
static UInt argument_list(Cxx* c)
{
   UInt n = 0;

   enter(c);
   if (at_pack(c))
      c->now.at++;
   else
      fail(c);
   for (; !at_end(c) && !skip(c, "E"); n++) {
      Extent begin   = so_far(c);
      Bool   is_pack = at_pack(c);

      template_argument(c);
      if (!is_pack || c->now.in_pack)
         end_argument(c, begin);
   }
   leave(c);
   return n;
}

static void pack(Cxx* c)
{
   UInt n;

   c->now.in_pack++;
   n = argument_list(c);
   c->now.in_pack--;
   if (are_arguments(c) && n > c->now.most_elements)
      c->now.most_elements = n;
}

static void template_argument(Cxx* c)
{
   if (skip(c, "X")) {
      expression(c);
      expect(c, "E");
   } else if (next(c) == 'L') {
      literal(c);
   } else if (at_pack(c)) {
      pack(c);
   } else {
      type(c);
   }
}

static void template_arguments(Cxx* c)
{
   UInt in_pack = c->now.in_pack;

   c->now.in_pack = 0;
   argument_list(c);
   c->now.in_pack = in_pack;
   c->now.n_templates++;
}

/* A name and the arguments of its template, neither of which is repeated. */
static void member_name(Cxx* c)
{
   unqualified_name(c);
   if (next(c) == 'I')
      template_arguments(c);
}

/*------------------------------------------------------------*/
/*--- Types                                                ---*/
/*------------------------------------------------------------*/

static void function_type(Cxx* c)
{
   expect(c, "F");
   skip(c, "Y");
   types(c);
   if (is_one_of(next(c), "RO"))
      c->now.at++;
   expect(c, "E");
}

static Bool at_qualifier(const Cxx* c)
{
   return is_one_of(next(c), "rVK")
          || (next(c) == 'D' && is_one_of(second(c), "xoOw"));
}

static void qualifier(Cxx* c)
{
   if (skip(c, "DO")) {
      expression(c);
      expect(c, "E");
   } else if (skip(c, "Dw")) {
      types(c);
      expect(c, "E");
   } else if (!skip(c, "Dx") && !skip(c, "Do")) {
      c->now.at++;
   }
}

/* A type with qualifiers, which can be repeated only with all of them. */
static void qualified_type(Cxx* c)
{
   while (at_qualifier(c))
      qualifier(c);
   if (next(c) == 'F')
      function_type(c);
   else
      type(c);
}

/* "A8_i", "A_i", or with an expression */
static void array_type(Cxx* c)
{
   expect(c, "A");
   if (is_digit(next(c)))
      number(c);
   else if (next(c) != '_')
      expression(c);
   expect(c, "_");
   type(c);
}

/* "v4_f", or "v_", an expression, "_f"; after "D" */
static void vector_type(Cxx* c)
{
   if (skip(c, "_"))
      expression(c);
   else
      number(c);
   expect(c, "_");
   type(c);
}

/* "F16_", "B7_", ...: "_Float16", "_BitInt(7)"; after "D" */
static void numbered_type(Cxx* c)
{
   if (next(c) != '_' && !is_digit(next(c)))
      expression(c);
   else
      number(c);
   if (!skip(c, "_") && !skip(c, "x") && !skip(c, "b"))
      fail(c);
}

/* A type that begins with "D".  Returns whether it can be repeated. */
static Bool d_type(Cxx* c)
{
   expect(c, "D");
   if (skip(c, "T") || skip(c, "t")) {
      expression(c);
      expect(c, "E");
      return True;
   }
   if (skip(c, "p")) {
      Extent pattern = so_far(c);

      type(c);
      expand(c, pattern);
      return True;
   }
   if (skip(c, "v")) {
      vector_type(c);
      return True;
   }
   if (skip(c, "F") || skip(c, "B") || skip(c, "U"))
      numbered_type(c);
   else if (is_one_of(next(c), "acdefhinsu"))
      c->now.at++;
   else
      fail(c);
   return False;
}

/* A parameter of a template, which can be a template itself. */
static void parameter_type(Cxx* c)
{
   Extent begin = so_far(c);

   parameter(c);
   if (next(c) != 'I')
      return;
   add_part(c, begin);
   template_arguments(c);
}

/* A part that is repeated, or a name in namespace std.  Returns whether the
   type is more than the part itself. */
static Bool s_type(Cxx* c)
{
   Bool is_std = second(c) == 't';

   if (is_std || is_lower(second(c))) {
      name(c);
      return is_std || c->now.at[-1] == 'E';
   }
   substitution(c);
   if (next(c) != 'I')
      return False;
   template_arguments(c);
   return True;
}

/* "u5fancy", or "U5fancyIiE" before a type: what only a vendor has. */
static void vendor_name(Cxx* c)
{
   c->now.at++;
   source_name(c);
   if (next(c) == 'I')
      template_arguments(c);
}

/* "Rx", "OT_" */
static void reference(Cxx* c)
{
   c->now.at++;
   c->now.n_references += is_one_of(next(c), "TS");
   type(c);
}

/* Returns whether the type can be repeated. */
static Bool unqualified_type(Cxx* c)
{
   HChar first = next(c);

   /* Where libiberty has no builtin type (k, p, q), it reads an operator. */
   if (is_one_of(first, "abcdefghijlmnostvwxyz")) {
      c->now.at++;
      return False;
   }
   if (first == 'D')
      return d_type(c);
   if (first == 'S')
      return s_type(c);
   if (first == 'u') {
      vendor_name(c);
   } else if (first == 'F') {
      function_type(c);
   } else if (first == 'A') {
      array_type(c);
   } else if (first == 'T') {
      parameter_type(c);
   } else if (is_one_of(first, "OR")) {
      reference(c);
   } else if (skip(c, "M")) {
      type(c);
      type(c);
   } else if (skip(c, "P") || skip(c, "C") || skip(c, "G")) {
      type(c);
   } else if (first == 'U' && !is_one_of(second(c), "lt")) {
      vendor_name(c);
      type(c);
   } else if (is_digit(first) || is_one_of(first, "NZU")) {
      name(c);
   } else {
      fail(c);
   }
   return True;
}

static void type(Cxx* c)
{
   Extent begin = so_far(c);

   enter(c);
   c->now.in_type++;
   if (c->now.in_resolved && is_one_of(next(c), "ACDFGMUZu"))
      fail(c);
   else if (at_qualifier(c))
      qualified_type(c), add_part(c, begin);
   else if (unqualified_type(c))
      add_part(c, begin);
   c->now.in_type--;
   leave(c);
}

/*------------------------------------------------------------*/
/*--- Expressions                                          ---*/
/*------------------------------------------------------------*/

static void expressions(Cxx* c, const HChar* end)
{
   while (!at_end(c) && !skip(c, end))
      expression(c);
}

/* The names after "sr" as clang writes them, "3std7is_sameIT_T0_EE5value".
   Returns False, and goes nowhere, if it is a type and a name instead. */
static Bool unresolved_name(Cxx* c)
{
   State before = c->now;

   while (is_digit(next(c)))
      member_name(c);
   if (skip(c, "E") && is_digit(next(c))) {
      member_name(c);
      return True;
   }
   c->now = before;
   if (++c->n_attempts > MAX_ATTEMPTS)
      fail(c);
   return False;
}

/* What follows "sr": names only, or a class and the name of a member.  If a
   version of libiberty (3.19's) cannot read something there, it never ends: so
   only what programs have there is read. */
static void resolved_name(Cxx* c)
{
   Bool names_only = is_digit(next(c));

   c->now.in_resolved++;
   if (!names_only || !unresolved_name(c)) {
      if (!names_only && !is_one_of(next(c), "NST"))
         fail(c);
      type(c);
      if (!is_digit(next(c)))
         fail(c);
      member_name(c);
      /* That version takes what follows for a name. */
      if (names_only && next(c) != 'E')
         fail(c);
   }
   c->now.in_resolved--;
}

/* "nw", arguments, "_", a type, and an initializer or "E" */
static void new_expression(Cxx* c)
{
   expressions(c, "_");
   type(c);
   if (skip(c, "pi"))
      expressions(c, "E");
   else if (cg_text_after(c->now.at, "il"))
      expression(c);
   else
      expect(c, "E");
}

/* A type in parentheses before its operand. */
static void cast(Cxx* c)
{
   type(c);
   if (skip(c, "_"))
      expressions(c, "E");
   else
      expression(c);
}

/* The operands of an operator that a vendor has, "v23foo". */
static void vendor_expression(Cxx* c)
{
   UInt n = is_digit(next(c)) ? *c->now.at++ - '0' : 0;

   source_name(c);
   while (n-- > 0)
      expression(c);
}

static void some_arguments(Cxx* c)
{
   while (!at_end(c) && !skip(c, "E"))
      template_argument(c);
}

static void fold_expression(Cxx* c, Bool both)
{
   if (operands(c) == '\0')
      fail(c);
   expression(c);
   if (both)
      expression(c);
}

static void operator_expression(Cxx* c)
{
   Bool both = is_one_of(second(c), "LR");

   c->now.any_pack_size |=
      cg_text_after(c->now.at, "sZ") || cg_text_after(c->now.at, "sP");
   switch (operands(c)) {
   case '0':
      break;
   case '1':
      skip(c, "_"); /* "pp_" and "mm_" */
      expression(c);
      break;
   case '3':
      expression(c);
      /* fall through */
   case '2':
      expression(c);
      expression(c);
      break;
   case '@':
      type(c);
      expression(c);
      break;
   case '(':
      expressions(c, "E");
      break;
   case ':':
      unqualified_name(c);
      expression(c);
      break;
   case '.':
      expression(c);
      member_name(c);
      break;
   case 'f':
      fold_expression(c, both);
      break;
   case 'n':
      new_expression(c);
      break;
   case 'a':
      some_arguments(c);
      break;
   case 't':
      type(c);
      break;
   default:
      fail(c);
   }
}

/* "fp_", "fp0_", "fL0p_" as "fp" only, and "fpT" for "this" */
static void function_parameter(Cxx* c)
{
   if (skip(c, "T"))
      return;
   skip_any(c, "rVK");
   number_(c);
}

static void expression_inside(Cxx* c)
{
   if (next(c) == 'L') {
      literal(c);
   } else if (next(c) == 'T') {
      parameter(c);
   } else if (skip(c, "sr")) {
      resolved_name(c);
   } else if (c->now.in_resolved) {
      fail(c);
   } else if (skip(c, "sp")) {
      Extent pattern = so_far(c);

      expression(c);
      expand(c, pattern);
   } else if (skip(c, "fp")) {
      function_parameter(c);
   } else if (skip(c, "il")) {
      expressions(c, "E");
   } else if (skip(c, "tl")) {
      type(c);
      expressions(c, "E");
   } else if (skip(c, "cv")) {
      cast(c);
   } else if (skip(c, "u")) {
      source_name(c);
      some_arguments(c);
   } else if (skip(c, "v")) {
      vendor_expression(c);
   } else if (is_digit(next(c)) || cg_text_after(c->now.at, "on")) {
      member_name(c);
   } else {
      operator_expression(c);
   }
}

static void expression(Cxx* c)
{
   enter(c);
   expression_inside(c);
   leave(c);
}

/*------------------------------------------------------------*/
/*--- Symbols                                              ---*/
/*------------------------------------------------------------*/

/* "h5_", "v5_7_": what is added to a pointer. */
static void call_offset(Cxx* c)
{
   Bool is_virtual = skip(c, "v");

   if (!is_virtual)
      expect(c, "h");
   number_(c);
   if (is_virtual)
      number_(c);
}

/* "guard variable for f()::a", ...; after "G" */
static void special_g(Cxx* c)
{
   if (skip(c, "V")) {
      name(c);
   } else if (skip(c, "R")) {
      name(c);
      if (!at_end(c) && next(c) != 'E')
         part_index(c);
   } else if (skip(c, "T")) {
      c->now.at += is_one_of(next(c), "nt");
      encoding(c);
   } else {
      expect(c, "A");
      encoding(c);
   }
}

/* "vtable for A", ...; after "T" */
static void special_t(Cxx* c)
{
   if (is_one_of(next(c), "hv")) {
      call_offset(c);
      encoding(c);
   } else if (skip(c, "c")) {
      call_offset(c);
      call_offset(c);
      encoding(c);
   } else if (skip(c, "C")) {
      type(c);
      number_(c);
      type(c);
   } else if (skip(c, "A")) {
      template_argument(c);
   } else if (skip(c, "H") || skip(c, "W")) {
      name(c);
   } else if (is_one_of(next(c), "VTISFJ")) {
      c->now.at++;
      type(c);
   } else {
      fail(c);
   }
}

/* A function, which can be inside others, or what is made for one.  Its name is
   no part: libiberty would take the arguments of that for the function's. */
static void encoding(Cxx* c)
{
   UInt in_type = c->now.in_type;

   enter(c);
   c->now.in_type = 0;
   if (skip(c, "G")) {
      special_g(c);
   } else if (skip(c, "T")) {
      special_t(c);
   } else {
      name(c);
      if (c->now.is_repeated)
         fail(c);
      skip(c, "J");
      types(c);
   }
   c->now.in_type = in_type;
   leave(c);
}

static void read_symbol(Cxx* c)
{
   c->now        = (State){.at = c->begin};
   c->n_attempts = 0;
   encoding(c);
}

static ULong hash_of(const HChar* symbol)
{
   ULong hash = 0xcbf29ce484222325ULL;

   for (; *symbol; symbol++)
      hash = (hash ^ (UChar)*symbol) * 0x100000001b3ULL;
   return hash;
}

/* Whether a long name is one of the first ones.  The same name gets the same
   answer each time. */
static Bool is_one_of_few(const HChar* symbol)
{
   static ULong few[MAX_LONG_NAMES];
   static UInt  n;
   ULong        hash = hash_of(symbol);

   for (UInt i = 0; i < n; i++)
      if (few[i] == hash)
         return True;
   if (n == MAX_LONG_NAMES)
      return False;
   few[n++] = hash;
   return True;
}

Bool cg_mangled_cxx_is_safe(const HChar* symbol)
{
   Cxx c; /* most of `parts' stays undefined */

   c.begin          = symbol;
   c.end            = symbol + cg_text_length(symbol);
   c.any_conversion = False;
   c.n_repeats      = 1;
   read_symbol(&c);
   if (c.any_conversion)
      read_symbol(&c);
   if (c.now.most_elements > 1) {
      c.n_repeats = c.now.most_elements;
      read_symbol(&c);
   }
   /* What follows is such as ".isra.0", which becomes " [clone .isra.0]". */
   if (c.now.failed || (!at_end(&c) && next(&c) != '.'))
      return False;
   /* In a lambda's parameters, libiberty 2.40 does not check whether there is
      the pack whose size it asks for.  A substitution can bring it there. */
   if ((c.now.any_lambda && c.now.any_pack_size)
       || c.now.n_templates * c.now.n_references > MAX_SAVED_TEMPLATES)
      return False;
   return so_far(&c).length <= LONG_LENGTH || is_one_of_few(symbol);
}
