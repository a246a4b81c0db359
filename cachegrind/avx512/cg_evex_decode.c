/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_evex_decode.c: reads an AVX-512 instruction; see cg_evex_decode.h.

   The layout is that of Intel's manual, volume 2, chapters 2.3 and 2.7.  ~
   marks bits that are inverted; R4, X4 and V4 have the weight 16:

      62  ~R ~X ~B ~R4 0 map(3)   W ~vvvv(4) 1 pp(2)   z LL(2) b ~V4 mask(3)
      C4  ~R ~X ~B map(5)         W ~vvvv(4) L pp(2)
      C5  ~R ~vvvv(4) L pp(2)

   With EVEX, X counts 16 if rm is a vector register. */

#include "avx512/cg_evex_decode.h"

#define EVEX_BYTE 0x62
#define VEX3_BYTE 0xC4
#define VEX2_BYTE 0xC5

/* Has no ModRM byte, so it may be the end of the last page. */
#define VZEROUPPER 0x77

/* The registers of the rewritten instruction, by their numbers. */
#define SCRATCH_WRITTEN 0 /* %rax */
#define SCRATCH_READ    1 /* %rcx */
#define SCRATCH_ADDRESS 2 /* %rdx */
#define USES_SIB        4 /* as rm of memory */

/* The fields of the prefix, as the manual names them, none of them inverted. */
typedef struct {
   UInt r, x, b, r4, map;
   UInt w, vvvv, pp;
   UInt z, length, has_b, v4, mask;
   Bool is_evex;
} Prefix;

static Bool is_rex(UInt byte)
{
   return (byte & 0xF0) == 0x40;
}

/* Apply a prefix to the address.  Returns whether it is one that may precede
   EVEX and VEX. */
static Bool apply_prefix(UInt byte, EvexAddress* address)
{
   switch (byte) {
   case 0x64:
      address->segment = SEGMENT_FS;
      return True;
   case 0x65:
      address->segment = SEGMENT_GS;
      return True;
   case 0x67:
      address->is_32_bit = True;
      return True;
   case 0x26: /* those of segments that start at 0 */
   case 0x2E:
   case 0x36:
   case 0x3E:
      return True;
   default:
      return False;
   }
}

/* REX does nothing if another prefix follows. */
static const UChar* skip_prefixes(const UChar* p, EvexAddress* address)
{
   EvexAddress ignored;

   while (apply_prefix(*p, address)
          || (is_rex(*p) && (is_rex(p[1]) || apply_prefix(p[1], &ignored))))
      p++;
   return p;
}

static UInt inverted_bit(UInt byte, UInt n)
{
   return (~byte >> n) & 1;
}

/* W, vvvv and pp. */
static void read_common(Prefix* prefix, UInt byte)
{
   prefix->w    = byte >> 7;
   prefix->vvvv = (~byte >> 3) & 15;
   prefix->pp   = byte & 3;
}

static Bool read_evex(Prefix* prefix, const UChar* p)
{
   *prefix = (Prefix){
      .r       = inverted_bit(p[1], 7),
      .x       = inverted_bit(p[1], 6),
      .b       = inverted_bit(p[1], 5),
      .r4      = inverted_bit(p[1], 4),
      .map     = p[1] & 7,
      .z       = p[3] >> 7,
      .length  = (p[3] >> 5) & 3,
      .has_b   = (p[3] >> 4) & 1,
      .v4      = inverted_bit(p[3], 3),
      .mask    = p[3] & 7,
      .is_evex = True,
   };
   read_common(prefix, p[2]);
   return (p[1] & 8) == 0 && (p[2] & 4) != 0;
}

static void read_vex(Prefix* prefix, const UChar* p)
{
   Bool has_3_bytes = p[0] == VEX3_BYTE;
   UInt last        = has_3_bytes ? p[2] : p[1];

   *prefix = (Prefix){
      .r      = inverted_bit(p[1], 7),
      .x      = has_3_bytes && inverted_bit(p[1], 6),
      .b      = has_3_bytes && inverted_bit(p[1], 5),
      .map    = has_3_bytes ? p[1] & 31 : 1,
      .length = (last >> 2) & 1,
   };
   read_common(prefix, last);
   if (!has_3_bytes)
      prefix->w = 0;
}

