/* SPDX-License-Identifier: GPL-2.0-or-later */
/* details.c: see details.h. */

#include <string.h>

#include "annotate/details.h"
#include "annotate/disassembly.h"
#include "lib/hash.h"
#include "lib/message.h"

struct Details {
   const Annotation* annotation;
   Disassembly*      disassembly;
   GHashTable*       wanted;    /* const File*: see details_want() */
   Lines*            lines;     /* of the file whose details are collected */
   const Function*   caller;    /* of the calls that are added */
   GArray*           collected; /* its details so far (SourceDetail) */
};

static guint n_events(const Annotation* annotation)
{
   return events_recorded(annotation->events);
}

static void free_detail(gpointer data)
{
   SourceDetail* detail = data;
   g_free(detail->text);
   g_free(detail->counts);
}

/* Adds a detail, with room for the values of derived events.  It takes over the
   text. */
static SourceDetail* add_detail(Details* details, SourceDetail detail)
{
   detail.counts = g_new(Count, events_number(details->annotation->events));
   g_array_append_val(details->collected, detail);
   return &g_array_index(details->collected, SourceDetail,
                         details->collected->len - 1);
}

/* Fills in the derived events of a detail. */
static void derive(const Details* details, SourceDetail* detail)
{
   int full = events_derive(details->annotation->events, detail->counts);
   if (full >= 0)
      message_fail("the value of %s exceeds 63 bits",
                   events_name(details->annotation->events, full));
}

/*------------------------------------------------------------*/
/*--- Calls                                                ---*/
/*------------------------------------------------------------*/

/* "=> 12 times", or "=> inlined", as nobody knows how often that ran. */
typedef char TimesText[40];

static void write_times(TimesText to, const CostsCall* call)
{
   if (call->inlined)
      g_snprintf(to, sizeof(TimesText), "=> inlined");
   else
      g_snprintf(to, sizeof(TimesText), "=> %" G_GINT64_FORMAT " time%s",
                 call->number, call->number == 1 ? "" : "s");
}

static const char* callee_name(const Annotation* annotation,
                               const CostsCall*  call)
{
   const char* name = call->callee->name;

   return annotation->options.names == NAMES_LONG ? name
                                                  : names_short_kept(name);
}

char* details_text(const Annotation* annotation, const SourceDetail* detail)
{
   const CostsCall* call = detail->call;
   TimesText        times;

   if (!call)
      return g_strdup(detail->text);
   char* file = g_path_get_basename(call->callee->file->name);
   write_times(times, call);
   char* text =
      g_strdup_printf("%s %s (%s)", times, callee_name(annotation, call), file);
   g_free(file);
   return text;
}

static int compare_names(const char* a, const char* b)
{
   return a == b ? 0 : strcmp(a, b);
}

/* The same for the last parts of files' names. */
static int compare_files(const File* a, const File* b)
{
   if (a == b)
      return 0;
   const char* left  = strrchr(a->name, '/');
   const char* right = strrchr(b->name, '/');

   return strcmp(left ? left + 1 : a->name, right ? right + 1 : b->name);
}

/* Compares calls as their texts. */
static int compare_calls(const Annotation* annotation, const CostsCall* a,
                         const CostsCall* b)
{
   TimesText left, right;

   write_times(left, a);
   write_times(right, b);
   int order = strcmp(left, right);
   if (order == 0)
      order =
         compare_names(callee_name(annotation, a), callee_name(annotation, b));
   return order != 0 ? order : compare_files(a->callee->file, b->callee->file);
}

static gboolean are_zero(const Count* counts, guint n)
{
   for (guint i = 0; i < n; i++)
      if (counts[i] != 0 && counts[i] != COUNT_NONE)
         return FALSE;
   return TRUE;
}

/* Whether a call has costs that its caller does not have.  If a function was
   inlined into itself, all costs of the copies are its own already. */
static gboolean adds_costs(const Function* caller, const CostsCall* call)
{
   return call->callee != caller;
}

/* For g_tree_foreach(): adds a call to the details and the lines; in a
   difference, only if it changed. */
static gboolean add_call_detail(gpointer key, gpointer value, gpointer data)
{
   Details*         details = data;
   const CostsCall* call    = value;
   guint            n       = n_events(details->annotation);

   if ((call->inlined || call->number == 0) && are_zero(call->counts, n))
      return FALSE;
   SourceDetail* detail = add_detail(
      details, (SourceDetail){.line = call->caller.line, .call = call});

   memcpy(detail->counts, call->counts, n * sizeof *call->counts);
   derive(details, detail);
   if ((call->inlined || !details->annotation->inclusive)
       && adds_costs(details->caller, call)
       && lines_add(details->lines, n, (Position){.line = call->caller.line},
                    call->counts)
             >= 0)
      costs_fail_full(call->callee);
   return FALSE;
}

/* Adds what the calls of a function cost to its lines, where the profile has
   contexts.  Of a line that calls its own function, what it cost itself in the
   calls below is in both: contexts have no lines. */
static void add_calls_by_line(const Details* details, const Function* function)
{
   const Inclusive* inclusive = details->annotation->inclusive;
   guint            n         = n_events(details->annotation);
   GPtrArray*       calls     = costs_calls(function);
   /* The calls of instructions are in the order of their addresses. */
   GHashTable* done = g_hash_table_new(hash_number, g_int64_equal);

   for (guint i = 0; calls && i < calls->len; i++) {
      guint64*     line   = &((CostsCall*)calls->pdata[i])->caller.line;
      const Count* counts = g_hash_table_add(done, line)
                               ? inclusive_of_calls(inclusive, function, *line)
                               : NULL;
      if (counts
          && lines_add(details->lines, n, (Position){.line = *line}, counts)
                >= 0)
         costs_fail_full(function);
   }
   g_hash_table_destroy(done);
   if (calls)
      g_ptr_array_free(calls, TRUE);
}

