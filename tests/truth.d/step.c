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
      Dr Dw          data references, as the manual counts them

   Exits with 3 if nothing can be traced here.

   Capstone decodes the instructions.  The tool under test decodes them itself,
   and this program must not repeat its mistakes.

   What is counted.  The first stop is at the program's first instruction,
   before it runs.  Each step that ends in a trace trap ran one instruction, or
   one iteration of a rep-prefixed one.  A step that ends in another signal ran
   none: the instruction faulted and is not retired, or a signal was pending
   before it.  A step that enters a handler runs none either.  The last
   instruction is the system call that ends the process: no trap follows, but it
   ran. */

#include <capstone/capstone.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct user_regs_struct Registers;

typedef enum { PLAIN, CONDITIONAL, INDIRECT, REP_STRING } Kind;

enum { LONGEST = 15 }; /* bytes of an instruction */

typedef struct {
   unsigned long at;
   unsigned char bytes[LONGEST];
   unsigned      length; /* in bytes; 0: nothing is decoded here yet */
   Kind          kind;
   unsigned      id;          /* capstone's */
   int           count_bytes; /* how wide rcx is, as a loop's or rep's count */
   int           compares;    /* a rep string instruction that also tests ZF */
   int           while_equal; /* repe rather than repne */
   unsigned      reads, writes;
} Decoded;

typedef struct {
   unsigned long Ir, Ir_rep_extra, Ir_rep_once, Bc, Bcm, Bi, Bim, Dr, Dw;
} Counts;

/* The predictor that the manual describes in "What is simulated, in detail". */
typedef struct {
   unsigned      history; /* the last 7 outcomes, the latest lowest */
   int           counter[16384];
   unsigned long last_target[512];
} Predictor;

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

/*------------------------------------------------------------*/
/*--- Decoding                                             ---*/
/*------------------------------------------------------------*/

static int is_conditional(unsigned id)
{
   switch (id) {
   case X86_INS_JO:
   case X86_INS_JNO:
   case X86_INS_JB:
   case X86_INS_JAE:
   case X86_INS_JE:
   case X86_INS_JNE:
   case X86_INS_JBE:
   case X86_INS_JA:
   case X86_INS_JS:
   case X86_INS_JNS:
   case X86_INS_JP:
   case X86_INS_JNP:
   case X86_INS_JL:
   case X86_INS_JGE:
   case X86_INS_JLE:
   case X86_INS_JG:
   case X86_INS_JCXZ:
   case X86_INS_JECXZ:
   case X86_INS_JRCXZ:
   case X86_INS_LOOP:
   case X86_INS_LOOPE:
   case X86_INS_LOOPNE:
      return 1;
   default:
      return 0;
   }
}

static int is_indirect(const cs_insn* insn)
{
   const cs_x86* x86 = &insn->detail->x86;
   return (insn->id == X86_INS_JMP || insn->id == X86_INS_CALL)
          && x86->operands[0].type != X86_OP_IMM;
}

/* A string instruction, and whether it compares.  By the opcode, because
   capstone has one id for the two instructions that are called movsd. */
static int is_string(const cs_x86* x86, int* compares)
{
   *compares = 0;
   if (x86->opcode[1] != 0)
      return 0;
   switch (x86->opcode[0] & 0xFE) {
   case 0xA6: /* cmps */
   case 0xAE: /* scas */
      *compares = 1;
      return 1;
   case 0xA4: /* movs */
   case 0xAA: /* stos */
   case 0xAC: /* lods */
      return 1;
   default:
      return 0;
   }
}

