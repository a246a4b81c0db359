/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_ways.h: the ways of one set-associative cache or TLB: which line or page
   is in which way, and which way the next one takes.

   A set is a block of memory, so that a search needs few lines of the host's
   caches and one of its pages:

      policy's word | digests, a byte a way | names | owners

   A line has a name: its address, whose lowest bits are free because a line has
   16 bytes or more, and NAME_VALID.  A page in a TLB has one, too.

   A search compares the digests of 16 ways at once, and the names of only those
   ways whose digests are equal.  So it seldom needs the names of other lines,
   and the host has nothing to guess: which of the ways it is costs no branch. A
   line's digest has the highest bit set.  An empty way has 0.  The bytes after
   the last way, up to a multiple of 16, have NO_DIGEST, which is neither.

   This module calls neither Valgrind nor the C library. */

#ifndef CG_WAYS_H
#define CG_WAYS_H

#include "sim/machine/cg_policy.h"
#include "sim/types.h"

#define CG_WAYS_INLINE inline __attribute__((always_inline))

#define CG_WAYS_VALID 1 /* in each name */
#define CG_WAYS_HUGE  2 /* in the name of a page of 2 MiB */
#define CG_WAYS_DIRTY 4 /* in the name of a line that has an owner */
#define CG_WAYS_FRESH 8 /* in that of a prefetched line, until it is used */
#define CG_WAYS_MARKS (CG_WAYS_DIRTY | CG_WAYS_FRESH)

#define CG_WAYS_ABSENT (~0u)

#define CG_WAYS_DIGEST_BIT 0x80
#define CG_WAYS_NO_DIGEST  1
#define CG_WAYS_EACH_BYTE  0x0101010101010101ULL

/* Sizes and offsets of blocks are in ULong. */
typedef struct {
   UInt       ways;     /* 0: there is no such cache */
   UWord      set_mask; /* number of sets per slice - 1 */
   UInt       set_bits; /* log2 of that number */
   UInt       slices;
   UInt       n_digests; /* vectors of them */
   UInt       block_size, names_at, owners_at;
   ULong*     blocks; /* by set */
   PolicySets policy;
} Ways;

/* A line or page, and where to look for it. */
typedef struct {
   UWord  set;
   ULong* block; /* of that set */
   UWord  name;
   ULong  digest; /* in each byte */
} WaysKey;

typedef UChar WaysDigests __attribute__((vector_size(16)));

/* What to make of a Ways.  Without a policy, the caller knows the victims. */
typedef struct {
   UInt          ways, slices, set_bits;
   const Policy* policy; /* NULL: none */
   Bool          has_owners;
   UInt          seed; /* as for cg_policy_init */
} WaysShape;

/* Initialise a cache with empty ways.  `alloc' is as for cg_sim_init. */
void cg_ways_init(Ways* w, const WaysShape* shape,
                  void* (*alloc)(SizeT n_bytes));

/* The slice of a line, from the bits of its number above the set's. */
static inline UWord cg_ways_slice(const Ways* w, UWord high_bits)
{
   UWord folded = 0;

   for (; high_bits; high_bits >>= 16)
      folded ^= high_bits & 0xFFFF;
   return (UInt)folded % w->slices;
}

/* Where to look for the line or page `number' with that name.  The highest bits
   of the product depend on all bits of the number; the factor is 2^64 / the
   golden ratio. */
static CG_WAYS_INLINE WaysKey cg_ways_key(const Ways* w, UWord number,
                                          UWord name)
{
   UWord set = number & w->set_mask;

   if (UNLIKELY(w->slices > 1))
      set |= cg_ways_slice(w, number >> w->set_bits) << w->set_bits;
   return (WaysKey){
      .set    = set,
      .block  = w->blocks + set * w->block_size,
      .name   = name,
      .digest = CG_WAYS_EACH_BYTE
                * (CG_WAYS_DIGEST_BIT | number * 0x9E3779B97F4A7C15ULL >> 57)};
}

/* The names of a set, by way; 0 is an empty way. */
static CG_WAYS_INLINE UWord* cg_ways_names(const Ways* w, const WaysKey* k)
{
   return (UWord*)(k->block + w->names_at);
}

/* Returns who made the line in `way' dirty, whose name is `name'; 0: it is
   clean.  Most lines are, and then the owner is not read. */
static CG_WAYS_INLINE UInt cg_ways_owner(const Ways* w, const WaysKey* k,
                                         UInt way, UWord name)
{
   return name & CG_WAYS_DIRTY ? ((UInt*)(k->block + w->owners_at))[way] : 0;
}

