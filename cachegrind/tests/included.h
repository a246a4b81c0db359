/* SPDX-License-Identifier: GPL-2.0-or-later */
/* included.h: a function whose counts belong to this file, not to the one that
   includes it. */

#ifndef INCLUDED_H
#define INCLUDED_H

static __attribute__((noinline)) void from_a_header(volatile int *p)
{
   *p += 1;
}

#endif /* INCLUDED_H */
