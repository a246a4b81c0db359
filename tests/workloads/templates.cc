// SPDX-License-Identifier: GPL-2.0-or-later
// templates.cc: C++ with containers, virtual calls, exceptions and long
// symbol names.
//
// Usage: templates ITEMS

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

namespace
{

template <typename... Parts> struct Shape {
   virtual ~Shape()                                             = default;
   virtual double area(const std::tuple<Parts...>& parts) const = 0;
};

template <typename... Parts> struct Square : Shape<Parts...> {
   double area(const std::tuple<Parts...>& parts) const override
   {
      auto side = std::get<0>(parts);
      return static_cast<double>(side) * static_cast<double>(side);
   }
};

template <typename... Parts> struct Oblong : Shape<Parts...> {
   double area(const std::tuple<Parts...>& parts) const override
   {
      if (std::get<0>(parts) % 97 == 0)
         throw std::range_error("side");
      return static_cast<double>(std::get<0>(parts)) * std::get<1>(parts);
   }
};

// Nested instantiation, so that the mangled names grow long.
template <int N, typename T> struct Nest {
   static T apply(const std::function<T(T)>& f, T x)
   {
      return Nest<N - 1, T>::apply(f, f(x));
   }
};
template <typename T> struct Nest<0, T> {
   static T apply(const std::function<T(T)>&, T x)
   {
      return x;
   }
};

} // namespace

int main(int argc, char** argv)
{
   int items = argc == 2 ? std::atoi(argv[1]) : 0;
   if (items <= 0) {
      std::fprintf(stderr, "usage: templates ITEMS\n");
      return 2;
   }
   using Parts =
      std::tuple<int, double, std::vector<std::map<int, std::string>>>;
   std::vector<std::unique_ptr<Shape<int, double, Parts>>> shapes;
   shapes.emplace_back(new Square<int, double, Parts>);
   shapes.emplace_back(new Oblong<int, double, Parts>);
   std::map<std::string, std::vector<double>> areas;
   int                                        thrown = 0;
   for (int i = 0; i < items; i++) {
      std::tuple<int, double, Parts> parts{i, i / 2.0, Parts{}};
      try {
         areas["size " + std::to_string(i % 50)].push_back(
            shapes[static_cast<size_t>(i % 2)]->area(parts));
      } catch (const std::range_error&) {
         thrown++;
      }
   }
   double sum = 0;
   for (auto& entry : areas) {
      std::sort(entry.second.begin(), entry.second.end(),
                std::greater<double>());
      sum += entry.second.front();
   }
   sum += Nest<20, double>::apply([](double x) { return x * 0.5 + 1; }, sum);
   std::printf("%.3f %d\n", sum, thrown);
   return 0;
}
