/* SPDX-License-Identifier: GPL-2.0-or-later */
/* profile.h: THE reader and writer of the profile format; every program uses
   them.  The format (the manual's section "The format of profiles"):

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
   - There are at most MAX_EVENTS events, each with a name of its own.
   - Blanks are spaces, tabs and a carriage return before the newline.  Blank
     lines and lines that begin with "#" are skipped anywhere. */

#ifndef PROFILE_H
#define PROFILE_H

#include <glib.h>

#include "lib/input.h"
#include "lib/output.h"

/* Every count line costs as much as there are events, whatever it holds: a
   bound keeps a file of nothing but names and short lines from taking hours. */
#define MAX_EVENTS 1000

/* A count, or COUNT_NONE for "." */
typedef gint64 Count;
#define COUNT_NONE G_MININT64

/* Adds to a count; COUNT_NONE changes nothing.  FALSE, with *sum unchanged, if
   the result does not fit. */
static inline gboolean count_add(Count* sum, Count more)
{
   Count result;
   if (more == COUNT_NONE)
      return TRUE;
   if (*sum == COUNT_NONE)
      result = more;
   else if (__builtin_add_overflow(*sum, more, &result) || result == COUNT_NONE)
      return FALSE;
   *sum = result;
   return TRUE;
}

/* Adds n counts to as many others.  Returns -1, or the index of one whose sum
   does not fit, and from which on nothing was added. */
static inline int counts_add(Count* sums, const Count* more, guint n)
{
   for (guint i = 0; i < n; i++)
      if (G_UNLIKELY(!count_add(&sums[i], more[i])))
         return i;
   return -1;
}

/*------------------------------------------------------------*/
/*--- Reading                                              ---*/
/*------------------------------------------------------------*/

typedef struct {
   /* Texts as they stand behind "desc:", "cmd:" and "events:", with all blanks.
    */
   GPtrArray* desc;
   char*      cmd;
   char*      events_text;
   GPtrArray* events; /* the names in it */
} Header;

typedef enum {
   READ_PLACE,  /* counts of another file or function follow */
   READ_COUNTS, /* the counts of one line */
   READ_END,    /* the profile was complete, and right */
   READ_ERROR
} Found;

typedef struct {
   Header header;

   /* Valid from READ_PLACE on. */
   const char* file;
   const char* function;

   /* Valid after READ_COUNTS: as many counts as there are events. */
   guint64      line;
   const Count* counts;

   /* Valid after READ_END: the sums of all counts, none of them COUNT_NONE. */
   const Count* totals;

   /* Private. */
   Input*      input;
   const char *at, *end;    /* what is left of the block */
   guint64     events_line; /* the number of the "events:" line */
   guint64     line_number; /* of the line that `at' is in or behind */
   guint64     place;       /* offset of the data that the last READ_PLACE
                               announced, or of the summary */
   Count*   numbers; /* counts and totals of all lines, and of the summary */
   GString *file_name, *function_name;
   gboolean moved;   /* file or function changed since READ_PLACE */
   gboolean in_span; /* between two places of a profile read before */
} Reader;

/* A part of a profile in which all counts are of the same file. */
typedef struct {
   guint64 begin, end;  /* offsets of lines, in bytes */
   guint64 line_number; /* of the line at `begin' */
} Span;

/* Opens a profile ("-": standard input) and reads its header.  With
   `seekable', reader_go_to() will work, for pipes too.  NULL and `error' if
   that fails. */
Reader* reader_open(const char* name, gboolean seekable, GError** error);

/* Reads on: see Found.  `error' is set for READ_ERROR only. */
Found reader_next(Reader* reader, GError** error);

/* After READ_PLACE: fills in `begin' and `line_number' where the counts begin,
   after READ_PLACE or READ_END `end' where those of before ended. */
void reader_begin_span(const Reader* reader, Span* span);
void reader_end_span(const Reader* reader, Span* span);

/* Makes reader_next() return the counts of a span, then READ_END.  File and
   function are not those of the profile then. */
void reader_go_to(Reader* reader, const Span* span);

/* An error at the current line of the profile: "FILE:LINE: what". */
void reader_set_error(const Reader* reader, GError** error, const char* format,
                      ...) G_GNUC_PRINTF(3, 4);

/* The error for a sum of an event's counts that exceeds 64 bits. */
void reader_set_overflow(const Reader* reader, GError** error, guint event);

/* TRUE, or FALSE with an error, if a profile has the events of `first', in the
   same order. */
gboolean reader_check_events(const Reader* reader, const Reader* first,
                             GError** error);

void reader_close(Reader* reader);

/*------------------------------------------------------------*/
/*--- Writing                                              ---*/
/*------------------------------------------------------------*/

/* Writes "fl=FILE" and "fn=FUNCTION". */
void write_place(Output* output, const char* file, const char* function);

/* Writes `before', which may be a line number with blanks, the counts, without
   those at the end that are COUNT_NONE, with a space between them, and
   `after'. */
void write_counts(Output* output, const char* before, const Count* counts,
                  guint n, const char* after);

#endif
