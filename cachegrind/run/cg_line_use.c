/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_line_use.c: how much of the lines in L1D is used; see cg_line_use.h. */

#include "run/cg_line_use.h"

#include "guest/cg_costs.h"
#include "guest/cg_thread_costs.h"
#include "run/cg_segment.h"
#include "sim/cg_bits.h"

/* Who used a line first.  counts: of the cost centre; NULL: nobody, or it is
   not counted.  thread: with --separate-threads. */
typedef struct {
   ULong *counts, *context; /* cg_costs_context, as it was */
   UInt   thread;
} LineUser;

/* The last first use by an instruction, and how far it was from the one before;
   0: there was none. */
typedef struct {
   ULong instruction; /* 0: none */
   Addr  last;
   Word  distance;
} Steps;

/* Of instructions that share an entry, the last one has it.  In 99 of 100
   loops, 10 instructions have an entry each. */
#define STEPS_BITS 12

LineUse cg_line_use;

/* Valid from cg_line_use_init on, if lines are followed. */
static struct {
   const Hierarchy* hierarchy;
   UWord            n_places;
   LineUser*        users; /* by place in L1D */
   Word             line_size;
   UInt             Lf, Used, Stn, Std; /* columns */
   Bool             by_thread;
   Steps*           steps; /* 1 << STEPS_BITS */
} lines;

/*------------------------------------------------------------*/
/*--- Lines                                                ---*/
/*------------------------------------------------------------*/

static inline void count_for_user(const LineUser* user, UInt column, ULong n)
{
   user->counts[column] += n;
   user->context[column] += n;
   if (UNLIKELY(lines.by_thread))
      cg_thread_costs_give(user->thread,
                           cg_costs_centre_of(user->counts, EV_Ir), column, n);
}

static void count_line(UWord place, ULong bytes)
{
   LineUser* user = &lines.users[place];

   if (!user->counts)
      return;
   count_for_user(user, lines.Lf, 1);
   count_for_user(user, lines.Used, cg_bits_count(bytes));
   user->counts = NULL;
}

void cg_line_use_settle(void)
{
   for (UWord place = 0; place < lines.n_places; place++)
      count_line(place, cg_hierarchy_bytes_used(lines.hierarchy, place));
}

/*------------------------------------------------------------*/
/*--- Steps                                                ---*/
/*------------------------------------------------------------*/

/* Returns the steps of the instruction that runs. */
static Steps* find_steps(void)
{
   ULong  instruction = 2 * (ULong)cg_line_use.ip + cg_line_use.is_write;
   Steps* steps =
      &lines.steps[instruction * 0x9E3779B97F4A7C15ULL >> (64 - STEPS_BITS)];

   if (steps->instruction != instruction)
      *steps = (Steps){.instruction = instruction, .last = cg_line_use.ea};
   return steps;
}

static void count_step(UWord distance)
{
   ULong* counts = cg_line_use.counts;

   counts[lines.Stn] += cg_segment_collecting;
   counts[lines.Std] += cg_segment_collecting * distance;
   cg_costs_context[lines.Stn] += cg_segment_collecting;
   cg_costs_context[lines.Std] += cg_segment_collecting * distance;
}

/* A reference that is the first to use two lines makes one step. */
static void follow_steps(void)
{
   Steps* steps    = find_steps();
   Word   distance = (Word)(cg_line_use.ea - steps->last);
   Word   change   = (Word)((UWord)distance - (UWord)steps->distance);

   if (distance == 0)
      return;
   if (steps->distance && -lines.line_size < change && change < lines.line_size)
      count_step(distance < 0 ? -(UWord)distance : (UWord)distance);
   steps->last     = cg_line_use.ea;
   steps->distance = distance;
}

/*------------------------------------------------------------*/
/*--- What the caches tell                                 ---*/
/*------------------------------------------------------------*/

static void line_used(UWord place)
{
   lines.users[place] =
      (LineUser){.counts  = cg_segment_collecting ? cg_line_use.counts : NULL,
                 .context = cg_costs_context,
                 .thread  = lines.by_thread ? cg_thread_costs_running() : 0};
   if (cg_line_use.ip)
      follow_steps();
}

void cg_line_use_init(const RunConfig* config, Hierarchy* hierarchy,
                      void* (*alloc)(SizeT n_bytes))
{
   const Machine* m = config->machine;

   if (!cg_config_follows_lines(config))
      return;
   lines.hierarchy = hierarchy;
   lines.n_places  = m->caches[LEVEL_L1D].size / m->line_size;
   lines.users     = alloc(lines.n_places * sizeof *lines.users);
   lines.steps     = alloc(sizeof *lines.steps << STEPS_BITS);
   lines.line_size = (Word)m->line_size;
   lines.by_thread = config->separate_threads;
   lines.Lf        = cg_costs_column(EV_Lf);
   lines.Used      = cg_costs_column(EV_Used);
   lines.Stn       = cg_costs_column(EV_Stn);
   lines.Std       = cg_costs_column(EV_Std);
   cg_hierarchy_follow(hierarchy, line_used, count_line);
}
