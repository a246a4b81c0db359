/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_frames.c: entries of functions, and frames that are gone; the rule is in
   cg_frames.h.

   Each stack has its own frames and its own path (the rules are in
   cg_frames.h). While the code only pushes, pops, or restores SP from the frame
   pointer, it stays on its stack, or returns to one that it was called from.
   Any other value of SP may be on another stack: code that sets one calls
   sp_set.

   Around SP there is a quiet zone in which nothing happens.  It reaches up to
   the lowest frame that a client waits for (an "awaited" frame), and not beyond
   the stack.  The code at the end of a superblock compares SP with the quiet
   zone of the running thread, and calls sp_moved if SP is outside.

   Calling sp_moved after every superblock would cost more: bench/README.md,
   "Tricks and what they gain". */

#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_oset.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"

#include "conflicts/cg_text.h"
#include "guest/cg_frames.h"
#include "guest/cg_functions.h"
#include "guest/cg_range.h"
#include "guest/cg_threads.h"
#include "platform.h"

/*------------------------------------------------------------*/
/*--- Clients                                              ---*/
/*------------------------------------------------------------*/

typedef struct Watch_ {
   const HChar*    pattern;
   FunctionEntered entered;
   void*           data;
   Addr            alias; /* of a function with this name; 0: none so far */
   struct Watch_*  next;
} Watch;

/* Constant from cg_frames_init on. */
static Watch* watches;
static Bool   used;

void cg_frames_watch(const HChar* pattern, FunctionEntered entered, void* data)
{
   Watch** end = &watches;

   while (*end)
      end = &(*end)->next;
   *end  = VG_(malloc)("cg.frames.watch", sizeof **end);
   **end = (Watch){pattern, entered, data, 0, NULL};
   used  = True;
}

void cg_frames_need(void)
{
   used = True;
}

Bool cg_frames_used(void)
{
   return used;
}

/*------------------------------------------------------------*/
/*--- Names                                                ---*/
/*------------------------------------------------------------*/

/* The `(' of the list of arguments of a demangled name; NULL if there is none.
   The list is the last pair of parentheses.  Only a suffix that is not part of
   a name may follow it: " const", " [clone .cold]", "&&". */
static const HChar* find_argument_list(const HChar* name)
{
   const HChar* p     = VG_(strrchr)(name, ')');
   Int          depth = 0;

   if (!p || !(p[1] == '\0' || p[1] == ' ' || p[1] == '&'))
      return NULL;
   for (; p >= name; p--) {
      if (*p == ')')
         depth++;
      if (*p == '(' && --depth == 0)
         return p;
   }
   return NULL;
}

/* Whether a pattern is about the arguments, too.  The parentheses of
   "operator()" are none, nor those of "(anonymous namespace)::". */
static Bool has_argument_list(const HChar* pattern)
{
   static const HChar word[] = "operator";
   const HChar*       args   = find_argument_list(pattern);
   Int                before = sizeof word - 1;

   return args
          && (args - pattern < before || args[1] != ')'
              || VG_(strncmp)(args - before, word, before) != 0);
}

Bool cg_frames_matches(const HChar* pattern, const HChar* name)
{
   const HChar* args;
   Bool         matches = cg_text_matches(pattern, name, VG_(strlen)(name));

   if (matches || has_argument_list(pattern))
      return matches;
   args = find_argument_list(name);
   return args && args != name && cg_text_matches(pattern, name, args - name);
}

/*------------------------------------------------------------*/
/*--- Awaited frames                                       ---*/
/*------------------------------------------------------------*/

/* From the first byte to the last, both included.  Unlike a Range, a zone can
   be the whole address space. */
typedef struct {
   Addr first, last;
} Zone;

static Bool contains(Zone zone, Addr a)
{
   return a >= zone.first && a <= zone.last;
}

typedef struct {
   Addr      sp;
   ULong     serial; /* later frames have higher ones */
   Addr      caller; /* where it returns to with this SP; 0: above it only */
   FrameLeft left;
   void*     data;
} Awaited;

/* The frame that goes first comes first: of those with equal SP, the latest. */
static Word compare_awaited(const void* key, const void* elem)
{
   const Awaited *a = key, *b = elem;

   if (a->sp != b->sp)
      return a->sp < b->sp ? -1 : 1;
   return a->serial > b->serial ? -1 : a->serial < b->serial;
}

/* A stack on which some thread runs or has run. */
typedef struct Stack_ {
   /* While a thread runs on it: below `first', SP is on another stack.  While
      it is listed: from its lowest SP.  In both cases `last' is its end or, if
      that is unknown, its highest SP so far. */
   Zone zone;

   Addr  lowest;  /* the lowest SP that is known to be on it */
   OSet* awaited; /* of Awaited; NULL: none so far */
   UWord path;    /* for cg_frames_path */
   void* calls;   /* of the client that has them; NULL: none so far */

   /* Of two stacks of one path, the outer one and the inner one; else NULL. */
   struct Stack_ *caller, *callee;

   ThreadId tid;       /* the thread that runs on it, or VG_INVALID_THREADID */
   Bool     is_listed; /* in `suspended' */
   Bool     begins;    /* with the return at the end of this superblock */
   Addr     setter;    /* in the function that set SP and went on; else 0 */
} Stack;

