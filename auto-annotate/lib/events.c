/* SPDX-License-Identifier: GPL-2.0-or-later */
/* events.c: see events.h.

   A formula is kept in postfix order: Ir + 10*D1m is "Ir 10 D1m * +".  It is
   evaluated with a stack.  When an event is asked for, its formula is evaluated
   once with weights in place of counts, which tells whether it is linear. */

#include <math.h>
#include <string.h>

#include "lib/events.h"
#include "lib/hash.h"
#include "lib/input.h"
#include "lib/message.h"
#include "lib/options.h"

/* Limits for the recursion of the parser, for its memory, and for the recursion
   of the search for events. */
#define MAX_DEPTH  100
#define MAX_STEPS  1000
#define MAX_NUMBER 1e18

/* Of all formulas, which are evaluated for each row; a linear one takes an
   eighth of a step for each recorded event. */
#define MAX_ROW_STEPS 10000

/* The longest text of an option that a message repeats, in bytes. */
#define MAX_QUOTED 60

typedef enum { NUMBER, NAME, ADD, SUBTRACT, MULTIPLY, DIVIDE } Operation;

typedef struct {
   Operation operation;
   double    number;
   char*     name;  /* for NAME */
   guint     event; /* for NAME, once the event was found: its index */
} Step;

typedef enum { NEW, BEING_FOUND, FOUND } State;

typedef struct {
   char*    name;
   char*    formula;   /* as it was defined */
   char*    long_name; /* or NULL */
   GArray*  steps;     /* Step */
   State    state;
   gboolean linear;  /* valid if FOUND */
   gboolean whole;   /* it is linear, and all weights are whole numbers */
   double*  weights; /* by recorded event, if linear */
   guint    index;   /* valid if FOUND: in Events.found */
   double   value;   /* set by events_derive(), for formulas that name it */
   gboolean happens; /* set there, too: something that it names can happen */
} Derived;

struct Events {
   const GPtrArray* recorded;   /* names */
   int              variance;   /* events_find_variance() of them */
   GPtrArray*       defined;    /* Derived*, in the order of definition */
   GHashTable*      by_name;    /* the same */
   GPtrArray*       found;      /* Derived*, by index - recorded->len */
   guint            row_steps;  /* of all these */
   guint            n_built_in; /* of the defined ones: they come first */
};

/*------------------------------------------------------------*/
/*--- Parsing                                              ---*/
/*------------------------------------------------------------*/

typedef struct {
   const char* at;
   GArray*     steps;
   guint       depth;
   const char* wrong; /* what is wrong at `at', or NULL */
} Parser;

static void free_step(gpointer step)
{
   g_free(((Step*)step)->name);
}

static void skip_blanks(Parser* parser)
{
   parser->at += strspn(parser->at, " \t\r");
}

static gboolean is_name_start(char c)
{
   return g_ascii_isalpha(c) || c == '_';
}

/* Goes past a name and returns it, or NULL if there is none. */
static char* take_name(Parser* parser)
{
   const char* begin = parser->at;

   if (!is_name_start(*begin))
      return NULL;
   while (is_name_start(*parser->at) || g_ascii_isdigit(*parser->at))
      parser->at++;
   return g_strndup(begin, parser->at - begin);
}

static gboolean take_char(Parser* parser, char c)
{
   skip_blanks(parser);
   if (*parser->at != c)
      return FALSE;
   parser->at++;
   return TRUE;
}

static void add_step(Parser* parser, Operation operation)
{
   Step step = {.operation = operation};
   g_array_append_val(parser->steps, step);
}

static gboolean parse_sum(Parser* parser);

static gboolean parse_formula_number(Parser* parser)
{
   char* end;
   Step  step = {.operation = NUMBER};

   /* Not "1e5", "0x10" or "inf", which g_ascii_strtod() would take. */
   gsize length = strspn(parser->at, "0123456789");
   if (length > 0 && parser->at[length] == '.')
      length += 1 + strspn(parser->at + length + 1, "0123456789");
   char* text  = g_strndup(parser->at, length);
   step.number = g_ascii_strtod(text, &end);
   g_free(text);
   parser->at += length;
   g_array_append_val(parser->steps, step);
   if (step.number > MAX_NUMBER)
      parser->wrong = "the number is too large";
   else if (is_name_start(*parser->at))
      parser->wrong = "a number has digits and a point only";
   return parser->wrong == NULL;
}

