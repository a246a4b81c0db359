/* SPDX-License-Identifier: GPL-2.0-or-later */
/* profile.h: the profile format, and THE writer of it; reader.h has the reader.
   The format (the manual's section "The format of profiles"):

      file         ::= (desc_line | cmd_line | events_line)+ data_line*
                       summary_line
      desc_line    ::= "desc:" text
      cmd_line     ::= "cmd:" text                       exactly one
      events_line  ::= "events:" (blank+ event)+         exactly one
      data_line    ::= file_line | fn_line | count_line
      file_line    ::= ("fl=" | "fi=" | "fe=") file
      fn_line      ::= "fn=" function
      count_line   ::= line_number (blank+ count)*
      summary_line ::= "summary:" (blank+ count)*
      count        ::= "-"? digit+ | "."

   - The counts belong to the last file and the last function named, in the
     order of the events.  One that is missing at the end of a line is as good
     as ".": the event cannot happen there.
   - The summary must hold the sum of each column.
   - There are at most PROFILE_MAX_EVENTS events, each with a name of its own.
   - Blanks are spaces, tabs and a carriage return before the newline.  Blank
     lines and lines that begin with "#" are skipped anywhere. */

#ifndef PROFILE_H
#define PROFILE_H

#include <glib.h>

#include "lib/count.h"
#include "lib/output.h"

/* Every count line costs as much as there are events, whatever it holds: a
   bound keeps a file of nothing but names and short lines from taking hours. */
#define PROFILE_MAX_EVENTS 1000

/* Writes "fl=FILE" and "fn=FUNCTION". */
void profile_write_place(Output* output, const char* file,
                         const char* function);

/* Writes `before', which may be a line number with blanks, the counts, without
   those at the end that are COUNT_NONE, with a space between them, and
   `after'. */
void profile_write_counts(Output* output, const char* before,
                          const Count* counts, guint n, const char* after);

#endif
