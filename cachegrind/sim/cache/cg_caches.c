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

#define TEXT_SIZE 32 /* of a file, with a NUL */

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

/* Reads the file `name' of the cache with this index.  The text is empty if it
   cannot be read. */
static void
read_cache_file(Word (*read_file)(const HChar* path, HChar* text, SizeT max),
                UInt index, const HChar* name, HChar text[TEXT_SIZE])
{
   HChar path[sizeof CG_CACHES_DIRECTORY + 50], digits[CG_WORDS_DIGITS];
   const HChar* const parts[] = {
      CG_CACHES_DIRECTORY "/index",
      cg_words_decimal(digits + sizeof digits, index), "/", name, NULL};
   Word n;

   cg_words_join(path, sizeof path, parts);
   n                   = read_file(path, text, TEXT_SIZE - 1);
   text[n > 0 ? n : 0] = '\0';
}

UInt cg_caches_from_files(Word (*read_file)(const HChar* path, HChar* text,
                                            SizeT max),
                          MachineCache caches[CG_CACHES_MAX])
{
   HChar text[TEXT_SIZE];
   UInt  n = 0;

#define NUMBER(name)                                                           \
   (read_cache_file(read_file, i, name, text), number_in_file(text))
   for (UInt i = 0; n < CG_CACHES_MAX; i++) {
      MachineCache* c = &caches[n];

      read_cache_file(read_file, i, "type", text);
      if (text[0] == '\0')
         break;
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
/*--- From either                                          ---*/
/*------------------------------------------------------------*/

/* The codes of ways in leaf 0x80000006; 0: another leaf says. */
static const UChar ways_of_code[16] = {0,  1, 2,  3,  4,  6,  8,   0,
                                       16, 0, 32, 48, 64, 96, 128, 0};

/* In both leaves, a register has the bytes of a line in its lowest byte. */
static UInt from_older_leaves(CpuidResult (*cpuid)(UInt leaf, UInt subleaf),
                              MachineCache caches[CG_CACHES_MAX])
{
   if (cpuid(0x80000000, 0).eax < 0x80000006)
      return 0;
   CpuidResult        l1    = cpuid(0x80000005, 0);
   CpuidResult        lower = cpuid(0x80000006, 0);
   const MachineCache all[] = {
      {HOLDS_DATA, 1, bits(l1.ecx, 24, 31) << 10, bits(l1.ecx, 16, 23),
       bits(l1.ecx, 0, 7)},
      {HOLDS_CODE, 1, bits(l1.edx, 24, 31) << 10, bits(l1.edx, 16, 23),
       bits(l1.edx, 0, 7)},
      {HOLDS_BOTH, 2, bits(lower.ecx, 16, 31) << 10,
       ways_of_code[bits(lower.ecx, 12, 15)], bits(lower.ecx, 0, 7)},
      {HOLDS_BOTH, 3, (ULong)bits(lower.edx, 18, 31) << 19,
       ways_of_code[bits(lower.edx, 12, 15)], bits(lower.edx, 0, 7)},
   };
   UInt n = 0;

   for (UInt i = 0; i < sizeof all / sizeof *all; i++)
      if (all[i].size > 0 && all[i].ways > 0 && all[i].line_size > 0)
         caches[n++] = all[i];
   return n;
}

UInt cg_caches_here(CpuidResult (*cpuid)(UInt leaf, UInt subleaf),
                    Word (*read_file)(const HChar* path, HChar* text,
                                      SizeT max),
                    MachineCache caches[CG_CACHES_MAX])
{
   UInt n = cpuid ? cg_caches_from_cpuid(cpuid, caches) : 0;

   if (n == 0)
      n = cg_caches_from_files(read_file, caches);
   return n == 0 && cpuid ? from_older_leaves(cpuid, caches) : n;
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
