/* SPDX-License-Identifier: GPL-2.0-or-later */
/* form_page.h: what a page of cg_html is made of, as a document of JSON that
   the page's own script reads.  It is no format for others: cg_annotate's JSON
   is.

   The document, where "counts" stands for one element for each event that is
   shown (json_add_exact_counts()):

      profiles, command, description, difference
      events      {name, formula?, title?, linear}
      sort        an index of `events'
      before, after (of a difference), totals      [counts]
      versions    of a difference: what the two are called
      verdict     the verdict, as in cg_annotate's JSON
      objects     names
      files       names
      functions   [name, short name or null, file, object or null, [counts],
                  [counts with what was inlined or called]?]: an index of each
      rest        [object or null, how many, [counts]]: functions that are not
                  listed, by object
      others, called, calls, contexts
                  of a profile with calls that the program made, see below
      sources     {file, note?: text, lines, past_end?: whether lines follow
                  that the source does not have}; without those of which
                  neither the text nor a line is on the page (coverage.h)
      report      the conflict report, as cg_conflicts writes it

   Of a function, and of a file in "i" and "k", a name of more than 1000 bytes
   is an array of it, and of its short name if it is a function's, which then is
   null; and later the number of that array.

   What it has of calls is chosen by page_calls.h.  Functions are indices of
   `functions' and, after these, of `others':

      others      [name, short name or null, file, object or null]: functions
                  that are named here only
      called      by function: [how often, calls of it that are left out, calls
                  by it that are left out]
      calls       [caller, line or 0, callee, how often, 1 if the callee was
                  inlined there or 0, counts of what that cost]; of what was
                  inlined, how often is null
      contexts    the tree of who calls whom on whose behalf, each after the one
                  above it: [function or -1 for others, how many rows above it
                  that one is or 0 for none, how often, counts]: its own counts
                  of an event that adds up, of others those with what it called;
                  in a difference followed by the same counts afterwards

   The lines of a source, in their order:

      120      the number of the next one, unless it is one more than that
               before; 0 comes first, for counts of no line
      "text"   a line without counts
      {...}    a line with counts:
         "t"   its text; null if the source does not have it
         "f"   own counts, by function: [function, counts]...; -1 is one that
               is not listed
         "s"   their sum [counts], if there are several
         "w"   [counts] with what was inlined or called there
         "i"   what was inlined: [null, function, short name or null, file or
               null for the same one, counts]...; if the page has `calls', only
               of a line that was removed
         "k"   the same of what was called, with how often instead of null
         "c"   instructions: [address, text, counts]...
         "o"   of a line that was changed: what it said before; several lines
               if they became one
         "r"   of a line that was removed: its number before
         "a"   the number of the line after which it would stand now; such
               lines are the last */

#ifndef FORM_PAGE_H
#define FORM_PAGE_H

#include "annotate/coverage.h"
#include "annotate/form.h"
#include "lib/output.h"
#include "render/json.h"

/* Ends the program if the page would replace a file that it is made from. */
void form_page_check_input(const Output* output, const char* path);

/* Returns the form; it writes to `json', whose outermost object is open.  Kept
   to the end. */
Form* form_page_new(const Annotation* annotation, const Coverage* coverage,
                    Json* json);

/* Writes the counts by line of a function's file without its text: for
   --no-sources, and for sources that cannot be read.  The list of sources must
   have been begun.  `note' says why. */
void form_page_bare_source(Form* form, const File* file, const char* note);

/* Notes that form_page_bare_source() will be called for a file.  objdump runs
   fewer times if all are noted before the first call. */
void form_page_want(Form* form, const File* file);

#endif
