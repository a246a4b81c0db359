/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dl.c: load two libraries in turn, 20 times, into the same addresses as far
   as the system allows; each time call a function that burns, under a name of
   its own in each.  Counts must stay with the names of the library that ran,
   though nothing of it is left when the profile is written. */

#include <dlfcn.h>
#include <stdio.h>

static int call(const char *library, const char *function, unsigned n)
{
   void *handle = dlopen(library, RTLD_NOW);
   void (*burn)(unsigned) = handle ? (void (*)(unsigned))dlsym(handle, function)
                                   : NULL;
   if (!burn) {
      fprintf(stderr, "dl: %s\n", dlerror());
      return 1;
   }
   burn(n);
   return dlclose(handle) != 0;
}

int main(void)
{
   for (int i = 0; i < 20; i++)
      if (call("./dl_one", "call_one", 100) || call("./dl_two", "call_two", 50))
         return 1;
   return 0;
}
