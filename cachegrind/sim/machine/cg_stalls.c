/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_stalls.c: how long the core of a machine stalls because data references
   miss in L1D; the rules are in cg_stalls.h. */

#include "sim/machine/cg_stalls.h"

static void init_sets(Stalls* s, const Machine* m,
                      void* (*alloc)(SizeT n_bytes))
{
   const CacheModel* L1D   = &m->caches[LEVEL_L1D];
   UInt              width = m->core.width;

   s->n_sets           = L1D->size / L1D->ways / m->line_size;
   s->free_at          = alloc(s->n_sets * sizeof *s->free_at);
   s->fill[REF_READ]   = L1D->fill * width;
   s->fill[REF_WRITE]  = L1D->fill_write * width;
   s->fill[REF_MODIFY] = s->fill[REF_WRITE];
}

void cg_stalls_init(Stalls* s, const Machine* m, void* (*alloc)(SizeT n_bytes),
                    void (*stalled)(const StallLoad* load))
{
   const CacheModel* L1D   = &m->caches[LEVEL_L1D];
   UInt              width = m->core.width;

   *s = (Stalls){.window    = m->core.window,
                 .stalled   = stalled,
                 .line_bits = __builtin_ctz(m->line_size),
                 .tlb_wait  = m->tlb2_latency * width,
                 .walk_wait = m->walk_latency * width};
   for (RefSource from = FROM_L2; from < N_SOURCES; from++) {
      const CacheModel* c        = &m->caches[LEVEL_L1D + from];
      Bool              is_cache = from < FROM_MEMORY;
      UInt              latency  = is_cache ? c->latency : m->memory_latency;
      UInt              transfer = is_cache ? c->transfer : m->memory_transfer;

      s->transfer[from] = transfer * width;
      if (latency > L1D->latency + transfer)
         s->wait[from] = (latency - L1D->latency - transfer) * width;
   }
   if (L1D->fill > 0)
      init_sets(s, m, alloc);
}

/* The core waits `slots' for `load'. */
static void stall(Stalls* s, const StallLoad* load, ULong slots)
{
   Long* credit = &s->credit[load->source];

   s->ahead += slots;
   *credit += slots;
   if (2 * *credit < (Long)load->slots)
      return;
   *credit -= load->slots;
   s->stalled(load);
}

/* The core, at instruction `at', needs `v'. */
static void wait_until(Stalls* s, const LateValue* v, ULong at)
{
   ULong now = at + s->ahead;

   if (v->ready > now)
      stall(s, &v->load, v->ready - now);
}

static void end_first_load(Stalls* s, ULong at)
{
   UInt i = s->first_load;

   s->first_load = (i + 1) % CG_STALLS_MAX_LOADS;
   s->n_loads--;
   wait_until(s, &s->loads[i].value, at);
}

/* The core comes to instruction `at'.  Returns the time. */
static ULong advance(Stalls* s, ULong at)
{
   while (s->n_loads > 0 && s->loads[s->first_load].limit <= at)
      end_first_load(s, s->loads[s->first_load].limit);
   return at + s->ahead;
}

static void remove_ready(Stalls* s, ULong now)
{
   for (Origins rest = s->late; rest; rest &= rest - 1) {
      UInt i = __builtin_ctzll(rest);

      if (s->values[i].ready <= now)
         s->late &= ~(1ULL << i);
   }
}

/* The one of these origins that is there last; NULL: none is late now. */
static const LateValue* last_of(const Stalls* s, Origins from, ULong now)
{
   const LateValue* last = NULL;

   for (Origins rest = from & s->late; rest; rest &= rest - 1) {
      const LateValue* v = &s->values[__builtin_ctzll(rest)];

      if (v->ready > (last ? last->ready : now))
         last = v;
   }
   return last;
}

/* How long the caches pass the line up. */
static UInt transfer_from(const Stalls* s, UInt source)
{
   return s->free_at ? s->transfer[source] : 0;
}

static void add_load(Stalls* s, const LateValue* v, Addr line, ULong at)
{
   UInt next;

   if (s->n_loads == CG_STALLS_MAX_LOADS)
      end_first_load(s, at);
   next                 = (s->first_load + s->n_loads++) % CG_STALLS_MAX_LOADS;
   s->loads[next].limit = at + s->window;
   s->loads[next].value = *v;
   s->lines[line % CG_STALLS_MAX_LOADS].line  = line;
   s->lines[line % CG_STALLS_MAX_LOADS].value = *v;
}

/* Set *v to the result of a load that hits, and return True; return False if it
   is not late. */
