/* SPDX-License-Identifier: GPL-2.0-or-later */
/* platform.h: facts about the CPUs that the tool supports.

   Each CPU has one block of facts, and no other file of the tool depends on the
   CPU.  A port begins with a new block.  It must also check the rule in
   cg_frames.h, which relies on calls that push the return address and on
   returns that pop it.  The size of the red zone comes from the core:
   VG_STACK_REDZONE_SZB.

   On entry to a function, before its first instruction, the stack holds

      higher addresses
        | arguments that are in no register |
        |                                   | <- SP + ARGS_FROM_SP
        | return address                    | <- SP + RETURN_FROM_SP
      lower addresses

   with the constants PLATFORM_ENTRY_ARGS_FROM_SP and
   PLATFORM_ENTRY_RETURN_FROM_SP below.

   Arguments here are integers and pointers, passed as the CPU's System V ABI
   says. */

#ifndef CG_PLATFORM_H
#define CG_PLATFORM_H

#include "pub_tool_basics.h"

/* A member of GuestState as VEX's Get, Put and dirty calls name it: its offset
   in bytes. */
#define PLATFORM_OFFSET(member) __builtin_offsetof(GuestState, member)

#if defined(VGA_amd64)

#include "libvex_guest_amd64.h"

/* VEX's record of the registers of a thread, and its members: the stack, frame
   and instruction pointers, and the result of a function that has returned. */
typedef VexGuestAMD64State GuestState;
#define PLATFORM_GUEST_SP     guest_RSP
#define PLATFORM_GUEST_FP     guest_RBP
#define PLATFORM_GUEST_IP     guest_RIP
#define PLATFORM_GUEST_RESULT guest_RAX

/* The offsets of the registers that hold the first arguments, in order: the
   initialisers of an array, at most CG_FRAMES_N_ARGS. */
#define PLATFORM_GUEST_ARG_OFFSETS                                             \
   PLATFORM_OFFSET(guest_RDI), PLATFORM_OFFSET(guest_RSI),                     \
      PLATFORM_OFFSET(guest_RDX)

/* In bytes; the drawing above shows both. */
#define PLATFORM_ENTRY_RETURN_FROM_SP 0
#define PLATFORM_ENTRY_ARGS_FROM_SP   8

/* Whether a word has type Ity_I64 in IR; otherwise it has type Ity_I32. */
#define PLATFORM_GUEST_IS_64BIT True

/* How many low bits of an instruction's address are always 0. */
#define PLATFORM_CODE_ADDRESS_SHIFT 0

#elif defined(VGA_x86)

#include "libvex_guest_x86.h"

typedef VexGuestX86State GuestState;
#define PLATFORM_GUEST_SP     guest_ESP
#define PLATFORM_GUEST_FP     guest_EBP
#define PLATFORM_GUEST_IP     guest_EIP
#define PLATFORM_GUEST_RESULT guest_EAX

/* All arguments are on the stack. */
#define PLATFORM_GUEST_ARG_OFFSETS

#define PLATFORM_ENTRY_RETURN_FROM_SP 0
#define PLATFORM_ENTRY_ARGS_FROM_SP   4

#define PLATFORM_GUEST_IS_64BIT     False
#define PLATFORM_CODE_ADDRESS_SHIFT 0

#else
#error "platform.h has no facts about this CPU: add a block like those above."
#endif

#endif /* CG_PLATFORM_H */