static gboolean parse_factor(Parser* parser)
{
   skip_blanks(parser);
   if (parser->depth == MAX_DEPTH || parser->steps->len >= MAX_STEPS) {
      parser->wrong = parser->depth == MAX_DEPTH
                         ? "too many parentheses and signs"
                         : "the formula is too long";
      return FALSE;
   }
   parser->depth++;
   gboolean good = FALSE;
   if (take_char(parser, '-')) {
      /* -x is 0 - x. */
      add_step(parser, NUMBER);
      good = parse_factor(parser);
      add_step(parser, SUBTRACT);
   } else if (take_char(parser, '(')) {
      good = parse_sum(parser);
      if (good && !take_char(parser, ')')) {
         parser->wrong = "\")\" is missing";
         good          = FALSE;
      }
   } else if (g_ascii_isdigit(*parser->at))
      good = parse_formula_number(parser);
   else if (is_name_start(*parser->at)) {
      Step step = {.operation = NAME, .name = take_name(parser)};
      g_array_append_val(parser->steps, step);
      good = TRUE;
   } else
      parser->wrong = "an event, a number or \"(\" is missing";
   parser->depth--;
   return good;
}

/* Whether another factor follows without an operator, as in "10 D1m". */
static gboolean factor_follows(Parser* parser)
{
   skip_blanks(parser);
   return is_name_start(*parser->at) || g_ascii_isdigit(*parser->at)
          || *parser->at == '(';
}

static gboolean parse_product(Parser* parser)
{
   gboolean good = parse_factor(parser);

   while (good)
      if (take_char(parser, '/')) {
         good = parse_factor(parser);
         add_step(parser, DIVIDE);
      } else if (take_char(parser, '*') || factor_follows(parser)) {
         good = parse_factor(parser);
         add_step(parser, MULTIPLY);
      } else
         break;
   return good;
}

static gboolean parse_sum(Parser* parser)
{
   gboolean good = parse_product(parser);

   while (good) {
      Operation operation = ADD;
      if (!take_char(parser, '+')) {
         if (!take_char(parser, '-'))
            break;
         operation = SUBTRACT;
      }
      good = parse_product(parser);
      add_step(parser, operation);
   }
   return good;
}

/* Parses "NAME = SUM" and sets *name to the name.  Returns FALSE with `wrong'
   set if it is anything else. */
static gboolean parse_equation(Parser* parser, char** name)
{
   skip_blanks(parser);
   *name = take_name(parser);
   if (!*name)
      parser->wrong = "the name of an event is missing";
   else if (!take_char(parser, '='))
      parser->wrong = "\"=\" is missing";
   else if (parse_sum(parser)) {
      skip_blanks(parser);
      if (*parser->at != '\0' && *parser->at != ':')
         parser->wrong = "+, -, *, / or \":\" is missing";
   }
   return parser->wrong == NULL;
}

static void free_derived(gpointer data)
{
   Derived* derived = data;
   g_free(derived->name);
   g_free(derived->formula);
   g_free(derived->long_name);
   g_array_free(derived->steps, TRUE);
   g_free(derived->weights);
   g_free(derived);
}

/*------------------------------------------------------------*/
/*--- Definitions                                          ---*/
/*------------------------------------------------------------*/

static Derived* find_defined(const Events* events, const char* name)
{
   return g_hash_table_lookup(events->by_name, name);
}

int events_find_recorded(const GPtrArray* recorded, const char* name)
{
   for (guint i = 0; i < recorded->len; i++)
      if (strcmp(recorded->pdata[i], name) == 0)
         return i;
   return -1;
}

int events_find_variance(const GPtrArray* recorded)
{
   return events_find_recorded(recorded, "Cyv");
}

int events_variance(const Events* events)
{
   return events->variance;
}

double events_standard_error(double variance)
{
   return 100 * sqrt(fabs(variance));
}

