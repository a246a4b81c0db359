/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_tage.c: predicts conditional branches; what TAGE is, is in cg_tage.h.

   The rules that look odd are those of the published program, whose bits this
   one gives.

   A fold of width C is the history of a pair, cut into pieces of C bits, with
   XOR between them: bit j of the history is in bit j mod C.  A push does not
   compute it anew.  It moves the fold on, adds the bits that come in, and takes
   out those that are now too old:

      history   x x | h0 h1 ...            y y | ...
                new                        old, and out of the pair's length

      fold' = rotate(fold, 2) ^ (x x) ^ rotate(y y, length mod C)

   Each pair has three folds.  Pairs are side by side in the lanes of vectors,
   so one operation is done for eight of them.  Pairs without a table have no
   lane.  Lanes have 16 bits where that is enough.  The compiler makes of the
   vectors what the processor has; on x86, the functions are there once more for
   AVX2. */

#include "sim/branch/cg_tage.h"

#include "sim/cg_bits.h"
#include "sim/branch/cg_host_cpu.h"

#define N_LANES    16 /* of which each size uses 14 or 15 */
#define MAX_PUSHED 3  /* bits that a branch pushes */
#define N_MIXED    3  /* the first lanes, whose path is rotated; see mix_path */
#define NO_TAG     0xffff

/* Inlined even if large, so that the numbers of a Shape become constants. */
#define INLINED static inline __attribute__((always_inline))

typedef UShort Lanes __attribute__((vector_size(16)));
typedef UInt   WideLanes __attribute__((vector_size(32)));

/* Halves are the lanes from 0 on, and from 8 on. */
typedef union {
   Lanes  half[2];
   UShort lane[N_LANES];
} PerPair;

typedef union {
   WideLanes half[2];
   UInt      lane[N_LANES];
} WidePerPair;

/* What differs between the sizes. */
typedef struct {
   Bool        is_small;       /* 8 KiB, which has rules of its own */
   UInt        row_bits;       /* log2 of the rows of a bank */
   UInt        n_tables;       /* those that do not exist count, too */
   ULong       exists;         /* by table, from 1 on */
   UInt        n_lanes, n_low; /* in use, and for tables of the low group */
   UInt        low_banks, high_banks;
   UInt        low_path, high_path; /* mask: which bits choose the bank */
   UInt        base_bits;           /* log2 of the directions in the base */
   UInt        path;                /* mask: which bits of the path are kept */
   UInt        history;             /* bits that are kept, a power of two */
   UInt        max_useful;
   Int         gain; /* how much a new entry takes from `tick' */
   UInt        index_width[2], a_width[2], b_width[2]; /* see Fold */
   UInt        length[N_LANES]; /* bits of history; any if not in use */
   WidePerPair shift;           /* of the address, for rows */
   UChar       pair[N_LANES];   /* tables 2 * pair - 1 and 2 * pair */
} Shape;

static const Shape SMALL = {
   .is_small    = True,
   .row_bits    = 7,
   .n_tables    = 30,
   .exists      = 0x555fffd4, /* 2, 4, 6, 7 to 20, 22, 24, 26, 28, 30 */
   .n_lanes     = 15,
   .n_low       = 5,
   .low_banks   = 9,
   .high_banks  = 17,
   .low_path    = 0xf,
   .high_path   = 0x1fffffff,
   .base_bits   = 12,
   .path        = 0xffffffff,
   .history     = 1024,
   .max_useful  = 3,
   .gain        = 5,
   .index_width = {17, 19},
   .a_width     = {13, 13},
   .b_width     = {11, 11},
   .length = {4, 6, 9, 13, 19, 29, 43, 63, 94, 139, 206, 306, 454, 674, 1000,
              8},
   .shift.lane = {7, 5, 3, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 1},
   .pair       = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}};

