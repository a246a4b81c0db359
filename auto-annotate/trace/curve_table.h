/* SPDX-License-Identifier: GPL-2.0-or-later */
/* curve_table.h: writes miss curves as tables with a plot, or as JSON.  The
   manual's page of cg_conflicts describes both. */

#ifndef CURVE_TABLE_H
#define CURVE_TABLE_H

#include "sim/types.h"

#include <glib.h>

#include "trace/curve.h"

/* A function, or a variable, whose file is NULL. */
typedef struct {
   const HChar* file;
   const HChar* name;
   CurveCounts  counts;
} CurveRow;

typedef struct {
   const char*      command; /* what was traced */
   UInt             line_size;
   CurveCounts      total;
   const CurveRow** functions;
   const CurveRow** variables;
   guint            n_functions, n_variables;
} CurveTable;

/* Append the miss curves.  Sort the functions and the variables: the most
   misses first.  Those without references are left out, and so are lists in
   which nothing has a name.  Neither the command nor the names are trusted:
   control characters become "?" in the text, and escapes in JSON. */
void curve_table_text(CurveTable* table, GString* to);
void curve_table_json(CurveTable* table, GString* to);

#endif
