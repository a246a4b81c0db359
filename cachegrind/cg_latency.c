/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_latency.c: how long the instructions of a segment take; cg_latency.h.

   Each value, of a temporary of the IR or in a register, has a Value: how long
   after the start of the segment it is known if only one register is late, for
   each register.

      segment:  t1 = GET(rax); t2 = Mul(t1, 5); t3 = GET(rbx); t4 = Add(t2, t3)
      t4:       rax: multiply + 1, rbx: 1, others: not computed from them */

#include "cg_latency.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#include "guest/cg_functions.h"
#include "platform.h"

#define SIZE_OF(member) (sizeof((GuestState*)NULL)->member)
#define FIRST_INTEGER   PLATFORM_OFFSET(PLATFORM_FIRST_INTEGER)
#define END_OF_INTEGERS (PLATFORM_OFFSET(PLATFORM_LAST_INTEGER) + INTEGER_SIZE)
#define INTEGER_SIZE    SIZE_OF(PLATFORM_FIRST_INTEGER)
#define FIRST_VECTOR    PLATFORM_OFFSET(PLATFORM_FIRST_VECTOR)
#define END_OF_VECTORS  (PLATFORM_OFFSET(PLATFORM_LAST_VECTOR) + VECTOR_SIZE)
#define VECTOR_SIZE     SIZE_OF(PLATFORM_FIRST_VECTOR)
#define SSE_SIZE        16 /* bytes of a YMM register that SSE knows */
#define N_INTEGERS      ((END_OF_INTEGERS - FIRST_INTEGER) / INTEGER_SIZE)
#define N_VECTORS       ((END_OF_VECTORS - FIRST_VECTOR) / VECTOR_SIZE)
#define N_REGISTERS     (N_INTEGERS + N_VECTORS)
#define NO_REGISTER     N_REGISTERS

_Static_assert(N_REGISTERS <= 64, "a RegisterSet has a bit for each");

typedef struct {
   RegisterSet from;                /* registers at the start of the segment */
   UInt        cycles[N_REGISTERS]; /* by those in `from' */

   /* Registers at the start of the superblock, and those of them that a load is
      between. */
   RegisterSet sources, loads;
} Value;

/* A value of which nothing is known. */
static const Value nothing;

/* Valid from cg_latency_init on. */
static const UInt* latency; /* by OpKind */
static UInt        L1D_latency;

static const IRTypeEnv* types; /* of the superblock's temporaries */

static Value*      temps; /* of the superblock, n_temps */
static UInt        n_temps, n_allocated;
static Value       registers[N_REGISTERS];
static IRTemp      copy_of[N_REGISTERS]; /* a temporary with the same value */
static CostCentre* written_by[N_REGISTERS];

/* The registers that functions leave as they were, and those whose values can
   come back to the superblock. */
static RegisterSet preserved, coming_back;

/* What the segment's operations that occupy their unit need, and the
   instruction of the slowest. */
static UInt        busy, slowest;
static CostCentre* slowest_cc;

/*------------------------------------------------------------*/
/*--- Operations                                           ---*/
/*------------------------------------------------------------*/

/* Those that only rename or cut what they get. */
static Bool is_free(IROp op)
{
   switch (op) {
   case Iop_8Uto16:
   case Iop_8Uto32:
   case Iop_8Uto64:
   case Iop_16Uto32:
   case Iop_16Uto64:
   case Iop_32Uto64:
   case Iop_8Sto32:
   case Iop_8Sto64:
   case Iop_16Sto32:
   case Iop_16Sto64:
   case Iop_32Sto64:
   case Iop_64to8:
   case Iop_32to8:
   case Iop_64to16:
   case Iop_16to8:
   case Iop_16HIto8:
   case Iop_32to16:
   case Iop_32HIto16:
   case Iop_64to32:
   case Iop_64HIto32:
   case Iop_32HLto64:
   case Iop_128to64:
   case Iop_128HIto64:
   case Iop_64HLto128:
   case Iop_32to1:
   case Iop_64to1:
   case Iop_1Uto8:
   case Iop_1Uto32:
   case Iop_1Uto64:
   case Iop_ReinterpF64asI64:
   case Iop_ReinterpI64asF64:
   case Iop_ReinterpF32asI32:
   case Iop_ReinterpI32asF32:
   case Iop_V128to64:
   case Iop_V128HIto64:
   case Iop_64HLtoV128:
   case Iop_64UtoV128:
   case Iop_SetV128lo64:
   case Iop_V128to32:
   case Iop_32UtoV128:
   case Iop_SetV128lo32:
   case Iop_V256toV128_0:
   case Iop_V256toV128_1:
   case Iop_V128HLtoV256:
   case Iop_V256to64_0:
   case Iop_V256to64_1:
   case Iop_V256to64_2:
   case Iop_V256to64_3:
   case Iop_64x4toV256:
      return True;
   default:
      return False;
   }
}

