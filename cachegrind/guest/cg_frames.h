/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_frames.h: when functions are entered, and when their frames are gone.

   A client of this module names functions to watch, and is called at each
   entry.  It can then ask to be called once, when the frame is gone.  The same
   rule decides when, for a return, a longjmp, a C++ exception and a tail call:

      higher addresses
        | frame of the caller       |
        | ...                       |
      S | return address            | <- SP on entry
        | frame of the function     |
        | frames of what it calls   |
      lower addresses

   While SP <= S the frame exists, or the frame of a function to which the first
   one jumped.  When SP > S it is gone.  The rule applies only to the stack that
   S is on.  While the thread runs on another stack, after swapcontext, no frame
   on the first stack goes.

   Each stack has a path of calls, which is suspended with it.  A thread is on
   another stack when an instruction sets SP to something that is not SP or FP
   plus or minus a number.  If SP was on that stack before, its path goes on. If
   not, a stack begins there.  Its path is a new one if the code that set SP
   jumps through a register or returns, as swapcontext does.  But if the code
   makes a call, or goes on and does not leave its function there, it calls a
   function on another stack, and its path goes on there; so it does in a
   handler on the alternate signal stack.  The
   bounds of a stack are where SP was.  A stack inside a frame of another one,
   as an array of a function, is not distinguished from it.  Goroutines whose
   stacks Go moves keep their paths.  If a stack begins with a return into the
   middle of a function, or SP rises into another mapping, one warning says so.

   On arm64 a call leaves the return address in a register, and the stack as it
   is.  S is then the SP of the caller, and SP = S both in the function, before
   it makes its frame, and after it has returned.  So the frame is also gone
   when SP = S and the thread goes on in the caller: at the return address or,
   after longjmp or an exception, elsewhere in the function that made the call,
   but not at its start.

   SP is checked at the end of each superblock that raises it.  On arm64 it is
   also checked at the end of each that jumps through a register.  A return ends
   a superblock, and so does everything else that leaves a function.  The rule
   is late in one case: if the caller keeps arguments on the stack, longjmp to
   it leaves SP below S.  The frames that longjmp left then count as present
   until the caller removes the arguments. */

#ifndef CG_FRAMES_H
#define CG_FRAMES_H

#include "pub_tool_basics.h"
#include "libvex_ir.h"

#include "guest/cg_threads.h"

#define CG_FRAMES_N_ARGS 3

/* Thread `tid' is about to run the first instruction of a watched function.
   Its stack can be unwound, and its SP is `sp'.  `args' are the first three
   arguments, if they are integers or pointers and the function follows the
   platform's calling convention.  Arguments on the stack are 0 if they cannot
   be read.  `data' is what the client passed to cg_frames_watch.

   A jump back to the first instruction, in a loop, is an entry, too.  Then SP
   may be the same as at an earlier entry whose frame still exists. */
typedef void (*FunctionEntered)(ThreadId tid, Addr sp,
                                const UWord args[CG_FRAMES_N_ARGS], void* data);

/* The frame that the client waited for is gone.  `result' is the value of the
   register for integer results: the function's result if it returned.  It is 0
   if the thread has ended.  `data' is what the client passed to
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
   cg_frames_watch or cg_frames_need.  If none did, this does nothing, and
   cg_frames_used returns False. */
void cg_frames_init(void);
Bool cg_frames_used(void);

/* Call `left' with `data', once, when the frame of the function that thread
   `tid' is entering is gone, or when the thread ends.  Call it only in a
   FunctionEntered. */
void cg_frames_when_left(ThreadId tid, FrameLeft left, void* data);

/* Call `left' with `data', once, as soon as SP of thread `tid' is above `sp' on
   the stack that `sp' is on, or when the thread ends.  cg_frames_used must be
   True. */
void cg_frames_when_above(ThreadId tid, Addr sp, FrameLeft left, void* data);

