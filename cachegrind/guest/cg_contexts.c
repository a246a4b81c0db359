/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_contexts.c: the tree of contexts; see cg_contexts.h. */

#include "pub_tool_basics.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_poolalloc.h"

#include "guest/cg_contexts.h"

/* A program of millions of lines has some hundred thousand contexts. */
#define MAX_CONTEXTS (1 << 20)

/* The longest list.  It takes a program that jumps from function to function
   without returning, as some interpreters do, to have longer ones. */
#define MAX_LENGTH 4096

typedef struct {
   VgHashNode header; /* header.key: see callee_key */
   Callee     callee;
} CalleeNode;

typedef struct {
   VgHashNode header; /* header.key: see pair_key */
   Arc        arc;
} ArcNode;

typedef struct {
   VgHashNode header; /* header.key: see pair_key */
   UInt       length; /* of the list, without the root */
   Context    context;
} ContextNode;

/* Valid from cg_contexts_init on. */
static Bool         by_object;
static UInt         n_counts;
static VgHashTable *callees, *arcs, *contexts;
static PoolAlloc *  arc_pool, *context_pool;

static Context* roots; /* the last one; each has the one before as sibling */

/*------------------------------------------------------------*/
/*--- Callees and arcs                                     ---*/
/*------------------------------------------------------------*/

static UWord pair_key(const void* a, const void* b)
{
   return ((UWord)a >> 4) * 31 + ((UWord)b >> 4);
}

static UWord callee_key(const Callee* c)
{
   return pair_key(c->file, c->fn) * 31 + ((UWord)c->object >> 4);
}

static Word is_other_callee(const void* a, const void* b)
{
   const Callee* x = &((const CalleeNode*)a)->callee;
   const Callee* y = &((const CalleeNode*)b)->callee;

   return x->object != y->object || x->file != y->file || x->fn != y->fn;
}

static const Callee* callee_of(const CostCentre* cc)
{
   CalleeNode wanted = {
      .callee = {by_object ? cg_costs_object(cc) : NULL, cc->loc->file,
                 cc->loc->fn},
   };
   CalleeNode* node;

   wanted.header.key = callee_key(&wanted.callee);
   node              = VG_(HT_gen_lookup)(callees, &wanted, is_other_callee);
   if (!node) {
      node  = VG_(malloc)("cg.contexts.callee", sizeof *node);
      *node = wanted;
      VG_(HT_add_node)(callees, node);
   }
   return &node->callee;
}

const Callee* cg_contexts_callee(Addr addr)
{
   return callee_of(cg_costs_centre_at(addr));
}

static Word is_other_arc(const void* a, const void* b)
{
   const Arc* x = &((const ArcNode*)a)->arc;
   const Arc* y = &((const ArcNode*)b)->arc;

   return x->site != y->site || x->callee != y->callee;
}

Arc* cg_contexts_arc(CostCentre* site, Addr addr)
{
   CostCentre*   entry  = cg_costs_centre_at(addr);
   const Callee* callee = callee_of(entry);
   ArcNode       wanted = {
            .header.key = pair_key(site, callee),
            .arc        = {.site = site, .callee = callee, .entry = entry},
   };
   ArcNode* node = VG_(HT_gen_lookup)(arcs, &wanted, is_other_arc);

   if (!node) {
      node  = VG_(allocEltPA)(arc_pool);
      *node = wanted;
      VG_(HT_add_node)(arcs, node);
   }
   return &node->arc;
}

/*------------------------------------------------------------*/
/*--- Contexts                                             ---*/
/*------------------------------------------------------------*/

static ContextNode* node_of(const Context* c)
{
   return (ContextNode*)((UWord)c - __builtin_offsetof(ContextNode, context));
}

static Word is_other_context(const void* a, const void* b)
{
   const Context* x = &((const ContextNode*)a)->context;
   const Context* y = &((const ContextNode*)b)->context;

   return x->parent != y->parent || x->arc != y->arc;
}

static Context* new_context(const ContextNode* header)
{
   ContextNode* node  = VG_(allocEltPA)(context_pool);
   SizeT        bytes = n_counts * sizeof node->context.counts[0];

   VG_(memcpy)(node, header, sizeof *node);
   VG_(memset)(node->context.counts, 0, bytes);
   node->context.list = &node->context;
   return &node->context;
}