/* Operations that are in no group here take one cycle. */
static OpKind kind_of(IROp op)
{
   switch (op) {
   case Iop_Mul8 ... Iop_Mul64:
   case Iop_MullS8 ... Iop_MullU64:
   case Iop_Mul16x8:
   case Iop_Mul32x4:
   case Iop_MulHi16Ux8:
   case Iop_MulHi16Sx8:
   case Iop_Mul16x16:
   case Iop_Mul32x8:
   case Iop_MulHi16Ux16:
   case Iop_MulHi16Sx16:
   case Iop_MullEven32Ux4:
   case Iop_MullEven32Sx4:
   case Iop_PolynomialMul8x16:
      return OP_MULTIPLY;
   case Iop_DivU32:
   case Iop_DivS32:
   case Iop_DivModU64to32:
   case Iop_DivModS64to32:
   case Iop_DivModS32to32:
   case Iop_DivModU32to32:
      return OP_DIVIDE;
   case Iop_DivU64:
   case Iop_DivS64:
   case Iop_DivModU128to64:
   case Iop_DivModS128to64:
   case Iop_DivModS64to64:
   case Iop_DivModU64to64:
      return OP_DIVIDE_64;
   case Iop_DivF64:
   case Iop_DivF32:
   case Iop_Div32Fx4:
   case Iop_Div32F0x4:
   case Iop_Div64Fx2:
   case Iop_Div64F0x2:
   case Iop_Div64Fx4:
   case Iop_Div32Fx8:
      return OP_FP_DIVIDE;
   case Iop_SqrtF64:
   case Iop_SqrtF32:
   case Iop_Sqrt32Fx4:
   case Iop_Sqrt32F0x4:
   case Iop_Sqrt64Fx2:
   case Iop_Sqrt64F0x2:
   case Iop_Sqrt32Fx8:
   case Iop_Sqrt64Fx4:
      return OP_FP_SQRT;
   case Iop_AtanF64 ... Iop_2xm1F64:
      return OP_X87;
   case Iop_AddF64 ... Iop_MulF64:
   case Iop_AddF32 ... Iop_MulF32:
   case Iop_CmpF64:
   case Iop_CmpF32:
   case Iop_F64toI32S ... Iop_F64toF32:
   case Iop_MAddF32 ... Iop_MSubF32:
   case Iop_MAddF64 ... Iop_MSubF64:
   case Iop_Add32Fx4 ... Iop_Mul32Fx4:
   case Iop_Add32F0x4 ... Iop_Mul32F0x4:
   case Iop_Add64Fx2 ... Iop_Mul64Fx2:
   case Iop_Add64F0x2 ... Iop_Mul64F0x2:
   case Iop_Add64Fx4 ... Iop_Mul64Fx4:
   case Iop_Add32Fx8 ... Iop_Mul32Fx8:
   case Iop_Max32Fx4 ... Iop_Min32Fx4:
   case Iop_Max32F0x4 ... Iop_CmpUN32F0x4:
   case Iop_Max64Fx2 ... Iop_CmpUN64Fx2:
   case Iop_Max64F0x2 ... Iop_CmpUN64F0x2:
   case Iop_CmpEQ32Fx4 ... Iop_CmpGE32Fx4:
   case Iop_Max32Fx8 ... Iop_Min64Fx4:
   case Iop_RecipEst32Fx4:
   case Iop_RecipEst32F0x4:
   case Iop_RSqrtEst32Fx4:
   case Iop_RSqrtEst32F0x4:
   case Iop_RSqrtEst32Fx8:
   case Iop_RecipEst32Fx8:
   case Iop_I32StoF32x4 ... Iop_RoundF32x4_RZ:
   case Iop_F32toF16x4 ... Iop_F16toF32x4:
   case Iop_I32StoF32x8 ... Iop_F16toF32x8:
   case Iop_RoundF64toInt:
   case Iop_RoundF32toInt:
      return OP_FP;
   default:
      return OP_SIMPLE;
   }
}

