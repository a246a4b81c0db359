/* SPDX-License-Identifier: GPL-2.0-or-later */
/* objects.c: loads many shared objects.

   Usage: objects DIR N

   They are DIR/1.so to DIR/N.so. */

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv)
{
   int n = argc == 3 ? atoi(argv[2]) : 0;

   for (int i = 1; i <= n; i++) {
      char name[4096];

      snprintf(name, sizeof name, "%s/%d.so", argv[1], i);
      if (!dlopen(name, RTLD_NOW)) {
         fprintf(stderr, "objects: %s\n", dlerror());
         return 1;
      }
   }
   return 0;
}
