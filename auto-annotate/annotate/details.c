/* SPDX-License-Identifier: GPL-2.0-or-later */
/* details.c: see details.h. */

#include <string.h>

#include "annotate/details.h"
#include "annotate/disassembly.h"
#include "lib/message.h"
#include "lib/width.h"

/* The state of collecting the details of a file. */
typedef struct {
   const Annotation* annotation;
   Lines*            lines;
   GArray*           details; /* of SourceDetail */
   Disassembly*      disassembly;
} Collection;

static guint n_events(const Annotation* annotation)
{
   return events_recorded(annotation->events);
}

static void fail_overflow(const Function* function) G_GNUC_NORETURN;
static void fail_overflow(const Function* function)
{
   message_fail("%s:%s: counts add up to more than 63 bits",
                function->file->name, function->name);
}

static void free_detail(gpointer data)
{
   SourceDetail* detail = data;
   g_free(detail->text);
   g_free(detail->counts);
}

/* Adds a detail, with room for the values of derived events.  It takes over the
   text. */
static SourceDetail* add_detail(Collection* collection, guint64 line,
                                guint64 order, char* text)
{
   SourceDetail detail = {
      .line   = line,
      .order  = order,
      .text   = text,
      .counts = g_new(Count, events_number(collection->annotation->events))};

   g_array_append_val(collection->details, detail);
   return &g_array_index(collection->details, SourceDetail,
                         collection->details->len - 1);
}

/* Fills in the derived events of a detail. */
static void derive(const Collection* collection, SourceDetail* detail)
{
   int full = events_derive(collection->annotation->events, detail->counts);
   if (full >= 0)
      message_fail("the value of %s exceeds 63 bits",
                   events_name(collection->annotation->events, full));
}

/*------------------------------------------------------------*/
/*--- Calls                                                ---*/
/*------------------------------------------------------------*/

static char* call_text(const Collection* collection, const CostsCall* call)
{
   const Function* callee = call->callee;
   char*           file   = g_path_get_basename(callee->file->name);
   char*           name   = collection->annotation->options.names == NAMES_LONG
                               ? g_strdup(callee->name)
                               : names_short(callee->name, width_dots());
   char*           text =
      g_strdup_printf("=> %" G_GINT64_FORMAT " time%s %s (%s)", call->number,
                      call->number == 1 ? "" : "s", name, file);
   g_free(name);
   g_free(file);
   return text;
}

static gboolean are_zero(const Count* counts, guint n)
{
   for (guint i = 0; i < n; i++)
      if (counts[i] != 0 && counts[i] != COUNT_NONE)
         return FALSE;
   return TRUE;
}

/* For g_tree_foreach(): adds a call to the details and the lines; in a
   difference, only if it changed. */
static gboolean add_call(gpointer key, gpointer value, gpointer data)
{
   Collection*      collection = data;
   const CostsCall* call       = value;
   guint            n          = n_events(collection->annotation);

   if (call->number == 0 && are_zero(call->counts, n))
      return FALSE;
   SourceDetail* detail =
      add_detail(collection, call->caller.line, 0, call_text(collection, call));

   memcpy(detail->counts, call->counts, n * sizeof *call->counts);
   derive(collection, detail);
   if (lines_add(collection->lines, n, call->caller.line, call->counts) >= 0)
      fail_overflow(call->callee);
   return FALSE;
}

/* For g_tree_foreach(): adds the counts of a call to those of its function. */
typedef struct {
   Count* counts;
   guint  n;
   int    full;
} Addition;

static gboolean add_counts(gpointer key, gpointer value, gpointer data)
{
   Addition* addition = data;
   addition->full =
      count_add_all(addition->counts, ((CostsCall*)value)->counts, addition->n);
   return addition->full >= 0;
}

Count* details_inclusive(const Annotation* annotation, const Function* function)
{
   guint    n        = n_events(annotation);
   Addition addition = {
      .counts = count_copy_all(function->sums, n), .n = n, .full = -1};

   if (function->calls)
      g_tree_foreach(function->calls, add_counts, &addition);
   if (addition.full >= 0)
      fail_overflow(function);
   return addition.counts;
}

