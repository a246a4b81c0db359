/* SPDX-License-Identifier: GPL-2.0-or-later */
/* names.c: see names.h.

   There is no grammar of these names that all demanglers keep to.  So the name
   is read once, from left to right, and a bracket is judged by what is before
   it:

      f<     after an identifier: template arguments
      <      elsewhere, as in Rust's "<T as Trait>::f": part of the name
      f(     after an identifier: parameters
      (      elsewhere, as in "(anonymous namespace)": part of the name

   In a bracket that is part of the name, parameters stay. */

#include <string.h>

#include "lib/names.h"
#include "lib/width.h"

typedef struct {
   const char* at;     /* the rest of the name */
   GString*    result; /* the short form of what is before it */
   const char* dots;
   char        before;      /* the last character that was read, or 0 */
   gboolean    is_operator; /* it ends an operator's symbol */
   guint       depth;       /* of brackets that are part of the name */
} Shortening;

static gboolean is_identifier(char c)
{
   return g_ascii_isalnum(c) || c == '_' || c == '$' || (guchar)c >= 0x80;
}

static gboolean is_in_set(char c, const char* set)
{
   return c != '\0' && strchr(set, c) != NULL;
}

/* Returns the length of "operator" and its symbol at the start of `text', or 0.
   `before' is the character before. */
static gsize operator_length(const char* text, char before)
{
   /* If one begins with another, the longer is first. */
   static const char* const symbols[] = {
      "()", "[]", "<=>", "->*", "<<=", ">>=", "->", "<<", ">>", "<=",
      ">=", "==", "!=",  "&&",  "||",  "++",  "--", "+=", "-=", "*=",
      "/=", "%=", "^=",  "&=",  "|=",  "<",   ">",  "+",  "-",  "*",
      "/",  "%",  "^",   "&",   "|",   "~",   "!",  "=",  ","};
   static const char word[] = "operator";
   gsize             length = strlen(word);

   if (is_identifier(before) || strncmp(text, word, length) != 0)
      return 0;
   for (guint i = 0; i < G_N_ELEMENTS(symbols); i++)
      if (g_str_has_prefix(text + length, symbols[i]))
         return length + strlen(symbols[i]);
   return 0;
}

/* Returns the end of the brackets, (), [] or {}, that begin at `text'; NULL if
   they have none. */
static const char* end_of_brackets(const char* text)
{
   guint depth = 0;

   for (; *text; text++) {
      if (is_in_set(*text, "([{"))
         depth++;
      else if (is_in_set(*text, ")]}") && --depth == 0)
         return text + 1;
   }
   return NULL;
}

/* The same for <>.  Within other brackets, "<" and ">" are comparisons, or
   match anyway. */
static const char* end_of_arguments(const char* text)
{
   guint depth = 0;
   char  before;

   for (before = '\0'; text && *text; before = text[-1]) {
      gsize length = operator_length(text, before);
      if (length > 0)
         text += length;
      else if (is_in_set(*text, "([{")) {
         text = end_of_brackets(text);
         if (!text)
            return NULL;
      } else if (g_str_has_prefix(text, "->"))
         text += 2;
      else {
         depth += *text == '<';
         if (*text++ == '>' && --depth == 0)
            return text;
      }
   }
   return NULL;
}

/* Appends `length' bytes of the name as they are, and goes past them. */
static void copy(Shortening* state, gsize length)
{
   g_string_append_len(state->result, state->at, length);
   state->at += length;
   state->before      = state->at[-1];
   state->is_operator = FALSE;
}

/* Whether "<" begins template arguments here. */
static gboolean begins_arguments(const Shortening* state)
{
   if (state->is_operator)
      return TRUE;
   /* Rust: "Vec::<T>::new", but "mod::<impl Trait for T>::f". */
   if (state->before == ':')
      return !g_str_has_prefix(state->at, "<impl ");
   return is_identifier(state->before) || is_in_set(state->before, ">)]}'");
}

/* Whether the short form ends with "decltype" so far. */
static gboolean ends_with_decltype(const Shortening* state)
{
   static const char word[] = "decltype";
   gsize             length = strlen(word);
   const GString*    result = state->result;

   return result->len >= length
          && memcmp(result->str + result->len - length, word, length) == 0;
}

