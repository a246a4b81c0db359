/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_out.c: writes files completely or not at all; see cg_out.h. */

#include <asm/errno.h>
#include <asm/fcntl.h>
#include <asm/poll.h>
#include <asm/resource.h>

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "conflicts/cg_text.h"
#include "guest/cg_core.h"
#include "guest/cg_file.h"
#include "guest/cg_limits.h"
#include "output/cg_out.h"
#include "output/cg_process.h"
#include "sim/cg_hash.h"

/* An error of open_replacement: no file can be created in the file's
   directory. */
#define CANNOT_REPLACE -2

/* Permissions of files. */
#define OWNER_ONLY        (VKI_S_IRUSR | VKI_S_IWUSR)
#define GROUP             0070
#define ALL               0007
#define SPECIAL           07000
#define WRITABLE_BY_ALL   0002
#define WRITABLE_BY_GROUP 0020

static const HChar* error_text(Int error)
{
   switch (error) {
   case EACCES:
   case EPERM:
      return "permission denied";
   case EBADF:
      return "it is not open";
   case EBUSY:
      return "another process writes to it";
   case EEXIST:
      return "no temporary file can be made beside it";
   case EDQUOT:
      return "disk quota exceeded";
   case EFBIG:
      return "the file would be too large";
   case EIO:
      return "input/output error";
   case EISDIR:
      return "it is a directory";
   case ELOOP:
      return "too many symbolic links";
   case EMFILE:
   case ENFILE:
      return "too many open files";
   case ENAMETOOLONG:
      return "the name is too long";
   case ENOENT:
      return "no such directory";
   case ENOSPC:
      return "no space left on the device";
   case ENOTDIR:
      return "part of the path is not a directory";
   case ENXIO:
      return "no such device";
   case EPIPE:
      return "the reader has gone";
   case EROFS:
      return "the file system is read-only";
   case ETXTBSY:
      return "it is a program that is running";
   case CG_OUT_COMMAND_FAILED:
      return "the command failed";
   case CG_OUT_REMOVED:
      return "the program has removed or renamed the temporary file";
   case CG_OUT_INTERRUPTED:
      return "a signal has ended the wait for its reader";
   case CG_OUT_SECOND_NAME:
      return "it has a second name, and cannot be replaced";
   case CG_OUT_CHANGED:
      return "it is not the file that was there at the start";
   case CG_OUT_OPEN_TO_ALL:
      return "another user may have put it there: others can write to its "
             "directory";
   default:
      return NULL;
   }
}

/* Functions of the core that its headers for tools lack; both are the same in
   all versions since 3.19. */
extern Int VG_(fcntl)(Int fd, Int cmd, Addr arg);
extern SysRes VG_(do_syscall)(UInt number, UWord, UWord, UWord, UWord, UWord,
                              UWord, UWord, UWord);

/*------------------------------------------------------------*/
/*--- Waiting                                              ---*/
/*------------------------------------------------------------*/

/* The core blocks signals while the tool works, so the tool must ask whether
   one came that should end the process: a reader may never come. */

/* How long the tool waits for a new reader before it asks again. */
#define READER_MS 50

/* How long a reader may take nothing before a signal ends the wait: one that
   compresses can pause, and a signal for the program must not cost its trace.
 */
#define PATIENCE_MS 5000

/* Whether the process ignores the signal, as with nohup.  While it is blocked,
   the kernel keeps it pending all the same. */
static Bool is_ignored(Int signal)
{
   vki_sigaction_fromK_t action;
   SysRes res = VG_(do_syscall)(__NR_rt_sigaction, signal, 0, (Addr)&action,
                                sizeof(vki_sigset_t), 0, 0, 0, 0);

   return !sr_isError(res) && action.ksa_handler == VKI_SIG_IGN;
}

/* Whether a signal waits that is meant to end the process. */
static Bool is_to_end(void)
{
   static const Int signals[] = {VKI_SIGHUP, VKI_SIGINT, VKI_SIGQUIT,
                                 VKI_SIGTERM};
   ULong            pending   = 0;

   VG_(do_syscall)
   (__NR_rt_sigpending, (Addr)&pending, sizeof pending, 0, 0, 0, 0, 0, 0);
   for (UInt i = 0; i < sizeof signals / sizeof signals[0]; i++)
      if (((pending >> (signals[i] - 1)) & 1) && !is_ignored(signals[i]))
         return True;
   return False;
}

/* Wait until one of the `events' of poll() happens, or an error.  A signal ends
   the wait if nothing happened for `patience' milliseconds.  Returns what
   happened; 0: a signal came.  Where the program has forbidden poll(), the wait
   is that of the system call that follows. */
static Int wait_for(Int fd, Int events, Int patience)
{
   struct vki_pollfd pipe = {.fd = fd, .events = events};
   SysRes            res;

   do
      res = VG_(poll)(&pipe, 1, patience);
   while (sr_isError(res) ? sr_Err(res) == EINTR
                          : sr_Res(res) == 0 && !is_to_end());
   return sr_isError(res) ? events : pipe.revents;
}

/*------------------------------------------------------------*/
/*--- Writing                                              ---*/
/*------------------------------------------------------------*/

/* If a pipe has lost its reader, writing to it sends a signal to the program
   that runs, although the tool wrote.  So the pipe is polled first.  It then
   gets at most a page, which it can take without waiting for its reader. */
#define PIPE_BYTES 4096

/* Wait until the pipe takes a page.  Returns 0, or the error. */
static Int wait_for_reader(const OutFile* out)
{
   Int happened = wait_for(out->fd, POLLOUT, PATIENCE_MS);

   if (happened == 0)
      return CG_OUT_INTERRUPTED;
   return happened & POLLERR ? EPIPE : 0;
}

/* Whether the next byte would exceed the limit on file sizes (RLIMIT_FSIZE).
   Writing it would also send a signal to the program. */
