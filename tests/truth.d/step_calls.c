/* SPDX-License-Identifier: GPL-2.0-or-later */
/* step_calls.c: who calls whom, by the rules of the manual; see step_calls.h.

   It keeps what is on the stack, and how much had run when it came there:

      frames    S 0x7ff8        S 0x7fd8      a signal
      open      main -> parse   parse -> next, next -> tail     (handler) -> f

   So an arc costs what runs from when it is opened until it is closed, once if
   it is open several times.  (The tool adds up a tree of contexts instead.) */

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "step_calls.h"

typedef struct {
   unsigned long start, end;
   int           is_part; /* that the compiler put aside */
} Function;

typedef struct {
   unsigned long site;
   unsigned long callee; /* where it starts; 0: in no file */
   unsigned long n, cost;
} Arc;

typedef struct {
   size_t        arc;
   unsigned long began;
   int           is_first; /* on its path */
} Open;

typedef struct {
   unsigned long sp, caller, site;
   unsigned long jump;    /* the last one to a stub in this function */
   int           pending; /* the function is not reached yet */
   size_t        n_open;  /* before it */
   unsigned long function;

   /* Of a signal: of the path that it interrupted. */
   int           is_signal;
   size_t        path;
   unsigned long clock;
} Frame;

/* More is never needed: programs run less than 50,000 instructions. */
enum { MAX = 20000 };

/* Stubs are not functions, and lead to some. */
static unsigned long stubs_start, stubs_end;

/* Where the code of the program is. */
static unsigned long code_start = ~0ul, code_end;

static Function functions[MAX];
static Arc      arcs[MAX];
static Open     opened[MAX];
static Frame    frames[MAX];
static size_t   n_functions, n_arcs, n_open, n_frames;

static size_t        path;     /* where the open arcs of this path begin */
static unsigned long clock;    /* what has run on it */
static unsigned long function; /* that runs, by its start */

/*------------------------------------------------------------*/
/*--- Functions                                            ---*/
/*------------------------------------------------------------*/

static void add_function(unsigned long start, unsigned long size,
                         unsigned char info, const char* name)
{
   const char* cold = strstr(name, ".cold");

   if (ELF64_ST_TYPE(info) == STT_FUNC && n_functions < MAX)
      functions[n_functions++] = (Function){
         start, start + size, cold && (cold[5] == '\0' || cold[5] == '.')};
}

static void add_code(unsigned long start, unsigned long end)
{
   if (start < code_start)
      code_start = start;
   if (end > code_end)
      code_end = end;
}

/* The symbols of a file of one class. */
#define READ_SYMBOLS(bits)                                                     \
   static void read_symbols_##bits(const char* file)                           \
   {                                                                           \
      const Elf##bits##_Ehdr* header  = (const void*)file;                     \
      const Elf##bits##_Shdr* section = (const void*)(file + header->e_shoff); \
      const char* const titles = file + section[header->e_shstrndx].sh_offset; \
      for (int i = 0; i < header->e_shnum; i++) {                              \
         if (strcmp(titles + section[i].sh_name, ".plt") == 0) {               \
            stubs_start = section[i].sh_addr;                                  \
            stubs_end   = stubs_start + section[i].sh_size;                    \
         }                                                                     \
         if (section[i].sh_flags & SHF_EXECINSTR)                              \
            add_code(section[i].sh_addr,                                       \
                     section[i].sh_addr + section[i].sh_size);                 \
         if (section[i].sh_type != SHT_SYMTAB)                                 \
            continue;                                                          \
         const Elf##bits##_Sym* s =                                            \
            (const void*)(file + section[i].sh_offset);                        \
         const char* names = file + section[section[i].sh_link].sh_offset;     \
         for (size_t j = 0; j < section[i].sh_size / sizeof *s; j++)           \
            add_function(s[j].st_value, s[j].st_size, s[j].st_info,            \
                         names + s[j].st_name);                                \
      }                                                                        \
   }
READ_SYMBOLS(32)
READ_SYMBOLS(64)

void step_calls_begin(const char* program, unsigned long pc)
{
   static char file[8 << 20];
   FILE* const f = fopen(program, "rb");

   if (!f || fread(file, 1, sizeof file, f) < EI_NIDENT)
      step_die(program);
   fclose(f);
   if (file[EI_CLASS] == ELFCLASS64)
      read_symbols_64(file);
   else
      read_symbols_32(file);
   frames[n_frames++]   = (Frame){.sp = ~0ul};
   const Function* root = NULL;
   for (size_t i = 0; i < n_functions; i++)
      if (pc >= functions[i].start && pc < functions[i].end)
         root = &functions[i];
   function = root ? root->start : 0;
}

