/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_call_paths.c: calls, jumps and returns; see cg_call_paths.h.

   Each stack has a Path: the context that is current, and a frame for each call
   that has not returned.  A frame keeps the context to return to:

      frames[0]   of no call: the context in which the path began
      frames[1]   S of the first call, "_start", site
      ...
      frames[n-1] S of the last call, the context before it, site

   cg_frames tells when SP is above the S of the last frame.  A jump that is a
   call makes no frame: it is gone with that of the function that jumped. */

#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"

#include "cg_call_paths.h"
#include "guest/cg_contexts.h"
#include "guest/cg_frames.h"
#include "guest/cg_functions.h"
#include "guest/cg_jit_map.h"
#include "guest/cg_objects.h"
#include "guest/cg_starts.h"
#include "guest/cg_thread_costs.h"
#include "platform.h"
#include "run/cg_segment.h"

/*------------------------------------------------------------*/
/*--- Targets of calls and jumps                           ---*/
/*------------------------------------------------------------*/

typedef struct {
   VgHashNode    header;    /* header.key: the address */
   UInt          version;   /* grows when the rest is no longer known */
   Bool          is_known;  /* the rest is valid */
   Bool          is_begun;  /* begin_function was told of it */
   Bool          is_passed; /* it is in a stub or a resolver */
   Bool          is_entry;  /* of a function, and not of a part of one */
   const Callee* callee;    /* NULL: it is passed over */
} Target;

static VgHashTable* targets; /* NULL without --calls */

/* Grows with the version of any target. */
static UInt versions;

/* The last ones, by address.  `is_plain': code that no jump calls.  Most
   indirect jumps are those of switches. */
#define N_RECENT 4096

static struct {
   Addr    addr;
   Target* target; /* NULL: empty */
   Bool    is_plain;
} recent[N_RECENT];

static inline UInt slot_of(Addr addr)
{
   return (addr ^ addr >> 12) % N_RECENT;
}

static void changed(Target* t)
{
   t->version++;
   versions++;
}

void cg_call_paths_forget(Addr addr)
{
   Target* t = targets ? VG_(HT_lookup)(targets, addr) : NULL;

   if (!t)
      return;
   changed(t);
   t->is_known                    = False;
   t->is_begun                    = False;
   recent[slot_of(addr)].target   = NULL;
   recent[slot_of(addr)].is_plain = False;
}

/* Whether there is a jump through memory at `code', as stubs have it, in the
   first STUB_BYTES. */
#define STUB_BYTES 8

static Bool is_stub(const UChar* code)
{
#if defined(PLATFORM_IS_X86_FAMILY)
   if (code[0] == 0xF3 && code[1] == 0x0F && code[2] == 0x1E) /* endbr */
      code += 4;
   if (code[0] == 0xF2) /* bnd */
      code++;
   return code[0] == 0xFF && (code[1] == 0x25 || code[1] == 0xA3);
#else
   UInt insn = platform_word(code);

   if (insn == 0xD503245F) /* bti c */
      insn = platform_word(code + 4);
   return (insn & 0x9F00001F) == 0x90000010; /* adrp x16 */
#endif
}

static Bool begins_with(const HChar* text, const HChar* word)
{
   return VG_(strncmp)(text, word, VG_(strlen)(word)) == 0;
}

/* Whether the code at `addr' is passed over: a stub, or a part of the dynamic
   linker that stubs go to. */
static Bool is_passed_over(Addr addr)
{
   const HChar* symbol;

   if (VG_(DebugInfo_sect_kind)(NULL, addr) == Vg_SectPLT)
      return True;
   /* A jump that is never taken may go anywhere. */
   if (!cg_functions_symbol(addr, &symbol))
      return VG_(am_is_valid_for_client)(addr, STUB_BYTES, VKI_PROT_READ)
             && is_stub((const UChar*)addr);
   return begins_with(symbol, "_dl_runtime_resolve");
}

