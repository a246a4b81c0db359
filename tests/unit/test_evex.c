/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_evex.c: what AVX-512 instructions are, by their bytes.

   tests/avx512 compares what they do with the processor.  This needs none that
   has them. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "avx512/cg_evex_decode.h"
#include "avx512/cg_evex_kind.h"

typedef struct {
   const char* bytes;
   const char* expected;
} Row;

static void read_bytes(const char* text, UChar code[32])
{
   unsigned byte;
   int      n, at = 0;

   memset(code, 0x90, 32);
   while (sscanf(text, "%x%n", &byte, &n) == 1) {
      code[at++] = byte;
      text += n;
   }
}

/* base+index*scale+displacement; -1 is no register. */
static int print_address(char* out, const EvexAddress* a)
{
   static const char* const segments[] = {"", "fs:", "gs:"};

   return sprintf(out, " %s%s[%d+%d*%u%+lld]", segments[a->segment],
                  a->is_32_bit      ? "a32:"
                  : a->is_from_next ? "rip:"
                                    : "",
                  (signed char)a->base, (signed char)a->index, a->scale,
                  a->displacement);
}

/* Length, registers, mask, bytes of a vector; of memory, the access, bytes,
   bits of the mask, and address; what is executed. */
static void describe(const EvexInstr* instr, char* out)
{
   static const char* const accesses[] = {"whole",  "any",    "each",
                                          "folded", "packed", "indexed"};

   out += sprintf(out, "%u: %u %u %u k%u%s v%u", instr->length, instr->reg,
                  instr->vvvv, instr->rm, instr->mask,
                  instr->is_zeroing ? "z" : "", instr->vector);
   if (instr->is_memory) {
      out += sprintf(out, " %s %u/%u", accesses[instr->access], instr->size,
                     instr->n_bits);
      out += print_address(out, &instr->address);
   }
   out += sprintf(out, " |");
   for (UInt i = 0; i < instr->n_bytes; i++)
      out += sprintf(out, " %02x", instr->bytes[i]);
}

static void check(const Row* row)
{
   UChar     code[32];
   EvexInstr instr;
   char      got[300] = "no";

   read_bytes(row->bytes, code);
   if (cg_evex_decode_is_likely(code) && cg_evex_decode(code, &instr))
      describe(&instr, got);
   if (strcmp(got, row->expected) != 0)
      print_message("%s\n", row->bytes);
   assert_string_equal(got, row->expected);
}

#define CHECK_ALL(rows)                                                        \
   for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)                   \
   check(&rows[i])

