/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_latency.c: how long the instructions of a segment take; cg_latency.h.

   Each value, of a temporary of the IR or in a register, has a Value: how long
   it is there after each thing that it is computed from, of those that may be
   late.

      segment:  t1 = GET(rax); t2 = Mul(t1, 5); t3 = GET(rbx); t4 = Add(t2, t3)
      t4:       START: multiply + 1, rax: multiply + 1, rbx: 1 */

#include "cg_latency.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#include "avx512/cg_evex_kind.h"
#include "cg_operations.h"
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
/* Not the last ones of arm64, which has too many: they are never late. */
#define MIN_PLACES 12
#define N_VECTORS                                                              \
   VG_MIN((END_OF_VECTORS - FIRST_VECTOR) / VECTOR_SIZE,                       \
          CG_PIPELINE_START - N_INTEGERS - MIN_PLACES)
#define N_REGISTERS (N_INTEGERS + N_VECTORS)
#define NO_REGISTER N_REGISTERS

_Static_assert(N_REGISTERS + MIN_PLACES <= CG_PIPELINE_START,
               "places come after the registers");

/* A bit for each register, CG_PIPELINE_START and CG_PIPELINE_LOADS. */
typedef ULong Sources;

#define SOURCE(i) (1ULL << (i))

/* How long after one of them a value is there, in cycles, up to 65535; and in
   the lower half the slowest operation on the way: its cycles and, in the
   lowest bits, its LostKind.  So of two delays the longer one is the larger. */
typedef UInt Delay;
#define DELAY_CYCLES_AT  16
#define DELAY_MAX_CYCLES 0xFFFF
#define DELAY_KIND_BITS  3
#define DELAY_CYCLES(d)  ((d) >> DELAY_CYCLES_AT)
#define DELAY_SLOWEST(d) ((d)&0xFFFF)
#define DELAY_KIND(d)    ((d) % (1 << DELAY_KIND_BITS))

_Static_assert(CG_MACHINE_MAX_SLOTS < 0x10000 >> DELAY_KIND_BITS
                  && N_LOST_KINDS <= 1 << DELAY_KIND_BITS,
               "an operation has room");

/* Values with the same `name' are there at the same time: copies, and parts of
   what one operation computes.  0: it has none.  VEX keeps most values of a
   superblock in temporaries only, so those that a later segment uses have
   places like those of registers, after them: as many as there are left.

   What a load takes its address from is a pointer, or an index:

      p + 8, p + 8 * i       p is a pointer, i is not
      p + i, 8 * i + table   no pointer, or one that is a constant

   What an instruction adds and scales is one operation, however many the IR has
   for it, and none if that is the address of its load:

      lea 8(p,i,8), q        one
      mov 8(p,i,8), q        none: the load does that, which scales an index */
#define FIRST_PLACE N_REGISTERS
#define N_PLACES    (CG_PIPELINE_START - FIRST_PLACE)
typedef struct {
   Sources from;     /* always with CG_PIPELINE_START */
   Sources pointers; /* those from which it differs by a small constant, or by
                        an index */
   Bool is_scaled;   /* an index, times the size of an element */
   Bool
      has_scaled; /* what instruction `sum' adds, one of them is scaled there */
   UInt sum;      /* the instruction that adds or scales this, which is not in
                     `delays' yet; 0: none */
   UInt  name;
   Delay delays[CG_PIPELINE_SOURCES]; /* by those in `from' */
   UChar costs[CG_PIPELINE_SOURCES]; /* in latency.costs: of the load, or of the
                                        slowest operation that is not simple */
} Value;

/* A value of which nothing is known. */
static const Value nothing = {.from = SOURCE(CG_PIPELINE_START)};

static struct {
   /* Valid from cg_latency_init on. */
   const UInt* cycles; /* by OpKind */
   UInt        L1D_cycles, scaled_cycles, width;

   /* Of the superblock.  n_names: of values, so far.  next: the number of the
      next statement.  last_use: of the last one that uses a temporary.  places:
      whose values are there, by name, or 0, and until which statement. */
   const IRTypeEnv* types; /* of its temporaries */
   Value*           temps; /* n_temps */
   UInt             n_temps, n_allocated;
   Value            registers[N_REGISTERS];
   UInt             n_names;
   UInt             instruction; /* that the statements are of, from 1 */
   Int              next;
   Int*             last_use; /* n_temps */
   struct {
      UInt name;
      Int  until;
   } places[N_PLACES];

