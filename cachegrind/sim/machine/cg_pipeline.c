/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_pipeline.c: when the core of a machine starts instructions, and what it
   waits for; the rules are in cg_pipeline.h. */

#include "sim/machine/cg_pipeline.h"

#define CAUSED(slots) ((ULong)(slots) << CG_PIPELINE_CAUSE_BITS)

static void init_sets(Pipeline* p, const Machine* m,
                      void* (*alloc)(SizeT n_bytes))
{
   const CacheModel* L1D   = &m->caches[LEVEL_L1D];
   UInt              width = m->core.width;

   p->n_sets     = L1D->size / L1D->ways / m->line_size;
   p->free_at    = alloc(p->n_sets * sizeof *p->free_at);
   p->fill       = L1D->fill * width;
   p->fill_dirty = L1D->fill_write * width;
}

void cg_pipeline_init(Pipeline* p, const Machine* m,
                      void* (*alloc)(SizeT n_bytes),
                      void (*waited)(const PipelineLoad* load))
{
   const CacheModel* L1D   = &m->caches[LEVEL_L1D];
   UInt              width = m->core.width;

   *p            = (Pipeline){.window     = m->core.window,
                              .mispredict = m->core.mispredict * width,
                              .waited     = waited,
                              .line_bits  = __builtin_ctz(m->line_size),
                              .tlb_wait   = m->tlb2_latency * width,
                              .walk_wait  = m->walk_latency * width};
   p->scheduler  = m->core.scheduler && m->core.scheduler < p->window
                      ? m->core.scheduler
                      : p->window;
   p->group_bits = __builtin_ctz(CG_PIPELINE_MAX_INSTRUCTIONS);
   while (p->window >> p->group_bits >= CG_PIPELINE_GROUPS - 1)
      p->group_bits++;
   for (RefSource from = FROM_L2; from < N_SOURCES; from++) {
      const CacheModel* c        = &m->caches[LEVEL_L1D + from];
      Bool              is_cache = from < FROM_MEMORY;
      UInt              latency  = is_cache ? c->latency : m->memory_latency;
      UInt              transfer = is_cache ? c->transfer : m->memory_transfer;

      p->transfer[from] = transfer * width;
      if (latency > L1D->latency + transfer)
         p->wait[from] = (latency - L1D->latency - transfer) * width;
   }
   if (L1D->fill > 0)
      init_sets(p, m, alloc);
}

void cg_pipeline_forget(Pipeline* p)
{
   p->start      = p->left;
   p->in_flight  = 0;
   p->busy_until = 0;
   for (UInt i = 0; i < CG_PIPELINE_VALUES; i++)
      p->ready[i] = 0;
   for (UInt i = 0; i < CG_PIPELINE_CAUSES; i++)
      p->lines[i].ready = 0;
   cg_pipeline_forget_blocks(p);
}

void cg_pipeline_forget_blocks(Pipeline* p)
{
   for (UInt i = 0; i < CG_PIPELINE_VALUES; i++)
      p->origins[i] = 0;
   for (UInt i = 0; i < CG_PIPELINE_CAUSES; i++)
      p->loads[i].address.origin = 0;
}

CausedTime cg_pipeline_pass(Pipeline* p, const BlockTimes* times,
                            CausedTime last)
{
   p->parts += times->parts;
   p->start += p->parts / CG_PIPELINE_PARTS;
   p->left += p->parts / CG_PIPELINE_PARTS;
   p->parts %= CG_PIPELINE_PARTS;
   if (times->busy == 0)
      return last;
   if (p->busy_until < p->start)
      p->busy_until = p->start;
   p->busy_until += times->busy;
   if (last >= CAUSED(p->busy_until))
      return last;
   p->why = NULL;
   return CAUSED(p->busy_until);
}

/* An item of a block: that of a result, or one of its terms.  value: which gets
   that result. */
typedef struct {
   UChar kind, cost, value;
   Bool  is_term;
} FoundItem;

static const BlockTimes* times_of(ValueOrigin of)
{
   return (const BlockTimes*)(UWord)(of << (64 - CG_PIPELINE_ITEM_AT)
                                     >> (64 - CG_PIPELINE_ITEM_AT));
}

