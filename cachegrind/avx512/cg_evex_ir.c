/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_evex_ir.c: IR of AVX-512 instructions; see cg_evex_ir.h. */

#include "pub_tool_basics.h"
#include "pub_tool_machine.h"
#include "pub_tool_tooliface.h"

#include "libvex_guest_amd64.h"

#include "avx512/cg_evex_elements.h"
#include "avx512/cg_evex_ir.h"
#include "avx512/cg_evex_kind.h"
#include "avx512/cg_evex_state.h"
#include "avx512/cg_evex_stub.h"

#define GUEST(name) ((Int)offsetof(VexGuestAMD64State, guest_##name))

static IRExpr* word_of(ULong n)
{
   return IRExpr_Const(IRConst_U64(n));
}

static IRExpr* assign_word(IRSB* sb, IRExpr* e)
{
   IRTemp t = newIRTemp(sb->tyenv, Ity_I64);

   addStmtToIRSB(sb, IRStmt_WrTmp(t, e));
   return IRExpr_RdTmp(t);
}

static IRExpr* get_word(IRSB* sb, Int offset)
{
   return assign_word(sb, IRExpr_Get(offset, Ity_I64));
}

static IRExpr* add_words(IRSB* sb, IRExpr* a, IRExpr* b)
{
   return assign_word(sb, IRExpr_Binop(Iop_Add64, a, b));
}

/*------------------------------------------------------------*/
/*--- The address                                          ---*/
/*------------------------------------------------------------*/

static IRExpr* scaled_index(IRSB* sb, const EvexAddress* a)
{
   UInt    shift = a->scale == 8 ? 3 : a->scale / 2;
   IRExpr* index = get_word(sb, cg_evex_state_general(a->index));

   return shift == 0
             ? index
             : assign_word(sb, IRExpr_Binop(Iop_Shl64, index,
                                            IRExpr_Const(IRConst_U8(shift))));
}

static IRExpr* add_segment(IRSB* sb, IRExpr* ea, EvexSegment segment)
{
   if (segment == SEGMENT_NONE)
      return ea;
   return add_words(
      sb, ea,
      get_word(sb, segment == SEGMENT_FS ? GUEST(FS_CONST) : GUEST(GS_CONST)));
}

static IRExpr* address_of_32_bits(IRSB* sb, IRExpr* ea)
{
   return assign_word(sb, IRExpr_Binop(Iop_And64, ea, word_of(0xFFFFFFFF)));
}

/* The address of the memory operand, without a vector of indices.  `next' is
   that of the next instruction. */
static IRExpr* address_of_operand(IRSB* sb, const EvexInstr* instr, Addr next)
{
   const EvexAddress* a          = &instr->address;
   Bool               is_indexed = instr->form->access == ACCESS_INDEXED;
   IRExpr* ea = word_of(a->displacement + (a->is_from_next ? next : 0));

   if (a->base != CG_EVEX_DECODE_NO_REGISTER)
      ea = add_words(sb, get_word(sb, cg_evex_state_general(a->base)), ea);
   if (a->index != CG_EVEX_DECODE_NO_REGISTER && !is_indexed)
      ea = add_words(sb, ea, scaled_index(sb, a));
   if (a->is_32_bit)
      ea = address_of_32_bits(sb, ea);
   return assign_word(sb, add_segment(sb, ea, a->segment));
}

/*------------------------------------------------------------*/
/*--- The call                                             ---*/
/*------------------------------------------------------------*/

void cg_evex_ir_add_effect(IRDirty* d, IREffect fx, UInt offset, UInt size)
{
   d->fxState[d->nFxState].fx        = fx;
   d->fxState[d->nFxState].offset    = offset;
   d->fxState[d->nFxState].size      = size;
   d->fxState[d->nFxState].nRepeats  = 0;
   d->fxState[d->nFxState].repeatLen = 0;
   d->nFxState++;
}

static void add_vector_effect(IRDirty* d, IREffect fx, UInt n, Bool with_upper)
{
   UInt half = CG_EVEX_STATE_HALF;

   cg_evex_ir_add_effect(d, fx, cg_evex_state_vector(n),
                         n < 16 ? half : 2 * half);
   if (n < 16 && with_upper)
      cg_evex_ir_add_effect(d, fx, cg_evex_state_upper(n), half);
}

static IREffect effect_of(UInt n, UInt read, UInt written)
{
   if ((written >> n & 1) == 0)
      return Ifx_Read;
   return (read >> n & 1) != 0 ? Ifx_Modify : Ifx_Write;
}

