/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_hierarchy.c: tests the simulator of whole machines with what drcachesim
   counts for the same caches, with cases worked out by hand and with laws, and
   compares it with a brute-force model on random machines. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "sim/machine/cg_hierarchy.h"
#include "model.h"
#include "model_hierarchy.h"
#include "random_machine.h"

enum { KIB = 1 << 10, MIB = 1 << 20 };

/* --- Machines ---------------------------------------------------------------
 */

static CacheModel cache(ULong size, UInt ways, const char* policy,
                        Inclusion inclusion)
{
   CacheModel c = {
      .size = size, .ways = ways, .slices = 1, .inclusion = inclusion};
   assert_null(cg_policy_parse(policy, &c.policy));
   assert_null(cg_policy_fault(&c.policy, ways));
   return c;
}

static CacheModel lru(ULong size, UInt ways, Inclusion inclusion)
{
   return cache(size, ways, "lru", inclusion);
}

static Front front;

static Hierarchy* new_hierarchy(const Machine* machine)
{
   release_all();
   return cg_hierarchy_new(machine, &front, allocate);
}

/* A reference of 1 byte, of which only the source is of interest. */
static RefSource touch(Hierarchy* h, RefKind kind, Addr addr)
{
   RefResult result;
   cg_hierarchy_access(h, kind, addr, 1, 1, &result);
   return result.source;
}

static ULong sum(const ULong count[N_REF_KINDS])
{
   return count[REF_FETCH] + count[REF_READ] + count[REF_WRITE];
}

/* --- The stream of drcachesim's counts
 * ------------------------------------------ */

enum { STREAM_LENGTH = 400000 };

typedef struct {
   uint64_t x;
   unsigned scan;
} Stream;

static uint64_t draw(Stream* s)
{
   s->x = s->x * 6364136223846793005u + 1442695040888963407u;
   return s->x >> 33;
}

/* drcachesim knows no dirty lines: it writes nothing back, so all data
   references are reads.  What the stream draws for the kind is not used. */
static Reference next_reference(Stream* s)
{
   Reference r = {REF_READ, 0};
   uint64_t  n = draw(s) % 16;
   if (n < 5) {
      r.kind = REF_FETCH;
      r.addr = 0x400000 + 8 * (draw(s) % (1 << 13));
   } else if (n < 8) {
      draw(s);
      r.addr = 0x7ff00000 + 8 * (draw(s) % 1024);
   } else if (n < 12) {
      draw(s);
      r.addr = 0x10000000 + 8 * (s->scan++ % (1 << 18));
   } else if (n < 14) {
      draw(s);
      r.addr = 0x20000000 + 8 * (draw(s) % (1 << 15));
   } else {
      draw(s);
      r.addr = 0x40000000 + 8 * (draw(s) % (1 << 18));
   }
   return r;
}

static void run_stream(Hierarchy* h)
{
   Stream    s = {7, 0};
   RefResult result;
   for (int i = 0; i < STREAM_LENGTH; i++) {
      Reference r = next_reference(&s);
      cg_hierarchy_access(h, r.kind, r.addr, 8, 0, &result);
   }
}

static void check_counts(const char* machine, const char* name,
                         LevelCounts counts, ULong hits, ULong misses,
                         ULong invalidated)
{
   if (sum(counts.hits) != hits || sum(counts.misses) != misses
       || counts.invalidated != invalidated)
      fail_msg("%s: %s: %llu hits, %llu misses, %llu invalidated; should be "
               "%llu, %llu, %llu",
               machine, name, sum(counts.hits), sum(counts.misses),
               counts.invalidated, hits, misses, invalidated);
}

/* All have L1 of 32 KiB, 8 ways, and L2 of 256 KiB, 8 ways, and L3 of 512 KiB,
   16 ways. */
typedef struct {
   const char* name;
   const char* policy;
   Inclusion   L2, L3;
   UInt        prefetch;                    /* of both L1s */
   ULong       counts[N_MACHINE_LEVELS][3]; /* hits, misses, invalidated */
} StreamCase;

static const StreamCase stream_cases[] = {
   {"nine",
    "lru",
    CACHE_NINE,
    CACHE_NINE,
    0,
    {{62091, 62713}, {155610, 119586}, {77122, 105177}, {22492, 82685}}},
   {"inclusive",
    "lru",
    CACHE_INCLUSIVE,
    CACHE_INCLUSIVE,
    0,
    {{61580, 63224, 4471},
     {154625, 120571, 1574},
     {72392, 111403, 8533},
     {23105, 88298}}},
   {"exclusive",
    "lru",
    CACHE_NINE,
    CACHE_EXCLUSIVE,
    0,
    {{62091, 62713}, {155610, 119586}, {77122, 105177}, {36980, 68197}}},
   {"nine, fifo",
    "fifo",
    CACHE_NINE,
    CACHE_NINE,
    0,
    {{62317, 62487}, {143459, 131737}, {72623, 121601}, {30989, 90612}}},
   {"nine, srrip",
    "srrip",
    CACHE_NINE,
    CACHE_NINE,
    0,
    {{62143, 62661}, {163342, 111854}, {78510, 96005}, {23696, 72309}}},
   {"nine, next line",
    "lru",
    CACHE_NINE,
    CACHE_NINE,
    1 << PREFETCH_NEXT_LINE,
    {{61953, 62851}, {154762, 120434}, {84140, 99145}, {25012, 74133}}},
};

static const char* const level_name[] = {"L1I", "L1D", "L2", "L3"};

