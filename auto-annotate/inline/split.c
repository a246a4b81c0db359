/* SPDX-License-Identifier: GPL-2.0-or-later */
/* split.c: see split.h.  It takes one object after the other, and its
   instructions in the order of their addresses, so that an inlined
   function's mostly follow each other.  The names of one file are objects that
   follow each other, too, and the file is searched once for all. */

#include <stdlib.h>
#include <string.h>

#include "inline/aliases.h"
#include "inline/chains.h"
#include "inline/splice.h"
#include "inline/split.h"
#include "lib/hash.h"
#include "lib/message.h"

/* A function that costs come from.  Its texts belong to the Chains, so that
   equal ones are equal pointers. */
typedef struct {
   const Function* function;
   const char*     object; /* the first name that its object has, or NULL */
   const char*     file;
   const char*     name;
   GPtrArray*      calls; /* CostsCall*, that the program made; or NULL */
   guint           next;  /* of these: the first one at the next instruction */
} Source;

typedef struct {
   Source* source;
   gsize   row; /* of the function's lines */
} Instruction;

/* A function of `to' in the current object, by the names of its file and its
   own, which belong to the Chains. */
typedef struct {
   const char* file;
   const char* name;
   Function*   function;
} Target;

/* The inclusive cost of an inlined function at one place, as far as the code
   lies in one file, and in one function of the symbol table. */
typedef struct Flow {
   struct Flow*         next; /* older */
   const ChainsInlined* inlined;
   const Source*        source;
   const char*          file;     /* of the callee */
   Function*            function; /* that file's part of the callee, in `to' */
   gboolean             repeated; /* a caller has the same call */
   SpliceLink           link;     /* what it becomes */
   Count                number;   /* how often the first instruction ran */
   Count                counts[]; /* by event */
} Flow;

/* Of the instructions that ran, those that the profile has on another line than
   the debug information, because the core joins rows of its table of lines, or
   cuts them. */
typedef struct {
   double      ran;  /* how often, in total */
   Count       most; /* the most of one instruction, and its two places: */
   const char *from_file, *to_file;
   guint64     from_line, to_line;
} Moved;

typedef struct {
   const Split* split;
   Costs*       to;
   guint        n; /* events */
   Chains*      chains;
   const char*  object; /* the current one, or NULL */
   Flow*        newest; /* of the object */
   GPtrArray*   done;   /* Flow*, of the objects before */
   Splice*      splice;
   GHashTable*  found; /* the same, by what they are for */
   GHashTable*
      entries; /* the first instruction (const Position*) that is called
                  of a function (const Function*) of the profile */
   GHashTable* targets; /* Target, of the object: thousands of functions can
                           have one long name */
   GHashTable* named;   /* Source by name: what "???" of the object became */
   GPtrArray*  flows;   /* Flow* by the number of a ChainsInlined: the last used
                           of the object */
   Count*       counts; /* of the current instruction */
   double       ran;    /* how many instructions */
   Moved        moved;
   Source*      sources;
   Instruction* instructions; /* of all objects */
   gsize        n_instructions;
} State;

/*------------------------------------------------------------*/
/*--- Instructions                                         ---*/
/*------------------------------------------------------------*/

static Position position_of(const Instruction* i, guint n)
{
   return lines_position(&i->source->function->lines, n, i->row);
}

static int compare_objects(const char* a, const char* b)
{
   return a == b ? 0 : g_strcmp0(a, b);
}

/* The state is for its number of events. */
static int compare_addresses(gconstpointer a, gconstpointer b, gpointer state)
{
   const Instruction *x = a, *y = b;
   guint              n = ((const State*)state)->n;
   int order            = compare_objects(x->source->object, y->source->object);

   if (order == 0)
      order = compare_objects(x->source->function->object,
                              y->source->function->object);
   return order != 0 ? order
                     : position_compare(position_of(x, n), position_of(y, n));
}

/* Notes where the functions begin that a source calls. */
static void note_entries(const State* state, const Source* source)
{
   for (guint i = 0; source->calls && i < source->calls->len; i++) {
      const CostsCall* call = source->calls->pdata[i];
      g_hash_table_insert(state->entries, (gpointer)call->callee,
                          (gpointer)&call->target);
   }
}

