/* SPDX-License-Identifier: GPL-2.0-or-later */
/* form_folded.h: folded stacks, which flamegraph.pl, speedscope, Perfetto and
   Firefox's profiler read: one line for each stack that has costs of its own.

      main;parse 20
      main;parse;next 1234

   The functions are those of the stack, from the root on (stacks.h); then come
   a space and the count of one event.  Lines are in the order of their names,
   and equal ones are added up, whatever files their functions are in.  In a
   name,
   ";" becomes ":", and what would end the line becomes a space. */

#ifndef FORM_FOLDED_H
#define FORM_FOLDED_H

#include "annotate/form.h"

/* Returns the form; it writes to annotation->output, which must not cut lines.
   Kept to the end.  Ends the program if the event cannot be added up; a later
   part ends it if a count is negative, which no reader knows. */
Form* form_folded_new(const Annotation* annotation);

#endif