/* VEX computes flags, and all that the IR has no operation for, in functions of
   its own.  Instructions have their flags with their results.  The others, for
   example CRC32, PDEP, PCLMULQDQ and PSADBW, take as long as a
   multiplication. */
static OpKind kind_of_helper(const HChar* name)
{
   return VG_(strstr)(name, "flags") || VG_(strstr)(name, "condition")
             ? OP_SIMPLE
             : OP_MULTIPLY;
}

/* How long an operation keeps its unit from starting the next one, of those
   that do.  Agner Fog's and uops.info's tables have about these shares of the
   latency for all processors that machines/ describes. */
static UInt busy_cycles(OpKind kind)
{
   UInt cycles = latency[kind];

   switch (kind) {
   case OP_DIVIDE:
   case OP_DIVIDE_64:
      return (cycles + 1) / 2;
   case OP_FP_DIVIDE:
   case OP_FP_SQRT:
      return (2 * cycles + 4) / 5;
   case OP_X87:
   case OP_LOCKED:
      return cycles;
   default:
      return 0;
   }
}

static void occupy(OpKind kind, CostCentre* cc)
{
   UInt cycles = busy_cycles(kind);

   busy += cycles;
   if (cycles > slowest) {
      slowest    = cycles;
      slowest_cc = cc;
   }
}

/*------------------------------------------------------------*/
/*--- Values                                               ---*/
/*------------------------------------------------------------*/

/* *v is computed from *arg, too. */
static void depend_on(Value* v, const Value* arg)
{
   for (RegisterSet rest = arg->from; rest; rest &= rest - 1) {
      UInt r = __builtin_ctzll(rest);

      if (!(v->from >> r & 1) || v->cycles[r] < arg->cycles[r])
         v->cycles[r] = arg->cycles[r];
      v->from |= 1ULL << r;
   }
   v->sources |= arg->sources;
   v->loads |= arg->loads;
}

static void delay(Value* v, UInt cycles)
{
   for (RegisterSet rest = v->from; rest; rest &= rest - 1)
      v->cycles[__builtin_ctzll(rest)] += cycles;
}

/* The register at an offset of the guest state, or NO_REGISTER. */
static UInt register_at(Int offset)
{
   UInt at = offset;

   if (at >= FIRST_INTEGER && at < END_OF_INTEGERS)
      return (at - FIRST_INTEGER) / INTEGER_SIZE;
   if (at >= FIRST_VECTOR && at < END_OF_VECTORS)
      return N_INTEGERS + (at - FIRST_VECTOR) / VECTOR_SIZE;
   return NO_REGISTER;
}

static const Value* atom(const IRExpr* e)
{
   return e && e->tag == Iex_RdTmp ? &temps[e->Iex.RdTmp.tmp] : &nothing;
}

static void take_args(Value* v, IRExpr* const* args)
{
   for (; *args; args++)
      if (!is_IRExpr_VECRET_or_GSPTR(*args))
         depend_on(v, atom(*args));
}

static void compute(Value* v, IROp op, CostCentre* cc)
{
   OpKind kind = kind_of(op);

   if (!is_free(op))
      delay(v, latency[kind]);
   occupy(kind, cc);
}

static void load(Value* v, const IRExpr* address)
{
   depend_on(v, atom(address));
   v->loads |= v->sources;
   delay(v, L1D_latency);
}

static void get(Value* v, Int offset)
{
   UInt r = register_at(offset);

   if (r != NO_REGISTER)
      *v = registers[r];
}

void cg_latency_init(const Machine* machine)
{
   static const Int offsets[] = {PLATFORM_PRESERVED_OFFSETS};

   latency     = machine->core.latency;
   L1D_latency = machine->caches[LEVEL_L1D].latency;
   for (UInt i = 0; i < sizeof offsets / sizeof *offsets; i++)
      preserved |= 1ULL << register_at(offsets[i]);
}

