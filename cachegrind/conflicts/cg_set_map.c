/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_set_map.c: writes the map of conflict misses; see cg_set_map.h. */

#include "conflicts/cg_set_map.h"

#include "conflicts/cg_text.h"

#define MAX_MAP_CHARS 1024
#define MAP_ROW       64 /* characters */

static const HChar map_chars[] = ".:-=+*#%@";
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

static void put_legend(Writer* w, UWord group, ULong worst)
{
   cg_writer_text(w, "\n  ");
   cg_writer_char(w, map_chars[0]);
   cg_writer_text(w, " none, then by eighths of the worst: ");
   for (UInt i = 1; i <= N_SHADES; i++) {
      cg_writer_char(w, map_chars[i]);
      cg_writer_text(w, " ");
   }
   cg_writer_text(w, "(up to ");
   cg_writer_count(w, worst, 0);
   cg_writer_text(w, " misses)\n");
   if (group > 1) {
      cg_writer_text(w, "  Each character stands for ");
      cg_writer_count(w, group, 0);
      cg_writer_text(w, " neighbouring sets.\n");
   }
}

void cg_set_map_write(Writer* w, const ConflictCounts* all, Level level,
                      void* (*alloc)(SizeT n_bytes))
{
   UWord  n_sets = all->n_sets[level];
   UWord  group  = n_sets > MAX_MAP_CHARS ? n_sets / MAX_MAP_CHARS : 1;
   UWord  n      = n_sets / group;
   UInt   width  = 2 + cg_text_wider(3, cg_text_width(n_sets));
   ULong* sums   = alloc(n * sizeof *sums);
   ULong  worst  = 0;

   add_conflicts(all, level, group, sums);
   for (UWord i = 0; i < n; i++)
      worst = sums[i] > worst ? sums[i] : worst;
   for (UWord i = 0; i < n; i++) {
      if (i % MAP_ROW == 0) {
         cg_writer_text(w, i > 0 ? "\n" : "");
         cg_writer_count(w, i * group, width);
         cg_writer_text(w, "  ");
      }
      cg_writer_char(w, map_chars[shade(sums[i], worst)]);
   }
   cg_writer_text(w, "\n");
   put_legend(w, group, worst);
}