Count* details_inclusive(const Annotation* annotation, const Function* function)
{
   if (annotation->inclusive)
      return inclusive_of(annotation->inclusive, function);

   guint      n      = n_events(annotation);
   Count*     counts = count_copy_all(function->sums, n);
   GPtrArray* calls  = costs_calls(function);

   for (guint i = 0; calls && i < calls->len; i++) {
      const CostsCall* call = calls->pdata[i];
      if (adds_costs(function, call)
          && count_add_all(counts, call->counts, n) >= 0)
         costs_fail_full(function);
   }
   if (calls)
      g_ptr_array_free(calls, TRUE);
   return counts;
}

/*------------------------------------------------------------*/
/*--- Instructions                                         ---*/
/*------------------------------------------------------------*/

/* For g_tree_foreach(): notes that the instructions of a function are wanted.
 */
static gboolean want_instructions(gpointer key, gpointer value, gpointer data)
{
   Details*        details  = data;
   const Function* function = value;
   guint           n        = n_events(details->annotation);

   for (gsize row = 0; function->object && row < function->lines.used; row++)
      disassembly_want(details->disassembly, function->object,
                       lines_position(&function->lines, n, row).address);
   return FALSE;
}

void details_want(Details* details, const File* file)
{
   if (details->annotation->options.assembly
       && g_hash_table_add(details->wanted, (gpointer)file))
      g_tree_foreach(file->functions, want_instructions, details);
}

/* Adds an instruction, without its counts. */
static SourceDetail* add_instruction_detail(Details*        details,
                                            const Function* function,
                                            Position        position)
{
   SourceDetail detail = {.line    = position.line,
                          .order   = position.address,
                          .address = position.address};
   const char*  text   = function->object
                            ? disassembly_text(details->disassembly,
                                               function->object, position.address)
                            : NULL;

   detail.text =
      g_strdup_printf("%8" G_GINT64_MODIFIER "x%s%s", position.address,
                      text ? "  " : "", text ? text : "");
   if (text)
      detail.instruction = detail.text + strlen(detail.text) - strlen(text);
   return add_detail(details, detail);
}

static void add_instructions(Details* details, const Function* function)
{
   guint n = n_events(details->annotation);

   for (gsize row = 0; row < function->lines.used; row++) {
      SourceDetail* detail = add_instruction_detail(
         details, function, lines_position(&function->lines, n, row));
      lines_counts(&function->lines, n, row, detail->counts);
      derive(details, detail);
   }
}

/*------------------------------------------------------------*/
/*--- Both                                                 ---*/
/*------------------------------------------------------------*/

/* For g_tree_foreach(). */
static gboolean add_function_detail(gpointer key, gpointer value, gpointer data)
{
   Details*        details  = data;
   const Function* function = value;
   const Options*  options  = &details->annotation->options;

   details->caller = function;
   if (options->inclusive && function->calls)
      g_tree_foreach(function->calls, add_call_detail, details);
   if (options->inclusive && details->annotation->inclusive)
      add_calls_by_line(details, function);
   if (options->assembly)
      add_instructions(details, function);
   return FALSE;
}

/* Sorts by line, then by address: calls have none, so they come first. */
static int compare_details(gconstpointer a, gconstpointer b,
                           gpointer annotation)
{
   const SourceDetail *left = a, *right = b;

   if (left->line != right->line)
      return left->line < right->line ? -1 : 1;
   if (left->order != right->order)
      return left->order < right->order ? -1 : 1;
   if (left->call && right->call)
      return compare_calls(annotation, left->call, right->call);
   return compare_names(left->call ? "" : left->text,
                        right->call ? "" : right->text);
}

GArray* details_collect(Details* details, const File* file, Lines* lines)
{
   GArray* collected = g_array_new(FALSE, FALSE, sizeof(SourceDetail));

   g_array_set_clear_func(collected, free_detail);
   details->lines     = lines;
   details->collected = collected;
   details_want(details, file);
   disassembly_run(details->disassembly);
   g_tree_foreach(file->functions, add_function_detail, details);
   g_array_sort_with_data(collected, compare_details,
                          (gpointer)details->annotation);
   if (lines_sort(lines, n_events(details->annotation)) >= 0)
      message_fail("%s: counts add up to more than 63 bits", file->name);
   return collected;
}

Details* details_new(const Annotation* annotation)
{
   Details* details = g_new(Details, 1);

   *details =
      (Details){.annotation  = annotation,
                .disassembly = disassembly_new(annotation->sum->changed),
                .wanted      = g_hash_table_new(NULL, NULL)};
   return details;
}

void details_free(Details* details)
{
   disassembly_free(details->disassembly);
   g_hash_table_destroy(details->wanted);
   g_free(details);
}

gboolean details_have_calls(const Annotation* annotation)
{
   GPtrArray* functions = costs_functions(annotation->sum->costs);
   gboolean   calls     = FALSE;

   for (guint i = 0; i < functions->len; i++)
      calls = calls || ((Function*)functions->pdata[i])->calls;
   g_ptr_array_free(functions, TRUE);
   return calls;
}

void details_check(const Annotation* annotation)
{
   if (annotation->options.inclusive && !details_have_calls(annotation)
       && annotation->options.view <= VIEW_FUNCTION)
      message_warn(
         "--inclusive adds nothing: the profile has no calls (nothing "
         "was inlined, or the tool ran with neither --calls=yes nor "
         "--inlined=yes)");
   if (annotation->options.assembly && !annotation->sum->header->instructions)
      message_fail("--asm: the profile has no instructions (run the tool with "
                   "--dump-instr=yes)");
}
