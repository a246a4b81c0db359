/* SPDX-License-Identifier: GPL-2.0-or-later */
/* choose.c: see choose.h. */

#include "choose.h"

#include <string.h>

/* Of the window, operands lie in the middle, so that all elements of a gather
   or of an operand with its displacement are inside. */
enum { MARGIN = 128, NUM_VALUES = 1024 };

static uint64_t state;
static uint8_t  values[NUM_VALUES][64];

static uint64_t draw(void)
{
   state ^= state << 13;
   state ^= state >> 7;
   state ^= state << 17;
   return state * 0x2545F4914F6CDD1D;
}

/* A number below n. */
static unsigned below(unsigned n)
{
   return (draw() >> 33) % n;
}

static int one_in(unsigned n)
{
   return below(n) == 0;
}

/* --- values --- */

/* Zeros, ones, infinities, NaNs (quiet and signalling), denormals, the largest
   and the smallest numbers; with either sign. */
static uint64_t special(const uint64_t* table, unsigned n, uint64_t sign)
{
   return table[below(n)] | (one_in(2) ? sign : 0);
}

static uint64_t special_double(void)
{
   static const uint64_t table[] = {0,
                                    0x3FF0000000000000,
                                    0x7FF0000000000000,
                                    0x7FF8000000000000,
                                    0x7FF0000000000001,
                                    1,
                                    0x000FFFFFFFFFFFFF,
                                    0x0010000000000000,
                                    0x7FEFFFFFFFFFFFFF,
                                    0x3FE0000000000000,
                                    0x41DFFFFFFFC00000,
                                    0x43E0000000000000,
                                    0x41EFFFFFFFE00000,
                                    0x3FF8000000000000};

   return special(table, sizeof table / sizeof *table, 1ULL << 63);
}

static uint64_t special_float(void)
{
   static const uint64_t table[] = {
      0,          0x3F800000, 0x7F800000, 0x7FC00000, 0x7F800001,
      1,          0x007FFFFF, 0x00800000, 0x7F7FFFFF, 0x3F000000,
      0x4EFFFFFF, 0x4F000000, 0x5F000000, 0x3FC00000};

   return special(table, sizeof table / sizeof *table, 1ULL << 31);
}

static uint64_t special_half(void)
{
   static const uint64_t table[] = {0,      0x3C00, 0x7C00, 0x7E00, 0x7C01,
                                    1,      0x03FF, 0x7BFF, 0x3F80, 0x7F80,
                                    0x7FC0, 0x7F81, 0x007F};

   return special(table, sizeof table / sizeof *table, 1 << 15);
}

/* A number whose exponent is near that of 1. */
static uint64_t usual_double(void)
{
   return (draw() & 0x800FFFFFFFFFFFFF)
          | (uint64_t)(1023 - 8 + below(16)) << 52;
}

static uint64_t usual_float(void)
{
   return (draw() & 0x807FFFFF) | (127 - 8 + below(16)) << 23;
}

static uint64_t extreme_byte(void)
{
   static const uint8_t table[] = {0, 1, 0x7F, 0x80, 0x81, 0xFF};

   return table[below(sizeof table)];
}

static uint64_t small_integer(void)
{
   return (int32_t)below(200) - 100;
}

static void fill_value(uint8_t* value)
{
   static const struct {
      uint64_t (*draw)(void);
      unsigned bytes;
   } kinds[] = {{draw, 8},         {special_double, 8}, {special_float, 4},
                {special_half, 2}, {usual_double, 8},   {usual_float, 4},
                {extreme_byte, 1}, {small_integer, 4}};
   const unsigned kind = below(sizeof kinds / sizeof *kinds);

   for (unsigned i = 0; i < 64; i += kinds[kind].bytes) {
      const uint64_t element = one_in(16) ? draw() : kinds[kind].draw();

      memcpy(value + i, &element, kinds[kind].bytes);
   }
}

void choose_prepare(void)
{
   state = 88172645463325252;
   for (int i = 0; i < NUM_VALUES; i++)
      fill_value(values[i]);
}

static void copy_value(uint8_t* to)
{
   memcpy(to, values[below(NUM_VALUES)], 64);
}

