/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_ittage.c: predicts the targets of indirect jumps and calls; what ITTAGE
   is, is in cg_ittage.h.

   The rules that look odd are those of the published program, whose bits this
   one gives.  What a fold is, and how one is moved on, is in cg_tage.c.  Here a
   fold is moved on by loops over all tables, of which the compiler makes
   vectors where the processor has some; on x86, they are there once more for
   AVX2. */

#include "sim/branch/cg_ittage.h"

#include "sim/cg_bits.h"
#include "sim/branch/cg_host_cpu.h"

#define N_TABLES    16
#define N_REGIONS   128
#define OFFSET_BITS 18   /* of a target; a region has the bits above */
#define N_HISTORY   4096 /* bits: more than tables use, a power of two */
#define MAX_NEW     3    /* entries that one wrong target takes */

/* Inlined, so that each copy is for its own processor. */
#define INLINED static inline __attribute__((always_inline))

enum { BITS_OF_CALL = 5, BITS_OF_INDIRECT = 10 };

typedef struct {
   UInt   offset; /* the low bits of the target */
   UShort tag;
   UChar  region;
   UChar  confidence : 2, useful : 1;
} IttageEntry;

/* A table.  It shares the entries with the tables of the same leader, and puts
   the distance from the leader into the lowest three bits of an entry's number.
   So tables of a group never use the same one for the same branch. */
typedef struct {
   UInt length;     /* bits of history */
   UInt index_bits; /* of its own; three more if it is not the leader */
   UInt tag_bits;
   UInt shift; /* of the address, for the index */
   UInt leader;
} Table;

static const Table TABLES[N_TABLES] = {
   {0, 12, 0, 0, 0},    {0, 12, 9, 12, 1},    {10, 9, 9, 8, 1},
   {16, 12, 13, 10, 3}, {27, 9, 13, 6, 3},    {44, 9, 13, 5, 3},
   {60, 9, 13, 4, 3},   {96, 9, 13, 3, 3},    {109, 9, 13, 2, 3},
   {219, 9, 13, 1, 3},  {449, 9, 13, 2, 3},   {487, 11, 15, 1, 11},
   {714, 8, 15, 5, 11}, {1313, 8, 15, 6, 11}, {2146, 8, 15, 7, 11},
   {3881, 8, 15, 8, 11}};

/* One fold of each table, in the lowest `width' bits.  Those of tables without
   a history stay 0. */
typedef struct {
   UInt now[N_TABLES];
   UInt mask[N_TABLES];
   UInt width[N_TABLES];
   UInt old_place[N_TABLES]; /* length mod width: where a bit goes that is too
                                old */
} Folds;

struct Ittage {
   IttageEntry* entries;

   Addr  region[N_REGIONS]; /* targets >> OFFSET_BITS */
   UChar region_is_used[N_REGIONS];

   /* Windows of history, as in cg_tage.c, but of 16 bits. */
   UShort* windows;
   UInt    newest;
   UInt    place; /* minus the number of pushed bits, mod 2^32 */
   Folds   index, a, b;
   void (*push_folds)(Ittage* t, UInt bits, UInt n);

   UInt random;
   Int  use_next; /* -9 to 7; from 0 on: rather than a new entry */
   UInt tick;     /* how often nothing could be taken */

   /* Of the latest indirect branch.  entry: numbers, for all tables. */
   UInt tag[N_TABLES], entry[N_TABLES];
   UInt longest, next;
};

/*------------------------------------------------------------*/
/*--- Histories                                            ---*/
/*------------------------------------------------------------*/

INLINED void push_each(Folds* f, const UInt old[N_TABLES], UInt bits, UInt n)
{
   for (UInt i = 0; i < N_TABLES; i++) {
      UInt pushed = f->now[i] << n ^ bits ^ old[i] << f->old_place[i];

      /* Twice, because n may be larger than the width. */
      pushed    = (pushed & f->mask[i]) ^ pushed >> f->width[i];
      f->now[i] = (pushed & f->mask[i]) ^ pushed >> f->width[i];
   }
}

