/* SPDX-License-Identifier: GPL-2.0-or-later */
/* form_folded.c: see form_folded.h.

   Of the contexts, another tree is made, whose contexts are lists of names.  So
   what would be equal lines is one context there. */

#include <stdio.h>
#include <string.h>

#include "annotate/form_folded.h"
#include "annotate/selection.h"
#include "annotate/stacks.h"
#include "lib/message.h"
#include "render/utf8.h"

#define FORMAT "folded"

typedef struct {
   Costs*      names;  /* with a Function for each name as it is written */
   GHashTable* named;  /* Function* of those, by stacks_named_by() */
   Contexts*   folded; /* of functions of `names' */
   GPtrArray*  path;   /* Context* in it, by depth in the other tree */
} Folding;

/*------------------------------------------------------------*/
/*--- Names                                                ---*/
/*------------------------------------------------------------*/

/* Returns a name as lines have it; the caller frees it. */
static char* folded_name(const char* name)
{
   char* folded = utf8_printable(name, strlen(name));

   for (char* at = folded; *at; at++)
      if (*at == ';')
         *at = ':';
      else if (g_ascii_isspace(*at))
         *at = ' ';
   return folded;
}

static Function* function_named(const Folding* folding, const char* name)
{
   char*     folded = folded_name(name);
   Function* found  = costs_function(
       folding->names, "", *folded ? folded : ANNOTATION_UNKNOWN, NULL);

   g_free(folded);
   return found;
}

static Function* function_of(const Folding* folding, const Function* function)
{
   const char* named_by = stacks_named_by(function);
   Function*   found    = g_hash_table_lookup(folding->named, named_by);

   if (!found) {
      char* name = stacks_name(function);
      found      = function_named(folding, name);
      g_free(name);
      g_hash_table_insert(folding->named, (gpointer)named_by, found);
   }
   return found;
}

/*------------------------------------------------------------*/
/*--- Folding                                              ---*/
/*------------------------------------------------------------*/

static Context* enter_folded(const Folding* folding, Context* parent,
                             Function* function)
{
   return contexts_enter(folding->folded, parent, NULL, NULL, function);
}

static void add_folded(const Folding* folding, Context* context,
                       const Count* counts)
{
   if (contexts_add(folding->folded, context, 0, counts) >= 0)
      message_fail("%s: counts add up to more than 63 bits",
                   context->function->name);
}

/* A ContextFunc. */
static void fold_context(Context* c, guint depth, gpointer data)
{
   const Folding*  folding = data;
   const Function* between = stacks_between(c);

   g_ptr_array_set_size(folding->path, depth);
   Context* parent = depth > 0 ? folding->path->pdata[depth - 1] : NULL;
   if (between)
      parent = enter_folded(folding, parent, function_of(folding, between));
   Context* folded =
      enter_folded(folding, parent, function_of(folding, c->function));
   g_ptr_array_add(folding->path, folded);
   add_folded(folding, folded, c->counts);
}

static void fold_tree(const Folding* folding, const Sum* sum)
{
   contexts_walk(sum->costs->contexts, fold_context, NULL, (gpointer)folding);

   Count* rest = stacks_rest(sum);
   if (rest)
      add_folded(folding,
                 enter_folded(folding, NULL,
                              function_named(folding, STACKS_NO_CONTEXT)),
                 rest);
   g_free(rest);
}

static void fold_functions(const Folding* folding, const Sum* sum)
{
   GPtrArray* functions = costs_functions(sum->costs);

   for (guint i = 0; i < functions->len; i++) {
      const Function* function = functions->pdata[i];
      add_folded(folding,
                 enter_folded(folding, NULL, function_of(folding, function)),
                 function->sums);
   }
   g_ptr_array_free(functions, TRUE);
}

/*------------------------------------------------------------*/
/*--- Writing                                              ---*/
/*------------------------------------------------------------*/

typedef struct {
   const Annotation* annotation;
   GString*          stack; /* its names, with ";" */
   guint64           bytes; /* of all stacks so far */
} FoldedWriter;

static Count folded_count(const Annotation* annotation, const Context* c)
{
   const Count* counts = selection_derive(annotation, c->counts);
   Count        count  = counts[annotation->folded];

   if (counts != c->counts)
      g_free((gpointer)counts);
   if (count < 0 && count != COUNT_NONE)
      message_fail("--format=" FORMAT ": %s has a negative count, as in a "
                   "difference; --format=pprof can have those",
                   c->function->name);
   return count == COUNT_NONE ? 0 : count;
}

/* A ContextFunc. */
static void begin_stack(Context* c, guint depth, gpointer data)
{
   FoldedWriter* writer = data;
   Output*       output = writer->annotation->output;
   const char*   name   = c->function->name;
   Count         count  = folded_count(writer->annotation, c);
   char          end[OUTPUT_MAX_NUMBER_BYTES + 3];

   stacks_count_bytes(&writer->bytes, strlen(name), FORMAT);
   g_string_append_printf(writer->stack, "%s%s", depth > 0 ? ";" : "", name);
   if (count == 0)
      return;
   stacks_count_bytes(&writer->bytes, writer->stack->len, FORMAT);
   snprintf(end, sizeof end, " %" G_GINT64_FORMAT "\n", count);
   output_text(output, writer->stack->str, writer->stack->len);
   output_literal(output, end);
}

/* A ContextFunc. */
static void end_stack(Context* c, guint depth, gpointer data)
{
   GString* stack = ((FoldedWriter*)data)->stack;

   g_string_truncate(stack,
                     stack->len - strlen(c->function->name) - (depth > 0));
}

static void write_stacks(const Annotation* annotation, Contexts* folded)
{
   FoldedWriter writer = {.annotation = annotation,
                          .stack      = g_string_new(NULL)};

   contexts_sort(folded);
   contexts_walk(folded, begin_stack, end_stack, &writer);
   g_string_free(writer.stack, TRUE);
}

static void write_folded(Form* form)
{
   const Sum* sum     = form->annotation->sum;
   Folding    folding = {.names  = costs_new(sum->costs->n_events),
                         .named  = g_hash_table_new(NULL, NULL),
                         .folded = contexts_new(sum->costs->n_events),
                         .path   = g_ptr_array_new()};

   if (sum->costs->contexts)
      fold_tree(&folding, sum);
   else
      fold_functions(&folding, sum);
   write_stacks(form->annotation, folding.folded);
   g_ptr_array_free(folding.path, TRUE);
   contexts_free(folding.folded);
   g_hash_table_destroy(folding.named);
   costs_free(folding.names);
}

Form* form_folded_new(const Annotation* annotation)
{
   Form* form = g_new(Form, 1);

   stacks_check_event(annotation, FORMAT, annotation->folded);
   *form = (Form){.annotation = annotation, .finish = write_folded};
   return form;
}
