/* SPDX-License-Identifier: GPL-2.0-or-later */
/* layout.h: the pieces that the parts of cg_annotate's output have in common.
 */

#ifndef LAYOUT_H
#define LAYOUT_H

#include "annotate/annotation.h"

/* Writes a line of dashes. */
void layout_rule(Output* output);

/* Writes a line: a title of the program's own, then a text that is untrusted.
 */
void layout_setting(Output* output, const char* title, const char* text);

/* Writes a table: a heading, and one row with a label. */
void layout_one_row(const Annotation* annotation, const Count* counts,
                    const char* label);

#endif
