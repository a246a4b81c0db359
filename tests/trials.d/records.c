/* SPDX-License-Identifier: GPL-2.0-or-later */
/* records.c: reads records of a line each at random, each of which lies in two
   lines. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { RECORDS = 16384, LOOKUPS = 300000 };

typedef struct {
   uint64_t first, others[6], last;
} Record;

static Record* new_records(void)
{
#ifdef MOVED
   return aligned_alloc(64, RECORDS * sizeof(Record));
#else
   return malloc(RECORDS * sizeof(Record)); /* begins 16 bytes into a page */
#endif
}

int main(void)
{
   Record*  records = new_records();
   uint64_t sum     = 0;
   uint32_t random  = 1;

   for (int i = 0; i < RECORDS; i++)
      records[i] = (Record){.first = i, .last = i * 3};
   for (int i = 0; i < LOOKUPS; i++) {
      random = random * 1664525 + 1013904223;
      const Record* r = &records[random >> 18];
      sum += r->first ^ r->last;
   }
   printf("%lu\n", (unsigned long)sum);
   free(records);
   return 0;
}
