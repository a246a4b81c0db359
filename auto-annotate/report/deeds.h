/* SPDX-License-Identifier: GPL-2.0-or-later */
/* deeds.h: what functions of the system's libraries are known to do, by their
   names.  A line that spends its time in them is told what to change by this,
   and not by what they wait for. */

#ifndef DEEDS_H
#define DEEDS_H

typedef enum {
   DEED_NONE,
   DEED_ALLOCATION,
   DEED_COPYING,
   DEED_CLEARING, /* memory, or filling it */
   DEED_SCANNING, /* a string from its beginning to its end */
   DEED_FORMATTING,
   DEED_PARSING, /* numbers, or what scanf reads */
   DEED_HASHING,
   DEED_COMPILING, /* a regular expression */
   DEED_INPUT_OUTPUT,
   DEED_LOCKING,
   DEED_EXCEPTIONS,
   DEED_CASTS,
   DEED_LOCALE, /* how it writes and tells letters */
   N_DEEDS
} Deed;

/* Returns what a function with that name does, or DEED_NONE.  glibc's versions
   of one function for several processors are the same:
   __memmove_avx_unaligned_erms is memmove. */
Deed deeds_of(const char* name);

/* Returns the name as a person knows it: of such a function memmove, of others
   the short form (names.h).  `name' stays to the end; the caller frees the
   result. */
char* deeds_function(const char* name);

#endif
