/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_frames.c: entries of functions, and frames that are gone; the rule is in
   cg_frames.h.

   The frames that clients wait for ("awaited" frames) divide the address space
   of each thread.  In this example, frames at S1 > S2 are awaited on stack 1,
   and one at S3 on stack 2:

         0            S3    end 2          S2       S1   end 1
         |------------|#####|--------------|########|####|---------|

   If SP is in a range marked #, a frame is gone.  Around SP there is a quiet
   zone in which nothing happens.  Here, while the thread runs on stack 1, it
   reaches from after the end of stack 2 to S2.  The code at the end of a
   superblock compares SP with the quiet zone of the running thread, and calls
   sp_moved if SP is outside.  Then a frame is gone, or the thread runs on
   another stack, which has another quiet zone.  If no frame is awaited, the
   quiet zone is the whole address space.

   Calling sp_moved after every superblock would cost more: bench/README.md,
   "Tricks and what they gain". */

#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
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
   **end = (Watch){pattern, entered, data, NULL};
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
static const HChar* argument_list(const HChar* name)
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

Bool cg_frames_matches(const HChar* pattern, const HChar* name)
{
   const HChar* args;
   Bool         matches = cg_text_matches(pattern, name, VG_(strlen)(name));

   if (matches || VG_(strchr)(pattern, '('))
      return matches;
   args = argument_list(name);
   return args && args != name && cg_text_matches(pattern, name, args - name);
}

/*------------------------------------------------------------*/
/*--- Stacks                                               ---*/
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

/* A register of thread `tid', by its offset in GuestState.  VEX has stored it
   there if the call of the running code declares that it reads it. */
static UWord read_register(ThreadId tid, Int offset)
{
   UWord value;

   VG_(get_shadow_regs_area)(tid, (UChar*)&value, 0, offset, sizeof value);
   return value;
}

/*------------------------------------------------------------*/
/*--- Awaited frames                                       ---*/
/*------------------------------------------------------------*/

/* A node of a thread's tree of awaited frames.  The tree is sorted by `sp'; of
   the frames with equal `sp', the latest is the lowest.  So of the frames on
   one stack, the lowest goes next.

   A program may suspend thousands of coroutines, each on its own stack.  A
   frame is gone only if SP is not above the end of its stack, so each node has
   the highest end in its subtree, by which other stacks are skipped.

   The tree is a treap (R. Seidel and C. R. Aragon, Randomized Search Trees,
   1996): each node has a random priority, and its parent has a higher one, so
   that the tree is balanced. */
typedef struct Awaited_ {
   Addr      sp;
   Addr      end;    /* last byte of its stack; not below `sp' */
   Addr      caller; /* where it returns to with this SP; 0: above it only */
   FrameLeft left;
   void*     data;

   struct Awaited_ *lower, *higher; /* subtrees; NULL: empty */
   Addr             highest_end;    /* in the subtree that begins here */
   UInt             priority;
   ULong            serial; /* later frames have higher ones */
} Awaited;

typedef struct {
   Awaited* awaited; /* the root; NULL: none */
   Zone     quiet;

   /* The alternate signal stack while a handler runs on it, else no_memory.  It
      often lies inside another stack, or in the same mapping, and could not be
      distinguished from it otherwise. */
   Zone alternate;
} Thread;

static Thread* threads; /* by ThreadId */

/* The quiet zone of the running thread, for instrumented code, which tests

      SP - first > size */
static struct {
   Addr first, size;
} quiet_now;

static const Zone all_memory = {0, ~(Addr)0};
static const Zone no_memory  = {1, 0};

Addr cg_frames_end_of_stack(ThreadId tid, Addr sp)
{
   Range own = cg_threads_stack_of(tid);

   if (contains(threads[tid].alternate, sp))
      return threads[tid].alternate.last;
   if (cg_range_holds(&own, sp))
      return cg_range_last(&own);

   const NSegment* mapping = VG_(am_find_nsegment)(sp);
   return mapping ? mapping->end : ~(Addr)0;
}

static Bool is_below(const Awaited* a, const Awaited* b)
{
   return a->sp < b->sp || (a->sp == b->sp && a->serial > b->serial);
}

static void find_highest_end(Awaited* a)
{
   a->highest_end = a->end;
   if (a->lower)
      a->highest_end = VG_MAX(a->highest_end, a->lower->highest_end);
   if (a->higher)
      a->highest_end = VG_MAX(a->highest_end, a->higher->highest_end);
}