/* Whether a function begins at `addr'. */
static Bool is_entry(Addr addr)
{
   const HChar *symbol, *cold;

   if (cg_objects_name_at(addr)[0] == '\0')
      return cg_jit_map_is_start(addr);
   if (!cg_functions_is_entry(addr) || !cg_functions_symbol(addr, &symbol))
      return False;
   cold = VG_(strstr)(symbol, ".cold");
   return !cold || (cold[5] != '\0' && cold[5] != '.');
}

static __attribute__((noinline)) void look_up(Target* t)
{
   Addr addr = t->header.key;

   t->is_passed = is_passed_over(addr);
   t->is_entry  = !t->is_passed && is_entry(addr);
   t->callee    = t->is_passed ? NULL : cg_contexts_callee(addr);
   t->is_known  = True;
}

static __attribute__((noinline)) Target* find_target(Addr addr)
{
   Target* t = VG_(HT_lookup)(targets, addr);

   if (t)
      return t;
   t             = VG_(calloc)("cg.call_paths.target", 1, sizeof *t);
   t->header.key = addr;
   VG_(HT_add_node)(targets, t);
   return t;
}

static __attribute__((noinline)) void remember(Addr addr)
{
   Target* t = find_target(addr);
   UInt    i = slot_of(addr);

   if (!t->is_known)
      look_up(t);
   recent[i].addr     = addr;
   recent[i].target   = t;
   recent[i].is_plain = !t->is_passed && !t->is_entry;
}

/* `addr' is about to run. */
static inline Target* target_at(Addr addr)
{
   UInt i = slot_of(addr);

   if (UNLIKELY(recent[i].addr != addr || !recent[i].target))
      remember(addr);
   return recent[i].target;
}

static inline Bool is_plain(Addr addr)
{
   UInt i = slot_of(addr);

   return recent[i].addr == addr && recent[i].is_plain;
}

/*------------------------------------------------------------*/
/*--- Paths                                                ---*/
/*------------------------------------------------------------*/

/* An instruction that calls or jumps, and where it went last.  From the same
   list of calls, that is most often where it goes next. */
typedef struct {
   VgHashNode  header; /* header.key: its address */
   CostCentre* cc;

   Addr next;      /* the instruction after it */
   Bool is_passed; /* itself is in a stub */

   Bool          to_stub;
   UInt          versions; /* when the rest was valid; otherwise it is not */
   Addr          to;
   const Target* goal; /* there */

   /* The function for which it was responsible last, through stubs or not. */
   const Target* reached; /* NULL: none */
   UInt          version;
   Arc*          arc;

   const Context* list; /* from which it was; NULL: none */
   Context*       context;
} Site;

typedef struct {
   Addr     sp;
   Addr     caller; /* where it returns to; 0: unknown */
   Context* before;
   Site*    site;    /* NULL: a signal or none */
   Site*    jump;    /* the last one to a stub in this function */
   Bool     pending; /* the function, or the handler, is not reached yet */
} Frame;

typedef struct {
   Context* current;
   Bool     is_rooted; /* otherwise, `current' is that of another path */
   UInt     thread;    /* where it began; 0: no code has run on it */
   Frame*   frames;
   UInt     n, max;
} Path;

static Bool counting; /* calls */

void cg_call_paths_set_counting(Bool on)
{
   counting = on;
}

static Path* path; /* of the thread that runs; NULL: none has run yet */

/* What runs before a thread is known to, and after one has ended. */
static Context* nobody;

ULong cg_call_paths_costs[N_CALL_COSTS];

/* The words that this run uses, besides that of Ir, and the columns to which
   their halves belong, or the whole word.  A mask of 0: that half is of no
   column. */
static struct {
   CallCost cost;
   UInt     lower, upper;
   ULong    lower_mask, upper_mask;
} words[N_CALL_COSTS];
static UInt n_words;

static __attribute__((noinline)) void settle_others(ULong counts[])
{
   for (UInt i = 0; i < n_words; i++) {
      ULong* word = &cg_call_paths_costs[words[i].cost];
      ULong  cost = *word;

      /* Most have few words, and each column is far from the last one. */
      if (cost == 0)
         continue;
      *word = 0;
      counts[words[i].lower] += cost & words[i].lower_mask;
      counts[words[i].upper] += cost >> 32 & words[i].upper_mask;
   }
}

