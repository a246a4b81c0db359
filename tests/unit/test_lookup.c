/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_lookup.c: tests where the machine that the user names is looked for, in
   a system of which each file is a row here. */

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "sim/machine/cg_lookup.h"

#define L1(name) "[" name "]\nsize = 4 KiB\nways = 4\npolicy = lru\n"
#define REST     L1("L1I") L1("L1D")

static const struct {
   const char *path, *text;
} files[] = {
   {"/opt/bin/../machines/mine.conf", "name = not ours\n"},
   {"/opt/bin/../share/new.conf", "name = N\ncpu = V 20 5\nnewer = V 20 7\n" REST},
   {"/opt/bin/../share/classic.conf", "name = C\n" REST},
   {"/opt/bin/../share/bad.txt", ""},
   {"/opt/bin/../share/far.conf", "name = F\ncpu = V 20 1\n" REST},
   {"./one.conf", "name = One\n" REST},
};

static const char* program; /* the path of the program */
static const char* cpuinfo;
static const char* machines; /* a real directory; NULL: only the files above */
static CpuidResult leaves[3]; /* 0, 0x1A and 0x80000005 */
static char        said[1000];
static jmp_buf     refused;

static Word read_link(const HChar* path, HChar* text, SizeT size)
{
   assert_string_equal(path, "/proc/self/exe");
   return snprintf(text, size, "%s", program);
}

static Word read_real(const HChar* path, HChar* text, SizeT max)
{
   FILE* file = fopen(path, "r");
   Word  n    = file ? (Word)fread(text, 1, max, file) : -2;

   if (file)
      fclose(file);
   return n;
}

static Word read_row(const HChar* path, HChar* text, SizeT max)
{
   if (strcmp(path, "/proc/cpuinfo") == 0)
      return snprintf(text, max, "%s", cpuinfo);
   if (machines && strncmp(path, machines, strlen(machines)) == 0)
      return read_real(path, text, max);
   for (size_t i = 0; i < sizeof files / sizeof *files; i++)
      if (strcmp(files[i].path, path) == 0) {
         size_t length = strlen(files[i].text);

         memcpy(text, files[i].text, length < max ? length : max);
         return (Word)(length < max ? length : max);
      }
   return -2;
}

static Bool list_rows(const HChar* directory, void (*add)(const HChar* name))
{
   size_t length = strlen(directory), n = 0;

   if (machines) {
      DIR* dir = opendir(machines);

      for (struct dirent* entry; (entry = readdir(dir)); n++)
         add(entry->d_name);
      closedir(dir);
      return True;
   }
   for (size_t i = 0; i < sizeof files / sizeof *files; i++)
      if (strncmp(files[i].path, directory, length) == 0 && ++n)
         add(files[i].path + length + 1);
   return n > 0;
}

static CpuidResult cpuid_of_row(UInt leaf, UInt subleaf)
{
   (void)subleaf;
   return leaf == 0            ? leaves[0]
          : leaf == 0x1A       ? leaves[1]
          : leaf == 0x80000000 ? (CpuidResult){.eax = 0x80000006}
          : leaf == 0x80000005 ? leaves[2]
                               : (CpuidResult){.edx = 0x0fe09140};
}

static void say(const HChar* what)
{
   snprintf(said + strlen(said), sizeof said - strlen(said), "%s\n", what);
}

static __attribute__((noreturn)) void refuse(const HChar* what)
{
   say(what);
   longjmp(refused, 1);
}

static __attribute__((noreturn)) void refuse_file(const HChar* path,
                                                  UWord        error)
{
   assert_int_equal(error, 2);
   refuse(path);
}

static __attribute__((noreturn)) void refuse_line(const HChar*  path,
                                                  MachineError* wrong)
{
   (void)path;
   refuse(wrong->text);
}

static const Lookup lookup = {
   .installed = "/../share", .configured = "/nowhere",
   .read_link = read_link, .read_file = read_row, .list = list_rows,
   .cpuid = cpuid_of_row, .note = say, .refuse = refuse,
   .refuse_file = refuse_file, .refuse_line = refuse_line};

static Machine looked;

/* Returns the machine's name, and then what was said; L1D's ways. */
static const char* looked_up(const char* name, unsigned* ways)
{
   said[0] = '\0';
   if (setjmp(refused) == 0) {
      cg_lookup_read(&lookup, name, &looked);
      say(looked.name);
      *ways = looked.caches[LEVEL_L1D].ways;
   }
   return said;
}

