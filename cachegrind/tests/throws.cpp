/* SPDX-License-Identifier: GPL-2.0-or-later */
/* throws.cpp: leave functions by exceptions, which their callers, or theirs,
   catch, and catch one inside.  The names have lists of arguments, some with
   parentheses of their own, or with something after them. */

#include "burn.h"
#include "noipa.h"

extern "C" {
BURN(burn_in);
BURN(burn_out);
}

namespace ns {

NOIPA void thrower(int n)
{
   burn_in(100);
   throw n;
}

/* Each of the two has its own name in a profile. */
NOIPA void f(int n)
{
   thrower(n);
}

NOIPA void f(const char*, int n)
{
   try {
      thrower(n);
   } catch (int) {
   }
   burn_in(100);
}

struct S {
   void get(int n) const;
};

NOIPA void S::get(int n) const
{
   burn_in(n);
}

NOIPA void calls(void (*function)(unsigned))
{
   function(100);
}

} // namespace ns

namespace {

struct T {
   void operator()(int n) const;
};

NOIPA void T::operator()(int n) const
{
   ns::S().get(n);
}

} // namespace

int main()
{
   for (int i = 0; i < 10; i++) {
      try {
         ns::f(i);
      } catch (int) {
         burn_out(100);
      }
      ns::f("", i);
      ns::calls(burn_in);
      T()(100);
      burn_out(100);
   }
   return 0;
}