static gboolean is_recorded(const Events* events, const char* name)
{
   return events_find_recorded(events->recorded, name) >= 0;
}

/* events_define(); with `skip_recorded', a definition of an event of the
   profile is ignored. */
static gboolean define(Events* events, const char* definition,
                       const char* where, gboolean skip_recorded,
                       GError** error)
{
   Derived* derived = g_new0(Derived, 1);
   Parser   parser  = {.at = definition};

   parser.steps = g_array_new(FALSE, FALSE, sizeof(Step));
   g_array_set_clear_func(parser.steps, free_step);
   derived->steps = parser.steps;
   if (!parse_equation(&parser, &derived->name)) {
      char* quoted = message_quoted_beginning(parser.at, strlen(parser.at));
      g_set_error(error, MESSAGE_ERROR, 0,
                  "%s: %s at %s (an event is defined as NAME=FORMULA, for "
                  "instance Misses=D1mr+D1mw)",
                  where, parser.wrong, *parser.at ? quoted : "the end");
      g_free(quoted);
   } else if (is_recorded(events, derived->name) && skip_recorded) {
      free_derived(derived);
      return TRUE;
   } else if (is_recorded(events, derived->name))
      g_set_error(error, MESSAGE_ERROR, 0,
                  "%s: %s is an event of the profile and cannot be defined",
                  where, derived->name);
   else if (events->defined->len == events->n_built_in + EVENTS_MAX_DEFINITIONS)
      g_set_error(error, MESSAGE_ERROR, 0, "%s: more than %d definitions",
                  where, EVENTS_MAX_DEFINITIONS);
   else {
      const char* equals = strchr(definition, '=');
      derived->formula   = g_strndup(equals + 1, parser.at - equals - 1);
      g_strstrip(derived->formula);
      if (*parser.at == ':')
         derived->long_name = g_strstrip(g_strdup(parser.at + 1));
      Derived* replaced = find_defined(events, derived->name);
      g_hash_table_replace(events->by_name, derived->name, derived);
      if (replaced)
         g_ptr_array_remove(events->defined, replaced);
      g_ptr_array_add(events->defined, derived);
      return TRUE;
   }
   free_derived(derived);
   return FALSE;
}

gboolean events_define(Events* events, const char* definition,
                       const char* where, GError** error)
{
   return define(events, definition, where, FALSE, error);
}

char* events_option(const char* text)
{
   return g_strdup_printf("--event=%.*s%s", MAX_QUOTED, text,
                          strlen(text) > MAX_QUOTED ? "..." : "");
}

gboolean events_read_file(Events* events, const char* path, GError** error)
{
   GError*     wrong  = NULL;
   Input*      input  = input_open(path, error);
   guint       number = 0;
   const char *line, *end;

   if (!input)
      return FALSE;
   while (!wrong && input_next_block(input, &line, &end, &wrong))
      while (!wrong && line < end) {
         const char* newline = memchr(line, '\n', end - line);
         char*       text    = g_strstrip(g_strndup(line, newline - line));
         char*       where   = g_strdup_printf("%s:%u", path, ++number);
         if (memchr(line, '\0', newline - line))
            g_set_error(&wrong, MESSAGE_ERROR, 0,
                        "%s: a NUL byte, so this is not text", where);
         else if (*text != '\0' && *text != '#')
            define(events, text, where, TRUE, &wrong);
         g_free(where);
         g_free(text);
         line = newline + 1;
      }
   input_close(input);
   if (wrong)
      g_propagate_error(error, wrong);
   return wrong == NULL;
}

/* Defines an event as the sum of those of `terms' that exist: pairs of a weight
   and a name, up to a NULL.  With no such term, or if the profile has an event
   of that name, defines nothing. */
static void define_sum(Events* events, const char* name, const char* long_name,
                       const char* const* terms)
{
   GString* text = g_string_new(name);
   guint    n    = 0;

   g_string_append(text, " =");
   for (; *terms; terms += 2)
      if (is_recorded(events, terms[1]) || find_defined(events, terms[1]))
         g_string_append_printf(text, "%s %s%s", n++ > 0 ? " +" : "", terms[0],
                                terms[1]);
   g_string_append_printf(text, " : %s", long_name);
   if (n > 0)
      define(events, text->str, "", TRUE, NULL);
   g_string_free(text, TRUE);
}