static void names_and_files(void** state)
{
   unsigned ways;

   (void)state;
   program = "/opt/bin/prog";
   assert_string_equal(looked_up("far", &ways), "F\n");
   assert_string_equal(looked_up("./one.conf", &ways), "One\n");
   assert_string_equal(looked_up("none.conf", &ways), "none.conf\n");
   assert_string_equal(looked_up("mine", &ways),
                       "there is no such machine; must be classic, far, new, "
                       "native, or a file: FILE.conf or a path with a slash\n");
   program = "/usr/bin/prog";
   assert_string_equal(looked_up("far", &ways),
                       "the directory of machines, /nowhere, cannot be read; "
                       "give a file: FILE.conf or a path with a slash\n");
}

#define R_OWN     ""
#define R_OLDER   ", a newer machine: no file is for this one"
#define R_NEWER   ", an older machine: no file is for this one"
#define R_UNNAMED ", the newest of its vendor: no file names this one"
#define R_NONE    NULL

/* Each row of the table of cores: what /proc/cpuinfo says, the kind of core that
   CPUID's leaf 0x1A says, the file, NULL: none fits, and what is said of it. */
static const struct {
   const char* vendor;
   unsigned    family, model, kind;
   const char *file, *remark;
} cores[] = {
   {"GenuineIntel", 0x6, 0x1a, 0x00, "skylake", R_OLDER},
   {"GenuineIntel", 0x6, 0x2c, 0x00, "skylake", R_OLDER},
   {"GenuineIntel", 0x6, 0x2a, 0x00, "skylake", R_OLDER},
   {"GenuineIntel", 0x6, 0x3e, 0x00, "skylake", R_OLDER},
   {"GenuineIntel", 0x6, 0x3c, 0x00, "skylake", R_OLDER},
   {"GenuineIntel", 0x6, 0x4f, 0x00, "skylake", R_OLDER},
   {"GenuineIntel", 0x6, 0x56, 0x00, "skylake", R_OLDER},
   {"GenuineIntel", 0x6, 0x4e, 0x00, "skylake", R_OWN},
   {"GenuineIntel", 0x6, 0x9e, 0x00, "skylake", R_OWN},
   {"GenuineIntel", 0x6, 0xa6, 0x00, "skylake", R_OWN},
   {"GenuineIntel", 0x6, 0x66, 0x00, "skylake", R_OWN},
   {"GenuineIntel", 0x6, 0x55, 0x00, "skylake-server", R_OWN},
   {"GenuineIntel", 0x6, 0x6a, 0x00, "icelake", R_OWN},
   {"GenuineIntel", 0x6, 0x7e, 0x00, "icelake", R_OWN},
   {"GenuineIntel", 0x6, 0x8c, 0x00, "icelake", R_OWN},
   {"GenuineIntel", 0x6, 0xa7, 0x00, "icelake", R_OWN},
   {"GenuineIntel", 0x6, 0x97, 0x00, "alderlake-p", R_OWN},
   {"GenuineIntel", 0x6, 0xb7, 0x00, "alderlake-p", R_OWN},
   {"GenuineIntel", 0x6, 0xbf, 0x00, "alderlake-p", R_OWN},
   {"GenuineIntel", 0x6, 0xd7, 0x00, "alderlake-p", R_OWN},
   {"GenuineIntel", 0x6, 0x97, 0x40, "alderlake-p", R_OWN},
   {"GenuineIntel", 0x6, 0x97, 0x20, NULL, R_NONE},
   {"GenuineIntel", 0x6, 0x8f, 0x00, "sapphire-rapids", R_OWN},
   {"GenuineIntel", 0x6, 0xcf, 0x00, "sapphire-rapids", R_OWN},
   {"GenuineIntel", 0x6, 0xac, 0x00, "alderlake-p", R_NEWER},
   {"GenuineIntel", 0x6, 0xaa, 0x00, "alderlake-p", R_NEWER},
   {"GenuineIntel", 0x6, 0xc5, 0x00, "alderlake-p", R_NEWER},
   {"GenuineIntel", 0x6, 0xbd, 0x00, "alderlake-p", R_NEWER},
   {"GenuineIntel", 0x6, 0xcc, 0x00, "alderlake-p", R_NEWER},
   {"GenuineIntel", 0x6, 0xad, 0x00, "granite-rapids", R_OWN},
   {"GenuineIntel", 0x6, 0xae, 0x00, "granite-rapids", R_OWN},
   {"GenuineIntel", 0x6, 0x1c, 0x00, NULL, R_NONE},
   {"GenuineIntel", 0x6, 0x37, 0x00, NULL, R_NONE},
   {"GenuineIntel", 0x6, 0x5c, 0x00, NULL, R_NONE},
   {"GenuineIntel", 0x6, 0x7a, 0x00, NULL, R_NONE},
   {"GenuineIntel", 0x6, 0x9c, 0x00, NULL, R_NONE},
   {"GenuineIntel", 0x6, 0xbe, 0x00, NULL, R_NONE},
   {"GenuineIntel", 0x6, 0xaf, 0x00, NULL, R_NONE},
   {"GenuineIntel", 0x6, 0xb6, 0x00, NULL, R_NONE},
   {"GenuineIntel", 0x6, 0xdd, 0x00, NULL, R_NONE},
   {"GenuineIntel", 0x6, 0x57, 0x00, NULL, R_NONE},
   {"GenuineIntel", 0x6, 0x85, 0x00, NULL, R_NONE},
   {"GenuineIntel", 0x6, 0x17, 0x00, NULL, R_NONE},
   {"GenuineIntel", 0xf, 0x06, 0x00, NULL, R_NONE},
   {"GenuineIntel", 0x13, 0x01, 0x00, "granite-rapids", R_NEWER},
   {"GenuineIntel", 0x6, 0xfe, 0x00, "granite-rapids", R_UNNAMED},
   {"AuthenticAMD", 0x17, 0x01, 0x00, "zen1", R_OWN},
   {"AuthenticAMD", 0x17, 0x08, 0x00, "zen1", R_OWN},
   {"AuthenticAMD", 0x17, 0x11, 0x00, "zen1", R_OWN},
   {"AuthenticAMD", 0x17, 0x18, 0x00, "zen1", R_OWN},
   {"AuthenticAMD", 0x17, 0x20, 0x00, "zen1", R_OWN},
   {"HygonGenuine", 0x18, 0x01, 0x00, "zen1", R_OWN},
   {"AuthenticAMD", 0x17, 0x31, 0x00, "zen2", R_OWN},
   {"AuthenticAMD", 0x17, 0x47, 0x00, "zen2", R_OWN},
   {"AuthenticAMD", 0x17, 0x60, 0x00, "zen2", R_OWN},
   {"AuthenticAMD", 0x17, 0x71, 0x00, "zen2", R_OWN},
   {"AuthenticAMD", 0x17, 0x98, 0x00, "zen2", R_OWN},
   {"AuthenticAMD", 0x17, 0xa0, 0x00, "zen2", R_OWN},
   {"AuthenticAMD", 0x19, 0x01, 0x00, "zen3", R_OWN},
   {"AuthenticAMD", 0x19, 0x21, 0x00, "zen3", R_OWN},
   {"AuthenticAMD", 0x19, 0x44, 0x00, "zen3", R_OWN},
   {"AuthenticAMD", 0x19, 0x50, 0x00, "zen3", R_OWN},
   {"AuthenticAMD", 0x19, 0x11, 0x00, "zen4", R_OWN},
   {"AuthenticAMD", 0x19, 0x61, 0x00, "zen4", R_OWN},
   {"AuthenticAMD", 0x19, 0x74, 0x00, "zen4", R_OWN},
   {"AuthenticAMD", 0x19, 0xa0, 0x00, "zen4", R_OWN},
   {"AuthenticAMD", 0x1a, 0x02, 0x00, "zen5", R_OWN},
   {"AuthenticAMD", 0x1a, 0x11, 0x00, "zen5", R_OWN},
   {"AuthenticAMD", 0x1a, 0x24, 0x00, "zen5", R_OWN},
   {"AuthenticAMD", 0x1a, 0x44, 0x00, "zen5", R_OWN},
   {"AuthenticAMD", 0x1a, 0x60, 0x00, "zen5", R_OWN},
   {"AuthenticAMD", 0x1a, 0x70, 0x00, "zen5", R_OWN},
   {"AuthenticAMD", 0x1a, 0x50, 0x00, "zen5", R_UNNAMED},
   {"AuthenticAMD", 0x19, 0x90, 0x00, "zen5", R_UNNAMED},
   {"AuthenticAMD", 0x15, 0x02, 0x00, NULL, R_NONE},
   {"AuthenticAMD", 0x16, 0x00, 0x00, NULL, R_NONE},
   {"0x41", 0xd0c, 0x00, 0x00, "neoverse-n1", R_OWN},
   {"0x41", 0xd40, 0x00, 0x00, "neoverse-v1", R_OWN},
   {"0x41", 0xd49, 0x00, 0x00, "neoverse-n2", R_OWN},
   {"0x41", 0xd4f, 0x00, 0x00, "neoverse-v2", R_OWN},
   {"0x41", 0xd8e, 0x00, 0x00, "neoverse-n2", R_NEWER},
   {"0x41", 0xd84, 0x00, 0x00, "neoverse-v2", R_NEWER},
   {"0x41", 0xd08, 0x00, 0x00, NULL, R_NONE},
   {"0x61", 0x23, 0x00, 0x00, NULL, R_NONE},
   {"0xc0", 0xac3, 0x00, 0x00, NULL, R_NONE},
   {"0x51", 0x1, 0x00, 0x00, NULL, R_NONE},
   {"0x46", 0x1, 0x00, 0x00, NULL, R_NONE},
   {"CentaurHauls", 0x7, 0x3b, 0x00, NULL, R_NONE},
};

