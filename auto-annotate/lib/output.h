/* SPDX-License-Identifier: GPL-2.0-or-later */
/* output.h: standard output, or a file that appears when it is complete.  If
   writing fails, the program ends with a message. */

#ifndef OUTPUT_H
#define OUTPUT_H

#include <glib.h>

typedef struct Output Output;

/* Opens standard output (path NULL), or a file.  A file that exists keeps its
   name, its permissions and its contents until output_close(); one that cannot
   be replaced, as a pipe or a device cannot, is written directly.  The path is
   not copied. */
Output* output_open(const char* path);

/* Writes untrusted text: escaped (see escape.h) if it goes to a terminal. */
void output_text(Output* output, const char* text, gsize length);
void output_string(Output* output, const char* text);

/* Writes a string of the program's own. */
void output_literal(Output* output, const char* text);

/* For writing many numbers: room for `length' bytes, at most 64 KB, in the
   buffer, and how far it was used.  Nothing else may be written in between. */
char* output_reserve(Output* output, gsize length);
void  output_use(Output* output, const char* end);

/* Writes a number in decimal to memory that has OUTPUT_MAX_NUMBER_BYTES, all of
   which may be written to.  No NUL byte follows; returns where the number ends.
 */
#define OUTPUT_MAX_NUMBER_BYTES 28
char* output_format_number(char* to, gint64 number);

/* Writes what is left, puts a file in its place, and frees `output'. */
void output_close(Output* output);

#endif