static Machine three_levels(const char* policy, Inclusion L2, Inclusion L3)
{
   return (Machine){.line_size = 64,
                    .caches    = {cache(32 * KIB, 8, policy, CACHE_NINE),
                                  cache(32 * KIB, 8, policy, CACHE_NINE),
                                  cache(256 * KIB, 8, policy, L2),
                                  cache(512 * KIB, 16, policy, L3)}};
}

static void ignore_end(UInt owner, Bool useful)
{
   (void)owner, (void)useful;
}

static void counts_of_drcachesim(void** state)
{
   (void)state;
   for (size_t i = 0; i < sizeof stream_cases / sizeof *stream_cases; i++) {
      const StreamCase* c       = &stream_cases[i];
      Machine           machine = three_levels(c->policy, c->L2, c->L3);
      machine.caches[LEVEL_L1I].prefetch = c->prefetch;
      machine.caches[LEVEL_L1D].prefetch = c->prefetch;
      Hierarchy* h                       = new_hierarchy(&machine);
      if (c->prefetch)
         cg_hierarchy_prefetch(h, &machine, ignore_end, allocate);
      run_stream(h);
      for (int id = 0; id < N_MACHINE_LEVELS; id++)
         check_counts(c->name, level_name[id], cg_hierarchy_level(h, id),
                      c->counts[id][0], c->counts[id][1], c->counts[id][2]);
   }
}

/* An inclusive L3 whose victims leave L2, but not L1, as in drcachesim: what
   misses L1 goes to a machine whose L1D is that L2. */
static void counts_of_drcachesim_without_L1(void** state)
{
   Machine   upper = {.line_size = 64}, lower = {.line_size = 64};
   Front     front_below;
   RefResult result;
   Stream    s = {7, 0};
   (void)state;
   upper.caches[LEVEL_L1I] = lru(32 * KIB, 8, CACHE_NINE);
   upper.caches[LEVEL_L1D] = upper.caches[LEVEL_L1I];
   lower.caches[LEVEL_L1I] = upper.caches[LEVEL_L1I];
   lower.caches[LEVEL_L1D] = lru(256 * KIB, 8, CACHE_NINE);
   lower.caches[LEVEL_L2]  = lru(512 * KIB, 16, CACHE_INCLUSIVE);
   release_all();
   Hierarchy* h     = cg_hierarchy_new(&upper, &front, allocate);
   Hierarchy* below = cg_hierarchy_new(&lower, &front_below, allocate);
   for (int i = 0; i < STREAM_LENGTH; i++) {
      Reference r = next_reference(&s);
      cg_hierarchy_access(h, r.kind, r.addr, 8, 0, &result);
      if (result.source == FROM_MEMORY)
         touch(below, REF_READ, r.addr);
   }
   check_counts("inclusive of L2 only", "L2",
                cg_hierarchy_level(below, LEVEL_L1D), 71648, 110651, 8466);
   check_counts("inclusive of L2 only", "L3",
                cg_hierarchy_level(below, LEVEL_L2), 22476, 88175, 0);
}

static Machine with_tlbs(void)
{
   Machine machine              = three_levels("lru", CACHE_NINE, CACHE_NINE);
   machine.tlbs[TLB_I][PAGE_4K] = (TlbModel){128, 8};
   machine.tlbs[TLB_D][PAGE_4K] = (TlbModel){64, 4};
   machine.tlbs[TLB_2][PAGE_4K] = (TlbModel){1536, 12};
   return machine;
}

static void tlb_counts_of_drcachesim(void** state)
{
   Machine    machine = with_tlbs();
   Hierarchy* h       = new_hierarchy(&machine);
   (void)state;
   run_stream(h);
   check_counts("TLBs", "ITLB", cg_hierarchy_tlb(h, TLB_I), 124788, 16, 0);
   check_counts("TLBs", "DTLB", cg_hierarchy_tlb(h, TLB_D), 199714, 75482, 0);
   check_counts("TLBs", "second", cg_hierarchy_tlb(h, TLB_2), 74707, 791, 0);
}

/* --- Cases worked out by hand
 * ----------------------------------------------------- */

/* Caches of one set, with lines of 64 bytes: `ways' of L1I and L1D, L2 and L3;
   0 is none. */
static Machine one_set_each(UInt L1, UInt L2, Inclusion L2_inclusion, UInt L3,
                            Inclusion L3_inclusion)
{
   Machine m           = {.line_size = 64};
   m.caches[LEVEL_L1I] = lru(64 * L1, L1, CACHE_NINE);
   m.caches[LEVEL_L1D] = lru(64 * L1, L1, CACHE_NINE);
   if (L2)
      m.caches[LEVEL_L2] = lru(64 * L2, L2, L2_inclusion);
   if (L3)
      m.caches[LEVEL_L3] = lru(64 * L3, L3, L3_inclusion);
   return m;
}

static bool holds(const Hierarchy* h, LevelId id, Addr addr)
{
   Bool dirty;
   UInt owner;
   return cg_hierarchy_holds(h, id, addr, &dirty, &owner);
}

/* Whether a cache holds a line that `owner' made dirty. */
static bool holds_dirty(const Hierarchy* h, LevelId id, Addr addr, UInt owner)
{
   Bool dirty;
   UInt is_owner;
   return cg_hierarchy_holds(h, id, addr, &dirty, &is_owner) && dirty
          && owner == is_owner;
}

static RefResult refer(Hierarchy* h, RefKind kind, Addr addr, UInt size,
                       UInt owner)
{
   RefResult result;
   cg_hierarchy_access(h, kind, addr, size, owner, &result);
   return result;
}

