/* SPDX-License-Identifier: GPL-2.0-or-later */
/* library.c: see library.h. */

#include <math.h>

#include "lib/names.h"
#include "lib/text.h"
#include "report/library.h"

static const struct {
   const char *name, *remedy, *rust; /* NULL: the same remedy */
} deeds[N_DEEDS] = {
   [DEED_ALLOCATION] =
      {"allocation",
       "Allocate less often: reserve, reuse a buffer, append in place.",
       "Allocate less often: borrow instead of clone, reserve, reuse."},
   [DEED_COPYING] =
      {"copying",
       "If objects, pass references; if a buffer shifts, move its start.",
       "If values, pass references; if a buffer shifts, use a VecDeque."},
   [DEED_CLEARING] = {"clearing", "Clear only what was used since."},
   [DEED_SCANNING] =
      {"repeated work",
       "Keep the length: call it once, before the loop, if it stays."},
   [DEED_FORMATTING] =
      {"formatting", "Format less often, or more simply: fputs, std::to_chars.",
       "Format less often, or more simply: push_str, itoa, ryu."},
   [DEED_PARSING] =
      {"parsing", "Parse each text once, or with std::from_chars.",
       "Parse each text once, or with the crates atoi or lexical."},
   [DEED_HASHING] =
      {"hashing",
       "Look up less often, or use shorter keys or a faster hash function."},
   [DEED_COMPILING]    = {"repeated work",
                          "Compile the regular expression once, and keep it."},
   [DEED_INPUT_OUTPUT] = {"system calls",
                          "Read and write larger pieces: use a buffer."},
   [DEED_LOCKING]      = {"lock",
                          "Lock once for many elements, or keep a part per thread."},
   [DEED_EXCEPTIONS]   = {"exceptions", "Throw only what is rare.",
                          "Panic only for errors in the program."},
   [DEED_CASTS]        = {"dynamic_cast", "Use a virtual function instead."},
   [DEED_LOCALE]       = {"locale",
                          "Look the facet up once, before the loop: std::use_facet."},
};

Deed library_largest_deed(const Place* place)
{
   Deed most = DEED_NONE;

   for (Deed deed = 1; deed < N_DEEDS; deed++)
      if (place->bill.deeds[deed].cost > place->bill.deeds[most].cost)
         most = deed;
   return most;
}

double library_share(const Place* place, Deed deed)
{
   return 100 * place->bill.deeds[deed].cost / place->estimate;
}

/* Whether a place calls a function that puts elements into an array, or takes
   them out, so that those after them move. */
static gboolean shifts_elements(const Place* place)
{
   static const struct {
      const char *type, *method;
   } functions[] = {{"alloc::vec::Vec<", ">::remove"},
                    {"alloc::vec::Vec<", ">::insert"},
                    {"alloc::string::String", "::remove"},
                    {"alloc::string::String", "::insert"},
                    {"std::vector<", ">::erase"},
                    {"std::vector<", ">::insert"}};
   const char* name =
      place->bill.called ? names_plain_kept(place->bill.called->name) : "";

   for (guint i = 0; i < G_N_ELEMENTS(functions); i++)
      if (g_str_has_prefix(name, functions[i].type)
          && g_str_has_suffix(name, functions[i].method))
         return TRUE;
   return FALSE;
}

/* What a call must cost to be of a large object, in cycles. */
#define MIN_LARGE 32

/* Returns what helps where bytes are copied, or NULL. */
static const char* remedy_of_copying(const Evidence* evidence)
{
   const Bill* bill = &evidence->place->bill;
   const char* name = bill->called ? names_plain_kept(bill->called->name) : "";

   if (shifts_elements(evidence->place))
      return "Add and remove at the end, or use a queue with two ends.";
   if (strstr(name, "std::operator+<"))
      return "Append in place, with +=: + makes a new string.";
   if (bill->deeds[DEED_COPYING].cost
       < MIN_LARGE * bill->deeds[DEED_COPYING].calls)
      return NULL;
   return evidence_is_rust(evidence) ? deeds[DEED_COPYING].rust
                                     : deeds[DEED_COPYING].remedy;
}

/* Few are none that could be made less often. */
#define MIN_ALLOCATIONS 10

/* Regular expressions that are compiled less often may be different ones. */
#define MIN_COMPILED 100

/* Returns what helps, or NULL. */
static const char* remedy_of_deed(const Evidence* evidence, Deed deed)
{
   const Place* place = evidence->place;

   if (deed == DEED_ALLOCATION && evidence_event(evidence, "Al") >= 0
       && evidence_count(evidence, "Al") < MIN_ALLOCATIONS)
      return NULL; /* what is freed here comes from elsewhere */
   if (deed == DEED_COMPILING && place->bill.deeds[deed].calls < MIN_COMPILED)
      return NULL;
   if (deed == DEED_CASTS && deeds_of(place->bill.called->name) != DEED_CASTS)
      return NULL; /* nobody changes what a library does inside */
   if (deed == DEED_LOCALE && !strstr(place->bill.called->name, "std::locale"))
      return NULL; /* the same */
   if (deed == DEED_COPYING)
      return remedy_of_copying(evidence);
   return evidence_is_rust(evidence) && deeds[deed].rust ? deeds[deed].rust
                                                         : deeds[deed].remedy;
}

static const char* word_for_calls(double n)
{
   return llround(n) == 1 ? "call" : "calls";
}

void library_explain(const Evidence* evidence, Deed deed, Cause* cause)
{
   const Bill* bill     = &evidence->place->bill;
   double      calls    = bill->deeds[deed].calls;
   char*       function = deeds_function(bill->deeds[deed].function->name);
   double      n        = evidence_count(evidence, "Al");

   cause->name   = deeds[deed].name;
   cause->remedy = remedy_of_deed(evidence, deed);
   if (deed == DEED_ALLOCATION && n > 0)
      cause->text = g_strdup_printf(
         "%s %s, %s bytes each", text_commas(llround(n)), word_for_calls(n),
         text_commas(llround(evidence_count(evidence, "Alb") / n)));
   else if (calls > 0)
      cause->text =
         g_strdup_printf("%s, %s %s", function, text_commas(llround(calls)),
                         word_for_calls(calls));
   else
      cause->text = g_strdup(function);
   g_free(function);
}
