/* SPDX-License-Identifier: GPL-2.0-or-later */
/* reader.h: the reader of the profile format (profile.h), which all programs
   use. */

#ifndef READER_H
#define READER_H

#include <glib.h>

#include "lib/count.h"
#include "lib/input.h"
#include "lib/position.h"

typedef struct {
   /* The texts after "desc:", "cmd:" and "events:", with all blanks. */
   GPtrArray* desc;
   char*      cmd;
   char*      events_text;
   GPtrArray* events;      /* the names in events_text */
   GPtrArray* definitions; /* texts after "event:", of derived events; they are
                              not checked */
   gboolean instructions;  /* "positions: instr line" */
} Header;

typedef enum {
   READ_PLACE,  /* counts of another file, function or object follow */
   READ_COUNTS, /* counts of one line, or of several */
   READ_CALL,   /* a call, with its inclusive costs */
   READ_END,    /* the end of a correct profile, or of a span */
   READ_ERROR
} Found;

/* A call.  Its costs are in neither the totals nor the summary. */
typedef struct {
   /* The callee.  What its lines do not name is the caller's. */
   const char*  object; /* or NULL */
   const char*  file;
   const char*  function;
   guint64      file_number, object_number; /* as those of the Reader */
   Position     target;                     /* in the callee */
   Count        number;                     /* how often it was called */
   const Count* counts; /* one for each event: the inclusive costs */
} Call;

typedef struct {
   Header header;

   /* Valid after the first READ_PLACE. */
   const char* file;
   const char* function;
   const char* object; /* the ELF object; NULL if the profile names none */

   /* Likewise: a number for each line that names a file or an object, not 0.
      The names of equal numbers, of any readers, are equal. */
   guint64 file_number, object_number;

   /* Set by the caller: whether READ_COUNTS is wanted for each line.  Otherwise
      it may have the sums of several lines of the same place. */
   gboolean by_line;

   /* Valid after READ_COUNTS: the last source line; its instruction's address,
      or 0 without instructions; and one count for each event, if they are from
      0 to 10^8 - 1, or NULL.  reader_counts() has them in any case. */
   guint64       line;
   guint64       address;
   const gint32* small;

   /* Valid after READ_CALL.  The caller is `file', `function' and `object' at
      `address' and `line'. */
   Call call;

   /* Valid at the end of the profile, until reader_go_to(): the sums of all
      counts, none of them COUNT_NONE.  After reader_share(): of the counts of
      that part, and what the profile's summary says, or NULL if the part does
      not have it. */
   const Count* totals;
   const Count* summary;

   /* Private. */
   Input*      input;
   const char *at, *end;      /* what is left of the block */
   guint64     events_line;   /* the number of the "events:" line */
   gboolean    has_positions; /* a "positions:" line was read */
   guint64     line_number;   /* of the line that `at' is in or after */
   guint64     place;         /* offset of the data that the last READ_PLACE
                                 announced, or of the summary */
   Count* numbers; /* for each event: counts of a line, totals, and the same
                     two for the summary; a call uses those of the summary */
   Count* pending; /* the sums of lines that are not in the totals yet; these
                      lines are small */
   gboolean has_pending;
   gboolean has_room; /* the totals cannot overflow before the end of a block
                         of small counts */
   gint32*  small_numbers; /* what `small' points to */
   GString *file_name, *function_name, *object_name;
   GString *callee_file, *callee_function, *callee_object;
   gboolean moved;   /* file, function or object changed since READ_PLACE */
   gboolean in_span; /* since reader_go_to() */
   gboolean is_part; /* from reader_share() */
} Reader;

/* A part of a profile whose counts all belong to one file. */
typedef struct {
   guint64 begin, end;  /* offsets of lines in the profile, in bytes */
   guint64 line_number; /* of the line before `begin' */
} Span;

/* Opens a profile ("-" is standard input) and reads its header.  With
   `seekable', reader_go_to() will work, even for a pipe.  The name is not
   copied.  Returns NULL and `error' if the profile cannot be read or its header
   is wrong. */
Reader* reader_open(const char* name, gboolean seekable, GError** error);

/* Returns FALSE if the header or the first line of data tells that the profile
   has instructions or objects.  Call it before reader_next(). */
gboolean reader_is_ordinary(const Reader* reader);

/* Reads up to the next place, the counts of the next line, the next call, or
   the end, and says which it is.  `error' is set for READ_ERROR only. */
Found reader_next(Reader* reader, GError** error);

/* After READ_COUNTS, returns one count for each event. */
const Count* reader_counts(Reader* reader);

/* reader_begin_span(), after READ_PLACE, sets `begin' and `line_number' to
   where the counts of that place begin.  reader_end_span(), after READ_PLACE or
   READ_END, sets `end' to where the counts before that end. */
void reader_begin_span(const Reader* reader, Span* span);
void reader_end_span(const Reader* reader, Span* span);

/* Makes reader_next() return the counts of a span, then READ_END.  `reader'
   must be seekable.  Its file and function are not set to those of the span. */
void reader_go_to(Reader* reader, const Span* span);

/* Returns a reader for the data from offset `begin' to offset `end' of a
   profile whose header was read.  It must be a regular file, and stay open
   meanwhile. Another thread may use the result.  It knows no file, function or
   object that is named before the part, counts lines from its beginning, and
   does not compare the totals with the summary. */
Reader* reader_share(const Reader* reader, guint64 begin, guint64 end);

/* Returns the offset of the data, after the header; call it before
   reader_next(). */
guint64 reader_data(const Reader* reader);

/* Sets an error at the current line of the profile: "FILE:LINE: what". */
void reader_set_error(const Reader* reader, GError** error, const char* format,
                      ...) G_GNUC_PRINTF(3, 4);

/* Sets the error for an event whose counts add up to more than 63 bits.
   `event' is its index, or the number of events for the numbers of calls. */
void reader_set_overflow(const Reader* reader, GError** error, guint event);

/* Returns TRUE if a profile has the same events as `first', in the same order,
   and FALSE with an error otherwise. */
gboolean reader_check_events(const Reader* reader, const Reader* first,
                             GError** error);

/* Returns the name of an event that both profiles define by formulas, but not
   by the same one, for instance because they are of different machines;
   g_free() it.  NULL: there is none. */
char* reader_differing_definition(const Reader* reader, const Reader* first);

/* Whether the branches of both profiles were predicted, but by two predictors:
   the headers say by which. */
gboolean reader_has_other_predictor(const Reader* reader, const Reader* first);

/* Warns if there is such an event, and says that the definition of `first' is
   used; and of different predictors. */
void reader_warn_of_definitions(const Reader* reader, const Reader* first);

/* Returns TRUE if both profiles have instructions, or neither, and FALSE with
   an error otherwise. */
gboolean reader_check_positions(const Reader* reader, const Reader* first,
                                GError** error);

/* Closes the profile and frees `reader', with its names and counts. */
void reader_close(Reader* reader);

#endif