/* The lowest awaited frame; NULL: none. */
static Awaited* next_awaited(const Stack* s)
{
   if (!s->awaited)
      return NULL;
   VG_(OSetGen_ResetIter)(s->awaited);
   return VG_(OSetGen_Next)(s->awaited);
}

/* Remove `a', which is gone, and tell its client. */
static void leave(ThreadId tid, Stack* s, Awaited* a, UWord result)
{
   FrameLeft left = a->left;
   void*     data = a->data;

   VG_(OSetGen_Remove)(s->awaited, a);
   VG_(OSetGen_FreeNode)(s->awaited, a);
   left(tid, result, data);
}

/*------------------------------------------------------------*/
/*--- Stacks                                               ---*/
/*------------------------------------------------------------*/

typedef struct {
   Stack* stack; /* on which it runs; NULL: not known yet */
   Zone   quiet;
} Thread;

static Thread*        threads;   /* by ThreadId */
static OSet*          suspended; /* of Stack; their zones do not overlap */
static ThreadListener path_changes;

/* The client that knows each call; without one, all members are NULL. */
static FrameCalls calls;

void cg_frames_set_calls(const FrameCalls* client)
{
   calls = *client;
   used  = True;
}

/* The running thread's. */
QuietZone cg_frames_quiet = {.limit = ~(Addr)0};

/* Zones that overlap are equal. */
static Word compare_stacks(const void* key, const void* elem)
{
   const Zone *a = key, *b = elem;

   return a->last < b->first ? -1 : a->first > b->last;
}

static Stack* listed_in(Zone zone)
{
   return VG_(OSetGen_Lookup)(suspended, &zone);
}

static Stack* new_stack(Addr first, Addr last)
{
   Stack* s = VG_(OSetGen_AllocNode)(suspended, sizeof *s);

   *s = (Stack){.zone = {0, last}, .lowest = first, .tid = VG_INVALID_THREADID};
   return s;
}

static void unlist(Stack* s)
{
   if (s->is_listed)
      VG_(OSetGen_Remove)(suspended, s);
   s->is_listed = False;
}

static void end_calls(Stack* s)
{
   if (s->calls)
      calls.end(s->calls);
   s->calls = NULL;
}

/* Nothing is left on `s' and on the stacks called from it, except where a
   thread still runs. */
static void drop(ThreadId tid, Stack* s)
{
   Awaited* a;

   while (s) {
      Stack* callee = s->callee;

      if (s->caller)
         s->caller->callee = NULL;
      s->caller = NULL;
      if (s->tid != VG_INVALID_THREADID)
         return;
      unlist(s);
      while ((a = next_awaited(s)))
         leave(tid, s, a, 0);
      if (s->awaited)
         VG_(OSetGen_Destroy)(s->awaited);
      end_calls(s);
      if (callee)
         callee->caller = NULL;
      VG_(OSetGen_FreeNode)(suspended, s);
      s = callee;
   }
}

/* The innermost stack that `s' was called from, directly or not, and that holds
   `sp'; NULL: none. */
static Stack* caller_that_holds(const Stack* s, Addr sp)
{
   Stack* caller = s->caller;

   while (caller && !contains(caller->zone, sp))
      caller = caller->caller;
   return caller;
}

/* Drop the stacks in whose memory `s' is now.  Returns False if it was called
   from one of them: it is in the middle of that one. */
static Bool make_room(ThreadId tid, const Stack* s)
{
   Stack* other;

   while ((other = listed_in(s->zone))) {
      for (const Stack* c = s->caller; c; c = c->caller)
         if (c == other)
            return False;
      drop(tid, other);
   }
   return True;
}

/* Thread `tid' goes away from its stack, where its SP was `sp'. */
static void suspend(ThreadId tid, Addr sp)
{
   Stack* s = threads[tid].stack;

   s->zone.first = VG_MIN(sp, s->lowest);
   s->tid        = VG_INVALID_THREADID;
   s->begins     = False;
   s->is_listed  = make_room(tid, s);
   if (s->is_listed)
      VG_(OSetGen_Insert)(suspended, s);
}

/* Thread `tid' goes on on `s'.  No stack that was called from it is left. */
static void run_on(ThreadId tid, Stack* s)
{
   unlist(s);
   if (s->callee)
      drop(tid, s->callee);
   if (s->zone.first != 0)
      s->lowest = s->zone.first;
   s->zone.first      = s->caller && s->caller->zone.last < s->zone.last
                           ? s->caller->zone.last + 1
                           : 0;
   s->tid             = tid;
   threads[tid].stack = s;
}