static Bool is_at_size_limit(const OutFile* out)
{
   struct vki_rlimit limit;

   return cg_limits_may_be_set() && VG_(getrlimit)(RLIMIT_FSIZE, &limit) == 0
          && limit.rlim_cur != RLIM_INFINITY
          && VG_(lseek)(out->fd, 0, VKI_SEEK_CUR) >= (Off64T)limit.rlim_cur;
}

/* Like VG_(write), but sends no signal to the program, and sets out->error.
   May write less. */
static Int write_some(OutFile* out, const HChar* bytes, SizeT n_bytes)
{
   Int n;

   if (out->is_pipe)
      out->error = wait_for_reader(out);
   else if (is_at_size_limit(out))
      out->error = EFBIG;
   if (out->error != 0)
      return 0;
   n = VG_(write)(out->fd, bytes,
                  out->is_pipe && n_bytes > PIPE_BYTES ? PIPE_BYTES : n_bytes);
   if (n <= 0 && n != -EINTR)
      out->error = n < 0 ? -n : EIO;
   return n;
}

static void write_all_bytes(OutFile* out, const HChar* bytes, SizeT n_bytes)
{
   while (n_bytes > 0 && out->error == 0) {
      Int n = write_some(out, bytes, n_bytes);

      if (n > 0) {
         bytes += n;
         n_bytes -= n;
      }
   }
}

static void flush(OutFile* out)
{
   write_all_bytes(out, out->buffer, out->used);
   out->used = 0;
}

void cg_out_bytes(OutFile* out, const void* bytes, SizeT n_bytes)
{
   if (n_bytes > sizeof out->buffer - out->used) {
      flush(out);
      if (n_bytes > sizeof out->buffer) {
         write_all_bytes(out, bytes, n_bytes);
         return;
      }
   }
   VG_(memcpy)(out->buffer + out->used, bytes, n_bytes);
   out->used += n_bytes;
}

void cg_out_string(OutFile* out, const HChar* s)
{
   cg_out_bytes(out, s, VG_(strlen)(s));
}

void cg_out_number(OutFile* out, ULong n)
{
   HChar  digits[CG_TEXT_MAX_DIGITS];
   HChar* end   = digits + sizeof digits;
   HChar* first = cg_text_digits(end, n, False);

   cg_out_bytes(out, first, end - first);
}

void cg_out_address(OutFile* out, ULong n)
{
   HChar  digits[2 + 2 * sizeof n];
   HChar* end   = digits + sizeof digits;
   HChar* first = end;

   do {
      *--first = "0123456789abcdef"[n % 16];
   } while ((n /= 16) > 0);
   *--first = 'x';
   *--first = '0';
   cg_out_bytes(out, first, end - first);
}

/*------------------------------------------------------------*/
/*--- Descriptors                                          ---*/
/*------------------------------------------------------------*/

/* Remove what the open file has from `size' on.  Returns 0, or the error. */
static Int cut(Int fd, Off64T size)
{
   SysRes result = VG_(do_syscall)(__NR_ftruncate, fd, size, 0, 0, 0, 0, 0, 0);

   return sr_isError(result) ? (Int)sr_Err(result) : 0;
}

static Int make_empty(Int fd)
{
   return cut(fd, 0);
}

/* Returns 0, or the error. */
static Int go_to(Int fd, Off64T at)
{
   Off64T is_at = VG_(lseek)(fd, at, VKI_SEEK_SET);

   return is_at == at ? 0 : is_at < 0 ? (Int)-is_at : EIO;
}

/* How long another process may write to a file that is to be written. */
#define BUSY_MS 10000

/* Whether another process has a lock to write to the file.  Everybody who may
   read it can have one to read. */
static Bool is_written(Int fd)
{
   struct vki_flock whole = {.l_type = F_WRLCK, .l_whence = VKI_SEEK_SET};
   SysRes           result =
      VG_(do_syscall)(__NR_fcntl, fd, VKI_F_GETLK, (Addr)&whole, 0, 0, 0, 0, 0);

   return !sr_isError(result) && whole.l_type == F_WRLCK;
}

/* Wait until no other process of ours writes to the file, and keep others from
   it until it is closed.  Returns 0, or the error.  Where locks are not
   possible, or the program has forbidden them, there are none.  A process waits
   for all its files together no longer than for one. */
static Int lock(Int fd)
{
   static UInt waited_ms;

   for (;;) {
      struct vki_flock whole = {.l_type = F_WRLCK, .l_whence = VKI_SEEK_SET};
      SysRes result = VG_(do_syscall)(__NR_fcntl, fd, VKI_F_SETLK, (Addr)&whole,
                                      0, 0, 0, 0, 0);

      if (!sr_isError(result) || sr_Err(result) != EAGAIN || !is_written(fd))
         return 0;
      if (is_to_end() || waited_ms > BUSY_MS)
         return EBUSY;
      VG_(poll)(NULL, 0, READER_MS);
      waited_ms += READER_MS;
   }
}

/* Move the descriptor to the highest free number: the core reserves some
   numbers above those that the program can use.  Programs that this process
   becomes do not get it.  Returns the new number, or the old one if the
   descriptor cannot be moved. */
static Int hidden(Int old)
{
   struct vki_rlimit limit;
   struct vg_stat    st;

   if (old < 0 || VG_(getrlimit)(VKI_RLIMIT_NOFILE, &limit) != 0)
      return old;
   VG_(fcntl)(old, VKI_F_SETFD, VKI_FD_CLOEXEC);
   for (Int fd = (Int)limit.rlim_cur - 1; fd > old; fd--) {
      if (VG_(fstat)(fd, &st) == 0)
         continue;
      if (sr_isError(VG_(dup2)(old, fd)))
         return old;
      VG_(fcntl)(fd, VKI_F_SETFD, VKI_FD_CLOEXEC);
      VG_(close)(old);
      return fd;
   }
   return old;
}

struct KeptFile_ {
   HChar*         path;   /* as cg_out_open got it */
   Int            fd;     /* -1: not yet open */
   struct vg_stat status; /* when it was opened */
   KeptFile*      next;
};

