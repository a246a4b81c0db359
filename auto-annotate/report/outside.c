/* SPDX-License-Identifier: GPL-2.0-or-later */
/* outside.c: see outside.h. */

#include <math.h>

#include "lib/text.h"
#include "report/outside.h"

/* Bytes per system call, whether a call moves bytes or not: with so many on
   average, some move few; and with so many, larger pieces would not help. */
#define MIN_MOVED 0.5
#define MAX_MOVED 1024

void outside_explain_system(const Evidence* evidence, Cause* cause)
{
   double calls = evidence_count(evidence, "Sys");
   double bytes = evidence_count(evidence, "Sysb");

   cause->text = bytes > 0 ? g_strdup_printf("%s for %s bytes",
                                             text_commas(llround(calls)),
                                             text_commas(llround(bytes)))
                           : g_strdup(text_commas(llround(calls)));
   if (bytes >= MIN_MOVED * calls && bytes < MAX_MOVED * calls)
      cause->remedy = "Read and write larger pieces: use a buffer.";
}

void outside_explain_sharing(const Evidence* evidence, Cause* cause)
{
   gboolean is_false =
      evidence_count(evidence, "Wsf") > evidence_count(evidence, "Wst");

   cause->name = is_false ? "false sharing" : "true sharing";
   cause->text =
      g_strdup_printf("%s writes to %s of another thread",
                      text_commas(llround(evidence_count(evidence, "Wsf Wst"))),
                      is_false ? "lines" : "bytes");
   cause->remedy = is_false ? "Give each thread a line of its own: pad, or "
                              "align to 64 bytes."
                            : "Count in each thread, and add up at the end.";
}