INLINED void push_folds(Ittage* t, UInt bits, UInt n)
{
   const UShort* newest = &t->windows[t->newest];
   UInt          old[N_TABLES];

   for (UInt i = 0; i < N_TABLES; i++)
      old[i] = newest[TABLES[i].length] & ((1u << n) - 1);
   push_each(&t->index, old, bits, n);
   push_each(&t->a, old, bits, n);
   push_each(&t->b, old, bits, n);
}

static void push_folds_any(Ittage* t, UInt bits, UInt n)
{
   push_folds(t, bits, n);
}

#ifdef CG_HOST_CPU_AVX2

CG_HOST_CPU_AVX2 static void push_folds_avx2(Ittage* t, UInt bits, UInt n)
{
   push_folds(t, bits, n);
}

#endif

static void push_history(Ittage* t, const Branch* b, UInt n)
{
   Addr from   = b->target ^ b->target >> 3 ^ b->pc;
   UInt bits   = 0;
   UInt window = t->windows[t->newest];

   for (UInt k = 0; k < n; k++)
      bits = bits << 1 | (UInt)(from >> k & 1);
   window    = window << n | bits;
   t->newest = (t->newest - n) % N_HISTORY;
   t->place -= n;
   for (UInt k = 0; k < n; k++) {
      UInt at = (t->newest + k) % N_HISTORY;

      t->windows[at] = t->windows[at + N_HISTORY] = (UShort)(window >> k);
   }
   t->push_folds(t, bits, n);
}

/* Arithmetic shift to the right. */
static UInt shift_signed(UInt x, UInt by)
{
   return (UInt)((Int)x >> by);
}

/* Each branch, of any kind, steps the pseudo-random numbers before it pushes
   its n bits. */
static void step_random(Ittage* t, UInt n)
{
   UInt x = (t->random + 1) ^ (t->place - n);

   t->random = shift_signed(x, 11) + (x << 21) + t->place;
}

/*------------------------------------------------------------*/
/*--- Prediction                                           ---*/
/*------------------------------------------------------------*/

/* The first entry of the tables with this leader. */
static UInt first_entry_of(UInt leader)
{
   return leader == 0 ? 0 : leader == 1 ? 4096 : leader == 3 ? 8192 : 12288;
}

#define N_ENTRIES (12288 + 2048)

/* The address is cut to 32 bits. */
static UInt own_index(const Ittage* t, UInt addr, UInt i)
{
   const Table* table = &TABLES[i];

   return (addr ^ addr >> table->shift ^ t->index.now[i])
          & ((1u << table->index_bits) - 1);
}

/* Sets what t has of the latest indirect branch.  Table 0 always matches. */
static void look_up_target(Ittage* t, UInt addr)
{
   UInt matches = 0, of_leader = 0;

   for (UInt i = 0; i < N_TABLES; i++) {
      UInt leader = TABLES[i].leader;
      UInt index  = i == 0 ? addr % 4096 : own_index(t, addr, i);

      if (i == leader)
         of_leader = index;
      else
         index = 8 * index + ((of_leader % 8) ^ (i - leader));
      t->entry[i] = first_entry_of(leader) + index;
      t->tag[i]   = (addr ^ t->a.now[i] ^ t->b.now[i] << 1)
                  & ((1u << TABLES[i].tag_bits) - 1);
      matches |= (UInt)(t->entries[t->entry[i]].tag == t->tag[i]) << i;
   }
   t->longest = cg_bits_log2(matches);
   matches ^= 1u << t->longest;
   t->next = matches ? cg_bits_log2(matches) : 0;
}

static Addr entry_target(const Ittage* t, const IttageEntry* e)
{
   return e->offset + (t->region[e->region] << OFFSET_BITS);
}

/*------------------------------------------------------------*/
/*--- Learning                                             ---*/
/*------------------------------------------------------------*/

/* Returns the number of a region.  A new one takes the first that is not in
   use; one that is found need not be in use. */
static UInt target_region(Ittage* t, Addr target)
{
   Addr value = target >> OFFSET_BITS;
   UInt i     = 0;

   for (UInt k = 0; k < N_REGIONS; k++)
      if (t->region[k] == value)
         return k;
   while (i < N_REGIONS && t->region_is_used[i])
      i++;
   if (i == N_REGIONS) {
      for (i = 0; i < N_REGIONS; i++)
         t->region_is_used[i] = False;
      i = 0;
   }
   t->region[i]         = value;
   t->region_is_used[i] = True;
   return i;
}