static const Shape LARGE = {
   .is_small    = False,
   .row_bits    = 10,
   .n_tables    = 36,
   .exists      = 0x11157ffe44ull, /* 2, 6, 9 to 22, 24, 26, 28, 32, 36 */
   .n_lanes     = 14,
   .n_low       = 4,
   .low_banks   = 10,
   .high_banks  = 20,
   .low_path    = 0x3f,
   .high_path   = 0x3fffff,
   .base_bits   = 13,
   .path        = 0x7ffffff,
   .history     = 4096,
   .max_useful  = 1,
   .gain        = 2,
   .index_width = {10, 10},
   .a_width     = {8, 12},
   .b_width     = {7, 11},
   .length = {6, 12, 26, 37, 54, 78, 112, 161, 232, 335, 482, 695, 1444, 3000,
              8, 8},
   .shift.lane = {10, 6, 2, 2, 4, 6, 8, 10, 12, 14, 16, 18, 22, 26, 1, 1},
   .pair       = {1, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 18, 19, 19}};

/* One fold of each pair, in bits 0 to C - 1 of its lane.  C has one of two
   values, of which some lanes have the second one. */
#define FOLD(PerLane)                                                          \
   struct {                                                                    \
      PerLane now;                                                             \
      PerLane mask;      /* 2^C - 1 */                                         \
      PerLane old_place; /* 2^(length mod C): where old bits go */             \
      PerLane is_second; /* all bits, or none */                               \
   }

typedef FOLD(PerPair) Fold;         /* C is at most 16 - MAX_PUSHED */
typedef FOLD(WidePerPair) WideFold; /* any C */

typedef struct {
   signed char counter; /* -4 to 3; taken from 0 on */
   UChar       useful;
} Entry;

/* For one choice of the first bank: the number of the first entry of the bank
   that each table uses, or 0 for tables of the other group. */
typedef struct {
   PerPair of[2]; /* the first tables of the pairs, the second ones */
} BankList;

struct Tage {
   const Shape* shape;
   Bool (*cond)(Tage* t, Addr pc, Bool taken);
   void (*other)(Tage* t, Addr pc, Bool is_direct);

   /* Histories.  A window is a byte with a bit of history and the 7 bits before
      it.  Windows are in a ring, the newest first, and there twice: so the one
      that is `length' behind the newest needs no remainder. */
   UChar*   windows;
   UInt     newest; /* index in the first half */
   UInt     path;
   UInt     place; /* minus the number of pushed bits, mod 2^32 */
   Fold     a, b, index;
   WideFold wide_index; /* of the small size, instead of `index' */

   /* The entries of the low group, then the high one's.  Tags have an
      array of their own because a prediction reads many, and few counters. */
   UShort* tags;
   Entry*  entries;
   UInt    n_entries;

   /* The base: counters of 2 bits, whose lower one four neighbours share. */
   UChar *direction, *hysteresis;

   signed char use_alternative[10]; /* -16 to 15; from 0 on: rather that one */
   Int         tick;                /* how often nothing could be taken */
   UInt        random;

   /* Of the latest conditional branch: tags, numbers of entries (in the first
      and in the second tables of pairs), and the slots of the two longest
      matches.  Slot 0 is the base, and 2 * lane + 1
      and + 2 are the first and the second table of a lane. */
   PerPair tag, entry[2];
   UInt    longest, next;

   /* Constants. */
   WidePerPair path_mask; /* 0 in the N_MIXED first lanes */
   PerPair     tag_mask, is_high;
   UChar       lane_of[N_LANES + 4]; /* by pair */
   BankList    low[10], high[20];
};

/*------------------------------------------------------------*/
/*--- Histories                                            ---*/
/*------------------------------------------------------------*/

/* `bits' are the n new ones, *old those that are now too old, the newest of
   each in the lowest place. */
#define PUSH_FOLD(name, SomeFold, SomeLanes)                                   \
   INLINED void name(SomeFold* f, UInt half, const SomeLanes* old,             \
                     UShort bits, UInt n, const UInt width[2])                 \
   {                                                                           \
      SomeLanes pushed =                                                       \
         (f->now.half[half] << n) ^ bits ^ (*old * f->old_place.half[half]);   \
      SomeLanes beyond = pushed >> width[0];                                   \
                                                                               \
      if (width[0] != width[1])                                                \
         beyond = (beyond & ~f->is_second.half[half])                          \
                  | ((pushed >> width[1]) & f->is_second.half[half]);          \
      f->now.half[half] = (pushed & f->mask.half[half]) ^ beyond;              \
   }

PUSH_FOLD(push_fold, Fold, Lanes)
PUSH_FOLD(push_wide_fold, WideFold, WideLanes)

