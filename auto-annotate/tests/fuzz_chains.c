/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fuzz_chains.c: reads damaged ELF files with chains_find(), for
   AddressSanitizer.

      fuzz_chains ELF-FILE ROUNDS TEMPORARY-FILE

   In each round, the temporary file gets a copy of the ELF file in which a few
   bytes of the debug information have other values, or from which the end is
   missing.  The rounds are the same each time.  What is wrong in a round can be
   seen in the temporary file, which stays when the program is stopped. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <elf.h>
#include <glib.h>

#include "inline/chains.h"

/* So many addresses are looked up: those of a small program. */
#define N_PLACES 0x4000

/* The sections that begin with ".debug_", as a range of the file. */
typedef struct {
   gsize begin, end;
} Debug;

static Debug find_debug(const char* bytes)
{
   const Elf64_Ehdr* header   = (const Elf64_Ehdr*)bytes;
   const Elf64_Shdr* sections = (const Elf64_Shdr*)(bytes + header->e_shoff);
   const char*       names    = bytes + sections[header->e_shstrndx].sh_offset;
   Debug             debug    = {G_MAXSIZE, 0};

   for (guint i = 0; i < header->e_shnum; i++)
      if (g_str_has_prefix(names + sections[i].sh_name, ".debug_")) {
         debug.begin = MIN(debug.begin, sections[i].sh_offset);
         debug.end =
            MAX(debug.end, sections[i].sh_offset + sections[i].sh_size);
      }
   return debug;
}

/* Damages a copy, and returns how much of it is left. */
static gsize damage(GRand* rand, char* copy, gsize length, Debug debug)
{
   static const char values[] = {0, 1, 2, 0x7f, (char)0x80, (char)0xff};
   guint             n        = g_rand_int_range(rand, 1, 9);

   if (g_rand_int_range(rand, 0, 10) == 0)
      return g_rand_int_range(rand, 0, length);
   while (n-- > 0) {
      gsize at = g_rand_int_range(rand, debug.begin, debug.end);
      copy[at] = g_rand_boolean(rand)
                    ? values[g_rand_int_range(rand, 0, sizeof values)]
                    : (char)(copy[at] ^ 1 << g_rand_int_range(rand, 0, 8));
   }
   return length;
}

/* Returns FALSE if what was found contradicts itself. */
static gboolean look_up(const char* path)
{
   ChainsPlace* places = g_new0(ChainsPlace, N_PLACES);
   Chains*      chains = chains_new(NULL);
   gboolean     good   = TRUE;

   for (guint i = 0; i < N_PLACES; i++)
      places[i] = (ChainsPlace){.address = i, .nameless = i % 2};
   chains_find(chains, path, places, N_PLACES);
   for (guint i = 0; i < N_PLACES; i++) {
      good &= places[i].file
                 ? places[i].file[0] != '\0' && places[i].line <= G_MAXINT
                 : places[i].line == 0;
      good &= !places[i].function || places[i].function->name;
      for (const ChainsInlined* at = places[i].inlined; at; at = at->caller)
         good &= at->file && at->function->name && at->function->file
                 && (!at->caller || at->caller->number < at->number);
   }
   chains_free(chains);
   g_free(places);
   return good;
}

int main(int argc, char** argv)
{
   char* bytes;
   gsize length;

   if (argc != 4 || !g_file_get_contents(argv[1], &bytes, &length, NULL))
      return 2;
   Debug  debug = find_debug(bytes);
   GRand* rand  = g_rand_new_with_seed(1);
   char*  copy  = g_malloc(length);
   for (int i = 0; i < atoi(argv[2]); i++) {
      memcpy(copy, bytes, length);
      gsize left = damage(rand, copy, length, debug);
      if (!g_file_set_contents(argv[3], copy, left, NULL))
         return 2;
      if (!look_up(argv[3])) {
         fprintf(stderr, "round %d: what was found contradicts itself\n", i);
         return 1;
      }
   }
   g_rand_free(rand);
   g_free(copy);
   g_free(bytes);
   return 0;
}