/* The value of an expression, whose arguments are atoms. */
static void evaluate(Value* v, const IRExpr* e, CostCentre* cc)
{
   switch (e->tag) {
   case Iex_Get:
      get(v, e->Iex.Get.offset);
      break;
   case Iex_RdTmp:
      *v = *atom(e);
      break;
   case Iex_Unop:
      depend_on(v, atom(e->Iex.Unop.arg));
      compute(v, e->Iex.Unop.op, cc);
      break;
   case Iex_Binop:
      depend_on(v, atom(e->Iex.Binop.arg1));
      depend_on(v, atom(e->Iex.Binop.arg2));
      compute(v, e->Iex.Binop.op, cc);
      break;
   case Iex_Triop: /* the first argument is the rounding mode */
      depend_on(v, atom(e->Iex.Triop.details->arg2));
      depend_on(v, atom(e->Iex.Triop.details->arg3));
      compute(v, e->Iex.Triop.details->op, cc);
      break;
   case Iex_Qop:
      depend_on(v, atom(e->Iex.Qop.details->arg2));
      depend_on(v, atom(e->Iex.Qop.details->arg3));
      depend_on(v, atom(e->Iex.Qop.details->arg4));
      compute(v, e->Iex.Qop.details->op, cc);
      break;
   case Iex_Load:
      load(v, e->Iex.Load.addr);
      break;
   case Iex_ITE:
      depend_on(v, atom(e->Iex.ITE.cond));
      depend_on(v, atom(e->Iex.ITE.iftrue));
      depend_on(v, atom(e->Iex.ITE.iffalse));
      delay(v, latency[OP_SIMPLE]);
      break;
   case Iex_CCall:
      take_args(v, e->Iex.CCall.args);
      delay(v, latency[kind_of_helper(e->Iex.CCall.cee->name)]);
      break;
   default: /* a constant, or the x87's stack */
      break;
   }
}

/*------------------------------------------------------------*/
/*--- Statements                                           ---*/
/*------------------------------------------------------------*/

static void set_temp(IRTemp t, const Value* v)
{
   if (t != IRTemp_INVALID)
      temps[t] = *v;
}

/* Whether an offset is in the upper half of a YMM register. */
static Bool is_upper_half(Int offset)
{
   UInt at = offset;

   return at >= FIRST_VECTOR && (at - FIRST_VECTOR) % VECTOR_SIZE >= SSE_SIZE;
}

/* Whether a write of `size' bytes replaces what a register had.  A write of the
   lower half replaces a vector: SSE leaves the upper half alone, which no SSE
   code reads, and AVX writes it next. */
static Bool is_whole(UInt r, Int offset, Int size)
{
   if (r < N_INTEGERS)
      return size == (Int)INTEGER_SIZE;
   return size >= SSE_SIZE && !is_upper_half(offset);
}

/* The register, or a part of it, gets a value; it is that of `data', an
   atom. */
static void put(Int offset, const IRExpr* data, CostCentre* cc)
{
   UInt r = register_at(offset);

   if (r == NO_REGISTER)
      return;
   written_by[r] = cc;
   if (is_whole(r, offset, sizeofIRType(typeOfIRExpr(types, data)))) {
      registers[r] = *atom(data);
      copy_of[r] =
         data->tag == Iex_RdTmp ? data->Iex.RdTmp.tmp : IRTemp_INVALID;
      return;
   }
   depend_on(&registers[r], atom(data));
   if (!is_upper_half(offset))
      copy_of[r] = IRTemp_INVALID;
}

/* A statement changes memory at once with reading it. */
static void change_memory(IRTemp old, const IRExpr* address, CostCentre* cc)
{
   Value v = nothing;

   load(&v, address);
   delay(&v, latency[OP_LOCKED]);
   occupy(OP_LOCKED, cc);
   set_temp(old, &v);
}

static void assign(const IRStmt* st, CostCentre* cc)
{
   const IRExpr* data = st->Ist.WrTmp.data;
   Value         v    = nothing;

   evaluate(&v, data, cc);
   temps[st->Ist.WrTmp.tmp] = v;
   if (data->tag == Iex_Get) {
      UInt r = register_at(data->Iex.Get.offset);

      if (r != NO_REGISTER && copy_of[r] == IRTemp_INVALID)
         copy_of[r] = st->Ist.WrTmp.tmp;
   }
}

/* A helper that reads and writes registers, for example for AESENC: what it
   writes takes a floating-point operation. */
static void call(const IRDirty* d, CostCentre* cc)
{
   Value v = nothing;

   take_args(&v, d->args);
   for (Int i = 0; i < d->nFxState; i++) {
      UInt r = register_at(d->fxState[i].offset);

      if (r != NO_REGISTER && d->fxState[i].fx != Ifx_Write)
         depend_on(&v, &registers[r]);
   }
   delay(&v, latency[OP_FP]);
   set_temp(d->tmp, &v);
   for (Int i = 0; i < d->nFxState; i++) {
      UInt r = register_at(d->fxState[i].offset);

      if (r == NO_REGISTER || d->fxState[i].fx == Ifx_Read)
         continue;
      registers[r]  = v;
      copy_of[r]    = IRTemp_INVALID;
      written_by[r] = cc;
   }
}

