/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_profile_list.c: see cg_profile_list.h. */

#include <asm/fcntl.h>

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#include "conflicts/cg_text.h"
#include "guest/cg_core.h"
#include "output/cg_out.h"
#include "output/cg_process.h"
#include "output/cg_profile_list.h"

/* Nobody shows more of a command. */
#define MAX_COMMAND 1000 /* bytes */
#define MAX_NUMBERS 60

static const HChar* list; /* NULL: none */

void cg_profile_list_init(const HChar* file)
{
   list = file;
}

/* Whether the file can be the one that was made for this run.  A daemon may end
   after that was removed: until then, another user may give its name to a FIFO,
   or to a file of this user. */
static Bool is_list(Int fd)
{
   struct vg_stat st;

   return VG_(fstat)(fd, &st) == 0 && (st.mode & VKI_S_IFMT) == VKI_S_IFREG
          && st.uid == (UInt)VG_(geteuid)() && st.nlink == 1;
}

/* One call writes a whole record, so that those of two processes do not mix. */
static void append_record(const HChar* record, SizeT length)
{
   SysRes opened =
      VG_(open)(list, VKI_O_WRONLY | O_APPEND | VKI_O_NONBLOCK | O_NOFOLLOW, 0);

   if (sr_isError(opened))
      return;
   if (is_list(sr_Res(opened)))
      VG_(write)(sr_Res(opened), record, length);
   VG_(close)(sr_Res(opened));
}

static HChar* cut_command(void)
{
   HChar* command = cg_core_command();

   if (VG_(strlen)(command) > MAX_COMMAND)
      command[cg_text_cut(command, MAX_COMMAND)] = '\0';
   return command;
}

/* Copies a text and its NUL.  Returns the end of the copy. */
static HChar* put_text(HChar* to, const HChar* text)
{
   SizeT size = VG_(strlen)(text) + 1;

   VG_(memcpy)(to, text, size);
   return to + size;
}

void cg_profile_list_add(const HChar* path, UInt n_threads, ULong Ir)
{
   /* Where a filter watches system calls, opening a file may be the last. */
   if (!list || !cg_out_is_replaceable(path) || cg_process_is_filtered())
      return;

   HChar  numbers[MAX_NUMBERS];
   HChar* command = cut_command();
   HChar* record =
      VG_(malloc)("cg.profile_list.record",
                  MAX_NUMBERS + VG_(strlen)(path) + VG_(strlen)(command) + 2);
   HChar* end = record;

   VG_(sprintf)(numbers, "%d %u %llu", VG_(getpid)(), n_threads, Ir);
   end = put_text(put_text(put_text(end, numbers), path), command);
   append_record(record, end - record);
   VG_(free)(record);
   VG_(free)(command);
}
