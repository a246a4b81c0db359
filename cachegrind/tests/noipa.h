/* SPDX-License-Identifier: GPL-2.0-or-later */
/* noipa.h: NOIPA, for functions that must be there as written, and be called:
   neither inlined nor copied.  clang can only be told not to inline. */

#ifndef NOIPA_H
#define NOIPA_H

#ifdef __clang__
#  define NOIPA __attribute__((noinline))
#else
#  define NOIPA __attribute__((noipa))
#endif

#endif /* NOIPA_H */
