/* SPDX-License-Identifier: GPL-2.0-or-later */
/* scatter_dynamic.c: scatter.h, as a dynamic program. */

#include "scatter.h"
