/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_avx512.c: the option, and the decoder that comes before VEX's; see
   cg_avx512.h. */

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_options.h"
#include "pub_tool_tooliface.h"

#include "avx512/cg_avx512.h"

/*------------------------------------------------------------*/
/*--- The option                                           ---*/
/*------------------------------------------------------------*/

typedef enum { AVX512_NO, AVX512_YES, AVX512_SHOW } Avx512Mode;

static Avx512Mode mode = AVX512_YES;

static Avx512Mode mode_of(const HChar* word)
{
   if (VG_(strcmp)(word, "yes") == 0)
      return AVX512_YES;
   if (VG_(strcmp)(word, "show") == 0)
      return AVX512_SHOW;
   if (VG_(strcmp)(word, "no") != 0) {
      VG_(fmsg)("--avx512=%s: must be yes, show or no\n", word);
      VG_(exit)(1);
   }
   return AVX512_NO;
}

Bool cg_avx512_process_option(const HChar* arg)
{
   const HChar* word;

   if (!VG_STR_CLO(arg, "--avx512", word))
      return False;
   mode = mode_of(word);
   return True;
}

#ifdef WRAPS_DECODER
#define DEFAULT "yes"
#else
#define DEFAULT "this build cannot"
#endif

void cg_avx512_print_usage(void)
{
   VG_(printf)(
      "    --avx512=yes|show|no             run AVX-512 instructions? `show' "
      "also tells\n"
      "                                     the program that it may use them "
      "[%s]\n",
      DEFAULT);
}

#define WHY_NO "which --avx512=no does not run"

#ifndef WRAPS_DECODER

void cg_avx512_init(void)
{
}

const HChar* cg_avx512_why_not(void)
{
   return mode == AVX512_NO ? WHY_NO : "which this build does not run";
}

#else

#include "avx512/cg_evex_decode.h"
#include "avx512/cg_evex_ir.h"
#include "avx512/cg_evex_show.h"
#include "avx512/cg_evex_xsave.h"
#include "sim/branch/cg_host_cpu.h"

/*------------------------------------------------------------*/
/*--- The processor                                        ---*/
/*------------------------------------------------------------*/

/* Leaf 7 of CPUID, register ebx: F, DQ, BW and VL, of which the stubs use the
   first three themselves; and XCR0.  From Intel's manual, volume 1, chapter
   15.2. */
#define HAS_AVX512 (1u << 16 | 1u << 17 | 1u << 30 | 1u << 31)
#define SAVES_ZMM  0xE6u
#define OSXSAVE    (1u << 27)

static Bool host_has_avx512(void)
{
   return cg_host_cpu_id(0).eax >= 7 && (cg_host_cpu_id(1).ecx & OSXSAVE) != 0
          && (cg_host_cpu_saved() & SAVES_ZMM) == SAVES_ZMM
          && (cg_host_cpu_id(7).ebx & HAS_AVX512) == HAS_AVX512;
}

/* Whether AVX-512 instructions are run.  Set by init. */
static Bool is_on;

/* Whether the program has executed one. */
static Bool was_used;

void cg_avx512_init(void)
{
   is_on = mode != AVX512_NO && host_has_avx512();
}

const HChar* cg_avx512_why_not(void)
{
   if (mode == AVX512_NO)
      return WHY_NO;
   return is_on ? "of which this one is not known"
                : "which this processor does not have";
}

/*------------------------------------------------------------*/
/*--- VEX's decoder                                        ---*/
/*------------------------------------------------------------*/

/* What VEX's decoder returns: 16 bytes, of which the first 4 are the length of
   the instruction in bytes, or 0.  configure checks this. */
typedef struct {
   UInt length, others[3];
} Decoded;

/* Of the decoder: the instruction at code + delta has the address `ip', and its
   IR is to be appended to `sb'. */
#define DECODER_PARAMETERS                                                     \
   IRSB *sb, const UChar *code, Long delta, Addr ip, VexArch arch,             \
      const VexArchInfo *info, const VexAbiInfo *abi, VexEndness endness,      \
      Bool report

/* By the names that the linker gives to both decoders. */
Decoded vex_decode(DECODER_PARAMETERS) __asm__("__real_disInstr_AMD64");
Decoded cg_avx512_decode(DECODER_PARAMETERS) __asm__("__wrap_disInstr_AMD64");

static Bool append_instr(IRSB* sb, const EvexInstr* instr, Addr ip)
{
   if (was_used)
      return cg_evex_ir_append(sb, instr, ip);
   cg_evex_ir_append_restart(sb, &was_used, ip);
   return True;
}

/* VEX's part of an instruction is the statements of `sb' from number `from' on.
   Append the rest. */
static void append_rest(IRSB* sb, Int from, const UChar* at, Bool shows)
{
   if (!was_used && !shows)
      return;
   if (!cg_evex_xsave_append(sb, from, at, shows) && was_used)
      cg_evex_ir_clear_uppers(sb, from);
}

/* An instruction that is none of AVX-512. */
static Decoded decode_older(DECODER_PARAMETERS)
{
   const UChar* at    = code + delta;
   Bool         shows = is_on && mode == AVX512_SHOW;
   CpuidInput   input;

   if (shows)
      cg_evex_show_begin(sb, at, &input);

   Int     from = sb->stmts_used;
   Decoded d =
      vex_decode(sb, code, delta, ip, arch, info, abi, endness, report);

   if (shows)
      cg_evex_show_end(sb, at, &input);
   append_rest(sb, from, at, shows);
   return d;
}

/* VEX decodes a nop in place of an instruction of `length' bytes at `ip': the
   last byte of it.  So it is VEX that goes on to the next one. */
static const UChar nops[32] = {[0 ... 31] = 0x90};

Decoded cg_avx512_decode(DECODER_PARAMETERS)
{
   const UChar* at = code + delta;
   EvexInstr    instr;

   if (!is_on || !cg_evex_decode_is_likely(at) || !cg_evex_decode(at, &instr)
       || !append_instr(sb, &instr, ip))
      return decode_older(sb, code, delta, ip, arch, info, abi, endness,
                          report);

   Decoded d = vex_decode(sb, nops, 0, ip + instr.length - 1, arch, info, abi,
                          endness, report);

   d.length = instr.length;
   return d;
}

#endif /* WRAPS_DECODER */
