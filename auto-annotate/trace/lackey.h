/* SPDX-License-Identifier: GPL-2.0-or-later */
/* lackey.h: reads what `valgrind --tool=lackey --trace-mem=yes' prints, and has
   it replayed:

      ==4711== Lackey, an example Valgrind tool     and such lines are skipped
      I  04001090,3                                 fetch: address, size
       L 1ffeffe7e8,8                               read
       S 1ffeffe7e0,8                               write
       M 0421c7cc,4                                 modify: one reference

   Addresses are hexadecimal.  No location and no variable is known. */

#ifndef LACKEY_H
#define LACKEY_H

#include <glib.h>

/* As trace_replay(), but for `error', which reads "NAME:LINE: what". */
gboolean lackey_replay(const char* name, GError** error);

#endif
