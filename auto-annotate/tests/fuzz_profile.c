/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fuzz_profile.c: a fuzz target (libFuzzer) over the reader of profiles and
   what sums them up.  tests/fuzz builds and runs it.

   Beyond not crashing, for any bytes:
   - what is refused is refused with a message, "NAME:...";
   - a profile that is only cut off before its summary is accepted with the
     summary of what was read, and then
   - the sums of all functions are the totals, and
   - each file's lines, read again by their spans, add up to its functions', and
   - threads that read it in parts find the same totals and the same lines, or
     give up.  If it is one part and has nothing but counts that are not
     negative, they do not give up.
   What is refused makes them give up, too;
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
#include "lib/parts.h"

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

/* The counts of one function in one place of the profile. */
typedef struct {
   Function* function;
   Span      span;
} Part;

static void end_last_part(const Reader* reader, GArray* parts)
{
   if (parts->len > 0)
      reader_end_span(reader, &g_array_index(parts, Part, parts->len - 1).span);
}

/* What read_all() finds. */
typedef struct {
   gboolean negative; /* a count is negative */
   gboolean extended; /* there are objects, instructions or calls */
   gboolean full; /* the counts of a line do not fit together; the totals may
                     do, with negative counts */
} Kind;

/* Reads all of the profile into `costs', by line. */
static Found read_all(Reader* reader, Costs* costs, GArray* parts, Kind* kind,
                      GError** error)
{
   Function* function = NULL;
   Found     found;

   kind->extended  = !reader_is_ordinary(reader);
   reader->by_line = TRUE;
   while ((found = reader_next(reader, error)) < READ_END)
      if (found == READ_CALL)
         kind->extended = TRUE;
      else if (found == READ_PLACE) {
         end_last_part(reader, parts);
         kind->extended = kind->extended || reader->object;
         function       = costs_function(costs, reader->file, reader->function,
                                         reader->object);
         Part part      = {.function = function};
         reader_begin_span(reader, &part.span);
         g_array_append_val(parts, part);
      } else {
         if (costs_add_line(&function->lines, reader) >= 0)
            kind->full = TRUE;
         const Count* counts = reader_counts(reader);
         for (guint i = 0; i < costs->n_events; i++)
            kind->negative =
               kind->negative || (counts[i] < 0 && counts[i] != COUNT_NONE);
      }
   if (found == READ_END)
      end_last_part(reader, parts);
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

/* Reads the input with several threads, twice so that its counts are doubled if
   `by_line', otherwise subtracting it from itself.  Returns FALSE if they gave
   up.  Otherwise checks the result; `costs' has the sorted lines. */
static gboolean read_in_parts(const Costs* costs, const Count* totals,
                              gboolean by_line, guint n_threads)
{
   guint    n        = costs->n_events;
   char*    names[2] = {name, name};
   Costs*   found    = costs_new(n);
   Count*   sums     = g_new0(Count, n);
   Reader*  reader   = reader_open(name, FALSE, NULL);
   Profiles profiles = {.names      = names,
                        .readers    = &reader,
                        .n_names    = by_line ? 1 : 2,
                        .n_readers  = 1,
                        .n_negative = by_line ? 0 : 1};
   check(reader != NULL);
   gboolean good =
      parts_add_profiles(found, sums, &profiles, by_line, n_threads);
   reader_close(reader);

   GPtrArray* functions = costs_functions(found);
   GPtrArray* expected  = costs_functions(costs);
   check(!good || (totals && functions->len == expected->len));
   for (guint i = 0; i < n && good; i++)
      check(sums[i] == (by_line ? totals[i] : 0));
   for (guint i = 0; i < functions->len && good; i++) {
      Function* function = functions->pdata[i];
      check(costs_compare_functions(function, expected->pdata[i]) == 0);
      if (by_line)
         check(lines_sort(&function->lines, n) < 0
               && same_lines(&function->lines,
                             &((Function*)expected->pdata[i])->lines, n));
      for (guint j = 0; j < n && !by_line; j++)
         check(function->sums[j] == 0 || function->sums[j] == COUNT_NONE);
   }
   g_ptr_array_free(functions, TRUE);
   g_ptr_array_free(expected, TRUE);
   costs_free(found);
   g_free(sums);
   return good;
}

/* Reads it as one part and as several.  `totals' is NULL if it was refused. */
static void check_parts(const Costs* costs, const Count* totals,
                        gboolean ordinary)
{
   check(read_in_parts(costs, totals, TRUE, 2) || !ordinary);
   check(read_in_parts(costs, totals, FALSE, 2) || !ordinary);
   g_setenv("CG_THREADS", "3", TRUE);
   read_in_parts(costs, totals, TRUE, 3);
   read_in_parts(costs, totals, FALSE, 3);
   g_unsetenv("CG_THREADS");
}

static Function* next_function(Reader* reader, gpointer costs)
{
   return costs_function(costs, reader->file, reader->function, reader->object);
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

   if (costs_add_profile(reader, COSTS_BY_POSITION, next_function, find_callee,
                         costs, &error)
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
   data_write(output, costs, reader->totals, located, DATA_PADDED);
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
   Reader* reader = reader_open(name, FALSE, NULL);
   Costs*  costs  = read_positions(reader);

   if (costs) {
      gboolean   same      = set_written(reader, costs);
      Reader*    second    = reader_open(name, FALSE, NULL);
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
   Reader* reader = reader_open(name, FALSE, &error);
   if (!reader) {
      check(!sound);
      is_cut_off(error);
      return;
   }
   guint   n     = reader->header.events->len;
   Costs*  costs = costs_new(n);
   GArray* parts = g_array_new(FALSE, FALSE, sizeof(Part));
   Kind    kind  = {0};
   Found   found = read_all(reader, costs, parts, &kind, &error);
   Count*  sums  = g_new(Count, n);

   if (found != READ_END) {
      check(!sound);
      is_cut_off(error);
      check_parts(costs, NULL, FALSE);
   } else if (add_up(costs, sums) && !kind.full) {
      for (guint i = 0; i < n; i++)
         check(reader->totals[i] == (sums[i] == COUNT_NONE ? 0 : sums[i]));
      Count* totals = g_new(Count, n);
      memcpy(totals, reader->totals, n * sizeof *totals);
      check_parts(costs, totals, !kind.negative && !kind.extended);
      g_free(totals);
      Costs* again = costs_new(n);
      for (guint i = 0; i < parts->len; i++) {
         Part*     part = &g_array_index(parts, Part, i);
         Function* function =
            costs_function(again, part->function->file->name,
                           part->function->name, part->function->object);
         reader_go_to(reader, &part->span);
         while ((found = reader_next(reader, &error)) < READ_END)
            if (found == READ_COUNTS)
               costs_add_line(&function->lines, reader);
         check(found == READ_END);
      }
      Count* sums_again = g_new(Count, n);
      check(!add_up(again, sums_again)
            || memcmp(sums, sums_again, n * sizeof *sums) == 0);
      g_free(sums_again);
      costs_free(again);
   }
   g_free(sums);
   g_array_free(parts, TRUE);
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
   Reader* reader = reader_open(name, FALSE, &error);
   if (!reader) {
      g_error_free(error);
      return FALSE;
   }
   while (reader_next(reader, &error) < READ_END)
      ;
   guint    n    = reader->header.events->len;
   gboolean fits = TRUE;
   g_string_append(text, "summary:");
   for (guint i = n; i < 2 * n; i++) {
      fits = fits && reader->numbers[i] != COUNT_NONE;
      g_string_append_printf(text, " %" G_GINT64_FORMAT, reader->numbers[i]);
   }
   reader_close(reader);
   gboolean cut_off = is_cut_off(error) && fits;
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
