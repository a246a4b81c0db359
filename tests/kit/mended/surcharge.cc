// SPDX-License-Identifier: GPL-2.0-or-later
// surcharge.cc: what contracts add to the price of an order.

#include <array>
#include <cstdint>
#include <cstdio>


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

struct Contract {
   int                     limit;
   std::array<int, FIELDS> fees;
};

static std::array<Contract, CONTRACTS> contracts;

static void read_contracts()
{
   for (int n = 0; n < CONTRACTS; n++) {
      contracts[n].limit = limit(n);
      for (int i = 0; i < FIELDS; i++)
         contracts[n].fees[i] = fee(n, i);
   }
}

static int surcharge(const Order& order, int n)
{
   if (order.field[n % FIELDS] < contracts[n].limit) [[likely]]
      return 0;
   int sum = 0;
   for (int i = 0; i < FIELDS; i++)
      sum += order.field[i] * contracts[n].fees[i];
   return sum > 0 ? sum >> 8 : 0;
}

static int all_surcharges(const Order& order)
{
   int sum = 0;
   for (int n = 0; n < CONTRACTS; n++)
      sum += surcharge(order, n);
   return sum;
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
   read_contracts();
   uint32_t random = 4;
   long     sum = 0;
   int      dearest = 0, most = -1;
   for (int i = 0; i < ORDERS; i++) {
      const Order order = next_order(random);
      const int   more = all_surcharges(order);
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
