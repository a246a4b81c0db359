/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_frames.h: when functions are entered, and when their frames have gone.

   A client of this module names functions to watch, and is told of each entry.
   It can then ask to be told once when the frame has gone.  One rule decides
   that, for a return, longjmp, a C++ exception and a tail call alike:

      higher addresses
        | frame of the caller       |
        | ...                       |
      S | return address            | <- SP on entry
        | frame of the function     |
        | frames of what it calls   |
      lower addresses

   While SP <= S the frame is there, or that of a function that the first one
   jumped to.  When SP > S it has gone.  The rule looks only at the stack that S
   lies on.  While the thread runs on another stack, in a signal handler or
   after swapcontext, no frame on the first one goes.  A stack is the one that
   the thread was given, or its alternate signal stack, or any other mapping of
   the address space.  Two stacks in one mapping, as malloc makes them, are not
   told apart: a switch from the lower to the upper one looks like leaving every
   function that runs on the lower.

   SP is checked at the end of each superblock that raises it.  A return ends a
   superblock, and so does everything else that leaves a function.  There is one
   exception to what the rule finds: a caller may keep arguments on the stack.
   Then longjmp brings SP to below S, and the frames that it left count as
   present until the caller removes the arguments. */

#ifndef CG_FRAMES_H
#define CG_FRAMES_H

#include "pub_tool_basics.h"
#include "libvex_ir.h"

#define CG_FRAMES_N_ARGS 3

/* Thread `tid' is about to run the first instruction of a watched function, and
   its stack can be unwound.  `sp' is its SP.  `args' are the first three
   arguments, provided that they are integers or pointers and the function
   follows the platform's calling convention; arguments on the stack are 0 if
   they cannot be read.  `data' is what the client passed to cg_frames_watch.

   A loop that jumps back to the first instruction is an entry, too.  Then SP
   may be the same as at an earlier entry whose frame is still there. */
typedef void (*FunctionEntered)(ThreadId tid, Addr sp,
                                const UWord args[CG_FRAMES_N_ARGS], void* data);

/* The frame that the client waited for has gone.  `result' is the value of the
   register for integer results: the function's result if it returned.  It is 0
   when the thread has ended.  `data' is what the client passed to
   cg_frames_when_left. */
typedef void (*FrameLeft)(ThreadId tid, UWord result, void* data);

/* Watch all functions whose names match `pattern' (see cg_frames_matches), and
   call `entered' with `data' at each entry.  `pattern' is not copied.  Call it
   before cg_frames_init. */
void cg_frames_watch(const HChar* pattern, FunctionEntered entered, void* data);

/* Watch SP even if no function is watched, for clients that only call
   cg_frames_when_left.  Call it before cg_frames_init. */
void cg_frames_need(void);

/* Start.  Call it once, in post_clo_init, after all clients have called
   cg_frames_watch or cg_frames_need.  If none did, it does nothing, and
   cg_frames_used returns False. */
void cg_frames_init(void);
Bool cg_frames_used(void);

/* Call `left' with `data', once, as soon as SP of thread `tid' is above `sp' on
   the stack where `sp' lies, or when the thread ends. */
void cg_frames_when_left(ThreadId tid, Addr sp, FrameLeft left, void* data);

/* The address of the last byte of the stack of thread `tid' that `sp' lies on;
   the highest address if nothing is mapped there. */
Addr cg_frames_end_of_stack(ThreadId tid, Addr sp);

/* Set *addr to where a function returns to, given SP on entry.  False if that
   cannot be read; *addr is unchanged then. */
Bool cg_frames_return_address(Addr sp, Addr* addr);

/* Whether `name', a function's name as profiles spell it, matches `pattern':
   `*' stands for any characters, `?' for one.  A pattern without `(' also
   matches a C++ name whose part before the list of arguments it matches. */
Bool cg_frames_matches(const HChar* pattern, const HChar* name);

/* For cg_instrument: whether a watched function starts at `addr'. */
Bool cg_frames_is_entry(Addr addr);

/* For cg_instrument: append to `out' the calls that tell clients of an entry at
   `addr'; nothing if no watched function starts there.  They go before the
   code of the instruction at `addr'. */
void cg_frames_append_entry(IRSB* out, Addr addr);

/* For cg_instrument: append to `out', as its last statements, the check of SP;
   nothing if the superblock leaves SP alone or ends by lowering it. */
void cg_frames_append_check(IRSB* out);

/* For cg_instrument: declare that `call' reads the registers that unwinding
   the stack begins with.  Then VEX stores them in the guest state before it. */
void cg_frames_declare_unwinding(IRDirty* call);

#endif /* CG_FRAMES_H */
