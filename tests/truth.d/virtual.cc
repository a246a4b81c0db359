// SPDX-License-Identifier: GPL-2.0-or-later
// virtual.cc: virtual calls, templates, and calls of members through pointers.

extern "C" {
#include "truth.h"
}

namespace {

struct Shape {
   virtual int area() const { return 0; }
   virtual int corners() const { return 0; }
   int         scale(int by) { return area() * by; }
};

struct Square : Shape {
   int side;
   explicit Square(int s) : side(s) {}
   int area() const override { return side * side; }
   int corners() const override { return 4; }
};

struct Strip : Square {
   int length;
   Strip(int s, int l) : Square(s), length(l) {}
   int area() const override { return side * length; }
};

struct Disc : Shape {
   int radius;
   explicit Disc(int r) : radius(r) {}
   int area() const override { return radius * radius * 355 / 113; }
};

template <typename T, int N> NOINLINE T largest(const T (&values)[N])
{
   T best = values[0];
   for (const T& value : values)
      if (best < value)
         best = value;
   return best;
}

} // namespace

extern "C" int program(void)
{
   Square square(3);
   Strip  strip(2, 9);
   Disc   disc(4);
   Shape* shapes[]            = {&square, &strip, &disc, &strip, &square};
   int (Shape::*member)() const = &Shape::area;
   int sum = 0, areas[5];

   for (int round = 0; round < 40; round++) {
      for (int i = 0; i < 5; i++) {
         Shape* volatile shape = shapes[(i * round) % 5];
         areas[i]              = shape->area() + shape->scale(round);
         sum += (shape->*member)();
      }
      sum += largest(areas);
      member = round % 3 ? &Shape::corners : &Shape::area;
   }
   return sum == 0;
}
