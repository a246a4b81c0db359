/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fuzz_counts.c: a fuzz target (libFuzzer) over the reader of conflict counts
   and the reports that are made of them.  tests/fuzz builds and runs it.

   Beyond not crashing, for any bytes: what is refused is refused with a message
   of one line, "counts:...", and what is accepted has a report in each form. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "conflicts/counts_file.h"
#include "lib/message.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

#define check(condition) check_that(condition, #condition, __LINE__)
static void check_that(gboolean holds, const char* condition, int line)
{
   if (!holds) {
      fprintf(stderr, "ERROR: fuzz_counts.c:%d: not true: %s\n", line,
              condition);
      abort();
   }
}

/* A file in memory that holds the input, to be read from its beginning. */
static int open_input(const void* data, gsize size)
{
   static int memory = -1;

   if (memory < 0)
      memory = memfd_create("counts", 0);
   if (ftruncate(memory, 0) < 0 || pwrite(memory, data, size, 0) != (gssize)size
       || lseek(memory, 0, SEEK_SET) != 0)
      abort();
   return memory;
}

static void check_reports(const CountsFile* counts)
{
   Report   report = counts_file_report(counts);
   GString* text   = g_string_new(NULL);

   report_text(&report, text);
   check(g_str_has_prefix(text->str, "Conflict report\nCommand: "));
   report_json(&report, text);
   check(g_str_has_suffix(text->str, "]}]}\n"));
   report_summary(&report, text);
   check(g_str_has_suffix(text->str, "\n"));
   g_string_free(text, TRUE);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
   GError*     error = NULL;
   CountsFile* counts;

   message_set_program("fuzz_counts");
   counts = counts_file_read(open_input(data, size), "counts", "", 0, &error);
   if (counts) {
      check(!error);
      check_reports(counts);
      counts_file_free(counts);
   } else {
      check(error && g_str_has_prefix(error->message, "counts:")
            && !strchr(error->message, '\n'));
      g_error_free(error);
   }
   return 0;
}
