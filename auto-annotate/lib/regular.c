/* SPDX-License-Identifier: GPL-2.0-or-later */
/* regular.c: see regular.h. */

#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <stdint.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "lib/regular.h"

/* A file system that compresses does not make a file so many times smaller, nor
   does a compiler that compresses debug information.  Small files may have no
   blocks of their own. */
#define MAX_SPARSE 64
#define MIN_BYTES  4096

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

char* regular_path(int fd)
{
   char*  link = g_strdup_printf("/proc/self/fd/%d", fd);
   char   path[PATH_MAX];
   gssize length = readlink(link, path, sizeof path - 1);

   g_free(link);
   if (length <= 0)
      return NULL;
   path[length] = '\0';
   return g_strdup(path);
}

/* Whether a file is below a directory whose files are not what they seem,
   whatever is mounted there. */
static gboolean is_of_kernel(int fd)
{
   static const char* const directories[] = {"/proc/", "/sys/", "/dev/"};

   char*    path   = regular_path(fd);
   gboolean result = !path;
   for (guint i = 0; !result && i < G_N_ELEMENTS(directories); i++)
      result = g_str_has_prefix(path, directories[i]);
   g_free(path);
   return result;
}

/* Returns a descriptor that only refers to such a file, or -1. */
static int refer_to(const char* name, struct stat* status)
{
   int fd = open(name, O_PATH | O_CLOEXEC);

   if (fd < 0
       || (fstat(fd, status) == 0 && S_ISREG(status->st_mode) && !is_made_up(fd)
           && !is_of_kernel(fd)))
      return fd;
   close(fd);
   return -1;
}

int regular_open(const char* name, struct stat* status)
{
   int reference = refer_to(name, status);

   if (reference < 0)
      return -1;
   /* Not by its name, which could name another file by now. */
   char* same = g_strdup_printf("/proc/self/fd/%d", reference);
   int   fd   = open(same, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
   g_free(same);
   close(reference);
   return fd;
}

guint64 regular_bytes(int fd, const struct stat* status)
{
   off_t before = lseek(fd, 0, SEEK_CUR);
   off_t hole   = lseek(fd, 0, SEEK_HOLE);

   lseek(fd, before, SEEK_SET);
   if (hole < 0 || hole >= status->st_size)
      return status->st_size;
   return MIN((guint64)status->st_size, (guint64)status->st_blocks * 512);
}

gboolean regular_explains(int fd, const struct stat* status, guint64 bytes)
{
   return bytes <= MAX_SPARSE * MAX(regular_bytes(fd, status), MIN_BYTES);
}

char* regular_identity(const struct stat* status)
{
   return g_strdup_printf("%ju:%ju", (uintmax_t)status->st_dev,
                          (uintmax_t)status->st_ino);
}

gboolean regular_is_elf(int fd)
{
   static const char magic[] = {0x7f, 'E', 'L', 'F'};
   char              begin[sizeof magic];
   struct stat       status;

   return pread(fd, begin, sizeof begin, 0) == sizeof begin
          && memcmp(begin, magic, sizeof magic) == 0 && fstat(fd, &status) == 0
          && regular_explains(fd, &status, status.st_size);
}

gboolean regular_is(const char* name)
{
   struct stat status;
   int         fd = refer_to(name, &status);

   if (fd >= 0)
      close(fd);
   return fd >= 0;
}
