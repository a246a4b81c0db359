/* SPDX-License-Identifier: GPL-2.0-or-later */
/* encode.c: see encode.h. */

#include "encode.h"

#include <string.h>

enum { NO_REGISTER = 4, BY_SIB = 4, DISPLACEMENT_ONLY = 5 };

/* The fourth and fifth bit of the three registers, as prefixes have them. */
typedef struct {
   unsigned r, x, b, r16, v16;
} HighBits;

static unsigned bit(unsigned of, int n)
{
   return of >> n & 1;
}

static HighBits high_bits(const Form* form, const Operands* o)
{
   const unsigned reg = form->group < NO_GROUP ? form->group : o->reg;
   HighBits bits = {.r = bit(reg, 3), .r16 = bit(reg, 4), .v16 = bit(o->v, 4)};

   if (!form->memory) {
      bits.b = bit(o->rm, 3);
      bits.x = bit(o->rm, 4);
      return bits;
   }
   if (o->base < 16)
      bits.b = bit(o->base, 3);
   if (o->index != NO_INDEX)
      bits.x = bit(o->index, 3);
   if (form->allows & ALLOWS_VECTOR)
      bits.v16 = bit(o->index, 4);
   return bits;
}

static uint8_t* evex_prefix(const Form* form, const Operands* o, uint8_t* at)
{
   const HighBits n = high_bits(form, o);

   *at++ = 0x62;
   *at++ = (!n.r << 7 | !n.x << 6 | !n.b << 5 | !n.r16 << 4) | form->map;
   *at++ = form->w << 7 | (~o->v & 15) << 3 | 4 | form->pp;
   *at++ = o->z << 7 | form->length << 5 | form->b << 4 | !n.v16 << 3 | o->k;
   return at;
}

static uint8_t* vex_prefix(const Form* form, const Operands* o, uint8_t* at)
{
   const HighBits n    = high_bits(form, o);
   const uint8_t  last = (~o->v & 15) << 3 | form->length << 2 | form->pp;

   if (form->map == 1 && !form->w && !n.x && !n.b) {
      *at++ = 0xC5;
      *at++ = !n.r << 7 | last;
      return at;
   }
   *at++ = 0xC4;
   *at++ = (!n.r << 7 | !n.x << 6 | !n.b << 5) | form->map;
   *at++ = form->w << 7 | last;
   return at;
}

static uint8_t* sse_prefix(const Form* form, const Operands* o, uint8_t* at)
{
   static const uint8_t prefixes[] = {0, 0x66, 0xF3, 0xF2};
   const HighBits       n          = high_bits(form, o);

   if (form->pp)
      *at++ = prefixes[form->pp];
   *at++ = 0x40 | form->w << 3 | n.r << 2 | n.x << 1 | n.b;
   *at++ = 0x0F;
   if (form->map > 1)
      *at++ = form->map == 2 ? 0x38 : 0x3A;
   return at;
}

static uint8_t* displacement(int32_t value, unsigned bytes, uint8_t* at)
{
   memcpy(at, &value, bytes);
   return at + bytes;
}

/* ModRM, SIB and the displacement of an operand in memory.  `reg' is in its
 * place. */
static uint8_t* address(const Operands* o, unsigned reg, uint8_t* at)
{
   const int simple =
      o->base < 16 && o->index == NO_INDEX && (o->base & 7) != BY_SIB;
   const unsigned mode  = o->base >= 16                ? 0
                          : o->displacement_bytes == 4 ? 2
                                                       : o->displacement_bytes;
   const unsigned base  = o->base >= 16 ? DISPLACEMENT_ONLY : o->base & 7;
   const unsigned index = o->index == NO_INDEX ? NO_REGISTER : o->index & 7;

   if (o->base == BY_RIP || simple) {
      *at++ = mode << 6 | reg | base;
   } else {
      *at++ = mode << 6 | reg | BY_SIB;
      *at++ = o->shift << 6 | index << 3 | base;
   }
   return displacement(o->displacement, o->displacement_bytes, at);
}

static void flip(uint32_t bits, uint8_t* at)
{
   uint32_t bytes;

   memcpy(&bytes, at, sizeof bytes);
   bytes ^= bits;
   memcpy(at, &bytes, sizeof bytes);
}

uint8_t* encode(const Form* form, const Operands* o, uint8_t* at)
{
   const unsigned reg = (form->group < NO_GROUP ? form->group : o->reg & 7)
                        << 3;

   for (int i = 0; i < 3 && o->prefixes[i]; i++)
      *at++ = o->prefixes[i];
   if (form->encoding == EVEX)
      at = evex_prefix(form, o, at);
   else if (form->encoding == VEX)
      at = vex_prefix(form, o, at);
   else
      at = sse_prefix(form, o, at);
   *at++ = form->opcode;
   if (form->encoding == EVEX)
      flip(o->flipped, at - 4);
   if (form->memory)
      at = address(o, reg, at);
   else
      *at++ = 0xC0 | reg | (o->rm & 7);
   if (form->allows & ALLOWS_IMM)
      *at++ = o->immediate;
   return at;
}
