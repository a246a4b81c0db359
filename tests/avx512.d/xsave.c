/* SPDX-License-Identifier: GPL-2.0-or-later */
/* xsave.c: saves and restores parts of the state, where the program knows of
   AVX-512.

   It does so for many choices of components: which registers come from the
   area, which become 0, and which stay?  It prints `XSAVE: ok' or `wrong', and
   the same for XRSTOR. The rules are those of Intel's manual, volume 1,
   chapter 13. */

#include <cpuid.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cpu.h"

/* Components by their numbers. */
enum { SSE = 1, AVX = 2, MASKS = 5, HIGH_HALVES = 6, HIGH_REGISTERS = 7 };

/* A kind of registers in a component: so many, of so many bytes, from such an
   offset in the registers. */
typedef struct {
   int      component;
   unsigned count, bytes, first_offset, step, area_offset;
} Part;

static uint8_t area[8192] __attribute__((aligned(64)));

/* The sizes and offsets are those of the standard format. */
static unsigned offset_of_component(int n)
{
   unsigned size, offset, c, d;

   if (!__get_cpuid_count(0xD, n, &size, &offset, &c, &d))
      return 0;
   return offset;
}

static Part parts[5];

static void find_parts(void)
{
   parts[0] = (Part){SSE, 16, 16, 0, 64, 160};
   parts[1] = (Part){AVX, 16, 16, 16, 64, offset_of_component(AVX)};
   parts[2] =
      (Part){MASKS, 8, 8, sizeof cpu_out.z, 8, offset_of_component(MASKS)};
   parts[3] =
      (Part){HIGH_HALVES, 16, 32, 32, 64, offset_of_component(HIGH_HALVES)};
   parts[4] = (Part){HIGH_REGISTERS, 16, 64,
                     16 * 64,        64, offset_of_component(HIGH_REGISTERS)};
}

static void fill(void* at, unsigned bytes, unsigned seed)
{
   for (unsigned i = 0; i < bytes; i++)
      ((uint8_t*)at)[i] = (seed = seed * 1103515245 + 12345) >> 16;
}

static Registers some_registers(unsigned seed)
{
   Registers r;

   fill(&r, sizeof r, seed);
   r.flags    = 0x202;
   r.mxcsr    = MXCSR_DEFAULT;
   r.gpr[RSI] = (uintptr_t)area;
   r.gpr[2]   = 0;
   return r;
}

/* Runs xsave (/4) or xrstor (/5) with the area in RSI and the mask in EAX. */
static void run(Registers* in, unsigned which, unsigned mask)
{
   uint8_t* code = cpu_code(1);

   in->gpr[0] = mask;
   memcpy(code, (uint8_t[]){0x0F, 0xAE, which << 3 | RSI}, 3);
   cpu_end_code(code + 3);
   cpu_run(in);
}

/* Whether the registers of a part are those at `at', with such a step from one
   to the next; NULL: they are 0. */
static int part_is(const Part* p, const uint8_t* registers, const uint8_t* at,
                   unsigned step)
{
   static const uint8_t zeros[64];

   for (unsigned i = 0; i < p->count; i++)
      if (memcmp(registers + p->first_offset + i * p->step,
                 at ? at + i * step : zeros, p->bytes))
         return 0;
   return 1;
}

static int wrong;

static void report(const char* what, unsigned mask, unsigned in_area,
                   int is_right)
{
   if (is_right)
      return;
   wrong++;
   fprintf(stderr, "%s of %x with %x is wrong\n", what, mask, in_area);
}

static void test_save(unsigned mask)
{
   Registers in = some_registers(mask);
   uint64_t  is_saved;
   int       is_right = 1;

   memset(area, 0, sizeof area);
   run(&in, 4, mask);
   memcpy(&is_saved, area + 512, 8);
   for (int i = 0; i < 5; i++)
      if (mask >> parts[i].component & 1)
         is_right &= (is_saved >> parts[i].component & 1)
                     && part_is(&parts[i], (uint8_t*)&in,
                                area + parts[i].area_offset, parts[i].bytes);
   report("XSAVE", mask, is_saved & mask & 0xE6, is_right);
}

static void test_restore(unsigned mask, unsigned in_area)
{
   Registers      in        = some_registers(mask);
   const uint64_t header[8] = {in_area};
   const uint32_t mxcsr[2]  = {MXCSR_DEFAULT, 0xFFFF};
   int            is_right  = 1;

   fill(area, sizeof area, mask + 1);
   memcpy(area + 24, mxcsr, sizeof mxcsr);
   memcpy(area + 512, header, sizeof header);
   run(&in, 5, mask);
   for (int i = 0; i < 5; i++) {
      const Part*    p = &parts[i];
      const uint8_t* saved =
         in_area >> p->component & 1 ? area + p->area_offset : NULL;

      if (mask >> p->component & 1)
         is_right &= part_is(p, (uint8_t*)&cpu_out, saved, p->bytes);
      else
         is_right &= part_is(p, (uint8_t*)&cpu_out,
                             (uint8_t*)&in + p->first_offset, p->step);
   }
   report("XRSTOR", mask, in_area, is_right);
}

int main(void)
{
   const unsigned masks[] = {0xE6, 0xE0, 0x06, 0x02, 0x20,
                             0x40, 0x80, 0xC4, 0xA2, 0x64};
   const unsigned n       = sizeof masks / sizeof *masks;

   cpu_prepare(200);
   find_parts();
   for (unsigned i = 0; i < n; i++)
      test_save(masks[i]);
   printf("XSAVE: %s\n", wrong ? "wrong" : "ok");
   wrong = 0;
   for (unsigned i = 0; i < n; i++)
      for (unsigned j = 0; j < n; j++)
         test_restore(masks[i], masks[j]);
   printf("XRSTOR: %s\n", wrong ? "wrong" : "ok");
   return 0;
}