static Bool      keeps_files;
static KeptFile* kept_files;

/* Whether the kept file is still open, and somewhere.  If not, it is closed,
   unless the program has used its descriptor for another one. */
static Bool is_kept(KeptFile* file)
{
   struct vg_stat st;

   if (!file || file->fd < 0)
      return False;
   if (VG_(fstat)(file->fd, &st) != 0 || !cg_file_is_same(&st, &file->status)) {
      file->fd = -1;
   } else if (st.nlink == 0) {
      VG_(close)(file->fd);
      file->fd = -1;
   }
   return file->fd >= 0;
}

/* A child must not write to its parent's files: they share one offset. */
static void forget_kept_files(ThreadId tid)
{
   for (KeptFile* file = kept_files; file; file = file->next) {
      if (is_kept(file))
         VG_(close)(file->fd);
      file->fd = -1;
   }
   kept_files  = NULL;
   keeps_files = False;
}

void cg_out_keep_files(void)
{
   static Bool is_registered;

   if (!is_registered)
      VG_(atfork)(NULL, NULL, forget_kept_files);
   is_registered = True;
   keeps_files   = True;
}

/* What is or will be kept of `path'; NULL: nothing. */
static KeptFile* kept_file(const HChar* path)
{
   KeptFile* file = kept_files;

   while (file && VG_(strcmp)(file->path, path) != 0)
      file = file->next;
   if (!file && keeps_files) {
      file       = VG_(malloc)("cg.out.kept", sizeof *file);
      *file      = (KeptFile){.path = VG_(strdup)("cg.out.kept", path),
                              .fd   = -1,
                              .next = kept_files};
      kept_files = file;
   }
   return file;
}

/*------------------------------------------------------------*/
/*--- Opening                                              ---*/
/*------------------------------------------------------------*/

/* The path of `name' in the directory of `path', as a new string. */
static HChar* beside(const HChar* path, const HChar* name)
{
   const HChar* slash   = VG_(strrchr)(path, '/');
   SizeT        dir_len = slash ? slash + 1 - path : 0;
   SizeT        size    = dir_len + VG_(strlen)(name) + 1;
   HChar*       result  = VG_(malloc)("cg.out.beside", size);

   VG_(memcpy)(result, path, dir_len);
   VG_(strcpy)(result + dir_len, name);
   return result;
}

/* The name in its directory. */
static const HChar* last_part(const HChar* path)
{
   const HChar* slash = VG_(strrchr)(path, '/');

   return slash ? slash + 1 : path;
}

/* Whether `path' is the name of an open file, such as what /dev/stdout links to
   and the shell's >(command): a number in a directory of /proc.  It looks like
   a symbolic link, but must not be followed: its target need not be a path.
   *own: the descriptor, if it is this process's, else -1. */
static Bool is_open_file_of(const HChar* path, Int* own)
{
   const HChar*   number = last_part(path);
   HChar*         end    = NULL;
   HChar*         directory;
   Long           n = VG_(strtoll10)(number, &end);
   struct vg_stat there, ours;
   Bool           found;

   if (!VG_(isdigit)(number[0]) || *end != '\0' || n > 0x7fffffff)
      return False;
   directory = beside(path, ".");
   found     = !sr_isError(VG_(stat)(directory, &there))
           && !sr_isError(VG_(stat)("/proc/self/fd/.", &ours))
           && there.dev == ours.dev;
   VG_(free)(directory);
   if (found)
      *own = there.ino == ours.ino ? (Int)n : -1;
   return found;
}

struct GivenFile_ {
   HChar*     path;
   Int        fd; /* a descriptor of our own */
   Bool       is_regular;
   Off64T     begin, end; /* of what was written there last */
   GivenFile* next;
};

static GivenFile* given_files;

/* What is kept of `path'; NULL: nothing. */
static GivenFile* find_given(const HChar* path)
{
   GivenFile* file = given_files;

   while (file && VG_(strcmp)(file->path, path) != 0)
      file = file->next;
   return file;
}

/* The same when the program has left /proc, too. */
static Bool is_open_file(const HChar* path)
{
   Int own;

   return find_given(path) || is_open_file_of(path, &own);
}

/* What a child writes comes after what its parent wrote. */
static void forget_ends(ThreadId tid)
{
   for (GivenFile* file = given_files; file; file = file->next)
      file->end = -1;
}

/* A new descriptor for the open file that `path' names, or minus an error. */
static Int descriptor_of(const HChar* path)
{
   Int    own = -1;
   Int    flags;
   SysRes res;

   is_open_file_of(path, &own);
   res = own >= 0
            ? VG_(dup)(own)
            : VG_(open)(path, VKI_O_WRONLY | VKI_O_APPEND | O_NONBLOCK, 0);
   if (sr_isError(res))
      return -(Int)sr_Err(res);
   flags = VG_(fcntl)(sr_Res(res), F_GETFL, 0);
   if (own < 0)
      VG_(fcntl)(sr_Res(res), F_SETFL, flags & ~O_NONBLOCK);
   if (flags < 0 || (flags & O_ACCMODE) != VKI_O_RDONLY)
      return hidden(sr_Res(res));
   VG_(close)(sr_Res(res));
   return -EACCES;
}

/* The open file that `path' names; NULL, and *error is set: there is none. */
static GivenFile* given_file(const HChar* path, Int* error)
{
   GivenFile*     file = find_given(path);
   struct vg_stat st;
   Int            fd;

   if (file)
      return file;
   fd = descriptor_of(path);
   if (fd < 0) {
      *error = -fd;
      return NULL;
   }
   file  = VG_(malloc)("cg.out.given", sizeof *file);
   *file = (GivenFile){.path = VG_(strdup)("cg.out.given", path),
                       .fd   = fd,
                       .end  = -1,
                       .next = given_files};
   file->is_regular =
      VG_(fstat)(fd, &st) == 0 && (st.mode & VKI_S_IFMT) == VKI_S_IFREG;
   if (!given_files)
      VG_(atfork)(NULL, NULL, forget_ends);
   given_files = file;
   return file;
}

