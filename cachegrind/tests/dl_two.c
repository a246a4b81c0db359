/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dl_two.c: one of the two libraries that dl.c loads and unloads. */

#include "burn.h"

BURN(burn_two);

void call_two(unsigned n);

void call_two(unsigned n)
{
   burn_two(n);
}
