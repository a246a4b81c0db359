/* SPDX-License-Identifier: GPL-2.0-or-later */
/* evidence.c: see evidence.h. */

#include <string.h>

#include "report/evidence.h"

gboolean evidence_is_rust(const Evidence* evidence)
{
   return g_str_has_suffix(evidence->place->file->name, ".rs");
}

int evidence_event(const Evidence* evidence, const char* name)
{
   for (guint i = 0; i < events_recorded(evidence->events); i++)
      if (strcmp(events_name(evidence->events, i), name) == 0)
         return i;
   return -1;
}

double evidence_count(const Evidence* evidence, const char* names)
{
   char** each = g_strsplit(names, " ", -1);
   double sum  = 0;

   for (char** name = each; *name; name++) {
      int event = evidence_event(evidence, *name);
      if (event >= 0)
         sum += evidence->place->counts[event];
   }
   g_strfreev(each);
   return sum;
}

double evidence_rate(const Evidence* evidence, const char* part, const char* of)
{
   double all = evidence_count(evidence, of);

   return all > 0 ? 100 * evidence_count(evidence, part) / all : 0;
}

double evidence_share(const Evidence* evidence, const char* name)
{
   int event = evidence_event(evidence, name);

   return event < 0
             ? 0
             : 100 * evidence->weights[event] * evidence->place->counts[event]
                  / evidence->place->estimate;
}
