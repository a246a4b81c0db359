/* SPDX-License-Identifier: GPL-2.0-or-later */
/* limits.h: limits the time and the memory that cg_inline takes for the debug
   information of an object.  libdw can need the square of its size, if somebody
   has made it for that. */

#ifndef LIMITS_H
#define LIMITS_H

#include <sys/stat.h>

#include <glib.h>

/* Limits both, until limits_end(), for an object: `path' is its name and
   `status' what is known of the file.  The time that the same file has taken
   under other names counts.  If a limit is reached, the program ends with one
   line that names the object.  A lower limit of the user stays. */
void limits_begin(const char* path, const struct stat* status);

/* Allows for another file of the object. */
void limits_add(const struct stat* status);

/* Sets the limits to what they were. */
void limits_end(void);

#endif