   CostCentre* written_by[N_REGISTERS]; /* in the segment */

   /* The cost centres of the segment's statements: n_costs; the last one is
      that of the statement that is looked at. */
   CostCentre* costs[CG_PIPELINE_MAX_COSTS];
   UInt        n_costs;

   /* What the segment's operations that occupy their unit need, and the
      kind and the instruction of the slowest. */
   UInt        busy, slowest;
   LostKind    slowest_kind;
   CostCentre* slowest_cc;

   /* Of the segment: the flags, what it stores, what decides its branch, and
      the addresses of its data references; next_ref: the next statement makes
      this one. */
   Value       flags, stored, branch, addresses[CG_PIPELINE_MAX_LOADS];
   CostCentre *stored_by, *last_cc;
   Bool        has_branch;
   UInt        next_ref;
} latency;

/*------------------------------------------------------------*/
/*--- Operations                                           ---*/
/*------------------------------------------------------------*/

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
   UInt cycles = latency.cycles[kind];

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

/* What the core waits for in such an operation. */
static LostKind lost_kind(OpKind kind)
{
   static const LostKind kinds[N_OP_KINDS] = {
      [OP_MULTIPLY]  = LOST_MULTIPLICATION,
      [OP_DIVIDE]    = LOST_DIVISION,
      [OP_DIVIDE_64] = LOST_DIVISION,
      [OP_FP]        = LOST_FP,
      [OP_FP_ADD]    = LOST_FP,
      [OP_FP_DIVIDE] = LOST_DIVISION,
      [OP_FP_SQRT]   = LOST_DIVISION,
      [OP_X87]       = LOST_FP,
      [OP_LOCKED]    = LOST_ATOMIC,
   };

   return kinds[kind];
}

static void occupy_for(UInt cycles, LostKind kind, CostCentre* cc)
{
   latency.busy += cycles;
   if (cycles > latency.slowest) {
      latency.slowest      = cycles;
      latency.slowest_kind = kind;
      latency.slowest_cc   = cc;
   }
}

static void occupy(OpKind kind, CostCentre* cc)
{
   occupy_for(busy_cycles(kind), lost_kind(kind), cc);
}

/*------------------------------------------------------------*/
/*--- Values                                               ---*/
/*------------------------------------------------------------*/

/* *v is computed from *arg, too. */
static void depend_on(Value* v, const Value* arg)
{
   for (Sources rest = arg->from; rest; rest &= rest - 1) {
      UInt i = __builtin_ctzll(rest);

      if (!(v->from >> i & 1) || v->delays[i] < arg->delays[i]) {
         v->delays[i] = arg->delays[i];
         v->costs[i]  = arg->costs[i];
      }
      v->from |= SOURCE(i);
   }
}

/* *v depends on number `i' of its sources, and on nothing in between. */
static void begin_at(Value* v, UInt i)
{
   v->from |= SOURCE(i);
   v->delays[i] = 0;
}

static void delay_source(Value* v, UInt i, UInt cycles, LostKind kind)
{
   Delay* d         = &v->delays[i];
   UInt   all       = VG_MIN(DELAY_CYCLES(*d) + cycles, DELAY_MAX_CYCLES);
   UInt   operation = cycles << DELAY_KIND_BITS | kind;
   UInt   slowest   = VG_MAX(DELAY_SLOWEST(*d), operation);

   *d = all << DELAY_CYCLES_AT | slowest;
   if (slowest == operation && kind != LOST_SIMPLE)
      v->costs[i] = latency.n_costs - 1;
}

/* What an operation waits for if the core starts anew with it: nothing, unless
   there is another one before it, or it takes long by itself. */
static LostKind kind_from_start(const Value* v, UInt cycles, LostKind kind)
{
   return DELAY_CYCLES(v->delays[CG_PIPELINE_START]) >= cycles
                || kind == LOST_DIVISION || kind == LOST_ATOMIC
             ? kind
             : LOST_SIMPLE;
}

/* An operation computes *v, as far as it comes from these sources. */
static void delay_from(Value* v, Sources sources, UInt cycles, LostKind kind)
{
   sources &= v->from;
   for (Sources rest = sources & ~nothing.from; rest; rest &= rest - 1)
      delay_source(v, __builtin_ctzll(rest), cycles, kind);
   if (sources & nothing.from)
      delay_source(v, CG_PIPELINE_START, cycles,
                   kind_from_start(v, cycles, kind));
}

