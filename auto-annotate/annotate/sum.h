/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sum.h: the counts that cg_annotate shows: one profile, the sum of several, or
 * the difference of two.  Each profile is read once. */

#ifndef SUM_H
#define SUM_H

#include <glib.h>

#include "compare/pairing.h"
#include "compare/versions.h"
#include "lib/costs.h"
#include "lib/renaming.h"
#include "lib/source_scope.h"

/* What sum_read() reads. */
typedef struct {
   char* const* names; /* of profiles; "-" is standard input */
   guint        n_names;
   guint        n_negative; /* the counts of the first of them are subtracted */
   const Versions* versions; /* of the sources of these and of the others; or
                                NULL */
   gboolean calls;           /* functions get their calls */
   gboolean taken;           /* contexts know what is subtracted */
   gboolean texts;           /* lines that were removed are kept apart, and
                                what changed ones said */
   SourceScope* scope;       /* which of their texts may be shown */
   Renaming     renaming;
   CostsDetail  keep; /* what is kept of each function; COSTS_BY_FUNCTION only
                         if sum_lines() is not called */
} SumInput;

typedef struct {
   const Header* header;  /* of the first profile */
   Costs*        costs;   /* the sums of each function are set */
   Count*        totals;  /* by event */
   Count*        before;  /* the same of what is subtracted; or NULL */
   PairingTexts* texts;   /* or NULL */
   time_t        changed; /* when the profile was modified; 0: unknown, or there
                             are several */
   time_t   before_changed; /* the same of what is subtracted; 0: unknown */
   gboolean renamed;        /* its files have other paths (same_files.h) */

   /* Private. */
   SumInput input;
   Reader*  reader; /* of the first profile */
} Sum;

/* Opens the first profile and reads its header.  Ends the program with a
   message if that is not possible. */
Sum* sum_open(const SumInput* input);

/* Keeps the counts of instructions apart, not only of lines.  Call it
   before sum_read(), if the first profile has instructions. */
void sum_keep_instructions(Sum* sum);

/* Reads the profiles.  Ends the program with a message if one is wrong, has
   other events than the first, or if a sum exceeds 63 bits. */
void sum_read(Sum* sum);

/* Puts the counts of a file by line into `lines', sorted.  The caller frees
   them with lines_free().  Ends the program with a message if a sum exceeds 63
   bits. */
void sum_lines(const Sum* sum, const File* file, Lines* lines);

#endif
