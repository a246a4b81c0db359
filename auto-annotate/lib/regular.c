/* SPDX-License-Identifier: GPL-2.0-or-later */
/* regular.c: see regular.h. */

#include <fcntl.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "lib/regular.h"

/* Whether the kernel makes up the files of a descriptor's file system. */
static gboolean is_made_up(int fd)
{
   static const guint32 types[] = {
      PROC_SUPER_MAGIC, SYSFS_MAGIC,        DEBUGFS_MAGIC,      TRACEFS_MAGIC,
      SECURITYFS_MAGIC, CGROUP_SUPER_MAGIC, CGROUP2_SUPER_MAGIC};
   struct statfs system;

   if (fstatfs(fd, &system) != 0)
      return TRUE;
   for (guint i = 0; i < G_N_ELEMENTS(types); i++)
      if ((guint32)system.f_type == types[i])
         return TRUE;
   return FALSE;
}

/* Whether a name leads below /dev, where files are parts of devices. */
static gboolean is_below_dev(const char* name)
{
   char*    real   = realpath(name, NULL);
   gboolean result = real && g_str_has_prefix(real, "/dev/");

   free(real);
   return result;
}

/* Returns a descriptor that only refers to such a file, or -1. */
static int refer_to(const char* name, struct stat* status)
{
   int fd = open(name, O_PATH | O_CLOEXEC);

   if (fd < 0
       || (fstat(fd, status) == 0 && S_ISREG(status->st_mode) && !is_made_up(fd)
           && !is_below_dev(name)))
      return fd;
   close(fd);
   return -1;
}

int regular_open(const char* name, struct stat* status)
{
   struct stat same;
   int         reference = refer_to(name, status);

   if (reference < 0)
      return -1;
   int fd = open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
   close(reference);
   /* The name could have become that of another file in between. */
   if (fd < 0
       || (fstat(fd, &same) == 0 && same.st_dev == status->st_dev
           && same.st_ino == status->st_ino))
      return fd;
   close(fd);
   return -1;
}

gboolean regular_is_elf(int fd)
{
   static const char magic[] = {0x7f, 'E', 'L', 'F'};
   char              begin[sizeof magic];

   return pread(fd, begin, sizeof begin, 0) == sizeof begin
          && memcmp(begin, magic, sizeof magic) == 0;
}

gboolean regular_is(const char* name)
{
   struct stat status;
   int         fd = refer_to(name, &status);

   if (fd >= 0)
      close(fd);
   return fd >= 0;
}
