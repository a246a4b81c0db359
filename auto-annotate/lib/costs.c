/* SPDX-License-Identifier: GPL-2.0-or-later */
/* costs.c: see costs.h. */

#include <string.h>

#include "conflicts/cg_system_files.h"
#include "lib/contexts.h"
#include "lib/costs.h"
#include "lib/message.h"

/* Functions of one file, by name and object.  The names of objects are those of
   one Costs, or they differ. */
static int compare_in_file(gconstpointer a, gconstpointer b, gpointer unused)
{
   const Function *left = a, *right = b;
   int             by_name = strcmp(left->name, right->name);

   if (by_name != 0 || left->object == right->object)
      return by_name;
   return g_strcmp0(left->object, right->object);
}

int costs_compare_functions(const Function* a, const Function* b)
{
   int by_file = a->file == b->file ? 0 : strcmp(a->file->name, b->file->name);
   return by_file != 0 ? by_file : compare_in_file(a, b, NULL);
}

int costs_compare_calls(const CostsCall* a, const CostsCall* b)
{
   int order = position_compare(a->caller, b->caller);

   if (order == 0 && a->callee != b->callee)
      order = costs_compare_functions(a->callee, b->callee);
   if (order == 0)
      order = position_compare(a->target, b->target);
   return order != 0 ? order : b->inlined - a->inlined;
}

static int compare_calls(gconstpointer a, gconstpointer b, gpointer unused)
{
   return costs_compare_calls(a, b);
}

static void free_file(gpointer data)
{
   File* file = data;
   g_tree_destroy(file->functions);
   g_free(file->name);
   g_free(file);
}

static void free_function(gpointer data)
{
   Function* function = data;
   lines_free(&function->lines);
   if (function->calls)
      g_tree_destroy(function->calls);
   g_free(function->rest);
   g_free(function);
}

static int compare_names(gconstpointer a, gconstpointer b, gpointer unused)
{
   return strcmp(a, b);
}

Costs* costs_new(guint n_events)
{
   Costs* costs = g_new(Costs, 1);

   *costs =
      (Costs){.n_events = n_events,
              .files    = g_tree_new_full(compare_names, NULL, NULL, free_file),
              .objects  = g_tree_new_full(compare_names, NULL, NULL, g_free),
              .names    = g_string_chunk_new(4096),
              .long_names = hash_texts_new()};
   return costs;
}

void costs_free(Costs* costs)
{
   g_tree_destroy(costs->files);
   g_tree_destroy(costs->objects);
   g_string_chunk_free(costs->names);
   hash_texts_free(costs->long_names);
   if (costs->contexts)
      contexts_free(costs->contexts);
   g_free(costs);
}

File* costs_find_file(const Costs* costs, const char* name)
{
   return g_tree_lookup(costs->files, name);
}

/* Returns the file with that name; adds it if it is new. */
static File* get_file(Costs* costs, const char* name)
{
   if (costs->last && strcmp(costs->last->name, name) == 0)
      return costs->last;

   File* file = costs_find_file(costs, name);
   if (!file) {
      file            = g_new0(File, 1);
      file->name      = g_strdup(name);
      file->is_system = cg_system_files_have(name);
      file->functions =
         g_tree_new_full(compare_in_file, NULL, NULL, free_function);
      g_tree_insert(costs->files, file->name, file);
   }
   costs->last = file;
   return file;
}

/* Returns the name of an object, the same pointer for equal names; adds it if
   it is new. */
static const char* get_object(Costs* costs, const char* name)
{
   if (!name || g_strcmp0(costs->last_object, name) == 0)
      return name ? costs->last_object : NULL;

   char* object = g_tree_lookup(costs->objects, name);
   if (!object) {
      object = g_strdup(name);
      g_tree_insert(costs->objects, object, object);
   }
   costs->last_object = object;
   return object;
}

/* A line of a profile can name functions in thousands of files.  Of longer
   names, in bytes, these have one copy. */
#define LONG_NAME 256

