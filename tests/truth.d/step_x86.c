/* SPDX-License-Identifier: GPL-2.0-or-later */
/* step_x86.c: instructions of x86 and amd64; see step.h. */

#include <capstone/capstone.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>

#include "step.h"

const unsigned STEP_CODE_ADDRESS_SHIFT = 0;

Registers step_registers(pid_t pid)
{
   Registers r;

   if (ptrace(PTRACE_GETREGS, pid, 0, &r) != 0)
      step_die("PTRACE_GETREGS");
   return r;
}

unsigned long step_pc(const Registers* r)
{
   return r->rip;
}

unsigned long step_sp(const Registers* r)
{
   return r->rsp;
}

const int STEP_RETURNS_AT_EQUAL_SP = 0;

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

/* A call of the next instruction only reads the instruction pointer. */
static int calls_a_function(const cs_insn* insn)
{
   const cs_x86_op* to = &insn->detail->x86.operands[0];

   return insn->id == X86_INS_CALL
          && (to->type != X86_OP_IMM
              || (unsigned long)to->imm != insn->address + insn->size);
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

/*------------------------------------------------------------*/
/*--- AVX-512, of which capstone 4 knows a part            ---*/
/*------------------------------------------------------------*/

/* What its prefix says of an instruction of AVX-512. */
typedef struct {
   unsigned             map, pp, opcode;
   const unsigned char* modrm;
} Avx512;

static int is_between(unsigned n, unsigned from, unsigned to)
{
   return n >= from && n <= to;
}

/* Whether it is one of masks, such as kmovw. */
static int is_of_masks(const Avx512* a)
{
   if (a->map == 3)
      return is_between(a->opcode, 0x30, 0x33);
   return a->map == 1
          && (is_between(a->opcode, 0x41, 0x4B)
              || is_between(a->opcode, 0x90, 0x93)
              || is_between(a->opcode, 0x98, 0x99));
}

/* Fills in *a and returns 1 if it is an instruction of AVX-512. */
static int find_avx512(Avx512* a, const Decoded* d, const Registers* r)
{
   const unsigned char* p = d->bytes;

   while (p < d->bytes + 4 && *p && strchr("\x26\x2e\x36\x3e\x64\x65\x67", *p))
      p++;
   if (r->cs != 0x33)
      return 0;
   if (*p == 0x62)
      *a = (Avx512){p[1] & 7, p[2] & 3, p[4], p + 5};
   else if (*p == 0xC4)
      *a = (Avx512){p[1] & 31, p[2] & 3, p[3], p + 4};
   else if (*p == 0xC5)
      *a = (Avx512){1, p[1] & 3, p[2], p + 3};
   return *p == 0x62 || ((*p == 0xC4 || *p == 0xC5) && is_of_masks(a));
}

static int avx512_stores(unsigned map, unsigned pp, unsigned opcode)
{
   switch (map) {
   case 1:
      return strchr("\x11\x13\x17\x29\x2b\x7f\x91\xd6\xe7", opcode)
             || (opcode == 0x7E && pp == 1);
   case 2:
      if (pp == 2)
         return is_between(opcode & 15, 0, 5) && is_between(opcode, 0x10, 0x35);
      return opcode == 0x63 || is_between(opcode, 0x8A, 0x8B)
             || is_between(opcode, 0xA0, 0xA3);
   default:
      return is_between(opcode, 0x14, 0x17) || opcode == 0x19 || opcode == 0x1B
             || opcode == 0x1D || opcode == 0x39 || opcode == 0x3B;
   }
}

static int avx512_has_immediate(unsigned map, unsigned opcode)
{
   return map == 3
          || (map == 1
              && (is_between(opcode, 0x70, 0x73) || opcode == 0xC2
                  || is_between(opcode, 0xC4, 0xC6)));
}

/* How long ModRM is, with SIB and displacement. */
static unsigned address_length(const unsigned char* modrm)
{
   const unsigned mode = modrm[0] >> 6, rm = modrm[0] & 7;
   const unsigned sib  = mode != 3 && rm == 4;
   const unsigned base = sib ? modrm[1] & 7 : rm;

   if (mode == 1)
      return 2 + sib;
   return 1 + sib + (mode == 2 || (mode == 0 && base == 5) ? 4 : 0);
}

/* An operand in memory is one reference, also if its elements count one by one.
 */
static void decode_avx512(Decoded* d, const Avx512* a)
{
   d->length = a->modrm - d->bytes + address_length(a->modrm)
               + avx512_has_immediate(a->map, a->opcode);
   if (*a->modrm >> 6 == 3)
      return;
   if (avx512_stores(a->map, a->pp, a->opcode))
      d->writes++;
   else
      d->reads++;
}

/* A disassembler for the code that runs with these registers. */
static csh open_capstone(const Registers* r)
{
   csh           capstone;
   const cs_mode mode = r->cs == 0x33 ? CS_MODE_64 : CS_MODE_32;

   if (cs_open(CS_ARCH_X86, mode, &capstone) != CS_ERR_OK
       || cs_option(capstone, CS_OPT_DETAIL, CS_OPT_ON) != CS_ERR_OK)
      step_die("capstone");
   return capstone;
}

void step_decode(Decoded* d, const Registers* r)
{
   static csh capstone;
   cs_insn*   insn;
   Avx512     avx512;

   if (find_avx512(&avx512, d, r)) {
      decode_avx512(d, &avx512);
      return;
   }
   if (!capstone)
      capstone = open_capstone(r);
   if (cs_disasm(capstone, d->bytes, LONGEST, d->at, 1, &insn) != 1) {
      fprintf(stderr, "step: what is the instruction at 0x%lx?\n", d->at);
      exit(STEP_WRONG);
   }
   const cs_x86* x86 = &insn->detail->x86;

   d->length      = insn->size;
   d->id          = insn->id;
   d->count_bytes = x86->addr_size;
   if (is_conditional(insn->id))
      d->kind = CONDITIONAL;
   else if (is_indirect(insn))
      d->kind = INDIRECT;
   else if (insn->id == X86_INS_RET)
      d->kind = RETURN;
   else if (is_string(x86, &d->compares) && x86->prefix[0] != 0)
      d->kind = REP_STRING;
   d->jumps       = insn->id == X86_INS_JMP && d->kind == PLAIN;
   d->calls       = calls_a_function(insn);
   d->while_equal = x86->prefix[0] == X86_PREFIX_REPE;
   add_refs(insn, d);
   cs_free(insn, 1);
}

/*------------------------------------------------------------*/
/*--- Running                                              ---*/
/*------------------------------------------------------------*/

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

int step_is_taken(const Decoded* d, const Registers* r)
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

int step_ran(const Registers* before, const Registers* after)
{
   return 1;
}

void step_count(Counts* c, const Decoded* d, const Registers* before,
                const Registers* after)
{
   c->Ir++;
   c->Ir_rep_once++;
   if (d->kind == REP_STRING) {
      count_iteration(c, d, before, after);
   } else {
      c->Dr += d->reads;
      c->Dw += d->writes;
   }
}
