/* SPDX-License-Identifier: GPL-2.0-or-later */
/* platform.h: facts about the CPUs that the tool supports.

   Each CPU has one block of facts, and no other file of the tool depends on the
   CPU.  HACKING.md, "Porting to another CPU", says what else a port needs.  The
   size of the red zone comes from the core: VG_STACK_REDZONE_SZB.

   On entry to a function, before its first instruction, the stack holds

      higher addresses
        | arguments that are in no register |
        |                                   | <- SP + ARGS_FROM_SP
        | return address                    | <- SP
      lower addresses

   with the constant PLATFORM_ENTRY_ARGS_FROM_SP below.  Where a call leaves the
   return address in a register, PLATFORM_RETURN_REGISTER, it is not on the
   stack, and ARGS_FROM_SP is 0.

   platform_instr_kind decodes an instruction as far as counting it needs.

   Arguments here are integers and pointers, passed as the CPU's System V ABI
   says. */

#ifndef CG_PLATFORM_H
#define CG_PLATFORM_H

#include "pub_tool_basics.h"

#include "sim/branch/cg_branch.h"

/* What an instruction is, as far as counting it needs.  The branches are in the
   order of BranchType.  A repeated instruction does its work several times
   over, and VEX runs it anew for each. */
typedef enum {
   INSTR_COND_BRANCH,
   INSTR_JUMP,
   INSTR_INDIRECT_JUMP,
   INSTR_CALL,
   INSTR_INDIRECT_CALL,
   INSTR_RETURN,
   INSTR_REPEATED,
   INSTR_OTHER
} InstrKind;

_Static_assert(INSTR_COND_BRANCH == (InstrKind)TYPE_CONDITIONAL
                  && INSTR_RETURN == (InstrKind)TYPE_RETURN,
               "a branch's kind is its BranchType");

/* A member of GuestState as VEX's Get, Put and dirty calls name it: its offset
   in bytes. */
#define PLATFORM_OFFSET(member) __builtin_offsetof(GuestState, member)

#if defined(VGA_amd64)

#include "libvex_guest_amd64.h"

/* VEX's record of the registers of a thread, and its members: the stack, frame
   and instruction pointers, and the result of a function that has returned. */
typedef VexGuestAMD64State GuestState;
#define PLATFORM_GUEST_SP     guest_RSP
#define PLATFORM_GUEST_FP     guest_RBP
#define PLATFORM_GUEST_IP     guest_RIP
#define PLATFORM_GUEST_RESULT guest_RAX

/* The offsets of the registers that hold the first arguments, in order: the
   initialisers of an array, at most CG_FRAMES_N_ARGS. */
#define PLATFORM_GUEST_ARG_OFFSETS                                             \
   PLATFORM_OFFSET(guest_RDI), PLATFORM_OFFSET(guest_RSI),                     \
      PLATFORM_OFFSET(guest_RDX)

/* The registers that programs compute with: the first and the last integer
   register, and the first and the last vector register.  Each kind lies side by
   side. */
#define PLATFORM_FIRST_INTEGER guest_RAX
#define PLATFORM_LAST_INTEGER  guest_R15
#define PLATFORM_FIRST_VECTOR  guest_YMM0
#define PLATFORM_LAST_VECTOR   guest_YMM15

/* The offset of the register that holds the return address on entry, or -1 if
   it is on the stack. */
#define PLATFORM_RETURN_REGISTER (-1)

/* In bytes; the drawing above shows it. */
#define PLATFORM_ENTRY_ARGS_FROM_SP 8

/* Whether a word has type Ity_I64 in IR; otherwise it has type Ity_I32. */
#define PLATFORM_GUEST_IS_64BIT True

/* How many low bits of an instruction's address are always 0. */
#define PLATFORM_CODE_ADDRESS_SHIFT 0

/* For how many cycles a call, or a return, keeps a core from fetching what
   follows: `call' of bench/hardware --constants, on a Zen 5. */
