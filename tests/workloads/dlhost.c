/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dlhost.c: loads and unloads a library again and again.

   Usage: dlhost LIBRARY ROUNDS

   LIBRARY is dlpart.c built as a shared object.  Whatever is known of its
   code is thrown away at each dlclose; the counts must stay. */

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv)
{
   unsigned long sum = 0;
   if (argc != 3 || atoi(argv[2]) <= 0) {
      fprintf(stderr, "usage: dlhost LIBRARY ROUNDS\n");
      return 2;
   }
   for (int i = 0; i < atoi(argv[2]); i++) {
      void* library = dlopen(argv[1], RTLD_NOW);
      unsigned long (*collatz)(unsigned long);
      if (!library) {
         fprintf(stderr, "dlhost: %s\n", dlerror());
         return 1;
      }
      *(void**)&collatz = dlsym(library, "collatz");
      for (unsigned long n = 1; n < 100; n++)
         sum += collatz(n + (unsigned long)i);
      dlclose(library);
   }
   printf("%lu\n", sum);
   return 0;
}
