/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dl_one.c: one of the two libraries that dl.c loads and unloads. */

#include "burn.h"

BURN(burn_one);

void call_one(unsigned n);

void call_one(unsigned n)
{
   burn_one(n);
}
