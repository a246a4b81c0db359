/* SPDX-License-Identifier: GPL-2.0-or-later */
/* reader.h: the reader of the profile format (profile.h), which all programs
   use. */

#ifndef READER_H
#define READER_H

/* Longer names are cut.  The tool leaves longer ones mangled. */
#define READER_MAX_NAME_BYTES (64 * 1024)

#include <glib.h>

#include "lib/count.h"
#include "lib/input.h"
#include "lib/position.h"
#include "lib/profile.h"

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
   READ_PLACE,   /* counts of another file, function or object follow */
   READ_COUNTS,  /* the counts of a line */
   READ_CALL,    /* a call, with its inclusive costs */
   READ_CONTEXT, /* a context, with what it cost itself */
   READ_END,     /* the end of a correct profile */
   READ_ERROR
} Found;

/* A call.  Its costs are in neither the totals nor the summary. */
typedef struct {
   /* The callee.  What its lines do not name is the caller's. */
   const char* object; /* or NULL */
   const char* file;
   const char* function;
   guint64     file_number, object_number; /* as those of the Reader */
   Position    target;                     /* in the callee */
   gboolean    inlined; /* into the caller; otherwise the program called it */
   Count       number;  /* how often it was called */
} Call;

/* The tool does not write deeper ones. */
#define READER_MAX_DEPTH 10000

/* A context of the tree: a list of calls that some code ran in.  Contexts are
   in preorder. */
typedef struct {
   guint   depth; /* 0: a root */
   guint64 call;  /* that it ends with: the number of a call before, from 1 on;
                     0: none, and `call' of the Reader names the function */
   Count number;  /* how often it was called there */
} ReaderContext;

typedef struct {
   Header header;

   /* Valid after the first READ_PLACE. */
   const char* file;
   const char* function;
   const char* object; /* the ELF object; NULL if the profile names none */

   /* Likewise: a number for each line that names a file or an object, not 0.
      The names of equal numbers, of any readers, are equal. */
   guint64 file_number, object_number;

   /* Valid after READ_COUNTS and READ_CALL (the counts also after
      READ_CONTEXT): the source line, with the address of its instruction, or 0
      without instructions; and one count for each event, of a call the
      inclusive costs. */
   Position position;
   Count*   counts;

   /* Valid after READ_CALL.  The caller is `file', `function' and `object' at
      `position'. */
   Call call;

   /* Valid after READ_CONTEXT. */
   ReaderContext context;

   /* The sums of all counts so far, by event, none of them COUNT_NONE. */
   Count* totals;

   /* Private. */
   Input*      input;
   const char *at, *end;      /* what is left of the block */
   guint64     events_line;   /* the number of the "events:" line */
   gboolean    has_positions; /* a "positions:" line was read */
   guint64     line_number;   /* of the line that `at' is in or after */
   GString *   file_name, *function_name, *object_name;
   GString *   callee_file, *callee_function, *callee_object;
   GPtrArray*  numbered[N_NAME_KINDS]; /* names that have numbers */
   gboolean    moved; /* file, function or object changed since READ_PLACE */
   gboolean    counts_calls; /* a description says so */
   Count       missing;      /* what counts missing at the end of a line are */
   gboolean    has_contexts; /* comments that look like contexts are some */
   guint64     n_calls;      /* so far */
   guint       max_depth;    /* of the next context */
   gboolean    inlined;      /* the next call is of inlined code */
   gboolean    naming;       /* lines of the next one's function were read */
} Reader;

/* Returns a text of a header without the blanks before it. */
static inline const char* reader_header_text(const char* text)
{
   while (g_ascii_isspace(*text))
      text++;
   return text;
}

/* Opens a profile ("-" is standard input) and reads its header.  The name is
   not copied.  Returns NULL and `error' if the profile cannot be read or its
   header is wrong; with the code MESSAGE_OTHER_FILE if it is no source either.
 */
Reader* reader_open(const char* name, GError** error);

/* Reads up to the next place, the counts of the next line, the next call, the
   next context, or the end, and says which it is.  `error' is set for
   READ_ERROR only. */
Found reader_next(Reader* reader, GError** error);

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

/* A sum that begins with `first' gets `reader', too: makes the header of
   `first' that of the sum.  It names a thread or a clock only if both are of
   it, and says that calls were counted if they were in one. */
void reader_join_headers(Reader* first, const Reader* reader);

/* The description of a profile that has calls. */
#define READER_CALLS " Calls:            counted"

/* Whether a profile has the calls that the program made (the tool's option
   --calls).  Otherwise all lead to what was inlined. */
gboolean reader_counts_calls(const Header* header);

/* Returns the size of a line of a machine's L1D, in bytes: 64, as nearly all
   have, if no description says so. */
guint reader_line_size(const Header* header);

/* Returns the nominal clock of the processor that cycles are of, in MHz; 0 if
   no description says it. */
guint reader_clock(const Header* header);

/* Whether counts that are missing at the end of a line are 0, because the tool
   left them out: the profile is of a machine, and defines events.  Otherwise
   they are COUNT_NONE. */
gboolean reader_leaves_out_zeros(const Header* header);

/* Returns TRUE if both profiles have instructions, or neither, and FALSE with
   an error otherwise. */
gboolean reader_check_positions(const Reader* reader, const Reader* first,
                                GError** error);

/* Closes the profile and frees `reader', with its names and counts. */
void reader_close(Reader* reader);

#endif
