/* SPDX-License-Identifier: GPL-2.0-or-later */
/* page_calls.c: see page_calls.h. */

#include <math.h>

#include "annotate/page_calls.h"
#include "annotate/page_inlined.h"
#include "annotate/selection.h"
#include "lib/contexts.h"

/* A page has at most so many numbers of calls, and of contexts without others.
   Compressed, one of a call has about four bytes, and one of a context, of
   which most are 0, about two; and there are fewer others than contexts. */
#define MOST_CALL_NUMBERS    400000
#define MOST_CONTEXT_NUMBERS 2000000

/* Numbers of a call or context besides its counts. */
#define NUMBERS_BESIDES 4

/*------------------------------------------------------------*/
/*--- Shares                                               ---*/
/*------------------------------------------------------------*/

/* Returns the largest share that counts have of an event that is shown, in
   percent. */
static double largest_share(const Annotation* annotation, const Count* counts)
{
   double largest = 0;

   for (guint i = 0; i < annotation->shown->len; i++) {
      guint  event = g_array_index(annotation->shown, guint, i);
      double whole = fabs((double)annotation->whole[event]);
      if (events_is_linear(annotation->events, event)
          && counts[event] != COUNT_NONE && whole > 0)
         largest = MAX(largest, 100 * fabs((double)counts[event]) / whole);
   }
   return largest;
}

/* For g_array_sort(): the largest first. */
static int compare_shares(gconstpointer a, gconstpointer b)
{
   double left = *(const double*)a, right = *(const double*)b;

   return (left < right) - (left > right);
}

/* What there is room for: all that has more than a share, and some of what has
   just that. */
typedef struct {
   double share;
   guint  room;
} Limit;

/* Returns the limit of what has these shares, in so many numbers; sorts
   them. */
static Limit limit_of(const Annotation* annotation, GArray* shares,
                      guint numbers)
{
   const double* all  = (const double*)shares->data;
   guint         most = numbers / (annotation->shown->len + NUMBERS_BESIDES);
   guint         n    = most;

   g_array_sort(shares, compare_shares);
   if (shares->len <= most || all[most] < PAGE_CALLS_SHARE)
      return (Limit){PAGE_CALLS_SHARE, G_MAXUINT};
   while (n > 0 && all[n - 1] == all[most])
      n--;
   return (Limit){all[most], most - n};
}

/* Whether there is room for what has that share. */
static gboolean has_room(Limit* limit, double share)
{
   return share > limit->share
          || (share == limit->share && limit->room > 0 && limit->room-- > 0);
}

static GArray* new_shares(void)
{
   return g_array_new(FALSE, FALSE, sizeof(double));
}

/*------------------------------------------------------------*/
/*--- Calls                                                ---*/
/*------------------------------------------------------------*/

/* Adds a call to another of its kind from the same line to the same function;
   `places' has the callee's place in `all', from 1 on, if there is one. */
static void add_line_call(const Annotation* annotation, GArray* all,
                          GHashTable* places, const Function* caller,
                          const CostsCall* call)
{
   guint  n      = events_recorded(annotation->events);
   guint  place  = GPOINTER_TO_UINT(g_hash_table_lookup(places, call->callee));
   Count* counts = inclusive_of_call(annotation->inclusive, caller, call);

   if (place == 0) {
      PageCall one = {.caller  = caller,
                      .callee  = call->callee,
                      .line    = call->caller.line,
                      .inlined = call->inlined,
                      .number  = call->number,
                      .counts  = counts};
      g_array_append_val(all, one);
      g_hash_table_insert(places, call->callee, GUINT_TO_POINTER(all->len));
   } else {
      PageCall* one = &g_array_index(all, PageCall, place - 1);
      if (!count_add(&one->number, call->number)
          || count_add_all((Count*)one->counts, counts, n) >= 0)
         costs_fail_full(caller);
      g_free(counts);
   }
}

/* Adds the calls of a function. */
static void add_calls_of(const Annotation* annotation, GArray* all,
                         const Function* caller)
{
   GPtrArray*  calls   = costs_calls(caller);
   GHashTable* inlined = g_hash_table_new(NULL, NULL);
   GHashTable* called  = g_hash_table_new(NULL, NULL);
   guint64     line    = 0;

   for (guint i = 0; calls && i < calls->len; i++) {
      const CostsCall* call = calls->pdata[i];
      if (call->caller.line != line) {
         g_hash_table_remove_all(inlined);
         g_hash_table_remove_all(called);
      }
      line = call->caller.line;
      add_line_call(annotation, all, call->inlined ? inlined : called, caller,
                    call);
   }
   g_hash_table_destroy(inlined);
   g_hash_table_destroy(called);
   if (calls)
      g_ptr_array_free(calls, TRUE);
}

