/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_native.c: which machine this processor is; see cg_native.h. */

#include "sim/cg_native.h"

/*------------------------------------------------------------*/
/*--- /proc/cpuinfo                                        ---*/
/*------------------------------------------------------------*/

/* If the line at `text' is `key : value', returns where the value begins,
   otherwise NULL. */
static const HChar* value_of(const HChar* text, const HChar* key)
{
   for (; *key; key++)
      if (*text++ != *key)
         return NULL;
   while (*text == ' ' || *text == '\t')
      text++;
   if (*text++ != ':')
      return NULL;
   while (*text == ' ')
      text++;
   return text;
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

static UInt digit_value(HChar c)
{
   return c >= '0' && c <= '9'   ? (UInt)(c - '0')
          : c >= 'a' && c <= 'f' ? (UInt)(c - 'a') + 10
                                 : 16;
}

/* Reads a number in decimal, or in hexadecimal after 0x.  Returns whether there
   is one. */
static Bool read_number(const HChar* text, UInt* n)
{
   UInt base = 10;

   if (text[0] == '0' && text[1] == 'x') {
      base = 16;
      text += 2;
   }
   if (digit_value(*text) >= base)
      return False;
   for (*n = 0; digit_value(*text) < base; text++)
      *n = base * *n + digit_value(*text);
   return True;
}

Bool cg_native_read(const HChar* text, NativeCpu* cpu)
{
   const HChar* vendor = find_value(text, "vendor_id", "CPU implementer");
   const HChar* family = find_value(text, "cpu family", "CPU part");
   const HChar* model  = find_value(text, "model", "model");
   UInt         n      = 0;

   if (!vendor || !family || !read_number(family, &cpu->family))
      return False;
   for (; vendor[n] > ' ' && n + 1 < CG_MACHINE_VENDOR_SIZE; n++)
      cpu->vendor[n] = vendor[n];
   cpu->vendor[n] = '\0';
   cpu->model     = 0;
   return n > 0 && (!model || read_number(model, &cpu->model));
}

/*------------------------------------------------------------*/
/*--- Machines                                             ---*/
/*------------------------------------------------------------*/

static Bool same(const HChar* a, const HChar* b)
{
   for (; *a && *a == *b; a++)
      b++;
   return *a == *b;
}

UInt cg_native_distance(const Machine* machine, const NativeCpu* cpu)
{
   UInt least = CG_NATIVE_OTHER;

   for (UInt i = 0; i < machine->n_cpus; i++) {
      const MachineCpu* of = &machine->cpus[i];
      UInt              distance =
         cpu->model < of->first_model ? of->first_model - cpu->model
                      : cpu->model > of->last_model ? cpu->model - of->last_model
                                                    : 0;

      if (same(of->vendor, cpu->vendor) && of->family == cpu->family
          && distance < least)
         least = distance;
   }
   return least;
}

static const MachineCache* find_cache(const MachineCache caches[], UInt n,
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
      if (caches[i].level == of[id].level
          && caches[i].content == of[id].content)
         return &caches[i];
   return NULL;
}

/* The number of slices for so many sets: that of the file if it leaves a power
   of two, otherwise the least one that does. */
static UInt slices_for(ULong sets, UInt slices)
{
   ULong in_slice = sets / slices;

   if (sets % slices == 0 && (in_slice & (in_slice - 1)) == 0)
      return slices;
   while (sets > 0 && sets % 2 == 0)
      sets /= 2;
   return sets;
}

const HChar* cg_native_apply(Machine* machine, const MachineCache caches[],
                             UInt n, LevelId* id)
{
   for (*id = LEVEL_L1I; *id < N_MACHINE_LEVELS; ++*id) {
      const MachineCache* found = find_cache(caches, n, *id);
      CacheModel*         cache = &machine->caches[*id];

      if (!found || cache->size == 0)
         continue;
      machine->line_size = found->line_size;
      cache->size        = found->size;
      cache->ways        = found->ways;
      cache->slices = slices_for(found->size / found->ways / found->line_size,
                                 cache->slices);
   }
   for (*id = LEVEL_L1I; *id < N_MACHINE_LEVELS; ++*id) {
      const HChar* rule = cg_machine_fault(machine, *id);

      if (rule)
         return rule;
   }
   return NULL;
}