static void evex_registers(void** state)
{
   static const Row rows[] = {
      /* vaddps %zmm17,%zmm2,%zmm30{%k3}{z} */
      {"62 21 6c cb 58 f1", "6: 30 2 17 k3z v64 | 62 21 6c cb 58 f1"},
      /* vaddps {rz-sae},%zmm1,%zmm2,%zmm3 */
      {"62 f1 6c 78 58 d9", "6: 3 2 1 k0 v64 | 62 f1 6c 78 58 d9"},
      /* vaddpd %xmm1,%xmm2,%xmm3{%k1} */
      {"62 f1 ed 09 58 d9", "6: 3 2 1 k1 v16 | 62 f1 ed 09 58 d9"},
      /* vcvttsd2usi %xmm21,%r12 */
      {"62 31 ff 08 78 e5", "6: 12 0 21 k0 v16 | 62 b1 ff 08 78 c5"},
      /* vpbroadcastd %r11d,%ymm16 */
      {"62 c2 7d 28 7c c3", "6: 16 0 11 k0 v32 | 62 e2 7d 28 7c c1"},
      /* vpsrld $7,%zmm4,%zmm20{%k2} */
      {"62 f1 5d 42 72 d4 07", "7: 0 20 4 k2 v64 | 62 f1 5d 42 72 d4 07"},
      /* vpternlogq $0x42,%zmm1,%zmm2,%zmm3 */
      {"62 f3 ed 48 25 d9 42", "7: 3 2 1 k0 v64 | 62 f3 ed 48 25 d9 42"},
      /* vucomiss %xmm17,%xmm1 */
      {"62 b1 7c 08 2e c9", "6: 1 0 17 k0 v16 | 62 b1 7c 08 2e c9"},
      /* vmovaps %zmm9,%zmm25 */
      {"62 41 7c 48 28 c9", "6: 25 0 9 k0 v64 | 62 41 7c 48 28 c9"},
      /* vpcmpeqd %zmm1,%zmm2,%k5{%k6} */
      {"62 f1 6d 4e 76 e9", "6: 5 2 1 k6 v64 | 62 f1 6d 4e 76 e9"},
      /* vp2intersectd %zmm1,%zmm2,%k4 */
      {"62 f2 6f 48 68 e1", "6: 4 2 1 k0 v64 | 62 f2 6f 48 68 e1"},
      /* vgetexpss %xmm1,%xmm2,%xmm3 */
      {"62 f2 6d 08 43 d9", "6: 3 2 1 k0 v16 | 62 f2 6d 08 43 d9"},
      /* vmovd %xmm17,%eax */
      {"62 e1 7d 08 7e c8", "6: 17 0 0 k0 v16 | 62 e1 7d 08 7e c8"},
      /* vpextrb $3,%xmm17,%r9d */
      {"62 c3 7d 08 14 c9 03", "7: 17 0 9 k0 v16 | 62 e3 7d 08 14 c8 03"},
   };

   CHECK_ALL(rows);
}

