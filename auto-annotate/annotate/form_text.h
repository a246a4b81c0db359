/* SPDX-License-Identifier: GPL-2.0-or-later */
/* form_text.h: cg_annotate's output as text, for people.  Scripts rely on its
   layout, too: it is the same as in Valgrind 3.19's cg_annotate. */

#ifndef FORM_TEXT_H
#define FORM_TEXT_H

#include "annotate/form.h"

typedef struct {
   Form               form; /* first, so that a Form* is a FormText* */
   Output*            output;
   Table*             table;  /* of the source that is being written */
   const Source*      source; /* this one */
   const SourceStyle* style;  /* of this source */
   Count*             blank;  /* the counts of a line that has none */
} FormText;

/* Returns the form; it writes to annotation->output.  Kept to the end. */
Form* form_text_new(const Annotation* annotation);

/* Its larger parts, each in a file of its own. */
void form_text_verdict_write(Form* form, const Verdict* verdict);
void form_text_listing_write(Form* form, const Listing* listing);
void form_text_calls_write(Form* form, const GArray* rows);
void form_text_source_begin(Form* form, const FormSource* source);
extern const SourceForm form_text_source_lines;

#endif