static const TimesItem* item_of(ValueOrigin of)
{
   return times_of(of)->items + (of >> CG_PIPELINE_ITEM_AT);
}

static FoundItem find_item(const BlockTimes* times, const TimesItem* of)
{
   const TimesItem* item = times->items;
   const TimesItem* more = item + times->more_at;

   while (of > item + item->result.n_terms) {
      item += 1 + item->result.n_terms;
      more++;
   }
   if (of == item)
      return (FoundItem){more->more.kind, more->more.cost, item->result.value,
                         False};
   return (FoundItem){of->term.kind, of->term.cost, item->result.value, True};
}

/* What computed `value', which was there at `ready', pays up to `slots'.
   Returns how much. */
static ULong pay(Pipeline* p, UChar value, CausedTime ready,
                 const TimesItem* item, ULong slots)
{
   ULong paid = p->paid[value].ready == ready ? p->paid[value].slots : 0;
   ULong left = item->term.slots > paid ? item->term.slots - paid : 0;

   if (slots > left)
      slots = left;
   p->paid[value].ready = ready;
   p->paid[value].slots = paid + slots;
   return slots;
}

/* The operations of a chain, the last one first. */
#define MAX_CHAIN ((CG_PIPELINE_MAX_LOST - 1) / 2)
typedef struct {
   UInt       n;
   ComputedAt at[MAX_CHAIN];
} Chain;

/* The chain that ends with a value.  Its first operation is from a value that
   has been computed anew since, as in a loop, or there are more than fit.
   What begins with a block or a late load is none. */
static void find_chain(const Pipeline* p, ComputedAt last, Chain* chain)
{
   chain->n = 0;
   while (last.origin) {
      const TimesItem* item = item_of(last.origin);

      if (!find_item(times_of(last.origin), item).is_term
          || item->term.value >= CG_PIPELINE_START)
         break;
      chain->at[chain->n++] = last;
      last.ready -= CAUSED(item->term.slots);
      if (chain->n == MAX_CHAIN || p->ready[item->term.value] != last.ready)
         return;
      last.origin = p->origins[item->term.value];
   }
   chain->n = 0;
}

/* The operations of the chain that ends with `last' pay for `slots'.  Adds to
   lost[], of which there are *n, and returns what is left. */
static ULong charge_chain(Pipeline* p, ComputedAt last, ULong slots,
                          LostSlots lost[], UInt* n)
{
   Chain chain;

   find_chain(p, last, &chain);
   for (UInt i = 0; i < chain.n && slots > 0; i++) {
      const ComputedAt* at    = &chain.at[i];
      const BlockTimes* times = times_of(at->origin);
      const TimesItem*  item  = item_of(at->origin);
      FoundItem         found = find_item(times, item);
      ULong             pays  = pay(p, found.value, at->ready, item, slots);

      if (pays == 0)
         continue;
      lost[(*n)++] = (LostSlots){pays, times, found.kind, found.cost};
      slots -= pays;
   }
   return slots;
}

/* The core waits `slots' for late load `cause'. */
static void wait_for(Pipeline* p, UInt cause, ULong slots)
{
   const PipelineLoad* load   = &p->loads[cause].load;
   Long*               credit = &p->credit[load->source];

   p->loads[cause].paid += slots;
   *credit += slots;
   if (p->loads[cause].told || 2 * *credit < (Long)load->slots)
      return;
   *credit -= load->slots;
   p->loads[cause].told = True;
   p->waited(load);
}

/* Late load `cause', if it is one of a chain, pays for `slots', then those from
   which its address comes.  Returns what is left. */
static ULong charge_loads(Pipeline* p, UInt cause, ULong slots)
{
   for (UInt n = 0; n < MAX_CHAIN && slots > 0 && p->loads[cause].parent; n++) {
      UInt  all = p->loads[cause].load.slots, paid = p->loads[cause].paid;
      ULong pays = all > paid ? all - paid : 0;

      if (pays > slots)
         pays = slots;
      if (pays > 0)
         wait_for(p, cause, pays);
      slots -= pays;
      cause = p->loads[cause].parent;
   }
   return slots;
}

/* The last instruction leaves at `time'.  Sets *waits to the slots that the
   core waits for the late load that this is from, and returns those that are
   lost besides. */
