/* SPDX-License-Identifier: GPL-2.0-or-later */
/* charges.c: see charges.h. */

#include <math.h>
#include <string.h>

#include "report/allocators.h"
#include "report/charges.h"
#include "lib/message.h"

/* By event, in one block of memory. */
typedef struct {
   double* all;  /* what a function costs in its contexts */
   double* left; /* what of it no own line pays */
   double* kept;
} Shares;

struct Charges {
   const Costs*     costs;
   const Inlining*  inlining;
   const GPtrArray* own; /* directories */
   guint            n;   /* events */
   GHashTable* is_own; /* const Function*: 1 or 2, if it is own; once for each,
                          because its names can be long */
   GHashTable* shares; /* Shares*, by const Function*: not of own ones */
   GHashTable* lines;  /* Lines*, by const Function* that pays */
};

/*------------------------------------------------------------*/
/*--- Whose code it is                                     ---*/
/*------------------------------------------------------------*/

/* Whether the compiler has usually written a function: #[derive(Clone)]. */
static gboolean is_derived(const Function* function)
{
   return g_str_has_prefix(function->name, "<")
          && g_str_has_suffix(function->name, " as core::clone::Clone>::clone");
}

static gboolean find_own(const Charges* charges, const Function* function)
{
   if (is_derived(function))
      return FALSE;
   for (guint i = 0; i < charges->own->len; i++)
      if (g_str_has_prefix(function->file->name, charges->own->pdata[i]))
         return TRUE;
   return charges->own->len == 0 && strcmp(function->file->name, "???") != 0
          && !function->file->is_system && !costs_is_of_system(function);
}

static gboolean is_own(const Charges* charges, const Function* function)
{
   guint known =
      GPOINTER_TO_UINT(g_hash_table_lookup(charges->is_own, function));

   if (known == 0) {
      known = find_own(charges, function) ? 2 : 1;
      g_hash_table_insert(charges->is_own, (gpointer)function,
                          GUINT_TO_POINTER(known));
   }
   return known == 2;
}

/* An AllocatorsIsOwn. */
static gboolean is_own_function(const Function* function, gpointer charges)
{
   return is_own(charges, function);
}

/* For g_hash_table_foreach(). */
static void disown(gpointer function, gpointer unused, gpointer charges)
{
   g_hash_table_insert(((const Charges*)charges)->is_own, function,
                       GUINT_TO_POINTER(1));
}

/* Functions that only allocate are not own. */
static void disown_allocators(Charges* charges, const double* weights)
{
   GHashTable* allocators = allocators_find(
      charges->costs->contexts, weights, charges->n, is_own_function, charges);

   g_hash_table_foreach(allocators, disown, charges);
   g_hash_table_destroy(allocators);
}

/* Where a context's cost counts. */
typedef struct {
   const Function* function; /* NULL: where it is */
   guint64         line;
   const Function* called;
} Payer;

/* Returns what pays for a context, if it is the call that leads to `c'. */
static Payer payer_at(const Charges* charges, const Context* c)
{
   const Context* parent = c->parent;
   Payer          payer  = {.called = c->function};

   if (is_own(charges, c->caller))
      return (Payer){c->caller, c->call->caller.line, c->function};
   if (!parent || !parent->call || !is_own(charges, parent->function)
       || !costs_have_one_name(parent->function, c->caller))
      return payer;
   payer.function = parent->function;
   payer.line     = parent->call->target.line;
   return payer;
}

/* Returns what pays for a context.  `payers' has what would pay for each of its
   parents if they were not own, by depth; the context is added. */
static Payer payer_of(const Charges* charges, GArray* payers, const Context* c,
                      guint depth)
{
   Payer payer = {0};

   if (c->call)
      payer = payer_at(charges, c);
   if (!payer.function && depth > 0)
      payer = g_array_index(payers, Payer, depth - 1);
   g_array_set_size(payers, depth);
   g_array_append_val(payers, payer);
   return is_own(charges, c->function) ? (Payer){0} : payer;
}

/*------------------------------------------------------------*/
/*--- Charging                                             ---*/
/*------------------------------------------------------------*/

static void free_shares(gpointer data)
{
   Shares* shares = data;

   g_free(shares->all);
   g_free(shares);
}

static void free_lines(gpointer lines)
{
   lines_free(lines);
   g_free(lines);
}

static Shares* shares_for(const Charges* charges, const Function* function)
{
   Shares* shares = g_hash_table_lookup(charges->shares, function);

   if (!shares) {
      shares       = g_new(Shares, 1);
      shares->all  = g_new0(double, 3 * charges->n);
      shares->left = shares->all + charges->n;
      shares->kept = shares->all + 2 * charges->n;
      g_hash_table_insert(charges->shares, (gpointer)function, shares);
   }
   return shares;
}