/* Returns a copy of the name of a function. */
static const char* keep_name(Costs* costs, const char* name)
{
   if (strlen(name) <= LONG_NAME)
      return g_string_chunk_insert(costs->names, name);
   if (g_strcmp0(costs->last_long, name) != 0)
      costs->last_long = hash_texts_take(costs->long_names, name);
   return costs->last_long;
}

gboolean costs_have_one_name(const Function* a, const Function* b)
{
   return a->name == b->name
          || (strncmp(a->name, b->name, LONG_NAME + 1) == 0
              && strnlen(a->name, LONG_NAME + 1) <= LONG_NAME);
}

void costs_note_object(Function* function, const char* object)
{
   static const char* const system[]  = {"/lib/",
                                         "/lib32/",
                                         "/lib64/",
                                         "/usr/lib/",
                                         "/usr/lib32/",
                                         "/usr/lib64/",
                                         "/usr/libexec/valgrind/"};
   gboolean                 is_system = FALSE;

   for (guint i = 0; object && i < G_N_ELEMENTS(system); i++)
      is_system |= g_str_has_prefix(object, system[i]);
   function->in_system |= is_system;
   function->in_other |= object && !is_system;
}

gboolean costs_is_of_system(const Function* function)
{
   return function->in_system && !function->in_other;
}

/* Returns a function; adds it if it is new.  `object' is from get_object(). */
static Function* get_function(Costs* costs, File* file, const char* name,
                              const char* object)
{
   guint     n        = costs->n_events;
   Function  key      = {.name = name, .object = object};
   Function* function = g_tree_lookup(file->functions, &key);

   if (!function) {
      function  = g_malloc(sizeof *function + n * sizeof *function->sums);
      *function = (Function){
         .file = file, .name = keep_name(costs, name), .object = object};
      for (guint i = 0; i < n; i++)
         function->sums[i] = COUNT_NONE;
      g_tree_insert(file->functions, function, function);
      costs_note_object(function, object);
   }
   return function;
}

Function* costs_callee(Costs* costs, const char* file, const char* name,
                       const char* object)
{
   return get_function(costs, get_file(costs, file), name,
                       get_object(costs, object));
}

Function* costs_function(Costs* costs, const char* file, const char* name,
                         const char* object)
{
   Function* function = costs_callee(costs, file, name, object);

   function->has_costs = TRUE;
   return function;
}

/* Returns what was found for a numbered name, or NULL. */
static const void* find_known(const CostsKnown known[2], guint64 number)
{
   return known[0].number == number   ? known[0].found
          : known[1].number == number ? known[1].found
                                      : NULL;
}

/* Returns a function whose file and object a reader has numbered; `i' is 1 for
   a callee. */
static Function* get_numbered(Costs* costs, guint i, const char* file,
                              guint64 file_number, const char* name,
                              const char* object, guint64 object_number)
{
   File*       in = (File*)find_known(costs->known_files, file_number);
   const char* of =
      object ? find_known(costs->known_objects, object_number) : NULL;

   if (!in)
      in = get_file(costs, file);
   if (object && !of)
      of = get_object(costs, object);
   costs->known_files[i] = (CostsKnown){file_number, in};
   if (object)
      costs->known_objects[i] = (CostsKnown){object_number, of};
   return get_function(costs, in, name, of);
}

Function* costs_function_at(Costs* costs, const Reader* reader,
                            gboolean objects)
{
   Function* function = get_numbered(
      costs, 0, reader->file, reader->file_number, reader->function,
      objects ? reader->object : NULL, reader->object_number);

   function->has_costs = TRUE;
   if (!objects)
      costs_note_object(function, reader->object);
   return function;
}

Function* costs_callee_at(Costs* costs, const Reader* reader, gboolean objects)
{
   const Call* call = &reader->call;

   return get_numbered(costs, 1, call->file, call->file_number, call->function,
                       objects ? call->object : NULL, call->object_number);
}

