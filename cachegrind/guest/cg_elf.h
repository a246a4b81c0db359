/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_elf.h: what the headers of an ELF file say of its sections. */

#ifndef CG_ELF_H
#define CG_ELF_H

#include "pub_tool_basics.h"
#include "pub_tool_xarray.h"

/* The sections of the file `path' that can have code or variables of the
   program, as a new XArray of Range with offsets in the file.  The others are
   tables for the dynamic linker, such as its symbols, and memory that is not in
   the file, such as .bss.  NULL if the headers cannot be read, or if the file
   is another one by now than that of `device' and `inode'. */
XArray* cg_elf_sections(const HChar* path, ULong device, ULong inode);

#endif /* CG_ELF_H */
