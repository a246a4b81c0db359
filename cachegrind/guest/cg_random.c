/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_random.c: the same random numbers in every run; see cg_random.h.

   Each thread has a stream of its own, so that it does not matter which of two
   threads asks first.  So has each forked child: with its parent's stream, both
   would choose the same names of temporary files. */

#include <linux/auxvec.h>

#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "guest/cg_random.h"
#include "guest/cg_sandbox.h"

/* The kernel's numbers, which the core's headers lack. */
#define DEVICE_RANDOM  0x108
#define DEVICE_URANDOM 0x109
#define AT_RANDOM_SIZE 16

static ULong* streams; /* of each ThreadId; NULL: nothing is fixed */
static ULong  child_seed;
static Bool   sandboxed; /* a system call of ours could end the process */

/* SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
   generators", 2014). */
static ULong next_number(ULong* stream)
{
   ULong z = *stream += 0x9e3779b97f4a7c15ULL;

   z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
   z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
   return z ^ z >> 31;
}

static void seed_streams(ULong seed)
{
   for (ThreadId tid = 0; tid < VG_N_THREADS; tid++)
      streams[tid] = next_number(&seed);
}

/* Another thread may have unmapped the buffer meanwhile. */
static void fill(ThreadId tid, void* buffer, SizeT n_bytes)
{
   if (!VG_(am_is_valid_for_client)((Addr)buffer, n_bytes, VKI_PROT_WRITE))
      return;
   for (SizeT done = 0; done < n_bytes; done += sizeof(ULong)) {
      ULong number = next_number(&streams[tid]);

      VG_(memcpy)((UChar*)buffer + done, &number,
                  VG_MIN(sizeof number, n_bytes - done));
   }
}

static void before_fork(ThreadId tid)
{
   child_seed = next_number(&streams[tid]);
}

static void in_child(ThreadId tid)
{
   seed_streams(child_seed);
}

/* The kernel's auxiliary vector follows the environment. */
static void fix_at_random(void)
{
   const UWord* word = (const UWord*)VG_(client_envp);

   while (*word++ != 0) {
   }
   for (; word[0] != AT_NULL; word += 2)
      if (word[0] == AT_RANDOM)
         fill(1, (void*)word[1], AT_RANDOM_SIZE);
}

void cg_random_fix(void)
{
   streams = VG_(calloc)("cg.random.streams", VG_N_THREADS, sizeof *streams);
   seed_streams(0);
   fix_at_random();
   VG_(atfork)(before_fork, NULL, in_child);
}

/* The name by which the descriptor was opened is not enough: it may be a copy,
   or come from another process. */
static Bool is_random_device(Int fd)
{
   struct vg_stat file;

   return !sandboxed && VG_(fstat)(fd, &file) == 0 && VKI_S_ISCHR(file.mode)
          && (file.rdev == DEVICE_RANDOM || file.rdev == DEVICE_URANDOM);
}

/* What was read may have overwritten the list of parts itself. */
static void fill_parts(ThreadId tid, const struct vki_iovec* part,
                       SizeT n_parts, SizeT n_bytes)
{
   if (!VG_(am_is_valid_for_client)((Addr)part, n_parts * sizeof *part,
                                    VKI_PROT_READ))
      return;
   for (; n_bytes > 0 && n_parts > 0; part++, n_parts--) {
      SizeT size = VG_MIN(part->iov_len, n_bytes);

      fill(tid, part->iov_base, size);
      n_bytes -= size;
   }
}

void cg_random_after_syscall(ThreadId tid, UInt number, const UWord args[],
                             SysRes result)
{
   if (!streams || sr_isError(result))
      return;
   switch (number) {
   case __NR_getrandom:
      fill(tid, (void*)args[0], sr_Res(result));
      break;
   case __NR_read:
   case __NR_pread64:
      if (is_random_device(args[0]))
         fill(tid, (void*)args[1], sr_Res(result));
      break;
   case __NR_readv:
   case __NR_preadv:
      if (is_random_device(args[0]))
         fill_parts(tid, (const struct vki_iovec*)args[1], args[2],
                    sr_Res(result));
      break;
   default:
      sandboxed |= cg_sandbox_is_filter(number, args);
      break;
   }
}

/* As VEX's helper returns it: 32 bits, and above them whether they are valid.
 */
static ULong random_word(void)
{
   return 1ULL << 32 | (UInt)next_number(&streams[VG_(get_running_tid)()]);
}

/* The helper has the prefix of the guest: amd64g_ or x86g_. */
static Bool is_helper(const IRDirty* call, const HChar* instruction)
{
   const HChar* end = VG_(strstr)(call->cee->name, "g_dirtyhelper_RD");

   return end && VG_(strcmp)(end + 14, instruction) == 0;
}

static void replace_helper(IRDirty* call)
{
   if (is_helper(call, "RDRAND") || is_helper(call, "RDSEED"))
      call->cee = mkIRCallee(0, "random_word",
                             VG_(fnptr_to_fnentry)((void*)&random_word));
}

void cg_random_replace_calls(IRSB* code)
{
   for (Int i = 0; streams && i < code->stmts_used; i++)
      if (code->stmts[i]->tag == Ist_Dirty)
         replace_helper(code->stmts[i]->Ist.Dirty.details);
}