static void describe_core(size_t i, char text[200])
{
   const char* vendor = cores[i].vendor;
   bool        is_arm = vendor[0] == '0';

   snprintf(text, 200, is_arm ? "%s%s\nCPU part : 0x%x\n"
                              : "%s%s\ncpu family : %u\nmodel : %u\n",
            is_arm ? "CPU implementer : " : "vendor_id : ", vendor,
            cores[i].family, cores[i].model);
   leaves[1].eax = cores[i].kind << 24;
}

/* The caches are those of AMD's older leaves: L1 only, as L3 has no ways. */
static void each_core_has_its_file(void** state)
{
   static char text[200], expected[300];
   unsigned    ways;

   (void)state;
   program  = MACHINES "/prog";
   machines = MACHINES "/../machines";
   leaves[0].eax = 0x1A;
   leaves[2]     = (CpuidResult){.ecx = 0x300c0140, .edx = 0x20080140};
   for (size_t i = 0; i < sizeof cores / sizeof *cores; i++) {
      describe_core(i, text);
      cpuinfo = text;
      if (cores[i].file)
         snprintf(expected, sizeof expected,
                  "%s family %u model %u: cache sizes and ways from this "
                  "processor, the rest from %s%s\n",
                  cores[i].vendor, cores[i].family, cores[i].model,
                  cores[i].file, cores[i].remark);
      else
         snprintf(expected, sizeof expected,
                  "%s family %u model %u: no file fits this core: cache sizes "
                  "and ways from this processor, with LRU, without TLBs and "
                  "cycles\na core of no file\n",
                  cores[i].vendor, cores[i].family, cores[i].model);
      looked_up("native", &ways);
      if (strncmp(said, expected, strlen(expected)) != 0)
         fail_msg("%s", said);
      assert_int_equal(ways, 12);
      assert_true(cores[i].file
                  || (looked.caches[LEVEL_L2].size == 0 && looked.core.width == 0
                      && looked.tlbs[TLB_D][PAGE_4K].entries == 0));
   }
   machines = NULL;
}

