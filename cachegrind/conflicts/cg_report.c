/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_report.c: what the forms of a report share; see cg_report.h. */

#include "conflicts/cg_report.h"

#include "sim/machine/cg_machine.h"

UInt cg_report_level_id(const Report* r, Level level)
{
   return level == LEVEL_D1 ? LEVEL_L1D : cg_machine_last_level(r->machine);
}

Level cg_report_n_levels(const Report* r)
{
   if (r->set_local
       || (r->machine && cg_report_level_id(r, LEVEL_LL) == LEVEL_L1D))
      return LEVEL_D1 + 1;
   return N_LEVELS;
}

UInt cg_report_n_slices(const Report* r, Level level)
{
   return r->machine ? r->machine->caches[cg_report_level_id(r, level)].slices
                     : 1;
}

void cg_report_put_distance(Writer* w, const Report* r, Level level)
{
   const CacheGeometry* g = cg_report_geometry(r, level);

   if (cg_report_n_slices(r, level) > 1)
      return;
   cg_writer_text(w, "; addresses ");
   cg_writer_count(w, g->size / g->assoc, 0);
   cg_writer_text(w, " bytes apart share one");
}