/* Lists the instructions of all functions, by object and address. */
static void list_instructions(State* state)
{
   GPtrArray* functions = costs_functions(state->split->from);
   Aliases*   aliases   = aliases_new();
   gsize      n         = 0;

   for (guint i = 0; i < functions->len; i++) {
      const Function* function = functions->pdata[i];
      n += function->lines.used;
      aliases_add(aliases, function->object);
   }
   state->sources      = g_new(Source, functions->len);
   state->instructions = g_new(Instruction, n);
   for (guint i = 0; i < functions->len; i++) {
      const Function* function = functions->pdata[i];
      state->sources[i] =
         (Source){function,
                  aliases_first(aliases, function->object),
                  chains_string(state->chains, function->file->name),
                  chains_string(state->chains, function->name),
                  costs_calls(function),
                  0};
      note_entries(state, &state->sources[i]);
      for (gsize row = 0; row < function->lines.used; row++)
         state->instructions[state->n_instructions++] =
            (Instruction){&state->sources[i], row};
   }
   aliases_free(aliases);
   g_ptr_array_free(functions, TRUE);
   g_qsort_with_data(state->instructions, n, sizeof *state->instructions,
                     compare_addresses, state);
}

/*------------------------------------------------------------*/
/*--- Functions                                            ---*/
/*------------------------------------------------------------*/

/* For State.targets. */
static guint target_hash(gconstpointer key)
{
   const Target*       target = key;
   const gconstpointer what[] = {target->file, target->name};

   return hash_bytes(what, sizeof what);
}

static gboolean target_equal(gconstpointer a, gconstpointer b)
{
   const Target *x = a, *y = b;

   return x->file == y->file && x->name == y->name;
}

/* Returns a function of the current object. */
static Function* function_called(State* state, const char* file,
                                 const char* name)
{
   Target  key   = {.file = file, .name = name};
   Target* found = g_hash_table_lookup(state->targets, &key);

   if (!found) {
      key.function = costs_callee(state->to, file, name, state->object);
      found        = g_memdup2(&key, sizeof key);
      g_hash_table_add(state->targets, found);
   }
   return found->function;
}

/* The same for one that has costs. */
static Function* function_with_costs(State* state, const char* file,
                                     const char* name)
{
   Function* function = function_called(state, file, name);

   function->has_costs = TRUE;
   return function;
}

/*------------------------------------------------------------*/
/*--- Calls                                                ---*/
/*------------------------------------------------------------*/

/* Returns the function that calls an inlined one. */
static const char* caller_of(const ChainsInlined* inlined, const Source* source)
{
   return inlined->caller ? inlined->caller->function->name : source->name;
}

/* Returns whether a caller in the chain of `inlined' has the same call, to code
   in the same file, on the same line: a function is inlined into itself. */
static gboolean is_repeated(const ChainsInlined* inlined, const char* file,
                            const Source* source)
{
   const ChainsInlined *below = inlined, *above;

   for (; (above = below->caller); below = above)
      if (above->function->name == inlined->function->name
          && above->line == inlined->line && above->file == inlined->file
          && below->file == file
          && caller_of(above, source) == caller_of(inlined, source))
         return TRUE;
   return FALSE;
}

/* For State.found. */
static guint flow_hash(gconstpointer key)
{
   const Flow*         flow   = key;
   const gconstpointer what[] = {flow->inlined, flow->source, flow->file};

   return hash_bytes(what, sizeof what);
}

static gboolean flow_equal(gconstpointer a, gconstpointer b)
{
   const Flow *x = a, *y = b;

   return x->inlined == y->inlined && x->source == y->source
          && x->file == y->file;
}

/* Returns the flow for code of an inlined function that lies in `file'. */
static Flow* flow_of(State* state, const ChainsInlined* inlined,
                     const char* file, const Source* source)
{
   Flow** last = (Flow**)&state->flows->pdata[inlined->number];
   Flow   key  = {.inlined = inlined, .source = source, .file = file};

   if (*last && flow_equal(*last, &key))
      return *last;
   Flow* flow = g_hash_table_lookup(state->found, &key);
   if (!flow) {
      flow  = g_malloc0(sizeof *flow + state->n * sizeof *flow->counts);
      *flow = key;
      flow->function = function_called(state, file, inlined->function->name);
      flow->repeated = is_repeated(inlined, file, source);
      flow->next     = state->newest;
      state->newest  = flow;
      g_hash_table_add(state->found, flow);
   }
   return *last = flow;
}

/* Adds the counts of an instruction to all calls in its chain.  Returns -1, or
   the index of an event whose sum exceeds 63 bits. */
