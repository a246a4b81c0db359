/* SPDX-License-Identifier: GPL-2.0-or-later */
/* reader.h: THE reader of the profile format, which profile.h describes; every
   program uses it. */

#ifndef READER_H
#define READER_H

#include <glib.h>

#include "lib/count.h"
#include "lib/input.h"

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

#endif
