/* SPDX-License-Identifier: GPL-2.0-or-later */
/* form_json.h: cg_annotate's output as JSON, for programs.  The manual
   describes it ("The format of annotations in JSON"), and
   share/cg_annotate.schema.json says exactly what is allowed in it.

   A document has all that text has, with these differences: all names are in
   full; of a source it has all lines with counts and no others; and it has no
   percentages, because the totals are there. */

#ifndef FORM_JSON_H
#define FORM_JSON_H

#include "annotate/form.h"

/* The version of the document.  It grows when a member is removed or means
   something else; the schema has it, too. */
#define FORM_JSON_VERSION 2

/* Returns the form; it writes to annotation->output, which must not cut lines.
   Kept to the end. */
Form* form_json_new(const Annotation* annotation);

#endif
