/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_helpers.h: macros that define the functions which instrumented code calls,
   one for each kind of branch and each number of data references.

      void run(Segment*, UInt n, const Addr ea[]);
      void predict(Segment*, BranchKind, UWord branch);

      CG_HELPERS(count, run, predict)

   defines count_none_0 to count_none_5, count_cond_0 to count_cond_4 and
   count_ind_0 to count_ind_4.  CG_HELPERS_TABLE(count) initialises a
   SegmentHelpers with them.  `run' and `predict' should be inlined.  As `n' is
   a constant, the compiler then removes the code for what a segment lacks and
   keeps the addresses in registers.

   `predict' is called before `run', because then the last call in `run' can
   become a jump. */

#ifndef CG_HELPERS_H
#define CG_HELPERS_H

#include "cg_segment.h"

/* The parameters for the addresses, and the elements of the array made from
   them. */
#define CG_HELPERS_EAS_0
#define CG_HELPERS_EAS_1 , Addr a
#define CG_HELPERS_EAS_2 CG_HELPERS_EAS_1, Addr b
#define CG_HELPERS_EAS_3 CG_HELPERS_EAS_2, Addr c
#define CG_HELPERS_EAS_4 CG_HELPERS_EAS_3, Addr d
#define CG_HELPERS_EAS_5 CG_HELPERS_EAS_4, Addr e

#define CG_HELPERS_ARRAY_0 0
#define CG_HELPERS_ARRAY_1 a
#define CG_HELPERS_ARRAY_2 a, b
#define CG_HELPERS_ARRAY_3 a, b, c
#define CG_HELPERS_ARRAY_4 a, b, c, d
#define CG_HELPERS_ARRAY_5 a, b, c, d, e

#define CG_HELPERS_PLAIN(name, run, n)                                         \
   static VG_REGPARM(1) void name##_none_##n(Segment* seg CG_HELPERS_EAS_##n)  \
   {                                                                           \
      const Addr ea[CG_SEGMENT_MAX_RUN_ARGS] = {CG_HELPERS_ARRAY_##n};         \
      run(seg, n, ea);                                                         \
   }
#define CG_HELPERS_BRANCH(name, run, predict, kind, KIND, n)                   \
   static VG_REGPARM(2) void name##_##kind##_##n(                              \
      Segment* seg, UWord branch CG_HELPERS_EAS_##n)                           \
   {                                                                           \
      const Addr ea[CG_SEGMENT_MAX_RUN_ARGS] = {CG_HELPERS_ARRAY_##n};         \
      predict(seg, KIND, branch);                                              \
      run(seg, n, ea);                                                         \
   }
#define CG_HELPERS_BRANCHES(name, run, predict, kind, KIND)                    \
   CG_HELPERS_BRANCH(name, run, predict, kind, KIND, 0)                        \
   CG_HELPERS_BRANCH(name, run, predict, kind, KIND, 1)                        \
   CG_HELPERS_BRANCH(name, run, predict, kind, KIND, 2)                        \
   CG_HELPERS_BRANCH(name, run, predict, kind, KIND, 3)                        \
   CG_HELPERS_BRANCH(name, run, predict, kind, KIND, 4)
#define CG_HELPERS(name, run, predict)                                         \
   CG_HELPERS_PLAIN(name, run, 0)                                              \
   CG_HELPERS_PLAIN(name, run, 1)                                              \
   CG_HELPERS_PLAIN(name, run, 2)                                              \
   CG_HELPERS_PLAIN(name, run, 3)                                              \
   CG_HELPERS_PLAIN(name, run, 4)                                              \
   CG_HELPERS_PLAIN(name, run, 5)                                              \
   CG_HELPERS_BRANCHES(name, run, predict, cond, BRANCH_COND)                  \
   CG_HELPERS_BRANCHES(name, run, predict, ind, BRANCH_INDIRECT)

/* clang-format off */
#define CG_HELPERS_ENTRY(name) {#name, name}
/* clang-format on */
#define CG_HELPERS_ENTRIES(name)                                               \
   CG_HELPERS_ENTRY(name##_0), CG_HELPERS_ENTRY(name##_1),                     \
      CG_HELPERS_ENTRY(name##_2), CG_HELPERS_ENTRY(name##_3),                  \
      CG_HELPERS_ENTRY(name##_4)
#define CG_HELPERS_TABLE(name)                                                 \
   {                                                                           \
      [BRANCH_NONE]     = {CG_HELPERS_ENTRIES(name##_none),                    \
                           CG_HELPERS_ENTRY(name##_none_5)},                   \
      [BRANCH_COND]     = {CG_HELPERS_ENTRIES(name##_cond)},                   \
      [BRANCH_INDIRECT] = {CG_HELPERS_ENTRIES(name##_ind)},                    \
   }

#endif /* CG_HELPERS_H */
