/* SPDX-License-Identifier: GPL-2.0-or-later */
/* form_csv.h: cg_annotate's output as comma-separated values: one table with a
   heading, for programs and spreadsheets.

      Ir,Dr,file,function,object              the functions
      Ir,Dr,row,group,file,function,object    another --view: a row for each
                                              group and for each member
      Ir,Dr,file,line,kind,text               if sources are asked for: their
                                              lines, and what is below these

   Names are in full, and of a source there are all lines with counts and no
   others.  Line 0 has the counts that belong to no line.  What else text says
   of sources is a warning here. */

#ifndef FORM_CSV_H
#define FORM_CSV_H

#include "annotate/form.h"

/* Returns the form; it writes to annotation->output, which must not cut lines.
   Kept to the end. */
Form* form_csv_new(const Annotation* annotation);

#endif