static int add_to_flows(State* state, const Source* source,
                        const ChainsPlace* place)
{
   int                  runs    = state->split->runs;
   const char*          file    = place->file;
   const ChainsInlined* inlined = place->inlined;
   int                  full    = -1;

   for (; inlined && full < 0; inlined = inlined->caller) {
      Flow* flow = flow_of(state, inlined, file, source);
      full       = count_add_all(flow->counts, state->counts, state->n);
      if (full < 0 && place->address == inlined->entry && runs >= 0
          && !count_add(&flow->number, state->counts[runs]))
         full = runs;
      file = inlined->file;
   }
   return full;
}

/* Adds a call to its caller, which has costs in the file of the call.  Returns
   the same. */
static int split_call(State* state, const ChainsInlined* inlined, Flow* flow)
{
   Function* caller  = function_with_costs(state, inlined->file,
                                           caller_of(inlined, flow->source));
   gboolean  at_home = inlined->function->file == flow->file;
   guint64   entry   = state->split->lines ? 0 : inlined->entry;

   CostsCall* added;
   CostsCall  call = {
       .caller  = {entry, inlined->line},
       .callee  = flow->function,
       .target  = {entry, at_home ? inlined->function->line : 0},
       .inlined = TRUE,
       .number  = flow->number,
   };

   int full   = costs_add_call(caller, &call, flow->counts, state->n, &added);
   flow->link = (SpliceLink){caller, added};
   return full;
}

/* Adds the calls of all flows, which are done then.  Returns the same, with the
   function of the overflow in `where'. */
static int split_calls(State* state, const Function** where)
{
   int full = -1;

   g_hash_table_remove_all(state->found);
   while (state->newest) {
      Flow* flow = state->newest;
      if (!flow->repeated && full < 0) {
         full   = split_call(state, flow->inlined, flow);
         *where = flow->function;
      }
      state->newest                              = flow->next;
      state->flows->pdata[flow->inlined->number] = NULL;
      g_ptr_array_add(state->done, flow);
   }
   return full;
}

/*------------------------------------------------------------*/
/*--- Self costs                                           ---*/
/*------------------------------------------------------------*/

/* Returns the function that gets the cost of an instruction. */
static Function* function_for(State* state, const Source* source,
                              const ChainsPlace* place)
{
   const ChainsInlined* inlined = place->inlined;
   Function*            function =
      inlined ? flow_of(state, inlined, place->file, source)->function : NULL;

   if (function && function->has_costs)
      return function;
   return function_with_costs(state, place->file,
                              inlined ? inlined->function->name : source->name);
}

/* Gives a place the line that the profile has, unless the debug information has
   one.  Notes if that is another. */
static void settle_line(State* state, const Source* source, guint64 line,
                        ChainsPlace* place)
{
   Count  ran = state->split->runs >= 0 ? state->counts[state->split->runs] : 0;
   Moved* moved = &state->moved;

   state->ran += ran;
   if (!place->file) {
      place->file = source->file;
      place->line = line;
   } else if (place->file != source->file || place->line != line) {
      moved->ran += ran;
      if (ran <= moved->most)
         return;
      *moved =
         (Moved){moved->ran, ran, source->file, place->file, line, place->line};
   }
}

static gboolean is_nameless(const Source* source)
{
   return strcmp(source->name, "???") == 0;
}

/* Returns where the costs of a place come from: if the profile has no function
   there, the one that the debug information has.  The core reads no symbols of
   an object without data. */
static const Source* source_of(State* state, const Source* source,
                               const ChainsPlace* place)
{
   const char* name = place->function ? place->function->name : source->name;
   Source*     named;

   if (name == source->name)
      return source;
   named = g_hash_table_lookup(state->named, name);
   if (!named) {
      named  = g_new(Source, 1);
      *named = (Source){source->function, source->object, source->file, name};
      g_hash_table_insert(state->named, (char*)name, named);
   }
   return named;
}

/* Returns the links of a chain, the outermost first. */
static GPtrArray* chain_of(State* state, const Source* source,
                           const ChainsPlace* place)
{
   GPtrArray*  chain = g_ptr_array_new();
   const char* file  = place->file;

   for (const ChainsInlined* i = place->inlined; i; i = i->caller) {
      g_ptr_array_insert(chain, 0, &flow_of(state, i, file, source)->link);
      file = i->file;
   }
   return chain;
}

/* Notes the calls that the program made from an instruction, which become those
   of the function that gets its cost, at `to'.  `from' is its position in the
   profile. */
