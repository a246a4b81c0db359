/* SPDX-License-Identifier: GPL-2.0-or-later */
/* variables_O2.c: variables.h, compiled with -O2. */

#include "variables.h"
