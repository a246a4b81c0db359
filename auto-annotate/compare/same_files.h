/* SPDX-License-Identifier: GPL-2.0-or-later */
/* same_files.h: which files and objects of two profiles are the same, although
   the program was built in two directories:

      /home/you/old/src/scan.c   is   /home/you/new/src/scan.c

   Their paths end in the same parts, at least the name.  Both are missing in
   the other profile, and no other such path has as many parts in common with
   either, so that two files of one profile never become one. */

#ifndef SAME_FILES_H
#define SAME_FILES_H

#include "lib/costs.h"

/* Returns `before' with the names that its files have in `after', and frees it;
   or `before' itself if no file has another name.  Ends the program with a
   message if a sum exceeds 63 bits. */
Costs* same_files_move(Costs* before, const Costs* after);

#endif
