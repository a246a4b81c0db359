/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_evex_forms.c: the AVX-512 instructions; see cg_evex_forms.h. */

#include "avx512/cg_evex_forms.h"

/* Short words for the columns of the tables: opcode, digit, prefixes; reg,
   vvvv, rm; lengths with registers, and with memory; size of memory, access,
   element; flags.  PS and SS are the prefixes of instructions for float and
   double, for all elements and for the lowest. */
enum { _R = CG_EVEX_FORMS_NO_DIGIT };
enum {
   NP_0  = 1,
   NP_1  = 2,
   P66_0 = 4,
   P66_1 = 8,
   F3_0  = 16,
   F3_1  = 32,
   F2_0  = 64,
   F2_1  = 128,
   NP    = NP_0 | NP_1,
   P66   = P66_0 | P66_1,
   F3    = F3_0 | F3_1,
   F2    = F2_0 | F2_1,
   PS    = NP_0 | P66_1,
   SS    = F3_0 | F2_1,
};
enum {
   no  = OPERAND_NONE,
   Vr  = OPERAND_V_READ,
   Vw  = OPERAND_V_WRITTEN,
   Vm  = OPERAND_V_MODIFIED,
   Kr  = OPERAND_K_READ,
   Kw  = OPERAND_K_WRITTEN,
   KKw = OPERAND_KK_WRITTEN,
   Gr  = OPERAND_G_READ,
   Gw  = OPERAND_G_WRITTEN,
   Xr  = OPERAND_X_READ,
   Xw  = OPERAND_X_WRITTEN,
};
enum {
   VL   = EVEX_SIZE_VL,
   VL_2 = EVEX_SIZE_VL_2,
   VL_4 = EVEX_SIZE_VL_4,
   VL_8 = EVEX_SIZE_VL_8,
   DUP  = EVEX_SIZE_DUP,
   EW   = EVEX_SIZE_W,
};
enum {
   WHOLE   = ACCESS_WHOLE,
   ANY     = ACCESS_ANY,
   EACH    = ACCESS_EACH,
   FOLDED  = ACCESS_FOLDED,
   PACKED  = ACCESS_PACKED,
   INDEXED = ACCESS_INDEXED,
};
enum {
   B    = EVEX_BROADCAST,
   RC   = EVEX_ROUNDING,
   K    = EVEX_MASK,
   KZ   = EVEX_MASK | EVEX_ZEROING,
   BKZ  = B | KZ,
   RKZ  = RC | KZ,
   BRKZ = B | RC | KZ,
   IMM  = EVEX_IMM,
   FL   = EVEX_FLAGS,
};

/* clang-format off */

