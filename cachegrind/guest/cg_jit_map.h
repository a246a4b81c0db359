/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_jit_map.h: the names of code that a JIT compiler makes, from the file that
   it writes for perf, /tmp/perf-PID.map (node --perf-basic-prof, python3 -X
   perf and others do):

      7f3a10004000 1c0 LazyCompile:~parse /home/you/app.js:12:15
      (start)     (size) (name)

   The compiler appends a line before the code runs.  The file is read as it
   grows, whenever such code is translated, and a later line replaces those
   whose code it overlaps: what was compiled at an address last has its name.
   If another file has come in its place, or it was emptied, it is read anew.

   Anybody can make a file in /tmp, and numbers of processes come again.  It is
   read only if it is a regular file of this user, no symbolic link, and was
   changed after the process began. */

#ifndef CG_JIT_MAP_H
#define CG_JIT_MAP_H

#include "pub_tool_basics.h"

/* Start.  Names come from `file', whoever owns it, or if that is NULL from
   /tmp/perf-PID.map.  Without it, nothing has a name.  A relative path begins
   where the run does. */
void cg_jit_map_init(const HChar* file);

/* Set `path' to /tmp/perf-PID.map. */
#define CG_JIT_MAP_DEFAULT_BYTES 40
void cg_jit_map_default(HChar path[CG_JIT_MAP_DEFAULT_BYTES]);

/* Returns the name of the code at `addr', which is in no file, or NULL.  It
   stays valid until the next call. */
const HChar* cg_jit_map_name(Addr addr);

/* Returns whether code that has a name begins at `addr'. */
Bool cg_jit_map_is_start(Addr addr);

#endif /* CG_JIT_MAP_H */