#define PLATFORM_CALL_CYCLES 2

/* The first byte of each AVX-512 instruction but those of masks; -1: none, or
   others begin with it, too. */
#define PLATFORM_AVX512_PREFIX 0x62

/* The first-level caches to simulate if the machine's are not found, as those
   of Valgrind's own Cachegrind: size, ways, size of a line. */
#define PLATFORM_FALLBACK_L1 65536, 2, 64

#define PLATFORM_IS_X86_FAMILY

#elif defined(VGA_x86)

#include "libvex_guest_x86.h"

typedef VexGuestX86State GuestState;
#define PLATFORM_GUEST_SP     guest_ESP
#define PLATFORM_GUEST_FP     guest_EBP
#define PLATFORM_GUEST_IP     guest_EIP
#define PLATFORM_GUEST_RESULT guest_EAX

/* All arguments are on the stack. */
#define PLATFORM_GUEST_ARG_OFFSETS

#define PLATFORM_FIRST_INTEGER guest_EAX
#define PLATFORM_LAST_INTEGER  guest_EDI
#define PLATFORM_FIRST_VECTOR  guest_XMM0
#define PLATFORM_LAST_VECTOR   guest_XMM7

#define PLATFORM_RETURN_REGISTER    (-1)
#define PLATFORM_ENTRY_ARGS_FROM_SP 4

#define PLATFORM_GUEST_IS_64BIT     False
#define PLATFORM_CODE_ADDRESS_SHIFT 0
#define PLATFORM_CALL_CYCLES        2
#define PLATFORM_AVX512_PREFIX      (-1)
#define PLATFORM_FALLBACK_L1        65536, 2, 64

#define PLATFORM_IS_X86_FAMILY

#elif defined(VGA_arm64)

#include "libvex_guest_arm64.h"

typedef VexGuestARM64State GuestState;
#define PLATFORM_GUEST_SP     guest_XSP
#define PLATFORM_GUEST_FP     guest_X29
#define PLATFORM_GUEST_IP     guest_PC
#define PLATFORM_GUEST_RESULT guest_X0

#define PLATFORM_GUEST_ARG_OFFSETS                                             \
   PLATFORM_OFFSET(guest_X0), PLATFORM_OFFSET(guest_X1),                       \
      PLATFORM_OFFSET(guest_X2)

#define PLATFORM_FIRST_INTEGER guest_X0
#define PLATFORM_LAST_INTEGER  guest_X30
#define PLATFORM_FIRST_VECTOR  guest_Q0
#define PLATFORM_LAST_VECTOR   guest_Q31

#define PLATFORM_RETURN_REGISTER    ((Int)PLATFORM_OFFSET(guest_X30))
#define PLATFORM_ENTRY_ARGS_FROM_SP 0

#define PLATFORM_GUEST_IS_64BIT     True
#define PLATFORM_CODE_ADDRESS_SHIFT 2
#define PLATFORM_CALL_CYCLES        1 /* as any jump; not measured */
#define PLATFORM_AVX512_PREFIX      (-1)
#define PLATFORM_FALLBACK_L1        16384, 4, 64

/* The instruction at `code': 4 bytes, the lowest first. */
static inline UInt platform_word(const UChar* code)
{
   return code[0] | code[1] << 8 | code[2] << 16 | (UInt)code[3] << 24;
}

/* See the function for x86 below.  VEX inverts no branch of this CPU.  The
   displacement is in words, from bit 5 on: 14 bits of it in tbz and tbnz, 19 in
   the others. */
static inline Bool platform_goes_to_next(const UChar* code, UInt size)
{
   UInt insn = platform_word(code);
   UInt bits = (insn & 0x7E000000) == 0x36000000 ? 14 : 19;

   return (insn >> 5 & ((1 << bits) - 1)) == 1;
}

