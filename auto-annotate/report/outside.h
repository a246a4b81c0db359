/* SPDX-License-Identifier: GPL-2.0-or-later */
/* outside.h: what a place is told that waits for what is outside of its core
   and caches: the system, and other threads. */

#ifndef OUTSIDE_H
#define OUTSIDE_H

#include "report/evidence.h"

/* Set what is known of a cause that has its share and a general name.  The
   caller frees the text. */
void outside_explain_system(const Evidence* evidence, Cause* cause);
void outside_explain_sharing(const Evidence* evidence, Cause* cause);

#endif