/* Read the prefix at *p and advance *p to the opcode. */
static Bool read_prefix(Prefix* prefix, const UChar** p)
{
   const UChar* at = *p;

   switch (at[0]) {
   case EVEX_BYTE:
      *p = at + 4;
      return read_evex(prefix, at);
   case VEX3_BYTE:
   case VEX2_BYTE:
      *p = at + (at[0] == VEX3_BYTE ? 3 : 2);
      read_vex(prefix, at);
      return True;
   default:
      return False;
   }
}

static Bool is_general(UInt operand)
{
   return operand == OPERAND_G_READ || operand == OPERAND_G_WRITTEN;
}

static Bool is_vector(UInt operand)
{
   return operand == OPERAND_V_READ || operand == OPERAND_V_WRITTEN
          || operand == OPERAND_V_MODIFIED;
}

/* Set instr->reg.  There are only 8 masks, and 16 general registers. */
static Bool read_reg(EvexInstr* instr, const Prefix* prefix, UInt modrm)
{
   UInt operand = instr->form->reg;

   instr->reg = ((modrm >> 3) & 7) | prefix->r << 3 | prefix->r4 << 4;
   if (operand == OPERAND_NONE) {
      instr->reg = 0;
      return True;
   }
   return is_vector(operand) || instr->reg < (is_general(operand) ? 16 : 8);
}

static Bool read_vvvv(EvexInstr* instr, const Prefix* prefix)
{
   UInt operand = instr->form->vvvv;

   if (instr->form->access == ACCESS_INDEXED)
      return prefix->vvvv == 0;
   instr->vvvv = prefix->vvvv | prefix->v4 << 4;
   return instr->vvvv < (is_vector(operand)        ? 32
                         : operand == OPERAND_NONE ? 1
                                                   : 8);
}

static void read_rm_register(EvexInstr* instr, const Prefix* prefix, UInt modrm)
{
   UInt operand = instr->form->rm;

   instr->rm = modrm & 7;
   if (is_vector(operand))
      instr->rm |= prefix->b << 3 | (prefix->is_evex ? prefix->x << 4 : 0);
   else if (is_general(operand))
      instr->rm |= prefix->b << 3;
}

/* Set the size of a vector.  With registers only, the bit b means 512 bits. */
static Bool read_length(EvexInstr* instr, const Prefix* prefix)
{
   const EvexForm* f       = instr->form;
   UInt            lengths = instr->is_memory ? f->mem_lengths : f->reg_lengths;
   UInt            length  = prefix->length;

   if (prefix->has_b && !instr->is_memory)
      length = 2;
   instr->vector = 16u << length;
   return (lengths >> length & 1) != 0;
}

static Bool check_b(const EvexInstr* instr, const Prefix* prefix)
{
   UInt needed = instr->is_memory ? EVEX_BROADCAST : EVEX_ROUNDING;

   return !prefix->has_b || (instr->form->flags & needed) != 0;
}

/* Zeroing needs a mask, and a vector to write; ACCESS_INDEXED needs a mask. */
static Bool read_mask(EvexInstr* instr, const Prefix* prefix)
{
   const EvexForm* f = instr->form;

   instr->mask       = prefix->mask;
   instr->is_zeroing = prefix->z != 0;
   if (instr->mask == 0)
      return !instr->is_zeroing && f->access != ACCESS_INDEXED;
   if (instr->is_zeroing
       && ((f->flags & EVEX_ZEROING) == 0
           || (instr->is_memory && f->rm == OPERAND_V_WRITTEN)))
      return False;
   return (f->flags & EVEX_MASK) != 0;
}

/* The bytes that a column of the form stands for. */
static UInt bytes_of(const EvexInstr* instr, const Prefix* prefix, UInt size)
{
   switch (size) {
   case EVEX_SIZE_VL:
      return instr->vector;
   case EVEX_SIZE_VL_2:
      return instr->vector / 2;
   case EVEX_SIZE_VL_4:
      return instr->vector / 4;
   case EVEX_SIZE_VL_8:
      return instr->vector / 8;
   case EVEX_SIZE_DUP:
      return instr->vector == 16 ? 8 : instr->vector;
   case EVEX_SIZE_W:
      return prefix->w ? 8 : 4;
   default:
      return size;
   }
}