/*------------------------------------------------------------*/
/*--- Instructions                                         ---*/
/*------------------------------------------------------------*/

static int compare_addresses(gconstpointer a, gconstpointer b)
{
   guint64 left = *(const guint64*)a, right = *(const guint64*)b;
   return left < right ? -1 : left > right;
}

/* Disassembles the instructions of a function. */
static void disassemble(Collection* collection, const Function* function)
{
   guint   n         = n_events(collection->annotation);
   GArray* addresses = g_array_new(FALSE, FALSE, sizeof(guint64));

   for (gsize row = 0; row < function->lines.used; row++) {
      guint64 address = lines_position(&function->lines, n, row).address;
      g_array_append_val(addresses, address);
   }
   g_array_sort(addresses, compare_addresses);
   if (function->object && addresses->len > 0)
      disassembly_add(collection->disassembly, function->object, addresses);
   g_array_free(addresses, TRUE);
}

static char* instruction_text(const Collection* collection,
                              const Function* function, guint64 address)
{
   const char* text =
      function->object
         ? disassembly_text(collection->disassembly, function->object, address)
         : NULL;
   return g_strdup_printf("%8" G_GINT64_MODIFIER "x%s%s", address,
                          text ? "  " : "", text ? text : "");
}

static void add_instructions(Collection* collection, const Function* function)
{
   guint n = n_events(collection->annotation);

   disassemble(collection, function);
   for (gsize row = 0; row < function->lines.used; row++) {
      Position      position = lines_position(&function->lines, n, row);
      SourceDetail* detail =
         add_detail(collection, position.line, position.address,
                    instruction_text(collection, function, position.address));
      lines_counts(&function->lines, n, row, detail->counts);
      derive(collection, detail);
   }
}

/*------------------------------------------------------------*/
/*--- Both                                                 ---*/
/*------------------------------------------------------------*/

/* For g_tree_foreach(). */
static gboolean add_function(gpointer key, gpointer value, gpointer data)
{
   Collection*     collection = data;
   const Function* function   = value;
   const Options*  options    = &collection->annotation->options;

   if (options->inclusive && function->calls)
      g_tree_foreach(function->calls, add_call, collection);
   if (options->assembly)
      add_instructions(collection, function);
   return FALSE;
}

/* Sorts by line, then by address: calls have none, so they come first. */
static int compare_details(gconstpointer a, gconstpointer b)
{
   const SourceDetail *left = a, *right = b;

   if (left->line != right->line)
      return left->line < right->line ? -1 : 1;
   if (left->order != right->order)
      return left->order < right->order ? -1 : 1;
   return strcmp(left->text, right->text);
}

GArray* details_collect(const Annotation* annotation, const File* file,
                        Lines* lines)
{
   Collection collection = {
      .annotation  = annotation,
      .lines       = lines,
      .details     = g_array_new(FALSE, FALSE, sizeof(SourceDetail)),
      .disassembly = disassembly_new(annotation->sum->changed)};

   g_array_set_clear_func(collection.details, free_detail);
   g_tree_foreach(file->functions, add_function, &collection);
   disassembly_free(collection.disassembly);
   g_array_sort(collection.details, compare_details);
   if (lines_sort(lines, n_events(annotation)) >= 0)
      message_fail("%s: counts add up to more than 63 bits", file->name);
   return collection.details;
}

void details_check(const Annotation* annotation)
{
   GPtrArray* functions = costs_functions(annotation->sum->costs);
   gboolean   calls     = FALSE;

   for (guint i = 0; i < functions->len; i++)
      calls = calls || ((Function*)functions->pdata[i])->calls;
   g_ptr_array_free(functions, TRUE);
   if (annotation->options.inclusive && !calls)
      message_fail("--inclusive: the profile has no calls (run the tool with "
                   "--inlined=yes)");
   if (annotation->options.assembly && !annotation->sum->header->instructions)
      message_fail("--asm: the profile has no instructions (run the tool with "
                   "--dump-instr=yes)");
}