int costs_add_call(Function* function, const CostsCall* call,
                   const Count* counts, guint n, CostsCall** found)
{
   if (!function->calls)
      function->calls = g_tree_new_full(compare_calls, NULL, NULL, g_free);
   CostsCall* same = g_tree_lookup(function->calls, call);
   if (!same) {
      same         = g_malloc(sizeof *same + n * sizeof *same->counts);
      *same        = *call;
      same->number = 0;
      for (guint i = 0; i < n; i++)
         same->counts[i] = COUNT_NONE;
      g_tree_insert(function->calls, same, same);
   }
   *found = same;
   if (!count_add(&same->number, call->number))
      return n;
   return count_add_all(same->counts, counts, n);
}

/*------------------------------------------------------------*/
/*--- Adding a profile                                     ---*/
/*------------------------------------------------------------*/

/* A call of the profile that is read. */
typedef struct {
   Function*  caller;
   CostsCall* call;
} ReadCall;

/* What the contexts of that profile refer to. */
typedef struct {
   GArray*     calls; /* ReadCall, in their order */
   GPtrArray*  path;  /* Context*: the last one and its parents, by depth */
   GHashTable* seen;  /* CostsCall* of these */
} Reading;

/* After READ_CALL, adds the call to those of a function.  Returns the same as
   costs_add_call(). */
static int add_call(Costs* costs, Function* function, Function* callee,
                    const Reader* reader, CostsDetail detail,
                    const Reading* reading)
{
   const Call* call  = &reader->call;
   ReadCall    read  = {.caller = function};
   CostsCall   added = {.caller  = reader->position,
                        .callee  = callee,
                        .target  = call->target,
                        .inlined = call->inlined,
                        .number  = call->number};

   if (detail == COSTS_BY_FUNCTION)
      added.caller = added.target = (Position){0};
   else if (detail == COSTS_BY_LINE)
      added.caller.address = added.target.address = 0;
   int full = costs_add_call(function, &added, reader->counts,
                             reader->header.events->len, &read.call);
   g_array_append_val(reading->calls, read);
   costs->joined |= !g_hash_table_add(reading->seen, read.call);
   return full;
}

/* After READ_CONTEXT, adds the context.  Returns the same as costs_add_call().
 */
static int add_context(Costs* costs, Reader* reader, PlaceFunc callee,
                       gpointer data, const Reading* reading)
{
   const ReaderContext* read   = &reader->context;
   GPtrArray*           path   = reading->path;
   ReadCall             called = {0};

   if (read->call > 0)
      called = g_array_index(reading->calls, ReadCall, read->call - 1);
   if (!costs->contexts)
      costs->contexts = contexts_new(costs->n_events);
   g_ptr_array_set_size(path, read->depth);

   Context* parent = read->depth > 0 ? path->pdata[read->depth - 1] : NULL;
   Context* context =
      contexts_enter(costs->contexts, parent, called.caller, called.call,
                     called.call ? called.call->callee : callee(reader, data));
   g_ptr_array_add(path, context);
   return contexts_add(costs->contexts, context, read->number, reader->counts);
}

/* After READ_COUNTS, adds the counts to a function.  Returns the same as
   lines_add(). */
static int add_counts(Function* function, const Reader* reader,
                      CostsDetail detail)
{
   guint    n        = reader->header.events->len;
   Position position = reader->position;

   if (detail == COSTS_BY_FUNCTION)
      return count_add_all(function->sums, reader->counts, n);
   if (detail == COSTS_BY_LINE)
      position.address = 0;
   return lines_add(&function->lines, n, position, reader->counts);
}

/* Adds the rest of a profile.  Returns -1, or the same as costs_add_call(). The
   rest is wrong or cannot be read if `*good' is FALSE. */
