/* SPDX-License-Identifier: GPL-2.0-or-later */
/* form_pprof.h: a profile as `go tool pprof' reads it, and speedscope and
   Perfetto, too: the message Profile of pprof's profile.proto, in gzip.

      sample     for each context (contexts.h) what it cost itself, and its
   stack (stacks.h); without contexts, for each line or instruction what it
   cost, and itself location   a line, or instruction, of a function function a
   function of a file mapping    an object: a program or library comment    the
   command and the descriptions of the profile

   The events that are shown are types of samples.  The first one sorted by is
   shown first, if it is among them.

   A profile does not say on which line a context spent its own cost.  So the
   innermost location of a stack is where its function was entered; the others
   are the lines of the calls.  Nor does it say how much each line of an inlined
   function cost in each of its callers: its lines are samples of their own. */

#ifndef FORM_PPROF_H
#define FORM_PPROF_H

#include "annotate/form.h"

/* Returns the form; it writes to annotation->output, which must not cut lines
   or be a terminal.  Kept to the end.  Ends the program if an event cannot be
   added up. */
Form* form_pprof_new(const Annotation* annotation);

#endif
