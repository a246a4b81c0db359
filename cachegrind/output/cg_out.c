/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_out.c: files that are written whole or not at all; see cg_out.h. */

#include <asm/errno.h>
#include <asm/poll.h>
#include <asm/resource.h>

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#include "conflicts/cg_text.h"
#include "guest/cg_core.h"
#include "output/cg_out.h"

/* Nothing can be created beside the file. */
#define CANNOT_REPLACE -2

#define OWNER_ONLY (VKI_S_IRUSR | VKI_S_IWUSR)

static const HChar* error_text(Int error)
{
   switch (error) {
   case EACCES:
   case EPERM:
      return "permission denied";
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
   default:
      return NULL;
   }
}

/*------------------------------------------------------------*/
/*--- Writing                                              ---*/
/*------------------------------------------------------------*/

/* A pipe that has lost its reader answers with a signal to the program that
   runs, which did not write to it.  So it is asked first, and given no more
   than it can take at once then: a page. */
#define PIPE_BYTES 4096

static Bool has_reader(const OutFile* out)
{
   struct vki_pollfd pipe = {.fd = out->fd, .events = POLLOUT};
   SysRes            res;

   do
      res = VG_(poll)(&pipe, 1, -1);
   while (sr_isError(res) && sr_Err(res) == EINTR);
   return !(pipe.revents & POLLERR);
}

/* Whether the next byte would be beyond the largest size that files may have.
   Writing that is answered with a signal to the program, too. */
static Bool is_at_size_limit(const OutFile* out)
{
   struct vki_rlimit limit;

   return VG_(getrlimit)(RLIMIT_FSIZE, &limit) == 0
          && limit.rlim_cur != RLIM_INFINITY
          && VG_(lseek)(out->fd, 0, VKI_SEEK_CUR) >= (Off64T)limit.rlim_cur;
}

/* As VG_(write). */
static Int write_some(const OutFile* out, const HChar* bytes, SizeT n_bytes)
{
   if (!out->is_pipe)
      return is_at_size_limit(out) ? -EFBIG
                                   : VG_(write)(out->fd, bytes, n_bytes);
   if (!has_reader(out))
      return -EPIPE;
   return VG_(write)(out->fd, bytes,
                     n_bytes < PIPE_BYTES ? n_bytes : PIPE_BYTES);
}

static void write_all(OutFile* out, const HChar* bytes, SizeT n_bytes)
{
   while (n_bytes > 0 && out->error == 0) {
      Int n = write_some(out, bytes, n_bytes);

      if (n > 0) {
         bytes += n;
         n_bytes -= n;
      } else if (n != -EINTR) {
         out->error = n < 0 ? -n : EIO;
      }
   }
}

static void flush(OutFile* out)
{
   write_all(out, out->buffer, out->used);
   out->used = 0;
}