/* Ir, which every run records, is in the first column. */
static inline void settle(void)
{
   ULong* counts = cg_costs_context;

   counts[0] += cg_call_paths_costs[CALL_COST_INSTRS];
   cg_call_paths_costs[CALL_COST_INSTRS] = 0;
   if (n_words > 0)
      settle_others(counts);
}

void cg_call_paths_settle(void)
{
   settle();
}

static inline void set_current(Context* c)
{
   path->current    = c;
   cg_costs_context = c->counts;
}

static Addr limit_of(const Frame* f)
{
   return PLATFORM_RETURN_REGISTER >= 0 && f->caller ? f->sp - 1 : f->sp;
}

static inline Frame* top(void)
{
   return &path->frames[path->n - 1];
}

static __attribute__((noinline)) void make_room(Path* p)
{
   p->max    = VG_MAX(64, 2 * p->max);
   p->frames = VG_(realloc)("cg.call_paths.frames", p->frames,
                            p->max * sizeof *p->frames);
}

/* Member by member: a Frame that is copied is read in other pieces than it was
   just written in, for which the processor waits. */
static inline void push(Addr sp, Addr caller, Site* site, Bool pending)
{
   Frame* f;

   if (UNLIKELY(path->n == path->max))
      make_room(path);
   f          = &path->frames[path->n++];
   f->sp      = sp;
   f->caller  = caller;
   f->before  = path->current;
   f->site    = site;
   f->jump    = NULL;
   f->pending = pending;
   cg_frames_set_limit(limit_of(f));
}

/* The context to which `arc' leads from `list'; NULL if there are too many. */
static __attribute__((noinline)) Context* find_context(Context* list, Arc* arc)
{
   static struct {
      const Context* list;
      const Arc*     arc;
      Context*       to;
   } known[N_RECENT];
   UWord i = (((UWord)list >> 4) * 31 + ((UWord)arc >> 4)) % N_RECENT;

   if (known[i].list != list || known[i].arc != arc) {
      Context* to = cg_contexts_enter(list, arc);

      if (!to)
         return NULL;
      known[i].list = list;
      known[i].arc  = arc;
      known[i].to   = to;
   }
   return known[i].to;
}

static inline void enter(Context* c)
{
   set_current(c);
   c->n_calls += counting ? cg_segment_collecting : 0;
}

/*------------------------------------------------------------*/
/*--- Calls and jumps                                      ---*/
/*------------------------------------------------------------*/

static VgHashTable* sites;

/* `t' is called: a function begins there, or a stub.  Notes it if it has no
   symbol. */
static __attribute__((noinline)) void begin_function(Target* t)
{
   const HChar* symbol;
   Addr         addr = t->header.key;

   t->is_begun = True;
   if (cg_functions_symbol(addr, &symbol) || !cg_starts_add(addr, t->is_passed))
      return;
   changed(t);
   look_up(t);
}

/* The arc from `site' to `t', which is no stub. */
static Arc* arc_between(CostCentre* site, const Target* t)
{
   static struct {
      const CostCentre* site;
      const Target*     target;
      UInt              version;
      Arc*              arc;
   } known[N_RECENT];
   UWord i = (((UWord)site >> 4) * 31 + ((UWord)t >> 4)) % N_RECENT;

   if (UNLIKELY(known[i].site != site || known[i].target != t
                || known[i].version != t->version)) {
      known[i].arc     = cg_contexts_arc(site, t->header.key);
      known[i].site    = site;
      known[i].target  = t;
      known[i].version = t->version;
   }
   return known[i].arc;
}

static __attribute__((noinline)) void set_goal(Site* site, const Target* t)
{
   site->to       = t->header.key;
   site->to_stub  = t->is_passed;
   site->goal     = t;
   site->versions = versions;
   if (site->reached && site->version != site->reached->version)
      site->reached = NULL;
}