/* Reads and writes of the stack that are not operands. */
static void add_stack_refs(const cs_insn* insn, Decoded* d)
{
   switch (insn->id) {
   case X86_INS_PUSH:
   case X86_INS_PUSHF:
   case X86_INS_PUSHFD:
   case X86_INS_PUSHFQ:
   case X86_INS_CALL:
   case X86_INS_ENTER:
      d->writes++;
      break;
   case X86_INS_PUSHAL:
      d->writes += 8;
      break;
   case X86_INS_POP:
   case X86_INS_POPF:
   case X86_INS_POPFD:
   case X86_INS_POPFQ:
   case X86_INS_RET:
   case X86_INS_LEAVE:
      d->reads++;
      break;
   case X86_INS_POPAL:
      d->reads += 7; /* it skips the value of esp */
      break;
   case X86_INS_XLATB:
      d->reads++;
      break;
   default:
      break;
   }
}

static int has_no_refs(unsigned id)
{
   switch (id) {
   case X86_INS_LEA:
   case X86_INS_NOP:
   case X86_INS_PREFETCH:
   case X86_INS_PREFETCHNTA:
   case X86_INS_PREFETCHT0:
   case X86_INS_PREFETCHT1:
   case X86_INS_PREFETCHT2:
   case X86_INS_PREFETCHW:
      return 1;
   default:
      return 0;
   }
}

static int is_vector(const cs_x86_op* op)
{
   return op->type == X86_OP_REG
          && ((op->reg >= X86_REG_XMM0 && op->reg <= X86_REG_ZMM31)
              || (op->reg >= X86_REG_MM0 && op->reg <= X86_REG_MM7));
}

/* Whether memory operand `i' is written and not read.  The first operand is
   the destination.  Capstone 4 says of many stores that they read: of setb, and
   of stores of vectors and of the x87 unit. */
static int is_store(const cs_insn* insn, int i)
{
   const cs_x86* x86 = &insn->detail->x86;
   if (strncmp(insn->mnemonic, "set", 3) == 0)
      return 1;
   switch (insn->id) {
   case X86_INS_FST:
   case X86_INS_FSTP:
   case X86_INS_FIST:
   case X86_INS_FISTP:
   case X86_INS_FISTTP:
   case X86_INS_FNSTCW:
   case X86_INS_STMXCSR:
   case X86_INS_VSTMXCSR:
      return 1;
   case X86_INS_FRSTOR:
      return 0;
   case X86_INS_MOVBE:
   case X86_INS_MOVNTI:
      return i == 0;
   default:
      return x86->operands[i].access == CS_AC_WRITE
             || (i == 0 && x86->op_count > 1 && is_vector(&x86->operands[1]));
   }
}

/* An operand that is read and written is one reference, a read. */
static void add_refs(const cs_insn* insn, Decoded* d)
{
   const cs_x86* x86 = &insn->detail->x86;
   if (has_no_refs(insn->id))
      return;
   for (int i = 0; i < x86->op_count; i++) {
      if (x86->operands[i].type != X86_OP_MEM)
         continue;
      if (is_store(insn, i))
         d->writes++;
      else
         d->reads++;
   }
   add_stack_refs(insn, d);
}

static Decoded decode(csh capstone, unsigned long at,
                      const unsigned char bytes[LONGEST])
{
   Decoded  d = {.at = at, .kind = PLAIN};
   cs_insn* insn;

   if (cs_disasm(capstone, bytes, LONGEST, at, 1, &insn) != 1) {
      fprintf(stderr, "step: what is the instruction at 0x%lx?\n", at);
      exit(WRONG);
   }
   const cs_x86* x86 = &insn->detail->x86;
   memcpy(d.bytes, bytes, LONGEST);
   d.length      = insn->size;
   d.id          = insn->id;
   d.count_bytes = x86->addr_size;
   if (is_conditional(insn->id))
      d.kind = CONDITIONAL;
   else if (is_indirect(insn))
      d.kind = INDIRECT;
   else if (is_string(x86, &d.compares) && x86->prefix[0] != 0)
      d.kind = REP_STRING;
   d.while_equal = x86->prefix[0] == X86_PREFIX_REPE;
   add_refs(insn, &d);
   cs_free(insn, 1);
   return d;
}