static void set_target(IttageEntry* e, Addr target, UInt region)
{
   e->offset = (UInt)target & ((1u << OFFSET_BITS) - 1);
   e->region = (UChar)region;
}

/* After one that was taken, the next table is left out. */
static void take_entries(Ittage* t, Addr target, UInt region)
{
   UInt n_taken = 0;
   UInt i       = t->longest + (t->random % 32 == 0 ? 2 : 1);

   while (i < N_TABLES && n_taken < MAX_NEW) {
      IttageEntry* e = &t->entries[t->entry[i]];

      if (e->useful) {
         t->tick++;
         i++;
         continue;
      }
      e->tag        = (UShort)t->tag[i];
      e->confidence = 0;
      set_target(e, target, region);
      t->tick -= t->tick > 0;
      n_taken++;
      i += 2;
   }
}

static void forget_useful(Ittage* t)
{
   t->tick = 0;
   for (UInt i = 0; i < N_ENTRIES; i++)
      t->entries[i].useful = 0;
}

/* `of_longest' and `of_next' are what the two matches predicted for a branch to
   `target'. */
static void learn_target(Ittage* t, Addr target, Addr of_longest, Addr of_next)
{
   IttageEntry* e         = &t->entries[t->entry[t->longest]];
   Bool         was_right = of_longest == target;
   Bool         differs   = t->longest > 0 && of_longest != of_next;
   UInt         region    = 0;

   if (differs && e->confidence == 0 && of_next != 0) {
      if (of_next == target)
         t->use_next += t->use_next < 7;
      else if (was_right)
         t->use_next -= t->use_next >= -8;
   }
   if (!was_right) {
      region = target_region(t, target);
      take_entries(t, target, region);
   }
   if (t->tick >= 64)
      forget_useful(t);
   if (was_right)
      e->confidence += e->confidence < 3;
   else if (e->confidence > 0)
      e->confidence--;
   else
      set_target(e, target, region);
   if (differs && was_right)
      e->useful = 1;
}

/*------------------------------------------------------------*/

static void init_folds(Folds* f, UInt i, UInt width)
{
   f->mask[i]      = (1u << width) - 1;
   f->width[i]     = width;
   f->old_place[i] = TABLES[i].length % width;
}

Ittage* cg_ittage_new(void* (*alloc)(SizeT n_bytes))
{
   Ittage* t = alloc(sizeof *t);

   t->entries = alloc(N_ENTRIES * sizeof *t->entries);
   t->windows = alloc(2 * N_HISTORY * sizeof *t->windows);
   for (UInt i = 2; i < N_TABLES; i++) {
      init_folds(&t->index, i, TABLES[i].index_bits);
      init_folds(&t->a, i, TABLES[i].tag_bits);
      init_folds(&t->b, i, TABLES[i].tag_bits - 1);
   }
   t->push_folds = push_folds_any;
#ifdef CG_HOST_CPU_AVX2
   if (cg_host_cpu_has_avx2())
      t->push_folds = push_folds_avx2;
#endif
   return t;
}

Addr cg_ittage_indirect(Ittage* t, const Branch* b)
{
   const IttageEntry* e;
   Addr               of_longest, of_next, predicted;

   look_up_target(t, (UInt)b->pc);
   e          = &t->entries[t->entry[t->longest]];
   of_longest = entry_target(t, e);
   of_next    = entry_target(t, &t->entries[t->entry[t->next]]);
   predicted  = t->longest > 0 && t->use_next >= 0 && e->confidence == 0
                   ? of_next
                   : of_longest;
   step_random(t, BITS_OF_INDIRECT);
   learn_target(t, b->target, of_longest, of_next);
   push_history(t, b, BITS_OF_INDIRECT);
   return predicted;
}

void cg_ittage_other(Ittage* t, const Branch* b)
{
   if (b->type != TYPE_CALL) {
      step_random(t, 0);
      return;
   }
   step_random(t, BITS_OF_CALL);
   push_history(t, b, BITS_OF_CALL);
}