/* An operation of this kind computes *v from what it was. */
static void delay(Value* v, OpKind kind)
{
   delay_from(v, v->from, latency.cycles[kind], lost_kind(kind));
}

/* What is added for something else than an address takes an operation. */
static void settle(Value* v)
{
   if (v->sum != 0)
      delay(v, OP_SIMPLE);
   v->sum        = 0;
   v->has_scaled = False;
}

/* The same for the atom that `e' is, if `what' is NULL or another instruction
   has added it. */
static void settle_atom(const IRExpr* e, void* what)
{
   if (!e || e->tag != Iex_RdTmp || e->Iex.RdTmp.tmp >= latency.n_temps)
      return;
   if (!what || latency.temps[e->Iex.RdTmp.tmp].sum != latency.instruction)
      settle(&latency.temps[e->Iex.RdTmp.tmp]);
}

/* The register at an offset of the guest state, or NO_REGISTER. */
static UInt register_at(Int offset)
{
   UInt at = offset;

   if (at >= FIRST_INTEGER && at < END_OF_INTEGERS)
      return (at - FIRST_INTEGER) / INTEGER_SIZE;
   if (at >= FIRST_VECTOR && at < FIRST_VECTOR + N_VECTORS * VECTOR_SIZE)
      return N_INTEGERS + (at - FIRST_VECTOR) / VECTOR_SIZE;
   return NO_REGISTER;
}

/* Whether it is an operand from which VEX computes the flags. */
static Bool is_of_flags(Int offset)
{
   return offset == PLATFORM_OFFSET(guest_CC_DEP1)
          || offset == PLATFORM_OFFSET(guest_CC_DEP2)
          || offset == PLATFORM_OFFSET(guest_CC_NDEP);
}

static const Value* atom(const IRExpr* e)
{
   return e && e->tag == Iex_RdTmp && e->Iex.RdTmp.tmp < latency.n_temps
             ? &latency.temps[e->Iex.RdTmp.tmp]
             : &nothing;
}

/* Call f(atom, what) for the atoms from which an expression is computed: not
   for the rounding mode, the first argument of those with three or more. */
static void each_arg(IRExpr* const* args,
                     void (*f)(const IRExpr* atom, void* what), void* what)
{
   for (; *args; args++)
      if (!is_IRExpr_VECRET_or_GSPTR(*args))
         f(*args, what);
}

static void each_atom(const IRExpr* e,
                      void (*f)(const IRExpr* atom, void* what), void* what)
{
   switch (e->tag) {
   case Iex_RdTmp:
      f(e, what);
      break;
   case Iex_Unop:
      f(e->Iex.Unop.arg, what);
      break;
   case Iex_Binop:
      f(e->Iex.Binop.arg1, what);
      f(e->Iex.Binop.arg2, what);
      break;
   case Iex_Triop:
      f(e->Iex.Triop.details->arg2, what);
      f(e->Iex.Triop.details->arg3, what);
      break;
   case Iex_Qop:
      f(e->Iex.Qop.details->arg2, what);
      f(e->Iex.Qop.details->arg3, what);
      f(e->Iex.Qop.details->arg4, what);
      break;
   case Iex_Load:
      f(e->Iex.Load.addr, what);
      break;
   case Iex_ITE:
      f(e->Iex.ITE.cond, what);
      f(e->Iex.ITE.iftrue, what);
      f(e->Iex.ITE.iffalse, what);
      break;
   case Iex_CCall:
      each_arg(e->Iex.CCall.args, f, what);
      break;
   default: /* a constant, or a register */
      break;
   }
}

static void depend_on_atom(const IRExpr* e, void* v)
{
   depend_on(v, atom(e));
}

/* No variable is in the first pages, so what is added is no table. */
#define MIN_ADDRESS 0x10000

static Bool is_offset(const IRExpr* e)
{
   Long value;

   if (e->tag != Iex_Const)
      return False;
   value = e->Iex.Const.con->tag == Ico_U64 ? (Long)e->Iex.Const.con->Ico.U64
                                            : (Int)e->Iex.Const.con->Ico.U32;
   return value > -MIN_ADDRESS && value < MIN_ADDRESS;
}

/* What a sum or difference is an address from. */
static Sources pointers_of_sum(const IRExpr* left, const IRExpr* right)
{
   if (is_offset(right) || atom(right)->is_scaled)
      return atom(left)->pointers;
   return atom(left)->is_scaled ? atom(right)->pointers : 0;
}

