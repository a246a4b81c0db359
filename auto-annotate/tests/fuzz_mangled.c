/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fuzz_mangled.c: a libFuzzer target for mangled names.  It demangles them as
   the programs do: what is taken for safe must neither crash libiberty nor take
   long. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "conflicts/cg_mangled.h"
#include "lib/demangle.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
   char* symbol = g_strndup((const char*)data, size);
   char* name   = demangle_symbol(symbol);

   if (strcmp(name, symbol) != 0 && strlen(name) > CG_MANGLED_MAX_BYTES)
      abort();
   g_free(name);
   g_free(symbol);
   return 0;
}
