// SPDX-License-Identifier: GPL-2.0-or-later
// timetable.cc: the departures of several stations as pages.

#include <cstdint>
#include <cstdio>
#include <string>

static const int STATIONS = 70, DEPARTURES = 300;

struct Departure {
   int         minute, platform;
   const char* destination;
};

class Station
{
public:
   explicit Station(uint32_t number) : random_(number * 7919) {}
   Departure next()
   {
      static const char* const towns[] = {"Aberdeen", "Bath", "Cardiff", "Dover", "Ely"};
      random_ = random_ * 1664525 + 1013904223;
      minute_ += 1 + static_cast<int>(random_ >> 31);
      return {minute_, 1 + static_cast<int>(random_ >> 28), towns[(random_ >> 16) % 5]};
   }

private:
   uint32_t random_;
   int      minute_ = 240;
};

static std::string two_digits(int n)
{
   return {static_cast<char>('0' + n / 10 % 10), static_cast<char>('0' + n % 10)};
}

static std::string row(const Departure& departure)
{
   std::string text = two_digits(departure.minute / 60 % 24);
   text += ':';
   text += two_digits(departure.minute % 60);
   text += departure.platform > 9 ? " from " : " from  ";
   text += std::to_string(departure.platform);
   text += " to ";
   text += departure.destination;
   return text;
}

static std::string page(int number)
{
   Station     station(number);
   std::string text = "Departures of station " + std::to_string(number) + "\n";
   for (int i = 0; i < DEPARTURES; i++) {
      text += row(station.next());
      text += '\n';
   }
   return text;
}

int main()
{
   uint32_t sum = 0;
   size_t   size = 0;
   for (int number = 0; number < STATIONS; number++) {
      const std::string text = page(number);
      size += text.size();
      for (char c : text)
         sum = sum * 31 + static_cast<unsigned char>(c);
      if (number == 0)
         std::printf("%.200s", text.c_str());
   }
   std::printf("%zu bytes, checksum %08x\n", size, sum);
   return 0;
}
