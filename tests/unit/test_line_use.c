/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_line_use.c: how much of the lines in L1D is used, and in which steps,
   against the brute-force model of random machines.

   Random references are made by random instructions, in random contexts and
   threads, and some of them are not collected.  The model knows each byte that
   was used, and the test each step. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "guest/cg_costs.h"
#include "guest/cg_thread_costs.h"
#include "model.h"
#include "model_hierarchy.h"
#include "random_machine.h"
#include "run/cg_line_use.h"
#include "run/cg_segment.h"

enum { LF = 1, USED, STN, STD, N_COLUMNS };
enum {
   N_OWNERS   = 6,
   N_CONTEXTS = 3,
   N_THREADS  = 2,
   N_IPS      = 12,
   MAX_REFS   = 10000
};

typedef ULong Counts[N_COLUMNS];

/* A cost centre, and its counts. */
typedef ULong Line[sizeof(CostCentre) / sizeof(ULong) + N_COLUMNS];

/* What was counted, and what should be. */
static Line   of_owner[N_OWNERS];
static Counts in_context[N_CONTEXTS], in_thread[N_THREADS];
static Counts should_owner[N_OWNERS], should_context[N_CONTEXTS],
   should_thread[N_THREADS];

static CostCentre* centre(int i)
{
   return (CostCentre*)of_owner[i];
}

/* --- The tool's modules that are not tested --------------------------------
 */

static UInt thread; /* that runs */
ULong*      cg_costs_context;
ULong       cg_segment_collecting;

UInt cg_costs_column(Event ev)
{
   return ev == EV_Lf ? LF : ev == EV_Used ? USED : ev == EV_Stn ? STN : STD;
}

CostCentre* cg_costs_centre_of(ULong* count, Event ev)
{
   assert_int_equal(ev, EV_Ir);
   return (CostCentre*)((char*)count - offsetof(CostCentre, counts));
}

UInt cg_thread_costs_running(void)
{
   return thread;
}

void cg_thread_costs_give(UInt number, const CostCentre* cc, UInt column,
                          ULong n)
{
   assert_in_range(cc->counts[column], n, ~0ull);
   in_thread[number][column] += n;
}

/* --- What should be counted -------------------------------------------------
 */

/* A reference. */
typedef struct {
   UInt owner, context, thread;
   bool collected;
} Use;

static Use uses[MAX_REFS + 1]; /* by the number of the reference, from 1 on */

static void should_count(const Use* use, int column, ULong n)
{
   should_owner[use->owner][column] += use->collected * n;
   should_context[use->context][column] += use->collected * n;
}

static void line_left(UInt user, UInt n_bytes)
{
   const Use* use = &uses[user];
   should_count(use, LF, 1);
   should_count(use, USED, n_bytes);
   should_thread[use->thread][LF] += use->collected;
   should_thread[use->thread][USED] += use->collected * n_bytes;
}

/* The places that an instruction has used first, without those that are where
   the one before was. */
typedef struct {
   UInt    n;
   int64_t at[MAX_REFS];
} Walk;

static Walk walks[N_IPS][2];

static void follow(Walk* w, const Use* use, int64_t at, int64_t line_size)
{
   if (w->n > 0 && w->at[w->n - 1] == at)
      return;
   w->at[w->n++] = at;
   if (w->n < 3)
      return;
   int64_t step   = w->at[w->n - 1] - w->at[w->n - 2];
   int64_t before = w->at[w->n - 2] - w->at[w->n - 3];
   if (llabs(step - before) < line_size) {
      should_count(use, STN, 1);
      should_count(use, STD, (ULong)llabs(step));
   }
}

/* --- Random machines ---------------------------------------------------------
 */

static MachineModel model;
static Front        front;

static void ignore_end(UInt owner, Bool useful)
{
   (void)owner, (void)useful;
}

static void start(const Machine* machine, Hierarchy** h)
{
   release_all();
   memset(of_owner, 0, sizeof of_owner);
   memset(in_context, 0, sizeof in_context);
   memset(in_thread, 0, sizeof in_thread);
   memset(should_owner, 0, sizeof should_owner);
   memset(should_context, 0, sizeof should_context);
   memset(should_thread, 0, sizeof should_thread);
   for (int i = 0; i < N_IPS; i++)
      walks[i][0].n = walks[i][1].n = 0;
   *h = cg_hierarchy_new(machine, &front, allocate);
   cg_line_use_init(&(RunConfig){.machine = machine, .separate_threads = True},
                    *h, allocate);
   cg_hierarchy_prefetch(*h, machine, ignore_end, allocate);
   mm_init(&model, machine, is_huge);
   mp_init(&model.prefetchers, machine);
   model.prefetches = true;
   model.left       = line_left;
}