static gboolean is_defined_in(const GPtrArray* definitions, const char* name)
{
   gboolean found = FALSE;

   for (guint i = 0; i < definitions->len; i++) {
      const char* text    = definitions->pdata[i];
      char*       defined = g_strstrip(g_strndup(text, strcspn(text, "=")));

      found |= strcmp(defined, name) == 0;
      g_free(defined);
   }
   return found;
}

/* Defines the estimate; the manual (cg_annotate.events) says where its weights
   come from.  They add up: a miss of the last level is one of each level above,
   too.  Without a second-level TLB, each miss of a TLB is a page walk.  The
   profile of a run that simulated the core of a machine defines a better one,
   Cyo. */
static void define_cycles(Events* events, const GPtrArray* definitions)
{
   const char*       memory  = find_defined(events, "L2m") ? "170*" : "200*";
   const char*       walks   = is_recorded(events, "STm") ? "STm" : "TLBm";
   const char* const terms[] = {"",    "Ir",   "10*", "D1m", "30*",
                                "L2m", memory, "LLm", "15*", "Bm",
                                "30*", walks,  NULL};

   if (is_defined_in(definitions, "Cyo"))
      define(events, "Cycles = Cyo : Estimated Cycles", "", TRUE, NULL);
   else if (is_recorded(events, "Ir"))
      define_sum(events, "Cycles", "Estimated Cycles", terms);
}

Events* events_new(const GPtrArray* recorded, const GPtrArray* definitions)
{
   static const char* const d1m[]  = {"", "D1mr", "", "D1mw", NULL};
   static const char* const l2m[]  = {"", "I2mr", "", "D2mr", "", "D2mw", NULL};
   static const char* const llm[]  = {"", "ILmr", "", "DLmr", "", "DLmw", NULL};
   static const char* const bm[]   = {"", "Bcm", "", "Bim", "", "Brm", NULL};
   static const char* const tlbm[] = {"", "ITm", "", "DTm", NULL};
   Events*                  events = g_new(Events, 1);

   *events = (Events){.recorded = recorded,
                      .variance = events_find_variance(recorded),
                      .defined  = g_ptr_array_new_with_free_func(free_derived),
                      .by_name  = g_hash_table_new(hash_text, g_str_equal),
                      .found    = g_ptr_array_new()};
   define_sum(events, "D1m", "Level 1 Data Misses", d1m);
   define_sum(events, "L2m", "Level 2 Misses", l2m);
   define_sum(events, "LLm", "Last-Level Misses", llm);
   define_sum(events, "Bm", "Mispredicted Branches", bm);
   define_sum(events, "TLBm", "TLB Misses", tlbm);
   define_cycles(events, definitions);
   events->n_built_in = events->defined->len;
   return events;
}

void events_free(Events* events)
{
   g_hash_table_destroy(events->by_name);
   g_ptr_array_free(events->defined, TRUE);
   g_ptr_array_free(events->found, TRUE);
   g_free(events);
}

/*------------------------------------------------------------*/
/*--- Finding                                              ---*/
/*------------------------------------------------------------*/

static const Derived* derived_event(const Events* events, guint event)
{
   return event < events->recorded->len
             ? NULL
             : events->found->pdata[event - events->recorded->len];
}

guint events_number(const Events* events)
{
   return events->recorded->len + events->found->len;
}

guint events_recorded(const Events* events)
{
   return events->recorded->len;
}

const char* events_name(const Events* events, guint event)
{
   const Derived* derived = derived_event(events, event);
   return derived ? derived->name : events->recorded->pdata[event];
}

const char* events_formula(const Events* events, guint event)
{
   const Derived* derived = derived_event(events, event);
   return derived ? derived->formula : NULL;
}

const char* events_long_name(const Events* events, guint event)
{
   const Derived* derived = derived_event(events, event);
   return derived ? derived->long_name : NULL;
}

