/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cpu.h: runs a few bytes of code with chosen registers, and says what they
 * left. */

#ifndef AVX512_CPU_H
#define AVX512_CPU_H

#include <stdint.h>

/* All registers that an AVX-512 instruction can name.  enter.S knows the
 * offsets. */
typedef struct {
   uint8_t  z[32][64];
   uint64_t k[8];
   uint64_t gpr[16]; /* by number: rax rcx rdx rbx rsp rbp rsi rdi r8... */
   uint64_t flags;
   uint32_t mxcsr;
} __attribute__((aligned(64))) Registers;

enum { RSP = 4, RSI = 6, MXCSR_DEFAULT = 0x1F80 };

/* The signal that the code got, or 0. */
typedef struct {
   int      signal;
   int      code;    /* si_code */
   uint64_t address; /* si_addr */
   int64_t  offset; /* of the instruction pointer, from the code's first byte */
} Fault;

/* The arena, always at the same address, so that results never depend on it: a
   page that can be used between two that cannot.  The window is the part of the
   page that tests use; all else in it stays 0. */
enum { PAGE = 4096, WINDOW_SIZE = 512, GS_BASE = 0x10000 };
#define ARENA    ((uint8_t*)0x20001000)
#define WINDOW   (ARENA + 1024)
#define PAGE_END (ARENA + PAGE)

/* Bytes from one piece of code to the next.  Each is used once, so that no code
   is changed after it has run.  An odd number: the core finds translations by
   hashes of addresses, and those of multiples of 64 collide. */
enum { CODE_STEP = 41 };

/* What the code left. */
extern Registers cpu_out;

/* Maps the arena and room for that many pieces of code, sets the base of GS to
   GS_BASE, and catches signals.  Ends the program if it cannot. */
void cpu_prepare(unsigned pieces);

/* Where the next piece of code will be.  Without `fresh', it is where the last
   one was. */
uint8_t* cpu_code(int fresh);

/* Appends a jump that ends the code. */
void cpu_end_code(uint8_t* end);

/* Whether a fault in the page after the arena is repaired: the page becomes
   usable, and the instruction begins anew.  cpu_break() makes it unusable, and
   empty, again. */
extern int cpu_repairs;
void       cpu_break(void);

/* Runs the code of cpu_code() with the registers of `in'.  What it leaves is in
   cpu_out. */
Fault cpu_run(const Registers* in);

/* Loads vectors and masks, and leaves them there. */
void vectors_load(const Registers* in);

/* Makes the page of the arena read-only, or writable again. */
void cpu_protect(int read_only);

#endif
