/* SPDX-License-Identifier: GPL-2.0-or-later */
/* texts.c: see texts.h. */

#include <string.h>

#include "conflicts/cg_text.h"
#include "inline/texts.h"

/* What long texts may take.  A profile can have each of them twice: before
   those that it has take CG_TEXT_MAX_LONG_BYTES, and once more, with the number
   that it gets then. */
#define MAX_LONG_BYTES (CG_TEXT_MAX_LONG_BYTES / 2)

void texts_init(Texts* texts)
{
   *texts = (Texts){.set = hash_texts_new()};
}

void texts_destroy(Texts* texts)
{
   hash_texts_free(texts->set);
}

const char* texts_copy(Texts* texts, const char* text)
{
   return hash_texts_take(texts->set, text);
}

/* Returns a copy of a text, whose end is replaced by "..." if it has more than
   `max' bytes.  Of a longer one, no more is read. */
static char* cut(const char* text, gsize max)
{
   gsize length = strnlen(text, max + 1);

   return length <= max
             ? g_strndup(text, length)
             : g_strdup_printf(
                "%.*s...", (int)cg_text_cut(text, max - strlen("...")), text);
}

const char* texts_take(Texts* texts, const char* text, const char* brief)
{
   gsize length = strnlen(text, CG_TEXT_LONG_NAME + 1);

   if (length <= CG_TEXT_LONG_NAME)
      return texts_copy(texts, text);

   char*       kept = cut(text, CG_TEXT_MAX_NAME_BYTES);
   const char* copy = hash_texts_find(texts->set, kept);
   if (!copy) {
      length = strlen(kept);
      if (texts->long_bytes + length > MAX_LONG_BYTES) {
         g_free(kept);
         kept = cut(brief, CG_TEXT_LONG_NAME);
      } else
         texts->long_bytes += length;
      copy = texts_copy(texts, kept);
   }
   g_free(kept);
   return copy;
}
