/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_evex_stub.c: makes the code that runs instructions; see cg_evex_stub.h. */

#include "pub_tool_aspacemgr.h"
#include "pub_tool_basics.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#include "avx512/cg_evex_state.h"
#include "avx512/cg_evex_stub.h"

/*------------------------------------------------------------*/
/*--- Registers                                            ---*/
/*------------------------------------------------------------*/

static void add_operand(UInt operand, UInt n, EvexRegisters* read,
                        EvexRegisters* written)
{
   switch (operand) {
   case OPERAND_V_READ:
      read->vectors |= 1u << n;
      break;
   case OPERAND_V_MODIFIED:
      read->vectors |= 1u << n;
      written->vectors |= 1u << n;
      break;
   case OPERAND_V_WRITTEN:
      written->vectors |= 1u << n;
      break;
   case OPERAND_K_READ:
      read->masks |= 1u << n;
      break;
   case OPERAND_K_WRITTEN:
      written->masks |= 1u << n;
      break;
   case OPERAND_KK_WRITTEN:
      written->masks |= 3u << (n & ~1u);
      break;
   default:
      break;
   }
}

/* A mask keeps a part of what is written, unless the part becomes 0.  Gathers
   and scatters clear the mask as they go on. */
static void add_mask(const EvexInstr* instr, EvexRegisters* read,
                     EvexRegisters* written)
{
   if (instr->mask == 0)
      return;
   read->masks |= 1u << instr->mask;
   if (!instr->is_zeroing)
      read->vectors |= written->vectors;
   if (instr->form->access == ACCESS_INDEXED)
      written->masks |= 1u << instr->mask;
}

void cg_evex_stub_registers(const EvexInstr* instr, EvexRegisters* read,
                            EvexRegisters* written)
{
   const EvexForm* f = instr->form;

   *read    = (EvexRegisters){.vectors = 0};
   *written = (EvexRegisters){.vectors = 0};
   add_operand(f->reg, instr->reg, read, written);
   add_operand(f->vvvv, instr->vvvv, read, written);
   if (!instr->is_memory)
      add_operand(f->rm, instr->rm, read, written);
   add_mask(instr, read, written);
   if (f->access == ACCESS_INDEXED)
      read->vectors |= 1u << instr->address.index;
}

Bool cg_evex_stub_reads_upper(const EvexInstr* instr)
{
   return instr->vector > CG_EVEX_STATE_HALF
          || instr->form->access == ACCESS_INDEXED;
}

/*------------------------------------------------------------*/
/*--- Code                                                 ---*/
/*------------------------------------------------------------*/

#define STUB_MAX_BYTES 256

typedef struct {
   UInt  n;
   UChar bytes[STUB_MAX_BYTES];
} CodeBuffer;

static void emit(CodeBuffer* code, const UChar* bytes, UInt n)
{
   tl_assert(code->n + n <= STUB_MAX_BYTES);
   VG_(memcpy)(code->bytes + code->n, bytes, n);
   code->n += n;
}

#define EMIT(code, ...)                                                        \
   do {                                                                        \
      const UChar bytes_[] = {__VA_ARGS__};                                    \
      emit(code, bytes_, sizeof bytes_);                                       \
   } while (False)

/* The ModRM byte and the displacement of offset(%rdi). */
static void emit_guest(CodeBuffer* code, UInt reg, UInt offset)
{
   EMIT(code, 0x80 | (reg & 7) << 3 | 7, offset, offset >> 8, offset >> 16,
        offset >> 24);
}

/* vmovups between %ymm0-15 or %zmm16-31 and the guest state. */
static void emit_move(CodeBuffer* code, UInt n, Bool is_store)
{
   UInt not_r = (n & 8) ? 0 : 0x80;

   if (n < 16)
      EMIT(code, 0xC5, not_r | 0x7C, 0x10 + is_store);
   else
      EMIT(code, 0x62, not_r | 0x61, 0x7C, 0x48, 0x10 + is_store);
   emit_guest(code, n, cg_evex_state_vector(n));
}

