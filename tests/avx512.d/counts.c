/* SPDX-License-Identifier: GPL-2.0-or-later */
/* counts.c: the references of AVX-512 instructions.

   counts LIST     runs each form with an operand in memory

   Where elements have masks, it runs with all, with one and with no element.
   For each instruction, it prints a line `ADDRESS NAME', and for each reference
   that it makes a line `ADDRESS r BEGINNING BYTES', or `w' for a write.  Each
   element of a mask is a reference.  They follow from what the processor was
   seen to touch. */

#include <stdio.h>
#include <string.h>

#include "cpu.h"
#include "forms.h"

enum { FULL = 1, LOWEST = 2, EMPTY = 3 };

static unsigned larger(unsigned a, unsigned b)
{
   return a > b ? a : b;
}

/* The elements of an operand with masks.  A gather has an index for each. */
static unsigned elements(const Form* form)
{
   const unsigned index = form->opcode & 1 ? 8 : 4;

   if (form->allows & ALLOWS_VECTOR)
      return (16 << form->length) / larger(index, form->element);
   return form->size / form->element;
}

static unsigned references(const Form* form, unsigned mask)
{
   if (form->element == 0 || mask == 0)
      return 1;
   return mask == FULL ? elements(form) : mask == LOWEST;
}

/* Elements of a gather lie so far apart, in bytes; others side by side. */
enum { APART = 11 };

static void print_references(const Form* form, unsigned mask,
                             const uint8_t* code)
{
   const unsigned size = form->element && mask ? form->element : form->size;
   const unsigned step = form->allows & ALLOWS_VECTOR ? APART : size;

   for (unsigned i = 0; i < references(form, mask); i++)
      printf("%lx %c %lx %u\n", (long)code,
             form->allows & ALLOWS_STORE ? 'w' : 'r', (long)WINDOW + i * step,
             size);
}

static void set_vector_index(const Form* form, uint8_t* index)
{
   const int bytes = form->opcode & 1 ? 8 : 4;

   for (uint64_t i = 0; i < 64 / (unsigned)bytes; i++) {
      const uint64_t element = APART * i;

      memcpy(index + bytes * i, &element, bytes);
   }
}

static void run(const Form* form, unsigned mask)
{
   const int      is_vector = form->allows & ALLOWS_VECTOR;
   const Operands o         = {
              .reg = 1, .base = RSI, .index = is_vector ? 3 : NO_INDEX, .k = mask};
   Registers in   = {.flags = 0x202, .mxcsr = MXCSR_DEFAULT};
   uint8_t*  code = cpu_code(1);

   in.gpr[RSI]  = (uintptr_t)WINDOW;
   in.k[FULL]   = ~0ULL;
   in.k[LOWEST] = 1;
   if (is_vector)
      set_vector_index(form, in.z[3]);
   cpu_end_code(encode(form, &o, code));
   if (cpu_run(&in).signal != 0)
      return;
   printf("%lx %s\n", (long)code, forms_name(form));
   print_references(form, mask, code);
}

int main(int argc, char** argv)
{
   Forms all;

   if (argc != 2) {
      fprintf(stderr, "usage: counts LIST\n");
      return 2;
   }
   all = forms_read(argv[1]);
   cpu_prepare(4 * all.count);
   for (const Form* f = all.forms; f < all.forms + all.count; f++) {
      if (!f->memory || f->allows & ALLOWS_NOT)
         continue;
      if (f->allows & ALLOWS_K0)
         run(f, 0);
      for (unsigned mask = FULL; f->allows & ALLOWS_MASK && mask <= EMPTY;
           mask++)
         run(f, mask);
   }
   return 0;
}
