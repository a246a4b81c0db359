/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_machine.h: the caches and TLBs of a processor, and the files that describe
   them.

   A file is text; the directory machines/ has one for each processor:

      # Zen 4 (Raphael, Genoa)
      name = AMD Zen 4
      cpu  = AuthenticAMD 25 16-31 96-175

      [L1D]
      size    = 32 KiB
      ways    = 8
      policy  = plru-fill
      latency = 4            # cycles, from load to use
      prefetch = next-line, ip-stride

      [L3]
      size      = 32 MiB
      ways      = 16
      policy    = lru
      inclusion = exclusive

      [DTLB]
      entries = 72
      ways    = all

      [core]
      width   = 6            # instructions a cycle

   The manual's section "Files of machines" gives every section and key.  This
   module calls neither Valgrind nor the C library. */

#ifndef CG_MACHINE_H
#define CG_MACHINE_H

#include "sim/machine/cg_policy.h"
#include "sim/branch/cg_predictor.h"
#include "sim/types.h"

/* How the lines of a cache relate to the lines of the caches above it, which
   ask it.

      nine       not related: filled by each miss; a victim stays above
      inclusive  filled by each miss; a victim is invalidated in all caches
                 above
      exclusive  a victim cache: filled by victims of the level above only, and
                 a hit moves the line up */
typedef enum { CACHE_NINE, CACHE_INCLUSIVE, CACHE_EXCLUSIVE } Inclusion;

/* What fetches lines before they are needed; cg_prefetch.h has the rules. */
typedef enum {
   PREFETCH_NEXT_LINE,
   PREFETCH_IP_STRIDE,
   PREFETCH_STREAMER,
   PREFETCH_ADJACENT_LINE,
   N_PREFETCHERS
} Prefetcher;

/* A cache.  size = slices * sets * ways * line_size; sets is a power of two. */
typedef struct {
   ULong     size; /* bytes; 0: the machine has no such cache */
   UInt      ways;
   UInt      slices; /* 1, or chosen by a hash of the address: cg_hierarchy.h */
   Policy    policy;
   Inclusion inclusion; /* of L2 and L3; the L1s are CACHE_NINE */
   UInt      latency;   /* cycles from load to use; 0: unknown */
   UInt      transfer;  /* cycles between two lines that L2 or L3 passes up; 0:
                           unknown */
   UInt prefetch;       /* bit p: Prefetcher p brings lines into it */

   /* Of L1D: cycles that a set takes for a line before it can take another one:
      in the place of a clean line, or of one that was written; 0: unknown. */
   UInt fill, fill_write;
} CacheModel;

/* A TLB, or the part of it for one page size.  entries / ways is a power of
   two. */
typedef struct {
   UInt entries; /* 0: none */
   UInt ways;    /* entries: fully associative */
} TlbModel;

typedef enum {
   LEVEL_L1I,
   LEVEL_L1D,
   LEVEL_L2,
   LEVEL_L3,
   N_MACHINE_LEVELS
} LevelId;
typedef enum { TLB_I, TLB_D, TLB_2, N_TLBS } TlbId;
typedef enum { PAGE_4K, PAGE_2M, N_PAGE_SIZES } PageSize;

/* Kinds of operations, by how long their results take. */
typedef enum {
   OP_SIMPLE, /* one cycle on all machines: additions, shifts, comparisons */
   OP_MULTIPLY,
   OP_DIVIDE,    /* of 32 bits or less */
   OP_DIVIDE_64, /* of 64 bits, or a dividend of 128 */
   OP_FP,        /* floating point: multiplications, conversions */
   OP_FP_DIVIDE,
   OP_FP_SQRT,
   OP_X87,    /* sines, logarithms and the like, which the x87 computes */
   OP_LOCKED, /* atomic changes of memory */
   OP_FP_ADD, /* sums and differences of floating point */
   N_OP_KINDS
} OpKind;

/* What a core does with its instructions. */
typedef struct {
   UInt width;      /* instructions a cycle; 0: the core is unknown */
   UInt window;     /* instructions that are executed out of order */
   UInt scheduler;  /* instructions that wait for results; 0: the window's */
   UInt mispredict; /* cycles that a mispredicted branch costs */
   UInt clock;      /* MHz, nominal; 0: unknown */
   UInt latency[N_OP_KINDS]; /* cycles */
   UInt scaled; /* cycles that a load takes more if it scales an index */

   /* What "rep movs" and "rep stos" take: bytes in a cycle, 0: unknown; and
      cycles before the first. */
   UInt string, string_start;

   /* How it predicts branches; return_stack: calls, 0: unknown. */
   PredictorKind predictor;
   UInt          return_stack;
} CoreModel;

/* The processors that a file is for: of a vendor and a family, with a model in
   a range.  For x86 and amd64 these are CPUID's, which Linux shows in
   /proc/cpuinfo as "vendor_id", "cpu family" and "model".  For arm64 the vendor
   is the "CPU implementer", and the family the "CPU part". */
