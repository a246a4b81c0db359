/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_names.c: tests the short names of functions.  A case is a row: a name as
   a demangler writes it, and its short form. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lib/names.h"

static const struct {
   const char* name;
   const char* expected; /* NULL: the name itself */
} rows[] = {
   /* C, Fortran, assembler, and names of Valgrind's own. */
   {"", NULL},
   {"main", NULL},
   {"???", NULL},
   {"(below main)", NULL},
   {"main'2", NULL},
   {"memcpy@@GLIBC_2.14", NULL},
   {"compare.constprop.0", NULL},
   {"compare.part.0", NULL},
   {"__solver_MOD_step", NULL},
   {"solver_", NULL},
   {"0x0000000000401000", NULL},

   /* Template arguments and parameters. */
   {"f(int)", "f"},
   {"f()", "f"},
   {"f<int>", "f<…>"},
   {"f<>", NULL},
   {"std::map<int, std::vector<int> >::operator[](int const&)",
    "std::map<…>::operator[]"},
   {"std::map<int, std::vector<int>>::at(int const&) const", "std::map<…>::at"},
   {"void std::sort<int*>(int*, int*)", "void std::sort<…>"},
   {"a<b>::c<d>::e<f>(g)", "a<…>::c<…>::e<…>"},
   {"f<((1)>(2))>(int)", "f<…>"},
   {"f<g(x->y)>()", "f<…>"},
   {"f<x->y>::g", "f<…>::g"},
   {"std::function<void (int, std::vector<int>)>::operator()(int) const",
    "std::function<…>::operator()"},
   {"std::function<int(*)(char)>::f()", "std::function<…>::f"},
   {"f(void (*)(int), int (&) [3])", "f"},
   {"void (*f(int))(char)", "void (*f(int))"},
   {"decltype (x+y) f<int>(int)", "decltype (x+y) f<…>"},
   {"decltype(x+y) f<int>(int)", "decltype(x+y) f<…>"},

   /* What follows parameters. */
   {"A::f() const &", "A::f"},
   {"A::f() volatile &&", "A::f"},
   {"A::f() const volatile noexcept", "A::f"},
   {"A::f() constant", "A::f constant"},
   {"f(int) [clone .part.0]", "f [clone .part.0]"},
   {"f(int) const [clone .isra.0] [clone .cold]",
    "f [clone .isra.0] [clone .cold]"},
   {"f(int) (.part.0)", "f (.part.0)"},
   {"f[abi:cxx11](int)", "f[abi:cxx11]"},
   {"f[abi:cxx11]<int>(int)", "f[abi:cxx11]<…>"},

   /* Operators. */
   {"A::operator()(int)", "A::operator()"},
   {"A::operator()<int>(int)", "A::operator()<…>"},
   {"A::operator<(A const&) const", "A::operator<"},
   {"bool operator< <int>(A<int> const&)", "bool operator< <…>"},
   {"A::operator<<(int)", "A::operator<<"},
   {"std::ostream& operator<< <std::char_traits<char> >(std::ostream&)",
    "std::ostream& operator<< <…>"},
   {"A::operator<=(A)", "A::operator<="},
   {"A::operator<<=(A)", "A::operator<<="},
   {"A::operator<=>(A const&)", "A::operator<=>"},
   {"auto operator<=><int>(A<int>)", "auto operator<=><…>"},
   {"A::operator>(A)", "A::operator>"},
   {"A::operator>>(A)", "A::operator>>"},
   {"A::operator>>=(A)", "A::operator>>="},
   {"A<int>::operator->() const", "A<…>::operator->"},
   {"A<int>::operator->*(int)", "A<…>::operator->*"},
   {"A operator-<int>(A, A)", "A operator-<…>"},
   {"bool operator==<int>(A, A)", "bool operator==<…>"},
   {"operator new(unsigned long)", "operator new"},
   {"operator new[](unsigned long)", "operator new[]"},
   {"operator delete[](void*)", "operator delete[]"},
   {"operator,(A, A)", "operator,"},
   {"operator*(A, A)", "operator*"},
   {"operator\"\" _km(long double)", "operator\"\" _km"},
   {"A::operator bool() const", "A::operator bool"},
   {"A::operator char const*() const", "A::operator char const*"},
   {"A::operator std::vector<int>() const", "A::operator std::vector<…>"},
   {"f<&A::operator< >::g(int)", "f<…>::g"},
   {"f<&(operator>(A, A))>(int)", "f<…>"},
   {"my_operator<int>(int)", "my_operator<…>"},
   {"operators<int>(int)", "operators<…>"},

   /* Parts of a name that have brackets. */
   {"(anonymous namespace)::f(int)", "(anonymous namespace)::f"},
   {"a::(anonymous namespace)::f<int>(int)", "a::(anonymous namespace)::f<…>"},
   {"f<(anonymous namespace)::A>(int)", "f<…>"},
   {"main::{lambda(int)#1}::operator()(int) const",
    "main::{lambda(int)#1}::operator()"},
   {"f(int)::{lambda(std::vector<int>)#2}::operator()<int>(int) const",
    "f::{lambda(std::vector<…>)#2}::operator()<…>"},
   {"f(int)::'lambda'(int)::operator()(int) const", "f::'lambda'::operator()"},
   {"A::{unnamed type#1}::f()", "A::{unnamed type#1}::f"},
   {"-[Thing(Category) draw:]", NULL},

   /* Rust, Go. */
   {"<T as Trait>::f", NULL},
   {"<alloc::vec::Vec<T> as core::iter::Extend<T>>::extend",
    "<alloc::vec::Vec<…> as core::iter::Extend<…>>::extend"},
   {"<<A as B>::C as D<E>>::f", "<<A as B>::C as D<…>>::f"},
   {"<fn(A) -> B as C>::f", NULL},
   {"<fn(A) -> fn(B) as C>::f", NULL},
   {"<(A, B) as Trait>::f", NULL},
   {"<&mut W as core::fmt::Write>::write_char", NULL},
   {"core::ptr::drop_in_place<alloc::string::String>",
    "core::ptr::drop_in_place<…>"},
   {"core::fmt::num::<impl core::fmt::Display for u64>::fmt", NULL},
   {"alloc::vec::Vec<T,A>::push", "alloc::vec::Vec<…>::push"},
   {"Vec::<T>::new", "Vec::<…>::new"},
   {"f::{{closure}}", NULL},
   {"f::{closure#0}", NULL},
   {"f<dyn Fn(A) -> B>", "f<…>"},
   {"main.(*T).Method", NULL},

   /* Brackets that do not match. */
   {"f<", NULL},
   {"f(", NULL},
   {"f>", NULL},
   {"f)", NULL},
   {"<", NULL},
   {"f<g(", NULL},
   {"f<g)>", "f<…>"},
   {"f<int>(", "f<…>("},
   {"f<a<b>", NULL},
   {"f(int)>)]}", "f>)]}"},
   {"operator", NULL},
   {"operator<", NULL},
   {"operator< ", NULL},
   {"\xff<\x80>\xfe(\x01)", "\xff<…>\xfe"},
};

