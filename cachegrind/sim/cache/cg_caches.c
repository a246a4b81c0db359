/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_caches.c: which caches a real machine has; see cg_caches.h. */

#include "sim/cache/cg_caches.h"

#include "sim/cg_words.h"

/*------------------------------------------------------------*/
/*--- From the processor                                   ---*/
/*------------------------------------------------------------*/

/* Bits `from' to `to' of a register. */
static UInt bits(UInt reg, UInt from, UInt to)
{
   return reg >> from & ((2u << (to - from)) - 1);
}

/* The leaf that describes the caches, or 0 if there is none.  AMD and Hygon
   processors, and no others, announce theirs. */
static UInt cache_leaf(CpuidResult (*cpuid)(UInt leaf, UInt subleaf))
{
   if (cpuid(0x80000000, 0).eax >= 0x8000001D
       && bits(cpuid(0x80000001, 0).ecx, 22, 22))
      return 0x8000001D;
   return cpuid(0, 0).eax >= 4 ? 4 : 0;
}

/* Both leaves have this layout:

      EAX  |    ...    | level 7:5 | content 4:0 |
      EBX  | ways 31:22 | partitions 21:12 | line size 11:0 |    each less 1
      ECX  | sets                                          |    less 1      */
static MachineCache decode(CpuidResult r)
{
   static const CacheContent content[] = {HOLDS_NOTHING, HOLDS_DATA, HOLDS_CODE,
                                          HOLDS_BOTH};
   UInt                      type      = bits(r.eax, 0, 4);
   UInt                      ways      = bits(r.ebx, 22, 31) + 1;
   UInt                      parts     = bits(r.ebx, 12, 21) + 1;
   UInt                      line_size = bits(r.ebx, 0, 11) + 1;

   return (MachineCache){
      .content   = type < sizeof content / sizeof *content ? content[type]
                                                           : HOLDS_NOTHING,
      .level     = bits(r.eax, 5, 7),
      .size      = ((ULong)r.ecx + 1) * ways * parts * line_size,
      .ways      = ways,
      .line_size = line_size,
   };
}

UInt cg_caches_from_cpuid(CpuidResult (*cpuid)(UInt leaf, UInt subleaf),
                          MachineCache caches[CG_CACHES_MAX])
{
   UInt leaf = cache_leaf(cpuid);
   UInt n    = 0;

   if (leaf == 0)
      return 0;
   for (; n < CG_CACHES_MAX; n++) {
      caches[n] = decode(cpuid(leaf, n));
      if (caches[n].content == HOLDS_NOTHING)
         break;
   }
   return n;
}

/*------------------------------------------------------------*/
/*--- From the kernel                                      ---*/
/*------------------------------------------------------------*/

/* The number that `text' begins with, times the unit K or M if one follows; 0
   if there is none. */
static ULong number_in_file(const HChar* text)
{
   UInt n;

   if (!cg_words_take_number(&text, 10, &n))
      return 0;
   return (ULong)n << (*text == 'K' ? 10 : *text == 'M' ? 20 : 0);
}

/* The words are Data, Instruction and Unified. */
static CacheContent content_of(const HChar* text)
{
   return text[0] == 'D'   ? HOLDS_DATA
          : text[0] == 'I' ? HOLDS_CODE
          : text[0] == 'U' ? HOLDS_BOTH
                           : HOLDS_NOTHING;
}

/* For a cache that is fully associative, the kernel says that it has 0 ways. */
static UInt ways_or_all(UInt ways, ULong size, UInt line_size)
{
   return ways > 0 || line_size == 0 ? ways : size / line_size;
}

UInt cg_caches_from_files(Bool (*read)(UInt index, const HChar* name,
                                       HChar* text, SizeT text_size),
                          MachineCache caches[CG_CACHES_MAX])
{
   HChar text[32];
   UInt  n = 0;

#define NUMBER(name)                                                           \
   (read(i, name, text, sizeof text) ? number_in_file(text) : 0)
   for (UInt i = 0; n < CG_CACHES_MAX && read(i, "type", text, sizeof text);
        i++) {
      MachineCache* c = &caches[n];

      c->content   = content_of(text);
      c->level     = NUMBER("level");
      c->size      = NUMBER("size");
      c->line_size = NUMBER("coherency_line_size");
      c->ways      = NUMBER("ways_of_associativity");
      c->ways      = ways_or_all(c->ways, c->size, c->line_size);
      if (c->content != HOLDS_NOTHING && c->level > 0 && c->ways > 0
          && c->size > 0 && c->line_size > 0)
         n++;
   }
#undef NUMBER
   return n;
}

/*------------------------------------------------------------*/
/*--- Choice                                               ---*/
/*------------------------------------------------------------*/

static Bool content_serves(const MachineCache* cache, CacheId id)
{
   return cache->content == HOLDS_BOTH
          || (id == CACHE_I1 && cache->content == HOLDS_CODE)
          || (id == CACHE_D1 && cache->content == HOLDS_DATA);
}

const MachineCache* cg_caches_find(const MachineCache caches[], UInt n,
                                   CacheId id)
{
   const MachineCache* found = NULL;

   for (UInt i = 0; i < n; i++) {
      const MachineCache* c = &caches[i];

      if (!content_serves(c, id))
         continue;
      if (id == CACHE_LL ? !found || c->level > found->level : c->level == 1)
         found = c;
   }
   return found;
}
