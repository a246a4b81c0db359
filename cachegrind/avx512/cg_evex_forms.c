/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_evex_forms.c: the EVEX instructions; see cg_evex_forms.h. */

#include "pub_tool_basics.h"

#include "avx512/cg_evex_forms.h"

/* Short words for the columns of the table: map, prefix, W, opcode, digit; reg,
   vvvv, rm; lengths with registers and with memory; size of memory, access,
   element; flags. */
enum { NP, P66, PF3, PF2 };
enum { W0, W1, Wx = CG_EVEX_FORMS_ANY_W };
enum { _R = CG_EVEX_FORMS_NO_DIGIT };
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
   IMM = EVEX_IMM,
   B   = EVEX_BROADCAST,
   RC  = EVEX_ROUNDING,
   K   = EVEX_MASK,
   Z   = EVEX_ZEROING,
   FL  = EVEX_FLAGS,
};

/* By map and opcode. */
/* clang-format off */
static const EvexForm forms[] = {
   {1, NP, W0, 0x10, _R, Vw, no, Vr, 7, 7, VL, EACH, 4, K | Z}, /* vmovups */
   {1, P66, W1, 0x10, _R, Vw, no, Vr, 7, 7, VL, EACH, 8, K | Z}, /* vmovupd */
   {1, PF3, W0, 0x10, _R, Vw, Vr, Vr, 7, 0, 0, WHOLE, 0, K | Z}, /* vmovss */
   {1, PF3, W0, 0x10, _R, Vw, no, Vr, 0, 7, 4, EACH, 4, K | Z}, /* vmovss */
   {1, PF2, W1, 0x10, _R, Vw, Vr, Vr, 7, 0, 0, WHOLE, 0, K | Z}, /* vmovsd */
   {1, PF2, W1, 0x10, _R, Vw, no, Vr, 0, 7, 8, EACH, 8, K | Z}, /* vmovsd */
   {1, NP, W0, 0x11, _R, Vr, no, Vw, 7, 7, VL, EACH, 4, K | Z}, /* vmovups */
   {1, P66, W1, 0x11, _R, Vr, no, Vw, 7, 7, VL, EACH, 8, K | Z}, /* vmovupd */
   {1, PF3, W0, 0x11, _R, Vr, Vr, Vw, 7, 0, 0, WHOLE, 0, K | Z}, /* vmovss */
   {1, PF3, W0, 0x11, _R, Vr, no, Vw, 0, 7, 4, EACH, 4, K | Z}, /* vmovss */
   {1, PF2, W1, 0x11, _R, Vr, Vr, Vw, 7, 0, 0, WHOLE, 0, K | Z}, /* vmovsd */
   {1, PF2, W1, 0x11, _R, Vr, no, Vw, 0, 7, 8, EACH, 8, K | Z}, /* vmovsd */
   {1, NP, W0, 0x12, _R, Vw, Vr, Vr, 1, 1, 8, WHOLE, 0, 0}, /* vmovhlps */
   {1, P66, W1, 0x12, _R, Vw, Vr, Vr, 0, 1, 8, WHOLE, 0, 0}, /* vmovlpd */
   {1, PF3, W0, 0x12, _R, Vw, no, Vr, 7, 7, VL, WHOLE, 0, K | Z}, /* vmovsldup */
   {1, PF2, W1, 0x12, _R, Vw, no, Vr, 7, 7, DUP, WHOLE, 0, K | Z}, /* vmovddup */
   {1, NP, W0, 0x13, _R, Vr, no, Vw, 0, 1, 8, WHOLE, 0, 0}, /* vmovlps */
   {1, P66, W1, 0x13, _R, Vr, no, Vw, 0, 1, 8, WHOLE, 0, 0}, /* vmovlpd */
   {1, NP, W0, 0x14, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, B | K | Z}, /* vunpcklps */
   {1, P66, W1, 0x14, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, B | K | Z}, /* vunpcklpd */
   {1, NP, W0, 0x15, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, B | K | Z}, /* vunpckhps */
   {1, P66, W1, 0x15, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, B | K | Z}, /* vunpckhpd */
   {1, NP, W0, 0x16, _R, Vw, Vr, Vr, 1, 1, 8, WHOLE, 0, 0}, /* vmovlhps */
   {1, P66, W1, 0x16, _R, Vw, Vr, Vr, 0, 1, 8, WHOLE, 0, 0}, /* vmovhpd */
   {1, PF3, W0, 0x16, _R, Vw, no, Vr, 7, 7, VL, WHOLE, 0, K | Z}, /* vmovshdup */
   {1, NP, W0, 0x17, _R, Vr, no, Vw, 0, 1, 8, WHOLE, 0, 0}, /* vmovhps */
   {1, P66, W1, 0x17, _R, Vr, no, Vw, 0, 1, 8, WHOLE, 0, 0}, /* vmovhpd */
   {1, NP, W0, 0x28, _R, Vw, no, Vr, 7, 7, VL, EACH, 4, K | Z}, /* vmovaps */
   {1, P66, W1, 0x28, _R, Vw, no, Vr, 7, 7, VL, EACH, 8, K | Z}, /* vmovapd */
   {1, NP, W0, 0x29, _R, Vr, no, Vw, 7, 7, VL, EACH, 4, K | Z}, /* vmovaps */
   {1, P66, W1, 0x29, _R, Vr, no, Vw, 7, 7, VL, EACH, 8, K | Z}, /* vmovapd */
   {1, PF3, W0, 0x2a, _R, Vw, Vr, Gr, 7, 7, 4, WHOLE, 0, RC}, /* vcvtsi2ss */
   {1, PF3, W1, 0x2a, _R, Vw, Vr, Gr, 7, 7, 8, WHOLE, 0, RC}, /* vcvtsi2ss */
   {1, PF2, W0, 0x2a, _R, Vw, Vr, Gr, 7, 7, 4, WHOLE, 0, RC}, /* vcvtsi2sd */
   {1, PF2, W1, 0x2a, _R, Vw, Vr, Gr, 7, 7, 8, WHOLE, 0, RC}, /* vcvtsi2sd */
   {1, NP, W0, 0x2b, _R, Vr, no, Vw, 0, 7, VL, WHOLE, 0, 0}, /* vmovntps */
   {1, P66, W1, 0x2b, _R, Vr, no, Vw, 0, 7, VL, WHOLE, 0, 0}, /* vmovntpd */
   {1, PF3, Wx, 0x2c, _R, Gw, no, Vr, 7, 7, 4, WHOLE, 0, RC}, /* vcvttss2si */
   {1, PF2, Wx, 0x2c, _R, Gw, no, Vr, 7, 7, 8, WHOLE, 0, RC}, /* vcvttsd2si */
   {1, PF3, Wx, 0x2d, _R, Gw, no, Vr, 7, 7, 4, WHOLE, 0, RC}, /* vcvtss2si */
   {1, PF2, Wx, 0x2d, _R, Gw, no, Vr, 7, 7, 8, WHOLE, 0, RC}, /* vcvtsd2si */
   {1, NP, W0, 0x2e, _R, Vr, no, Vr, 7, 7, 4, WHOLE, 0, RC | FL}, /* vucomiss */
   {1, P66, W1, 0x2e, _R, Vr, no, Vr, 7, 7, 8, WHOLE, 0, RC | FL}, /* vucomisd */
   {1, NP, W0, 0x2f, _R, Vr, no, Vr, 7, 7, 4, WHOLE, 0, RC | FL}, /* vcomiss */
   {1, P66, W1, 0x2f, _R, Vr, no, Vr, 7, 7, 8, WHOLE, 0, RC | FL}, /* vcomisd */
   {1, NP, W0, 0x51, _R, Vw, no, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vsqrtps */
   {1, P66, W1, 0x51, _R, Vw, no, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vsqrtpd */
   {1, PF3, W0, 0x51, _R, Vw, Vr, Vr, 7, 7, 4, EACH, 4, RC | K | Z}, /* vsqrtss */
   {1, PF2, W1, 0x51, _R, Vw, Vr, Vr, 7, 7, 8, EACH, 8, RC | K | Z}, /* vsqrtsd */
   {1, NP, W0, 0x54, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vandps */
   {1, P66, W1, 0x54, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vandpd */
   {1, NP, W0, 0x55, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vandnps */
   {1, P66, W1, 0x55, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vandnpd */
   {1, NP, W0, 0x56, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vorps */
   {1, P66, W1, 0x56, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vorpd */
   {1, NP, W0, 0x57, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vxorps */
   {1, P66, W1, 0x57, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vxorpd */
   {1, NP, W0, 0x58, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vaddps */
   {1, P66, W1, 0x58, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vaddpd */
   {1, PF3, W0, 0x58, _R, Vw, Vr, Vr, 7, 7, 4, EACH, 4, RC | K | Z}, /* vaddss */
   {1, PF2, W1, 0x58, _R, Vw, Vr, Vr, 7, 7, 8, EACH, 8, RC | K | Z}, /* vaddsd */
   {1, NP, W0, 0x59, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vmulps */
   {1, P66, W1, 0x59, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vmulpd */
   {1, PF3, W0, 0x59, _R, Vw, Vr, Vr, 7, 7, 4, EACH, 4, RC | K | Z}, /* vmulss */
   {1, PF2, W1, 0x59, _R, Vw, Vr, Vr, 7, 7, 8, EACH, 8, RC | K | Z}, /* vmulsd */
   {1, NP, W0, 0x5a, _R, Vw, no, Vr, 7, 7, VL_2, EACH, 4, B | RC | K | Z}, /* vcvtps2pd */
   {1, P66, W1, 0x5a, _R, Vw, no, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vcvtpd2ps */
   {1, PF3, W0, 0x5a, _R, Vw, Vr, Vr, 7, 7, 4, EACH, 4, RC | K | Z}, /* vcvtss2sd */
   {1, PF2, W1, 0x5a, _R, Vw, Vr, Vr, 7, 7, 8, EACH, 8, RC | K | Z}, /* vcvtsd2ss */
   {1, NP, W0, 0x5b, _R, Vw, no, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vcvtdq2ps */
   {1, NP, W1, 0x5b, _R, Vw, no, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vcvtqq2ps */
   {1, P66, W0, 0x5b, _R, Vw, no, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vcvtps2dq */
   {1, PF3, W0, 0x5b, _R, Vw, no, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vcvttps2dq */
   {1, NP, W0, 0x5c, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vsubps */
   {1, P66, W1, 0x5c, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vsubpd */
   {1, PF3, W0, 0x5c, _R, Vw, Vr, Vr, 7, 7, 4, EACH, 4, RC | K | Z}, /* vsubss */
   {1, PF2, W1, 0x5c, _R, Vw, Vr, Vr, 7, 7, 8, EACH, 8, RC | K | Z}, /* vsubsd */
   {1, NP, W0, 0x5d, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vminps */
   {1, P66, W1, 0x5d, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vminpd */
   {1, PF3, W0, 0x5d, _R, Vw, Vr, Vr, 7, 7, 4, EACH, 4, RC | K | Z}, /* vminss */
   {1, PF2, W1, 0x5d, _R, Vw, Vr, Vr, 7, 7, 8, EACH, 8, RC | K | Z}, /* vminsd */
   {1, NP, W0, 0x5e, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vdivps */
   {1, P66, W1, 0x5e, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vdivpd */
   {1, PF3, W0, 0x5e, _R, Vw, Vr, Vr, 7, 7, 4, EACH, 4, RC | K | Z}, /* vdivss */
   {1, PF2, W1, 0x5e, _R, Vw, Vr, Vr, 7, 7, 8, EACH, 8, RC | K | Z}, /* vdivsd */
   {1, NP, W0, 0x5f, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vmaxps */
   {1, P66, W1, 0x5f, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vmaxpd */
   {1, PF3, W0, 0x5f, _R, Vw, Vr, Vr, 7, 7, 4, EACH, 4, RC | K | Z}, /* vmaxss */
   {1, PF2, W1, 0x5f, _R, Vw, Vr, Vr, 7, 7, 8, EACH, 8, RC | K | Z}, /* vmaxsd */
   {1, P66, Wx, 0x60, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, K | Z}, /* vpunpcklbw */
   {1, P66, Wx, 0x61, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, K | Z}, /* vpunpcklwd */
   {1, P66, W0, 0x62, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, B | K | Z}, /* vpunpckldq */
   {1, P66, Wx, 0x63, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, K | Z}, /* vpacksswb */
   {1, P66, Wx, 0x64, _R, Kw, Vr, Vr, 7, 7, VL, EACH, 1, K}, /* vpcmpgtb */
   {1, P66, Wx, 0x65, _R, Kw, Vr, Vr, 7, 7, VL, EACH, 2, K}, /* vpcmpgtw */
   {1, P66, W0, 0x66, _R, Kw, Vr, Vr, 7, 7, VL, EACH, 4, B | K}, /* vpcmpgtd */
   {1, P66, Wx, 0x67, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, K | Z}, /* vpackuswb */
   {1, P66, Wx, 0x68, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, K | Z}, /* vpunpckhbw */
   {1, P66, Wx, 0x69, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, K | Z}, /* vpunpckhwd */
   {1, P66, W0, 0x6a, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, B | K | Z}, /* vpunpckhdq */
   {1, P66, W0, 0x6b, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, B | K | Z}, /* vpackssdw */
   {1, P66, W1, 0x6c, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, B | K | Z}, /* vpunpcklqdq */
   {1, P66, W1, 0x6d, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, B | K | Z}, /* vpunpckhqdq */
   {1, P66, W0, 0x6e, _R, Vw, no, Gr, 1, 1, 4, WHOLE, 0, 0}, /* vmovd */
   {1, P66, W1, 0x6e, _R, Vw, no, Gr, 1, 1, 8, WHOLE, 0, 0}, /* vmovq */
   {1, P66, W0, 0x6f, _R, Vw, no, Vr, 7, 7, VL, EACH, 4, K | Z}, /* vmovdqa32 */
   {1, P66, W1, 0x6f, _R, Vw, no, Vr, 7, 7, VL, EACH, 8, K | Z}, /* vmovdqa64 */
   {1, PF3, W0, 0x6f, _R, Vw, no, Vr, 7, 7, VL, EACH, 4, K | Z}, /* vmovdqu32 */
   {1, PF3, W1, 0x6f, _R, Vw, no, Vr, 7, 7, VL, EACH, 8, K | Z}, /* vmovdqu64 */
   {1, PF2, W0, 0x6f, _R, Vw, no, Vr, 7, 7, VL, EACH, 1, K | Z}, /* vmovdqu8 */
   {1, PF2, W1, 0x6f, _R, Vw, no, Vr, 7, 7, VL, EACH, 2, K | Z}, /* vmovdqu16 */
   {1, P66, W0, 0x70, _R, Vw, no, Vr, 7, 7, VL, WHOLE, 0, B | K | Z | IMM}, /* vpshufd */
   {1, PF3, Wx, 0x70, _R, Vw, no, Vr, 7, 7, VL, WHOLE, 0, K | Z | IMM}, /* vpshufhw */
   {1, PF2, Wx, 0x70, _R, Vw, no, Vr, 7, 7, VL, WHOLE, 0, K | Z | IMM}, /* vpshuflw */
   {1, P66, Wx, 0x71, 2, no, Vw, Vr, 7, 7, VL, EACH, 2, K | Z | IMM}, /* vpsrlw */
   {1, P66, Wx, 0x71, 4, no, Vw, Vr, 7, 7, VL, EACH, 2, K | Z | IMM}, /* vpsraw */
   {1, P66, Wx, 0x71, 6, no, Vw, Vr, 7, 7, VL, EACH, 2, K | Z | IMM}, /* vpsllw */
   {1, P66, W0, 0x72, 0, no, Vw, Vr, 7, 7, VL, EACH, 4, B | K | Z | IMM}, /* vprord */
   {1, P66, W1, 0x72, 0, no, Vw, Vr, 7, 7, VL, EACH, 8, B | K | Z | IMM}, /* vprorq */
   {1, P66, W0, 0x72, 1, no, Vw, Vr, 7, 7, VL, EACH, 4, B | K | Z | IMM}, /* vprold */
   {1, P66, W1, 0x72, 1, no, Vw, Vr, 7, 7, VL, EACH, 8, B | K | Z | IMM}, /* vprolq */
   {1, P66, W0, 0x72, 2, no, Vw, Vr, 7, 7, VL, EACH, 4, B | K | Z | IMM}, /* vpsrld */
   {1, P66, W0, 0x72, 4, no, Vw, Vr, 7, 7, VL, EACH, 4, B | K | Z | IMM}, /* vpsrad */
   {1, P66, W1, 0x72, 4, no, Vw, Vr, 7, 7, VL, EACH, 8, B | K | Z | IMM}, /* vpsraq */
   {1, P66, W0, 0x72, 6, no, Vw, Vr, 7, 7, VL, EACH, 4, B | K | Z | IMM}, /* vpslld */
   {1, P66, W1, 0x73, 2, no, Vw, Vr, 7, 7, VL, EACH, 8, B | K | Z | IMM}, /* vpsrlq */
   {1, P66, Wx, 0x73, 3, no, Vw, Vr, 7, 7, VL, WHOLE, 0, IMM}, /* vpsrldq */
   {1, P66, W1, 0x73, 6, no, Vw, Vr, 7, 7, VL, EACH, 8, B | K | Z | IMM}, /* vpsllq */
   {1, P66, Wx, 0x73, 7, no, Vw, Vr, 7, 7, VL, WHOLE, 0, IMM}, /* vpslldq */
   {1, P66, Wx, 0x74, _R, Kw, Vr, Vr, 7, 7, VL, EACH, 1, K}, /* vpcmpeqb */
   {1, P66, Wx, 0x75, _R, Kw, Vr, Vr, 7, 7, VL, EACH, 2, K}, /* vpcmpeqw */
   {1, P66, W0, 0x76, _R, Kw, Vr, Vr, 7, 7, VL, EACH, 4, B | K}, /* vpcmpeqd */
   {1, NP, W0, 0x78, _R, Vw, no, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vcvttps2udq */
   {1, NP, W1, 0x78, _R, Vw, no, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vcvttpd2udq */
   {1, P66, W0, 0x78, _R, Vw, no, Vr, 7, 7, VL_2, EACH, 4, B | RC | K | Z}, /* vcvttps2uqq */
   {1, P66, W1, 0x78, _R, Vw, no, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vcvttpd2uqq */
   {1, PF3, Wx, 0x78, _R, Gw, no, Vr, 7, 7, 4, WHOLE, 0, RC}, /* vcvttss2usi */
   {1, PF2, Wx, 0x78, _R, Gw, no, Vr, 7, 7, 8, WHOLE, 0, RC}, /* vcvttsd2usi */
   {1, NP, W0, 0x79, _R, Vw, no, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vcvtps2udq */
   {1, NP, W1, 0x79, _R, Vw, no, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vcvtpd2udq */
   {1, P66, W0, 0x79, _R, Vw, no, Vr, 7, 7, VL_2, EACH, 4, B | RC | K | Z}, /* vcvtps2uqq */
   {1, P66, W1, 0x79, _R, Vw, no, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vcvtpd2uqq */
   {1, PF3, Wx, 0x79, _R, Gw, no, Vr, 7, 7, 4, WHOLE, 0, RC}, /* vcvtss2usi */
   {1, PF2, Wx, 0x79, _R, Gw, no, Vr, 7, 7, 8, WHOLE, 0, RC}, /* vcvtsd2usi */
   {1, P66, W0, 0x7a, _R, Vw, no, Vr, 7, 7, VL_2, EACH, 4, B | RC | K | Z}, /* vcvttps2qq */
   {1, P66, W1, 0x7a, _R, Vw, no, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vcvttpd2qq */
   {1, PF3, W0, 0x7a, _R, Vw, no, Vr, 7, 7, VL_2, EACH, 4, B | RC | K | Z}, /* vcvtudq2pd */
   {1, PF3, W1, 0x7a, _R, Vw, no, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vcvtuqq2pd */
   {1, PF2, W0, 0x7a, _R, Vw, no, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vcvtudq2ps */
   {1, PF2, W1, 0x7a, _R, Vw, no, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vcvtuqq2ps */
   {1, P66, W0, 0x7b, _R, Vw, no, Vr, 7, 7, VL_2, EACH, 4, B | RC | K | Z}, /* vcvtps2qq */
   {1, P66, W1, 0x7b, _R, Vw, no, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vcvtpd2qq */
   {1, PF3, W0, 0x7b, _R, Vw, Vr, Gr, 7, 7, 4, WHOLE, 0, RC}, /* vcvtusi2ss */
   {1, PF3, W1, 0x7b, _R, Vw, Vr, Gr, 7, 7, 8, WHOLE, 0, RC}, /* vcvtusi2ss */
   {1, PF2, W0, 0x7b, _R, Vw, Vr, Gr, 7, 7, 4, WHOLE, 0, RC}, /* vcvtusi2sd */
   {1, PF2, W1, 0x7b, _R, Vw, Vr, Gr, 7, 7, 8, WHOLE, 0, RC}, /* vcvtusi2sd */
   {1, P66, W0, 0x7e, _R, Vr, no, Gw, 1, 1, 4, WHOLE, 0, 0}, /* vmovd */
   {1, P66, W1, 0x7e, _R, Vr, no, Gw, 1, 1, 8, WHOLE, 0, 0}, /* vmovq */
   {1, PF3, W1, 0x7e, _R, Vw, no, Vr, 1, 1, 8, WHOLE, 0, 0}, /* vmovq */
   {1, P66, W0, 0x7f, _R, Vr, no, Vw, 7, 7, VL, EACH, 4, K | Z}, /* vmovdqa32 */
   {1, P66, W1, 0x7f, _R, Vr, no, Vw, 7, 7, VL, EACH, 8, K | Z}, /* vmovdqa64 */
   {1, PF3, W0, 0x7f, _R, Vr, no, Vw, 7, 7, VL, EACH, 4, K | Z}, /* vmovdqu32 */
   {1, PF3, W1, 0x7f, _R, Vr, no, Vw, 7, 7, VL, EACH, 8, K | Z}, /* vmovdqu64 */
   {1, PF2, W0, 0x7f, _R, Vr, no, Vw, 7, 7, VL, EACH, 1, K | Z}, /* vmovdqu8 */
   {1, PF2, W1, 0x7f, _R, Vr, no, Vw, 7, 7, VL, EACH, 2, K | Z}, /* vmovdqu16 */
   {1, NP, W0, 0xc2, _R, Kw, Vr, Vr, 7, 7, VL, EACH, 4, B | RC | K | IMM}, /* vcmplt_oqps */
   {1, P66, W1, 0xc2, _R, Kw, Vr, Vr, 7, 7, VL, EACH, 8, B | RC | K | IMM}, /* vcmplt_oqpd */
   {1, PF3, W0, 0xc2, _R, Kw, Vr, Vr, 7, 7, 4, EACH, 4, RC | K | IMM}, /* vcmplt_oqss */
   {1, PF2, W1, 0xc2, _R, Kw, Vr, Vr, 7, 7, 8, EACH, 8, RC | K | IMM}, /* vcmplt_oqsd */
   {1, P66, Wx, 0xc4, _R, Vw, Vr, Gr, 1, 1, 2, WHOLE, 0, IMM}, /* vpinsrw */
   {1, P66, Wx, 0xc5, _R, Gw, no, Vr, 1, 0, 0, WHOLE, 0, IMM}, /* vpextrw */
   {1, NP, W0, 0xc6, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, B | K | Z | IMM}, /* vshufps */
   {1, P66, W1, 0xc6, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, B | K | Z | IMM}, /* vshufpd */
   {1, P66, Wx, 0xd1, _R, Vw, Vr, Vr, 7, 7, 16, WHOLE, 0, K | Z}, /* vpsrlw */
   {1, P66, W0, 0xd2, _R, Vw, Vr, Vr, 7, 7, 16, WHOLE, 0, K | Z}, /* vpsrld */
   {1, P66, W1, 0xd3, _R, Vw, Vr, Vr, 7, 7, 16, WHOLE, 0, K | Z}, /* vpsrlq */
   {1, P66, W1, 0xd4, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vpaddq */
   {1, P66, Wx, 0xd5, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 2, K | Z}, /* vpmullw */
   {1, P66, W1, 0xd6, _R, Vr, no, Vw, 1, 1, 8, WHOLE, 0, 0}, /* vmovq */
   {1, P66, Wx, 0xd8, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 1, K | Z}, /* vpsubusb */
   {1, P66, Wx, 0xd9, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 2, K | Z}, /* vpsubusw */
   {1, P66, Wx, 0xda, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 1, K | Z}, /* vpminub */
   {1, P66, W0, 0xdb, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vpandd */
   {1, P66, W1, 0xdb, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vpandq */
   {1, P66, Wx, 0xdc, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 1, K | Z}, /* vpaddusb */
   {1, P66, Wx, 0xdd, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 2, K | Z}, /* vpaddusw */
   {1, P66, Wx, 0xde, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 1, K | Z}, /* vpmaxub */
   {1, P66, W0, 0xdf, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vpandnd */
   {1, P66, W1, 0xdf, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vpandnq */
   {1, P66, Wx, 0xe0, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 1, K | Z}, /* vpavgb */
   {1, P66, Wx, 0xe1, _R, Vw, Vr, Vr, 7, 7, 16, WHOLE, 0, K | Z}, /* vpsraw */
   {1, P66, Wx, 0xe2, _R, Vw, Vr, Vr, 7, 7, 16, WHOLE, 0, K | Z}, /* vpsrad */
   {1, P66, Wx, 0xe3, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 2, K | Z}, /* vpavgw */
   {1, P66, Wx, 0xe4, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 2, K | Z}, /* vpmulhuw */
   {1, P66, Wx, 0xe5, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 2, K | Z}, /* vpmulhw */
   {1, P66, W1, 0xe6, _R, Vw, no, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vcvttpd2dq */
   {1, PF3, W0, 0xe6, _R, Vw, no, Vr, 7, 7, VL_2, EACH, 4, B | RC | K | Z}, /* vcvtdq2pd */
   {1, PF3, W1, 0xe6, _R, Vw, no, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vcvtqq2pd */
   {1, PF2, W1, 0xe6, _R, Vw, no, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vcvtpd2dq */
   {1, P66, W0, 0xe7, _R, Vr, no, Vw, 0, 7, VL, WHOLE, 0, 0}, /* vmovntdq */
   {1, P66, Wx, 0xe8, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 1, K | Z}, /* vpsubsb */
   {1, P66, Wx, 0xe9, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 2, K | Z}, /* vpsubsw */
   {1, P66, Wx, 0xea, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 2, K | Z}, /* vpminsw */
   {1, P66, W0, 0xeb, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vpord */
   {1, P66, W1, 0xeb, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vporq */
   {1, P66, Wx, 0xec, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 1, K | Z}, /* vpaddsb */
   {1, P66, Wx, 0xed, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 2, K | Z}, /* vpaddsw */
   {1, P66, Wx, 0xee, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 2, K | Z}, /* vpmaxsw */
   {1, P66, W0, 0xef, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vpxord */
   {1, P66, W1, 0xef, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vpxorq */
   {1, P66, Wx, 0xf1, _R, Vw, Vr, Vr, 7, 7, 16, WHOLE, 0, K | Z}, /* vpsllw */
   {1, P66, W0, 0xf2, _R, Vw, Vr, Vr, 7, 7, 16, WHOLE, 0, K | Z}, /* vpslld */
   {1, P66, W1, 0xf3, _R, Vw, Vr, Vr, 7, 7, 16, WHOLE, 0, K | Z}, /* vpsllq */
   {1, P66, W1, 0xf4, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vpmuludq */
   {1, P66, Wx, 0xf5, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, K | Z}, /* vpmaddwd */
   {1, P66, Wx, 0xf6, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, 0}, /* vpsadbw */
   {1, P66, Wx, 0xf8, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 1, K | Z}, /* vpsubb */
   {1, P66, Wx, 0xf9, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 2, K | Z}, /* vpsubw */
   {1, P66, W0, 0xfa, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vpsubd */
   {1, P66, W1, 0xfb, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vpsubq */
   {1, P66, Wx, 0xfc, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 1, K | Z}, /* vpaddb */
   {1, P66, Wx, 0xfd, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 2, K | Z}, /* vpaddw */
   {1, P66, W0, 0xfe, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vpaddd */
   {2, P66, Wx, 0x00, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, K | Z}, /* vpshufb */
   {2, P66, Wx, 0x04, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, K | Z}, /* vpmaddubsw */
   {2, P66, Wx, 0x0b, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 2, K | Z}, /* vpmulhrsw */
   {2, P66, W0, 0x0c, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, B | K | Z}, /* vpermilps */
   {2, P66, W1, 0x0d, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, B | K | Z}, /* vpermilpd */
   {2, P66, W1, 0x10, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 2, K | Z}, /* vpsrlvw */
   {2, PF3, W0, 0x10, _R, Vr, no, Vw, 7, 7, VL_2, EACH, 1, K | Z}, /* vpmovuswb */
   {2, P66, W1, 0x11, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 2, K | Z}, /* vpsravw */
   {2, PF3, W0, 0x11, _R, Vr, no, Vw, 7, 7, VL_4, EACH, 1, K | Z}, /* vpmovusdb */
   {2, P66, W1, 0x12, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 2, K | Z}, /* vpsllvw */
   {2, PF3, W0, 0x12, _R, Vr, no, Vw, 7, 7, VL_8, EACH, 1, K | Z}, /* vpmovusqb */
   {2, P66, W0, 0x13, _R, Vw, no, Vr, 7, 7, VL_2, EACH, 2, RC | K | Z}, /* vcvtph2ps */
   {2, PF3, W0, 0x13, _R, Vr, no, Vw, 7, 7, VL_2, EACH, 2, K | Z}, /* vpmovusdw */
   {2, P66, W0, 0x14, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vprorvd */
   {2, P66, W1, 0x14, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vprorvq */
   {2, PF3, W0, 0x14, _R, Vr, no, Vw, 7, 7, VL_4, EACH, 2, K | Z}, /* vpmovusqw */
   {2, P66, W0, 0x15, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vprolvd */
   {2, P66, W1, 0x15, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vprolvq */
   {2, PF3, W0, 0x15, _R, Vr, no, Vw, 7, 7, VL_2, EACH, 4, K | Z}, /* vpmovusqd */
   {2, P66, W0, 0x16, _R, Vw, Vr, Vr, 6, 6, VL, WHOLE, 0, B | K | Z}, /* vpermps */
   {2, P66, W1, 0x16, _R, Vw, Vr, Vr, 6, 6, VL, WHOLE, 0, B | K | Z}, /* vpermpd */
   {2, P66, W0, 0x18, _R, Vw, no, Vr, 7, 7, 4, ANY, 4, K | Z}, /* vbroadcastss */
   {2, P66, W0, 0x19, _R, Vw, no, Vr, 6, 6, 8, FOLDED, 4, K | Z}, /* vbroadcastf32x2 */
   {2, P66, W1, 0x19, _R, Vw, no, Vr, 6, 6, 8, ANY, 8, K | Z}, /* vbroadcastsd */
   {2, P66, W0, 0x1a, _R, Vw, no, Vr, 0, 6, 16, FOLDED, 4, K | Z}, /* vbroadcastf32x4 */
   {2, P66, W1, 0x1a, _R, Vw, no, Vr, 0, 6, 16, FOLDED, 8, K | Z}, /* vbroadcastf64x2 */
   {2, P66, W0, 0x1b, _R, Vw, no, Vr, 0, 4, 32, FOLDED, 4, K | Z}, /* vbroadcastf32x8 */
   {2, P66, W1, 0x1b, _R, Vw, no, Vr, 0, 4, 32, FOLDED, 8, K | Z}, /* vbroadcastf64x4 */
   {2, P66, Wx, 0x1c, _R, Vw, no, Vr, 7, 7, VL, EACH, 1, K | Z}, /* vpabsb */
   {2, P66, Wx, 0x1d, _R, Vw, no, Vr, 7, 7, VL, EACH, 2, K | Z}, /* vpabsw */
   {2, P66, W0, 0x1e, _R, Vw, no, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vpabsd */
   {2, P66, W1, 0x1f, _R, Vw, no, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vpabsq */
   {2, P66, Wx, 0x20, _R, Vw, no, Vr, 7, 7, VL_2, EACH, 1, K | Z}, /* vpmovsxbw */
   {2, PF3, W0, 0x20, _R, Vr, no, Vw, 7, 7, VL_2, EACH, 1, K | Z}, /* vpmovswb */
   {2, P66, Wx, 0x21, _R, Vw, no, Vr, 7, 7, VL_4, EACH, 1, K | Z}, /* vpmovsxbd */
   {2, PF3, W0, 0x21, _R, Vr, no, Vw, 7, 7, VL_4, EACH, 1, K | Z}, /* vpmovsdb */
   {2, P66, Wx, 0x22, _R, Vw, no, Vr, 7, 7, VL_8, EACH, 1, K | Z}, /* vpmovsxbq */
   {2, PF3, W0, 0x22, _R, Vr, no, Vw, 7, 7, VL_8, EACH, 1, K | Z}, /* vpmovsqb */
   {2, P66, Wx, 0x23, _R, Vw, no, Vr, 7, 7, VL_2, EACH, 2, K | Z}, /* vpmovsxwd */
   {2, PF3, W0, 0x23, _R, Vr, no, Vw, 7, 7, VL_2, EACH, 2, K | Z}, /* vpmovsdw */
   {2, P66, Wx, 0x24, _R, Vw, no, Vr, 7, 7, VL_4, EACH, 2, K | Z}, /* vpmovsxwq */
   {2, PF3, W0, 0x24, _R, Vr, no, Vw, 7, 7, VL_4, EACH, 2, K | Z}, /* vpmovsqw */
   {2, P66, W0, 0x25, _R, Vw, no, Vr, 7, 7, VL_2, EACH, 4, K | Z}, /* vpmovsxdq */
   {2, PF3, W0, 0x25, _R, Vr, no, Vw, 7, 7, VL_2, EACH, 4, K | Z}, /* vpmovsqd */
   {2, P66, W0, 0x26, _R, Kw, Vr, Vr, 7, 7, VL, EACH, 1, K}, /* vptestmb */
   {2, P66, W1, 0x26, _R, Kw, Vr, Vr, 7, 7, VL, EACH, 2, K}, /* vptestmw */
   {2, PF3, W0, 0x26, _R, Kw, Vr, Vr, 7, 7, VL, EACH, 1, K}, /* vptestnmb */
   {2, PF3, W1, 0x26, _R, Kw, Vr, Vr, 7, 7, VL, EACH, 2, K}, /* vptestnmw */
   {2, P66, W0, 0x27, _R, Kw, Vr, Vr, 7, 7, VL, EACH, 4, B | K}, /* vptestmd */
   {2, P66, W1, 0x27, _R, Kw, Vr, Vr, 7, 7, VL, EACH, 8, B | K}, /* vptestmq */
   {2, PF3, W0, 0x27, _R, Kw, Vr, Vr, 7, 7, VL, EACH, 4, B | K}, /* vptestnmd */
   {2, PF3, W1, 0x27, _R, Kw, Vr, Vr, 7, 7, VL, EACH, 8, B | K}, /* vptestnmq */
   {2, P66, W1, 0x28, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vpmuldq */
   {2, PF3, Wx, 0x28, _R, Vw, no, Kr, 7, 0, 0, WHOLE, 0, 0}, /* vpmovm2b */
   {2, P66, W1, 0x29, _R, Kw, Vr, Vr, 7, 7, VL, EACH, 8, B | K}, /* vpcmpeqq */
   {2, PF3, Wx, 0x29, _R, Kw, no, Vr, 7, 0, 0, WHOLE, 0, 0}, /* vpmovb2m */
   {2, P66, W0, 0x2a, _R, Vw, no, Vr, 0, 7, VL, WHOLE, 0, 0}, /* vmovntdqa */
   {2, PF3, W1, 0x2a, _R, Vw, no, Kr, 7, 0, 0, WHOLE, 0, 0}, /* vpbroadcastmb2q */
   {2, P66, W0, 0x2b, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, B | K | Z}, /* vpackusdw */
   {2, P66, W0, 0x2c, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vscalefps */
   {2, P66, W1, 0x2c, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vscalefpd */
   {2, P66, W0, 0x2d, _R, Vw, Vr, Vr, 7, 7, 4, EACH, 4, RC | K | Z}, /* vscalefss */
   {2, P66, W1, 0x2d, _R, Vw, Vr, Vr, 7, 7, 8, EACH, 8, RC | K | Z}, /* vscalefsd */
   {2, P66, Wx, 0x30, _R, Vw, no, Vr, 7, 7, VL_2, EACH, 1, K | Z}, /* vpmovzxbw */
   {2, PF3, W0, 0x30, _R, Vr, no, Vw, 7, 7, VL_2, EACH, 1, K | Z}, /* vpmovwb */
   {2, P66, Wx, 0x31, _R, Vw, no, Vr, 7, 7, VL_4, EACH, 1, K | Z}, /* vpmovzxbd */
   {2, PF3, W0, 0x31, _R, Vr, no, Vw, 7, 7, VL_4, EACH, 1, K | Z}, /* vpmovdb */
   {2, P66, Wx, 0x32, _R, Vw, no, Vr, 7, 7, VL_8, EACH, 1, K | Z}, /* vpmovzxbq */
   {2, PF3, W0, 0x32, _R, Vr, no, Vw, 7, 7, VL_8, EACH, 1, K | Z}, /* vpmovqb */
   {2, P66, Wx, 0x33, _R, Vw, no, Vr, 7, 7, VL_2, EACH, 2, K | Z}, /* vpmovzxwd */
   {2, PF3, W0, 0x33, _R, Vr, no, Vw, 7, 7, VL_2, EACH, 2, K | Z}, /* vpmovdw */
   {2, P66, Wx, 0x34, _R, Vw, no, Vr, 7, 7, VL_4, EACH, 2, K | Z}, /* vpmovzxwq */
   {2, PF3, W0, 0x34, _R, Vr, no, Vw, 7, 7, VL_4, EACH, 2, K | Z}, /* vpmovqw */
   {2, P66, W0, 0x35, _R, Vw, no, Vr, 7, 7, VL_2, EACH, 4, K | Z}, /* vpmovzxdq */
   {2, PF3, W0, 0x35, _R, Vr, no, Vw, 7, 7, VL_2, EACH, 4, K | Z}, /* vpmovqd */
   {2, P66, W0, 0x36, _R, Vw, Vr, Vr, 6, 6, VL, WHOLE, 0, B | K | Z}, /* vpermd */
   {2, P66, W1, 0x36, _R, Vw, Vr, Vr, 6, 6, VL, WHOLE, 0, B | K | Z}, /* vpermq */
   {2, P66, W1, 0x37, _R, Kw, Vr, Vr, 7, 7, VL, EACH, 8, B | K}, /* vpcmpgtq */
   {2, P66, Wx, 0x38, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 1, K | Z}, /* vpminsb */
   {2, PF3, Wx, 0x38, _R, Vw, no, Kr, 7, 0, 0, WHOLE, 0, 0}, /* vpmovm2d */
   {2, P66, W0, 0x39, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vpminsd */
   {2, P66, W1, 0x39, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vpminsq */
   {2, PF3, Wx, 0x39, _R, Kw, no, Vr, 7, 0, 0, WHOLE, 0, 0}, /* vpmovd2m */
   {2, P66, Wx, 0x3a, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 2, K | Z}, /* vpminuw */
   {2, PF3, W0, 0x3a, _R, Vw, no, Kr, 7, 0, 0, WHOLE, 0, 0}, /* vpbroadcastmw2d */
   {2, P66, W0, 0x3b, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vpminud */
   {2, P66, W1, 0x3b, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vpminuq */
   {2, P66, Wx, 0x3c, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 1, K | Z}, /* vpmaxsb */
   {2, P66, W0, 0x3d, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vpmaxsd */
   {2, P66, W1, 0x3d, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vpmaxsq */
   {2, P66, Wx, 0x3e, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 2, K | Z}, /* vpmaxuw */
   {2, P66, W0, 0x3f, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vpmaxud */
   {2, P66, W1, 0x3f, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vpmaxuq */
   {2, P66, W0, 0x40, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vpmulld */
   {2, P66, W1, 0x40, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vpmullq */
   {2, P66, W0, 0x42, _R, Vw, no, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vgetexpps */
   {2, P66, W1, 0x42, _R, Vw, no, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vgetexppd */
   {2, P66, W0, 0x43, _R, Vw, Vr, Vr, 7, 7, 4, EACH, 4, RC | K | Z}, /* vgetexpss */
   {2, P66, W1, 0x43, _R, Vw, Vr, Vr, 7, 7, 8, EACH, 8, RC | K | Z}, /* vgetexpsd */
   {2, P66, W0, 0x44, _R, Vw, no, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vplzcntd */
   {2, P66, W1, 0x44, _R, Vw, no, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vplzcntq */
   {2, P66, W0, 0x45, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vpsrlvd */
   {2, P66, W1, 0x45, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vpsrlvq */
   {2, P66, W0, 0x46, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vpsravd */
   {2, P66, W1, 0x46, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vpsravq */
   {2, P66, W0, 0x47, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vpsllvd */
   {2, P66, W1, 0x47, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vpsllvq */
   {2, P66, W0, 0x4c, _R, Vw, no, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vrcp14ps */
   {2, P66, W1, 0x4c, _R, Vw, no, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vrcp14pd */
   {2, P66, W0, 0x4d, _R, Vw, Vr, Vr, 7, 7, 4, EACH, 4, K | Z}, /* vrcp14ss */
   {2, P66, W1, 0x4d, _R, Vw, Vr, Vr, 7, 7, 8, EACH, 8, K | Z}, /* vrcp14sd */
   {2, P66, W0, 0x4e, _R, Vw, no, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vrsqrt14ps */
   {2, P66, W1, 0x4e, _R, Vw, no, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vrsqrt14pd */
   {2, P66, W0, 0x4f, _R, Vw, Vr, Vr, 7, 7, 4, EACH, 4, K | Z}, /* vrsqrt14ss */
   {2, P66, W1, 0x4f, _R, Vw, Vr, Vr, 7, 7, 8, EACH, 8, K | Z}, /* vrsqrt14sd */
   {2, P66, W0, 0x50, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vpdpbusd */
   {2, P66, W0, 0x51, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vpdpbusds */
   {2, P66, W0, 0x52, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vpdpwssd */
   {2, PF3, W0, 0x52, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vdpbf16ps */
   {2, P66, W0, 0x53, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vpdpwssds */
   {2, P66, W0, 0x54, _R, Vw, no, Vr, 7, 7, VL, EACH, 1, K | Z}, /* vpopcntb */
   {2, P66, W1, 0x54, _R, Vw, no, Vr, 7, 7, VL, EACH, 2, K | Z}, /* vpopcntw */
   {2, P66, W0, 0x55, _R, Vw, no, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vpopcntd */
   {2, P66, W1, 0x55, _R, Vw, no, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vpopcntq */
   {2, P66, W0, 0x58, _R, Vw, no, Vr, 7, 7, 4, ANY, 4, K | Z}, /* vpbroadcastd */
   {2, P66, W0, 0x59, _R, Vw, no, Vr, 7, 7, 8, FOLDED, 4, K | Z}, /* vbroadcasti32x2 */
   {2, P66, W1, 0x59, _R, Vw, no, Vr, 7, 7, 8, ANY, 8, K | Z}, /* vpbroadcastq */
   {2, P66, W0, 0x5a, _R, Vw, no, Vr, 0, 6, 16, FOLDED, 4, K | Z}, /* vbroadcasti32x4 */
   {2, P66, W1, 0x5a, _R, Vw, no, Vr, 0, 6, 16, FOLDED, 8, K | Z}, /* vbroadcasti64x2 */
   {2, P66, W0, 0x5b, _R, Vw, no, Vr, 0, 4, 32, FOLDED, 4, K | Z}, /* vbroadcasti32x8 */
   {2, P66, W1, 0x5b, _R, Vw, no, Vr, 0, 4, 32, FOLDED, 8, K | Z}, /* vbroadcasti64x4 */
   {2, P66, W0, 0x62, _R, Vw, no, Vr, 7, 7, VL, PACKED, 1, K | Z}, /* vpexpandb */
   {2, P66, W1, 0x62, _R, Vw, no, Vr, 7, 7, VL, PACKED, 2, K | Z}, /* vpexpandw */
   {2, P66, W0, 0x63, _R, Vr, no, Vw, 7, 7, VL, PACKED, 1, K | Z}, /* vpcompressb */
   {2, P66, W1, 0x63, _R, Vr, no, Vw, 7, 7, VL, PACKED, 2, K | Z}, /* vpcompressw */
   {2, P66, W0, 0x64, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vpblendmd */
   {2, P66, W1, 0x64, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vpblendmq */
   {2, P66, W0, 0x65, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vblendmps */
   {2, P66, W1, 0x65, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vblendmpd */
   {2, P66, W0, 0x66, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 1, K | Z}, /* vpblendmb */
   {2, P66, W1, 0x66, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 2, K | Z}, /* vpblendmw */
   {2, PF2, W0, 0x68, _R, KKw, Vr, Vr, 7, 7, VL, WHOLE, 0, B}, /* vp2intersectd */
   {2, PF2, W1, 0x68, _R, KKw, Vr, Vr, 7, 7, VL, WHOLE, 0, B}, /* vp2intersectq */
   {2, P66, W1, 0x70, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 2, K | Z}, /* vpshldvw */
   {2, P66, W0, 0x71, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vpshldvd */
   {2, P66, W1, 0x71, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vpshldvq */
   {2, P66, W1, 0x72, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 2, K | Z}, /* vpshrdvw */
   {2, PF3, W0, 0x72, _R, Vw, no, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vcvtneps2bf16 */
   {2, PF2, W0, 0x72, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, B | K | Z}, /* vcvtne2ps2bf16 */
   {2, P66, W0, 0x73, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 4, B | K | Z}, /* vpshrdvd */
   {2, P66, W1, 0x73, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vpshrdvq */
   {2, P66, Wx, 0x75, _R, Vm, Vr, Vr, 7, 7, VL, WHOLE, 0, K | Z}, /* vpermi2b */
   {2, P66, W0, 0x76, _R, Vm, Vr, Vr, 7, 7, VL, WHOLE, 0, B | K | Z}, /* vpermi2d */
   {2, P66, W1, 0x76, _R, Vm, Vr, Vr, 7, 7, VL, WHOLE, 0, B | K | Z}, /* vpermi2q */
   {2, P66, W0, 0x77, _R, Vm, Vr, Vr, 7, 7, VL, WHOLE, 0, B | K | Z}, /* vpermi2ps */
   {2, P66, W1, 0x77, _R, Vm, Vr, Vr, 7, 7, VL, WHOLE, 0, B | K | Z}, /* vpermi2pd */
   {2, P66, W0, 0x78, _R, Vw, no, Vr, 7, 7, 1, ANY, 1, K | Z}, /* vpbroadcastb */
   {2, P66, W0, 0x79, _R, Vw, no, Vr, 7, 7, 2, ANY, 2, K | Z}, /* vpbroadcastw */
   {2, P66, W0, 0x7a, _R, Vw, no, Gr, 7, 0, 0, WHOLE, 0, K | Z}, /* vpbroadcastb */
   {2, P66, W0, 0x7b, _R, Vw, no, Gr, 7, 0, 0, WHOLE, 0, K | Z}, /* vpbroadcastw */
   {2, P66, Wx, 0x7c, _R, Vw, no, Gr, 7, 0, 0, WHOLE, 0, K | Z}, /* vpbroadcastd */
   {2, P66, Wx, 0x7d, _R, Vm, Vr, Vr, 7, 7, VL, WHOLE, 0, K | Z}, /* vpermt2b */
   {2, P66, W0, 0x7e, _R, Vm, Vr, Vr, 7, 7, VL, WHOLE, 0, B | K | Z}, /* vpermt2d */
   {2, P66, W1, 0x7e, _R, Vm, Vr, Vr, 7, 7, VL, WHOLE, 0, B | K | Z}, /* vpermt2q */
   {2, P66, W0, 0x7f, _R, Vm, Vr, Vr, 7, 7, VL, WHOLE, 0, B | K | Z}, /* vpermt2ps */
   {2, P66, W1, 0x7f, _R, Vm, Vr, Vr, 7, 7, VL, WHOLE, 0, B | K | Z}, /* vpermt2pd */
   {2, P66, W1, 0x83, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, B | K | Z}, /* vpmultishiftqb */
   {2, P66, W0, 0x88, _R, Vw, no, Vr, 7, 7, VL, PACKED, 4, K | Z}, /* vexpandps */
   {2, P66, W1, 0x88, _R, Vw, no, Vr, 7, 7, VL, PACKED, 8, K | Z}, /* vexpandpd */
   {2, P66, W0, 0x89, _R, Vw, no, Vr, 7, 7, VL, PACKED, 4, K | Z}, /* vpexpandd */
   {2, P66, W1, 0x89, _R, Vw, no, Vr, 7, 7, VL, PACKED, 8, K | Z}, /* vpexpandq */
   {2, P66, W0, 0x8a, _R, Vr, no, Vw, 7, 7, VL, PACKED, 4, K | Z}, /* vcompressps */
   {2, P66, W1, 0x8a, _R, Vr, no, Vw, 7, 7, VL, PACKED, 8, K | Z}, /* vcompresspd */
   {2, P66, W0, 0x8b, _R, Vr, no, Vw, 7, 7, VL, PACKED, 4, K | Z}, /* vpcompressd */
   {2, P66, W1, 0x8b, _R, Vr, no, Vw, 7, 7, VL, PACKED, 8, K | Z}, /* vpcompressq */
   {2, P66, Wx, 0x8d, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, K | Z}, /* vpermb */
   {2, P66, W0, 0x8f, _R, Kw, Vr, Vr, 7, 7, VL, EACH, 1, K}, /* vpshufbitqmb */
   {2, P66, W0, 0x90, _R, Vw, no, Xr, 0, 7, 4, INDEXED, 4, K}, /* vpgatherdd */
   {2, P66, W1, 0x90, _R, Vw, no, Xr, 0, 7, 8, INDEXED, 4, K}, /* vpgatherdq */
   {2, P66, W0, 0x91, _R, Vw, no, Xr, 0, 7, 4, INDEXED, 8, K}, /* vpgatherqd */
   {2, P66, W1, 0x91, _R, Vw, no, Xr, 0, 7, 8, INDEXED, 8, K}, /* vpgatherqq */
   {2, P66, W0, 0x92, _R, Vw, no, Xr, 0, 7, 4, INDEXED, 4, K}, /* vgatherdps */
   {2, P66, W1, 0x92, _R, Vw, no, Xr, 0, 7, 8, INDEXED, 4, K}, /* vgatherdpd */
   {2, P66, W0, 0x93, _R, Vw, no, Xr, 0, 7, 4, INDEXED, 8, K}, /* vgatherqps */
   {2, P66, W1, 0x93, _R, Vw, no, Xr, 0, 7, 8, INDEXED, 8, K}, /* vgatherqpd */
   {2, P66, W0, 0x96, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vfmaddsub132ps */
   {2, P66, W1, 0x96, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vfmaddsub132pd */
   {2, P66, W0, 0x97, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vfmsubadd132ps */
   {2, P66, W1, 0x97, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vfmsubadd132pd */
   {2, P66, W0, 0x98, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vfmadd132ps */
   {2, P66, W1, 0x98, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vfmadd132pd */
   {2, P66, W0, 0x99, _R, Vm, Vr, Vr, 7, 7, 4, EACH, 4, RC | K | Z}, /* vfmadd132ss */
   {2, P66, W1, 0x99, _R, Vm, Vr, Vr, 7, 7, 8, EACH, 8, RC | K | Z}, /* vfmadd132sd */
   {2, P66, W0, 0x9a, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vfmsub132ps */
   {2, P66, W1, 0x9a, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vfmsub132pd */
   {2, P66, W0, 0x9b, _R, Vm, Vr, Vr, 7, 7, 4, EACH, 4, RC | K | Z}, /* vfmsub132ss */
   {2, P66, W1, 0x9b, _R, Vm, Vr, Vr, 7, 7, 8, EACH, 8, RC | K | Z}, /* vfmsub132sd */
   {2, P66, W0, 0x9c, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vfnmadd132ps */
   {2, P66, W1, 0x9c, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vfnmadd132pd */
   {2, P66, W0, 0x9d, _R, Vm, Vr, Vr, 7, 7, 4, EACH, 4, RC | K | Z}, /* vfnmadd132ss */
   {2, P66, W1, 0x9d, _R, Vm, Vr, Vr, 7, 7, 8, EACH, 8, RC | K | Z}, /* vfnmadd132sd */
   {2, P66, W0, 0x9e, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vfnmsub132ps */
   {2, P66, W1, 0x9e, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vfnmsub132pd */
   {2, P66, W0, 0x9f, _R, Vm, Vr, Vr, 7, 7, 4, EACH, 4, RC | K | Z}, /* vfnmsub132ss */
   {2, P66, W1, 0x9f, _R, Vm, Vr, Vr, 7, 7, 8, EACH, 8, RC | K | Z}, /* vfnmsub132sd */
   {2, P66, W0, 0xa0, _R, Vr, no, Xw, 0, 7, 4, INDEXED, 4, K}, /* vpscatterdd */
   {2, P66, W1, 0xa0, _R, Vr, no, Xw, 0, 7, 8, INDEXED, 4, K}, /* vpscatterdq */
   {2, P66, W0, 0xa1, _R, Vr, no, Xw, 0, 7, 4, INDEXED, 8, K}, /* vpscatterqd */
   {2, P66, W1, 0xa1, _R, Vr, no, Xw, 0, 7, 8, INDEXED, 8, K}, /* vpscatterqq */
   {2, P66, W0, 0xa2, _R, Vr, no, Xw, 0, 7, 4, INDEXED, 4, K}, /* vscatterdps */
   {2, P66, W1, 0xa2, _R, Vr, no, Xw, 0, 7, 8, INDEXED, 4, K}, /* vscatterdpd */
   {2, P66, W0, 0xa3, _R, Vr, no, Xw, 0, 7, 4, INDEXED, 8, K}, /* vscatterqps */
   {2, P66, W1, 0xa3, _R, Vr, no, Xw, 0, 7, 8, INDEXED, 8, K}, /* vscatterqpd */
   {2, P66, W0, 0xa6, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vfmaddsub213ps */
   {2, P66, W1, 0xa6, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vfmaddsub213pd */
   {2, P66, W0, 0xa7, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vfmsubadd213ps */
   {2, P66, W1, 0xa7, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vfmsubadd213pd */
   {2, P66, W0, 0xa8, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vfmadd213ps */
   {2, P66, W1, 0xa8, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vfmadd213pd */
   {2, P66, W0, 0xa9, _R, Vm, Vr, Vr, 7, 7, 4, EACH, 4, RC | K | Z}, /* vfmadd213ss */
   {2, P66, W1, 0xa9, _R, Vm, Vr, Vr, 7, 7, 8, EACH, 8, RC | K | Z}, /* vfmadd213sd */
   {2, P66, W0, 0xaa, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vfmsub213ps */
   {2, P66, W1, 0xaa, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vfmsub213pd */
   {2, P66, W0, 0xab, _R, Vm, Vr, Vr, 7, 7, 4, EACH, 4, RC | K | Z}, /* vfmsub213ss */
   {2, P66, W1, 0xab, _R, Vm, Vr, Vr, 7, 7, 8, EACH, 8, RC | K | Z}, /* vfmsub213sd */
   {2, P66, W0, 0xac, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vfnmadd213ps */
   {2, P66, W1, 0xac, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vfnmadd213pd */
   {2, P66, W0, 0xad, _R, Vm, Vr, Vr, 7, 7, 4, EACH, 4, RC | K | Z}, /* vfnmadd213ss */
   {2, P66, W1, 0xad, _R, Vm, Vr, Vr, 7, 7, 8, EACH, 8, RC | K | Z}, /* vfnmadd213sd */
   {2, P66, W0, 0xae, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vfnmsub213ps */
   {2, P66, W1, 0xae, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vfnmsub213pd */
   {2, P66, W0, 0xaf, _R, Vm, Vr, Vr, 7, 7, 4, EACH, 4, RC | K | Z}, /* vfnmsub213ss */
   {2, P66, W1, 0xaf, _R, Vm, Vr, Vr, 7, 7, 8, EACH, 8, RC | K | Z}, /* vfnmsub213sd */
   {2, P66, W1, 0xb4, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vpmadd52luq */
   {2, P66, W1, 0xb5, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 8, B | K | Z}, /* vpmadd52huq */
   {2, P66, W0, 0xb6, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vfmaddsub231ps */
   {2, P66, W1, 0xb6, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vfmaddsub231pd */
   {2, P66, W0, 0xb7, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vfmsubadd231ps */
   {2, P66, W1, 0xb7, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vfmsubadd231pd */
   {2, P66, W0, 0xb8, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vfmadd231ps */
   {2, P66, W1, 0xb8, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vfmadd231pd */
   {2, P66, W0, 0xb9, _R, Vm, Vr, Vr, 7, 7, 4, EACH, 4, RC | K | Z}, /* vfmadd231ss */
   {2, P66, W1, 0xb9, _R, Vm, Vr, Vr, 7, 7, 8, EACH, 8, RC | K | Z}, /* vfmadd231sd */
   {2, P66, W0, 0xba, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vfmsub231ps */
   {2, P66, W1, 0xba, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vfmsub231pd */
   {2, P66, W0, 0xbb, _R, Vm, Vr, Vr, 7, 7, 4, EACH, 4, RC | K | Z}, /* vfmsub231ss */
   {2, P66, W1, 0xbb, _R, Vm, Vr, Vr, 7, 7, 8, EACH, 8, RC | K | Z}, /* vfmsub231sd */
   {2, P66, W0, 0xbc, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vfnmadd231ps */
   {2, P66, W1, 0xbc, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vfnmadd231pd */
   {2, P66, W0, 0xbd, _R, Vm, Vr, Vr, 7, 7, 4, EACH, 4, RC | K | Z}, /* vfnmadd231ss */
   {2, P66, W1, 0xbd, _R, Vm, Vr, Vr, 7, 7, 8, EACH, 8, RC | K | Z}, /* vfnmadd231sd */
   {2, P66, W0, 0xbe, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z}, /* vfnmsub231ps */
   {2, P66, W1, 0xbe, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z}, /* vfnmsub231pd */
   {2, P66, W0, 0xbf, _R, Vm, Vr, Vr, 7, 7, 4, EACH, 4, RC | K | Z}, /* vfnmsub231ss */
   {2, P66, W1, 0xbf, _R, Vm, Vr, Vr, 7, 7, 8, EACH, 8, RC | K | Z}, /* vfnmsub231sd */
   {2, P66, W0, 0xc4, _R, Vw, no, Vr, 7, 7, VL, WHOLE, 0, B | K | Z}, /* vpconflictd */
   {2, P66, W1, 0xc4, _R, Vw, no, Vr, 7, 7, VL, WHOLE, 0, B | K | Z}, /* vpconflictq */
   {2, P66, W0, 0xcf, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 1, K | Z}, /* vgf2p8mulb */
   {2, P66, Wx, 0xdc, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, 0}, /* vaesenc */
   {2, P66, Wx, 0xdd, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, 0}, /* vaesenclast */
   {2, P66, Wx, 0xde, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, 0}, /* vaesdec */
   {2, P66, Wx, 0xdf, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, 0}, /* vaesdeclast */
   {3, P66, W1, 0x00, _R, Vw, no, Vr, 6, 6, VL, WHOLE, 0, B | K | Z | IMM}, /* vpermq */
   {3, P66, W1, 0x01, _R, Vw, no, Vr, 6, 6, VL, WHOLE, 0, B | K | Z | IMM}, /* vpermpd */
   {3, P66, W0, 0x03, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, B | K | Z | IMM}, /* valignd */
   {3, P66, W1, 0x03, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, B | K | Z | IMM}, /* valignq */
   {3, P66, W0, 0x04, _R, Vw, no, Vr, 7, 7, VL, WHOLE, 0, B | K | Z | IMM}, /* vpermilps */
   {3, P66, W1, 0x05, _R, Vw, no, Vr, 7, 7, VL, WHOLE, 0, B | K | Z | IMM}, /* vpermilpd */
   {3, P66, W0, 0x08, _R, Vw, no, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z | IMM}, /* vrndscaleps */
   {3, P66, W1, 0x09, _R, Vw, no, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z | IMM}, /* vrndscalepd */
   {3, P66, W0, 0x0a, _R, Vw, Vr, Vr, 7, 7, 4, EACH, 4, RC | K | Z | IMM}, /* vrndscaless */
   {3, P66, W1, 0x0b, _R, Vw, Vr, Vr, 7, 7, 8, EACH, 8, RC | K | Z | IMM}, /* vrndscalesd */
   {3, P66, Wx, 0x0f, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, K | Z | IMM}, /* vpalignr */
   {3, P66, Wx, 0x14, _R, Vr, no, Gw, 1, 1, 1, WHOLE, 0, IMM}, /* vpextrb */
   {3, P66, Wx, 0x15, _R, Vr, no, Gw, 1, 1, 2, WHOLE, 0, IMM}, /* vpextrw */
   {3, P66, W0, 0x16, _R, Vr, no, Gw, 1, 1, 4, WHOLE, 0, IMM}, /* vpextrd */
   {3, P66, W1, 0x16, _R, Vr, no, Gw, 1, 1, 8, WHOLE, 0, IMM}, /* vpextrq */
   {3, P66, Wx, 0x17, _R, Vr, no, Gw, 1, 1, 4, WHOLE, 0, IMM}, /* vextractps */
   {3, P66, Wx, 0x18, _R, Vw, Vr, Vr, 6, 6, 16, WHOLE, 0, K | Z | IMM}, /* vinsertf32x4 */
   {3, P66, Wx, 0x19, _R, Vr, no, Vw, 6, 6, 16, WHOLE, 0, K | Z | IMM}, /* vextractf32x4 */
   {3, P66, Wx, 0x1a, _R, Vw, Vr, Vr, 4, 4, 32, WHOLE, 0, K | Z | IMM}, /* vinsertf32x8 */
   {3, P66, Wx, 0x1b, _R, Vr, no, Vw, 4, 4, 32, WHOLE, 0, K | Z | IMM}, /* vextractf32x8 */
   {3, P66, W0, 0x1d, _R, Vr, no, Vw, 7, 7, VL_2, EACH, 2, RC | K | Z | IMM}, /* vcvtps2ph */
   {3, P66, W0, 0x1e, _R, Kw, Vr, Vr, 7, 7, VL, EACH, 4, B | K | IMM}, /* vpcmpud */
   {3, P66, W1, 0x1e, _R, Kw, Vr, Vr, 7, 7, VL, EACH, 8, B | K | IMM}, /* vpcmpuq */
   {3, P66, W0, 0x1f, _R, Kw, Vr, Vr, 7, 7, VL, EACH, 4, B | K | IMM}, /* vpcmpd */
   {3, P66, W1, 0x1f, _R, Kw, Vr, Vr, 7, 7, VL, EACH, 8, B | K | IMM}, /* vpcmpq */
   {3, P66, Wx, 0x20, _R, Vw, Vr, Gr, 1, 1, 1, WHOLE, 0, IMM}, /* vpinsrb */
   {3, P66, W0, 0x21, _R, Vw, Vr, Vr, 1, 1, 4, WHOLE, 0, IMM}, /* vinsertps */
   {3, P66, W0, 0x22, _R, Vw, Vr, Gr, 1, 1, 4, WHOLE, 0, IMM}, /* vpinsrd */
   {3, P66, W1, 0x22, _R, Vw, Vr, Gr, 1, 1, 8, WHOLE, 0, IMM}, /* vpinsrq */
   {3, P66, W0, 0x23, _R, Vw, Vr, Vr, 6, 6, VL, WHOLE, 0, B | K | Z | IMM}, /* vshuff32x4 */
   {3, P66, W1, 0x23, _R, Vw, Vr, Vr, 6, 6, VL, WHOLE, 0, B | K | Z | IMM}, /* vshuff64x2 */
   {3, P66, W0, 0x25, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 4, B | K | Z | IMM}, /* vpternlogd */
   {3, P66, W1, 0x25, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 8, B | K | Z | IMM}, /* vpternlogq */
   {3, P66, W0, 0x26, _R, Vw, no, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z | IMM}, /* vgetmantps */
   {3, P66, W1, 0x26, _R, Vw, no, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z | IMM}, /* vgetmantpd */
   {3, P66, W0, 0x27, _R, Vw, Vr, Vr, 7, 7, 4, EACH, 4, RC | K | Z | IMM}, /* vgetmantss */
   {3, P66, W1, 0x27, _R, Vw, Vr, Vr, 7, 7, 8, EACH, 8, RC | K | Z | IMM}, /* vgetmantsd */
   {3, P66, Wx, 0x38, _R, Vw, Vr, Vr, 6, 6, 16, WHOLE, 0, K | Z | IMM}, /* vinserti32x4 */
   {3, P66, Wx, 0x39, _R, Vr, no, Vw, 6, 6, 16, WHOLE, 0, K | Z | IMM}, /* vextracti32x4 */
   {3, P66, Wx, 0x3a, _R, Vw, Vr, Vr, 4, 4, 32, WHOLE, 0, K | Z | IMM}, /* vinserti32x8 */
   {3, P66, Wx, 0x3b, _R, Vr, no, Vw, 4, 4, 32, WHOLE, 0, K | Z | IMM}, /* vextracti32x8 */
   {3, P66, W0, 0x3e, _R, Kw, Vr, Vr, 7, 7, VL, EACH, 1, K | IMM}, /* vpcmpub */
   {3, P66, W1, 0x3e, _R, Kw, Vr, Vr, 7, 7, VL, EACH, 2, K | IMM}, /* vpcmpuw */
   {3, P66, W0, 0x3f, _R, Kw, Vr, Vr, 7, 7, VL, EACH, 1, K | IMM}, /* vpcmpb */
   {3, P66, W1, 0x3f, _R, Kw, Vr, Vr, 7, 7, VL, EACH, 2, K | IMM}, /* vpcmpw */
   {3, P66, W0, 0x42, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, K | Z | IMM}, /* vdbpsadbw */
   {3, P66, W0, 0x43, _R, Vw, Vr, Vr, 6, 6, VL, WHOLE, 0, B | K | Z | IMM}, /* vshufi32x4 */
   {3, P66, W1, 0x43, _R, Vw, Vr, Vr, 6, 6, VL, WHOLE, 0, B | K | Z | IMM}, /* vshufi64x2 */
   {3, P66, Wx, 0x44, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, IMM}, /* vpclmulhqhqdq */
   {3, P66, W0, 0x50, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z | IMM}, /* vrangeps */
   {3, P66, W1, 0x50, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z | IMM}, /* vrangepd */
   {3, P66, W0, 0x51, _R, Vw, Vr, Vr, 7, 7, 4, EACH, 4, RC | K | Z | IMM}, /* vrangess */
   {3, P66, W1, 0x51, _R, Vw, Vr, Vr, 7, 7, 8, EACH, 8, RC | K | Z | IMM}, /* vrangesd */
   {3, P66, W0, 0x54, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z | IMM}, /* vfixupimmps */
   {3, P66, W1, 0x54, _R, Vm, Vr, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z | IMM}, /* vfixupimmpd */
   {3, P66, W0, 0x55, _R, Vm, Vr, Vr, 7, 7, 4, EACH, 4, RC | K | Z | IMM}, /* vfixupimmss */
   {3, P66, W1, 0x55, _R, Vm, Vr, Vr, 7, 7, 8, EACH, 8, RC | K | Z | IMM}, /* vfixupimmsd */
   {3, P66, W0, 0x56, _R, Vw, no, Vr, 7, 7, VL, EACH, 4, B | RC | K | Z | IMM}, /* vreduceps */
   {3, P66, W1, 0x56, _R, Vw, no, Vr, 7, 7, VL, EACH, 8, B | RC | K | Z | IMM}, /* vreducepd */
   {3, P66, W0, 0x57, _R, Vw, Vr, Vr, 7, 7, 4, EACH, 4, RC | K | Z | IMM}, /* vreducess */
   {3, P66, W1, 0x57, _R, Vw, Vr, Vr, 7, 7, 8, EACH, 8, RC | K | Z | IMM}, /* vreducesd */
   {3, P66, W0, 0x66, _R, Kw, no, Vr, 7, 7, VL, EACH, 4, B | K | IMM}, /* vfpclassps */
   {3, P66, W1, 0x66, _R, Kw, no, Vr, 7, 7, VL, EACH, 8, B | K | IMM}, /* vfpclasspd */
   {3, P66, W0, 0x67, _R, Kw, no, Vr, 7, 7, 4, EACH, 4, K | IMM}, /* vfpclassss */
   {3, P66, W1, 0x67, _R, Kw, no, Vr, 7, 7, 8, EACH, 8, K | IMM}, /* vfpclasssd */
   {3, P66, W1, 0x70, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 2, K | Z | IMM}, /* vpshldw */
   {3, P66, W0, 0x71, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 4, B | K | Z | IMM}, /* vpshldd */
   {3, P66, W1, 0x71, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | K | Z | IMM}, /* vpshldq */
   {3, P66, W1, 0x72, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 2, K | Z | IMM}, /* vpshrdw */
   {3, P66, W0, 0x73, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 4, B | K | Z | IMM}, /* vpshrdd */
   {3, P66, W1, 0x73, _R, Vw, Vr, Vr, 7, 7, VL, EACH, 8, B | K | Z | IMM}, /* vpshrdq */
   {3, P66, W1, 0xce, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, B | K | Z | IMM}, /* vgf2p8affineqb */
   {3, P66, W1, 0xcf, _R, Vw, Vr, Vr, 7, 7, VL, WHOLE, 0, B | K | Z | IMM}, /* vgf2p8affineinvqb */
};
/* clang-format on */

/* Those with a VEX prefix that VEX does not decode: of masks, whose lengths are
   the bit L here, and of vectors, which a processor with AVX-512 has, too */
/* clang-format off */
static const EvexForm mask_forms[] = {
   {1, NP, Wx, 0x41, _R, Kw, Kr, Kr, 2, 0, 0, WHOLE, 0, 0}, /* kand */
   {1, P66, Wx, 0x41, _R, Kw, Kr, Kr, 2, 0, 0, WHOLE, 0, 0}, /* kand */
   {1, NP, Wx, 0x42, _R, Kw, Kr, Kr, 2, 0, 0, WHOLE, 0, 0}, /* kandn */
   {1, P66, Wx, 0x42, _R, Kw, Kr, Kr, 2, 0, 0, WHOLE, 0, 0}, /* kandn */
   {1, NP, Wx, 0x44, _R, Kw, no, Kr, 1, 0, 0, WHOLE, 0, 0}, /* knot */
   {1, P66, Wx, 0x44, _R, Kw, no, Kr, 1, 0, 0, WHOLE, 0, 0}, /* knot */
   {1, NP, Wx, 0x45, _R, Kw, Kr, Kr, 2, 0, 0, WHOLE, 0, 0}, /* kor */
   {1, P66, Wx, 0x45, _R, Kw, Kr, Kr, 2, 0, 0, WHOLE, 0, 0}, /* kor */
   {1, NP, Wx, 0x46, _R, Kw, Kr, Kr, 2, 0, 0, WHOLE, 0, 0}, /* kxnor */
   {1, P66, Wx, 0x46, _R, Kw, Kr, Kr, 2, 0, 0, WHOLE, 0, 0}, /* kxnor */
   {1, NP, Wx, 0x47, _R, Kw, Kr, Kr, 2, 0, 0, WHOLE, 0, 0}, /* kxor */
   {1, P66, Wx, 0x47, _R, Kw, Kr, Kr, 2, 0, 0, WHOLE, 0, 0}, /* kxor */
   {1, NP, Wx, 0x4a, _R, Kw, Kr, Kr, 2, 0, 0, WHOLE, 0, 0}, /* kadd */
   {1, P66, Wx, 0x4a, _R, Kw, Kr, Kr, 2, 0, 0, WHOLE, 0, 0}, /* kadd */
   {1, NP, Wx, 0x4b, _R, Kw, Kr, Kr, 2, 0, 0, WHOLE, 0, 0}, /* kunpckwd */
   {1, P66, W0, 0x4b, _R, Kw, Kr, Kr, 2, 0, 0, WHOLE, 0, 0}, /* kunpckbw */
   {1, NP, W0, 0x90, _R, Kw, no, Kr, 1, 1, 2, WHOLE, 0, 0}, /* kmovw */
   {1, NP, W1, 0x90, _R, Kw, no, Kr, 1, 1, 8, WHOLE, 0, 0}, /* kmovq */
   {1, P66, W0, 0x90, _R, Kw, no, Kr, 1, 1, 1, WHOLE, 0, 0}, /* kmovb */
   {1, P66, W1, 0x90, _R, Kw, no, Kr, 1, 1, 4, WHOLE, 0, 0}, /* kmovd */
   {1, NP, W0, 0x91, _R, Kr, no, Kw, 0, 1, 2, WHOLE, 0, 0}, /* kmovw */
   {1, NP, W1, 0x91, _R, Kr, no, Kw, 0, 1, 8, WHOLE, 0, 0}, /* kmovq */
   {1, P66, W0, 0x91, _R, Kr, no, Kw, 0, 1, 1, WHOLE, 0, 0}, /* kmovb */
   {1, P66, W1, 0x91, _R, Kr, no, Kw, 0, 1, 4, WHOLE, 0, 0}, /* kmovd */
   {1, NP, W0, 0x92, _R, Kw, no, Gr, 1, 0, 0, WHOLE, 0, 0}, /* kmovw */
   {1, P66, W0, 0x92, _R, Kw, no, Gr, 1, 0, 0, WHOLE, 0, 0}, /* kmovb */
   {1, PF2, W0, 0x92, _R, Kw, no, Gr, 1, 0, 0, WHOLE, 0, 0}, /* kmovd */
   {1, PF2, W1, 0x92, _R, Kw, no, Gr, 1, 0, 0, WHOLE, 0, 0}, /* kmovq */
   {1, NP, W0, 0x93, _R, Gw, no, Kr, 1, 0, 0, WHOLE, 0, 0}, /* kmovw */
   {1, P66, W0, 0x93, _R, Gw, no, Kr, 1, 0, 0, WHOLE, 0, 0}, /* kmovb */
   {1, PF2, W0, 0x93, _R, Gw, no, Kr, 1, 0, 0, WHOLE, 0, 0}, /* kmovd */
   {1, PF2, W1, 0x93, _R, Gw, no, Kr, 1, 0, 0, WHOLE, 0, 0}, /* kmovq */
   {1, NP, Wx, 0x98, _R, Kr, no, Kr, 1, 0, 0, WHOLE, 0, FL}, /* kortest */
   {1, P66, Wx, 0x98, _R, Kr, no, Kr, 1, 0, 0, WHOLE, 0, FL}, /* kortest */
   {1, NP, Wx, 0x99, _R, Kr, no, Kr, 1, 0, 0, WHOLE, 0, FL}, /* ktest */
   {1, P66, Wx, 0x99, _R, Kr, no, Kr, 1, 0, 0, WHOLE, 0, FL}, /* ktest */
   {3, P66, Wx, 0x30, _R, Kw, no, Kr, 1, 0, 0, WHOLE, 0, IMM}, /* kshiftr */
   {3, P66, Wx, 0x31, _R, Kw, no, Kr, 1, 0, 0, WHOLE, 0, IMM}, /* kshiftr */
   {3, P66, Wx, 0x32, _R, Kw, no, Kr, 1, 0, 0, WHOLE, 0, IMM}, /* kshiftl */
   {3, P66, Wx, 0x33, _R, Kw, no, Kr, 1, 0, 0, WHOLE, 0, IMM}, /* kshiftl */
   {2, P66, Wx, 0xdc, _R, Vw, Vr, Vr, 2, 2, VL, WHOLE, 0, 0}, /* vaesenc */
   {2, P66, Wx, 0xdd, _R, Vw, Vr, Vr, 2, 2, VL, WHOLE, 0, 0}, /* vaesenclast */
   {2, P66, Wx, 0xde, _R, Vw, Vr, Vr, 2, 2, VL, WHOLE, 0, 0}, /* vaesdec */
   {2, P66, Wx, 0xdf, _R, Vw, Vr, Vr, 2, 2, VL, WHOLE, 0, 0}, /* vaesdeclast */
   {2, P66, W0, 0xcf, _R, Vw, Vr, Vr, 3, 3, VL, WHOLE, 0, 0}, /* vgf2p8mulb */
   {3, P66, Wx, 0x44, _R, Vw, Vr, Vr, 2, 2, VL, WHOLE, 0, IMM}, /* vpclmulqdq */
   {3, P66, W1, 0xce, _R, Vw, Vr, Vr, 3, 3, VL, WHOLE, 0, IMM}, /* vgf2p8affineqb */
   {3, P66, W1, 0xcf, _R, Vw, Vr, Vr, 3, 3, VL, WHOLE, 0, IMM}, /* vgf2p8affineinvqb */
};
/* clang-format on */

#define N_FORMS      (sizeof forms / sizeof forms[0])
#define N_MASK_FORMS (sizeof mask_forms / sizeof mask_forms[0])
#define N_MAPS       4

/* The first form of each opcode; N_FORMS: there is none.  Valid once `sorted'
   is set. */
static UShort first[N_MAPS][256];
static Bool   sorted;

static void sort_forms(void)
{
   for (UInt map = 0; map < N_MAPS; map++)
      for (UInt opcode = 0; opcode < 256; opcode++)
         first[map][opcode] = N_FORMS;
   for (UInt i = N_FORMS; i-- > 0;)
      first[forms[i].map][forms[i].opcode] = i;
   sorted = True;
}

static Bool matches(const EvexForm* f, const EvexKey* key)
{
   return f->map == key->map && f->opcode == key->opcode && f->pp == key->pp
          && (f->w == key->w || f->w == CG_EVEX_FORMS_ANY_W)
          && (f->digit == key->reg || f->digit == CG_EVEX_FORMS_NO_DIGIT)
          && (key->is_memory ? f->mem_lengths : f->reg_lengths) != 0;
}

const EvexForm* cg_evex_forms_find(const EvexKey* key)
{
   if (!sorted)
      sort_forms();
   if (key->map >= N_MAPS)
      return NULL;
   for (UInt i = first[key->map][key->opcode];
        i < N_FORMS && forms[i].opcode == key->opcode; i++)
      if (matches(&forms[i], key))
         return &forms[i];
   return NULL;
}

const EvexForm* cg_evex_forms_find_vex(const EvexKey* key)
{
   for (UInt i = 0; i < N_MASK_FORMS; i++)
      if (matches(&mask_forms[i], key))
         return &mask_forms[i];
   return NULL;
}
