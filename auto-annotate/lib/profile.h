/* SPDX-License-Identifier: GPL-2.0-or-later */
/* profile.h: the profile format, and its only writer; reader.h has its only
   reader.  The format (the manual's section "The format of profiles"):

      file           ::= header_line+ data_line* summary_line
      header_line    ::= desc_line | cmd_line | events_line | event_line
                       | positions_line
      desc_line      ::= "desc:" text
      cmd_line       ::= "cmd:" text                     exactly one
      event_line     ::= "event:" definition               see events.h
      events_line    ::= "events:" (blank+ event)+       exactly one
      positions_line ::= "positions: line"               one at most
                       | "positions: instr line"
      data_line      ::= object_line | file_line | fn_line | count_line | call
                       | context
      object_line    ::= "ob=" object?
      file_line      ::= ("fl=" | "fi=" | "fe=") file
      fn_line        ::= "fn=" function
      count_line     ::= position (blank+ count)*
      position       ::= line_number                     with "line"
                       | address blank+ line_number      with "instr line"
      address        ::= "0x" hex_digit+
      call           ::= "#inlined"? callee_line+ calls_line count_line
      callee_line    ::= "cob=" object? | ("cfi=" | "cfl=") file
                       | "cfn=" function                 exactly one
      calls_line     ::= "calls=" number blank+ position
      context        ::= root_line* "#" depth blank+ call_number blank+ number
                         (blank+ count)*
      root_line      ::= "#ob=" object? | "#fl=" file | "#fn=" function
      object, file,
      function       ::= text | "(" number ")" " "? text | "(" number ")"
      summary_line   ::= "summary:" (blank+ count)*
      count          ::= number | "."
      number         ::= "-"? digit+

   - "(1) NAME" gives the name a number, and "(1)" is that name from then on, as
     in Callgrind's format.  Functions, files and objects have numbers of their
     own, from 1 on.
   - Counts are in the order of the events.  They belong to the last file, the
     last function and the last object named before them.  An object is the path
     of an ELF file, or "???" if it is unknown; without "ob=", or after an empty
     one, there is none.  An address is that in the ELF file.
   - A call has the callee, how often it was called, and its position in the
     callee.  The count line has the caller's position, and the inclusive costs
     of these calls, which are not in the summary.  A callee without a file or
     an object has the caller's.
   - A call after "#inlined" is of code that the compiler put into the caller.
     In a profile without "desc: Calls:" all are.
   - Contexts are the tree of lists of calls (contexts.h), in preorder.  A depth
     is at most one more than that of the context before.  The number of a call
     is its place among the calls in the profile, from 1 on.  Its callee is the
     function of the context; with 0, the root lines name it, and a depth of 0
     requires that.  After it come how often the context was called, and what it
     cost itself.
   - A count that is missing at the end of a line means ".": the event cannot
     happen there.
   - The summary must contain the sum of each column, without calls.
   - There are at most PROFILE_MAX_EVENTS events, all with different names.
   - Blanks are spaces, tabs and a carriage return before the newline.  Blank
     lines and lines that begin with "#" are skipped anywhere, except after
     "calls=".  So other readers skip contexts and "#inlined"; without "desc:
   Calls:" all do.

   What is written is sorted by file, function, object and position.  Calls come
   after the counts of their position. */

#ifndef PROFILE_H
#define PROFILE_H

#include <glib.h>

#include "lib/count.h"
#include "lib/output.h"
#include "lib/position.h"

/* The time to read a count line grows with the number of events, even if the
   line has few counts.  The limit keeps a small file with many events and many
   short lines from taking hours. */
#define PROFILE_MAX_EVENTS 1000

/* Writes a line of a key, such as "fl=", and a text.  What would make it longer
   than a reader accepts is left out, and line breaks become spaces. */
void profile_write_line(Output* output, const char* key, const char* text);

/* Names that have numbers. */
typedef enum { NAME_FUNCTION, NAME_FILE, NAME_OBJECT, N_NAME_KINDS } NameKind;

/* What was written to a profile of names that get numbers: those that begin as
   if they had one, and, so that a small profile does not become a large one,
   long ones after many of them. */
typedef struct {
   GHashTable* numbers[N_NAME_KINDS]; /* const char*, which must stay */
   gsize       long_bytes;            /* of all long names so far */
} ProfileNames;

void profile_names_init(ProfileNames* names);

void profile_names_destroy(ProfileNames* names);

/* Writes the lines "fl=FILE" and "fn=FUNCTION", for the counts that follow;
   with NULL, the file stays the same as for the last place. */
void profile_write_place(Output* output, ProfileNames* names, const char* file,
                         const char* function);

/* Writes the line "ob=OBJECT", for the places that follow; NULL is none. */
void profile_write_object(Output* output, ProfileNames* names,
                          const char* object);

/* Writes the lines "#ob=", unless `object' is NULL, "#fl=" and "#fn=". */
void profile_write_context_place(Output* output, ProfileNames* names,
                                 const char* object, const char* file,
                                 const char* function);

/* Writes the line "calls=NUMBER TARGET", where the target has an address if
   `instructions'.  Before it come the lines of the callee; `object' or `file'
   says whether the caller has another one.  The costs must follow at once. */
typedef struct {
   const char* function;
   const char* file;   /* NULL: the caller's */
   const char* object; /* NULL: the caller's; "": none */
} ProfileCallee;
void profile_write_call(Output* output, ProfileNames* names,
                        const ProfileCallee* callee, Count number,
                        Position target, gboolean instructions);

/* Writes "#DEPTH CALL NUMBER" and n counts, without those at the end that are
   COUNT_NONE. */
void profile_write_context(Output* output, guint depth, guint64 call,
                           Count number, const Count* counts, guint n);

/* Writes a position to `to', which has PROFILE_MAX_POSITION_BYTES bytes, with
   its address if `instructions'.  Returns the end, where no NUL byte follows.
 */
#define PROFILE_MAX_POSITION_BYTES                                             \
   (sizeof "0x " + 2 * sizeof(guint64) + OUTPUT_MAX_NUMBER_BYTES)
char* profile_format_position(char* to, Position position,
                              gboolean instructions);

/* Writes `before', which may be a line number with blanks, n counts with a
   space between them, and `after'.  COUNT_NONE is written as ".", but left out
   at the end. */
void profile_write_counts(Output* output, const char* before,
                          const Count* counts, guint n, const char* after);

#endif
