/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_evex_forms.h: which EVEX instructions there are, and what each of them
   reads and writes.

   The facts are those of Intel's manual (volume 2, and chapter 2.7 for the
   encoding).  All of them were compared with a processor: what is valid, which
   registers change and matter, and which bytes of memory are touched, under a
   mask, too.

   An instruction has up to three operands.  They are named by the field of the
   encoding that holds their number: reg and rm are those of the ModRM byte,
   vvvv that of the prefix.  rm may be memory instead. */

#ifndef CG_EVEX_FORMS_H
#define CG_EVEX_FORMS_H

#include "sim/types.h"

/* V is a vector register, K a mask, KK a pair of masks, G a general register; X
   is memory with a vector of indices.  They are read, written, or modified. */
typedef enum {
   OPERAND_NONE,
   OPERAND_V_READ,
   OPERAND_V_WRITTEN,
   OPERAND_V_MODIFIED,
   OPERAND_K_READ,
   OPERAND_K_WRITTEN,
   OPERAND_KK_WRITTEN,
   OPERAND_G_READ,
   OPERAND_G_WRITTEN,
   OPERAND_X_READ,
   OPERAND_X_WRITTEN,
} EvexOperand;

/* How many bytes the memory operand has: that many, or a part of the vector
   length. */
enum {
   EVEX_SIZE_VL = 128,
   EVEX_SIZE_VL_2, /* half of it */
   EVEX_SIZE_VL_4,
   EVEX_SIZE_VL_8,
   EVEX_SIZE_DUP, /* 8 bytes of 16; otherwise all */
   EVEX_SIZE_W,   /* 4 bytes, or 8 if the bit W is set */
};

/* Which bytes of the memory operand are touched under a mask. */
typedef enum {
   ACCESS_WHOLE,   /* all, whatever the mask is */
   ACCESS_ANY,     /* all, if any bit of the mask is set */
   ACCESS_EACH,    /* those of the elements whose bits are set */
   ACCESS_FOLDED,  /* the same; an element has several bits, a vector apart */
   ACCESS_PACKED,  /* as many elements from the start on as bits are set */
   ACCESS_INDEXED, /* gathered and scattered elements whose bits are set */
} EvexAccess;

enum {
   EVEX_IMM       = 1, /* ends in an immediate byte */
   EVEX_BROADCAST = 2, /* the bit b: memory is one element for all */
   EVEX_ROUNDING  = 4, /* the bit b: rounding, or no exceptions; the result
                          depends on MXCSR */
   EVEX_MASK    = 8,   /* may have a mask */
   EVEX_ZEROING = 16,  /* what is masked out may become 0 */
   EVEX_FLAGS   = 32,  /* sets the flags */
};

#define CG_EVEX_FORMS_NO_DIGIT 8 /* the reg field is an operand */

/* All instructions of map 3 end in an immediate byte, without EVEX_IMM. */
#define CG_EVEX_FORMS_IMM_MAP 3

typedef struct {
   UChar opcode;
   UChar digit;         /* what the reg field must be */
   UChar prefixes;      /* bit 2 * pp + W is set: those are valid */
   UChar reg, vvvv, rm; /* EvexOperand */

   /* The vector lengths that are valid, with registers only and with memory:
      bit 0 for 128, 1 for 256, 2 for 512 bits.  With a VEX prefix, and masks,
      bit 0 if L must be 0, and 1 if it must be 1. */
   UChar reg_lengths, mem_lengths;

   UChar size;
   UChar access;  /* EvexAccess */
   UChar element; /* ACCESS_ANY: bytes of the vector for each bit of the mask;
                     ACCESS_INDEXED: bytes of an index; otherwise bytes of
                     memory for each bit.  It may be EVEX_SIZE_W. */
   UChar flags;
} EvexForm;

/* What an encoding is looked up by.  The map is 1 for 0F, 2 for 0F38 and 3 for
   0F3A; pp is 0 for no prefix, 1 for 66, 2 for F3 and 3 for F2; `reg' is the
   field of the ModRM byte; `is_memory' whether rm is memory. */
typedef struct {
   UInt map, pp, w, opcode, reg;
   Bool is_evex, is_memory;
} EvexKey;

/* The form with this encoding; NULL: there is none.  With a VEX prefix, only
   what VEX does not decode is found: instructions with masks, and VNNI, GFNI,
   VAES and VPCLMULQDQ. */
const EvexForm* cg_evex_forms_find(const EvexKey* key);

#endif /* CG_EVEX_FORMS_H */
