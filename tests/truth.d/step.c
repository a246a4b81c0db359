/* SPDX-License-Identifier: GPL-2.0-or-later */
/* step.c: runs a program one instruction at a time and says how many it
   executed, by the processor's own trap flag.

   Usage: step PROGRAM

   Prints on one line

      instructions conditional taken indirect rep_extra

   where `rep_extra' is how often Valgrind runs a rep-prefixed instruction
   once more than the processor to find its count at zero.  The branches are
   known by their opcodes.  Exits with 3 if nothing can be traced here.

   What is counted.  The first stop is at the program's first instruction,
   before it runs.  Each step that ends in a trace trap ran one instruction.
   One that ends in another signal ran none (the instruction faulted, and is
   not retired, or a signal was pending before it), and one that enters a
   handler runs none.  The last instruction is the system call that ends the
   process: no trap follows, but it ran. */

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

typedef enum { PLAIN, CONDITIONAL, INDIRECT, REP_STRING } Kind;

typedef struct {
   Kind kind;
   int  length_known; /* of a conditional branch, else 0 */
   int  compares;     /* a rep string instruction that also tests ZF */
   int  while_equal;  /* repe rather than repne */
} Decoded;

enum { WRONG = 2, NO_PTRACE = 3 };

static void quit(int status, const char* what)
{
   fprintf(stderr, "step: %s: %s\n", what, strerror(errno));
   exit(status);
}

static void die(const char* what)
{
   quit(WRONG, what);
}

static int is_string_op(unsigned char op)
{
   return (op >= 0xA4 && op <= 0xA7) || (op >= 0xAA && op <= 0xAF);
}

static Decoded decode(const unsigned char* bytes, int is_64)
{
   Decoded d = {PLAIN, 0, 0, 0};
   int     i = 0, rep = 0;
   while (strchr("\x66\x67\xF2\xF3\x2E\x36\x3E\x26\x64\x65", bytes[i])
          && bytes[i] && i < 14) {
      if (bytes[i] == 0xF2 || bytes[i] == 0xF3)
         rep = bytes[i];
      i++;
   }
   if (is_64 && bytes[i] >= 0x40 && bytes[i] <= 0x4F)
      i++;
   unsigned char op = bytes[i];
   if ((op >= 0x70 && op <= 0x7F) || (op >= 0xE0 && op <= 0xE3)) {
      d.kind         = CONDITIONAL;
      d.length_known = i + 2;
   } else if (op == 0x0F && bytes[i + 1] >= 0x80 && bytes[i + 1] <= 0x8F) {
      d.kind         = CONDITIONAL;
      d.length_known = i + 6;
   } else if (op == 0xFF
              && ((bytes[i + 1] >> 3 & 7) == 2
                  || (bytes[i + 1] >> 3 & 7) == 4)) {
      d.kind = INDIRECT;
   } else if (rep && is_string_op(op)) {
      d.kind        = REP_STRING;
      d.compares    = op == 0xA6 || op == 0xA7 || op == 0xAE || op == 0xAF;
      d.while_equal = rep == 0xF3;
   }
   return d;
}

static void read_code(pid_t pid, unsigned long at, unsigned char bytes[16])
{
   for (int i = 0; i < 16; i += 8) {
      errno     = 0;
      long word = ptrace(PTRACE_PEEKTEXT, pid, at + (unsigned long)i, 0);
      if (errno)
         word = 0; /* past the last page of code: only plain bytes matter */
      memcpy(bytes + i, &word, 8);
   }
}

int main(int argc, char** argv)
{
   unsigned long instructions = 0, conditional = 0, taken = 0, indirect = 0;
   unsigned long rep_extra = 0;
   int           status, deliver = 0;

   if (argc != 2) {
      fprintf(stderr, "usage: step PROGRAM\n");
      return 2;
   }
   pid_t pid = fork();
   if (pid < 0)
      die("fork");
   if (pid == 0) {
      if (ptrace(PTRACE_TRACEME, 0, 0, 0) != 0)
         quit(NO_PTRACE, "PTRACE_TRACEME");
      execl(argv[1], argv[1], (char*)NULL);
      die(argv[1]);
   }
   if (waitpid(pid, &status, 0) != pid)
      die("waitpid");
   if (WIFEXITED(status) && WEXITSTATUS(status) == NO_PTRACE)
      return NO_PTRACE;
   if (!WIFSTOPPED(status))
      die("the program did not start");

   for (;;) {
      struct user_regs_struct before, after;
      unsigned char           bytes[16];
      siginfo_t               info;
      if (ptrace(PTRACE_GETREGS, pid, 0, &before) != 0)
         die("PTRACE_GETREGS");
      read_code(pid, before.rip, bytes);
      Decoded d = decode(bytes, before.cs == 0x33);

      if (ptrace(PTRACE_SINGLESTEP, pid, 0, (long)deliver) != 0)
         die("PTRACE_SINGLESTEP");
      if (waitpid(pid, &status, 0) != pid)
         die("waitpid");
      int entered_handler = deliver != 0;
      deliver             = 0;
      if (WIFEXITED(status) || WIFSIGNALED(status)) {
         instructions += WIFEXITED(status);
         break;
      }
      if (WSTOPSIG(status) != SIGTRAP) {
         deliver = WSTOPSIG(status);
         continue;
      }
      if (entered_handler)
         continue;
      if (ptrace(PTRACE_GETSIGINFO, pid, 0, &info) != 0)
         die("PTRACE_GETSIGINFO");
      if (ptrace(PTRACE_GETREGS, pid, 0, &after) != 0)
         die("PTRACE_GETREGS");

      instructions++;
      if (d.kind == CONDITIONAL) {
         conditional++;
         taken += after.rip != before.rip + (unsigned long)d.length_known;
      }
      indirect += d.kind == INDIRECT;
      if (d.kind == REP_STRING && after.rip != before.rip && before.rcx != 0) {
         int zero_flag = after.eflags >> 6 & 1;
         rep_extra += !d.compares || zero_flag == d.while_equal;
      }
   }
   if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
      fprintf(stderr, "step: %s did not end well (wait status 0x%x)\n", argv[1],
              (unsigned)status);
      return 1;
   }
   printf("%lu %lu %lu %lu %lu\n", instructions, conditional, taken, indirect,
          rep_extra);
   return 0;
}
