/* SPDX-License-Identifier: GPL-2.0-or-later */
/* markdown.h: writes Markdown with the tables of GitHub and GitLab.

      | Ir | D1m | function |
      |---:|---:|---|
      | 1,105 | 23 | `prog.c:main` |

   Text and names are untrusted: whatever they have, none of it is taken for
   Markdown or HTML.  They become printable UTF-8 (utf8.h). */

#ifndef MARKDOWN_H
#define MARKDOWN_H

#include <glib.h>

#include "lib/output.h"
#include "lib/table.h"

/* Writes a heading, whose text is untrusted; level 1 is the highest. */
void markdown_heading(Output* output, guint level, const char* text);

/* Writes untrusted text; its line breaks become blanks. */
void markdown_text(Output* output, const char* text);

/* Writes untrusted text in the font of code.  It is a code span in backquotes
   or, where these cannot have the text, an HTML element <code>. */
void markdown_code(Output* output, const char* text);

/* Writes a paragraph of the program's own text and then a name or text in the
   font of code, for instance "Command: `ls`". */
void markdown_setting(Output* output, const char* title, const char* text);

/* Begins a table: a column for each event that is shown, whose numbers are on
   the right, and one for each of the labels, which end with a NULL and are the
   program's own.  The rows follow, and then an empty line. */
void markdown_begin_table(Output* output, const Columns* columns,
                          const char* const* labels);

/* The same for columns of numbers with these names, the program's own, which
   end with a NULL.  The caller writes their cells. */
void markdown_begin_numbers(Output* output, const char* const* numbers,
                            const char* const* labels);

/* Writes the first cells of a row: its counts, with a comma before each three
   digits.  A cell is empty if the count is COUNT_NONE, and all are if `counts'
   is NULL. */
void markdown_counts(Output* output, const Columns* columns,
                     const Count* counts);

/* Begins the next cell of a row, whose contents follow, and ends the row. */
void markdown_begin_cell(Output* output);
void markdown_end_row(Output* output);

/* Begin and end a part that the reader unfolds.  `title' is the program's own.
 */
void markdown_begin_folded(Output* output, const char* title);
void markdown_end_folded(Output* output);

#endif
