/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_geometry.c: which caches can be simulated; see cg_geometry.h. */

#include "sim/cache/cg_geometry.h"

#include "sim/cg_words.h"

#define MIN_LINE_SIZE 16
#define MAX_NUMBER    0x7fffffff
#define TOO_LARGE     "no number may be larger than 2147483647"
#define NOT_THREE                                                              \
   "must be SIZE,WAYS,LINE, three positive decimal numbers; SIZE may end in "  \
   "k, KiB, M or MiB"

const HChar* cg_geometry_name(CacheId id)
{
   static const HChar* const name[N_CACHES] = {
      [CACHE_I1] = "I1", [CACHE_D1] = "D1", [CACHE_LL] = "LL"};
   return name[id];
}

static Bool is_power_of_two(UInt n)
{
   return n > 0 && (n & (n - 1)) == 0;
}

UInt cg_geometry_n_sets(const CacheGeometry* g)
{
   return g->size / g->line_size / g->assoc;
}

const HChar* cg_geometry_fault(const CacheGeometry* g)
{
   if (g->size < 1 || g->assoc < 1 || g->line_size < 1)
      return "SIZE, WAYS and LINE must be at least 1";
   if (!is_power_of_two(g->line_size))
      return "LINE must be a power of two";
   if (g->line_size < MIN_LINE_SIZE)
      return "LINE must be at least 16 bytes";
   if (g->size % g->line_size != 0)
      return "SIZE must be a multiple of LINE";
   if (g->assoc > g->size / g->line_size)
      return "WAYS must not be more than the number of lines, SIZE / LINE";
   if (g->size / g->line_size % g->assoc != 0)
      return "SIZE must be a multiple of WAYS x LINE";
   if (!is_power_of_two(cg_geometry_n_sets(g)))
      return "the number of sets, SIZE / (WAYS x LINE), must be a power of two";
   return NULL;
}

/* Read the number at *text, which may have a unit, and move *text to its end.
   Returns NULL, or what is wrong with the number. */
static const HChar* parse_geometry_number(const HChar** text, Bool has_unit,
                                          Int* number)
{
   UInt  n;
   ULong value;

   if (!cg_words_is_digit(**text))
      return NOT_THREE;
   if (!cg_words_take_number(text, 10, &n))
      return TOO_LARGE;
   value = (ULong)n << (has_unit ? cg_words_take_unit(text) : 0);
   if (value > MAX_NUMBER)
      return TOO_LARGE;
   *number = value;
   return NULL;
}

const HChar* cg_geometry_parse(const HChar* text, CacheGeometry* g)
{
   Int* const number[] = {&g->size, &g->assoc, &g->line_size};

   for (UInt i = 0; i < 3; i++) {
      if (i > 0 && *text++ != ',')
         return NOT_THREE;
      const HChar* fault = parse_geometry_number(&text, i == 0, number[i]);
      if (fault)
         return fault;
   }
   return *text == '\0' ? cg_geometry_fault(g) : NOT_THREE;
}

CacheGeometry cg_geometry_nearest(ULong size, UInt ways, UInt line_size)
{
   CacheGeometry none = {0, 0, 0};

   if (!is_power_of_two(line_size) || line_size < MIN_LINE_SIZE || ways == 0
       || size > MAX_NUMBER)
      return none;

   UInt n_lines = size / line_size;
   UInt n_sets  = n_lines / ways;
   while (n_sets & (n_sets - 1))
      n_sets &= n_sets - 1;
   if (n_sets == 0)
      return none;

   UInt  n_ways  = (n_lines + n_sets / 2) / n_sets;
   ULong rounded = (ULong)line_size * n_ways * n_sets;
   if (rounded > MAX_NUMBER)
      return none;
   return (CacheGeometry){rounded, n_ways, line_size};
}

UInt cg_geometry_smallest_line(const CacheGeometry geometry[N_CACHES])
{
   Int smallest = geometry[CACHE_I1].line_size;

   for (CacheId id = CACHE_D1; id < N_CACHES; id++)
      if (geometry[id].line_size < smallest)
         smallest = geometry[id].line_size;
   return smallest;
}
