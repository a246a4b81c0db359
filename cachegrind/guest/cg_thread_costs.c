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
static UInt n_counts;
static void (*fold)(void); /* NULL without --separate-threads */

static const ULong* counts_in(const ThreadCosts* t, UInt index)
{
   static const ULong none[N_EVENTS];
   UInt               block = index / BLOCK;

   if (block >= t->n || !t->blocks[block])
      return none;
   return t->blocks[block] + index % BLOCK * n_counts;
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
         VG_(calloc)("cg.thread_costs.block", BLOCK * n_counts, sizeof(ULong));
   return t->blocks[block] + index % BLOCK * n_counts;
}

/* The cost centre with this index has counts that no thread has. */
static void give(UInt index, const ULong counts[])
{
   ULong* sum  = own_counts_in(&threads[0], index);
   ULong* ours = own_counts_in(&threads[running], index);

   for (UInt i = 0; i < n_counts; i++) {
      ours[i] += counts[i] - sum[i];
      sum[i] = counts[i];
   }
}

/* The numbers of the cost centres that were touched since the last change of
   threads, and whether each was. */
static UInt*  touched;
static UInt   n_touched, max_touched;
static UChar* is_touched;
static UInt   n_is_touched; /* that it has room for */

static void make_room(UInt number)
{
   if (number > n_is_touched) {
      UInt n = VG_MAX(2 * n_is_touched, number);

      is_touched = VG_(realloc)("cg.thread_costs.is_touched", is_touched, n);
      VG_(memset)(is_touched + n_is_touched, 0, n - n_is_touched);
      n_is_touched = n;
   }
   if (n_touched == max_touched) {
      max_touched = VG_MAX(1024, 2 * max_touched);
      touched     = VG_(realloc)("cg.thread_costs.touched", touched,
                             max_touched * sizeof touched[0]);
   }
}

void cg_thread_costs_touch(UInt number)
{
   if (!fold || (number <= n_is_touched && is_touched[number - 1]))
      return;
   make_room(number);
   is_touched[number - 1] = 1;
   touched[n_touched++]   = number;
}

static void give_all(void)
{
   for (UInt i = 0; i < n_touched; i++) {
      give(touched[i] - 1, cg_costs_by_number(touched[i])->counts);
      is_touched[touched[i] - 1] = 0;
   }
   n_touched = 0;
}

void cg_thread_costs_run(UInt number)
{
   if (number == running)
      return;
   fold();
   give_all();
   running   = number;
   n_threads = VG_MAX(n_threads, number);
}

UInt cg_thread_costs_number(UInt tid)
{
   return fold ? VG_MIN(cg_threads_number(tid), CG_THREAD_COSTS_MAX) : 1;
}

UInt cg_thread_costs_running(void)
{
   return running;
}

/* The thread that runs gets only what is not in the sum. */
void cg_thread_costs_give(UInt thread, const CostCentre* cc, UInt column,
                          ULong n)
{
   own_counts_in(&threads[0], cc->number - 1)[column] += n;
   own_counts_in(&threads[thread], cc->number - 1)[column] += n;
}

UInt cg_thread_costs_catch_up(void)
{
   if (fold) {
      fold();
      give_all();
   }
   return n_threads;
}

const ULong* cg_thread_costs_counts(const CostCentre* cc, UInt number)
{
   return fold ? counts_in(&threads[number], cc->number - 1) : cc->counts;
}

static void thread_runs(ThreadId tid)
{
   cg_thread_costs_run(cg_thread_costs_number(tid));
}

void cg_thread_costs_init(const RunConfig* config, void (*fold_touched)(void))
{
   if (!config->separate_threads)
      return;
   n_counts = cg_costs_n_counts();
   fold     = fold_touched;
   if (!config->calls)
      cg_threads_when_running(thread_runs);
}
