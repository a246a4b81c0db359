/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cpu.c: see cpu.h. */

#define _GNU_SOURCE
#include "cpu.h"

#include <asm/prctl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

void cpu_enter(const Registers* in);
void cpu_exit(void);

#define CODE ((uint8_t*)0x30000000)

Registers        cpu_out;
static Registers junk;
uint8_t*         cpu_target = CODE - CODE_STEP;
int              cpu_repairs;
static Fault     fault;
static uint8_t*  code_end;

static void die(const char* what)
{
   perror(what);
   exit(2);
}

static int repair(const uint8_t* address)
{
   const int is_there = address >= PAGE_END && address < ARENA + 2 * PAGE;

   return cpu_repairs && is_there
          && mprotect(PAGE_END, PAGE, PROT_READ | PROT_WRITE) == 0;
}

/* Notes the signal, and goes on after the code, or repeats what is repaired. */
static void note_signal(int signal, siginfo_t* info, void* context)
{
   greg_t* r = ((ucontext_t*)context)->uc_mcontext.gregs;

   vectors_load(&junk); /* what it leaves in registers is not seen outside */
   fault.signal  = signal;
   fault.code    = info->si_code;
   fault.address = (uintptr_t)info->si_addr;
   fault.offset  = r[REG_RIP] - (intptr_t)cpu_target;
   if (!repair(info->si_addr))
      r[REG_RIP] = (intptr_t)cpu_exit;
}

static void catch_signals(void)
{
   const int        caught[] = {SIGILL, SIGSEGV, SIGBUS, SIGFPE, SIGTRAP};
   static uint8_t   stack[1 << 16];
   stack_t          alternate = {.ss_sp = stack, .ss_size = sizeof stack};
   struct sigaction action    = {.sa_sigaction = note_signal,
                                 .sa_flags     = SA_SIGINFO | SA_ONSTACK};

   if (sigaltstack(&alternate, NULL) != 0)
      die("sigaltstack");
   for (unsigned i = 0; i < sizeof caught / sizeof *caught; i++)
      sigaction(caught[i], &action, NULL);
}

static void map(uint8_t* at, size_t size, int protection)
{
   if (mmap(at, size, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
            0)
       != at)
      die("mmap");
}

void cpu_prepare(unsigned pieces)
{
   const size_t size = ((size_t)pieces + 1) * CODE_STEP;

   memset(&junk, 0xA5, sizeof junk);
   map(ARENA - PAGE, 3 * PAGE, PROT_NONE);
   cpu_protect(0);
   map(CODE, size, PROT_READ | PROT_WRITE | PROT_EXEC);
   code_end = CODE + size;
   if (syscall(SYS_arch_prctl, ARCH_SET_GS, (long)GS_BASE) != 0)
      die("arch_prctl");
   catch_signals();
}

void cpu_protect(int read_only)
{
   if (mprotect(ARENA, PAGE, PROT_READ | (read_only ? 0 : PROT_WRITE)) != 0)
      die("mprotect");
}

void cpu_break(void)
{
   map(PAGE_END, PAGE, PROT_NONE);
}

uint8_t* cpu_code(int fresh)
{
   if (fresh || cpu_target < CODE)
      cpu_target += CODE_STEP;
   if (cpu_target + CODE_STEP > code_end) {
      fprintf(stderr, "no room for more code\n");
      exit(2);
   }
   return cpu_target;
}

void cpu_end_code(uint8_t* end)
{
   const int32_t distance = (intptr_t)cpu_exit - (intptr_t)(end + 5);

   *end = 0xE9;
   memcpy(end + 1, &distance, sizeof distance);
}

Fault cpu_run(const Registers* in)
{
   memset(&fault, 0, sizeof fault);
   cpu_enter(in);
   return fault;
}