static ULong leave(Pipeline* p, CausedTime time, ULong* waits)
{
   UInt  cause = time % CG_PIPELINE_CAUSES;
   ULong from = p->left, until = time >> CG_PIPELINE_CAUSE_BITS, there;

   *waits = 0;
   if (until <= from)
      return 0;
   p->left                  = until;
   p->groups[p->group].left = until;
   if (cause == 0)
      return until - from;
   there = p->loads[cause].ready;
   if (there > until)
      there = until;
   if (there <= from)
      return until - from;
   *waits = there - from;
   return until - there;
}

/* The core waits `slots' for the late load that `time' is from, or for what its
   address comes from.  As charge_chain. */
static void charge_late(Pipeline* p, UInt cause, ULong slots, LostSlots lost[],
                        UInt* n)
{
   if (slots == 0)
      return;
   if (p->loads[cause].parent)
      slots = charge_loads(p, p->loads[cause].parent, slots);
   else
      slots = charge_chain(p, p->loads[cause].address, slots, lost, n);
   if (slots > 0)
      wait_for(p, cause, slots);
}

/* Whether `time' is soon after the late load that it is from. */
static Bool follows_load(const Pipeline* p, CausedTime time)
{
   UInt cause = time % CG_PIPELINE_CAUSES;

   return cause != 0
          && (time >> CG_PIPELINE_CAUSE_BITS)
                < p->loads[cause].ready + p->loads[cause].load.slots;
}

/* Whether only a chain waits for such an operation; others take long by
   themselves, or wait for a pointer. */
static Bool is_of_chains(LostKind kind)
{
   return kind == LOST_FP || kind == LOST_MULTIPLICATION || kind == LOST_LOAD;
}

/* What older operations do not pay. */
static LostSlots charge_own(Pipeline* p, const BlockTimes* times,
                            CausedTime last, ULong slots, LostSlots lost[],
                            UInt* n)
{
   LostSlots own = {slots, times, times->busy_kind, times->busy_cost};
   FoundItem found;

   if (!p->why)
      return own;
   found    = find_item(times, p->why);
   own.kind = found.kind;
   own.cost = found.cost;
   if (follows_load(p, last)) {
      own.kind  = LOST_SIMPLE;
      own.slots = charge_loads(p, last % CG_PIPELINE_CAUSES, slots);
   } else if (found.is_term)
      own.slots = charge_chain(
         p, (ComputedAt){p->before, last - CAUSED(p->why->term.slots)}, slots,
         lost, n);
   if (own.slots == slots && is_of_chains(own.kind))
      own.kind = LOST_SIMPLE;
   pay(p, found.value, last, p->why, own.slots);
   return own;
}

UInt cg_pipeline_wait(Pipeline* p, const BlockTimes* times, CausedTime last,
                      LostSlots lost[])
{
   ULong     waits, slots = leave(p, last, &waits);
   UInt      n = 0;
   LostSlots own;

   charge_late(p, last % CG_PIPELINE_CAUSES, waits, lost, &n);
   own       = charge_own(p, times, last, slots, lost, &n);
   lost[n++] = own;
   return n;
}

/* How long the caches pass the line up. */
static UInt transfer_from(const Pipeline* p, UInt source)
{
   return p->free_at ? p->transfer[source] : 0;
}

/* When the address of reference `i' is there; *from: the value that it is from,
   if it is from one. */
static CausedTime address_time(const Pipeline* p, const BlockTimes* times,
                               UInt i, ComputedAt* from)
{
   const TimesItem* item = times->items;
   CausedTime       time = CAUSED(p->start);
   UInt             n_terms;

   for (i += times->n_results; i > 0; i--)
      item += 1 + item->result.n_terms;
   n_terms = item->result.n_terms;
   for (item++; n_terms > 0; n_terms--, item++) {
      CausedTime ready = p->ready[item->term.value];

      if (ready + CAUSED(item->term.slots) <= time)
         continue;
      time  = ready + CAUSED(item->term.slots);
      *from = (ComputedAt){p->origins[item->term.value], ready};
   }
   return time;
}