static void each_level_serves(void** state)
{
   Machine    m = one_set_each(1, 2, CACHE_NINE, 3, CACHE_NINE);
   Hierarchy* h = new_hierarchy(&m);
   (void)state;
   assert_int_equal(touch(h, REF_READ, 0), FROM_MEMORY);
   assert_int_equal(touch(h, REF_READ, 63), FROM_L1);
   assert_int_equal(touch(h, REF_FETCH, 0), FROM_L2);
   touch(h, REF_READ, 64);
   assert_int_equal(touch(h, REF_READ, 0), FROM_L2);
   touch(h, REF_READ, 128);
   touch(h, REF_READ, 192);
   assert_int_equal(touch(h, REF_READ, 64), FROM_L3);
   assert_int_equal(touch(h, REF_READ, 0), FROM_MEMORY);
}

static void levels_may_be_missing(void** state)
{
   Machine    m = one_set_each(1, 0, CACHE_NINE, 2, CACHE_NINE);
   Hierarchy* h = new_hierarchy(&m);
   (void)state;
   touch(h, REF_READ, 0);
   touch(h, REF_READ, 64);
   assert_int_equal(touch(h, REF_READ, 0), FROM_L3);
   assert_int_equal(sum(cg_hierarchy_level(h, LEVEL_L2).misses), 0);
   assert_int_equal(sum(cg_hierarchy_level(h, LEVEL_L3).misses), 2);
   assert_int_equal(sum(cg_hierarchy_tlb(h, TLB_D).hits), 0);
   m = one_set_each(1, 0, CACHE_NINE, 0, CACHE_NINE);
   h = new_hierarchy(&m);
   assert_int_equal(touch(h, REF_WRITE, 0), FROM_MEMORY);
   assert_int_equal(refer(h, REF_READ, 64, 1, 0).n_written, 1);
}

/* One line is in L1, the other in memory: the reference comes from memory, and
   each level counts it once. */
static void straddling_reference_counts_once(void** state)
{
   Machine    m = one_set_each(4, 8, CACHE_NINE, 0, CACHE_NINE);
   Hierarchy* h = new_hierarchy(&m);
   (void)state;
   touch(h, REF_READ, 0);
   assert_int_equal(refer(h, REF_WRITE, 60, 8, 9).source, FROM_MEMORY);
   assert_true(holds_dirty(h, LEVEL_L1D, 0, 9));
   assert_true(holds_dirty(h, LEVEL_L1D, 64, 9));
   assert_int_equal(refer(h, REF_WRITE, 60, 4, 9).source, FROM_L1);
   assert_int_equal(refer(h, REF_WRITE, 64, 64, 9).source, FROM_L1);
   assert_int_equal(cg_hierarchy_level(h, LEVEL_L1D).misses[REF_WRITE], 1);
   assert_int_equal(cg_hierarchy_level(h, LEVEL_L1D).hits[REF_WRITE], 2);
   assert_int_equal(cg_hierarchy_level(h, LEVEL_L2).misses[REF_WRITE], 1);
   assert_int_equal(sum(cg_hierarchy_level(h, LEVEL_L2).hits), 0);
}

/* A dirty line of L1 becomes dirty in L2, which is no use of it there, and then
   goes to memory. */
static void dirty_line_sinks(void** state)
{
   Machine    m = one_set_each(1, 2, CACHE_NINE, 0, CACHE_NINE);
   Hierarchy* h = new_hierarchy(&m);
   RefResult  result;
   (void)state;
   refer(h, REF_WRITE, 0, 1, 5);
   refer(h, REF_WRITE, 0, 1, 6);
   result = refer(h, REF_READ, 64, 1, 7);
   assert_int_equal(result.n_written, 0);
   assert_true(holds_dirty(h, LEVEL_L2, 0, 6));
   assert_false(holds(h, LEVEL_L1D, 0));
   result = refer(h, REF_READ, 128, 1, 8);
   assert_int_equal(result.n_written, 1);
   assert_int_equal(result.owners[0], 6);
   assert_int_equal(cg_hierarchy_level(h, LEVEL_L1D).written, 1);
   assert_int_equal(cg_hierarchy_level(h, LEVEL_L2).written, 1);
}

/* A read in what it counts as, and a write in what it does. */
static void modification_counts_as_read(void** state)
{
   Machine    m = with_tlbs();
   Hierarchy* h = new_hierarchy(&m);
   (void)state;
   refer(h, REF_MODIFY, 0, 1, 5);
   refer(h, REF_MODIFY, 0, 1, 6);
   assert_true(holds_dirty(h, LEVEL_L1D, 0, 6));
   assert_int_equal(cg_hierarchy_level(h, LEVEL_L1D).hits[REF_READ], 1);
   for (LevelId id = LEVEL_L1D; id < N_MACHINE_LEVELS; id++)
      assert_int_equal(cg_hierarchy_level(h, id).misses[REF_READ], 1);
   assert_int_equal(cg_hierarchy_tlb(h, TLB_D).hits[REF_READ], 1);
   assert_int_equal(cg_hierarchy_tlb(h, TLB_2).misses[REF_READ], 1);
}

/* L2 lost the dirty line of L1: it comes in again, and another one goes. */
static void dirty_line_comes_in_again(void** state)
{
   Machine    m = one_set_each(2, 2, CACHE_NINE, 0, CACHE_NINE);
   Hierarchy* h = new_hierarchy(&m);
   (void)state;
   refer(h, REF_WRITE, 0, 1, 5);
   touch(h, REF_READ, 64);
   touch(h, REF_READ, 0);
   touch(h, REF_READ, 128);
   assert_false(holds(h, LEVEL_L2, 0));
   touch(h, REF_READ, 192);
   assert_true(holds_dirty(h, LEVEL_L2, 0, 5));
   assert_true(holds(h, LEVEL_L2, 192));
   assert_false(holds(h, LEVEL_L2, 128));
}