static Lines* lines_for(const Charges* charges, const Function* function)
{
   Lines* lines = g_hash_table_lookup(charges->lines, function);

   if (!lines) {
      lines = g_new0(Lines, 1);
      g_hash_table_insert(charges->lines, (gpointer)function, lines);
   }
   return lines;
}

/* Sets counts to what of a context counts in its function: all of an object of
   the system, and else not the own functions that were inlined into it. */
static void set_to_context(const Charges* charges, const Context* c,
                           Count* counts)
{
   const double* content =
      costs_is_of_system(c->function)
         ? NULL
         : inlining_content(charges->inlining, c->function);

   for (guint i = 0; i < charges->n; i++) {
      counts[i] = c->counts[i];
      if (content && counts[i] != COUNT_NONE)
         counts[i] = llround(counts[i] * content[i]);
   }
}

typedef struct {
   const Charges* charges;
   GArray*        payers; /* Payer; see payer_of() */
   Count*         counts; /* of a context */
} Charging;

/* A ContextFunc. */
static void charge(Context* c, guint depth, gpointer data)
{
   const Charging* charging = data;
   const Charges*  charges  = charging->charges;
   Payer           payer    = payer_of(charges, charging->payers, c, depth);

   if (is_own(charges, c->function) || (c->call && c->call->inlined))
      return;
   Shares* shares = shares_for(charges, c->function);
   set_to_context(charges, c, charging->counts);
   count_add_sizes(shares->all, charging->counts, charges->n);
   if (!payer.function) {
      count_add_sizes(shares->left, charging->counts, charges->n);
      return;
   }

   Lines* lines = lines_for(charges, payer.function);
   lines_rewind(lines);
   if (lines_add(lines, charges->n, (Position){.line = payer.line},
                 charging->counts)
       >= 0)
      costs_fail_full(payer.function);
}

/* For g_hash_table_foreach(). */
static void set_kept(gpointer function, gpointer value, gpointer data)
{
   const Charges* charges = data;
   const Shares*  shares  = value;

   for (guint i = 0; i < charges->n; i++)
      shares->kept[i] =
         shares->all[i] > 0 ? shares->left[i] / shares->all[i] : 1;
}

/* For g_hash_table_foreach(). */
static void sort_charged(gpointer function, gpointer lines, gpointer data)
{
   if (lines_sort(lines, ((const Charges*)data)->n) >= 0)
      costs_fail_full(function);
}

Charges* charges_new(const Costs* costs, const Inlining* inlining,
                     const double* weights, const GPtrArray* own)
{
   if (!costs->contexts)
      return NULL;

   Charges* charges  = g_new(Charges, 1);
   Charging charging = {charges, g_array_new(FALSE, FALSE, sizeof(Payer)),
                        g_new(Count, costs->n_events)};

   *charges =
      (Charges){.costs    = costs,
                .inlining = inlining,
                .own      = own,
                .n        = costs->n_events,
                .is_own   = g_hash_table_new(NULL, NULL),
                .shares = g_hash_table_new_full(NULL, NULL, NULL, free_shares),
                .lines  = g_hash_table_new_full(NULL, NULL, NULL, free_lines)};
   disown_allocators(charges, weights);
   contexts_walk(costs->contexts, charge, NULL, &charging);
   g_array_free(charging.payers, TRUE);
   g_free(charging.counts);
   g_hash_table_foreach(charges->shares, set_kept, charges);
   g_hash_table_foreach(charges->lines, sort_charged, charges);
   return charges;
}

void charges_free(Charges* charges)
{
   if (!charges)
      return;
   g_hash_table_destroy(charges->is_own);
   g_hash_table_destroy(charges->shares);
   g_hash_table_destroy(charges->lines);
   g_free(charges);
}

const double* charges_kept(const Charges* charges, const Function* function)
{
   const Shares* shares =
      charges ? g_hash_table_lookup(charges->shares, function) : NULL;

   return shares ? shares->kept : NULL;
}

const Lines* charges_of(const Charges* charges, const Function* function)
{
   return charges ? g_hash_table_lookup(charges->lines, function) : NULL;
}

/*------------------------------------------------------------*/
/*--- What a line pays for                                 ---*/
/*------------------------------------------------------------*/

/* What a context has in common with those below it, as far as these are of the
   library. */
typedef struct {
   Deed            deed;
   const Function* function; /* that does it */
} Doing;

typedef struct {
   const Charges* charges;
   const double*  weights;
   Bill**         bills;
   guint          n_bills;
   GArray*        payers; /* Payer; see payer_of() */
   Count*         counts; /* of a context */
   GArray*        doings; /* Doing, by depth */
   GHashTable**   called; /* of each bill: double*, by const Function* */
   GHashTable**   doers;  /* the same by function that does a known deed */
} Billing;