/* The regular file gets something at its offset, or, if it is for appending, at
   its end.  Returns 0, or the error. */
static Int begin_given(GivenFile* file)
{
   struct vg_stat st;
   Off64T         at;
   Int            error = lock(file->fd);

   if (error != 0)
      return error;
   at = VG_(lseek)(file->fd, 0, VKI_SEEK_CUR);
   if (at < 0 || VG_(fstat)(file->fd, &st) != 0)
      return at < 0 ? (Int)-at : EIO;
   if (VG_(fcntl)(file->fd, F_GETFL, 0) & VKI_O_APPEND)
      at = st.size;
   if (at == file->end && at == (Off64T)st.size) {
      error = cut(file->fd, file->begin);
      if (error != 0)
         return error;
      at = file->begin;
   }
   file->begin = at;
   file->end   = -1;
   return go_to(file->fd, at);
}

/* The opposite of begin_given: what was written is whole, or goes. */
static void end_given(GivenFile* file, Bool is_whole)
{
   if (!file->is_regular)
      return;
   if (is_whole)
      file->end = VG_(lseek)(file->fd, 0, VKI_SEEK_CUR);
   else if (cut(file->fd, file->begin) == 0)
      go_to(file->fd, file->begin);
}

/* Whether everybody can create files in the directory of `path', as in /tmp.
   Then *owner is the directory's. */
static Bool is_open_to_all(const HChar* path, UInt* owner)
{
   HChar*         directory = beside(path, ".");
   struct vg_stat st;
   Bool           result = !sr_isError(VG_(stat)(directory, &st))
                 && (st.mode & VKI_S_ISVTX) && (st.mode & WRITABLE_BY_ALL);

   VG_(free)(directory);
   if (result)
      *owner = st.uid;
   return result;
}

/* The owner of what belongs to any user whom this user namespace does not map:
   user_namespaces(7). */
#define UNMAPPED_USER 65534

/* Whether the namespace maps all users, as the first one does: "0 0 4294967295"
   with more spaces. */
static Bool all_users_are_mapped(void)
{
   static const HChar all[]    = "4294967295\n";
   HChar              map[100] = "";
   Word n      = cg_file_read("/proc/self/uid_map", map, sizeof map - 1);
   Word before = n - (Word)(sizeof all - 1);

   return before >= 0 && VG_(strcmp)(map + before, all) == 0;
}

/* Whether a link of a user, in a directory of another, may say which file is
   written. */
static Bool may_choose_file(UInt user, UInt owner)
{
   if (user == UNMAPPED_USER && !all_users_are_mapped())
      return False;
   return user == (UInt)VG_(geteuid)() || user == owner || user == 0;
}

/* Whether another user can have put a file with this status there.  (Linux has
   a rule like this: fs.protected_regular in proc_sys_fs(5).) */
static Bool is_anybodys(const HChar* path, const struct vg_stat* st)
{
   UInt owner;

   if (!is_open_to_all(path, &owner))
      return False;
   if (st->uid == UNMAPPED_USER && !all_users_are_mapped())
      return True;
   return st->uid != (UInt)VG_(geteuid)() && st->uid != owner;
}

/* Read the symbolic link `path', which is at most `size' bytes then.  Returns
   its length, or 0 if it is none.  Where others can write to its directory, it
   could be anybody's, and lead to any file of the user's: then *error is set,
   unless it is the user's own, the directory's owner's or root's.  In a
   directory like /tmp none is read.  (Linux has a rule like this:
   fs.protected_symlinks in proc_sys_fs(5).) */
static SSizeT read_link(const HChar* path, HChar* target, SizeT size,
                        Int* error)
{
   HChar*         directory = beside(path, ".");
   struct vg_stat parent, st;
   Bool           is_open = !sr_isError(VG_(stat)(directory, &parent))
                  && (parent.mode & (WRITABLE_BY_ALL | WRITABLE_BY_GROUP));
   UInt   owner;
   SysRes result;
   Int    fd;

   VG_(free)(directory);
   if (!is_open || is_open_to_all(path, &owner)) {
      SSizeT length = VG_(readlink)(path, target, size);
      if (length > 0 && is_open)
         *error = CG_OUT_OPEN_TO_ALL;
      return length > 0 ? length : 0;
   }
   /* The link itself, so that nobody can swap it for another. */
   fd = VG_(fd_open)(path, O_PATH | O_NOFOLLOW, 0);
   if (fd < 0)
      return 0;
   result = VG_(do_syscall)(__NR_readlinkat, fd, (UWord) "", (UWord)target,
                            size, 0, 0, 0, 0);
   if (!sr_isError(result)
       && (VG_(fstat)(fd, &st) != 0 || !may_choose_file(st.uid, parent.uid)))
      *error = CG_OUT_OPEN_TO_ALL;
   VG_(close)(fd);
   return sr_isError(result) ? 0 : (SSizeT)sr_Res(result);
}

/* The file that the symbolic link `path' leads to, or `path' if it is none, as
   a new string.  Links must be followed because renaming a file over a link
   would replace the link.  If it may not be followed, *error is set, otherwise
   it is unchanged. */
static HChar* follow_links(const HChar* path, Int* error)
{
   HChar* result = VG_(strdup)("cg.out.path", path);
   HChar  target[VKI_PATH_MAX];

   for (Int n_links = 0; n_links < 40 && !is_open_file(result); n_links++) {
      Int    refused = 0;
      SSizeT len     = read_link(result, target, sizeof target - 1, &refused);

      if (refused != 0)
         *error = refused;
      if (len == 0 || refused != 0)
         break;
      target[len] = '\0';

      HChar* next = target[0] == '/' ? VG_(strdup)("cg.out.path", target)
                                     : beside(result, target);
      VG_(free)(result);
      result = next;
   }
   return result;
}

/* The type of what is there, of VKI_S_IFMT; 0: nothing, as far as one can
   see. */