/* There are at most VEX_N_FXSTATE: three vectors of two halves, and a mask. */
static void declare_registers(IRDirty* d, const EvexInstr* instr)
{
   EvexRegisters read, written;

   cg_evex_stub_registers(instr, &read, &written);
   for (UInt n = 0; n < 32; n++)
      if ((read.vectors | written.vectors) >> n & 1)
         add_vector_effect(d, effect_of(n, read.vectors, written.vectors), n,
                           (written.vectors >> n & 1) != 0
                              || cg_evex_stub_reads_upper(instr));
   for (UInt n = 0; n < 8; n++)
      if ((read.masks | written.masks) >> n & 1)
         cg_evex_ir_add_effect(d, effect_of(n, read.masks, written.masks),
                               cg_evex_state_mask(n), 8);
}

static Bool writes_memory(const EvexInstr* instr)
{
   UInt operand = instr->form->rm;

   return operand == OPERAND_V_WRITTEN || operand == OPERAND_K_WRITTEN
          || operand == OPERAND_G_WRITTEN || operand == OPERAND_X_WRITTEN;
}

static void declare_memory(IRDirty* d, const EvexInstr* instr, IRExpr* ea,
                           UInt size)
{
   d->mFx   = writes_memory(instr) ? Ifx_Write : Ifx_Read;
   d->mAddr = ea;
   d->mSize = size;
}

static Bool reads_general(const EvexInstr* instr)
{
   return !instr->is_memory && instr->form->rm == OPERAND_G_READ;
}

static IRExpr* rounding_mode(IRSB* sb, const EvexInstr* instr)
{
   return (instr->form->flags & EVEX_ROUNDING) != 0
             ? get_word(sb, GUEST(SSEROUND))
             : word_of(0);
}

/* Those of EvexStub, but for the last ones that the instruction does not need:
   each takes time. */
static IRExpr** arguments(IRSB* sb, const EvexInstr* instr, IRExpr* ea)
{
   IRExpr* guest    = IRExpr_GSPTR();
   IRExpr* rounding = rounding_mode(sb, instr);

   if (reads_general(instr))
      return mkIRExprVec_4(guest, rounding, ea,
                           get_word(sb, cg_evex_state_general(instr->rm)));
   if (instr->is_memory)
      return mkIRExprVec_3(guest, rounding, ea);
   return mkIRExprVec_2(guest, rounding);
}

/* If the instruction fails, the program's state must say where.  VEX knows this
   of a call that refers to memory.  Of one whose references are counted later
   it does not, so the call reads the registers that matter: RSP and RBP, which
   lie side by side, and RIP. */
static void declare_position(IRDirty* d)
{
   cg_evex_ir_add_effect(d, Ifx_Read, GUEST(RSP), 16);
   cg_evex_ir_add_effect(d, Ifx_Read, GUEST(RIP), 8);
}

static const HChar* name_of(const EvexInstr* instr)
{
   return cg_evex_kind_name(instr->map, instr->form->opcode,
                            (instr->form->flags & EVEX_ROUNDING) != 0);
}

/* The offset of what the result of the call is written to; 0: it has none. */
static UInt general_written(const EvexInstr* instr)
{
   const EvexForm* f = instr->form;

   if (f->reg == OPERAND_G_WRITTEN)
      return cg_evex_state_general(instr->reg);
   if (f->rm == OPERAND_G_WRITTEN && !instr->is_memory)
      return cg_evex_state_general(instr->rm);
   return (f->flags & EVEX_FLAGS) != 0 ? GUEST(CC_DEP1) : 0;
}

/* Returns the result; IRTemp_INVALID: there is none. */
static IRTemp append_call(IRSB* sb, const EvexInstr* instr, EvexStub stub,
                          IRExpr* ea)
{
   IRTemp   result = IRTemp_INVALID;
   IRExpr** args   = arguments(sb, instr, ea);
   IRDirty* d = unsafeIRDirty_0_N(0, name_of(instr), (void*)(Addr)stub, args);

   if (general_written(instr) != 0)
      d->tmp = result = newIRTemp(sb->tyenv, Ity_I64);
   declare_registers(d, instr);
   if (d->nFxState == 0) /* VEX insists: as for vcvttss2si from memory */
      args[0] = word_of(0);
   if (instr->is_memory && instr->access == ACCESS_WHOLE)
      declare_memory(d, instr, ea, instr->size);
   else if (instr->is_memory)
      declare_position(d);
   addStmtToIRSB(sb, IRStmt_Dirty(d));
   return result;
}

/* Append a call that lists the elements that the mask selects.  `mask' is what
   it was before the instruction. */
static void append_list(IRSB* sb, const EvexInstr* instr, IRExpr* ea,
                        IRExpr* mask)
{
   Bool     is_indexed = instr->access == ACCESS_INDEXED;
   EvexList list       = cg_evex_elements_of(instr);
   IRExpr** args = mkIRExprVec_4(is_indexed ? IRExpr_GSPTR() : word_of(0), ea,
                                 mask, word_of(list.packed));
   IRDirty* d    = unsafeIRDirty_0_N(0, cg_elements_name, list.fn, args);

   if (is_indexed)
      add_vector_effect(d, Ifx_Read, instr->address.index, True);
   declare_memory(d, instr, ea, list.size);
   addStmtToIRSB(sb, IRStmt_Dirty(d));
}