static int add_all(Costs* costs, Reader* reader, CostsDetail detail,
                   PlaceFunc place, PlaceFunc callee, gpointer data,
                   const Reading* reading, gboolean* good, GError** error)
{
   Function* function = NULL;
   int       full     = -1;

   while (full < 0)
      switch (reader_next(reader, error)) {
      case READ_PLACE:
         function = place(reader, data);
         lines_rewind(&function->lines);
         break;
      case READ_COUNTS:
         full = add_counts(function, reader, detail);
         break;
      case READ_CALL:
         if (callee)
            full = add_call(costs, function, callee(reader, data), reader,
                            detail, reading);
         break;
      case READ_CONTEXT:
         if (callee)
            full = add_context(costs, reader, callee, data, reading);
         break;
      case READ_END:
         return -1;
      case READ_ERROR:
         *good = FALSE;
         return -1;
      }
   return full;
}

gboolean costs_add_profile(Costs* costs, Reader* reader, CostsDetail detail,
                           PlaceFunc place, PlaceFunc callee, gpointer data,
                           GError** error)
{
   Reading  reading = {.calls = g_array_new(FALSE, FALSE, sizeof(ReadCall)),
                       .path  = g_ptr_array_new(),
                       .seen  = g_hash_table_new(NULL, NULL)};
   gboolean good    = TRUE;
   int      full = add_all(costs, reader, detail, place, callee, data, &reading,
                           &good, error);

   g_array_free(reading.calls, TRUE);
   g_hash_table_destroy(reading.seen);
   g_ptr_array_free(reading.path, TRUE);
   if (full >= 0)
      reader_set_overflow(reader, error, full);
   return good && full < 0;
}

const Function* costs_sort_lines(const Costs* costs)
{
   GPtrArray* functions = costs_functions(costs);
   Function*  full      = NULL;

   for (guint i = 0; !full && i < functions->len; i++) {
      Function* function = functions->pdata[i];
      if (lines_sort(&function->lines, costs->n_events) >= 0)
         full = function;
   }
   g_ptr_array_free(functions, TRUE);
   return full;
}

/* What costs_negate does to a call. */
typedef struct {
   guint n;
   int   keep;
} CallNegation;

static gboolean negate_call(gpointer key, gpointer value, gpointer data)
{
   CostsCall*          call     = value;
   const CallNegation* negation = data;

   call->number = -call->number;
   count_negate_all(call->counts, negation->n, negation->keep);
   return FALSE;
}

void costs_fail_full(const Function* function)
{
   message_fail("%s:%s: counts add up to more than 63 bits",
                function->file->name, function->name);
}

/*------------------------------------------------------------*/
/*--- Adding costs                                         ---*/
/*------------------------------------------------------------*/

typedef struct {
   Costs*          costs;
   CostsTargetFunc target; /* or NULL */
   gpointer        data;
   GHashTable*     calls; /* CostsCall* that were added, by those they come from
                           */
   GHashTable* moved;     /* those that were added */
   GPtrArray*  path;      /* Context*: the last one that was added, and its
                             parents, by depth */
   const Function* full;  /* a sum in it exceeds 63 bits; or NULL */
} Addition;

static CostsTarget target_for(const Addition* addition,
                              const Function* function)
{
   if (addition->target)
      return addition->target(function, addition->data);
   return (CostsTarget){.file   = function->file->name,
                        .name   = function->name,
                        .object = function->object};
}

static Position position_in(const CostsTarget* target, Position position)
{
   if (target->line)
      position.line = target->line(target->lines, position.line);
   return position;
}

/* Adds the rows of a function.  Returns the same as lines_add(). */
static int add_rows(Lines* lines, const CostsTarget* target, const Lines* from,
                    guint n)
{
   Count* counts = g_new(Count, n);
   int    full   = -1;

   for (gsize row = 0; full < 0 && row < from->used; row++) {
      Position position = position_in(target, lines_position(from, n, row));
      lines_counts(from, n, row, counts);
      full = lines_add(lines, n, position, counts);
   }
   g_free(counts);
   return full;
}

/* Adds the calls of a function, which has become `target'.  Returns the same as
   costs_add_call(). */