static uint64_t choose_mask(void)
{
   switch (below(4)) {
   case 0:
      return ~0ULL;
   case 1:
      return 1ULL << below(64);
   case 2:
      return one_in(4) ? 0 : draw() & draw();
   default:
      return draw();
   }
}

static void choose_registers(Registers* r)
{
   const uint64_t arithmetic_flags = 0x8D5;

   for (int i = 0; i < 32; i++)
      copy_value(r->z[i]);
   for (int i = 0; i < 8; i++)
      r->k[i] = choose_mask();
   for (int i = 0; i < 16; i++)
      r->gpr[i] = one_in(4) ? special_double() : draw();
   r->flags = 0x202 | (draw() & arithmetic_flags);
   r->mxcsr = MXCSR_DEFAULT | below(4) << 13;
   for (int i = 0; i < WINDOW_SIZE; i += 64)
      copy_value(WINDOW + i);
}

/* --- operands --- */

/* Seldom true, for a field with what the form does not allow.  Never in
   instructions of SSE and AVX: the core ignores some of these fields. */
static int is_wrong(const Form* form)
{
   return !(form->allows & ALLOWS_OLDER) && one_in(100);
}

/* A register below 8, 16 or 32. */
static unsigned choose_register(const Form* form, unsigned allows_8,
                                unsigned allows_16)
{
   const unsigned most = form->encoding == EVEX ? 32 : 16;

   if (is_wrong(form) || form->allows & allows_16)
      return below(most);
   return below(form->allows & allows_8 ? 16 : 8);
}

static void choose_named(const Form* form, Operands* o)
{
   o->reg = choose_register(form, ALLOWS_REG8, ALLOWS_REG16);
   o->rm  = choose_register(form, ALLOWS_RM8, ALLOWS_RM16);
   if (form->allows & ALLOWS_V || is_wrong(form))
      o->v = choose_register(form, ALLOWS_V, ALLOWS_V16);
   if (form->encoding != EVEX)
      return;
   if (form->allows & ALLOWS_MASK)
      o->k = form->allows & ALLOWS_K0 && one_in(4) ? 0 : 1 + below(7);
   if (one_in(100))
      o->k = below(8);
   o->z = form->allows & ALLOWS_ZERO ? o->k && one_in(2) : one_in(100);
}

static void choose_displacement(const Form* form, Operands* o)
{
   const unsigned kinds[] = {0, 1, 4};

   o->displacement_bytes = o->base < 16 ? kinds[below(3)] : 4;
   if (o->base < 16 && (o->base & 7) == 5 && o->displacement_bytes == 0)
      o->displacement_bytes = 1;
   if (o->displacement_bytes == 1 && form->scale == 0 && form->encoding == EVEX)
      o->displacement_bytes = 4;
   if (o->displacement_bytes == 1)
      o->displacement = (int8_t)draw();
   else if (o->displacement_bytes == 4)
      o->displacement = (int32_t)draw() >> below(24);
}

static void choose_base_and_index(const Form* form, Operands* o)
{
   const int is_vector = form->allows & ALLOWS_VECTOR;

   o->base  = one_in(8) ? NO_BASE : below(16);
   o->index = one_in(3) ? NO_INDEX : below(16);
   o->shift = below(4);
   if (is_vector && o->base == RSP)
      o->base = NO_BASE;
   if (is_vector)
      o->index = below(form->encoding == EVEX ? 32 : 16);
   else if (o->index == RSP)
      o->index = NO_INDEX;
   /* The core ends the program with some of SSE that have an immediate, too. */
   if (!is_vector && !(form->allows & ALLOWS_OLDER) && one_in(8)) {
      o->base  = BY_RIP;
      o->index = NO_INDEX;
   }
}

/* Segments and the size of addresses.  Those of segments without a base do
 * nothing. */
static void choose_prefixes(Operands* o)
{
   const uint8_t segments[] = {0x65, 0x65, 0x26, 0x2E, 0x36, 0x3E};
   int           n          = 0;

   if (one_in(8))
      o->prefixes[n++] = segments[below(sizeof segments)];
   if (one_in(8))
      o->prefixes[n++] = 0x67;
}

static int has_prefix(const Operands* o, uint8_t prefix)
{
   return o->prefixes[0] == prefix || o->prefixes[1] == prefix;
}