/* Behind what is ahead of the last instruction that left. */
static ULong wait_for_set(Pipeline* p, Addr addr, Bool replaces_dirty)
{
   ULong* free_at = &p->free_at[(addr >> p->line_bits) % p->n_sets];
   ULong  now     = p->left;
   ULong  begin   = *free_at > now ? *free_at : now;
   ULong  wait    = begin > now + p->window ? begin - (now + p->window) : 0;

   *free_at = begin + (replaces_dirty ? p->fill_dirty : p->fill);
   p->left += wait;
   return wait;
}

/* The load of `line' takes `slots' more than a hit, from `begin' on.  Its
   address is from a late load, `parent', or from a value.  Returns when it is
   there. */
static CausedTime add_late(Pipeline* p, Addr line, ULong begin, UInt slots,
                           UInt parent, const ComputedAt* address,
                           const PipelineLoad* load)
{
   ULong      ready = begin + slots;
   UInt       cause = p->last_load % (CG_PIPELINE_CAUSES - 1) + 1;
   CausedTime time  = CAUSED(ready) | cause;

   p->last_load               = cause;
   p->loads[cause].ready      = ready;
   p->loads[cause].load       = *load;
   p->loads[cause].load.slots = slots;
   p->loads[cause].paid       = 0;
   p->loads[cause].told       = False;
   p->loads[cause].parent     = parent;
   p->loads[cause].address    = *address;

   p->lines[line % CG_PIPELINE_CAUSES].line  = line;
   p->lines[line % CG_PIPELINE_CAUSES].ready = time;
   if (p->in_flight < ready)
      p->in_flight = ready;
   return time;
}

PipelineRef cg_pipeline_ref(Pipeline* p, const BlockTimes* times, UInt i,
                            RefKind kind, Addr addr, const PipelineLoad* load)
{
   ComputedAt from         = {.ready = 0};
   CausedTime address      = address_time(p, times, i, &from);
   UInt       parent       = address % CG_PIPELINE_CAUSES;
   Bool       is_dependent = parent != 0;
   ULong      begin        = address >> CG_PIPELINE_CAUSE_BITS;
   Addr       line         = addr >> p->line_bits;
   UInt       transfer     = transfer_from(p, load->source);
   UInt       slots = p->wait[load->source] + (load->tlb_miss ? p->tlb_wait : 0)
                + (load->page_walk ? p->walk_wait : 0);
   PipelineRef ref = {0};

   /* Nothing queues behind what comes from a late load. */
   if (p->free_at && load->source != FROM_L1 && !is_dependent)
      ref.wait = wait_for_set(p, addr, load->replaces_dirty);
   p->left += transfer;
   if (kind == REF_WRITE || i >= CG_PIPELINE_MAX_LOADS)
      return ref;
   if (slots > 0) {
      p->ready[CG_PIPELINE_LOADS + i] = add_late(
         p, line, begin + ref.wait + transfer, slots, parent, &from, load);
      ref.is_late      = True;
      ref.is_dependent = is_dependent;
   } else if (p->lines[line % CG_PIPELINE_CAUSES].line == line)
      p->ready[CG_PIPELINE_LOADS + i] =
         p->lines[line % CG_PIPELINE_CAUSES].ready;
   return ref;
}

/* What comes from the late load that a mispredicted branch waited for still
   does after that, as in the search of a tree: the branch asks whether the next
   node is the left one, and its address is in the same late line. */
static void keep_cause(Pipeline* p, UInt cause)
{
   CausedTime now = CAUSED(p->start) | cause;

   for (UInt i = 0; cause != 0 && i < CG_PIPELINE_VALUES; i++)
      if (p->ready[i] % CG_PIPELINE_CAUSES == cause && p->ready[i] < now)
         p->ready[i] = now;
}

ULong cg_pipeline_mispredicted(Pipeline* p)
{
   CausedTime branch = p->ready[CG_PIPELINE_BRANCH];
   ULong      waits, found = branch >> CG_PIPELINE_CAUSE_BITS;
   ULong      lost = leave(p, branch, &waits);

   if (waits > 0)
      wait_for(p, branch % CG_PIPELINE_CAUSES, waits);
   p->start = (p->start < found ? found : p->start) + p->mispredict;
   p->left += p->mispredict;
   keep_cause(p, branch % CG_PIPELINE_CAUSES);
   if (p->left >= p->start)
      return lost;
   lost += p->start - p->left;
   p->left = p->start;
   return lost;
}
