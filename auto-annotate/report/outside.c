/* SPDX-License-Identifier: GPL-2.0-or-later */
/* outside.c: see outside.h. */

#include <math.h>

#include "lib/text.h"
#include "report/outside.h"

void outside_explain_system(const Evidence* evidence, Cause* cause)
{
   double      calls  = evidence_count(evidence, "Sys");
   double      each   = evidence_count(evidence, "Sysb") / calls;
   const char* number = text_commas(llround(calls));

   if (each == 0)
      cause->text = g_strdup(number);
   else if (each < 10)
      cause->text = g_strdup_printf("%s, %.1f bytes each", number, each);
   else
      cause->text = g_strdup_printf("%s, %s bytes each", number,
                                    text_commas(llround(each)));
   if (each > 0 && each < 1024)
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
