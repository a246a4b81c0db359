/* SPDX-License-Identifier: GPL-2.0-or-later */
/* counts.S: one function for each kind of instruction that reads or writes
   memory in its own way; _start calls each 10 times.  Beside each function
   stand the instructions, reads and writes of one call, the final `ret' (one
   read) included.  No two loads go to the same register unused: VEX would drop
   the first before any tool sees it. */

#include "asm.h"

   .text
FUNC(plain)                   /* 4 / 1 / 0: memory operands never accessed */
   nop
   nopl  (R(AX))
   lea   12(R(AX)), R(DX)
   ret
END(plain)

FUNC(loads)                   /* 6 / 6 / 0 */
   mov   data, %edx
   movzbl data+1, %eax
   addl  data+2, %eax
   cmpb  $1, data
   cmovz data, %eax
   ret
END(loads)

FUNC(stores)                  /* 4 / 1 / 3 */
   movl  $1, data
   movb  %al, data+7
   movw  %ax, data+8
   ret
END(stores)

FUNC(modifies)                /* 6 / 6 / 0: load and store of one place */
   incl  data
   addb  $3, data+4
   notw  data+8
   shll  $2, data
   btsl  $1, data
   ret
END(modifies)

FUNC(stack)                   /* 7 / 4 / 3 */
   push  R(AX)
   push  $5
   pop   R(DX)
   pop   R(AX)
#ifdef __x86_64__
   pushq data
#else
   pushl data
#endif
   lea   WORD_SIZE(R(SP)), R(SP)
   ret
END(stack)

FUNC(string)                  /* 5 / 2 / 1: one place read, another written */
   mov   $data, R(SI)
   mov   $data+32, R(DI)
   movsb
   cld
   ret
END(string)

FUNC(rep_movsb)               /* 4 + 11 / 11 / 10: the last one finds 0 */
   mov   $data, R(SI)
   mov   $data+32, R(DI)
   mov   $10, R(CX)
   rep movsb
   ret
END(rep_movsb)

FUNC(rep_stosl)               /* 3 + 6 / 1 / 5 */
   mov   $data, R(DI)
   mov   $5, R(CX)
   rep stosl
   ret
END(rep_stosl)

FUNC(rep_none)                /* 3 + 1 / 1 / 0 */
   mov   $data, R(DI)
   xor   %ecx, %ecx
   rep stosl
   ret
END(rep_none)

FUNC(xadd)                    /* 2 / 2 / 0 */
   xadd  %eax, data
   ret
END(xadd)

/* VEX makes of a locked instruction a load followed by a compare-and-swap
   that may fail: two reads, where the processor does one. */

FUNC(xchg_memory)             /* 2 / 3 / 0 */
   xchg  %eax, data
   ret
END(xchg_memory)

FUNC(lock_inc)                /* 2 / 3 / 0 */
   lock incl data
   ret
END(lock_inc)

FUNC(lock_xadd)               /* 2 / 3 / 0 */
   lock xadd %eax, data
   ret
END(lock_xadd)

FUNC(lock_bts)                /* 2 / 3 / 0 */
   lock btsl $3, data
   ret
END(lock_bts)

FUNC(cmpxchg_plain)           /* 4 / 2 / 0 */
   mov   $1, %eax
   mov   $2, %edx
   cmpxchg %edx, data
   ret
END(cmpxchg_plain)

FUNC(lock_cmpxchg)            /* 4 / 2 / 0 */
   mov   $1, %eax
   mov   $2, %edx
   lock cmpxchg %edx, data
   ret
END(lock_cmpxchg)

FUNC(lock_cmpxchg8b)          /* 2 / 2 / 0 */
   lock cmpxchg8b data
   ret
END(lock_cmpxchg8b)

FUNC(call_through)            /* 2 + 1 / 3 / 1 with the callee: reads its */
   call  *pointer             /* target, writes the return address */
   ret
END(call_through)

FUNC(callee)                  /* 1 / 1 / 0 */
   ret
END(callee)

FUNC(x87)                     /* 4 / 2 / 1: 10-byte and 8-byte operands */
   fldl  data
   fstpt data+16
   fninit
   ret
END(x87)

FUNC(fpu_state)               /* 3 / 2 / 1: 28 bytes, one reference each way */
   fnstenv data
   fldenv data
   ret
END(fpu_state)

#ifdef __i386__
FUNC(fx_state)                /* 3 / 2 / 1: 512 bytes, likewise; on amd64 VEX */
   fxsave data                /* reads and writes them piece by piece */
   fxrstor data
   ret
END(fx_state)
#endif

FUNC(sse)                     /* 4 / 3 / 1: aligned and not */
   movaps data, %xmm0
   movups data+3, %xmm1
   movups %xmm1, data+5
   ret
END(sse)

FUNC(processor)               /* 4 / 1 / 0: helpers that touch no memory */
   xor   %eax, %eax
   cpuid
   rdtsc
   ret
END(processor)

FUNC(system_call)             /* 3 / 1 / 0: what the kernel does is not seen */
#ifdef __x86_64__
   mov   $39, %eax
   syscall
#else
   mov   $20, %eax
   int   $0x80
#endif
   ret
END(system_call)

FUNC(loop_100)                /* 2 + 200 / 1 / 0 */
   mov   $100, %ecx
1: dec   %ecx
   jnz   1b
   ret
END(loop_100)

FUNC(loop_instruction)        /* 2 + 50 / 1 / 0 */
   mov   $50, %ecx
1: loop  1b
   ret
END(loop_instruction)

FUNC(_start)                  /* writes: 10 x the calls */
   mov   $10, %ebp
1: call  plain
   call  loads
   call  stores
   call  modifies
   call  stack
   call  string
   call  rep_movsb
   call  rep_stosl
   call  rep_none
   call  xchg_memory
   call  xadd
   call  lock_inc
   call  lock_xadd
   call  lock_bts
   call  cmpxchg_plain
   call  lock_cmpxchg
   call  lock_cmpxchg8b
   call  call_through
   call  x87
   call  fpu_state
#ifdef __i386__
   call  fx_state
#endif
   call  sse
   call  processor
   call  system_call
   call  loop_100
   call  loop_instruction
   dec   %ebp
   jnz   1b
   xor   R(STATUS), R(STATUS)
   EXIT
END(_start)

   .data
   .balign 64
data:    .fill 512, 1, 0
pointer: WORD callee
