/* SPDX-License-Identifier: GPL-2.0-or-later */
/* difference.h: writes the difference of two profiles as a profile. */

#ifndef DIFFERENCE_H
#define DIFFERENCE_H

#include <glib.h>

#include "compare/versions.h"
#include "lib/costs.h"
#include "lib/output.h"
#include "lib/reader.h"

/* What its header tells of the two profiles. */
typedef struct {
   char* const*    names;    /* of both */
   const Versions* versions; /* of the sources; NULL: not known */
   const Reader *  before, *after;
} DifferenceHeader;

/* Writes the header, with the events and definitions that both profiles have,
   and the costs.  `lines' says whether these are written by line; otherwise
   they may be by line or by function, and are written for line 0.  They are
   changed, and useless afterwards.  Ends the program with a message if a sum
   exceeds 63 bits. */
void difference_write(const DifferenceHeader* header, Costs* costs,
                      const Count* totals, gboolean lines, Output* output);

#endif
