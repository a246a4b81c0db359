/* SPDX-License-Identifier: GPL-2.0-or-later */
/* set_map.c: writes the map of conflict misses; see set_map.h. */

#include "conflicts/set_map.h"

#include "lib/text.h"

#define MAX_MAP_CHARS 1024
#define MAP_ROW       64 /* characters */

static const char map_chars[] = ".:-=+*#%@";
#define N_SHADES (sizeof map_chars - 2) /* without that for no misses */

/* Add up the conflict misses of all threads for each `group' sets. */
static void add_conflicts(const ConflictCounts* all, Level level, UWord group,
                          ULong sums[])
{
   const SetCounts* counts;

   for (UInt thread = 1; thread <= all->n_threads; thread++) {
      if (!cg_conflict_counts_ran(all, thread))
         continue;
      for (UWord set = 0;
           (counts = cg_conflict_counts_sets(all, level, thread, &set)); set++)
         sums[set / group] += counts->misses[CLASS_CONFLICT];
   }
}

/* The shade for `misses': 1 to N_SHADES, each an equal part of `worst'; 0 if
   there are no misses. */
static UInt shade(ULong misses, ULong worst)
{
   return worst > 0 ? (misses * N_SHADES + worst - 1) / worst : 0;
}

static void put_legend(GString* to, UWord group, ULong worst)
{
   g_string_append_printf(
      to, "\n  %c none, then by eighths of the worst: ", map_chars[0]);
   for (UInt i = 1; i <= N_SHADES; i++)
      g_string_append_printf(to, "%c ", map_chars[i]);
   g_string_append_printf(to, "(up to %s misses)\n", text_commas(worst));
   if (group > 1)
      g_string_append_printf(
         to, "  Each character stands for %s neighbouring sets.\n",
         text_commas(group));
}

void set_map_write(GString* to, const ConflictCounts* all, Level level)
{
   UWord  n_sets = all->n_sets[level];
   UWord  group  = MAX(n_sets / MAX_MAP_CHARS, 1);
   UWord  n      = (n_sets + group - 1) / group; /* the last may have fewer */
   UInt   width  = 2 + MAX(3, text_width(n_sets));
   ULong* sums   = g_new0(ULong, n);
   ULong  worst  = 0;

   add_conflicts(all, level, group, sums);
   for (UWord i = 0; i < n; i++)
      worst = MAX(worst, sums[i]);
   for (UWord i = 0; i < n; i++) {
      if (i % MAP_ROW == 0)
         g_string_append_printf(to, "%s%*s  ", i > 0 ? "\n" : "", width,
                                text_commas(i * group));
      g_string_append_c(to, map_chars[shade(sums[i], worst)]);
   }
   g_string_append(to, "\n");
   put_legend(to, group, worst);
   g_free(sums);
}
