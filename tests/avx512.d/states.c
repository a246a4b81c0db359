/* SPDX-License-Identifier: GPL-2.0-or-later */
/* states.c: who keeps the registers of AVX-512, and which bytes are no
   instruction.

   It prints a line for each test, `NAME: ok' or what is wrong.  The tests ask
   nothing that differs between processors. */

#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include "cpu.h"

long vectors_keep(const Registers* in, Registers* out, long call, long a,
                  long b);
void vectors_illegal(const Registers* in, Registers* out);
long vectors_add(const Registers* in, Registers* out,
                 const volatile int* until);

/* What handlers leave in all registers. */
static Registers    junk;
static volatile int remaining;

static void report(const char* name, int is_right)
{
   printf("%s: %s\n", name, is_right ? "ok" : "wrong");
   fflush(stdout);
}

static void fill(Registers* r, unsigned seed)
{
   uint8_t* bytes = (uint8_t*)r;

   for (unsigned i = 0; i < sizeof *r; i++)
      bytes[i] = (seed = seed * 1103515245 + 12345) >> 16;
}

static int are_same(const Registers* a, const Registers* b)
{
   return memcmp(a->z, b->z, sizeof a->z) == 0
          && memcmp(a->k, b->k, sizeof a->k) == 0;
}

/* --- signals --- */

static void clobber(int signal)
{
   (void)signal;
   vectors_load(&junk);
   if (remaining > 0)
      remaining--;
}

static void clobber_not(int signal)
{
   (void)signal;
   vectors_load(&junk);
}

static void clobber_and_skip(int signal, siginfo_t* info, void* context)
{
   (void)info;
   clobber(signal);
   ((ucontext_t*)context)->uc_mcontext.gregs[REG_RIP] += 2;
}

static int lanes_are(const uint8_t* z, const uint8_t* start,
                     const uint8_t* step, uint64_t times)
{
   for (int i = 0; i < 64; i += 8) {
      uint64_t is, from, by;

      memcpy(&is, z + i, 8);
      memcpy(&from, start + i, 8);
      memcpy(&by, step + i, 8);
      if (is != from + by * times)
         return 0;
   }
   return 1;
}

static void test_timer(void)
{
   const struct itimerval often = {{0, 2000}, {0, 2000}}, never = {0};
   static Registers       in, out;
   uint64_t               times;

   fill(&in, 1);
   remaining = 20;
   signal(SIGALRM, clobber);
   setitimer(ITIMER_REAL, &often, NULL);
   times = vectors_add(&in, &out, &remaining);
   setitimer(ITIMER_REAL, &never, NULL);
   report("a timer in a loop",
          lanes_are(out.z[17], in.z[17], in.z[18], times)
             && lanes_are(out.z[1], in.z[1], in.z[2], times)
             && out.k[1] == in.k[1] + in.k[2] * times
             && memcmp(out.z[3], in.z[3], 64) == 0
             && memcmp(out.z[31], in.z[31], 64) == 0);
}

static void test_signal_of_call(void)
{
   static Registers in, out;

   fill(&in, 2);
   signal(SIGUSR1, clobber);
   vectors_keep(&in, &out, SYS_kill, getpid(), SIGUSR1);
   report("a signal of a system call", are_same(&in, &out));
}

static void test_illegal(void)
{
   const struct sigaction action = {.sa_sigaction = clobber_and_skip,
                                    .sa_flags     = SA_SIGINFO};
   static Registers       in, out;

   fill(&in, 3);
   sigaction(SIGILL, &action, NULL);
   vectors_illegal(&in, &out);
   report("a signal of an instruction", are_same(&in, &out));
}

/* A handler that is interrupted by another one. */
static void clobber_and_raise(int signal)
{
   static Registers in, out;

   (void)signal;
   fill(&in, 7);
   vectors_keep(&in, &out, SYS_kill, getpid(), SIGUSR1);
   remaining = are_same(&in, &out);
   vectors_load(&junk);
}

