/* SPDX-License-Identifier: GPL-2.0-or-later */
/* form_markdown.h: cg_annotate's output as Markdown, for issues, merge requests
   and pages, with the tables of GitHub and GitLab.

   It has what text has.  Sources are folded, and their lines have numbers. */

#ifndef FORM_MARKDOWN_H
#define FORM_MARKDOWN_H

#include "annotate/form.h"

/* Returns the form; it writes to annotation->output, which must not cut lines.
   Kept to the end. */
Form* form_markdown_new(const Annotation* annotation);

#endif