/* vinserti64x4 $1,UPPER(%rdi),%zmmN,%zmmN */
static void emit_load_upper(CodeBuffer* code, UInt n)
{
   EMIT(code, 0x62, ((n & 8) ? 0 : 0x80) | 0x73, 0x85 | (~n & 15) << 3, 0x48,
        0x3A);
   emit_guest(code, n, cg_evex_state_upper(n));
   EMIT(code, 1);
}

/* vextracti64x4 $1,%zmmN,UPPER(%rdi) */
static void emit_store_upper(CodeBuffer* code, UInt n)
{
   EMIT(code, 0x62, ((n & 8) ? 0 : 0x80) | 0x73, 0xFD, 0x48, 0x3B);
   emit_guest(code, n, cg_evex_state_upper(n));
   EMIT(code, 1);
}

/* kmovq between a mask and the guest state. */
static void emit_mask(CodeBuffer* code, UInt n, Bool is_store)
{
   EMIT(code, 0xC4, 0xE1, 0xF8, 0x90 + is_store);
   emit_guest(code, n, cg_evex_state_mask(n));
}

static void emit_loads(CodeBuffer* code, const EvexRegisters* read,
                       Bool with_upper)
{
   for (UInt n = 0; n < 32; n++)
      if (read->vectors >> n & 1) {
         emit_move(code, n, False);
         if (n < 16 && with_upper)
            emit_load_upper(code, n);
      }
   for (UInt n = 0; n < 8; n++)
      if (read->masks >> n & 1)
         emit_mask(code, n, False);
}

/* A vector is written in full: an instruction for shorter ones clears the
   rest. */
static void emit_stores(CodeBuffer* code, const EvexRegisters* written)
{
   for (UInt n = 0; n < 32; n++)
      if (written->vectors >> n & 1) {
         emit_move(code, n, True);
         if (n < 16)
            emit_store_upper(code, n);
      }
   for (UInt n = 0; n < 8; n++)
      if (written->masks >> n & 1)
         emit_mask(code, n, True);
}

/* The flags O, S, Z, A, P and C to %rax. */
static void emit_flags(CodeBuffer* code)
{
   EMIT(code, 0x9C, 0x58);                   /* pushf; pop %rax */
   EMIT(code, 0x25, 0xD5, 0x08, 0x00, 0x00); /* and $0x8d5,%eax */
}

static void emit_instr(CodeBuffer* code, const EvexInstr* instr)
{
   emit(code, instr->bytes, instr->n_bytes);
   if (instr->form->flags & EVEX_FLAGS)
      emit_flags(code);
}

/* A jump to code + `to'. */
static void emit_jump_back(CodeBuffer* code, UInt to)
{
   UInt distance = to - (code->n + 5);

   EMIT(code, 0xE9, distance, distance >> 8, distance >> 16, distance >> 24);
}

/* The jump whose distance ends at code + `from' goes here. */
static void set_jump(CodeBuffer* code, UInt from)
{
   tl_assert(code->n - from < 128);
   code->bytes[from - 1] = code->n - from;
}

/* VEX's code runs with the MXCSR 0x1F80.  This runs the instruction with the
   rounding mode of %esi in it. */
static void emit_rounded(CodeBuffer* code, const EvexInstr* instr)
{
   EMIT(code, 0xC1, 0xE6, 13);                     /* shl $13,%esi */
   EMIT(code, 0x81, 0xCE, 0x80, 0x1F, 0x00, 0x00); /* or $0x1f80,%esi */
   EMIT(code, 0x56);                               /* push %rsi */
   EMIT(code, 0x0F, 0xAE, 0x14, 0x24);             /* ldmxcsr (%rsp) */
   emit_instr(code, instr);
   EMIT(code, 0xC7, 0x04, 0x24, 0x80, 0x1F, 0x00, 0x00); /* mov to (%rsp) */
   EMIT(code, 0x0F, 0xAE, 0x14, 0x24);                   /* ldmxcsr (%rsp) */
   EMIT(code, 0x5E);                                     /* pop %rsi */
}