/* Some instructions walk, the others go where they like. */
static int64_t where(UInt ip, const Random* r, int64_t like)
{
   static const int step[N_IPS] = {0,  0,  0,  1,    4,    8,
                                   -8, 24, 64, -256, 4096, 70};
   static int64_t   at[N_IPS];
   if (step[ip] == 0)
      return like;
   at[ip] += step[ip];
   if (one_in(60) || at[ip] < 0)
      at[ip] = (int64_t)random_below(4 * r->n_lines) * r->machine.line_size;
   return at[ip];
}

/* The owner of code is nobody's business. */
static void refer(Hierarchy* h, UInt i, UInt ip, RefKind kind, Addr addr,
                  UInt size)
{
   RefResult  result, expected;
   Use*       use      = &uses[i];
   bool       is_write = kind == REF_WRITE;
   const bool known    = ip % 8 != 2;
   *use   = (Use){(UInt)random_below(N_OWNERS), (UInt)random_below(N_CONTEXTS),
                  (UInt)random_below(N_THREADS), !one_in(5)};
   thread = use->thread;
   cg_costs_context      = in_context[use->context];
   cg_segment_collecting = use->collected;
   cg_line_use           = (LineUse){.ip       = known ? 0x400000 + 4 * ip : 0,
                                     .ea       = addr,
                                     .counts   = centre((int)use->owner)->counts,
                                     .is_write = is_write};
   model.user            = i;
   model.ip              = ip;
   model.origin          = 1;
   cg_hierarchy_set_origin(h, ip, 1);
   cg_hierarchy_access(h, kind, addr, size, 1, &result);
   mm_access(&model, kind, addr, size, 1, &expected);
   if (model.n_first > 0 && known)
      follow(&walks[ip][is_write], use, (int64_t)addr, model.line_size);
}

static void compare_counts_of(uint64_t seed, const char* what, int number,
                              const Counts is, const Counts should, int n)
{
   static const char* const name[N_COLUMNS] = {"", "Lf", "Used", "Stn", "Std"};
   for (int i = 1; i < n; i++)
      if (is[i] != should[i])
         fail_msg("machine %llu, %s %d: %s is %llu, should be %llu",
                  (unsigned long long)seed, what, number, name[i], is[i],
                  should[i]);
}

static void compare_all(uint64_t seed)
{
   for (int i = 0; i < N_OWNERS; i++)
      compare_counts_of(seed, "cost centre", i, centre(i)->counts,
                        should_owner[i], N_COLUMNS);
   for (int i = 0; i < N_CONTEXTS; i++)
      compare_counts_of(seed, "context", i, in_context[i], should_context[i],
                        N_COLUMNS);
   for (int i = 0; i < N_THREADS; i++)
      compare_counts_of(seed, "thread", i, in_thread[i], should_thread[i], STN);
}

static void settle(uint64_t seed)
{
   cg_line_use_settle();
   mm_settle(&model);
   compare_all(seed);
}

static void check_machine(uint64_t seed, UInt n_refs)
{
   Hierarchy* h;
   Reference  at = {REF_READ, 0};
   Random     r;
   random_seed(seed);
   do
      r = random_case();
   while (r.machine.line_size > 64);
   huge_pages = false;
   if (one_in(2))
      add_prefetchers(&r.machine);
   start(&r.machine, &h);
   for (UInt i = 1; i <= n_refs; i++) {
      UInt ip   = (UInt)random_below(N_IPS);
      UInt size = 1 + (UInt)random_below(one_in(8) ? r.machine.line_size : 8);
      at        = random_reference(&r, at);
      if (at.kind != REF_FETCH)
         at.addr = (Addr)where(ip, &r, (int64_t)at.addr);
      refer(h, i, ip, at.kind, at.addr, size);
      if (one_in(n_refs / 2))
         settle(seed);
   }
   settle(seed);
   mm_free(&model);
}

/* CACHEGRIND_FULL: the references are ten million in total. */
static void agrees_with_model(void** state)
{
   UInt n_refs = getenv("CACHEGRIND_FULL") ? MAX_REFS : 1000;
   (void)state;
   for (uint64_t seed = 1; seed <= 1000; seed++)
      check_machine(seed, n_refs);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(agrees_with_model),
   };

   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, NULL, NULL);
}