/* `owner', which is not 0, made the line in `way' dirty. */
static CG_WAYS_INLINE void cg_ways_make_dirty(const Ways* w, const WaysKey* k,
                                              UInt way, UInt owner)
{
   cg_ways_names(w, k)[way] |= CG_WAYS_DIRTY;
   ((UInt*)(k->block + w->owners_at))[way] = owner;
}

/* Ask the host for what a search needs that finds nothing. */
static CG_WAYS_INLINE void cg_ways_prefetch(const WaysKey* k)
{
   __builtin_prefetch(k->block);
}

/* Ask the host for all that is known of a set. */
static CG_WAYS_INLINE void cg_ways_prefetch_set(const Ways* w, const WaysKey* k)
{
   for (UInt at = 0; at < w->block_size; at += 8)
      __builtin_prefetch(k->block + at);
}

/* Returns bit `w' for each way 16 * i + w that has the digest in each byte of
   `digest'.  From a single byte, compilers make a vector by way of memory, for
   which hosts wait. */
static CG_WAYS_INLINE UInt cg_ways_with(const WaysKey* k, UInt i, ULong digest)
{
   typedef ULong       Words __attribute__((vector_size(16)));
   typedef WaysDigests Unaligned
      __attribute__((aligned(sizeof(ULong)), may_alias));
   const Unaligned* digests = (const Unaligned*)&k->block[1 + 2 * i];
   WaysDigests      same =
      (WaysDigests)(*digests == (WaysDigests)(Words){digest, digest});

#ifdef __SSE2__
   return (UInt)__builtin_ia32_pmovmskb128(
      (char __attribute__((vector_size(16))))same);
#else
   /* The product has the lowest bits of all bytes side by side. */
   Words bits = ((Words)same & CG_WAYS_EACH_BYTE) * 0x0102040810204080ULL >> 56;

   return (UInt)(bits[0] | bits[1] << 8);
#endif
}

/* Returns the way of the line or page, or CG_WAYS_ABSENT. */
static CG_WAYS_INLINE UInt cg_ways_search(const Ways* w, const WaysKey* k)
{
   const UWord* names = cg_ways_names(w, k);

   for (UInt i = 0; i < w->n_digests; i++)
      for (UInt same = cg_ways_with(k, i, k->digest); same; same &= same - 1) {
         UInt way = 16 * i + (UInt)__builtin_ctz(same);

         if (LIKELY((names[way] & ~(UWord)CG_WAYS_MARKS) == k->name))
            return way;
      }
   return CG_WAYS_ABSENT;
}

/* Returns the empty ways of a set. */
static CG_WAYS_INLINE EmptyWays cg_ways_empty(const Ways* w, const WaysKey* k)
{
   EmptyWays empty = {w->ways, w->ways};

   for (UInt i = w->n_digests; i-- > 0;) {
      UInt ways = cg_ways_with(k, i, 0);

      if (LIKELY(ways == 0))
         continue;
      empty.lowest = 16 * i + (UInt)__builtin_ctz(ways);
      if (empty.highest == w->ways)
         empty.highest = 16 * i + 31 - (UInt)__builtin_clz(ways);
   }
   return empty;
}

static CG_WAYS_INLINE void cg_ways_set_digest(const WaysKey* k, UInt way,
                                              ULong digest)
{
   ((UChar*)&k->block[1])[way] = (UChar)digest;
}

/* Returns the way that the line or page, which is not there, is to take.  The
   cache has a policy. */
static inline UInt cg_ways_choose(Ways* w, const WaysKey* k)
{
   return cg_policy_choose(&w->policy, k->set, cg_ways_empty(w, k));
}

/* Put the line or page into the way that was chosen for it.  Returns the name
   that was there, perhaps with CG_WAYS_MARKS; 0: the way was empty. */
static CG_WAYS_INLINE UWord cg_ways_fill(Ways* w, const WaysKey* k, UInt way)
{
   UWord* name     = &cg_ways_names(w, k)[way];
   UWord  replaced = *name;

   if (w->policy.words)
      cg_policy_fill(&w->policy, k->set, way, replaced == 0);
   *name = k->name;
   cg_ways_set_digest(k, way, k->digest);
   return replaced;
}

/* The line or page in `way' was used. */
static CG_WAYS_INLINE void cg_ways_hit(Ways* w, const WaysKey* k, UInt way)
{
   if (w->policy.words)
      cg_policy_hit(&w->policy, k->set, way);
}

/* Remove the line or page in `way'. */
static CG_WAYS_INLINE void cg_ways_remove(Ways* w, const WaysKey* k, UInt way)
{
   cg_ways_names(w, k)[way] = 0;
   cg_ways_set_digest(k, way, 0);
   if (w->policy.words)
      cg_policy_remove(&w->policy, k->set, way);
}

#endif /* CG_WAYS_H */
