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

/* A limit that is not as `lift' left it is not set: it was not lifted, or
   another process has set it since. */
static void restore(Int resource, const struct vki_rlimit* before)
{
   struct vki_rlimit now;

   if (before->rlim_cur != before->rlim_max
       && VG_(getrlimit)(resource, &now) == 0
       && now.rlim_cur == before->rlim_max && now.rlim_max == before->rlim_max)
      VG_(setrlimit)(resource, before);
}

static Bool may_be_set = True;

Bool cg_limits_may_be_set(void)
{
   return may_be_set;
}

Limits cg_limits_lift(void)
{
   if (!may_be_set)
      return (Limits){0};
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
   Limits limits = cg_limits_lift();

   may_be_set = limits.file_size.rlim_cur != RLIM_INFINITY
                || limits.address_space.rlim_cur != RLIM_INFINITY;
   cg_limits_restore(&limits);
   reserve = VG_(malloc)("cg.limits.reserve", RESERVED_BYTES);
   cg_limits_after_syscall();
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

/* Whether this system call is going to set a limit of any kind. */
static Bool sets_limit(UInt syscall_number, const UWord* args)
{
   return syscall_number == __NR_setrlimit
          || (syscall_number == __NR_prlimit64 && args[2] != 0);
}

#define NO_LIMIT (~0ULL)

/* The soft limit on the address space that this system call is going to set, in
   bytes; NO_LIMIT if it sets none. */
static ULong limit_to_set(UInt syscall_number, const UWord* args)
{
   Addr at = 0;

   if (syscall_number == __NR_setrlimit && args[0] == RLIMIT_AS)
      at = args[1];
   else if (syscall_number == __NR_prlimit64 && args[1] == RLIMIT_AS)
      at = args[2];
   if (at == 0
       || !VG_(am_is_valid_for_client)(at, sizeof(ULong), VKI_PROT_READ))
      return NO_LIMIT;
   return syscall_number == __NR_setrlimit ? *(UWord*)at : *(ULong*)at;
}

/* The program's limit on the address space. */
static Bool              may_be_limited = True;
static Bool              is_lifted;
static struct vki_rlimit limit; /* valid while it is lifted */

static Bool has_hard_limit(void)
{
   struct vki_rlimit now;

   return VG_(getrlimit)(RLIMIT_AS, &now) != 0 || now.rlim_max != RLIM_INFINITY;
}

void cg_limits_before_syscall(UInt syscall_number, const UWord* args)
{
   ULong new_limit = limit_to_set(syscall_number, args);

   may_be_set |= sets_limit(syscall_number, args);
   if (new_limit != NO_LIMIT) {
      may_be_limited = True;
      cg_limits_release_memory();
      /* If the limit leaves some memory, the core can still get more later, and
         the program must find as much as possible. */
      if (new_limit < address_space_size() && !has_hard_limit())
         VG_(free)(VG_(malloc)("cg.limits.room", ROOM_BYTES));
   }
   if (is_lifted)
      restore(RLIMIT_AS, &limit);
   is_lifted = False;
}

void cg_limits_after_syscall(void)
{
   /* While another thread waits in a system call, it is lifted already. */
   if (!may_be_limited || is_lifted)
      return;
   limit          = lift(RLIMIT_AS);
   is_lifted      = limit.rlim_cur != limit.rlim_max;
   may_be_limited = is_lifted;
}
