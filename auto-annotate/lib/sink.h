/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sink.h: an output for those parts of the tool that write reports.  They pass
   text on in pieces, which may end within a character. */

#ifndef SINK_H
#define SINK_H

#include "sim/types.h"

#include <glib.h>

#include "lib/output.h"

typedef struct {
   Output*  output;
   GString* line; /* the unfinished line */
} Sink;

/* Returns a sink for an output, which stays the caller's.  Cannot fail. */
Sink sink_new(Output* output);

/* Takes a piece of `length' characters; `to' is a Sink.  Writes the lines that
   are complete.  The line breaks are the report's own.  Everything else may
   come from a name, which is untrusted, so output_text() escapes it on a
   terminal. */
void sink_put(const HChar* text, SizeT length, void* to);

/* Writes what is left, also of a line that has no end.  Call this once, at the
   end. */
void sink_finish(Sink* sink);

#endif
