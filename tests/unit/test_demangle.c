/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_demangle.c: tests the C++ names of static variables.  The expected names
   are those of c++filt, which writes std::string in full. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "variables/cg_demangle.h"

static void names_of_variables(void** state)
{
   static const char* const cases[][2] = {
      {"_ZN5space5Class5countE", "space::Class::count"},
      {"_ZSt4cout", "std::cout"},
      {"_ZNSt8ios_base6badbitE", "std::ios_base::badbit"},
      {"_ZNSt6locale5ctype2idE", "std::locale::ctype::id"},
      {"_ZL5table", "table"},
      {"_ZN5spaceL5tableE", "space::table"},
      {"_ZN12_GLOBAL__N_15tableE", "(anonymous namespace)::table"},
      {"_ZNSs4_Rep20_S_empty_rep_storageE",
       "std::string::_Rep::_S_empty_rep_storage"},
      {"_ZTVN5space5ClassE", "vtable for space::Class"},
      {"_ZTISt9exception", "typeinfo for std::exception"},
      {"_ZTI5Class", "typeinfo for Class"},
      {"_ZGVN5space5tableE", "guard variable for space::table"},
      {"_ZN5Class4nameB5cxx11E", "Class::name[abi:cxx11]"},
   };
   char name[512];

   (void)state;
   for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
      if (!cg_demangle_variable(cases[i][0], name, sizeof name))
         fail_msg("%s stays mangled", cases[i][0]);
      assert_string_equal(name, cases[i][1]);
   }
}

/* Not mangled, cut off, with templates, local to a function, or broken. */
static void what_stays_mangled(void** state)
{
   static const char* const symbols[] = {
      "_ZTTSo",
      "",
      "_Z",
      "_ZN",
      "_ZNE",
      "_ZNStE",
      "table",
      "_table",
      "_ZN5space5Class5countEx",
      "_ZN5space5Class5count",
      "_ZN5space",
      "_ZN9space5",
      "_ZN0E",
      "_ZN99999999999999999999xE",
      "_ZN3BoxIiE5countE",
      "_ZZ4mainE5count",
      "_ZL5table.lto_priv.0",
      "_ZN5ClassB1E",
   };
   char name[512];

   (void)state;
   for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
      assert_false(cg_demangle_variable(symbols[i], name, sizeof name));
}

/* Nothing is written after the end, and a name that just fits is whole. */
static void names_that_do_not_fit(void** state)
{
   char name[20];

   (void)state;
   for (size_t size = 0; size < 12; size++) {
      memset(name, '#', sizeof name);
      assert_int_equal(cg_demangle_variable("_ZN3abc3defE", name, size),
                       size >= sizeof "abc::def");
      assert_int_equal(name[size], '#');
   }
   assert_string_equal(name, "abc::def");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_of_variables),
      cmocka_unit_test(what_stays_mangled),
      cmocka_unit_test(names_that_do_not_fit),
   };
   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, NULL, NULL);
}