static inline Bool goes_to(const Site* site, Addr addr)
{
   return LIKELY(site->to == addr && site->versions == versions);
}

/* `site' calls what is at `addr'. */
static void set_callee(Site* site, Addr addr)
{
   Target* t = target_at(addr);

   if (!t->is_begun)
      begin_function(t);
   set_goal(site, t);
}

static __attribute__((noinline)) void set_reached(Site* site, const Target* t)
{
   site->reached = t;
   site->version = t->version;
   site->arc     = arc_between(site->cc, t);
   site->list    = NULL;
}

/* Go on from the current context in `t', which is no stub.  `site' is
   responsible. */
static inline void reach(Site* site, const Target* t)
{
   Context* list = path->current->list;

   if (UNLIKELY(site->reached != t || site->versions != versions))
      set_reached(site, t);
   if (UNLIKELY(site->list != list)) {
      Context* to = find_context(list, site->arc);

      if (!to)
         return;
      site->list    = list;
      site->context = to;
   }
   enter(site->context);
}

/* The path begins in the function at `addr'. */
static void take_root(Addr addr)
{
   path->is_rooted = True;
   set_current(cg_contexts_root(addr, path->thread));
}

/* Called by instrumented code, after a call. */
static VG_REGPARM(3) void called(Site* site, Addr sp, Addr target)
{
   settle();
   if (UNLIKELY(!path->is_rooted))
      take_root(site->header.key);
   if (!goes_to(site, target))
      set_callee(site, target);
   push(sp, site->next, site, site->to_stub);
   if (!site->to_stub)
      reach(site, site->goal);
}

/* A handler is reached at `addr'. */
static void reach_handler(Addr addr)
{
   Context* to = find_context(path->current->list, cg_contexts_arc(NULL, addr));

   if (to)
      enter(to);
}

/* The function called by the last frame is reached at `t'. */
static void resolve(Frame* f, const Target* t)
{
   settle();
   f->pending = False;
   if (f->site)
      reach(f->site, t);
   else
      reach_handler(t->header.key);
}

/* A jump to `t', for which `site' is responsible. */
static void jump_to(Site* site, const Target* t)
{
   if (!t->is_entry || t->callee == path->current->fn)
      return;
   settle();
   reach(site, t);
}

/* Called by instrumented code, at a jump through a register or one that leaves
   its function. */
static VG_REGPARM(3) void jumped(Site* site, Addr sp, Addr target)
{
   Frame* f = top();

   if (!goes_to(site, target)) {
      if (!site->is_passed && is_plain(target))
         return;
      set_goal(site, target_at(target));
   }
   if (site->to_stub) {
      if (!site->is_passed)
         f->jump = site;
   } else if (f->pending) {
      if (sp == f->sp)
         resolve(f, site->goal);
   } else {
      jump_to(site->is_passed && f->jump ? f->jump : site, site->goal);
   }
}

/* A frame that ended while the thread goes on at `next' has not returned to its
   caller: it may have gone to another function. */
static void returned_elsewhere(const Frame* f, Addr next)
{
   const Target* t = target_at(next);

   if (t->is_passed || !f->site)
      return;
   if (top()->pending)
      resolve(top(), t);
   else
      jump_to(f->site, t);
}

static Bool is_gone(const Frame* f, Addr sp, Addr next)
{
   if (PLATFORM_RETURN_REGISTER >= 0 && f->sp == sp && f->caller)
      return next == f->caller || cg_frames_continues_caller(next, f->caller);
   return f->sp < sp;
}

/* For cg_frames: SP is above the S of the last frame, or the path is new. */
static void above(Addr sp, Addr next)
{
   Frame*       f    = top();
   const Frame* gone = NULL;

   settle();
   /* Most often one function has returned.  The first frame never goes. */
   if (LIKELY(path->is_rooted && next == f->caller && is_gone(f, sp, next)
              && !is_gone(f - 1, sp, next))) {
      path->n--;
      set_current(f->before);
      cg_frames_set_limit(limit_of(f - 1));
      return;
   }
   if (UNLIKELY(!path->is_rooted))
      take_root(next);
   while (path->n > 1 && is_gone(top(), sp, next)) {
      gone = top();
      path->n--;
      path->current = gone->before;
   }
   set_current(path->current);
   cg_frames_set_limit(limit_of(top()));
   if (gone && UNLIKELY(next != gone->caller))
      returned_elsewhere(gone, next);
}