/* Returns what a context is known to do: what leads to it in the library, or
   else its own function, unless that was inlined, so that what it calls is
   known better.  *begins: it is the latter. */
static Doing doing_of(const Billing* billing, const Context* c, guint depth,
                      gboolean* begins)
{
   Doing doing = {0};

   if (is_own(billing->charges, c->function))
      g_array_set_size(billing->doings, depth);
   else if (depth > 0)
      doing = g_array_index(billing->doings, Doing, depth - 1);
   *begins = doing.deed == DEED_NONE && !(c->call && c->call->inlined);
   if (*begins && !is_own(billing->charges, c->function))
      doing = (Doing){deeds_of(c->function->name), c->function};
   g_array_set_size(billing->doings, depth);
   g_array_append_val(billing->doings, doing);
   return doing;
}

static void add_cost(GHashTable* costs, const Function* function, double more)
{
   double* cost = g_hash_table_lookup(costs, function);

   if (!cost) {
      cost = g_new0(double, 1);
      g_hash_table_insert(costs, (gpointer)function, cost);
   }
   *cost += more;
}

/* A ContextFunc. */
static void add_to_bills(Context* c, guint depth, gpointer data)
{
   const Billing* billing = data;
   Payer          payer = payer_of(billing->charges, billing->payers, c, depth);
   gboolean       begins;
   Doing          doing = doing_of(billing, c, depth, &begins);

   for (guint i = 0; payer.function && i < billing->n_bills; i++) {
      Bill* bill = billing->bills[i];
      if (payer.function->file != bill->file || payer.line != bill->line)
         continue;
      set_to_context(billing->charges, c, billing->counts);
      double cost =
         count_weigh(billing->counts, billing->weights, billing->charges->n);
      add_cost(billing->called[i], payer.called, cost);
      if (doing.deed == DEED_NONE)
         return;
      bill->deeds[doing.deed].cost += cost;
      if (begins && c->number != COUNT_NONE)
         bill->deeds[doing.deed].calls += c->number;
      add_cost(billing->doers[i], doing.function, cost);
   }
}

/* Whether a function with that cost goes before the one found so far, or NULL.
   In a difference, costs have either sign, and can add up to 0. */
static gboolean is_larger(const Function* function, double cost,
                          const Function* found, double largest)
{
   return !found || fabs(cost) > fabs(largest)
          || (fabs(cost) == fabs(largest)
              && costs_compare_functions(function, found) < 0);
}

/* Sets which functions of a bill cost most. */
static void choose_largest(Bill* bill, GHashTable* called, GHashTable* doers)
{
   GHashTableIter at;
   gpointer       function, cost;

   g_hash_table_iter_init(&at, called);
   while (g_hash_table_iter_next(&at, &function, &cost))
      if (is_larger(function, *(double*)cost, bill->called,
                    bill->called_cost)) {
         bill->called      = function;
         bill->called_cost = *(double*)cost;
      }
   g_hash_table_iter_init(&at, doers);
   while (g_hash_table_iter_next(&at, &function, &cost)) {
      Deed deed = deeds_of(((const Function*)function)->name);
      if (is_larger(function, *(double*)cost, bill->deeds[deed].function,
                    bill->deeds[deed].function_cost)) {
         bill->deeds[deed].function      = function;
         bill->deeds[deed].function_cost = *(double*)cost;
      }
   }
}

void charges_bill(const Charges* charges, const double* weights, Bill* bills[],
                  guint n)
{
   Billing billing = {.charges = charges,
                      .weights = weights,
                      .bills   = bills,
                      .n_bills = n,
                      .payers  = g_array_new(FALSE, FALSE, sizeof(Payer)),
                      .counts  = g_new(Count, charges->n),
                      .doings  = g_array_new(FALSE, FALSE, sizeof(Doing)),
                      .called  = g_new(GHashTable*, n),
                      .doers   = g_new(GHashTable*, n)};

   for (guint i = 0; i < n; i++) {
      billing.called[i] = g_hash_table_new_full(NULL, NULL, NULL, g_free);
      billing.doers[i]  = g_hash_table_new_full(NULL, NULL, NULL, g_free);
   }
   contexts_walk(charges->costs->contexts, add_to_bills, NULL, &billing);
   for (guint i = 0; i < n; i++) {
      choose_largest(bills[i], billing.called[i], billing.doers[i]);
      g_hash_table_destroy(billing.called[i]);
      g_hash_table_destroy(billing.doers[i]);
   }
   g_free(billing.counts);
   g_free(billing.called);
   g_free(billing.doers);
   g_array_free(billing.payers, TRUE);
   g_array_free(billing.doings, TRUE);
}
