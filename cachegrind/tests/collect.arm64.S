/* SPDX-License-Identifier: GPL-2.0-or-later */
/* collect.arm64.S: what collect.S does, on arm64, where a call leaves the return
   address in x30, and a function that calls nothing needs no stack.  Beside each
   function stand the instructions of one call, those of what it calls
   included. */

   .macro FUNC name
   .globl \name
   .type \name, @function
\name:
   .endm
   .macro END name
   .size \name, . - \name
   .endm
   .macro ENTER               /* 1 */
   stp   x29, x30, [sp, -16]!
   .endm
   .macro LEAVE               /* 2 */
   ldp   x29, x30, [sp], 16
   ret
   .endm

   .text
FUNC leaf                     /* 3; SP is never changed */
   nop
   nop
   ret
END leaf

FUNC plain                    /* 5 + 2 x 3 = 11 */
   ENTER
   bl    leaf
   bl    leaf
   LEAVE
END plain

FUNC recursive                /* 6 x 5 + 5 + 3 = 38 for w0 = 5 */
   ENTER
   cbz   w0, 1f
   sub   w0, w0, 1
   bl    recursive
   LEAVE
1: bl    leaf
   LEAVE
END recursive

FUNC tail_out                 /* 2 + 3 = 5: leaf returns for it */
   nop
   b     leaf
END tail_out

FUNC tail_into                /* 2, then the 11 of plain */
   nop
   b     plain
END tail_into

FUNC looping                  /* 4 x 2 + 1 = 9: back to its first instruction, */
   subs  w0, w0, 1            /* for w0 = 4 */
   b.ne  looping
   ret
END looping

FUNC deeper_loop              /* 4 x 4 + 1 + 3 + 2 = 22: likewise, deeper in the */
   mov   x10, x30             /* stack each time, for w0 = 4 */
   str   x0, [sp, -16]!
   subs  w0, w0, 1
   b.ne  deeper_loop
   bl    leaf
   add   sp, sp, 64
   ret   x10
END deeper_loop

   .balign 64                 /* one I-line for both */
FUNC falls                    /* 2, and 3 of the next */
   nop
   nop
END falls
FUNC fallen_into              /* 3: entered in the middle of a superblock */
   nop
   nop
   ret
END fallen_into

   .balign 64
FUNC before_once              /* 1, and 3 of the next */
   nop
END before_once
FUNC once                     /* 3: likewise, and nothing else enters it */
   nop
   nop
   ret
END once

FUNC jumps_out                /* 6 + 3 = 9: like longjmp */
   ENTER
   bl    leaf
   ldr   x9, saved_sp_at
   ldp   x10, x11, [x9]
   mov   sp, x10
   br    x11
END jumps_out

FUNC skips                    /* 3 + 3 + 9 = 15: out of two frames at once */
   ENTER
   bl    leaf
   bl    jumps_out
   udf   0
END skips

FUNC millicode                /* 4 + 3 = 7: keeps its return address in another */
   mov   x12, x30             /* register, so leaf has the SP that it has */
   bl    leaf
   nop
   br    x12
END millicode

FUNC switches                 /* 7 + 3 = 10: what runs on the other stack */
   mov   x12, x30             /* belongs to it, too */
   mov   x13, sp
   ldr   x9, stack_end_at
   mov   sp, x9
   bl    leaf
   mov   sp, x13
   br    x12
END switches

FUNC calls_last               /* 7 + 2 = 9: the call is its last instruction */
   ENTER
   adr   x11, 1f
   b     2f
1: nop
   LEAVE
2: bl    quits
END calls_last

FUNC outside                  /* 2 */
   nop
   ret
END outside

FUNC quits                    /* 2: like longjmp, with SP as on entry */
   nop
   br    x11
END quits

FUNC _start
   bl    outside
   bl    leaf
   bl    calls_last
   bl    plain
   bl    outside
   mov   w0, 5
   bl    recursive
   bl    outside
   bl    tail_out
   bl    outside
   bl    tail_into
   bl    outside
   mov   w0, 4
   bl    looping
   bl    outside
   mov   w0, 4
   bl    deeper_loop
   bl    outside
   bl    falls
   bl    fallen_into
   bl    outside
   bl    before_once
   bl    outside
   ldr   x9, saved_sp_at
   mov   x10, sp
   adr   x11, 1f
   stp   x10, x11, [x9]
   bl    skips
   udf   0
1: bl    outside
   adr   x11, 2f
   str   x11, [x9, 8]
   bl    jumps_out
   udf   0
2: bl    outside
   bl    millicode
   bl    outside
   bl    switches
   bl    outside
   mov   x0, 0
   mov   x8, 93
   svc   0
END _start
   .balign 8
saved_sp_at:  .quad saved
stack_end_at: .quad stack_end

   .data
   .balign 64
stack:     .fill 1024, 1, 0
stack_end:
saved:     .fill 16, 1, 0