/* Whether "(" begins parameters here. */
static gboolean begins_parameters(const Shortening* state)
{
   if (state->depth > 0 || ends_with_decltype(state))
      return FALSE;
   return state->is_operator || is_identifier(state->before)
          || is_in_set(state->before, ">)]}'*&");
}

/* Goes past what may follow parameters. */
static const char* skip_qualifiers(const char* text)
{
   static const char* const qualifiers[] = {" const", " volatile", " noexcept",
                                            " &&", " &"};
   guint                    i            = 0;

   while (i < G_N_ELEMENTS(qualifiers)) {
      gsize length = strlen(qualifiers[i]);
      if (g_str_has_prefix(text, qualifiers[i])
          && !is_identifier(text[length])) {
         text += length;
         i = 0;
      } else
         i++;
   }
   return text;
}

static void shorten_arguments(Shortening* state)
{
   const char* end = end_of_arguments(state->at);

   if (!end)
      copy(state, strlen(state->at));
   else if (end - state->at == strlen("<>"))
      copy(state, end - state->at);
   else {
      g_string_append_printf(state->result, "<%s>", state->dots);
      state->at          = end;
      state->before      = '>';
      state->is_operator = FALSE;
   }
}

static void drop_parameters(Shortening* state)
{
   const char* end = end_of_brackets(state->at);

   if (!end)
      copy(state, strlen(state->at));
   else {
      state->at          = skip_qualifiers(end);
      state->before      = ')';
      state->is_operator = FALSE;
   }
}

/* Copies the next character. */
static void copy_one(Shortening* state)
{
   char     c     = *state->at;
   gboolean space = state->is_operator && c == ' ' && state->at[1] == '<';

   if (g_str_has_prefix(state->at, "->"))
      copy(state, 1);
   else if (is_in_set(c, "([{<"))
      state->depth++;
   else if (is_in_set(c, ")]}>") && state->depth > 0)
      state->depth--;
   copy(state, 1);
   /* "operator< <int>": the arguments belong to the operator. */
   state->is_operator = space;
}

char* names_short(const char* name, const char* dots)
{
   Shortening state = {
      .at = name, .result = g_string_sized_new(strlen(name)), .dots = dots};

   while (*state.at) {
      gsize length = operator_length(state.at, state.before);
      if (length > 0) {
         copy(&state, length);
         state.is_operator = TRUE;
      } else if (*state.at == '<' && begins_arguments(&state))
         shorten_arguments(&state);
      else if (*state.at == '(' && begins_parameters(&state))
         drop_parameters(&state);
      else
         copy_one(&state);
   }
   return g_string_free(state.result, FALSE);
}

const char* names_short_kept(const char* name)
{
   static GHashTable* made; /* char* by name, the pointer */

   if (!made)
      made = g_hash_table_new(NULL, NULL);
   char* brief = g_hash_table_lookup(made, name);
   if (!brief) {
      brief = names_short(name, width_dots());
      g_hash_table_insert(made, (gpointer)name, brief);
   }
   return brief;
}

/* Drops the list of arguments, "::<...>", that a name ends with. */
static void drop_last_arguments(GString* name)
{
   const char* colons = g_strrstr(name->str, "::<");

   if (colons && strcspn(colons, "> ") + 1 == strlen(colons))
      g_string_truncate(name, colons - name->str);
}

/* Makes <Type>::method Type::method; <Type as Trait>::method stays. */
static void drop_brackets(GString* name)
{
   const char* end = g_strrstr(name->str, ">::");

   if (*name->str != '<' || !end || strstr(name->str, " as "))
      return;
   g_string_erase(name, end - name->str, 1);
   g_string_erase(name, 0, 1);
}

const char* names_plain_kept(const char* name)
{
   static GHashTable* made; /* char* by name, the pointer */

   if (!made)
      made = g_hash_table_new(NULL, NULL);
   char* plain = g_hash_table_lookup(made, name);
   if (!plain) {
      GString* text = g_string_new(names_short_kept(name));
      drop_last_arguments(text);
      drop_brackets(text);
      plain = g_string_free(text, FALSE);
      g_hash_table_insert(made, (gpointer)name, plain);
   }
   return plain;
}

void names_write(Output* output, const char* name, NamesStyle style)
{
   output_string(output,
                 style == NAMES_LONG
                       || (style == NAMES_FITTING && output_fits(output, name))
                    ? name
                    : names_short_kept(name));
}
