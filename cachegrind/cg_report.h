/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_report.h: the conflict report - which sets of D1 and LL have too many
   lines in use, and which variables and source lines are to blame - as text to
   read, as JSON for programs, and in a few lines for the summary of a run.

   The JSON is one object, a line of text for each item of a list:

      { "version": 1,
        "model": "three-cs",           or "set-local": see Report
        "command": "./matrix 400",
        "I1": { "size": 32768, "ways": 8, "line_size": 64 },
        "levels": [
        { "level": "D1",               then the same for "LL"
          "size": 32768, "ways": 8, "line_size": 64, "sets": 64,
          "total": COUNTS,
          "threads": [                 those that ran, by number
          { "thread": 1, COUNTS...,
            "sets": [                  by number; not those with zeros only
            { "set": 0, COUNTS...,
              "conflicts": [           of this thread in this set
              { "variable": "m2",      what was missed,
                "evictor": "m1",       what had pushed it out of the cache, and
                "file": "matrix.c",    the source line that missed it
                "line": 40, "function": "mul", "misses": 12 } ] } ] } ],
          "conflicts": [               of all threads and sets
          { "variable": "m2", "evictor": "m1", "file": ..., "line": ...,
            "function": ..., "misses": 12,
            "sets": [[0, 7], [8, 5]] } ],    pairs of set and misses
          "variables": [
          { "variable": "m2", "cold": 1, "capacity": 2, "conflict": 3 } ],
          "lines": [
          { "file": ..., "line": ..., "function": ...,
            "cold": 1, "capacity": 2, "conflict": 3 } ] } ] }

   where COUNTS are the members "accesses", "hits", "cold", "capacity",
   "conflict" and "evictions" (cg_tally.h says of what), and

      accesses = hits + cold + capacity + conflict.

   Lists for which nothing else is said have the most misses first, then the
   order of names.  What is not known is "???", an unknown line 0.  Numbers
   have up to 64 bits.  A byte of a name that is not UTF-8 stands as the
   character of its number, as if it were Latin-1.

   One run gives the same bytes wherever the report is made: in the tool or by
   cg_conflicts.  Like cg_sim, this calls nothing of Valgrind. */

#ifndef CG_REPORT_H
#define CG_REPORT_H

#include "pub_tool_basics.h"

#include "cg_sim.h"
#include "cg_tally.h"

#define REPORT_VERSION 1

typedef struct {
   const HChar*         command;
   const CacheGeometry* geometry; /* [N_CACHES] */
   const Tally*         tally;
   const HChar* (*variable_name)(UInt variable);

   /* D1 only, its misses classed by reuse distances within each set: a report
      that cg_conflicts makes. */
   Bool set_local;

   /* Takes the report piece by piece; `to' is handed on to it. */
   void (*put)(const HChar* text, SizeT length, void* to);
   void* to;

   /* As for cg_tally_init.  What is asked for is never freed. */
   void* (*alloc)(SizeT n_bytes);
} Report;

/* The whole report. */
void cg_report_text(const Report* r);
void cg_report_json(const Report* r);

/* A few lines, without a line for nothing; each is one call of r->put, without
   the newline at its end. */
void cg_report_summary(const Report* r);

#endif /* CG_REPORT_H */