static void note_calls(State* state, const Instruction* instruction,
                       Position from, Function* function, Position to,
                       const Source* source, const ChainsPlace* place)
{
   Source* of = instruction->source;

   for (; of->calls && of->next < of->calls->len; of->next++) {
      const CostsCall* call  = of->calls->pdata[of->next];
      int              order = position_compare(call->caller, from);
      if (order > 0)
         break;
      if (order == 0)
         splice_add(state->splice, call, function, to, state->split->lines,
                    chain_of(state, source, place));
   }
}

/* Notes where a function begins, if it is at this instruction. */
static void note_start(State* state, const Function* function,
                       const ChainsPlace* place)
{
   const Position*      entry = g_hash_table_lookup(state->entries, function);
   const ChainsInlined* outer = place->inlined;

   if (!outer || !entry || entry->address != place->address)
      return;
   while (outer->caller)
      outer = outer->caller;
   if (outer->line > 0)
      splice_add_start(state->splice, function, outer->file, outer->line);
}

/* Adds the cost of an instruction to the function that gets it, and to the
   calls in its chain.  Returns -1, or the index of an event whose sum exceeds
   63 bits, with the function in `where'. */
static int split_instruction(State* state, const Instruction* instruction,
                             ChainsPlace* place, const Function** where)
{
   const Source* source = instruction->source;
   Position      from   = position_of(instruction, state->n);

   lines_counts(&source->function->lines, state->n, instruction->row,
                state->counts);
   settle_line(state, source, from.line, place);
   note_start(state, source->function, place);
   source             = source_of(state, source, place);
   Function* function = function_for(state, source, place);
   guint64   address  = state->split->lines ? 0 : place->address;
   Position  to       = {address, place->line};
   int       full = lines_add(&function->lines, state->n, to, state->counts);

   *where = function;
   if (full < 0)
      full = add_to_flows(state, source, place);
   if (full < 0)
      note_calls(state, instruction, from, function, to, source, place);
   return full;
}

static const char* object_of(const Instruction* instruction)
{
   return instruction->source->function->object;
}

static int compare_places(gconstpointer a, gconstpointer b)
{
   const ChainsPlace *x = *(ChainsPlace*const*)a, *y = *(ChainsPlace*const*)b;

   return (x->address > y->address) - (x->address < y->address);
}

/* Does what chains_find() does for n places in any order. */
static void find_unsorted(Chains* chains, const char* path, ChainsPlace* places,
                          gsize n)
{
   ChainsPlace*  sorted = g_new(ChainsPlace, n);
   ChainsPlace** order  = g_new(ChainsPlace*, n);

   for (gsize i = 0; i < n; i++)
      order[i] = &places[i];
   qsort(order, n, sizeof *order, compare_places);
   for (gsize i = 0; i < n; i++)
      sorted[i] = *order[i];
   chains_find(chains, path, sorted, n);
   for (gsize i = 0; i < n; i++)
      *order[i] = sorted[i];
   g_free(sorted);
   g_free(order);
}

/* Finds out about the places of all instructions of a file. */
static void find_places(State* state, const Instruction* instructions,
                        ChainsPlace* places, gsize n)
{
   const Split* split = state->split;
   const char*  file  = instructions->source->object;

   for (gsize i = 0; i < n; i++)
      places[i] = (ChainsPlace){
         .address  = position_of(&instructions[i], state->n).address,
         .nameless = is_nameless(instructions[i].source)};
   if (!file || !split->wants_object(file, split->data))
      return;
   if (object_of(instructions) == object_of(instructions + n - 1))
      chains_find(state->chains, file, places, n);
   else
      find_unsorted(state->chains, file, places, n);
   if (state->chains->lost > 0)
      message_warn("%s: .dwo files cannot be read, so what was inlined in it"
                   " is unknown (compilation units: %u)",
                   file, state->chains->lost);
   if (state->flows->len < state->chains->inlined->len)
      g_ptr_array_set_size(state->flows, state->chains->inlined->len);
}

/* Adds the costs of the n instructions of an object.  Returns the same. */
static int split_object(State* state, const Instruction* instructions,
                        ChainsPlace* places, gsize n, const Function** where)
{
   int full = -1;

   state->object = object_of(instructions);
   for (gsize i = 0; i < n && full < 0; i++)
      full = split_instruction(state, &instructions[i], &places[i], where);

   const Function* called = *where;
   int             fuller = split_calls(state, &called);
   g_hash_table_remove_all(state->named);
   g_hash_table_remove_all(state->targets);
   if (full < 0)
      *where = called;
   return full >= 0 ? full : fuller;
}

