/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fuzz_mangled.c: a libFuzzer target for the bounds of demangled names.  It
   demangles the names that have a bound with libiberty, and stops if one is
   longer than its bound. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <libiberty/demangle.h>

#include "conflicts/cg_mangled.h"

static size_t length;

static void add(const char* text, size_t n, void* bound)
{
   (void)text;
   length += n;
   if (length > *(ULong*)bound)
      abort();
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
   char  name[8192];
   ULong bound;

   if (size >= sizeof name)
      return 0;
   memcpy(name, data, size);
   name[size] = '\0';
   bound      = cg_mangled_bound(name);
   if (bound < strlen(name))
      abort();
   /* What is longer is not demangled, and could take hours. */
   if (bound > 4 * CG_MANGLED_MAX_BYTES)
      return 0;
   length = 0;
   rust_demangle_callback(name, DMGL_PARAMS | DMGL_ANSI, add, &bound);
   length = 0;
   cplus_demangle_v3_callback(name, DMGL_PARAMS | DMGL_ANSI, add, &bound);
   return 0;
}
