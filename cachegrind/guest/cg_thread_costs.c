/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_thread_costs.c: see cg_thread_costs.h.

   The counts of a thread are in blocks, one for each BLOCK cost centres in the
   order of their numbers.  A thread that has run nothing of a block lacks it.
   Number 0 stands for the sum of all threads, as it was at the last change. */

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#include "guest/cg_thread_costs.h"
#include "guest/cg_threads.h"

#define BLOCK 64

typedef struct {
   ULong** blocks;
   UInt    n; /* of them */
} ThreadCosts;

static ThreadCosts threads[CG_THREAD_COSTS_MAX + 1];
static UInt        n_threads = 1; /* the highest number that has run */
static UInt        running   = 1;

/* Valid from cg_thread_costs_init on. */
static UInt n_columns;
static void (*fold_all)(void); /* NULL without --separate-threads */

static const ULong* counts_in(const ThreadCosts* t, UInt index)
{
   static const ULong none[N_EVENTS];
   UInt               block = index / BLOCK;

   if (block >= t->n || !t->blocks[block])
      return none;
   return t->blocks[block] + index % BLOCK * n_columns;
}

static ULong* own_counts_in(ThreadCosts* t, UInt index)
{
   UInt block = index / BLOCK;

   if (block >= t->n) {
      UInt n = VG_MAX(2 * t->n, block + 1);

      t->blocks =
         VG_(realloc)("cg.thread_costs", t->blocks, n * sizeof t->blocks[0]);
      VG_(memset)(t->blocks + t->n, 0, (n - t->n) * sizeof t->blocks[0]);
      t->n = n;
   }
   if (!t->blocks[block])
      t->blocks[block] =
         VG_(calloc)("cg.thread_costs.block", BLOCK * n_columns, sizeof(ULong));
   return t->blocks[block] + index % BLOCK * n_columns;
}

/* The cost centre with this index has counts that no thread has. */
static void give(UInt index, const ULong counts[])
{
   ULong* sum  = own_counts_in(&threads[0], index);
   ULong* ours = own_counts_in(&threads[running], index);

   for (UInt i = 0; i < n_columns; i++) {
      ours[i] += counts[i] - sum[i];
      sum[i] = counts[i];
   }
}

static void give_all(void)
{
   SizeT       bytes = n_columns * sizeof(ULong);
   UInt        n     = cg_costs_n_numbers();
   CostCentre* cc;

   for (UInt number = 1; number <= n; number++) {
      cc = cg_costs_by_number(number);
      if (VG_(memcmp)(cc->counts, counts_in(&threads[0], number - 1), bytes))
         give(number - 1, cc->counts);
   }
}

void cg_thread_costs_run(UInt number)
{
   if (number == running)
      return;
   fold_all();
   give_all();
   running   = number;
   n_threads = VG_MAX(n_threads, number);
}

UInt cg_thread_costs_number(ThreadId tid)
{
   return fold_all ? VG_MIN(cg_threads_number(tid), CG_THREAD_COSTS_MAX) : 1;
}

UInt cg_thread_costs_catch_up(void)
{
   if (fold_all) {
      fold_all();
      give_all();
   }
   return n_threads;
}

const ULong* cg_thread_costs_counts(const CostCentre* cc, UInt number)
{
   return fold_all ? counts_in(&threads[number], cc->number - 1) : cc->counts;
}

static void thread_runs(ThreadId tid)
{
   cg_thread_costs_run(cg_thread_costs_number(tid));
}

void cg_thread_costs_init(const RunConfig* config, void (*fold)(void))
{
   if (!config->separate_threads)
      return;
   n_columns = cg_costs_n_columns();
   fold_all  = fold;
   if (!config->calls)
      cg_threads_when_running(thread_runs);
}