/* How many bits the mask has for the memory operand. */
static UInt number_of_bits(const EvexInstr* instr, UInt element)
{
   switch (instr->form->access) {
   case ACCESS_EACH:
      return instr->size / element;
   case ACCESS_INDEXED:
      return instr->vector / (element > instr->size ? element : instr->size);
   case ACCESS_WHOLE:
      return 0;
   default:
      return instr->vector / element;
   }
}

/* One element for all is read if any bit of the mask is set. */
static void set_size(EvexInstr* instr, const Prefix* prefix)
{
   const EvexForm* f       = instr->form;
   UInt            element = bytes_of(instr, prefix, f->element);

   instr->size    = bytes_of(instr, prefix, f->size);
   instr->n_bits  = number_of_bits(instr, element);
   instr->access  = f->access;
   instr->element = f->access == ACCESS_INDEXED ? instr->size : element;
   if (instr->is_broadcast) {
      instr->size   = prefix->w ? 8 : 4;
      instr->access = f->access == ACCESS_WHOLE ? ACCESS_WHOLE : ACCESS_ANY;
   }
   if (instr->mask == 0 && f->access != ACCESS_INDEXED)
      instr->access = ACCESS_WHOLE;
}

/* What a displacement of one byte counts; bytes. */
static UInt displacement_unit(const EvexInstr* instr, const Prefix* prefix)
{
   if (!prefix->is_evex)
      return 1;
   return instr->form->access == ACCESS_PACKED ? instr->element : instr->size;
}

static Int read_int(const UChar* p)
{
   return (Int)((UInt)p[0] | (UInt)p[1] << 8 | (UInt)p[2] << 16
                | (UInt)p[3] << 24);
}

/* Whether the memory operand has a vector of indices. */
static Bool is_indexed(const EvexInstr* instr)
{
   return instr->form->access == ACCESS_INDEXED;
}

/* The SIB byte; 4 as a general index means none. */
static void read_sib(EvexInstr* instr, const Prefix* prefix, UInt sib)
{
   EvexAddress* a     = &instr->address;
   UInt         index = ((sib >> 3) & 7) | prefix->x << 3;

   a->scale = 1u << (sib >> 6);
   a->base  = (sib & 7) | prefix->b << 3;
   if (is_indexed(instr))
      a->index = index | prefix->v4 << 4;
   else if (index != 4)
      a->index = index;
}

/* The displacement at `p'.  Returns how many bytes it has.  With EVEX, one byte
   counts operands. */
static UInt read_displacement(EvexInstr* instr, const Prefix* prefix, UInt mod,
                              const UChar* p)
{
   if (mod == 1) {
      instr->address.displacement =
         (Long)(signed char)p[0] * displacement_unit(instr, prefix);
      return 1;
   }
   instr->address.displacement = read_int(p);
   return 4;
}

/* Set instr->address.  Returns where the instruction goes on. */
static const UChar* read_memory(EvexInstr* instr, const Prefix* prefix,
                                UInt modrm, const UChar* p)
{
   EvexAddress* a       = &instr->address;
   UInt         mod     = modrm >> 6;
   Bool         has_sib = (modrm & 7) == USES_SIB;
   UInt         low     = has_sib ? p[0] & 7 : modrm & 7;

   a->index = CG_EVEX_DECODE_NO_REGISTER;
   a->base  = (modrm & 7) | prefix->b << 3;
   if (has_sib)
      read_sib(instr, prefix, *p++);
   if (mod == 0 && low != 5)
      return p;
   if (mod == 0) {
      a->base         = CG_EVEX_DECODE_NO_REGISTER;
      a->is_from_next = !has_sib;
   }
   return p + read_displacement(instr, prefix, mod, p);
}

/* --- the rewritten instruction
 * ----------------------------------------------*/

/* The bits of the first byte after the prefix's for the new operands: R is kept
   for vectors and masks. */
static UInt new_rxb(const EvexInstr* instr, const Prefix* prefix)
{
   const EvexForm* f   = instr->form;
   UInt            rxb = 0xE0;

   if (prefix->r && !is_general(f->reg))
      rxb &= ~0x80u;
   if (prefix->x
       && (is_indexed(instr) || (!instr->is_memory && is_vector(f->rm))))
      rxb &= ~0x40u;
   if (prefix->b && !instr->is_memory && is_vector(f->rm))
      rxb &= ~0x20u;
   return rxb;
}

