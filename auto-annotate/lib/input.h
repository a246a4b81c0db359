/* SPDX-License-Identifier: GPL-2.0-or-later */
/* input.h: a file in blocks of whole lines, for a parser that looks at each
   byte once.

                   |<------------- block ------------->|
      memory:  ... fl=a.c\n fn=main\n 10 4 0 0\n 11 2 0\n 12 4 <padding>
                   ^begin                               ^end ^ kept for the next

   Every line of a block ends with a newline, the last of the file too, whether
   the file has it or not. */

#ifndef INPUT_H
#define INPUT_H

#include <sys/stat.h>

#include <glib.h>

/* After `end', so many bytes can be read (whatever they hold). */
#define INPUT_PADDING 80

/* A longer line is refused: it is no profile. */
#define INPUT_MAX_LINE_BYTES (16 * 1024 * 1024)

typedef struct {
   const char* name;   /* for messages */
   struct stat status; /* when it was opened */
   gboolean    cut;    /* the last line came without a newline */

   /* Private. */
   int     fd;
   char*   memory;
   gsize   capacity;
   guint64 offset; /* in the file, of the first byte in memory */
   gsize   used;   /* bytes of the file that are in memory */
   gsize   taken;  /* so many of them were in blocks */
   guint64 limit;  /* nothing is read from this offset on */
} Input;

/* Opens a file; "-" is standard input.  With `seekable', a pipe is copied into
   a temporary file first.  NULL and `error' ("NAME: why") if that fails, or if
   it is a directory. */
Input* input_open(const char* name, gboolean seekable, GError** error);

/* The next block.  Returns TRUE, and FALSE at the end of the file, or with
   `error' ("NAME: why") if reading failed or a line is too long. */
gboolean input_next_block(Input* input, const char** begin, const char** end,
                          GError** error);

/* The offset in the file, in bytes, of a place in the current block. */
guint64 input_offset(const Input* input, const char* place);

/* Makes the bytes from `begin' up to `end' what is read next; `input' must be
   seekable, and both offsets those of lines. */
void input_go_to(Input* input, guint64 begin, guint64 end);

/* FALSE and `error' if a file was written to since it was opened. */
gboolean input_check_unchanged(const Input* input, GError** error);

void input_close(Input* input);

#endif