/*------------------------------------------------------------*/
/*--- Stacks, threads and signals                          ---*/
/*------------------------------------------------------------*/

static void* begin(const void* caller)
{
   Path* p = VG_(calloc)("cg.call_paths.path", 1, sizeof *p);

   if (caller) {
      p->current   = ((const Path*)caller)->current;
      p->is_rooted = ((const Path*)caller)->is_rooted;
      p->thread    = ((const Path*)caller)->thread;
   }
   make_room(p);
   p->frames[p->n++] = (Frame){.sp = ~(Addr)0};
   return p;
}

static void end(void* calls)
{
   Path* p = calls;

   if (p == path) {
      settle();
      path             = NULL;
      cg_costs_context = nobody->counts;
   }
   VG_(free)(p->frames);
   VG_(free)(p);
}

/* A thread that was about to handle a signal runs the handler now. */
static void handle_signal(ThreadId tid)
{
   Frame* f = top();

   if (!f->pending || f->site)
      return;
   f->pending = False;
   reach_handler(VG_(get_IP)(tid));
}

/* A thread begins where it is.  Code that sets SP goes on somewhere else, which
   `above' is told; until then it counts for the list that it leaves. */
static void change(ThreadId tid, void* calls)
{
   static ThreadId last_tid;
   Path*           p       = calls;
   Bool            is_same = tid == last_tid && path;
   Context*        last    = is_same ? path->current : NULL;

   /* Threads change often enough that no half of a word overflows. */
   settle();
   last_tid = tid;
   if (p->thread == 0)
      p->thread = cg_thread_costs_number(tid);
   cg_thread_costs_run(p->thread);
   if (p == path && p->is_rooted) {
      handle_signal(tid);
      cg_frames_set_limit(limit_of(top()));
      return;
   }
   path = p;
   if (!p->current) {
      p->is_rooted = !last;
      p->current = last ? last : cg_contexts_root(VG_(get_IP)(tid), p->thread);
   }
   set_current(p->current);
   cg_frames_set_limit(p->is_rooted ? limit_of(top()) : 0);
}

static void signal_comes(ThreadId tid, Int signal, Addr sp)
{
   push(sp - 1, 0, NULL, True);
   set_current(cg_contexts_signal(signal, path->thread));
}

/* Set *column to that of `event', and return True; return False, with column 0,
   if it is not recorded. */
static Bool find_column(Event event, UInt* column)
{
   *column = cg_costs_column(event);
   return cg_costs_column_event(*column) == event;
}

void cg_call_paths_init(void)
{
   static const FrameCalls client = {begin, end, change, above, signal_comes};
   /* EV_Ir: the whole word is of the first event. */
   static const struct {
      CallCost cost;
      Event    lower, upper;
   } places[] = {
      {CALL_COST_DATA, EV_Dr, EV_Dw},
      {CALL_COST_BRANCHES, EV_Bc, EV_Bi},
      {CALL_COST_RETURNS, EV_Br, EV_Cyi},
      {CALL_COST_LOST, EV_Ls, EV_Ir},
   };

   for (UInt i = 0; i < sizeof places / sizeof places[0]; i++) {
      Bool  is_whole = places[i].upper == EV_Ir;
      ULong half     = CG_CALL_PATHS_UPPER - 1;
      Bool  lower    = find_column(places[i].lower, &words[n_words].lower);
      Bool  upper    = find_column(places[i].upper, &words[n_words].upper);

      words[n_words].cost       = places[i].cost;
      words[n_words].lower_mask = lower ? (is_whole ? ~0ull : half) : 0;
      words[n_words].upper_mask = upper && !is_whole ? half : 0;
      n_words += lower || upper;
   }
   targets          = VG_(HT_construct)("cg.call_paths.targets");
   sites            = VG_(HT_construct)("cg.call_paths.sites");
   nobody           = cg_contexts_signal(0, 1);
   cg_costs_context = nobody->counts;
   cg_frames_set_calls(&client);
}