static UInt new_modrm(const EvexInstr* instr, UInt modrm)
{
   const EvexForm* f = instr->form;
   UInt reg          = is_general(f->reg) ? SCRATCH_WRITTEN : (modrm >> 3) & 7;
   UInt rm           = modrm & 7;

   if (instr->is_memory)
      return reg << 3 | (is_indexed(instr) ? USES_SIB : SCRATCH_ADDRESS);
   if (is_general(f->rm))
      rm = f->rm == OPERAND_G_READ ? SCRATCH_READ : SCRATCH_WRITTEN;
   return 0xC0 | reg << 3 | rm;
}

static void add_byte(EvexInstr* instr, UInt byte)
{
   instr->bytes[instr->n_bytes++] = byte;
}

/* `p' is the old prefix, `opcode' and what follows the old opcode. */
static void rewrite(EvexInstr* instr, const Prefix* prefix, const UChar* p,
                    const UChar* opcode)
{
   UInt rxb = new_rxb(instr, prefix);

   if (is_indexed(instr) && instr->address.is_32_bit)
      add_byte(instr, 0x67);
   if (prefix->is_evex) {
      add_byte(instr, EVEX_BYTE);
      add_byte(instr, rxb | (p[1] & 0x1F));
      add_byte(instr, p[2]);
      add_byte(instr, p[3]);
   } else {
      add_byte(instr, VEX3_BYTE);
      add_byte(instr, rxb | prefix->map);
      add_byte(instr, prefix->w << 7 | (~prefix->vvvv & 15) << 3
                         | prefix->length << 2 | prefix->pp);
   }
   add_byte(instr, opcode[0]);
   add_byte(instr, new_modrm(instr, opcode[1]));
   if (is_indexed(instr))
      add_byte(instr, (opcode[2] & 0xF8) | SCRATCH_ADDRESS);
}

/* --- all of it
 * ---------------------------------------------------------------*/

static const EvexForm* find_form(const Prefix* prefix, const UChar* opcode)
{
   EvexKey key = {
      .map       = prefix->map,
      .pp        = prefix->pp,
      .w         = prefix->w,
      .opcode    = opcode[0],
      .reg       = (opcode[1] >> 3) & 7,
      .is_evex   = prefix->is_evex,
      .is_memory = opcode[1] < 0xC0,
   };

   return cg_evex_forms_find(&key);
}

static Bool has_immediate(const EvexForm* f, const Prefix* prefix)
{
   return (f->flags & EVEX_IMM) != 0 || prefix->map == CG_EVEX_FORMS_IMM_MAP;
}

/* Read what the prefix and the ModRM byte say of registers. */
static Bool read_operands(EvexInstr* instr, const Prefix* prefix, UInt modrm)
{
   instr->is_memory    = modrm < 0xC0;
   instr->is_broadcast = instr->is_memory && prefix->has_b;
   if (!instr->is_memory)
      read_rm_register(instr, prefix, modrm);
   if (!check_b(instr, prefix) || !read_length(instr, prefix)
       || !read_reg(instr, prefix, modrm) || !read_vvvv(instr, prefix)
       || !read_mask(instr, prefix))
      return False;
   set_size(instr, prefix);
   return !is_indexed(instr) || (modrm & 7) == USES_SIB;
}

Bool cg_evex_decode_is_likely(const UChar* code)
{
   EvexAddress ignored;
   UInt        first = *skip_prefixes(code, &ignored);

   return first == EVEX_BYTE || first == VEX3_BYTE || first == VEX2_BYTE;
}

Bool cg_evex_decode(const UChar* code, EvexInstr* instr)
{
   Prefix prefix;

   *instr = (EvexInstr){.form = NULL};

   const UChar* start  = skip_prefixes(code, &instr->address);
   const UChar* opcode = start;

   if (!read_prefix(&prefix, &opcode)
       || (!prefix.is_evex && opcode[0] == VZEROUPPER))
      return False;
   instr->map  = prefix.map;
   instr->form = find_form(&prefix, opcode);
   if (!instr->form || !read_operands(instr, &prefix, opcode[1]))
      return False;

   const UChar* end = opcode + 2;

   if (instr->is_memory)
      end = read_memory(instr, &prefix, opcode[1], end);
   rewrite(instr, &prefix, start, opcode);
   if (has_immediate(instr->form, &prefix))
      add_byte(instr, *end++);
   instr->length = end - code;
   return instr->length <= 15;
}
