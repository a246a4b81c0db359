// SPDX-License-Identifier: GPL-2.0-or-later
// words.cc: counts words, with code that is inlined; for tests/page.
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

static std::map<std::string, int> count(const std::vector<std::string>& words)
{
   std::map<std::string, int> counts;
   for (const auto& word : words)
      counts[word]++;
   return counts;
}

int main()
{
   std::vector<std::string> words;
   for (int i = 0; i < 3000; i++)
      words.push_back("word" + std::to_string(i * 7919 % 613));
   std::sort(words.begin(), words.end(), [](const auto& x, const auto& y) {
      return x.size() != y.size() ? x.size() < y.size() : x < y;
   });
   auto counts = count(words);
   std::printf("%zu\n", counts.size());
}
