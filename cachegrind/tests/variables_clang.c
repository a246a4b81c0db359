/* SPDX-License-Identifier: GPL-2.0-or-later */
/* variables_clang.c: variables.h, compiled by clang.  Its functions keep a frame
   pointer and say that their variables are beside it. */

#include "variables.h"
