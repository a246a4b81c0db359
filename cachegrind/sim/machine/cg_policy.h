/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_policy.h: which line of a set a cache replaces.

   The definitions.  A hit is to way i; the lowest way has the number 0.

   lru        The ways are in the order of their last use.  The last one is
              replaced.
   fifo       The same, but hits do not change the order.
   random     Any way is replaced, with equal probability.  The numbers are
              pseudo-random: two runs replace the same ways.
   plru       The ways are the leaves of a binary tree.  Each inner node has a
              bit, which points left if it is 0, as it is at the start.  A hit
              lets each node on the path to i point away from i.  The bits lead
              from the root to the way that is replaced, also while there are
              empty ways.
   plru-fill  The same, but empty ways are filled first.
   lru-plru4  Trees of four ways, and the trees are in the order of their last
              use.  The last tree is followed to the way that is replaced.
   mru        (bit-PLRU) Each way has a bit: 1 is old, as at the start.  A hit
              clears the bit of i; if no bit is left, all others are set.  The
              lowest way whose bit is 1 is replaced.
   mru-n      The same, but a touch that finds an empty way in the set clears no
              bit.
   nru        The same bits.  A hit only clears the bit of i.  If no bit is left
              when a way is to be replaced, all are set first.  An empty way
              has a 1, and is not preferred.
   srrip      Each way has an age from 0 to 3.  A hit makes it 0.  If no age is
              3 when a way is to be replaced, all grow equally until one is.
              The lowest way of age 3 is replaced.  A new line has age 2.
   brrip      The same, but a new line has age 3; in every 32nd fill of the
              cache, age 2.
   drrip      Some sets lead for srrip and as many for brrip, at most 32 each;
              cg_policy.c says which.  A counter of 10 bits, 0 at the start,
              rises with each fill of srrip's leaders and falls with each of
              brrip's.  While it is 512 or more, all other sets do as brrip
              does, else as srrip does.

   qlru-hXY-mA-rB-uC[-umo]
              Ages from 0 to 3.  A hit at age 3 makes it X, at age 2 Y, else 0.
      mA      A new line has age A.  With two digits, mAB, it has age B in 1 of
              16 fills, at random.
      r0      The lowest way of age 3 is replaced.
      r1      The same, but way 0 if there is none.
      r2      As r0, but the highest empty way is filled first.
      u0      After each touch, all ages grow equally until one is 3.
      u1      The same, but for the way that was touched: its age neither
              counts nor grows.
      u2      After each touch, all ages grow by 1 if none is 3.
      u3      The same, but the age of the way that was touched does not grow.
      umo     (Update on miss only) The ages grow only at a miss, before a way
              is chosen, and in all ways alike.

   A new line is touched as by a hit, if nothing else is said.  An empty way is
   filled first, the lowest one, if nothing else is said.  A way that becomes
   empty gets the bit 1 or the age 3; trees and orders stay.

   Sources: A. Abel and J. Reineke, "nanoBench" (ISPASS 2020), for plru to mru-n
   and qlru; A. Jaleel et al., "High performance cache replacement using
   re-reference interval prediction" (ISCA 2010), for nru and *rrip.  DRRIP's
   numbers are ChampSim's.

   This module calls neither Valgrind nor the C library. */

#ifndef CG_POLICY_H
#define CG_POLICY_H

#include "sim/types.h"

typedef enum {
   POLICY_LRU,
   POLICY_FIFO,
   POLICY_RANDOM,
   POLICY_PLRU,
   POLICY_PLRU_FILL,
   POLICY_LRU_PLRU4,
   POLICY_MRU,
   POLICY_MRU_N,
   POLICY_NRU,
   POLICY_SRRIP,
   POLICY_BRRIP,
   POLICY_DRRIP,
   POLICY_QLRU
} PolicyKind;

