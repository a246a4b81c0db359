// SPDX-License-Identifier: GPL-2.0-or-later
// ticker.cc: the text that runs along the wall of a stock exchange.

#include <array>
#include <cstdint>
#include <cstdio>
#include <iomanip>
#include <sstream>
#include <string>

static const int QUOTES = 9000;

struct Share {
   const char* symbol;
   double      price;
   double      opening;
};

class Ticker
{
public:
   void show(const Share& share)
   {
      text_ += share.symbol;
      text_ += share.price < share.opening ? " - " : " + ";
      std::ostringstream price;
      price << std::fixed << std::setprecision(2) << share.price;
      text_ += price.str();
      text_ += "   ";
      if (text_.size() > 4000)
         run();
   }
   void run()
   {
      for (char c : text_)
         checksum_ = checksum_ * 31 + static_cast<unsigned char>(c);
      shown_ += text_.size();
      last_ = text_.substr(0, 44);
      text_.clear();
   }
   void summary() const
   {
      std::printf("%zu characters, checksum %08x, at last %s\n", shown_, checksum_,
                  last_.c_str());
   }

private:
   std::string text_, last_;
   uint32_t    checksum_ = 0;
   size_t      shown_ = 0;
};

int main()
{
   std::array<Share, 5> shares = {{{"ACME", 120, 120}, {"BOLT", 8.5, 8.5},
      {"CORK", 77.25, 77.25}, {"DASH", 1100, 1100}, {"ECHO", 31.1, 31.1}}};
   Ticker   ticker;
   uint32_t random = 1929;
   for (int i = 0; i < QUOTES; i++) {
      random = random * 1664525 + 1013904223;
      Share& share = shares[(random >> 10) % shares.size()];
      share.price *= 1 + (static_cast<int>(random >> 24) - 127) / 40000.0;
      ticker.show(share);
   }
   ticker.run();
   ticker.summary();
   return 0;
}
