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

#define STATE_BYTES (EVEX_STATE_END - EVEX_STATE_UPPER)

/* The parts of the state, as the bits of XCR0 number them, and where they are
   in the guest state. */
typedef struct {
   UInt bit, from, to;
} StatePart;

static const StatePart parts[] = {
   {5, EVEX_STATE_MASKS, EVEX_STATE_END},
   {6, EVEX_STATE_UPPER, EVEX_STATE_HIGH},
   {7, EVEX_STATE_HIGH, EVEX_STATE_MASKS},
};

#define N_PARTS   (sizeof parts / sizeof parts[0])
#define ALL_PARTS 0xE0

/* In each of the four functions that the program's code calls, `mask' is %rax.
 */

/*------------------------------------------------------------*/
/*--- In memory                                            ---*/
/*------------------------------------------------------------*/

/* From Intel's manual, volume 1, chapter 13.4. */
#define HEADER_AT     512 /* of the area: which parts are not initial */
#define LEAF_OF_XSAVE 0xD

static UInt offset_in_area(UInt bit)
{
   UInt eax, ebx, ecx, edx;

   __asm__ volatile("cpuid"
                    : "=a"(eax), "=b"(ebx), "=c"(ecx), "=d"(edx)
                    : "a"(LEAF_OF_XSAVE), "c"(bit));
   return ebx;
}

static Bool is_zero(const UChar* p, UInt n)
{
   while (n > 0 && *p == 0)
      n--, p++;
   return n == 0;
}

static void save_part(const StatePart* part, const UChar* guest, UChar* area)
{
   ULong* header = (ULong*)(Addr)(area + HEADER_AT);
   ULong  bit    = 1ULL << part->bit;
   UInt   n      = part->to - part->from;

   VG_(memcpy)(area + offset_in_area(part->bit), guest + part->from, n);
   *header = is_zero(guest + part->from, n) ? *header & ~bit : *header | bit;
}

static void restore_part(const StatePart* part, UChar* guest, const UChar* area)
{
   const ULong* header = (const ULong*)(Addr)(area + HEADER_AT);
   UInt         n      = part->to - part->from;

   if (*header >> part->bit & 1)
      VG_(memcpy)(guest + part->from, area + offset_in_area(part->bit), n);
   else
      VG_(memset)(guest + part->from, 0, n);
}

static void save_to_area(UChar* guest, UChar* area, ULong mask)
{
   for (UInt i = 0; i < N_PARTS; i++)
      if (mask >> parts[i].bit & 1)
         save_part(&parts[i], guest, area);
}

static void restore_from_area(UChar* guest, UChar* area, ULong mask)
{
   for (UInt i = 0; i < N_PARTS; i++)
      if (mask >> parts[i].bit & 1)
         restore_part(&parts[i], guest, area);
}

/*------------------------------------------------------------*/
/*--- Here                                                 ---*/
/*------------------------------------------------------------*/

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

/* Copy those parts of `from' that `mask' has to `to'. */
static void copy_parts(UChar* to, const UChar* from, ULong mask)
{
   for (UInt i = 0; i < N_PARTS; i++) {
      UInt at = parts[i].from - EVEX_STATE_UPPER;

      if (mask >> parts[i].bit & 1)
         VG_(memcpy)(to + at, from + at, parts[i].to - parts[i].from);
   }
}

static void save_here(UChar* guest, Addr area, ULong mask)
{
   SavedState* s = find_saved(area);

   if (!s)
      s = &saved[next_saved++ % N_SAVED];
   s->area = area;
   copy_parts(s->state, guest + EVEX_STATE_UPPER, mask);
}

static void restore_from_here(UChar* guest, Addr area, ULong mask)
{
   const SavedState* s = find_saved(area);

   if (s)
      copy_parts(guest + EVEX_STATE_UPPER, s->state, mask);
}

/*------------------------------------------------------------*/
/*--- VEX's part                                           ---*/
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

