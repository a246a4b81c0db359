/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_mangled.c: tests which mangled names are taken for safe, whether the
   host's libiberty ends soon with those, and what the programs demangle. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <glib.h>

#include "conflicts/cg_mangled.h"
#include "lib/demangle.h"

static const char* const ordinary[] = {
   "main",
   "_Z5twicei",
   "_ZN3geo5twiceEi",
   "_ZNSt6vectorIiSaIiEE9push_backERKi",
   "_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_St8_SetfillIS3_E",
   "_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE4findEPKcmm",
   "_ZNSsC1ERKSs",
   "_Z1fIJidEEvDpRT_DpT_",
   "_Z1fIiEvDTcl1gfp_EE",
   "_ZN1a1bIiEC2ERKS1_",
   "_ZZ4mainENKUlvE_clEv",
   "_ZN12_GLOBAL__N_11fEv",
   "_ZTVN3geo5shapeE",
   "_ZThn16_N1A1fEv",
   "_Z1fv.isra.0.part.1",
   "_GLOBAL__I__Z1fv",
   "_ZN4llvm10checkedSubIiEENSt9enable_ifIXsr3std9is_signedIT_EE5valueE"
   "NS_8OptionalIS2_EEE4typeES2_S2_",
   "_ZmlILj1EimE8poly_intIXT_EN11poly_resultIN10if_nonpolyIT0_S3_Xsr15poly_"
   "int_traitsIS3_E7is_polyEE4typeET1_Xsr22poly_coeff_pair_traitsIS7_S8_E11"
   "result_kindEE4typeEERKS3_RK12poly_int_podIXT_ES8_E",
   "_ZZNSt9once_flag18_Prepare_executionC4IZSt9call_onceIRFvvEJEEvRS_OT_DpOT0_"
   "EUlvE_EERS6_ENUlvE_4_FUNEv",
   "_ZmlILj1EtiE8poly_intIXT_EN11poly_resultIT0_N10if_nonpolyIT1_S4_Xsr15poly_"
   "int_traitsIS4_E7is_polyEE4typeEXsr22poly_coeff_pair_traitsIS2_S8_E11result_"
   "kindEE4typeEERK12poly_int_podIXT_ES2_ERKS4_",
   "_ZN9__gnu_cxx5__ops15_Iter_comp_iterIZ4mainEUlRKT_RKT0_E_EC1ES8_",
   "_ZSt10from_charsIiENSt9enable_ifIXsrSt5__or_IJS1_IJSt7is_sameINSt9remove_cv"
   "IT_E4typeEaES2_IS6_sES2_IS6_iES2_IS6_lES2_IS6_xEEES1_IJS2_IS6_hES2_IS6_tES2_"
   "IS6_jES2_IS6_mES2_IS6_yEEES2_IcS6_EEE5valueESt17from_chars_resultE4typeEPKcS"
   "P_RS4_i",
   "_RNvCs1234_7mycrate3foo",
   "_RINvNtCs1234_4core3ptr9drop_glueNtNtB4_3foo7NonNullE",
   "_RNCNCNvCs1234_1a1b00",
   "_RNvMs_Cs1234_1aINtB4_1bmTmmEE3newB4_",
   "_ZN4core3ptr9drop_glue17h0123456789abcdefE",
};

static void demangles_ordinary_names(void** state)
{
   for (guint i = 0; i < G_N_ELEMENTS(ordinary); i++) {
      char* name = demangle_symbol(ordinary[i]);
      assert_true(cg_mangled_is_safe(ordinary[i]));
      if (i > 0 && strcmp(name, ordinary[i]) == 0)
         fail_msg("%s is not demangled", ordinary[i]);
      g_free(name);
   }
}

/* Appends a number in one of the alphabets of the two schemes. */
static void append_number(GString* to, guint n, guint base, const char* digits)
{
   if (n >= base)
      append_number(to, n / base, base, digits);
   g_string_append_c(to, digits[n % base]);
}