static void publish(ThreadId tid)
{
   Zone quiet = threads[tid].quiet;

   if (tid == VG_(get_running_tid)()) {
      cg_frames_quiet.first = quiet.first;
      cg_frames_quiet.last  = quiet.last;
      cg_frames_set_limit(cg_frames_quiet.limit);
   }
}

/* Make sure that the next check of SP calls sp_moved: the quiet zone becomes a
   single odd address, which SP never is. */
static void look_again(ThreadId tid)
{
   threads[tid].quiet = (Zone){1, 1};
   publish(tid);
}

static void path_changed(ThreadId tid)
{
   Stack* s = threads[tid].stack;

   look_again(tid);
   if (path_changes)
      path_changes(tid);
   if (!calls.begin || tid != VG_(get_running_tid)())
      return;
   if (!s->calls)
      s->calls = calls.begin(NULL);
   calls.change(tid, s->calls);
}

/* The stack of thread `tid', which at first is the one that it was given. */
static Stack* stack_of(ThreadId tid)
{
   if (!threads[tid].stack) {
      Addr   sp  = VG_(get_SP)(tid);
      Range  own = cg_threads_stack_of(tid);
      Stack* s =
         new_stack(sp, cg_range_holds(&own, sp) ? cg_range_last(&own) : sp);

      s->zone.first = sp;
      make_room(tid, s);
      run_on(tid, s);
   }
   return threads[tid].stack;
}

/* Thread `tid' calls a function, or a signal handler, on `callee'.  Its SP was
   `sp'. */
static void call_on(ThreadId tid, Addr sp, Stack* callee)
{
   Stack* caller = threads[tid].stack;

   suspend(tid, sp);
   callee->caller = caller;
   callee->path   = caller->path;
   if (caller->calls)
      callee->calls = calls.begin(caller->calls);
   caller->callee = callee;
   run_on(tid, callee);
}

/* Return to `caller', a stack from which the one of thread `tid' was called. */
static void return_to(ThreadId tid, Stack* caller)
{
   threads[tid].stack->tid = VG_INVALID_THREADID;
   run_on(tid, caller);
   path_changed(tid);
}

/* SP of thread `tid' was `from', and is `to' after it was set and `pushed'
   bytes were pushed.  `end' is how the superblock ends: Ijk_INVALID if the
   function that did this goes on after it. */
static void set_sp(ThreadId tid, Addr from, Addr to, IRJumpKind end,
                   UWord pushed)
{
   Bool   goes_on = end == Ijk_Call || end == Ijk_INVALID;
   Stack* s       = stack_of(tid);
   Addr   lowest  = VG_MIN(from, s->lowest);
   Stack* caller  = caller_that_holds(s, to);
   Stack* other   = caller ? NULL : listed_in((Zone){to, to});

   if (to >= lowest && to <= s->zone.last) {
      s->lowest = lowest;
      return;
   }
   /* If a function is on the stack that it leaves, that one makes a call. */
   if (caller && !(goes_on && from < s->zone.last)) {
      return_to(tid, caller);
      return;
   }
   if (goes_on && !other) {
      other = new_stack(to, to + pushed);
      call_on(tid, from, other);
      other->setter = end == Ijk_INVALID ? VG_(get_IP)(tid) : 0;
   } else {
      /* This drops `other' if the stack that is left reaches into it. */
      suspend(tid, from);
      other       = listed_in((Zone){to, to});
      Bool is_new = !other;
      if (is_new)
         other = new_stack(to, to + pushed);
      other->begins = is_new && end == Ijk_Ret;
      run_on(tid, other);
   }
   path_changed(tid);
}

static void warn_once(ThreadId tid)
{
   static Bool warned;

   if (!warned)
      VG_(umsg)("warning: thread %u goes on on a stack that it was not seen to "
                "begin: functions entered elsewhere may count as left\n",
                tid);
   warned = True;
}

/* SP of thread `tid' is at `sp' without having been set: on its stack, or on
   one from which that was called. */
static void follow_sp(ThreadId tid, Addr sp)
{
   Stack* s      = stack_of(tid);
   Stack* caller = NULL;

   if (contains(s->zone, sp))
      return;
   caller = caller_that_holds(s, sp);
   if (caller) {
      return_to(tid, caller);
   } else if (sp > s->zone.last) {
      /* On an empty stack, SP is one after the last byte. */
      if (VG_(am_find_nsegment)(sp - 1) != VG_(am_find_nsegment)(s->zone.last))
         warn_once(tid);
      s->zone.last = sp;
   }
}

/*------------------------------------------------------------*/
/*--- Frames that are gone                                 ---*/
/*------------------------------------------------------------*/

