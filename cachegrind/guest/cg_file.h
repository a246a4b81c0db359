/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_file.h: reads files, and tells whether two are one. */

#ifndef CG_FILE_H
#define CG_FILE_H

#include "pub_tool_basics.h"
#include "pub_tool_libcfile.h"

/* Reads up to `max' bytes of a file.  Returns how many, or -errno. */
Word cg_file_read(const HChar* path, HChar* bytes, SizeT max);

/* Whether these are of one file: on one device, with one inode. */
static inline Bool cg_file_is_same(const struct vg_stat* a,
                                   const struct vg_stat* b)
{
   return a->dev == b->dev && a->ino == b->ino;
}

#endif /* CG_FILE_H */
