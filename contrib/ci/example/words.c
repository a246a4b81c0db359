/* SPDX-License-Identifier: GPL-2.0-or-later */
/* words.c: counts the different words of a file: the example project of a
   pipeline. */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N_BUCKETS 1024
#define MAX_WORD  64

typedef struct Word {
   struct Word* next;
   char         text[MAX_WORD];
} Word;

static Word* buckets[N_BUCKETS];

static unsigned hash(const char* text)
{
   unsigned h = 5381;

   while (*text != '\0')
      h = h * 33 + (unsigned char)*text++;
   return h % N_BUCKETS;
}

/* Adds a word.  Returns 1 if it is new. */
static int add_word(const char* text)
{
   Word** bucket = &buckets[hash(text)];

   for (Word* word = *bucket; word != NULL; word = word->next)
      if (strcmp(word->text, text) == 0)
         return 0;
   Word* word = malloc(sizeof *word);
   if (word == NULL)
      exit(1);
   strcpy(word->text, text);
   word->next = *bucket;
   *bucket    = word;
   return 1;
}

int main(int argc, char** argv)
{
   FILE* file = argc == 2 ? fopen(argv[1], "r") : NULL;
   char  text[MAX_WORD];
   int   length = 0, n = 0, c;

   if (file == NULL) {
      fprintf(stderr, "usage: words FILE\n");
      return 1;
   }
   do {
      c = getc(file);
      if (isalpha(c) && length < MAX_WORD - 1)
         text[length++] = (char)tolower(c);
      else if (length > 0) {
         text[length] = '\0';
         n += add_word(text);
         length = 0;
      }
   } while (c != EOF);
   printf("%d\n", n);
   return 0;
}
