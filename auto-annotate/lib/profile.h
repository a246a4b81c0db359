/* SPDX-License-Identifier: GPL-2.0-or-later */
/* profile.h: the profile format, and its only writer; reader.h has its only
   reader.  The format (the manual's section "The format of profiles"):

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

   - Counts are in the order of the events.  They belong to the last file and
     the last function named before them.
   - A count that is missing at the end of a line means ".": the event cannot
     happen there.
   - The summary must contain the sum of each column.
   - There are at most PROFILE_MAX_EVENTS events, all with different names.
   - Blanks are spaces, tabs and a carriage return before the newline.  Blank
     lines and lines that begin with "#" are skipped anywhere. */

#ifndef PROFILE_H
#define PROFILE_H

#include <glib.h>

#include "lib/count.h"
#include "lib/output.h"

/* The time to read a count line grows with the number of events, even if the
   line has few counts.  The limit keeps a small file with many events and many
   short lines from taking hours. */
#define PROFILE_MAX_EVENTS 1000

/* Writes the lines "fl=FILE" and "fn=FUNCTION", for the counts that follow. */
void profile_write_place(Output* output, const char* file,
                         const char* function);

/* Writes `before', which may be a line number with blanks, n counts with a
   space between them, and `after'.  COUNT_NONE is written as ".", but left out
   at the end. */
void profile_write_counts(Output* output, const char* before,
                          const Count* counts, guint n, const char* after);

#endif