/* What the calls of a function cost so far, of all events. */
static Count* sum_for(GHashTable* sums, const Function* callee, guint n)
{
   Count* sum = g_hash_table_lookup(sums, callee);

   if (!sum) {
      sum = g_new0(Count, n);
      g_hash_table_insert(sums, (gpointer)callee, sum);
   }
   return sum;
}

/* Derives events of a call so that those of all calls of its callee add up to
   what their sum has: each rounded by itself would exceed that.  `sum' has the
   calls before, and gets this one. */
static void derive_call(const Annotation* annotation, PageCall* call,
                        Count* sum)
{
   const Events* events = annotation->events;
   guint         n = events_recorded(events), all = events_number(events);
   Count*        before = count_copy_all(sum, all);
   Count*        counts = (Count*)selection_derive(annotation, call->counts);

   /* What does not fit is rounded by itself. */
   if (events_derive(events, before) < 0 && count_add_all(sum, counts, n) < 0
       && events_derive(events, sum) < 0)
      for (guint i = n; i < all; i++)
         if (events_is_linear(events, i) && counts[i] != COUNT_NONE)
            counts[i] = sum[i] - (before[i] == COUNT_NONE ? 0 : before[i]);
   call->counts = counts;
   g_free(before);
}

/* Derives events of all calls. */
static void derive_calls(const Annotation* annotation, GArray* all)
{
   guint       n    = events_number(annotation->events);
   GHashTable* sums = g_hash_table_new_full(NULL, NULL, NULL, g_free);

   for (guint i = 0; i < all->len; i++) {
      PageCall* call = &g_array_index(all, PageCall, i);
      derive_call(annotation, call, sum_for(sums, call->callee, n));
   }
   g_hash_table_destroy(sums);
}

/* Returns all calls, PageCall. */
static GArray* collect_calls(const Annotation* annotation)
{
   GPtrArray* functions = costs_functions(annotation->sum->costs);
   GArray*    all       = g_array_new(FALSE, FALSE, sizeof(PageCall));

   for (guint i = 0; i < functions->len; i++)
      add_calls_of(annotation, all, functions->pdata[i]);
   if (events_number(annotation->events) > events_recorded(annotation->events))
      derive_calls(annotation, all);
   g_ptr_array_free(functions, TRUE);
   return all;
}

static PageCalled* called_of(const PageCalls* calls, const Function* function)
{
   PageCalled* called = g_hash_table_lookup(calls->called, function);

   if (!called) {
      called = g_new0(PageCalled, 1);
      g_hash_table_insert(calls->called, (gpointer)function, called);
   }
   return called;
}

/* Keeps a call or counts it.  In a difference, one that did not change is
   none. */
static void choose_call(PageCalls* calls, const PageCall* call, double share,
                        Limit* limit)
{
   if (!call->inlined
       && !count_add(&called_of(calls, call->callee)->number, call->number))
      costs_fail_full(call->callee);
   if (has_room(limit, share))
      g_array_append_val(calls->calls, *call);
   else if (share > 0 || (!call->inlined && call->number != 0)) {
      called_of(calls, call->callee)->left_caller++;
      called_of(calls, call->caller)->left_callee++;
   }
}

static void choose_calls(PageCalls* calls, const Annotation* annotation)
{
   GArray* all    = collect_calls(annotation);
   GArray* shares = new_shares();

   for (guint i = 0; i < all->len; i++) {
      double share =
         largest_share(annotation, g_array_index(all, PageCall, i).counts);
      g_array_append_val(shares, share);
   }
   Limit limit = limit_of(annotation, shares, MOST_CALL_NUMBERS);
   for (guint i = 0; i < all->len; i++) {
      const PageCall* call = &g_array_index(all, PageCall, i);
      choose_call(calls, call, largest_share(annotation, call->counts), &limit);
   }
   g_array_free(shares, TRUE);
   g_array_free(all, TRUE);
}

PageCalled page_calls_called(const PageCalls* calls, const Function* function)
{
   const PageCalled* called = g_hash_table_lookup(calls->called, function);

   return called ? *called : (PageCalled){0};
}

/*------------------------------------------------------------*/
/*--- Contexts                                             ---*/
/*------------------------------------------------------------*/

/* A context, before it is chosen. */
typedef struct {
   const Context* context;
   const Context* after; /* the same with the counts after a difference; NULL:
                            there is none */
   int    parent;        /* its index; -1: none */
   double share;         /* the largest, of it or of one below it */
   int    row;           /* in PageCalls.contexts; -1: left out */
   int    others;        /* of it: an index of Others; -1: none */
} Candidate;

/* What is left out below a context. */
typedef struct {
   int    parent; /* in PageCalls.contexts; -1: none */
   Count  number;
   Count* counts; /* by recorded event */
   Count* after;  /* the same after a difference, or NULL */
} Others;