static UInt file_type(const HChar* path)
{
   struct vg_stat st;

   return sr_isError(VG_(stat)(path, &st)) ? 0 : st.mode & VKI_S_IFMT;
}

Bool cg_out_is_repeatable(const HChar* path)
{
   Int        error  = 0;
   HChar*     target = follow_links(path, &error);
   GivenFile* given  = is_open_file(target) ? given_file(target, &error) : NULL;

   VG_(free)(target);
   if (given)
      return given->is_regular;
   switch (file_type(path)) {
   case VKI_S_IFIFO:
   case VKI_S_IFCHR:
   case VKI_S_IFBLK:
      return False;
   default:
      return True;
   }
}

Bool cg_out_is_file(const HChar* path)
{
   struct vg_stat st;
   SysRes         res = VG_(stat)(path, &st);

   if (sr_isError(res))
      return sr_Err(res) == ENOENT;
   return (st.mode & VKI_S_IFMT) == VKI_S_IFREG;
}

/* Whether two paths, whose links were followed, name one file, which need not
   exist. */
static Bool is_same_file(const HChar* a, const HChar* b)
{
   struct vg_stat of_a, of_b;
   HChar *        in_a, *in_b;
   Bool           same;

   if (!sr_isError(VG_(stat)(a, &of_a)))
      return !sr_isError(VG_(stat)(b, &of_b)) && cg_file_is_same(&of_a, &of_b);
   in_a = beside(a, ".");
   in_b = beside(b, ".");
   same = VG_(strcmp)(last_part(a), last_part(b)) == 0
          && !sr_isError(VG_(stat)(in_a, &of_a))
          && !sr_isError(VG_(stat)(in_b, &of_b))
          && cg_file_is_same(&of_a, &of_b);
   VG_(free)(in_a);
   VG_(free)(in_b);
   return same;
}

Bool cg_out_are_same_file(const HChar* path_1, const HChar* path_2)
{
   Int    error = 0;
   HChar *a, *b;
   Bool   same;

   if (!cg_out_is_file(path_1))
      return False;
   a    = follow_links(path_1, &error);
   b    = follow_links(path_2, &error);
   same = is_same_file(a, b);
   VG_(free)(a);
   VG_(free)(b);
   return same;
}

/* Where the core writes its messages.  This is the first member of a structure
   in all versions since 3.19. */
extern struct {
   Int fd;
} VG_(log_output_sink);

Bool cg_out_is_log(const HChar* path)
{
   Int            error  = 0;
   HChar*         target = follow_links(path, &error);
   Bool           spared = VG_(clo_verbosity) == 0 && is_open_file(target);
   struct vg_stat log, st;

   VG_(free)(target);
   return !spared && cg_out_is_file(path)
          && VG_(fstat)(VG_(log_output_sink).fd, &log) == 0
          && !sr_isError(VG_(stat)(path, &st)) && cg_file_is_same(&log, &st);
}

Bool cg_out_is_replaceable(const HChar* path)
{
   Int    error  = 0;
   HChar* target = follow_links(path, &error);
   Bool result = error == 0 && cg_out_is_file(target) && !is_open_file(target);

   VG_(free)(target);
   return result;
}

static void open_fd(OutFile* out, const HChar* path, Int flags, UInt mode)
{
   SysRes res = VG_(open)(path, flags, mode);

   out->error = sr_isError(res) ? sr_Err(res) : 0;
   out->fd    = sr_isError(res) ? -1 : (Int)sr_Res(res);
}

/* A number that nobody can foresee, who might otherwise take the names of all
   temporary files first.  In a sandbox, where the kernel has none, it is made
   of what the kernel gave before. */
static ULong random_number(void)
{
   static ULong secret;
   ULong        random[2] = {0};

   if (cg_file_read("/dev/urandom", (HChar*)random, sizeof random)
       == sizeof random)
      secret = random[1];
   else
      random[0] =
         cg_hash_numbers(secret, VG_(read_millisecond_timer)(), VG_(getpid)());
   return random[0];
}

/* Open a temporary file in the directory of out->path, for its owner only,
   whatever mask the program has set. */
static void open_temp(OutFile* out)
{
   struct vg_stat st;
   HChar          name[60];
   Int            n = 0;

   do {
      if (out->temp)
         VG_(free)(out->temp);
      VG_(snprintf)(name, sizeof name, ".cachegrind.%d.%llx.tmp", VG_(getpid)(),
                    random_number());
      out->temp = beside(out->path, name);
      open_fd(out, out->temp, VKI_O_RDWR | VKI_O_CREAT | VKI_O_EXCL,
              OWNER_ONLY);
   } while (out->error == EEXIST && n++ < 100);
   if (out->error == 0 && VG_(fstat)(out->fd, &st) == 0
       && (st.mode & OWNER_ONLY) != OWNER_ONLY)
      VG_(do_syscall)(__NR_fchmod, out->fd, OWNER_ONLY, 0, 0, 0, 0, 0, 0);
}

/* Whether a file with this status is overwritten, when the new one is complete,
   and not replaced.  Otherwise it would lose its owner, or the tool would have
   to give rights to a group, whose list of access rights (ACL) it cannot see. A
   file with a set-user-ID bit is never kept: who may write to it could make it
   a program.  Nor is one with a second name, which somebody else may have
   chosen. */
static Bool is_overwritten(const struct vg_stat* st)
{
   return !(st->mode & SPECIAL) && st->nlink == 1
          && ((st->mode & (GROUP | ALL)) || st->uid != (UInt)VG_(geteuid)());
}

/* Open a temporary file that will replace out->path.  The links to it were
   followed: one that is there now was put there since. */
