/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fuzz_profile.c: a fuzz target (libFuzzer) over the reader of profiles and
   what sums them up.  tests/fuzz builds and runs it.

   Beyond not crashing, for any bytes:
   - what is refused is refused with a message, "NAME:...";
   - a profile that is only cut off before its summary is accepted with the
     summary of what was read, and then
   - the sums of all functions are the totals;
   - a profile without negative counts that is written again, by instruction and
     with its calls, can be read, and has the same lines and calls then.

   Few random inputs have the right summary, so the target replaces it by the
   right one, and tries the input as it is, too. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/costs.h"
#include "lib/data.h"
#include "lib/message.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

/* A file in memory that holds the input. */
static int  memory = -1;
static char name[64];

static void set_input(const void* data, gsize size)
{
   if (memory < 0) {
      memory = memfd_create("profile", 0);
      g_snprintf(name, sizeof name, "/proc/self/fd/%d", memory);
   }
   if (ftruncate(memory, 0) < 0
       || pwrite(memory, data, size, 0) != (gssize)size)
      abort();
}

/* A failure names itself: the stack that libFuzzer prints may have no names. */
#define check(condition) check_that(condition, #condition, __LINE__)
static void check_that(gboolean holds, const char* condition, int line)
{
   if (!holds) {
      fprintf(stderr, "ERROR: fuzz_profile.c:%d: not true: %s\n", line,
              condition);
      abort();
   }
}

/* Whether the message, which must name the input, is that of a profile without
   a summary. */
static gboolean is_cut_off(GError* error)
{
   check(error && g_str_has_prefix(error->message, name));
   gboolean cut_off = g_str_has_suffix(error->message, "was it cut off?");
   g_error_free(error);
   return cut_off;
}

/* What read_all() finds. */
typedef struct {
   gboolean negative; /* a count is negative */
   gboolean full;     /* the counts of a line do not fit together; the totals
                         may do, with negative counts */
} Kind;

static Function* next_function(Reader* reader, gpointer costs)
{
   return costs_function(costs, reader->file, reader->function, reader->object);
}

/* Reads all of the profile into `costs', by line. */
static Found read_all(Reader* reader, Costs* costs, Kind* kind, GError** error)
{
   Function* function = NULL;
   Found     found;

   while ((found = reader_next(reader, error)) < READ_END)
      if (found == READ_PLACE)
         function = next_function(reader, costs);
      else if (found == READ_COUNTS) {
         guint    n    = costs->n_events;
         Position line = {.line = reader->position.line};
         if (lines_add(&function->lines, n, line, reader->counts) >= 0)
            kind->full = TRUE;
         for (guint i = 0; i < n; i++)
            kind->negative =
               kind->negative
               || (reader->counts[i] < 0 && reader->counts[i] != COUNT_NONE);
      }
   return found;
}

/* Adds up all rows of `costs'; FALSE if that overflows. */
static gboolean add_up(const Costs* costs, Count* sums)
{
   guint      n         = costs->n_events;
   GPtrArray* functions = costs_functions(costs);
   Count*     counts    = g_new(Count, n);
   gboolean   good      = TRUE;

   for (guint i = 0; i < n; i++)
      sums[i] = COUNT_NONE;
   for (guint i = 0; i < functions->len; i++) {
      Function* function = functions->pdata[i];
      check(i == 0
            || costs_compare_functions(functions->pdata[i - 1], function) < 0);
      good = lines_sort(&function->lines, n) < 0 && good;
      for (gsize row = 0; row < function->lines.used; row++) {
         check(row == 0
               || lines_number(&function->lines, n, row)
                     > lines_number(&function->lines, n, row - 1));
         lines_counts(&function->lines, n, row, counts);
         good = good && count_add_all(sums, counts, n) < 0;
      }
   }
   g_free(counts);
   g_ptr_array_free(functions, TRUE);
   return good;
}

static gboolean same_lines(const Lines* a, const Lines* b, guint n)
{
   Count*   counts = g_new(Count, 2 * n);
   gboolean same   = a->used == b->used;

   for (gsize row = 0; same && row < a->used; row++) {
      lines_counts(a, n, row, counts);
      lines_counts(b, n, row, counts + n);
      same =
         position_compare(lines_position(a, n, row), lines_position(b, n, row))
            == 0
         && memcmp(counts, counts + n, n * sizeof *counts) == 0;
   }
   g_free(counts);
   return same;
}

static Function* find_callee(Reader* reader, gpointer costs)
{
   const Call* call = &reader->call;

   return costs_callee(costs, call->file, call->function, call->object);
}

/* Reads the input by instruction; or returns NULL if sums do not fit. */
static Costs* read_positions(Reader* reader)
{
   GError* error = NULL;
   Costs*  costs = costs_new(reader->header.events->len);

   if (costs_add_profile(costs, reader, COSTS_BY_POSITION, next_function,
                         find_callee, costs, &error)
       && !costs_sort_lines(costs))
      return costs;
   g_clear_error(&error);
   costs_free(costs);
   return NULL;
}

