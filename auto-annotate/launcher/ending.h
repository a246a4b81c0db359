/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ending.h: what the command `cachegrind' says at the end of a run, on standard
   error. */

#ifndef ENDING_H
#define ENDING_H

#include <glib.h>

#include "launcher/profile_list.h"

typedef struct {
   const char*      directory; /* where cg_annotate and cg_html are */
   const char*      program;   /* that the user started, as he typed it */
   const char*      first;     /* its whole command; NULL: it has no profile */
   pid_t            process;   /* its */
   const GPtrArray* profiles;  /* WrittenProfile*, at least one */
} Ending;

/* Says which profiles there are if there are several, what costs most in the
   one with most instructions, whose that is if it is not the program's, and the
   command that shows more. */
void ending_say_verdict(const Ending* ending);

/* Makes a page of the profile with most instructions, and says where it is.
   Returns whether that worked. */
gboolean ending_make_page(const Ending* ending);

#endif