static void test_nested_signals(void)
{
   static Registers in, out;

   fill(&in, 8);
   remaining = 0;
   signal(SIGUSR1, clobber_not);
   signal(SIGUSR2, clobber_and_raise);
   vectors_keep(&in, &out, SYS_kill, getpid(), SIGUSR2);
   report("a signal in a handler", are_same(&in, &out) && remaining == 1);
}

/* --- threads and processes --- */

static void* keep_own(void* number)
{
   Registers in, out;

   fill(&in, 100 + (intptr_t)number);
   for (int i = 0; i < 300; i++) {
      vectors_keep(&in, &out, SYS_sched_yield, 0, 0);
      if (!are_same(&in, &out))
         return "wrong";
   }
   return NULL;
}

static void test_threads(void)
{
   pthread_t threads[4];
   int       are_right = 1;

   for (intptr_t i = 0; i < 4; i++)
      pthread_create(&threads[i], NULL, keep_own, (void*)i);
   for (int i = 0; i < 4; i++) {
      void* wrong;

      pthread_join(threads[i], &wrong);
      are_right &= !wrong;
   }
   report("threads", are_right);
}

static void test_fork(void)
{
   static Registers in, out;
   int              status = 1;
   long             child;

   fill(&in, 4);
   child = vectors_keep(&in, &out, SYS_fork, 0, 0);
   if (child == 0)
      _exit(!are_same(&in, &out));
   waitpid(child, &status, 0);
   report("a process and its child", status == 0 && are_same(&in, &out));
}

/* --- code that changes --- */

/* What vpternlog makes of three bits. */
static uint8_t expected_byte(uint8_t table, uint8_t a, uint8_t b, uint8_t c)
{
   uint8_t result = 0;

   for (int i = 0; i < 8; i++)
      result |=
         (table >> ((a >> i & 1) << 2 | (b >> i & 1) << 1 | (c >> i & 1)) & 1)
         << i;
   return result;
}

static void test_changing_immediate(void)
{
   /* vpternlogd $0, %zmm3, %zmm2, %zmm1; ret */
   static const uint8_t bytes[] = {0x62, 0xF3, 0x6D, 0x48, 0x25, 0xCB, 0x00};
   static Registers     in;
   uint8_t*             code      = cpu_code(1);
   int                  are_right = 1;

   fill(&in, 5);
   in.mxcsr = MXCSR_DEFAULT;
   in.flags = 0x202;
   memcpy(code, bytes, sizeof bytes);
   cpu_end_code(code + sizeof bytes);
   for (int table = 0; table < 256; table++) {
      code[6] = table;
      cpu_run(&in);
      for (int i = 0; i < 64; i++)
         are_right &=
            cpu_out.z[1][i]
            == expected_byte(table, in.z[1][i], in.z[2][i], in.z[3][i]);
   }
   report("an immediate that changes", are_right);
}

/* --- bytes --- */

/* Whether the bytes, which are at the end of a line of the table, are invalid.
 */
static int is_invalid(const uint8_t* bytes, int n)
{
   static Registers in   = {.mxcsr = MXCSR_DEFAULT, .flags = 0x202};
   uint8_t*         code = cpu_code(1);
   Fault            fault;

   in.gpr[RSI] = (uintptr_t)WINDOW;
   in.k[1]     = 1;
   memset(code, 0xCC, CODE_STEP);
   memcpy(code, bytes, n);
   fault = cpu_run(&in);
   return fault.signal == SIGILL && fault.offset == 0
          && fault.address == (uintptr_t)code;
}

