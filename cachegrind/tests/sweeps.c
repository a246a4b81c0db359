/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sweeps.c: writes to two arrays in turn, twice.  Each is as large as a D1 of
   32 KiB, so each sweep drives the other array out of it: the misses of the
   first two sweeps are cold, those of the last two capacity misses, and the
   arrays are at fixed addresses, one after the other. */

#include <stdlib.h>
#include <sys/mman.h>

#define BASE        0x10ffeffd000
#define ARRAY_BYTES (3 * 4096 * sizeof(int)) /* the last third is not used */
#define SWEPT       (2 * 4096)

static int* map_array(unsigned long address)
{
   void* array = mmap((void*)address, ARRAY_BYTES, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_FIXED | MAP_ANONYMOUS, -1, 0);
   if (array != (void*)address)
      abort();
   return array;
}

__attribute__((noinline)) static void sweep(volatile int* array)
{
   for (int i = 0; i < SWEPT; i++)
      array[i] = i; /* the store */
}

int main(void)
{
   int* first  = map_array(BASE);
   int* second = map_array(BASE + ARRAY_BYTES);

   sweep(first);
   sweep(second);
   sweep(first);
   sweep(second);
   return 0;
}
