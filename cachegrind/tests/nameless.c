/* SPDX-License-Identifier: GPL-2.0-or-later */
/* nameless.c: linked with -s, so neither the function nor the line that
   allocates has a name. */

#include <stdlib.h>
#include <string.h>

int main(void)
{
   char* block = malloc(100000);

   if (!block)
      return 1;
   memset(block, 1, 100000);
   return block[99999] - 1;
}