INLINED void push_folds(Tage* t, UInt half, UShort bits, UInt n, const Shape* s)
{
   const UChar* newest = &t->windows[t->newest];
   const UInt*  length = &s->length[8 * half];
   Lanes        old = {newest[length[0]], newest[length[1]], newest[length[2]],
                       newest[length[3]], newest[length[4]], newest[length[5]],
                       newest[length[6]], newest[length[7]]};

   old &= (UShort)((1u << n) - 1);
   push_fold(&t->a, half, &old, bits, n, s->a_width);
   push_fold(&t->b, half, &old, bits, n, s->b_width);
   if (s->is_small) {
      WideLanes wide = __builtin_convertvector(old, WideLanes);

      push_wide_fold(&t->wide_index, half, &wide, bits, n, s->index_width);
   } else
      push_fold(&t->index, half, &old, bits, n, s->index_width);
}

/* A branch pushes n bits. */
INLINED void push(Tage* t, Addr pc, Bool taken, UInt n, const Shape* s)
{
   UInt low = (UInt)pc, bits = 0, window;
   UInt for_history = low ^ low >> 2 ^ taken,
        for_path    = low ^ low >> 2 ^ low >> 4;

   for (UInt k = 0; k < n; k++) {
      bits    = bits << 1 | (for_history >> k & 1);
      t->path = (t->path << 1 ^ (for_path >> k & 0x7f)) & s->path;
   }

   window    = (UInt)t->windows[t->newest] << n | bits;
   t->newest = (t->newest - n) & (s->history - 1);
   t->place -= n;
   for (UInt k = 0; k < n; k++) { /* the ring may end in between */
      UInt at = (t->newest + k) & (s->history - 1);

      t->windows[at] = t->windows[at + s->history] = (UChar)(window >> k);
   }
   push_folds(t, 0, (UShort)bits, n, s);
   push_folds(t, 1, (UShort)bits, n, s);
}

/* Direct branches push 2 bits, the others 3. */
INLINED void other(Tage* t, Addr pc, Bool is_direct, const Shape* s)
{
   if (is_direct)
      push(t, pc, True, 2, s);
   else
      push(t, pc, True, 3, s);
}

/*------------------------------------------------------------*/
/*--- Where the tables look                                ---*/
/*------------------------------------------------------------*/

/* Rotates by as many places as the number of the table.  What is wider than a
   row is not cut, and the parts are added. */
INLINED UInt rotate(UInt x, UInt table, UInt row_bits)
{
   return (x << table & ((1u << row_bits) - 1)) + (x >> (row_bits - table));
}

/* For one of the N_MIXED first lanes.  Tables from number `row_bits' on do not
   rotate. */
INLINED UInt mix_path(const Tage* t, UInt lane, const Shape* s)
{
   UInt table = 2 * s->pair[lane] - 1;
   UInt path  = t->path & ((1u << s->length[lane]) - 1);
   UInt high  = rotate(path >> s->row_bits, table, s->row_bits);

   return rotate((path & ((1u << s->row_bits) - 1)) ^ high, table, s->row_bits);
}

/* What the lane before each lane of `high' has; `low' is the vector before. */
#ifdef __clang__
#define LANES_BEFORE(low, high)                                                \
   __builtin_shufflevector(low, high, 7, 8, 9, 10, 11, 12, 13, 14)
#else
#define LANES_BEFORE(low, high)                                                \
   __builtin_shuffle(low, high, (WideLanes){7, 8, 9, 10, 11, 12, 13, 14})
#endif

/* Where one branch looks.  The address is cut to 32 bits. */
typedef struct {
   UInt            addr;
   UInt            mixed[N_MIXED]; /* what mix_path returned */
   const BankList *low, *high;
} LookUp;

/* The row of a first table is made of the address, the path and the index fold,
   its tag of the address and two folds.  The second table has the same tag, and
   the row of the first one ^ tag. */
