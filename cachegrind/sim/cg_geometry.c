/* SPDX-License-Identifier: GPL-2.0-or-later */
/* geometry.c: see geometry.h. */

#include "sim/cg_geometry.h"

#define MIN_LINE_SIZE 16
#define NOT_THREE     "must be SIZE,WAYS,LINE, three positive decimal numbers"

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
   if (!is_power_of_two(g->size / g->line_size / g->assoc))
      return "the number of sets, SIZE / (WAYS x LINE), must be a power of two";
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
