/* SPDX-License-Identifier: GPL-2.0-or-later */
/* data.h: writes sums (costs.h) as a profile. */

#ifndef DATA_H
#define DATA_H

#include <glib.h>

#include "lib/costs.h"
#include "lib/output.h"
#include "lib/reader.h"

/* How count lines look.  Those with addresses are plain in any case. */
typedef enum {
   DATA_PLAIN,  /* "10 24 1 0", as the tool writes them */
   DATA_PADDED, /* "10   24 1 0 ", as cg_merge writes them */
   DATA_SHORT   /* "10 24 1", as the tool writes them if it defines events */
} DataLayout;

/* Returns DATA_SHORT if the tool left zeros out, otherwise `layout'. */
DataLayout data_layout(const Header* header, DataLayout layout);

/* Writes the lines of a header.  `instructions' says whether positions have
   addresses, whatever `header' says. */
void data_write_header(Output* output, const Header* header,
                       gboolean instructions);

/* Writes the lines and calls of all functions, in their order, and the summary,
   which `totals' has by event.  The lines must be sorted (costs_sort_lines()).
 */
void data_write(Output* output, const Costs* costs, const Count* totals,
                gboolean instructions, DataLayout layout);

#endif
