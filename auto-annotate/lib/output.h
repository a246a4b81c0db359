/* SPDX-License-Identifier: GPL-2.0-or-later */
/* output.h: writes to standard output, or to a file that appears only when it
   is complete.  If writing fails, the program ends with a message. */

#ifndef OUTPUT_H
#define OUTPUT_H

#include <glib.h>

typedef struct Output Output;

/* Opens a file, or standard output if `path' is NULL.  A regular file that
   exists keeps its contents until output_close() replaces it; the new one has
   the same permissions.  Anything but a regular file, such as a pipe or a
   device, is written directly.  The path is not copied. */
Output* output_open(const char* path);

/* Write untrusted text, `length' bytes of it or up to its NUL.  It is escaped
   (escape.h) if it goes to a terminal. */
void output_text(Output* output, const char* text, gsize length);
void output_string(Output* output, const char* text);

/* Writes a string of the program's own, which is never escaped. */
void output_literal(Output* output, const char* text);

/* For writing many numbers: output_reserve() returns room for `length' bytes in
   the buffer, at most 64 KiB, and output_use() says where the bytes that were
   written there end.  Nothing else may be written in between. */
char* output_reserve(Output* output, gsize length);
void  output_use(Output* output, const char* end);

/* Writes a number in decimal to `to', which has OUTPUT_MAX_NUMBER_BYTES bytes;
   all of them may be overwritten.  Returns the end of the number, where no NUL
   byte follows. */
#define OUTPUT_MAX_NUMBER_BYTES 28
char* output_format_number(char* to, gint64 number);

/* Writes the rest of the buffer, gives a file its name, and frees `output'. */
void output_close(Output* output);

#endif
