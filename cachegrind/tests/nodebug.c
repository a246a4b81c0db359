/* SPDX-License-Identifier: GPL-2.0-or-later */
/* nodebug.c: compiled without -g, so its functions have names (from the symbol
   table) but its file and lines are unknown: `???' and 0. */

#include "burn.h"

BURN(burn_nameless);

int main(void)
{
   burn_nameless(1000);
   return 0;
}