/* A register of thread `tid', by its offset in GuestState.  VEX has stored it
   there if the call of the running code declares that it reads it. */
static UWord read_register(ThreadId tid, Int offset)
{
   UWord value;

   VG_(get_shadow_regs_area)(tid, (UChar*)&value, 0, offset, sizeof value);
   return value;
}

/* Set the quiet zone of thread `tid'.  Awaited frames that are gone must have
   been removed. */
static void set_quiet(ThreadId tid)
{
   Thread*        thread = &threads[tid];
   const Awaited* next   = next_awaited(thread->stack);

   thread->quiet = thread->stack->zone;
   if (thread->stack->setter)
      thread->quiet.last--;
   /* SP is aligned, so one byte less than it is no SP. */
   if (next)
      thread->quiet.last =
         VG_MIN(thread->quiet.last, next->caller ? next->sp - 1 : next->sp);
   publish(tid);
}

/* Whether the code at `addr' is a part of the function whose call returns to
   `caller', and not its start.  After longjmp, or when an exception was caught,
   that function continues somewhere in its middle.  The call is what is before
   `caller', and may be the function's last instruction. */
Bool cg_frames_continues_caller(Addr addr, Addr caller)
{
   const HChar* name;

   if (addr == caller)
      return True;
   if (cg_functions_is_entry(addr) || !cg_functions_symbol(addr, &name))
      return False;

   HChar* copy = VG_(strdup)("cg.frames.continues", name);
   Bool   same =
      cg_functions_symbol(caller - 1, &name) && VG_(strcmp)(name, copy) == 0;
   VG_(free)(copy);
   return same;
}

/* Whether an awaited frame on the stack of SP is gone when SP is at `sp' and
   the thread goes on at `next'. */
static Bool is_gone(const Awaited* a, Addr sp, Addr next)
{
   if (a->sp == sp)
      return a->caller && cg_frames_continues_caller(next, a->caller);
   return a->sp < sp;
}

static void await(ThreadId tid, Stack* s, Addr sp, Addr caller, FrameLeft left,
                  void* data)
{
   static ULong n_frames;
   Awaited*     a;

   if (!s->awaited)
      s->awaited = VG_(OSetGen_Create)(0, compare_awaited, VG_(malloc),
                                       "cg.frames.awaited", VG_(free));
   a  = VG_(OSetGen_AllocNode)(s->awaited, sizeof *a);
   *a = (Awaited){sp, n_frames++, caller, left, data};
   VG_(OSetGen_Insert)(s->awaited, a);
   look_again(tid);
}

void cg_frames_when_above(ThreadId tid, Addr sp, FrameLeft left, void* data)
{
   Stack* s = listed_in((Zone){sp, sp});

   await(tid, s ? s : stack_of(tid), sp, 0, left, data);
}

void cg_frames_when_left(ThreadId tid, FrameLeft left, void* data)
{
   Addr caller = 0;

   if (PLATFORM_RETURN_REGISTER >= 0)
      caller = read_register(tid, PLATFORM_RETURN_REGISTER);
   await(tid, stack_of(tid), VG_(get_SP)(tid), caller, left, data);
}

UWord* cg_frames_path(ThreadId tid)
{
   return &stack_of(tid)->path;
}

/* The function that set SP to that of `s', where it is again at `sp', and went
   on, may have made calls there.  But if it leaves, to go on at `next', it made
   none: swapcontext tests whether there is a shadow stack.  Then `s' begins
   here. */
static void check_setter(ThreadId tid, Stack* s, Addr sp, Addr next)
{
   Addr start = s->setter ? cg_functions_start(s->setter) : 0;

   if (start == 0 || !s->caller || sp < s->zone.last || next_awaited(s)
       || cg_functions_start(next) == start)
      return;
   s->caller->callee = NULL;
   s->caller         = NULL;
   s->path           = 0;
   s->setter         = 0;
   end_calls(s);
   path_changed(tid);
}

/* SP of thread `tid' is current, and the thread goes on at `next'. */
static void check_sp(ThreadId tid, Addr next, UWord result)
{
   Addr         sp = VG_(get_SP)(tid);
   Stack*       s;
   Awaited*     a;
   const HChar* name;

   follow_sp(tid, sp);
   s = threads[tid].stack;
   while ((a = next_awaited(s)) && is_gone(a, sp, next))
      leave(tid, s, a, result);
   check_setter(tid, s, sp, next);
   if (s->begins && !cg_functions_is_entry(next)
       && cg_functions_symbol(next, &name))
      warn_once(tid);
   s->begins = False;
   set_quiet(tid);
}

/*------------------------------------------------------------*/
/*--- Events of the core                                   ---*/
/*------------------------------------------------------------*/

