/* SPDX-License-Identifier: GPL-2.0-or-later */
/* machine_table.h: writes what the references of a trace did in the caches and
   TLBs of machines, as one table or as JSON.  The manual's page of cg_conflicts
   describes both. */

#ifndef MACHINE_TABLE_H
#define MACHINE_TABLE_H

#include "sim/types.h"

#include <glib.h>

#include "sim/machine/cg_hierarchy.h"
#include "sim/machine/cg_machine.h"

typedef struct {
   LevelCounts levels[N_MACHINE_LEVELS];
   LevelCounts tlbs[N_TLBS];
} MachineCounts;

typedef struct {
   const char*    name; /* by which the user chose the machine */
   const Machine* machine;
   const UInt*    line_sizes; /* of its levels, in bytes; NULL: all are
                                 machine->line_size */
   const MachineCounts* counts;
} MachineRow;

/* Append the table of `n' machines, at least one.  `command' is what was
   traced. Neither it nor the names are trusted: control characters become "?"
   in the text, and escapes in JSON. */
void machine_table_text(const MachineRow rows[], UInt n, const char* command,
                        GString* to);
void machine_table_json(const MachineRow rows[], UInt n, const char* command,
                        GString* to);

#endif
