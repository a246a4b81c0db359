/* SPDX-License-Identifier: GPL-2.0-or-later */
/* step.c: runs a program one instruction at a time, by the processor's own
   trap flag, and prints what it executed.

   Usage: step PROGRAM

   Prints a line `NAME COUNT' for each of these:

      Ir             instructions, each iteration of a rep-prefixed string
                     instruction separately
      Ir_rep_extra   how often Valgrind runs a rep-prefixed instruction once
                     more than the processor, to find its count at zero
      Ir_rep_once    instructions, rep-prefixed ones once, as hardware counts
      Bc Bi          conditional branches, indirect jumps and calls
      Bcm Bim        those that the predictor of the manual mispredicts
      Br             returns
      Brm            those that a stack of 16 calls mispredicts
      Bct            conditional branches that were taken
      Dr Dw          data references, as the manual counts them

   and then the calls (step_calls.h).

   Exits with 3 if nothing can be traced here.

   step_x86.c and step_arm64.c decode the instructions.  The tool under test
   decodes them itself, and these must not repeat its mistakes: they use
   capstone and Arm's manual.

   What is counted.  The first stop is at the program's first instruction,
   before it runs.  Each step that ends in a trace trap ran one instruction, or
   one iteration of a rep-prefixed one.  A step that ends in another signal ran
   none: the instruction faulted and is not retired, or a signal was pending
   before it.  A step that enters a handler runs none either.  The last
   instruction is the system call that ends the process: no trap follows, but it
   ran.  Where the kernel stops twice at one instruction, the CPU's file says
   that a step ran none. */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "step.h"
#include "step_calls.h"

/* The predictor that the manual describes in "What is simulated, in detail". */
typedef struct {
   unsigned      history; /* the last 7 outcomes, the latest lowest */
   int           counter[16384];
   unsigned long last_target[512];

   /* Where calls return to, and how many more calls there were than returns. */
   unsigned long returns[16];
   unsigned      height;
} Predictor;

static void quit(int status, const char* what)
{
   fprintf(stderr, "step: %s: %s\n", what, strerror(errno));
   exit(status);
}

void step_die(const char* what)
{
   quit(STEP_WRONG, what);
}

/*------------------------------------------------------------*/
/*--- Decoding                                             ---*/
/*------------------------------------------------------------*/

/* The next instruction of the process whose registers are *r and whose memory
   is `memory'.  The bytes are read each time, because the program may have
   changed its code. */
static const Decoded* decoded_at(int memory, const Registers* r)
{
   static Decoded      known[4096];
   const unsigned long at             = step_pc(r);
   Decoded*            d              = &known[at % 4096];
   unsigned char       bytes[LONGEST] = {0};

   /* Near the end of the last page of code fewer bytes are read. */
   if (pread(memory, bytes, LONGEST, (off_t)at) <= 0)
      return NULL; /* the step will fault, and count nothing */
   if (d->length == 0 || d->at != at
       || memcmp(d->bytes, bytes, d->length) != 0) {
      *d = (Decoded){.at = at, .kind = PLAIN};
      memcpy(d->bytes, bytes, LONGEST);
      step_decode(d, r);
   }
   return d;
}

/*------------------------------------------------------------*/
/*--- Branches                                             ---*/
/*------------------------------------------------------------*/

/* Whether the conditional branch at `at' is mispredicted. */
static int mispredicts(Predictor* p, unsigned long at, int taken)
{
   int* counter = &p->counter[at % 128 * 128 + p->history];
   int  wrong   = (*counter >= 2) != taken;
   if (taken && *counter < 3)
      ++*counter;
   if (!taken && *counter > 0)
      --*counter;
   p->history = (p->history * 2 + (unsigned)taken) % 128;
   return wrong;
}

/* Whether the indirect branch at `at' is mispredicted. */
static int mispredicts_target(Predictor* p, unsigned long at,
                              unsigned long target)
{
   int wrong                = p->last_target[at % 512] != target;
   p->last_target[at % 512] = target;
   return wrong;
}

static void call(Predictor* p, unsigned long returns_to)
{
   p->returns[p->height++ % 16] = returns_to;
}

/* Whether the return to `target' is mispredicted. */
static int mispredicts_return(Predictor* p, unsigned long target)
{
   return p->returns[--p->height % 16] != target;
}

