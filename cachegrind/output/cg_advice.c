/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_advice.c: what the profile lacks; see cg_advice.h. */

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"

#include "guest/cg_core.h"
#include "guest/cg_functions.h"
#include "guest/cg_objects.h"
#include "output/cg_advice.h"
#include "output/cg_out.h"

void cg_advice_never_started(void)
{
   if (VG_(clo_verbosity) > 0)
      VG_(umsg)("nothing was counted: --instr-at-start=no was given, and this "
                "process never asked for CACHEGRIND_START_INSTRUMENTATION\n");
}

void cg_advice_exec(const HChar* program, Bool no_profile)
{
   static HChar* last; /* NULL: none yet */
   Bool          is_profiled = cg_core_option("--trace-children");
   HChar*        name;

   if (!no_profile && (is_profiled || VG_(clo_verbosity) == 0))
      return;
   name = cg_out_printable(program);
   if (last && VG_(strcmp)(name, last) == 0) {
      VG_(free)(name);
      return;
   }
   if (no_profile)
      VG_(umsg)("warning: exec of %s before any function of --toggle-collect "
                "was entered: no profile so far\n",
                name);
   else
      VG_(umsg)("exec of %s: not profiled, use --trace-children=yes\n", name);
   VG_(free)(last);
   last = name;
}

void cg_advice_filter(void)
{
   if (VG_(clo_verbosity) > 0)
      VG_(umsg)(
         "warning: the program filters its system calls (seccomp): where "
         "this stops the tool, files have what was counted so far\n");
}

void cg_advice_avx512(const FailedAvx512* failed, const HChar* why)
{
   const HChar* function;
   const UChar* b    = failed->bytes;
   HChar*       name = cg_out_printable(
            cg_functions_name(failed->addr, &function) ? function : "???");

   VG_(umsg)("warning: %s has AVX-512 instructions (%02x %02x %02x %02x %02x "
             "%02x), %s: compile the program with -march=x86-64-v3\n",
             name, b[0], b[1], b[2], b[3], b[4], b[5], why);
   VG_(free)(name);
}

/*------------------------------------------------------------*/
/*--- Debug information                                    ---*/
/*------------------------------------------------------------*/

/* Most of a shorter run is the start-up of the C library, whose source is
   hardly ever known. */
#define LONG_RUN_IR 100000000ULL

#define N_NAMED 3 /* objects in the line, at most */

static Double advice_percent(ULong n, ULong total)
{
   return n * 100.0 / total;
}

/* Insert `object' into `largest', which is sorted by the number of
   instructions, the largest first; NULLs are at its end. */
static void insert_object(const CodeObject* largest[N_NAMED],
                          const CodeObject* object)
{
   for (Int i = 0; i < N_NAMED; i++) {
      const CodeObject* other = largest[i];

      if (!other || other->unknown_Ir < object->unknown_Ir) {
         largest[i] = object;
         object     = other;
      }
      if (!object)
         return;
   }
}

/* Store in `largest' the objects with at least a hundredth of all instructions.
   Returns the number of instructions in all objects. */
static ULong find_largest(const CodeObject* largest[N_NAMED], ULong total_Ir)
{
   ULong sum = 0;

   for (const CodeObject* o = cg_objects_all(); o; o = o->next) {
      sum += o->unknown_Ir;
      if (o->unknown_Ir >= total_Ir / 100.0)
         insert_object(largest, o);
   }
   return sum;
}

/* Print the objects and their shares.  Returns whether one of them is a file,
   so that the user can do something about it. */
static Bool print_objects(const CodeObject* const objects[N_NAMED],
                          ULong                   total_Ir)
{
   Bool has_file = False;

   for (Int i = 0; i < N_NAMED && objects[i]; i++) {
      Bool   is_file = objects[i]->name[0] != '\0';
      HChar* name =
         cg_out_printable(is_file ? objects[i]->name : "code in no file (JIT)");

      VG_(umsg)("%s %s (%.1f%%)", i == 0 ? ":" : ",", name,
                advice_percent(objects[i]->unknown_Ir, total_Ir));
      VG_(free)(name);
      has_file |= is_file;
   }
   return has_file;
}

void cg_advice_debug_info(ULong total_Ir)
{
   const CodeObject* largest[N_NAMED] = {NULL};
   ULong             unknown          = find_largest(largest, total_Ir);
   Int               verbosity        = total_Ir >= LONG_RUN_IR ? 1 : 2;

   if (unknown <= total_Ir / 2 || VG_(clo_verbosity) < verbosity)
      return;
   VG_(umsg)("the source of %.1f%% of the instructions is not known",
             advice_percent(unknown, total_Ir));
   /* If DEBUGINFOD_URLS is set, the core runs debuginfod-find. */
   if (print_objects(largest, total_Ir))
      VG_(umsg)("; install debug packages (-dbg, -dbgsym), or debuginfod and "
                "set DEBUGINFOD_URLS; compile your own code with -g");
   VG_(umsg)("\n");
}
