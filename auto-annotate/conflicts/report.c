/* SPDX-License-Identifier: GPL-2.0-or-later */
/* report.c: what the forms of a report share; see report.h. */

#include "conflicts/report.h"

#include "lib/text.h"
#include "sim/machine/cg_machine.h"

UInt report_level_id(const Report* r, Level level)
{
   return level == LEVEL_D1 ? LEVEL_L1D : cg_machine_last_level(r->machine);
}

Level report_n_levels(const Report* r)
{
   if (r->set_local
       || (r->machine && report_level_id(r, LEVEL_LL) == LEVEL_L1D))
      return LEVEL_D1 + 1;
   return N_LEVELS;
}

UInt report_n_slices(const Report* r, Level level)
{
   return r->machine ? r->machine->caches[report_level_id(r, level)].slices : 1;
}

void report_put_distance(GString* to, const Report* r, Level level)
{
   const CacheGeometry* g = report_geometry(r, level);

   if (report_n_slices(r, level) == 1)
      g_string_append_printf(to, "; addresses %s bytes apart share one",
                             text_commas(g->size / g->assoc));
}
