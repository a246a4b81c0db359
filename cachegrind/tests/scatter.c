/* SPDX-License-Identifier: GPL-2.0-or-later */
/* scatter.c: scatter.h, as a static program, which starts sooner. */

#include "scatter.h"
