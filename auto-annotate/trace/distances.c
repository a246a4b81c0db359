/* SPDX-License-Identifier: GPL-2.0-or-later */
/* distances.c: computes reuse distances; see distances.h.

   The algorithm is by B. T. Bennett and V. J. Kruskal, "LRU Stack
   Processing", IBM Journal of Research and Development 19(4), 1975.  Each set
   numbers its touches, and calls these numbers times.  Each line has a mark at
   the time of its last touch.  The distance of a line is the number of marks
   that are later than its own.

      time     1  2  3  4  5  6  7
      touched  a  b  a  c  c  b
      marked         a     c  b       b: distance 2 at time 6

   A tree of partial sums counts the marks (P. M. Fenwick, "A New Data Structure
   for Cumulative Frequency Tables", Software: Practice and Experience 24(3),
   1994).  When a set has used all its times, its marks move to the first times,
   without gaps.  After that, at least as many times are free as the set has
   lines. */

#include "trace/distances.h"

#include "sim/cg_hash.h"

/* A line that was touched at least once. */
typedef struct {
   Addr line;
   UInt time; /* of its mark, in its set; from 1 */
} Touched;

typedef struct {
   UInt  now;     /* the time of the last touch */
   UInt  n_times; /* allocated */
   UInt  n_lines;
   UInt* sums;   /* the tree, from index 1 */
   UInt* marked; /* by time: the index in Distances.touched of the line that is
                    marked there, + 1; 0: no mark */
} Set;

/* Memory is never freed, so arrays grow by doubling: the old arrays together
   are smaller than the current one. */
struct Distances {
   void* (*alloc)(SizeT n_bytes);
   Set* sets;

   /* All lines, in the order of their first touch. */
   Touched* touched;
   UInt     n_touched, max_touched;

   /* Hash table with open addressing: an index in `touched', + 1; 0: free. */
   UInt* table;
   UWord table_mask;
};

#define MIN_TIMES   64
#define MIN_TOUCHED 2048

Distances* distances_new(UWord n_sets, void* (*alloc)(SizeT n_bytes))
{
   Distances* d = alloc(sizeof *d);

   d->alloc       = alloc;
   d->sets        = alloc(n_sets * sizeof(Set));
   d->max_touched = MIN_TOUCHED;
   d->touched     = alloc(d->max_touched * sizeof(Touched));
   d->table_mask  = 2 * d->max_touched - 1;
   d->table       = alloc((d->table_mask + 1) * sizeof(UInt));
   return d;
}

/*------------------------------------------------------------*/
/*--- Lines                                                ---*/
/*------------------------------------------------------------*/

/* The slot of `line' in the table: the one that holds it, or the free one that
   it would take. */
static UInt* distance_place(const Distances* d, Addr line)
{
   UWord i = cg_hash_number(line);

   for (;; i++) {
      UInt* place = &d->table[i & d->table_mask];
      if (*place == 0 || d->touched[*place - 1].line == line)
         return place;
   }
}

/* Double the room for lines.  The table always has two slots for each line. */
static void enlarge(Distances* d)
{
   Touched* touched = d->touched;

   d->max_touched *= 2;
   d->touched    = d->alloc(d->max_touched * sizeof(Touched));
   d->table_mask = 2 * (UWord)d->max_touched - 1;
   d->table      = d->alloc((d->table_mask + 1) * sizeof(UInt));
   for (UInt i = 0; i < d->n_touched; i++) {
      d->touched[i]                       = touched[i];
      *distance_place(d, touched[i].line) = i + 1;
   }
}

/* The index of `line' in d->touched.  Adds the line if it was never touched,
   and then sets *is_new to True, otherwise to False. */
static UInt distance_number(Distances* d, Addr line, Bool* is_new)
{
   UInt* place = distance_place(d, line);

   *is_new = *place == 0;
   if (*place != 0)
      return *place - 1;
   if (d->n_touched == d->max_touched) {
      enlarge(d);
      place = distance_place(d, line);
   }
   d->touched[d->n_touched].line = line;
   *place                        = ++d->n_touched;
   return d->n_touched - 1;
}

/*------------------------------------------------------------*/
/*--- Marks                                                ---*/
/*------------------------------------------------------------*/

/* The number of marks at `time' and before. */
static UInt marks_until(const Set* set, UInt time)
{
   UInt sum = 0;

   for (; time > 0; time &= time - 1)
      sum += set->sums[time];
   return sum;
}

static void add_to_sums(Set* set, UInt time, UInt change)
{
   for (; time <= set->n_times; time += time & -time)
      set->sums[time] += change;
}

static UInt smaller_time(UInt a, UInt b)
{
   return a < b ? a : b;
}

/* Compute the sums for marks at the first n_lines times and nowhere else. */
static void rebuild_sums(Set* set)
{
   for (UInt time = 1; time <= set->n_times; time++) {
      UInt first = time & (time - 1); /* sums[time] covers first + 1 to time */
      set->sums[time] =
         smaller_time(time, set->n_lines) - smaller_time(first, set->n_lines);
   }
}

/* Move the marks to the first times.  At least half of all times are free
   afterwards. */
static void compact(Distances* d, Set* set)
{
   UInt* marked  = set->marked;
   UInt  n_times = set->n_times > 0 ? set->n_times : MIN_TIMES;
   UInt  time    = 0;

   while (n_times < 2 * set->n_lines)
      n_times *= 2;
   if (n_times > set->n_times) {
      set->n_times = n_times;
      set->sums    = d->alloc((n_times + 1) * sizeof(UInt));
      set->marked  = d->alloc((n_times + 1) * sizeof(UInt));
   }
   for (UInt old = 1; old <= set->now; old++)
      if (marked[old] != 0) {
         set->marked[++time]                    = marked[old];
         d->touched[set->marked[time] - 1].time = time;
      }
   set->now = time;
   rebuild_sums(set);
}

ULong distances_touch(Distances* d, UWord set_number, Addr line)
{
   Set*     set = &d->sets[set_number];
   Bool     is_new;
   UInt     number   = distance_number(d, line, &is_new);
   Touched* touched  = &d->touched[number];
   ULong    distance = DISTANCES_NONE;

   if (!is_new && touched->time == set->now)
      return 0;
   if (set->now == set->n_times)
      compact(d, set);
   if (is_new) {
      set->n_lines++;
   } else {
      distance = set->n_lines - marks_until(set, touched->time);
      add_to_sums(set, touched->time, -1);
      set->marked[touched->time] = 0;
   }
   touched->time              = ++set->now;
   set->marked[touched->time] = number + 1;
   add_to_sums(set, touched->time, 1);
   return distance;
}