gboolean events_is_linear(const Events* events, guint event)
{
   const Derived* derived = derived_event(events, event);
   return !derived || derived->linear;
}

double events_weight(const Events* events, guint event, guint recorded)
{
   const Derived* derived = derived_event(events, event);
   return derived ? derived->weights[recorded] : event == recorded;
}

char* events_definition(const Events* events, guint event)
{
   GString*    text      = g_string_new(events_name(events, event));
   const char* long_name = events_long_name(events, event);
   guint       n         = 0;
   gboolean    good      = events_is_linear(events, event);

   g_string_append(text, " =");
   for (guint i = 0; good && i < events->recorded->len; i++) {
      double weight = events_weight(events, event, i);
      good = good && weight >= 0 && weight == trunc(weight) && weight < 1e9;
      if (weight == 0)
         continue;
      g_string_append(text, n++ > 0 ? " + " : " ");
      if (weight != 1)
         g_string_append_printf(text, "%.0f ", weight);
      g_string_append(text, events->recorded->pdata[i]);
   }
   if (long_name && *long_name)
      g_string_append_printf(text, " : %s", long_name);
   return g_string_free(text, !good || n == 0);
}

/* A linear form: weights by recorded event, then the constant. */
typedef struct {
   double*  weights;
   gboolean linear; /* FALSE: `weights' means nothing */
} Form;

static gboolean is_constant(const Form* form, guint n)
{
   for (guint i = 0; i < n; i++)
      if (form->weights[i] != 0)
         return FALSE;
   return form->linear;
}

/* Replaces `left' by the result of an operation with `right'.  Returns FALSE if
   it divides by a constant 0. */
static gboolean combine_forms(Operation operation, Form* left, Form* right,
                              guint n)
{
   double factor = 1;

   if (operation == ADD || operation == SUBTRACT) {
      double sign  = operation == ADD ? 1 : -1;
      left->linear = left->linear && right->linear;
      for (guint i = 0; i <= n; i++)
         left->weights[i] += sign * right->weights[i];
      return TRUE;
   }
   gboolean constant = is_constant(right, n);
   if (operation == DIVIDE && constant && right->weights[n] == 0)
      return FALSE;
   if (operation == MULTIPLY && !constant && is_constant(left, n)) {
      Form swap = *left;
      *left     = *right;
      *right    = swap;
      constant  = TRUE;
   }
   left->linear = left->linear && constant;
   if (constant)
      factor =
         operation == MULTIPLY ? right->weights[n] : 1 / right->weights[n];
   for (guint i = 0; i <= n; i++)
      left->weights[i] *= factor;
   return TRUE;
}

/* Sets `form' to the form of a number or event. */
static void set_form(const Events* events, const Step* step, Form* form)
{
   guint          n = events->recorded->len;
   const Derived* derived;

   memset(form->weights, 0, (n + 1) * sizeof *form->weights);
   form->linear = TRUE;
   if (step->operation == NUMBER)
      form->weights[n] = step->number;
   else if (!(derived = derived_event(events, step->event)))
      form->weights[step->event] = 1;
   else if (derived->linear)
      memcpy(form->weights, derived->weights, n * sizeof *form->weights);
   else
      form->linear = FALSE;
}

/* Sets whether a formula is linear, and its weights.  Returns FALSE if it
   divides by a constant 0. */
static gboolean find_weights(const Events* events, Derived* derived)
{
   guint    n     = events->recorded->len;
   guint    top   = 0;
   gboolean good  = TRUE;
   Form*    stack = g_new(Form, derived->steps->len);

   for (guint i = 0; i < derived->steps->len; i++)
      stack[i].weights = g_new0(double, n + 1);
   for (guint i = 0; good && i < derived->steps->len; i++) {
      const Step* step = &g_array_index(derived->steps, Step, i);
      if (step->operation == NUMBER || step->operation == NAME)
         set_form(events, step, &stack[top++]);
      else {
         top--;
         good = combine_forms(step->operation, &stack[top - 1], &stack[top], n);
      }
   }
   derived->linear  = stack[0].linear && stack[0].weights[n] == 0;
   derived->whole   = derived->linear;
   derived->weights = stack[0].weights;
   stack[0].weights = NULL;
   for (guint i = 0; i < n; i++)
      derived->whole = derived->whole
                       && derived->weights[i] == trunc(derived->weights[i])
                       && fabs(derived->weights[i]) < 1e15;
   for (guint i = 0; i < derived->steps->len; i++)
      g_free(stack[i].weights);
   g_free(stack);
   return good;
}

