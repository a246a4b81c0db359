/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_evex_show.h: CPUID and XGETBV tell the program of AVX-512, as far as the
   processor has it and cg_evex_forms.h knows it; for --avx512=show. */

#ifndef CG_EVEX_SHOW_H
#define CG_EVEX_SHOW_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* What the instruction reads before VEX's part of it. */
typedef struct {
   IRTemp leaf, subleaf;
} CpuidInput;

/* Append to `sb' what has to come before VEX's part of the instruction at
   `code', and set *input. */
void cg_evex_show_begin(IRSB* sb, const UChar* code, CpuidInput* input);

/* Append what has to come after it. */
void cg_evex_show_end(IRSB* sb, const UChar* code, const CpuidInput* input);

#endif /* CG_EVEX_SHOW_H */
