/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_limits.c: writes in spite of the program's resource limits; see
   cg_limits.h. */

#include <asm/resource.h>

#include "pub_tool_aspacemgr.h"
#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "guest/cg_limits.h"

/*------------------------------------------------------------*/
/*--- Soft limits                                          ---*/
/*------------------------------------------------------------*/

/* Raise one soft limit.  Returns what the limit was. */
static struct vki_rlimit lift(Int resource)
{
   struct vki_rlimit before = {0}, lifted;

   if (VG_(getrlimit)(resource, &before) == 0
       && before.rlim_cur != before.rlim_max) {
      lifted = (struct vki_rlimit){before.rlim_max, before.rlim_max};
      VG_(setrlimit)(resource, &lifted);
   }
   return before;
}

/* A limit that was not lifted is not set: this could lower it. */
static void restore(Int resource, const struct vki_rlimit* before)
{
   if (before->rlim_cur != before->rlim_max)
      VG_(setrlimit)(resource, before);
}

Limits cg_limits_lift(void)
{
   return (Limits){
      .file_size     = lift(RLIMIT_FSIZE),
      .address_space = lift(RLIMIT_AS),
   };
}

void cg_limits_restore(const Limits* limits)
{
   restore(RLIMIT_FSIZE, &limits->file_size);
   restore(RLIMIT_AS, &limits->address_space);
}

/*------------------------------------------------------------*/
/*--- Memory                                               ---*/
/*------------------------------------------------------------*/

/* What writing a profile needs: the command, and the names of files. */
#define RESERVED_BYTES (64 << 10)

/* Room for the segments and cost centres of the code that the program may still
   run.  The core itself has room for about a thousand more superblocks. */
#define ROOM_BYTES 1000000

static void* reserve; /* NULL: released */

void cg_limits_init(void)
{
   reserve = VG_(malloc)("cg.limits.reserve", RESERVED_BYTES);
}

void cg_limits_release_memory(void)
{
   if (reserve)
      VG_(free)(reserve);
   reserve = NULL;
}

/* The size of the address space in bytes, or 0 if it is not known. */
static ULong address_space_size(void)
{
   HChar  pages[40] = {0};
   SysRes res       = VG_(open)("/proc/self/statm", VKI_O_RDONLY, 0);

   if (sr_isError(res))
      return 0;
   VG_(read)(sr_Res(res), pages, sizeof pages - 1);
   VG_(close)(sr_Res(res));
   return VG_(strtoull10)(pages, NULL) * VKI_PAGE_SIZE;
}

#define NO_LIMIT (~0ULL)

/* The soft limit on the address space that this system call is going to set, in
   bytes; NO_LIMIT if it sets none. */
static ULong limit_to_set(UInt syscall_number, const UWord* args)
{
   Addr limit = 0;

   if (syscall_number == __NR_setrlimit && args[0] == RLIMIT_AS)
      limit = args[1];
   else if (syscall_number == __NR_prlimit64 && args[1] == RLIMIT_AS)
      limit = args[2];
   if (limit == 0
       || !VG_(am_is_valid_for_client)(limit, sizeof(ULong), VKI_PROT_READ))
      return NO_LIMIT;
   return syscall_number == __NR_setrlimit ? *(UWord*)limit : *(ULong*)limit;
}

/* If the limit leaves some memory, the core can still get more for VG_(malloc)
   later, and the program must find as much as possible. */
void cg_limits_before_syscall(UInt syscall_number, const UWord* args)
{
   ULong limit = limit_to_set(syscall_number, args);

   if (limit == NO_LIMIT)
      return;
   cg_limits_release_memory();
   if (limit < address_space_size())
      VG_(free)(VG_(malloc)("cg.limits.room", ROOM_BYTES));
}
