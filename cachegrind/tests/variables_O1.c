/* SPDX-License-Identifier: GPL-2.0-or-later */
/* variables_O1.c: variables.h, compiled with -O1. */

#include "variables.h"