/*------------------------------------------------------------*/
/*--- Instrumentation                                      ---*/
/*------------------------------------------------------------*/

#define ITY_WORD (PLATFORM_GUEST_IS_64BIT ? Ity_I64 : Ity_I32)

static Site* site_at(Addr addr, UInt size, CostCentre* cc)
{
   Site* s = VG_(HT_lookup)(sites, addr);

   if (!s) {
      s             = VG_(calloc)("cg.call_paths.site", 1, sizeof *s);
      s->header.key = addr;
      VG_(HT_add_node)(sites, s);
   }
   s->cc       = cc;
   s->next     = addr + size;
   s->versions = versions - 1;
   s->reached  = NULL;
   return s;
}

static void append_call(IRSB* out, Bool is_call, Site* site, IRExpr* target,
                        IRExpr* guard)
{
   IRTemp   sp = newIRTemp(out->tyenv, ITY_WORD);
   IRExpr** args =
      mkIRExprVec_3(mkIRExpr_HWord((HWord)site), IRExpr_RdTmp(sp), target);
   IRDirty* call =
      is_call
         ? unsafeIRDirty_0_N(3, "called", VG_(fnptr_to_fnentry)(called), args)
         : unsafeIRDirty_0_N(3, "jumped", VG_(fnptr_to_fnentry)(jumped), args);

   site->is_passed = !is_call && is_passed_over(site->header.key);
   if (guard)
      call->guard = guard;
   addStmtToIRSB(out,
                 IRStmt_WrTmp(sp, IRExpr_Get(PLATFORM_OFFSET(PLATFORM_GUEST_SP),
                                             ITY_WORD)));
   addStmtToIRSB(out, IRStmt_Dirty(call));
}

/* Whether a jump from `addr' to `target' may be a call: it leaves the function,
   or goes to a stub.  Most do not leave what is known of the function. */
static Bool may_call(Addr addr, Addr target)
{
   if (cg_costs_knows_function(target))
      return False;
   return is_entry(target) ? cg_functions_start(addr) != target
                           : is_passed_over(target);
}

static void append_jump(IRSB* out, Addr addr, UInt size, CostCentre* site,
                        Addr target, IRExpr* guard)
{
   if (may_call(addr, target))
      append_call(out, False, site_at(addr, size, site), mkIRExpr_HWord(target),
                  guard);
}

void cg_call_paths_append_exit(IRSB* out, Addr addr, UInt size,
                               CostCentre* site, Addr target, IRExpr* guard)
{
   if (target != addr + size)
      append_jump(out, addr, size, site, target, guard);
}

static Addr constant(const IRExpr* next)
{
   return PLATFORM_GUEST_IS_64BIT ? next->Iex.Const.con->Ico.U64
                                  : next->Iex.Const.con->Ico.U32;
}

void cg_call_paths_append_end(IRSB* out, Addr addr, UInt size, CostCentre* site)
{
   IRExpr* next = out->next;

   switch (platform_instr_kind((const UChar*)addr, size)) {
   case INSTR_CALL:
   case INSTR_INDIRECT_CALL:
      append_call(out, True, site_at(addr, size, site), next, NULL);
      break;
   case INSTR_INDIRECT_JUMP:
      append_call(out, False, site_at(addr, size, site), next, NULL);
      break;
   case INSTR_JUMP:
      if (next->tag == Iex_Const)
         append_jump(out, addr, size, site, constant(next), NULL);
      break;
   case INSTR_COND_BRANCH:
      if (next->tag == Iex_Const)
         cg_call_paths_append_exit(out, addr, size, site, constant(next), NULL);
      break;
   default:
      break;
   }
}