static void emit_end(CodeBuffer* code, const EvexRegisters* read,
                     const EvexRegisters* written)
{
   emit_stores(code, written);
   if ((read->vectors | written->vectors) != 0)
      EMIT(code, 0xC5, 0xF8, 0x77); /* vzeroupper */
   EMIT(code, 0xC3);                /* ret */
}

/* The usual rounding mode, 0, takes no jump. */
static void emit_stub(CodeBuffer* code, const EvexInstr* instr)
{
   Bool          rounds = (instr->form->flags & EVEX_ROUNDING) != 0;
   UInt          jump, end;
   EvexRegisters read, written;

   cg_evex_stub_registers(instr, &read, &written);
   emit_loads(code, &read, cg_evex_stub_reads_upper(instr));
   if (rounds)
      EMIT(code, 0x85, 0xF6, 0x75, 0); /* test %esi,%esi; jne */
   jump = code->n;
   emit_instr(code, instr);
   end = code->n;
   emit_end(code, &read, &written);
   if (rounds) {
      set_jump(code, jump);
      emit_rounded(code, instr);
      emit_jump_back(code, end);
   }
}

/*------------------------------------------------------------*/
/*--- Memory for code                                      ---*/
/*------------------------------------------------------------*/

#define CHUNK_BYTES (64 * 1024)
#define ALIGNMENT   32 /* of stubs; bytes */

/* What is free of the last chunk. */
static UChar* free_at;
static SizeT  n_free;

/* The core maps such pages so that they can be executed.  NULL: there are
   none. */
static UChar* map_chunk(void)
{
#ifdef SHADOW_ALLOC_IS_SYSRES
   SysRes res = VG_(am_shadow_alloc)(CHUNK_BYTES);
   return sr_isError(res) ? NULL : (UChar*)(Addr)sr_Res(res);
#else
   return VG_(am_shadow_alloc)(CHUNK_BYTES);
#endif
}

static UChar* keep_code(const CodeBuffer* code)
{
   SizeT n = VG_ROUNDUP(code->n, ALIGNMENT);

   if (n > n_free) {
      free_at = map_chunk();
      n_free  = free_at ? CHUNK_BYTES : 0;
   }
   if (n > n_free)
      return NULL;

   UChar* at = free_at;

   VG_(memcpy)(at, code->bytes, code->n);
   free_at += n;
   n_free -= n;
   return at;
}

/*------------------------------------------------------------*/
/*--- All stubs                                            ---*/
/*------------------------------------------------------------*/

typedef struct {
   VgHashNode header; /* header.key: a hash of the instruction */
   UInt       n_bytes;
   UChar      bytes[CG_EVEX_DECODE_MAX_BYTES];
   EvexStub   stub;
} StubNode;

static VgHashTable* stubs; /* NULL: there are none yet */

static UWord hash_of(const UChar* bytes, UInt n)
{
   UWord hash = 5381;

   while (n-- > 0)
      hash = hash * 33 + *bytes++;
   return hash;
}

static Word compare_instrs(const void* a, const void* b)
{
   const StubNode *x = a, *y = b;

   if (x->n_bytes != y->n_bytes)
      return 1;
   return VG_(memcmp)(x->bytes, y->bytes, x->n_bytes);
}

static EvexStub add_stub(const StubNode* key, const EvexInstr* instr)
{
   CodeBuffer code = {.n = 0};

   emit_stub(&code, instr);

   UChar* at = keep_code(&code);

   if (!at)
      return NULL;

   StubNode* node = VG_(malloc)("cg.evex.stub", sizeof *node);

   *node      = *key;
   node->stub = (EvexStub)(Addr)at;
   VG_(HT_add_node)(stubs, node);
   return node->stub;
}

EvexStub cg_evex_stub_get(const EvexInstr* instr)
{
   StubNode key = {
      .header.key = hash_of(instr->bytes, instr->n_bytes),
      .n_bytes    = instr->n_bytes,
   };

   if (!stubs)
      stubs = VG_(HT_construct)("cg.evex.stubs");
   VG_(memcpy)(key.bytes, instr->bytes, instr->n_bytes);

   const StubNode* node = VG_(HT_gen_lookup)(stubs, &key, compare_instrs);

   return node ? node->stub : add_stub(&key, instr);
}
