/* SPDX-License-Identifier: GPL-2.0-or-later */
/* input.c: see input.h. */

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "lib/input.h"
#include "lib/message.h"

/* The bytes that are read at once.  They fit into any second-level cache, so
   that they are still there when they are parsed.  The fuzz targets use a
   smaller block, so that lines do not fit. */
#ifndef BLOCK_BYTES
#define BLOCK_BYTES (64 * 1024)
#endif

/* Standard input cannot be read twice. */
static gboolean stdin_was_opened;

static void set_error(GError** error, const Input* input, const char* what)
{
   g_set_error(error, MESSAGE_ERROR, 0, "%s: %s", input->name, what);
}

/* read(), repeated if a signal interrupts it. */
static gssize read_some(int fd, char* to, gsize size)
{
   gssize got;
   do
      got = read(fd, to, size);
   while (got < 0 && errno == EINTR);
   return got;
}

/* The same at an offset of a file. */
static gssize read_at(int fd, char* to, gsize size, guint64 offset)
{
   gssize got;
   do
      got = pread(fd, to, size, offset);
   while (got < 0 && errno == EINTR);
   return got;
}

static gboolean write_all(int fd, const char* from, gsize size)
{
   while (size > 0) {
      gssize done = write(fd, from, size);
      if (done < 0 && errno != EINTR)
         return FALSE;
      if (done > 0) {
         from += done;
         size -= done;
      }
   }
   return TRUE;
}

/* Copies everything from a descriptor that cannot seek to a temporary file, and
   replaces the descriptor by that of the file.  The file has no name, so it
   vanishes when it is closed. */
static gboolean copy_to_file(Input* input, GError** error)
{
   char*    path = NULL;
   GError*  why  = NULL;
   int      copy = g_file_open_tmp(NULL, &path, &why);
   gboolean good = copy >= 0;
   guint64  done = 0;

   if (good)
      unlink(path);
   else {
      set_error(error, input, why->message);
      g_error_free(why);
   }
   while (good) {
      gssize got = read_some(input->fd, input->memory, BLOCK_BYTES);
      if (got == 0)
         break;
      good = got > 0 && write_all(copy, input->memory, got);
      if (!good)
         set_error(error, input, g_strerror(errno));
      done += got;
      message_show_progress(input->name, done, 0);
   }
   if (good) {
      close(input->fd);
      input->fd = copy;
      lseek(copy, 0, SEEK_SET);
   } else if (copy >= 0)
      close(copy);
   g_free(path);
   return good;
}

/* Allocates or enlarges the memory, to its capacity. */
static void allocate(Input* input)
{
   input->padded =
      g_realloc(input->padded, input->capacity + 2 * INPUT_PADDING);
   input->memory = input->padded + INPUT_PADDING;
}

Input* input_open(const char* name, gboolean seekable, GError** error)
{
   Input* input = g_new0(Input, 1);

   gboolean is_stdin = strcmp(name, "-") == 0;

   input->name     = is_stdin ? "standard input" : name;
   input->limit    = G_MAXUINT64;
   input->capacity = 2 * BLOCK_BYTES;
   allocate(input);
   input->fd = is_stdin ? dup(STDIN_FILENO) : open(name, O_RDONLY | O_CLOEXEC);
   if (is_stdin && stdin_was_opened)
      set_error(error, input, "\"-\" may be given only once");
   else if (input->fd < 0 || fstat(input->fd, &input->status) < 0)
      set_error(error, input, g_strerror(errno));
   else if (S_ISDIR(input->status.st_mode))
      set_error(error, input, g_strerror(EISDIR));
   else if (!seekable || lseek(input->fd, 0, SEEK_CUR) >= 0
            || copy_to_file(input, error)) {
      off_t here       = lseek(input->fd, 0, SEEK_CUR);
      stdin_was_opened = stdin_was_opened || is_stdin;
      input->offset    = MAX(here, 0);
      return input;
   }
   input_close(input);
   return NULL;
}

Input* input_open_rest(int fd, const char* name, const char* begin, gsize n,
                       GError** error)
{
   Input* input = g_new0(Input, 1);

   input->name     = name;
   input->limit    = G_MAXUINT64;
   input->capacity = n + 2 * BLOCK_BYTES;
   allocate(input);
   memcpy(input->memory, begin, n);
   input->used = n;
   input->fd   = fcntl(fd, F_DUPFD_CLOEXEC, 0);
   if (input->fd >= 0 && fstat(input->fd, &input->status) == 0)
      return input;
   set_error(error, input, g_strerror(errno));
   input_close(input);
   return NULL;
}

