/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_helpers.h: macros that define the functions which instrumented code calls,
   one for each number of I-lines and of data references, and for each kind of
   branch.

      void run(Segment*, UInt n_ilines, UInt n, const Addr ea[]);
      void predict(Segment*, BranchKind, UWord branch);

   CG_HELPERS(count, run) defines, for no I-line, count_none_0_0 to
   count_none_0_5; the same for one and two I-lines, count_none_1_0 and so on;
   and for any number, count_none_any_0 and so on.  CG_HELPERS_TABLE(count)
   initialises a SegmentHelpers with them.

   CG_HELPERS_ANY(count, run) and CG_HELPERS_ANY_TABLE(count) are the same with
   the last ones only, which are then used for every number of I-lines.

   CG_HELPERS_PREDICTING(count, run, predict) also defines count_cond_0_0 to
   count_cond_0_4, count_ind_0_0 and so on, which predict the branch, too, and
   CG_HELPERS_PREDICTING_TABLE(count) has all of them.

   `run' and `predict' should be inlined.  As the numbers are constants, the
   compiler then removes the code for what a segment lacks, and keeps the
   addresses in registers.  And the host does not mispredict the ends of loops:
   bench/README.md, "Tricks and what they gain".

   `predict' is called before `run', because then the last call in `run' can
   become a jump. */

#ifndef CG_HELPERS_H
#define CG_HELPERS_H

#include "run/cg_segment.h"

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

/* The number of I-lines. */
#define CG_HELPERS_LINES_any seg->footprint.n_ilines
#define CG_HELPERS_LINES_0   0
#define CG_HELPERS_LINES_1   1
#define CG_HELPERS_LINES_2   2