/* "S_", "S0_", "S1_", ... */
static void append_part(GString* to, guint n)
{
   g_string_append_c(to, 'S');
   if (n > 0)
      append_number(to, n - 1, 36, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");
   g_string_append_c(to, '_');
}

/* a<int>, a<a<int>, a<int> >, ...: each has the one before twice. */
static GString* doubling_cxx(guint n)
{
   GString* symbol = g_string_new("_Z1f1aIiE");

   for (guint i = 1; i < n; i++) {
      g_string_append(symbol, "S_I");
      append_part(symbol, i);
      append_part(symbol, i);
      g_string_append(symbol, "E");
   }
   return symbol;
}

/* Likewise, and the last of them is the argument for which T_ stands. */
static GString* doubling_parameters(guint n)
{
   GString* symbol = doubling_cxx(n / 2);

   g_string_erase(symbol, 0, strlen("_Z1f"));
   g_string_prepend(symbol, "_Z1fI");
   g_string_append(symbol, "EvT_");
   for (guint i = 0; i < n / 2; i++)
      g_string_append(symbol, "T0_RT1_");
   return symbol;
}

/* The elements of a pack, for each of the elements of a pack, ... */
static GString* doubling_packs(guint n)
{
   GString* symbol = g_string_new("_Z1fIJiiiiiiiiEJiiiiiiiiEEv");

   for (guint i = 0; i < n / 2; i++)
      g_string_append(symbol, "Dp1aIT_");
   g_string_append(symbol, "DpT0_");
   for (guint i = 0; i < n / 2; i++)
      g_string_append(symbol, "E");
   return symbol;
}

/* (u32, u32), ((u32, u32), (u32, u32)), ... */
static GString* doubling_rust(guint n)
{
   GString* symbol = g_string_new("_RINvC1a1b");
   guint    begin  = symbol->len - strlen("_R");

   g_string_append(symbol, "Tmm");
   for (guint i = 1; i < n; i++) {
      guint next = symbol->len + 1 - strlen("_R");
      g_string_append(symbol, "ET");
      for (int j = 0; j < 2; j++) {
         g_string_append_c(symbol, 'B');
         append_number(symbol, begin - 1, 62,
                       "0123456789abcdefghijklmnopqrstuvwxyz"
                       "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
         g_string_append_c(symbol, '_');
      }
      begin = next;
   }
   g_string_append(symbol, "EE");
   return symbol;
}

/* a<int>, a<a<int>, a<int> >, ... in a pattern, where libiberty looks for a
   pack before it writes anything. */
static GString* doubling_pattern(guint n)
{
   GString* symbol = g_string_new("_Z1fDp1b");

   g_string_append(symbol, "I1aIiE");
   for (guint i = 2; i < n; i++) {
      g_string_append(symbol, "S1_I");
      append_part(symbol, i);
      append_part(symbol, i);
      g_string_append(symbol, "E");
   }
   g_string_append(symbol, "E");
   return symbol;
}

/* The same in a pattern that is repeated for each element of a pack, which
   writes nothing, as its own pack is empty. */
static GString* repeated_pattern(guint n)
{
   GString* symbol = g_string_new("_Z1fIJ");

   for (guint i = 0; i < n; i++)
      g_string_append(symbol, "JE");
   g_string_append(symbol, "EJEEvDp1oIT_Dp1eI1aI1bI1cI");
   for (guint i = 0; i < n; i++)
      g_string_append_c(symbol, 'i');
   for (guint part = 7; part < 9; part++) {
      g_string_append_c(symbol, 'E');
      for (guint i = 1; i < n; i++)
         append_part(symbol, part);
   }
   g_string_append(symbol, "ET0_EE");
   return symbol;
}

/* Each template has the argument of the one around it twice, and the argument
   of the first is an empty pack: libiberty writes nothing for any. */
static GString* doubling_silently(guint n)
{
   GString* symbol = g_string_new("_Z1fIJJEEE");

   for (guint i = 0; i < n; i++)
      g_string_append(symbol, "DTL_Z1fIJJT_T_EEE");
   g_string_append(symbol, "T_v");
   for (guint i = 0; i < n; i++)
      g_string_append(symbol, "EEv");
   return symbol;
}

/* Each argument is that of a conversion operator, so it follows the parameters
   that stand for it. */
static GString* doubling_conversions(guint n)
{
   GString* symbol = g_string_new("_ZN1acv1bI");

   for (guint i = 0; i < n; i++)
      g_string_append(symbol, "T_");
   g_string_append(symbol, "EI1bI");
   for (guint i = 0; i < 10 * n; i++)
      g_string_append(symbol, "i");
   g_string_append(symbol, "EEEv");
   return symbol;
}

/* libiberty keeps all templates on its stack for each reference to a
   parameter. */
static GString* many_references(guint n)
{
   GString* symbol = g_string_new("_Z1fIRiEv");

   for (guint i = 0; i < 3 * n; i++)
      g_string_append(symbol, "1aIiERT_");
   return symbol;
}

static GString* deep(guint n)
{
   GString* symbol = g_string_new("_Z1f");

   for (guint i = 0; i < 9 * n; i++)
      g_string_append_c(symbol, 'P');
   g_string_append_c(symbol, 'i');
   return symbol;
}

/* fn<'a, 'b, ...>, with as many lifetimes as its number says, where libiberty
   does not write them */
static GString* many_lifetimes(guint n)
{
   GString* symbol = g_string_new("_RMC1aFG");

   for (guint i = 0; i < n / 4; i++)
      g_string_append_c(symbol, 'z');
   g_string_append(symbol, "_EuC1b");
   return symbol;
}

static GString* deep_rust(guint n)
{
   GString* symbol = g_string_new("_RINvC1a1b");

   for (guint i = 0; i < 9 * n; i++)
      g_string_append_c(symbol, 'P');
   g_string_append(symbol, "uE");
   return symbol;
}

/* With a few repetitions, libiberty can have these; not with more, or some
   version takes years, or overflows its stack. */
static void refuses_what_grows(void** state)
{
   static GString* (*const make[])(guint) = {doubling_pattern,
                                             repeated_pattern,
                                             doubling_silently,
                                             many_references,
                                             deep,
                                             many_lifetimes,
                                             deep_rust};

   for (guint i = 0; i < G_N_ELEMENTS(make); i++)
      for (guint n = 2; n <= 32; n += 30) {
         GString* symbol = make[i](n);
         if (cg_mangled_is_safe(symbol->str) != (n == 2))
            fail_msg("%s is taken for %s", symbol->str,
                     n == 2 ? "dangerous" : "safe");
         g_string_free(symbol, TRUE);
      }
}

/* libiberty takes the arguments of a type for those of a function, if the type
   is its name. */
static void refuses_types_as_names(void** state)
{
   assert_true(cg_mangled_is_safe("_Z1f1bIiEZ1gvE1x"));
   assert_false(cg_mangled_is_safe("_Z1f1bIiEZS0_vE1x"));
   assert_false(cg_mangled_is_safe("_Z1f1bIiEZZ1gvES0_vE1x"));
   assert_false(cg_mangled_is_safe("_Z1f1bIiEZNS0_EvE1x"));
}

/* However long the name would be, it is cut soon, or stays mangled. */
static void cuts_what_grows(void** state)
{
   static GString* (*const make[])(guint) = {
      doubling_cxx,         doubling_parameters, doubling_packs,  doubling_rust,
      doubling_pattern,     doubling_silently,   many_references, deep,
      doubling_conversions, many_lifetimes,      deep_rust};

   alarm(60);
   for (guint i = 0; i < G_N_ELEMENTS(make); i++)
      for (guint n = 2; n <= 92; n += 10) {
         GString* symbol = make[i](n);
         char*    name   = demangle_symbol(symbol->str);
         if (strcmp(name, symbol->str) != 0)
            assert_true(strlen(name) <= CG_MANGLED_MAX_BYTES);
         g_free(name);
         g_string_free(symbol, TRUE);
      }
   alarm(0);
}

/* Names that crash some libiberty, that it never ends with, or that it reads
   otherwise than the grammar says.  Names in D take some cores (3.24) days. */
static void refuses_what_is_read_otherwise(void** state)
{
   static const char* const symbols[] = {
      "_Z12_GLOBAL__N_1IT_DTLA_S_5EEEStUlTnT_S2_E_S_",
      "_Z1aIT_ENUlTn1EFvvEE_EN20abcdefghijklmnopqrstUlS_E_E",
      "_ZSiStUlTnDTfp_EPFvvEE_FS2_1bIT_EE",
      "_ZN1aCI1u1bIMiiMiiMS0_S0_MS1_S1_MS2_S2_EE",
      "_RC1aYFGzzzzz_EuC1b",
      "_Z1fDTsr1aIDwiEFvEE1bE",
      "_Z1fDTplsr1a1bfp_E",
      "_Z1fDTsrCf1aE",
      "_Z1fDTsrU1bf1aE",
      "_Z1fDTsr1aDC1bEE",
      "_Z1aT_Dv_srm1a_Dv_fp__S_DF16b",
      "_Z1fDTsrC",
      "_ZNDTsrC",
      "_Z1fDTsr1aUz",
      "_Z1fIXsrCEEvv",
      "_ZN3xxxC1C1C1EvQLb1E",
      "_RC1b~",
      "_D3std5stdio__T7writelnTAyaZQqFNfQjZv",
      "_D1aC1b2a1UC1b2a1UC1b2a1UC1b2a1UC1b2a1U",
      "_ZUlAsPDpT_E_iE_",
      "_ZUlDTsPDpT_EEE_",
      "_ZNUlAsPDpT_E_iE_1aE",
      "_Z1fIJiEEvDTsZT_EN1gUlS0_E_E",
      "_Z1fIJiEEvDTsZT_EZ1hvEUlS0_E_",
      "_Z1fIJiEEvDTsPDpT_EEN1gUlS2_E_E",
      "_Z1fIJiEEvDTsPDpT_EEZ1hvEUlS2_E_",
      "_RINvC1a1bKB8_E",
      "_RINvC1a8MC0FGzz_TB7_E",
      "_RMC1aTFGk_EuFGk_EuFGk_EuFGk_EuEC1b"};

   for (guint i = 0; i < G_N_ELEMENTS(symbols); i++) {
      char* name = demangle_symbol(symbols[i]);
      if (cg_mangled_is_safe(symbols[i]))
         fail_msg("%s is taken for safe", symbols[i]);
      assert_string_equal(name, symbols[i]);
      g_free(name);
   }
}

/* However long the name is, it is refused at once. */
static void survives_long_names(void** state)
{
   static const char* const pieces[] = {
      "S_",        "T_",  "1aI",    "NS0_", "DpT_", "Z1fvE",
      "Z1fUlTtTt", "B0_", "sr1aIX", "Z1f",  "J",    "L_Z1f"};

   for (guint i = 0; i < 2 * G_N_ELEMENTS(pieces); i++) {
      GString* symbol = g_string_new(i % 2 ? "_Z1fI" : "_RINvC1a1b");
      for (guint n = 0; n < 100000; n++)
         g_string_append(symbol, pieces[i / 2]);
      assert_false(cg_mangled_is_safe(symbol->str));
      g_string_free(symbol, TRUE);
   }
}

/* A pack of functions, of which each has the one before twice; `first' comes
   before, and `n_parts' are counted up to the first one that is doubled. */
static char* doubling_after(const char* first, guint n_parts)
{
   GString* symbol = g_string_new("_Z1fDpFv");

   g_string_append_printf(symbol, "%sPiPj", first);
   for (guint i = 0; i < 60; i++, n_parts += 2) {
      g_string_append_c(symbol, 'F');
      append_part(symbol, n_parts);
      append_part(symbol, n_parts);
      g_string_append(symbol, "EPj");
   }
   g_string_append_c(symbol, 'E');
   return g_string_free(symbol, FALSE);
}

/* Whether a part is repeated that is long, or another one, depends on how many
   parts these have.  libiberty would walk through a long one for ever. */
static void counts_parts_as_libiberty_does(void** state)
{
   static const char* const firsts[] = {
      "NUt_1bE", "NUt_E",    "N1aUt_1bE", "NUlvE_1bE", "Ut_",      "Z1fvEUt_",
      "SsB1a",   "SsB1aIiE", "NSsB1a1bE", "N1aB1bE",   "NcvPi1aE", "u3fooIiE"};

   for (guint i = 0; i < G_N_ELEMENTS(firsts); i++)
      for (guint n_parts = 1; n_parts <= 6; n_parts++) {
         char* symbol = doubling_after(firsts[i], n_parts);
         g_free(demangle_symbol(symbol));
         g_free(symbol);
      }
}

/* A name in which parameters come before the arguments that they stand for, in
   n steps: each doubles what it is when it is written out. */
static char* doubling_arguments(guint n, guint number)
{
   GString* symbol = g_string_new(NULL);

   g_string_printf(symbol, "_Z4f%03uIJJEJEEE", number);
   for (guint i = 0; i < n; i++)
      g_string_append(symbol, "DTspL_Z1fIJT_T_EE");
   g_string_append(symbol, "T_v");
   for (guint i = 0; i < n; i++)
      g_string_append(symbol, "EEv");
   return g_string_free(symbol, FALSE);
}

/* A name that takes long is demangled if it is one of the first 64. */
static void demangles_few_that_take_long(void** state)
{
   char* first = doubling_arguments(10, 0);
   char* large = doubling_arguments(14, 0);
   guint n     = 0;

   assert_false(cg_mangled_is_safe(large));
   for (guint i = 0; i < 100; i++) {
      char* symbol = doubling_arguments(10, i);
      n += cg_mangled_is_safe(symbol);
      g_free(symbol);
   }
   assert_in_range(n, 1, 64);
   assert_true(cg_mangled_is_safe(first));
   g_free(first);
   g_free(large);
}

static const struct {
   const char *text, *expected;
} operands[] = {
   {"call   1040 <_Z5twicei@plt>", "call   1040 <twice(int)@plt>"},
   {"jmp    1180 <_Z5twicei+0x1f>", "jmp    1180 <twice(int)+0x1f>"},
   {"lea 0x2ed5(%rip),%rax # 4010 <_ZN3geo5countE@@Base-0x8>",
    "lea 0x2ed5(%rip),%rax # 4010 <geo::count@@Base-0x8>"},
   {"cmp <._Z1fv> <main+0x4> <a+0xg>", "cmp <.f()> <main+0x4> <a+0xg>"},
   {"<_Z1fv", "<_Z1fv"},
   {"<> <.> <@> <.@>", "<> <.> <@> <.@>"},
   {"mov %rax,%rbx", "mov %rax,%rbx"},
   {"", ""},
};

static void demangles_operands(void** state)
{
   for (guint i = 0; i < G_N_ELEMENTS(operands); i++) {
      char* text = demangle_operands(operands[i].text);
      assert_string_equal(text, operands[i].expected);
      g_free(text);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(demangles_ordinary_names),
      cmocka_unit_test(refuses_what_grows),
      cmocka_unit_test(refuses_types_as_names),
      cmocka_unit_test(cuts_what_grows),
      cmocka_unit_test(refuses_what_is_read_otherwise),
      cmocka_unit_test(survives_long_names),
      cmocka_unit_test(demangles_few_that_take_long),
      cmocka_unit_test(counts_parts_as_libiberty_does),
      cmocka_unit_test(demangles_operands),
   };

   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, NULL, NULL);
}