/* The victim of an inclusive L3 leaves L2 and both L1, and is written back for
   the one who made it dirty last, in L1. */
static void inclusive_victim_leaves_all(void** state)
{
   Machine    m = one_set_each(4, 4, CACHE_NINE, 2, CACHE_INCLUSIVE);
   Hierarchy* h = new_hierarchy(&m);
   RefResult  result;
   (void)state;
   refer(h, REF_WRITE, 0, 1, 5);
   touch(h, REF_FETCH, 0);
   touch(h, REF_READ, 64);
   refer(h, REF_WRITE, 0, 1, 6);
   result = refer(h, REF_READ, 128, 1, 7);
   assert_int_equal(result.n_written, 1);
   assert_int_equal(result.owners[0], 6);
   for (LevelId id = LEVEL_L1I; id <= LEVEL_L3; id++) {
      assert_false(holds(h, id, 0));
      assert_int_equal(cg_hierarchy_level(h, id).invalidated, id < LEVEL_L3);
   }
   assert_int_equal(cg_hierarchy_level(h, LEVEL_L1D).written, 0);
   assert_int_equal(cg_hierarchy_level(h, LEVEL_L3).written, 1);
}

/* Victims of L2 move to an exclusive L3, dirty ones too, and hits bring them
   back, still dirty, to L2. */
static void exclusive_lines_move(void** state)
{
   Machine    m = one_set_each(1, 1, CACHE_NINE, 2, CACHE_EXCLUSIVE);
   Hierarchy* h = new_hierarchy(&m);
   (void)state;
   refer(h, REF_WRITE, 0, 1, 5);
   assert_false(holds(h, LEVEL_L3, 0));
   touch(h, REF_READ, 64);
   touch(h, REF_READ, 128);
   assert_true(holds_dirty(h, LEVEL_L3, 0, 5));
   assert_true(holds(h, LEVEL_L2, 128));
   assert_int_equal(touch(h, REF_READ, 0), FROM_L3);
   assert_true(holds_dirty(h, LEVEL_L2, 0, 5));
   assert_false(holds(h, LEVEL_L3, 0));
   assert_true(holds(h, LEVEL_L1D, 0));
   assert_false(holds_dirty(h, LEVEL_L1D, 0, 5));
   assert_int_equal(cg_hierarchy_level(h, LEVEL_L3).moved, 1);
}

/* A clean line that an L1 holds does not move from L2 to an exclusive L3. */
static void exclusive_of_L1_too(void** state)
{
   Machine    m = one_set_each(2, 1, CACHE_NINE, 2, CACHE_EXCLUSIVE);
   Hierarchy* h = new_hierarchy(&m);
   (void)state;
   touch(h, REF_READ, 0);
   touch(h, REF_READ, 64);
   assert_false(holds(h, LEVEL_L3, 0));
   touch(h, REF_READ, 128);
   assert_true(holds(h, LEVEL_L1D, 64));
   assert_false(holds(h, LEVEL_L3, 64));
   assert_int_equal(cg_hierarchy_level(h, LEVEL_L3).filled, 0);
}

/* Two slices of two sets, direct-mapped.  Line 2 is in the other slice than
   lines 0 and 2 * 65536 + 2. */
static void slices(void** state)
{
   Machine m = one_set_each(1, 1, CACHE_NINE, 4, CACHE_NINE);
   (void)state;
   m.caches[LEVEL_L3]        = lru(4 * 64, 1, CACHE_NINE);
   m.caches[LEVEL_L3].slices = 2;
   Hierarchy* h              = new_hierarchy(&m);
   for (Addr line = 0; line < 4; line++)
      touch(h, REF_READ, 64 * line);
   for (Addr line = 0; line < 4; line++)
      assert_true(holds(h, LEVEL_L3, 64 * line));
   assert_int_equal(cg_hierarchy_set_of(h, LEVEL_L3, 64 * 3), 3);
   assert_int_equal(cg_hierarchy_set_of(h, LEVEL_L3, 64 * (2 * 65536 + 2)), 0);
   touch(h, REF_READ, 64 * (Addr)(2 * 65536 + 2));
   assert_false(holds(h, LEVEL_L3, 0));
   assert_true(holds(h, LEVEL_L3, 128));
}

/* Any number of slices: consecutive lines fill all sets evenly. */
static void slices_fill_evenly(void** state)
{
   Machine m = one_set_each(1, 1, CACHE_NINE, 4, CACHE_NINE);
   (void)state;
   for (UInt n = 1; n <= 60; n++) {
      UInt lines                = n * 16 * 3;
      m.caches[LEVEL_L3]        = lru(64 * lines, 3, CACHE_NINE);
      m.caches[LEVEL_L3].slices = n;
      Hierarchy* h              = new_hierarchy(&m);
      for (UInt i = 0; i < lines; i++)
         touch(h, REF_READ, 64 * i);
      for (UInt i = 0; i < lines; i++)
         assert_true(holds(h, LEVEL_L3, 64 * i));
   }
}

