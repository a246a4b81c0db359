/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_evex_state.h: where the registers are that VEX's guest state lacks.

   The core has two more guest states for each thread, right after the real one.
   They are for tools, and the core treats them as it treats the real one: it
   clears them at exec, copies them to a new thread or process, and saves them
   while a signal handler runs.  This tool needs neither, so they hold

      offset, in units of a guest state
      0     the guest state; the lower halves of ZMM0-15 are its YMM0-15
      1     the upper halves of ZMM0-15, 32 bytes each
            ZMM16-31, 64 bytes each
            K0-7, 8 bytes each
      3     end */

#ifndef CG_EVEX_STATE_H
#define CG_EVEX_STATE_H

#include "pub_tool_basics.h"

#include "libvex_guest_amd64.h"

#define CG_EVEX_STATE_HALF 32 /* bytes of half a vector */

enum {
   EVEX_STATE_UPPER = sizeof(VexGuestAMD64State),
   EVEX_STATE_HIGH  = EVEX_STATE_UPPER + 16 * CG_EVEX_STATE_HALF,
   EVEX_STATE_MASKS = EVEX_STATE_HIGH + 16 * 2 * CG_EVEX_STATE_HALF,
   EVEX_STATE_END   = EVEX_STATE_MASKS + 8 * 8,
};

_Static_assert(EVEX_STATE_END <= 3 * sizeof(VexGuestAMD64State),
               "the tool's guest states have room for the registers");
_Static_assert(sizeof(VexGuestAMD64State) % 16 == 0,
               "the core puts the guest states side by side");

/* The offset of the lower half of vector register `n': for 16-31 of all of
   it. */
static inline UInt cg_evex_state_vector(UInt n)
{
   return n < 16
             ? offsetof(VexGuestAMD64State, guest_YMM0) + n * CG_EVEX_STATE_HALF
             : EVEX_STATE_HIGH + (n - 16) * 2 * CG_EVEX_STATE_HALF;
}

/* The offset of the upper half of vector register `n', 0-15. */
static inline UInt cg_evex_state_upper(UInt n)
{
   return EVEX_STATE_UPPER + n * CG_EVEX_STATE_HALF;
}

static inline UInt cg_evex_state_mask(UInt n)
{
   return EVEX_STATE_MASKS + n * 8;
}

/* General registers have the numbers that they have in encodings. */
static inline UInt cg_evex_state_general(UInt n)
{
   return offsetof(VexGuestAMD64State, guest_RAX) + n * 8;
}

#endif /* CG_EVEX_STATE_H */
