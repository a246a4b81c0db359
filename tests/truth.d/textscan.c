/* SPDX-License-Identifier: GPL-2.0-or-later */
/* textscan.c: finds the end of a text and characters in it with the intrinsics
   of SSE4.2. */

#include <nmmintrin.h>

#include "truth.h"

static const char text[64] __attribute__((aligned(16))) =
   "Numbers like 17, 4 and 2026, then words.";

static NOINLINE unsigned length(const char* p)
{
   const __m128i none = _mm_setzero_si128();
   for (unsigned n = 0;; n += 16) {
      __m128i part = _mm_loadu_si128((const __m128i*)(p + n));
      if (_mm_cmpistrz(none, part, _SIDD_CMP_EQUAL_EACH))
         return n + _mm_cmpistri(none, part, _SIDD_CMP_EQUAL_EACH);
   }
}

/* Valgrind knows this comparison only with the result inverted. */
#define HOW (_SIDD_CMP_RANGES | _SIDD_NEGATIVE_POLARITY)

static NOINLINE unsigned digits(const char* p, unsigned n)
{
   const __m128i range =
      _mm_setr_epi8('0', '9', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
   unsigned found = 0;
   for (unsigned i = 0; i < n; i++) {
      __m128i part = _mm_loadu_si128((const __m128i*)(p + i));
      found += _mm_cmpestri(range, 2, part, 1, HOW) != 0;
   }
   return found;
}

int program(void)
{
   unsigned sum = 0, crc = 0;
   for (unsigned i = 0; i < 8; i++) {
      unsigned n = length(text + i);
      sum += n + digits(text + i, n);
      crc = _mm_crc32_u32(crc, sum);
   }
   return sum != 40 * 8 - 28 + 7 * 8 || crc == 0;
}