/* With an EVEX prefix, by opcode. */
static const EvexForm evex_0f[] = {
   {0x10, _R, PS, Vw, no, Vr, 7, 7, VL, EACH, EW, KZ}, /* vmovups */
   {0x10, _R, SS, Vw, Vr, Vr, 7, 0, 0, WHOLE, 0, KZ}, /* vmovss */
   {0x10, _R, SS, Vw, no, Vr, 0, 7, EW, EACH, EW, KZ}, /* vmovss */
   {0x11, _R, PS, Vr, no, Vw, 7, 7, VL, EACH, EW, KZ}, /* vmovups */
   {0x11, _R, SS, Vr, Vr, Vw, 7, 0, 0, WHOLE, 0, KZ}, /* vmovss */
   {0x11, _R, SS, Vr, no, Vw, 0, 7, EW, EACH, EW, KZ}, /* vmovss */
   {0x12, _R, NP_0, Vw, Vr, Vr, 1, 1, 8, WHOLE, 0, 0}, /* vmovhlps */
   {0x12, _R, P66_1, Vw, Vr, Vr, 0, 1, 8, WHOLE, 0, 0}, /* vmovlpd */
   {0x12, _R, F3_0, Vw, no, Vr, 7, 7, VL, WHOLE, 0, KZ}, /* vmovsldup */
   {0x12, _R, F2_1, Vw, no, Vr, 7, 7, DUP, WHOLE, 0, KZ}, /* vmovddup */
   {0x13, _R, PS, Vr, no, Vw, 0, 1, 8, WHOLE, 0, 0}, /* vmovlps */
   {0x14, _R, PS, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, BKZ}, /* vunpcklps */
   {0x15, _R, PS, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, BKZ}, /* vunpckhps */
   {0x16, _R, NP_0, Vw, Vr, Vr, 1, 1, 8, WHOLE, 0, 0}, /* vmovlhps */
   {0x16, _R, P66_1, Vw, Vr, Vr, 0, 1, 8, WHOLE, 0, 0}, /* vmovhpd */
   {0x16, _R, F3_0, Vw, no, Vr, 7, 7, VL, WHOLE, 0, KZ}, /* vmovshdup */
   {0x17, _R, PS, Vr, no, Vw, 0, 1, 8, WHOLE, 0, 0}, /* vmovhps */
   {0x28, _R, PS, Vw, no, Vr, 7, 7, VL, EACH, EW, KZ}, /* vmovaps */
   {0x29, _R, PS, Vr, no, Vw, 7, 7, VL, EACH, EW, KZ}, /* vmovaps */
   {0x2a, _R, F3 | F2, Vw, Vr, Gr, 7, 7, EW, WHOLE, 0, RC}, /* vcvtsi2ss */
   {0x2b, _R, PS, Vr, no, Vw, 0, 7, VL, WHOLE, 0, 0}, /* vmovntps */
   {0x2c, _R, F3, Gw, no, Vr, 7, 7, 4, WHOLE, 0, RC}, /* vcvttss2si */
   {0x2c, _R, F2, Gw, no, Vr, 7, 7, 8, WHOLE, 0, RC}, /* vcvttsd2si */
   {0x2d, _R, F3, Gw, no, Vr, 7, 7, 4, WHOLE, 0, RC}, /* vcvtss2si */
   {0x2d, _R, F2, Gw, no, Vr, 7, 7, 8, WHOLE, 0, RC}, /* vcvtsd2si */
   {0x2e, _R, PS, Vr, no, Vr, 7, 7, EW, WHOLE, 0, RC | FL}, /* vucomiss */
   {0x2f, _R, PS, Vr, no, Vr, 7, 7, EW, WHOLE, 0, RC | FL}, /* vcomiss */
   {0x51, _R, PS, Vw, no, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vsqrtps */
   {0x51, _R, SS, Vw, Vr, Vr, 7, 7, EW, EACH, EW, RKZ}, /* vsqrtss */
   {0x54, _R, PS, Vw, Vr, Vr, 7, 7, VL, EACH, EW, BKZ}, /* vandps */
   {0x55, _R, PS, Vw, Vr, Vr, 7, 7, VL, EACH, EW, BKZ}, /* vandnps */
   {0x56, _R, PS, Vw, Vr, Vr, 7, 7, VL, EACH, EW, BKZ}, /* vorps */
   {0x57, _R, PS, Vw, Vr, Vr, 7, 7, VL, EACH, EW, BKZ}, /* vxorps */
   {0x58, _R, PS, Vw, Vr, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vaddps */
   {0x58, _R, SS, Vw, Vr, Vr, 7, 7, EW, EACH, EW, RKZ}, /* vaddss */
   {0x59, _R, PS, Vw, Vr, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vmulps */
   {0x59, _R, SS, Vw, Vr, Vr, 7, 7, EW, EACH, EW, RKZ}, /* vmulss */
   {0x5a, _R, NP_0, Vw, no, Vr, 7, 7, VL_2, EACH, 4, BRKZ}, /* vcvtps2pd */
   {0x5a, _R, P66_1, Vw, no, Vr, 7, 7, VL, EACH, 8, BRKZ}, /* vcvtpd2ps */
   {0x5a, _R, SS, Vw, Vr, Vr, 7, 7, EW, EACH, EW, RKZ}, /* vcvtss2sd */
   {0x5b, _R, NP | P66_0 | F3_0, Vw, no, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vcvtdq2ps */
   {0x5c, _R, PS, Vw, Vr, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vsubps */
   {0x5c, _R, SS, Vw, Vr, Vr, 7, 7, EW, EACH, EW, RKZ}, /* vsubss */
   {0x5d, _R, PS, Vw, Vr, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vminps */
   {0x5d, _R, SS, Vw, Vr, Vr, 7, 7, EW, EACH, EW, RKZ}, /* vminss */
   {0x5e, _R, PS, Vw, Vr, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vdivps */
   {0x5e, _R, SS, Vw, Vr, Vr, 7, 7, EW, EACH, EW, RKZ}, /* vdivss */
   {0x5f, _R, PS, Vw, Vr, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vmaxps */
   {0x5f, _R, SS, Vw, Vr, Vr, 7, 7, EW, EACH, EW, RKZ}, /* vmaxss */
   {0x60, _R, P66, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, KZ}, /* vpunpcklbw */
   {0x61, _R, P66, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, KZ}, /* vpunpcklwd */
   {0x62, _R, P66_0, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, BKZ}, /* vpunpckldq */
   {0x63, _R, P66, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, KZ}, /* vpacksswb */
   {0x64, _R, P66, Kw, Vr, Vr, 7, 7, VL, EACH, 1, K}, /* vpcmpgtb */
   {0x65, _R, P66, Kw, Vr, Vr, 7, 7, VL, EACH, 2, K}, /* vpcmpgtw */
   {0x66, _R, P66_0, Kw, Vr, Vr, 7, 7, VL, EACH, 4, B | K}, /* vpcmpgtd */
   {0x67, _R, P66, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, KZ}, /* vpackuswb */
   {0x68, _R, P66, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, KZ}, /* vpunpckhbw */
   {0x69, _R, P66, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, KZ}, /* vpunpckhwd */
   {0x6a, _R, P66_0, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, BKZ}, /* vpunpckhdq */
   {0x6b, _R, P66_0, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, BKZ}, /* vpackssdw */
   {0x6c, _R, P66_1, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, BKZ}, /* vpunpcklqdq */
   {0x6d, _R, P66_1, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, BKZ}, /* vpunpckhqdq */
   {0x6e, _R, P66, Vw, no, Gr, 1, 1, EW, WHOLE, 0, 0}, /* vmovd */
   {0x6f, _R, P66 | F3, Vw, no, Vr, 7, 7, VL, EACH, EW, KZ}, /* vmovdqa32 */
   {0x6f, _R, F2_0, Vw, no, Vr, 7, 7, VL, EACH, 1, KZ}, /* vmovdqu8 */
   {0x6f, _R, F2_1, Vw, no, Vr, 7, 7, VL, EACH, 2, KZ}, /* vmovdqu16 */
   {0x70, _R, P66_0, Vw, no, Vr, 7, 7, VL, WHOLE, 0, BKZ | IMM}, /* vpshufd */
   {0x70, _R, F3 | F2, Vw, no, Vr, 7, 7, VL, WHOLE, 0, KZ | IMM}, /* vpshufhw */
   {0x71, 2, P66, no, Vw, Vr, 7, 7, VL, EACH, 2, KZ | IMM}, /* vpsrlw */
   {0x71, 4, P66, no, Vw, Vr, 7, 7, VL, EACH, 2, KZ | IMM}, /* vpsraw */
   {0x71, 6, P66, no, Vw, Vr, 7, 7, VL, EACH, 2, KZ | IMM}, /* vpsllw */
   {0x72, 0, P66, no, Vw, Vr, 7, 7, VL, EACH, EW, BKZ | IMM}, /* vprord */
   {0x72, 1, P66, no, Vw, Vr, 7, 7, VL, EACH, EW, BKZ | IMM}, /* vprold */
   {0x72, 2, P66_0, no, Vw, Vr, 7, 7, VL, EACH, 4, BKZ | IMM}, /* vpsrld */
   {0x72, 4, P66, no, Vw, Vr, 7, 7, VL, EACH, EW, BKZ | IMM}, /* vpsrad */
   {0x72, 6, P66_0, no, Vw, Vr, 7, 7, VL, EACH, 4, BKZ | IMM}, /* vpslld */
   {0x73, 2, P66_1, no, Vw, Vr, 7, 7, VL, EACH, 8, BKZ | IMM}, /* vpsrlq */
   {0x73, 3, P66, no, Vw, Vr, 7, 7, VL, WHOLE, 0, IMM}, /* vpsrldq */
   {0x73, 6, P66_1, no, Vw, Vr, 7, 7, VL, EACH, 8, BKZ | IMM}, /* vpsllq */
   {0x73, 7, P66, no, Vw, Vr, 7, 7, VL, WHOLE, 0, IMM}, /* vpslldq */
   {0x74, _R, P66, Kw, Vr, Vr, 7, 7, VL, EACH, 1, K}, /* vpcmpeqb */
   {0x75, _R, P66, Kw, Vr, Vr, 7, 7, VL, EACH, 2, K}, /* vpcmpeqw */
   {0x76, _R, P66_0, Kw, Vr, Vr, 7, 7, VL, EACH, 4, B | K}, /* vpcmpeqd */
   {0x78, _R, NP | P66_1, Vw, no, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vcvttps2udq */
   {0x78, _R, P66_0, Vw, no, Vr, 7, 7, VL_2, EACH, 4, BRKZ}, /* vcvttps2uqq */
   {0x78, _R, F3, Gw, no, Vr, 7, 7, 4, WHOLE, 0, RC}, /* vcvttss2usi */
   {0x78, _R, F2, Gw, no, Vr, 7, 7, 8, WHOLE, 0, RC}, /* vcvttsd2usi */
   {0x79, _R, NP | P66_1, Vw, no, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vcvtps2udq */
   {0x79, _R, P66_0, Vw, no, Vr, 7, 7, VL_2, EACH, 4, BRKZ}, /* vcvtps2uqq */
   {0x79, _R, F3, Gw, no, Vr, 7, 7, 4, WHOLE, 0, RC}, /* vcvtss2usi */
   {0x79, _R, F2, Gw, no, Vr, 7, 7, 8, WHOLE, 0, RC}, /* vcvtsd2usi */
   {0x7a, _R, P66_0 | F3_0, Vw, no, Vr, 7, 7, VL_2, EACH, 4, BRKZ}, /* vcvttps2qq */
   {0x7a, _R, P66_1 | F3_1 | F2, Vw, no, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vcvttpd2qq */
   {0x7b, _R, P66_0, Vw, no, Vr, 7, 7, VL_2, EACH, 4, BRKZ}, /* vcvtps2qq */
   {0x7b, _R, P66_1, Vw, no, Vr, 7, 7, VL, EACH, 8, BRKZ}, /* vcvtpd2qq */
   {0x7b, _R, F3 | F2, Vw, Vr, Gr, 7, 7, EW, WHOLE, 0, RC}, /* vcvtusi2ss */
   {0x7e, _R, P66, Vr, no, Gw, 1, 1, EW, WHOLE, 0, 0}, /* vmovd */
   {0x7e, _R, F3_1, Vw, no, Vr, 1, 1, 8, WHOLE, 0, 0}, /* vmovq */
   {0x7f, _R, P66 | F3, Vr, no, Vw, 7, 7, VL, EACH, EW, KZ}, /* vmovdqa32 */
   {0x7f, _R, F2_0, Vr, no, Vw, 7, 7, VL, EACH, 1, KZ}, /* vmovdqu8 */
   {0x7f, _R, F2_1, Vr, no, Vw, 7, 7, VL, EACH, 2, KZ}, /* vmovdqu16 */
   {0xc2, _R, PS, Kw, Vr, Vr, 7, 7, VL, EACH, EW, B | RC | K | IMM}, /* vcmpps */
   {0xc2, _R, SS, Kw, Vr, Vr, 7, 7, EW, EACH, EW, RC | K | IMM}, /* vcmpss */
   {0xc4, _R, P66, Vw, Vr, Gr, 1, 1, 2, WHOLE, 0, IMM}, /* vpinsrw */
   {0xc5, _R, P66, Gw, no, Vr, 1, 0, 0, WHOLE, 0, IMM}, /* vpextrw */
   {0xc6, _R, PS, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, BKZ | IMM}, /* vshufps */
   {0xd1, _R, P66, Vw, Vr, Vr, 7, 7, 16, WHOLE, 0, KZ}, /* vpsrlw */
   {0xd2, _R, P66_0, Vw, Vr, Vr, 7, 7, 16, WHOLE, 0, KZ}, /* vpsrld */
   {0xd3, _R, P66_1, Vw, Vr, Vr, 7, 7, 16, WHOLE, 0, KZ}, /* vpsrlq */
   {0xd4, _R, P66_1, Vw, Vr, Vr, 7, 7, VL, EACH, 8, BKZ}, /* vpaddq */
   {0xd5, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, 2, KZ}, /* vpmullw */
   {0xd6, _R, P66_1, Vr, no, Vw, 1, 1, 8, WHOLE, 0, 0}, /* vmovq */
   {0xd8, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, 1, KZ}, /* vpsubusb */
   {0xd9, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, 2, KZ}, /* vpsubusw */
   {0xda, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, 1, KZ}, /* vpminub */
   {0xdb, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, EW, BKZ}, /* vpandd */
   {0xdc, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, 1, KZ}, /* vpaddusb */
   {0xdd, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, 2, KZ}, /* vpaddusw */
   {0xde, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, 1, KZ}, /* vpmaxub */
   {0xdf, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, EW, BKZ}, /* vpandnd */
   {0xe0, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, 1, KZ}, /* vpavgb */
   {0xe1, _R, P66, Vw, Vr, Vr, 7, 7, 16, WHOLE, 0, KZ}, /* vpsraw */
   {0xe2, _R, P66, Vw, Vr, Vr, 7, 7, 16, WHOLE, 0, KZ}, /* vpsrad */
   {0xe3, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, 2, KZ}, /* vpavgw */
   {0xe4, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, 2, KZ}, /* vpmulhuw */
   {0xe5, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, 2, KZ}, /* vpmulhw */
   {0xe6, _R, P66_1 | F3_1 | F2_1, Vw, no, Vr, 7, 7, VL, EACH, 8, BRKZ}, /* vcvttpd2dq */
   {0xe6, _R, F3_0, Vw, no, Vr, 7, 7, VL_2, EACH, 4, BRKZ}, /* vcvtdq2pd */
   {0xe7, _R, P66_0, Vr, no, Vw, 0, 7, VL, WHOLE, 0, 0}, /* vmovntdq */
   {0xe8, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, 1, KZ}, /* vpsubsb */
   {0xe9, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, 2, KZ}, /* vpsubsw */
   {0xea, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, 2, KZ}, /* vpminsw */
   {0xeb, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, EW, BKZ}, /* vpord */
   {0xec, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, 1, KZ}, /* vpaddsb */
   {0xed, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, 2, KZ}, /* vpaddsw */
   {0xee, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, 2, KZ}, /* vpmaxsw */
   {0xef, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, EW, BKZ}, /* vpxord */
   {0xf1, _R, P66, Vw, Vr, Vr, 7, 7, 16, WHOLE, 0, KZ}, /* vpsllw */
   {0xf2, _R, P66_0, Vw, Vr, Vr, 7, 7, 16, WHOLE, 0, KZ}, /* vpslld */
   {0xf3, _R, P66_1, Vw, Vr, Vr, 7, 7, 16, WHOLE, 0, KZ}, /* vpsllq */
   {0xf4, _R, P66_1, Vw, Vr, Vr, 7, 7, VL, EACH, 8, BKZ}, /* vpmuludq */
   {0xf5, _R, P66, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, KZ}, /* vpmaddwd */
   {0xf6, _R, P66, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, 0}, /* vpsadbw */
   {0xf8, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, 1, KZ}, /* vpsubb */
   {0xf9, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, 2, KZ}, /* vpsubw */
   {0xfa, _R, P66_0, Vw, Vr, Vr, 7, 7, VL, EACH, 4, BKZ}, /* vpsubd */
   {0xfb, _R, P66_1, Vw, Vr, Vr, 7, 7, VL, EACH, 8, BKZ}, /* vpsubq */
   {0xfc, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, 1, KZ}, /* vpaddb */
   {0xfd, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, 2, KZ}, /* vpaddw */
   {0xfe, _R, P66_0, Vw, Vr, Vr, 7, 7, VL, EACH, 4, BKZ}, /* vpaddd */
};
static const EvexForm evex_0f38[] = {
   {0x00, _R, P66, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, KZ}, /* vpshufb */
   {0x04, _R, P66, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, KZ}, /* vpmaddubsw */
   {0x0b, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, 2, KZ}, /* vpmulhrsw */
   {0x0c, _R, P66_0, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, BKZ}, /* vpermilps */
   {0x0d, _R, P66_1, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, BKZ}, /* vpermilpd */
   {0x10, _R, P66_1, Vw, Vr, Vr, 7, 7, VL, EACH, 2, KZ}, /* vpsrlvw */
   {0x10, _R, F3_0, Vr, no, Vw, 7, 7, VL_2, EACH, 1, KZ}, /* vpmovuswb */
   {0x11, _R, P66_1, Vw, Vr, Vr, 7, 7, VL, EACH, 2, KZ}, /* vpsravw */
   {0x11, _R, F3_0, Vr, no, Vw, 7, 7, VL_4, EACH, 1, KZ}, /* vpmovusdb */
   {0x12, _R, P66_1, Vw, Vr, Vr, 7, 7, VL, EACH, 2, KZ}, /* vpsllvw */
   {0x12, _R, F3_0, Vr, no, Vw, 7, 7, VL_8, EACH, 1, KZ}, /* vpmovusqb */
   {0x13, _R, P66_0, Vw, no, Vr, 7, 7, VL_2, EACH, 2, RKZ}, /* vcvtph2ps */
   {0x13, _R, F3_0, Vr, no, Vw, 7, 7, VL_2, EACH, 2, KZ}, /* vpmovusdw */
   {0x14, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, EW, BKZ}, /* vprorvd */
   {0x14, _R, F3_0, Vr, no, Vw, 7, 7, VL_4, EACH, 2, KZ}, /* vpmovusqw */
   {0x15, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, EW, BKZ}, /* vprolvd */
   {0x15, _R, F3_0, Vr, no, Vw, 7, 7, VL_2, EACH, 4, KZ}, /* vpmovusqd */
   {0x16, _R, P66, Vw, Vr, Vr, 6, 6, VL, WHOLE, 0, BKZ}, /* vpermps */
   {0x18, _R, P66_0, Vw, no, Vr, 7, 7, 4, ANY, 4, KZ}, /* vbroadcastss */
   {0x19, _R, P66_0, Vw, no, Vr, 6, 6, 8, FOLDED, 4, KZ}, /* vbroadcastf32x2 */
   {0x19, _R, P66_1, Vw, no, Vr, 6, 6, 8, ANY, 8, KZ}, /* vbroadcastsd */
   {0x1a, _R, P66, Vw, no, Vr, 0, 6, 16, FOLDED, EW, KZ}, /* vbroadcastf32x4 */
   {0x1b, _R, P66, Vw, no, Vr, 0, 4, 32, FOLDED, EW, KZ}, /* vbroadcastf32x8 */
   {0x1c, _R, P66, Vw, no, Vr, 7, 7, VL, EACH, 1, KZ}, /* vpabsb */
   {0x1d, _R, P66, Vw, no, Vr, 7, 7, VL, EACH, 2, KZ}, /* vpabsw */
   {0x1e, _R, P66_0, Vw, no, Vr, 7, 7, VL, EACH, 4, BKZ}, /* vpabsd */
   {0x1f, _R, P66_1, Vw, no, Vr, 7, 7, VL, EACH, 8, BKZ}, /* vpabsq */
   {0x20, _R, P66, Vw, no, Vr, 7, 7, VL_2, EACH, 1, KZ}, /* vpmovsxbw */
   {0x20, _R, F3_0, Vr, no, Vw, 7, 7, VL_2, EACH, 1, KZ}, /* vpmovswb */
   {0x21, _R, P66, Vw, no, Vr, 7, 7, VL_4, EACH, 1, KZ}, /* vpmovsxbd */
   {0x21, _R, F3_0, Vr, no, Vw, 7, 7, VL_4, EACH, 1, KZ}, /* vpmovsdb */
   {0x22, _R, P66, Vw, no, Vr, 7, 7, VL_8, EACH, 1, KZ}, /* vpmovsxbq */
   {0x22, _R, F3_0, Vr, no, Vw, 7, 7, VL_8, EACH, 1, KZ}, /* vpmovsqb */
   {0x23, _R, P66, Vw, no, Vr, 7, 7, VL_2, EACH, 2, KZ}, /* vpmovsxwd */
   {0x23, _R, F3_0, Vr, no, Vw, 7, 7, VL_2, EACH, 2, KZ}, /* vpmovsdw */
   {0x24, _R, P66, Vw, no, Vr, 7, 7, VL_4, EACH, 2, KZ}, /* vpmovsxwq */
   {0x24, _R, F3_0, Vr, no, Vw, 7, 7, VL_4, EACH, 2, KZ}, /* vpmovsqw */
   {0x25, _R, P66_0, Vw, no, Vr, 7, 7, VL_2, EACH, 4, KZ}, /* vpmovsxdq */
   {0x25, _R, F3_0, Vr, no, Vw, 7, 7, VL_2, EACH, 4, KZ}, /* vpmovsqd */
   {0x26, _R, P66_0 | F3_0, Kw, Vr, Vr, 7, 7, VL, EACH, 1, K}, /* vptestmb */
   {0x26, _R, P66_1 | F3_1, Kw, Vr, Vr, 7, 7, VL, EACH, 2, K}, /* vptestmw */
   {0x27, _R, P66 | F3, Kw, Vr, Vr, 7, 7, VL, EACH, EW, B | K}, /* vptestmd */
   {0x28, _R, P66_1, Vw, Vr, Vr, 7, 7, VL, EACH, 8, BKZ}, /* vpmuldq */
   {0x28, _R, F3, Vw, no, Kr, 7, 0, 0, WHOLE, 0, 0}, /* vpmovm2b */
   {0x29, _R, P66_1, Kw, Vr, Vr, 7, 7, VL, EACH, 8, B | K}, /* vpcmpeqq */
   {0x29, _R, F3, Kw, no, Vr, 7, 0, 0, WHOLE, 0, 0}, /* vpmovb2m */
   {0x2a, _R, P66_0, Vw, no, Vr, 0, 7, VL, WHOLE, 0, 0}, /* vmovntdqa */
   {0x2a, _R, F3_1, Vw, no, Kr, 7, 0, 0, WHOLE, 0, 0}, /* vpbroadcastmb2q */
   {0x2b, _R, P66_0, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, BKZ}, /* vpackusdw */
   {0x2c, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vscalefps */
   {0x2d, _R, P66, Vw, Vr, Vr, 7, 7, EW, EACH, EW, RKZ}, /* vscalefss */
   {0x30, _R, P66, Vw, no, Vr, 7, 7, VL_2, EACH, 1, KZ}, /* vpmovzxbw */
   {0x30, _R, F3_0, Vr, no, Vw, 7, 7, VL_2, EACH, 1, KZ}, /* vpmovwb */
   {0x31, _R, P66, Vw, no, Vr, 7, 7, VL_4, EACH, 1, KZ}, /* vpmovzxbd */
   {0x31, _R, F3_0, Vr, no, Vw, 7, 7, VL_4, EACH, 1, KZ}, /* vpmovdb */
   {0x32, _R, P66, Vw, no, Vr, 7, 7, VL_8, EACH, 1, KZ}, /* vpmovzxbq */
   {0x32, _R, F3_0, Vr, no, Vw, 7, 7, VL_8, EACH, 1, KZ}, /* vpmovqb */
   {0x33, _R, P66, Vw, no, Vr, 7, 7, VL_2, EACH, 2, KZ}, /* vpmovzxwd */
   {0x33, _R, F3_0, Vr, no, Vw, 7, 7, VL_2, EACH, 2, KZ}, /* vpmovdw */
   {0x34, _R, P66, Vw, no, Vr, 7, 7, VL_4, EACH, 2, KZ}, /* vpmovzxwq */
   {0x34, _R, F3_0, Vr, no, Vw, 7, 7, VL_4, EACH, 2, KZ}, /* vpmovqw */
   {0x35, _R, P66_0, Vw, no, Vr, 7, 7, VL_2, EACH, 4, KZ}, /* vpmovzxdq */
   {0x35, _R, F3_0, Vr, no, Vw, 7, 7, VL_2, EACH, 4, KZ}, /* vpmovqd */
   {0x36, _R, P66, Vw, Vr, Vr, 6, 6, VL, WHOLE, 0, BKZ}, /* vpermd */
   {0x37, _R, P66_1, Kw, Vr, Vr, 7, 7, VL, EACH, 8, B | K}, /* vpcmpgtq */
   {0x38, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, 1, KZ}, /* vpminsb */
   {0x38, _R, F3, Vw, no, Kr, 7, 0, 0, WHOLE, 0, 0}, /* vpmovm2d */
   {0x39, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, EW, BKZ}, /* vpminsd */
   {0x39, _R, F3, Kw, no, Vr, 7, 0, 0, WHOLE, 0, 0}, /* vpmovd2m */
   {0x3a, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, 2, KZ}, /* vpminuw */
   {0x3a, _R, F3_0, Vw, no, Kr, 7, 0, 0, WHOLE, 0, 0}, /* vpbroadcastmw2d */
   {0x3b, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, EW, BKZ}, /* vpminud */
   {0x3c, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, 1, KZ}, /* vpmaxsb */
   {0x3d, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, EW, BKZ}, /* vpmaxsd */
   {0x3e, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, 2, KZ}, /* vpmaxuw */
   {0x3f, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, EW, BKZ}, /* vpmaxud */
   {0x40, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, EW, BKZ}, /* vpmulld */
   {0x42, _R, P66, Vw, no, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vgetexpps */
   {0x43, _R, P66, Vw, Vr, Vr, 7, 7, EW, EACH, EW, RKZ}, /* vgetexpss */
   {0x44, _R, P66, Vw, no, Vr, 7, 7, VL, EACH, EW, BKZ}, /* vplzcntd */
   {0x45, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, EW, BKZ}, /* vpsrlvd */
   {0x46, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, EW, BKZ}, /* vpsravd */
   {0x47, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, EW, BKZ}, /* vpsllvd */
   {0x4c, _R, P66, Vw, no, Vr, 7, 7, VL, EACH, EW, BKZ}, /* vrcp14ps */
   {0x4d, _R, P66, Vw, Vr, Vr, 7, 7, EW, EACH, EW, KZ}, /* vrcp14ss */
   {0x4e, _R, P66, Vw, no, Vr, 7, 7, VL, EACH, EW, BKZ}, /* vrsqrt14ps */
   {0x4f, _R, P66, Vw, Vr, Vr, 7, 7, EW, EACH, EW, KZ}, /* vrsqrt14ss */
   {0x50, _R, P66_0, Vm, Vr, Vr, 7, 7, VL, EACH, 4, BKZ}, /* vpdpbusd */
   {0x51, _R, P66_0, Vm, Vr, Vr, 7, 7, VL, EACH, 4, BKZ}, /* vpdpbusds */
   {0x52, _R, P66_0 | F3_0, Vm, Vr, Vr, 7, 7, VL, EACH, 4, BKZ}, /* vpdpwssd */
   {0x53, _R, P66_0, Vm, Vr, Vr, 7, 7, VL, EACH, 4, BKZ}, /* vpdpwssds */
   {0x54, _R, P66_0, Vw, no, Vr, 7, 7, VL, EACH, 1, KZ}, /* vpopcntb */
   {0x54, _R, P66_1, Vw, no, Vr, 7, 7, VL, EACH, 2, KZ}, /* vpopcntw */
   {0x55, _R, P66, Vw, no, Vr, 7, 7, VL, EACH, EW, BKZ}, /* vpopcntd */
   {0x58, _R, P66_0, Vw, no, Vr, 7, 7, 4, ANY, 4, KZ}, /* vpbroadcastd */
   {0x59, _R, P66_0, Vw, no, Vr, 7, 7, 8, FOLDED, 4, KZ}, /* vbroadcasti32x2 */
   {0x59, _R, P66_1, Vw, no, Vr, 7, 7, 8, ANY, 8, KZ}, /* vpbroadcastq */
   {0x5a, _R, P66, Vw, no, Vr, 0, 6, 16, FOLDED, EW, KZ}, /* vbroadcasti32x4 */
   {0x5b, _R, P66, Vw, no, Vr, 0, 4, 32, FOLDED, EW, KZ}, /* vbroadcasti32x8 */
   {0x62, _R, P66_0, Vw, no, Vr, 7, 7, VL, PACKED, 1, KZ}, /* vpexpandb */
   {0x62, _R, P66_1, Vw, no, Vr, 7, 7, VL, PACKED, 2, KZ}, /* vpexpandw */
   {0x63, _R, P66_0, Vr, no, Vw, 7, 7, VL, PACKED, 1, KZ}, /* vpcompressb */
   {0x63, _R, P66_1, Vr, no, Vw, 7, 7, VL, PACKED, 2, KZ}, /* vpcompressw */
   {0x64, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, EW, BKZ}, /* vpblendmd */
   {0x65, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, EW, BKZ}, /* vblendmps */
   {0x66, _R, P66_0, Vw, Vr, Vr, 7, 7, VL, EACH, 1, KZ}, /* vpblendmb */
   {0x66, _R, P66_1, Vw, Vr, Vr, 7, 7, VL, EACH, 2, KZ}, /* vpblendmw */
   {0x68, _R, F2, KKw, Vr, Vr, 7, 7, VL, WHOLE, 0, B}, /* vp2intersectd */
   {0x70, _R, P66_1, Vm, Vr, Vr, 7, 7, VL, EACH, 2, KZ}, /* vpshldvw */
   {0x71, _R, P66, Vm, Vr, Vr, 7, 7, VL, EACH, EW, BKZ}, /* vpshldvd */
   {0x72, _R, P66_1, Vm, Vr, Vr, 7, 7, VL, EACH, 2, KZ}, /* vpshrdvw */
   {0x72, _R, F3_0, Vw, no, Vr, 7, 7, VL, EACH, 4, BKZ}, /* vcvtneps2bf16 */
   {0x72, _R, F2_0, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, BKZ}, /* vcvtne2ps2bf16 */
   {0x73, _R, P66, Vm, Vr, Vr, 7, 7, VL, EACH, EW, BKZ}, /* vpshrdvd */
   {0x75, _R, P66, Vm, Vr, Vr, 7, 7, VL, WHOLE, 0, KZ}, /* vpermi2b */
   {0x76, _R, P66, Vm, Vr, Vr, 7, 7, VL, WHOLE, 0, BKZ}, /* vpermi2d */
   {0x77, _R, P66, Vm, Vr, Vr, 7, 7, VL, WHOLE, 0, BKZ}, /* vpermi2ps */
   {0x78, _R, P66_0, Vw, no, Vr, 7, 7, 1, ANY, 1, KZ}, /* vpbroadcastb */
   {0x79, _R, P66_0, Vw, no, Vr, 7, 7, 2, ANY, 2, KZ}, /* vpbroadcastw */
   {0x7a, _R, P66_0, Vw, no, Gr, 7, 0, 0, WHOLE, 0, KZ}, /* vpbroadcastb */
   {0x7b, _R, P66_0, Vw, no, Gr, 7, 0, 0, WHOLE, 0, KZ}, /* vpbroadcastw */
   {0x7c, _R, P66, Vw, no, Gr, 7, 0, 0, WHOLE, 0, KZ}, /* vpbroadcastd */
   {0x7d, _R, P66, Vm, Vr, Vr, 7, 7, VL, WHOLE, 0, KZ}, /* vpermt2b */
   {0x7e, _R, P66, Vm, Vr, Vr, 7, 7, VL, WHOLE, 0, BKZ}, /* vpermt2d */
   {0x7f, _R, P66, Vm, Vr, Vr, 7, 7, VL, WHOLE, 0, BKZ}, /* vpermt2ps */
   {0x83, _R, P66_1, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, BKZ}, /* vpmultishiftqb */
   {0x88, _R, P66, Vw, no, Vr, 7, 7, VL, PACKED, EW, KZ}, /* vexpandps */
   {0x89, _R, P66, Vw, no, Vr, 7, 7, VL, PACKED, EW, KZ}, /* vpexpandd */
   {0x8a, _R, P66, Vr, no, Vw, 7, 7, VL, PACKED, EW, KZ}, /* vcompressps */
   {0x8b, _R, P66, Vr, no, Vw, 7, 7, VL, PACKED, EW, KZ}, /* vpcompressd */
   {0x8d, _R, P66, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, KZ}, /* vpermb */
   {0x8f, _R, P66_0, Kw, Vr, Vr, 7, 7, VL, EACH, 1, K}, /* vpshufbitqmb */
   {0x90, _R, P66, Vw, no, Xr, 0, 7, EW, INDEXED, 4, K}, /* vpgatherdd */
   {0x91, _R, P66, Vw, no, Xr, 0, 7, EW, INDEXED, 8, K}, /* vpgatherqd */
   {0x92, _R, P66, Vw, no, Xr, 0, 7, EW, INDEXED, 4, K}, /* vgatherdps */
   {0x93, _R, P66, Vw, no, Xr, 0, 7, EW, INDEXED, 8, K}, /* vgatherqps */
   {0x96, _R, P66, Vm, Vr, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vfmaddsub132ps */
   {0x97, _R, P66, Vm, Vr, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vfmsubadd132ps */
   {0x98, _R, P66, Vm, Vr, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vfmadd132ps */
   {0x99, _R, P66, Vm, Vr, Vr, 7, 7, EW, EACH, EW, RKZ}, /* vfmadd132ss */
   {0x9a, _R, P66, Vm, Vr, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vfmsub132ps */
   {0x9b, _R, P66, Vm, Vr, Vr, 7, 7, EW, EACH, EW, RKZ}, /* vfmsub132ss */
   {0x9c, _R, P66, Vm, Vr, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vfnmadd132ps */
   {0x9d, _R, P66, Vm, Vr, Vr, 7, 7, EW, EACH, EW, RKZ}, /* vfnmadd132ss */
   {0x9e, _R, P66, Vm, Vr, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vfnmsub132ps */
   {0x9f, _R, P66, Vm, Vr, Vr, 7, 7, EW, EACH, EW, RKZ}, /* vfnmsub132ss */
   {0xa0, _R, P66, Vr, no, Xw, 0, 7, EW, INDEXED, 4, K}, /* vpscatterdd */
   {0xa1, _R, P66, Vr, no, Xw, 0, 7, EW, INDEXED, 8, K}, /* vpscatterqd */
   {0xa2, _R, P66, Vr, no, Xw, 0, 7, EW, INDEXED, 4, K}, /* vscatterdps */
   {0xa3, _R, P66, Vr, no, Xw, 0, 7, EW, INDEXED, 8, K}, /* vscatterqps */
   {0xa6, _R, P66, Vm, Vr, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vfmaddsub213ps */
   {0xa7, _R, P66, Vm, Vr, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vfmsubadd213ps */
   {0xa8, _R, P66, Vm, Vr, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vfmadd213ps */
   {0xa9, _R, P66, Vm, Vr, Vr, 7, 7, EW, EACH, EW, RKZ}, /* vfmadd213ss */
   {0xaa, _R, P66, Vm, Vr, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vfmsub213ps */
   {0xab, _R, P66, Vm, Vr, Vr, 7, 7, EW, EACH, EW, RKZ}, /* vfmsub213ss */
   {0xac, _R, P66, Vm, Vr, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vfnmadd213ps */
   {0xad, _R, P66, Vm, Vr, Vr, 7, 7, EW, EACH, EW, RKZ}, /* vfnmadd213ss */
   {0xae, _R, P66, Vm, Vr, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vfnmsub213ps */
   {0xaf, _R, P66, Vm, Vr, Vr, 7, 7, EW, EACH, EW, RKZ}, /* vfnmsub213ss */
   {0xb4, _R, P66_1, Vm, Vr, Vr, 7, 7, VL, EACH, 8, BKZ}, /* vpmadd52luq */
   {0xb5, _R, P66_1, Vm, Vr, Vr, 7, 7, VL, EACH, 8, BKZ}, /* vpmadd52huq */
   {0xb6, _R, P66, Vm, Vr, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vfmaddsub231ps */
   {0xb7, _R, P66, Vm, Vr, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vfmsubadd231ps */
   {0xb8, _R, P66, Vm, Vr, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vfmadd231ps */
   {0xb9, _R, P66, Vm, Vr, Vr, 7, 7, EW, EACH, EW, RKZ}, /* vfmadd231ss */
   {0xba, _R, P66, Vm, Vr, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vfmsub231ps */
   {0xbb, _R, P66, Vm, Vr, Vr, 7, 7, EW, EACH, EW, RKZ}, /* vfmsub231ss */
   {0xbc, _R, P66, Vm, Vr, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vfnmadd231ps */
   {0xbd, _R, P66, Vm, Vr, Vr, 7, 7, EW, EACH, EW, RKZ}, /* vfnmadd231ss */
   {0xbe, _R, P66, Vm, Vr, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vfnmsub231ps */
   {0xbf, _R, P66, Vm, Vr, Vr, 7, 7, EW, EACH, EW, RKZ}, /* vfnmsub231ss */
   {0xc4, _R, P66, Vw, no, Vr, 7, 7, VL, WHOLE, 0, BKZ}, /* vpconflictd */
   {0xcf, _R, P66_0, Vw, Vr, Vr, 7, 7, VL, EACH, 1, KZ}, /* vgf2p8mulb */
   {0xdc, _R, P66, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, 0}, /* vaesenc */
   {0xdd, _R, P66, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, 0}, /* vaesenclast */
   {0xde, _R, P66, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, 0}, /* vaesdec */
   {0xdf, _R, P66, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, 0}, /* vaesdeclast */
};
static const EvexForm evex_0f3a[] = {
   {0x00, _R, P66_1, Vw, no, Vr, 6, 6, VL, WHOLE, 0, BKZ}, /* vpermq */
   {0x01, _R, P66_1, Vw, no, Vr, 6, 6, VL, WHOLE, 0, BKZ}, /* vpermpd */
   {0x03, _R, P66, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, BKZ}, /* valignd */
   {0x04, _R, P66_0, Vw, no, Vr, 7, 7, VL, WHOLE, 0, BKZ}, /* vpermilps */
   {0x05, _R, P66_1, Vw, no, Vr, 7, 7, VL, WHOLE, 0, BKZ}, /* vpermilpd */
   {0x08, _R, P66_0, Vw, no, Vr, 7, 7, VL, EACH, 4, BRKZ}, /* vrndscaleps */
   {0x09, _R, P66_1, Vw, no, Vr, 7, 7, VL, EACH, 8, BRKZ}, /* vrndscalepd */
   {0x0a, _R, P66_0, Vw, Vr, Vr, 7, 7, 4, EACH, 4, RKZ}, /* vrndscaless */
   {0x0b, _R, P66_1, Vw, Vr, Vr, 7, 7, 8, EACH, 8, RKZ}, /* vrndscalesd */
   {0x0f, _R, P66, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, KZ}, /* vpalignr */
   {0x14, _R, P66, Vr, no, Gw, 1, 1, 1, WHOLE, 0, 0}, /* vpextrb */
   {0x15, _R, P66, Vr, no, Gw, 1, 1, 2, WHOLE, 0, 0}, /* vpextrw */
   {0x16, _R, P66, Vr, no, Gw, 1, 1, EW, WHOLE, 0, 0}, /* vpextrd */
   {0x17, _R, P66, Vr, no, Gw, 1, 1, 4, WHOLE, 0, 0}, /* vextractps */
   {0x18, _R, P66, Vw, Vr, Vr, 6, 6, 16, WHOLE, 0, KZ}, /* vinsertf32x4 */
   {0x19, _R, P66, Vr, no, Vw, 6, 6, 16, WHOLE, 0, KZ}, /* vextractf32x4 */
   {0x1a, _R, P66, Vw, Vr, Vr, 4, 4, 32, WHOLE, 0, KZ}, /* vinsertf32x8 */
   {0x1b, _R, P66, Vr, no, Vw, 4, 4, 32, WHOLE, 0, KZ}, /* vextractf32x8 */
   {0x1d, _R, P66_0, Vr, no, Vw, 7, 7, VL_2, EACH, 2, RKZ}, /* vcvtps2ph */
   {0x1e, _R, P66, Kw, Vr, Vr, 7, 7, VL, EACH, EW, B | K}, /* vpcmpud */
   {0x1f, _R, P66, Kw, Vr, Vr, 7, 7, VL, EACH, EW, B | K}, /* vpcmpd */
   {0x20, _R, P66, Vw, Vr, Gr, 1, 1, 1, WHOLE, 0, 0}, /* vpinsrb */
   {0x21, _R, P66_0, Vw, Vr, Vr, 1, 1, 4, WHOLE, 0, 0}, /* vinsertps */
   {0x22, _R, P66, Vw, Vr, Gr, 1, 1, EW, WHOLE, 0, 0}, /* vpinsrd */
   {0x23, _R, P66, Vw, Vr, Vr, 6, 6, VL, WHOLE, 0, BKZ}, /* vshuff32x4 */
   {0x25, _R, P66, Vm, Vr, Vr, 7, 7, VL, EACH, EW, BKZ}, /* vpternlogd */
   {0x26, _R, P66, Vw, no, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vgetmantps */
   {0x27, _R, P66, Vw, Vr, Vr, 7, 7, EW, EACH, EW, RKZ}, /* vgetmantss */
   {0x38, _R, P66, Vw, Vr, Vr, 6, 6, 16, WHOLE, 0, KZ}, /* vinserti32x4 */
   {0x39, _R, P66, Vr, no, Vw, 6, 6, 16, WHOLE, 0, KZ}, /* vextracti32x4 */
   {0x3a, _R, P66, Vw, Vr, Vr, 4, 4, 32, WHOLE, 0, KZ}, /* vinserti32x8 */
   {0x3b, _R, P66, Vr, no, Vw, 4, 4, 32, WHOLE, 0, KZ}, /* vextracti32x8 */
   {0x3e, _R, P66_0, Kw, Vr, Vr, 7, 7, VL, EACH, 1, K}, /* vpcmpub */
   {0x3e, _R, P66_1, Kw, Vr, Vr, 7, 7, VL, EACH, 2, K}, /* vpcmpuw */
   {0x3f, _R, P66_0, Kw, Vr, Vr, 7, 7, VL, EACH, 1, K}, /* vpcmpb */
   {0x3f, _R, P66_1, Kw, Vr, Vr, 7, 7, VL, EACH, 2, K}, /* vpcmpw */
   {0x42, _R, P66_0, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, KZ}, /* vdbpsadbw */
   {0x43, _R, P66, Vw, Vr, Vr, 6, 6, VL, WHOLE, 0, BKZ}, /* vshufi32x4 */
   {0x44, _R, P66, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, 0}, /* vpclmulhqhqdq */
   {0x50, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vrangeps */
   {0x51, _R, P66, Vw, Vr, Vr, 7, 7, EW, EACH, EW, RKZ}, /* vrangess */
   {0x54, _R, P66, Vm, Vr, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vfixupimmps */
   {0x55, _R, P66, Vm, Vr, Vr, 7, 7, EW, EACH, EW, RKZ}, /* vfixupimmss */
   {0x56, _R, P66, Vw, no, Vr, 7, 7, VL, EACH, EW, BRKZ}, /* vreduceps */
   {0x57, _R, P66, Vw, Vr, Vr, 7, 7, EW, EACH, EW, RKZ}, /* vreducess */
   {0x66, _R, P66, Kw, no, Vr, 7, 7, VL, EACH, EW, B | K}, /* vfpclassps */
   {0x67, _R, P66, Kw, no, Vr, 7, 7, EW, EACH, EW, K}, /* vfpclassss */
   {0x70, _R, P66_1, Vw, Vr, Vr, 7, 7, VL, EACH, 2, KZ}, /* vpshldw */
   {0x71, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, EW, BKZ}, /* vpshldd */
   {0x72, _R, P66_1, Vw, Vr, Vr, 7, 7, VL, EACH, 2, KZ}, /* vpshrdw */
   {0x73, _R, P66, Vw, Vr, Vr, 7, 7, VL, EACH, EW, BKZ}, /* vpshrdd */
   {0xce, _R, P66_1, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, BKZ}, /* vgf2p8affineqb */
   {0xcf, _R, P66_1, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, BKZ}, /* vgf2p8affineinvqb */
};

/* With a VEX prefix. */
static const EvexForm vex_0f[] = {
   {0x41, _R, NP | P66, Kw, Kr, Kr, 2, 0, 0, WHOLE, 0, 0}, /* kandw */
   {0x42, _R, NP | P66, Kw, Kr, Kr, 2, 0, 0, WHOLE, 0, 0}, /* kandnw */
   {0x44, _R, NP | P66, Kw, no, Kr, 1, 0, 0, WHOLE, 0, 0}, /* knotw */
   {0x45, _R, NP | P66, Kw, Kr, Kr, 2, 0, 0, WHOLE, 0, 0}, /* korw */
   {0x46, _R, NP | P66, Kw, Kr, Kr, 2, 0, 0, WHOLE, 0, 0}, /* kxnorw */
   {0x47, _R, NP | P66, Kw, Kr, Kr, 2, 0, 0, WHOLE, 0, 0}, /* kxorw */
   {0x4a, _R, NP | P66, Kw, Kr, Kr, 2, 0, 0, WHOLE, 0, 0}, /* kaddw */
   {0x4b, _R, NP | P66_0, Kw, Kr, Kr, 2, 0, 0, WHOLE, 0, 0}, /* kunpckwd */
   {0x90, _R, NP_0, Kw, no, Kr, 1, 1, 2, WHOLE, 0, 0}, /* kmovw */
   {0x90, _R, NP_1, Kw, no, Kr, 1, 1, 8, WHOLE, 0, 0}, /* kmovq */
   {0x90, _R, P66_0, Kw, no, Kr, 1, 1, 1, WHOLE, 0, 0}, /* kmovb */
   {0x90, _R, P66_1, Kw, no, Kr, 1, 1, 4, WHOLE, 0, 0}, /* kmovd */
   {0x91, _R, NP_0, Kr, no, Kw, 0, 1, 2, WHOLE, 0, 0}, /* kmovw */
   {0x91, _R, NP_1, Kr, no, Kw, 0, 1, 8, WHOLE, 0, 0}, /* kmovq */
   {0x91, _R, P66_0, Kr, no, Kw, 0, 1, 1, WHOLE, 0, 0}, /* kmovb */
   {0x91, _R, P66_1, Kr, no, Kw, 0, 1, 4, WHOLE, 0, 0}, /* kmovd */
   {0x92, _R, NP_0 | P66_0 | F2, Kw, no, Gr, 1, 0, 0, WHOLE, 0, 0}, /* kmovw */
   {0x93, _R, NP_0 | P66_0 | F2, Gw, no, Kr, 1, 0, 0, WHOLE, 0, 0}, /* kmovw */
   {0x98, _R, NP | P66, Kr, no, Kr, 1, 0, 0, WHOLE, 0, FL}, /* kortestw */
   {0x99, _R, NP | P66, Kr, no, Kr, 1, 0, 0, WHOLE, 0, FL}, /* ktestw */
};
static const EvexForm vex_0f38[] = {
   {0x50, _R, P66_0, Vm, Vr, Vr, 3, 3, VL, WHOLE, 0, 0}, /* vpdpbusd */
   {0x51, _R, P66_0, Vm, Vr, Vr, 3, 3, VL, WHOLE, 0, 0}, /* vpdpbusds */
   {0x52, _R, P66_0, Vm, Vr, Vr, 3, 3, VL, WHOLE, 0, 0}, /* vpdpwssd */
   {0x53, _R, P66_0, Vm, Vr, Vr, 3, 3, VL, WHOLE, 0, 0}, /* vpdpwssds */
   {0xcf, _R, P66_0, Vw, Vr, Vr, 3, 3, VL, WHOLE, 0, 0}, /* vgf2p8mulb */
   {0xdc, _R, P66, Vw, Vr, Vr, 2, 2, VL, WHOLE, 0, 0}, /* vaesenc */
   {0xdd, _R, P66, Vw, Vr, Vr, 2, 2, VL, WHOLE, 0, 0}, /* vaesenclast */
   {0xde, _R, P66, Vw, Vr, Vr, 2, 2, VL, WHOLE, 0, 0}, /* vaesdec */
   {0xdf, _R, P66, Vw, Vr, Vr, 2, 2, VL, WHOLE, 0, 0}, /* vaesdeclast */
};
static const EvexForm vex_0f3a[] = {
   {0x30, _R, P66, Kw, no, Kr, 1, 0, 0, WHOLE, 0, 0}, /* kshiftrw */
   {0x31, _R, P66, Kw, no, Kr, 1, 0, 0, WHOLE, 0, 0}, /* kshiftrq */
   {0x32, _R, P66, Kw, no, Kr, 1, 0, 0, WHOLE, 0, 0}, /* kshiftlw */
   {0x33, _R, P66, Kw, no, Kr, 1, 0, 0, WHOLE, 0, 0}, /* kshiftlq */
   {0x44, _R, P66, Vw, Vr, Vr, 2, 2, VL, WHOLE, 0, 0}, /* vpclmulqdq */
   {0xce, _R, P66_1, Vw, Vr, Vr, 3, 3, VL, WHOLE, 0, 0}, /* vgf2p8affineqb */
   {0xcf, _R, P66_1, Vw, Vr, Vr, 3, 3, VL, WHOLE, 0, 0}, /* vgf2p8affineinvqb */
};

/* clang-format on */

typedef struct {
   const EvexForm* forms;
   UInt            n;
} FormTable;

#define TABLE(forms)                                                           \
   {                                                                           \
      forms, sizeof forms / sizeof forms[0]                                    \
   }

/* By EvexKey.is_evex, and by map. */
#define N_MAPS 4
static const FormTable tables[2][N_MAPS] = {
   {{NULL, 0}, TABLE(vex_0f), TABLE(vex_0f38), TABLE(vex_0f3a)},
   {{NULL, 0}, TABLE(evex_0f), TABLE(evex_0f38), TABLE(evex_0f3a)},
};

static Bool matches(const EvexForm* f, const EvexKey* key)
{
   return f->opcode == key->opcode
          && (f->prefixes >> (2 * key->pp + key->w) & 1) != 0
          && (f->digit == key->reg || f->digit == CG_EVEX_FORMS_NO_DIGIT)
          && (key->is_memory ? f->mem_lengths : f->reg_lengths) != 0;
}

/* The first form of a table whose opcode is not less. */
static UInt first_of(const FormTable* table, UInt opcode)
{
   UInt from = 0, to = table->n;

   while (from < to) {
      UInt middle = (from + to) / 2;

      if (table->forms[middle].opcode < opcode)
         from = middle + 1;
      else
         to = middle;
   }
   return from;
}

const EvexForm* cg_evex_forms_find(const EvexKey* key)
{
   if (key->map >= N_MAPS)
      return NULL;

   const FormTable* table = &tables[key->is_evex][key->map];

   for (UInt i = first_of(table, key->opcode);
        i < table->n && table->forms[i].opcode == key->opcode; i++)
      if (matches(&table->forms[i], key))
         return &table->forms[i];
   return NULL;
}