static Context* root_of(const Callee* fn, Int signal, UInt thread)
{
   ContextNode header = {
      .context = {.fn = fn, .signal = signal, .thread = thread},
   };
   Context* c = roots;

   while (c && (c->fn != fn || c->signal != signal || c->thread != thread))
      c = c->sibling;
   if (c)
      return c;
   c          = new_context(&header);
   c->sibling = roots;
   roots      = c;
   return c;
}

Context* cg_contexts_root(Addr addr, UInt thread)
{
   return root_of(cg_contexts_callee(addr), 0, thread);
}

Context* cg_contexts_signal(Int signal, UInt thread)
{
   return root_of(NULL, signal, thread);
}

static Bool has_arc(const Context* list, const Arc* arc)
{
   while (list && list->arc != arc)
      list = list->parent;
   return list != NULL;
}

static Bool is_full(const Context* list)
{
   static Bool warned;

   if (VG_(HT_count_nodes)(contexts) < MAX_CONTEXTS
       && node_of(list)->length < MAX_LENGTH)
      return False;
   if (!warned)
      VG_(umsg)("warning: more than %d lists of calls, or %d calls in one: "
                "further ones count for their callers\n",
                MAX_CONTEXTS, MAX_LENGTH);
   warned = True;
   return True;
}

static Context* add_context(Context* list, Arc* arc, UWord key)
{
   ContextNode header = {
      .header.key = key,
      .length     = node_of(list)->length + 1,
      .context    = {.parent = list, .arc = arc, .fn = arc->callee},
   };
   Context* c = new_context(&header);

   if (has_arc(list, arc))
      c->list = list;
   c->sibling  = list->child;
   list->child = c;
   VG_(HT_add_node)(contexts, node_of(c));
   return c;
}

Context* cg_contexts_enter(Context* from, Arc* arc)
{
   Context*    list   = from->list;
   ContextNode wanted = {
      .header.key = pair_key(list, arc),
      .context    = {.parent = list, .arc = arc},
   };
   ContextNode* node = VG_(HT_gen_lookup)(contexts, &wanted, is_other_context);

   if (node)
      return &node->context;
   return is_full(list) ? NULL : add_context(list, arc, wanted.header.key);
}

/*------------------------------------------------------------*/
/*--- Sums                                                 ---*/
/*------------------------------------------------------------*/

/* All arcs, by site and, for each, by the names of the callee. */
static Arc** sorted;
static UInt  n_sorted;

static Int compare_texts(const HChar* a, const HChar* b)
{
   return a == b ? 0 : VG_(strcmp)(a, b);
}

static Int compare_arcs(const void* a, const void* b)
{
   const Arc *x = *(Arc*const*)a, *y = *(Arc*const*)b;
   Int        order;

   if (x->site != y->site)
      return (UWord)x->site < (UWord)y->site ? -1 : 1;
   order = by_object ? compare_texts(x->callee->object, y->callee->object) : 0;
   if (order == 0)
      order = compare_texts(x->callee->file, y->callee->file);
   return order ? order : compare_texts(x->callee->fn, y->callee->fn);
}

static void sort_arcs(void)
{
   ArcNode* node;

   n_sorted = 0;
   sorted   = VG_(realloc)("cg.contexts.sorted", sorted,
                         (VG_(HT_count_nodes)(arcs) + 1) * sizeof *sorted);
   VG_(HT_ResetIter)(arcs);
   while ((node = VG_(HT_Next)(arcs))) {
      Arc*  arc   = &node->arc;
      SizeT bytes = n_counts * sizeof arc->inclusive[0];

      if (!arc->inclusive)
         arc->inclusive = VG_(malloc)("cg.contexts.inclusive", bytes);
      VG_(memset)(arc->inclusive, 0, bytes);
      arc->n_calls       = 0;
      arc->number        = 0;
      sorted[n_sorted++] = arc;
   }
   VG_(ssort)(sorted, n_sorted, sizeof *sorted, compare_arcs);
}

static void add(ULong to[], const ULong from[])
{
   for (UInt i = 0; i < n_counts; i++)
      to[i] += from[i];
}