#define CG_MACHINE_VENDOR_SIZE 16
typedef enum {
   CPU_OWN,     /* the file describes them */
   CPU_OLDER,   /* no file does; they are older than the file's, ... */
   CPU_NEWER,   /* ... or newer, and this is the nearest file */
   CPU_UNNAMED, /* of this family or newer ones: those that no file names */
   CPU_NONE     /* the file is not for them */
} CpuKind;
typedef struct {
   CpuKind kind;
   HChar   vendor[CG_MACHINE_VENDOR_SIZE];
   UInt    family, first_model, last_model;
} MachineCpu;

#define CG_MACHINE_NAME_SIZE 80
#define CG_MACHINE_MAX_CPUS  32

/* The largest values in a file.  The simulator takes some 100 bytes of memory
   for each line of a cache, so a machine takes no more than a large program. */
#define CG_MACHINE_MAX_SIZE    (1u << 30)  /* bytes, of a cache */
#define CG_MACHINE_MAX_LINES   (20u << 20) /* of all caches */
#define CG_MACHINE_MAX_WAYS    255         /* of a cache, or of a TLB */
#define CG_MACHINE_MAX_SLICES  1024
#define CG_MACHINE_MIN_LINE    16 /* bytes */
#define CG_MACHINE_MAX_LINE    1024
#define CG_MACHINE_MAX_ENTRIES 65536 /* of a TLB */
#define CG_MACHINE_MAX_LATENCY 1000000
#define CG_MACHINE_MAX_WIDTH   64
#define CG_MACHINE_MAX_FILL    10000 /* cycles; also before a string */
#define CG_MACHINE_MAX_SCALED  16    /* cycles */
#define CG_MACHINE_MAX_SLOTS   4095 /* cycles x width, of an operation or L1D */
#define CG_MACHINE_MAX_WINDOW  65536  /* instructions */
#define CG_MACHINE_MAX_CLOCK   100000 /* MHz */
#define CG_MACHINE_MAX_STRING  1024   /* bytes in a cycle */
#define CG_MACHINE_MAX_VALUE   200    /* bytes of text after "=" */
#define CG_MACHINE_MAX_FILE    65536  /* bytes */

typedef struct Machine_ {
   HChar      name[CG_MACHINE_NAME_SIZE]; /* printable ASCII without " and \ */
   UInt       n_cpus;
   MachineCpu cpus[CG_MACHINE_MAX_CPUS];
   UInt       line_size;                  /* bytes, of all caches */
   CacheModel caches[N_MACHINE_LEVELS];   /* L2 and L3 may be missing */
   TlbModel   tlbs[N_TLBS][N_PAGE_SIZES]; /* if PAGE_2M has no entries,
                                               PAGE_4K has both sizes */
   UInt      tlb2_latency;    /* cycles that a hit of TLB_2 adds; 0: unknown */
   UInt      walk_latency;    /* cycles that a page walk adds; 0: unknown */
   UInt      memory_latency;  /* cycles from load to use; 0: unknown */
   UInt      memory_transfer; /* cycles between two lines; 0: unknown */
   CoreModel core;
} Machine;

/* Returns the last level that the machine has, before memory.  If it has
   neither L2 nor L3, that is LEVEL_L1D for data. */
static inline LevelId cg_machine_last_level(const Machine* machine)
{
   LevelId id = LEVEL_L3;

   while (id > LEVEL_L1D && machine->caches[id].size == 0)
      id--;
   return id;
}

/* What is wrong with a file, in one line without a newline: what, and what is
   allowed.  It may quote the file. */
#define CG_MACHINE_ERROR_SIZE 400
typedef struct {
   UInt  line; /* from 1 */
   HChar text[CG_MACHINE_ERROR_SIZE];
} MachineError;

/* Returns the name of a cache, "L1I", "L1D", "L2" or "L3"; and of a TLB,
   "ITLB", "DTLB" or "STLB", the second level.  The sections of files have these
   names.
 */
const HChar* cg_machine_level_name(LevelId id);
const HChar* cg_machine_tlb_name(TlbId id);

/* Returns the name of a prefetcher, as in a file. */
const HChar* cg_machine_prefetcher_name(Prefetcher prefetcher);

/* Reads the `length' bytes of a file, at most CG_MACHINE_MAX_FILE.  Returns
   True and *machine, or False and *error; the other one is then undefined.  The
   rules are in the manual's section "Files of machines": nothing is
   guessed, so every key is known, is given once, and has a value within its
   range, and what a cache must have is there. */
Bool cg_machine_parse(const HChar* text, SizeT length, Machine* machine,
                      MachineError* error);

/* Returns whether a machine has both L2 and L3.  Then L3 is the last level;
   otherwise it is the one that the machine has, or L1. */
static inline Bool cg_machine_has_both(const Machine* machine)
{
   return machine->caches[LEVEL_L2].size > 0
          && machine->caches[LEVEL_L3].size > 0;
}

/* Returns NULL if the cache `id' of a machine can be simulated, or is not
   there. Otherwise returns the rule that it breaks, as text that can follow
   "L2: ". */
const HChar* cg_machine_fault(const Machine* machine, LevelId id);

#endif /* CG_MACHINE_H */