/*------------------------------------------------------------*/
/*--- Counting                                             ---*/
/*------------------------------------------------------------*/

/* Count instruction `d', which ran. */
static void count(Counts* c, const Decoded* d, const Registers* before,
                  const Registers* after)
{
   static Predictor    predictor;
   const unsigned long at     = d->at >> STEP_CODE_ADDRESS_SHIFT;
   const unsigned long so_far = c->Ir + c->Ir_rep_extra;

   step_count(c, d, before, after);
   step_calls_ran(d, c->Ir + c->Ir_rep_extra - so_far, after);
   if (d->kind == CONDITIONAL) {
      int taken = step_is_taken(d, before);

      c->Bc++;
      c->Bcm += mispredicts(&predictor, at, taken);
      c->Bct += taken != 0;
   } else if (d->kind == INDIRECT) {
      c->Bi++;
      c->Bim += mispredicts_target(&predictor, at, step_pc(after));
   } else if (d->kind == RETURN) {
      c->Br++;
      c->Brm += mispredicts_return(&predictor, step_pc(after));
   }
   if (d->calls)
      call(&predictor, d->at + d->length);
}

/* Start `program' and wait until it is before its first instruction. */
static pid_t start(const char* program)
{
   int   status;
   pid_t pid = fork();
   if (pid < 0)
      step_die("fork");
   if (pid == 0) {
      if (ptrace(PTRACE_TRACEME, 0, 0, 0) != 0)
         quit(STEP_NO_PTRACE, "PTRACE_TRACEME");
      execl(program, program, (char*)NULL);
      step_die(program);
   }
   if (waitpid(pid, &status, 0) != pid)
      step_die("waitpid");
   if (WIFEXITED(status) && WEXITSTATUS(status) == STEP_NO_PTRACE)
      exit(STEP_NO_PTRACE);
   if (!WIFSTOPPED(status))
      step_die("the program did not start");
   return pid;
}

static int open_memory(pid_t pid)
{
   char name[64];
   snprintf(name, sizeof name, "/proc/%d/mem", (int)pid);
   int memory = open(name, O_RDONLY);
   if (memory < 0)
      step_die(name);
   return memory;
}

/* Step through the process up to its end.  Returns the wait status of that. */
static int step_through(const char* program, pid_t pid, Counts* c)
{
   const int memory = open_memory(pid);
   Registers before = step_registers(pid);

   step_calls_begin(program, step_pc(&before));
   int status, deliver = 0;

   for (;;) {
      const Decoded* d               = decoded_at(memory, &before);
      const int      entered_handler = deliver != 0;
      if (ptrace(PTRACE_SINGLESTEP, pid, 0, (long)deliver) != 0)
         step_die("PTRACE_SINGLESTEP");
      if (waitpid(pid, &status, 0) != pid)
         step_die("waitpid");
      deliver = 0;
      if (WIFEXITED(status))
         count(c, d, &before, &before);
      if (!WIFSTOPPED(status))
         return status;
      const Registers after = step_registers(pid);
      if (WSTOPSIG(status) != SIGTRAP)
         deliver = WSTOPSIG(status);
      else if (entered_handler)
         step_calls_signal(&before, &after);
      else if (step_ran(&before, &after))
         count(c, d, &before, &after);
      before = after;
   }
}

int main(int argc, char** argv)
{
   Counts c = {0};

   if (argc != 2) {
      fprintf(stderr, "usage: step PROGRAM\n");
      return STEP_WRONG;
   }
   const int status = step_through(argv[1], start(argv[1]), &c);
   if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
      fprintf(stderr, "step: %s did not end well (wait status 0x%x)\n", argv[1],
              (unsigned)status);
      return 1;
   }
   printf("Ir %lu\nIr_rep_extra %lu\nIr_rep_once %lu\n", c.Ir, c.Ir_rep_extra,
          c.Ir_rep_once);
   printf("Bc %lu\nBcm %lu\nBi %lu\nBim %lu\n", c.Bc, c.Bcm, c.Bi, c.Bim);
   printf("Br %lu\nBrm %lu\nBct %lu\n", c.Br, c.Brm, c.Bct);
   printf("Dr %lu\nDw %lu\n", c.Dr, c.Dw);
   step_calls_print();
   return 0;
}
