/* SPDX-License-Identifier: GPL-2.0-or-later */
/* regular.h: opens files whose names come from a profile, and so perhaps from a
   stranger. */

#ifndef REGULAR_H
#define REGULAR_H

#include <sys/stat.h>

#include <glib.h>

/* Opens a regular file for reading, and sets *status.  What is no regular file
   is not even opened: a FIFO could block, and opening a device can do
   something.  Nor is what lies below /dev, or is made up by the kernel, as in
   /proc and /sys: reading such a file can block, change something, or tell a
   secret.  Returns its descriptor, or -1. */
int regular_open(const char* name, struct stat* status);

/* Returns the absolute path of an open file, without symbolic links, or NULL;
   the caller frees it. */
char* regular_path(int fd);

/* Returns how many bytes of an open file are data: its size, or, if it has
   holes, what it takes on the disk.  A sparse file can have any size; that of a
   pipe is 0.  A file system may not yet say what a file without holes takes. */
guint64 regular_bytes(int fd, const struct stat* status);

/* Returns whether an open file can stand for so many bytes: not if it is mostly
   a hole, or would be unpacked to many times what it is. */
gboolean regular_explains(int fd, const struct stat* status, guint64 bytes);

/* Returns what tells a file from all others, whatever its names are; the caller
   frees it. */
char* regular_identity(const struct stat* status);

/* Returns whether an open file begins as an ELF file does, and is not mostly a
   hole.  Programs and libraries that read those also read others, which are not
   wanted: archives name more files, and what is compressed can become large. */
gboolean regular_is_elf(int fd);

/* Returns whether regular_open() would open that file. */
gboolean regular_is(const char* name);

#endif
