/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_shared_lines.c: lines that threads share; see cg_shared_lines.h. */

#include "sim/machine/cg_shared_lines.h"

#include "sim/cg_bits.h"

#define PARTS     64 /* of a line, as bits */
#define MIN_MOVES 2
#define MAX_USES  0xffffffffu
#define FIRST_TURN                                                             \
   (CG_SHARED_LINES_TURNS + 1) /* so that zeros are forgotten                  \
                                */

/* The visit that goes on, and what is needed of the one before. */
typedef struct {
   Addr   line;
   UInt   turn; /* of the last use */
   UShort thread;
   UShort moves; /* to another thread, up to MIN_MOVES */
   UInt   uses, uses_before;
   ULong  parts, parts_before;
} SharedLine;

struct SharedLines_ {
   UInt       line_bits;    /* log2 of the line size */
   UInt       part_bits;    /* log2 of a part's size */
   UInt       thread, runs; /* that used a line last, and that runs */
   UInt       turn;
   UInt       began[CG_SHARED_LINES_MAX_THREAD + 1]; /* turns; 0: it ended */
   SharedLine sets[CG_SHARED_LINES_SETS][CG_SHARED_LINES_WAYS];
};

SharedLines* cg_shared_lines_new(UInt line_size, void* (*alloc)(SizeT n_bytes))
{
   SharedLines* s = alloc(sizeof *s);

   s->line_bits = cg_bits_log2(line_size);
   s->part_bits = line_size > PARTS ? cg_bits_log2(line_size / PARTS) : 0;
   s->turn      = FIRST_TURN;
   return s;
}

void cg_shared_lines_thread(SharedLines* s, UInt number)
{
   s->runs = number;
   if (s->began[number] == 0)
      s->began[number] = s->turn + 1;
}

void cg_shared_lines_thread_ends(SharedLines* s, UInt number)
{
   s->began[number] = 0;
}

static inline Bool is_known(const SharedLines* s, const SharedLine* l)
{
   return s->turn - l->turn <= CG_SHARED_LINES_TURNS;
}

/* The line with the least is forgotten first. */
static ULong worth(const SharedLines* s, const SharedLine* l)
{
   if (!is_known(s, l))
      return 0;
   return l->moves > 0 ? ((ULong)1 << 32) + l->turn : l->uses;
}

static __attribute__((noinline)) SharedLine*
put_shared_line(const SharedLines* s, SharedLine* set, Addr line)
{
   SharedLine* least = set;

   for (UInt i = 1; i < CG_SHARED_LINES_WAYS; i++)
      if (worth(s, &set[i]) < worth(s, least))
         least = &set[i];
   *least = (SharedLine){.line = line, .thread = s->thread};
   return least;
}

static inline SharedLine* find_shared_line(SharedLines* s, Addr line)
{
   SharedLine* set =
      s->sets[(line ^ line / CG_SHARED_LINES_SETS) % CG_SHARED_LINES_SETS];

   for (UInt i = 0; i < CG_SHARED_LINES_WAYS; i++)
      if (set[i].line == line && is_known(s, &set[i]))
         return &set[i];
   return put_shared_line(s, set, line);
}

/* Whether the thread that used a line last may use it while this one does. */
static Bool is_used_by_both(const SharedLines* s, const SharedLine* l)
{
   return s->began[l->thread] > 0 && l->turn >= s->began[s->thread];
}

static void begin_visit(const SharedLines* s, SharedLine* l)
{
   l->moves += l->moves < MIN_MOVES;
   l->uses_before  = is_used_by_both(s, l) ? l->uses : 0;
   l->parts_before = l->parts;
   l->uses         = 0;
   l->parts        = 0;
   l->thread       = s->thread;
}

/* Uses the parts of a line from `first' to `last'. */
static SharedUse use_parts(SharedLines* s, Addr line, UInt first, UInt last)
{
   SharedLine* l     = find_shared_line(s, line);
   UInt        n     = last - first + 1;
   ULong       parts = (n == PARTS ? ~0ULL : (1ULL << n) - 1) << first;

   if (l->thread != s->thread)
      begin_visit(s, l);
   l->turn = s->turn;
   l->parts |= parts;
   l->uses += l->uses < MAX_USES;
   if (l->moves < MIN_MOVES || l->uses_before < CG_SHARED_LINES_MIN_USES
       || l->uses / CG_SHARED_LINES_RATIO >= l->uses_before)
      return SHARES_NOTHING;
   return parts & l->parts_before ? SHARES_BYTES : SHARES_LINE;
}

SharedUse cg_shared_lines_use(SharedLines* s, Addr addr, UInt size, Bool stores)
{
   Addr line       = addr >> s->line_bits,
        last_line  = (addr + size - 1) >> s->line_bits;
   UInt      mask  = ((UInt)1 << s->line_bits) - 1;
   UInt      first = (addr & mask) >> s->part_bits;
   UInt      last  = ((addr + size - 1) & mask) >> s->part_bits;
   SharedUse use, second;

   if (s->thread != s->runs) {
      s->thread = s->runs;
      s->turn++;
   }
   if (line == last_line) {
      use = use_parts(s, line, first, last);
   } else {
      use    = use_parts(s, line, first, mask >> s->part_bits);
      second = use_parts(s, last_line, 0, last);
      use    = use < second ? second : use;
   }
   return stores ? use : SHARES_NOTHING;
}
