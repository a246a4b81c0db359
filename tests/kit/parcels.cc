// SPDX-License-Identifier: GPL-2.0-or-later
// parcels.cc: what a day's parcels cost to send, by several tariffs.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

struct Tariff {
   int base, perKilo;
};

class Parcel
{
public:
   Parcel(int grams, int kilometres) : grams_(grams), kilometres_(kilometres) {}
   virtual ~Parcel() = default;
   virtual long price(const Tariff& tariff) const = 0;

protected:
   int grams_, kilometres_;
};

struct Letter : Parcel {
   using Parcel::Parcel;
   long price(const Tariff& tariff) const override { return tariff.base + grams_ / 20; }
};

struct Box : Parcel {
   using Parcel::Parcel;
   long price(const Tariff& tariff) const override
   {
      return tariff.base * 3 + grams_ * tariff.perKilo / 1000 + kilometres_ / 4;
   }
};

struct Express : Parcel {
   using Parcel::Parcel;
   long price(const Tariff& tariff) const override
   {
      return 4 * (tariff.base + kilometres_) + grams_ * tariff.perKilo / 500;
   }
};

static std::vector<std::unique_ptr<Parcel>> collect(int n)
{
   std::vector<std::unique_ptr<Parcel>> parcels;
   uint32_t                             random = 11;
   for (int i = 0; i < n; i++) {
      random = random * 1664525 + 1013904223;
      const int grams = 20 + (random >> 8) % 30000, kilometres = (random >> 6) % 900;
      switch ((random >> 24) % 3) {
      case 0: parcels.push_back(std::make_unique<Letter>(grams, kilometres)); break;
      case 1: parcels.push_back(std::make_unique<Box>(grams, kilometres)); break;
      default: parcels.push_back(std::make_unique<Express>(grams, kilometres));
      }
   }
   return parcels;
}

int main()
{
   const auto parcels = collect(20000);
   long       cheapest = 0;
   for (int base = 80; base < 140; base++) {
      const Tariff tariff = {base, 300 - base};
      long         sum = 0;
      for (const auto& parcel : parcels)
         sum += parcel->price(tariff);
      cheapest = base == 80 ? sum : std::min(cheapest, sum);
   }
   std::printf("%zu parcels, at least %ld cents\n", parcels.size(), cheapest);
   return 0;
}
