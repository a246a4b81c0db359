/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sources.h: the sources that cg_annotate shows with their counts, and the
   summary of what it could not show.

   The summary divides the counts of the program:

      Where the counts are             Ir
      beside the lines above           1,105,000 (83.97%)
      in these files, but of no line      10,000 ( 0.76%)
      in sources that cannot be read           0
      in files below the threshold       100,000 ( 7.60%)
      without debug information          101,000 ( 7.67%) */

#ifndef SOURCES_H
#define SOURCES_H

#include "annotate/form.h"

/* Looks up the sources that the user named, an array of Source.  Ends the
   program if one cannot be read. */
GArray* sources_find_named(const Options* options);

/* Shows the sources that the user named, and with --auto those of the functions
   shown; then the sum of their counts, or the summary. */
void sources_show(Form* form, const GArray* named, const GPtrArray* functions);

#endif
