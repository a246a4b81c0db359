/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dispatch.c: a little stack machine: jump tables and indirect calls. */

#include "truth.h"

typedef enum { PUSH, ADD, SUB, MUL, DUP, SWAP, CALL, JNZ, HALT } Opcode;
typedef struct {
   Opcode op;
   int    arg;
} Instruction;

static NOINLINE int twice(int x)
{
   return 2 * x;
}
static NOINLINE int square(int x)
{
   return x * x;
}
static NOINLINE int less_one(int x)
{
   return x - 1;
}
static int (*const function[])(int) = {twice, square, less_one};

static NOINLINE int run(const Instruction* code)
{
   int stack[16], depth = 0, pc = 0, steps = 0;
   for (;;) {
      Instruction in = code[pc++];
      int         x  = depth > 0 ? stack[depth - 1] : 0;
      steps++;
      switch (in.op) {
      case PUSH:
         stack[depth++] = in.arg;
         break;
      case ADD:
         depth--;
         stack[depth - 1] += x;
         break;
      case SUB:
         depth--;
         stack[depth - 1] -= x;
         break;
      case MUL:
         depth--;
         stack[depth - 1] *= x % 1000;
         break;
      case DUP:
         stack[depth++] = x;
         break;
      case SWAP:
         stack[depth - 1] = stack[depth - 2];
         stack[depth - 2] = x;
         break;
      case CALL:
         stack[depth - 1] = function[in.arg](x);
         break;
      case JNZ:
         if (x != 0)
            pc = in.arg;
         break;
      case HALT:
         return steps + stack[0];
      }
   }
}

int program(void)
{
   static const Instruction code[] = {
      {PUSH, 1}, {PUSH, 40}, {SWAP, 0}, {PUSH, 3}, {ADD, 0},
      {CALL, 0}, {PUSH, 7},  {SUB, 0},  {DUP, 0},  {MUL, 0},
      {SWAP, 0}, {CALL, 2},  {JNZ, 2},  {CALL, 1}, {HALT, 0},
   };
   return run(code) == 0;
}