/* Split `tree' into the frames below `a' and those above. */
static void split(Awaited* tree, const Awaited* a, Awaited** below,
                  Awaited** above)
{
   if (!tree) {
      *below = *above = NULL;
      return;
   }
   if (is_below(tree, a)) {
      *below = tree;
      split(tree->higher, a, &tree->higher, above);
   } else {
      *above = tree;
      split(tree->lower, a, below, &tree->lower);
   }
   find_highest_end(tree);
}

/* One tree of two.  All frames of `below' are below those of `above'. */
static Awaited* join(Awaited* below, Awaited* above)
{
   Awaited* root;

   if (!below || !above)
      return below ? below : above;
   if (below->priority > above->priority) {
      root         = below;
      root->higher = join(root->higher, above);
   } else {
      root        = above;
      root->lower = join(below, root->lower);
   }
   find_highest_end(root);
   return root;
}

static void add_awaited(Awaited** tree, Awaited* a)
{
   if (!*tree || a->priority > (*tree)->priority) {
      split(*tree, a, &a->lower, &a->higher);
      *tree = a;
   } else {
      add_awaited(is_below(a, *tree) ? &(*tree)->lower : &(*tree)->higher, a);
   }
   find_highest_end(*tree);
}

/* `a' must be in the tree. */
static void remove_awaited(Awaited** tree, const Awaited* a)
{
   if (*tree == a) {
      *tree = join(a->lower, a->higher);
      return;
   }
   remove_awaited(is_below(a, *tree) ? &(*tree)->lower : &(*tree)->higher, a);
   find_highest_end(*tree);
}

/* The lowest frame with an `sp' from `first' on whose stack ends at `reached'
   or above; NULL if there is none. */
static Awaited* lowest_awaited(Awaited* tree, Addr first, Addr reached)
{
   Awaited* found = NULL;

   if (!tree || tree->highest_end < reached)
      return NULL;
   if (tree->sp >= first)
      found = lowest_awaited(tree->lower, first, reached);
   if (!found && tree->sp >= first && tree->end >= reached)
      found = tree;
   return found ? found : lowest_awaited(tree->higher, first, reached);
}

/* The highest end of a stack below `sp'; 0 if there is none.  A frame at `sp'
   or above, and those above it, have ends above `sp', too. */
static Addr end_below(const Awaited* tree, Addr sp)
{
   Addr lower, higher;

   if (!tree || tree->highest_end < sp)
      return tree ? tree->highest_end : 0;
   lower = end_below(tree->lower, sp);
   if (tree->sp >= sp)
      return lower;
   higher = end_below(tree->higher, sp);
   if (tree->end < sp)
      higher = VG_MAX(higher, tree->end);
   return VG_MAX(lower, higher);
}

/* The highest SP at which the frame cannot be gone.  SP is aligned, so one byte
   less than it is no SP. */
static Addr quiet_up_to(const Awaited* awaited)
{
   return awaited->caller ? awaited->sp - 1 : awaited->sp;
}

static void publish(ThreadId tid)
{
   Zone quiet = threads[tid].quiet;

   if (tid == VG_(get_running_tid)()) {
      quiet_now.first = quiet.first;
      quiet_now.size  = quiet.last - quiet.first;
   }
}

/* Set the quiet zone of thread `tid', whose SP is `sp'.  Awaited frames that
   are gone must have been removed. */
static void set_quiet(ThreadId tid, Addr sp)
{
   Thread* thread = &threads[tid];
   Zone    quiet =
      contains(thread->alternate, sp) ? thread->alternate : all_memory;
   const Awaited* next = lowest_awaited(thread->awaited, sp, sp);
   Addr           end  = end_below(thread->awaited, sp);

   if (next)
      quiet.last = VG_MIN(quiet.last, quiet_up_to(next));
   if (end != 0)
      quiet.first = VG_MAX(quiet.first, end + 1);
   thread->quiet = quiet;
   publish(tid);
}

/* Whether the code at `addr' is a part of the function whose call returns to
   `caller', and not its start.  After longjmp, or when an exception was caught,
   that function continues somewhere in its middle.  The call is what is before
   `caller', and may be the function's last instruction. */
static Bool continues_caller(Addr addr, Addr caller)
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

/* Whether an awaited frame is gone when SP is at `sp' and the thread goes on at
   `next'.  While a handler runs on the alternate stack, frames on other stacks
   stay.  When SP is no longer on the alternate stack, all frames there are
   gone.
 */