static void signal_comes(ThreadId tid, Int signal, Bool on_alternate_stack)
{
   Range  alternate = cg_threads_altstack_of(tid);
   Addr   sp        = VG_(get_SP)(tid);
   Stack* s;

   if (on_alternate_stack && alternate.size > 0
       && !cg_range_holds(&alternate, sp)) {
      stack_of(tid);
      s = new_stack(alternate.start, cg_range_last(&alternate));
      call_on(tid, sp, s);
      s->zone.first = alternate.start;
      path_changed(tid);
   }
   if (!calls.signal)
      return;
   /* The thread may not have run since another one did. */
   s = stack_of(tid);
   if (!s->calls)
      s->calls = calls.begin(NULL);
   calls.change(tid, s->calls);
   calls.signal(tid, signal, sp);
}

static void signal_handled(ThreadId tid, Int signal)
{
   Addr sp = VG_(get_SP)(tid), next = VG_(get_IP)(tid);

   check_sp(tid, next, 0);
   if (sp > cg_frames_quiet.limit && tid == VG_(get_running_tid)())
      calls.above(sp, next);
}

/* The thread has ended, and nothing is left of the stacks that it was on. */
static void thread_gone(ThreadId tid)
{
   Stack* s = threads[tid].stack;

   threads[tid].stack = NULL;
   if (!s)
      return;
   s->tid = VG_INVALID_THREADID;
   while (s->caller)
      s = s->caller;
   drop(tid, s);
}

static void thread_runs(ThreadId tid)
{
   stack_of(tid);
   path_changed(tid);
}

void cg_frames_when_path_changes(ThreadListener listener)
{
   path_changes = listener;
}

/*------------------------------------------------------------*/
/*--- Stacks that move                                     ---*/
/*------------------------------------------------------------*/

/* Go moves the stack of a goroutine that is suspended when it becomes too
   small, with its function runtime.copystack.  Its first argument is the
   goroutine, whose record begins with the first address of the stack and the
   one after the last.  Since Go 1.17, 64-bit programs have it in the register
   for results. */
typedef struct {
   const Addr* goroutine;
   Zone        from;
} Move;

/* Set `stack' to the one in the record at `goroutine', and return True; return
   False if that cannot be read. */
static Bool read_goroutine(const Addr* goroutine, Zone* stack)
{
   if (!VG_(am_is_valid_for_client)((Addr)goroutine, 2 * sizeof(Addr),
                                    VKI_PROT_READ))
      return False;
   *stack = (Zone){goroutine[0], goroutine[1] - 1};
   return True;
}

static void stack_moved(ThreadId tid, UWord result, void* data)
{
   Move     move = *(Move*)data;
   Stack*   s    = listed_in(move.from);
   Zone     to;
   SSizeT   delta;
   Awaited* a;

   VG_(free)(data);
   if (!s || !read_goroutine(move.goroutine, &to))
      return;
   delta = to.last - move.from.last;
   /* On an empty stack, SP is one after the last byte. */
   if (delta == 0 || to.first > to.last || s->zone.first < move.from.first
       || s->zone.last > move.from.last + 1
       || !VG_(am_is_valid_for_client)(
          s->zone.first + delta, s->zone.last - s->zone.first, VKI_PROT_READ))
      return;
   unlist(s);
   s->zone = (Zone){s->zone.first + delta, s->zone.last + delta};
   s->lowest += delta;
   s->is_listed = make_room(tid, s);
   if (s->is_listed)
      VG_(OSetGen_Insert)(suspended, s);
   if (!s->awaited)
      return;
   VG_(OSetGen_ResetIter)(s->awaited);
   while ((a = VG_(OSetGen_Next)(s->awaited)))
      a->sp += delta;
}

static void stack_moves(ThreadId tid, Addr sp,
                        const UWord args[CG_FRAMES_N_ARGS], void* data)
{
   UWord g = args[0];
   Zone  from;
   Move* move;

   if (PLATFORM_GUEST_IS_64BIT)
      g = read_register(tid, PLATFORM_OFFSET(PLATFORM_GUEST_RESULT));
   if (!read_goroutine((const Addr*)g, &from))
      return;
   move  = VG_(malloc)("cg.frames.move", sizeof *move);
   *move = (Move){(const Addr*)g, from};
   cg_frames_when_left(tid, stack_moved, move);
}

void cg_frames_init(void)
{
   if (!used)
      return;
   cg_frames_watch("runtime.copystack", stack_moves, NULL);
   threads = VG_(calloc)("cg.frames.threads", VG_N_THREADS, sizeof threads[0]);
   suspended = VG_(OSetGen_Create)(0, compare_stacks, VG_(malloc),
                                   "cg.frames.suspended", VG_(free));
   VG_(track_pre_deliver_signal)(signal_comes);
   VG_(track_post_deliver_signal)(signal_handled);
   cg_threads_when_running(thread_runs);
   cg_threads_when_gone(thread_gone);
}