static gboolean set_too_long(GError** error, const Input* input)
{
   set_error(error, input, "a line is longer than 16 MB");
   return FALSE;
}

gboolean input_next_block(Input* input, const char** begin, const char** end,
                          GError** error)
{
   /* The bytes after the last block are the beginning of a line: move them to
      the front. */
   input->used -= input->taken;
   input->offset += input->taken;
   memmove(input->memory, input->memory + input->taken, input->used);
   input->taken = 0;

   for (;;) {
      if (input->used > INPUT_MAX_LINE_BYTES)
         return set_too_long(error, input);
      if (input->used + BLOCK_BYTES > input->capacity) {
         input->capacity *= 2;
         allocate(input);
      }
      char*   to   = input->memory + input->used;
      guint64 next = input->offset + input->used;
      gsize   size =
         next < input->limit ? MIN(BLOCK_BYTES, input->limit - next) : 0;
      gssize got = input->shared ? read_at(input->fd, to, size, next)
                                 : read_some(input->fd, to, size);
      if (got < 0) {
         set_error(error, input, g_strerror(errno));
         return FALSE;
      }
      message_show_progress(input->name, next + got, input->status.st_size);
      if (got == 0 && input->used == 0)
         return FALSE;

      const char* newline = to;
      if (got == 0 && to[-1] == '\n')
         newline = to - 1; /* of input_open_rest() */
      else if (got == 0) {
         *to        = '\n';
         input->cut = TRUE;
      } else
         newline = memrchr(to, '\n', got);
      /* How long the first line is must not depend on where blocks end. */
      input->used += got;
      if (newline && input->used > INPUT_MAX_LINE_BYTES
          && (char*)memchr(to, '\n', newline - to + 1) - input->memory
                > INPUT_MAX_LINE_BYTES)
         return set_too_long(error, input);
      if (newline) {
         *begin       = input->memory;
         *end         = newline + 1;
         input->taken = MIN(input->used, (gsize)(*end - *begin));
         return TRUE;
      }
   }
}

guint64 input_offset(const Input* input, const char* place)
{
   return input->offset + (place - input->memory);
}

void input_go_to(Input* input, guint64 begin, guint64 end)
{
   if (!input->shared)
      lseek(input->fd, begin, SEEK_SET);
   input->offset = begin;
   input->limit  = end;
   input->used = input->taken = 0;
}

Input* input_share(const Input* input)
{
   Input* other = g_new(Input, 1);

   *other          = *input;
   other->shared   = TRUE;
   other->capacity = 2 * BLOCK_BYTES;
   other->padded   = NULL;
   allocate(other);
   return other;
}

gboolean input_find_line(const Input* input, guint64* offset, const char* key)
{
   char*       wanted = g_strconcat("\n", key, NULL);
   gsize       length = strlen(wanted);
   char        text[16 * 1024];
   const char* here = NULL;
   gssize      got  = length;

   /* From the newline before `offset' on; texts overlap by less than the
      length. */
   guint64 at    = MAX(*offset, 1) - 1;
   guint64 limit = at + 16 * 1024 * 1024;
   while (!here && at < limit) {
      got = read_at(input->fd, text, sizeof text, at);
      if (got < (gssize)length)
         break;
      here = memmem(text, got, wanted, length);
      at += here ? here - text + 1 : got - (gssize)(length - 1);
   }
   *offset = here ? at : (guint64)input->status.st_size;
   g_free(wanted);
   return here || got < (gssize)length;
}

gboolean input_check_unchanged(const Input* input, GError** error)
{
   const struct stat* then = &input->status;
   struct stat        now;

   if (!S_ISREG(then->st_mode)
       || (fstat(input->fd, &now) == 0 && now.st_size == then->st_size
           && now.st_mtim.tv_sec == then->st_mtim.tv_sec
           && now.st_mtim.tv_nsec == then->st_mtim.tv_nsec))
      return TRUE;
   set_error(error, input, "the file changed while it was read");
   return FALSE;
}

void input_close(Input* input)
{
   if (input->fd >= 0 && !input->shared)
      close(input->fd);
   g_free(input->padded);
   g_free(input);
}