INLINED void look_up_half(Tage* t, UInt half, const LookUp* l, const Lanes* row,
                          const Lanes* tag, const Shape* s)
{
   UShort row_mask = (UShort)((1u << s->row_bits) - 1);
   Lanes  first = *row & row_mask, tags = *tag & t->tag_mask.half[half];

   t->tag.half[half] = tags;
   t->entry[0].half[half] =
      first + l->low->of[0].half[half] + l->high->of[0].half[half];
   t->entry[1].half[half] = (first ^ (tags & row_mask))
                            + l->low->of[1].half[half]
                            + l->high->of[1].half[half];
}

/* But in the N_MIXED first lanes, all lengths have the whole path. */
INLINED void look_up_large(Tage* t, UInt half, const LookUp* l)
{
   UShort    addr  = (UShort)l->addr;
   WideLanes moved = ((WideLanes){0} + l->addr) >> LARGE.shift.half[half];
   Lanes     mix   = (Lanes){0} + (UShort)(t->path ^ t->path >> LARGE.row_bits);
   Lanes     row, tag = t->a.now.half[half] ^ t->b.now.half[half] << 1 ^ addr;

   for (UInt i = 0; half == 0 && i < N_MIXED; i++)
      mix[i] = (UShort)l->mixed[i];
   row = __builtin_convertvector(moved, Lanes) ^ addr ^ t->index.now.half[half]
         ^ mix;
   look_up_half(t, half, l, &row, &tag, &LARGE);
}

/* The small size mixes more into the tag, even the index fold of the pair
   before. */
INLINED void look_up_small(Tage* t, UInt half, const LookUp* l)
{
   UInt      row_mask = (1u << SMALL.row_bits) - 1;
   WideLanes path     = t->path & t->path_mask.half[half];
   WideLanes mix      = (path & row_mask) ^ path >> SMALL.row_bits;
   WideLanes index = t->wide_index.now.half[half], none = {0};
   WideLanes before =
      LANES_BEFORE(half == 0 ? none : t->wide_index.now.half[0], index);
   WideLanes folds = before << 2 ^ index ^ (l->addr ^ l->addr >> 2);
   WideLanes is_high =
      __builtin_convertvector(t->is_high.half[half], WideLanes);
   WideLanes tag = __builtin_convertvector(
      t->a.now.half[half] ^ t->b.now.half[half] << 1, WideLanes);
   WideLanes row = (none + l->addr) >> SMALL.shift.half[half];
   Lanes     narrow_row, narrow_tag;

   if (half == 0)
      mix ^= (WideLanes){l->mixed[0], l->mixed[1], l->mixed[2]};
   tag ^= folds >> 1 ^ (folds & 1) << 10 ^ mix;
   tag ^= tag >> 8 ^ ((tag >> 8 ^ tag >> 12) & is_high);
   row ^= l->addr ^ index ^ mix;
   row ^= row >> 7 ^ row >> 14;
   narrow_row = __builtin_convertvector(row, Lanes);
   narrow_tag = __builtin_convertvector(tag, Lanes);
   look_up_half(t, half, l, &narrow_row, &narrow_tag, &SMALL);
}

/* All bits of the address and some of the path choose the first bank of each
   group. */
INLINED void look_up(Tage* t, Addr pc, const Shape* s)
{
   const LookUp l = {
      .addr  = (UInt)pc,
      .mixed = {mix_path(t, 0, s), mix_path(t, 1, s), mix_path(t, 2, s)},
      .low   = &t->low[(pc ^ (t->path & s->low_path)) % s->low_banks],
      .high  = &t->high[(pc ^ (t->path & s->high_path)) % s->high_banks],
   };

   if (s->is_small) {
      look_up_small(t, 0, &l);
      look_up_small(t, 1, &l);
   } else {
      look_up_large(t, 0, &l);
      look_up_large(t, 1, &l);
   }
}

INLINED Bool exists(UInt table, const Shape* s)
{
   return (s->exists >> table & 1) != 0;
}

/* The tag in the entry that a lane's first (0) or second table looks at. */
INLINED UShort tag_in(const Tage* t, UInt lane, UInt side, const Shape* s)
{
   return exists(2 * s->pair[lane] - 1 + side, s)
             ? t->tags[t->entry[side].lane[lane]]
             : NO_TAG;
}

/* Sets *same to which of these tables match: all bits of a lane, or none.  No
   loop, so that all is constant but for the entries. */
