/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_ways.c: makes the ways of a cache or TLB; see cg_ways.h. */

#include "sim/machine/cg_ways.h"

#define HOST_LINE 8 /* ULongs, of most hosts; it matters for speed only */

/* The number of ULongs that `n' elements of `size' bytes need. */
static UInt words_for(UInt n, SizeT size)
{
   return (n * size + sizeof(ULong) - 1) / sizeof(ULong);
}

/* More bytes than any allocator has: the last page of an address space. */
#define TOO_MANY (-(SizeT)4096)

/* No set is on more lines of the host than it needs.  The size may be too large
   for SizeT if that has 32 bits. */
static ULong* new_blocks(const Ways* w, UWord n_sets,
                         void* (*alloc)(SizeT n_bytes))
{
   SizeT line   = HOST_LINE * sizeof(ULong);
   ULong size   = (ULong)n_sets * w->block_size * sizeof(ULong) + line;
   Addr  memory = (Addr)alloc(size < TOO_MANY ? size : TOO_MANY);

   return (ULong*)((memory + line - 1) & -line);
}

static void mark_unused_digests(const Ways* w, UWord n_sets)
{
   UInt end = w->n_digests * sizeof(WaysDigests);

   for (UWord set = 0; w->ways < end && set < n_sets; set++)
      for (UInt way = w->ways; way < end; way++)
         ((UChar*)&w->blocks[set * w->block_size + 1])[way] = CG_WAYS_NO_DIGEST;
}

void cg_ways_init(Ways* w, const WaysShape* shape,
                  void* (*alloc)(SizeT n_bytes))
{
   UInt  ways    = shape->ways;
   UWord n_sets  = (UWord)shape->slices << shape->set_bits;
   UInt  vectors = (ways + sizeof(WaysDigests) - 1) / sizeof(WaysDigests);
   UInt  digests = vectors * (sizeof(WaysDigests) / sizeof(ULong));
   UInt  names   = words_for(ways, sizeof(UWord));
   UInt  owners  = shape->has_owners ? words_for(ways, sizeof(UInt)) : 0;
   UInt  size    = 1 + digests + names + owners;

   *w = (Ways){
      .ways       = ways,
      .set_mask   = ((UWord)1 << shape->set_bits) - 1,
      .set_bits   = shape->set_bits,
      .slices     = shape->slices,
      .n_digests  = vectors,
      .block_size = (size + HOST_LINE - 1) / HOST_LINE * HOST_LINE,
      .names_at   = 1 + digests,
      .owners_at  = 1 + digests + names,
   };
   w->blocks = new_blocks(w, n_sets, alloc);
   mark_unused_digests(w, n_sets);
   if (shape->policy)
      cg_policy_init(&w->policy, shape->policy, ways, n_sets, w->blocks,
                     w->block_size, shape->seed, alloc);
}