#define CG_HELPERS_PLAIN(name, run, lines, n)                                  \
   static VG_REGPARM(1) void name##_none_##lines##_##n(                        \
      Segment* seg CG_HELPERS_EAS_##n)                                         \
   {                                                                           \
      const Addr ea[CG_SEGMENT_MAX_RUN_ARGS] = {CG_HELPERS_ARRAY_##n};         \
      run(seg, CG_HELPERS_LINES_##lines, n, ea);                               \
   }
#define CG_HELPERS_BRANCH(name, run, predict, kind, KIND, lines, n)            \
   static VG_REGPARM(2) void name##_##kind##_##lines##_##n(                    \
      Segment* seg, UWord branch CG_HELPERS_EAS_##n)                           \
   {                                                                           \
      const Addr ea[CG_SEGMENT_MAX_RUN_ARGS] = {CG_HELPERS_ARRAY_##n};         \
      predict(seg, KIND, branch);                                              \
      run(seg, CG_HELPERS_LINES_##lines, n, ea);                               \
   }
#define CG_HELPERS_BRANCHES(name, run, predict, kind, KIND, lines)             \
   CG_HELPERS_BRANCH(name, run, predict, kind, KIND, lines, 0)                 \
   CG_HELPERS_BRANCH(name, run, predict, kind, KIND, lines, 1)                 \
   CG_HELPERS_BRANCH(name, run, predict, kind, KIND, lines, 2)                 \
   CG_HELPERS_BRANCH(name, run, predict, kind, KIND, lines, 3)                 \
   CG_HELPERS_BRANCH(name, run, predict, kind, KIND, lines, 4)
#define CG_HELPERS_WITH_LINES(name, run, lines)                                \
   CG_HELPERS_PLAIN(name, run, lines, 0)                                       \
   CG_HELPERS_PLAIN(name, run, lines, 1)                                       \
   CG_HELPERS_PLAIN(name, run, lines, 2)                                       \
   CG_HELPERS_PLAIN(name, run, lines, 3)                                       \
   CG_HELPERS_PLAIN(name, run, lines, 4)                                       \
   CG_HELPERS_PLAIN(name, run, lines, 5)
#define CG_HELPERS(name, run)                                                  \
   CG_HELPERS_WITH_LINES(name, run, 0)                                         \
   CG_HELPERS_WITH_LINES(name, run, 1)                                         \
   CG_HELPERS_WITH_LINES(name, run, 2)                                         \
   CG_HELPERS_WITH_LINES(name, run, any)
#define CG_HELPERS_OF_KIND(name, run, predict, kind, KIND)                     \
   CG_HELPERS_BRANCHES(name, run, predict, kind, KIND, 0)                      \
   CG_HELPERS_BRANCHES(name, run, predict, kind, KIND, 1)                      \
   CG_HELPERS_BRANCHES(name, run, predict, kind, KIND, 2)                      \
   CG_HELPERS_BRANCHES(name, run, predict, kind, KIND, any)
#define CG_HELPERS_PREDICTING(name, run, predict)                              \
   CG_HELPERS(name, run)                                                       \
   CG_HELPERS_OF_KIND(name, run, predict, cond, BRANCH_OUTCOME)                \
   CG_HELPERS_OF_KIND(name, run, predict, ind, BRANCH_TARGET)

/* clang-format off */
#define CG_HELPERS_ENTRY(name) {#name, name}
/* clang-format on */
#define CG_HELPERS_ENTRIES(name)                                               \
   CG_HELPERS_ENTRY(name##_0), CG_HELPERS_ENTRY(name##_1),                     \
      CG_HELPERS_ENTRY(name##_2), CG_HELPERS_ENTRY(name##_3),                  \
      CG_HELPERS_ENTRY(name##_4)
#define CG_HELPERS_NONE(name, lines)                                           \
   [BRANCH_NONE] = {CG_HELPERS_ENTRIES(name##_none_##lines),                   \
                    CG_HELPERS_ENTRY(name##_none_##lines##_5)}
#define CG_HELPERS_KINDS(name, lines)                                          \
   {                                                                           \
      CG_HELPERS_NONE(name, lines),                                            \
         [BRANCH_OUTCOME] = {CG_HELPERS_ENTRIES(name##_cond_##lines)},         \
         [BRANCH_TARGET]  = {CG_HELPERS_ENTRIES(name##_ind_##lines)},          \
   }
#define CG_HELPERS_TABLE(name)                                                 \
   {                                                                           \
      {CG_HELPERS_NONE(name, 0)}, {CG_HELPERS_NONE(name, 1)},                  \
         {CG_HELPERS_NONE(name, 2)},                                           \
      {                                                                        \
         CG_HELPERS_NONE(name, any)                                            \
      }                                                                        \
   }
#define CG_HELPERS_ANY(name, run) CG_HELPERS_WITH_LINES(name, run, any)
#define CG_HELPERS_ANY_TABLE(name)                                             \
   {                                                                           \
      {CG_HELPERS_NONE(name, any)}, {CG_HELPERS_NONE(name, any)},              \
         {CG_HELPERS_NONE(name, any)},                                         \
      {                                                                        \
         CG_HELPERS_NONE(name, any)                                            \
      }                                                                        \
   }
#define CG_HELPERS_PREDICTING_TABLE(name)                                      \
   {                                                                           \
      CG_HELPERS_KINDS(name, 0), CG_HELPERS_KINDS(name, 1),                    \
         CG_HELPERS_KINDS(name, 2), CG_HELPERS_KINDS(name, any)                \
   }

/* Defines rest_0 to rest_4 from

      void rest(Segment*, UInt first, const Addr ea[]);

   which does what remains of a run from data reference `first' on.  They have
   the parameters of a helper without a branch, so that a helper's call to them
   becomes a jump, and `first' is a constant.  rest_jump calls the one for
   `first'. */
#define CG_HELPERS_REST_FROM(rest, first)                                      \
   static __attribute__((noinline)) void rest##_##first(                       \
      Segment* seg, Addr a, Addr b, Addr c, Addr d, Addr e)                    \
   {                                                                           \
      const Addr ea[CG_SEGMENT_MAX_RUN_ARGS] = {a, b, c, d, e};                \
      rest(seg, first, ea);                                                    \
   }
#define CG_HELPERS_REST(rest)                                                  \
   CG_HELPERS_REST_FROM(rest, 0)                                               \
   CG_HELPERS_REST_FROM(rest, 1)                                               \
   CG_HELPERS_REST_FROM(rest, 2)                                               \
   CG_HELPERS_REST_FROM(rest, 3)                                               \
   CG_HELPERS_REST_FROM(rest, 4)                                               \
   static inline __attribute__((always_inline)) void rest##_jump(              \
      Segment* seg, UInt first, const Addr ea[])                               \
   {                                                                           \
      switch (first) {                                                         \
      case 0:                                                                  \
         rest##_0(seg, ea[0], ea[1], ea[2], ea[3], ea[4]);                     \
         break;                                                                \
      case 1:                                                                  \
         rest##_1(seg, ea[0], ea[1], ea[2], ea[3], ea[4]);                     \
         break;                                                                \
      case 2:                                                                  \
         rest##_2(seg, ea[0], ea[1], ea[2], ea[3], ea[4]);                     \
         break;                                                                \
      case 3:                                                                  \
         rest##_3(seg, ea[0], ea[1], ea[2], ea[3], ea[4]);                     \
         break;                                                                \
      default:                                                                 \
         rest##_4(seg, ea[0], ea[1], ea[2], ea[3], ea[4]);                     \
         break;                                                                \
      }                                                                        \
   }

#endif /* CG_HELPERS_H */