typedef struct {
   Contexts*  merged;
   GPtrArray* path;  /* the contexts of `merged' from the root on */
   gboolean   after; /* counts are those after a difference */
} Merge;

/* A ContextFunc. */
static void merge_context(Context* c, guint depth, gpointer data)
{
   Merge* merge = data;

   g_ptr_array_set_size(merge->path, depth);
   Context* one = contexts_enter(
      merge->merged, depth > 0 ? merge->path->pdata[depth - 1] : NULL, NULL,
      NULL, c->function);
   Count number = c->call && c->call->inlined ? 0 : c->number;
   if (contexts_add(merge->merged, one, number, c->counts) >= 0
       || (merge->after && c->taken
           && contexts_add(merge->merged, one, 0, c->taken) >= 0))
      costs_fail_full(c->function);
   g_ptr_array_add(merge->path, one);
}

/* Returns the contexts with those of one function below the same one as one;
   added up.  `after': with the counts after a difference. */
static Contexts* merge_contexts(const Annotation* annotation, gboolean after)
{
   Merge merge = {contexts_new(events_recorded(annotation->events)),
                  g_ptr_array_new(), after};

   contexts_walk(annotation->sum->costs->contexts, merge_context, NULL, &merge);
   if (!annotation->sum->before)
      page_inlined_place(merge.merged, events_recorded(annotation->events));
   const Function* full = contexts_add_up(merge.merged);
   if (full)
      costs_fail_full(full);
   g_ptr_array_free(merge.path, TRUE);
   return merge.merged;
}

typedef struct {
   const Annotation* annotation;
   GArray*           all;  /* Candidate, each after its parent */
   GArray*           path; /* int: their indices from the root on */
} Candidates;

/* Returns the largest share that a context has of an event. */
static double share_of_context(const Annotation* annotation, const Context* c)
{
   const Count* counts = selection_derive(annotation, c->inclusive);
   double       share  = largest_share(annotation, counts);

   if (counts != c->inclusive)
      g_free((gpointer)counts);
   return share;
}

/* A ContextFunc. */
static void add_candidate(Context* c, guint depth, gpointer data)
{
   Candidates* candidates = data;
   int         index      = candidates->all->len;
   Candidate   one        = {
               .context = c,
               .parent =
         depth > 0 ? g_array_index(candidates->path, int, depth - 1) : -1,
               .share  = share_of_context(candidates->annotation, c),
               .row    = -1,
               .others = -1,
   };

   g_array_append_val(candidates->all, one);
   g_array_set_size(candidates->path, depth);
   g_array_append_val(candidates->path, index);
}

/* A ContextFunc: the next candidate has this after a difference. */
static void add_after(Context* c, guint depth, gpointer data)
{
   Candidates* candidates = data;
   guint       index      = candidates->path->len;
   Candidate*  one        = &g_array_index(candidates->all, Candidate, index);

   one->after = c;
   one->share = MAX(one->share, share_of_context(candidates->annotation, c));
   g_array_append_val(candidates->path, index);
}

/* Returns the contexts of a tree, Candidate.  `after': the same contexts after
   a difference, in the same order, or NULL. */
static GArray* list_candidates(const Annotation* annotation,
                               const Contexts* contexts, const Contexts* after)
{
   Candidates candidates = {annotation,
                            g_array_new(FALSE, FALSE, sizeof(Candidate)),
                            g_array_new(FALSE, FALSE, sizeof(int))};

   contexts_walk(contexts, add_candidate, NULL, &candidates);
   g_array_set_size(candidates.path, 0);
   if (after)
      contexts_walk(after, add_after, NULL, &candidates);
   for (guint i = candidates.all->len; i > 0; i--) {
      const Candidate* one = &g_array_index(candidates.all, Candidate, i - 1);
      Candidate*       parent =
         one->parent < 0
                  ? NULL
                  : &g_array_index(candidates.all, Candidate, one->parent);
      if (parent)
         parent->share = MAX(parent->share, one->share);
   }
   g_array_free(candidates.path, TRUE);
   return candidates.all;
}

/* Returns counts of all events from recorded ones, or NULL from NULL. */
static const Count* derive_or_null(const Annotation* annotation,
                                   const Count*      counts)
{
   return counts ? selection_derive(annotation, counts) : NULL;
}

static void keep_context(PageCalls* calls, const Annotation* annotation,
                         Candidate* one, int parent)
{
   PageContext row = {
      .function = one->context->function,
      .parent   = parent,
      .number   = one->context->number,
      .counts   = selection_derive(annotation, one->context->inclusive),
      .after =
         derive_or_null(annotation, one->after ? one->after->inclusive : NULL)};

   one->row = calls->contexts->len;
   g_array_append_val(calls->contexts, row);
}

/* Adds a context that is left out to the others of its parent, which is kept;
 *index is theirs. */
