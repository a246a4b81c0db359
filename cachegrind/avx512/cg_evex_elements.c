/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_evex_elements.c: lists elements of memory; see cg_evex_elements.h. */

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"

#include "avx512/cg_evex_elements.h"
#include "avx512/cg_evex_state.h"

/* What the functions know of an instruction, in one word. */
typedef union {
   ULong packed;
   struct {
      UChar n_bits, n_elements, element, index, index_size, scale, is_32_bit;
   } of;
} ListOf;

static ULong bits_of(ULong mask, const ListOf* list)
{
   return list->of.n_bits == 64 ? mask : mask & ((1ULL << list->of.n_bits) - 1);
}

static void add_element(Addr at)
{
   cg_elements_listed.at[cg_elements_listed.n++] = at;
}

/* The functions below are called by the program's code. */

/* The elements whose bits are set; `mask' has only such that count. */
static void list_bits(Addr base, ULong mask, UInt element)
{
   cg_elements_listed.n = 0;
   for (; mask != 0; mask &= mask - 1)
      add_element(base + element * __builtin_ctzll(mask));
}

static void list_each(const UChar* guest, Addr base, ULong mask, ULong packed)
{
   const ListOf list = {packed};

   list_bits(base, bits_of(mask, &list), list.of.element);
}

static void list_any(const UChar* guest, Addr base, ULong mask, ULong packed)
{
   const ListOf list = {packed};

   list_bits(base, bits_of(mask, &list) != 0, 0);
}

/* Bit i of the mask is for element i modulo their number. */
static void list_folded(const UChar* guest, Addr base, ULong mask, ULong packed)
{
   const ListOf list   = {packed};
   ULong        folded = 0;

   for (mask = bits_of(mask, &list); mask != 0; mask >>= list.of.n_elements)
      folded |= mask;
   list_bits(base, folded & ((1ULL << list.of.n_elements) - 1),
             list.of.element);
}

static void list_packed(const UChar* guest, Addr base, ULong mask, ULong packed)
{
   const ListOf list = {packed};

   cg_elements_listed.n = 0;
   for (mask = bits_of(mask, &list); mask != 0; mask &= mask - 1)
      add_element(base + cg_elements_listed.n * list.of.element);
}

/* Index `i' of vector register `n'. */
static Long index_at(const UChar* guest, UInt n, UInt size, UInt i)
{
   UInt         at = i * size;
   const UChar* p  = guest + cg_evex_state_vector(n) + at;

   if (n < 16 && at >= CG_EVEX_STATE_HALF)
      p = guest + cg_evex_state_upper(n) + at - CG_EVEX_STATE_HALF;
   return size == 8 ? *(const Long*)p : *(const Int*)p;
}

static void list_indexed(const UChar* guest, Addr base, ULong mask,
                         ULong packed)
{
   const ListOf list = {packed};

   cg_elements_listed.n = 0;
   for (mask = bits_of(mask, &list); mask != 0; mask &= mask - 1) {
      Addr at = base
                + index_at(guest, list.of.index, list.of.index_size,
                           __builtin_ctzll(mask))
                     * list.of.scale;

      add_element(list.of.is_32_bit ? (UInt)at : at);
   }
}

static void* list_function(EvexAccess access)
{
   switch (access) {
   case ACCESS_EACH:
      return list_each;
   case ACCESS_FOLDED:
      return list_folded;
   case ACCESS_PACKED:
      return list_packed;
   case ACCESS_INDEXED:
      return list_indexed;
   default:
      return list_any;
   }
}

EvexList cg_evex_elements_of(const EvexInstr* instr)
{
   UInt   size = instr->access == ACCESS_ANY ? instr->size : instr->element;
   ListOf list = {.of = {
                     .n_bits     = instr->n_bits,
                     .n_elements = instr->size / size,
                     .element    = size,
                     .index      = instr->address.index,
                     .index_size = instr->form->element,
                     .scale      = instr->address.scale,
                     .is_32_bit  = instr->address.is_32_bit,
                  }};

   return (EvexList){list_function(instr->access), list.packed, size};
}