/*------------------------------------------------------------*/
/*--- Arguments and return address                         ---*/
/*------------------------------------------------------------*/

Bool cg_frames_return_address(ThreadId tid, Addr* addr)
{
   Addr sp = VG_(get_SP)(tid);

   if (PLATFORM_RETURN_REGISTER >= 0)
      *addr = read_register(tid, PLATFORM_RETURN_REGISTER);
   else if (VG_(am_is_valid_for_client)(sp, sizeof(Addr), VKI_PROT_READ))
      *addr = *(const Addr*)sp;
   else
      return False;
   return True;
}

/* The offsets, in GuestState, of the registers with the first arguments.  The
   other arguments are on the stack. */
static const Int arg_offsets[] = {PLATFORM_GUEST_ARG_OFFSETS};

#define N_ARG_REGISTERS ((Int)(sizeof arg_offsets / sizeof arg_offsets[0]))

static void get_args(ThreadId tid, UWord args[CG_FRAMES_N_ARGS])
{
   Addr  on_stack = VG_(get_SP)(tid) + PLATFORM_ENTRY_ARGS_FROM_SP;
   SizeT size     = (CG_FRAMES_N_ARGS - N_ARG_REGISTERS) * sizeof(UWord);

   for (Int i = 0; i < N_ARG_REGISTERS; i++)
      args[i] = read_register(tid, arg_offsets[i]);
   if (size == 0)
      return;
   if (VG_(am_is_valid_for_client)(on_stack, size, VKI_PROT_READ))
      VG_(memcpy)(&args[N_ARG_REGISTERS], (const void*)on_stack, size);
   else
      VG_(memset)(&args[N_ARG_REGISTERS], 0, size);
}

/*------------------------------------------------------------*/
/*--- Instrumentation                                      ---*/
/*------------------------------------------------------------*/

#define ITY_WORD     (PLATFORM_GUEST_IS_64BIT ? Ity_I64 : Ity_I32)
#define IOP_SUB_WORD (PLATFORM_GUEST_IS_64BIT ? Iop_Sub64 : Iop_Sub32)
#define IOP_LT_WORD  (PLATFORM_GUEST_IS_64BIT ? Iop_CmpLT64U : Iop_CmpLT32U)

static __attribute__((noinline)) void leave_quiet(Addr next)
{
   ThreadId tid = VG_(get_running_tid)();

   check_sp(tid, next,
            read_register(tid, PLATFORM_OFFSET(PLATFORM_GUEST_RESULT)));
}

/* Called by instrumented code.  VEX cannot pass the guest state on every CPU,
   so the registers are read through the core.  The thread goes on at `next'. */
static VG_REGPARM(2) void sp_moved(Addr next, Addr sp)
{
   if (!contains((Zone){cg_frames_quiet.first, cg_frames_quiet.last}, sp))
      leave_quiet(next);
   if (sp > cg_frames_quiet.limit)
      calls.above(sp, next);
}

/* Called by instrumented code, after an instruction that set SP; see set_sp. */
static VG_REGPARM(3) void sp_set(Addr from, UWord end, UWord pushed)
{
   ThreadId tid = VG_(get_running_tid)();

   set_sp(tid, from, VG_(get_SP)(tid), end, pushed);
}

/* Called by instrumented code. */
static VG_REGPARM(1) void function_entered(const Watch* watch)
{
   ThreadId tid = VG_(get_running_tid)();
   Addr     sp  = VG_(get_SP)(tid);
   UWord    args[CG_FRAMES_N_ARGS];

   if (!contains(threads[tid].quiet, sp))
      check_sp(tid, VG_(get_IP)(tid), 0);
   get_args(tid, args);
   watch->entered(tid, sp, args, watch->data);
   /* `entered' may have called look_again.  No frame was gone, so the quiet
      zone can be set now, and the next return need not call sp_moved. */
   set_quiet(tid);
}

static void declare_read(IRDirty* call, Int offset)
{
   Int i = call->nFxState++;

   call->fxState[i].fx        = Ifx_Read;
   call->fxState[i].offset    = offset;
   call->fxState[i].size      = sizeof(UWord);
   call->fxState[i].nRepeats  = 0;
   call->fxState[i].repeatLen = 0;
}

void cg_frames_declare_unwinding(IRDirty* call)
{
   declare_read(call, PLATFORM_OFFSET(PLATFORM_GUEST_SP));
   declare_read(call, PLATFORM_OFFSET(PLATFORM_GUEST_FP));
   declare_read(call, PLATFORM_OFFSET(PLATFORM_GUEST_IP));
   if (PLATFORM_RETURN_REGISTER >= 0)
      declare_read(call, PLATFORM_RETURN_REGISTER);
}

static IRExpr* assign_to_new(IRSB* out, IRExpr* e)
{
   IRTemp t = newIRTemp(out->tyenv, typeOfIRExpr(out->tyenv, e));

   addStmtToIRSB(out, IRStmt_WrTmp(t, e));
   return IRExpr_RdTmp(t);
}