static Bool are_zero(const ULong counts[])
{
   for (UInt i = 0; i < n_counts; i++)
      if (counts[i] != 0)
         return False;
   return True;
}

static void begin(Context* c, ULong sum[])
{
   c->is_empty = True;
   VG_(memcpy)(sum, c->counts, n_counts * sizeof sum[0]);
   if (c->arc) {
      c->arc->n_calls += c->n_calls;
      c->arc->depth++;
   }
}

static void end(Context* c, ULong sum[])
{
   c->is_empty = c->is_empty && c->n_calls == 0 && are_zero(sum);
   if (c->parent && !c->is_empty)
      c->parent->is_empty = False;
   if (c->arc && --c->arc->depth == 0)
      add(c->arc->inclusive, sum);
   if (c->parent)
      add(sum - n_counts, sum);
}

/* Walk through the contexts below `root'.  `sum' has room for the counts of a
   list's contexts, one behind the other. */
static void add_up_below(Context* root, ULong* sum)
{
   Context* c = root;

   begin(c, sum);
   for (;;) {
      if (c->child) {
         c = c->child;
         begin(c, sum += n_counts);
         continue;
      }
      while (end(c, sum), c != root && !c->sibling) {
         c = c->parent;
         sum -= n_counts;
      }
      if (c == root)
         return;
      c = c->sibling;
      begin(c, sum);
   }
}

void cg_contexts_each(void (*use)(ULong counts[]))
{
   Context* c = roots;

   while (c) {
      use(c->counts);
      if (c->child) {
         c = c->child;
         continue;
      }
      while (c && !c->sibling)
         c = c->parent;
      if (c)
         c = c->sibling;
   }
}

void cg_contexts_add_up(UInt thread)
{
   SizeT  longest = MAX_LENGTH + 2;
   ULong* sums =
      VG_(malloc)("cg.contexts.sums", longest * n_counts * sizeof sums[0]);

   sort_arcs();
   for (Context* c = roots; c; c = c->sibling) {
      c->is_empty = True;
      if (c->thread == thread)
         add_up_below(c, sums);
   }
   VG_(free)(sums);
}

/* The first of the sorted arcs that is not before those from `cc'. */
static UInt first_arc(const CostCentre* cc)
{
   UInt low = 0, high = n_sorted;

   while (low < high) {
      UInt middle = low + (high - low) / 2;

      if ((UWord)sorted[middle]->site < (UWord)cc)
         low = middle + 1;
      else
         high = middle;
   }
   return low;
}

UInt cg_contexts_arcs(const CostCentre* cc, Arc* const** found)
{
   UInt first = first_arc(cc), n = 0;

   while (first + n < n_sorted && sorted[first + n]->site == cc)
      n++;
   *found = &sorted[first];
   return n;
}

static const Context* first_used(const Context* c)
{
   while (c && c->is_empty)
      c = c->sibling;
   return c;
}

const Context* cg_contexts_next(const Context* c, UInt* depth)
{
   const Context* next = first_used(c ? c->child : roots);

   if (next) {
      *depth += c != NULL;
      return next;
   }
   while (c && !(next = first_used(c->sibling))) {
      c = c->parent;
      *depth -= c != NULL;
   }
   return next;
}

void cg_contexts_print_stats(void)
{
   if (contexts)
      VG_(dmsg)(
         " cachegrind: %u calls by line and function, %u lists of them\n",
         VG_(HT_count_nodes)(arcs), VG_(HT_count_nodes)(contexts));
}

void cg_contexts_init(const RunConfig* config)
{
   by_object = config->objects;
   n_counts  = cg_costs_n_counts();
   callees   = VG_(HT_construct)("cg.contexts.callees");
   arcs      = VG_(HT_construct)("cg.contexts.arcs");
   contexts  = VG_(HT_construct)("cg.contexts.contexts");
   arc_pool  = VG_(newPA)(sizeof(ArcNode), 256, VG_(malloc), "cg.contexts.arc",
                         VG_(free));
   context_pool =
      VG_(newPA)(sizeof(ContextNode) + n_counts * sizeof(ULong), 256,
                 VG_(malloc), "cg.contexts.context", VG_(free));
}