/* VEX's XRSTOR fails if the header has parts that VEX does not know. */
#define UNKNOWN_PARTS (~0x7ULL)

static void allow_parts(IRExpr* e)
{
   if (e->tag == Iex_Binop) {
      allow_parts(e->Iex.Binop.arg1);
      allow_parts(e->Iex.Binop.arg2);
   } else if (e->tag == Iex_Const && e->Iex.Const.con->tag == Ico_U64
              && e->Iex.Const.con->Ico.U64 == UNKNOWN_PARTS) {
      e->Iex.Const.con->Ico.U64 &= ~(ULong)ALL_PARTS;
   }
}

static void allow_parts_in_header(IRSB* sb, Int from)
{
   for (Int i = from; i < sb->stmts_used; i++)
      if (sb->stmts[i]->tag == Ist_WrTmp)
         allow_parts(sb->stmts[i]->Ist.WrTmp.data);
}

/*------------------------------------------------------------*/
/*--- IR                                                   ---*/
/*------------------------------------------------------------*/

typedef enum { XSAVE_NONE, XSAVE_SAVES, XSAVE_RESTORES } XsaveKind;

static Bool is_segment_or_rex(UInt byte)
{
   return (byte & 0xF0) == 0x40 || byte == 0x64 || byte == 0x65;
}

/* Reads no byte beyond the end of the instruction. */
static XsaveKind xsave_kind_at(const UChar* p)
{
   while (is_segment_or_rex(*p))
      p++;
   if (p[0] != 0x0F || p[1] != 0xAE || p[2] >= 0xC0)
      return XSAVE_NONE;
   switch ((p[2] >> 3) & 7) {
   case 4:
      return XSAVE_SAVES;
   case 5:
      return XSAVE_RESTORES;
   default:
      return XSAVE_NONE;
   }
}

static IRDirty* copy_call(IRExpr** args, Bool is_save, Bool in_area)
{
   if (in_area)
      return is_save ? unsafeIRDirty_0_N(0, "save_to_area", save_to_area, args)
                     : unsafeIRDirty_0_N(0, "restore_from_area",
                                         restore_from_area, args);
   return is_save ? unsafeIRDirty_0_N(0, "save_here", save_here, args)
                  : unsafeIRDirty_0_N(0, "restore_from_here", restore_from_here,
                                      args);
}

static void append_copy(IRSB* sb, IRExpr* area, Bool is_save, Bool in_area)
{
   IRTemp   mask = newIRTemp(sb->tyenv, Ity_I64);
   IRExpr** args = mkIRExprVec_3(IRExpr_GSPTR(), area, IRExpr_RdTmp(mask));
   IRDirty* d    = copy_call(args, is_save, in_area);

   cg_evex_ir_add_effect(d, is_save ? Ifx_Read : Ifx_Modify, EVEX_STATE_UPPER,
                         STATE_BYTES);
   if (in_area) {
      d->mFx   = is_save ? Ifx_Write : Ifx_Read;
      d->mAddr = area;
      d->mSize = STATE_BYTES;
   }
   addStmtToIRSB(
      sb, IRStmt_WrTmp(mask, IRExpr_Get(cg_evex_state_general(0), Ity_I64)));
   addStmtToIRSB(sb, IRStmt_Dirty(d));
}

Bool cg_evex_xsave_append(IRSB* sb, Int from, const UChar* code, Bool in_area)
{
   XsaveKind kind = xsave_kind_at(code);
   IRExpr*   area = kind == XSAVE_NONE ? NULL : find_area(sb, from);

   if (!area)
      return False;
   if (in_area && kind == XSAVE_RESTORES)
      allow_parts_in_header(sb, from);

   IRStmt* last = cg_evex_ir_take_last(sb);

   append_copy(sb, area, kind == XSAVE_SAVES, in_area);
   addStmtToIRSB(sb, last);
   return True;
}
