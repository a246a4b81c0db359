/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ucontext.h: where the kernel puts the address of the instruction that a
   signal interrupted.  A handler that changes it chooses where the program
   continues. */

#ifndef TRUTH_UCONTEXT_H
#define TRUTH_UCONTEXT_H

#include "truth.h"

/* The words of the kernel's struct ucontext up to that address. */
#ifdef __x86_64__
enum { CONTEXT_IP = 21 };
#elif defined(__aarch64__)
enum { CONTEXT_IP = 55 };
#else
enum { CONTEXT_IP = 19 };
#endif

/* The instruction that failed is the `length' bytes there.  Go on after it. */
static inline void skip_instruction(long* context, int length)
{
   context[CONTEXT_IP] += length;
}

#endif /* TRUTH_UCONTEXT_H */
