/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_exec.c: which program a call of exec is about to run; see cg_exec.h. */

#include <asm/errno.h>

#include "pub_tool_aspacemgr.h"
#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "guest/cg_exec.h"
#include "guest/cg_file.h"

Bool cg_exec_is_call(UInt syscall_number)
{
   return syscall_number == __NR_execve || syscall_number == __NR_execveat;
}

/* Tools cannot ask for the other groups of the process, so the permission of
   the file's group is enough for everybody but its owner. */
static Bool is_executable(const struct vg_stat* file)
{
   UInt who = VKI_S_IXUSR | VKI_S_IXGRP | VKI_S_IXOTH;

   if (VG_(geteuid)() != 0)
      who = (UInt)VG_(geteuid)() == file->uid ? VKI_S_IXUSR
                                              : VKI_S_IXGRP | VKI_S_IXOTH;
   return VKI_S_ISREG(file->mode) && (file->mode & who) != 0;
}

/* Whether the file begins as a binary or as a script; the kernel refuses others
   (ENOEXEC).  A file that this process may execute but not read is taken for a
   binary. */
static Bool has_known_form(const HChar* path)
{
   HChar start[4] = "";

   if (cg_file_read(path, start, sizeof start) < 0)
      return True;
   return VG_(memcmp)(start, "#!", 2) == 0
          || VG_(memcmp)(start, "\177ELF", 4) == 0;
}

static Bool is_program(const HChar* path)
{
   struct vg_stat file;

   return !sr_isError(VG_(stat)(path, &file)) && is_executable(&file)
          && has_known_form(path);
}

/* The program may pass any pointer.  If it is bad, the kernel returns an error,
   but reading it here would crash the tool.  The address space manager does not
   know enough: a page after the end of a mapped file cannot be read either. */
static Bool is_readable(const HChar* path)
{
   struct vg_stat file;

   if (!VG_(am_is_valid_for_client)((Addr)path, 1, VKI_PROT_READ))
      return False;

   SysRes result = VG_(stat)(path, &file);

   return !sr_isError(result)
          || (sr_Err(result) != EFAULT && sr_Err(result) != ENAMETOOLONG);
}

/* What execveat runs if `path' is relative to the open file or directory `fd',
   or NULL if there is no such file.  The name of `fd' is found in
   /proc/self/fd, as the core does it. */
static const HChar* path_at(Int fd, const HChar* path, UInt flags)
{
   static HChar name[2 * VKI_PATH_MAX];
   HChar        link[30];

   if (path[0] == '\0' && !(flags & VKI_AT_EMPTY_PATH))
      return NULL;
   VG_(snprintf)(link, sizeof link, "/proc/self/fd/%d", fd);

   SSizeT length = VG_(readlink)(link, name, VKI_PATH_MAX);

   if (length < 0)
      return NULL;
   VG_(snprintf)(name + length, sizeof name - length, "%s%s",
                 path[0] == '\0' ? "" : "/", path);
   return name;
}

const HChar* cg_exec_program(UInt syscall_number, const UWord* args)
{
   Bool         is_at = syscall_number == __NR_execveat;
   const HChar* path  = (const HChar*)args[is_at ? 1 : 0];

   if (!is_readable(path))
      return NULL;
   if (is_at && path[0] != '/' && (Int)args[0] != VKI_AT_FDCWD)
      path = path_at((Int)args[0], path, args[4]);
   return path && is_program(path) ? path : NULL;
}
