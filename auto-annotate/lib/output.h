/* SPDX-License-Identifier: GPL-2.0-or-later */
/* output.h: writes to standard output, or to a file that appears only when it
   is complete.  If writing fails, the program ends with a message. */

#ifndef OUTPUT_H
#define OUTPUT_H

#include <string.h>

#include <glib.h>

typedef struct Output Output;

/* Opens a file, or standard output if `path' is NULL or "-".  A regular file
   that exists keeps its contents until output_close() replaces it; the new one
   has its owner and permissions, as far as possible, and never more: no
   set-user-ID bit.  Anything but a regular file, such as a pipe or a
   device, is written directly.  The path is not copied. */
Output* output_open(const char* path);

/* From now on, cuts every line that takes more than so many columns; at its end
   is what width_dots() returns.  0: cuts none, as without this function.  With
   OUTPUT_TERMINAL_COLUMNS, the limit is the width of the terminal that the
   output goes to; if it is none, or its width is unknown, no line is cut.  Call
   this once, before anything is written; it is not for output_write_pieces().
 */
#define OUTPUT_TERMINAL_COLUMNS G_MAXUINT
void output_limit_columns(Output* output, guint columns);

/* Returns that limit, or 0 if there is none. */
guint output_columns(const Output* output);

/* Whether no part of `text', which is untrusted, would be cut off if it were
   written now, as the end of its line.  Needs time for the whole line. */
gboolean output_fits(const Output* output, const char* text);

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

/* The digits of 0 to 9999, four bytes for each; the first digit is the lowest
   byte. */
extern const guint32 output_four_digits[10000];

/* Writes a number below 10^8 in decimal to `to', which has eight bytes; all of
   them may be overwritten.  Returns the end of the number, where no NUL byte
   follows.  No branch depends on the number.  What the table of 40 KB saves
   says bench/README.md, "Tricks and what they gain". */
static inline char* output_format_small(char* to, guint32 number)
{
   guint64 digits = output_four_digits[number / 10000]
                    | (guint64)output_four_digits[number % 10000] << 32;
   /* The last digit stays even if it is 0. */
   guint zeros = __builtin_ctzll(digits | (guint64)1 << 56) & ~7u;

   digits = GUINT64_TO_LE((digits | 0x3030303030303030) >> zeros);
   memcpy(to, &digits, sizeof digits);
   return to + sizeof digits - zeros / 8;
}

/* The same for any number, and OUTPUT_MAX_NUMBER_BYTES bytes. */
#define OUTPUT_MAX_NUMBER_BYTES 28
char* output_format_number(char* to, gint64 number);

/* Writes a piece of the output, whose number is `piece'. */
typedef void (*PieceFunc)(Output* output, guint piece, gconstpointer data);

/* Calls `write' for each of n pieces, in so many threads, with an output of its
   own for each piece, which is kept in memory.  The pieces appear in `output'
   in their order.  With one thread, `write' writes to `output' directly. */
void output_write_pieces(Output* output, guint n, guint n_threads,
                         PieceFunc write, gconstpointer data);

/* Returns whether output_close() will replace the file with this path. */
gboolean output_replaces(const Output* output, const char* path);

/* Returns whether two outputs replace the same file, or one of them is a file
   that standard output goes to. */
gboolean output_are_same(const Output* a, const Output* b);

/* Writes the rest of the buffer, so that nothing more can fail but giving the
   file its name.  Call it for each of several outputs before the first one is
   closed; then either all appear or none does. */
void output_finish(Output* output);

/* The same, unless it was done, and gives a file its name, and frees
   `output'. */
void output_close(Output* output);

#endif
