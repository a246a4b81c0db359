/* SPDX-License-Identifier: GPL-2.0-or-later */
/* encode.h: the bytes of an instruction from its parts. */

#ifndef AVX512_ENCODE_H
#define AVX512_ENCODE_H

#include <stdint.h>

typedef enum { EVEX, VEX, SSE } Encoding;

/* What the opcode and the fields beside it say.  One `form' is everything but
   the operands. */
typedef struct {
   uint8_t encoding; /* Encoding */
   uint8_t map;      /* 1: 0F, 2: 0F38, 3: 0F3A, 5 and 6: those of FP16 */
   uint8_t pp;       /* 0: none, 1: 66, 2: F3, 3: F2 */
   uint8_t w;
   uint8_t length; /* L'L: 0 to 3 */
   uint8_t b;      /* broadcast; rounding or no exceptions with registers */
   uint8_t opcode;
   uint8_t memory; /* the operand of ModRM is in memory */
   uint8_t group; /* 0 to 7: reg of ModRM is part of the opcode; 8: it is not */
   /* What the processor allows, and what was found out about the operand: */
   uint16_t allows; /* ALLOWS_... */
   uint8_t
      scale; /* of an 8-bit displacement, and the unit of the operand: bytes */
   uint8_t
      size; /* of the operand in memory, in bytes; 0: more than 64, or none */
   uint8_t element; /* of an operand in memory whose elements have masks: the
                       bytes of one; 0: masks do not matter */
} Form;

enum {
   NO_GROUP     = 8,
   ALLOWS_IMM   = 1, /* an immediate byte follows */
   ALLOWS_K0    = 2, /* no mask */
   ALLOWS_MASK  = 4,
   ALLOWS_ZERO  = 8,   /* zeroing instead of merging */
   ALLOWS_V     = 16,  /* a register in vvvv */
   ALLOWS_V16   = 32,  /* one of 16 to 31 */
   ALLOWS_REG8  = 64,  /* reg of ModRM may be 8 to 15 */
   ALLOWS_REG16 = 128, /* 16 to 31 */
   ALLOWS_RM8   = 256,
   ALLOWS_RM16  = 512,
   ALLOWS_STORE = 1024, /* it writes its operand in memory */
   ALLOWS_VECTOR =
      2048,             /* the index in memory is a vector: gather or scatter */
   ALLOWS_NOT   = 4096, /* invalid: a signal is what must come */
   ALLOWS_OLDER = 8192  /* it is of SSE or AVX */
};

enum { NO_BASE = 255, BY_RIP = 254, NO_INDEX = 255 };

/* The operands. */
typedef struct {
   unsigned reg, rm, v, k, z, immediate;
   unsigned base;               /* or NO_BASE or BY_RIP */
   unsigned index;              /* or NO_INDEX */
   unsigned shift;              /* of the index: 0 to 3 */
   unsigned displacement_bytes; /* 0, 1 or 4 */
   int32_t  displacement; /* in units of the form's scale if it has 1 byte */
   uint8_t  prefixes[3];  /* in front, until one is 0 */
   /* Bits that are wrong in the bytes after the first one of an EVEX prefix, up
      to the opcode. */
   uint32_t flipped;
} Operands;

/* Writes the bytes to `at' and returns the address after them. */
uint8_t* encode(const Form* form, const Operands* operands, uint8_t* at);

#endif