static void open_replacement(OutFile* out)
{
   struct vg_stat st;

   if (sr_isError(VG_(stat)(out->path, &st))) {
      open_temp(out);
      return;
   }
   if (is_anybodys(out->path, &st)) {
      out->error = CG_OUT_OPEN_TO_ALL;
      return;
   }
   /* A user who may not write to the file must not replace it either. */
   open_fd(out, out->path, VKI_O_WRONLY | O_NONBLOCK | O_NOFOLLOW, 0);
   if (out->error == 0) {
      VG_(close)(out->fd);
      out->overwrites = is_overwritten(&st);
      open_temp(out);
      if (out->error == EACCES || out->error == EPERM || out->error == EROFS)
         out->error = CANNOT_REPLACE;
   }
}

static void free_temp(OutFile* out)
{
   VG_(free)(out->temp);
   out->temp = NULL;
}

/* Like open_fd.  If it is a FIFO, wait for its reader, but not in open(), where
   no signal would end that. */
static void open_with_reader(OutFile* out, Int flags)
{
   open_fd(out, out->path, flags | O_NONBLOCK, OWNER_ONLY);
   while (out->error == ENXIO && file_type(out->path) == VKI_S_IFIFO) {
      if (is_to_end()) {
         out->error = CG_OUT_INTERRUPTED;
         return;
      }
      VG_(poll)(NULL, 0, READER_MS);
      open_fd(out, out->path, flags | O_NONBLOCK, OWNER_ONLY);
   }
   if (out->error == 0)
      VG_(fcntl)(out->fd, F_SETFL, 0);
}

static void open_in_place(OutFile* out)
{
   Int            flags = out->is_pipe ? 0 : VKI_O_CREAT;
   struct vg_stat st;

   if (out->temp)
      free_temp(out);
   open_with_reader(out, VKI_O_WRONLY | flags | O_NOFOLLOW);
   if (out->error != 0)
      return;
   /* Something else could have come in the place of a pipe. */
   if (VG_(fstat)(out->fd, &st) != 0
       || (out->is_pipe && (st.mode & VKI_S_IFMT) == VKI_S_IFREG))
      out->error = ENXIO;
   else if (out->is_pipe && is_anybodys(out->path, &st))
      out->error = CG_OUT_OPEN_TO_ALL;
   else if (!out->is_pipe && st.nlink != 1)
      out->error = CG_OUT_SECOND_NAME;
   else if (!out->is_pipe)
      out->error = make_empty(out->fd);
   if (out->error != 0) {
      VG_(close)(out->fd);
      out->fd = -1;
   }
}

/* Write to the open file that out->path names. */
static void open_given(OutFile* out)
{
   GivenFile* file = given_file(out->path, &out->error);
   SysRes     res;

   if (file && file->is_regular)
      out->error = begin_given(file);
   if (out->error != 0)
      return;
   res          = VG_(dup)(file->fd);
   out->error   = sr_isError(res) ? sr_Err(res) : 0;
   out->fd      = sr_isError(res) ? -1 : (Int)sr_Res(res);
   out->is_pipe = !file->is_regular;
   out->given   = file;
}

/* Like cg_out_open, but asks nothing about `path': a filter of system calls may
   not let that pass. */
static Int open_kept(OutFile* out, KeptFile* file)
{
   /* First, so that the file never has parts of two profiles, and no hole.  If
      that is not possible, the earlier one stays. */
   Int error = go_to(file->fd, 0);

   if (error == 0)
      error = make_empty(file->fd);

   *out =
      (OutFile){.fd = error == 0 ? file->fd : -1, .status = -1, .error = error};
   if (error != 0)
      return error;
   out->kept = file;
   return 0;
}

/* Open the file, which must be writable. */
static Int open_writable(OutFile* out, const HChar* path)
{
   KeptFile* kept = kept_file(path);

   if (is_kept(kept))
      return open_kept(out, kept);

   Bool           is_file = cg_out_is_file(path);
   Int            error   = 0;
   HChar*         target  = follow_links(path, &error);
   struct vg_stat st;

   out->fd         = -1;
   out->error      = error;
   out->temp       = NULL;
   out->used       = 0;
   out->status     = -1;
   out->overwrites = False;
   out->refused    = 0;
   out->keeps_temp = False;
   out->is_pipe    = !is_file;
   out->path       = target;
   out->kept       = is_file ? kept : NULL;
   out->given      = NULL;

   if (error != 0)
      return error;
   if (is_open_file(out->path)) {
      out->kept = NULL;
      open_given(out);
   } else if (!is_file) {
      if (!sr_isError(VG_(stat)(out->path, &st)) && is_anybodys(out->path, &st))
         out->error = CG_OUT_OPEN_TO_ALL;
      else
         open_in_place(out);
   } else {
      open_replacement(out);
      if (out->error == CANNOT_REPLACE)
         open_in_place(out);
   }
   return out->error;
}

/* What is at out->path cannot be written: during the run, a directory or
   another user's file may have come there.  The new file will stay beside it,
   if one can be made there. */
static void open_beside(OutFile* out)
{
   Int error = out->error;

   open_temp(out);
   if (out->error == 0) {
      out->is_pipe = False;
      out->refused = error;
   } else {
      out->error = error;
   }
}

Int cg_out_open(OutFile* out, const HChar* path)
{
   open_writable(out, path);
   if (out->error != 0 && out->path && !is_open_file(out->path)
       && (out->error == CG_OUT_OPEN_TO_ALL || cg_out_is_repeatable(out->path)))
      open_beside(out);
   return out->error;
}

/* The shell between the tool and the command.  A signal that ends the program
   may go to its whole process group, as Ctrl-C does.  The command must not end
   then, because it has not yet read all of its input. */
#define STATUS_FD 3

static const HChar keeper[] = "trap '' HUP INT QUIT TERM; "
                              "/bin/sh -c \"$1\" 3>&-; echo $? >&3";

/* In the new process: become the keeper. */
static void become_keeper(const HChar* command, const Int data[2],
                          const Int status[2])
{
   const HChar* argv[] = {"sh", "-c", keeper, "sh", command, NULL};

   VG_(dup2)(data[0], 0);
   VG_(dup2)(status[1], STATUS_FD);
   /* data[0] is 0 if the program was started without standard input. */
   if (data[0] != 0 && data[0] != STATUS_FD)
      VG_(close)(data[0]);
   if (status[1] != STATUS_FD)
      VG_(close)(status[1]);
   VG_(execv)("/bin/sh", argv);
   VG_(exit)(127);
}

