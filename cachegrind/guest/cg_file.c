/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_file.c: see cg_file.h. */

#include "pub_tool_basics.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_vki.h"

#include "guest/cg_file.h"

Word cg_file_read(const HChar* path, HChar* bytes, SizeT max)
{
   SysRes file   = VG_(open)(path, VKI_O_RDONLY, 0);
   SizeT  length = 0;
   Int    n      = 1;

   if (sr_isError(file))
      return -(Word)sr_Err(file);
   while (n > 0 && length < max) {
      n = VG_(read)(sr_Res(file), bytes + length, max - length);
      length += n > 0 ? n : 0;
   }
   VG_(close)(sr_Res(file));
   return n < 0 ? n : (Word)length;
}