static void tlb_of_both_sizes(void** state)
{
   Machine m = one_set_each(1, 0, CACHE_NINE, 0, CACHE_NINE);
   (void)state;
   m.tlbs[TLB_D][PAGE_4K] = (TlbModel){2, 2};
   m.tlbs[TLB_2][PAGE_4K] = (TlbModel){4, 4};
   Hierarchy* h           = new_hierarchy(&m);
   cg_hierarchy_set_pages(h, 3 * MIB, 4 * MIB, PAGE_2M);
   RefResult r = refer(h, REF_READ, 4 * MIB, 1, 0);
   assert_true(r.tlb_miss && r.page_walk);
   assert_false(refer(h, REF_READ, 6 * MIB - 1, 1, 0).tlb_miss);
   /* Not wholly in the range: 4 KiB. */
   assert_true(refer(h, REF_READ, 7 * MIB - 1, 1, 0).tlb_miss);
   assert_true(refer(h, REF_READ, 6 * MIB, 1, 0).tlb_miss);
   r = refer(h, REF_READ, 5 * MIB, 1, 0);
   assert_true(r.tlb_miss && !r.page_walk);
   /* From one page to the next: one miss. */
   r = refer(h, REF_WRITE, 9 * MIB - 2, 4, 0);
   assert_true(r.tlb_miss && r.page_walk);
   assert_int_equal(cg_hierarchy_tlb(h, TLB_D).misses[REF_WRITE], 1);
   assert_int_equal(cg_hierarchy_tlb(h, TLB_2).misses[REF_WRITE], 1);
   assert_int_equal(cg_hierarchy_tlb(h, TLB_2).hits[REF_READ], 1);
   /* A part of the page of 2 MiB gets pages of 4 KiB: all of it does. */
   touch(h, REF_READ, 4 * MIB);
   cg_hierarchy_set_pages(h, 5 * MIB, 4096, PAGE_4K);
   assert_true(refer(h, REF_READ, 4 * MIB, 1, 0).page_walk);
   assert_true(refer(h, REF_READ, 4 * MIB + 4096, 1, 0).page_walk);
}

/* --- Laws
 * ------------------------------------------------------------------------ */

/* The L1D misses of a stream, for a cache of two sets. */
static ULong misses_of(const char* policy, UInt ways, uint64_t seed)
{
   Machine m           = one_set_each(1, 0, CACHE_NINE, 0, CACHE_NINE);
   m.caches[LEVEL_L1D] = cache(2 * 64 * ways, ways, policy, CACHE_NINE);
   Hierarchy* h        = new_hierarchy(&m);
   random_seed(seed);
   for (int i = 0; i < 5000; i++)
      touch(h, REF_READ, 64 * random_below(one_in(2) ? 60 : 20));
   return sum(cg_hierarchy_level(h, LEVEL_L1D).misses);
}

/* R. L. Mattson et al., "Evaluation techniques for storage hierarchies", 1970:
   an LRU set holds all that one with fewer ways does. */
static void more_ways_never_miss_more(void** state)
{
   (void)state;
   for (uint64_t seed = 1; seed <= 5; seed++)
      for (UInt ways = 1; ways < 30; ways++)
         assert_true(misses_of("lru", ways + 1, seed)
                     <= misses_of("lru", ways, seed));
}

/* One way: all policies are the same.  Two ways: the trees and the bits know
   the order of both. */
static void few_ways_are_lru(void** state)
{
   static const char* const one[] = {
      "fifo",  "random", "plru",  "plru-fill", "mru",
      "mru-n", "nru",    "srrip", "drrip",     "qlru-h11-m1-r0-u1"};
   static const char* const two[] = {"plru", "plru-fill", "mru"};
   (void)state;
   for (uint64_t seed = 1; seed <= 5; seed++) {
      for (size_t i = 0; i < sizeof one / sizeof *one; i++)
         assert_int_equal(misses_of(one[i], 1, seed),
                          misses_of("lru", 1, seed));
      for (size_t i = 0; i < sizeof two / sizeof *two; i++)
         assert_int_equal(misses_of(two[i], 2, seed),
                          misses_of("lru", 2, seed));
   }
}

/* --- Random machines
 * ----------------------------------------------------------------- */

/* The `far' lines reach further than the 2 MiB that are listed here only if all
   their pages have 4 KiB. */
static void set_huge_pages(Hierarchy* h, Random* r)
{
   if (!huge_pages)
      return;
   r->far %= 1 << 20;
   for (Addr n = 1; n < 128; n += 2)
      cg_hierarchy_set_pages(h, n * HUGE_PAGE, HUGE_PAGE, PAGE_2M);
}

static void check_same_counts(uint64_t seed, const char* name,
                              LevelCounts counts, const LevelCounts* model)
{
   if (memcmp(&counts, model, sizeof counts) != 0)
      fail_msg(
         "machine %llu: the counts of %s differ: %llu hits, should be "
         "%llu; %llu invalidated, should be %llu; %llu written, should be "
         "%llu",
         (unsigned long long)seed, name, sum(counts.hits), sum(model->hits),
         counts.invalidated, model->invalidated, counts.written,
         model->written);
}

/* All lines of the model are in the cache, and there are no others. */
static void check_same_lines(uint64_t seed, const Hierarchy* h,
                             MachineModel* model)
{
   for (LevelId id = LEVEL_L1I; id < N_MACHINE_LEVELS; id++) {
      const LevelModel* l      = &model->level[id];
      LevelCounts       counts = cg_hierarchy_level(h, id);
      ULong             n      = 0;
      for (uint64_t i = 0; i < l->shape.size / model->line_size; i++) {
         const HeldLine* line = &l->lines[i];
         Addr            addr = line->number * model->line_size;
         if (!l->sets[i / l->shape.ways].used[i % l->shape.ways])
            continue;
         n++;
         if (line->dirty
                ? !holds_dirty(h, id, addr, line->owner)
                : !holds(h, id, addr) || holds_dirty(h, id, addr, line->owner))
            fail_msg("machine %llu: %s does not hold %s line %lx",
                     (unsigned long long)seed, level_name[id],
                     line->dirty ? "dirty" : "clean", addr);
      }
      assert_int_equal(
         counts.filled - counts.evicted - counts.moved - counts.invalidated, n);
   }
}

/* By the level that had what was referenced. */
static const RefSource source_of[] = {FROM_L1, FROM_L1, FROM_L2, FROM_L3,
                                      FROM_MEMORY};

