/* SPDX-License-Identifier: GPL-2.0-or-later */
/* distances.c: see distances.h.

   B. T. Bennett and V. J. Kruskal, "LRU Stack Processing", IBM Journal of
   Research and Development 19(4), 1975: the touches of a set are numbered, its
   times, and each line is marked at the time of its last touch.  The distance
   of a line is the number of marks that are later than its own.

      time     1  2  3  4  5  6  7
      touched  a  b  a  c  c  b
      marked         a     c  b       b: distance 2 at time 6

   The marks are counted with a tree of partial sums (P. M. Fenwick, "A New Data
   Structure for Cumulative Frequency Tables", Software: Practice and Experience
   24(3), 1994).  When a set has used up its times, the marks move together to
   the first ones, and there are at least as many free times again as lines. */

#include "sim/cg_distances.h"

/* A line that was touched. */
typedef struct {
   Addr    line;
   guint32 time; /* of its set; from 1 */
} Touched;

typedef struct {
   guint32  now;     /* the last time that was used */
   guint32  n_times; /* that there are */
   guint32  n_lines;
   guint32* sums;   /* the tree, from index 1 */
   guint32* marked; /* by time: which of Distances.touched is marked there, + 1;
                       0: none */
} Set;

struct Distances {
   gsize   n_sets;
   Set*    sets;
   GArray* touched; /* all lines, in the order of their first touch */

   /* Hash table with open addressing: which of them, + 1; 0: empty. */
   guint32* table;
   gsize    table_mask;
};

#define MIN_TIMES 64
#define MIN_TABLE 4096

Distances* distances_new(gsize n_sets)
{
   Distances* d = g_new0(Distances, 1);

   d->n_sets     = n_sets;
   d->sets       = g_new0(Set, n_sets);
   d->touched    = g_array_new(FALSE, FALSE, sizeof(Touched));
   d->table      = g_new0(guint32, MIN_TABLE);
   d->table_mask = MIN_TABLE - 1;
   return d;
}

void distances_free(Distances* d)
{
   for (gsize i = 0; i < d->n_sets; i++) {
      g_free(d->sets[i].sums);
      g_free(d->sets[i].marked);
   }
   g_free(d->sets);
   g_array_free(d->touched, TRUE);
   g_free(d->table);
   g_free(d);
}

static Touched* touched_at(const Distances* d, guint32 index)
{
   return &g_array_index(d->touched, Touched, index);
}

/*------------------------------------------------------------*/
/*--- Lines                                                ---*/
/*------------------------------------------------------------*/

/* The place of `line' in the table: where it is, or where it would be. */
static guint32* place_of(const Distances* d, Addr line)
{
   gsize i = (line * G_GUINT64_CONSTANT(0x9E3779B97F4A7C15)) >> 32;

   for (;; i++) {
      guint32* place = &d->table[i & d->table_mask];
      if (*place == 0 || touched_at(d, *place - 1)->line == line)
         return place;
   }
}

static void enlarge_table(Distances* d)
{
   d->table_mask = 2 * d->table_mask + 1;
   g_free(d->table);
   d->table = g_new0(guint32, d->table_mask + 1);
   for (guint32 i = 0; i < d->touched->len; i++)
      *place_of(d, touched_at(d, i)->line) = i + 1;
}

/* The number of `line'; *is_new if it was never touched. */
static guint32 number_of(Distances* d, Addr line, gboolean* is_new)
{
   guint32* place = place_of(d, line);

   *is_new = *place == 0;
   if (*place != 0)
      return *place - 1;
   Touched touched = {.line = line};
   g_array_append_val(d->touched, touched);
   *place = d->touched->len;
   if (2 * (gsize)d->touched->len > d->table_mask)
      enlarge_table(d);
   return d->touched->len - 1;
}

/*------------------------------------------------------------*/
/*--- Marks                                                ---*/
/*------------------------------------------------------------*/

/* The marks up to `time'. */
static guint32 marks_until(const Set* set, guint32 time)
{
   guint32 sum = 0;

   for (; time > 0; time &= time - 1)
      sum += set->sums[time];
   return sum;
}

static void add_to_sums(Set* set, guint32 time, guint32 change)
{
   for (; time <= set->n_times; time += time & -time)
      set->sums[time] += change;
}

/* There are marks at the first n_lines times, and at no others. */
static void rebuild_sums(Set* set)
{
   for (guint32 time = 1; time <= set->n_times; time++) {
      guint32 first   = time & (time - 1); /* sums[time] begins behind it */
      set->sums[time] = MIN(time, set->n_lines) - MIN(first, set->n_lines);
   }
}

/* Moves the marks to the first times, and makes as many others again. */
static void compact(Distances* d, Set* set)
{
   guint32 n_times = MAX(MIN_TIMES, 2 * set->n_lines);
   guint32 time    = 0;

   for (guint32 old = 1; old <= set->now; old++)
      if (set->marked[old] != 0) {
         set->marked[++time]                        = set->marked[old];
         touched_at(d, set->marked[time] - 1)->time = time;
      }
   n_times     = MAX(n_times, set->n_times);
   set->sums   = g_renew(guint32, set->sums, n_times + 1);
   set->marked = g_renew(guint32, set->marked, n_times + 1);
   for (guint32 i = time + 1; i <= n_times; i++)
      set->marked[i] = 0;
   set->n_times = n_times;
   set->now     = time;
   rebuild_sums(set);
}

guint64 distances_touch(Distances* d, gsize set_number, Addr line)
{
   Set*     set = &d->sets[set_number];
   gboolean is_new;
   guint32  number   = number_of(d, line, &is_new);
   guint64  distance = DISTANCE_NONE;

   if (!is_new && touched_at(d, number)->time == set->now)
      return 0;
   if (set->now == set->n_times)
      compact(d, set);

   Touched* touched = touched_at(d, number);
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
