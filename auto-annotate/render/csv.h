/* SPDX-License-Identifier: GPL-2.0-or-later */
/* csv.h: writes a table as comma-separated values, with the quotes of RFC 4180:

      Ir,D1m,file,function
      1105,,prog.c,"std::map<int, int>::at"

   A field that has a comma, a quote or a line break is in quotes, and a quote
   in it is doubled.  A row ends with a newline, as lines do here, not with the
   two characters of RFC 4180; programs that read tables take both. */

#ifndef CSV_H
#define CSV_H

#include <glib.h>

#include "lib/output.h"
#include "lib/table.h"

/* A table that is being written: {.output = ...} at first. */
typedef struct {
   Output*  output; /* which must not cut lines */
   gboolean begun;  /* the row has a field */
} Csv;

/* Write a field.  The text is untrusted; with a length it may have NUL bytes.
 */
void csv_text(Csv* csv, const char* text);
void csv_text_length(Csv* csv, const char* text, gsize length);

/* Writes a field with a number that is not negative. */
void csv_number(Csv* csv, guint64 number);

/* Write a field for each event that is shown: its name, or its count without
   commas.  A field is empty if the count is COUNT_NONE.  The value of an event
   that is not linear (events.h) has EVENTS_DECIMALS decimals. */
void csv_event_names(Csv* csv, const Columns* columns);
void csv_counts(Csv* csv, const Columns* columns, const Count* counts);

void csv_end_row(Csv* csv);

#endif