static void check_reference(uint64_t seed, int i, int level, const RefResult* r,
                            const RefResult*    expected,
                            const MachineModel* model)
{
   if (r->source != source_of[level] || r->tlb_miss != expected->tlb_miss
       || r->page_walk != expected->page_walk
       || r->replaces_dirty != model->replaces_dirty
       || r->n_written != model->n_written
       || memcmp(r->owners, model->written, r->n_written * sizeof *r->owners))
      fail_msg(
         "machine %llu, reference %d: source %d, should be %d; TLB miss "
         "%d, %d; walk %d, %d; replaces a dirty line %d, %d; %u written, %u",
         (unsigned long long)seed, i, r->source, source_of[level], r->tlb_miss,
         expected->tlb_miss, r->page_walk, expected->page_walk,
         r->replaces_dirty, model->replaces_dirty, r->n_written,
         model->n_written);
}

static bool same_lost(const LostLines* lost, const LostModel* expected,
                      UInt line_size)
{
   bool same = lost->n == expected->n;
   for (UInt i = 0; same && i < lost->n; i++)
      same = lost->line[i] == expected->number[i] * line_size;
   return same;
}

/* What the observer was told.  `last' is the last level. */
static void check_observed(uint64_t seed, int i, const RefLines* lines,
                           const MachineModel* model, int last)
{
   static const LostModel none;
   bool                   same = lines->n_touched == model->n_touched;
   for (UInt n = 0; same && n < lines->n_touched; n++)
      same =
         lines->touched[n].line == model->touched[n].number * model->line_size
         && lines->touched[n].source == source_of[model->touched[n].from]
         && (int)lines->touched[n].cache == model->touched[n].level
         && lines->touched[n].prefetches == model->touched[n].prefetches;
   if (!same
       || !same_lost(&lines->of_L1D, &model->level[LEVEL_L1D].lost,
                     model->line_size)
       || !same_lost(&lines->of_last,
                     last == LEVEL_L1D ? &none : &model->level[last].lost,
                     model->line_size))
      fail_msg("machine %llu, reference %d: the observer was told of %u "
               "lines, should be %u, or of other lines",
               (unsigned long long)seed, i, lines->n_touched, model->n_touched);
}

/* The last level of a machine. */
static int last_of(const Machine* machine)
{
   return machine->caches[LEVEL_L3].size   ? LEVEL_L3
          : machine->caches[LEVEL_L2].size ? LEVEL_L2
                                           : LEVEL_L1D;
}

static void check_counts_of_all(uint64_t seed, const Hierarchy* h,
                                MachineModel* model)
{
   for (int id = 0; id < N_MACHINE_LEVELS; id++)
      check_same_counts(seed, level_name[id], cg_hierarchy_level(h, id),
                        &model->level[id].counts);
   for (int id = 0; id < N_TLBS; id++)
      check_same_counts(seed, "a TLB", cg_hierarchy_tlb(h, id),
                        &model->tlb_counts[id]);
   check_same_lines(seed, h, model);
}

static void check_machine(uint64_t seed, int n_refs)
{
   static MachineModel model;
   Reference           at = {REF_READ, 0};
   RefLines            lines;
   random_seed(seed);
   Random     r = random_case();
   Hierarchy* h = new_hierarchy(&r.machine);
   set_huge_pages(h, &r);
   cg_hierarchy_observe(h, &lines);
   mm_init(&model, &r.machine, is_huge);
   for (int i = 0; i < n_refs; i++) {
      RefResult result, expected;
      UInt      size  = 1 + random_below(one_in(8) ? r.machine.line_size : 8);
      at              = random_reference(&r, at);
      lines.n_touched = lines.of_L1D.n = lines.of_last.n = 0;
      cg_hierarchy_access(h, at.kind, at.addr, size, 1 + i, &result);
      int level = mm_access(&model, at.kind, at.addr, size, 1 + i, &expected);
      check_reference(seed, i, level, &result, &expected, &model);
      check_observed(seed, i, &lines, &model, last_of(&r.machine));
   }
   check_counts_of_all(seed, h, &model);
   mm_free(&model);
}

/* CACHEGRIND_FULL: the references are ten million in total. */
static void agrees_with_model(void** state)
{
   int n_refs = getenv("CACHEGRIND_FULL") ? 10000 : 1000;
   (void)state;
   for (uint64_t seed = 1; seed <= 1000; seed++)
      check_machine(seed, n_refs);
}

/* --- Prefetches -------------------------------------------------------------
 */

static MachineModel prefetching; /* of the machine that is checked */
static UInt         n_ended;     /* as cg_hierarchy_prefetch tells */
static bool         same_ends;

static void compare_end(UInt owner, Bool useful)
{
   same_ends &= prefetching.ended[n_ended].owner == owner
                && prefetching.ended[n_ended].useful == useful;
   n_ended++;
}

