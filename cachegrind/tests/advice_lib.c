/* SPDX-License-Identifier: GPL-2.0-or-later */
/* advice_lib.c: a library without debug information, for advice.c. */

#include "burn.h"

BURN(burn_in_library);
