/* SPDX-License-Identifier: GPL-2.0-or-later */
/* choose.h: random operands for a form, and registers and memory to go with
   them.  The same number always leads to the same choice. */

#ifndef AVX512_CHOOSE_H
#define AVX512_CHOOSE_H

#include "cpu.h"
#include "encode.h"

/* Makes the values from which registers are filled.  Call it once. */
void choose_prepare(void);

/* Chooses operands, registers, and what is in the window, for the test `number'
   of the form.  An operand in memory is in the window.  `code' is where the
   instruction will be: operands can be relative to it. */
void choose(const Form* form, uint64_t number, const uint8_t* code,
            Operands* operands, Registers* registers);

#endif