INLINED void find_same(const Tage* t, UInt half, UInt side, Lanes* same,
                       const Shape* s)
{
   UInt  i    = 8 * half;
   Lanes tags = {tag_in(t, i, side, s),     tag_in(t, i + 1, side, s),
                 tag_in(t, i + 2, side, s), tag_in(t, i + 3, side, s),
                 tag_in(t, i + 4, side, s), tag_in(t, i + 5, side, s),
                 tag_in(t, i + 6, side, s), tag_in(t, i + 7, side, s)};

   *same = (Lanes)(tags == t->tag.half[half]);
}

/* Returns the matches in one half, as bits: 2 * lane, counted from 0 in the
   half, and 2 * lane + 1. */
INLINED UInt matches_in_half(const Tage* t, UInt half, const Shape* s)
{
   typedef ULong Words __attribute__((vector_size(16)));
   const Lanes   bit = {1,      1 << 2,  1 << 4,  1 << 6,
                        1 << 8, 1 << 10, 1 << 12, 1 << 14};
   Lanes         first, second;
   Words         lanes;
   ULong         matches;

   find_same(t, half, 0, &first, s);
   find_same(t, half, 1, &second, s);
   lanes   = (Words)((first & bit) | (second & bit << 1));
   matches = lanes[0] | lanes[1];
   matches |= matches >> 32;
   return (UShort)(matches | matches >> 16);
}

/* Sets t->longest and t->next.  The base always matches. */
INLINED void find_matches(Tage* t, const Shape* s)
{
   UInt matches =
      1 | matches_in_half(t, 0, s) << 1 | matches_in_half(t, 1, s) << 17;

   t->longest = cg_bits_log2(matches);
   matches ^= 1u << t->longest;
   t->next = matches ? cg_bits_log2(matches) : 0;
}

INLINED UInt table_of(UInt slot, const Shape* s)
{
   return slot == 0 ? 0 : 2 * s->pair[(slot - 1) / 2] - slot % 2;
}

INLINED Entry* entry_in(const Tage* t, UInt slot)
{
   return &t->entries[t->entry[(slot - 1) % 2].lane[(slot - 1) / 2]];
}

/*------------------------------------------------------------*/
/*--- Learning                                             ---*/
/*------------------------------------------------------------*/

INLINED Bool is_weak(const Entry* e)
{
   return e->counter == 0 || e->counter == -1;
}

INLINED Bool is_saturated(const Entry* e)
{
   return e->counter == 3 || e->counter == -4;
}

INLINED void train(Entry* e, Bool taken)
{
   if (taken)
      e->counter += e->counter < 3;
   else
      e->counter -= e->counter > -4;
}

/* Arithmetic shift to the right. */
INLINED UInt shift_signed(UInt x, UInt by)
{
   return (UInt)((Int)x >> by);
}

/* Returns the next pseudo-random number.  They are stepped only in conditional
   branches, before these push.  Not all of a number's bits are good. */
INLINED UInt next_random(Tage* t, const Shape* s)
{
   UInt x = (t->random + 1) ^ t->path;

   x = (shift_signed(x, 21) + (x << 11)) ^ t->place;
   x = shift_signed(x, 10) + (x << 22);
   if (s->is_small)
      x ^= t->tag.lane[6]; /* of table 13 */
   return t->random = x;
}

static void age_entries(Tage* t)
{
   for (UInt i = 0; i < t->n_entries; i++)
      t->entries[i].useful -= t->entries[i].useful > 0;
}

/* A walk through the tables that are longer than the longest match, for up to
   two entries. */
typedef struct {
   UInt pair;
   UInt side;          /* of a pair: the table that is tried first; 0 or 1 */
   UInt n_free;        /* how many entries may still be taken */
   UInt refused, made; /* what it cost, and how many entries were taken */
} Walk;

INLINED Walk begin_walk(Tage* t, const Shape* s)
{
   UInt skipped = next_random(t, s) % 128 < 32 ? 2 : 1;
   UInt side    = next_random(t, s) % 2;

   return (Walk){(table_of(t->longest, s) + 1) / 2 + skipped, side, 2, 0, 0};
}

INLINED void end_walk(Tage* t, const Walk* w, const Shape* s)
{
   t->tick += (Int)w->refused - s->gain * (Int)w->made;
   if (t->tick < 0)
      t->tick = 0;
   if (t->tick >= 1024) {
      t->tick = 0;
      age_entries(t);
   }
}

