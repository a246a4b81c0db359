/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_lookup.c: the machine that the user names; see cg_lookup.h. */

#include "sim/machine/cg_lookup.h"

#include "sim/cg_words.h"
#include "sim/machine/cg_native.h"

#define SUFFIX  ".conf"
#define CLASSIC "classic"
#define NATIVE  "native"
#define CPUINFO "/proc/cpuinfo"

#define FILE_NAMES "FILE" SUFFIX " or a path with a slash"

/*------------------------------------------------------------*/
/*--- Files                                                ---*/
/*------------------------------------------------------------*/

/* The file that is read, one byte more than is allowed, and a NUL. */
static HChar contents[CG_MACHINE_MAX_FILE + 2];

#define JOIN(path, ...)                                                        \
   cg_words_join(path, CG_LOOKUP_PATH_SIZE,                                    \
                 (const HChar* const[]){__VA_ARGS__, NULL})

/* Has l->note or l->refuse say the parts of a text. */
#define SAY(say, ...)                                                          \
   do {                                                                        \
      HChar what[CG_LOOKUP_PATH_SIZE];                                         \
                                                                               \
      JOIN(what, __VA_ARGS__);                                                 \
      l->say(what);                                                            \
   } while (0)

Bool cg_lookup_is_file(const HChar* name)
{
   for (const HChar* c = name; *c; c++)
      if (*c == '/' || (c > name && cg_words_same(c, SUFFIX)))
         return True;
   return False;
}

static void read_conf(const Lookup* l, const HChar* path, Machine* machine)
{
   MachineError wrong;
   Word         n = l->read_file(path, contents, CG_MACHINE_MAX_FILE + 1);

   if (n < 0)
      l->refuse_file(path, -n);
   if (!cg_machine_parse(contents, n, machine, &wrong))
      l->refuse_line(path, &wrong);
}

/* Finds the directory of our own machines.  A directory named so that has no
   classic.conf is not ours: the prefix may be a home directory, where the user
   has a directory `machines'. */
static void find_directory(const Lookup* l, HChar path[CG_LOOKUP_PATH_SIZE])
{
   const HChar* const beside[] = {"/../machines", l->installed};
   HChar              program[CG_LOOKUP_PATH_SIZE];
   HChar              classic[CG_LOOKUP_PATH_SIZE];
   Word length = l->read_link("/proc/self/exe", program, sizeof program - 1);

   while (length > 0 && program[length - 1] != '/')
      length--;
   for (UInt i = 0; length > 0 && i < sizeof beside / sizeof *beside; i++) {
      program[length - 1] = '\0';
      JOIN(path, program, beside[i]);
      JOIN(classic, path, "/" CLASSIC SUFFIX);
      if (l->read_file(classic, contents, 1) > 0)
         return;
   }
   JOIN(path, l->configured);
}

const HChar* cg_lookup_path(const Lookup* l, const HChar* name,
                            HChar buffer[CG_LOOKUP_PATH_SIZE])
{
   HChar directory[CG_LOOKUP_PATH_SIZE];

   if (cg_words_same(name, NATIVE))
      return NULL;
   if (cg_lookup_is_file(name))
      return name;
   find_directory(l, directory);
   JOIN(buffer, directory, "/", name, SUFFIX);
   return buffer;
}

/*------------------------------------------------------------*/
/*--- Our own machines                                     ---*/
/*------------------------------------------------------------*/

#define MAX_OWN  200
#define MAX_NAME 60

typedef struct {
   HChar text[MAX_NAME + 1];
} OwnName;

/* Sorted. */
static OwnName own[MAX_OWN];
static UInt    n_own;

static Bool is_before(const HChar* a, const HChar* b)
{
   while (*a && *a == *b)
      a++, b++;
   return (UChar)*a < (UChar)*b;
}

