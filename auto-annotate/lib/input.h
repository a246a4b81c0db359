/* SPDX-License-Identifier: GPL-2.0-or-later */
/* input.h: reads a file in blocks of whole lines, for a parser that looks at
   each byte once.

                   |<------------- block ------------->|
      memory:  ... fl=a.c\n fn=main\n 10 4 0 0\n 11 2 0\n 12 4 <padding>
                   ^begin                               ^end ^ kept for the next

   Every line of a block ends with a newline.  If the last line of the file has
   none, one is added. */

#ifndef INPUT_H
#define INPUT_H

#include <sys/stat.h>

#include <glib.h>

/* How many bytes can be read before `begin' and after `end'.  Their values are
   undefined. */
#define INPUT_PADDING 80

/* The longest line, in bytes.  A file with a longer one is refused: it is no
   profile. */
#define INPUT_MAX_LINE_BYTES (16 * 1024 * 1024)

typedef struct {
   const char* name;   /* for messages */
   struct stat status; /* of the file when it was opened */
   gboolean    cut;    /* the last line has no newline */

   /* Private. */
   int      fd;
   gboolean shared; /* other threads read the same descriptor */
   char*    memory;
   char*    padded; /* INPUT_PADDING bytes, `memory', and as many bytes again */
   gsize    capacity;
   guint64  offset; /* of the first byte in memory, in the file */
   gsize    used;   /* bytes of the file that are in memory */
   gsize    taken;  /* how many of them are in the current block */
   guint64  limit;  /* the offset at which reading stops */
} Input;

/* Opens a file; "-" is standard input, which can be opened only once.  With
   `seekable', a pipe is copied to a temporary file first.  The name is not
   copied.  Returns NULL and `error' ("NAME: why") if the file cannot be opened
   or copied, or if it is a directory. */
Input* input_open(const char* name, gboolean seekable, GError** error);

/* Opens what is left of a file of which `n' bytes from `begin' on were read
   already, by somebody else: they come first.  They are copied, the name is
   not; `fd' stays open.  Returns NULL and `error', as input_open(). */
Input* input_open_rest(int fd, const char* name, const char* begin, gsize n,
                       GError** error);

/* Returns TRUE and the next block, which is valid until the next call.  Returns
   FALSE without an error at the end of the file, and FALSE with `error' ("NAME:
   why") if reading failed or a line is too long. */
gboolean input_next_block(Input* input, const char** begin, const char** end,
                          GError** error);

/* Returns the offset in the file, in bytes, of a place in the current block. */
guint64 input_offset(const Input* input, const char* place);

/* Makes input_next_block() return the bytes from offset `begin' up to offset
   `end'.  `input' must be seekable, and a line must begin at each offset. */
void input_go_to(Input* input, guint64 begin, guint64 end);

/* Returns an input of its own for another part of the same file, which must be
   a regular file and stay open meanwhile.  Call input_go_to() before reading.
 */
Input* input_share(const Input* input);

/* Moves *offset forward to the next line that begins with `key'; or to the end
   of the file if there is none or reading failed.  Returns FALSE if that is
   more than 16 MB away. */
gboolean input_find_line(const Input* input, guint64* offset, const char* key);

/* Returns FALSE and `error' if a regular file was written to since it was
   opened, and TRUE otherwise. */
gboolean input_check_unchanged(const Input* input, GError** error);

/* Closes the file and frees `input'. */
void input_close(Input* input);

#endif