/* The word of the path that thread `tid' is in, for one client: 0 at first.  On
   a stack that a function is called on it begins as the caller's, and what
   becomes of it there is forgotten with that stack.  Valid as long as a frame
   is awaited on the stack.  cg_frames_used must be True. */
UWord* cg_frames_path(ThreadId tid);

/* Call `listener' each time a thread starts or continues to run, before any of
   its code does, and each time it is in another path than before.  Call it
   before cg_frames_init, once. */
void cg_frames_when_path_changes(ThreadListener listener);

/* A client that knows each call, so that its frames are in the order of SP.  It
   has an object of its own, its calls, for each stack. */
typedef struct {
   /* A stack begins: one that a function is called on, from a stack with the
      calls `caller', or another one (NULL).  Returns its calls, not NULL. */
   void* (*begin)(const void* caller);

   /* Nothing is left on a stack, and its calls are needed no more. */
   void (*end)(void* calls);

   /* Thread `tid' is on the stack with these calls; told as
      cg_frames_when_path_changes does. */
   void (*change)(ThreadId tid, void* calls);

   /* SP of the running thread is `sp', above the limit that
      cg_frames_set_limit has set, and the thread goes on at `next'. */
   void (*above)(Addr sp, Addr next);

   /* Thread `tid', whose SP is `sp', is about to handle a signal, on the stack
      that was told last. */
   void (*signal)(ThreadId tid, Int signal, Addr sp);
} FrameCalls;

/* Set that client.  Call it before cg_frames_init. */
void cg_frames_set_calls(const FrameCalls* client);

/* Where SP of the running thread may be while nothing happens, for instrumented
   code, which tests

      SP - first > size

   It ends at `limit', if that is lower than `last'. */
typedef struct {
   Addr first, size;
   Addr last, limit;
} QuietZone;

extern QuietZone cg_frames_quiet;

/* Call `above' as soon as SP of the running thread is above `sp'.  It holds for
   the stack that the thread is on, and must be set again after `change'. */
static inline void cg_frames_set_limit(Addr sp)
{
   QuietZone* q    = &cg_frames_quiet;
   Addr       last = sp < q->last ? sp : q->last;

   q->limit = sp;
   q->size  = last > q->first ? last - q->first : 0;
}

/* Whether a frame whose function returns to `caller' in the middle of another
   function, with SP as it was on entry, is gone if the thread goes on at
   `addr': there, or elsewhere in that function, but not at its start. */
Bool cg_frames_continues_caller(Addr addr, Addr caller);

/* Set *addr to the return address of the function that thread `tid' is
   entering, and return True.  If it cannot be read, leave *addr unchanged and
   return False.  Call it only in a FunctionEntered. */
Bool cg_frames_return_address(ThreadId tid, Addr* addr);

/* Whether `name', a function's name as profiles spell it, matches `pattern':
   `*' stands for any characters, `?' for one.  A pattern without a list of
   arguments also matches a C++ name if it matches the part before the list. */
Bool cg_frames_matches(const HChar* pattern, const HChar* name);

/* For cg_instrument: append statement `i' of `in' to `out'. */
void cg_frames_append(IRSB* out, const IRSB* in, Int i);

/* For cg_instrument: whether cg_frames_append_calls appends something. */
Bool cg_frames_has_calls(Addr addr);

/* For cg_instrument: append to `out' the calls that tell clients of another
   stack, if the instruction before `addr' set SP, and of an entry at `addr', if
   a watched function starts there.  They come before the code of the
   instruction at `addr'.
   */
void cg_frames_append_calls(IRSB* out, Addr addr);

/* For cg_instrument: append to `out', as its last statements, the check of SP;
   nothing if the superblock does not change SP or ends by lowering it. */
void cg_frames_append_check(IRSB* out);

/* For cg_instrument: declare that `call' reads the registers from which the
   core begins to unwind the stack.  Then VEX stores them in the guest state
   before the call. */
void cg_frames_declare_unwinding(IRDirty* call);

#endif /* CG_FRAMES_H */