static Bool is_gone(const Thread* thread, const Awaited* awaited, Addr sp,
                    Addr next)
{
   if (contains(thread->alternate, awaited->sp)
       != contains(thread->alternate, sp))
      return contains(thread->alternate, awaited->sp);
   if (awaited->sp == sp)
      return awaited->caller && continues_caller(next, awaited->caller);
   return awaited->sp < sp && sp <= awaited->end;
}

/* The lowest frame that is gone, or any on the alternate stack if the thread
   has left it; NULL if none is gone.  Above the lowest frame whose stack ends
   at SP or above, no frame is gone unless that one is. */
static Awaited* find_gone(const Thread* thread, Addr sp, Addr next)
{
   Zone     alternate = thread->alternate;
   Bool     is_on_it  = contains(alternate, sp);
   Awaited* candidate = NULL;

   if (!is_on_it && alternate.first <= alternate.last)
      candidate = lowest_awaited(thread->awaited, alternate.first, 0);
   if (!candidate || !contains(alternate, candidate->sp))
      candidate =
         lowest_awaited(thread->awaited, is_on_it ? alternate.first : 0, sp);
   return candidate && is_gone(thread, candidate, sp, next) ? candidate : NULL;
}

/* Remove `awaited', which is gone, and tell its client. */
static void leave(ThreadId tid, Awaited* awaited, UWord result)
{
   FrameLeft left = awaited->left;
   void*     data = awaited->data;

   remove_awaited(&threads[tid].awaited, awaited);
   VG_(free)(awaited);
   left(tid, result, data);
}

/* The thread has ended, so all its frames are gone. */
static void drop_all(ThreadId tid)
{
   Thread* thread = &threads[tid];

   while (thread->awaited)
      leave(tid, lowest_awaited(thread->awaited, 0, 0), 0);
   thread->quiet     = all_memory;
   thread->alternate = no_memory;
   publish(tid);
}

/* Make sure that the next check of SP calls sp_moved: the quiet zone becomes a
   single odd address, which SP never is. */
static void look_again(ThreadId tid)
{
   threads[tid].quiet = (Zone){1, 1};
   publish(tid);
}

static void await(ThreadId tid, Addr sp, Addr caller, FrameLeft left,
                  void* data)
{
   static UInt  seed;
   static ULong n_frames;
   Awaited*     a = VG_(malloc)("cg.frames.awaited", sizeof *a);

   *a = (Awaited){.sp       = sp,
                  .end      = cg_frames_end_of_stack(tid, sp),
                  .caller   = caller,
                  .left     = left,
                  .data     = data,
                  .priority = VG_(random)(&seed),
                  .serial   = n_frames++};
   add_awaited(&threads[tid].awaited, a);
   look_again(tid);
}

void cg_frames_when_above(ThreadId tid, Addr sp, FrameLeft left, void* data)
{
   await(tid, sp, 0, left, data);
}

void cg_frames_when_left(ThreadId tid, FrameLeft left, void* data)
{
   Addr caller = 0;

   if (PLATFORM_RETURN_REGISTER >= 0)
      caller = read_register(tid, PLATFORM_RETURN_REGISTER);
   await(tid, VG_(get_SP)(tid), caller, left, data);
}

/*------------------------------------------------------------*/
/*--- Events of the core                                   ---*/
/*------------------------------------------------------------*/

static void signal_comes(ThreadId tid, Int signal, Bool on_alternate_stack)
{
   Range stack = cg_threads_altstack_of(tid);

   if (!on_alternate_stack || stack.size == 0)
      return;
   threads[tid].alternate = (Zone){stack.start, cg_range_last(&stack)};
   look_again(tid);
}

