/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_mangled_cxx.c: how long names in C++ become; see cg_mangled_cxx.h.

   The grammar is the Itanium C++ ABI's, as libiberty reads it.  A name
   refers back in two ways:

      S1_   repeats the second of the parts so far that can be repeated: types,
            and names that others are in.  Which these are must be right, or a
            long part would be taken for a short one.
      T0_   is the second argument of a template around it.  Which template that
            is depends on where the part is printed: mostly it is the function
            around it.  So this counts how many such parameters a part has
            (Length), and takes the longest argument for each of them.

   Where it does not matter for the bound, much more is accepted than the
   grammar has. */

#include "conflicts/cg_mangled_cxx.h"
#include "conflicts/cg_bound.h"
#include "conflicts/cg_text.h"

/* How many parts can be repeated, and how deep parts can be inside each other.
   Names with more are not measured: libiberty does not demangle names of more
   than 1024 bytes, and its stack is limited as well. */
#define MAX_PARTS 1024
#define MAX_DEPTH 200

/* How many templates a name can have, times how many references to parameters
   (T&): libiberty takes 64 bytes of the stack for each. */
#define MAX_SAVED_TEMPLATES 8192

/* How often something is read in one way, and then in another.  Each time can
   take as many steps as the name has characters. */
#define MAX_ATTEMPTS 1000

/* What is printed besides names, at most: between two parts (" _Imaginary"),
   for a builtin type, an operator or a number, and before a special name (TC)
   or for a class of the library that has an abbreviation (Ss). */
#define PUNCTUATION 12
#define BUILTIN     20
#define WORD        32
#define LONG_WORD   80

/* The length of a part: `fixed' bytes, and `parameters' times the argument of a
   template.  A reference to a parameter, T&, remembers the templates around the
   place where it was printed first: `remembers' is set if the part has one. */
typedef struct {
   ULong fixed, parameters;
   Bool  remembers;
} Length;

/* The longest argument of a template.  One that is a pack has elements, and is
   printed as a whole only where it is folded. */
typedef struct {
   Length whole, element;
} Arguments;

typedef struct {
   const HChar* at; /* the next character */
   Bool         failed;
   UInt         depth;
   UInt         in_expression; /* how many expressions are around it */
   UInt         in_resolved;   /* how many names after "sr" */
   Bool         any_lambda;
   Bool         any_pack_size;
   Bool         refused; /* libiberty may crash, or need too much stack */

   struct {
      Length length;
      UInt   function; /* in which it is */
   } parts[MAX_PARTS];
   UInt n_parts;

   UInt n_attempts;  /* to read something in one of two ways */
   UInt n_functions; /* so far */
   UInt function;    /* the current one, from 1 on; see encoding() */

   ULong     longest_name; /* of those that a constructor can repeat */
   Arguments own;          /* of the templates that functions are made from */
   Arguments all;          /* of all templates */
   Arguments last;         /* of the template that ended last */
   Bool      ends_in_template; /* the name that ended last */
   Bool      any_function;     /* parameters can belong to any function... */
   Bool      any_template;     /* ... and of everything else */
   Bool      together; /* measured without regard to which they are of */
   Bool      folds;
   ULong     largest_pack; /* how many elements */
   ULong     n_parameters, n_templates, n_references;

   ULong expansion; /* how often a pattern is repeated: largest_pack */
} Cxx;

static Length type(Cxx* c);
static Length expression(Cxx* c);
static Length encoding(Cxx* c);
static Length name(Cxx* c);
static Length template_arguments(Cxx* c);

/*------------------------------------------------------------*/
/*--- Lengths                                              ---*/
/*------------------------------------------------------------*/

static const Arguments no_arguments;

static Length of_bytes(ULong bytes)
{
   return (Length){bytes, 0, False};
}

static Length sum(Length a, Length b)
{
   return (Length){cg_bound_plus(a.fixed, b.fixed),
                   cg_bound_plus(a.parameters, b.parameters),
                   a.remembers || b.remembers};
}

static Length plus_bytes(Length a, ULong bytes)
{
   return sum(a, of_bytes(bytes));
}

static Length larger(Length a, Length b)
{
   return (Length){cg_bound_larger(a.fixed, b.fixed),
                   cg_bound_larger(a.parameters, b.parameters),
                   a.remembers || b.remembers};
}

static Arguments larger_arguments(Arguments a, Arguments b)
{
   return (Arguments){larger(a.whole, b.whole), larger(a.element, b.element)};
}

/* The pattern of a pack expansion, for each element. */
static Length expanded(Cxx* c, Length pattern)
{
   pattern = plus_bytes(pattern, PUNCTUATION);
   return (Length){cg_bound_times(pattern.fixed, c->expansion),
                   cg_bound_times(pattern.parameters, c->expansion),
                   pattern.remembers};
}