/* Returns the names of all events; the caller frees the array. */
static GPtrArray* all_names(const Events* events)
{
   GPtrArray* names = g_ptr_array_new();
   for (guint i = 0; i < events->recorded->len; i++)
      g_ptr_array_add(names, events->recorded->pdata[i]);
   for (guint i = 0; i < events->defined->len; i++)
      g_ptr_array_add(names, ((Derived*)events->defined->pdata[i])->name);
   return names;
}

/* `in' is the event whose formula has the name, or NULL. */
static void set_unknown(const Events* events, const char* name, const char* in,
                        const char* where, GError** error)
{
   GPtrArray* names = all_names(events);

   g_ptr_array_add(names, NULL);
   char* list = g_strjoinv(",", (char**)names->pdata);
   g_set_error(error, MESSAGE_ERROR, 0,
               "%s: %s%sno event \"%s\" in the profile; there are %s", where,
               in ? in : "", in ? ": " : "", name, list);
   g_free(list);
   g_ptr_array_free(names, TRUE);
}

/* Returns the name of an event as it is spelled, for a name in any case of
   letters; or NULL.  The exact name takes precedence. */
static const char* find_spelling(const Events* events, const char* name)
{
   GPtrArray*  names = all_names(events);
   const char* found = NULL;

   for (guint i = 0; i < names->len; i++) {
      const char* other = names->pdata[i];
      if (strcmp(other, name) == 0) {
         found = other;
         break;
      }
      if (!found && g_ascii_strcasecmp(other, name) == 0)
         found = other;
   }
   g_ptr_array_free(names, TRUE);
   return found;
}

static int find_event(Events* events, const char* name, const char* in,
                      const char* where, GError** error);

/* Finds all events that a formula names.  Returns FALSE and `error' if it
   cannot be evaluated. */
static gboolean resolve_formula(Events* events, Derived* derived,
                                const char* where, GError** error)
{
   if (derived->state == BEING_FOUND) {
      g_set_error(error, MESSAGE_ERROR, 0,
                  "%s: the definition of %s refers to itself", where,
                  derived->name);
      return FALSE;
   }
   derived->state = BEING_FOUND;
   for (guint i = 0; i < derived->steps->len; i++) {
      Step* step = &g_array_index(derived->steps, Step, i);
      if (step->operation != NAME)
         continue;
      int event = find_event(events, step->name, derived->name, where, error);
      if (event < 0) {
         derived->state = NEW;
         return FALSE;
      }
      step->event = event;
   }
   if (!find_weights(events, derived)) {
      derived->state = NEW;
      g_set_error(error, MESSAGE_ERROR, 0, "%s: %s divides by 0", where,
                  derived->name);
      return FALSE;
   }
   events->row_steps +=
      derived->linear ? events->recorded->len / 8 : derived->steps->len;
   if (events->row_steps > MAX_ROW_STEPS) {
      derived->state = NEW;
      g_set_error(error, MESSAGE_ERROR, 0,
                  "%s: %s needs formulas of more than %d steps", where,
                  derived->name, MAX_ROW_STEPS);
      return FALSE;
   }
   derived->state = FOUND;
   derived->index = events->found->len;
   g_ptr_array_add(events->found, derived);
   return TRUE;
}

/* events_find() for a name as it is spelled.  `in' is the event whose formula
   has the name, or NULL. */
static int find_event(Events* events, const char* name, const char* in,
                      const char* where, GError** error)
{
   int recorded = events_find_recorded(events->recorded, name);

   if (recorded >= 0)
      return recorded;
   Derived* derived = find_defined(events, name);
   if (!derived) {
      set_unknown(events, name, in, where, error);
      return -1;
   }
   if (derived->state != FOUND
       && !resolve_formula(events, derived, where, error))
      return -1;
   return events->recorded->len + derived->index;
}

