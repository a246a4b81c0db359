/* SPDX-License-Identifier: GPL-2.0-or-later */
/* concord.c: a word concordance, the example program that ./quickstart
   profiles.

      concord FILE [WORD...]

   reads a text and prints, for each WORD, the lines it stands on; without a
   WORD, the ten commonest words of at least MIN_LETTERS letters.  Upper and
   lower case are the same.  It is written to be profiled, in the ways that
   programs usually are slow: a scan that runs once per byte, a hash table
   whose chains jump about in memory, and a sort with a comparison function.
   The same text always makes the same run. */

#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_BUCKETS = 1024, MAX_LETTERS = 63, MIN_LETTERS = 5, N_COMMONEST = 10 };

/* One word, and the lines it stands on in ascending order. */
typedef struct Word {
   struct Word* next; /* in the same bucket */
   char*        letters;
   int*         lines;
   int          n_lines;
   int          max_lines;
   int          n_uses; /* more than n_lines if a line has it twice */
} Word;

static Word* buckets[N_BUCKETS];
static int   n_words;

static void* check_memory(void* block)
{
   if (block == NULL) {
      fprintf(stderr, "concord: out of memory\n");
      exit(1);
   }
   return block;
}

/* FNV-1a: short, and good enough to fill the buckets evenly. */
static unsigned hash(const char* letters)
{
   uint32_t h = 2166136261u;
   for (; *letters != '\0'; letters++)
      h = (h ^ (unsigned char)*letters) * 16777619u;
   return h % N_BUCKETS;
}

/* The entry of `letters', or NULL if the text does not have the word. */
static Word* find_word(const char* letters)
{
   Word* word = buckets[hash(letters)];
   while (word != NULL && strcmp(word->letters, letters) != 0)
      word = word->next;
   return word;
}

static Word* add_word(const char* letters)
{
   Word*  word   = check_memory(calloc(1, sizeof *word));
   Word** bucket = &buckets[hash(letters)];

   word->letters = check_memory(strdup(letters));
   word->next    = *bucket;
   *bucket       = word;
   n_words++;
   return word;
}

static void add_use(const char* letters, int line)
{
   Word* word = find_word(letters);
   if (word == NULL)
      word = add_word(letters);

   word->n_uses++;
   if (word->n_lines > 0 && word->lines[word->n_lines - 1] == line)
      return;
   if (word->n_lines == word->max_lines) {
      word->max_lines = 2 * word->max_lines + 4;
      word->lines     = check_memory(
             realloc(word->lines, word->max_lines * sizeof *word->lines));
   }
   word->lines[word->n_lines++] = line;
}

/* Cut the text into words: runs of letters, of which the first MAX_LETTERS
   count. */
static void read_text(FILE* text)
{
   char letters[MAX_LETTERS + 1];
   int  n_letters = 0;
   int  line      = 1;
   int  c;

   do {
      c = getc(text);
      if (c != EOF && isalpha(c)) {
         if (n_letters < MAX_LETTERS)
            letters[n_letters++] = (char)tolower(c);
      } else if (n_letters > 0) {
         letters[n_letters] = '\0';
         add_use(letters, line);
         n_letters = 0;
      }
      if (c == '\n')
         line++;
   } while (c != EOF);
}

/* Commonest first; words that are equally common by the alphabet. */
static int compare_words(const void* a, const void* b)
{
   const Word* v = *(Word* const*)a;
   const Word* w = *(Word* const*)b;
   if (v->n_uses != w->n_uses)
      return v->n_uses < w->n_uses ? 1 : -1;
   return strcmp(v->letters, w->letters);
}

static void print_commonest(void)
{
   Word** sorted = check_memory(malloc((n_words + 1) * sizeof *sorted));
   int    n      = 0;

   for (int i = 0; i < N_BUCKETS; i++)
      for (Word* word = buckets[i]; word != NULL; word = word->next)
         if (strlen(word->letters) >= MIN_LETTERS)
            sorted[n++] = word;
   qsort(sorted, n, sizeof *sorted, compare_words);
   for (int i = 0; i < n && i < N_COMMONEST; i++)
      printf("%-14s %4d uses on %4d lines\n", sorted[i]->letters,
             sorted[i]->n_uses, sorted[i]->n_lines);
   free(sorted);
}

static void print_lines(const char* asked)
{
   char letters[MAX_LETTERS + 1];
   int  n = 0;

   for (; asked[n] != '\0' && n < MAX_LETTERS; n++)
      letters[n] = (char)tolower((unsigned char)asked[n]);
   letters[n] = '\0';

   const Word* word = find_word(letters);
   printf("%s:", letters);
   for (int i = 0; word != NULL && i < word->n_lines; i++)
      printf(" %d", word->lines[i]);
   printf("\n");
}

int main(int argc, char* argv[])
{
   if (argc < 2) {
      fprintf(stderr, "usage: concord FILE [WORD...]\n");
      return 2;
   }
   FILE* text = fopen(argv[1], "r");
   if (text == NULL) {
      fprintf(stderr, "concord: %s: %s\n", argv[1], strerror(errno));
      return 1;
   }
   read_text(text);
   if (ferror(text)) {
      fprintf(stderr, "concord: %s: %s\n", argv[1], strerror(errno));
      return 1;
   }
   fclose(text);

   if (argc == 2)
      print_commonest();
   for (int i = 2; i < argc; i++)
      print_lines(argv[i]);
   return 0;
}