typedef struct {
   PolicyKind kind;
   UInt       hit3, hit2;   /* QLRU: the age after a hit at age 3, and 2 */
   UInt       insert;       /* QLRU: the age of a new line */
   UInt       rare_insert;  /* QLRU mAB: that in 1 of 16 fills; or = insert */
   UInt       replace;      /* QLRU: 0 to 2, for r0 to r2 */
   UInt       update;       /* QLRU: 0 to 3, for u0 to u3 */
   Bool       on_miss_only; /* QLRU: umo */
} Policy;

/* Read a policy from its name in `text', as above; bit-plru is another name of
   mru.  Returns NULL on success.  Otherwise returns which names are allowed, as
   text that can follow "policy: ", and *policy is undefined. */
const HChar* cg_policy_parse(const HChar* text, Policy* policy);

/* Writes the name of a policy, from which cg_policy_parse makes it again. */
#define CG_POLICY_NAME_SIZE 32
void cg_policy_name(const Policy* policy, HChar name[CG_POLICY_NAME_SIZE]);

/* Returns NULL if sets of `ways' ways can have this policy.  Otherwise returns
   the rule that is broken, as cg_policy_parse does. */
const HChar* cg_policy_fault(const Policy* policy, UInt ways);

/* Returns whether the victim of a set depends only on when each way was last
   touched, by a hit or by the line that came in.  Then a cache can store these
   times, call cg_policy_least_used for victims, and have no PolicySets. */
Bool cg_policy_follows_from_uses(const Policy* policy);

/* The same as cg_policy_least_used below, which callers should use: it calls
   this function only if it has no faster way. */
UInt cg_policy_least_used_any(const Policy* policy, UInt ways,
                              const ULong* uses, UInt stride);

/* Returns the later of two times. */
static inline ULong cg_policy_later(ULong a, ULong b)
{
   return a > b ? a : b;
}

/* Returns the latest of four times, which are `stride' apart. */
static inline ULong cg_policy_latest_of_4(const ULong* uses, UInt stride)
{
   return cg_policy_later(cg_policy_later(uses[0 * stride], uses[1 * stride]),
                          cg_policy_later(uses[2 * stride], uses[3 * stride]));
}

/* As cg_policy_least_used, for a tree of four ways. */
static inline UInt cg_policy_least_used_of_4(const ULong* uses, UInt stride)
{
   UInt left = 2
               * (cg_policy_later(uses[0 * stride], uses[1 * stride])
                  > cg_policy_later(uses[2 * stride], uses[3 * stride]));

   return left + (uses[left * stride] > uses[(left + 1) * stride]);
}

/* As cg_policy_least_used, for such trees side by side, with lru. */
static inline UInt cg_policy_least_used_of_fours(UInt ways, const ULong* uses,
                                                 UInt stride)
{
   ULong least = ~0ULL;
   UInt  tree  = 0;

   for (UInt i = 0; i < ways; i += 4) {
      ULong time = cg_policy_latest_of_4(&uses[i * stride], stride);

      tree  = time <= least ? i : tree;
      least = time <= least ? time : least;
   }
   return tree + cg_policy_least_used_of_4(&uses[tree * stride], stride);
}

/* Returns the way that such a policy replaces, in a set whose `ways' ways were
   last touched at the times uses[0], uses[stride], uses[2 * stride] and so on;
   0 is never, and other times differ.

   A node of a tree points away from the way below it that was touched last.
   Many an L1 has trees of eight ways, or of four, with lru between these.  The
   host could not predict branches for them, so there are none. */
static inline UInt cg_policy_least_used(const Policy* p, UInt ways,
                                        const ULong* uses, UInt stride)
{
   if (p->kind == POLICY_LRU_PLRU4)
      return cg_policy_least_used_of_fours(ways, uses, stride);
   if (ways != 8 || (p->kind != POLICY_PLRU && p->kind != POLICY_PLRU_FILL))
      return cg_policy_least_used_any(p, ways, uses, stride);

   Bool right = cg_policy_latest_of_4(&uses[0], stride)
                > cg_policy_latest_of_4(&uses[4 * stride], stride);

   return 4 * right
          + cg_policy_least_used_of_4(&uses[4 * right * stride], stride);
}