static int add_calls_of(const Addition* addition, Function* function,
                        const CostsTarget* target, const Function* from)
{
   GPtrArray* calls   = costs_calls(from);
   guint      n_calls = calls ? calls->len : 0;
   Position*  callers = g_new(Position, n_calls);
   int        full    = -1;

   /* First, because what `target' says of lines lasts until the next one. */
   for (guint i = 0; i < n_calls; i++)
      callers[i] =
         position_in(target, ((const CostsCall*)calls->pdata[i])->caller);
   for (guint i = 0; full < 0 && i < n_calls; i++) {
      const CostsCall*  call = calls->pdata[i];
      const CostsTarget to   = target_for(addition, call->callee);
      CostsCall*        moved;
      const CostsCall   added = {
           .caller = callers[i],
           .callee = costs_callee(addition->costs, to.file, to.name, to.object),
           .target = position_in(&to, call->target),
           .inlined = call->inlined,
           .number  = call->number};
      full = costs_add_call(function, &added, call->counts,
                            addition->costs->n_events, &moved);
      g_hash_table_insert(addition->calls, (gpointer)call, moved);
      addition->costs->joined |= !g_hash_table_add(addition->moved, moved);
   }
   if (calls)
      g_ptr_array_free(calls, TRUE);
   g_free(callers);
   return full;
}

/* Adds what of a function's cost no context has.  Returns the same as
   count_add_all(). */
static int add_rest(Function* function, const Function* from, guint n)
{
   if (!from->rest)
      return -1;
   if (!function->rest)
      function->rest = g_new0(Count, n);
   return count_add_all(function->rest, from->rest, n);
}

/* Adds a function.  Returns FALSE if a sum exceeds 63 bits. */
static gboolean add_function(const Addition* addition, const Function* from)
{
   guint             n      = addition->costs->n_events;
   const CostsTarget target = target_for(addition, from);
   Function*         to =
      costs_function(addition->costs, target.file, target.name, target.object);

   to->in_system |= from->in_system;
   to->in_other |= from->in_other;
   return count_add_all(to->sums, from->sums, n) < 0
          && add_rest(to, from, n) < 0
          && add_rows(&to->lines, &target, &from->lines, n) < 0
          && add_calls_of(addition, to, &target, from) < 0;
}

static Function* add_callee(const Addition* addition, const Function* from)
{
   const CostsTarget to = target_for(addition, from);

   return costs_callee(addition->costs, to.file, to.name, to.object);
}

/* A ContextFunc. */
static void add_context_of(Context* from, guint depth, gpointer data)
{
   Addition*        addition = data;
   Contexts*        contexts = addition->costs->contexts;
   const CostsCall* call =
      from->call ? g_hash_table_lookup(addition->calls, from->call) : NULL;

   g_ptr_array_set_size(addition->path, depth);
   Context* to = contexts_enter(
      contexts, depth > 0 ? addition->path->pdata[depth - 1] : NULL,
      from->caller ? add_callee(addition, from->caller) : NULL, call,
      add_callee(addition, from->function));
   g_ptr_array_add(addition->path, to);
   if (contexts_add(contexts, to, from->number, from->counts) >= 0
       || (from->taken && contexts_add_taken(contexts, to, from->taken) >= 0))
      addition->full = from->function;
}

static void add_contexts(Addition* addition, const Costs* from)
{
   addition->costs->joined |= from->joined;
   if (!from->contexts)
      return;
   if (!addition->costs->contexts)
      addition->costs->contexts = contexts_new(from->n_events);
   contexts_walk(from->contexts, add_context_of, NULL, addition);
}

const Function* costs_add(Costs* costs, const Costs* from,
                          CostsTargetFunc target, gpointer data)
{
   Addition   addition  = {.costs  = costs,
                           .target = target,
                           .data   = data,
                           .calls  = g_hash_table_new(NULL, NULL),
                           .moved  = g_hash_table_new(NULL, NULL),
                           .path   = g_ptr_array_new()};
   GPtrArray* functions = costs_functions(from);

   for (guint i = 0; !addition.full && i < functions->len; i++)
      if (!add_function(&addition, functions->pdata[i]))
         addition.full = functions->pdata[i];
   if (!addition.full)
      add_contexts(&addition, from);
   g_ptr_array_free(functions, TRUE);
   g_ptr_array_free(addition.path, TRUE);
   g_hash_table_destroy(addition.calls);
   g_hash_table_destroy(addition.moved);
   return addition.full;
}