/* No instruction scales by more than 16. */
#define MAX_SHIFT 4

/* Whether an address may be summed up so. */
static Bool is_sum(const IRExpr* e)
{
   const IRExpr* by;

   if (e->tag != Iex_Binop)
      return False;
   by = e->Iex.Binop.arg2;
   switch (e->Iex.Binop.op) {
   case Iop_Add32:
   case Iop_Add64:
      return True;
   case Iop_Shl32:
   case Iop_Shl64:
      return by->tag == Iex_Const && by->Iex.Const.con->Ico.U8 <= MAX_SHIFT;
   default:
      return False;
   }
}

/* Whether the atom is an index that this instruction scales, or has one. */
static Bool scales_here(const IRExpr* e)
{
   return atom(e)->sum != 0 && (atom(e)->is_scaled || atom(e)->has_scaled);
}

/* This instruction adds, or scales, what becomes *v. */
static void sum_up(Value* v, const IRExpr* e)
{
   v->sum = latency.instruction;
   v->has_scaled =
      scales_here(e->Iex.Binop.arg1) || scales_here(e->Iex.Binop.arg2);
}

/* What *v, the result of two values, is as an address. */
static void combine_address(Value* v, const IRExpr* e)
{
   switch (e->Iex.Binop.op) {
   case Iop_Add32:
   case Iop_Add64:
   case Iop_Sub32:
   case Iop_Sub64:
      v->pointers = pointers_of_sum(e->Iex.Binop.arg1, e->Iex.Binop.arg2);
      break;
   case Iop_Shl32:
   case Iop_Shl64:
   case Iop_Mul32:
   case Iop_Mul64:
      v->is_scaled = True;
      break;
   default:
      break;
   }
}

static void compute(Value* v, IROp op, CostCentre* cc)
{
   if (cg_operations_is_free(op))
      return;

   OpKind kind = cg_operations_kind(op);
   delay(v, kind);
   occupy(kind, cc);
}

static void load(Value* v, const IRExpr* address)
{
   UInt    i        = CG_PIPELINE_LOADS + latency.next_ref;
   Sources pointers = atom(address)->pointers;
   UInt    cycles   = latency.L1D_cycles;

   settle_atom(address, &latency);
   if (scales_here(address))
      cycles += latency.scaled_cycles;
   depend_on(v, atom(address));
   if (latency.next_ref < CG_PIPELINE_MAX_LOADS)
      begin_at(v, i);
   delay_from(v, ~pointers, cycles, LOST_LOAD);
   delay_from(v, pointers, cycles, LOST_POINTER);
   v->pointers  = v->from;
   v->is_scaled = False;
   /* What waits for a late load waits for no hit. */
   if (latency.next_ref < CG_PIPELINE_MAX_LOADS)
      v->delays[i] -= DELAY_SLOWEST(v->delays[i]);
}

static void get(Value* v, Int offset)
{
   UInt r = register_at(offset);

   if (r != NO_REGISTER)
      *v = latency.registers[r];
   else if (is_of_flags(offset))
      *v = latency.flags;
}

void cg_latency_init(const Machine* machine)
{
   cg_operations_init();
   latency.cycles        = machine->core.latency;
   latency.L1D_cycles    = machine->caches[LEVEL_L1D].latency;
   latency.scaled_cycles = machine->core.scaled;
   latency.width         = machine->core.width;
}

/* Whether its value is there when its argument is. */
static Bool keeps_name(const IRExpr* e)
{
   return e->tag == Iex_Get || e->tag == Iex_RdTmp
          || (e->tag == Iex_Unop && cg_operations_is_free(e->Iex.Unop.op));
}

