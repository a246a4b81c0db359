/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_evex_decode.h: the bytes of an AVX-512 instruction in, what it is out.

   An AVX-512 instruction has an EVEX prefix, or it has a VEX prefix and
   computes with masks. */

#ifndef CG_EVEX_DECODE_H
#define CG_EVEX_DECODE_H

#include "avx512/cg_evex_forms.h"
#include "sim/types.h"

#define CG_EVEX_DECODE_NO_REGISTER 0xFF

typedef enum { SEGMENT_NONE, SEGMENT_FS, SEGMENT_GS } EvexSegment;

/* base + index * scale + displacement, of 32 bits if `is_32_bit', and the
   segment's base.  The base and the index are general registers, or
   CG_EVEX_DECODE_NO_REGISTER.  For ACCESS_INDEXED, the index is a vector
   register. */
typedef struct {
   EvexSegment segment;
   Bool        is_32_bit, is_from_next; /* the next instruction is the base */
   UChar       base, index, scale;
   Long        displacement;
} EvexAddress;

#define CG_EVEX_DECODE_MAX_BYTES 16

typedef struct {
   const EvexForm* form;
   UInt            map;
   UInt            length;        /* bytes, with all prefixes */
   UInt            reg, vvvv, rm; /* registers; unused ones are 0 */
   UInt            mask;          /* 0: none */
   UInt            vector;        /* bytes of a vector */
   Bool            is_memory, is_broadcast, is_zeroing;

   /* The memory operand: which bytes are touched, those of an element and of
      all of it, and how many bits the mask has.  Without a mask all are
      touched. */
   EvexAccess  access;
   UInt        element, size, n_bits;
   EvexAddress address;

   /* The same instruction with other operands: memory is at (%rdx), or for
      ACCESS_INDEXED at (%rdx, index * scale); a general register that is read
      is %rcx, and one that is written is %rax. */
   UInt  n_bytes;
   UChar bytes[CG_EVEX_DECODE_MAX_BYTES];
} EvexInstr;

/* Whether the instruction at `code' may be one of AVX-512: a quick test that
   all of them pass. */
Bool cg_evex_decode_is_likely(const UChar* code);

/* Set *instr to the instruction at `code', and return whether it is a valid one
   of AVX-512. */
Bool cg_evex_decode(const UChar* code, EvexInstr* instr);

#endif /* CG_EVEX_DECODE_H */
