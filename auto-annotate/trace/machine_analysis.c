/* SPDX-License-Identifier: GPL-2.0-or-later */
/* machine_analysis.c: see machine_analysis.h. */

#include "trace/machine_analysis.h"

#include "conflicts/cg_conflict_counts.h"
#include "sim/machine/cg_machine_classes.h"

struct MachineAnalysis {
   const Machine*    machine;
   const TraceNames* names;
   CacheGeometry     geometry[N_CACHES];
   MachineClasses    classes;
   ConflictCounts    counts;
};

MachineAnalysis* machine_analysis_new(const Machine*    machine,
                                      Hierarchy*        hierarchy,
                                      const TraceNames* names,
                                      void* (*alloc)(SizeT n_bytes))
{
   MachineAnalysis* a = alloc(sizeof *a);

   a->machine = machine;
   a->names   = names;
   cg_machine_classes_geometry(machine, a->geometry);
   cg_machine_classes_init(&a->classes, hierarchy, machine, alloc);
   cg_conflict_counts_init_machine(&a->counts, &a->classes, alloc);
   cg_conflict_counts_thread(&a->counts, 1);
   return a;
}

void machine_analysis_access(MachineAnalysis* a, const MachineRef* ref,
                             gboolean collecting)
{
   gboolean  is_fetch = ref->kind == REF_FETCH;
   UInt      variable = is_fetch ? VARIABLE_CODE : VARIABLE_UNKNOWN;
   RefResult result;
   Outcome   outcome;

   cg_machine_classes_access(&a->classes, ref->kind, ref->addr, ref->size,
                             1 + ref->location, &result, &outcome);
   if (cg_classes_changed(&outcome)) {
      if (!is_fetch)
         variable = regions_variable(a->names->regions, ref->addr);
      cg_conflict_counts_note_evictor(&outcome, variable);
   }
   if (!collecting)
      return;
   if (is_fetch)
      cg_conflict_counts_fetch(&a->counts, &outcome);
   else
      cg_conflict_counts_data(
         &a->counts, ref->addr, &outcome,
         g_ptr_array_index(a->names->locations, ref->location), variable);
}

gboolean machine_analysis_shares(const MachineAnalysis* a)
{
   return a->counts.sharing != NULL;
}

void machine_analysis_write(MachineAnalysis* a, Addr addr, UInt size)
{
   Sharing* sharing = a->counts.sharing;
   UInt     thread  = a->counts.thread;

   if (!cg_sharing_write_again(sharing, thread, addr, size))
      cg_sharing_write(sharing, thread, addr, size,
                       regions_variable(a->names->regions, addr));
}

void machine_analysis_thread(MachineAnalysis* a, UInt number)
{
   cg_conflict_counts_thread(&a->counts, number);
}

void machine_analysis_region(MachineAnalysis* a, Addr start, ULong size)
{
   if (a->counts.sharing)
      cg_sharing_new_owner(a->counts.sharing, start, size);
}

void machine_analysis_report(const MachineAnalysis* a, const char* name,
                             Report* report)
{
   report->geometry        = a->geometry;
   report->conflict_counts = &a->counts;
   report->machine         = a->machine;
   report->machine_name    = name;
}