/* Of the superblock that is being built: SP before the current instruction set
   it, or NULL if it did not; and whether any instruction did. */
static IRExpr* sp_before;
static Bool    sets_sp;

/* What `e', a temporary, was set to in statements of `sb' before the `n'th;
   NULL if it is none. */
static const IRExpr* origin(const IRSB* sb, Int n, const IRExpr* e)
{
   if (e->tag != Iex_RdTmp)
      return NULL;
   while (--n >= 0)
      if (sb->stmts[n]->tag == Ist_WrTmp
          && sb->stmts[n]->Ist.WrTmp.tmp == e->Iex.RdTmp.tmp)
         return sb->stmts[n]->Ist.WrTmp.data;
   return NULL;
}

/* What `sb' last put into SP before its `n'th statement; NULL: nothing. */
static const IRExpr* last_sp(const IRSB* sb, Int n)
{
   while (--n >= 0)
      if (sb->stmts[n]->tag == Ist_Put
          && sb->stmts[n]->Ist.Put.offset == PLATFORM_OFFSET(PLATFORM_GUEST_SP))
         return sb->stmts[n]->Ist.Put.data;
   return NULL;
}

/* Whether `e', in the `n'th statement of `sb', is SP or FP, or what
   instructions of `sb' have added to it or subtracted from it.  After `sb' has
   set SP, VEX takes that value, or a constant made of it, for SP. */
static Bool derives_from_frame(const IRSB* sb, Int n, const IRExpr* e)
{
   const IRExpr* sp = last_sp(sb, n);

   if (sp && sp->tag == Iex_Const && e->tag == Iex_Const)
      return True;
   while (!sp || !eqIRAtom(sp, e)) {
      e = origin(sb, n, e);
      if (!e)
         return False;
      if (e->tag == Iex_Get)
         return e->Iex.Get.offset == PLATFORM_OFFSET(PLATFORM_GUEST_SP)
                || e->Iex.Get.offset == PLATFORM_OFFSET(PLATFORM_GUEST_FP);
      if (e->tag != Iex_Binop)
         return False;
      e = e->Iex.Binop.arg1;
   }
   return True;
}

void cg_frames_append(IRSB* out, const IRSB* in, Int i)
{
   const IRStmt* st = in->stmts[i];

   if (used && st->tag == Ist_Put
       && st->Ist.Put.offset == PLATFORM_OFFSET(PLATFORM_GUEST_SP)
       && !derives_from_frame(in, i, st->Ist.Put.data)) {
      sp_before = assign_to_new(
         out, IRExpr_Get(PLATFORM_OFFSET(PLATFORM_GUEST_SP), ITY_WORD));
      sets_sp = True;
   }
   addStmtToIRSB(out, in->stmts[i]);
}

/* The instruction is complete: if it set SP, tell.  VEX merges what a call sets
   SP to, as the last instruction, and what it pushes. */
static void append_sp_set(IRSB* out, Bool is_last)
{
   Bool  is_call = out->jumpkind == Ijk_Call;
   UWord pushed  = is_call && is_last ? PLATFORM_ENTRY_ARGS_FROM_SP : 0;
   HWord end =
      is_call || out->next->tag != Iex_Const ? out->jumpkind : Ijk_INVALID;

   if (!sp_before)
      return;

   IRDirty* call = unsafeIRDirty_0_N(
      3, "sp_set", VG_(fnptr_to_fnentry)(sp_set),
      mkIRExprVec_3(sp_before, mkIRExpr_HWord(end), mkIRExpr_HWord(pushed)));

   declare_read(call, PLATFORM_OFFSET(PLATFORM_GUEST_SP));
   declare_read(call, PLATFORM_OFFSET(PLATFORM_GUEST_IP));
   addStmtToIRSB(out, IRStmt_Dirty(call));
   sp_before = NULL;
}

/* Whether `e' is something minus something, or plus a negative constant. */
static Bool lowers(const IRExpr* e)
{
   if (e->tag != Iex_Binop)
      return False;
   if (e->Iex.Binop.op == IOP_SUB_WORD)
      return True;
   return e->Iex.Binop.op == Iop_Add64 && e->Iex.Binop.arg2->tag == Iex_Const
          && (Long)e->Iex.Binop.arg2->Iex.Const.con->Ico.U64 < 0;
}

/* Whether the superblock does not change SP, or its last change lowers SP, as a
   push or a call does. */
