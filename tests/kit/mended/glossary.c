/* SPDX-License-Identifier: GPL-2.0-or-later */
/* glossary.c: counts the terms of a stream of documents. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { TERMS = 24000, BUCKETS = 1 << 16, READ = 250000 };

struct term {
   uint64_t     key;
   struct term* next;
   unsigned     seen, last_document;
   char         text[32];
};

struct glossary {
   struct term* buckets[BUCKETS];
   unsigned     size;
};

static uint64_t key_of(uint32_t word)
{
   uint64_t key = word * 0x9E3779B97F4A7C15u;
   return key ^ key >> 29;
}

static struct term* find(const struct glossary* glossary, uint64_t key)
{
   struct term* term = glossary->buckets[key % BUCKETS];
   while (term && term->key != key)
      term = term->next;
   return term;
}

static struct term* add(struct glossary* glossary, uint64_t key)
{
   struct term* term = calloc(1, sizeof *term);
   term->key = key;
   term->next = glossary->buckets[key % BUCKETS];
   glossary->buckets[key % BUCKETS] = term;
   snprintf(term->text, sizeof term->text, "term-%llx", (unsigned long long)key);
   glossary->size++;
   return term;
}

static void read_words(struct glossary* glossary, unsigned n)
{
   uint32_t random = 99;
   for (unsigned i = 0; i < n; i++) {
      random = random * 1664525 + 1013904223;
      uint64_t     key = key_of((random >> 7) % TERMS);
      struct term* term = find(glossary, key);
      if (!term)
         term = add(glossary, key);
      term->seen++;
      term->last_document = i / 800;
   }
}

int main(void)
{
   static struct glossary glossary;
   unsigned               most = 0, fresh = 0;
   read_words(&glossary, READ);
   for (unsigned b = 0; b < BUCKETS; b++)
      for (struct term *term = glossary.buckets[b], *next; term; term = next) {
         next = term->next;
         most = term->seen > most ? term->seen : most;
         fresh += term->last_document >= READ / 800 - 20;
         free(term);
      }
   printf("%u terms, one of them %u times, %u of late\n", glossary.size, most, fresh);
   return 0;
}