/* Every other machine has an observer. */
static void check_prefetches(uint64_t seed, int n_refs)
{
   Reference at = {REF_READ, 0};
   RefLines  lines;
   bool      observed = seed % 2;
   random_seed(seed);
   Random     r = random_prefetching_case();
   Hierarchy* h = new_hierarchy(&r.machine);
   cg_hierarchy_prefetch(h, &r.machine, compare_end, allocate);
   cg_hierarchy_observe(h, observed ? &lines : NULL);
   mm_init(&prefetching, &r.machine, is_huge);
   mp_init(&prefetching.prefetchers, &r.machine);
   prefetching.prefetches = true;
   for (int i = 0; i < n_refs; i++) {
      RefResult result, expected;
      UInt      size     = 1 + random_below(8);
      UInt      ip       = random_below(one_in(10) ? 5000 : 16);
      at                 = walking_reference(&r, at, ip);
      n_ended            = 0;
      same_ends          = true;
      prefetching.ip     = ip;
      prefetching.origin = 1 + i % 100;
      lines.n_touched = lines.of_L1D.n = lines.of_last.n = 0;
      cg_hierarchy_set_origin(h, ip, 1 + i % 100);
      int level =
         mm_access(&prefetching, at.kind, at.addr, size, 1 + i, &expected);
      cg_hierarchy_access(h, at.kind, at.addr, size, 1 + i, &result);
      check_reference(seed, i, level, &result, &expected, &prefetching);
      if (observed)
         check_observed(seed, i, &lines, &prefetching, last_of(&r.machine));
      if (result.n_prefetched != prefetching.n_prefetched || !same_ends
          || n_ended != prefetching.n_ended)
         fail_msg("machine %llu, reference %d: %u prefetched, should be %u; %u "
                  "ended, should be %u",
                  (unsigned long long)seed, i, result.n_prefetched,
                  prefetching.n_prefetched, n_ended, prefetching.n_ended);
   }
   check_counts_of_all(seed, h, &prefetching);
   mm_free(&prefetching);
}

static void prefetches_agree_with_model(void** state)
{
   int n_refs = getenv("CACHEGRIND_FULL") ? 10000 : 1000;
   (void)state;
   for (uint64_t seed = 1; seed <= 1000; seed++)
      check_prefetches(seed, n_refs);
}

/* Run reads and fetches, which the seed tells. */
static void run_reads(uint64_t seed, PrefetchLog* log, bool useful[])
{
   Reference at = {REF_READ, 0};
   random_seed(seed);
   Random r = random_prefetching_case();
   mm_init(&prefetching, &r.machine, is_huge);
   mp_init(&prefetching.prefetchers, &r.machine);
   prefetching.prefetches = true;
   prefetching.log        = log;
   log->n = log->touch = 0;
   log->first_ask      = NOT_ASKED;
   for (int i = 0; i < 150; i++) {
      RefResult unused;
      UInt      size = 1 + random_below(8);
      UInt      ip   = 1 + random_below(16);
      at             = walking_reference(&r, at, ip);
      prefetching.ip = ip;
      mm_access(&prefetching, at.kind == REF_FETCH ? REF_FETCH : REF_READ,
                at.addr, size, 0, &unused);
      for (UInt k = 0; useful && k < prefetching.n_ended; k++)
         useful[prefetching.ended[k].owner] = prefetching.ended[k].useful;
   }
   mm_free(&prefetching);
}

/* Whether only one request, number `k', is for its line and its cache. */
static bool is_single(const PrefetchLog* log, UInt n, UInt k)
{
   for (UInt i = 0; i < n; i++)
      if (i != k - 1 && log->request[i].number == log->request[k - 1].number
          && log->request[i].level == log->request[k - 1].level)
         return false;
   return true;
}

static void check_request(uint64_t seed, PrefetchLog* log, UInt k, bool useful)
{
   log->watched = k;
   log->dropped = 0;
   run_reads(seed, log, NULL);
   int with     = log->first_ask;
   log->dropped = k;
   run_reads(seed, log, NULL);
   int without = log->first_ask;
   if (useful != (with == HIT && without == MISSED))
      fail_msg("machine %llu, prefetch %u: it is counted as %s, but the line "
               "%s with it and %s without it",
               (unsigned long long)seed, k, useful ? "useful" : "useless",
               with == HIT ? "hits" : "misses",
               without == HIT ? "hits" : "misses");
}

/* A prefetch is useful if the line hits when it is asked for, and would miss
   without the prefetch: told by running everything with and without it.
   Returns how many useful ones there were. */
static UInt check_usefulness(uint64_t seed)
{
   static PrefetchLog log;
   static bool        useful[MAX_REQUESTS + 1];
   UInt               n_useful = 0;
   memset(&log, 0, sizeof log);
   memset(useful, 0, sizeof useful);
   run_reads(seed, &log, useful);
   UInt n      = log.n;
   log.replays = true;
   for (UInt k = 1; k <= n; k++)
      if (log.request[k - 1].came_in && is_single(&log, n, k)) {
         check_request(seed, &log, k, useful[k]);
         n_useful += useful[k];
      }
   return n_useful;
}

static void useful_prefetches_make_hits(void** state)
{
   UInt n = 0;
   (void)state;
   for (uint64_t seed = 1; seed <= 100; seed++)
      n += check_usefulness(seed);
   assert_true(n > 500);
}

/* --- No write is lost
 * ------------------------------------------------------------------ */

enum { MAX_LINES = 4096, REFS_PER_MACHINE = 3000 };

/* Whether any cache holds the line as `owner' wrote it. */
static bool is_dirty_somewhere(const Hierarchy* h, Addr addr, UInt owner)
{
   for (LevelId id = LEVEL_L1I; id < N_MACHINE_LEVELS; id++)
      if (holds_dirty(h, id, addr, owner))
         return true;
   return false;
}

/* References of one byte to data only.  Reference number i is the owner of what
   it writes, so it is known which line is written back.  At the end, what each
   line was last written by is in a cache, or was the last that was written back
   of the line. */