/* Makes what data_write() writes the input.  Returns whether no name ends with
   a carriage return, one of which reading removes. */
static gboolean set_written(const Reader* reader, const Costs* costs)
{
   static int out     = -1;
   gboolean   located = reader->header.instructions;

   if (out < 0)
      out = memfd_create("written", 0);
   if (ftruncate(out, 0) < 0 || lseek(out, 0, SEEK_SET) < 0
       || dup2(out, STDOUT_FILENO) < 0)
      abort();
   Output* output = output_open(NULL);
   data_write_header(output, &reader->header, located);
   data_write(output, costs, reader->totals, located,
              data_layout(&reader->header, DATA_PADDED));
   output_close(output);
   gsize size = lseek(out, 0, SEEK_END);
   char* text = g_malloc(size);
   if (pread(out, text, size, 0) != (gssize)size)
      abort();
   set_input(text, size);
   gboolean same = !memchr(text, '\r', size);
   g_free(text);
   return same;
}

static gboolean same_calls(const Function* a, const Function* b, guint n)
{
   GPtrArray* left  = costs_calls(a);
   GPtrArray* right = costs_calls(b);
   gboolean   same  = !left == !right && (!left || left->len == right->len);

   for (guint i = 0; left && same && i < left->len; i++) {
      const CostsCall *one = left->pdata[i], *other = right->pdata[i];
      same =
         position_compare(one->caller, other->caller) == 0
         && costs_compare_functions(one->callee, other->callee) == 0
         && position_compare(one->target, other->target) == 0
         && one->number == other->number
         && memcmp(one->counts, other->counts, n * sizeof *one->counts) == 0;
   }
   if (left)
      g_ptr_array_free(left, TRUE);
   if (right)
      g_ptr_array_free(right, TRUE);
   return same;
}

/* Writes the input, and reads that.  The input is replaced. */
static void check_written(void)
{
   Reader* reader = reader_open(name, NULL);
   Costs*  costs  = read_positions(reader);

   if (costs) {
      gboolean   same      = set_written(reader, costs);
      Reader*    second    = reader_open(name, NULL);
      Costs*     again     = second ? read_positions(second) : NULL;
      GPtrArray* functions = costs_functions(costs);
      check(again != NULL);
      GPtrArray* found = costs_functions(again);
      check(!same || functions->len == found->len);
      for (guint i = 0; same && i < found->len; i++) {
         const Function *a = functions->pdata[i], *b = found->pdata[i];
         check(costs_compare_functions(a, b) == 0);
         check(same_lines(&a->lines, &b->lines, costs->n_events));
         check(same_calls(a, b, costs->n_events));
      }
      g_ptr_array_free(functions, TRUE);
      g_ptr_array_free(found, TRUE);
      costs_free(costs);
      costs_free(again);
      reader_close(second);
   }
   reader_close(reader);
}

/* Reads the input, which must be a profile if `sound'. */
static void check_profile(gboolean sound)
{
   GError* error  = NULL;
   Reader* reader = reader_open(name, &error);
   if (!reader) {
      check(!sound);
      is_cut_off(error);
      return;
   }
   guint  n     = reader->header.events->len;
   Costs* costs = costs_new(n);
   Kind   kind  = {0};
   Found  found = read_all(reader, costs, &kind, &error);
   Count* sums  = g_new(Count, n);

   if (found != READ_END) {
      check(!sound);
      is_cut_off(error);
   } else if (add_up(costs, sums) && !kind.full)
      for (guint i = 0; i < n; i++)
         check(reader->totals[i] == (sums[i] == COUNT_NONE ? 0 : sums[i]));
   g_free(sums);
   costs_free(costs);
   reader_close(reader);
   if (found == READ_END && !kind.negative)
      check_written();
}

/* The input with the summary of its counts, if there is nothing else wrong with
   it. */
static gboolean add_summary(GString* text)
{
   char* summary =
      memmem(text->str, text->len, "\nsummary:", strlen("\nsummary:"));
   if (summary)
      g_string_truncate(text, summary - text->str);
   g_string_append_c(text, '\n');
   set_input(text->str, text->len);

   GError* error  = NULL;
   Reader* reader = reader_open(name, &error);
   if (!reader) {
      g_error_free(error);
      return FALSE;
   }
   while (reader_next(reader, &error) < READ_END)
      ;
   g_string_append(text, "summary:");
   for (guint i = 0; i < reader->header.events->len; i++)
      g_string_append_printf(text, " %" G_GINT64_FORMAT, reader->totals[i]);
   reader_close(reader);
   gboolean cut_off = is_cut_off(error);
   if (cut_off)
      set_input(text->str, text->len);
   return cut_off;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
   message_set_program("fuzz_profile");
   set_input(data, size);
   check_profile(FALSE);

   GString* text = g_string_new_len((const char*)data, size);
   if (add_summary(text))
      check_profile(TRUE);
   g_string_free(text, TRUE);
   return 0;
}
