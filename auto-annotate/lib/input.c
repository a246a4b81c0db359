/* SPDX-License-Identifier: GPL-2.0-or-later */
/* input.c: see input.h. */

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "lib/budget.h"
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
   g_set_error(error, MESSAGE_ERROR, MESSAGE_WITHOUT_LINE, "%s: %s",
               input->name, what);
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

Input* input_open(const char* name, GError** error)
{
   Input* input = g_new0(Input, 1);

   gboolean is_stdin = strcmp(name, "-") == 0;

   input->name     = is_stdin ? "standard input" : name;
   input->capacity = 2 * BLOCK_BYTES;
   input->memory   = g_malloc(input->capacity + INPUT_PADDING);
   input->fd = is_stdin ? dup(STDIN_FILENO) : open(name, O_RDONLY | O_CLOEXEC);
   if (is_stdin && stdin_was_opened)
      set_error(error, input, "\"-\" may be given only once");
   else if (input->fd < 0 || fstat(input->fd, &input->status) < 0)
      set_error(error, input, g_strerror(errno));
   else if (S_ISDIR(input->status.st_mode))
      set_error(error, input, g_strerror(EISDIR));
   else {
      stdin_was_opened = stdin_was_opened || is_stdin;
      budget_add_file(BUDGET_DATA, input->name, input->fd);
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
   input->capacity = n + 2 * BLOCK_BYTES;
   input->memory   = g_malloc(input->capacity + INPUT_PADDING);
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
   memmove(input->memory, input->memory + input->taken, input->used);
   input->taken = 0;

   for (;;) {
      if (input->used > INPUT_MAX_LINE_BYTES)
         return set_too_long(error, input);
      if (input->used + BLOCK_BYTES > input->capacity) {
         input->capacity *= 2;
         input->memory =
            g_realloc(input->memory, input->capacity + INPUT_PADDING);
      }
      char*  to  = input->memory + input->used;
      gssize got = read_some(input->fd, to, BLOCK_BYTES);
      if (got < 0) {
         set_error(error, input, g_strerror(errno));
         return FALSE;
      }
      input->done += got;
      if (!S_ISREG(input->status.st_mode))
         budget_add_bytes(BUDGET_DATA, got);
      message_show_progress(input->name, input->done, input->status.st_size);
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

char* input_unpacking(const void* begin, gsize n)
{
   static const struct {
      const char* begin;
      const char* program;
   } packers[] = {{"\x28\xb5\x2f\xfd", "zstd"},
                  {"\x1f\x8b", "gzip"},
                  {"BZh", "bzip2"},
                  {"\xfd"
                   "7zXZ",
                   "xz"}};

   for (guint i = 0; i < G_N_ELEMENTS(packers); i++) {
      gsize length = strlen(packers[i].begin);
      if (n >= length && memcmp(begin, packers[i].begin, length) == 0)
         return g_strdup_printf("this is compressed (%s): unpack it first: %s "
                                "-dc FILE | %s -",
                                packers[i].program, packers[i].program,
                                message_program());
   }
   return NULL;
}

void input_close(Input* input)
{
   if (input->fd >= 0)
      close(input->fd);
   g_free(input->memory);
   g_free(input);
}