void cg_out_bytes(OutFile* out, const void* bytes, SizeT n_bytes)
{
   if (n_bytes > sizeof out->buffer - out->used) {
      flush(out);
      if (n_bytes > sizeof out->buffer) {
         write_all(out, bytes, n_bytes);
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

/*------------------------------------------------------------*/
/*--- Opening                                              ---*/
/*------------------------------------------------------------*/

/* `name' beside `path': a new string. */
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

/* A name that stands for an open file, as /dev/stdout in the end does, and the
   shell's >(command): it looks like a link, but is no name to follow. */
static Bool is_open_file(const HChar* path)
{
   return VG_(strncmp)(path, "/proc/", 6) == 0
          || VG_(strncmp)(path, "/dev/fd/", 8) == 0;
}

/* What `path' is a symbolic link to, if it is one: renaming a file over a
   link would replace the link.  A new string. */
static HChar* follow_links(const HChar* path)
{
   HChar* result = VG_(strdup)("cg.out.path", path);
   HChar  target[VKI_PATH_MAX];

   for (Int n_links = 0; n_links < 40 && !is_open_file(result); n_links++) {
      SSizeT len = VG_(readlink)(result, target, sizeof target - 1);

      if (len <= 0)
         break;
      target[len] = '\0';

      HChar* next = target[0] == '/' ? VG_(strdup)("cg.out.path", target)
                                     : beside(result, target);
      VG_(free)(result);
      result = next;
   }
   return result;
}

Bool cg_out_is_file(const HChar* path)
{
   struct vg_stat st;
   SysRes         res = VG_(stat)(path, &st);

   if (sr_isError(res))
      return sr_Err(res) == ENOENT;
   return (st.mode & VKI_S_IFMT) == VKI_S_IFREG;
}

static void open_fd(OutFile* out, const HChar* path, Int flags, UInt mode)
{
   SysRes res = VG_(open)(path, flags, mode);

   out->error = sr_isError(res) ? sr_Err(res) : 0;
   out->fd    = sr_isError(res) ? -1 : (Int)sr_Res(res);
}

/* Open a new file beside out->path that can become it.  `mode' is for its
   permissions.  Processes in different containers may have one process id and
   write to one directory, and files may be left of processes that were killed:
   so what is there is let be, and the next number tried. */
static void open_temp(OutFile* out, UInt mode)
{
   HChar name[50];
   Int   n = 0;

   do {
      if (out->temp)
         VG_(free)(out->temp);
      VG_(snprintf)(name, sizeof name, ".cachegrind.%d.%d.tmp", VG_(getpid)(),
                    n++);
      out->temp = beside(out->path, name);
      open_fd(out, out->temp, VKI_O_RDWR | VKI_O_CREAT | VKI_O_EXCL, mode);
   } while (out->error == EEXIST && n < 1000);
}

/* Open a file to be put in the place of out->path. */
static void open_replacement(OutFile* out)
{
   struct vg_stat st;

   if (sr_isError(VG_(stat)(out->path, &st))) {
      open_temp(out, OWNER_ONLY);
      return;
   }
   /* Who may not write to the file may not replace it either. */
   open_fd(out, out->path, VKI_O_WRONLY, 0);
   if (out->error == 0) {
      VG_(close)(out->fd);
      open_temp(out, st.mode & 0777);
      if (out->error == EACCES || out->error == EPERM || out->error == EROFS)
         out->error = CANNOT_REPLACE;
   }
}

static void free_temp(OutFile* out)
{
   VG_(free)(out->temp);
   out->temp = NULL;
}

static void open_in_place(OutFile* out)
{
   if (out->temp)
      free_temp(out);
   open_fd(out, out->path, VKI_O_WRONLY | VKI_O_CREAT | VKI_O_TRUNC,
           OWNER_ONLY);
}

Int cg_out_open(OutFile* out, const HChar* path)
{
   Bool is_file = cg_out_is_file(path);

   out->temp    = NULL;
   out->used    = 0;
   out->status  = -1;
   out->is_pipe = !is_file;
   out->path = is_file ? follow_links(path) : VG_(strdup)("cg.out.path", path);

   if (!is_file || is_open_file(out->path)) {
      open_in_place(out);
   } else {
      open_replacement(out);
      if (out->error == CANNOT_REPLACE)
         open_in_place(out);
   }
   return out->error;
}

/* The shell between the tool and the command.  A signal that ends the program
   may go to all of its process group, as Ctrl-C does; the command is not to end
   then, but when it has read what remains. */
#define STATUS_FD 3

static const HChar keeper[] = "trap '' HUP INT QUIT TERM; "
                              "/bin/sh -c \"$1\" 3>&-; echo $? >&3";

/* In the process that is to be the keeper: become it. */
static void become_keeper(const HChar* command, const Int data[2],
                          const Int status[2])
{
   const HChar* argv[] = {"sh", "-c", keeper, "sh", command, NULL};

   VG_(dup2)(data[0], 0);
   VG_(dup2)(status[1], STATUS_FD);
   /* It is 0 if the program was started without standard input. */
   if (data[0] != 0 && data[0] != STATUS_FD)
      VG_(close)(data[0]);
   if (status[1] != STATUS_FD)
      VG_(close)(status[1]);
   VG_(execv)("/bin/sh", argv);
   VG_(exit)(127);
}

/* As VG_(fork), which leaves an end of a pipe of its own open here and there:
   the program would see it.  That pipe gets the lowest numbers that are free.
 */
static Int fork_cleanly(void)
{
   Int lowest[2], pid;

   if (VG_(pipe)(lowest) != 0)
      return -1;
   for (Int i = 0; i < 2; i++)
      VG_(close)(lowest[i]);
   pid = VG_(fork)();
   for (Int i = 0; i < 2; i++)
      VG_(close)(lowest[i]);
   return pid;
}

/* Run a command that reads from out->fd.  The program must not find a child
   that it does not know of: it could wait for it, and the command for the
   program.  So it is a child's child, and tells how it ended by a pipe. */
static void open_command(OutFile* out, const HChar* command)
{
   Int data[2], status[2], pid, ignored;

   *out      = (OutFile){.fd = -1, .status = -1, .is_pipe = True};
   out->path = VG_(strdup)("cg.out.command", command);
   if (VG_(pipe)(data) != 0 || VG_(pipe)(status) != 0
       || (pid = fork_cleanly()) < 0) {
      out->error = EMFILE;
      return;
   }
   if (pid == 0) {
      VG_(close)(data[1]);
      VG_(close)(status[0]);
      if (fork_cleanly() == 0)
         become_keeper(command, data, status);
      VG_(exit)(0);
   }
   VG_(waitpid)(pid, &ignored, 0);
   VG_(close)(data[0]);
   VG_(close)(status[1]);
   out->fd     = data[1];
   out->status = status[0];
}

/* Move the descriptor to the highest that is free: the core keeps some for
   itself above those that it lets the program use.  Returns where it is. */
static Int hidden(Int old)
{
   struct vki_rlimit limit;
   struct vg_stat    st;

   if (old < 0 || VG_(getrlimit)(VKI_RLIMIT_NOFILE, &limit) != 0)
      return old;
   for (Int fd = (Int)limit.rlim_cur - 1; fd > old; fd--) {
      if (VG_(fstat)(fd, &st) == 0)
         continue;
      if (sr_isError(VG_(dup2)(old, fd)))
         return old;
      VG_(close)(old);
      return fd;
   }
   return old;
}

Int cg_out_open_early(OutFile* out, const HChar* path)
{
   if (path[0] == '|')
      open_command(out, path + 1);
   else
      cg_out_open(out, path);
   out->fd     = hidden(out->fd);
   out->status = hidden(out->status);
   return out->error;
}

static void free_names(OutFile* out);

/* Why the file `path' cannot be written, or 0. */
static Int error_of(const HChar* path)
{
   static OutFile trial;
   struct vg_stat st;
   SysRes         res   = VG_(stat)(path, &st);
   Int            error = 0;

   if (sr_isError(res) && sr_Err(res) != ENOENT)
      return sr_Err(res);
   if (!sr_isError(res) && (st.mode & VKI_S_IFMT) == VKI_S_IFDIR)
      return EISDIR;
   if (!cg_out_is_file(path))
      return 0;
   trial = (OutFile){.fd = -1, .status = -1, .path = follow_links(path)};
   if (!is_open_file(trial.path)) {
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
   if (!cg_core_option("--trace-children"))
      VG_(exit)(1);
}

/*------------------------------------------------------------*/
/*--- Closing                                              ---*/
/*------------------------------------------------------------*/

/* Remove what was written to `path', or at least empty it: where nothing can be
   created, nothing can be removed either. */
static void remove_part(const HChar* path)
{
   SysRes res;

   if (!cg_out_is_file(path) || is_open_file(path) || VG_(unlink)(path) == 0)
      return;
   res = VG_(open)(path, VKI_O_WRONLY | VKI_O_TRUNC, 0);
   if (!sr_isError(res))
      VG_(close)(sr_Res(res));
}

/* Wait until the command has ended, which has seen the end of its input. */
static void end_command(OutFile* out)
{
   HChar status[2] = {0};
   Int   n;

   do
      n = VG_(read)(out->status, status, sizeof status);
   while (n == -EINTR);
   VG_(close)(out->status);
   if (out->error == 0 && VG_(memcmp)(status, "0\n", sizeof status) != 0)
      out->error = CG_OUT_COMMAND_FAILED;
}

/* Write the temporary file over out->path, and go on there.  The number of the
   descriptor stays: it may be a hidden one. */
static void copy_temp(OutFile* out)
{
   SysRes res = VG_(open)(out->path, VKI_O_WRONLY | VKI_O_TRUNC, 0);
   Int    fd  = out->fd;
   Int    n;

   if (sr_isError(res)) {
      out->error = sr_Err(res);
      return;
   }
   out->fd = sr_Res(res);
   VG_(lseek)(fd, 0, VKI_SEEK_SET);
   while ((n = VG_(read)(fd, out->buffer, sizeof out->buffer)) > 0
          || n == -EINTR)
      if (n > 0)
         write_all(out, out->buffer, n);
   if (n < 0 && out->error == 0)
      out->error = -n;
   VG_(dup2)(out->fd, fd);
   VG_(close)(out->fd);
   out->fd = fd;
   VG_(unlink)(out->temp);
   free_temp(out);
}

/* Nothing can be renamed to a file that is mounted, or to somebody else's in a
   directory like /tmp; the core does not tell why it was not. */
static void move_temp(OutFile* out)
{
   if (out->error != 0 || !out->temp)
      return;
   if (VG_(rename)(out->temp, out->path) == 0)
      free_temp(out);
   else
      copy_temp(out);
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

static void close_file(OutFile* out, Bool keep)
{
   if (out->fd >= 0) {
      VG_(close)(out->fd);
      if (out->status >= 0)
         end_command(out);
      else if (!keep || out->error != 0)
         remove_part(out->temp ? out->temp : out->path);
   }
   free_names(out);
}

Int cg_out_close(OutFile* out)
{
   if (out->fd >= 0)
      cg_out_publish(out);
   close_file(out, True);
   return out->error;
}

Int cg_out_discard(OutFile* out)
{
   close_file(out, False);
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

void cg_out_complain(const HChar* what, const HChar* path, Int error)
{
   if (error_text(error))
      VG_(umsg)("error: cannot write %s '%s': %s\n", what, path,
                error_text(error));
   else
      VG_(umsg)("error: cannot write %s '%s': error %d\n", what, path, error);
}