/* A name that has no room is not one of ours. */
static void add_own_name(const HChar* file)
{
   OwnName name;
   UInt    n = 0, i = n_own;

   if (!cg_lookup_is_file(file) || n_own == MAX_OWN)
      return;
   for (; !cg_words_same(file + n, SUFFIX); n++) {
      if (n == MAX_NAME)
         return;
      name.text[n] = file[n];
   }
   name.text[n] = '\0';
   for (; i > 0 && is_before(name.text, own[i - 1].text); i--)
      own[i] = own[i - 1];
   own[i] = name;
   n_own++;
}

static void find_own_names(const Lookup* l)
{
   HChar directory[CG_LOOKUP_PATH_SIZE];

   find_directory(l, directory);
   n_own = 0;
   if (!l->list(directory, add_own_name))
      SAY(refuse, "the directory of machines, ", directory,
          ", cannot be read; give a file: " FILE_NAMES);
}

static void refuse_name(const Lookup* l, const HChar* name)
{
   const HChar *names[MAX_OWN + 1], *parts[2 * MAX_OWN + 1], *nearest;
   HChar        all[CG_LOOKUP_PATH_SIZE];

   for (UInt i = 0; i < n_own; i++) {
      names[i] = parts[2 * i] = own[i].text;
      parts[2 * i + 1]        = ", ";
   }
   names[n_own] = parts[2 * n_own] = NULL;
   cg_words_join(all, sizeof all, parts);
   nearest = l->nearest ? l->nearest(name, names) : NULL;
   SAY(refuse, "there is no such machine", nearest ? " (did you mean " : "",
       nearest ? nearest : "", nearest ? "?)" : "", "; must be ", all,
       NATIVE ", or a file: " FILE_NAMES);
}

static void read_own(const Lookup* l, const HChar* name, Machine* machine)
{
   HChar buffer[CG_LOOKUP_PATH_SIZE];

   read_conf(l, cg_lookup_path(l, name, buffer), machine);
}

void cg_lookup_list(const Lookup* l,
                    void (*print)(const HChar* name, const HChar* what))
{
   Machine machine;

   find_own_names(l);
   for (UInt i = 0; i < n_own; i++) {
      read_own(l, own[i].text, &machine);
      print(own[i].text, machine.name);
   }
   print(NATIVE, "this processor");
}

/*------------------------------------------------------------*/
/*--- This processor                                       ---*/
/*------------------------------------------------------------*/

/* The first processor is described in far less than a file of a machine has. */
static void read_cpu(const Lookup* l, NativeCpu* cpu)
{
   Word n = l->read_file(CPUINFO, contents, CG_MACHINE_MAX_FILE);

   contents[n > 0 ? n : 0] = '\0';
   if (!cg_native_read(contents, cpu))
      l->refuse(CPUINFO " does not say which processor this is: give a name "
                        "or a file");
}

static void name_cpu(HChar text[CG_LOOKUP_PATH_SIZE], const NativeCpu* cpu)
{
   HChar family[CG_WORDS_DIGITS], model[CG_WORDS_DIGITS];

   JOIN(text, cpu->vendor, " family ",
        cg_words_decimal(family + sizeof family, cpu->family), " model ",
        cg_words_decimal(model + sizeof model, cpu->model));
}

/* A processor may have cores of two kinds: CPUID's leaf 0x1A has the kind of
   the one that this runs on ("Software Developer's Manual", volume 2). */
static Bool is_small_core(const Lookup* l, const NativeCpu* cpu)
{
   return l->cpuid && cg_words_same(cpu->vendor, "GenuineIntel")
          && l->cpuid(0, 0).eax >= 0x1A && l->cpuid(0x1A, 0).eax >> 24 == 0x20;
}

/* Reads the machine of the file that is for a processor, and returns the file's
   name.  *kind is what the file is for it; CPU_NONE: no file fits. */
