/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_operations.c: of which kind the operations of VEX are; cg_operations.h. */

#include "cg_operations.h"

#include "pub_tool_libcprint.h"

/* What each operation of VEX is, by name: VEX's enumeration has another order
   in each version.  Those that are in no list are not known.  They count as
   simple ones, and cg_operations_print_unknown tells of them. */
#define OF_SCALARS(op)     op##8, op##16, op##32, op##64
#define OF_8_BYTES(op)     op##8x8, op##16x4, op##32x2
#define OF_16_BYTES(op)    op##8x16, op##16x8, op##32x4
#define OF_32_BYTES(op)    op##8x32, op##16x16, op##32x8
#define OF_ALL_VECTORS(op) OF_8_BYTES(op), OF_16_BYTES(op), op##64x2
#define OF_SIGNED(op)      op##8Sx8, op##16Sx4, op##8Sx16, op##16Sx8
#define OF_UNSIGNED(op)    op##8Ux8, op##16Ux4, op##8Ux16, op##16Ux8

/* clang-format off */
/* These only rename or cut what they get. */
static const IROp free_ops[] = {
   Iop_8Uto16, Iop_8Uto32, Iop_8Uto64, Iop_16Uto32, Iop_16Uto64, Iop_32Uto64,
   Iop_8Sto32, Iop_8Sto64, Iop_16Sto32, Iop_16Sto64, Iop_32Sto64, Iop_64to8,
   Iop_32to8, Iop_64to16, Iop_16to8, Iop_16HIto8, Iop_32to16, Iop_32HIto16,
   Iop_64to32, Iop_64HIto32, Iop_32HLto64, Iop_128to64, Iop_128HIto64,
   Iop_64HLto128, Iop_32to1, Iop_64to1, Iop_1Uto8, Iop_1Uto32, Iop_1Uto64,
   Iop_ReinterpF64asI64, Iop_ReinterpI64asF64, Iop_ReinterpF32asI32,
   Iop_ReinterpI32asF32, Iop_V128to64, Iop_V128HIto64, Iop_64HLtoV128,
   Iop_64UtoV128, Iop_SetV128lo64, Iop_32UtoV128, Iop_V128to32,
   Iop_SetV128lo32, Iop_V256to64_0, Iop_V256to64_1, Iop_V256to64_2,
   Iop_V256to64_3, Iop_64x4toV256, Iop_V256toV128_0, Iop_V256toV128_1,
   Iop_V128HLtoV256,
};

