/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_evex_kind.c: kinds of AVX-512 instructions; see cg_evex_kind.h.

   By the tables of uops.info, for Ice Lake and Zen 5: a multiplication of
   integers, a permutation of a whole vector, and what moves between kinds of
   registers take as long as each other within a cycle or two. */

#include "avx512/cg_evex_kind.h"

/* By kind; NULL: no instruction is of that kind. */
static const HChar* const names[] = {
   [OP_SIMPLE]         = "avx512_simple",
   [OP_MULTIPLY]       = "avx512_multiply",
   [OP_FP]             = "avx512_fp",
   [OP_FP_ADD]         = "avx512_fp_add",
   [OP_FP_DIVIDE]      = "avx512_fp_divide",
   [OP_FP_SQRT]        = "avx512_fp_sqrt",
   [CG_EVEX_KIND_MOVE] = "avx512_move",
};

#define N_NAMES (sizeof names / sizeof names[0])

/* Opcodes from `first' to `last' of a map. */
typedef struct {
   UChar map, first, last, kind;
} KindOf;

static const KindOf kinds[] = {
   {1, 0x10, 0x11, CG_EVEX_KIND_MOVE}, /* vmovups, vmovss */
   {1, 0x28, 0x29, CG_EVEX_KIND_MOVE}, /* vmovaps */
   {1, 0x2B, 0x2B, CG_EVEX_KIND_MOVE}, /* vmovntps */
   {1, 0x51, 0x51, OP_FP_SQRT},        /* vsqrtps */
   {1, 0x58, 0x58, OP_FP_ADD},         /* vaddps */
   {1, 0x5C, 0x5C, OP_FP_ADD},         /* vsubps */
   {1, 0x5E, 0x5E, OP_FP_DIVIDE},      /* vdivps */
   {1, 0x6E, 0x6E, OP_MULTIPLY},       /* vmovd */
   {1, 0x6F, 0x6F, CG_EVEX_KIND_MOVE}, /* vmovdqa32 */
   {1, 0x7F, 0x7F, CG_EVEX_KIND_MOVE}, /* vmovdqa32 */
   {1, 0x92, 0x93, OP_MULTIPLY},       /* kmovw */
   {1, 0xD5, 0xD5, OP_MULTIPLY},       /* vpmullw */
   {1, 0xE4, 0xE5, OP_MULTIPLY},       /* vpmulhw */
   {1, 0xE7, 0xE7, CG_EVEX_KIND_MOVE}, /* vmovntdq */
   {1, 0xF4, 0xF6, OP_MULTIPLY},       /* vpmuludq, vpmaddwd, vpsadbw */
   {2, 0x04, 0x04, OP_MULTIPLY},       /* vpmaddubsw */
   {2, 0x0B, 0x0B, OP_MULTIPLY},       /* vpmulhrsw */
   {2, 0x16, 0x16, OP_MULTIPLY},       /* vpermps */
   {2, 0x28, 0x28, OP_MULTIPLY},       /* vpmuldq */
   {2, 0x2A, 0x2A, CG_EVEX_KIND_MOVE}, /* vmovntdqa */
   {2, 0x36, 0x36, OP_MULTIPLY},       /* vpermd */
   {2, 0x40, 0x40, OP_MULTIPLY},       /* vpmulld */
   {2, 0x50, 0x53, OP_MULTIPLY},       /* vpdpbusd, vdpbf16ps */
   {2, 0x62, 0x63, OP_MULTIPLY},       /* vpexpandb, vpcompressb */
   {2, 0x75, 0x77, OP_MULTIPLY},       /* vpermi2d */
   {2, 0x7A, 0x7F, OP_MULTIPLY},       /* vpbroadcastd, vpermt2d */
   {2, 0x88, 0x8D, OP_MULTIPLY},       /* vexpandps, vcompressps, vpermb */
   {2, 0xB4, 0xB5, OP_MULTIPLY},       /* vpmadd52luq */
   {2, 0xC4, 0xC4, OP_MULTIPLY},       /* vpconflictd */
   {3, 0x00, 0x03, OP_MULTIPLY},       /* vpermq, valignd */
   {3, 0x18, 0x1B, OP_MULTIPLY},       /* vinsertf32x4, vextractf32x4 */
   {3, 0x23, 0x23, OP_MULTIPLY},       /* vshuff32x4 */
   {3, 0x38, 0x3B, OP_MULTIPLY},       /* vinserti32x4, vextracti32x4 */
   {3, 0x42, 0x44, OP_MULTIPLY},       /* vdbpsadbw, vshufi32x4, vpclmulqdq */
};

#define N_KINDS (sizeof kinds / sizeof kinds[0])

const HChar* cg_evex_kind_name(UInt map, UInt opcode, Bool rounds)
{
   for (UInt i = 0; i < N_KINDS; i++)
      if (kinds[i].map == map && kinds[i].first <= opcode
          && opcode <= kinds[i].last)
         return names[kinds[i].kind];
   return names[rounds ? OP_FP : OP_SIMPLE];
}

Bool cg_evex_kind_of_call(const HChar* name, UInt* kind)
{
   for (UInt i = 0; i < N_NAMES; i++)
      if (name == names[i]) {
         *kind = i;
         return True;
      }
   return False;
}