static void add_to_others(const Annotation* annotation, GArray* others,
                          int* index, int parent, const Candidate* left)
{
   guint          n     = events_recorded(annotation->events);
   const Context* c     = left->context;
   const Count*   after = left->after ? left->after->inclusive : NULL;

   if (*index < 0) {
      Others one = {parent, c->number, count_copy_all(c->inclusive, n),
                    after ? count_copy_all(after, n) : NULL};
      *index     = others->len;
      g_array_append_val(others, one);
      return;
   }
   Others* one = &g_array_index(others, Others, *index);
   if (!count_add(&one->number, c->number)
       || count_add_all(one->counts, c->inclusive, n) >= 0
       || (after && count_add_all(one->after, after, n) >= 0))
      costs_fail_full(c->function);
}

/* Keeps contexts and returns what is left out, Others.  A context has no more
   than the one above it and comes later, so that one is kept, too. */
static GArray* keep_contexts(PageCalls* calls, const Annotation* annotation,
                             GArray* all, Limit* limit)
{
   GArray* others    = g_array_new(FALSE, FALSE, sizeof(Others));
   int     of_no_one = -1;

   for (guint i = 0; i < all->len; i++) {
      Candidate* one = &g_array_index(all, Candidate, i);
      Candidate* parent =
         one->parent < 0 ? NULL : &g_array_index(all, Candidate, one->parent);
      int row = parent ? parent->row : -1;
      if (has_room(limit, one->share))
         keep_context(calls, annotation, one, row);
      else if (!parent || row >= 0)
         add_to_others(annotation, others,
                       parent ? &parent->others : &of_no_one, row, one);
   }
   return others;
}

/* Takes what the contexts below a context have from its counts, so that these
   are its own: a page adds them up again, and most of them are 0.  Parts of a
   difference may exceed 63 bits until all are taken, so this wraps around. */
static void leave_own(const Count* counts, const Count* below,
                      const Events* events)
{
   Count* own = (Count*)counts;

   for (guint i = 0; own && i < events_number(events); i++)
      if (events_is_linear(events, i) && own[i] != COUNT_NONE
          && below[i] != COUNT_NONE)
         own[i] = (Count)((guint64)own[i] - (guint64)below[i]);
}

/* Makes the counts of all contexts their own.  Each is after the one above it,
   and has all that is below it until then. */
static void leave_own_counts(PageCalls* calls, const Annotation* annotation)
{
   GArray* contexts = calls->contexts;
   guint   n        = events_number(annotation->events);

   for (guint i = 0; i < contexts->len; i++) {
      PageContext* one = &g_array_index(contexts, PageContext, i);
      PageContext* parent =
         one->parent < 0 ? NULL
                         : &g_array_index(contexts, PageContext, one->parent);
      one->counts = count_copy_all(one->counts, n);
      if (one->after)
         one->after = count_copy_all(one->after, n);
      if (!parent)
         continue;
      leave_own(parent->counts, one->counts, annotation->events);
      leave_own(parent->after, one->after, annotation->events);
   }
}

static void choose_contexts(PageCalls* calls, const Annotation* annotation)
{
   Contexts* merged = merge_contexts(annotation, FALSE);
   Contexts* after =
      annotation->sum->before ? merge_contexts(annotation, TRUE) : NULL;
   GArray* all    = list_candidates(annotation, merged, after);
   GArray* shares = new_shares();

   for (guint i = 0; i < all->len; i++)
      g_array_append_val(shares, g_array_index(all, Candidate, i).share);
   Limit   limit  = limit_of(annotation, shares, MOST_CONTEXT_NUMBERS);
   GArray* others = keep_contexts(calls, annotation, all, &limit);
   for (guint i = 0; i < others->len; i++) {
      const Others* one = &g_array_index(others, Others, i);
      PageContext   row = {.parent = one->parent,
                           .number = one->number,
                           .counts = selection_derive(annotation, one->counts),
                           .after  = derive_or_null(annotation, one->after)};
      g_array_append_val(calls->contexts, row);
   }
   leave_own_counts(calls, annotation);
   g_array_free(others, TRUE);
   g_array_free(shares, TRUE);
   g_array_free(all, TRUE);
}

PageCalls* page_calls_new(const Annotation* annotation)
{
   if (!annotation->inclusive)
      return NULL;

   PageCalls* calls = g_new(PageCalls, 1);

   *calls =
      (PageCalls){.calls    = g_array_new(FALSE, FALSE, sizeof(PageCall)),
                  .called   = g_hash_table_new_full(NULL, NULL, NULL, g_free),
                  .contexts = g_array_new(FALSE, FALSE, sizeof(PageContext))};
   choose_calls(calls, annotation);
   choose_contexts(calls, annotation);
   return calls;
}
