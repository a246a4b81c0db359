// SPDX-License-Identifier: GPL-2.0-or-later
// heap_stl.cpp: memory that C++'s library allocates belongs to the program's
// line, not to that of a header.  And static members have their C++ names.
// check_variables reads the comments.

#include <cstdlib>
#include <map>
#include <string>
#include <vector>

static void *xmalloc(size_t size)
{
   void *block = malloc(size);
   if (!block)
      abort();
   return block;
}

namespace space {
struct Class {
   static volatile int total; /* refs: static space::Class::total 200 */
};
volatile int Class::total;
} // namespace space

struct Records {
   std::vector<int> all;
   void add(int n)
   {
      all.push_back(n); /* refs: heap heap 1000+ */
   }
};

int main()
{
   Records records;
   for (int i = 0; i < 1000; i++)
      records.add(i);

   std::map<int, int> counts;
   for (int i = 0; i < 1000; i++)
      counts[i % 100]++; /* refs: heap heap 1000+ */

   std::vector<std::string> names;
   names.reserve(100); /* refs: heap heap 100+ */
   for (int i = 0; i < 100; i++)
      names.emplace_back(100, 'x'); /* refs: heap heap 100+ */

   volatile int *numbers =
      static_cast<volatile int *>(xmalloc(100 * sizeof(int))); /* refs: heap heap 200 */
   for (int i = 0; i < 100; i++)
      numbers[i] = i;
   int sum = 0;
   for (int i = 0; i < 100; i++)
      sum += numbers[i];

   for (int i = 0; i < 100; i++)
      space::Class::total = space::Class::total + i;
   return sum + records.all[7] + counts[3] == 0;
}
