/* SPDX-License-Identifier: GPL-2.0-or-later */
/* annotation.h: what all parts of cg_annotate and cg_html know: the options,
   the sum of the profiles, and how counts are shown.  The commands fill it in,
   from top to bottom; afterwards the parts only read it. */

#ifndef ANNOTATION_H
#define ANNOTATION_H

#include <glib.h>

#include "annotate/inclusive.h"
#include "annotate/sum.h"
#include "compare/versions.h"
#include "lib/events.h"
#include "lib/names.h"
#include "lib/output.h"
#include "lib/renaming.h"
#include "lib/table.h"
#include "lib/source_scope.h"
#include "lib/tree.h"

/* The name in a profile of a file or function that the debug information does
   not name. */
#define ANNOTATION_UNKNOWN "???"

typedef enum {
   VIEW_LIST, /* the functions in one list, as always */
   VIEW_FUNCTION,
   VIEW_FILE_FUNCTION,
   VIEW_FUNCTION_FILE,
   VIEW_OBJECT,
   VIEW_CALLERS, /* of a function; this and the next two are call_view.h's */
   VIEW_CALLEES,
   VIEW_TREE
} View;

typedef enum {
   FORMAT_TEXT,
   FORMAT_JSON,
   FORMAT_FOLDED, /* this and the next are of the whole profile, for programs
                     of others */
   FORMAT_PPROF
} Format;

typedef struct {
   GPtrArray*      profiles;    /* names; with `diff' there are two */
   gboolean        diff;        /* show the second minus the first */
   GPtrArray*      sources;     /* names, no duplicates */
   GPtrArray*      definitions; /* of events, as the options have them */
   const char*     events_file; /* or NULL */
   const char*     output;      /* the file of cg_annotate's output, or NULL */
   const char*     show;        /* the option's text, or "" */
   const char*     sort;
   const char*     threshold;
   View            view;
   const char*     function; /* whose callers or callees are wanted; or NULL */
   Format          format;   /* of the output of cg_annotate */
   const char*     folded;   /* the event of FORMAT_FOLDED; or NULL */
   VersionsOptions edited;   /* what was edited between two profiles */
   Versions*       versions; /* the same, or NULL */
   Renaming        renaming;
   gboolean        terminal; /* the output is text for a screen */
   gboolean        percents;
   gboolean        fit_percents; /* of the first event, if a screen is narrow */
   gboolean        automatic;
   gboolean        inclusive; /* calls are added to their lines and functions */
   gboolean        assembly;  /* sources have their instructions */
   gboolean        page;      /* the output is a page, which has a map */
   gboolean        advice;
   gboolean        wants_advice; /* --advice=yes was given */
   gboolean        only_advice;  /* --advice=only: nothing else is shown */
   gboolean        explain;      /* the formula of Cycles is shown */
   gboolean        summary;
   gboolean        wants_summary; /* --summary=yes was given */
   guint64         context;
   GPtrArray*      directories; /* each ends with "/" */
   Tree*           tree;        /* of the directories */
   gboolean        any_source;  /* --sources=any */
   GPtrArray*      own;         /* directories of --own; each ends with "/" */
   SourceScope*    scope;       /* of sources that the profiles name */
   guint           width;       /* for output_limit_columns() */
   OutputColors    colors;
   NamesStyle      names;
} Options;

/* An event that functions are sorted by. */
typedef struct {
   guint  event;
   char*  threshold_text;
   double threshold; /* in percent */
} SortKey;

typedef struct {
   Options    options;
   Sum*       sum;
   Inclusive* inclusive; /* of the sum; NULL: it has no contexts */
   Events*    events;
   GArray*    shown;    /* guint: indices of events */
   guint      n_hidden; /* events that there was no room for */
   GArray*    keys;     /* SortKey, at least one */
   guint      folded;   /* the event of FORMAT_FOLDED */
   /* Its totals are what percentages are shares of: the totals of the program,
      or with `diff' those before. */
   Columns columns;
   /* By event: what a threshold is a share of: the same totals, or with `diff'
      what changed. */
   const Count* whole;
   Output*      output;
} Annotation;

#endif