static void load_guarded(const IRLoadG* d)
{
   Value v = nothing;

   load(&v, d->addr);
   depend_on(&v, atom(d->alt));
   set_temp(d->dst, &v);
}

void cg_latency_add(const IRStmt* st, CostCentre* cc)
{
   switch (st->tag) {
   case Ist_WrTmp:
      assign(st, cc);
      break;
   case Ist_Put:
      put(st->Ist.Put.offset, st->Ist.Put.data, cc);
      break;
   case Ist_LoadG:
      load_guarded(st->Ist.LoadG.details);
      break;
   case Ist_CAS:
      change_memory(st->Ist.CAS.details->oldLo, st->Ist.CAS.details->addr, cc);
      break;
   case Ist_LLSC:
      change_memory(st->Ist.LLSC.result, st->Ist.LLSC.addr, cc);
      break;
   case Ist_Dirty:
      call(st->Ist.Dirty.details, cc);
      break;
   default: /* computes nothing */
      break;
   }
}

/*------------------------------------------------------------*/
/*--- Segments and superblocks                             ---*/
/*------------------------------------------------------------*/

/* A segment begins: each register depends on itself only. */
static void start_segment(void)
{
   for (UInt t = 0; t < n_temps; t++)
      temps[t].from = 0;
   for (UInt r = 0; r < N_REGISTERS; r++) {
      registers[r].from      = 1ULL << r;
      registers[r].cycles[r] = 0;
      written_by[r]          = NULL;
      if (copy_of[r] != IRTemp_INVALID) {
         temps[copy_of[r]].from |= 1ULL << r;
         temps[copy_of[r]].cycles[r] = 0;
      }
   }
   busy = slowest = 0;
   slowest_cc     = NULL;
}

/* Whether the superblock, whose code begins at `addr', ends in a jump to
   another function. */
static Bool leaves_function(const IRSB* sb, Addr addr)
{
   Addr next;

   if (sb->next->tag != Iex_Const)
      return False;
   next = PLATFORM_GUEST_IS_64BIT ? sb->next->Iex.Const.con->Ico.U64
                                  : sb->next->Iex.Const.con->Ico.U32;
   return next != addr && cg_functions_is_entry(next);
}

static RegisterSet registers_coming_back(const IRSB* sb, Addr addr)
{
   if (sb->jumpkind == Ijk_Ret)
      return 0;
   if (sb->jumpkind == Ijk_Call || sb->next->tag != Iex_Const)
      return preserved;
   return leaves_function(sb, addr) ? 0 : ~0ULL;
}

void cg_latency_begin(const IRSB* sb, Addr addr)
{
   types   = sb->tyenv;
   n_temps = types->types_used;
   if (n_temps > n_allocated) {
      n_allocated = 2 * n_temps;
      temps =
         VG_(realloc)("cg.latency.temps", temps, n_allocated * sizeof *temps);
   }
   VG_(memset)(temps, 0, n_temps * sizeof *temps);
   coming_back = registers_coming_back(sb, addr);
   for (UInt r = 0; r < N_REGISTERS; r++) {
      registers[r] = (Value){.sources = 1ULL << r};
      copy_of[r]   = IRTemp_INVALID;
   }
   start_segment();
}

SegmentLatency cg_latency_end_segment(void)
{
   SegmentLatency longest = {busy, slowest_cc};
   UInt           SP      = register_at(PLATFORM_OFFSET(PLATFORM_GUEST_SP));

   for (UInt r = 0; r < N_REGISTERS; r++) {
      const Value* v = &registers[r];

      if (r != SP && v->from & coming_back & 1ULL << r
          && v->cycles[r] > longest.cycles)
         longest = (SegmentLatency){v->cycles[r], written_by[r]};
   }
   start_segment();
   return longest;
}

RegisterSet cg_latency_sources(const IRExpr* address)
{
   return atom(address)->sources;
}

RegisterSet cg_latency_chains(void)
{
   RegisterSet chains = 0;

   for (UInt r = 0; r < N_REGISTERS; r++)
      chains |= registers[r].loads & 1ULL << r;
   return chains & coming_back;
}
