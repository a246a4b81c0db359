/* SPDX-License-Identifier: GPL-2.0-or-later */
/* details.h: what cg_annotate shows below a line of source: with --inclusive
   the functions that were inlined there or are called, and with --asm the
   instructions of the line.

      1,105 (83.97%)      m[word]++;
      1,080 (82.07%)        => inlined std::map<…>::operator[] (stl_map.h)
         21 ( 1.60%)        1136  call   1040 <strlen@plt> */

#ifndef DETAILS_H
#define DETAILS_H

#include "annotate/annotation.h"
#include "lib/source.h"

typedef struct Details Details;

/* Returns what collects details for a profile; details_free() frees it. */
Details* details_new(const Annotation* annotation);
void     details_free(Details* details);

/* Notes that the details of a file will be collected.  objdump runs fewer times
   if all files are noted before the first is collected. */
void details_want(Details* details, const File* file);

/* Returns the details (SourceDetail) of a file in the order of its lines, as
   the options say: an empty array if they want none.  With --inclusive, adds
   the counts of calls to the `lines': each context once if the profile has
   contexts, else without those of a function by itself.  The
   caller frees the array with g_array_free().  Ends the program if a sum
   exceeds 63 bits, or if objdump is wanted and missing. */
GArray* details_collect(Details* details, const File* file, Lines* lines);

/* Returns the text of a detail.  The caller frees it: thousands of calls can be
   of one long name. */
char* details_text(const Annotation* annotation, const SourceDetail* detail);

/* Returns what a function costs with all that it calls (inclusive.h) or,
   without contexts, with what was inlined into it; the caller frees it.  Ends
   the program if a sum exceeds 63 bits. */
Count* details_inclusive(const Annotation* annotation,
                         const Function*   function);

/* Whether the profiles have calls: what was inlined, or called. */
gboolean details_have_calls(const Annotation* annotation);

/* Ends the program if the profiles do not have what the options want: calls, or
   instructions. */
void details_check(const Annotation* annotation);

#endif
