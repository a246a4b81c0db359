/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_elf.c: see cg_elf.h. */

#include <asm/fcntl.h>

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_xarray.h"

#include "guest/cg_elf.h"
#include "guest/cg_range.h"

/* The parts of the format that are needed, for files with words as long as the
   program's. */
typedef struct {
   UChar  ident[16];
   UShort type, machine;
   UInt   version;
   UWord  entry, segments_at, sections_at;
   UInt   flags;
   UShort size, segment_size, n_segments, section_size, n_sections, names;
} Header;

typedef struct {
   UInt  name, type;
   UWord flags, addr, offset, size;
   UInt  link, info;
   UWord align, entry_size;
} Section;

#define CLASS   4 /* the byte of `ident' that tells how long words are */
#define IS_LOAD 2 /* in `flags': it is in memory */

/* Types of sections. */
enum {
   STRINGS       = 3,
   RELOCATIONS_A = 4,
   HASH          = 5,
   DYNAMIC       = 6,
   NOTE          = 7,
   NOT_IN_FILE   = 8,
   RELOCATIONS   = 9,
   SYMBOLS       = 11,
   INIT_ARRAY    = 14,
   FINI_ARRAY    = 15,
   PREINIT_ARRAY = 16,
   RELATIVE      = 19,
   GNU_HASH      = 0x6ffffff6,
   GNU_DEFINED   = 0x6ffffffd,
   GNU_NEEDED    = 0x6ffffffe,
   GNU_VERSIONS  = 0x6fffffff
};

/* A linker writes some dozens.  A file with more than this is not worth the
   memory. */
#define MAX_SECTIONS 1024

static Bool is_programs(const Section* s)
{
   if (!(s->flags & IS_LOAD) || s->size == 0)
      return False;
   switch (s->type) {
   case STRINGS:
   case RELOCATIONS_A:
   case HASH:
   case DYNAMIC:
   case NOTE:
   case NOT_IN_FILE:
   case RELOCATIONS:
   case SYMBOLS:
   case INIT_ARRAY:
   case FINI_ARRAY:
   case PREINIT_ARRAY:
   case RELATIVE:
   case GNU_HASH:
   case GNU_DEFINED:
   case GNU_NEEDED:
   case GNU_VERSIONS:
      return False;
   default:
      return True;
   }
}

static Bool read_at(Int fd, void* to, SizeT size, OffT offset)
{
   return VG_(lseek)(fd, offset, VKI_SEEK_SET) == offset
          && VG_(read)(fd, to, size) == (Int)size;
}

static Bool is_usable(const Header* h)
{
   return VG_(memcmp)(h->ident, "\177ELF", CLASS) == 0
          && h->ident[CLASS] == (sizeof(UWord) == 8 ? 2 : 1)
          && h->section_size == sizeof(Section) && h->n_sections > 0
          && h->n_sections <= MAX_SECTIONS;
}

/* Whether the section lies in the file, as all do that are in memory. */
static Bool is_within(const Section* s, ULong file_size)
{
   return s->offset <= file_size && s->size <= file_size - s->offset;
}

static XArray* sections_of(Int fd, ULong file_size)
{
   Header   h;
   Section* all;
   SizeT    size;
   XArray*  result = NULL;

   if (!read_at(fd, &h, sizeof h, 0) || !is_usable(&h))
      return NULL;
   size = h.n_sections * sizeof *all;
   all  = VG_(malloc)("cg.elf.all", size);
   if (read_at(fd, all, size, h.sections_at)) {
      result =
         VG_(newXA)(VG_(malloc), "cg.elf.sections", VG_(free), sizeof(Range));
      for (UInt i = 0; i < h.n_sections; i++)
         if (is_programs(&all[i]) && is_within(&all[i], file_size))
            VG_(addToXA)(result, &(Range){all[i].offset, all[i].size});
   }
   VG_(free)(all);
   return result;
}

XArray* cg_elf_sections(const HChar* path, ULong device, ULong inode)
{
   /* What has the name now may be a FIFO. */
   SysRes         file = VG_(open)(path, VKI_O_RDONLY | O_NONBLOCK, 0);
   struct vg_stat s;
   XArray*        result = NULL;

   if (sr_isError(file))
      return NULL;
   if (VG_(fstat)(sr_Res(file), &s) == 0 && s.dev == device && s.ino == inode)
      result = sections_of(sr_Res(file), s.size);
   VG_(close)(sr_Res(file));
   return result;
}
