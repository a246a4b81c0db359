/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_avx512.h: AVX-512 instructions, which VEX does not decode.

   The linker passes all calls of VEX's decoder to this module (-Wl,--wrap),
   where configure found that it fits.  It decodes the instructions of AVX-512,
   and leaves all others to VEX.  Each becomes a call of code that runs the
   instruction itself, on registers that cg_evex_state.h finds room for.

   An instruction with a VEX prefix also clears the upper halves of the vectors
   that it writes.  Until the program executes the first instruction of AVX-512
   they are 0, and nothing of this costs anything. */

#ifndef CG_AVX512_H
#define CG_AVX512_H

#include "pub_tool_basics.h"

/* Process one option of the command line.  Returns whether it is one of this
   module's. */
Bool cg_avx512_process_option(const HChar* arg);

void cg_avx512_print_usage(void);

/* Call it when the command line has been read. */
void cg_avx512_init(void);

/* Why an AVX-512 instruction was not run: the end of a sentence, such as "which
   this build does not run". */
const HChar* cg_avx512_why_not(void);

#endif /* CG_AVX512_H */
