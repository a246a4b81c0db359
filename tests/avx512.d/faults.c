/* SPDX-License-Identifier: GPL-2.0-or-later */
/* faults.c: faults of AVX-512 instructions with an operand in memory.

   faults LIST [NTH]    runs each form of the list, or every NTH one, as `cases'
   says

   It prints a line for each form, with a word for each case: `-' if no signal
   came, otherwise the signal, its code and its address, relative to where the
   page ends.  A
   `!' says that registers or memory are not as they were before.  What
   `repaired' and `masked' left in registers and memory is a digest.  All of it
   must be the same natively and under the tool. */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "choose.h"
#include "cpu.h"
#include "forms.h"

/* So that the instruction is not where the core's translation begins. */
enum { NOP = 0x90, NOPS = 2 };

typedef enum { PLAIN, READ_ONLY, REPAIRED } Way;

/* Where the operand begins, relative to the page's end, and the mask.  A size
   of 0 in the table stands for the operand's. */
typedef struct {
   const char* name;
   int from_end; /* bytes from its first one to the page's end; OF_SIZE + N */
   uint64_t mask;
   Way      way;
} Case;

enum { OF_SIZE = 10000, BEGINNING = 20000, NOWHERE = 30000 };

static const Case cases[] = {
   {"fits", OF_SIZE, ~0ULL, PLAIN},
   {"last-byte", OF_SIZE - 1, ~0ULL, PLAIN},
   {"first-byte", 1, ~0ULL, PLAIN},
   {"outside", 0, ~0ULL, PLAIN},
   {"before", BEGINNING, ~0ULL, PLAIN},
   {"nowhere", NOWHERE, ~0ULL, PLAIN},
   {"read-only", PAGE - 1024, ~0ULL, READ_ONLY},
   {"masked", 0, 0, PLAIN},
   {"masked-1", 1, 1, PLAIN},
   {"masked-2", 2, 1, PLAIN},
   {"masked-4", 4, 1, PLAIN},
   {"masked-8", 8, 1, PLAIN},
   {"masked-half", 8, 0xF, PLAIN},
   {"repaired", 8, 0x5555555555555555, REPAIRED},
};

static uint64_t digest(uint64_t sum, const void* data, unsigned bytes)
{
   const uint64_t* words = data;

   for (unsigned i = 0; i < bytes / 8; i++)
      sum = ((sum ^ words[i]) * 0x9E3779B97F4A7C15) ^ (sum >> 29);
   return sum;
}

static uint64_t operand_address(const Form* form, const Case* c)
{
   if (c->from_end == BEGINNING)
      return (uintptr_t)ARENA - 1;
   if (c->from_end == NOWHERE)
      return 0x8000000000000000;
   if (c->from_end > 5000)
      return (uintptr_t)PAGE_END - (form->size ? form->size : 64)
             - (c->from_end - OF_SIZE);
   return (uintptr_t)PAGE_END - c->from_end;
}

/* The elements of a gather are 8 bytes apart. */
static void set_vector_index(const Form* form, uint8_t* index)
{
   const int bytes = form->opcode & 1 ? 8 : 4;

   for (uint64_t i = 0; i < 64 / (unsigned)bytes; i++) {
      const uint64_t element = 2 * i;

      memcpy(index + bytes * i, &element, bytes);
   }
}

/* The operand is at the address in RSI, and the mask is k1. */
static Operands operands_of(const Form* form)
{
   const int is_vector = form->allows & ALLOWS_VECTOR;

   return (Operands){.reg       = 1,
                     .base      = RSI,
                     .index     = is_vector ? 3 : NO_INDEX,
                     .shift     = 2,
                     .k         = form->allows & ALLOWS_MASK ? 1 : 0,
                     .immediate = 1,
                     .v         = form->allows & ALLOWS_V ? 2 : 0};
}

static void set_registers(const Form* form, const Case* c, Registers* r)
{
   Operands ignored;

   choose(form, 1, cpu_code(0), &ignored, r);
   r->gpr[RSI] = operand_address(form, c);
   r->k[1]     = c->mask;
   if (form->allows & ALLOWS_VECTOR)
      set_vector_index(form, r->z[3]);
   memcpy(PAGE_END - 256, WINDOW, 256);
}

static int is_unchanged(const Registers* in, const uint8_t* memory)
{
   return memcmp(in->z, cpu_out.z, sizeof in->z) == 0
          && memcmp(in->k, cpu_out.k, sizeof in->k) == 0
          && memcmp(in->gpr, cpu_out.gpr, sizeof in->gpr) == 0
          && memcmp(memory, PAGE_END - 256, 256) == 0;
}

static uint64_t digest_of_all(void)
{
   uint64_t sum = digest(0, cpu_out.z, sizeof cpu_out.z);

   sum = digest(sum, cpu_out.k, sizeof cpu_out.k);
   return digest(sum, PAGE_END - 256, 256);
}

static void print_fault(const Fault* fault)
{
   if (fault->signal == 0)
      printf("-");
   else if (fault->signal == SIGILL)
      printf("invalid");
   else
      printf("%d.%d.%ld%s", fault->signal, fault->code,
             fault->address ? (long)(fault->address - (uintptr_t)PAGE_END) : -1,
             fault->offset == NOPS ? "" : ".where?");
}

/* A gather may have begun when it faults: which elements it did is the
   processor's choice, so only a whole one is compared. */
static void run_case(const Form* form, const Case* c)
{
   const Operands o    = operands_of(form);
   uint8_t*       code = cpu_code(1);
   Registers      in;
   uint8_t        memory[256];
   Fault          fault;

   set_registers(form, c, &in);
   memcpy(memory, PAGE_END - 256, 256);
   memset(code, NOP, NOPS);
   cpu_end_code(encode(form, &o, code + NOPS));
   cpu_repairs = c->way == REPAIRED;
   cpu_protect(c->way == READ_ONLY);
   fault = cpu_run(&in);
   printf(" %s:", c->name);
   print_fault(&fault);
   if (fault.signal && c->way != REPAIRED && !(form->allows & ALLOWS_VECTOR)
       && !is_unchanged(&in, memory))
      printf("!");
   if (!fault.signal || c->way == REPAIRED)
      printf("=%016lx", digest_of_all());
   cpu_protect(0);
   if (c->way == REPAIRED)
      cpu_break();
}

static void run_cases(const Form* form)
{
   printf("%s", forms_name(form));
   for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
      run_case(form, &cases[i]);
   printf("\n");
}

int main(int argc, char** argv)
{
   const unsigned nth = argc > 2 ? atoi(argv[2]) : 1;
   Forms          all;

   if (argc < 2 || nth < 1) {
      fprintf(stderr, "usage: faults LIST [NTH]\n");
      return 2;
   }
   all = forms_read(argv[1]);
   cpu_prepare(all.count * (sizeof cases / sizeof *cases) + 1);
   choose_prepare();
   for (unsigned i = 0, n = 0; i < all.count; i++)
      if (all.forms[i].memory && !(all.forms[i].allows & ALLOWS_NOT)
          && n++ % nth == 0)
         run_cases(&all.forms[i]);
   return 0;
}