/* The value of an expression, whose arguments are atoms. */
static void evaluate(Value* v, const IRExpr* e, CostCentre* cc)
{
   if (!keeps_name(e))
      each_atom(e, settle_atom,
                is_sum(e) || e->tag == Iex_Load ? &latency : NULL);
   each_atom(e, depend_on_atom, v);
   switch (e->tag) {
   case Iex_Get:
      get(v, e->Iex.Get.offset);
      break;
   case Iex_RdTmp:
      *v = *atom(e);
      break;
   case Iex_Unop:
      *v = *atom(e->Iex.Unop.arg);
      compute(v, e->Iex.Unop.op, cc);
      break;
   case Iex_Binop:
      if (is_sum(e))
         sum_up(v, e);
      else
         compute(v, e->Iex.Binop.op, cc);
      combine_address(v, e);
      break;
   case Iex_Triop:
      compute(v, e->Iex.Triop.details->op, cc);
      break;
   case Iex_Qop:
      compute(v, e->Iex.Qop.details->op, cc);
      break;
   case Iex_Load:
      load(v, e->Iex.Load.addr);
      break;
   case Iex_ITE:
      delay(v, OP_SIMPLE);
      v->pointers =
         atom(e->Iex.ITE.iftrue)->pointers | atom(e->Iex.ITE.iffalse)->pointers;
      break;
   case Iex_CCall:
      delay(v, kind_of_helper(e->Iex.CCall.cee->name));
      break;
   default: /* a constant, or the x87's stack */
      break;
   }
   if (!keeps_name(e))
      v->name = ++latency.n_names;
}

/*------------------------------------------------------------*/
/*--- Statements                                           ---*/
/*------------------------------------------------------------*/