/*------------------------------------------------------------*/
/*--- Characters                                           ---*/
/*------------------------------------------------------------*/

static Length cxx_fail(Cxx* c)
{
   c->failed = True;
   return of_bytes(0);
}

/* Goes one step deeper, unless it is too deep; `depth' must be decremented. */
static Bool enter(Cxx* c)
{
   c->refused |= c->depth == MAX_DEPTH;
   return c->depth++ < MAX_DEPTH;
}

static Bool skip_character(Cxx* c, HChar character)
{
   if (*c->at != character)
      return False;
   c->at++;
   return True;
}

static Bool skip_text(Cxx* c, const HChar* text)
{
   const HChar* rest = cg_text_after(c->at, text);

   if (rest)
      c->at = rest;
   return rest != NULL;
}

static void expect(Cxx* c, HChar character)
{
   if (!skip_character(c, character))
      c->failed = True;
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

static Bool is_one_of(HChar c, const HChar* characters)
{
   while (*characters && *characters != c)
      characters++;
   return c != '\0' && *characters == c;
}

static Bool at_end(const Cxx* c)
{
   return c->failed || *c->at == '\0';
}

/* "12" and "n12".  It is printed as it is, or in up to 20 digits. */
static Length number(Cxx* c)
{
   const HChar* begin = c->at;

   skip_character(c, 'n');
   while (is_digit(*c->at))
      c->at++;
   return of_bytes(c->at - begin + 20);
}

/* "_", "12_" */
static Length number_(Cxx* c)
{
   Length length = number(c);

   expect(c, '_');
   return length;
}

/*------------------------------------------------------------*/
/*--- Parts that are repeated                              ---*/
/*------------------------------------------------------------*/

static void add_part(Cxx* c, Length length)
{
   if (c->n_parts == MAX_PARTS)
      c->failed = True;
   else {
      c->parts[c->n_parts].length     = length;
      c->parts[c->n_parts++].function = c->function;
   }
}

/* The index in "S_", "S0_", "SZ_", "S10_". */
static ULong read_part_index(Cxx* c)
{
   ULong index = 0;

   if (skip_character(c, '_'))
      return 0;
   for (; is_digit(*c->at) || is_upper(*c->at); c->at++)
      index =
         cg_bound_plus(cg_bound_times(index, 36),
                       is_digit(*c->at) ? *c->at - '0' : *c->at - 'A' + 10);
   expect(c, '_');
   return index + 1;
}

static Length part(Cxx* c)
{
   ULong index = read_part_index(c);

   if (index >= c->n_parts)
      return cxx_fail(c);
   if (c->parts[index].length.remembers
       && c->parts[index].function != c->function)
      c->any_function = True;
   return c->parts[index].length;
}

/* "[abi:cxx11]" */
static Length abi_tags(Cxx* c);

static Length substitution(Cxx* c)
{
   Length length;

   expect(c, 'S');
   if (is_digit(*c->at) || is_upper(*c->at) || *c->at == '_')
      return part(c);
   if (!is_one_of(*c->at, "tabsiod"))
      return cxx_fail(c);
   c->at++;
   c->longest_name = cg_bound_larger(c->longest_name, BUILTIN);
   /* All its template arguments are printed before its constructor. */
   length = abi_tags(c);
   return plus_bytes(length,
                     *c->at == 'C' || *c->at == 'D' ? LONG_WORD : BUILTIN);
}

static Length parameter(Cxx* c)
{
   expect(c, 'T');
   if (skip_character(c, 'L'))
      number_(c);
   number_(c);
   c->n_parameters++;
   return (Length){WORD, 1, False};
}

/*------------------------------------------------------------*/
/*--- Names                                                ---*/
/*------------------------------------------------------------*/

static Length source_name(Cxx* c)
{
   const HChar* begin;
   ULong        length = 0;

   if (!is_digit(*c->at))
      return cxx_fail(c);
   for (; is_digit(*c->at); c->at++)
      length = cg_bound_plus(cg_bound_times(length, 10), *c->at - '0');
   begin = c->at;
   for (ULong i = 0; i < length; i++)
      if (*c->at++ == '\0') {
         c->at--;
         return cxx_fail(c);
      }
   /* "_GLOBAL__N_1" is "(anonymous namespace)". */
   if (cg_text_after(begin, "_GLOBAL_"))
      length = cg_bound_larger(length, WORD);
   c->longest_name = cg_bound_larger(c->longest_name, length);
   return of_bytes(length);
}

static Length abi_tags(Cxx* c)
{
   ULong  longest_name = c->longest_name;
   Length length       = of_bytes(0);

   if (c->in_resolved && *c->at == 'B')
      return cxx_fail(c);
   while (!c->failed && skip_character(c, 'B'))
      length = plus_bytes(sum(length, source_name(c)), PUNCTUATION);
   c->longest_name = longest_name;
   return length;
}

static Length types(Cxx* c)
{
   Length length = of_bytes(0);

   while (!at_end(c) && *c->at != 'E' && *c->at != '.'
          && !(is_one_of(*c->at, "RO") && c->at[1] == 'E'))
      length = plus_bytes(sum(length, type(c)), 2);
   return length;
}

/* "Ty", "Tn int", ...: what a lambda says of its own template parameters. */
static Length parameter_declarations(Cxx* c)
{
   Length length = of_bytes(0);

   if (!enter(c))
      return cxx_fail(c);
   while (!c->failed && *c->at == 'T' && is_one_of(c->at[1], "yntp")) {
      HChar kind = c->at[1];
      c->at += 2;
      length = plus_bytes(length, 2 * WORD);
      if (kind == 'n') {
         length = sum(length, type(c));
      } else if (kind == 't') {
         length = sum(length, parameter_declarations(c));
         expect(c, 'E');
      }
   }
   c->depth--;
   return length;
}

/* "{lambda(int)#1}", "{unnamed type#1}" */
static Length unnamed(Cxx* c)
{
   Length length = of_bytes(WORD);
   Length declared;

   expect(c, 'U');
   if (skip_character(c, 'l')) {
      /* A lambda with template parameters of its own. */
      c->refused |= *c->at == 'T' && is_one_of(c->at[1], "yntp");
      length        = sum(length, parameter_declarations(c));
      c->any_lambda = True;
      declared      = types(c);
      expect(c, 'E');
      /* There, the parameters of a template are written as "auto:1". */
      length = plus_bytes(
         length,
         cg_bound_plus(declared.fixed,
                       cg_bound_times(PUNCTUATION, declared.parameters)));
   } else {
      expect(c, 't');
   }
   return sum(length, number_(c));
}

/* "__2_", "_3" */
static void discriminator(Cxx* c)
{
   if (!skip_character(c, '_'))
      return;
   if (skip_character(c, '_'))
      number_(c);
   else
      number(c);
}

/* A constructor, which repeats the name of its class, or a destructor. */
static Length constructor(Cxx* c)
{
   Bool inherits = skip_character(c, 'I');

   if (!is_digit(*c->at))
      return cxx_fail(c);
   c->at++;
   if (!inherits)
      return of_bytes(c->longest_name + 1);
   /* What follows a vendor's type is not read as it is elsewhere. */
   c->refused |= *c->at == 'u';
   return plus_bytes(type(c), c->longest_name + 1);
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

   while (*o && (o[0] != c->at[0] || o[1] != c->at[1]))
      o += 4;
   if (*o)
      c->at += 2;
   return *o ? o[2] : '\0';
}

/* "operator+", "operator int", "operator\"\" _km" */
static Length operator_name(Cxx* c)
{
   if (skip_character(c, 'v')) {
      if (!is_digit(*c->at))
         return cxx_fail(c);
      c->at++;
      return plus_bytes(source_name(c), WORD);
   }
   if (skip_text(c, "li"))
      return plus_bytes(source_name(c), WORD);
   if (skip_text(c, "cv")) {
      if (c->in_expression == 0)
         c->any_template = True;
      return plus_bytes(type(c), WORD);
   }
   if (operands(c) == '\0')
      return cxx_fail(c);
   return of_bytes(WORD);
}

static Length unqualified_name(Cxx* c)
{
   Bool   is_friend = skip_character(c, 'F');
   HChar  first     = *c->at;
   Length length;

   if (c->in_resolved && (is_friend || !is_digit(first)))
      return cxx_fail(c);
   if (is_digit(*c->at)) {
      length = source_name(c);
   } else if (is_lower(first)) {
      skip_text(c, "on");
      length = operator_name(c);
   } else if (skip_text(c, "DC")) {
      length = of_bytes(PUNCTUATION);
      while (!at_end(c) && !skip_character(c, 'E'))
         length = plus_bytes(sum(length, source_name(c)), 2);
   } else if (first == 'C' || first == 'D') {
      c->at++;
      length = constructor(c);
   } else if (skip_character(c, 'L')) {
      length = source_name(c);
      discriminator(c);
   } else if (first == 'U') {
      length = unnamed(c);
   } else {
      return cxx_fail(c);
   }
   length = sum(length, abi_tags(c));
   return is_friend ? plus_bytes(length, PUNCTUATION) : length;
}

/* "N3foo3barE": each name around another can be repeated. */
static Length nested_name(Cxx* c)
{
   Length length = of_bytes(PUNCTUATION);
   HChar  first  = '\0';

   expect(c, 'N');
   skip_character(c, 'H');
   for (; is_one_of(*c->at, "rVKRO"); c->at++)
      length = plus_bytes(length, PUNCTUATION);
   while (!at_end(c) && *c->at != 'E') {
      Length component;

      first = *c->at;
      if (first == 'D' && is_one_of(c->at[1], "Tt"))
         component = type(c);
      else if (first == 'I')
         component = template_arguments(c);
      else if (first == 'T')
         component = parameter(c);
      else if (first == 'S')
         component = substitution(c);
      else if (skip_character(c, 'M'))
         continue;
      else
         component = unqualified_name(c);
      length = plus_bytes(sum(length, component), 2);
      if (first != 'S' && *c->at != 'E')
         add_part(c, length);
   }
   expect(c, 'E');
   c->any_template |= first == 'S'; /* what is repeated can be a template */
   c->ends_in_template = first == 'I';
   return length;
}

/* "Z", a function, "E" and the name of what is inside it */
static Length local_name(Cxx* c)
{
   Length length;

   if (!enter(c))
      return cxx_fail(c);
   expect(c, 'Z');
   length = encoding(c);
   expect(c, 'E');
   if (skip_character(c, 's')) {
      discriminator(c);
      c->ends_in_template = False;
      c->depth--;
      return plus_bytes(length, WORD);
   }
   if (skip_character(c, 'd'))
      length = plus_bytes(sum(length, number_(c)), WORD);
   length = sum(length, name(c));
   discriminator(c);
   c->depth--;
   return plus_bytes(length, PUNCTUATION);
}

static Length name(Cxx* c)
{
   Bool   is_part = False;
   Length length;

   if (*c->at == 'N')
      return nested_name(c);
   if (*c->at == 'Z')
      return local_name(c);
   if (skip_text(c, "St"))
      length = plus_bytes(unqualified_name(c), PUNCTUATION);
   else if (*c->at == 'S') {
      is_part = True;
      length  = substitution(c);
   } else {
      length = unqualified_name(c);
   }
   c->ends_in_template = *c->at == 'I';
   if (!c->ends_in_template) {
      c->any_template |= is_part;
      return length;
   }
   if (!is_part)
      add_part(c, length);
   length              = sum(length, template_arguments(c));
   c->ends_in_template = True;
   return length;
}

/*------------------------------------------------------------*/
/*--- Templates                                            ---*/
/*------------------------------------------------------------*/

/* "LE" with a type and a value, or with the symbol of a function. */
static Length literal(Cxx* c)
{
   const HChar* begin;
   Length       length;

   expect(c, 'L');
   if (*c->at == '_' || *c->at == 'Z') {
      skip_character(c, '_');
      expect(c, 'Z');
      length = encoding(c);
   } else {
      length = type(c);
      begin  = c->at;
      while (*c->at && *c->at != 'E')
         c->at++;
      length = plus_bytes(length, c->at - begin);
   }
   expect(c, 'E');
   return plus_bytes(length, PUNCTUATION);
}

static Length template_argument(Cxx* c)
{
   Length length;

   parameter_declarations(c);
   switch (*c->at) {
   case 'X':
      c->at++;
      length = expression(c);
      expect(c, 'E');
      return length;
   case 'L':
      return literal(c);
   default:
      return type(c);
   }
}

static Bool at_pack(const Cxx* c)
{
   return *c->at == 'I' || *c->at == 'J';
}

/* The arguments in a list or in a pack.  Adds up all of them, and finds the
   longest. */
static Length argument_list(Cxx* c, Arguments* longest, ULong* n)
{
   Length length = of_bytes(PUNCTUATION);

   *longest = no_arguments;
   if (!enter(c) || !at_pack(c))
      return cxx_fail(c);
   c->at++;
   for (*n = 0; !at_end(c) && !skip_character(c, 'E'); (*n)++) {
      Arguments argument;
      ULong     elements;

      if (at_pack(c)) {
         argument.whole  = argument_list(c, &argument, &elements);
         c->largest_pack = cg_bound_larger(c->largest_pack, elements);
      } else {
         argument.whole = argument.element = template_argument(c);
      }
      argument.whole.fixed += 2;
      length   = sum(length, argument.whole);
      *longest = larger_arguments(*longest, argument);
   }
   c->depth--;
   return length;
}

static Length template_arguments(Cxx* c)
{
   ULong     longest_name = c->longest_name, n;
   Arguments longest;
   Length    length = argument_list(c, &longest, &n);

   c->longest_name = longest_name;
   c->n_templates++;
   c->last = longest;
   c->all  = larger_arguments(c->all, longest);
   return length;
}

/*------------------------------------------------------------*/
/*--- Types                                                ---*/
/*------------------------------------------------------------*/

static Length function_type(Cxx* c)
{
   Length length;

   expect(c, 'F');
   skip_character(c, 'Y');
   length = types(c);
   if (is_one_of(*c->at, "RO"))
      c->at++;
   expect(c, 'E');
   return plus_bytes(length, PUNCTUATION);
}

static Bool at_qualifier(const Cxx* c)
{
   return is_one_of(*c->at, "rVK")
          || (*c->at == 'D' && is_one_of(c->at[1], "xoOw"));
}

/* A type with qualifiers, which can be repeated only with all of them. */
static Length qualified_type(Cxx* c)
{
   Length length = of_bytes(0);

   while (!c->failed && at_qualifier(c)) {
      length = plus_bytes(length, WORD);
      if (*c->at++ != 'D')
         continue;
      switch (*c->at++) {
      case 'O':
         length = sum(length, expression(c));
         expect(c, 'E');
         break;
      case 'w':
         length = sum(length, types(c));
         expect(c, 'E');
         break;
      }
   }
   length = sum(length, *c->at == 'F' ? function_type(c) : type(c));
   add_part(c, length);
   return length;
}

static Length array_type(Cxx* c)
{
   Length length = of_bytes(PUNCTUATION);

   expect(c, 'A');
   if (is_digit(*c->at))
      length = sum(length, number(c));
   else if (*c->at != '_')
      length = sum(length, expression(c));
   expect(c, '_');
   return sum(length, type(c));
}

/* "Dv4_f", "Dv_", an expression, "_f" */
static Length vector_type(Cxx* c)
{
   Length length = of_bytes(WORD);

   if (skip_character(c, '_'))
      length = sum(length, expression(c));
   else
      length = sum(length, number(c));
   expect(c, '_');
   return sum(length, type(c));
}

/* "_Float16", "_BitInt(7)", ... */
static Length numbered_type(Cxx* c)
{
   Length length;

   if (*c->at != '_' && !is_digit(*c->at))
      length = expression(c);
   else
      length = number(c);
   if (!skip_character(c, '_') && !skip_character(c, 'x')
       && !skip_character(c, 'b'))
      return cxx_fail(c);
   return plus_bytes(length, WORD);
}

/* A type that begins with "D".  Sets `*is_part' if it can be repeated. */
static Length d_type(Cxx* c, Bool* is_part)
{
   Length length;

   expect(c, 'D');
   *is_part = is_one_of(*c->at, "Ttpv");
   switch (*c->at++) {
   case 'T':
   case 't':
      length = plus_bytes(expression(c), WORD);
      expect(c, 'E');
      return length;
   case 'p':
      return expanded(c, type(c));
   case 'v':
      return vector_type(c);
   case 'F':
   case 'B':
   case 'U':
      return numbered_type(c);
   case 'a':
   case 'c':
   case 'd':
   case 'e':
   case 'f':
   case 'h':
   case 'i':
   case 'n':
   case 's':
   case 'u':
      return of_bytes(BUILTIN);
   default:
      c->at--;
      return cxx_fail(c);
   }
}

/* A parameter of a template, which can be a template itself. */
static Length parameter_type(Cxx* c)
{
   Length length = parameter(c);

   if (*c->at != 'I')
      return length;
   add_part(c, length);
   return sum(length, template_arguments(c));
}

/* A part that is repeated, or a name in namespace std.  Sets `*is_part' if the
   type is more than the part itself. */
static Length s_type(Cxx* c, Bool* is_part)
{
   HChar  next = c->at[1];
   Length length;

   if (!is_digit(next) && !is_upper(next) && next != '_') {
      length   = name(c);
      *is_part = next == 't' || c->at[-1] == 'E';
      return length;
   }
   length   = substitution(c);
   *is_part = *c->at == 'I';
   return *is_part ? sum(length, template_arguments(c)) : length;
}

/* "u5fancy", or "U5fancyIiE" before a type: what only a vendor has. */
static Length vendor_name(Cxx* c)
{
   Length length;

   c->at++;
   length = source_name(c);
   return *c->at == 'I' ? sum(length, template_arguments(c)) : length;
}

/* "Rx", "OT_" */
static Length reference(Cxx* c)
{
   Bool   remembers = is_one_of(c->at[1], "TS");
   Length length;

   c->at++;
   length = type(c);
   remembers &= length.parameters > 0;
   c->n_references += remembers;
   length.remembers |= remembers;
   return length;
}

/* "M1aFvvE".  A class that is a pointer to a member function is printed
   twice. */
static Length pointer_to_member(Cxx* c)
{
   Length of_class;

   c->at++;
   of_class = type(c);
   return sum(sum(of_class, of_class), type(c));
}

static Length unqualified_type(Cxx* c)
{
   Bool   is_part = True;
   Length length;

   /* Where libiberty has no builtin type (k, p, q), it reads an operator. */
   if (is_one_of(*c->at, "abcdefghijlmnostvwxyz")) {
      c->at++;
      return of_bytes(BUILTIN);
   }
   switch (*c->at) {
   case 'u':
      length = vendor_name(c);
      break;
   case 'F':
      length = function_type(c);
      break;
   case 'A':
      length = array_type(c);
      break;
   case 'M':
      length = pointer_to_member(c);
      break;
   case 'T':
      length = parameter_type(c);
      break;
   case 'O':
   case 'R':
      length = reference(c);
      break;
   case 'P':
   case 'C':
   case 'G':
      c->at++;
      length = type(c);
      break;
   case 'U':
      if (is_one_of(c->at[1], "lt")) {
         length = name(c);
         break;
      }
      length = vendor_name(c);
      length = sum(length, type(c));
      break;
   case 'D':
      length = d_type(c, &is_part);
      break;
   case 'S':
      length = s_type(c, &is_part);
      break;
   default:
      if (!is_digit(*c->at) && !is_one_of(*c->at, "NZ"))
         return cxx_fail(c);
      length = name(c);
   }
   length = plus_bytes(length, PUNCTUATION);
   if (is_part)
      add_part(c, length);
   return length;
}

static Length type(Cxx* c)
{
   Length length;

   if (!enter(c))
      return cxx_fail(c);
   length = at_end(c) || (c->in_resolved && is_one_of(*c->at, "ACDFGMUZu"))
               ? cxx_fail(c)
            : at_qualifier(c) ? qualified_type(c)
                              : unqualified_type(c);
   c->depth--;
   return length;
}

/*------------------------------------------------------------*/
/*--- Expressions                                          ---*/
/*------------------------------------------------------------*/

static Length expressions(Cxx* c, HChar end)
{
   Length length = of_bytes(PUNCTUATION);

   while (!at_end(c) && !skip_character(c, end))
      length = plus_bytes(sum(length, expression(c)), 2);
   return length;
}

static Length some_arguments(Cxx* c)
{
   Length length = of_bytes(PUNCTUATION);

   while (!at_end(c) && !skip_character(c, 'E'))
      length = plus_bytes(sum(length, template_argument(c)), 2);
   return length;
}

/* A name and the arguments of its template, neither of which is repeated. */
static Length member_name(Cxx* c)
{
   Length length = unqualified_name(c);

   return *c->at == 'I' ? sum(length, template_arguments(c)) : length;
}

/* The names after "sr" as clang writes them, "3std7is_sameIT_T0_EE5value".
   Returns False, and goes nowhere, if it is a type and a name instead. */
static Bool unresolved_name(Cxx* c, Length* length)
{
   const HChar* at      = c->at;
   UInt         n_parts = c->n_parts, n_functions = c->n_functions;
   UInt         depth = c->depth, in_expression = c->in_expression;
   UInt         in_resolved = c->in_resolved;

   if (++c->n_attempts > MAX_ATTEMPTS) {
      c->failed = True;
      return False;
   }
   *length = of_bytes(0);
   while (!c->failed && is_digit(*c->at))
      *length = sum(*length, member_name(c));
   if (!c->failed && *c->at == 'E' && is_digit(c->at[1])) {
      c->at++;
      *length = sum(*length, member_name(c));
      return True;
   }
   c->at            = at;
   c->n_parts       = n_parts;
   c->n_functions   = n_functions;
   c->depth         = depth;
   c->in_expression = in_expression;
   c->in_resolved   = in_resolved;
   c->failed        = False;
   return False;
}

/* "nw", arguments, "_", a type, and an initializer or "E" */
static Length new_expression(Cxx* c)
{
   Length length = expressions(c, '_');

   length = sum(length, type(c));
   if (skip_text(c, "pi"))
      return sum(length, expressions(c, 'E'));
   if (cg_text_after(c->at, "il"))
      return sum(length, expression(c));
   expect(c, 'E');
   return length;
}

static Length fold_expression(Cxx* c, Bool both)
{
   Length length;

   c->folds = True;
   if (operands(c) == '\0')
      return cxx_fail(c);
   length = expression(c);
   return both ? sum(length, expression(c)) : length;
}

/* A type in parentheses before its operand. */
static Length cast(Cxx* c)
{
   Length length = type(c);

   return sum(length,
              skip_character(c, '_') ? expressions(c, 'E') : expression(c));
}

static Length operator_expression(Cxx* c)
{
   Length length;
   Bool   both = c->at[0] == 'f' && is_one_of(c->at[1], "LR");

   if (skip_text(c, "cv"))
      return cast(c);
   c->any_pack_size |= cg_text_after(c->at, "sZ") || cg_text_after(c->at, "sP");
   if (skip_character(c, 'v')) {
      UInt n = is_digit(*c->at) ? *c->at++ - '0' : 0;
      length = source_name(c);
      while (n-- > 0)
         length = sum(length, expression(c));
      return length;
   }
   switch (operands(c)) {
   case '0':
      return of_bytes(0);
   case '1':
      skip_character(c, '_'); /* "pp_" and "mm_" */
      return expression(c);
   case '2':
      length = expression(c);
      return sum(length, expression(c));
   case '3':
      length = expression(c);
      length = sum(length, expression(c));
      return sum(length, expression(c));
   case '@':
      length = type(c);
      return sum(length, expression(c));
   case '(':
      length = expression(c);
      return sum(length, expressions(c, 'E'));
   case ':':
      length = unqualified_name(c);
      return sum(length, expression(c));
   case '.':
      length = expression(c);
      return sum(length, member_name(c));
   case 'f':
      return fold_expression(c, both);
   case 'n':
      return new_expression(c);
   case 'a':
      return some_arguments(c);
   case 't':
      return type(c);
   default:
      return cxx_fail(c);
   }
}

/* What follows "sr": names only, or a class and the name of a member.  If a
   version of libiberty (3.19's) cannot read something there, it never ends: so
   only what programs have there is read. */
static Length resolved_name(Cxx* c)
{
   Length length;

   c->in_resolved++;
   if (!is_digit(*c->at) || !unresolved_name(c, &length)) {
      if (!is_digit(*c->at) && !is_one_of(*c->at, "NST"))
         return cxx_fail(c);
      Bool names_only = is_digit(*c->at);

      length = type(c);
      length = is_digit(*c->at) ? sum(length, member_name(c)) : cxx_fail(c);
      /* That version takes what follows for a name. */
      if (names_only && *c->at != 'E')
         return cxx_fail(c);
   }
   c->in_resolved--;
   return length;
}

static Length expression_inside(Cxx* c)
{
   Length length;

   if (*c->at == 'L')
      return literal(c);
   if (*c->at == 'T')
      return parameter(c);
   if (skip_text(c, "sr"))
      return resolved_name(c);
   if (c->in_resolved)
      return cxx_fail(c);
   if (skip_text(c, "sp"))
      return expanded(c, expression(c));
   if (skip_text(c, "fp")) {
      if (!skip_character(c, 'T')) {
         while (is_one_of(*c->at, "rVK"))
            c->at++;
         number_(c);
      }
      return of_bytes(PUNCTUATION);
   }
   if (skip_text(c, "il"))
      return expressions(c, 'E');
   if (skip_text(c, "tl")) {
      length = type(c);
      return sum(length, expressions(c, 'E'));
   }
   if (skip_character(c, 'u')) {
      length = source_name(c);
      return sum(length, some_arguments(c));
   }
   skip_text(c, "on");
   return is_digit(*c->at) ? member_name(c) : operator_expression(c);
}

static Length expression(Cxx* c)
{
   Length length;

   if (!enter(c))
      return cxx_fail(c);
   c->in_expression++;
   length = expression_inside(c);
   c->in_expression--;
   c->depth--;
   return plus_bytes(length, WORD);
}

/*------------------------------------------------------------*/
/*--- Symbols                                              ---*/
/*------------------------------------------------------------*/

static void call_offset(Cxx* c, HChar kind)
{
   number_(c);
   if (kind == 'v')
      number_(c);
}

/* "vtable for A", "guard variable for f()::a", ... */
static Length special_name(Cxx* c)
{
   HChar first = *c->at++, second = *c->at;

   if (second == '\0')
      return cxx_fail(c);
   c->at++;
   if (first == 'G') {
      switch (second) {
      case 'V':
         return name(c);
      case 'R': {
         Length length = name(c);
         if (*c->at && *c->at != 'E')
            read_part_index(c);
         return length;
      }
      case 'T':
         c->at += is_one_of(*c->at, "nt");
         return encoding(c);
      case 'A':
         return encoding(c);
      default:
         return cxx_fail(c);
      }
   }
   switch (second) {
   case 'V':
   case 'T':
   case 'I':
   case 'S':
   case 'F':
   case 'J':
      return type(c);
   case 'A':
      return template_argument(c);
   case 'H':
   case 'W':
      return name(c);
   case 'h':
   case 'v':
      call_offset(c, second);
      return encoding(c);
   case 'c':
      for (Int i = 0; i < 2; i++) {
         HChar kind = *c->at;
         if (kind == '\0')
            return cxx_fail(c);
         c->at++;
         call_offset(c, kind);
      }
      return encoding(c);
   case 'C': {
      Length length = type(c);
      number_(c);
      return sum(length, type(c));
   }
   default:
      return cxx_fail(c);
   }
}

/* Puts the longest argument of a function for each parameter in it. */
static Length with_arguments(Cxx* c, Length length, const Arguments* arguments)
{
   Length argument = c->folds ? arguments->whole : arguments->element;

   if (length.parameters == 0)
      return length;
   if (argument.remembers && argument.parameters > 0)
      c->any_function = True;
   return (Length){cg_bound_plus(length.fixed, cg_bound_times(length.parameters,
                                                              argument.fixed)),
                   cg_bound_times(length.parameters, argument.parameters),
                   length.remembers && argument.parameters > 0};
}

static Length function(Cxx* c)
{
   Length    length;
   Arguments arguments;
   Bool      is_template;

   c->last     = no_arguments;
   length      = name(c);
   arguments   = c->last;
   is_template = c->ends_in_template;
   c->own      = larger_arguments(c->own, arguments);
   skip_character(c, 'J');
   length = sum(length, types(c));
   return is_template && !c->together ? with_arguments(c, length, &arguments)
                                      : length;
}

/* A function, which can be inside others, or what is made for one. */
static Length encoding(Cxx* c)
{
   UInt   outer = c->function;
   Length length;

   if (!enter(c))
      return cxx_fail(c);
   c->function         = ++c->n_functions;
   length              = *c->at == 'T' || *c->at == 'G'
                            ? plus_bytes(special_name(c), LONG_WORD)
                            : function(c);
   c->function         = outer;
   c->ends_in_template = False;
   c->depth--;
   return plus_bytes(length, PUNCTUATION);
}

/* The length of what a parameter stands for: an argument, which can have
   parameters of other templates.  libiberty gives up if a parameter is inside
   itself for the third time. */
static ULong argument_length(const Cxx* c)
{
   const Arguments* longest  = c->any_template ? &c->all : &c->own;
   Length           argument = c->folds ? longest->whole : longest->element;
   ULong            length   = argument.fixed;

   for (ULong i = 0; argument.parameters > 0 && i <= 2 * c->n_parameters
                     && length < CG_BOUND_ENDLESS;
        i++)
      length = cg_bound_plus(argument.fixed,
                             cg_bound_times(argument.parameters, length));
   return length;
}

/* Measures a symbol, given what was found out before: how often patterns of
   packs are repeated, whether there are folds, and `together'. */
static Length measure(Cxx* c, const HChar* symbol, ULong expansion, Bool folds,
                      Bool together)
{
   /* `parts' is large and stays undefined. */
   c->at        = symbol;
   c->expansion = cg_bound_larger(expansion, 1);
   c->folds     = folds;
   c->together  = together;
   c->failed = c->refused = c->any_function = c->any_template = c->any_lambda =
      c->any_pack_size = c->ends_in_template = False;
   c->depth = c->in_expression = c->in_resolved = c->function = c->n_functions =
      0;
   c->n_parts = c->n_attempts = 0;
   c->own = c->all = c->last = no_arguments;
   c->longest_name = c->largest_pack = 0;
   c->n_parameters = c->n_templates = c->n_references = 0;
   return encoding(c);
}

ULong cg_mangled_cxx_bound(const HChar* symbol)
{
   Cxx    c;
   Length length = measure(&c, symbol, 1, False, False);

   if (!c.failed && (c.largest_pack > 1 || c.folds))
      length = measure(&c, symbol, c.largest_pack, c.folds, False);
   if (!c.failed && (c.any_function || c.any_template))
      length = measure(&c, symbol, c.largest_pack, c.folds, True);
   /* In a lambda's parameters, libiberty 2.40 does not check whether there is
      the pack whose size it asks for.  A substitution can bring it there. */
   if (c.refused || (c.any_lambda && c.any_pack_size)
       || c.n_templates * c.n_references > MAX_SAVED_TEMPLATES)
      return CG_BOUND_ENDLESS;
   /* A name of another form is not measured: libiberty could read it otherwise,
      and some versions never end with one.  What follows is such as ".isra.0",
      which becomes " [clone .isra.0]". */
   if (c.failed || (*c.at && *c.at != '.'))
      return CG_BOUND_ENDLESS;
   length = plus_bytes(length, PUNCTUATION * (ULong)cg_text_length(c.at));
   return cg_bound_plus(length.fixed,
                        cg_bound_times(length.parameters, argument_length(&c)));
}