static void evex_memory(void** state)
{
   static const Row rows[] = {
      /* vmovups 64(%rax),%zmm1 */
      {"62 f1 7c 48 10 48 01",
       "7: 1 0 0 k0 v64 whole 64/16 [0+-1*0+64] | 62 f1 7c 48 10 0a"},
      /* vmovups 65(%rax),%zmm1 */
      {"62 f1 7c 48 10 88 41 00 00 00",
       "10: 1 0 0 k0 v64 whole 64/16 [0+-1*0+65] | 62 f1 7c 48 10 0a"},
      /* vaddps 4(%r13){1to16},%zmm2,%zmm3{%k1} */
      {"62 d1 6c 59 58 5d 01",
       "7: 3 2 0 k1 v64 any 4/16 [13+-1*0+4] | 62 f1 6c 59 58 1a"},
      /* vmovdqu8 (%rcx,%r12,4),%ymm17{%k1} */
      {"62 a1 7f 29 6f 0c a1",
       "7: 17 0 0 k1 v32 each 32/32 [1+12*4+0] | 62 e1 7f 29 6f 0a"},
      /* vmovups 0x1234(%rip),%zmm1 */
      {"62 f1 7c 48 10 0d 34 12 00 00",
       "10: 1 0 0 k0 v64 whole 64/16 rip:[-1+-1*0+4660] | 62 f1 7c 48 10 0a"},
      /* vmovups %fs:0x40,%zmm1 */
      {"64 62 f1 7c 48 10 0c 25 40 00 00 00",
       "12: 1 0 0 k0 v64 whole 64/16 fs:[-1+-1*1+64] | 62 f1 7c 48 10 0a"},
      /* vmovups -8(%eax,%edx,2),%xmm17 */
      {"67 62 e1 7c 08 10 8c 50 f8 ff ff ff",
       "12: 17 0 0 k0 v16 whole 16/4 a32:[0+2*2-8] | 62 e1 7c 08 10 0a"},
      /* vpexpandb 3(%rax),%zmm1{%k2}{z} */
      {"62 f2 7d ca 62 48 03",
       "7: 1 0 0 k2z v64 packed 64/64 [0+-1*0+3] | 62 f2 7d ca 62 0a"},
      /* vcompresspd %zmm1,8(%rbx) */
      {"62 f2 fd 48 8a 4b 01",
       "7: 1 0 0 k0 v64 whole 64/8 [3+-1*0+8] | 62 f2 fd 48 8a 0a"},
      /* vcompresspd %zmm1,8(%rbx){%k1} */
      {"62 f2 fd 49 8a 4b 01",
       "7: 1 0 0 k1 v64 packed 64/8 [3+-1*0+8] | 62 f2 fd 49 8a 0a"},
      /* vpgatherdq 8(%rax,%ymm17,8),%zmm2{%k1} */
      {"62 f2 fd 41 90 54 c8 01",
       "8: 2 0 0 k1 v64 indexed 8/8 [0+17*8+8] | 62 f2 fd 41 90 14 ca"},
      /* vscatterqps %ymm3,(%r12,%zmm20,1){%k7} */
      {"62 d2 7d 47 a3 1c 24",
       "7: 3 0 0 k7 v64 indexed 4/8 [12+20*1+0] | 62 f2 7d 47 a3 1c 22"},
      /* vpmovdb %zmm1,16(%rdi){%k1} */
      {"62 f2 7e 49 31 4f 01",
       "7: 1 0 0 k1 v64 each 16/16 [7+-1*0+16] | 62 f2 7e 49 31 0a"},
      /* vbroadcastf32x4 16(%rdi),%zmm1{%k1} */
      {"62 f2 7d 49 1a 4f 01",
       "7: 1 0 0 k1 v64 folded 16/16 [7+-1*0+16] | 62 f2 7d 49 1a 0a"},
      /* vpsrlw 16(%rdi),%zmm2,%zmm1{%k1} */
      {"62 f1 6d 49 d1 4f 01",
       "7: 1 2 0 k1 v64 whole 16/0 [7+-1*0+16] | 62 f1 6d 49 d1 0a"},
      /* vpbroadcastw 2(%rdi),%zmm1{%k1} */
      {"62 f2 7d 49 79 4f 01",
       "7: 1 0 0 k1 v64 any 2/32 [7+-1*0+2] | 62 f2 7d 49 79 0a"},
      /* vmovss 4(%rsi),%xmm1{%k1} */
      {"62 f1 7e 09 10 4e 01",
       "7: 1 0 0 k1 v16 each 4/1 [6+-1*0+4] | 62 f1 7e 09 10 0a"},
      /* vpermd 64(%rsi),%zmm1,%zmm2{%k1} */
      {"62 f2 75 49 36 56 01",
       "7: 2 1 0 k1 v64 whole 64/0 [6+-1*0+64] | 62 f2 75 49 36 12"},
      /* vcvtps2pd 4(%rsi){1to8},%zmm2{%k1} */
      {"62 f1 7c 59 5a 56 01",
       "7: 2 0 0 k1 v64 any 4/8 [6+-1*0+4] | 62 f1 7c 59 5a 12"},
      /* vpextrq $1,%xmm17,8(%rsp) */
      {"62 e3 fd 08 16 4c 24 01 01",
       "9: 17 0 0 k0 v16 whole 8/0 [4+-1*1+8] | 62 e3 fd 08 16 0a 01"},
      /* vmovddup 8(%rsi),%xmm17 */
      {"62 e1 ff 08 12 4e 01",
       "7: 17 0 0 k0 v16 whole 8/0 [6+-1*0+8] | 62 e1 ff 08 12 0a"},
   };

   CHECK_ALL(rows);
}

