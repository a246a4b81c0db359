/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_caches.c: tests how the caches of a machine are found: for processors
   whose CPUID is a table here, for files in a table, and for the machine that
   the test runs on, where the processor and the kernel must say the same. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "sim/cache/cg_caches.h"

#define N(array) (sizeof array / sizeof *array)

/*------------------------------------------------------------*/
/*--- Processors                                           ---*/
/*------------------------------------------------------------*/

/* What CPUID says of a processor.  A leaf that is not here is all zeros. */
typedef struct {
   const char* name;
   struct {
      UInt        leaf, subleaf;
      CpuidResult result;
   } says[8];
   MachineCache caches[N_CACHES]; /* expected as I1, D1, LL; all 0: none */
} Processor;

static const Processor processors[] = {
   {"Zen 4",
    {{0x00000000, 0, {0x10, 0, 0, 0}},
     {0x80000000, 0, {0x80000028, 0, 0, 0}},
     {0x80000001, 0, {0, 0, 0x75c237ff, 0}},
     {0x8000001D, 0, {0x00004121, 0x01c0003f, 0x0000003f, 0}},
     {0x8000001D, 1, {0x00004122, 0x01c0003f, 0x0000003f, 0}},
     {0x8000001D, 2, {0x00004143, 0x01c0003f, 0x000007ff, 2}},
     {0x8000001D, 3, {0x0001c163, 0x03c0003f, 0x00007fff, 1}}},
    {{HOLDS_CODE, 1, 32768, 8, 64},
     {HOLDS_DATA, 1, 32768, 8, 64},
     {HOLDS_BOTH, 3, 33554432, 16, 64}}},
   {"Skylake",
    {{0x00000000, 0, {0x16, 0, 0, 0}},
     {0x80000000, 0, {0x80000008, 0, 0, 0}},
     {0x80000001, 0, {0, 0, 0x121, 0}},
     {4, 0, {0x1c004121, 0x01c0003f, 0x0000003f, 0}},
     {4, 1, {0x1c004122, 0x01c0003f, 0x0000003f, 0}},
     {4, 2, {0x1c004143, 0x00c0003f, 0x000003ff, 0}},
     {4, 3, {0x1c03c163, 0x03c0003f, 0x00001fff, 6}}},
    {{HOLDS_CODE, 1, 32768, 8, 64},
     {HOLDS_DATA, 1, 32768, 8, 64},
     {HOLDS_BOTH, 3, 8388608, 16, 64}}},
   {"one level, of two parts, for code and data",
    {{0x00000000, 0, {4, 0, 0, 0}},
     {4, 0, {0x00000023, 0x0040101f, 0x0000000f, 0}}},
    {{HOLDS_BOTH, 1, 2048, 2, 32},
     {HOLDS_BOTH, 1, 2048, 2, 32},
     {HOLDS_BOTH, 1, 2048, 2, 32}}},
   /* A K8 has AMD's extended leaves, but not this one. */
   {"before leaf 0x8000001D",
    {{0x00000000, 0, {1, 0, 0, 0}}, {0x80000000, 0, {0x80000018, 0, 0, 0}}},
    {{HOLDS_NOTHING, 0, 0, 0, 0}}},
   {"a virtual machine that hides its caches",
    {{0x00000000, 0, {0x16, 0, 0, 0}}, {0x80000000, 0, {0x80000008, 0, 0, 0}}},
    {{HOLDS_NOTHING, 0, 0, 0, 0}}},
};

static const Processor* processor;

static CpuidResult cpuid_of_processor(UInt leaf, UInt subleaf)
{
   for (size_t i = 0; i < N(processor->says); i++)
      if (processor->says[i].leaf == leaf
          && processor->says[i].subleaf == subleaf)
         return processor->says[i].result;
   return (CpuidResult){0, 0, 0, 0};
}

static void expect_cache(const char* where, CacheId id, const MachineCache* got,
                         const MachineCache* expected)
{
   static const MachineCache none;

   if (!got)
      got = &none;
   if (got->content != expected->content || got->level != expected->level
       || got->size != expected->size || got->ways != expected->ways
       || got->line_size != expected->line_size)
      fail_msg("%s: %s is %llu B, %u-way, %u B lines, level %u", where,
               cg_geometry_name(id), got->size, got->ways, got->line_size,
               got->level);
}

static void processors_describe_their_caches(void** state)
{
   (void)state;
   for (size_t i = 0; i < N(processors); i++) {
      MachineCache caches[CG_CACHES_MAX];

      processor = &processors[i];
      UInt n    = cg_caches_from_cpuid(cpuid_of_processor, caches);
      for (CacheId id = CACHE_I1; id < N_CACHES; id++)
         expect_cache(processor->name, id, cg_caches_find(caches, n, id),
                      &processor->caches[id]);
   }
}

