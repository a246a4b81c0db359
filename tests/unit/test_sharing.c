/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_sharing.c: tests which lines are candidates for false sharing. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "conflicts/cg_sharing.h"
#include "model.h"

enum { A = 2, B, C };

#define MANY CG_SHARING_MIN_WRITES

static Sharing*    sharing;
static SharedGroup groups[CG_SHARING_GROUPS];

static void begin(UInt line_size)
{
   release_all();
   sharing = cg_sharing_new(line_size, allocate);
}

static void write_times(UInt n, UInt thread, Addr addr, UInt size,
                        UInt variable)
{
   for (UInt i = 0; i < n; i++)
      if (!cg_sharing_write_again(sharing, thread, addr, size))
         cg_sharing_write(sharing, thread, addr, size, variable);
}

static UInt n_candidates(void)
{
   return cg_sharing_candidates(sharing, groups);
}

/* The bytes of two threads in one line, and whether it is a candidate. */
static void which_bytes(void** state)
{
   static const struct {
      UInt line_size, at_1, size_1, at_2, size_2, candidates;
   } cases[] = {
      {64, 0, 8, 8, 8, 1},   /* neighbours */
      {64, 0, 1, 63, 1, 1},  /* both ends */
      {64, 0, 8, 0, 8, 0},   /* the same */
      {64, 0, 8, 7, 1, 0},   /* one byte in common */
      {64, 0, 64, 8, 8, 0},  /* all of it */
      {64, 56, 8, 64, 8, 0}, /* another line */
      {64, 60, 8, 0, 8, 1},  /* straddles into the next */
      {64, 60, 8, 72, 8, 1}, /* the same, there */
      {16, 0, 8, 8, 8, 1},   /* other lines */
      {16, 8, 8, 16, 8, 0},     {256, 0, 8, 248, 8, 1},
      {256, 0, 4, 4, 4, 1},     {256, 0, 2, 2, 2, 0}, /* parts of four bytes */
      {256, 248, 8, 256, 8, 0},
   };

   (void)state;
   for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
      begin(cases[i].line_size);
      write_times(MANY, 1, 0x1000 + cases[i].at_1, cases[i].size_1, A);
      write_times(MANY, 2, 0x1000 + cases[i].at_2, cases[i].size_2, B);
      if (n_candidates() != cases[i].candidates)
         fail_msg("case %zu: %u candidates", i, n_candidates());
   }
}

static void who_writes(void** state)
{
   (void)state;
   begin(64);
   write_times(MANY, 7, 0x1000, 8, B);
   write_times(MANY + 1, 3, 0x1008, 8, A);
   write_times(MANY, 3, 0x1010, 8, C);
   write_times(MANY - 1, 4, 0x1018, 8, C); /* too few */
   assert_int_equal(n_candidates(), 1);
   assert_int_equal(groups[0].n_writers, 3);
   assert_int_equal(groups[0].thread[0], 3);
   assert_int_equal(groups[0].variable[0], A);
   assert_int_equal(groups[0].thread[1], 3);
   assert_int_equal(groups[0].variable[1], C);
   assert_int_equal(groups[0].thread[2], 7);
   assert_int_equal(groups[0].variable[2], B);
   assert_int_equal(groups[0].writes, 3 * MANY + 1);
   assert_int_equal(groups[0].n_lines, 1);
}

/* A thread that writes several bytes is not apart from itself. */
static void one_thread(void** state)
{
   (void)state;
   begin(64);
   write_times(MANY, 1, 0x1000, 8, A);
   write_times(MANY, 1, 0x1008, 8, B);
   assert_int_equal(n_candidates(), 0);
}

static void lines_of_a_group(void** state)
{
   (void)state;
   begin(64);
   for (Addr line = 0x1000; line < 0x1400; line += 64) {
      write_times(MANY, 1, line, 8, A);
      write_times(MANY, 2, line + 8, 8, A);
   }
   assert_int_equal(n_candidates(), 1);
   assert_int_equal(groups[0].n_lines, 16);
}

/* A block that one thread frees and another allocates is not shared. */
static void new_owners(void** state)
{
   static const struct {
      Addr  start;
      SizeT size;
      UInt  candidates;
   } cases[] = {
      {0x1000, 8, 0},    {0x1007, 1, 0},        {0x0f00, 0x200, 0},
      {0x1008, 8, 1},    {0x0f00, 0x100, 1},    {0x1040, 64, 1},
      {0, ~(SizeT)0, 0}, {0x800, ~(SizeT)0, 0}, {0x2000, ~(SizeT)0, 1},
   };

   (void)state;
   for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
      begin(64);
      write_times(MANY, 1, 0x1000, 8, A);
      cg_sharing_new_owner(sharing, cases[i].start, cases[i].size);
      write_times(MANY, 2, 0x1008, 8, A);
      if (n_candidates() != cases[i].candidates)
         fail_msg("case %zu: %u candidates", i, n_candidates());
   }
}

/* What was a candidate remains one when its memory is freed. */
static void freed_candidate(void** state)
{
   (void)state;
   begin(64);
   for (int i = 0; i < 2; i++) {
      write_times(MANY, 1, 0x1000, 8, A);
      write_times(MANY, 2, 0x1008, 8, A);
      cg_sharing_new_owner(sharing, 0x1000, 64);
   }
   assert_int_equal(n_candidates(), 1);
   assert_int_equal(groups[0].n_lines, 2);
}

/* Lines that are written once each do not displace those that are written
   often, and what is displaced is not forgotten if it is a candidate. */
static void many_lines(void** state)
{
   const Addr set_size = 64 * CG_SHARING_SETS;

   (void)state;
   begin(64);
   write_times(MANY, 1, 0x1000, 8, A);
   for (Addr line = 0; line < 100 * set_size; line += 64)
      write_times(1, 1, 0x100000 + line, 8, B);
   write_times(MANY, 2, 0x1008, 8, A);
   assert_int_equal(n_candidates(), 1);
   for (Addr i = 1; i <= CG_SHARING_WAYS; i++)
      write_times(3 * MANY, 1, 0x1000 + i * set_size, 8, B);
   assert_int_equal(n_candidates(), 1);
}

/* More writers than fit: those that write most are kept. */
static void many_writers(void** state)
{
   (void)state;
   begin(64);
   for (UInt thread = 1; thread <= 20; thread++)
      write_times(1, thread, 0x1000 + thread, 1, B);
   for (UInt thread = 1; thread <= 20; thread++)
      write_times(MANY, thread, 0x1000 + thread, 1, A);
   assert_int_equal(n_candidates(), 1);
   assert_int_equal(groups[0].n_writers, CG_SHARING_WRITERS);
}

/* The memory is bounded: the last groups are lost. */
static void many_groups(void** state)
{
   (void)state;
   begin(64);
   for (UInt i = 0; i < CG_SHARING_GROUPS + 10; i++) {
      write_times(MANY, 1, 0x1000 + 64 * i, 8, i);
      write_times(MANY, 2, 0x1008 + 64 * i, 8, i);
   }
   assert_int_equal(n_candidates(), CG_SHARING_GROUPS);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(which_bytes), cmocka_unit_test(who_writes),
      cmocka_unit_test(one_thread),  cmocka_unit_test(lines_of_a_group),
      cmocka_unit_test(new_owners),  cmocka_unit_test(freed_candidate),
      cmocka_unit_test(many_lines),  cmocka_unit_test(many_writers),
      cmocka_unit_test(many_groups),
   };
   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, NULL, NULL);
}
