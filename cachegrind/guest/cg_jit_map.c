/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_jit_map.c: see cg_jit_map.h. */

#include <asm/fcntl.h>

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_oset.h"
#include "pub_tool_vki.h"

#include "guest/cg_jit_map.h"

/* A line in bytes; what is longer is cut.  And how many pieces of code have
   names, and how much is read: a file can go on without end. */
#define MAX_LINE    1024
#define MAX_ENTRIES (1 << 20)
#define MAX_BYTES   (256 << 20)

/* If the last bytes that were read are others now, the file was written anew:
   its inode and its size do not tell. */
#define TAIL_BYTES 64

typedef struct {
   Addr   first, last;
   HChar* name;
} JitCode;

static OSet*        entries; /* of JitCode, which do not overlap; NULL: none */
static const HChar* given;   /* the file that the user named, or NULL */
static ULong        started; /* when the process did, in seconds */

static struct {
   ULong  dev, ino;          /* which file it is */
   Off64T read;              /* so many bytes */
   ULong  mtime, mtime_nsec; /* when it was read last */
   HChar  line[MAX_LINE];
   UInt   n; /* bytes of the line that is not complete */
   HChar  tail[TAIL_BYTES];
   UInt   n_tail;
} file;

/* Code that overlaps is equal. */
static Word compare_code(const void* key, const void* elem)
{
   const JitCode *a = key, *b = elem;

   return a->last < b->first ? -1 : a->first > b->last;
}

static void make_entries(void)
{
   entries = VG_(OSetGen_Create)(0, compare_code, VG_(malloc),
                                 "cg.jit_map.entries", VG_(free));
}

/* A child of fork has its own file. */
static void process_begins(ThreadId tid)
{
   struct vki_timeval now;

   if (VG_(gettimeofday)(&now, NULL) == 0)
      started = now.tv_sec;
}

/* The program may go to another directory. */
static HChar* whole_path(const HChar* name)
{
   const HChar* directory = name[0] == '/' ? "" : VG_(get_startup_wd)();
   SizeT        size      = VG_(strlen)(directory) + 1 + VG_(strlen)(name) + 1;
   HChar*       path      = VG_(malloc)("cg.jit_map.path", size);

   VG_(snprintf)
   (path, size, "%s%s%s", directory, name[0] == '/' ? "" : "/", name);
   return path;
}

void cg_jit_map_init(const HChar* name)
{
   process_begins(0);
   VG_(atfork)(NULL, NULL, process_begins);
   given = name ? whole_path(name) : NULL;
   make_entries();
}

void cg_jit_map_default(HChar path[CG_JIT_MAP_DEFAULT_BYTES])
{
   VG_(snprintf)
   (path, CG_JIT_MAP_DEFAULT_BYTES, "/tmp/perf-%d.map", VG_(getpid)());
}

/*------------------------------------------------------------*/
/*--- Reading                                              ---*/
/*------------------------------------------------------------*/

static void add_code(Addr first, Addr last, const HChar* name)
{
   JitCode  wanted = {.first = first, .last = last};
   JitCode* old;

   while ((old = VG_(OSetGen_Remove)(entries, &wanted))) {
      VG_(free)(old->name);
      VG_(OSetGen_FreeNode)(entries, old);
   }
   if (VG_(OSetGen_Size)(entries) == MAX_ENTRIES)
      return;

   JitCode* code = VG_(OSetGen_AllocNode)(entries, sizeof *code);

   *code      = wanted;
   code->name = VG_(strdup)("cg.jit_map.name", name);
   VG_(OSetGen_Insert)(entries, code);
}

/* Take a complete line; what has another form is no code. */
static void take_line(const HChar* line)
{
   HChar* end;
   ULong  start = VG_(strtoull16)(line, &end);

   if (end == line || *end != ' ')
      return;

   const HChar* digits = end + 1;
   ULong        size   = VG_(strtoull16)(digits, &end);

   if (end == digits || *end != ' ' || size == 0 || start + size - 1 < start
       || start + size - 1 != (Addr)(start + size - 1))
      return;
   add_code(start, start + size - 1, end + 1);
}

