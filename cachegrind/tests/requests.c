/* SPDX-License-Identifier: GPL-2.0-or-later */
/* requests.c: switch counting on and off around functions that burn, also
   twice in a row, and print the codes of the two requests: they must be those
   that existing programs were compiled with. */

#include <stdio.h>

#include "../cachegrind.h"
#include "burn.h"

BURN(burn_at_start);
BURN(burn_on);
BURN(burn_off);
BURN(burn_on_again);
BURN(burn_on_twice);
BURN(burn_off_twice);
BURN(burn_both);

int main(int argc, char *argv[])
{
   (void)argv;
   if (argc > 1) {
      /* Any argument: ask for nothing. */
      burn_at_start(1000);
      return 0;
   }
   printf("start 0x%x\n", (unsigned)VG_USERREQ__CG_START_INSTRUMENTATION);
   printf("stop 0x%x\n", (unsigned)VG_USERREQ__CG_STOP_INSTRUMENTATION);

   burn_at_start(1000);
   CACHEGRIND_START_INSTRUMENTATION;
   burn_on(1000);
   CACHEGRIND_STOP_INSTRUMENTATION;
   burn_off(1000);
   for (int i = 0; i < 10; i++) {
      CACHEGRIND_START_INSTRUMENTATION;
      burn_on_again(100);
      burn_both(10);
      CACHEGRIND_STOP_INSTRUMENTATION;
      burn_both(10);
   }
   CACHEGRIND_START_INSTRUMENTATION;
   CACHEGRIND_START_INSTRUMENTATION;
   burn_on_twice(1000);
   CACHEGRIND_STOP_INSTRUMENTATION;
   CACHEGRIND_STOP_INSTRUMENTATION;
   burn_off_twice(1000);
   return 0;
}
