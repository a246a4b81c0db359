/* SPDX-License-Identifier: GPL-2.0-or-later */
/* phonebook.c: who calls whom, from a log of names. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PEOPLE = 1500, SIZE = 4093, CALLS = 200000, NAME = 16 };

struct entry {
   char     name[NAME];
   unsigned calls;
};

struct book {
   uint64_t      size;
   struct entry* entries; // those that are free have no name
};

static void make_name(char* name, unsigned number)
{
   static const char* const parts[] = {"an", "ber", "ca", "do", "el", "fri", "ga", "hu"};
   name[0] = '\0';
   for (int k = 0; k < 4; k++, number /= 8)
      strcat(name, parts[number % 8]);
}

static uint64_t hash(const struct book* book, const char* name)
{
   uint64_t h = 0;
   for (; *name; name++)
      h = (31 * h + (unsigned char)*name) % book->size;
   return h;
}

static struct entry* look_up(struct book* book, const char* name)
{
   uint64_t slot = hash(book, name);
   while (book->entries[slot].name[0] && strcmp(book->entries[slot].name, name) != 0)
      if (++slot == book->size)
         slot = 0;
   return &book->entries[slot];
}

int main(int argc, char** argv)
{
   static char names[PEOPLE][NAME];
   const uint64_t size = argc > 1 ? strtoull(argv[1], NULL, 10) : SIZE;
   struct book    book = {size, calloc(size, sizeof(struct entry))};
   uint32_t    random = 3;
   unsigned    most = 0, used = 0;
   for (unsigned i = 0; i < PEOPLE; i++)
      make_name(names[i], i * 2 + i / 7);
   for (unsigned i = 0; i < CALLS; i++) {
      random = random * 1664525 + 1013904223;
      const char*   name = names[(random >> 8) % PEOPLE];
      struct entry* entry = look_up(&book, name);
      if (!entry->name[0])
         strcpy(entry->name, name);
      entry->calls++;
   }
   for (unsigned i = 0; i < size; i++) {
      used += book.entries[i].name[0] != '\0';
      most = book.entries[i].calls > book.entries[most].calls ? i : most;
   }
   printf("%u people, %s called %u times\n", used, book.entries[most].name,
          book.entries[most].calls);
   free(book.entries);
   return 0;
}