/* What is at `at' in the process whose memory is `memory'.  The bytes are read
   each time, because the program may have changed its code. */
static const Decoded* decoded_at(csh capstone, int memory, unsigned long at)
{
   static Decoded known[4096];
   Decoded*       d              = &known[at % 4096];
   unsigned char  bytes[LONGEST] = {0};

   /* Near the end of the last page of code fewer bytes are read. */
   if (pread(memory, bytes, LONGEST, (off_t)at) <= 0)
      bytes[0] = 0x90; /* the step will fault, and count nothing */
   if (d->length == 0 || d->at != at || memcmp(d->bytes, bytes, d->length) != 0)
      *d = decode(capstone, at, bytes);
   return d;
}

/* rcx as the count of a loop or of a repetition: all of it or its low part. */
static unsigned long count_of(const Decoded* d, const Registers* r)
{
   switch (d->count_bytes) {
   case 2:
      return r->rcx & 0xFFFF;
   case 4:
      return r->rcx & 0xFFFFFFFF;
   default:
      return r->rcx;
   }
}

/*------------------------------------------------------------*/
/*--- Branches                                             ---*/
/*------------------------------------------------------------*/

/* Whether conditional branch `d' is taken, if these are the registers before
   it.  The address after it does not tell: a branch may go to the next
   instruction. */
static int is_taken(const Decoded* d, const Registers* r)
{
   const int           carry    = r->eflags >> 0 & 1;
   const int           parity   = r->eflags >> 2 & 1;
   const int           zero     = r->eflags >> 6 & 1;
   const int           sign     = r->eflags >> 7 & 1;
   const int           overflow = r->eflags >> 11 & 1;
   const unsigned long count    = count_of(d, r);
   const int           goes_on  = count != 1; /* count - 1 is not 0 */
   switch (d->id) {
   case X86_INS_JO:
      return overflow;
   case X86_INS_JNO:
      return !overflow;
   case X86_INS_JB:
      return carry;
   case X86_INS_JAE:
      return !carry;
   case X86_INS_JE:
      return zero;
   case X86_INS_JNE:
      return !zero;
   case X86_INS_JBE:
      return carry || zero;
   case X86_INS_JA:
      return !carry && !zero;
   case X86_INS_JS:
      return sign;
   case X86_INS_JNS:
      return !sign;
   case X86_INS_JP:
      return parity;
   case X86_INS_JNP:
      return !parity;
   case X86_INS_JL:
      return sign != overflow;
   case X86_INS_JGE:
      return sign == overflow;
   case X86_INS_JLE:
      return zero || sign != overflow;
   case X86_INS_JG:
      return !zero && sign == overflow;
   case X86_INS_LOOP:
      return goes_on;
   case X86_INS_LOOPE:
      return goes_on && zero;
   case X86_INS_LOOPNE:
      return goes_on && !zero;
   default: /* jcxz, jecxz, jrcxz */
      return count == 0;
   }
}

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

/*------------------------------------------------------------*/
/*--- Counting                                             ---*/
/*------------------------------------------------------------*/

/* Count an iteration of a rep-prefixed instruction. */
static void count_iteration(Counts* c, const Decoded* d,
                            const Registers* before, const Registers* after)
{
   const int left = after->rip != before->rip;
   /* It is counted once, when it is left. */
   if (!left)
      c->Ir_rep_once--;
   if (count_of(d, before) == 0)
      return;
   c->Dr += d->reads;
   c->Dw += d->writes;
   const int zero = after->eflags >> 6 & 1;
   if (left && (!d->compares || zero == d->while_equal))
      c->Ir_rep_extra++;
}

