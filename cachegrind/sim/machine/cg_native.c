/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_native.c: which machine this processor is; see cg_native.h. */

#include "sim/machine/cg_native.h"

#include "sim/cg_words.h"

/*------------------------------------------------------------*/
/*--- /proc/cpuinfo                                        ---*/
/*------------------------------------------------------------*/

/* If the line at `text' is `key : value', returns where the value begins,
   otherwise NULL. */
static const HChar* value_of(const HChar* text, const HChar* key)
{
   if (!cg_words_take(&text, key))
      return NULL;
   text = cg_words_skip_blanks(text);
   return cg_words_take(&text, ":") ? cg_words_skip_blanks(text) : NULL;
}

/* Returns the value of the first line with one of two keys, or NULL. */
static const HChar* find_value(const HChar* text, const HChar* key,
                               const HChar* other_key)
{
   while (*text) {
      const HChar* value = value_of(text, key);

      if (!value)
         value = value_of(text, other_key);
      if (value)
         return value;
      while (*text && *text++ != '\n')
         ;
   }
   return NULL;
}

/* Returns the nominal clock in MHz, or 0. */
static UInt read_clock(const HChar* text)
{
   const HChar* bogomips = find_value(text, "bogomips", "bogomips");
   UInt         twice;

   if (!bogomips || !cg_words_take_number(&bogomips, 10, &twice)
       || twice > 2 * CG_MACHINE_MAX_CLOCK)
      return 0;
   return (twice + 10) / 20 * 10;
}

Bool cg_native_read(const HChar* text, NativeCpu* cpu)
{
   const HChar* vendor = find_value(text, "vendor_id", "CPU implementer");
   const HChar* family = find_value(text, "cpu family", "CPU part");
   const HChar* model  = find_value(text, "model", "model");
   UInt         n      = 0;

   if (!vendor || !family || !cg_words_take_id(&family, &cpu->family))
      return False;
   for (; vendor[n] > ' ' && n + 1 < CG_MACHINE_VENDOR_SIZE; n++)
      cpu->vendor[n] = vendor[n];
   cpu->vendor[n] = '\0';
   cpu->model     = 0;
   cpu->clock     = read_clock(text);
   return n > 0 && (!model || cg_words_take_id(&model, &cpu->model));
}

/*------------------------------------------------------------*/
/*--- Machines                                             ---*/
/*------------------------------------------------------------*/

static CpuKind kind_of(const MachineCpu* of, const NativeCpu* cpu)
{
   if (!cg_words_same(of->vendor, cpu->vendor))
      return CPU_NONE;
   if (of->kind == CPU_UNNAMED)
      return cpu->family >= of->family ? CPU_UNNAMED : CPU_NONE;
   return of->family == cpu->family && of->first_model <= cpu->model
                && cpu->model <= of->last_model
             ? of->kind
             : CPU_NONE;
}

CpuKind cg_native_kind(const Machine* machine, const NativeCpu* cpu)
{
   CpuKind best = CPU_NONE;

   for (UInt i = 0; i < machine->n_cpus; i++) {
      CpuKind kind = kind_of(&machine->cpus[i], cpu);

      if (kind < best)
         best = kind;
   }
   return best;
}

const MachineCache* cg_native_find(const MachineCache caches[], UInt n,
                                   LevelId id)
{
   static const struct {
      UInt         level;
      CacheContent content;
   } of[N_MACHINE_LEVELS] = {[LEVEL_L1I] = {1, HOLDS_CODE},
                             [LEVEL_L1D] = {1, HOLDS_DATA},
                             [LEVEL_L2]  = {2, HOLDS_BOTH},
                             [LEVEL_L3]  = {3, HOLDS_BOTH}};

   for (UInt i = 0; i < n; i++)
      if (caches[i].ways > 0 && caches[i].line_size > 0
          && caches[i].level == of[id].level
          && caches[i].content == of[id].content)
         return &caches[i];
   return NULL;
}

void cg_native_set_levels(Machine* machine, const MachineCache caches[], UInt n)
{
   const CacheModel like = machine->caches[LEVEL_L2];

   for (LevelId id = LEVEL_L2; id <= LEVEL_L3; id++)
      machine->caches[id] =
         cg_native_find(caches, n, id) ? like : (CacheModel){.size = 0};
}

/* The number of slices for so many sets: the file's if it leaves a power of
   two, otherwise the least one that does. */
static UInt slices_for(ULong sets, UInt slices)
{
   ULong in_slice = sets / slices;

   if (sets % slices == 0 && (in_slice & (in_slice - 1)) == 0)
      return slices;
   while (sets > 0 && sets % 2 == 0)
      sets /= 2;
   return sets;
}

static Bool has_trees(const Policy* policy)
{
   return policy->kind == POLICY_PLRU || policy->kind == POLICY_PLRU_FILL
          || policy->kind == POLICY_LRU_PLRU4;
}

/* If the cache cannot have its policy with its ways, and the policy has trees,
   gives it another one.  Returns the rule that the old one breaks, or NULL. */
static const HChar* replace_policy(CacheModel* cache)
{
   const HChar* rule = cg_policy_fault(&cache->policy, cache->ways);

   if (!rule || !has_trees(&cache->policy))
      return NULL;
   cache->policy = (Policy){.kind = POLICY_LRU_PLRU4};
   if (cg_policy_fault(&cache->policy, cache->ways))
      cache->policy.kind = POLICY_LRU;
   return rule;
}

Bool cg_native_apply(Machine* machine, const MachineCache caches[], UInt n,
                     NativeFaults* faults)
{
   *faults = (NativeFaults){.rule = NULL};
   for (LevelId id = LEVEL_L1I; id < N_MACHINE_LEVELS; id++) {
      const MachineCache* found = cg_native_find(caches, n, id);
      CacheModel*         cache = &machine->caches[id];

      if (!found || cache->size == 0)
         continue;
      machine->line_size = found->line_size;
      cache->size        = found->size;
      cache->ways        = found->ways;
      cache->slices = slices_for(found->size / found->ways / found->line_size,
                                 cache->slices);
      faults->policy_rule[id] = replace_policy(cache);
   }
   for (LevelId id = LEVEL_L1I; id < N_MACHINE_LEVELS && !faults->rule; id++) {
      faults->rule = cg_machine_fault(machine, id);
      faults->id   = id;
   }
   return faults->rule == NULL;
}
