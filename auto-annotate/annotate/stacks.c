/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stacks.c: see stacks.h. */

#include <string.h>

#include "annotate/stacks.h"
#include "lib/message.h"

/* Whether only the object of a function is known. */
static gboolean is_only_object(const Function* function)
{
   return strcmp(function->name, ANNOTATION_UNKNOWN) == 0 && function->object
          && strcmp(function->object, ANNOTATION_UNKNOWN) != 0;
}

const char* stacks_named_by(const Function* function)
{
   return is_only_object(function) ? function->object : function->name;
}

char* stacks_name(const Function* function)
{
   if (!is_only_object(function))
      return g_strdup(function->name);
   char* object = g_path_get_basename(function->object);
   char* name   = g_strdup_printf("%s (%s)", function->name, object);
   g_free(object);
   return name;
}

/* Whether two functions are the same frame of a stack. */
static gboolean are_one_frame(const Function* a, const Function* b)
{
   return costs_have_one_name(a, b) && a->object == b->object;
}

const Function* stacks_between(const Context* c)
{
   return c->caller && c->parent
                && !are_one_frame(c->caller, c->parent->function)
             ? c->caller
             : NULL;
}

typedef struct {
   Count*   counts;
   guint    n;
   gboolean full; /* a sum exceeds 63 bits */
} Rest;

/* A ContextFunc. */
static void subtract_context(Context* c, guint depth, gpointer data)
{
   Rest*  rest   = data;
   Count* counts = count_copy_all(c->counts, rest->n);

   count_negate_all(counts, rest->n, -1);
   rest->full = count_add_all(rest->counts, counts, rest->n) >= 0 || rest->full;
   g_free(counts);
}

Count* stacks_rest(const Sum* sum)
{
   Rest rest = {.n = sum->costs->n_events};

   rest.counts = count_copy_all(sum->totals, rest.n);
   contexts_walk(sum->costs->contexts, subtract_context, NULL, &rest);
   if (rest.full)
      message_fail("the counts of contexts add up to more than 63 bits");
   for (guint i = 0; i < rest.n; i++)
      if (rest.counts[i] != 0)
         return rest.counts;
   g_free(rest.counts);
   return NULL;
}

void stacks_check_event(const Annotation* annotation, const char* format,
                        guint event)
{
   if (!events_is_linear(annotation->events, event))
      message_fail("--format=%s: %s cannot be added up, and stacks are", format,
                   events_name(annotation->events, event));
}

void stacks_count_bytes(guint64* bytes, gsize more, const char* format)
{
   *bytes += more;
   if (*bytes > STACKS_MAX_BYTES)
      message_fail("--format=%s: the stacks would take more than %d MB", format,
                   STACKS_MAX_BYTES >> 20);
}