static const Function* function_at(unsigned long pc)
{
   for (size_t i = 0; i < n_functions; i++)
      if (pc >= functions[i].start && pc < functions[i].end)
         return &functions[i];
   return NULL;
}

/*------------------------------------------------------------*/
/*--- Arcs                                                 ---*/
/*------------------------------------------------------------*/

static void enter(unsigned long site, unsigned long target)
{
   const Function* to       = function_at(target);
   unsigned long   callee   = to ? to->start : 0;
   size_t          arc      = 0;
   int             is_first = 1;

   /* A function without a symbol begins where it is called; what the program
      made itself is all one. */
   if (!to && target >= code_start && target < code_end)
      callee = target;
   while (arc < n_arcs
          && (arcs[arc].site != site || arcs[arc].callee != callee))
      arc++;
   if (arc == n_arcs)
      arcs[n_arcs++] = (Arc){.site = site, .callee = callee};
   arcs[arc].n++;
   for (size_t i = path; i < n_open; i++)
      is_first &= opened[i].arc != arc;
   opened[n_open++] = (Open){arc, clock, is_first};
   function         = callee;
}

static void leave(void)
{
   const Frame* f = &frames[--n_frames];

   for (; n_open > f->n_open; n_open--)
      if (opened[n_open - 1].is_first)
         arcs[opened[n_open - 1].arc].cost += clock - opened[n_open - 1].began;
   function = f->function;
   if (f->is_signal) {
      path  = f->path;
      clock = f->clock;
   }
}

static int is_stub(unsigned long at)
{
   return at >= stubs_start && at < stubs_end;
}

/* The instruction at `site' has gone to `target', where SP is `sp'. */
static void jump(unsigned long site, unsigned long target, unsigned long sp)
{
   const Function* to = function_at(target);
   Frame*          f  = &frames[n_frames - 1];

   if (is_stub(target)) {
      if (!is_stub(site))
         f->jump = site;
      return;
   }
   if (f->pending) {
      if (sp == f->sp) {
         f->pending = 0;
         enter(f->site, target);
      }
      return;
   }
   if (is_stub(site) && f->jump)
      site = f->jump;
   if (to && to->start == target && !to->is_part && to->start != function)
      enter(site, target);
}

static void push(Frame f)
{
   f.n_open           = n_open;
   f.function         = function;
   frames[n_frames++] = f;
   if (n_frames == MAX || n_open >= MAX - 1 || n_arcs >= MAX - 1)
      step_die("too many calls");
}

/* Looked at where the code branches: a frame is gone when SP is above S.  Where
   the return address is in a register, also when SP is S and the code goes on
   at that address or, through a register, in the middle of the caller. */
static int is_gone(const Frame* f, unsigned long sp, unsigned long pc,
                   int by_register)
{
   const Function* to = function_at(pc);

   if (!STEP_RETURNS_AT_EQUAL_SP || sp != f->sp)
      return sp > f->sp;
   return pc == f->caller
          || (by_register && to && to->start != pc
              && to == function_at(f->caller - 1));
}

void step_calls_ran(const Decoded* d, unsigned long n, const Registers* after)
{
   const unsigned long pc = step_pc(after), sp = step_sp(after);
   const int           by_register = d->kind == RETURN || d->kind == INDIRECT;
   const Frame*        gone        = NULL;

   clock += n;
   if (d->kind != CONDITIONAL
       && (by_register || d->calls || pc != d->at + d->length))
      while (n_frames > 1
             && is_gone(&frames[n_frames - 1], sp, pc, by_register)) {
         leave();
         gone = &frames[n_frames];
      }
   if (gone && !gone->is_signal && pc != gone->caller)
      jump(gone->site, pc, sp);
   if (d->calls) {
      push((Frame){.sp      = sp,
                   .caller  = d->at + d->length,
                   .site    = d->at,
                   .pending = is_stub(pc)});
      if (!is_stub(pc))
         enter(d->at, pc);
   } else if ((pc != d->at + d->length || d->jumps) && pc != d->at
              && d->kind != RETURN) {
      jump(d->at, pc, sp);
   }
}

void step_calls_signal(const Registers* before, const Registers* after)
{
   const Function* handler = function_at(step_pc(after));

   push((Frame){
      .sp = step_sp(before) - 1, .is_signal = 1, .path = path, .clock = clock});
   path     = n_open;
   clock    = 0;
   function = handler ? handler->start : 0;
}

void step_calls_print(void)
{
   while (n_frames > 0)
      leave();
   for (size_t i = 0; i < n_arcs; i++)
      printf("arc 0x%lx 0x%lx %lu %lu\n", arcs[i].site, arcs[i].callee,
             arcs[i].n, arcs[i].cost);
}
