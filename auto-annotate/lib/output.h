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
   this once, before anything is written. */
#define OUTPUT_TERMINAL_COLUMNS G_MAXUINT
void output_limit_columns(Output* output, guint columns);

/* Returns that limit, or 0 if there is none. */
guint output_columns(const Output* output);

/* Whether no part of `text', which is untrusted, would be cut off if it were
   written now, as the end of its line.  Needs time for the whole line. */
gboolean output_fits(const Output* output, const char* text);

/* If the output goes to a terminal, sends it through the user's pager
   (pager.h).  If the user ends that early, the program ends quietly, with
   status 0, where it writes next.  Call this before anything is written. */
void output_page(Output* output);

/* Decides whether styles are written: always, never, or if the output goes to a
   terminal that has them and the variable NO_COLOR is empty or not set.  If
   they are, untrusted text is escaped, as on a terminal.  Call this before
   anything is written; otherwise no styles are. */
typedef enum {
   OUTPUT_COLORS_AUTO,
   OUTPUT_COLORS_ALWAYS,
   OUTPUT_COLORS_NEVER
} OutputColors;
void output_set_colors(Output* output, OutputColors colors);

/* Sets the style of what is written next, up to output_plain(), which belongs
   into the same line: pagers forget a style at the end of a line.  Styles take
   no columns, and the text is the same without them. */
typedef enum {
   OUTPUT_PLAIN,
   OUTPUT_HEADING,
   OUTPUT_DIM,
   OUTPUT_WARM, /* for what costs something */
   OUTPUT_HOT   /* for what costs most */
} OutputStyle;
void output_style(Output* output, OutputStyle style);
void output_plain(Output* output);

/* Returns the style of a share of the cost, in percent. */
OutputStyle output_heat(double share);

/* Write untrusted text, `length' bytes of it or up to its NUL.  It is escaped
   (escape.h) if it goes to a terminal or is among styles.  The program ends
   with a message if the texts of 4 kB and more have a GB in total. */
void output_text(Output* output, const char* text, gsize length);
void output_string(Output* output, const char* text);

/* Counts a text of `length' bytes as if it were written, for that limit: its
   compressed form is written instead, and whoever reads that needs room for the
   text. */
void output_count(Output* output, gsize length);

/* Writes a string of the program's own, which is never escaped. */
void output_literal(Output* output, const char* text);

/* Writes lines of which only the breaks are the program's own: everything else
   may come from a name.  Empties `lines'. */
void output_lines(Output* output, GString* lines);

/* For writing many numbers: output_reserve() returns room for `length' bytes in
   the buffer, at most OUTPUT_MAX_RESERVE, and output_use() says where the bytes
   that were written there end.  Nothing else may be written in between. */
#define OUTPUT_MAX_RESERVE (64 * 1024)
char* output_reserve(Output* output, gsize length);
void  output_use(Output* output, const char* end);

/* Writes a number in decimal to `to', which has OUTPUT_MAX_NUMBER_BYTES bytes.
   Returns the end of the number, where no NUL byte follows. */
#define OUTPUT_MAX_NUMBER_BYTES 28
char* output_format_number(char* to, gint64 number);

/* Returns whether output_close() will replace the file with this path. */
gboolean output_replaces(const Output* output, const char* path);

/* Returns whether an output at `path' would replace the regular file that is
   read from `in': a path, or "-" for standard input. */
gboolean output_would_replace(const char* path, const char* in);

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