/* Count instruction `d', which ran. */
static void count(Counts* c, const Decoded* d, const Registers* before,
                  const Registers* after)
{
   static Predictor predictor;

   c->Ir++;
   c->Ir_rep_once++;
   if (d->kind == REP_STRING) {
      count_iteration(c, d, before, after);
      return;
   }
   c->Dr += d->reads;
   c->Dw += d->writes;
   if (d->kind == CONDITIONAL) {
      c->Bc++;
      c->Bcm += mispredicts(&predictor, d->at, is_taken(d, before));
   } else if (d->kind == INDIRECT) {
      c->Bi++;
      c->Bim += mispredicts_target(&predictor, d->at, after->rip);
   }
}

/* Start `program' and wait until it is before its first instruction. */
static pid_t start(const char* program)
{
   int   status;
   pid_t pid = fork();
   if (pid < 0)
      die("fork");
   if (pid == 0) {
      if (ptrace(PTRACE_TRACEME, 0, 0, 0) != 0)
         quit(NO_PTRACE, "PTRACE_TRACEME");
      execl(program, program, (char*)NULL);
      die(program);
   }
   if (waitpid(pid, &status, 0) != pid)
      die("waitpid");
   if (WIFEXITED(status) && WEXITSTATUS(status) == NO_PTRACE)
      exit(NO_PTRACE);
   if (!WIFSTOPPED(status))
      die("the program did not start");
   return pid;
}

static int open_memory(pid_t pid)
{
   char name[64];
   snprintf(name, sizeof name, "/proc/%d/mem", (int)pid);
   int memory = open(name, O_RDONLY);
   if (memory < 0)
      die(name);
   return memory;
}

static Registers registers_of(pid_t pid)
{
   Registers r;
   if (ptrace(PTRACE_GETREGS, pid, 0, &r) != 0)
      die("PTRACE_GETREGS");
   return r;
}

/* A disassembler for the code that runs with these registers. */
static csh open_capstone(const Registers* r)
{
   csh           capstone;
   const cs_mode mode = r->cs == 0x33 ? CS_MODE_64 : CS_MODE_32;
   if (cs_open(CS_ARCH_X86, mode, &capstone) != CS_ERR_OK
       || cs_option(capstone, CS_OPT_DETAIL, CS_OPT_ON) != CS_ERR_OK)
      die("capstone");
   return capstone;
}

/* Step through the process up to its end.  Returns the wait status of that. */
static int step_through(pid_t pid, Counts* c)
{
   const int memory   = open_memory(pid);
   Registers before   = registers_of(pid);
   const csh capstone = open_capstone(&before);
   int       status, deliver = 0;

   for (;;) {
      const Decoded* d               = decoded_at(capstone, memory, before.rip);
      const int      entered_handler = deliver != 0;
      if (ptrace(PTRACE_SINGLESTEP, pid, 0, (long)deliver) != 0)
         die("PTRACE_SINGLESTEP");
      if (waitpid(pid, &status, 0) != pid)
         die("waitpid");
      deliver = 0;
      if (WIFEXITED(status))
         count(c, d, &before, &before);
      if (!WIFSTOPPED(status))
         return status;
      const Registers after = registers_of(pid);
      if (WSTOPSIG(status) != SIGTRAP)
         deliver = WSTOPSIG(status);
      else if (!entered_handler)
         count(c, d, &before, &after);
      before = after;
   }
}

int main(int argc, char** argv)
{
   Counts c = {0};

   if (argc != 2) {
      fprintf(stderr, "usage: step PROGRAM\n");
      return WRONG;
   }
   const int status = step_through(start(argv[1]), &c);
   if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
      fprintf(stderr, "step: %s did not end well (wait status 0x%x)\n", argv[1],
              (unsigned)status);
      return 1;
   }
   printf("Ir %lu\nIr_rep_extra %lu\nIr_rep_once %lu\n", c.Ir, c.Ir_rep_extra,
          c.Ir_rep_once);
   printf("Bc %lu\nBcm %lu\nBi %lu\nBim %lu\n", c.Bc, c.Bcm, c.Bi, c.Bim);
   printf("Dr %lu\nDw %lu\n", c.Dr, c.Dw);
   return 0;
}