/* Run a command that reads from out->fd.  The program must not find a child
   that it did not start: it might wait for the child, while the command waits
   for the program.  So the command is a grandchild, and reports its exit status
   through a pipe. */
static void open_command(OutFile* out, const HChar* command)
{
   Int data[2], status[2], pid, ignored;

   *out      = (OutFile){.fd = -1, .status = -1, .is_pipe = True};
   out->path = VG_(strdup)("cg.out.command", command);
   if (VG_(pipe)(data) != 0 || VG_(pipe)(status) != 0
       || (pid = cg_process_fork()) < 0) {
      out->error = EMFILE;
      return;
   }
   if (pid == 0) {
      VG_(close)(data[1]);
      VG_(close)(status[0]);
      if (cg_process_fork() == 0)
         become_keeper(command, data, status);
      VG_(exit)(0);
   }
   VG_(waitpid)(pid, &ignored, 0);
   VG_(close)(data[0]);
   VG_(close)(status[1]);
   out->fd     = data[1];
   out->status = status[0];
}

void cg_out_open_pipe(OutFile* out, Int fd)
{
   *out = (OutFile){.fd = fd, .status = -1, .is_pipe = True};
}

Int cg_out_open_early(OutFile* out, const HChar* path)
{
   if (path[0] == '|')
      open_command(out, path + 1);
   else
      open_writable(out, path);
   out->fd     = hidden(out->fd);
   out->status = hidden(out->status);
   return out->error;
}

static void free_names(OutFile* out);

/* Returns why the file `path' cannot be written, as an errno, or 0 if it
   can. */
static Int error_of(const HChar* path)
{
   static OutFile trial;
   struct vg_stat st;
   SysRes         res   = VG_(stat)(path, &st);
   Int            error = 0;

   trial      = (OutFile){.fd = -1, .status = -1};
   trial.path = follow_links(path, &error);
   if (is_open_file(trial.path)) {
      given_file(trial.path, &error);
   } else if (sr_isError(res) && sr_Err(res) != ENOENT) {
      error = sr_Err(res);
   } else if (!sr_isError(res) && (st.mode & VKI_S_IFMT) == VKI_S_IFDIR) {
      error = EISDIR;
   } else if (error == 0 && !sr_isError(res) && is_anybodys(trial.path, &st)) {
      error = CG_OUT_OPEN_TO_ALL;
   } else if (error == 0 && cg_out_is_file(path)) {
      open_replacement(&trial);
      error = trial.error == CANNOT_REPLACE ? 0 : trial.error;
   }
   if (trial.fd >= 0 && trial.error == 0) {
      VG_(close)(trial.fd);
      VG_(unlink)(trial.temp);
   }
   free_names(&trial);
   return error;
}

void cg_out_check(const HChar* what, const HChar* path)
{
   Int error = error_of(path);

   if (error == 0)
      return;
   cg_out_complain(what, path, error);
   if (!cg_core_may_be_child())
      VG_(exit)(1);
}

/*------------------------------------------------------------*/
/*--- Closing                                              ---*/
/*------------------------------------------------------------*/

/* Remove the incomplete file `path'.  If it cannot be removed, empty it: where
   no file can be created, none can be removed either.  Not if it has become a
   link, which leads to another file. */
static void remove_part(const HChar* path)
{
   SysRes res;

   if (!cg_out_is_file(path) || is_open_file(path) || VG_(unlink)(path) == 0)
      return;
   res =
      VG_(open)(path, VKI_O_WRONLY | VKI_O_TRUNC | O_NONBLOCK | O_NOFOLLOW, 0);
   if (!sr_isError(res))
      VG_(close)(sr_Res(res));
}

/* Whether the keeper of a command writes the status 0. */
static Bool has_succeeded(Int fd)
{
   HChar status[2] = {0};
   Int   n;

   do
      n = VG_(read)(fd, status, sizeof status);
   while (n == -EINTR);
   return VG_(memcmp)(status, "0\n", sizeof status) == 0;
}

/* Wait until the command has ended.  Its input must have been closed. */
static void end_command(OutFile* out)
{
   Int error = 0;

   if (wait_for(out->status, POLLIN, READER_MS) == 0)
      error = CG_OUT_INTERRUPTED;
   else if (!has_succeeded(out->status))
      error = CG_OUT_COMMAND_FAILED;
   VG_(close)(out->status);
   if (out->error == 0)
      out->error = error;
}

/* Copy the file that the descriptor `from' has open to the file that has just
   been opened, and continue to write there, with the descriptor `from': it may
   be a hidden one. */
static void copy_from(OutFile* out, Int from)
{
   Int n;

   out->error = go_to(from, 0);
   do {
      n =
         out->error == 0 ? VG_(read)(from, out->buffer, sizeof out->buffer) : 0;
      if (n > 0)
         write_all_bytes(out, out->buffer, n);
   } while (n > 0 || n == -EINTR);
   if (n < 0 && out->error == 0)
      out->error = -n;
   VG_(dup2)(out->fd, from);
   VG_(fcntl)(from, VKI_F_SETFD, VKI_FD_CLOEXEC);
   VG_(close)(out->fd);
   out->fd = from;
}

/* Open the regular file out->path.  Another user may have put something in its
   place since the start of the run, so only the open file tells what it is, and
   that is opened again.  Returns whether this was possible; if not, out->error
   is set. */