/* A processor that never ends its list. */
static CpuidResult endless(UInt leaf, UInt subleaf)
{
   (void)subleaf;
   return leaf == 4 ? (CpuidResult){0x21, 0xffffffff, 0xffffffff, 0}
                    : (CpuidResult){4, 0, 0, 0};
}

static void a_list_has_an_end(void** state)
{
   MachineCache caches[CG_CACHES_MAX];

   (void)state;
   assert_int_equal(cg_caches_from_cpuid(endless, caches), CG_CACHES_MAX);
}

/*------------------------------------------------------------*/
/*--- Files                                                ---*/
/*------------------------------------------------------------*/

/* The files of each cache, in the order of file_names. */
static const char* const file_names[] = {
   "type", "level", "size", "ways_of_associativity", "coherency_line_size"};

typedef const char* Files[4][N(file_names)];

static const Files* files;

static Word read_table(const HChar* path, HChar* text, SizeT max)
{
   unsigned index;
   char     name[40];

   assert_int_equal(
      sscanf(path, CG_CACHES_DIRECTORY "/index%u/%39s", &index, name), 2);
   for (size_t i = 0; i < N(file_names); i++)
      if (index < N(*files) && strcmp(file_names[i], name) == 0
          && (*files)[index][i])
         return snprintf(text, max, "%s\n", (*files)[index][i]);
   return -1;
}

static void the_kernel_describes_the_caches(void** state)
{
   static const Files arm = {{"Data", "1", "64K", "4", "64"},
                             {"Instruction", "1", "64K", "4", "64"},
                             {"Unified", "2", "1024K", "8", "64"},
                             {"Unified", "3", "32M", "0", "64"}};
   static const Files vm  = {{"Data", "1", NULL, "8", "64"},
                             {"Instruction", "1", "32K", "8", ""},
                             {"Unified", "2", "512K", "8", "64"}};
   MachineCache       caches[CG_CACHES_MAX];

   (void)state;
   files = &arm;
   assert_int_equal(cg_caches_from_files(read_table, caches), 4);
   expect_cache("arm", CACHE_I1, cg_caches_find(caches, 4, CACHE_I1),
                &(MachineCache){HOLDS_CODE, 1, 65536, 4, 64});
   expect_cache("arm", CACHE_LL, cg_caches_find(caches, 4, CACHE_LL),
                &(MachineCache){HOLDS_BOTH, 3, 33554432, 524288, 64});

   /* What is not described completely is left out. */
   files = &vm;
   assert_int_equal(cg_caches_from_files(read_table, caches), 1);
   assert_null(cg_caches_find(caches, 1, CACHE_D1));
   expect_cache("vm", CACHE_LL, cg_caches_find(caches, 1, CACHE_LL),
                &(MachineCache){HOLDS_BOTH, 2, 524288, 8, 64});
}

/*------------------------------------------------------------*/
/*--- This machine                                         ---*/
/*------------------------------------------------------------*/

#if defined(__x86_64__) || defined(__i386__)

static CpuidResult cpuid_here(UInt leaf, UInt subleaf)
{
   CpuidResult r;

   __asm__ volatile("cpuid"
                    : "=a"(r.eax), "=b"(r.ebx), "=c"(r.ecx), "=d"(r.edx)
                    : "a"(leaf), "c"(subleaf));
   return r;
}

static Word read_here(const HChar* path, HChar* text, SizeT max)
{
   FILE* file = fopen(path, "r");
   Word  n;

   if (!file)
      return -1;
   n = (Word)fread(text, 1, max, file);
   fclose(file);
   return n;
}

static void processor_and_kernel_agree(void** state)
{
   MachineCache said[CG_CACHES_MAX], read[CG_CACHES_MAX];
   UInt         n_said = cg_caches_from_cpuid(cpuid_here, said);
   UInt         n_read = cg_caches_from_files(read_here, read);

   (void)state;
   if (n_said == 0 || n_read == 0)
      return;
   for (CacheId id = CACHE_I1; id < N_CACHES; id++)
      expect_cache("this machine", id, cg_caches_find(said, n_said, id),
                   cg_caches_find(read, n_read, id));
}

#define OF_THIS_MACHINE cmocka_unit_test(processor_and_kernel_agree),
#else
#define OF_THIS_MACHINE
#endif

int main(void)
{
   static const struct CMUnitTest tests[] = {
      cmocka_unit_test(processors_describe_their_caches),
      cmocka_unit_test(a_list_has_an_end),
      cmocka_unit_test(the_kernel_describes_the_caches), OF_THIS_MACHINE};

   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, NULL, NULL);
}