void cg_frames_init(void)
{
   if (!used)
      return;
   threads = VG_(calloc)("cg.frames.threads", VG_N_THREADS, sizeof threads[0]);
   for (UInt i = 0; i < VG_N_THREADS; i++)
      threads[i] = (Thread){NULL, all_memory, no_memory};
   VG_(track_pre_deliver_signal)(signal_comes);
   cg_threads_when_running(publish);
   cg_threads_when_gone(drop_all);
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

/* Called by instrumented code.  VEX cannot pass the guest state on every CPU,
   so the registers are read through the core.  The thread goes on at `next'. */
static VG_REGPARM(1) void sp_moved(Addr next)
{
   ThreadId tid    = VG_(get_running_tid)();
   Thread*  thread = &threads[tid];
   Addr     sp     = VG_(get_SP)(tid);
   UWord    result = read_register(tid, PLATFORM_OFFSET(PLATFORM_GUEST_RESULT));
   Awaited* gone;

   while ((gone = find_gone(thread, sp, next)))
      leave(tid, gone, result);
   if (!contains(thread->alternate, sp))
      thread->alternate = no_memory;
   set_quiet(tid, sp);
}

/* Called by instrumented code. */
static VG_REGPARM(1) void function_entered(const Watch* watch)
{
   ThreadId tid       = VG_(get_running_tid)();
   Addr     sp        = VG_(get_SP)(tid);
   Bool     was_quiet = contains(threads[tid].quiet, sp);
   UWord    args[CG_FRAMES_N_ARGS];

   get_args(tid, args);
   watch->entered(tid, sp, args, watch->data);
   /* `entered' may have called look_again.  No frame was gone, so the quiet
      zone can be set now, and the next return need not call sp_moved. */
   if (was_quiet)
      set_quiet(tid, sp);
}

static void add_read(IRDirty* call, Int offset)
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
   add_read(call, PLATFORM_OFFSET(PLATFORM_GUEST_SP));
   add_read(call, PLATFORM_OFFSET(PLATFORM_GUEST_FP));
   add_read(call, PLATFORM_OFFSET(PLATFORM_GUEST_IP));
   if (PLATFORM_RETURN_REGISTER >= 0)
      add_read(call, PLATFORM_RETURN_REGISTER);
}

static IRExpr* assign_new(IRSB* out, IRExpr* e)
{
   IRTemp t = newIRTemp(out->tyenv, typeOfIRExpr(out->tyenv, e));

   addStmtToIRSB(out, IRStmt_WrTmp(t, e));
   return IRExpr_RdTmp(t);
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
   if (keeps_or_lowers_sp(out) && !leaves_at_equal_sp(out))
      return;

   IRExpr* first_at = mkIRExpr_HWord((HWord)&quiet_now.first);
   IRExpr* size_at  = mkIRExpr_HWord((HWord)&quiet_now.size);
   IRExpr* sp =
      assign_new(out, IRExpr_Get(PLATFORM_OFFSET(PLATFORM_GUEST_SP), ITY_WORD));
   IRExpr*  first  = assign_new(out, IRExpr_Load(Iend_LE, ITY_WORD, first_at));
   IRExpr*  size   = assign_new(out, IRExpr_Load(Iend_LE, ITY_WORD, size_at));
   IRExpr*  offset = assign_new(out, IRExpr_Binop(IOP_SUB_WORD, sp, first));
   IRDirty* call   = unsafeIRDirty_0_N(
        1, "sp_moved", VG_(fnptr_to_fnentry)(sp_moved), mkIRExprVec_1(out->next));

   call->guard = assign_new(out, IRExpr_Binop(IOP_LT_WORD, size, offset));
   add_read(call, PLATFORM_OFFSET(PLATFORM_GUEST_SP));
   add_read(call, PLATFORM_OFFSET(PLATFORM_GUEST_RESULT));
   addStmtToIRSB(out, IRStmt_Dirty(call));
}

/* The first watch, from `watch' on, whose pattern matches the function that
   starts at `addr'; NULL if there is none, or if no function starts there. */
static const Watch* find_watch(const Watch* watch, Addr addr)
{
   const HChar* name;

   if (!watch || !cg_functions_entry_name(addr, &name))
      return NULL;
   while (watch && !cg_frames_matches(watch->pattern, name))
      watch = watch->next;
   return watch;
}

Bool cg_frames_is_entry(Addr addr)
{
   return find_watch(watches, addr) != NULL;
}

void cg_frames_append_entry(IRSB* out, Addr addr)
{
   const Watch* watch = find_watch(watches, addr);

   for (; watch; watch = find_watch(watch->next, addr)) {
      IRExpr** args = mkIRExprVec_1(mkIRExpr_HWord((HWord)watch));
      IRDirty* call = unsafeIRDirty_0_N(
         1, "function_entered", VG_(fnptr_to_fnentry)(function_entered), args);

      cg_frames_declare_unwinding(call);
      for (Int i = 0; i < N_ARG_REGISTERS; i++)
         add_read(call, arg_offsets[i]);
      addStmtToIRSB(out, IRStmt_Dirty(call));
   }
}
