/* SPDX-License-Identifier: GPL-2.0-or-later */
/* evidence_dynamic.c: evidence.c, with the C library in an object of its own.
 */

#include "evidence.c"
