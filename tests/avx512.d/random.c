/* SPDX-License-Identifier: GPL-2.0-or-later */
/* random.c: random AVX-512 instructions.

   random --list [NTH]                 prints the forms that the processor
   knows; with NTH, of every NTH opcode random --list-older [NTH]           the
   same, of SSE and AVX random [-v] LIST COUNT [FORM]       runs COUNT
   instructions of these forms; with FORM, only those of this form

   It prints a line for each form: its name, how many instructions were of it,
   how many of these were invalid, and a digest of all registers and of the
   memory after them; of SSE and AVX, of what only AVX-512 has.  With -v, it
   also prints each instruction, and what that changed.  It prints the same
   wherever it runs, natively or not: operands, registers and memory follow from
   the number. */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "choose.h"
#include "cpu.h"
#include "forms.h"

enum { ARITHMETIC_FLAGS = 0x8D5 };

/* What is known of a form. */
typedef struct {
   unsigned count, invalid;
   uint64_t digest;
} Result;

/* Of the memory before the instruction. */
static uint8_t memory_before[WINDOW_SIZE];

static uint64_t digest(uint64_t sum, const void* data, unsigned bytes)
{
   const uint64_t* words = data;

   for (unsigned i = 0; i < bytes / 8; i++)
      sum = ((sum ^ words[i]) * 0x9E3779B97F4A7C15) ^ (sum >> 29);
   return sum;
}

/* The kind of an invalid instruction, and what is known of a trap, is what the
   core says, not the processor. */
static void forget_words_of_core(Fault* fault)
{
   if (fault->signal == SIGILL || fault->signal == SIGTRAP)
      fault->code = 0;
   if (fault->signal == SIGTRAP)
      fault->address = 0;
}

static uint64_t digest_all(uint64_t sum, const Fault* fault)
{
   sum = digest(sum, cpu_out.z, sizeof cpu_out.z);
   sum = digest(sum, cpu_out.k, sizeof cpu_out.k);
   sum = digest(sum, cpu_out.gpr, sizeof cpu_out.gpr);
   sum = digest(sum, &cpu_out.flags, sizeof cpu_out.flags);
   sum = digest(sum, WINDOW, WINDOW_SIZE);
   return digest(sum, fault, sizeof *fault);
}

/* Of an instruction of SSE or AVX.  The upper half of what it writes is 0 after
   AVX, and as it was after SSE. */
static uint64_t digest_upper(uint64_t sum, const Fault* fault)
{
   for (int i = 0; i < 16; i++)
      sum = digest(sum, cpu_out.z[i] + 32, 32);
   sum = digest(sum, cpu_out.z[16], 16 * 64);
   sum = digest(sum, cpu_out.k, sizeof cpu_out.k);
   return digest(sum, fault, sizeof *fault);
}

static void print_bytes(const char* name, int number, const uint8_t* bytes,
                        int n)
{
   printf("   %s%d ", name, number);
   for (int i = n - 1; i >= 0; i--)
      printf("%02x", bytes[i]);
   printf("\n");
}

static void print_changes(const Registers* in)
{
   for (int i = 0; i < 32; i++)
      if (memcmp(in->z[i], cpu_out.z[i], 64) != 0)
         print_bytes("zmm", i, cpu_out.z[i], 64);
   for (int i = 0; i < 8; i++)
      if (in->k[i] != cpu_out.k[i])
         printf("   k%d %016lx\n", i, cpu_out.k[i]);
   for (int i = 0; i < 16; i++)
      if (in->gpr[i] != cpu_out.gpr[i])
         printf("   gpr%d %016lx\n", i, cpu_out.gpr[i]);
   if ((in->flags & ARITHMETIC_FLAGS) != cpu_out.flags)
      printf("   flags %lx\n", cpu_out.flags);
   for (int i = 0; i < WINDOW_SIZE; i += 64)
      if (memcmp(memory_before + i, WINDOW + i, 64) != 0)
         print_bytes("memory", i, WINDOW + i, 64);
}

