/* SPDX-License-Identifier: GPL-2.0-or-later */
/* lackey.h: reads the output of `valgrind --tool=lackey --trace-mem=yes' and
   replays it:

      ==4711== Lackey, an example Valgrind tool     skipped: begins with ==
      I  04001090,3                                 fetch: address, size
       L 1ffeffe7e8,8                               read
       S 1ffeffe7e0,8                               write
       M 0421c7cc,4                                 modify: one reference

   Addresses are hexadecimal, sizes are decimal and in bytes.  The output names
   neither source lines nor variables. */

#ifndef LACKEY_H
#define LACKEY_H

#include <glib.h>

/* Replays the output in a file; "-" is standard input.  Call replay_init()
   first.  Returns TRUE, or FALSE and `error' ("NAME: what", or "NAME:LINE:
   what" about a line) if the user does not give all caches, the file cannot be
   read, or it is no such output. */
gboolean lackey_replay(const char* name, GError** error);

#endif
