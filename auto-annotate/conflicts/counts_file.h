/* SPDX-License-Identifier: GPL-2.0-or-later */
/* counts_file.h: reads the conflict counts that the tool wrote, for a report.
   The tool's output/cg_conflict_file.h shows what they look like.

   Nothing in such a file is trusted: what is not as the tool writes it is
   refused, so a report can rely on the counts.  They agree with each other: in
   each set there are at least as many accesses as misses, and the misses of the
   sets are those of the source lines. */

#ifndef COUNTS_FILE_H
#define COUNTS_FILE_H

#include "sim/types.h"

#include <glib.h>

#include "conflicts/report.h"

/* How such a file begins. */
#define COUNTS_FILE_BEGIN "cachegrind-conflict-counts "

typedef struct CountsFile CountsFile;

/* Reads the `n' bytes from `begin' on, then the rest from `fd'.  `name' is for
   messages.  Returns the counts, or NULL and `error': "NAME: why", or
   "NAME:LINE: what is wrong".  Only one can be in use at a time. */
CountsFile* counts_file_read(int fd, const char* name, const char* begin,
                             gsize n, GError** error);

/* Returns the report of the counts, which is valid as long as they are. */
Report counts_file_report(const CountsFile* file);

void counts_file_free(CountsFile* file);

#endif
