/* SPDX-License-Identifier: GPL-2.0-or-later */
/* step_calls.h: the calls of the program that step.c steps through, kept by the
   rules that the manual has for --calls. */

#ifndef STEP_CALLS_H
#define STEP_CALLS_H

#include "step.h"

/* `program' is before its first instruction, at `pc'. */
void step_calls_begin(const char* program, unsigned long pc);

/* Instruction `d' ran, and counts `n'. */
void step_calls_ran(const Decoded* d, unsigned long n, const Registers* after);

/* A signal interrupted the program; its handler is at the second registers. */
void step_calls_signal(const Registers* before, const Registers* after);

/* The program has ended.  Print a line for each arc:

      arc SITE CALLEE CALLS COST

   with the address of the instruction, where the function starts, how often it
   called it, and how many instructions ran until the calls returned. */
void step_calls_print(void);

#endif /* STEP_CALLS_H */
