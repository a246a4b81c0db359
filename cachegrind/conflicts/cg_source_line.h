/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_source_line.h: a line of the program's source code, as counts, conflict
   reports and traces refer to it.

   It needs neither Valgrind nor the C library. */

#ifndef CG_SOURCE_LINE_H
#define CG_SOURCE_LINE_H

#include "sim/types.h"

typedef struct {
   const HChar* file;   /* with its directory if known; "???" if unknown */
   const HChar* fn;     /* "???" if unknown */
   UInt         lineno; /* 0 if unknown */
   UInt         number; /* from 0, in the order of their first appearance */
} SourceLine;

#endif /* CG_SOURCE_LINE_H */