static void evex_masks(void** state)
{
   static const Row rows[] = {
      /* kmovw %k1,%k2 */
      {"c5 f8 90 d1", "4: 2 0 1 k0 v16 | c4 e1 78 90 d1"},
      /* kmovq (%rax),%k2 */
      {"c4 e1 f8 90 10",
       "5: 2 0 0 k0 v16 whole 8/0 [0+-1*0+0] | c4 e1 f8 90 12"},
      /* kmovd %k3,4(%r9) */
      {"c4 c1 f9 91 59 04",
       "6: 3 0 0 k0 v16 whole 4/0 [9+-1*0+4] | c4 e1 f9 91 1a"},
      /* kmovd %r9d,%k3 */
      {"c4 c1 7b 92 d9", "5: 3 0 9 k0 v16 | c4 e1 7b 92 d9"},
      /* kmovq %k3,%r10 */
      {"c4 61 fb 93 d3", "5: 10 0 3 k0 v16 | c4 e1 fb 93 c3"},
      /* kandw %k1,%k2,%k3 */
      {"c5 ec 41 d9", "4: 3 2 1 k0 v32 | c4 e1 6c 41 d9"},
      /* kortestb %k1,%k7 */
      {"c5 f9 98 f9", "4: 7 0 1 k0 v16 | c4 e1 79 98 f9"},
      /* kshiftlq $3,%k1,%k2 */
      {"c4 e3 f9 33 d1 03", "6: 2 0 1 k0 v16 | c4 e3 f9 33 d1 03"},
      /* kunpckbw %k1,%k2,%k3 */
      {"c5 ed 4b d9", "4: 3 2 1 k0 v32 | c4 e1 6d 4b d9"},
      /* vaesenc %ymm1,%ymm2,%ymm13 */
      {"c4 62 6d dc e9", "5: 13 2 1 k0 v32 | c4 62 6d dc e9"},
   };

   CHECK_ALL(rows);
}

static void evex_refused(void** state)
{
   static const Row rows[] = {
      {"62 f1 6c c8 58 c9", "no"},
      {"62 f9 6c 48 58 c9", "no"},
      {"62 f1 68 48 58 c9", "no"},
      {"62 f1 6c 68 58 c9", "no"},
      {"62 71 6d 48 76 c9", "no"},
      {"f0 62 f1 7c 48 10 00", "no"},
      {"66 62 f1 7d 08 6e c1", "no"},
      {"48 62 f1 7c 48 10 00", "no"},
      {"62 f1 6c 48 10 00", "no"},
      {"62 f2 7d 48 90 0c 10", "no"},
      {"62 f1 7c c9 11 00", "no"},
      {"62 f1 7c 58 10 00", "no"},
      {"62 f1 7c 48 ff c1", "no"},
      {"62 f4 7c 48 10 00", "no"},
      {"c5 f8 77", "no"},
      {"c5 f4 58 c1", "no"},
      {"c5 78 90 ca", "no"},
      {"c5 e8 41 ca", "no"},
      {"c4 e3 f8 30 ca 03", "no"},
   };

   CHECK_ALL(rows);
}

static UInt kind_of(UInt map, UInt opcode, Bool rounds)
{
   const HChar* name = cg_evex_kind_name(map, opcode, rounds);
   UInt         kind;

   assert_non_null(name);
   assert_true(cg_evex_kind_of_call(name, &kind));
   return kind;
}

static void evex_kinds(void** state)
{
   UInt ignored;

   for (UInt map = 1; map <= 3; map++)
      for (UInt opcode = 0; opcode < 256; opcode++)
         kind_of(map, opcode, False);
   assert_int_equal(kind_of(1, 0x10, False), CG_EVEX_KIND_MOVE); /* vmovups */
   assert_int_equal(kind_of(1, 0x58, True), OP_FP_ADD);          /* vaddps */
   assert_int_equal(kind_of(1, 0x59, True), OP_FP);              /* vmulps */
   assert_int_equal(kind_of(1, 0x5E, True), OP_FP_DIVIDE);       /* vdivps */
   assert_int_equal(kind_of(1, 0xFE, False), OP_SIMPLE);         /* vpaddd */
   assert_int_equal(kind_of(2, 0x40, False), OP_MULTIPLY);       /* vpmulld */
   assert_false(cg_evex_kind_of_call("amd64g_dirtyhelper_CPUID", &ignored));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(evex_registers), cmocka_unit_test(evex_memory),
      cmocka_unit_test(evex_masks),     cmocka_unit_test(evex_refused),
      cmocka_unit_test(evex_kinds),
   };

   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, NULL, NULL);
}