static void check_no_write_is_lost(uint64_t seed)
{
   static int line_of[REFS_PER_MACHINE], writer[MAX_LINES],
      in_memory[MAX_LINES];
   ULong arrivals = 0, written = 0, sources[N_SOURCES] = {0};
   random_seed(seed);
   Machine    m     = random_machine();
   Hierarchy* h     = new_hierarchy(&m);
   uint64_t   lines = 20 + random_below(300);
   memset(writer, 0, sizeof writer);
   memset(in_memory, 0, sizeof in_memory);
   for (int i = 1; i < REFS_PER_MACHINE; i++) {
      int       line = (int)random_below(one_in(2) ? lines : 20);
      RefKind   kind = one_in(3) ? REF_WRITE : REF_READ;
      RefResult r    = refer(h, kind, (Addr)line * m.line_size, 1, (UInt)i);
      line_of[i]     = line;
      writer[line]   = kind == REF_WRITE ? i : writer[line];
      sources[r.source]++;
      for (UInt k = 0; k < r.n_written; k++)
         in_memory[line_of[r.owners[k]]] = (int)r.owners[k];
      written += r.n_written;
   }
   for (uint64_t line = 0; line < lines; line++)
      if (in_memory[line] != writer[line]
          && !is_dirty_somewhere(h, line * m.line_size, (UInt)writer[line]))
         fail_msg("machine %llu: the write of line %d by %d is lost",
                  (unsigned long long)seed, (int)line, writer[line]);
   for (LevelId id = LEVEL_L1D; id < N_MACHINE_LEVELS; id++)
      arrivals += sum(cg_hierarchy_level(h, id).hits);
   assert_int_equal(arrivals + sources[FROM_MEMORY], REFS_PER_MACHINE - 1);
   assert_int_equal(cg_hierarchy_level(h, LEVEL_L1D).filled,
                    sum(cg_hierarchy_level(h, LEVEL_L1D).misses));
   LevelId last = m.caches[LEVEL_L3].size   ? LEVEL_L3
                  : m.caches[LEVEL_L2].size ? LEVEL_L2
                                            : LEVEL_L1D;
   assert_int_equal(cg_hierarchy_level(h, last).written, written);
}

static void no_write_is_lost(void** state)
{
   (void)state;
   for (uint64_t seed = 1; seed <= 200; seed++)
      check_no_write_is_lost(seed);
}

/* Lines of L1D that became dirty were written back, or are dirty still.  This
   needs caches that are not related: from others, dirty lines come back. */
static void check_dirty_lines(uint64_t seed)
{
   ULong became = 0, still = 0;
   random_seed(seed);
   Machine m                    = random_machine();
   m.caches[LEVEL_L2].inclusion = CACHE_NINE;
   m.caches[LEVEL_L3].inclusion = CACHE_NINE;
   Hierarchy* h                 = new_hierarchy(&m);
   uint64_t   lines             = 20 + random_below(300);
   for (int i = 0; i < REFS_PER_MACHINE; i++) {
      Addr    addr = random_below(one_in(2) ? lines : 20) * m.line_size;
      RefKind kind = one_in(3) ? REF_WRITE : REF_READ;
      became += kind == REF_WRITE && !holds_dirty(h, LEVEL_L1D, addr, 1);
      refer(h, kind, addr, 1, 1);
   }
   for (uint64_t line = 0; line < lines; line++)
      still += holds_dirty(h, LEVEL_L1D, line * m.line_size, 1);
   assert_int_equal(became, cg_hierarchy_level(h, LEVEL_L1D).written + still);
}

static void dirty_lines_add_up(void** state)
{
   (void)state;
   for (uint64_t seed = 1; seed <= 200; seed++)
      check_dirty_lines(seed);
}

/* An inclusive cache holds what is above it, at any time. */
static void inclusive_caches_include(void** state)
{
   (void)state;
   for (uint64_t seed = 1; seed <= 100; seed++) {
      random_seed(seed);
      Random r = random_case();
      if (r.machine.caches[LEVEL_L3].size == 0)
         continue;
      r.machine.caches[LEVEL_L3].inclusion = CACHE_INCLUSIVE;
      Hierarchy* h                         = new_hierarchy(&r.machine);
      Reference  at                        = {REF_READ, 0};
      for (int i = 0; i < 1000; i++) {
         at = random_reference(&r, at);
         refer(h, at.kind, at.addr, 1, 0);
         Addr probe = random_reference(&r, at).addr;
         for (LevelId id = LEVEL_L1I; id < LEVEL_L3; id++)
            assert_true(!holds(h, id, probe) || holds(h, LEVEL_L3, probe));
      }
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(counts_of_drcachesim),
      cmocka_unit_test(counts_of_drcachesim_without_L1),
      cmocka_unit_test(tlb_counts_of_drcachesim),
      cmocka_unit_test(each_level_serves),
      cmocka_unit_test(levels_may_be_missing),
      cmocka_unit_test(straddling_reference_counts_once),
      cmocka_unit_test(dirty_line_sinks),
      cmocka_unit_test(modification_counts_as_read),
      cmocka_unit_test(dirty_line_comes_in_again),
      cmocka_unit_test(inclusive_victim_leaves_all),
      cmocka_unit_test(exclusive_lines_move),
      cmocka_unit_test(exclusive_of_L1_too),
      cmocka_unit_test(slices),
      cmocka_unit_test(slices_fill_evenly),
      cmocka_unit_test(tlb_of_both_sizes),
      cmocka_unit_test(more_ways_never_miss_more),
      cmocka_unit_test(few_ways_are_lru),
      cmocka_unit_test(agrees_with_model),
      cmocka_unit_test(prefetches_agree_with_model),
      cmocka_unit_test(useful_prefetches_make_hits),
      cmocka_unit_test(no_write_is_lost),
      cmocka_unit_test(dirty_lines_add_up),
      cmocka_unit_test(inclusive_caches_include),
   };
   cmocka_set_message_output(CM_OUTPUT_TAP);
   int failed = cmocka_run_group_tests(tests, NULL, NULL);
   release_all();
   return failed;
}
