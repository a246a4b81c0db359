/* SPDX-License-Identifier: GPL-2.0-or-later */
/* move.c: see move.h. */

#include "trace/move.h"

#include <string.h>

#include "lib/message.h"
#include "lib/text.h"

#define MAX_BYTES (1 << 30)

typedef struct {
   const char* word; /* before the number */
   gboolean    has_number, power_of_two;
   guint64     least;
} MoveForm;

static const MoveForm forms[N_MOVE_KINDS] = {
   [MOVE_ROWS]   = {"rows+", TRUE, FALSE, 1},
   [MOVE_SHIFT]  = {"shift ", TRUE, FALSE, 0},
   [MOVE_ALIGN]  = {"align ", TRUE, TRUE, 1},
   [MOVE_SPREAD] = {"spread ", TRUE, TRUE, 1},
   [MOVE_HUGE]   = {"huge", FALSE, FALSE, 0},
};

/* Sets `error' to "--try=WHAT: why".  Returns FALSE. */
static gboolean refuse_move(GError** error, const char* what, const char* why)
{
   g_set_error(error, MESSAGE_ERROR, MESSAGE_WITHOUT_LINE, "--try=%s: %s", what,
               why);
   return FALSE;
}

static gboolean refuse_unfit(GError** error, const Move* move, const char* why)
{
   GString* what = g_string_new(move->variable);

   g_string_append(what, ": ");
   move_write(move, what);
   refuse_move(error, what->str, why);
   g_string_free(what, TRUE);
   return FALSE;
}

/* Reads what follows the name.  Returns FALSE if it is no move. */
static gboolean parse_kind(const char* text, Move* move)
{
   for (move->kind = 0; move->kind < N_MOVE_KINDS; move->kind++) {
      const MoveForm* form = &forms[move->kind];

      if (!g_str_has_prefix(text, form->word))
         continue;
      text += strlen(form->word);
      return form->has_number
                ? g_ascii_string_to_unsigned(text, 10, form->least, MAX_BYTES,
                                             &move->number, NULL)
                     && (!form->power_of_two
                         || (move->number & (move->number - 1)) == 0)
                : *text == '\0';
   }
   return FALSE;
}

gboolean move_parse(const char* expression, Move* move, GError** error)
{
   const char* colon = strrchr(expression, ':');

   *move = (Move){.pitch = G_MAXUINT64};
   if (!colon || colon == expression)
      return refuse_move(error, expression,
                         "expected NAME: MOVE, such as \"table: rows+64\"");
   char*    text = g_strstrip(g_strdup(colon + 1));
   gboolean good = parse_kind(text, move);

   g_free(text);
   if (!good)
      return refuse_move(error, expression,
                         "after the colon, expected rows+N, shift N, align N, "
                         "spread N or huge; N is a number of bytes, of align "
                         "and spread a power of two");
   move->variable = g_strstrip(g_strndup(expression, colon - expression));
   return TRUE;
}

gboolean move_repeat(Move* move, guint64 pitch, GError** error)
{
   gboolean spreads = move->kind == MOVE_SPREAD;

   if (move->kind != MOVE_ROWS && !spreads)
      return TRUE;
   if (pitch == 0)
      return refuse_unfit(error, move,
                          spreads ? "the size of its elements is not known"
                                  : "no length of its rows can be seen in the "
                                    "distances of its references");
   if (spreads && pitch >= move->number)
      return refuse_unfit(error, move, "its elements are as far apart already");
   move->pitch = pitch;
   move->pad   = spreads ? move->number - pitch : move->number;
   return TRUE;
}

guint64 move_boundary(const Move* move)
{
   return move->kind == MOVE_ALIGN || move->kind == MOVE_SPREAD ? move->number
                                                                : 1;
}

void move_write(const Move* move, GString* to)
{
   g_string_append(to, forms[move->kind].word);
   if (forms[move->kind].has_number)
      g_string_append_printf(to, "%" G_GUINT64_FORMAT, move->number);
}

void move_write_edit(const Move* move, GString* to)
{
   const char* name = move->variable;
   const char* n    = text_commas(move->number);

   switch (move->kind) {
   case MOVE_ROWS:
      g_string_append_printf(
         to, "rows of %s %s bytes longer: %s bytes instead of %s", name, n,
         text_commas(move->pitch + move->pad), text_commas(move->pitch));
      break;
   case MOVE_SPREAD:
      g_string_append_printf(
         to,
         "elements of %s %s bytes apart instead of %s, the first at a "
         "multiple of %s",
         name, n, text_commas(move->pitch), n);
      break;
   case MOVE_SHIFT:
      g_string_append_printf(to, "%s %s bytes later, after a pad", name, n);
      break;
   case MOVE_ALIGN:
      g_string_append_printf(to, "%s at a multiple of %s bytes", name, n);
      break;
   default:
      g_string_append_printf(to, "%s in pages of 2 MiB", name);
   }
}
