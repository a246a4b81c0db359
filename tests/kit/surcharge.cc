// SPDX-License-Identifier: GPL-2.0-or-later
// surcharge.cc: what contracts add to the price of an order.

#include <array>
#include <cstdint>
#include <cstdio>
#include <utility>

constexpr int CONTRACTS = 1000, FIELDS = 8, ORDERS = 4500;

struct Order {
   std::array<int, FIELDS> field;
};

constexpr int limit(int contract)
{
   return 968 + contract * 37 % 56;
}

constexpr int fee(int contract, int field)
{
   return (contract * 11 + field * field * 7) % 53 - 20;
}

template <int N> [[gnu::noinline]] int surcharge(const Order& order)
{
   if (order.field[N % FIELDS] < limit(N)) [[likely]]
      return 0;
   int sum = 0;
#pragma GCC unroll 8
   for (int i = 0; i < FIELDS; i++)
      sum += order.field[i] * fee(N, i);
   return sum > 0 ? sum >> 8 : 0;
}

template <int... N>
int all_surcharges(const Order& order, std::integer_sequence<int, N...>)
{
   return (0 + ... + surcharge<N>(order));
}

static Order next_order(uint32_t& random)
{
   Order order;
   for (int& value : order.field) {
      random = random * 1664525 + 1013904223;
      value = static_cast<int>(random >> 22);
   }
   return order;
}

int main()
{
   uint32_t random = 4;
   long     sum = 0;
   int      dearest = 0, most = -1;
   for (int i = 0; i < ORDERS; i++) {
      const Order order = next_order(random);
      const int   more
         = all_surcharges(order, std::make_integer_sequence<int, CONTRACTS>());
      sum += more;
      if (more > most) {
         most = more;
         dearest = i;
      }
   }
   std::printf("%d orders: %ld on average, %d at most (order %d)\n", ORDERS,
               sum / ORDERS, most, dearest);
   return 0;
}