/* Returns the number of the table that a walk tries first or (is_second) second
   in its pair. */
INLINED UInt table_at(const Walk* w, Bool is_second)
{
   return 2 * w->pair - (w->side == is_second);
}

INLINED UInt slot_of(const Tage* t, UInt table)
{
   return 2 * t->lane_of[(table + 1) / 2] + 2 - table % 2;
}

INLINED void take(Tage* t, Walk* w, UInt slot, Bool taken)
{
   Entry* e = entry_in(t, slot);

   t->tags[e - t->entries] = t->tag.lane[(slot - 1) / 2];
   e->counter              = taken ? 0 : -1;
   w->made++;
   w->n_free--;
}

/* Returns whether the table gave an entry.  One that is not useful is always
   given; of the others, some become less useful. */
static Bool try_small(Tage* t, Walk* w, UInt table, Bool taken)
{
   UInt   slot = slot_of(t, table);
   Entry* e    = entry_in(t, slot);

   if (e->useful == 0) {
      e->useful = next_random(t, &SMALL) % 32 == 0;
      take(t, w, slot, taken);
      return True;
   }
   w->refused++;
   if (e->useful > 1 || !is_weak(e))
      w->refused++;
   else if (next_random(t, &SMALL) % 8 == 0)
      e->useful = 0;
   return False;
}

/* If the first table of a pair does not exist, the pair is skipped.  If the
   first one gives an entry, the second one of the next pair is tried. */
static __attribute__((noinline)) void take_entries_small(Tage* t, Bool taken)
{
   Walk w = begin_walk(t, &SMALL);

   for (; w.pair <= SMALL.n_tables / 2; w.pair++) {
      if (!exists(table_at(&w, False), &SMALL))
         continue;
      if (try_small(t, &w, table_at(&w, False), taken)) {
         if (w.n_free == 0)
            break;
         w.pair++;
      }
      if (exists(table_at(&w, True), &SMALL)
          && try_small(t, &w, table_at(&w, True), taken)) {
         if (w.n_free == 0)
            break;
         w.pair++;
      }
   }
   end_walk(t, &w, &SMALL);
}

/* As try_small.  An entry that is not useful is given if it is not sure;
   otherwise it becomes less sure. */
static Bool try_large(Tage* t, Walk* w, UInt table, Bool taken)
{
   UInt   slot = slot_of(t, table);
   Entry* e    = entry_in(t, slot);

   if (e->useful > 0) {
      w->refused++;
      return False;
   }
   if (e->counter < -2 || e->counter > 1) {
      e->counter += e->counter > 0 ? -1 : 1;
      return False;
   }
   take(t, w, slot, taken);
   return True;
}

/* A pair that gave an entry is followed by the one after the next. */
static __attribute__((noinline)) void take_entries_large(Tage* t, Bool taken)
{
   Walk w = begin_walk(t, &LARGE);

   for (; w.pair <= LARGE.n_tables / 2 && w.n_free > 0; w.pair++) {
      UInt first = table_at(&w, False), second = table_at(&w, True);

      if ((exists(first, &LARGE) && try_large(t, &w, first, taken))
          || (exists(second, &LARGE) && try_large(t, &w, second, taken)))
         w.pair++;
   }
   end_walk(t, &w, &LARGE);
}

INLINED void take_entries(Tage* t, Bool taken, const Shape* s)
{
   if (s->is_small)
      take_entries_small(t, taken);
   else
      take_entries_large(t, taken);
}

/* What the base knows of a branch, as it was when it predicted. */
typedef struct {
   UChar *direction, *hysteresis;
   UInt   counter; /* 0 to 3; taken from 2 on */
} Base;

INLINED Base base_of(Tage* t, Addr pc, const Shape* s)
{
   UInt place = (UInt)(pc ^ pc >> 2) & ((1u << s->base_bits) - 1);
   Base b     = {&t->direction[place], &t->hysteresis[place / 4], 0};

   b.counter = 2 * *b.direction + *b.hysteresis;
   return b;
}

