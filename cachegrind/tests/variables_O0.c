/* SPDX-License-Identifier: GPL-2.0-or-later */
/* variables_O0.c: variables.h, compiled with -O0. */

#include "variables.h"
