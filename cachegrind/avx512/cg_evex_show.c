/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_evex_show.c: adds AVX-512 to what CPUID says; see cg_evex_show.h.

   The bits are those of Intel's manual, volume 2, "CPUID". */

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_tooliface.h"

#include "libvex_guest_amd64.h"

#include "avx512/cg_evex_ir.h"
#include "avx512/cg_evex_show.h"
#include "avx512/cg_evex_state.h"

#define BIT(n) (1u << (n))

/* Leaf 7: F DQ IFMA CD BW VL; VBMI VBMI2 GFNI VAES VPCLMULQDQ VNNI BITALG
   VPOPCNTDQ; VP2INTERSECT.  Subleaf 1: BF16. */
#define LEAF_7_EBX (BIT(16) | BIT(17) | BIT(21) | BIT(28) | BIT(30) | BIT(31))
#define LEAF_7_ECX                                                             \
   (BIT(1) | BIT(6) | BIT(8) | BIT(9) | BIT(10) | BIT(11) | BIT(12) | BIT(14))
#define LEAF_7_EDX   BIT(8)
#define LEAF_7_1_EAX BIT(5)

#define XCR0_AVX512 0xE0u /* masks, upper halves, registers 16-31 */

#define LEAF_FEATURES 7u
#define LEAF_XSAVE    0xDu

typedef struct {
   UInt eax, ebx, ecx, edx;
} CpuidWords;

static CpuidWords host_cpuid(UInt leaf, UInt subleaf)
{
   CpuidWords r;

   __asm__ volatile("cpuid"
                    : "=a"(r.eax), "=b"(r.ebx), "=c"(r.ecx), "=d"(r.edx)
                    : "a"(leaf), "c"(subleaf));
   return r;
}

static void add_features(VexGuestAMD64State* guest, UInt subleaf)
{
   CpuidWords host = host_cpuid(LEAF_FEATURES, subleaf);

   if (subleaf == 1)
      guest->guest_RAX |= host.eax & LEAF_7_1_EAX;
   if (subleaf != 0)
      return;
   guest->guest_RAX = VG_MAX(guest->guest_RAX, 1); /* the last subleaf */
   guest->guest_RBX |= host.ebx & LEAF_7_EBX;
   guest->guest_RCX |= host.ecx & LEAF_7_ECX;
   guest->guest_RDX |= host.edx & LEAF_7_EDX;
}

/* Where XSAVE puts what, and how much that is. */
static void add_xsave(VexGuestAMD64State* guest, UInt subleaf)
{
   CpuidWords host = host_cpuid(LEAF_XSAVE, subleaf);

   if (subleaf == 0) {
      guest->guest_RAX |= host.eax & XCR0_AVX512;
      guest->guest_RBX = host.ebx;
      guest->guest_RCX = host.ecx;
   } else if (subleaf >= 5 && subleaf <= 7) {
      guest->guest_RAX = host.eax;
      guest->guest_RBX = host.ebx;
      guest->guest_RCX = host.ecx;
      guest->guest_RDX = host.edx;
   }
}

/* Called by the program's code, after CPUID. */
static void add_avx512(VexGuestAMD64State* guest, ULong leaf, ULong subleaf)
{
   if ((UInt)leaf == LEAF_FEATURES)
      add_features(guest, (UInt)subleaf);
   else if ((UInt)leaf == LEAF_XSAVE)
      add_xsave(guest, (UInt)subleaf);
}

static Bool is_cpuid(const UChar* code)
{
   return code[0] == 0x0F && code[1] == 0xA2;
}

static Bool is_xgetbv(const UChar* code)
{
   return code[0] == 0x0F && code[1] == 0x01 && code[2] == 0xD0;
}

static IRTemp get_general(IRSB* sb, UInt offset)
{
   IRTemp t = newIRTemp(sb->tyenv, Ity_I64);

   addStmtToIRSB(sb, IRStmt_WrTmp(t, IRExpr_Get(offset, Ity_I64)));
   return t;
}

#define RAX offsetof(VexGuestAMD64State, guest_RAX)
#define RCX offsetof(VexGuestAMD64State, guest_RCX)

void cg_evex_show_begin(IRSB* sb, const UChar* code, CpuidInput* input)
{
   if (!is_cpuid(code))
      return;
   input->leaf    = get_general(sb, RAX);
   input->subleaf = get_general(sb, RCX);
}

/* RAX, RCX, RDX and RBX lie side by side. */
static void append_cpuid(IRSB* sb, const CpuidInput* input)
{
   IRExpr** args = mkIRExprVec_3(IRExpr_GSPTR(), IRExpr_RdTmp(input->leaf),
                                 IRExpr_RdTmp(input->subleaf));
   IRDirty* d    = unsafeIRDirty_0_N(0, "add_avx512", add_avx512, args);

   cg_evex_ir_add_effect(d, Ifx_Modify, RAX, 4 * 8);
   addStmtToIRSB(sb, IRStmt_Dirty(d));
}

static void append_xgetbv(IRSB* sb)
{
   IRTemp  both = newIRTemp(sb->tyenv, Ity_I64);
   IRExpr* old  = IRExpr_RdTmp(get_general(sb, RAX));

   addStmtToIRSB(
      sb,
      IRStmt_WrTmp(both, IRExpr_Binop(Iop_Or64, old,
                                      IRExpr_Const(IRConst_U64(XCR0_AVX512)))));
   addStmtToIRSB(sb, IRStmt_Put(RAX, IRExpr_RdTmp(both)));
}

void cg_evex_show_end(IRSB* sb, const UChar* code, const CpuidInput* input)
{
   if (!is_cpuid(code) && !is_xgetbv(code))
      return;

   IRStmt* last = cg_evex_ir_take_last(sb);

   if (is_cpuid(code))
      append_cpuid(sb, input);
   else
      append_xgetbv(sb);
   addStmtToIRSB(sb, last);
}
