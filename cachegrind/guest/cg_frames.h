/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_frames.h: when functions are entered, and when a thread's stack has gone
   back past some point.

   A client of this module names functions to watch, and is told of each entry.
   It can then ask to be told, once, when the frame has gone.  For that there is
   one rule, the same for a return, longjmp, a C++ exception and a tail call:

      higher addresses
        | frame of the caller       |
        | ...                       |
      S | return address            | <- SP on entry
        | frame of the function     |
        | frames of what it calls   |
      lower addresses

   as long as SP <= S the frame, or that of a function which it jumped to, is
   there; when SP > S it has gone.  Only the stack that S lies on is looked at:
   while the thread runs on another one - in a signal handler, after
   swapcontext - nothing there goes.  What is a stack: the one that the thread
   was given, the alternate signal stack, and any other mapping of the address
   space.  Two stacks in one mapping, as malloc makes them, are not told apart,
   and to go from the lower to the upper one looks like leaving all that runs on
   the lower.

   SP is looked at where superblocks end, of those that raise it.  A return and
   all else that leaves a function is the end of one.  (But a caller may keep
   arguments on the stack: then longjmp brings SP to below S, and what it jumped
   out of is there until they are taken away.) */

#ifndef CG_FRAMES_H
#define CG_FRAMES_H

#include "pub_tool_basics.h"
#include "libvex_ir.h"

#define CG_FRAMES_N_ARGS 3

/* Thread `tid' is about to run the first instruction of a watched function.
   SP is `sp'.  `args' are the first three arguments, if they are integers and
   the function keeps to the platform's calling convention; 0 where there is
   no memory for them on the stack.  `data' is what the client gave.  The
   thread's stack can be unwound.

   A loop back to the first instruction is an entry too: SP may then be as at
   an entry before whose frame is still there. */
typedef void (*FunctionEntered)(ThreadId tid, Addr sp,
                                const UWord args[CG_FRAMES_N_ARGS], void* data);

/* What was waited for has gone.  `result' is the integer that the function
   returned, if it has returned; 0 when the thread has ended. */
typedef void (*FrameLeft)(ThreadId tid, UWord result, void* data);

/* Watch the functions whose names match `pattern' (cg_frames_matches).  Only
   before cg_frames_init. */
void cg_frames_watch(const HChar* pattern, FunctionEntered entered, void* data);

/* Watch SP even if there are no functions to watch: for clients that only call
   cg_frames_when_left.  Only before cg_frames_init. */
void cg_frames_need(void);

/* Get ready, once all clients are known and before anything is translated.
   Without a client that is nothing, and cg_frames_used says False. */
void cg_frames_init(void);
Bool cg_frames_used(void);

/* Call `left(tid, ..., data)', once, as soon as the stack pointer of thread
   `tid' is above `sp', on the stack where `sp' lies, or the thread ends. */
void cg_frames_when_left(ThreadId tid, Addr sp, FrameLeft left, void* data);

/* The last byte of the stack of thread `tid' that `sp' lies on. */
Addr cg_frames_end_of_stack(ThreadId tid, Addr sp);

/* Whether the function name, as it stands in profiles, matches the pattern:
   `*' stands for any characters, `?' for one.  A pattern without `(' is also
   compared with what precedes the list of arguments in a C++ name. */
Bool cg_frames_matches(const HChar* pattern, const HChar* name);

/* For cg_instrument.  Whether a watched function starts at `addr'; and append
   to `out' what tells of that, which goes before the instruction there. */
Bool cg_frames_is_entry(Addr addr);
void cg_frames_append_entry(IRSB* out, Addr addr);

/* Append to `out', behind all else, what looks at SP if that is needed after
   this superblock. */
void cg_frames_append_check(IRSB* out);

/* Declare that `call' unwinds the stack, so that VEX has the registers that
   this takes in the guest's state by then. */
void cg_frames_declare_unwinding(IRDirty* call);

#endif /* CG_FRAMES_H */