int events_find(Events* events, const char* name, const char* where,
                GError** error)
{
   const char* spelled = find_spelling(events, name);
   return find_event(events, spelled ? spelled : name, NULL, where, error);
}

/*------------------------------------------------------------*/
/*--- Values                                               ---*/
/*------------------------------------------------------------*/

/* Sets *value to the sum of the counts, each times its weight.  Returns FALSE
   if it exceeds 63 bits. */
static gboolean weigh(const Derived* derived, const Count* counts, guint n,
                      Count* value)
{
   __int128    whole = 0;
   long double sum   = 0;

   for (guint i = 0; i < n; i++)
      if (counts[i] != COUNT_NONE && derived->weights[i] != 0) {
         if (derived->whole)
            whole += (__int128)counts[i] * (gint64)derived->weights[i];
         else
            sum += (long double)counts[i] * derived->weights[i];
      }
   if (!derived->whole)
      whole = fabsl(sum) < 0x1p70L ? (__int128)roundl(sum) : (__int128)1 << 70;
   *value = whole;
   return whole > G_MININT64 && whole <= G_MAXINT64;
}

/* Returns the count or value of the event that a formula names. */
static double operand(const Events* events, guint event, const Count* counts)
{
   const Derived* derived = derived_event(events, event);

   if (derived)
      return derived->value;
   return counts[event] == COUNT_NONE ? 0 : counts[event];
}

/* Sets the value and `happens' of a formula.  The events that it names were
   found before it, so theirs are set.  The value is not finite after a division
   by 0. */
static void evaluate_formula(const Events* events, Derived* derived,
                             const Count* counts)
{
   double* stack = g_new(double, derived->steps->len);
   guint   top   = 0;

   derived->happens = FALSE;
   for (guint i = 0; i < derived->steps->len; i++) {
      const Step* step = &g_array_index(derived->steps, Step, i);
      if (step->operation == NUMBER)
         stack[top++] = step->number;
      else if (step->operation == NAME) {
         const Derived* other = derived_event(events, step->event);
         derived->happens |=
            other ? other->happens : counts[step->event] != COUNT_NONE;
         stack[top++] = operand(events, step->event, counts);
      } else {
         double right   = stack[--top];
         double left    = stack[top - 1];
         stack[top - 1] = step->operation == ADD        ? left + right
                          : step->operation == SUBTRACT ? left - right
                          : step->operation == MULTIPLY ? left * right
                                                        : left / right;
      }
   }
   derived->value = stack[0];
   g_free(stack);
}

/* Sets the value of a linear event and `happens', and *count to the value.
   Returns FALSE if it exceeds 63 bits. */
static gboolean add_up(Derived* derived, const Count* counts, guint n,
                       Count* count)
{
   derived->happens = FALSE;
   for (guint i = 0; i < n; i++)
      derived->happens |= derived->weights[i] != 0 && counts[i] != COUNT_NONE;
   *count         = COUNT_NONE;
   gboolean fits  = !derived->happens || weigh(derived, counts, n, count);
   derived->value = derived->happens ? *count : 0;
   return fits;
}

/* The same for any other formula. */
static gboolean compute_formula(const Events* events, Derived* derived,
                                const Count* counts, Count* count)
{
   evaluate_formula(events, derived, counts);
   double number = derived->value * EVENTS_SCALE;

   *count = COUNT_NONE;
   if (!derived->happens || !isfinite(number))
      return TRUE;
   if (fabs(number) >= 0x1p63)
      return FALSE;
   *count = llround(number);
   return TRUE;
}

int events_derive(const Events* events, Count* counts)
{
   guint n = events->recorded->len;

   for (guint i = 0; i < events->found->len; i++) {
      Derived* derived = events->found->pdata[i];
      Count*   count   = &counts[n + i];
      if (!(derived->linear ? add_up(derived, counts, n, count)
                            : compute_formula(events, derived, counts, count)))
         return n + i;
   }
   return -1;
}
