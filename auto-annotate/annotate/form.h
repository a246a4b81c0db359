/* SPDX-License-Identifier: GPL-2.0-or-later */
/* form.h: the forms of output: cg_annotate's text and JSON, the stacks of calls
   that it writes for other programs, and the document of cg_html's pages.

   What is shown is found once, and each form writes it: the commands and
   sources.c call the functions of a form for one part after the other, in this
   order.

      verdict                 where to look first
      settings                the program, the profiles, the events
      totals
      listing                 the functions, or
      calls                   who calls whom
      begin_sources
         begin_source         for each source that can be read ...
            lines             ... what source_show() calls, if it has counts
         missing              those that cannot
      summary or annotated    where the counts are
      finish

   Only the verdict and the four about sources depend on what the user asks for.
   A form that has nothing to say in a part has NULL there. */

#ifndef FORM_H
#define FORM_H

#include "annotate/annotation.h"
#include "annotate/call_view.h"
#include "annotate/view.h"
#include "lib/source.h"
#include "report/verdict.h"

/* The totals of the program, of all events.  Of a difference, also the totals
   of both profiles; otherwise `before' and `after' are NULL. */
typedef struct {
   const Count *before, *after, *totals;
} FormTotals;

/* A source that is shown. */
typedef struct {
   const Source* source;
   gboolean      named; /* by the user, not chosen by --auto */

   /* Files of the profile that have the same name in other directories, char*,
      if the profile has no counts of this one; or NULL: it has, and lines
      follow. */
   const GPtrArray* namesakes;
} FormSource;

/* A source that cannot be read. */
typedef struct {
   const char* name;
   const char* why; /* a message that has the name, too; or NULL: it was not
                       found */
} FormMissing;

/* A row of the summary. */
typedef struct {
   const char*  key;    /* for programs */
   const char*  text;   /* for people */
   const Count* counts; /* of all events */
} FormSummaryRow;

typedef struct Form Form;

struct Form {
   const Annotation* annotation;

   void (*verdict)(Form* form, const Verdict* verdict);
   void (*settings)(Form* form);
   void (*totals)(Form* form, const FormTotals* totals);
   void (*listing)(Form* form, const Listing* listing);
   void (*calls)(Form* form, const GArray* rows); /* of CallRow */
   void (*begin_sources)(Form* form);
   void (*begin_source)(Form* form, const FormSource* source);
   const SourceForm* lines;
   void (*missing)(Form* form, const GArray* missing); /* of FormMissing */
   void (*summary)(Form* form, const FormSummaryRow* rows, guint n);
   void (*annotated)(Form* form, const Count* counts); /* of all sources */
   void (*finish)(Form* form);
};

#endif
