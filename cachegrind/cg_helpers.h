/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_helpers.h: defines the functions that instrumented code calls, one for
   each kind of branch and each number of data references.

      CG_HELPERS(count)      needs   void count_predict(Segment*, BranchKind,
                                                        UWord branch);
                                     void count_run(Segment*, UInt n,
                                                    const Addr ea[]);

   and defines count_none_0 to count_none_5, count_cond_0 to count_cond_4 and
   count_ind_0 to count_ind_4.  CG_HELPER_ENTRIES(count) initialises a
   SegmentHelpers with them.  Both functions are inlined, and `n' is a constant:
   nothing is left of what a segment does not have, and the addresses stay in
   registers.

   The caches know nothing of the branch, which therefore can come first: what
   comes last can be jumped to instead of called. */

#ifndef CG_HELPERS_H
#define CG_HELPERS_H

#include "cg_segment.h"

/* The parameters after the first ones, and the array made of them. */
#define CG_EAS_0
#define CG_EAS_1 , Addr a
#define CG_EAS_2 CG_EAS_1, Addr b
#define CG_EAS_3 CG_EAS_2, Addr c
#define CG_EAS_4 CG_EAS_3, Addr d
#define CG_EAS_5 CG_EAS_4, Addr e

#define CG_ARRAY_0 0
#define CG_ARRAY_1 a
#define CG_ARRAY_2 a, b
#define CG_ARRAY_3 a, b, c
#define CG_ARRAY_4 a, b, c, d
#define CG_ARRAY_5 a, b, c, d, e

#define CG_PLAIN_HELPER(name, n)                                               \
   static VG_REGPARM(1) void name##_none_##n(Segment* seg CG_EAS_##n)          \
   {                                                                           \
      const Addr ea[MAX_RUN_ARGS] = {CG_ARRAY_##n};                            \
      name##_run(seg, n, ea);                                                  \
   }
#define CG_BRANCH_HELPER(name, kind, KIND, n)                                  \
   static VG_REGPARM(2) void name##_##kind##_##n(Segment*     seg,             \
                                                 UWord branch CG_EAS_##n)      \
   {                                                                           \
      const Addr ea[MAX_RUN_ARGS] = {CG_ARRAY_##n};                            \
      name##_predict(seg, KIND, branch);                                       \
      name##_run(seg, n, ea);                                                  \
   }
#define CG_BRANCH_HELPERS(name, kind, KIND)                                    \
   CG_BRANCH_HELPER(name, kind, KIND, 0)                                       \
   CG_BRANCH_HELPER(name, kind, KIND, 1)                                       \
   CG_BRANCH_HELPER(name, kind, KIND, 2)                                       \
   CG_BRANCH_HELPER(name, kind, KIND, 3)                                       \
   CG_BRANCH_HELPER(name, kind, KIND, 4)
#define CG_HELPERS(name)                                                       \
   CG_PLAIN_HELPER(name, 0)                                                    \
   CG_PLAIN_HELPER(name, 1)                                                    \
   CG_PLAIN_HELPER(name, 2)                                                    \
   CG_PLAIN_HELPER(name, 3)                                                    \
   CG_PLAIN_HELPER(name, 4)                                                    \
   CG_PLAIN_HELPER(name, 5)                                                    \
   CG_BRANCH_HELPERS(name, cond, BRANCH_COND)                                  \
   CG_BRANCH_HELPERS(name, ind, BRANCH_INDIRECT)

#define CG_ENTRY(name)                                                         \
   {                                                                           \
#name, name                                                              \
   }
#define CG_ENTRIES(name)                                                       \
   CG_ENTRY(name##_0), CG_ENTRY(name##_1), CG_ENTRY(name##_2),                 \
      CG_ENTRY(name##_3), CG_ENTRY(name##_4)
#define CG_HELPER_ENTRIES(name)                                                \
   {                                                                           \
      [BRANCH_NONE]     = {CG_ENTRIES(name##_none), CG_ENTRY(name##_none_5)},  \
      [BRANCH_COND]     = {CG_ENTRIES(name##_cond)},                           \
      [BRANCH_INDIRECT] = {CG_ENTRIES(name##_ind)},                            \
   }

#endif /* CG_HELPERS_H */