INLINED void train_base(const Base* b, Bool taken)
{
   UInt counter =
      taken ? b->counter + (b->counter < 3) : b->counter - (b->counter > 0);

   *b->direction  = counter / 2;
   *b->hysteresis = counter % 2;
}

/* The counters of the longest match `h' and, if that one was weak and wrong, of
   the next one learn.  In the small size, an entry that is weak before or after
   it learns is no longer useful. */
INLINED void train_matches(Entry* h, Entry* g, const Base* base, Bool taken,
                           Bool was_right, Bool alternative_right,
                           const Shape* s)
{
   if (is_weak(h) && !was_right) {
      if (g) {
         if (s->is_small && is_weak(g))
            g->useful = 0;
         train(g, taken);
         if (s->is_small && is_weak(g))
            g->useful = 0;
      } else
         train_base(base, taken);
   }
   if (s->is_small && is_weak(h))
      h->useful = 0;
   train(h, taken);
   if (is_weak(h))
      h->useful = 0;
   /* The next match would do as well. */
   if (was_right && alternative_right && g && is_saturated(g) && h->useful == 1)
      h->useful = 0;
}

INLINED Bool cond_by_tables(Tage* t, const Base* base, Bool taken,
                            const Shape* s)
{
   Entry*       h           = entry_in(t, t->longest);
   Entry*       g           = t->next ? entry_in(t, t->next) : NULL;
   Bool         direction   = h->counter >= 0;
   Bool         alternative = g ? g->counter >= 0 : base->counter >= 2;
   Bool         is_sure     = g ? !is_weak(g) : base->counter % 3 == 0;
   UInt         table       = table_of(t->longest, s);
   Bool         is_new      = is_weak(h);
   signed char* use = &t->use_alternative[2 * ((table - 1) / 8) + is_sure];
   Bool         predicted = is_new && *use >= 0 ? alternative : direction;
   Bool         was_right = direction == taken;

   if (predicted == taken)
      next_random(t, s); /* nothing uses it, but the others depend on it */
   if (is_new && direction != alternative) {
      if (alternative == taken)
         *use += *use < 15;
      else
         *use -= *use > -16;
   }
   if (predicted != taken && table < s->n_tables && !(is_new && was_right))
      take_entries(t, taken, s);
   train_matches(h, g, base, taken, was_right, alternative == taken, s);
   if (was_right && direction != alternative)
      h->useful += h->useful < s->max_useful;
   return predicted;
}

INLINED Bool cond_by_base(Tage* t, const Base* base, Bool taken, const Shape* s)
{
   Bool predicted = base->counter >= 2;

   if (predicted == taken)
      next_random(t, s); /* as above */
   else
      take_entries(t, taken, s);
   train_base(base, taken);
   return predicted;
}

INLINED Bool cond(Tage* t, Addr pc, Bool taken, const Shape* s)
{
   Base base = base_of(t, pc, s);
   Bool predicted;

   look_up(t, pc, s);
   find_matches(t, s);
   predicted = t->longest ? cond_by_tables(t, &base, taken, s)
                          : cond_by_base(t, &base, taken, s);
   push(t, pc, taken, 2, s);
   return predicted;
}

/*------------------------------------------------------------*/
/*--- For sizes and processors                             ---*/
/*------------------------------------------------------------*/

/* Defines the functions that Tage points to. */
#define FUNCTIONS(size, processor, shape, attribute)                           \
   attribute static Bool cond_##size##processor(Tage* t, Addr pc, Bool taken)  \
   {                                                                           \
      return cond(t, pc, taken, &shape);                                       \
   }                                                                           \
   attribute static void other_##size##processor(Tage* t, Addr pc,             \
                                                 Bool is_direct)               \
   {                                                                           \
      other(t, pc, is_direct, &shape);                                         \
   }

FUNCTIONS(small, _any, SMALL, )
FUNCTIONS(large, _any, LARGE, )

static void use_any(Tage* t)
{
   t->cond  = t->shape->is_small ? cond_small_any : cond_large_any;
   t->other = t->shape->is_small ? other_small_any : other_large_any;
}

#ifdef CG_HOST_CPU_AVX2

FUNCTIONS(small, _avx2, SMALL, CG_HOST_CPU_AVX2)
FUNCTIONS(large, _avx2, LARGE, CG_HOST_CPU_AVX2)