static const HChar* find_file(const Lookup* l, const NativeCpu* cpu,
                              Machine* machine, CpuKind* kind)
{
   const HChar* name = CLASSIC;

   *kind = CPU_NONE;
   find_own_names(l);
   for (UInt i = 0; i < n_own && !is_small_core(l, cpu); i++) {
      read_own(l, own[i].text, machine);
      if (cg_native_kind(machine, cpu) < *kind) {
         *kind = cg_native_kind(machine, cpu);
         name  = own[i].text;
      }
   }
   if (cg_words_same(name, CLASSIC))
      *kind = CPU_NONE;
   read_own(l, name, machine);
   return name;
}

/* Replaces the caches of the machine, which is that of the file `name'. */
static void take_caches(const Lookup* l, const HChar* name, Machine* machine,
                        const MachineCache caches[], UInt n,
                        NativeFaults* faults)
{
   if (!cg_native_apply(machine, caches, n, faults))
      SAY(refuse, "the ", cg_machine_level_name(faults->id),
          " of this processor cannot be simulated in ", name, ": ",
          faults->rule);
   for (LevelId id = LEVEL_L1I; id < N_MACHINE_LEVELS; id++)
      if (machine->caches[id].size > 0 && !cg_native_find(caches, n, id))
         SAY(note, "this processor does not describe its ",
             cg_machine_level_name(id), ": it is that of ", name);
}

static void note_policies(const Lookup* l, const Machine* machine,
                          const NativeFaults* faults)
{
   HChar policy[CG_POLICY_NAME_SIZE];

   for (LevelId id = LEVEL_L1I; id < N_MACHINE_LEVELS; id++) {
      if (!faults->policy_rule[id])
         continue;
      cg_policy_name(&machine->caches[id].policy, policy);
      SAY(note, "the policy of ", cg_machine_level_name(id), " is ", policy,
          ": ", faults->policy_rule[id]);
   }
}

static void read_native(const Lookup* l, Machine* machine)
{
   static const HChar* const remarks[] = {
      [CPU_OWN]     = "",
      [CPU_OLDER]   = ", a newer machine: no file is for this one",
      [CPU_NEWER]   = ", an older machine: no file is for this one",
      [CPU_UNNAMED] = ", the newest of its vendor: no file names this one"};
   NativeCpu    cpu;
   NativeFaults faults;
   MachineCache caches[CG_CACHES_MAX];
   HChar        cpu_name[CG_LOOKUP_PATH_SIZE];
   CpuKind      kind;

   read_cpu(l, &cpu);
   name_cpu(cpu_name, &cpu);

   const HChar* name = find_file(l, &cpu, machine, &kind);
   UInt         n    = cg_caches_here(l->cpuid, l->read_file, caches);

   if (kind != CPU_NONE) {
      SAY(note, cpu_name,
          ": cache sizes and ways from this processor, the rest ", "from ",
          name, remarks[kind]);
      machine->core.clock = cpu.clock;
   } else {
      if (n == 0)
         SAY(refuse, "no file fits ", cpu_name,
             ", and its caches are not known: give a name or a file");
      SAY(note, cpu_name,
          ": no file fits this core: cache sizes and ways from ",
          "this processor, with LRU, without TLBs and cycles");
      cg_native_set_levels(machine, caches, n);
      cg_words_join(machine->name, sizeof machine->name,
                    (const HChar* const[]){"a core of no file", NULL});
   }
   take_caches(l, name, machine, caches, n, &faults);
   note_policies(l, machine, &faults);
}

void cg_lookup_read(const Lookup* l, const HChar* name, Machine* machine)
{
   UInt i = 0;

   if (cg_words_same(name, NATIVE)) {
      read_native(l, machine);
      return;
   }
   if (!cg_lookup_is_file(name)) {
      find_own_names(l);
      while (i < n_own && !cg_words_same(own[i].text, name))
         i++;
      if (i == n_own)
         refuse_name(l, name);
   }
   read_own(l, name, machine);
}