/* See the function for x86 below. */
static inline Addr platform_direct_target(const UChar* code, UInt size)
{
   UInt insn = platform_word(code);
   UInt bits = (insn & 0x7C000000) == 0x14000000   ? 26  /* b, bl */
               : (insn & 0x7E000000) == 0x36000000 ? 14  /* tbz, tbnz */
                                                   : 19; /* the others */
   UInt from = bits == 26 ? 0 : 5;

   return (Addr)code
          + 4 * (Long)((Int)(insn << (32 - bits - from)) >> (32 - bits));
}

/* See the function for x86 below.  The encodings are in "Branches,
   Exception Generating and System instructions" in Arm's "Architecture
   Reference Manual for A-profile", C4.1. */
static inline InstrKind platform_instr_kind(const UChar* code, UInt size)
{
   if (size != 4)
      return INSTR_OTHER;

   UInt insn = platform_word(code);

   if ((insn & 0xFF000000) == 0x54000000     /* b.cond, bc.cond */
       || (insn & 0x7E000000) == 0x34000000  /* cbz, cbnz */
       || (insn & 0x7E000000) == 0x36000000) /* tbz, tbnz */
      return INSTR_COND_BRANCH;
   if ((insn & 0xFC000000) == 0x14000000) /* b */
      return INSTR_JUMP;
   if ((insn & 0xFC000000) == 0x94000000) /* bl */
      return INSTR_CALL;
   /* br, blr and ret; the first two also with authentication by a register */
   switch (insn & 0xFEFF0000) {
   case 0xD61F0000:
      return INSTR_INDIRECT_JUMP;
   case 0xD63F0000:
      return INSTR_INDIRECT_CALL;
   case 0xD65F0000:
      return INSTR_RETURN;
   default:
      return INSTR_OTHER;
   }
}

/* See the functions for x86 below. */
static inline Bool platform_is_string(const UChar* code, UInt size)
{
   return False;
}

static inline UInt platform_merged_call(const UChar* code, UInt size)
{
   return 0;
}

#else
#error "platform.h has no facts about this CPU: add a block like those above."
#endif

#ifdef PLATFORM_IS_X86_FAMILY

#include "sim/cache/cg_caches.h"

/* Execute CPUID with `leaf' in EAX and `subleaf' in ECX. */
static inline CpuidResult platform_cpuid(UInt leaf, UInt subleaf)
{
   CpuidResult r;

   __asm__ volatile("cpuid"
                    : "=a"(r.eax), "=b"(r.ebx), "=c"(r.ecx), "=d"(r.edx)
                    : "a"(leaf), "c"(subleaf));
   return r;
}

/* The prefixes that may come before an opcode.  REX counts only if it is the
   last of them, but it may come earlier. */
static inline Bool platform_is_prefix(UChar byte)
{
   if (PLATFORM_GUEST_IS_64BIT && (byte & 0xF0) == 0x40)
      return True; /* REX */
   switch (byte) {
   case 0x26: /* segments; 2E and 3E are also branch hints, 3E also notrack */
   case 0x2E:
   case 0x36:
   case 0x3E:
   case 0x64:
   case 0x65:
   case 0x66: /* sizes */
   case 0x67:
   case 0xF0: /* lock */
   case 0xF2: /* repne, bnd */
   case 0xF3: /* rep */
      return True;
   default:
      return False;
   }
}

/* How many bytes of the `size' at `code' are prefixes. */
static inline UInt platform_prefix_size(const UChar* code, UInt size)
{
   UInt i = 0;

   while (i < size && platform_is_prefix(code[i]))
      i++;
   return i;
}

/* Where a direct branch of `size' bytes at `code' goes, from its end on.  The
   displacement is what follows the opcode, up to four bytes. */
static inline Word platform_displacement(const UChar* code, UInt size)
{
   UInt at = platform_prefix_size(code, size);
   Int  displacement;
   UInt end;

   at += at < size && code[at] == 0x0F ? 2 : 1;
   end = size < at + 4 ? size : at + 4;
   if (end <= at)
      return 0;
   displacement = (signed char)code[end - 1];
   for (UInt i = end - 1; i > at; i--)
      displacement = (Int)((UInt)displacement << 8) | code[i - 1];
   return displacement;
}