static const IROp simple_ops[] = {
   OF_SCALARS(Iop_Add), OF_SCALARS(Iop_Sub), OF_SCALARS(Iop_And),
   OF_SCALARS(Iop_Or), OF_SCALARS(Iop_Xor), OF_SCALARS(Iop_Not),
   OF_SCALARS(Iop_Shl), OF_SCALARS(Iop_Shr), OF_SCALARS(Iop_Sar),
   OF_SCALARS(Iop_CmpEQ), OF_SCALARS(Iop_CmpNE), OF_SCALARS(Iop_CasCmpEQ),
   OF_SCALARS(Iop_CasCmpNE), OF_SCALARS(Iop_ExpCmpNE), OF_SCALARS(Iop_CmpNEZ),
   OF_SCALARS(Iop_Left), OF_SCALARS(Iop_1Sto), Iop_CmpLT32S, Iop_CmpLT64S,
   Iop_CmpLE32S, Iop_CmpLE64S, Iop_CmpLT32U, Iop_CmpLT64U, Iop_CmpLE32U,
   Iop_CmpLE64U, Iop_CmpwNEZ32, Iop_CmpwNEZ64, Iop_Max32U, Iop_ClzNat32,
   Iop_ClzNat64, Iop_CtzNat32, Iop_CtzNat64, Iop_PopCount32, Iop_PopCount64,
   Iop_8Sto16, Iop_8HLto16, Iop_16HLto32, Iop_Not1, Iop_And1, Iop_Or1,
   Iop_NegF32, Iop_NegF64, Iop_AbsF32, Iop_AbsF64, OF_ALL_VECTORS(Iop_Add),
   OF_ALL_VECTORS(Iop_Sub), OF_ALL_VECTORS(Iop_CmpEQ),
   OF_ALL_VECTORS(Iop_CmpNEZ), OF_ALL_VECTORS(Iop_Shl),
   OF_ALL_VECTORS(Iop_Shr), OF_ALL_VECTORS(Iop_Sar), OF_ALL_VECTORS(Iop_ShlN),
   OF_ALL_VECTORS(Iop_ShrN), OF_ALL_VECTORS(Iop_SarN), OF_ALL_VECTORS(Iop_Abs),
   OF_ALL_VECTORS(Iop_InterleaveHI), OF_ALL_VECTORS(Iop_InterleaveLO),
   OF_ALL_VECTORS(Iop_GetElem), OF_ALL_VECTORS(Iop_SetElem),
   OF_8_BYTES(Iop_Dup), OF_16_BYTES(Iop_Dup), OF_32_BYTES(Iop_Add),
   OF_32_BYTES(Iop_Sub), OF_32_BYTES(Iop_CmpEQ), OF_32_BYTES(Iop_CmpNEZ),
   Iop_Add64x4, Iop_Sub64x4, Iop_CmpEQ64x4, Iop_CmpNEZ64x4, Iop_ShlN16x16,
   Iop_ShlN32x8, Iop_ShlN64x4, Iop_ShrN16x16, Iop_ShrN32x8, Iop_ShrN64x4,
   Iop_SarN16x16, Iop_SarN32x8, OF_SIGNED(Iop_QAdd), OF_SIGNED(Iop_QSub),
   OF_SIGNED(Iop_CmpGT), OF_SIGNED(Iop_Max), OF_SIGNED(Iop_Min),
   OF_UNSIGNED(Iop_QAdd), OF_UNSIGNED(Iop_QSub), OF_UNSIGNED(Iop_CmpGT),
   OF_UNSIGNED(Iop_Max), OF_UNSIGNED(Iop_Min), OF_UNSIGNED(Iop_Avg),
   Iop_CmpGT32Sx2, Iop_CmpGT32Sx4, Iop_CmpGT64Sx2, Iop_CmpGT32Ux4,
   Iop_CmpGT64Ux2, Iop_Max32Sx4, Iop_Max32Ux4, Iop_Min32Sx4, Iop_Min32Ux4,
   Iop_CmpGT8Sx32, Iop_CmpGT16Sx16, Iop_CmpGT32Sx8, Iop_CmpGT64Sx4,
   Iop_Max8Sx32, Iop_Max16Sx16, Iop_Max32Sx8, Iop_Max8Ux32, Iop_Max16Ux16,
   Iop_Max32Ux8, Iop_Min8Sx32, Iop_Min16Sx16, Iop_Min32Sx8, Iop_Min8Ux32,
   Iop_Min16Ux16, Iop_Min32Ux8, Iop_QAdd8Ux32, Iop_QAdd16Ux16, Iop_QAdd8Sx32,
   Iop_QAdd16Sx16, Iop_QSub8Ux32, Iop_QSub16Ux16, Iop_QSub8Sx32,
   Iop_QSub16Sx16, Iop_Avg8Ux32, Iop_Avg16Ux16, Iop_QNarrowBin16Sto8Ux8,
   Iop_QNarrowBin16Sto8Sx8, Iop_QNarrowBin32Sto16Sx4, Iop_QNarrowBin16Sto8Ux16,
   Iop_QNarrowBin32Sto16Ux8, Iop_QNarrowBin16Sto8Sx16,
   Iop_QNarrowBin32Sto16Sx8, Iop_NarrowBin16to8x8, Iop_NarrowBin32to16x4,
   Iop_NarrowBin16to8x16, Iop_NarrowBin32to16x8, Iop_NarrowBin64to32x4,
   Iop_NarrowUn16to8x8, Iop_NarrowUn32to16x4, Iop_NarrowUn64to32x2,
   Iop_Widen8Uto16x8, Iop_Widen16Uto32x4, Iop_Widen32Uto64x2,
   Iop_Widen8Sto16x8, Iop_Widen16Sto32x4, Iop_Widen32Sto64x2,
   Iop_InterleaveOddLanes8x16, Iop_InterleaveEvenLanes8x16,
   Iop_InterleaveOddLanes16x8, Iop_InterleaveEvenLanes16x8,
   Iop_InterleaveOddLanes32x4, Iop_InterleaveEvenLanes32x4,
   Iop_PackOddLanes8x16, Iop_PackEvenLanes8x16, Iop_PackOddLanes16x8,
   Iop_PackEvenLanes16x8, Iop_PackOddLanes32x4, Iop_PackEvenLanes32x4,
   Iop_CatOddLanes16x4, Iop_CatEvenLanes16x4, Iop_Perm8x8, Iop_Perm8x16,
   Iop_Perm32x4, Iop_Perm32x8, Iop_PermOrZero8x8, Iop_PermOrZero8x16,
   Iop_GetMSBs8x8, Iop_GetMSBs8x16, Iop_Slice64, Iop_SliceV128, Iop_NotV128,
   Iop_AndV128, Iop_OrV128, Iop_XorV128, Iop_ShlV128, Iop_ShrV128,
   Iop_ZeroHI64ofV128, Iop_ZeroHI96ofV128, Iop_ZeroHI112ofV128,
   Iop_ZeroHI120ofV128, Iop_NotV256, Iop_AndV256, Iop_OrV256, Iop_XorV256,
   Iop_Abs32Fx4, Iop_Neg32Fx4, Iop_Abs64Fx2, Iop_Neg64Fx2,
};