/* Returns whether hits change nothing. */
Bool cg_policy_ignores_hits(const Policy* policy);

/* plru, plru-fill: the nodes above a way, and which of them point away from it
   if they are 1. */
typedef struct {
   ULong nodes, away;
} PolicyPath;

/* The state of all sets of one cache.  A set has a word, whose bits from 0 on
   are, for W ways:

      lru, fifo, W <= 16   the numbers of the ways, 4 bits each, the most recent
                           first; the numbers from W on follow
      lru, fifo, W > 16    unused: there are lists instead
      plru, plru-fill      bit n is node n: 1 is the root, the nodes below n are
                           2n and 2n + 1
      lru-plru4            the trees, 4 bits each, as for plru; from bit 32 on,
                           the numbers of the trees, as for lru's ways
      mru, mru-n, nru      the bits of the ways; from bit 32 on, for mru-n
                           only, the number of ways that are not empty
      srrip to qlru        the ages of the ways, 2 bits each
      random               unused

   A list is a ring of way numbers, with one more number, W, between the last
   and the first way: next[W + 1], previous[W + 1]. */
typedef struct {
   Policy      policy;
   UInt        ways;
   UWord       n_sets;
   ULong*      words; /* of set i: words[i * stride] */
   UInt        stride;
   UChar*      lists;
   ULong       random;       /* the generator's state */
   UInt        n_rare;       /* brrip, drrip: fills as brrip does, modulo 32 */
   UInt        preference;   /* drrip: the counter */
   UWord       constituency; /* drrip: sets per pair of leaders */
   PolicyPath* paths;        /* plru, plru-fill: by way; else NULL */
} PolicySets;

/* Initialise `n_sets' sets of `ways' empty ways.  The policy can have them.
   Every stride-th element of `words' is for the word of a set: so a cache can
   keep it beside what else it knows of the set.  `seed' tells the random
   numbers of caches apart.  `alloc' is as for cg_sim_init. */
void cg_policy_init(PolicySets* p, const Policy* policy, UInt ways,
                    UWord n_sets, ULong* words, UInt stride, UInt seed,
                    void* (*alloc)(SizeT n_bytes));

/* The word of a set. */
static inline ULong* cg_policy_word(const PolicySets* p, UWord set)
{
   return &p->words[set * p->stride];
}

/* cg_policy_hit for policies without paths; call that instead. */
void cg_policy_hit_no_tree(PolicySets* p, UWord set, UInt way);

/* A hit to `way' of `set'.  Many caches have trees, so these are not worth a
   call. */
static inline void cg_policy_hit(PolicySets* p, UWord set, UInt way)
{
   ULong* word = cg_policy_word(p, set);

   if (p->paths)
      *word = (*word & ~p->paths[way].nodes) | p->paths[way].away;
   else
      cg_policy_hit_no_tree(p, set, way);
}

/* The empty ways of a set.  If there is none, both are the number of ways. */
typedef struct {
   UInt lowest, highest;
} EmptyWays;

/* Returns the way that a new line is to take in `set': an empty one, or the one
   whose line is replaced.  Other ways of the set may then become empty before
   the line comes in. */
UInt cg_policy_choose(PolicySets* p, UWord set, EmptyWays empty);

/* A new line comes into `way' of `set', the one that was chosen.  `was_empty'
   is whether the way is empty now. */
void cg_policy_fill(PolicySets* p, UWord set, UInt way, Bool was_empty);

/* The line in `way' of `set' was removed, and the way is empty now. */
void cg_policy_remove(PolicySets* p, UWord set, UInt way);

#endif /* CG_POLICY_H */