/* VEX for x86 takes a call of the next instruction and the pop there, which is
   how code without PC-relative addresses reads IP, for one instruction.  How
   many of the `size' bytes at `code' are the call; 0: `code' is no such pair.
 */
static inline UInt platform_merged_call(const UChar* code, UInt size)
{
   UInt i = platform_prefix_size(code, size);

   return !PLATFORM_GUEST_IS_64BIT && size == i + 6 && code[i] == 0xE8
             ? size - 1
             : 0;
}

/* Whether the conditional branch of `size' bytes at `code' goes to the next
   instruction and VEX does not invert it.  VEX inverts a branch that tests that
   a condition is false: jno, jae, jne and so on; their opcodes are odd.  It
   does not invert loopcc and jrcxz, which have the highest opcodes. */
static inline Bool platform_goes_to_next(const UChar* code, UInt size)
{
   UInt  i       = platform_prefix_size(code, size);
   Bool  far_off = code[i] == 0x0F;
   UChar op      = code[i + far_off];

   return platform_displacement(code, size) == 0 && (op >= 0xE0 || !(op & 1));
}

/* Where the direct jump, call or conditional branch of `size' bytes at `code'
   goes, if it is taken. */
static inline Addr platform_direct_target(const UChar* code, UInt size)
{
   return (Addr)code + size + (UWord)platform_displacement(code, size);
}

/* The kind of the instruction of `size' bytes at `code'; `size' is 0 if VEX
   cannot decode it.  A call of the next instruction reads IP and returns from
   nothing: processors do not push it on their return stacks, so it is a jump.
   The opcodes are in the "Opcode Map" of Intel's
   "Software Developer's Manual", volume 2, appendix A. */
static inline InstrKind platform_instr_kind(const UChar* code, UInt size)
{
   UInt i   = platform_prefix_size(code, size);
   Bool rep = False;

   for (UInt j = 0; j < i; j++)
      rep |= code[j] == 0xF2 || code[j] == 0xF3;
   if (i == size)
      return INSTR_OTHER;

   UChar op     = code[i];
   UChar second = i + 1 < size ? code[i + 1] : 0; /* of opcode, or ModRM */

   if ((op & 0xF0) == 0x70                        /* jcc, near */
       || (op == 0x0F && (second & 0xF0) == 0x80) /* jcc, far off */
       || (op & 0xFC) == 0xE0)                    /* loopcc, jrcxz */
      return INSTR_COND_BRANCH;
   if (op == 0xE9 || op == 0xEB)
      return INSTR_JUMP;
   if (op == 0xE8)
      return platform_displacement(code, size) == 0 ? INSTR_JUMP : INSTR_CALL;
   if (op == 0xC2 || op == 0xC3)
      return INSTR_RETURN;
   if (op == 0xFF && (second & 0x38) == 0x10) /* call *x */
      return INSTR_INDIRECT_CALL;
   if (op == 0xFF && (second & 0x38) == 0x20) /* jmp *x */
      return INSTR_INDIRECT_JUMP;
   if (rep
       && ((op >= 0xA4 && op <= 0xA7)      /* movs, cmps */
           || (op >= 0xAA && op <= 0xAF))) /* stos, lods, scas */
      return INSTR_REPEATED;
   return INSTR_OTHER;
}

/* Whether the instruction is "rep movs" or "rep stos", which processors do in
   large pieces. */
static inline Bool platform_is_string(const UChar* code, UInt size)
{
   UInt i = platform_prefix_size(code, size);

   return platform_instr_kind(code, size) == INSTR_REPEATED
          && ((code[i] & 0xFE) == 0xA4 || (code[i] & 0xFE) == 0xAA);
}

#endif /* PLATFORM_IS_X86_FAMILY */

#endif /* CG_PLATFORM_H */