static void shortens(void** state)
{
   for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
      char* result = names_short(rows[i].name, "…");
      assert_string_equal(result,
                          rows[i].expected ? rows[i].expected : rows[i].name);
      g_free(result);
   }
}

static void has_other_dots(void** state)
{
   char* result = names_short("f<int>(int)", "...");
   assert_string_equal(result, "f<...>");
   g_free(result);
}

/* Every text of up to five of these bytes: what is read ends where the text
   does. */
static void survives_all_texts(void** state)
{
   static const char bytes[] = "a<>()[]{}:- &\xc3";
   enum { N = sizeof bytes - 1, LONGEST = 5 };

   for (guint length = 0, n = 1; length <= LONGEST; length++, n *= N)
      for (guint i = 0; i < n; i++) {
         char* text = g_malloc0(length + 1);
         for (guint at = 0, rest = i; at < length; at++, rest /= N)
            text[at] = bytes[rest % N];
         char* result = names_short(text, "");
         assert_true(strlen(result) <= length);
         g_free(result);
         g_free(text);
      }
}

/* Reading takes time in proportion to the length, whatever the brackets. */
static void survives_long_names(void** state)
{
   static const char* const pieces[] = {
      "a<", "a(", "<", "(", "a>", "a<b>(", "operator<", "a()", "a<b>"};
   enum { N = 200000 };

   for (guint i = 0; i < G_N_ELEMENTS(pieces); i++) {
      GString* name = g_string_new(NULL);
      for (guint j = 0; j < N; j++)
         g_string_append(name, pieces[i]);
      char* result = names_short(name->str, "");
      assert_true(strlen(result) <= name->len);
      g_free(result);
      g_string_free(name, TRUE);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(shortens),
      cmocka_unit_test(has_other_dots),
      cmocka_unit_test(survives_all_texts),
      cmocka_unit_test(survives_long_names),
   };

   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, NULL, NULL);
}
