// SPDX-License-Identifier: GPL-2.0-or-later
// names.cpp: functions with names that are long or hold the characters of the
// profile format, and lines with numbers beyond 16 bits.

#include <map>
#include <string>
#include <vector>

namespace a_namespace_with_a_long_name {

template <typename A, typename B> struct Pair {
   A first;
   B second;
   __attribute__((noinline)) int operator()(const A &a, const B &b) const;
};

template <typename A, typename B>
int Pair<A, B>::operator()(const A &a, const B &b) const
{
   return static_cast<int>(a.size() + b.size());
}

} // namespace a_namespace_with_a_long_name

using Nested = std::map<std::string, std::vector<std::map<int, std::string>>>;
using Deep = std::vector<std::map<std::string, std::vector<Nested>>>;

__attribute__((noinline)) bool operator==(const Nested &n, int size)
{
   return static_cast<int>(n.size()) == size;
}

#include "included.h"

#line 70000 "far_away.cpp"
__attribute__((noinline)) int on_line_70001(volatile int *p) {
   *p += 1; return *p; }

#line 1000000 "far_away.cpp"
__attribute__((noinline)) int on_line_1000001(volatile int *p) {
   *p += 1; return *p; }

int main()
{
   volatile int n = 0;
   Nested nested;
   Deep deep;
   a_namespace_with_a_long_name::Pair<Nested, Deep> pair;
   for (int i = 0; i < 10; i++) {
      on_line_70001(&n);
      on_line_1000001(&n);
      from_a_header(&n);
   }
   return pair(nested, deep) + (nested == 1);
}
