/* SPDX-License-Identifier: GPL-2.0-or-later */
/* letters.c: two threads count kinds of characters in a cipher, for each of 64 keys. */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 2, LENGTH = 80000, KEYS = 64 };
enum kind { LETTER, DIGIT, BLANK, OTHER, KINDS };

struct counts {
   unsigned of[KINDS];
};

struct part {
   const unsigned char* text;
   size_t               length;
   struct counts*       counts;
};

static enum kind    kind_of[256];
static struct counts counts[THREADS];

static void make_kinds(void)
{
   for (int c = 0; c < 256; c++)
      kind_of[c] = (c | 32) >= 'a' && (c | 32) <= 'z' ? LETTER
                   : c >= '0' && c <= '9'             ? DIGIT
                   : c == ' ' || c == '\n'            ? BLANK
                                                      : OTHER;
}

static unsigned char* write_text(size_t length)
{
   unsigned char* text = malloc(length);
   unsigned       random = 8;
   for (size_t i = 0; i < length; i++) {
      random = random * 1664525 + 1013904223;
      text[i] = ' ' + (random >> 16) % 95;
   }
   return text;
}

static void* count_part(void* argument)
{
   const struct part* part = argument;
   for (int key = 0; key < KEYS; key++)
      for (size_t i = 0; i < part->length; i++)
         part->counts->of[kind_of[part->text[i] ^ key]]++;
   return NULL;
}

int main(void)
{
   unsigned char* text = write_text(LENGTH);
   pthread_t      threads[THREADS];
   struct part    parts[THREADS];
   make_kinds();
   for (int t = 0; t < THREADS; t++) {
      parts[t] = (struct part){text + (size_t)t * LENGTH / THREADS, LENGTH / THREADS,
                               &counts[t]};
      pthread_create(&threads[t], NULL, count_part, &parts[t]);
   }
   for (int t = 0; t < THREADS; t++)
      pthread_join(threads[t], NULL);
   for (int kind = 0; kind < KINDS; kind++)
      printf("kind %d: %u\n", kind, counts[0].of[kind] + counts[1].of[kind]);
   free(text);
   return 0;
}
