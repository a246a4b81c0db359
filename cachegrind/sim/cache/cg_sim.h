/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_sim.h: the cache simulator.

   It models two first-level caches, I1 and D1, in front of a unified last-level
   cache, LL.  All three are set-associative, replace the least recently used
   line, allocate on write, and select the set by bits of the address.

   A CacheSim is one such machine.  The tool has one; cg_conflicts has one for
   each combination of caches.  fastpath.h runs whole segments through it. */

#ifndef CG_SIM_H
#define CG_SIM_H

#include "sim/types.h"

#include "sim/cache/cg_geometry.h"
#include "sim/cache/cg_pages.h"

/* The level that served a reference. */
typedef enum {
   SIM_HIT = 0, /* found in the first level */
   SIM_L1_MISS, /* found in LL */
   SIM_LL_MISS  /* found in neither */
} SimResult;

/* The sets of a cache.  A line is named by the address of its first byte. */
typedef struct {
   Addr  line_mask; /* clears an address's offset within its line */
   UWord set_mask;  /* number of sets - 1 */
   UInt  line_bits; /* log2 of the line size */
   UInt  n_ways;    /* per set */
} SetShape;

/* Nearly all references hit in the first level, so its data structures make
   hits cheap: all that a hit does is to store the time.

   I1.  Which lines of code there are is known before they run.  Each line has a
   CodeLine, from cg_sim_instr on and for ever, which says whether it is in I1.
   So a fetch does not search. */
typedef struct {
   ULong last_use; /* in CacheSim.now's time; 0: not in I1 */
   Addr  line;
} CodeLine;

typedef struct {
   SetShape   sets;
   CodeLine** ways;  /* set after set; NULL: empty */
   PageTable  lines; /* of CodeLine: all that there are */
} InstrCache;

/* D1.  A table predicts in which way a line is.

      address --> Prediction: line, way --> Way: time

   A prediction is never wrong.  When its line is evicted, it gets the name of a
   line that uses another prediction (see `elsewhere'), so no reference matches
   it.  If the prediction names another line, the ways of the set are searched,
   and the prediction then names the line that was referred to. */
typedef struct {
   Addr  name;     /* of its line: the address + 1; 0: empty */
   ULong last_use; /* in CacheSim.now's time; 0: empty */
} Way;

typedef struct {
   Addr line;
   Way* way;
} Prediction;

typedef struct {
   SetShape    sets;
   Prediction* predictions;
   UWord       block_mask; /* see cg_sim_prediction */
   Addr        elsewhere;  /* flipping it gives a line of another prediction */
   Way*        ways;       /* set after set */
} DataCache;

/* LL.  A set's ways are in the order of their last use.  The most recent line,
   the front, is stored separately because most references find it there:

      front:  set 0 | set 1 | ...                          one line per set
      rest:   set 0, ways 1..assoc-1, unused | set 1, ways 1..assoc-1, unused |

   Within its set a line is named by its tag: the bits of its address above the
   set's number, + 1; 0 is an empty way.  Empty ways come last; the unused one
   behind them always is.  Tags have 32 bits, and a set of 16 ways 64 bytes of
   the host, until a tag needs more bits; from then on tags are words (`wide').
   The memory of a set is not touched until the set is used, so a simulated LL
   of gigabytes costs the host little. */
typedef struct {
   SetShape sets;
   UInt     tag_shift;    /* how far to shift an address for its tag */
   Bool     wide;         /* tags are UWord */
   void *   front, *rest; /* of UInt, or UWord if wide */
   void* (*alloc)(SizeT n_bytes);
} LastLevel;

typedef struct {
   InstrCache I1;
   DataCache  D1;
   LastLevel  LL;
   ULong      now; /* simulated time, in ticks: one more after each touch of a
                      line in a first-level cache */
} CacheSim;

/* Initialise all three caches as empty.  `alloc' returns `n_bytes' zeroed
   bytes, perhaps 0, and does not return if it cannot.  Its memory is never
   freed.  It is called again later: for new code, and for LL at the first
   address of more than 48 bits. */
void cg_sim_init(CacheSim* sim, const CacheGeometry geometry[N_CACHES],
                 void* (*alloc)(SizeT n_bytes));

/* An instruction. */
typedef struct {
   Addr      addr;
   UInt      size;         /* bytes, at least 1 */
   CodeLine *first, *last; /* of I1, with its first and its last byte */
} SimInstr;

/* Returns the instruction of `size' bytes at `addr', to be fetched in `sim'. */
SimInstr cg_sim_instr(CacheSim* sim, Addr addr, UInt size);

/* Simulate the fetch of an instruction, or a data reference (the caches treat
   reads and writes alike) of `size' bytes at `addr', size >= 1.  Only the lines
   of the first and the last byte are touched, so a reference should not be
   larger than a line.  A reference that straddles two lines touches both and
   counts once: a hit if both hit, else a miss.  LL is accessed, for the same
   bytes, only if the first level misses.  The rules are in the manual's
   "What is simulated, in detail". */
SimResult cg_sim_fetch(CacheSim* sim, const SimInstr* instr);
SimResult cg_sim_data(CacheSim* sim, Addr addr, UInt size);

/* The steps of a reference, for cg_classes.c, which needs to know which line a
   miss evicts. */

/* The way of D1 that holds `line', or else the way that it would take: the
   least recently used of its set.  An empty way has last_use 0. */
Way* cg_sim_way_for(const DataCache* c, Addr line);

Bool cg_sim_holds(const Way* way, Addr line);

/* Put `line' into `way', its cg_sim_way_for, if it is not there.  It can then
   be predicted.  The caller sets last_use. */
void cg_sim_place(const DataCache* c, Way* way, Addr line);

/* Touch the lines of an instruction in I1, or a line of LL.  Returns True if
   one was not there.  Sets *evicts to whether another line was evicted from LL,
   which then is *evicted. */
Bool cg_sim_touch_I1_misses(CacheSim* sim, const SimInstr* instr);
Bool cg_sim_touch_LL_misses(CacheSim* sim, Addr line, Bool* evicts,
                            Addr* evicted);

/* The line that holds `addr'. */
static inline Addr cg_sim_line_of(const SetShape* c, Addr addr)
{
   return addr & c->line_mask;
}

/* The set that `addr' belongs to: of any cache, of D1, and of LL. */
static inline UWord cg_sim_set_of(const SetShape* c, Addr addr)
{
   return (addr >> c->line_bits) & c->set_mask;
}

static inline UWord cg_sim_D1_set_of(const CacheSim* sim, Addr addr)
{
   return cg_sim_set_of(&sim->D1.sets, addr);
}

static inline UWord cg_sim_LL_set_of(const CacheSim* sim, Addr addr)
{
   return cg_sim_set_of(&sim->LL.sets, addr);
}

/* The prediction for the line that holds `addr'.  A reference within the line
   that it names is a hit, and all it does is to set way->last_use.

   Predictions are numbered by blocks of 64 bytes for every line size, so that
   the shift is a constant.  Several smaller lines share a prediction; for a
   larger line, block_mask clears the number of the block within it. */
#define CG_SIM_BLOCK_BITS 6

static inline Prediction* cg_sim_prediction(const DataCache* c, Addr addr)
{
   return &c->predictions[(addr >> CG_SIM_BLOCK_BITS) & c->block_mask];
}

#endif /* CG_SIM_H */
