/* SPDX-License-Identifier: GPL-2.0-or-later */
/* limits.h: limits the time and the memory that cg_inline takes for an object.
   libdw can need the square of its size, if somebody has made it for that. */

#ifndef LIMITS_H
#define LIMITS_H

#include <glib.h>

/* Limits both, from now until the next call, for an object whose files have so
   many bytes.  If a limit is reached, the program ends with one line that names
   the object; nothing must have been written before. */
void limits_set(const char* path, guint64 bytes);

#endif
