/* SPDX-License-Identifier: GPL-2.0-or-later */
/* archive.c: packs members into an archive in memory, and checks them by their
   CRC-32. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMBERS = 400, LARGEST = 16384 };

struct member {
   char     name[20];
   uint32_t size, crc;
   uint8_t* data;
};

static uint32_t table[256];

static void make_table(void)
{
   for (uint32_t i = 0; i < 256; i++) {
      uint32_t c = i;
      for (int bit = 0; bit < 8; bit++)
         c = c & 1 ? 0xEDB88320 ^ c >> 1 : c >> 1;
      table[i] = c;
   }
}

static uint32_t crc32(const uint8_t* data, size_t size)
{
   uint32_t c = ~0U;
   for (size_t i = 0; i < size; i++)
      c = table[(c ^ data[i]) & 255] ^ c >> 8;
   return ~c;
}

static void pack(struct member* member, int number)
{
   uint32_t random = number;
   member->size = 4096 + number * 29 % (LARGEST - 4096);
   member->data = malloc(member->size);
   snprintf(member->name, sizeof member->name, "part-%d", number);
   for (uint32_t i = 0; i + 8 <= member->size; i += 8) {
      random = random * 1664525 + 1013904223;
      memcpy(member->data + i, &random, 4);
      memcpy(member->data + i + 4, member->name, 4);
   }
   memset(member->data + member->size / 8 * 8, ' ', member->size % 8);
   member->crc = crc32(member->data, member->size);
}

int main(void)
{
   struct member* members = calloc(MEMBERS, sizeof *members);
   uint32_t       all = 0, bad = 0;
   make_table();
   for (int i = 0; i < MEMBERS; i++)
      pack(&members[i], i);
   members[7].data[99] ^= 4;
   for (int i = 0; i < MEMBERS; i++) {
      bad += crc32(members[i].data, members[i].size) != members[i].crc;
      all = all * 3 + members[i].crc;
      free(members[i].data);
   }
   printf("%d members, %u of them bad, together %08x\n", MEMBERS, bad, all);
   free(members);
   return 0;
}
