/* SPDX-License-Identifier: GPL-2.0-or-later */
/* aliases.h: which names lead to the same file: links, or paths with "..". */

#ifndef ALIASES_H
#define ALIASES_H

#include <glib.h>

typedef struct Aliases Aliases;

Aliases* aliases_new(void);

/* Adds a name, or NULL.  It must live as long. */
void aliases_add(Aliases* aliases, const char* name);

/* Returns the first, in the order of strcmp(), of the names that were added and
   lead to the same file as this one, which was.  A name without a file has no
   others. */
const char* aliases_first(const Aliases* aliases, const char* name);

void aliases_free(Aliases* aliases);

#endif
