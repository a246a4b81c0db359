/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_evex_xsave.c: saves registers for XSAVE; see cg_evex_xsave.h. */

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_tooliface.h"

#include "libvex_guest_amd64.h"

#include "avx512/cg_evex_ir.h"
#include "avx512/cg_evex_state.h"
#include "avx512/cg_evex_xsave.h"

/*------------------------------------------------------------*/
/*--- What was saved                                       ---*/
/*------------------------------------------------------------*/

#define STATE_BYTES (EVEX_STATE_END - EVEX_STATE_UPPER)

typedef struct {
   Addr  area; /* 0: this one is free */
   UChar state[STATE_BYTES];
} SavedState;

/* The last ones.  A thread seldom has more than one. */
#define N_SAVED 64

static SavedState saved[N_SAVED];
static UInt       next_saved;

static SavedState* find_saved(Addr area)
{
   for (UInt i = 0; i < N_SAVED; i++)
      if (saved[i].area == area)
         return &saved[i];
   return NULL;
}

/* The parts of the state, as the bits of XCR0 number them. */
typedef struct {
   UInt bit, from, to;
} StatePart;

static const StatePart parts[] = {
   {5, EVEX_STATE_MASKS, EVEX_STATE_END},
   {6, EVEX_STATE_UPPER, EVEX_STATE_HIGH},
   {7, EVEX_STATE_HIGH, EVEX_STATE_MASKS},
};

/* Copy those parts of `from' that `mask' has to `to'. */
static void copy_parts(UChar* to, const UChar* from, ULong mask)
{
   for (UInt i = 0; i < sizeof parts / sizeof parts[0]; i++) {
      UInt at = parts[i].from - EVEX_STATE_UPPER;

      if (mask >> parts[i].bit & 1)
         VG_(memcpy)(to + at, from + at, parts[i].to - parts[i].from);
   }
}

/* Both are called by the program's code; `mask' is %rax. */

static void save_state(UChar* guest, Addr area, ULong mask)
{
   SavedState* s = find_saved(area);

   if (!s)
      s = &saved[next_saved++ % N_SAVED];
   s->area = area;
   copy_parts(s->state, guest + EVEX_STATE_UPPER, mask);
}

static void restore_state(UChar* guest, Addr area, ULong mask)
{
   const SavedState* s = find_saved(area);

   if (s)
      copy_parts(guest + EVEX_STATE_UPPER, s->state, mask);
}

/*------------------------------------------------------------*/
/*--- IR                                                   ---*/
/*------------------------------------------------------------*/

#define LEGACY_AREA_BYTES 160 /* the part of the x87 unit */

/* The address of the area: that of VEX's access to its first part.  NULL: VEX
   has not decoded the instruction. */
static IRExpr* find_area(const IRSB* sb, Int from)
{
   for (Int i = from; i < sb->stmts_used; i++) {
      const IRStmt* st = sb->stmts[i];

      if (st->tag == Ist_Dirty
          && st->Ist.Dirty.details->mSize == LEGACY_AREA_BYTES)
         return st->Ist.Dirty.details->mAddr;
   }
   return NULL;
}

typedef enum { XSAVE_NONE, XSAVE_SAVES, XSAVE_RESTORES } XsaveKind;

/* What the instruction with this second byte of the opcode, and with this ModRM
   byte, is: XSAVE, XSAVEOPT or XSAVEC saves. */
static XsaveKind xsave_kind(UInt opcode, UInt modrm)
{
   UInt reg = (modrm >> 3) & 7;

   if (modrm >= 0xC0)
      return XSAVE_NONE;
   if ((opcode == 0xAE && (reg == 4 || reg == 6))
       || (opcode == 0xC7 && reg == 4))
      return XSAVE_SAVES;
   return opcode == 0xAE && reg == 5 ? XSAVE_RESTORES : XSAVE_NONE;
}

static Bool is_segment_or_rex(UInt byte)
{
   return (byte & 0xF0) == 0x40 || byte == 0x64 || byte == 0x65;
}

/* Reads no byte beyond the end of the instruction. */
static XsaveKind xsave_kind_at(const UChar* p)
{
   while (is_segment_or_rex(*p))
      p++;
   if (p[0] != 0x0F || (p[1] != 0xAE && p[1] != 0xC7))
      return XSAVE_NONE;
   return xsave_kind(p[1], p[2]);
}

static void append_copy(IRSB* sb, IRExpr* area, Bool is_save)
{
   IRTemp   mask = newIRTemp(sb->tyenv, Ity_I64);
   IRExpr** args = mkIRExprVec_3(IRExpr_GSPTR(), area, IRExpr_RdTmp(mask));
   IRDirty* d    = is_save
                      ? unsafeIRDirty_0_N(0, "save_state", save_state, args)
                      : unsafeIRDirty_0_N(0, "restore_state", restore_state, args);

   cg_evex_ir_add_effect(d, is_save ? Ifx_Read : Ifx_Modify, EVEX_STATE_UPPER,
                         STATE_BYTES);
   addStmtToIRSB(
      sb, IRStmt_WrTmp(mask, IRExpr_Get(cg_evex_state_general(0), Ity_I64)));
   addStmtToIRSB(sb, IRStmt_Dirty(d));
}

Bool cg_evex_xsave_append(IRSB* sb, Int from, const UChar* code)
{
   XsaveKind kind = xsave_kind_at(code);
   IRExpr*   area = kind == XSAVE_NONE ? NULL : find_area(sb, from);

   if (!area)
      return False;

   IRStmt* last = cg_evex_ir_take_last(sb);

   append_copy(sb, area, kind == XSAVE_SAVES);
   addStmtToIRSB(sb, last);
   return True;
}
