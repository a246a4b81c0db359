/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_limits.c: writes in spite of the program's resource limits; see
   cg_limits.h. */

#include <asm/resource.h>

#include "pub_tool_basics.h"
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

static void* reserve; /* NULL: released */

void cg_limits_init(void)
{
   Limits limits = cg_limits_lift();

   may_be_set = limits.file_size.rlim_cur != RLIM_INFINITY
                || limits.address_space.rlim_cur != RLIM_INFINITY;
   cg_limits_restore(&limits);
   reserve = VG_(malloc)("cg.limits.reserve", RESERVED_BYTES);
}

void cg_limits_release_memory(void)
{
   if (reserve)
      VG_(free)(reserve);
   reserve = NULL;
}

void cg_limits_before_syscall(UInt syscall_number, const UWord* args)
{
   if (syscall_number == __NR_setrlimit
       || (syscall_number == __NR_prlimit64 && args[2] != 0))
      may_be_set = True;
}