static const IROp multiplications[] = {
   Iop_Mul8, Iop_Mul16, Iop_Mul32, Iop_Mul64, Iop_MullS8, Iop_MullS16,
   Iop_MullS32, Iop_MullS64, Iop_MullU8, Iop_MullU16, Iop_MullU32, Iop_MullU64,
   Iop_Mul16x8, Iop_Mul32x4, Iop_MulHi16Ux8, Iop_MulHi16Sx8, Iop_MullEven32Ux4,
   Iop_MullEven32Sx4, Iop_PolynomialMul8x16, Iop_Mul16x16, Iop_Mul32x8,
   Iop_MulHi16Ux16, Iop_MulHi16Sx16,
};
static const IROp divisions[] = {
   Iop_DivU32, Iop_DivS32, Iop_DivModU64to32, Iop_DivModS64to32,
   Iop_DivModS32to32, Iop_DivModU32to32,
};
static const IROp divisions_64[] = {
   Iop_DivU64, Iop_DivS64, Iop_DivModU128to64, Iop_DivModS128to64,
   Iop_DivModS64to64, Iop_DivModU64to64,
};
static const IROp fp_sums[] = {
   Iop_AddF64, Iop_SubF64, Iop_AddF32, Iop_SubF32, Iop_Add32Fx4, Iop_Sub32Fx4,
   Iop_Add32F0x4, Iop_Sub32F0x4, Iop_Add64Fx2, Iop_Sub64Fx2, Iop_Add64F0x2,
   Iop_Sub64F0x2, Iop_Add64Fx4, Iop_Sub64Fx4, Iop_Add32Fx8, Iop_Sub32Fx8,
};
static const IROp fp_ops[] = {
   Iop_MulF64, Iop_MulF32, Iop_CmpF64, Iop_CmpF32, Iop_F64toI32S, Iop_F64toI64S,
   Iop_F64toI64U, Iop_F64toI32U, Iop_I32StoF64, Iop_I64StoF64, Iop_I64UtoF64,
   Iop_I64UtoF32, Iop_I32UtoF32, Iop_I32UtoF64, Iop_F32toI32S, Iop_F32toI64S,
   Iop_F32toI32U, Iop_F32toI64U, Iop_I32StoF32, Iop_I64StoF32, Iop_F32toF64,
   Iop_F64toF32, Iop_RoundF64toInt, Iop_RoundF32toInt, Iop_MAddF32, Iop_MSubF32,
   Iop_MAddF64, Iop_MSubF64, Iop_Mul32Fx4, Iop_Max32Fx4, Iop_Min32Fx4,
   Iop_CmpEQ32Fx4, Iop_CmpLT32Fx4, Iop_CmpLE32Fx4, Iop_CmpUN32Fx4,
   Iop_CmpGT32Fx4, Iop_CmpGE32Fx4, Iop_RecipEst32Fx4, Iop_RSqrtEst32Fx4,
   Iop_I32StoF32x4, Iop_F32toI32Sx4, Iop_F32toI32Ux4_RZ, Iop_F32toI32Sx4_RZ,
   Iop_QF32toI32Ux4_RZ, Iop_QF32toI32Sx4_RZ, Iop_RoundF32x4_RM,
   Iop_RoundF32x4_RP, Iop_RoundF32x4_RN, Iop_RoundF32x4_RZ, Iop_F32toF16x4,
   Iop_F16toF32x4, Iop_Mul32F0x4, Iop_Max32F0x4, Iop_Min32F0x4, Iop_CmpEQ32F0x4,
   Iop_CmpLT32F0x4, Iop_CmpLE32F0x4, Iop_CmpUN32F0x4, Iop_RecipEst32F0x4,
   Iop_RSqrtEst32F0x4, Iop_Mul64Fx2, Iop_Max64Fx2, Iop_Min64Fx2, Iop_CmpEQ64Fx2,
   Iop_CmpLT64Fx2, Iop_CmpLE64Fx2, Iop_CmpUN64Fx2, Iop_Mul64F0x2, Iop_Max64F0x2,
   Iop_Min64F0x2, Iop_CmpEQ64F0x2, Iop_CmpLT64F0x2, Iop_CmpLE64F0x2,
   Iop_CmpUN64F0x2, Iop_Mul64Fx4, Iop_Mul32Fx8, Iop_I32StoF32x8,
   Iop_F32toI32Sx8, Iop_F32toF16x8, Iop_F16toF32x8, Iop_RSqrtEst32Fx8,
   Iop_RecipEst32Fx8, Iop_Max32Fx8, Iop_Min32Fx8, Iop_Max64Fx4, Iop_Min64Fx4,
};
static const IROp fp_divisions[] = {
   Iop_DivF64, Iop_DivF32, Iop_Div32Fx4, Iop_Div32F0x4, Iop_Div64Fx2,
   Iop_Div64F0x2, Iop_Div64Fx4, Iop_Div32Fx8,
};
static const IROp fp_roots[] = {
   Iop_SqrtF64, Iop_SqrtF32, Iop_Sqrt32Fx4, Iop_Sqrt32F0x4, Iop_Sqrt64Fx2,
   Iop_Sqrt64F0x2, Iop_Sqrt32Fx8, Iop_Sqrt64Fx4,
};
static const IROp x87_functions[] = {
   Iop_AtanF64, Iop_Yl2xF64, Iop_Yl2xp1F64, Iop_PRemF64, Iop_PRemC3210F64,
   Iop_PRem1F64, Iop_PRem1C3210F64, Iop_ScaleF64, Iop_SinF64, Iop_CosF64,
   Iop_TanF64, Iop_2xm1F64,
};
/* clang-format on */