static Bool hit(const Stalls* s, const LateValue* from, ULong begin, Addr line,
                LateValue* v)
{
   UInt i = line % CG_STALLS_MAX_LOADS;

   if (s->lines[i].line == line && s->lines[i].value.ready > begin)
      *v = s->lines[i].value;
   else if (from)
      *v = *from;
   return from || v->ready > begin;
}

/* Reference `i' loads from `line', and begins at `begin', when `from' is there,
   if it is not NULL. */
static void load_late(Stalls* s, UInt i, const LateValue* from, ULong begin,
                      Addr line, const StallLoad* load, ULong at)
{
   LateValue v     = {.ready = begin, .load = *load};
   UInt      slots = s->wait[load->source] + (load->tlb_miss ? s->tlb_wait : 0)
                + (load->page_walk ? s->walk_wait : 0);

   if (slots > 0) {
      v.ready += transfer_from(s, load->source) + slots;
      v.load.slots = slots;
      add_load(s, &v, line, at);
   } else if (!hit(s, from, begin, line, &v)) {
      return;
   }
   s->late |= cg_stalls_origin(i);
   s->values[(CG_STALLS_REFS + i) % CG_STALLS_ORIGINS] = v;
}

static ULong wait_for_set(Stalls* s, RefKind kind, RefSource source, Addr addr,
                          ULong now)
{
   ULong* free_at = &s->free_at[(addr >> s->line_bits) % s->n_sets];
   ULong  begin   = *free_at > now ? *free_at : now;
   ULong  wait    = begin > now + s->window ? begin - (now + s->window) : 0;

   *free_at = begin + s->fill[kind];
   s->ahead += wait;
   return wait;
}

ULong cg_stalls_ref(Stalls* s, UInt i, RefKind kind, Addr addr, Origins from,
                    const StallLoad* load, ULong at)
{
   const LateValue* last;
   ULong            now = advance(s, at), begin, wait = 0;

   last  = last_of(s, from, now);
   begin = last ? last->ready : now;
   if (s->free_at && load->source != FROM_L1 && !last)
      wait = wait_for_set(s, kind, load->source, addr, begin);
   s->ahead += transfer_from(s, load->source);
   if (kind != REF_WRITE)
      load_late(s, i, last, begin + wait, addr >> s->line_bits, load, at);
   return wait;
}

void cg_stalls_begin_block(Stalls* s, ULong at)
{
   LateValue values[CG_STALLS_MAX_FLOWS];
   Origins   late = 0, changed = ~0ULL << CG_STALLS_REFS;
   ULong     now = advance(s, at);

   remove_ready(s, now);
   /* All are computed from what there was at the start of the block before. */
   for (UInt i = 0; i < s->n_flows; i++) {
      const LateValue* last = last_of(s, s->flows[i].from, now);

      changed |= 1ULL << s->flows[i].reg;
      if (last) {
         late |= 1ULL << s->flows[i].reg;
         values[i] = *last;
      }
   }
   s->late = (s->late & ~changed) | late;
   for (UInt i = 0; i < s->n_flows; i++)
      if (late >> s->flows[i].reg & 1)
         s->values[s->flows[i].reg] = values[i];
   s->n_flows = 0;
}

void cg_stalls_end_segment(Stalls* s, const Flow flows[], UInt n_flows,
                           Origins branch, ULong at)
{
   const LateValue* last;

   Origins used = 0;
   ULong   now  = advance(s, at);
   for (UInt i = 0; i < n_flows; i++)
      used |= flows[i].from | 1ULL << flows[i].reg;
   s->flows        = flows;
   s->n_flows      = s->late & used ? n_flows : 0;
   last            = last_of(s, branch, now);
   s->branch.ready = 0;
   if (last)
      s->branch = *last;
   last     = last_of(s, s->late, now);
   s->until = last ? last->ready - s->ahead : 0;
}

void cg_stalls_mispredicted(Stalls* s, ULong at)
{
   /* Those that are there by then: each for its own time. */
   while (s->n_loads > 0
          && s->loads[s->first_load].value.ready <= s->branch.ready)
      end_first_load(s, at);
   wait_until(s, &s->branch, at);
   s->branch.ready = 0;
}

void cg_stalls_forget(Stalls* s)
{
   s->late         = 0;
   s->until        = 0;
   s->n_flows      = 0;
   s->n_loads      = 0;
   s->branch.ready = 0;
   for (UInt i = 0; i < CG_STALLS_MAX_LOADS; i++)
      s->lines[i].value.ready = 0;
}