static Bool keeps_or_lowers_sp(const IRSB* sb)
{
   IRTemp sp = IRTemp_INVALID;

   for (Int i = sb->stmts_used - 1; i >= 0; i--) {
      const IRStmt* st = sb->stmts[i];

      if (st->tag == Ist_Put
          && st->Ist.Put.offset == PLATFORM_OFFSET(PLATFORM_GUEST_SP)
          && sp == IRTemp_INVALID) {
         if (st->Ist.Put.data->tag != Iex_RdTmp)
            return False;
         sp = st->Ist.Put.data->Iex.RdTmp.tmp;
      }
      if (st->tag == Ist_WrTmp && st->Ist.WrTmp.tmp == sp)
         return lowers(st->Ist.WrTmp.data);
   }
   return True;
}

/* Whether the superblock ends with a jump through a register, which may be a
   return, and a function may return with SP as on entry. */
static Bool leaves_at_equal_sp(const IRSB* sb)
{
   return PLATFORM_RETURN_REGISTER >= 0 && sb->next->tag != Iex_Const
          && (sb->jumpkind == Ijk_Ret || sb->jumpkind == Ijk_Boring);
}

void cg_frames_append_check(IRSB* out)
{
   append_sp_set(out, True);
   if (!sets_sp && keeps_or_lowers_sp(out) && !leaves_at_equal_sp(out))
      return;
   sets_sp = False;

   IRExpr* first_at = mkIRExpr_HWord((HWord)&cg_frames_quiet.first);
   IRExpr* size_at  = mkIRExpr_HWord((HWord)&cg_frames_quiet.size);
   IRExpr* sp       = assign_to_new(
            out, IRExpr_Get(PLATFORM_OFFSET(PLATFORM_GUEST_SP), ITY_WORD));
   IRExpr* first = assign_to_new(out, IRExpr_Load(Iend_LE, ITY_WORD, first_at));
   IRExpr* size  = assign_to_new(out, IRExpr_Load(Iend_LE, ITY_WORD, size_at));
   IRExpr* offset = assign_to_new(out, IRExpr_Binop(IOP_SUB_WORD, sp, first));
   IRDirty* call =
      unsafeIRDirty_0_N(2, "sp_moved", VG_(fnptr_to_fnentry)(sp_moved),
                        mkIRExprVec_2(out->next, sp));

   call->guard = assign_to_new(out, IRExpr_Binop(IOP_LT_WORD, size, offset));
   declare_read(call, PLATFORM_OFFSET(PLATFORM_GUEST_SP));
   declare_read(call, PLATFORM_OFFSET(PLATFORM_GUEST_RESULT));
   addStmtToIRSB(out, IRStmt_Dirty(call));
}

/* Whether `addr' is in an object in which this was not asked before. */
static Bool is_new_object(Addr addr)
{
   static OSet* known;
   UWord object = (UWord)VG_(find_DebugInfo)(VG_(current_DiEpoch)(), addr);

   if (!known)
      known = VG_(OSetWord_Create)(VG_(malloc), "cg.frames.known", VG_(free));
   if (object == 0 || VG_(OSetWord_Contains)(known, object))
      return False;
   VG_(OSetWord_Insert)(known, object);
   return True;
}

/* A function can have several names, of which the core tells one.  So look for
   patterns that are names. */
static void find_aliases(void)
{
   for (Watch* watch = watches; watch; watch = watch->next)
      if (watch->alias == 0 && VG_(strpbrk)(watch->pattern, "*?(") == NULL)
         watch->alias = cg_functions_find(watch->pattern);
}

/* Another object may be there now. */
static Bool is_alias(Watch* watch, Addr addr)
{
   if (watch->alias != addr)
      return False;
   watch->alias = cg_functions_find(watch->pattern);
   return watch->alias == addr;
}

/* The first watch, from `watch' on, whose pattern matches the function that
   starts at `addr'; NULL if there is none, or if no function starts there. */
static Watch* find_watch(Watch* watch, Addr addr)
{
   const HChar* name;

   if (!watch || !cg_functions_entry_name(addr, &name))
      return NULL;
   if (is_new_object(addr)) {
      find_aliases();
      cg_functions_entry_name(addr, &name);
   }
   while (watch && !cg_frames_matches(watch->pattern, name)
          && !is_alias(watch, addr))
      watch = watch->next;
   return watch;
}

Bool cg_frames_has_calls(Addr addr)
{
   return sp_before || find_watch(watches, addr) != NULL;
}

void cg_frames_append_calls(IRSB* out, Addr addr)
{
   Watch* watch = find_watch(watches, addr);

   append_sp_set(out, False);
   for (; watch; watch = find_watch(watch->next, addr)) {
      IRExpr** args = mkIRExprVec_1(mkIRExpr_HWord((HWord)watch));
      IRDirty* call = unsafeIRDirty_0_N(
         1, "function_entered", VG_(fnptr_to_fnentry)(function_entered), args);

      cg_frames_declare_unwinding(call);
      for (Int i = 0; i < N_ARG_REGISTERS; i++)
         declare_read(call, arg_offsets[i]);
      addStmtToIRSB(out, IRStmt_Dirty(call));
   }
}
