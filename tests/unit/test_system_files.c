/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_system_files.c: tests which source files come with the compiler or the
   system. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "conflicts/cg_system_files.h"

static const struct {
   const char* path;
   Bool        expected;
} cases[] = {
   {"/usr/include/ctype.h", True},
   {"/usr/include", True},
   {"/usr/include/c++/12/bits", True},
   {"/usr/local/include/a.h", True},
   {"/usr/lib/gcc/x86_64-linux-gnu/12/include/emmintrin.h", True},
   {"/rustc/0123/library/core/src/iter/range.rs", True},
   {"/rust/deps/hashbrown-0.16.1/src/map.rs", True},
   {"/usr/src/rustc-1.63.0/library/std/src/io/mod.rs", True},
   {"/home/you/.rustup/toolchains/stable/lib/rustlib/src/rust/library/a.rs",
    True},
   {"/home/you/.cargo/registry/src/index.crates.io-6f17/regex-1.10.2/src/lib.rs",
    True},
   {"/usr/local/cargo/git/checkouts/regex-0123/src/lib.rs", True},
   {"/usr/share/cargo/registry/regex-1.10.2/src/lib.rs", True},
   {"/usr/lib/llvm-14/include/c++/v1/vector", True},
   {"../include/c++/12/vector", True},
   {"/usr/includes/a.h", False},
   {"/usr/lib/gccx/a.h", False},
   {"/usr/local/src/a.c", False},
   {"/home/you/usr/include/a.h", False},
   {"usr/include/a.h", False},
   {"/home/you/rustc/a.rs", False},
   {"/home/you/cargo/registry/a.rs", False},
   {"/usr/src/linux/a.c", False},
   {"/home/you/include/c++", False},
   {"/home/you/include/c++11/a.h", False},
   {"/usr", False},
   {"/", False},
   {"", False},
   {"???", False},
};

static void which_paths(void** state)
{
   (void)state;
   for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
      if (cg_system_files_have(cases[i].path) != cases[i].expected)
         fail_msg("%s: expected %d", cases[i].path, cases[i].expected);
}

int main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(which_paths)};

   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, NULL, NULL);
}