static void take_bytes(const HChar* bytes, Int n)
{
   for (Int i = 0; i < n; i++) {
      if (bytes[i] == '\n') {
         file.line[file.n] = '\0';
         take_line(file.line);
         file.n = 0;
      } else if (file.n < MAX_LINE - 1) {
         file.line[file.n++] = bytes[i];
      }
   }
}

static void keep_tail(const HChar* bytes, UInt n)
{
   UInt kept;

   if (n > TAIL_BYTES) {
      bytes += n - TAIL_BYTES;
      n = TAIL_BYTES;
   }
   kept = VG_MIN(file.n_tail, TAIL_BYTES - n);
   VG_(memmove)(file.tail, file.tail + file.n_tail - kept, kept);
   VG_(memcpy)(file.tail + kept, bytes, n);
   file.n_tail = kept + n;
}

/* Go to the first byte that was not read.  Returns whether those before it are
   still there. */
static Bool find_rest(Int fd)
{
   HChar  tail[TAIL_BYTES];
   Off64T at = file.read - file.n_tail;

   return VG_(lseek)(fd, at, VKI_SEEK_SET) == at
          && VG_(read)(fd, tail, file.n_tail) == (Int)file.n_tail
          && VG_(memcmp)(tail, file.tail, file.n_tail) == 0;
}

static void read_rest(Int fd)
{
   HChar bytes[4096];
   Int   n;

   while (file.read < MAX_BYTES
          && (n = VG_(read)(fd, bytes, sizeof bytes)) > 0) {
      take_bytes(bytes, n);
      keep_tail(bytes, n);
      file.read += n;
   }
}

/* Whether the file is of an earlier process that had the same number.  Files
   have the time of a clock that is a little late. */
static Bool is_stale(const struct vg_stat* st)
{
   return !given && st->mtime + 1 < started;
}

/* Whether the opened file may be read. */
static Bool is_ours(Int fd)
{
   struct vg_stat st;

   return VG_(fstat)(fd, &st) == 0 && (st.mode & VKI_S_IFMT) == VKI_S_IFREG
          && (given || st.uid == (UInt)VG_(geteuid)());
}

/* Forget the names: the file is another one than before, or was written anew.
 */
static void begin_file(const struct vg_stat* st)
{
   JitCode* code;

   VG_(OSetGen_ResetIter)(entries);
   while ((code = VG_(OSetGen_Next)(entries)))
      VG_(free)(code->name);
   VG_(OSetGen_Destroy)(entries);
   make_entries();
   file.dev  = st->dev;
   file.ino  = st->ino;
   file.read = file.n = file.n_tail = 0;
}

/* Read what the file has more than the last time. */
static void follow_file(void)
{
   HChar          path[CG_JIT_MAP_DEFAULT_BYTES];
   struct vg_stat st;

   cg_jit_map_default(path);

   const HChar* name = given ? given : path;

   if (sr_isError(VG_(stat)(name, &st)) || is_stale(&st))
      return;
   if (st.dev != file.dev || st.ino != file.ino || st.size < file.read)
      begin_file(&st);
   if (file.read >= MAX_BYTES
       || (st.size == file.read && st.mtime == file.mtime
           && st.mtime_nsec == file.mtime_nsec))
      return;
   file.mtime      = st.mtime;
   file.mtime_nsec = st.mtime_nsec;

   SysRes opened = VG_(open)(
      name, VKI_O_RDONLY | VKI_O_NONBLOCK | (given ? 0 : O_NOFOLLOW), 0);

   if (sr_isError(opened))
      return;
   if (is_ours(sr_Res(opened))) {
      if (!find_rest(sr_Res(opened))) {
         begin_file(&st);
         VG_(lseek)(sr_Res(opened), 0, VKI_SEEK_SET);
      }
      read_rest(sr_Res(opened));
   }
   VG_(close)(sr_Res(opened));
}

static const JitCode* code_at(Addr addr)
{
   JitCode wanted = {.first = addr, .last = addr};

   if (!entries)
      return NULL;
   follow_file();
   return VG_(OSetGen_Lookup)(entries, &wanted);
}

const HChar* cg_jit_map_name(Addr addr)
{
   const JitCode* code = code_at(addr);

   return code ? code->name : NULL;
}

Bool cg_jit_map_is_start(Addr addr)
{
   const JitCode* code = code_at(addr);

   return code && code->first == addr;
}
