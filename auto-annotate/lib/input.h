/* SPDX-License-Identifier: GPL-2.0-or-later */
/* input.h: reads a file in blocks of whole lines, for a parser that looks at
   each byte once.

                   |<------------- block ------------->|
      memory:  ... fl=a.c\n fn=main\n 10 4 0 0\n 11 2 0\n 12 4
                   ^begin                               ^end ^ kept for the next

   Every line of a block ends with a newline.  If the last line of the file has
   none, one is added. */

#ifndef INPUT_H
#define INPUT_H

#include <sys/stat.h>

#include <glib.h>

/* How many bytes can be read after `end'.  Their values are undefined. */
#define INPUT_PADDING 8

/* The longest line, in bytes.  A file with a longer one is refused: it is no
   profile. */
#define INPUT_MAX_LINE_BYTES (16 * 1024 * 1024)

typedef struct {
   const char* name;   /* for messages */
   struct stat status; /* of the file when it was opened */
   gboolean    cut;    /* the last line has no newline */

   /* Private. */
   int     fd;
   char*   memory;
   gsize   capacity;
   guint64 done;  /* bytes that were read */
   gsize   used;  /* bytes that are in memory */
   gsize   taken; /* how many of them are in the current block */
} Input;

/* Opens a file; "-" is standard input, which can be opened only once.  The name
   is not copied.  Returns NULL and `error' ("NAME: why") if the file cannot be
   opened, or if it is a directory. */
Input* input_open(const char* name, GError** error);

/* Opens what is left of a file of which `n' bytes from `begin' on were read
   already, by somebody else, who has added the file to the budget: they come
   first.  They are copied, the name is not; `fd' stays open.  Returns NULL and
   `error', as input_open(). */
Input* input_open_rest(int fd, const char* name, const char* begin, gsize n,
                       GError** error);

/* Returns TRUE and the next block, which is valid until the next call.  Returns
   FALSE without an error at the end of the file, and FALSE with `error' ("NAME:
   why") if reading failed or a line is too long. */
gboolean input_next_block(Input* input, const char** begin, const char** end,
                          GError** error);

/* Of a file that begins with these `n' bytes: if it is compressed, returns what
   the user is to do, which the caller frees; else NULL. */
char* input_unpacking(const void* begin, gsize n);

/* Closes the file and frees `input'. */
void input_close(Input* input);

#endif
