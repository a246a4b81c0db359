/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_sandbox.c: see cg_sandbox.h. */

#include <linux/prctl.h>
#include <linux/sched.h>
#include <linux/seccomp.h>

#include "pub_tool_basics.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vkiscnums.h"

#include "guest/cg_sandbox.h"

/* Libraries also call these without a filter, to learn what the kernel has. */
Bool cg_sandbox_is_filter(UInt syscall_number, const UWord* args)
{
   if (syscall_number == __NR_prctl)
      return args[0] == PR_SET_SECCOMP
             && (args[1] == SECCOMP_MODE_STRICT || args[2] != 0);
   return syscall_number == __NR_seccomp && args[0] == SECCOMP_SET_MODE_FILTER
          && args[2] != 0;
}

/* Whether one of n users is another one than now; -1 stands for none. */
static Bool has_other_user(const UWord* args, UInt n)
{
   for (UInt i = 0; i < n; i++)
      if ((Int)args[i] != -1 && (Int)args[i] != VG_(geteuid)())
         return True;
   return False;
}

Bool cg_sandbox_is_call(UInt syscall_number, const UWord* args)
{
   switch (syscall_number) {
   case __NR_chroot:
   case __NR_mount:
   case __NR_umount2:
   case __NR_pivot_root:
   case __NR_setns:
#ifdef __NR_move_mount
   case __NR_move_mount:
#endif
#ifdef __NR_mount_setattr
   case __NR_mount_setattr:
#endif
#ifdef __NR_landlock_restrict_self
   case __NR_landlock_restrict_self:
#endif
      return True;
   case __NR_unshare:
      return (args[0] & (CLONE_NEWUSER | CLONE_NEWNS)) != 0;
   case __NR_capset:
      return VG_(geteuid)() == 0;
   case __NR_setuid:
   case __NR_setfsuid:
#ifdef __NR_setuid32
   case __NR_setuid32:
   case __NR_setfsuid32:
#endif
      return has_other_user(args, 1);
   case __NR_setreuid:
#ifdef __NR_setreuid32
   case __NR_setreuid32:
#endif
      return has_other_user(args, 2);
   case __NR_setresuid:
#ifdef __NR_setresuid32
   case __NR_setresuid32:
#endif
      return has_other_user(args, 3);
   default:
      return cg_sandbox_is_filter(syscall_number, args);
   }
}
