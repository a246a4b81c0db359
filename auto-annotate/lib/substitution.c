/* SPDX-License-Identifier: GPL-2.0-or-later */
/* substitution.c: see substitution.h. */

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <string.h>

#include "lib/message.h"
#include "lib/substitution.h"

struct Substitution {
   pcre2_code* code;
   GString*    replacement; /* in the syntax of pcre2_substitute() */
   guint32     options;     /* of pcre2_substitute() */
};

/*------------------------------------------------------------*/
/*--- Parsing                                              ---*/
/*------------------------------------------------------------*/

/* A copy of the expression, and how far it is parsed.  In the copy, a NUL byte
   replaces the delimiter at the end of each part. */
typedef struct {
   char* all;
   char* at;
} Parser;

/* Sets the error at a place in the expression.  Returns FALSE. */
static gboolean bad_syntax(const Parser* parser, const char* at,
                           const char* what, GError** error)
{
   g_set_error(error, MESSAGE_ERROR, 0, "at character %d: %s",
               (int)(at - parser->all) + 1, what);
   return FALSE;
}

/* Returns PCRE2's message for an error code.  The caller frees it. */
static char* pcre_message(int code)
{
   char text[256] = "unknown error";
   pcre2_get_error_message(code, (PCRE2_UCHAR*)text, sizeof text);
   return g_strdup(text);
}

static char closing_delimiter(char opening)
{
   static const char brackets[] = "()[]{}<>";
   const char*       found      = opening ? strchr(brackets, opening) : NULL;
   return found && (found - brackets) % 2 == 0 ? found[1] : opening;
}

/* Takes the part after the opening delimiter, up to and including the closing
   one.  Brackets nest.  Backslashes stay in the part.  Returns NULL if the
   closing delimiter is missing. */
static char* take_part(Parser* parser, char opening)
{
   char* begin   = parser->at;
   char  closing = closing_delimiter(opening);
   guint depth   = 1;

   for (; *parser->at; parser->at++)
      if (*parser->at == '\\' && parser->at[1])
         parser->at++;
      else if (*parser->at == closing && --depth == 0) {
         *parser->at++ = '\0';
         return begin;
      } else if (*parser->at == opening)
         depth++;
   return NULL;
}

/* Removes the backslashes before the delimiter.  So in s.a\.b.c. the dot
   matches any character, as in Perl. */
static void remove_backslashes(char* pattern, char delimiter)
{
   char* to = pattern;
   for (const char* from = pattern; *from; from++) {
      if (*from == '\\' && from[1] != delimiter)
         *to++ = *from++;
      else if (*from == '\\')
         from++;
      *to++ = *from;
   }
   *to = '\0';
}

/* Takes what follows the "$" or "\" at `begin': 1, {1} or &.  Appends PCRE2's
   form of it to `to'. */
static gboolean take_group(Parser* parser, const char* begin, guint n_groups,
                           GString* to, GError** error)
{
   gboolean braces = *parser->at == '{' && *begin == '$';
   guint64  group  = 0;

   if (*parser->at == '&' && *begin == '$')
      parser->at++;
   else {
      parser->at += braces;
      char* end;
      group = g_ascii_strtoull(parser->at, &end, 10);
      if (!g_ascii_isdigit(*parser->at) || *parser->at == '0'
          || (braces && *end != '}'))
         return bad_syntax(
            parser, begin,
            "no capture (they are $1, ${1}, \\1 and $&; a dollar is \\$)",
            error);
      if (group > n_groups)
         return bad_syntax(parser, begin, "the pattern has no such group",
                           error);
      parser->at = end + braces;
   }
   g_string_append_printf(to, "${%u}", (guint)group);
   return TRUE;
}

/* Translates the replacement at parser->at to PCRE2's syntax and appends it to
   `to'. */
static gboolean parse_replacement(Parser* parser, guint n_groups, GString* to,
                                  GError** error)
{
   while (*parser->at) {
      const char* begin = parser->at++;
      if (*begin == '$' || (*begin == '\\' && g_ascii_isdigit(*parser->at))) {
         if (!take_group(parser, begin, n_groups, to, error))
            return FALSE;
         continue;
      }
      char c = *begin;
      if (c == '\\') {
         c = *parser->at == 't' ? '\t' : *parser->at;
         if (c != '\t' && !g_ascii_ispunct(c))
            return bad_syntax(
               parser, begin,
               "unknown escape (there are \\1, \\t, and \\ before "
               "punctuation)",
               error);
         parser->at++;
      }
      g_string_append(to, c == '$' ? "$" : "");
      g_string_append_c(to, c);
   }
   return TRUE;
}

