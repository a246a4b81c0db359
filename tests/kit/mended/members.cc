// SPDX-License-Identifier: GPL-2.0-or-later
// members.cc: prints the members of a club in the order of their names.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

struct Member {
   std::string first, last;
   int         since;
};

static Member invent(uint32_t random)
{
   static const char* const first[] = {"Maximiliane", "Konstantin", "Bartholomew"};
   static const char* const names[] = {"Featherstone", "von Habsburg", "de la Cruz"};
   std::string              last = names[random % 3];
   last += '-';
   last += names[random / 3 % 3];
   return {first[random / 9 % 3], last, 1950 + static_cast<int>(random / 27 % 64)};
}

static std::vector<Member> enrol(int n)
{
   std::vector<Member> members;
   uint32_t            random = 12;
   for (int i = 0; i < n; i++) {
      random = random * 1664525 + 1013904223;
      members.push_back(invent(random >> 8));
   }
   return members;
}

static void sort_by_name(std::vector<Member>& members)
{
   std::stable_sort(members.begin(), members.end(), [](const Member& a, const Member& b) {
      const int order = a.last.compare(b.last);
      return order < 0 || (order == 0 && a.first < b.first);
   });
}

int main()
{
   std::vector<Member> members = enrol(4000);
   sort_by_name(members);
   long years = 0;
   for (size_t i = 0; i < members.size(); i++) {
      years += 2024 - members[i].since;
      if (i % 700 == 0)
         std::printf("%s, %s, since %d\n", members[i].last.c_str(),
                     members[i].first.c_str(), members[i].since);
   }
   std::printf("%zu members for %ld years\n", members.size(), years);
   return 0;
}