static Bool open_checked(OutFile* out)
{
   struct vg_stat named, opened;
   HChar          same[40];
   Int            fd;

   if (sr_isError(VG_(stat)(out->path, &named))) {
      out->error = ENOENT;
      return False;
   }
   open_fd(out, out->path, VKI_O_WRONLY | O_NONBLOCK | O_NOFOLLOW, 0);
   if (out->error != 0)
      return False;
   fd = out->fd;
   if (is_anybodys(out->path, &named)) {
      out->error = CG_OUT_OPEN_TO_ALL;
   } else if (VG_(fstat)(fd, &opened) != 0
              || (opened.mode & VKI_S_IFMT) != VKI_S_IFREG
              || !cg_file_is_same(&opened, &named) || opened.nlink != 1
              || (opened.mode & SPECIAL)) {
      out->error = CG_OUT_CHANGED;
   } else {
      VG_(sprintf)(same, "/proc/self/fd/%d", fd);
      open_fd(out, same, VKI_O_WRONLY, 0);
   }
   VG_(close)(fd);
   return out->error == 0;
}

/* Whether the file that is open has this name. */
static Bool has_name(const OutFile* out, const HChar* name)
{
   struct vg_stat named, open;

   return name && !sr_isError(VG_(stat)(name, &named))
          && VG_(fstat)(out->fd, &open) == 0 && cg_file_is_same(&named, &open);
}

/* Open the regular file out->path and empty it, as open_checked returns. */
static Bool open_old(OutFile* out)
{
   if (!open_checked(out))
      return False;
   out->error = lock(out->fd);
   if (out->error == 0 && !has_name(out, out->path))
      out->error = CG_OUT_CHANGED;
   if (out->error == 0)
      out->error = make_empty(out->fd);
   if (out->error != 0)
      VG_(close)(out->fd);
   return out->error == 0;
}

/* The temporary file stays, and is named.  One that an earlier attempt has left
   goes, so that there is never more than one. */
static void leave_temp(OutFile* out)
{
   HChar* shown = cg_out_printable(out->temp);

   VG_(umsg)("the file is complete in '%s'\n", shown);
   VG_(free)(shown);
   out->keeps_temp = True;
   if (out->left && out->left_by == VG_(getpid)()
       && VG_(strcmp)(out->left_for, out->path) == 0)
      VG_(unlink)(out->left);
   VG_(free)(out->left);
   VG_(free)(out->left_for);
   out->left     = out->temp;
   out->left_for = VG_(strdup)("cg.out.left", out->path);
   out->left_by  = VG_(getpid)();
   out->temp     = NULL;
}

/* Copy the temporary file over out->path.  If this fails on the way, the file
   is replaced after all, without its group or owner of before; if that fails,
   too, the temporary file is left. */
static void copy_temp(OutFile* out)
{
   Int  from   = out->fd;
   Bool opened = open_old(out);

   if (opened)
      copy_from(out, from);
   else
      out->fd = from;
   if (out->error == 0) {
      VG_(unlink)(out->temp);
   } else if (opened && VG_(rename)(out->temp, out->path) == 0) {
      out->error = 0;
   } else {
      if (opened)
         remove_part(out->path);
      leave_temp(out);
      return;
   }
   free_temp(out);
}

/* Whether the file still has its name, or its temporary one.  The program may
   have removed it, or given the name to another file. */
static Bool has_file_name(const OutFile* out)
{
   return has_name(out, out->temp ? out->temp : out->path);
}

/* A mounted file cannot be replaced by renaming, nor can somebody else's file
   in a directory like /tmp.  VG_(rename) does not return the reason. */
static void move_temp(OutFile* out)
{
   if (out->error != 0 || !out->temp)
      return;
   if (!has_file_name(out)) {
      out->error = CG_OUT_REMOVED;
      return;
   }
   if (out->refused != 0) {
      out->error = out->refused;
      leave_temp(out);
   } else if (!out->overwrites && VG_(rename)(out->temp, out->path) == 0) {
      free_temp(out);
   } else {
      copy_temp(out);
   }
}

void cg_out_publish(OutFile* out)
{
   flush(out);
   move_temp(out);
}

static void free_names(OutFile* out)
{
   if (out->temp)
      VG_(free)(out->temp);
   VG_(free)(out->path);
   out->temp = out->path = NULL;
   out->fd = out->status = -1;
}

/* Leave a file open that is in place, or was before.  A part of it is
   emptied. */
static void leave_open(OutFile* out, Bool is_whole)
{
   if (out->fd != out->kept->fd) {
      out->kept->fd = hidden(out->fd);
      VG_(fstat)(out->kept->fd, &out->kept->status);
   } else if (!is_whole)
      make_empty(out->fd);
   out->fd = -1;
}

static void close_out_file(OutFile* out, Bool keep)
{
   Bool is_whole = keep && out->error == 0;

   if (out->fd >= 0 && out->kept && (is_whole || out->fd == out->kept->fd))
      leave_open(out, is_whole);
   if (out->fd >= 0 && out->given)
      end_given(out->given, is_whole);
   if (out->fd >= 0) {
      Bool is_ours = has_file_name(out);

      VG_(close)(out->fd);
      if (out->status >= 0)
         end_command(out);
      else if (is_ours && !out->keeps_temp && !is_whole)
         remove_part(out->temp ? out->temp : out->path);
   }
   free_names(out);
}

Int cg_out_close(OutFile* out)
{
   if (out->fd >= 0)
      cg_out_publish(out);
   close_out_file(out, True);
   return out->error;
}

Int cg_out_discard(OutFile* out)
{
   close_out_file(out, False);
   return out->error;
}

void cg_out_forget(OutFile* out)
{
   if (out->fd >= 0)
      VG_(close)(out->fd);
   if (out->status >= 0)
      VG_(close)(out->status);
   free_names(out);
}

HChar* cg_out_printable(const HChar* name)
{
   HChar* copy = VG_(strdup)("cg.out.printable", name);

   cg_text_disarm(copy);
   return copy;
}

void cg_out_complain(const HChar* what, const HChar* path, Int error)
{
   HChar* shown = cg_out_printable(path);

   if (error_text(error))
      VG_(umsg)("error: cannot write %s '%s': %s\n", what, shown,
                error_text(error));
   else
      VG_(umsg)("error: cannot write %s '%s': error %d\n", what, shown, error);
   VG_(free)(shown);
}