/*------------------------------------------------------------*/
/*--- All of it                                            ---*/
/*------------------------------------------------------------*/

static void put_result(IRSB* sb, const EvexInstr* instr, IRTemp result)
{
   if (result == IRTemp_INVALID)
      return;
   addStmtToIRSB(sb, IRStmt_Put(general_written(instr), IRExpr_RdTmp(result)));
   if ((instr->form->flags & EVEX_FLAGS) == 0)
      return;
   /* As VEX does for instructions that compare: operation 0 means that the
      flags are in DEP1. */
   addStmtToIRSB(sb, IRStmt_Put(GUEST(CC_OP), word_of(0)));
   addStmtToIRSB(sb, IRStmt_Put(GUEST(CC_DEP2), word_of(0)));
   addStmtToIRSB(sb, IRStmt_Put(GUEST(CC_NDEP), word_of(0)));
}

Bool cg_evex_ir_append(IRSB* sb, const EvexInstr* instr, Addr ip)
{
   EvexStub stub   = cg_evex_stub_get(instr);
   IRExpr*  ea     = word_of(0);
   Bool     counts = instr->is_memory && instr->access != ACCESS_WHOLE;
   IRExpr*  mask   = NULL;

   if (!stub)
      return False;
   if (instr->is_memory)
      ea = address_of_operand(sb, instr, ip + instr->length);
   if (counts)
      mask = get_word(sb, cg_evex_state_mask(instr->mask));
   put_result(sb, instr, append_call(sb, instr, stub, ea));
   if (counts)
      append_list(sb, instr, ea, mask);
   return True;
}

/* Called by the program's code. */
static void set_used(Bool* was_used)
{
   *was_used = True;
}

void cg_evex_ir_append_restart(IRSB* sb, Bool* was_used, Addr ip)
{
   IRExpr** args = mkIRExprVec_1(word_of((Addr)was_used));

   addStmtToIRSB(
      sb, IRStmt_Dirty(unsafeIRDirty_0_N(0, "set_used", set_used, args)));
   addStmtToIRSB(sb, IRStmt_Put(GUEST(CMSTART), word_of(0x1000)));
   addStmtToIRSB(sb, IRStmt_Put(GUEST(CMLEN), word_of(~(ULong)0xFFF)));
   addStmtToIRSB(sb, IRStmt_Exit(IRExpr_Const(IRConst_U1(True)),
                                 Ijk_InvalICache, IRConst_U64(ip), GUEST(RIP)));
}

/* Whether a write of `size' bytes at `offset' is one of bits 128-255 of vector
   `n'. */
static Bool is_of_avx(Int offset, Int size, UInt n)
{
   Int upper = cg_evex_state_vector(n) + CG_EVEX_STATE_HALF / 2;

   return offset < upper + CG_EVEX_STATE_HALF / 2 && offset + size > upper;
}

/* The vectors that the statement writes with VEX's rule: one bit for each. Only
   instructions with a VEX prefix write bits 128-255, and all of them do. */
static UInt written_by_avx(const IRSB* sb, const IRStmt* st)
{
   UInt written = 0;

   if (st->tag != Ist_Put)
      return 0;

   Int size = sizeofIRType(typeOfIRExpr(sb->tyenv, st->Ist.Put.data));

   for (UInt n = 0; n < 16; n++)
      if (is_of_avx(st->Ist.Put.offset, size, n))
         written |= 1u << n;
   return written;
}

IRStmt* cg_evex_ir_take_last(IRSB* sb)
{
   return sb->stmts[--sb->stmts_used];
}

static void clear_upper(IRSB* sb, UInt n)
{
   IRExpr* zero  = IRExpr_Const(IRConst_V128(0));
   Int     upper = cg_evex_state_upper(n);

   addStmtToIRSB(sb, IRStmt_Put(upper, zero));
   addStmtToIRSB(sb, IRStmt_Put(upper + CG_EVEX_STATE_HALF / 2, zero));
}

void cg_evex_ir_clear_uppers(IRSB* sb, Int from)
{
   UInt written = 0;

   for (Int i = from; i < sb->stmts_used; i++)
      written |= written_by_avx(sb, sb->stmts[i]);
   if (written == 0)
      return;

   IRStmt* last = cg_evex_ir_take_last(sb);

   for (UInt n = 0; n < 16; n++)
      if (written >> n & 1)
         clear_upper(sb, n);
   addStmtToIRSB(sb, last);
}
