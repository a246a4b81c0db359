/* SPDX-License-Identifier: GPL-2.0-or-later */
/* headlines.c: begins the words of headlines and of articles with capitals. */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARTICLES = 24, LENGTH = 5000 };

static char* write_article(unsigned number)
{
   static const char* const words[] = {"river", "of", "the", "council", "a", "votes",
                                       "harbour", "in", "new", "bridge's", "under"};
   char*                    text = malloc(LENGTH + 16);
   size_t                   length = 0;
   unsigned                 random = number;
   while (length < LENGTH) {
      random = random * 1664525 + 1013904223;
      const char* word = words[(random >> 20) % 11];
      size_t      size = strlen(word);
      memcpy(text + length, word, size);
      length += size;
      text[length++] = random >> 28 == 0 ? '-' : ' ';
   }
   text[length] = '\0';
   return text;
}

// Returns how many letters became capitals.
static unsigned capitalise(char* text)
{
   unsigned changed = 0;
   int      before = ' ';
   size_t   length = strlen(text);
   for (size_t i = 0; i < length; i++) {
      int c = (unsigned char)text[i];
      int capital = before == ' ' || before == '-' ? toupper(c) : c;
      changed += capital != c;
      text[i] = (char)capital;
      before = c;
   }
   return changed;
}

static unsigned checksum(const char* text)
{
   unsigned sum = 0;
   for (; *text; text++)
      sum = sum * 131 + (unsigned char)*text;
   return sum;
}

int main(void)
{
   unsigned changed = 0, sum = 0;
   for (unsigned i = 0; i < ARTICLES; i++) {
      char* text = write_article(i);
      changed += capitalise(text);
      sum ^= checksum(text);
      if (i % 9 == 0)
         printf("%.40s...\n", text);
      free(text);
   }
   printf("%u capitals, checksum %08x\n", changed, sum);
   return 0;
}