static void use_avx2(Tage* t)
{
   t->cond  = t->shape->is_small ? cond_small_avx2 : cond_large_avx2;
   t->other = t->shape->is_small ? other_small_avx2 : other_large_avx2;
}

#endif

/* `f' is a Fold or a WideFold. */
#define INIT_FOLD(f, at, width, length, second)                                \
   do {                                                                        \
      (f)->mask.lane[at]      = (1u << (width)) - 1;                           \
      (f)->old_place.lane[at] = 1u << (length) % (width);                      \
      (f)->is_second.lane[at] = -(second);                                     \
   } while (0)

static void init_lane(Tage* t, UInt lane)
{
   const Shape* s       = t->shape;
   UInt         length  = s->length[lane];
   Bool         is_high = lane >= s->n_low;
   Bool         is_even = s->pair[lane] % 2 == 0;

   t->lane_of[s->pair[lane]] = (UChar)lane;
   if (lane >= N_MIXED)
      t->path_mask.lane[lane] = (1u << (length < 27 ? length : 27)) - 1;
   t->tag_mask.lane[lane] = is_high ? 0xfff : 0xff;
   t->is_high.lane[lane]  = -is_high;
   if (s->is_small)
      INIT_FOLD(&t->wide_index, lane, s->index_width[is_even], length, is_even);
   else
      INIT_FOLD(&t->index, lane, s->index_width[is_even], length, is_even);
   INIT_FOLD(&t->a, lane, s->a_width[is_high], length, is_high);
   INIT_FOLD(&t->b, lane, s->b_width[is_high], length, is_high);
}

/* The tables of lanes from `begin' up to `end' take the banks of a group in
   turn, beginning with the bank that the list is for. */
static void init_banks(const Tage* t, BankList* lists, UInt n_banks, UInt begin,
                       UInt end, UInt first_entry)
{
   for (UInt bank = 0; bank < n_banks; bank++) {
      UInt next = bank;

      for (UInt i = 2 * begin; i < 2 * end; i++) {
         UInt lane = i / 2, table = 2 * t->shape->pair[lane] - 1 + i % 2;

         if (exists(table, t->shape))
            lists[bank].of[i % 2].lane[lane] =
               (UShort)(first_entry + (next++ % n_banks << t->shape->row_bits));
      }
   }
}

/* The memory of `alloc' need not be aligned as the vectors must be. */
static Tage* allocate_aligned(void* (*alloc)(SizeT n_bytes))
{
   const UWord mask = sizeof(WideLanes) - 1;

   return (Tage*)(((UWord)alloc(sizeof(Tage) + mask) + mask) & ~mask);
}

Tage* cg_tage_new(TageSize size, void* (*alloc)(SizeT n_bytes))
{
   const Shape* s     = size == TAGE_8K ? &SMALL : &LARGE;
   UInt         n_low = s->low_banks << s->row_bits;
   Tage*        t     = allocate_aligned(alloc);

   t->shape      = s;
   t->n_entries  = n_low + (s->high_banks << s->row_bits);
   t->windows    = alloc(2 * s->history);
   t->tags       = alloc(t->n_entries * sizeof *t->tags);
   t->entries    = alloc(t->n_entries * sizeof *t->entries);
   t->direction  = alloc(1u << s->base_bits);
   t->hysteresis = alloc(1u << (s->base_bits - 2));
   for (UInt i = 0; i < 1u << (s->base_bits - 2); i++)
      t->hysteresis[i] = 1;
   for (UInt i = 0; i < N_LANES; i++)
      init_lane(t, i);
   init_banks(t, t->low, s->low_banks, 0, s->n_low, 0);
   init_banks(t, t->high, s->high_banks, s->n_low, s->n_lanes, n_low);
   use_any(t);
#ifdef CG_HOST_CPU_AVX2
   if (cg_host_cpu_has_avx2())
      use_avx2(t);
#endif
   return t;
}

Bool cg_tage_cond(Tage* t, Addr pc, Bool taken)
{
   return t->cond(t, pc, taken);
}

void cg_tage_other(Tage* t, Addr pc, BranchType type)
{
   t->other(t, pc, type == TYPE_JUMP || type == TYPE_CALL);
}
