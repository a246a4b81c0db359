// SPDX-License-Identifier: GPL-2.0-or-later
// stockroom.cc: what is in stock after many deliveries and sales.

#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

static const int ARTICLES = 800, MOVEMENTS = 55000;

struct Stock {
   int quantity = 0, movements = 0;
};

struct Movement {
   int article, change;
};

class Stockroom
{
public:
   void book(const std::string& article, int change)
   {
      if (stock_.find(article) == stock_.end())
         stock_[article] = Stock();
      Stock& stock = stock_[article];
      stock.quantity += change;
      stock.movements++;
   }
   const std::map<std::string, Stock>& all() const { return stock_; }

private:
   std::map<std::string, Stock> stock_;
};

static std::vector<std::string> catalogue()
{
   static const char* const kinds[] = {"screw ", "nut ", "washer ", "hinge "};
   static const char* const metals[] = {"brass ", "steel ", "zinc "};
   std::vector<std::string> names;
   for (int i = 0; i < ARTICLES; i++)
      names.push_back(std::string(kinds[i % 4]) + metals[i % 3] + std::to_string(i));
   return names;
}

static std::vector<Movement> ledger(uint32_t random)
{
   std::vector<Movement> movements;
   for (int i = 0; i < MOVEMENTS; i++) {
      random = random * 1664525 + 1013904223;
      movements.push_back({static_cast<int>((random >> 8) % ARTICLES),
                           static_cast<int>(random >> 27) - 15});
   }
   return movements;
}

int main()
{
   const std::vector<std::string> names = catalogue();
   Stockroom                      stockroom;
   long                           missing = 0;
   for (const Movement& movement : ledger(2))
      stockroom.book(names[movement.article], movement.change);
   for (const auto& [name, stock] : stockroom.all()) {
      if (stock.quantity < 0)
         missing -= stock.quantity;
      if (stock.movements > 94)
         std::printf("%s: %d after %d movements\n", name.c_str(), stock.quantity,
                     stock.movements);
   }
   std::printf("%zu articles, %ld pieces missing\n", stockroom.all().size(), missing);
   return 0;
}