static void set_temp(IRTemp t, const Value* v)
{
   if (t != IRTemp_INVALID)
      latency.temps[t] = *v;
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

/* VEX sets the first operand first. */
static void put_flags(Int offset, const IRExpr* data)
{
   if (offset == PLATFORM_OFFSET(guest_CC_DEP1))
      latency.flags = nothing;
   depend_on(&latency.flags, atom(data));
}

/* The register, or a part of it, gets a value; it is that of `data', an
   atom. */
static void put(Int offset, const IRExpr* data, CostCentre* cc)
{
   UInt r = register_at(offset);

   settle_atom(data, NULL);
   if (is_of_flags(offset))
      put_flags(offset, data);
   if (r == NO_REGISTER)
      return;
   latency.written_by[r] = cc;
   if (is_whole(r, offset, sizeofIRType(typeOfIRExpr(latency.types, data)))) {
      latency.registers[r] = *atom(data);
      return;
   }
   depend_on(&latency.registers[r], atom(data));
   latency.registers[r].pointers = 0;
   if (!is_upper_half(offset))
      latency.registers[r].name = ++latency.n_names;
}

/* A statement changes memory at once with reading it. */
static void change_memory(IRTemp old, const IRExpr* address, CostCentre* cc)
{
   Value v = nothing;

   load(&v, address);
   delay(&v, OP_LOCKED);
   occupy(OP_LOCKED, cc);
   set_temp(old, &v);
}

static void assign(const IRStmt* st, CostCentre* cc)
{
   const IRExpr* data = st->Ist.WrTmp.data;
   Value         v    = nothing;

   evaluate(&v, data, cc);
   latency.temps[st->Ist.WrTmp.tmp] = v;
}

/* The registers that a helper reads and writes. */

static void depend_on_registers(const IRDirty* d, Value* v)
{
   for (Int i = 0; i < d->nFxState; i++) {
      UInt r = register_at(d->fxState[i].offset);

      if (r != NO_REGISTER && d->fxState[i].fx != Ifx_Write)
         depend_on(v, &latency.registers[r]);
   }
}

static void write_registers(const IRDirty* d, const Value* v, CostCentre* cc)
{
   for (Int i = 0; i < d->nFxState; i++) {
      UInt r = register_at(d->fxState[i].offset);

      if (r == NO_REGISTER || d->fxState[i].fx == Ifx_Read)
         continue;
      latency.registers[r]  = *v;
      latency.written_by[r] = cc;
   }
}

/* Only what a load delays: else a result that stays is as late. */
static Bool is_stored_late(const Value* v)
{
   return v->from >= SOURCE(CG_PIPELINE_LOADS);
}

static void store(const IRExpr* data, CostCentre* cc)
{
   const Value* v = atom(data);

   if (!is_stored_late(v))
      return;
   settle_atom(data, NULL);
   depend_on(&latency.stored, v);
   latency.stored_by = cc;
}

/* A helper that is an instruction of AVX-512: an operation of this kind.  Its
   address is one of the arguments, and takes no operation.  What is stored does
   not depend on where. */
static void operate(const IRDirty* d, UInt kind, Value* v, CostCentre* cc)
{
   if (d->mFx == Ifx_Read)
      load(v, d->mAddr);
   each_arg(d->args, settle_atom, v);
   if (d->mFx != Ifx_Write)
      each_arg(d->args, depend_on_atom, v);
   depend_on_registers(d, v);
   if (kind != CG_EVEX_KIND_MOVE) {
      delay(v, kind);
      occupy(kind, cc);
   }
   if (d->mFx == Ifx_Write && is_stored_late(v)) {
      depend_on(&latency.stored, v);
      latency.stored_by = cc;
   }
}

/* A helper that reads and writes registers, for example for AESENC: what it
   writes takes a floating-point operation. */
static void call(const IRDirty* d, CostCentre* cc)
{
   Value v = nothing;
   UInt  kind;

   if (cg_evex_kind_of_call(d->cee->name, &kind)) {
      operate(d, kind, &v, cc);
   } else {
      each_arg(d->args, settle_atom, NULL);
      each_arg(d->args, depend_on_atom, &v);
      depend_on_registers(d, &v);
      delay(&v, OP_FP);
   }
   v.name = ++latency.n_names;
   set_temp(d->tmp, &v);
   write_registers(d, &v, cc);
}

static void load_guarded(const IRLoadG* d)
{
   Value v = nothing;

   load(&v, d->addr);
   settle_atom(d->alt, NULL);
   depend_on(&v, atom(d->alt));
   set_temp(d->dst, &v);
}

/* The statements that come next are of this cost centre. */
static void add_cost(CostCentre* cc)
{
   UInt n = latency.n_costs;

   if (n > 0 && latency.costs[n - 1] == cc)
      return;
   if (n < CG_PIPELINE_MAX_COSTS)
      latency.n_costs++;
   latency.costs[latency.n_costs - 1] = cc;
}

void cg_latency_add(const IRStmt* st, CostCentre* cc)
{
   latency.last_cc = cc;
   latency.next++;
   add_cost(cc);

   switch (st->tag) {
   case Ist_IMark:
      latency.instruction++;
      break;
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
   case Ist_Store:
      store(st->Ist.Store.data, cc);
      break;
   default: /* computes nothing */
      break;
   }
   latency.next_ref = CG_PIPELINE_MAX_LOADS;
}

/*------------------------------------------------------------*/
/*--- Segments and superblocks                             ---*/
/*------------------------------------------------------------*/

/* The number of the register, or place, that has a value of this name, or
   CG_PIPELINE_START.  `holders' has one by its name, of those with the same
   name % N_NAMES. */
#define N_NAMES 256
static UInt holder_of(UInt name, const UChar holders[N_NAMES])
{
   UInt r = holders[name % N_NAMES];

   if (name > 0
       && (r < FIRST_PLACE ? latency.registers[r].name
                           : latency.places[r - FIRST_PLACE].name)
             == name)
      return r;
   return CG_PIPELINE_START;
}

static void list_holders(UChar holders[N_NAMES])
{
   for (UInt i = 0; i < N_PLACES; i++)
      holders[latency.places[i].name % N_NAMES] = FIRST_PLACE + i;
   for (UInt r = 0; r < N_REGISTERS; r++)
      holders[latency.registers[r].name % N_NAMES] = r;
}

/* A value is there after this source, and the segment has not computed it. */
static void restart(Value* v, UInt from)
{
   v->from     = 0;
   v->pointers = v->pointers ? SOURCE(from) : 0;
   v->sum      = 0;
   begin_at(v, from);
}

/* A segment begins: each register and each place depends on itself only, and
   temporaries on what has their value.  What is nowhere else is there. */
static void start_segment(void)
{
   UChar holders[N_NAMES] = {0};

   list_holders(holders);
   for (UInt t = 0; t < latency.n_temps; t++) {
      Value* v = &latency.temps[t];

      restart(v, holder_of(v->name, holders));
   }
   for (UInt r = 0; r < N_REGISTERS; r++) {
      restart(&latency.registers[r], r);
      latency.written_by[r] = NULL;
   }
   latency.flags = latency.stored = latency.branch = nothing;
   for (UInt i = 0; i < CG_PIPELINE_MAX_LOADS; i++)
      latency.addresses[i] = nothing;
   latency.busy = latency.slowest = 0;
   latency.slowest_kind           = LOST_SIMPLE;
   latency.slowest_cc             = NULL;
   latency.next_ref               = CG_PIPELINE_MAX_LOADS;
   latency.has_branch             = False;
   latency.n_costs                = 0;
}

/* Statement number *at uses an atom. */
static void use(const IRExpr* e, void* at)
{
   if (e && e->tag == Iex_RdTmp)
      latency.last_use[e->Iex.RdTmp.tmp] = *(Int*)at;
}

/* Those of a statement that cg_latency_add looks at, and that of a branch. */
static void use_statement(const IRStmt* st, Int* at)
{
   switch (st->tag) {
   case Ist_WrTmp:
      each_atom(st->Ist.WrTmp.data, use, at);
      break;
   case Ist_Put:
      use(st->Ist.Put.data, at);
      break;
   case Ist_Store:
      use(st->Ist.Store.addr, at);
      use(st->Ist.Store.data, at);
      break;
   case Ist_LoadG:
      use(st->Ist.LoadG.details->addr, at);
      use(st->Ist.LoadG.details->alt, at);
      break;
   case Ist_CAS:
      use(st->Ist.CAS.details->addr, at);
      break;
   case Ist_LLSC:
      use(st->Ist.LLSC.addr, at);
      break;
   case Ist_Dirty:
      each_arg(st->Ist.Dirty.details->args, use, at);
      break;
   case Ist_Exit:
      use(st->Ist.Exit.guard, at);
      break;
   default:
      break;
   }
}

static void find_last_uses(const IRSB* sb)
{
   Int at = 0;

   for (UInt t = 0; t < latency.n_temps; t++)
      latency.last_use[t] = -1;
   for (; at < sb->stmts_used; at++)
      use_statement(sb->stmts[at], &at);
   use(sb->next, &at);
}

void cg_latency_begin(const IRSB* sb, Int first)
{
   latency.types   = sb->tyenv;
   latency.n_temps = latency.types->types_used;
   if (latency.n_temps > latency.n_allocated) {
      latency.n_allocated = 2 * latency.n_temps;
      latency.temps       = VG_(realloc)("cg.latency.temps", latency.temps,
                                   latency.n_allocated * sizeof *latency.temps);
      latency.last_use =
         VG_(realloc)("cg.latency.last_use", latency.last_use,
                      latency.n_allocated * sizeof *latency.last_use);
   }
   find_last_uses(sb);
   latency.next = first;
   for (UInt i = 0; i < N_PLACES; i++)
      latency.places[i].name = 0;
   for (UInt t = 0; t < latency.n_temps; t++)
      latency.temps[t].name = 0;
   latency.n_names = latency.instruction = 0;
   for (UInt r = 0; r < N_REGISTERS; r++) {
      latency.registers[r].name      = ++latency.n_names;
      latency.registers[r].pointers  = SOURCE(r);
      latency.registers[r].is_scaled = False;
   }
   start_segment();
}

void cg_latency_ref(const IRExpr* ea, UInt i)
{
   latency.next_ref = i;
   settle_atom(ea, &latency);
   if (i < CG_PIPELINE_MAX_LOADS)
      latency.addresses[i] = *atom(ea);
}

void cg_latency_branch(const IRExpr* cause)
{
   settle_atom(cause, NULL);
   latency.branch     = *atom(cause);
   latency.has_branch = True;
}

/* The items of a segment, and those that come after them. */
typedef struct {
   TimesItem* items;
   UInt       n_items, n_results;
   TimesItem  more[CG_PIPELINE_VALUES]; /* n_results */
} Items;

_Static_assert(CG_MACHINE_MAX_SLOTS <= 0xFFFF / CG_PIPELINE_MAX_INSTRUCTIONS,
               "a block has room for a long operation in each instruction");

/* Instructions that are several operations, such as FSINCOS, could need more
   than there is room for.  Of the machines in machines/, an operation takes up
   to 924 slots, so that takes more than 70 of them. */
static UShort slots_of(UInt cycles)
{
   return VG_MIN(cycles * latency.width, 0xFFFF);
}

/* Whom it delays that *v, a result of `cc', waits for its source `i'. */
static UInt cost_of_delay(const Value* v, UInt i, const CostCentre* cc,
                          LatencyCostOf cost_of)
{
   Bool is_simple =
      i < CG_PIPELINE_LOADS && DELAY_KIND(v->delays[i]) == LOST_SIMPLE;

   return cost_of(is_simple ? cc : latency.costs[v->costs[i]]);
}

/* SP is never late: a core follows it where it reads instructions. */
static void add_value(Items* to, UInt value, const Value* v,
                      const CostCentre* cc, LatencyCostOf cost_of)
{
   UInt       SP     = register_at(PLATFORM_OFFSET(PLATFORM_GUEST_SP));
   Sources    start  = SOURCE(CG_PIPELINE_START);
   Sources    late   = v->from & ~start;
   TimesItem* header = &to->items[to->n_items++];

   /* Some CPUs have it apart from the other registers. */
   if (SP != NO_REGISTER)
      late &= ~SOURCE(SP);

   header->result.value   = value;
   header->result.n_terms = 0;
   header->result.slots =
      v->from & start ? slots_of(DELAY_CYCLES(v->delays[CG_PIPELINE_START]))
                      : 0;
   for (; late; late &= late - 1) {
      UInt       i    = __builtin_ctzll(late);
      TimesItem* item = &to->items[to->n_items++];

      item->term.value = i;
      item->term.kind  = DELAY_KIND(v->delays[i]);
      item->term.cost  = cost_of_delay(v, i, cc, cost_of);
      item->term.slots = slots_of(DELAY_CYCLES(v->delays[i]));
      header->result.n_terms++;
   }
}

static void add_result(Items* to, UInt value, const Value* v,
                       const CostCentre* cc, LatencyCostOf cost_of)
{
   TimesItem* more = &to->more[to->n_results++];

   add_value(to, value, v, cc, cost_of);
   more->more.kind = DELAY_KIND(v->delays[CG_PIPELINE_START]);
   more->more.cost = cost_of_delay(v, CG_PIPELINE_START, cc, cost_of);
}

static Bool is_changed(UInt r)
{
   const Value* v = &latency.registers[r];

   return v->from != SOURCE(r) || v->delays[r] > 0;
}

/* A place for a value that is used until then, or -1. */
static Int free_place(UInt name, Int until)
{
   for (UInt i = 0; i < N_PLACES; i++)
      if (latency.places[i].name == 0
          || latency.places[i].until < latency.next) {
         latency.places[i].name  = name;
         latency.places[i].until = until;
         return i;
      }
   return -1;
}

/* Give places to the values of temporaries that later segments use, and add the
   results. */
static void add_places(Items* to, LatencyCostOf cost_of)
{
   UChar holders[N_NAMES] = {0};

   list_holders(holders);
   for (UInt t = 0; t < latency.n_temps; t++) {
      Value* v   = &latency.temps[t];
      UInt   has = holder_of(v->name, holders);
      Int    place;

      if (latency.last_use[t] < latency.next || v->from == nothing.from)
         continue;
      settle(v);
      if (has != CG_PIPELINE_START) {
         if (has >= FIRST_PLACE
             && latency.places[has - FIRST_PLACE].until < latency.last_use[t])
            latency.places[has - FIRST_PLACE].until = latency.last_use[t];
         continue;
      }
      place = free_place(v->name, latency.last_use[t]);
      if (place < 0)
         continue;
      holders[v->name % N_NAMES] = FIRST_PLACE + place;
      add_result(to, FIRST_PLACE + place, v, latency.last_cc, cost_of);
   }
}

static void add_results(Items* to, LatencyCostOf cost_of)
{
   UInt SP = register_at(PLATFORM_OFFSET(PLATFORM_GUEST_SP));

   for (UInt r = 0; r < N_REGISTERS; r++)
      if (r != SP && is_changed(r))
         add_result(to, r, &latency.registers[r], latency.written_by[r],
                    cost_of);
   if (latency.stored.from != nothing.from)
      add_result(to, CG_PIPELINE_STORED, &latency.stored, latency.stored_by,
                 cost_of);
   if (latency.has_branch)
      add_result(to, CG_PIPELINE_BRANCH, &latency.branch, latency.last_cc,
                 cost_of);
   add_places(to, cost_of);
}

void cg_latency_call(void)
{
   occupy_for(PLATFORM_CALL_CYCLES, LOST_CALL, latency.last_cc);
}

UInt cg_latency_end_segment(UInt n_refs, Bool has_results,
                            LatencyCostOf cost_of, BlockTimes* times,
                            TimesItem items[])
{
   Items to = {.items = items};

   if (has_results)
      add_results(&to, cost_of);
   for (UInt i = 0; i < n_refs; i++)
      add_value(&to, 0, &latency.addresses[i], NULL, cost_of);
   *times = (BlockTimes){
      .busy      = slots_of(latency.busy),
      .busy_cost = cost_of(latency.slowest_cc),
      .busy_kind = latency.slowest_kind,
      .n_results = to.n_results,
      .more_at   = to.n_items,
   };
   for (UInt i = 0; i < to.n_results; i++)
      items[to.n_items++] = to.more[i];
   start_segment();
   return to.n_items;
}