static void test_bytes(void)
{
   static const struct {
      const char* name;
      uint8_t     bytes[12];
      int         is_invalid;
   } table[] = {
      {"vpaddd", {0x62, 0xF1, 0x6D, 0x48, 0xFE, 0xCB}, 0},
      {"a prefix: lock", {0xF0, 0x62, 0xF1, 0x6D, 0x48, 0xFE, 0x0E}, 1},
      {"a prefix: 66", {0x66, 0x62, 0xF1, 0x6D, 0x48, 0xFE, 0xCB}, 1},
      {"a prefix: f3", {0xF3, 0x62, 0xF1, 0x6D, 0x48, 0xFE, 0xCB}, 1},
      {"a prefix: f2", {0xF2, 0x62, 0xF1, 0x6D, 0x48, 0xFE, 0xCB}, 1},
      {"a prefix: rex", {0x48, 0x62, 0xF1, 0x6D, 0x48, 0xFE, 0xCB}, 1},
      {"rex before a segment",
       {0x48, 0x65, 0x62, 0xF1, 0x6D, 0x48, 0xFE, 0xCB},
       0},
      {"the reserved bit of the first byte",
       {0x62, 0xF9, 0x6D, 0x48, 0xFE, 0xCB},
       1},
      {"the fixed bit of the second byte",
       {0x62, 0xF1, 0x69, 0x48, 0xFE, 0xCB},
       1},
      {"map 0", {0x62, 0xF0, 0x6D, 0x48, 0xFE, 0xCB}, 1},
      {"map 4", {0x62, 0xF4, 0x6D, 0x48, 0xFE, 0xCB}, 1},
      {"map 7", {0x62, 0xF7, 0x6D, 0x48, 0xFE, 0xCB}, 1},
      {"length 3", {0x62, 0xF1, 0x6D, 0x68, 0xFE, 0xCB}, 1},
      {"zeroing without a mask", {0x62, 0xF1, 0x6D, 0xC8, 0xFE, 0xCB}, 1},
      {"zeroing in memory", {0x62, 0xF1, 0x7D, 0xC9, 0x7F, 0x0E}, 1},
      {"broadcast of a register", {0x62, 0xF1, 0x6D, 0x58, 0xFE, 0xCB}, 1},
      {"a gather without a mask",
       {0x62, 0xF2, 0x7D, 0x48, 0x90, 0x0C, 0x96},
       1},
      {"a gather into its index",
       {0x62, 0xF2, 0x7D, 0x49, 0x90, 0x14, 0x96},
       1},
      {"a gather without an index", {0x62, 0xF2, 0x7D, 0x49, 0x90, 0x0E}, 1},
      {"a mask in registers 8 to 15", {0x62, 0x71, 0x6D, 0x48, 0x76, 0xCB}, 1},
      {"lock kandw", {0xF0, 0xC5, 0xEC, 0x41, 0xCB}, 1},
      {"kandw", {0xC5, 0xEC, 0x41, 0xCB}, 0},
      {"kandw of 128 bits", {0xC5, 0xE8, 0x41, 0xCB}, 1},
   };

   for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
      report(table[i].name, is_invalid(table[i].bytes, sizeof table[i].bytes)
                               == table[i].is_invalid);
}

/* What bits above 128 are after vzeroupper (C5 F8 77), and all bits after
 * vzeroall. */
static void test_zeroing(const char* name, uint8_t second, int from)
{
   static Registers in;
   uint8_t*         code      = cpu_code(1);
   int              are_right = 1;

   fill(&in, 6);
   in.mxcsr = MXCSR_DEFAULT;
   in.flags = 0x202;
   memcpy(code, (uint8_t[]){0xC5, second, 0x77}, 3);
   cpu_end_code(code + 3);
   cpu_run(&in);
   for (int i = 0; i < 16; i++)
      for (int j = 0; j < 64; j++)
         are_right &= cpu_out.z[i][j] == (j < from ? in.z[i][j] : 0);
   report(name, are_right && memcmp(in.z[16], cpu_out.z[16], 16 * 64) == 0
                   && memcmp(in.k, cpu_out.k, sizeof in.k) == 0);
}

int main(void)
{
   fill(&junk, 99);
   cpu_prepare(100);
   test_bytes();
   test_zeroing("vzeroupper", 0xF8, 16);
   test_zeroing("vzeroall", 0xFC, 0);
   test_changing_immediate();
   test_signal_of_call();
   test_nested_signals();
   test_illegal();
   test_timer();
   test_threads();
   test_fork();
   return 0;
}
