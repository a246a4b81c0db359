/* SPDX-License-Identifier: GPL-2.0-or-later */
/* scatter.h: a program for scatter.c and scatter_dynamic.c: references of all
   sizes to places that look random, many of which straddle two lines, in memory
   of all kinds. */

#include <alloca.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define N_BYTES 20000
#define ROUNDS  1500

static char     small[300], large[N_BYTES];
static uint64_t state = 42;

static unsigned below(unsigned n)
{
   state = state * 6364136223846793005u + 1442695040888963407u;
   return (state >> 33) % n;
}

typedef struct {
   char bytes[16];
} Sixteen;

#define TOUCH(type)                                                            \
   __attribute__((noinline)) static void touch_##type(char* p, int how)        \
   {                                                                           \
      type value;                                                              \
      memset(&value, how, sizeof value);                                       \
      if (how & 1)                                                             \
         memcpy(&value, p, sizeof value);                                      \
      if (how & 2)                                                             \
         memcpy(p, &value, sizeof value);                                      \
      if (how == 0)                                                            \
         ++*p;                                                                 \
   }
TOUCH(uint8_t)
TOUCH(uint16_t)
TOUCH(uint32_t)
TOUCH(uint64_t)
TOUCH(Sixteen)

static void (*const touch[])(char*, int) = {touch_uint8_t, touch_uint16_t,
                                            touch_uint32_t, touch_uint64_t,
                                            touch_Sixteen};

int main(void)
{
   char* mapped   = mmap(NULL, N_BYTES, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   char* on_stack = alloca(N_BYTES);
   char* blocks[8];

   if (mapped == MAP_FAILED)
      return 1;
   for (int i = 0; i < 8; i++)
      blocks[i] = malloc(1000 + 100 * i);
   for (int i = 0; i < ROUNDS; i++) {
      unsigned b        = below(8);
      char*    places[] = {small + below(280), large + below(N_BYTES - 16),
                           mapped + below(N_BYTES - 16),
                           on_stack + below(N_BYTES - 16), blocks[b] + below(900)};
      if (below(20) == 0) {
         free(blocks[b]);
         if (below(2))
            blocks[b] = malloc(1000 + below(1000));
         else
            blocks[b] = malloc(1000 + below(1000)); /* the same, elsewhere */
         continue;
      }
      touch[below(5)](places[below(5)], below(4));
   }
   return 0;
}