static gboolean parse_flags(Parser* parser, guint32* compile,
                            guint32* substitute, GError** error)
{
   for (; *parser->at; parser->at++)
      switch (*parser->at) {
      case 'g':
         *substitute |= PCRE2_SUBSTITUTE_GLOBAL;
         break;
      case 'i':
         *compile |= PCRE2_CASELESS;
         break;
      case 'x':
         *compile |= PCRE2_EXTENDED;
         break;
      default:
         return bad_syntax(parser, parser->at, "unknown flag (allowed: g i x)",
                           error);
      }
   return TRUE;
}

/* Parses an expression into `result', which is empty. */
static gboolean parse_substitution(Parser* parser, Substitution* result,
                                   GError** error)
{
   /* Names are matched as bytes, as in Perl. */
   guint32 compile = PCRE2_NEVER_UTF | PCRE2_NEVER_UCP;

   if (*parser->at != 's')
      return bad_syntax(parser, parser->at,
                        "not a substitution: write s/PATTERN/REPLACEMENT/",
                        error);
   char opening = *++parser->at;
   if (!g_ascii_ispunct(opening) || strchr("\\_'", opening))
      return bad_syntax(parser, parser->at,
                        "no delimiter: write s/PATTERN/REPLACEMENT/", error);
   parser->at++;
   char* pattern = take_part(parser, opening);
   if (pattern && closing_delimiter(opening) == opening)
      remove_backslashes(pattern, opening);
   else if (pattern) {
      /* After brackets, the replacement has delimiters of its own. */
      while (g_ascii_isspace(*parser->at))
         parser->at++;
      opening = *parser->at;
      if (opening)
         parser->at++;
   }
   char* replacement = pattern ? take_part(parser, opening) : NULL;
   if (!replacement)
      return bad_syntax(parser, parser->at, "the closing delimiter is missing",
                        error);
   result->options = PCRE2_SUBSTITUTE_UNSET_EMPTY;
   if (!parse_flags(parser, &compile, &result->options, error))
      return FALSE;

   int        code;
   PCRE2_SIZE where;
   guint32    n_groups;
   result->code = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED,
                                compile, &code, &where, NULL);
   if (!result->code) {
      char* what = pcre_message(code);
      bad_syntax(parser, pattern + where, what, error);
      g_free(what);
      return FALSE;
   }
   pcre2_pattern_info(result->code, PCRE2_INFO_CAPTURECOUNT, &n_groups);
   parser->at = replacement;
   return parse_replacement(parser, n_groups, result->replacement, error);
}

Substitution* substitution_parse(const char* expression, GError** error)
{
   Substitution* result = g_new0(Substitution, 1);
   char*         copy   = g_strdup(expression);
   Parser        parser = {.all = copy, .at = copy};

   result->replacement = g_string_new(NULL);
   if (!parse_substitution(&parser, result, error)) {
      substitution_free(result);
      result = NULL;
   }
   g_free(copy);
   return result;
}

void substitution_free(Substitution* substitution)
{
   pcre2_code_free(substitution->code);
   g_string_free(substitution->replacement, TRUE);
   g_free(substitution);
}

/*------------------------------------------------------------*/
/*--- Applying                                             ---*/
/*------------------------------------------------------------*/

/* How many bytes a result gets at first; few names are longer. */
#define USUAL_BYTES 1024

char* substitution_apply(const Substitution* substitution, const char* name,
                         GError** error)
{
   PCRE2_SIZE     size   = USUAL_BYTES;
   char*          result = g_malloc(size);
   const GString* with   = substitution->replacement;

   for (;;) {
      int code = pcre2_substitute(
         substitution->code, (PCRE2_SPTR)name, PCRE2_ZERO_TERMINATED, 0,
         substitution->options | PCRE2_SUBSTITUTE_OVERFLOW_LENGTH, NULL, NULL,
         (PCRE2_SPTR)with->str, with->len, (PCRE2_UCHAR*)result, &size);
      if (code >= 0)
         return result;
      if (code != PCRE2_ERROR_NOMEMORY) {
         char* what = pcre_message(code);
         g_set_error(error, MESSAGE_ERROR, 0, "the substitution failed: %s",
                     what);
         g_free(what);
         g_free(result);
         return NULL;
      }
      /* Now `size' is the number of bytes that the result needs. */
      result = g_realloc(result, size);
   }
}
