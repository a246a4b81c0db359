/* SPDX-License-Identifier: GPL-2.0-or-later */
/* references.c: the data references of a trace, in order.

   references TRACE BEGINNING      prints those of instructions at BEGINNING,
   which is an address in hexadecimal, or above: `INSTRUCTION r ADDRESS BYTES',
   or `w' for writes

   The manual's section "The format of traces" defines what is read. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef uint64_t u64;

typedef struct {
   u64 before, kind, size, address;
} Reference;

/* A block of code: its instructions, and references between them. */
typedef struct {
   u64        n, m;
   u64*       instructions;
   Reference* references;
} Segment;

static FILE*    in;
static Segment* segments;
static u64      n_segments;
static u64      beginning, last_instruction;

static int byte(void)
{
   const int b = getc(in);

   if (b == EOF) {
      fprintf(stderr, "references: the trace ends too early\n");
      exit(2);
   }
   return b;
}

static u64 number(void)
{
   u64 n = 0;

   for (int shift = 0;; shift += 7) {
      const u64 b = byte();

      n |= (b & 127) << shift;
      if (b < 128)
         return n;
   }
}

static u64 signed_number(void)
{
   const u64 n = number();

   return n >> 1 ^ -(n & 1);
}

static void skip_numbers(int n)
{
   while (n-- > 0)
      number();
}

static void skip_string(void)
{
   for (u64 n = number(); n > 0; n--)
      byte();
}

static void* zeroed(u64 n, size_t size)
{
   void* p = calloc(n + 1, size);

   if (!p)
      exit(2);
   return p;
}

static void define_segment(void)
{
   Segment s   = {.n = number()};
   u64     end = 0;

   s.instructions = zeroed(s.n, sizeof(u64));
   for (u64 i = 0; i < s.n; i++) {
      s.instructions[i] = end + signed_number();
      end               = s.instructions[i] + number();
      number();
   }
   s.m          = number();
   s.references = zeroed(s.m, sizeof(Reference));
   for (u64 i = 0; i < s.m; i++) {
      s.references[i].before = number();
      s.references[i].kind   = number();
      s.references[i].size   = number();
      number();
   }
   segments = realloc(segments, (n_segments + 1) * sizeof s);
   if (!segments)
      exit(2);
   segments[n_segments++] = s;
}

/* The addresses of a run are differences from those of the run before. */
static void read_addresses(Segment* s)
{
   uint8_t* codes = zeroed(s->m, 1);

   for (u64 i = 0; i < (s->m + 3) / 4; i++)
      codes[i] = byte();
   for (u64 i = 0; i < s->m; i++) {
      const int bits = 8 << (codes[i / 4] >> i % 4 * 2 & 3);
      u64       d    = 0;

      for (int j = 0; j < bits; j += 8)
         d |= (u64)byte() << j;
      s->references[i].address +=
         (u64)((int64_t)(d << (64 - bits)) >> (64 - bits));
   }
   free(codes);
}

static void print(const Reference* r)
{
   if (last_instruction >= beginning)
      printf("%lx %c %lx %lu\n", last_instruction, r->kind == 1 ? 'w' : 'r',
             r->address, r->size);
}

static void run(Segment* s)
{
   u64 done = 0;

   read_addresses(s);
   for (u64 i = 0; i <= s->n; i++) {
      for (; done < s->m && s->references[done].before == i; done++)
         print(&s->references[done]);
      if (i < s->n)
         last_instruction = s->instructions[i];
   }
}

static void read_record(u64 tag)
{
   switch (tag) {
   case 1:
   case 4:
      skip_string();
      break;
   case 2:
      skip_numbers(9);
      break;
   case 3:
      skip_string();
      skip_string();
      number();
      break;
   case 5:
      define_segment();
      break;
   case 6:
      skip_numbers(3);
      break;
   case 7:
   case 8:
      number();
      break;
   default:
      if (tag - 16 >= n_segments) {
         fprintf(stderr, "references: an unknown record\n");
         exit(2);
      }
      run(&segments[tag - 16]);
   }
}

int main(int argc, char** argv)
{
   if (argc != 3 || !(in = fopen(argv[1], "r"))
       || fseek(in, 8, SEEK_SET) != 0) {
      fprintf(stderr, "usage: references TRACE BEGINNING\n");
      return 2;
   }
   beginning = strtoull(argv[2], NULL, 16);
   for (u64 tag; (tag = number()) != 0;)
      read_record(tag);
   return 0;
}
