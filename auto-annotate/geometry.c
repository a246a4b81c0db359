/* SPDX-License-Identifier: GPL-2.0-or-later */
/* geometry.c: see geometry.h. */

#include "geometry.h"

#define MIN_LINE_SIZE 16
#define NOT_THREE                                                              \
   "must be SIZE,ASSOCIATIVITY,LINE_SIZE, three positive decimal numbers"

const char* cache_name(CacheId id)
{
   static const char* const names[N_CACHES] = {
      [CACHE_I1] = "I1", [CACHE_D1] = "D1", [CACHE_LL] = "LL"};
   return names[id];
}

static gboolean is_power_of_two(gint n)
{
   return n > 0 && (n & (n - 1)) == 0;
}

const char* geometry_fault(const CacheGeometry* g)
{
   if (g->size < 1 || g->assoc < 1 || g->line_size < 1)
      return "size, associativity and line size must be at least 1";
   if (!is_power_of_two(g->line_size))
      return "the line size must be a power of two";
   if (g->line_size < MIN_LINE_SIZE)
      return "the line size must be at least 16 bytes";
   if (g->size % g->line_size != 0)
      return "the size must be a multiple of the line size";
   if (g->assoc > g->size / g->line_size)
      return "the associativity must not be more than the number of lines, "
             "size / line size";
   if (g->size / g->line_size % g->assoc != 0)
      return "the size must be a multiple of associativity x line size";
   if (!is_power_of_two(g->size / g->line_size / g->assoc))
      return "the number of sets, size / (associativity x line size), must be "
             "a power of two";
   return NULL;
}

/* The number at *p, whose end *p then points to. */
static const char* parse_field(const char** p, Int* field)
{
   gint64 n = 0;

   if (!g_ascii_isdigit(**p))
      return NOT_THREE;
   for (; g_ascii_isdigit(**p); (*p)++) {
      n = 10 * n + (**p - '0');
      if (n > G_MAXINT32)
         return "no number may be larger than 2147483647";
   }
   *field = n;
   return NULL;
}

const char* geometry_parse(const char* text, CacheGeometry* g)
{
   Int*        field[] = {&g->size, &g->assoc, &g->line_size};
   const char* fault   = NULL;

   for (guint i = 0; i < G_N_ELEMENTS(field) && !fault; i++) {
      if (i > 0 && *text++ != ',')
         return NOT_THREE;
      fault = parse_field(&text, field[i]);
   }
   if (!fault && *text != '\0')
      fault = NOT_THREE;
   return fault ? fault : geometry_fault(g);
}
