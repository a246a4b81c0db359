/* SPDX-License-Identifier: GPL-2.0-or-later */
/* lookups.c: see lookups.h. */

#include <string.h>

#include "lib/names.h"
#include "report/lookups.h"

/* In percent of the cost of a place: from this share on, it is a look-up. */
#define MIN_LOOK_UP 30

static gboolean is_one_of(const char* method, const char* const names[])
{
   for (guint i = 0; names[i]; i++)
      if (strcmp(method, names[i]) == 0)
         return TRUE;
   return FALSE;
}

/* Whether a method of a container looks an element up; `name' is that of the
   method with its type.  Some names have this meaning for Rust's maps and sets
   only, and in Rust's vectors and strings none has. */
static gboolean looks_up(const char* name, const char* method)
{
   static const char* const methods[] = {
      "find",  "count",       "contains",    "operator[]",
      "at",    "insert",      "emplace",     "try_emplace",
      "erase", "lower_bound", "equal_range", NULL};
   static const char* const of_rust[] = {
      "contains_key", "get", "get_mut", "entry", "remove", "index", NULL};

   if (strstr(name, "Map<") || strstr(name, "Set<"))
      return is_one_of(method, methods) || is_one_of(method, of_rust);
   return is_one_of(method, methods) && !g_str_has_prefix(name, "alloc::");
}

/* Returns where the method begins in the short name of such a function, or
   NULL.  `name' is from names_plain_kept(). */
static const char* method_of(const char* name)
{
   static GHashTable* known; /* by the pointer: many calls can be of one long
                                name */
   gpointer method;

   if (!known)
      known = g_hash_table_new(NULL, NULL);
   if (!g_hash_table_lookup_extended(known, name, NULL, &method)) {
      char* colons = g_strrstr(name, "::");
      method       = colons && looks_up(name, colons + 2) ? colons + 2 : NULL;
      g_hash_table_insert(known, (gpointer)name, method);
   }
   return method;
}

/* What a place looks up. */
typedef struct {
   const char* name; /* of the function, in short; or NULL */
   double      cost;
} LookUp;

/* Returns such a function that was inlined into a place. */
static LookUp inlined_look_up(const Evidence* evidence)
{
   const Place* place = evidence->place;
   GPtrArray*   calls = place->function ? costs_calls(place->function) : NULL;
   LookUp       found = {0};

   for (guint i = 0; calls && i < calls->len && !found.name; i++) {
      const CostsCall* call = calls->pdata[i];
      if (!call->inlined || call->caller.line != place->line)
         continue;
      const char* name = names_plain_kept(call->callee->name);
      if (!method_of(name))
         continue;
      found.name = name;
      found.cost = count_weigh(call->counts, evidence->weights,
                               events_recorded(evidence->events));
   }
   if (calls)
      g_ptr_array_free(calls, TRUE);
   return found;
}

/* Returns such a function that a place calls or that was inlined there, if it
   costs enough. */
static LookUp look_up_of(const Evidence* evidence)
{
   const Bill* bill = &evidence->place->bill;
   const char* name =
      bill->called ? names_plain_kept(bill->called->name) : NULL;
   LookUp found = name && method_of(name) ? (LookUp){name, bill->called_cost}
                                          : inlined_look_up(evidence);

   return 100 * found.cost >= MIN_LOOK_UP * evidence->place->estimate
             ? found
             : (LookUp){0};
}

/* Lines of one piece of code. */
#define NEAR_LINES 10

/* Whether two look-ups cost about the same.  If one costs little, it is rare,
   such as to insert what was not found. */
static gboolean cost_alike(const LookUp* a, const LookUp* b)
{
   return 100 * MIN(a->cost, b->cost) >= MIN_LOOK_UP * MAX(a->cost, b->cost);
}

/* Returns where the type of a container begins in the name of a method that
   looks up: of "<Map<...> as Index<...>>::index", Map<...>. */
static const char* type_in(const char* name, gsize* length)
{
   const char* begin = name[0] == '<' ? name + 1 : name;
   const char* end   = begin > name ? strstr(name, " as ") : NULL;

   if (!end) {
      begin = name;
      end   = method_of(name);
   }
   *length = end - begin;
   while (*length > 0 && begin[*length - 1] == ':')
      (*length)--;
   return begin;
}

/* Whether two places look up in a container of one type. */
static gboolean look_up_alike(const Place* place, const char* name,
                              const Place* other, const char* other_name)
{
   gsize       length, other_length;
   const char* type       = type_in(name, &length);
   const char* other_type = type_in(other_name, &other_length);

   return other != place && other->file == place->file
          && ABS((gint64)(other->line - place->line)) <= NEAR_LINES
          && length == other_length && strncmp(type, other_type, length) == 0;
}

gboolean lookups_find_repeated(const Evidence*  evidence,
                               const GPtrArray* places, Cause* cause)
{
   const Place* place  = evidence->place;
   Evidence     beside = *evidence;
   LookUp       found  = look_up_of(evidence);

   for (guint i = 0; found.name && i < places->len; i++) {
      const Place* other = places->pdata[i];
      beside.place       = other;
      LookUp twin        = look_up_of(&beside);
      if (!twin.name || !look_up_alike(place, found.name, other, twin.name)
          || !cost_alike(&found, &twin))
         continue;
      *cause = (Cause){
         .name  = "repeated work",
         .share = CLAMP(100 * found.cost / place->estimate, 0, 100),
         .text  = g_strdup_printf("%s, and %s in line %" G_GUINT64_FORMAT,
                                  method_of(found.name), method_of(twin.name),
                                  other->line),
         .remedy =
            evidence_is_rust(evidence)
               ? "If the key is the same, look it up once: get_mut(), or "
                 "entry()."
               : "If the key is the same, look it up once, and keep the "
                 "iterator."};
      return TRUE;
   }
   return FALSE;
}

const char* lookups_tree_remedy(const Evidence* evidence)
{
   static const char* const trees[] = {"std::map<",      "std::set<",
                                       "std::multimap<", "std::multiset<",
                                       "BTreeMap<",      "BTreeSet<"};
   const char*              name    = look_up_of(evidence).name;

   for (guint i = 0; name && i < G_N_ELEMENTS(trees); i++)
      if (g_strstr_len(name, method_of(name) - name, trees[i]))
         return "If the order is not needed, use a hash table; or a sorted "
                "array, if it seldom changes.";
   return NULL;
}
