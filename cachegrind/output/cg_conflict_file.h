/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_conflict_file.h: writes the conflict counts of a run as a text, of which
   cg_conflicts makes a conflict report; auto-annotate/conflicts/counts_file.c
   reads it.

   Each line is a word, and numbers or texts after single spaces:

      cachegrind-conflict-counts 1            the version; always first
      command ls -l
      cache I1 32768 8 64                     bytes, ways, bytes of a line
      cache D1 32768 8 64
      cache LL 1048576 16 64
      variable ???                            number 0, then 1 and so on
      variable code
      variable table
      thread 1                                its sets follow
      set D1 17 1000 1 0 12                   level, set; accesses, cold and
      set LL 533 13 1 0 0                     capacity misses, evictions
      source 10 /src/a.c<TAB>main             number 0, then 1 and so on: line,
                                              file, function
      miss D1 1 2 0 1 0                       level, thread, variable, source;
                                              cold and capacity misses
      conflict D1 1 2 1 0 17 12               level, thread, variable, evictor,
                                              source, set; misses
      shared 20000 1 2 1 2 2                  writes, lines; variable and thread
                                              of each writer
      end                                     always last

   A number or source is defined before it is used.  The conflict misses of a
   set are those of its `conflict' lines.  With --machine, these lines replace
   those of the caches:

      machine zen4                            as the user gave it
      name AMD Zen 4
      line 64                                 bytes
      level L1I 32768 8 1 0 1                 bytes, ways, slices, how it
      level L1D 32768 8 1 0 2                 relates to the caches above it, as
      level L2 1048576 8 1 0 4                a number of Inclusion, and a bit
      level L3 33554432 16 1 2 0              for each Prefetcher that runs
      avoided 5 12                            negative interference of D1 and LL

   In texts, "\n", "\t" and "\\" stand for a newline, a tab and a backslash. */

#ifndef CG_CONFLICT_FILE_H
#define CG_CONFLICT_FILE_H

#include "sim/types.h"

#include "cg_config.h"
#include "conflicts/cg_conflict_counts.h"
#include "output/cg_out.h"

typedef struct {
   const HChar*          command;
   const RunConfig*      config;
   const ConflictCounts* counts;
   UInt                  n_variables;
   const HChar* (*variable_name)(UInt variable);
} ConflictFile;

/* Write the file, which is open and stays open.  Errors are returned when it is
   closed. */
void cg_conflict_file_write(OutFile* out, const ConflictFile* file);

#endif /* CG_CONFLICT_FILE_H */