/* By operation, less Iop_INVALID. */
#define N_OPS (Iop_LAST - Iop_INVALID)

/* An OpKind + 1; FREE; or 0: not known.  Valid from cg_operations_init on. */
#define FREE (N_OP_KINDS + 1)
static UChar kind_plus_1[N_OPS];

static ULong n_unknown[N_OPS]; /* how many are in translated code */

static void list_ops(UChar kind, const IROp* ops, SizeT size)
{
   for (UInt i = 0; i < size / sizeof *ops; i++)
      kind_plus_1[ops[i] - Iop_INVALID] = kind + 1;
}

void cg_operations_init(void)
{
   list_ops(FREE - 1, free_ops, sizeof free_ops);
   list_ops(OP_SIMPLE, simple_ops, sizeof simple_ops);
   list_ops(OP_MULTIPLY, multiplications, sizeof multiplications);
   list_ops(OP_DIVIDE, divisions, sizeof divisions);
   list_ops(OP_DIVIDE_64, divisions_64, sizeof divisions_64);
   list_ops(OP_FP, fp_ops, sizeof fp_ops);
   list_ops(OP_FP_ADD, fp_sums, sizeof fp_sums);
   list_ops(OP_FP_DIVIDE, fp_divisions, sizeof fp_divisions);
   list_ops(OP_FP_SQRT, fp_roots, sizeof fp_roots);
   list_ops(OP_X87, x87_functions, sizeof x87_functions);
}

Bool cg_operations_is_free(IROp op)
{
   return kind_plus_1[op - Iop_INVALID] == FREE;
}

OpKind cg_operations_kind(IROp op)
{
   UChar kind = kind_plus_1[op - Iop_INVALID];

   if (kind == 0)
      n_unknown[op - Iop_INVALID]++;
   return kind == 0 ? OP_SIMPLE : kind - 1;
}

void cg_operations_print_unknown(void)
{
   for (UInt i = 0; i < N_OPS; i++)
      if (n_unknown[i] > 0) {
         VG_(printf)("counted as one cycle, as its latency is not known: ");
         ppIROp(Iop_INVALID + i);
         VG_(printf)(", %'llu times in the code\n", n_unknown[i]);
      }
}
