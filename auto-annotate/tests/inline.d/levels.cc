/* SPDX-License-Identifier: GPL-2.0-or-later */
/* levels.cc: three levels of inlining, in a namespace, a template and a class;
   a function that is inlined into itself; one whose code is in two files;
   and a file that has calls only. */

#include <cstdio>

#define ALWAYS inline __attribute__((always_inline))

namespace geo {

template<class T> struct Vec {
   T x, y;
   ALWAYS Vec(T a, T b) : x(a), y(b) {}
   ALWAYS T dot(const Vec& o) const
   {
      T sum = 0;
      for (int i = 0; i < 10; i++)
         sum += x * o.x + (y ^ i) * o.y;
      return sum;
   }
};

#include "square.h"

class Shape {
   int a;

public:
   explicit Shape(int side) : a(side) {}
   ALWAYS int area(int b) const
   {
      int sum = 0;
      for (int i = 0; i < b; i++)
         sum += square(a + i) + square(a - i);
      return sum;
   }
};

} // namespace geo

/* The compiler inlines a few levels of it into itself, from both lines. */
inline int fibonacci(int n)
{
   if (n < 2)
      return n;
   if (n % 3 == 0)
      return fibonacci(n - 1) ^ 5;
   return fibonacci(n - 2) ^ 9;
}

ALWAYS int in_two_files(int a)
{
   int sum = a;
#include "part.h"
   return sum;
}

int main(int argc, char**)
{
   int sum = geo::Shape(argc).area(100);

   for (int i = 0; i < 20; i++)
      sum += fibonacci(argc + i) + in_two_files(i);
   printf("%d\n", sum);
   return 0;
}
