/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fuzz_machine.c: a fuzz target (libFuzzer) over the files of machines.
   tests/fuzz builds and runs it.

   Beyond not crashing, for any bytes: what is refused has a line of the file
   and one line of text, and what is accepted can be simulated: its caches keep
   the rules, and small ones take references. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/machine/cg_hierarchy.h"
#include "sim/machine/cg_machine.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

#define MAX_SIZE (1 << 16) /* bytes, of caches that are simulated */
#define N_REFS   256

#define check(condition) check_that(condition, #condition, __LINE__)
static void check_that(int holds, const char* condition, int line)
{
   if (!holds) {
      fprintf(stderr, "ERROR: fuzz_machine.c:%d: not true: %s\n", line,
              condition);
      abort();
   }
}

/* All that was allocated for a machine, freed with the next one. */
static void*  blocks[64];
static size_t n_blocks;

static void* allocate(SizeT n)
{
   check(n_blocks < sizeof blocks / sizeof *blocks);
   return blocks[n_blocks++] = calloc(1, n > 0 ? n : 1);
}

static void check_owner(UInt owner, Bool useful)
{
   (void)useful;
   check(owner >= 1 && owner <= N_REFS);
}

static void simulate(const Machine* machine)
{
   static Front front;
   Hierarchy*   h = cg_hierarchy_new(machine, &front, allocate);
   RefResult    result;
   UInt         addr = 1;

   cg_hierarchy_prefetch(h, machine, check_owner, allocate);
   for (UInt i = 0; i < N_REFS; i++) {
      addr = addr * 1103515245 + 12345;
      cg_hierarchy_set_origin(h, addr % 1000, 1 + i);
      cg_hierarchy_access(h, i % N_REF_KINDS, addr >> 12, 8, 1 + i, &result);
      check(result.source < N_SOURCES);
   }
   while (n_blocks > 0)
      free(blocks[--n_blocks]);
}

static void check_good(const Machine* machine)
{
   int is_small = 1;

   for (LevelId id = LEVEL_L1I; id < N_MACHINE_LEVELS; id++) {
      check(cg_machine_fault(machine, id) == NULL);
      is_small &= machine->caches[id].size <= MAX_SIZE;
   }
   check(strlen(machine->name) < CG_MACHINE_NAME_SIZE);
   check(machine->n_cpus <= CG_MACHINE_MAX_CPUS);
   if (is_small)
      simulate(machine);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
   Machine      machine;
   MachineError error;

   if (cg_machine_parse((const HChar*)data, size, &machine, &error)) {
      check_good(&machine);
   } else {
      check(error.line >= 1 && error.line <= size + 1);
      check(strlen(error.text) > 10 && !strchr(error.text, '\n'));
   }
   return 0;
}
