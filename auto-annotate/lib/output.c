/* SPDX-License-Identifier: GPL-2.0-or-later */
/* output.c: see output.h. */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/escape.h"
#include "lib/message.h"
#include "lib/output.h"

#define BUFFER_BYTES (64 * 1024)

struct Output {
   int         fd;
   const char* name;      /* as the user gave it; NULL: standard output */
   char*       path;      /* the final name of the file */
   char*       temporary; /* its name until it is complete; NULL: `path' */
   gboolean    escape;
   GString*    escaped;
   gsize       used;
   char        buffer[BUFFER_BYTES];
};

static void fail_to_write(const Output* output) G_GNUC_NORETURN;
static void fail_to_write(const Output* output)
{
   message_fail("%s: %s", output->name ? output->name : "standard output",
                g_strerror(errno));
}

/*------------------------------------------------------------*/
/*--- Opening and closing                                  ---*/
/*------------------------------------------------------------*/

/* The permissions that open() would give a new file. */
static mode_t default_mode(void)
{
   mode_t mask = umask(0);
   umask(mask);
   return 0666 & ~mask;
}

static void open_file(Output* output, const char* path)
{
   struct stat status;
   gboolean    exists = stat(path, &status) == 0;

   /* A symbolic link to a file stays, and the file is replaced. */
   char* real   = realpath(path, NULL);
   output->path = g_strdup(real ? real : path);
   free(real);
   if (exists && !S_ISREG(status.st_mode)) {
      output->fd = open(path, O_WRONLY | O_CLOEXEC);
      if (output->fd < 0)
         fail_to_write(output);
      return;
   }
   if (exists && access(path, W_OK) < 0)
      fail_to_write(output);
   char* directory = g_path_get_dirname(output->path);
   output->temporary =
      g_strconcat(directory, "/.", message_program(), "-XXXXXX", NULL);
   g_free(directory);
   output->fd = g_mkstemp_full(output->temporary, O_WRONLY | O_CLOEXEC,
                               S_IRUSR | S_IWUSR);
   if (output->fd < 0)
      fail_to_write(output);
   message_set_unfinished_file(output->temporary);
   fchmod(output->fd, exists ? status.st_mode & 07777 : default_mode());
}

Output* output_open(const char* path)
{
   Output* output = g_new(Output, 1);

   *output         = (Output){.fd = STDOUT_FILENO, .name = path};
   output->escaped = g_string_new(NULL);
   if (path)
      open_file(output, path);
   output->escape = isatty(output->fd);
   return output;
}

static void flush(Output* output)
{
   /* Otherwise the output would mix with the progress line on a terminal. */
   message_hide_progress();
   gsize done = 0;
   while (done < output->used) {
      gssize now =
         write(output->fd, output->buffer + done, output->used - done);
      if (now >= 0)
         done += now;
      else if (errno != EINTR)
         fail_to_write(output);
   }
   output->used = 0;
}

void output_close(Output* output)
{
   flush(output);
   if (close(output->fd) < 0)
      fail_to_write(output);
   if (output->temporary) {
      if (rename(output->temporary, output->path) < 0)
         fail_to_write(output);
      message_set_unfinished_file(NULL);
   }
   g_string_free(output->escaped, TRUE);
   g_free(output->temporary);
   g_free(output->path);
   g_free(output);
}

/*------------------------------------------------------------*/
/*--- Writing                                              ---*/
/*------------------------------------------------------------*/

static void write_bytes(Output* output, const char* bytes, gsize length)
{
   while (length > BUFFER_BYTES - output->used) {
      gsize fits = BUFFER_BYTES - output->used;
      memcpy(output->buffer + output->used, bytes, fits);
      output->used = BUFFER_BYTES;
      flush(output);
      bytes += fits;
      length -= fits;
   }
   memcpy(output->buffer + output->used, bytes, length);
   output->used += length;
}

void output_text(Output* output, const char* text, gsize length)
{
   if (output->escape && !escape_is_harmless(text, length)) {
      g_string_truncate(output->escaped, 0);
      escape_append(output->escaped, text, length);
      text   = output->escaped->str;
      length = output->escaped->len;
   }
   write_bytes(output, text, length);
}

void output_string(Output* output, const char* text)
{
   output_text(output, text, strlen(text));
}

void output_literal(Output* output, const char* text)
{
   write_bytes(output, text, strlen(text));
}

char* output_reserve(Output* output, gsize length)
{
   if (length > BUFFER_BYTES - output->used)
      flush(output);
   return output->buffer + output->used;
}

void output_use(Output* output, const char* end)
{
   output->used = end - output->buffer;
}

/* Returns the eight decimal digits of a number below 10^8, one in each byte,
   the first in byte 0.  This is the reverse of short_number() in reader.c, and
   works the same way for the same reason: no branch depends on the number. */
static inline guint64 eight_digits(guint64 number)
{
   /* Split into two numbers of four digits, then four of two, then eight of
      one.  The products, shifted, are n / 100 and n / 10; for such n they are
      exact. */
   guint64 digits = number / 10000 | number % 10000 << 32;
   guint64 upper  = (digits * 10486 >> 20) & 0x0000007f0000007f;
   digits         = upper | (digits - 100 * upper) << 16;
   upper          = (digits * 103 >> 10) & 0x000f000f000f000f;
   return upper | (digits - 10 * upper) << 8;
}

/* Writes a number below 10^8, with leading zeros up to eight digits if `all' is
   set.  Returns the end of the number. */
static inline char* write_digits(char* to, guint64 number, gboolean all)
{
   guint64 digits = eight_digits(number);
   /* The last digit stays even if it is 0. */
   guint zeros = all ? 0 : __builtin_ctzll(digits | (guint64)1 << 56) / 8;

   digits = GUINT64_TO_LE((digits | 0x3030303030303030) >> 8 * zeros);
   memcpy(to, &digits, sizeof digits);
   return to + sizeof digits - zeros;
}

static char* format_positive(char* to, guint64 number)
{
   if (G_LIKELY(number < 100000000))
      return write_digits(to, number, FALSE);
   to = format_positive(to, number / 100000000);
   return write_digits(to, number % 100000000, TRUE);
}

char* output_format_number(char* to, gint64 number)
{
   if (number >= 0)
      return format_positive(to, number);
   *to = '-';
   return format_positive(to + 1, -(guint64)number);
}