/* A ContextFunc. */
static void clear_call(Context* c, guint depth, gpointer n)
{
   CostsCall* call = (CostsCall*)c->call;

   if (!call || call->inlined)
      return;
   call->number = 0;
   call->depth  = 0;
   for (guint i = 0; i < GPOINTER_TO_UINT(n); i++)
      call->counts[i] = COUNT_NONE;
}

typedef struct {
   guint           n;
   const Function* full;
} Settling;

/* A ContextFunc. */
static void enter_call(Context* c, guint depth, gpointer data)
{
   Settling*  settling = data;
   CostsCall* call     = (CostsCall*)c->call;

   if (!call || call->inlined)
      return;
   call->depth++;
   if (!count_add(&call->number, c->number))
      settling->full = c->function;
}

/* A ContextFunc. */
static void leave_call(Context* c, guint depth, gpointer data)
{
   Settling*  settling = data;
   CostsCall* call     = (CostsCall*)c->call;

   if (call && !call->inlined && --call->depth == 0
       && count_add_all(call->counts, c->inclusive, settling->n) >= 0)
      settling->full = c->function;
}

const Function* costs_settle_calls(Costs* costs)
{
   Settling settling = {.n = costs->n_events};

   if (!costs->joined || !costs->contexts)
      return NULL;
   settling.full = contexts_add_up(costs->contexts);
   contexts_walk(costs->contexts, clear_call, NULL,
                 GUINT_TO_POINTER(costs->n_events));
   contexts_walk(costs->contexts, enter_call, leave_call, &settling);
   return settling.full;
}

void costs_negate(const Costs* costs, int keep)
{
   CallNegation negation  = {costs->n_events, keep};
   GPtrArray*   functions = costs_functions(costs);

   for (guint i = 0; i < functions->len; i++) {
      Function* function = functions->pdata[i];
      count_negate_all(function->sums, costs->n_events, keep);
      if (function->rest)
         count_negate_all(function->rest, costs->n_events, keep);
      lines_negate(&function->lines, costs->n_events, keep);
      if (function->calls)
         g_tree_foreach(function->calls, negate_call, &negation);
   }
   g_ptr_array_free(functions, TRUE);
   if (costs->contexts)
      contexts_negate(costs->contexts, keep);
}

static gboolean append_value(gpointer key, gpointer value, gpointer array)
{
   g_ptr_array_add(array, value);
   return FALSE;
}

GPtrArray* costs_calls(const Function* function)
{
   if (!function->calls)
      return NULL;
   GPtrArray* calls = g_ptr_array_new();
   g_tree_foreach(function->calls, append_value, calls);
   return calls;
}

static gboolean append_function(gpointer key, gpointer value, gpointer array)
{
   if (((Function*)value)->has_costs)
      g_ptr_array_add(array, value);
   return FALSE;
}

static gboolean append_functions(gpointer key, gpointer file, gpointer array)
{
   g_tree_foreach(((File*)file)->functions, append_function, array);
   return FALSE;
}

static gboolean find_costs(gpointer key, gpointer value, gpointer found)
{
   return *(gboolean*)found = ((Function*)value)->has_costs;
}

static gboolean append_file(gpointer key, gpointer file, gpointer array)
{
   gboolean found = FALSE;

   g_tree_foreach(((File*)file)->functions, find_costs, &found);
   if (found)
      g_ptr_array_add(array, file);
   return FALSE;
}

GPtrArray* costs_files(const Costs* costs)
{
   GPtrArray* files = g_ptr_array_new();
   g_tree_foreach(costs->files, append_file, files);
   return files;
}

GPtrArray* costs_functions(const Costs* costs)
{
   GPtrArray* functions = g_ptr_array_new();
   g_tree_foreach(costs->files, append_functions, functions);
   return functions;
}