/* Flushed, because the tool may end with the instruction. */
static void print_test(uint64_t number, const Form* form, const uint8_t* code,
                       const uint8_t* end)
{
   printf("%lu %s", number, forms_name(form));
   for (const uint8_t* p = code; p < end; p++)
      printf("%c%02x", p == code ? ' ' : ',', *p);
   printf("\n");
   fflush(stdout);
}

static void print_fault(const Fault* fault)
{
   if (fault->signal)
      printf("   signal %d code %d address %lx offset %ld\n", fault->signal,
             fault->code, fault->address, fault->offset);
}

/* Writes the code.  If the instruction should be invalid, or has a wrong bit,
   there are traps after it, because its length is not known. */
static uint8_t* write_code(const Form* form, const Operands* o, uint8_t* code)
{
   uint8_t* end;

   memset(code, 0xCC, CODE_STEP);
   end = encode(form, o, code);
   if (!(form->allows & ALLOWS_NOT) && !o->flipped)
      cpu_end_code(end);
   return end;
}

static void run_one(const Form* form, uint64_t number, Result* result,
                    int verbose)
{
   uint8_t*         code = cpu_code(1);
   static Registers in;
   Operands         o;
   uint8_t*         end;
   Fault            fault;

   choose(form, number, code, &o, &in);
   end = write_code(form, &o, code);
   memcpy(memory_before, WINDOW, WINDOW_SIZE);
   if (verbose)
      print_test(number, form, code, end);
   fault = cpu_run(&in);
   cpu_out.flags &= ARITHMETIC_FLAGS;
   forget_words_of_core(&fault);
   result->count++;
   result->invalid += fault.signal == SIGILL;
   result->digest = (form->allows & ALLOWS_OLDER ? digest_upper : digest_all)(
      result->digest, &fault);
   if (!verbose)
      return;
   print_fault(&fault);
   print_changes(&in);
}

/* The form of a test: neighbours in the list are far apart in time. */
static unsigned form_of(uint64_t number, unsigned count)
{
   return number * 2654435761 % count;
}

static void print_results(const Forms* all, const Result* results)
{
   for (unsigned i = 0; i < all->count; i++)
      if (results[i].count > 0)
         printf("%s %u %u %016lx\n", forms_name(&all->forms[i]),
                results[i].count, results[i].invalid, results[i].digest);
}

/* What is outside the window was 0, and must be. */
static void check_rest_of_arena(void)
{
   for (uint8_t* p = ARENA; p < ARENA + PAGE; p++)
      if (*p && (p < WINDOW || p >= WINDOW + WINDOW_SIZE))
         printf("arena+%ld is not 0\n", (long)(p - ARENA));
}

static int run_all(const char* list, uint64_t count, const char* only,
                   int verbose)
{
   const Forms all     = forms_read(list);
   Result*     results = calloc(all.count, sizeof *results);

   cpu_prepare(count);
   choose_prepare();
   for (uint64_t number = 0; number < count; number++) {
      const unsigned i = form_of(number, all.count);

      if (!only || strcmp(forms_name(&all.forms[i]), only) == 0)
         run_one(&all.forms[i], number, &results[i], verbose);
   }
   print_results(&all, results);
   check_rest_of_arena();
   return 0;
}

static int write_list(const char* option, unsigned nth)
{
   Forms all;

   cpu_prepare(1);
   all = strcmp(option, "--list") == 0 ? forms_ask(nth) : forms_ask_older(nth);
   forms_write(&all);
   return 0;
}

int main(int argc, char** argv)
{
   const int verbose = argc > 1 && strcmp(argv[1], "-v") == 0;
   char**    words   = argv + 1 + verbose;
   const int n       = argc - 1 - verbose;

   if (n > 0 && strncmp(words[0], "--list", 6) == 0)
      return write_list(words[0],
                        n > 1 && atoi(words[1]) > 0 ? atoi(words[1]) : 1);
   if (n < 2 || n > 3) {
      fprintf(
         stderr,
         "usage: random --list[-older] [NTH], or random [-v] LIST COUNT [FORM]\n");
      return 2;
   }
   return run_all(words[0], strtoull(words[1], NULL, 0),
                  n > 2 ? words[2] : NULL, verbose);
}