/* The clock is the processor's, never the file's; a core of no file has no cycles, and so
   no clock. */
static void native_has_its_own_clock(void** state)
{
   static const char amd[] = "vendor_id : AuthenticAMD\ncpu family : 26\nmodel : 2\n";
   char              text[200];
   unsigned          ways;

   (void)state;
   program   = MACHINES "/prog";
   machines  = MACHINES "/../machines";
   leaves[2] = (CpuidResult){.ecx = 0x300c0140, .edx = 0x20080140};
   looked_up("zen5", &ways);
   assert_int_equal(looked.core.clock, 2600);
   cpuinfo = amd;
   looked_up("native", &ways);
   assert_int_equal(looked.core.clock, 0);
   snprintf(text, sizeof text, "%sbogomips : 8400.00\n", amd);
   cpuinfo = text;
   looked_up("native", &ways);
   assert_int_equal(looked.core.clock, 4200);
   cpuinfo = "vendor_id : GenuineIntel\ncpu family : 6\nmodel : 28\nbogomips : 8400.00\n";
   looked_up("native", &ways);
   assert_int_equal(looked.core.clock, 0);
   machines = NULL;
}

static void native_says_what_is_not_known(void** state)
{
   unsigned ways;

   (void)state;
   program   = "/opt/bin/prog";
   cpuinfo   = "vendor_id : V\ncpu family : 20\nmodel : 7\n";
   leaves[2] = (CpuidResult){.ecx = 0x08080140};
   assert_string_equal(looked_up("native", &ways),
                       "V family 20 model 7: cache sizes and ways from this "
                       "processor, the rest from new, an older machine: no file "
                       "is for this one\n"
                       "this processor does not describe its L1I: it is that of "
                       "new\nN\n");
   assert_int_equal(ways, 8);
   leaves[2] = (CpuidResult){.ecx = 0};
   cpuinfo   = "vendor_id : W\ncpu family : 20\nmodel : 7\n";
   assert_string_equal(looked_up("native", &ways),
                       "no file fits W family 20 model 7, and its caches are not "
                       "known: give a name or a file\n");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_and_files),
      cmocka_unit_test(each_core_has_its_file),
      cmocka_unit_test(native_has_its_own_clock),
      cmocka_unit_test(native_says_what_is_not_known),
   };

   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, NULL, NULL);
}