/* Elements of an index, so that none leads out of the window. */
static void choose_vector_index(const Form* form, const Operands* o,
                                uint8_t* index)
{
   const int wide  = form->opcode & 1;
   const int reach = MARGIN >> o->shift;

   for (int i = 0; i < 64; i += wide ? 8 : 4) {
      const int64_t element = (int)below(2 * reach) - reach;

      memcpy(index + i, &element, wide ? 8 : 4);
   }
}

/* Lets base, index and displacement lead to the address. */
static void lead_to(uint64_t address, const Form* form, const uint8_t* end,
                    Operands* o, Registers* r)
{
   const int is_vector = form->allows & ALLOWS_VECTOR;
   const int unit =
      o->displacement_bytes == 1 && form->encoding == EVEX ? form->scale : 1;
   const int      has_index = o->index != NO_INDEX && !is_vector;
   const uint64_t rest      = address - (int64_t)o->displacement * unit;

   if (o->base == BY_RIP) {
      o->displacement = address - (uintptr_t)end;
   } else if (o->base == NO_BASE && has_index) {
      r->gpr[o->index] = (int64_t)(int16_t)draw();
      o->displacement  = address - (r->gpr[o->index] << o->shift);
   } else if (o->base == NO_BASE) {
      o->displacement = address;
   } else if (has_index && o->index == o->base) {
      r->gpr[o->base]       = (int64_t)(int16_t)draw();
      o->displacement_bytes = 4;
      o->displacement =
         address - r->gpr[o->base] - (r->gpr[o->base] << o->shift);
   } else {
      r->gpr[o->base] = rest - (has_index ? r->gpr[o->index] << o->shift : 0);
   }
   /* With addresses of 32 bits, the upper half counts for nothing. */
   if (has_prefix(o, 0x67) && o->base < 16)
      r->gpr[o->base] ^= draw() << 32;
}

/* Never in instructions of SSE and AVX, whose faults are the core's. */
static int is_wrong_alignment(const Form* form)
{
   return !(form->allows & ALLOWS_OLDER) && one_in(4);
}

static uint64_t choose_address(const Form* form)
{
   const unsigned aligned = 64 * below((WINDOW_SIZE - 2 * MARGIN) / 64);
   const uint64_t middle  = (uintptr_t)WINDOW + MARGIN;

   if (form->allows & ALLOWS_VECTOR)
      return middle + MARGIN;
   return middle + aligned + (is_wrong_alignment(form) ? below(64) : 0);
}

static void choose_memory(const Form* form, const uint8_t* code, Operands* o,
                          Registers* r)
{
   uint64_t address = choose_address(form);
   uint8_t  bytes[CODE_STEP];

   choose_base_and_index(form, o);
   choose_displacement(form, o);
   choose_prefixes(o);
   if (has_prefix(o, 0x65))
      address -= GS_BASE;
   if (form->allows & ALLOWS_VECTOR)
      choose_vector_index(form, o, r->z[o->index]);
   lead_to(address, form, code + (encode(form, o, bytes) - bytes), o, r);
}

/* Only without an operand in memory: any address could result.  If there is no
   immediate now, it is a trap. */
static void choose_wrong_bit(Operands* o)
{
   o->flipped   = 1u << below(32);
   o->immediate = 0xCC;
}

void choose(const Form* form, uint64_t number, const uint8_t* code, Operands* o,
            Registers* r)
{
   state = (number + 1) * 0x9E3779B97F4A7C15;
   for (int i = 0; i < 4; i++)
      draw();
   memset(o, 0, sizeof *o);
   /* The core knows the usual ones of SSE and AVX. */
   o->immediate = below(form->allows & ALLOWS_OLDER ? 8 : 256);
   choose_registers(r);
   choose_named(form, o);
   /* In a gather of AVX2, the core reads there for each element without a mask.
    */
   if (form->allows & ALLOWS_OLDER)
      r->gpr[RSP] = (uintptr_t)WINDOW;
   if (form->memory)
      choose_memory(form, code, o, r);
   else if (one_in(16))
      choose_prefixes(o);
   if (!form->memory && form->encoding == EVEX && one_in(16))
      choose_wrong_bit(o);
}
