/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sink.c: see sink.h. */

#include "lib/sink.h"

#include <string.h>

Sink sink_new(Output* output)
{
   return (Sink){output, g_string_new(NULL)};
}

void sink_put(const HChar* text, SizeT length, void* to)
{
   Sink*        sink = to;
   const HChar* end  = text + length;
   const HChar* newline;

   for (; (newline = memchr(text, '\n', end - text)); text = newline + 1) {
      g_string_append_len(sink->line, text, newline - text);
      output_text(sink->output, sink->line->str, sink->line->len);
      output_literal(sink->output, "\n");
      g_string_truncate(sink->line, 0);
   }
   g_string_append_len(sink->line, text, end - text);
}

void sink_finish(Sink* sink)
{
   output_text(sink->output, sink->line->str, sink->line->len);
   g_string_free(sink->line, TRUE);
}