/* The same for all objects that are one file. */
static int split_file(State* state, const Instruction* instructions, gsize n,
                      const Function** where)
{
   ChainsPlace* places = g_new(ChainsPlace, n);
   int          full   = -1;

   find_places(state, instructions, places, n);
   for (gsize i = 0, next; i < n && full < 0; i = next) {
      for (next = i + 1;
           next < n
           && object_of(&instructions[next]) == object_of(&instructions[i]);
           next++)
         ;
      full = split_object(state, &instructions[i], &places[i], next - i, where);
   }
   g_free(places);
   return full;
}

/*------------------------------------------------------------*/
/*--- All                                                  ---*/
/*------------------------------------------------------------*/

/* A call whose first instruction is not among those that ran still happened. */
static gboolean count_one_call(gpointer key, gpointer value, gpointer data)
{
   CostsCall* call = value;

   call->number     = MAX(call->number, 1);
   *(Position*)data = call->caller;
   return FALSE;
}

/* Completes the functions that have calls.  One without costs of its own gets a
   line of zeros, because callgrind_annotate cannot show a file that has none.
 */
static void complete_callers(const Costs* costs, gboolean by_line)
{
   GPtrArray* functions = costs_functions(costs);
   Count*     zeros     = g_new0(Count, costs->n_events);
   Position   last;

   for (guint i = 0; i < functions->len; i++) {
      Function* function = functions->pdata[i];
      if (!function->calls)
         continue;
      g_tree_foreach(function->calls, count_one_call, &last);
      if (function->lines.used > 0)
         continue;
      if (by_line)
         last.address = 0;
      lines_add(&function->lines, costs->n_events, last, zeros);
   }
   g_ptr_array_free(functions, TRUE);
   g_free(zeros);
}

/* Adds up all objects, as split_costs() does. */
static const Function* add_objects(State* state)
{
   const Instruction* i     = state->instructions;
   const Instruction* end   = i + state->n_instructions;
   const Function*    where = NULL;

   while (i < end) {
      const Instruction* next = i;
      while (next < end && next->source->object == i->source->object)
         next++;
      if (split_file(state, i, next - i, &where) >= 0)
         return where;
      i = next;
   }
   where = splice_calls(state->splice);
   if (where)
      return where;
   complete_callers(state->to, state->split->lines);
   return costs_sort_lines(state->to);
}

/* Says how far a profile without inlined functions differs in its lines, if by
   more than 1 %. */
static void say_moved(const State* state)
{
   const Moved* moved = &state->moved;

   if (moved->ran > state->ran / 100)
      message_warn("%.1f %% of Ir are on other lines than in a profile without"
                   " inlined functions, for instance on %s:%" G_GUINT64_FORMAT
                   ", not %s:%" G_GUINT64_FORMAT,
                   100 * moved->ran / state->ran, moved->to_file,
                   moved->to_line, moved->from_file, moved->from_line);
}

/* Returns the set of the files that have costs. */
static GHashTable* files_of(const Costs* costs)
{
   GHashTable* set   = g_hash_table_new(hash_text, g_str_equal);
   GPtrArray*  files = costs_files(costs);

   for (guint i = 0; i < files->len; i++)
      g_hash_table_add(set, ((File*)files->pdata[i])->name);
   g_ptr_array_free(files, TRUE);
   return set;
}

const Function* split_costs(const Split* split, Costs* to)
{
   guint       n     = split->from->n_events;
   GHashTable* known = files_of(split->from);
   State       state = {
            .split   = split,
            .to      = to,
            .n       = n,
            .chains  = chains_new(known),
            .flows   = g_ptr_array_new(),
            .done    = g_ptr_array_new_with_free_func(g_free),
            .splice  = splice_new(split->from, to),
            .found   = g_hash_table_new(flow_hash, flow_equal),
            .entries = g_hash_table_new(NULL, NULL),
            .targets = g_hash_table_new_full(target_hash, target_equal, g_free, NULL),
            .named  = g_hash_table_new_full(NULL, NULL, NULL, g_free),
            .counts = g_new(Count, n)};

   list_instructions(&state);
   const Function* full = add_objects(&state);
   if (!full)
      full = splice_contexts(state.splice);
   say_moved(&state);
   splice_free(state.splice);
   g_ptr_array_free(state.flows, TRUE);
   g_ptr_array_free(state.done, TRUE);
   g_hash_table_destroy(state.found);
   g_hash_table_destroy(state.entries);
   g_hash_table_destroy(state.targets);
   g_hash_table_destroy(state.named);
   g_free(state.counts);
   g_free(state.sources);
   g_free(state.instructions);
   chains_free(state.chains);
   g_hash_table_destroy(known);
   return full;
}
